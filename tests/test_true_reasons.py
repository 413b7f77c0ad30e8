"""The clause that a refusal names is the one that bars the answer: compared with log and table in random games."""

from __future__ import annotations

import pytest

from game.engine.decisions import DICE, Refusal
from game.engine.ruleset import UNANSWERED
from game.rules import RULESETS
from tests.setups import decisions, random_match


def since(match, kind, start):
    """Return the units of the events of that type since the latest one that starts a stretch of the game."""
    found = []
    for entry in reversed(match.events):
        if entry.type == kind:
            found.append(entry.fields["unit"])
        elif entry.type == start:
            break
    return found


CHANCES = ("moved", "loaded", "landed", "battle_declared", "bombarded")
"""What the guns of VIKTORY II can answer, or could if it were a move."""


def latest(match, *kinds):
    return next((entry for entry in reversed(match.events) if entry.type in (*kinds, "phase_started")), None)


def entered(match, unit):
    """Return how far from the unit the latest mover, or attacker, was before, and is now or is about to be."""
    fields, distance = latest(match, *CHANCES).fields, match.setup.board.distance
    end = fields["at"] if "at" in fields else fields["cell"]
    return distance(unit.at, fields["path"][0] if "path" in fields else end), distance(unit.at, end)


def bars(clause, match, unit):
    """Whether the clause bars the unit, by the log and the table; None for a clause that is not looked at here."""
    facts = {
        "SC-42": lambda: "pinned" in unit.markers,
        "SC-01": lambda: "overwatch" not in unit.markers,
        "SC-A5": lambda: unit.id in since(match, "marker_flipped", "turn_started"),
        "SC-26": lambda: match.front.queues[-1].closed,
        "SC-A29": lambda: unit.out,
        "WH-01": lambda: unit.out,
        "WH-04": lambda: bool(unit.held_back) and unit.id in since(match, "counter_spent", "turn_started"),
        "WH-16": lambda: not unit.held_back and unit.id in since(match, "counter_spent", "turn_started"),
        "WH-06": lambda: not unit.watching and unit.id not in since(match, "counter_spent", "turn_started"),
        "WH-22": lambda: not unit.watching and any(u.charges == unit.id for u in match.front.standing()),
        "WH-07": lambda: unit.watching and unit.seat == match.front.seat,
        "WH-A32": lambda: unit.broken,
        "SG-05": lambda: unit.activated and not unit.watching,
        "SG-A8": lambda: bool(unit.suppressed),
        "SG-15": lambda: unit.confidence >= 3,
        "SG-09": lambda: any(name == unit.id for _, name in match.front.queues[-1].action.tried),
        "VK-06": lambda: unit.id in since(match, "shot_used", "turn_started"),
        "VK-A15": lambda: bool(unit.aboard),
        "VK-A10": lambda: unit.out,
        "VK-A23": lambda: unit.naval,
        "VK-04": lambda: not unit.artillery,
        "VK-21": lambda: entered(match, unit)[1] <= 1,
        "VK-22": lambda: latest(match, *CHANCES).type == "bombarded" or entered(match, unit)[1] > 1,
        "VK-23": lambda: entered(match, unit)[0] == 1 < entered(match, unit)[1],
    }
    return facts[clause]() if clause in facts else None


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(3))
def test_the_clause_that_a_refusal_names_is_the_one_that_bars_the_unit(ruleset, seed):
    match, said = random_match(ruleset, seed), []
    for _ in decisions(match, seed):
        asked = match.pending
        if asked is None or asked.seat == DICE:
            continue
        if ruleset == "viktory2" and not match.front.queues and latest(match, *CHANCES).type in CHANCES:
            assert UNANSWERED not in {no.reason for no in match.why().values() if isinstance(no, Refusal)}
        for name, no in match.why().items():
            unit = match.front.units[name]
            if isinstance(no, Refusal) and no.reason != UNANSWERED and bars(no.clause, match, unit) is False:
                said.append((asked.kind, asked.question, no))
    assert said == []
