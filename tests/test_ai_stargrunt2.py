"""The computer player of Stargrunt II: it watches for those who must come, acts first, and shakes off suppression."""

from __future__ import annotations

import pytest

from game.ai.levels import ComputerPlayer
from game.ai.seatview import SeatView
from game.records.levels import Level, Strength
from tests.firefight import Firefight

GATE = {"id": "gate", "name": "The gate", "cells": [[0, 1], [1, 1]], "points": 1}
LANE = ("#*4 .*16", "a1 .*3 .*10 # .*5", ".*14 # b1 .*4", ".*14 # .*5")
"""A squad holds the gate; the way there leads out from behind a wall and over open ground."""


def pick(scene, level=Level.REGULAR):
    """The answer of the seat that is asked."""
    player = ComputerPlayer(Strength(level))
    return player.choose(SeatView(scene.match, scene.match.pending.seat), scene.match.pending).id


def test_sg_36_who_holds_ground_and_sees_nobody_watches_the_way_that_enemies_must_come():
    scene = Firefight(*LANE, turns=5, objectives=[GATE])
    scene.acts("a1", "a1:in_position").rolls("reaction", 8)
    scene.asked("a", "action")
    assert pick(scene) == "a1:overwatch"


def test_sg_a1_neither_overwatch_nor_the_end_is_the_first_of_two_actions():
    scene = Firefight(*LANE, turns=5, objectives=[GATE])
    if scene.match.pending.kind == "activate":
        scene.chooses("a1:activate")
    scene.asked("a", "action", unit="a1")
    assert pick(scene) not in ("a1:overwatch", "a1:end")


@pytest.mark.parametrize("level", [Level.RECRUIT, Level.REGULAR])
def test_sg_a38_a_suppressed_squad_tries_to_shake_it_off(level):
    scene = Firefight("a1 .*9 b1", a1="suppressed")
    if scene.match.pending.kind == "activate":
        scene.chooses("a1:activate")
    scene.asked("a", "action", unit="a1")
    assert pick(scene, level) == "a1:remove_suppression"


def test_sg_a47_the_points_of_a_turn_count_for_no_answer_to_its_last_activation_more_than_for_another():
    scene = Firefight("a1 .*9 b1", b1="done", turns=5, objectives=[GATE | {"cells": [[0, 0]], "points": 3}])
    scene.asked("a", "action", unit="a1")
    assert pick(scene) not in ("a1:overwatch", "a1:end")


def test_sg_34_a_squad_with_a_target_in_sight_shoots_rather_than_wait_for_a_better_one():
    scene = Firefight("a1 .*15 b1 .*4", a1="suppressed", b1="done", turns=5, objectives=[GATE | {"cells": [[0, 0]]}])
    scene.acts("a1", "a1:remove_suppression").rolls("remove suppression", 8)
    scene.asked("a", "action", unit="a1")
    assert pick(scene) == "a1:fire:b1"


def test_sg_a32_who_has_a_target_in_sight_is_activated_before_who_has_none():
    scene = Firefight("a1 .*9 b1", "#*11", "a2 .*10", turns=5)
    scene.asked("a", "activate", ["a1:activate", "a2:activate"])
    assert pick(scene) == "a1:activate"


def test_sg_39_a_counter_is_spent_on_who_acts_though_another_enemy_is_still_to_act():
    scene = Firefight("a1 .*9 b1 .*3", ".*5 b2 .*8", a1="watch done", seat="b", turns=5)
    scene.acts("b1", "b1:in_position").asked("a", "react")
    assert pick(scene) == "a1:overwatch_fire:b1"


def test_sg_12_who_keeps_his_ground_and_sees_nobody_else_fires_out_of_turn():
    scene = Firefight("a1 .*9 b1 .*3", seat="b", turns=5, objectives=[GATE | {"cells": [[0, 0]]}])
    scene.acts("b1", "b1:in_position").asked("a", "react")
    assert pick(scene) == "a1:opportunity_fire:b1"


def test_sg_a37_a_veteran_expects_casualties_of_a_shot_and_not_suppression_alone():
    scene = Firefight("a1 .*9 b1", turns=5)
    scene.asked("a", "action", unit="a1")
    player = ComputerPlayer(Strength(Level.VETERAN))
    assert player.choose(SeatView(scene.match, "a"), scene.match.pending).id == "a1:fire:b1"
    assert player.thought.chosen.parts.material > 0.1
