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


def touched(match, unit):
    """Whether an enemy is on one of the cells around the unit."""
    state = match.front
    near = (
        state.board.distance(unit.at, foe.at)
        for foe in state.standing()
        if state.side(foe.seat) != state.side(unit.seat)
    )
    return min(near) <= 1


CHANCES = ("moved", "loaded", "landed", "battle_declared", "bombarded")
"""What the guns of VIKTORY II can answer, or could if it were a move."""


def latest(match, *kinds):
    return next((entry for entry in reversed(match.events) if entry.type in (*kinds, "phase_started")), None)


def entered(match, unit):
    """Return how far from the unit the latest mover, or attacker, was before, and is now or is about to be."""
    fields, distance = latest(match, *CHANCES).fields, match.setup.board.distance
    end = fields["at"] if "at" in fields else fields["cell"]
    return distance(unit.at, fields["path"][0] if "path" in fields else end), distance(unit.at, end)


def acting(match):
    """Return the unit whose action or reaction can be answered now, None if nothing can be."""
    events = match.front.queues[-1].open_triggers() if match.front.queues else []
    return match.front.units[events[-1].actor] if events else None


def own(match, unit):
    """Whether the unit's own side does what can be answered now."""
    return acting(match) is not None and match.front.side(acting(match).seat) == match.front.side(unit.seat)


def bars(clause, match, unit):
    """Whether the clause bars the unit, by the log and the table; None for a clause that is not looked at here."""
    front, asked = match.front, match.pending.kind
    queue = front.queues[-1] if front.queues else None
    formation, assault = (getattr(unit, "formation", ""), getattr(front, "assault", None))
    facts = {
        "SC-42": lambda: "pinned" in unit.markers,
        "SC-01": lambda: "overwatch" not in unit.markers or (own(match, unit) and queue.open_triggers()[-1].by < 0),
        "SC-06": lambda: own(match, unit) and queue.open_triggers()[-1].by >= 0,
        "SC-A19": lambda: asked == "assign",
        "SC-A24": lambda: asked != "assign" and acting(match) is None,
        "SC-A5": lambda: unit.id in since(match, "marker_flipped", "turn_started"),
        "SC-26": lambda: match.front.queues[-1].closed,
        "SC-A29": lambda: unit.out,
        "WH-01": lambda: unit.out,
        "WH-04": lambda: bool(unit.held_back) and unit.id in since(match, "counter_spent", "turn_started"),
        "WH-16": lambda: not unit.held_back and unit.id in since(match, "counter_spent", "turn_started"),
        "WH-06": lambda: not unit.watching and unit.id not in since(match, "counter_spent", "turn_started"),
        "WH-22": lambda: not unit.watching and any(u.charges == unit.id for u in match.front.standing()),
        "WH-07": lambda: unit.watching and unit.seat == match.front.seat,
        "WH-09": lambda: front.phase != "movement",
        "WH-A32": lambda: unit.broken,
        "WH-A15": lambda: unit.watching and asked != "react" and front.seat != unit.seat,
        "SG-05": lambda: unit.activated and not unit.watching,
        "SG-A8": lambda: bool(unit.suppressed),
        "SG-15": lambda: unit.confidence >= 3,
        "SG-04": lambda: unit.out or queue is not None,
        "SG-A10": lambda: queue is None,
        "SG-A7": lambda: queue is not None and (asked != "react" or unit.seat not in queue.triggers[-1].to),
        "SG-09": lambda: any(name == unit.id for _, name in match.front.queues[-1].action.tried),
        "EP-09": lambda: False,  # it bars nobody
        "EP-A37": lambda: unit.out,
        "EP-A44": lambda: front.formations[formation].broken,
        "EP-A32": lambda: not front.formations[formation].overwatch or asked != "react" or unit.seat == front.seat,
        "EP-A26": lambda: queue is None,
        "EP-02": lambda: assault.round == 1 and (assault.side_of(formation) is None or touched(match, unit)),
        "EP-06": lambda: queue.kind == "counter_charge",
        "EP-25": lambda: assault.side_of(formation) == "attackers" if assault.round == 1 else True,
        "EP-A10": lambda: assault.round == 1 and formation in assault.attackers.formations[1:],
        "EP-A29": lambda: asked == "move",
        "VK-06": lambda: unit.id in since(match, "shot_used", "turn_started"),
        "VK-A15": lambda: bool(unit.aboard),
        "VK-A10": lambda: unit.out,
        "VK-A23": lambda: unit.naval,
        "VK-04": lambda: not unit.artillery,
        "VK-21": lambda: entered(match, unit)[1] <= 1,
        "VK-22": lambda: latest(match, *CHANCES).type in ("bombarded", "phase_started") or entered(match, unit)[1] > 1,
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
        assert UNANSWERED not in {no.reason for no in match.why().values() if isinstance(no, Refusal)}
        for name, no in match.why().items():
            unit = match.front.units[name]
            if isinstance(no, Refusal) and no.reason != UNANSWERED and bars(no.clause, match, unit) is False:
                said.append((asked.kind, asked.question, no))
    assert said == []
