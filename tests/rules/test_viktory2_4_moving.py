"""VIKTORY II: the base game up to the battle: turns, moves, roads, ports, ships, bombarding (VK-A25 to VK-A34).

b4, where it stands, is there so that B is asked again.
"""

from __future__ import annotations

import pytest

from game.engine.answers import Choice
from tests.hexes import Hexes


def ends(scene, unit):
    """Where a unit may go."""
    return sorted(
        scene.setup.board.xy(o.to) for o in scene.match.pending.options if (o.unit, o.action) == (unit, "move")
    )


def test_vk_a25_each_player_moves_and_fights_then_places_reserves_and_then_the_next_has_a_turn():
    scene = Hexes("a1 . b1 . c1", turns=1).chooses("end", "end", "end")
    told = [(e.fields["seat"], e.fields["phase"]) for e in scene.match.events if e.type == "phase_started"]
    assert told == [(seat, phase) for seat in "bca" for phase in ("act", "place")]


def test_vk_a26_nothing_is_built():
    Hexes("a1 . b1:Kb b2", b2="reserve").chooses("end").asked("b", "place", ["b2:place:2,0", "done"])


@pytest.mark.parametrize(("unit", "hexes"), [("b1", 2), ("b7", 2), ("b5", 3)])
def test_vk_a27_infantry_and_artillery_go_two_hexes_cavalry_three(unit, hexes):
    scene = Hexes(f"{unit} . . . . a1")
    assert ends(scene, unit) == [(x, 0) for x in range(1, hexes + 1)]


def test_vk_a27_frigates_sail_five_hexes_and_land_units_do_not_go_into_the_water():
    scene = Hexes("b9 ~ ~ ~ ~ ~ ~ . a1").does_not_offer("b9:move:6,0")
    assert ends(scene, "b9") == [(x, 0) for x in range(1, 6)]
    assert ends(Hexes("~ b1 . a1"), "b1") == [(2, 0), (3, 0)]


def test_vk_a27_an_enemy_hex_ends_the_move():
    assert ends(Hexes("b5 a1 . ."), "b5") == [(1, 0)]
    assert ends(Hexes("b5 .:Ta . . a1"), "b5") == [(1, 0)]


def test_vk_a27_a_unit_may_go_on_until_another_moves():
    scene = Hexes("b5 . . . a1 b4").chooses("b5:move:1,0").offers("b5:move:3,0").does_not_offer("b5:move:4,0")
    scene.chooses("b5:move:3,0").refused("b5", "VK-A27", "it has moved its 3 hexes").chooses("end")


@pytest.mark.parametrize("ground", ["f", "m"])
def test_vk_a28_forest_and_mountain_stop_infantry_and_artillery(ground):
    assert ends(Hexes(f"b1 {ground} . . a1"), "b1") == [(1, 0)]
    assert ends(Hexes(f"b7 {ground} . . a1"), "b7") == [(1, 0)]
    assert ends(Hexes(f"b5 {ground} . . a1"), "b5") == [(1, 0), (2, 0), (3, 0)]


def test_vk_a28_hard_ground_does_not_stop_units_in_a_hex_held_since_the_turn_began():
    assert ends(Hexes("b1 b5@f . . a1"), "b1") == [(1, 0), (2, 0)]
    assert ends(Hexes("b1 f:Tb . . a1"), "b1") == [(1, 0), (2, 0)]
    scene = Hexes("b1 b5@f . . a1").chooses("b5:move:2,0")  # it was there when the turn began
    assert ends(scene, "b1") == [(1, 0), (2, 0)]
    scene = Hexes("b1 b5 f . . . a1 b4").chooses("b5:move:2,0", "b1:move:1,0")
    scene.chooses("b1:move:2,0").refused("b1", "VK-A27", "it has moved its 2 hexes")


def test_vk_a28_a_unit_that_has_entered_hard_ground_goes_no_further():
    Hexes("b1 f . . a1 b4").chooses("b1:move:1,0").refused("b1", "VK-A28", "the forest at 0201 stops it")


ROAD = [[0, 0], [1, 0], [2, 0], [3, 0]]


@pytest.mark.parametrize(
    ("row", "reaches"),
    [
        ("b1:Tb m m .:Tb . a1", True),
        ("b1:Tb m .:Tb . . a1", True),  # from town to town, and one hex on foot
        ("b1:Tb m a2@m .:Tb . a1", False),
        ("b1:Tb m m . . a1", False),
        ("b1 m m .:Tb . a1", False),
        ("b1:Tb m m .:Tc . a1", False),
    ],
)
def test_vk_a29_a_road_between_own_towns_is_one_hex_of_movement(row, reaches):
    assert ((3, 0) in ends(Hexes(row, roads=[ROAD]), "b1")) is reaches


def test_vk_a29_a_move_along_a_road_is_one_hex_longer_and_two_for_cavalry():
    assert max(ends(Hexes("b1:Tb . . .:Tb . . a1", roads=[ROAD]), "b1")) == (4, 0)
    assert max(ends(Hexes("b5:Tb . . .:Tb . . a1", roads=[ROAD]), "b5")) == (5, 0)


def test_vk_a29_towns_without_a_drawn_road_have_no_road_between_them():
    assert ends(Hexes("b1:Tb m m .:Tb . a1"), "b1") == [(1, 0)]


def test_vk_a30_a_ferry_crosses_water_where_it_is_drawn():
    scene = Hexes("b1:Tb ~ ~ .:Tb . a1", roads=[ROAD])
    assert ends(scene, "b1") == [(3, 0), (4, 0)]
    scene.chooses("b1:move:3,0").says("B1 comes to 0401.").stands("b1", 3, 0)


def test_vk_a31_a_ship_passes_through_an_own_port_for_two_hexes_and_does_not_stay():
    assert ends(Hexes("b9 .:Tb ~ ~ ~ ~ a1"), "b9") == [(2, 0), (3, 0), (4, 0), (5, 0)]
    for town in (".:Ta", ".", ".:Tc"):
        assert ends(Hexes(f"b9 {town} ~ ~ . a1 . b4"), "b9") == []
    assert ends(Hexes("b9 .:Tb .:Tb ~ . a1 . b4"), "b9") == []  # water on one side only


def test_vk_a32_a_ship_loads_three_units_a_turn_from_hexes_beside_it():
    scene = Hexes("b1+b2 b9@~ b3+b5 . a1").chooses("b1:load:b9", "b2:load:b9", "b3:load:b9")
    scene.does_not_offer("b5:load:b9").chooses("b3:unload:2,0").does_not_offer("b5:load:b9").aboard("b1", "b9")


def test_vk_a32_boarding_takes_the_place_of_a_move():
    scene = Hexes(". b1 b9@~ ~ . a1").chooses("b1:move:0,0", "b1:move:1,0").does_not_offer("b1:load:b9")
    scene = Hexes(". b1 b9@~ ~ . a1").chooses("b1:load:b9").aboard("b1", "b9").stands("b1", 2, 0)
    scene.does_not_offer("b1:move:1,0").refused("b1", "VK-04")  # it may still land


def test_vk_a32_a_ship_loads_on_its_way_and_sails_on_with_its_cargo():
    scene = Hexes("~ b9 . . . a1", "b1 ~ b2@. . . .").chooses("b1:load:b9", "b9:move:1,1", "b2:load:b9")
    scene.stands("b1", 1, 1).aboard("b2", "b9").offers("b9:move:1,0", "b9:move:0,0")


def test_vk_a32_unloading_ends_both_moves_and_goes_to_one_shore():
    scene = Hexes("~ b9(b1+b2)@~ . . a1", "~ . . . .").chooses("b1:unload:2,0").stands("b1", 2, 0)
    scene.refused("b1", "VK-A32", "it has come ashore").refused("b9", "VK-A32", "it has unloaded")
    scene.offers("b2:unload:2,0").does_not_offer("b2:unload:1,1", "b9:move:0,0", "b1:move:3,0")


def test_vk_a32_cargo_loaded_in_earlier_turns_counts():
    Hexes("b5 b9(b1+b2)@~ b3 . a1").chooses("b3:load:b9").asked("b", "act").does_not_offer("b5:load:b9")


def test_vk_a33_bombarding_is_once_a_turn_and_ends_the_movement():
    scene = Hexes("a1 . b7 b4").chooses("b7:move:1,0", "b7:bombard:0,0").rolls("bombard", 6, 6)
    scene.refused("b7", "VK-A33", "it has bombarded").does_not_offer("b7:bombard:0,0", "b7:move:2,0")


def test_vk_a33_the_owner_picks_the_victims_of_a_frigate_but_the_firing_player_those_of_natural_ones():
    scene = (
        Hexes("a1+a5 b9@~ ~ b4").chooses("b9:bombard:0,0").rolls("bombard", 2).asked("a", "victim", default="remove:a1")
    )
    scene.chooses("remove:a1").out("a1")
    scene = (
        Hexes("a1+a5 b9@~ ~ b4").chooses("b9:bombard:0,0").rolls("bombard", 1).asked("b", "victim", default="remove:a5")
    )


def test_vk_a33_bombarding_may_follow_a_battle():
    scene = Hexes("a1 a2 b7 b4").attacks(1, 0, "b7").rolls("pre-battle fire", 1, 6).out("a2").stands("b7", 1, 0)
    scene.does_not_offer("b7:move:0,0").offers("b7:bombard:0,0")
    Hexes("a1 b9(b7)@~ . b4").does_not_offer("b7:bombard:0,0")
    Hexes("a1 b7 a2 b4").chooses("b7:move:2,0").does_not_offer("b7:bombard:0,0")


def test_vk_a33_the_owner_of_the_first_allied_unit_picks_the_victim_of_a_hit_on_allies():
    scene = Hexes("a1+c5 b9@~ ~ b4", sides="a+c/b").chooses("b9:bombard:0,0").rolls("bombard", 2)
    scene.asked("a", "victim", ["remove:a1", "remove:c5"])


def test_vk_a33_a_ship_that_has_bombarded_may_still_unload():
    Hexes("a1 b9(b1)@~ ~ . b4", ". . . . .").chooses("b9:bombard:0,0").rolls("bombard", 6).offers("b1:unload:1,1")


def test_vk_a34_a_hex_that_has_held_is_not_attacked_again_but_may_be_bombarded():
    scene = Hexes("a1+a2 b1+b2+b7 b4").attacks(0, 0, "b1").rolls("attack", 6).rolls("defence", 2)
    scene.says("The attack on 0101 fails; A holds it.").does_not_offer("b2:move:0,0").offers("b7:bombard:0,0")
    scene = (
        Hexes("a1 b1+b2 b4").attacks(0, 0, "b1").rolls("attack", 6).rolls("defence", 2).does_not_offer("b2:move:0,0")
    )


def test_vk_a34_a_hex_that_fell_may_be_entered_by_others():
    scene = Hexes("a1 b1+b2 . . a4").attacks(0, 0, "b1").rolls("attack", 2).rolls("defence", 6).stands("b1", 0, 0)
    scene.chooses("b2:move:0,0").stands("b2", 0, 0).refused("b1", "VK-A34", "it has fought")


def test_vk_a34_a_unit_may_come_from_two_hexes_off_and_by_another_way():
    scene = Hexes("a1 . . b4", ". b5 . .")
    scene.match.choose(Choice("b5:move:0,0", path=(scene.cell(1, 0), scene.cell(0, 0))))
    scene.stands("b5", 1, 0).chooses("battle:0,0").says("B5 attacks 0101.", "B5 goes into 0101.")


def test_a_path_that_cannot_be_followed_is_refused_with_the_reason():
    scene = Hexes("b1 . f . a1", "~ ~ . . b4")
    for to, path, words in (
        ("b1:move:1,0", [(2, 0), (1, 0)], "0301 is not next to 0101"),
        ("b1:move:1,0", [(0, 1), (1, 0)], "it cannot enter the water at 0102"),
        ("b1:move:2,0", [(1, 0)], "it does not end at 0301"),
        ("b1:move:1,0", [(1, 0), (2, 0), (1, 0)], "it must stop at 0301"),
    ):
        with pytest.raises(ValueError, match=words):
            scene.match.choose(Choice(to, path=tuple(scene.cell(*xy) for xy in path)))
