"""A click that is no answer is refused in one sentence with its clause: Epic and VIKTORY II."""

from __future__ import annotations

from tests.assault import Assault
from tests.hexes import Hexes

# -- Epic: moves ------------------------------------------------------------------------------------------------------


def reason(scene, who, x, y):
    """The refusal of a click on the cell x, y with that unit or formation in hand, in one line."""
    no = scene.refusal(who, x, y)
    who = f"{no.unit.upper()}: " if no.unit else ""
    return f"{who}{no.reason}. ({no.clause})"


def moving(**more):
    """Two stands of line infantry and a carrier advance; an enemy is 8 cm off."""
    forms = {"line": "b line l1@10,5 l2@13,5 t@10,8:carrier", "horde": "a horde h1@22,5", **more}
    scene = Assault(seat="b", **forms)
    return scene.acts("line", "advance", 6)


def test_ep_a29_a_click_beyond_the_speed_of_a_stand_says_how_far_it_moves():
    assert reason(moving(), "l1", 10, 25) == "L1: the way is 20 cm, the move 15 cm. (EP-A29)"


def test_ep_a33_a_click_into_a_zone_of_control_says_that_stands_keep_out():
    words = "L1: it lies within 5 cm of H1: stands enter that zone only in an assault. (EP-A33)"
    assert reason(moving(), "l1", 18, 5) == words


def test_ep_a25_a_click_on_a_friend_or_an_enemy_says_that_its_place_is_taken():
    words = "L1: L2 is there in this plan; other stands may pass, but not end there. (EP-18)"
    assert reason(moving(), "l1", 13, 5) == words
    assert reason(moving(), "l1", 22, 5) == "L1: H1 is there, and stands cannot move through enemies. (EP-A25)"


def test_ep_a46_a_click_on_closed_ground_says_that_it_is_closed():
    rows = ["." * 30] * 5 + ["..........." + "~" + "." * 18] + ["." * 30] * 5
    scene = Assault(*rows, seat="b", line="b line l1@10,5", horde="a horde h1@28,5").acts("line", "advance", 6)
    assert reason(scene, "l1", 11, 5) == "L1: water at l6 is closed to infantry. (EP-A46)"


def test_ep_a48_a_stand_too_far_from_a_transport_and_a_vehicle_are_told_why_they_cannot_get_in():
    scene = Assault(seat="b", line="b line l1@10,5 l2@13,5 t@10,14:carrier u@12,14:carrier", horde="a horde h1@30,5")
    scene.acts("line", "advance", 6)
    assert reason(scene, "l1", 10, 14) == "L1: T is 8 cm off, and 5 cm is the limit. (EP-A48)"
    assert reason(scene, "u", 10, 14) == "U: T carries infantry, not vehicles. (EP-A48)"


def test_ep_10_a_counter_charge_names_its_enemy_and_where_it_ends():
    scene = Assault(line="b line l1@10,5 l2@13,5", horde="a horde h1@10,6 h2@16,9").engages("horde", "line")
    words = "L2: a counter charge of 5 cm goes straight for H1, the closest, to l7. (EP-10)"
    assert reason(scene, "l2", 25, 25) == words
    assert reason(scene, "l1", 25, 25) == "L1: H1 is in contact with it already. (EP-02)"


# -- Epic: who is charged or shot at ----------------------------------------------------------------------------------


def test_ep_a34_a_formation_out_of_reach_of_a_charge_says_by_how_much():
    scene = Assault(seat="b", line="b line l1@2,5", horde="a horde h1@38,5")
    assert reason(scene, "l1", 38, 5) == "L1: H1 is 35 cm from L1, a charge and its fire reach 30 cm. (EP-A34)"
    assert reason(scene, "l1", 9, 9) == "L1: first choose an action for LINE; its stands move after the test. (EP-A29)"


def test_ep_a31_a_target_out_of_range_says_by_how_much():
    scene = Assault(seat="b", size=(90, 12), line="b line l1@2,5", horde="a horde h1@20,5", far="a horde x1@80,5")
    scene.acts("line", "advance", 6).confirms()
    assert scene.match.pending.kind == "shoot"
    assert reason(scene, "l1", 80, 5) == "L1: X1 is further than the 45 cm of the autocannon. (EP-A31)"
    assert reason(scene, "l1", 40, 9) == "no enemy is there. (EP-A31)"


# -- VIKTORY II -------------------------------------------------------------------------------------------------------


def test_vk_a27_a_hex_too_far_off_says_how_far_it_is():
    scene = Hexes("b1 . . . . a1", seats="ab")
    assert reason(scene, "b1", 4, 0) == "B1: it is 4 hexes off, with 2 of its move left. (VK-A27)"


def test_vk_a28_a_move_that_a_forest_stops_says_so():
    scene = Hexes("b1 f . a1", seats="ab")
    assert reason(scene, "b1", 2, 0) == "B1: the forest at 0201 stops it on the way. (VK-A28)"


def test_vk_a32_water_is_for_ships_and_a_ship_far_off_is_not_boarded():
    scene = Hexes("b1 . ~ b9 a1", seats="ab")
    assert reason(scene, "b1", 2, 0) == "B1: infantry crosses water only aboard a ship. (VK-A32)"
    assert reason(scene, "b1", 3, 0) == "B1: B9 lies 3 hexes off; units board from a hex beside the ship. (VK-A32)"


def test_vk_a32_a_unit_that_has_moved_is_told_that_it_cannot_board():
    scene = Hexes("b1 . b9 a1", seats="ab").chooses("b1:move:1,0")
    assert reason(scene, "b1", 2, 0) == "B1: it has moved, and only a unit that has not can board. (VK-A32)"


def test_vk_a42_a_click_away_from_a_supplying_town_says_where_reserves_may_come():
    scene = Hexes("b1 .:Tb b7@m:Tb a1@.", seats="ab", phase="place", b1="reserve")
    assert reason(scene, "b1", 2, 0) == "B1: an enemy is next to the town at 0301. (VK-A42)"
    assert reason(scene, "b1", 0, 0) == "B1: reserves are placed in towns and cities of one’s own. (VK-A42)"


def test_vk_22_a_click_on_another_target_says_at_which_units_the_shot_is():
    scene = Hexes("b1 . a7 a1", seats="ab").chooses("b1:move:1,0")
    assert reason(scene, "a7", 0, 0) == "A7: the shot is at B1, at 0201. (VK-22)"


# -- what is missing --------------------------------------------------------------------------------------------------


def missing(scene, unit):
    """The refusals of actions that the unit or formation cannot choose, one line each."""
    return [f"{no.reason}. ({no.clause})" for no in scene.missing(unit)]


def test_ep_a29_an_action_that_a_formation_cannot_take_says_why():
    scene = Assault(seat="b", line="b line l1@2,5", horde="a horde h1@38,5")
    assert missing(scene, "l1") == ["no charge: H1 is 35 cm from L1, a charge and its fire reach 30 cm. (EP-A34)"]
    scene = Assault(seat="b", line="b line l1@2,5 l2@2,6", horde="a horde h1@2,9")
    assert missing(scene, "l1") == [
        "no overwatch: L1 is in a zone of control: it must charge or leave. (EP-A33)",
        "no sustained fire: L1 is in a zone of control: it must charge or leave. (EP-A33)",
    ]


def test_ep_a48_a_stand_too_far_from_its_transport_is_told_that_it_cannot_get_in():
    scene = Assault(seat="b", line="b line l1@10,5 l2@13,5 t@10,14:carrier", horde="a horde h1@30,5")
    scene.acts("line", "advance", 6)
    assert missing(scene, "l1") == ["no getting in: T is 8 cm off, and 5 cm is the limit. (EP-A48)"]


def test_vk_a33_a_gun_with_no_enemy_beside_it_is_told_why_it_cannot_bombard():
    scene = Hexes("b7 . . . a1", seats="ab")
    assert missing(scene, "b7") == ["no bombardment: no enemy is in a hex beside it. (VK-A33)"]


def test_vk_a32_a_full_ship_says_how_many_it_has_carried():
    scene = Hexes("b1 b9(b2+b3+b4) ~ a1", seats="ab")
    assert missing(scene, "b1") == ["no boarding: B9 has carried 3 this turn, 3 is the limit. (VK-A32)"]


# -- what an answer leads to ------------------------------------------------------------------------------------------


def test_vk_22_a_move_lists_the_guns_along_its_way_with_their_dice_before_it_is_chosen():
    scene = Hexes("b1 . a7 a1", "b5 . . .", seats="ab")

    def told(option):
        return [(one.words, one.clause) for one in scene.remarks(option)]

    assert told("b1:move:1,0") == [("A7 may fire at 0201 with one die.", "VK-12")]
    assert told("b1:move:2,0") == [("A7 may fire at 0201 with one die.", "VK-12")]
    assert told("b1:move:0,1") == []


def test_vk_06_the_move_of_a_gun_says_what_it_will_watch_from_its_new_hex():
    scene = Hexes("b7 . . a1", "b5 . . .", seats="ab")
    assert [one.words for one in scene.remarks("b7:move:1,0")] == [
        "It watches 0201 and the hexes beside it in every enemy’s turn."
    ]
    assert scene.remarks("b5:move:1,1") == ()
