"""Three hundred thoughts of the computer player, recorded: it thinks the same on every version of Python."""

from __future__ import annotations

import builtins
from itertools import count
from zlib import crc32

import pytest

from game.ai.players import RandomPlayer
from game.ai.search import decide
from game.ai.seatview import SeatView
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.maps.scenarios import load_scenario
from game.records.levels import REGULAR
from game.rules import build

TABLES = {
    "courtyards": "002d22bb",
    "crossroads": "2c786fc6",
    "hill_farm": "745b8a4a",
    "three_farms": "cf9e673f",
    "two_batteries": "007e139c",
}
"""Scenario -> the digest of its thoughts. A change to the computer player or to its rulebook changes it on purpose."""
EACH = 60
"""Thoughts for each scenario."""


def thoughts(name: str) -> list[str]:
    """What a regular weighs at every second question of battles played by chance: options with their values."""
    setup, lines = load_scenario(name).setup, list[str]()
    for seed in count():
        match = Match(setup, build(setup.ruleset, setup.rulings), DiceSource(seed=seed))
        player = RandomPlayer(seed, even=True)
        for number in count():
            if match.pending is None:
                break
            view = SeatView(match, match.pending.seat)
            if number % 2 and len(match.pending.options) > 1:
                thought = decide(view, match.pending, REGULAR)
                weighed = (thought.chosen, *thought.others)
                lines.append(" ".join(f"{one.option.id}={one.value + 0.0:.6f}" for one in weighed))
                if len(lines) == EACH:
                    return lines
            match.choose(player.choose(view, match.pending).id)
    raise AssertionError("unreachable")


def exact_sum(values, start=0):
    """`sum`, but of floats it is an error: Python 3.12 rounds their sum otherwise than 3.11."""
    total = start
    for value in values:
        assert not isinstance(value, float), "floats are added by math.fsum or in a loop, which is the same everywhere"
        total = total + value
    return total


@pytest.mark.parametrize("name", TABLES)
def test_the_computer_thinks_as_recorded_and_never_adds_floats_by_sum(name, monkeypatch):
    monkeypatch.setattr(builtins, "sum", exact_sum)
    lines = thoughts(name)
    assert f"{crc32(chr(10).join(lines).encode()):08x}" == TABLES[name], "\n".join(lines[:3])
