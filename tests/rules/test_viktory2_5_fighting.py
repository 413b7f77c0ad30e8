"""VIKTORY II: battles, supply, reserves, and how the game is won (VK-A35 to VK-A45).

b4, where it stands, is there so that B is asked again.
"""

from __future__ import annotations

import pytest

from tests.hexes import Hexes
from tests.viewed import viewed


@pytest.mark.parametrize(
    ("row", "group", "dice"),
    [
        ("a1 b1+b2 . b4", ["b1", "b2"], 1),
        ("a1 b1+b5 . b4", ["b1", "b5"], 2),
        ("a1 b1+b5+b7 . b4", ["b1", "b5", "b7"], 3),
        ("b2 a1 b1 b4", ["b1", "b2"], 2),
    ],
)
def test_vk_a35_the_attacker_has_a_die_for_each_kind_and_for_each_further_hex(row, group, dice):
    at = row.split().index("a1")
    scene = Hexes(row).attacks(at, 0, *group)
    if "b7" in group:
        scene.rolls("pre-battle fire", 6, 6)
    scene.dice(dice)


def test_vk_a35_an_attacking_hex_counts_while_a_unit_from_it_is_left():
    scene = Hexes("b2 a1+a2+a3 b1 b4").attacks(1, 0, "b1", "b2").dice(2).rolls("attack", 6, 6).rolls("defence", 3)
    scene.chooses("remove:b2", "stay").dice(1)


@pytest.mark.parametrize(
    ("defence", "dice"),
    [
        ("a1", 1),
        ("a1+a2", 1),
        ("a1+a5", 2),
        ("a1@f", 2),
        ("a1@m", 3),
        ("a1:Ta", 2),
        ("a1:Ca", 3),
        ("a1:Ka", 3),
        ("a1@f:Ta", 2),  # the best of both
        ("a1@m:Ta", 3),
        ("a1@m:Ca", 3),
    ],
)
def test_vk_a35_the_defender_has_a_die_for_each_kind_and_the_better_of_ground_and_town(defence, dice):
    scene = Hexes(f"{defence} b1 b4").attacks(0, 0, "b1").rolls("attack", 6).dice(dice)
    scene.rolls("defence", *[6] * dice)


def test_vk_a35_a_frigate_beside_the_hex_supports_the_defence_with_one_die():
    Hexes("a9 a1 b1 b4", "a0@~ . . .").attacks(1, 0, "b1").rolls("attack", 6).dice(2)
    Hexes("a9 .:Ta b1 b4").attacks(1, 0, "b1").dice(1)  # nobody there to be supported


def test_vk_a36_a_natural_one_is_picked_by_the_roller_and_other_hits_by_the_owner():
    scene = Hexes("a1+a5+a2 b1+b5 b4").attacks(0, 0, "b1", "b5").rolls("attack", 1, 3).rolls("defence", 6, 6)
    scene.asked("b", "victim", ["remove:a1", "remove:a2", "remove:a5"], default="remove:a5").chooses("remove:a5")
    scene.asked("a", "victim", ["remove:a1", "remove:a2"]).chooses("remove:a2").out("a2", "a5")


def test_vk_a36_both_sides_throw_at_the_same_time():
    scene = Hexes("a1 b1 b4 . a2").attacks(0, 0, "b1").rolls("attack", 3).rolls("defence", 3).out("a1", "b1")
    scene.says("The attack on 0101 fails.").asked("b", "act")


@pytest.mark.parametrize(("face", "gone"), [(4, ["a1"]), (5, [])])
def test_vk_a36_in_combat_supply_a_four_hits(face, gone):
    scene = Hexes("a1 b1 b4 .", ".:Kb m:Cb f:Cb g:Cb").attacks(0, 0, "b1").rolls("attack", face)
    scene.rolls("defence", 6).out(*gone)


def test_vk_a37_hits_beyond_the_last_defender_take_defence_dice():
    scene = Hexes("a1@m b1+b5 b4").attacks(0, 0, "b1", "b5").rolls("attack", 2, 3)
    scene.says("Surplus hits take one die from A.").dice(2).rolls("defence", 6, 6)


def test_vk_a37_hits_beyond_the_last_defender_never_take_the_dice_of_a_town_or_city():
    scene = (
        Hexes("b2 a1:Ca b1+b5+b7 b4", ". . . .").attacks(1, 0, "b1", "b5", "b7", "b2").rolls("pre-battle fire", 6, 6)
    )
    scene.dice(4).rolls("attack", 2, 2, 2, 2).says("Surplus hits take one die from A.").dice(2)
    Hexes("b2 a1+a2:Ta b1 b4").attacks(1, 0, "b1", "b2").rolls("attack", 2, 2).never_says("defence_suppressed")


def test_vk_a37_of_a_town_in_the_mountains_one_of_the_two_dice_of_the_ground_stays():
    scene = Hexes("b2 a1@m:Ta b1+b5 b4", ". . . .").attacks(1, 0, "b1", "b5", "b2").rolls("attack", 2, 2, 2)
    scene.says("Surplus hits take two dice from A.").dice(1)


def test_vk_a38_attackers_may_retreat_to_the_hex_a_fallen_one_came_from():
    fallen = Hexes("b5 a1+a2+a3 b1 b4").attacks(1, 0, "b5", "b1").rolls("attack", 6, 6, 6).rolls("defence", 2)
    fallen.asked("b", "victim").chooses("remove:b5").chooses("retreat")
    fallen.asked("b", "retreat", ["b1:retreat:0,0", "b1:retreat:2,0"])  # from the one only B5 came


def test_vk_a38_after_any_round_with_defenders_left_attackers_may_retreat_to_hexes_they_came_from():
    scene = Hexes("b2 a1 b1 b4").attacks(1, 0, "b1", "b2").rolls("attack", 6, 6).rolls("defence", 6)
    scene.asked("b", "retreat", ["stay", "retreat"], default="stay").chooses("stay").rolls("attack", 6, 6)
    scene.rolls("defence", 6).chooses("retreat").asked("b", "retreat", unit="b2").chooses("b2:retreat:2,0")
    scene.asked("b", "retreat", ["b1:retreat:0,0", "b1:retreat:2,0"]).chooses("b1:retreat:2,0")
    scene.stands("b1", 2, 0).stands("b2", 2, 0).does_not_offer("b1:move:1,0").refused("b1", "VK-A34", "it has fought")


def test_vk_a38_attackers_from_the_sea_retreat_aboard():
    scene = Hexes("a1 b9(b1)@~ . b4").chooses("b1:unload:0,0", "battle:0,0").rolls("attack", 6).rolls("defence", 6)
    scene.says("B1 goes into 0101.").chooses("retreat").says("B1 retreats to 0201.").aboard("b1", "b9")


def test_vk_a38_a_ship_that_came_through_a_port_cannot_retreat():
    scene = Hexes("a9 .:Tb b9 . b4", "~ ~ . . .").chooses("b9:move:0,0", "battle:0,0").stands("b9", 0, 0)
    assert scene.event("went_in").fields["at"] == scene.cell(0, 0)
    scene.rolls("attack", 6).rolls("defence", 6).asked("dice", "roll")


def test_vk_a39_an_empty_town_is_taken_by_living_through_a_round_of_its_dice():
    scene = Hexes(".:Ta b1 b4 a1").attacks(0, 0, "b1").dice(1).rolls("defence", 4).holds(0, 0, "b").stands("b1", 0, 0)
    scene = Hexes(".:Ca b1 b4 . a1").attacks(0, 0, "b1").dice(2).rolls("defence", 4, 3).holds(0, 0, "a").out("b1")
    scene.never_says("site_taken")


def test_vk_a39_a_town_whose_defenders_fall_to_pre_battle_fire_still_fights_its_round():
    scene = Hexes("a1:Ta b7 b4", ". . .").attacks(0, 0, "b7").rolls("pre-battle fire", 1, 6).out("a1")
    scene.dice(1).rolls("defence", 3).out("a1", "b7").holds(0, 0, "a")


def test_vk_a39_in_open_ground_there_is_no_round_once_the_last_defender_has_fallen():
    scene = Hexes("a1@m b7 b4 . a2").attacks(0, 0, "b7").rolls("pre-battle fire", 1, 6).out("a1").asked("b", "act")
    scene.says("B holds 0101.").never_says("attack_failed")


def test_vk_a40_at_sea_each_side_has_one_die_and_the_attacker_one_for_each_further_hex():
    scene = (
        Hexes("b9 a9+a0 b0 ~ b4").attacks(1, 0, "b9", "b0").dice(2).rolls("attack", 6, 2).dice(1).rolls("defence", 6)
    )
    scene.asked("a", "victim", ["remove:a9", "remove:a0"])
    scene = Hexes("a9 b9(b1) ~ b4").attacks(0, 0, "b9").dice(1).rolls("attack", 6).rolls("defence", 1).out("b1", "b9")


@pytest.mark.parametrize(
    ("site", "kinds"),
    [
        (".:Tb", ["b1"]),
        (".:Cb", ["b1"]),
        ("m:Cb", ["b1", "b7"]),
        ("g:Cb", ["b1", "b5"]),
        ("f:Cb", ["b1", "b9"]),
        ("f:Kb", ["b1", "b9"]),
    ],
)
def test_vk_a41_what_towns_and_cities_keep(site, kinds):
    reserve = dict.fromkeys(("b1", "b5", "b7", "b9"), "reserve")
    scene = Hexes(f"b1+b5+b7+b9@{site} ~ . . a1", **reserve).asked("b", "place")
    assert sorted({option.unit for option in scene.match.pending.options} - {""}) == kinds


def test_vk_a41_a_seat_has_no_more_units_on_the_map_than_its_towns_and_cities_keep():
    scene = Hexes("b2:Tb . b1 b8 . a1", b2="reserve").chooses("end").asked("a", "act")  # one infantry is out already
    Hexes("b2:Tb .:Tb b1 b8 . a1", b2="reserve").chooses("end").asked(
        "b", "place", ["b2:place:0,0", "b2:place:1,0", "done"]
    )
    assert scene.match.front.units["b2"].out


def test_vk_a42_each_town_takes_its_number_of_reserves_once_a_turn():
    scene = Hexes("b1+b2+b3:Cb .:Tb . b8 . a1", b1="reserve", b2="reserve", b3="reserve").chooses("end", "b1:place:1,0")
    scene.asked("b", "place", ["b2:place:0,0", "b3:place:0,0", "done"])


def test_vk_a42_reserves_are_not_placed_beside_an_enemy_except_in_the_capital():
    Hexes("b2:Tb a1 . b8", b2="reserve").chooses("end").asked("a", "act")
    Hexes("b2:Kb a1 . b8", b2="reserve").chooses("end").asked("b", "place", ["b2:place:0,0", "done"])


def test_vk_a42_frigates_come_in_at_the_nearest_water():
    scene = Hexes("b9@f:Cb . . a1 b8", "~ ~ . . .", "~ . . . .", b9="reserve").chooses("end")
    scene.asked("b", "place", ["b9:place:0,1", "done"])


def test_vk_a42_reserves_without_a_place_wait():
    scene = Hexes("b2:Tb a1 . b8", b2="reserve").chooses("end").asked("a", "act")
    assert viewed(scene.match)["units"][0]["reserve"]


@pytest.mark.parametrize(
    ("row", "supplied"),
    [
        (".:Kb m:Cb f:Cb g:Cb", True),
        (".:Kb m:Cb f:Cb g:Tb", False),
        (".:Cb m:Cb f:Cb g:Cb", False),
        (".:Ka m:Cb f:Cb g:Cb", False),
    ],
)
def test_vk_a43_combat_supply_takes_the_own_capital_and_a_city_on_each_kind_of_land(row, supplied):
    scene = Hexes("a1 b7 b4 .", row).chooses("b7:bombard:0,0")
    scene.rolls("bombard", 4, 6)
    assert scene.unit("a1").out is supplied


def test_vk_a44_a_town_goes_to_the_seat_that_wins_the_hex_or_enters_it_without_enemies():
    Hexes("a1:Ta b1 . . a2").attacks(0, 0, "b1").rolls("attack", 2).rolls("defence", 6, 6).holds(0, 0, "b")
    Hexes(".:T b1 b4 . a1").holds(0, 0, "").chooses("b1:move:0,0").holds(0, 0, "b").says("B takes the town at 0101.")
    Hexes("b9(b1)@~ .:T . a1").chooses("b1:unload:1,0").holds(1, 0, "b")


def test_vk_a45_taking_a_capital_puts_its_owner_out():
    scene = Hexes(".:Ka b1 b4 c1", "a5:Ta . . .", a5="").attacks(0, 0, "b1").rolls("defence", 6, 6).holds(0, 0, "b")
    scene.says("A has lost its capital and is out.", "A5 leaves the map.").holds(0, 1, "").out("a5").asked("b", "act")
    scene.chooses("end").asked("c", "act").chooses("end").asked("b", "act")  # A has no turns any more


def test_vk_a45_the_last_seat_in_the_game_wins_at_once():
    scene = Hexes("a1 b1 b4", seats="ab").attacks(0, 0, "b1").rolls("attack", 2).rolls("defence", 6)
    scene.says("B wins: nobody else is left.")
    assert scene.match.outcome.winner == "b"


@pytest.mark.parametrize(
    ("row", "winner", "reason"),
    [
        ("a1 . .:Tb b1", "b", "more towns and cities, 1 against 0"),
        ("a1:Ca . .:Tb b1", "a", "more towns and cities, 2 against 1"),
        ("a1 . . b1+b2", "b", "more units, 2 against 1"),
        ("a1:Ta . .:Tb b1", "", "equal in towns, cities and units"),
    ],
)
def test_vk_a45_after_the_last_turn_towns_and_cities_count_then_units(row, winner, reason):
    scene = Hexes(row, turns=1, seats="ab").chooses("end", "end")
    scene.ends(winner, reason)
