"""Stargrunt II as the computer judges and plays it."""

from __future__ import annotations

import pytest

from game.ai.levels import ComputerPlayer
from game.ai.players import RandomPlayer, battle
from game.ai.rulebooks import tactics_for
from game.ai.seatview import SeatView
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.rules import build
from tests.firefight import Firefight
from tests.setups import random_setup


def judged(scene, shooter, target):
    state = scene.match.front
    one, other = state.units[shooter], state.units[target]
    return tactics_for(scene.match.rules).harm(state, one, one.at, other, other.at)


def test_a_nearer_less_covered_or_weaker_target_is_judged_to_suffer_more():
    near, far = (judged(Firefight(f"a1 .*{inches} b1"), "a1", "b1") for inches in (5, 30))
    covered = judged(Firefight("a1 .*5 b1@n"), "a1", "b1")
    dug_in = judged(Firefight("a1 .*5 b1@n", b1="dug"), "a1", "b1")
    armoured = judged(Firefight("a1 .*5 b1", b1="ARMOUR=12"), "a1", "b1")
    assert near > far > 0
    assert near > covered > dug_in > 0
    assert near > armoured


def test_no_harm_is_expected_without_sight_beyond_range_or_with_the_wrong_weapon():
    assert judged(Firefight("a1 . # . b1"), "a1", "b1") == 0
    assert judged(Firefight("a1 .*40 b1"), "a1", "b1") == 0
    tank = {"b1": "light_vehicle"}
    assert judged(Firefight("a1 .*5 b1", **tank), "a1", "b1") == 0
    assert judged(Firefight("a1 .*50 b1", a1="missile_team", **tank), "a1", "b1") > 0


def test_lost_confidence_and_suppression_lower_the_worth_of_a_unit():
    def value(words):
        scene = Firefight("a1 .*5 # b1", a1=words)
        return tactics_for(scene.match.rules).evaluate(scene.match.front, "a")

    assert value("") > value("shaken") > value("broken") > value("routed")
    assert value("") > value("suppressed")


def answered(scene):
    """What the computer player answers to the question that is put."""
    asked = scene.match.pending
    return ComputerPlayer().choose(SeatView(scene.match, asked.seat), asked).id


def test_sg_a19_the_computer_uses_final_fire_against_an_assault():
    scene = Firefight("a1 .*5 b1 .*8", b1="done").acts("a1", "a1:close_assault:b1").rolls("reaction", 8)
    assert answered(scene.rolls("confidence", 8).asked("b", "final_fire")) == "b1:final_fire:a1"


def test_sg_a7_the_computer_answers_a_stopped_mover_with_its_counter_and_keeps_its_activation():
    scene = Firefight("a1 .*7 b1", ".*9 b2", b1="watch done", b2="watch", turns=1).acts("a1", "a1:move:3,0")
    scene.chooses("b1:overwatch_fire:a1:p2").fires(1, 2, 1).rolls("confidence", 8).asked("b", "react")
    assert answered(scene) == "b2:overwatch_fire:a1:p2"


def test_sg_a12_the_computer_never_tests_for_nothing():
    for inches in (5, 20, 30):
        scene = Firefight(f"a1 .*{inches} b1", turns=1).acts("a1", "a1:move:3,0").offers("b1:test_only:a1")
        assert answered(scene) != "b1:test_only:a1"


@pytest.mark.parametrize("seat", ["blue", "red"])
def test_the_computer_beats_random_play(seat):
    setup = random_setup("stargrunt2", 4, turns=4)
    match = Match(setup, build("stargrunt2"), DiceSource(seed=4))
    other = "red" if seat == "blue" else "blue"
    assert battle(match, {seat: ComputerPlayer(), other: RandomPlayer(4)}).winner == seat
