"""The computer player of WH40K 2nd edition: overwatch where a squad would stay anyway, and fire at the best target."""

from __future__ import annotations

from game.ai.levels import ComputerPlayer
from game.records.levels import Level, Strength
from tests.picking import pick
from tests.squads import Squads

RECRUIT = ComputerPlayer(Strength(Level.RECRUIT))
VETERAN = ComputerPlayer(Strength(Level.VETERAN))

GROUND = {"id": "gate", "name": "The gate", "cells": [[0, 1], [1, 1]], "points": 1}
LANE = ("#*4 .*16", "a1 .*3 .*10 # .*5", ".*14 # b1 .*4", ".*14 # .*5")
"""A squad holds the gate; the way there leads out from behind a wall and over open ground."""


def held(**more):
    """The map of the gate, at the start of the turn of the seat that holds it."""
    return Squads(*LANE, phase="start", **{"turns": 5, "objectives": [GROUND], **more})


def test_wh_03_a_squad_on_its_ground_with_no_enemy_in_sight_goes_on_overwatch():
    scene = held()
    scene.asked("a", "overwatch", ["a1:overwatch", "done"])
    assert pick(scene).id == "a1:overwatch"


def test_wh_09_no_squad_goes_on_overwatch_when_no_enemy_will_move_again():
    scene = held(turns=1, seats=["b", "a"])
    scene.asked("a", "overwatch", ["a1:overwatch", "done"])
    assert pick(scene).id == "done"


def test_wh_07_a_squad_not_yet_on_its_objective_moves_there_instead_of_going_on_overwatch():
    rows = (".*20", ".*5 a1 .*8 # .*5", ".*14 # b1 .*4", ".*14 # .*5")
    scene = Squads(*rows, phase="start", turns=5, objectives=[GROUND])
    scene.asked("a", "overwatch", ["a1:overwatch", "done"])
    assert pick(scene).id == "done"


def test_wh_10_a_poor_target_is_let_go_while_a_better_one_is_still_to_come():
    rows = (".*24", "a1 .*21 b1 .", ".*24", ".*9 # # # .*12", ".*9 # b2 .*13")
    scene = Squads(*rows, a1="watch", b1="character", b2="raider", seat="b", turns=5, objectives=[GROUND])
    scene.asked("a", "react", ["a1:ranged_attack:b1", "pass"])
    assert pick(scene).id == "pass"


def test_wh_10_a_recruit_fires_at_the_first_enemy_in_sight():
    rows = (".*24", "a1 .*21 b1 .", ".*24", ".*9 # # # .*12", ".*9 # b2 .*13")
    scene = Squads(*rows, a1="watch", b1="character", b2="raider", seat="b", turns=5, objectives=[GROUND])
    scene.asked("a", "react", ["a1:ranged_attack:b1", "pass"])
    assert pick(scene, RECRUIT).id == "a1:ranged_attack:b1"


def test_wh_03_a_recruit_puts_every_squad_with_a_target_on_overwatch():
    assert pick(held(), RECRUIT).id == "done"  # nobody is in sight
    rows = ("a1 .*12 b1", ".*14", ".*14")
    seen = Squads(*rows, phase="start", turns=5).asked("a", "overwatch", ["a1:overwatch", "done"])
    assert pick(seen, RECRUIT).id == "a1:overwatch"
    last = Squads(*rows, phase="start", turns=1, seats=["b", "a"]).asked("a", "overwatch", ["a1:overwatch", "done"])
    assert pick(last, RECRUIT).id == "done"  # WH-09: no enemy moves any more


def test_wh_a26_a_veterans_hidden_squad_does_not_reveal_itself_for_a_poor_shot():
    rows = ("a1 n .*12 b1", ".*14 b2", ".*14 b3")
    scene = Squads(*rows, a1="line figures=2").chooses("a1:hide").asked("a", "shoot")
    assert pick(scene).action == "ranged_attack"
    assert pick(scene, VETERAN).id == "end"
    assert "being seen should cost a hidden squad more than its shot takes" in VETERAN.thought.chosen.reasons
    alone = Squads("a1 n .*12 b1", a1="line", b1="line figures=2").chooses("a1:hide").asked("a", "shoot")
    assert pick(alone, VETERAN).action == "ranged_attack"
