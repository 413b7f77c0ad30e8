"""Stargrunt II as the computer judges and plays it."""

from __future__ import annotations

import pytest

from game.ai.players import RandomPlayer, SimplePlayer, battle, tactics_for
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.rules import build
from tests.firefight import Firefight
from tests.setups import random_setup


def judged(scene, shooter, target):
    state = scene.match.front
    one, other = state.units[shooter], state.units[target]
    return tactics_for(scene.match.rules).harm(state, one, one.at, other, other.at)


def test_the_nearer_the_less_covered_and_the_weaker_target_suffers_more():
    near, far = (judged(Firefight(f"a1 .*{inches} b1"), "a1", "b1") for inches in (5, 30))
    covered = judged(Firefight("a1 .*5 b1@n"), "a1", "b1")
    dug_in = judged(Firefight("a1 .*5 b1@n", b1="dug"), "a1", "b1")
    armoured = judged(Firefight("a1 .*5 b1", b1="ARMOUR=12"), "a1", "b1")
    assert near > far > 0
    assert near > covered > dug_in > 0
    assert near > armoured


def test_no_harm_without_sight_beyond_range_or_with_the_wrong_weapon():
    assert judged(Firefight("a1 . # . b1"), "a1", "b1") == 0
    assert judged(Firefight("a1 .*40 b1"), "a1", "b1") == 0
    tank = {"b1": "light_vehicle"}
    assert judged(Firefight("a1 .*5 b1", **tank), "a1", "b1") == 0
    assert judged(Firefight("a1 .*50 b1", a1="missile_team", **tank), "a1", "b1") > 0


def test_nerve_and_suppression_lower_what_a_unit_is_worth():
    def value(words):
        scene = Firefight("a1 .*5 # b1", a1=words)
        return tactics_for(scene.match.rules).evaluate(scene.match.front, "a")

    assert value("") > value("shaken") > value("broken") > value("routed")
    assert value("") > value("suppressed")


@pytest.mark.parametrize("seat", ["blue", "red"])
def test_the_computer_beats_random_play(seat):
    setup = random_setup("stargrunt2", 4, turns=4)
    match = Match(setup, build("stargrunt2"), DiceSource(seed=4))
    other = "red" if seat == "blue" else "blue"
    assert battle(match, {seat: SimplePlayer(), other: RandomPlayer(4)})["winner"] == seat
