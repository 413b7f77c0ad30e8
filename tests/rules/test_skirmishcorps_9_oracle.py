"""SkirmishCorps: which event a reaction answers (SC-A18), against an oracle that was written from the clauses alone."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from game.engine.dice import DiceSource
from game.engine.match import Match
from game.rules import build
from tests.answered_oracle import Answer, Gun, Man, answers, deeds
from tests.budget import POSITIONS
from tests.setups import any_option, random_setup

EVERYDAY = 120
"""So many positions in the run of every day, and in the long one."""


def snowball(seed):
    """A random table in the act phase: half of the units have guns for two targets, nearly all are on overwatch."""
    random = Random(f"answers {seed}")
    setup = random_setup("skirmishcorps", seed, width=random.choice((9, 12, 16)), side=random.choice((3, 4, 5)))
    units = []
    for number, unit in enumerate(setup.units):
        marker = "move" if number % 5 == 0 or random.random() < 0.1 else "overwatch"
        profile = random.choice((unit.profile, "gunner"))
        units.append(replace(unit, profile=profile, markers={marker: "down"}))
    setup = replace(setup, units=tuple(units), phase="act", seat=random.choice(setup.seats))
    return Match(setup, build("skirmishcorps", setup.rulings), DiceSource(seed=seed)), random


def positions(seed):
    """The matches at each question who reacts with something declared already; declaring is likelier than passing."""
    match, random = snowball(seed)
    for _ in range(200):
        asked = match.pending
        if asked is None or asked.kind == "assign":
            return
        if asked.kind == "react":
            yield match
            declaring = [option.id for option in asked.options if option.action != "pass"]
            match.choose(random.choice(declaring) if declaring and random.random() < 0.8 else "pass")
        elif asked.kind == "activate":
            acting = [option.id for option in asked.options if option.action in ("move", "stand", "covering_fire")]
            match.choose(random.choice(acting or ["end"]))
        else:
            match.choose(any_option(match, random))


def men(match):
    """The units in action, and what they carry."""
    state, rules = match.front, match.rules
    for unit in state.standing():
        kinds = [rules.weapon(name) for name in unit.weapons]
        guns = tuple(Gun(kind.id, kind.range, kind.numbers["targets"], kind.thrown) for kind in kinds)
        watching = unit.markers.get("overwatch") == "down" and "pinned" not in unit.markers
        yield Man(unit.id, state.side(unit.seat), unit.at, guns, watching)


def offered(match):
    """The same from the options: an option's number is that of the event it answers."""
    events = match.front.queues[-1].triggers
    for option in match.pending.options:
        if option.action in ("ranged_attack", "covering_fire"):
            targets = frozenset(option.targets or [option.target])
            yield Answer(option.unit, option.action, targets, option.ally, option.weapon, events[option.trigger].n)


def compare(match, random):
    """All options of one position, and one of them carried out: the log says that it answers what it means."""
    known = deeds(match.events)
    side = match.front.side(match.pending.seat)
    expected, got = answers(match.setup.board, list(men(match)), known, side), list(offered(match))
    assert len(got) == len(set(got)), "an option is there twice"
    assert set(got) == expected, (sorted(set(got) - expected, key=str), sorted(expected - set(got), key=str))
    declaring = [option for option in match.pending.options if option.action != "pass"]
    if not declaring:
        return len(known)
    option = random.choice(declaring)
    twin = match.clone()
    twin.choose(option.id)
    event = next((e for e in twin.events[len(match.events) :] if e.type == "reaction_declared"), None)
    if event is not None:  # a suppressed unit may fail its test first
        meant = next(deed for deed in known if deed.actor == event.fields["answers"])
        assert event.cause == meant.n == match.front.queues[-1].triggers[option.trigger].n
        if option.action != "covering_fire":
            assert event.fields["answers"] == option.target
    return len(known)


def search(wanted):
    """So many positions compared: how many events were open in them -> how many positions."""
    seen, seed = Counter(), 0
    while seen.total() < wanted:
        seed += 1
        random = Random(seed)
        for match in positions(seed):
            seen[compare(match, random)] += 1
            if seen.total() == wanted:
                break
    return seen


def test_sc_a18_every_reaction_answers_the_event_the_oracle_finds():
    seen = search(EVERYDAY)
    assert sum(number for events, number in seen.items() if events > 1) > EVERYDAY / 4


@pytest.mark.fuzz
def test_sc_a18_in_many_positions_every_reaction_answers_the_event_the_oracle_finds(capsys):
    seen = search(POSITIONS)
    with capsys.disabled():
        shown = ", ".join(f"{number} with {events}" for events, number in sorted(seen.items()))
        sys.stdout.write(f"\n{seen.total()} positions agree; events open: {shown}.\n")
