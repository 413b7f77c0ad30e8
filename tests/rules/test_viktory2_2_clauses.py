"""VIKTORY II: every clause of the artillery page, one by one (VK-01 to VK-28).

b4, where it stands, is there so that B is asked again.
"""

from __future__ import annotations

import pytest

from tests.hexes import Hexes


def test_vk_01_a_gun_bombards_with_two_dice_and_a_frigate_with_one():
    scene = Hexes("a1 b7 . a2 .", "b9 ~ ~ ~ ~").chooses("b7:bombard:0,0").dice(2).rolls("bombard", 4, 5)
    scene.chooses("b9:bombard:0,0").dice(1).rolls("bombard", 2).out("a1")


@pytest.mark.parametrize(("guns", "dice"), [("b7", 2), ("b7+b8", 4)])
def test_vk_02_every_gun_throws_two_dice_before_the_battle(guns, dice):
    scene = Hexes(f"{guns}+b1 a1 .").attacks(1, 0, *guns.split("+")).dice(dice)
    scene.rolls("pre-battle fire", *[6] * dice).rolls("attack", 6).rolls("defence", 6)


def test_vk_03_the_firing_player_picks_the_victims_of_bombarding_and_of_pre_battle_fire():
    scene = Hexes("b7 a1+a5+a7 .").chooses("b7:bombard:1,0").rolls("bombard", 3, 4)
    scene.asked("b", "victim", ["remove:a1", "remove:a5", "remove:a7"]).chooses("remove:a5").out("a5")
    scene = Hexes("b7 a1+a5 .").attacks(1, 0, "b7").rolls("pre-battle fire", 2, 6)
    scene.asked("b", "victim", ["remove:a1", "remove:a5"]).chooses("remove:a1").out("a1")


def test_vk_04_a_gun_fires_out_of_turn_at_a_unit_that_comes_next_to_it_or_into_its_hex():
    Hexes("a7 . . b1").chooses("b1:move:1,0").asked("a", "react", ["a7:overwatch:b1", "pass"])
    Hexes("a7 b1 .").attacks(0, 0, "b1").asked("a", "react", ["a7:overwatch:0,0", "pass"])
    Hexes("a1 . . b1 b2").chooses("b1:move:1,0").asked("b", "act").refused("a1", "VK-04", "only artillery has")


def test_vk_05_the_owner_of_a_gun_decides_whether_it_fires():
    scene = Hexes("a7 . . b1").chooses("b1:move:1,0").asked("a", "react", default="pass").chooses("pass")
    scene.stands("b1", 1, 0).never_says("rolled")


def test_vk_06_each_gun_fires_overwatch_once_in_an_enemy_turn():
    scene = Hexes("a7 . . b1+b2 b4").chooses("b1:move:1,0", "a7:overwatch:b1").rolls("overwatch", 6)
    scene.chooses("b2:move:1,0").asked("b", "act").stands("b2", 1, 0)
    scene.refused("a7", "VK-06", "it has fired in B’s turn, and one shot is the limit")


def test_vk_06_two_guns_have_a_shot_each():
    scene = Hexes("a7+a8 . . b1").chooses("b1:move:1,0", "a7:overwatch:b1").rolls("overwatch", 6)
    scene.asked("a", "react", ["a8:overwatch:b1", "pass"]).refused("a7", "VK-06")


def test_vk_07_the_shot_is_fired_into_the_hex_that_drew_it_before_the_rest_of_the_move():
    scene = Hexes(". a7 . . .", ". . b5 . b4").chooses("b5:move:0,1").asked("a", "react").stands("b5", 1, 1)
    scene.chooses("a7:overwatch:b5").rolls("overwatch", 2).out("b5").asked("b", "act")
    assert scene.setup.board.xy(scene.unit("b5").at) == (1, 1)


def test_vk_08_a_gun_that_moves_up_is_fired_at_before_it_can_bombard():
    scene = Hexes("a7 . . b7").chooses("b7:move:1,0").asked("a", "react").never_says("bombarded")
    scene.chooses("a7:overwatch:b7").rolls("overwatch", 5).asked("b", "act").offers("b7:bombard:0,0")
    scene = Hexes("a7 . . b7+b1").chooses("b7:move:1,0", "a7:overwatch:b7").rolls("overwatch", 1).out("b7")
    scene.asked("b", "act").does_not_offer("b7:bombard:0,0")


def test_vk_09_units_already_next_to_the_gun_are_fired_at_before_their_battle():
    scene = Hexes("a7 b1 .").attacks(0, 0, "b1").asked("a", "react").never_says("went_in", "rolled")
    scene.chooses("a7:overwatch:0,0").rolls("overwatch", 4, 6).says("B1 goes into 0101.").rolls("pre-battle fire", 4, 4)


@pytest.mark.parametrize("hex_", ["a1", ".:Ta", ".:Ca", "a1:Ca"])
def test_vk_10_a_gun_throws_two_dice_at_a_unit_entering_a_hex_beside_it_with_a_friend_in_it(hex_):
    scene = Hexes(f"a7 {hex_} b1 .").attacks(1, 0, "b1").asked("a", "react").chooses("a7:overwatch:1,0")
    scene.dice(2).rolls("overwatch", 6, 6).cites("rolled", "VK-10")


def test_vk_11_a_gun_throws_two_dice_at_a_unit_entering_its_own_hex():
    scene = Hexes("a7 b1 .").attacks(0, 0, "b1").chooses("a7:overwatch:0,0").dice(2).rolls("overwatch", 6, 6)
    scene.cites("rolled", "VK-11")


def test_vk_12_a_gun_throws_one_die_at_a_unit_entering_a_hex_beside_it_without_a_friend():
    scene = Hexes("a7 . . b1").chooses("b1:move:1,0", "a7:overwatch:b1").dice(1).rolls("overwatch", 4)
    scene.cites("rolled", "VK-12").stands("b1", 1, 0)


def test_vk_13_the_firing_player_picks_the_units_that_overwatch_hits():
    scene = Hexes("a7 b1+b5+b7 .").attacks(0, 0, "b1", "b5", "b7").chooses("a7:overwatch:0,0").rolls("overwatch", 3, 6)
    scene.asked("a", "victim", ["remove:b1", "remove:b5", "remove:b7"]).chooses("remove:b5").out("b5")
    scene.cites("eliminated", "VK-13")


def test_vk_14_a_gun_waits_until_all_attackers_are_lined_up():
    scene = Hexes(". a7 . .", "b2 b1 . .").chooses("b1:move:1,0").asked("b", "act").stands("b1", 1, 1)
    scene.chooses("b2:move:1,0").asked("b", "act").stands("b2", 0, 1).never_says("passed", "reaction_declared")
    scene.chooses("battle:1,0").asked("a", "react").says("B2 and B1 attack 0201.")
    assert scene.match.pending.option("a7:overwatch:1,0").targets == ("b2", "b1")


def test_vk_14_a_unit_lined_up_does_nothing_else_and_the_battle_must_be_fought():
    scene = Hexes("a1 b7 . a2").chooses("b7:move:0,0").asked("b", "act", ["battle:0,0"])
    scene.refused("b7", "VK-A34", "lined up for the attack on 0101").does_not_offer("end", "b7:move:2,0")


def test_vk_15_overwatch_may_take_an_attacking_gun_before_its_pre_battle_fire():
    scene = Hexes("a7 b1+b7 .").attacks(0, 0, "b1", "b7").chooses("a7:overwatch:0,0").rolls("overwatch", 1, 6)
    scene.chooses("remove:b7").dice(2).rolls("pre-battle fire", 6, 6).says(
        "Pre-battle fire of A: 6, 6, no hits at 3 or less."
    )


def test_vk_16_a_gun_fires_at_attackers_of_a_neighbouring_hex():
    scene = Hexes("a7 a1 b1 .").attacks(1, 0, "b1").asked("a", "react", ["a7:overwatch:1,0", "pass"])
    scene.chooses("a7:overwatch:1,0").rolls("overwatch", 3, 5).out("b1").stands("a7", 0, 0)


def test_vk_17_a_gun_that_passes_up_one_unit_may_fire_at_a_later_one():
    scene = Hexes("a7 . . b1+b7").chooses("b1:move:1,0", "pass", "b7:move:1,0").asked("a", "react")
    scene.chooses("a7:overwatch:b7").rolls("overwatch", 3).out("b7")


def test_vk_18_a_gun_that_fired_in_one_players_turn_fires_again_in_the_next_players():
    scene = Hexes(". a7 . b1 .", ". . . c1 .").chooses("b1:move:2,0", "a7:overwatch:b1").rolls("overwatch", 6)
    scene.chooses("end").says("A7 has its overwatch again.", "Turn 1, C.").chooses("c1:move:1,1")
    scene.asked("a", "react", ["a7:overwatch:c1", "pass"])


def test_vk_19_a_frigate_is_a_target_and_takes_its_cargo_down():
    scene = Hexes("a7 . . .", "~ ~ ~ b9(b1+b7)").chooses("b9:move:0,1").asked("a", "react", ["a7:overwatch:b9", "pass"])
    scene.chooses("a7:overwatch:b9").rolls("overwatch", 2).out("b1", "b7", "b9").cites("went_down", "VK-19")


def test_vk_20_a_gun_need_not_fire_at_the_first_unit_that_comes():
    scene = Hexes("a7 . . b1+b2 b4").chooses("b1:move:1,0").asked("a", "react").chooses("pass").asked("b", "act")
    scene.chooses("b2:move:1,0").asked("a", "react", ["a7:overwatch:b2", "pass"])


def test_vk_21_a_chance_that_was_passed_up_does_not_come_back():
    scene = Hexes(". a7 . c7 .", ". . b1 . b4").chooses("b1:move:2,0").asked("c", "react").chooses("pass")
    scene.asked("a", "react").chooses("a7:overwatch:b1").rolls("overwatch", 6).asked("b", "act").stands("b1", 2, 0)


def test_vk_22_overwatch_does_not_reach_two_hexes():
    scene = Hexes("a7 . . . b1 b4").chooses("b1:move:2,0").asked("b", "act").stands("b1", 2, 0)
    scene.never_says("passed", "reaction_declared")
    scene = Hexes("a7 . a8 . . b1").chooses("b1:move:3,0").asked("a", "react", ["a8:overwatch:b1", "pass"])
    scene.refused("a7", "VK-22", "3 hexes from 0401, 1 is the limit")


def test_vk_23_leaving_for_a_hex_farther_off_draws_no_fire():
    scene = Hexes("a7 b1 . .").chooses("b1:move:2,0").asked("b", "act").never_says("reaction_declared", "passed")
    scene = Hexes("a7 b1 . a8").chooses("b1:move:2,0").asked("a", "react", ["a8:overwatch:b1", "pass"])
    scene.refused("a7", "VK-23", "B1 leaves for 0301, 2 hexes off")


def test_vk_24_along_a_road_every_hex_beside_the_gun_draws_fire():
    road = [[0, 1], [1, 1], [2, 1], [3, 1]]
    scene = Hexes(". . a7 . .", "b1:Tb m m .:Tb b4", roads=[road]).chooses("b1:move:3,1")
    scene.asked("a", "react").stands("b1", 1, 1).chooses("pass").asked("a", "react").stands("b1", 2, 1)
    scene.chooses("pass").asked("b", "act").stands("b1", 3, 1)


def test_vk_25_placing_reserves_next_to_a_gun_draws_no_fire():
    scene = Hexes("a7 b2:Kb . b1", b2="reserve").chooses("end").asked("b", "place", ["b2:place:1,0", "done"])
    scene.refused("a7", "VK-25", "placing reserves triggers no overwatch").chooses("b2:place:1,0").stands("b2", 1, 0)
    scene.never_says("passed", "reaction_declared")


def test_vk_26_boarding_a_ship_next_to_the_gun_draws_fire():
    scene = Hexes(". a7 . .", "b1 b9@~ . .")
    assert scene.match.pending.option("b1:load:b9").clauses == ("VK-A32", "VK-26")
    scene.chooses("b1:load:b9").asked("a", "react", ["a7:overwatch:b1", "pass"])
    scene.chooses("pass").aboard("b1", "b9")


def test_vk_27_the_shot_is_at_the_unit_that_boards():
    scene = Hexes(". a7 . .", "b1 b9(b2)@~ . .").chooses("b1:load:b9", "a7:overwatch:b1").rolls("overwatch", 1)
    scene.out("b1").aboard("b2", "b9").stands("b9", 1, 1).cites("eliminated", "VK-27")


def test_vk_28_a_ship_sailing_from_one_hex_beside_the_gun_to_another_draws_fire():
    scene = Hexes(". a7 . .", "b9(b1) ~ ~ ~").chooses("b9:move:1,1").asked("a", "react", ["a7:overwatch:b9", "pass"])
    scene.chooses("a7:overwatch:b9").rolls("overwatch", 3).out("b1", "b9")


def test_why_a_gun_was_not_asked_is_answered_by_what_was_done_last():
    scene = Hexes("a7 b1 . . .", ". . . . b4").chooses("b1:move:2,0").asked("b", "act")
    scene.refused("a7", "VK-23", "B1 leaves for 0301, 2 hexes off").chooses("b4:move:3,1")
    scene.refused("a7", "VK-22", "hexes from 0402, 1 is the limit")
    scene = Hexes("a7 b7 b4").chooses("b7:bombard:0,0").rolls("bombard", 5, 6).asked("b", "act")
    scene.refused("a7", "VK-22", "B7 bombards without a move, and only a move triggers overwatch")
    scene = Hexes("a7 . . b1 b4").chooses("b1:move:1,0").chooses("pass").asked("b", "act")
    scene.refused("a7", "VK-21", "it was asked, and let that chance go")


def test_vk_26_boarding_out_of_every_guns_reach_does_not_speak_of_overwatch():
    scene = Hexes("a7 . . . b1 b9@~ b4")
    assert scene.match.pending.option("b1:load:b9").clauses == ("VK-A32",)
    scene.chooses("b1:load:b9")
    assert scene.event("loaded").clauses == ("VK-A32",)
