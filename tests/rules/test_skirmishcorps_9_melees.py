"""SkirmishCorps: crowded random tables where charges are intercepted, and interceptors in turn (SC-53, SC-A27b)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from game.engine.dice import DiceSource
from game.engine.match import Match
from game.rules import build
from tests.setups import any_option, random_setup

EVERYDAY, WHOLE = 40, 1500
RULINGS = ({}, {}, {"SC-A1": "at_close"}, {"SC-A27b": "not"})


def melee(seed):
    """Quick units close together, nearly all of them watching."""
    random = Random(f"melee {seed}")
    setup = random_setup(
        "skirmishcorps", seed, width=random.choice((7, 9)), height=7, side=4, rulings=random.choice(RULINGS)
    )
    units = []
    for number, unit in enumerate(setup.units):
        marker = "move" if number % 4 == 0 else "overwatch"
        units.append(replace(unit, markers={marker: "down"}, stats={**unit.stats, "SP": 8}))
    setup = replace(setup, units=tuple(units), phase="act", seat=random.choice(setup.seats))
    return Match(setup, build("skirmishcorps", setup.rulings), DiceSource(seed=seed)), random


def eager(match, random):
    """Charges, intercepts and cut-offs more often than not, then any answer."""
    asked, board = match.pending, match.setup.board
    wanted = [option for option in asked.options if option.action in ("intercept", "cut_off")]
    if asked.kind == "activate":
        foes = [unit.at for unit in match.front.standing() if unit.seat != asked.seat]
        moves = [option for option in asked.options if option.action == "move"]
        wanted = [option for option in moves if any(at in board.neighbours(option.to) for at in foes)]
    return random.choice(wanted).id if wanted and random.random() < 0.7 else any_option(match, random)


def played(seed):
    """Play one turn and return its events, each checked against the positions at that moment."""
    match, random = melee(seed)
    while match.pending and match.pending.kind != "assign":
        match.choose(eager(match, random))
    board, stands = match.setup.board, {unit.id: unit.at for unit in match.setup.units}
    seen = Counter(event.type for event in match.events)
    for event in match.events:
        fields = event.fields
        if event.type == "put_out":
            del stands[fields["unit"]]
        elif event.type in ("moved", "intercepted"):
            stands[fields["unit"]] = fields["at"]
            assert len(set(stands.values())) == len(stands), "two stand on one cell"
        if event.type == "intercepted":
            assert fields["at"] in board.neighbours(stands[fields["target"]]), "SC-53"
            assert fields["ally"] in stands
    assert seen["reaction_started"] == seen["reaction_resolved"] + _lost_at_their_slots(match.events)
    return seen


def _lost_at_their_slots(events):
    """Reactions that had begun when they lapsed: their unit was pinned or put out by its own test."""
    started = set()
    lost = 0
    for event in events:
        if event.type == "reaction_started":
            started.add(event.fields["unit"])
        lost += event.type == "reaction_lapsed" and event.fields["unit"] in started
    return lost


def search(games):
    """All that happened in so many games."""
    return sum((played(seed) for seed in range(games)), Counter())


def test_sc_53_and_a27b_in_crowded_games_interceptors_end_on_legal_cells():
    seen = search(EVERYDAY)
    assert min(seen[kind] for kind in ("intercept_announced", "intercepted", "cut_off_made")) > 3


@pytest.mark.fuzz
def test_sc_53_and_a27b_in_many_crowded_games_interceptors_end_on_legal_cells():
    seen = search(WHOLE)
    assert min(seen[kind] for kind in ("intercept_failed", "fell", "cut_off_made", "reaction_lapsed")) > 3
