"""VIKTORY II: how the game reads the unclear places of the artillery page (VK-A1 to VK-A24).

b4, where it stands, is there so that B is asked again.
"""

from __future__ import annotations

import pytest

from tests.hexes import Hexes


def test_vk_a1_an_empty_town_of_ones_own_counts_as_a_friend_and_makes_it_two_dice():
    scene = Hexes("a7 .:Ta b1 .").attacks(1, 0, "b1").chooses("a7:overwatch:1,0").dice(2)
    scene.rolls("overwatch", 6, 6).cites("rolled", "VK-10")


def test_vk_a2_each_hex_on_the_way_draws_fire_and_the_attack_of_the_whole_group_once_more():
    scene = Hexes(". a1 a7 . .", "b2 . . b5 b4").chooses("b5:move:1,0").asked("a", "react").stands("b5", 2, 1)
    scene.chooses("pass").asked("a", "react").stands("b5", 1, 1).chooses("pass").asked("b", "act")
    scene.chooses("b2:move:1,0").asked("b", "act").chooses("battle:1,0")
    scene.asked("a", "react", ["a7:overwatch:1,0", "pass"]).chooses("pass").asked("dice", "roll")


def test_vk_a3_two_hits_take_two_units_and_hits_left_over_are_lost():
    scene = Hexes("a7 b1+b2+b3 .").attacks(0, 0, "b1", "b2", "b3").chooses("a7:overwatch:0,0").rolls("overwatch", 2, 3)
    scene.asked("a", "victim").chooses("remove:b1").asked("a", "victim", ["remove:b2", "remove:b3"]).chooses(
        "remove:b3"
    )
    scene.out("b1", "b3")
    scene = Hexes("a7 b1 b4", ". b2 .").attacks(0, 0, "b1").chooses("a7:overwatch:0,0").rolls("overwatch", 1, 1)
    scene.out("b1").asked("b", "act").stands("b2", 1, 1)


def test_vk_a4_only_units_that_move_in_can_be_picked_as_victims():
    scene = Hexes("a7 b2 . b1 b4").chooses("b1:move:1,0").asked("a", "react", ["a7:overwatch:b1", "pass"])
    scene.chooses("a7:overwatch:b1").rolls("overwatch", 1).out("b1").stands("b2", 1, 0)


def test_vk_a5_several_guns_fire_one_after_the_other_in_their_owners_order():
    scene = Hexes("a7+a8 b1+b2 .").attacks(0, 0, "b1", "b2")
    scene.asked("a", "react", ["a7:overwatch:0,0", "a8:overwatch:0,0", "pass"])
    scene.chooses("a8:overwatch:0,0").rolls("overwatch", 1, 6).chooses("remove:b1").out("b1")
    scene.asked("a", "react", ["a7:overwatch:0,0", "pass"]).chooses("pass").says("B2 goes into 0101.")


def test_vk_a5_a_pass_holds_back_the_seats_remaining_guns_and_no_other_seats():
    scene = (
        Hexes(". a7+a8 . c7 .", ". . b1 . b4").chooses("b1:move:2,0").asked("c", "react", ["c7:overwatch:b1", "pass"])
    )
    scene.chooses("pass").asked("a", "react", ["a7:overwatch:b1", "a8:overwatch:b1", "pass"]).chooses("pass")
    scene.asked("b", "act").stands("b1", 2, 0)


SUPPLIED = ["a7 . . b1 b4", ".:Ka m:Ca f:Ca g:Ca ."]


@pytest.mark.parametrize(
    ("rows", "face", "hit"), [(SUPPLIED, 4, True), (["a7 . . b1 b4", ".:Ka m:Ca f:Ca g:Ta ."], 4, False)]
)
def test_vk_a6_a_four_hits_if_the_firing_player_is_in_combat_supply(rows, face, hit):
    scene = Hexes(*rows).chooses("b1:move:1,0", "a7:overwatch:b1").rolls("overwatch", face)
    assert scene.unit("b1").out is hit


def test_vk_a7_a_road_is_followed_hex_by_hex_as_it_is_drawn():
    road = [[0, 1], [1, 1], [2, 1], [2, 2]]
    scene = Hexes(". . . . .", "b1:Tb m m . b4", ". . .:Tb . a1", roads=[road]).chooses("b1:move:2,2")
    path = scene.event("moved").fields["path"]
    assert [scene.setup.board.xy(cell) for cell in path] == [(0, 1), (1, 1), (2, 1), (2, 2)]
    scene.asked("b", "act").offers("b1:move:3,2")  # the road was one hex of movement


def test_vk_a8_going_ashore_draws_fire():
    scene = Hexes(". a7 . b4", "b9(b1) . ~ ~").chooses("b1:unload:1,1").asked("a", "react", ["a7:overwatch:b1", "pass"])
    scene.chooses("a7:overwatch:b1").rolls("overwatch", 3).out("b1").stands("b9", 0, 1)


@pytest.mark.parametrize(("choice", "seat", "kind"), [("no", "b", "act"), ("yes", "a", "react")])
def test_vk_a9_a_ruling_says_whether_a_retreat_draws_fire(choice, seat, kind):
    scene = Hexes("a1 b1 . . b4", "a7 . . . .", rulings={"VK-A9": choice}).attacks(0, 0, "b1").passes("a")
    scene.rolls("attack", 6).rolls("defence", 6).chooses("retreat").stands("b1", 1, 0).asked(seat, kind)


def test_vk_a9_a_unit_shot_on_its_retreat_is_lost_and_the_hex_has_held():
    scene = Hexes("a1 b1 . . b4", "a7 . . . .", rulings={"VK-A9": "yes"}).attacks(0, 0, "b1").passes("a")
    scene.rolls("attack", 6).rolls("defence", 6).chooses("retreat", "a7:overwatch:b1").dice(1).rolls("overwatch", 1)
    scene.out("b1").says("The attack on 0101 fails; A holds it.").asked("b", "act")


def test_vk_a10_lost_units_and_their_cargo_go_to_the_reserve():
    scene = Hexes(". a7 . .", "~ ~ b9(b1)@~ b5", "f:Kb . . .").chooses("b9:move:1,1")
    scene.chooses("a7:overwatch:b9").rolls("overwatch", 1).out("b1", "b9").chooses("end")
    scene.asked("b", "place", ["b9:place:0,1", "b1:place:0,2", "done"])


def test_vk_a11_a_gun_has_no_overwatch_in_its_owners_turn():
    scene = Hexes("b7 . . b1 a1").refused("b7", "VK-A11", "the other players’ turns").chooses("b1:move:1,0")
    scene.asked("b", "act").never_says("passed", "reaction_declared")


def test_vk_a12_a_gun_attacked_in_its_hex_fires_overwatch_and_pre_battle_fire():
    scene = Hexes("a7 b1+b2 .").attacks(0, 0, "b1", "b2").chooses("a7:overwatch:0,0").rolls("overwatch", 6, 6)
    scene.dice(2).rolls("pre-battle fire", 6, 6).asked("dice", "roll")


def test_vk_a13_overwatch_fire_costs_the_gun_nothing_in_its_own_turn():
    scene = Hexes("a7 . b1 b4", seats="ab").chooses("b1:move:1,0", "a7:overwatch:b1").rolls("overwatch", 6)
    scene.chooses("end").asked("a", "act").offers("a7:bombard:1,0", "a7:move:1,0")


def test_vk_a14_when_overwatch_kills_the_only_attacker_other_units_may_still_attack():
    scene = (
        Hexes("a7 b1 b4", ". b2 .", ". . .").attacks(0, 0, "b1").chooses("a7:overwatch:0,0").rolls("overwatch", 1, 6)
    )
    scene.says("Nobody is left to attack 0101.").never_says("attack_failed").asked("b", "act")
    Hexes("a7+a1 b1+b2 b4").attacks(0, 0, "b1").chooses("a7:overwatch:0,0").rolls("overwatch", 1, 6).offers(
        "b2:move:0,0"
    )


def test_vk_a15_a_gun_aboard_has_no_overwatch():
    scene = Hexes("~ a9(a7) . . b1", ". . . . b4").chooses("b1:move:2,0").asked("b", "act")
    scene.refused("a7", "VK-A15", "aboard A9, and cargo does not fight")


def test_vk_a16_ships_placed_among_enemies_fight_without_overwatch():
    scene = Hexes("b9@f:Kb a7 . b4", "a9 . . .", b9="reserve").chooses("end", "b9:place:0,1")
    scene.says("B9 attacks 0102.").dice(1).rolls("attack", 3).dice(1).rolls("defence", 4).out("a9").never_says(
        "passed", "reaction_declared"
    )


def test_vk_a17_a_unit_does_not_go_on_after_another_was_shot_at_as_it_moved():
    scene = Hexes("b1 . . b2 . a7", "b4 . . . . .").chooses("b1:move:1,0", "b2:move:4,0").chooses("a7:overwatch:b2")
    scene.rolls("overwatch", 1).out("b2").refused("b1", "VK-A17", "another unit since")


def test_vk_a17_units_move_one_at_a_time():
    scene = Hexes("a7 . . b1+b2 b4").chooses("b1:move:2,0", "b2:move:2,0").refused("b1", "VK-A17", "another unit since")
    scene.offers("b2:move:1,0").does_not_offer("b1:move:1,0")


def test_vk_a18_a_passing_unit_is_a_target_in_every_hex_until_the_gun_has_fired():
    scene = Hexes(". a7 . . .", ". . b5 . b4").chooses("b5:move:0,0").asked("a", "react").stands("b5", 1, 1)
    scene.chooses("pass").asked("a", "react").stands("b5", 0, 1).chooses("a7:overwatch:b5").rolls("overwatch", 6)
    scene.asked("b", "act").stands("b5", 0, 0)


def test_vk_a19_a_town_that_has_been_taken_no_longer_counts_as_a_friend():
    scene = Hexes("a7 .:Ta b1+b2 b4").attacks(1, 0, "b1").chooses("pass").rolls("defence", 6).holds(1, 0, "b")
    scene.chooses("b2:move:1,0", "a7:overwatch:b2").dice(1).rolls("overwatch", 6).cites("rolled", "VK-12")


def test_vk_a20_each_unit_that_boards_draws_fire_with_one_die():
    scene = Hexes(". a7 . b4", "b1 b9@~ b2 .").chooses("b1:load:b9", "pass", "b2:load:b9")
    scene.chooses("a7:overwatch:b2").dice(1).rolls("overwatch", 2).out("b2").aboard("b1", "b9")


def test_vk_a21_attackers_left_after_overwatch_fight_a_round():
    scene = Hexes("a7 b1+b2 .").attacks(0, 0, "b1", "b2").chooses("a7:overwatch:0,0").rolls("overwatch", 1, 6)
    scene.chooses("remove:b1").rolls("pre-battle fire", 6, 6).rolls("attack", 6).rolls("defence", 6)
    scene.asked("b", "retreat", ["stay", "retreat"])


def test_vk_a22_a_port_that_is_passed_through_draws_fire():
    scene = Hexes(". . a7 . .", "b9 .:Tb ~ . b4").chooses("b9:move:2,1").asked("a", "react").stands("b9", 1, 1)
    scene.chooses("a7:overwatch:b9").dice(1).rolls("overwatch", 4).asked("b", "act").stands("b9", 2, 1)


def test_vk_a22_a_ferry_draws_fire_along_the_hexes_of_its_line():
    road = [[0, 1], [1, 1], [2, 1]]
    scene = Hexes(". . a7 . .", "b1:Tb ~ .:Tb . b4", roads=[road]).chooses("b1:move:2,1").asked("a", "react")
    scene.stands("b1", 1, 1).chooses("a7:overwatch:b1").dice(1).rolls("overwatch", 1).out("b1")


def test_vk_a23_a_gun_has_overwatch_whatever_it_did_in_its_own_turn_and_ships_have_none():
    scene = Hexes("a7 . . b1 b4", "a9 . . . .", seat="a", seats="ab").chooses("a7:move:1,0", "end")
    scene.asked("b", "act").refused("a9", "VK-A23", "frigate has no overwatch, only artillery has")
    scene.chooses("b1:move:2,0").asked("a", "react", ["a7:overwatch:b1", "pass"])


def test_vk_a24_allies_defend_a_hex_together_and_the_first_of_them_decides():
    rows = "a9@~ c9@~ a1+c5@m b1+b2+b5 b4", ". . . . ."
    scene = Hexes(*rows, sides="a+c/b").attacks(2, 0, "b1", "b2", "b5").dice(2).rolls("attack", 2, 6)
    scene.dice(4).rolls("defence", 6, 6, 6, 6)  # two kinds, and the mountain: C's frigate is beside it, but not A's
    scene.asked("a", "victim", ["remove:a1", "remove:c5"]).chooses("remove:c5").out("c5")
    own = Hexes("a9@~ . a1+c5@m b1 b4", "~ a0@~ . . .", sides="a+c/b").attacks(2, 0, "b1").rolls("attack", 6)
    own.dice(5)


def test_vk_a24_without_sides_other_seats_are_enemies_and_only_ones_own_units_are_friends():
    scene = Hexes("a7 .:Tc b1 b4").attacks(1, 0, "b1").asked("a", "react").chooses("a7:overwatch:1,0")
    scene.dice(1).rolls("overwatch", 6).cites("rolled", "VK-12")
