"""Epic, step A3: which stands may counter charge, how far, where to, and as a set (EP-01 to EP-11, EP-16 to EP-20)."""

from __future__ import annotations

import pytest

from tests.assault import Assault
from tests.viewed import viewed


def pair(line="l1@10,10 l2@13,10", horde="h1@10,11", size=(30, 24), **more):
    """H1 touches L1; L2 is free."""
    return Assault(size=size, line=f"b line {line}", horde=f"a horde {horde}", **more).engages("horde", "line")


# -- who and when -----------------------------------------------------------------------------------------------------


def test_ep_01_the_target_of_an_assault_is_asked_before_any_attack():
    scene = pair().asked("b", "counter_charge").never_says("assault_begun", "no_attacks")
    scene.confirms().says("There is a line of fire: the assault goes ahead.").rolls("close combat", 1)


def test_ep_02_only_stands_that_no_attacker_touches_may_counter_charge():
    pair().drafts("b", "counter_charge", "l2:move:11,11").refused("l1", "EP-02", "H1 is in contact with it already")


def test_ep_02_no_counter_charge_is_asked_when_every_stand_is_touched():
    scene = pair("l1@10,10 l2@11,10").rolls("close combat", 1)
    scene.never_says("reaction_declared")
    assert [event.fields["seat"] for event in scene.match.events if event.type == "passed"] == ["a"]


def test_ep_02_formations_that_are_not_charged_have_no_counter_charge():
    scene = pair(other="b line o1@16,10").drafts("b", "counter_charge", "l2:move:11,11")
    scene.refused("o1", "EP-02", "OTHER is not in the assault")


def test_ep_a17_overwatch_does_not_fire_at_a_counter_charge_or_at_passengers_that_get_out_in_it():
    forms = {"line": "b line l1@10,10 t1@13,10:carrier p1>t1", "horde": "a horde h1@10,14"}
    scene = (
        Assault(size=(40, 24), watch="a horde w1@25,10 watch", **forms)
        .engages("horde", "line")
        .asked("b", "counter_charge")
    )
    scene.plans("l1:move:10,13", "p1:disembark:13,13").confirms()
    scene.says("L1 moves to k14, towards H1.", "P1 gets out of T1.").has("watch", overwatch=1).never_says("passed")
    assert scene.match.pending.why == "close combat"


def test_ep_06_overwatch_comes_before_the_counter_charges_and_the_attacks_after_them():
    scene = Assault(size=(30, 24), line="b line l1@10,10 l2@13,10 watch", horde="a horde h1@10,11")
    scene.engages("horde", "line").asked("b", "react").step("A2 Charge move").chooses("pass")
    scene.asked("b", "counter_charge").step("A3 Counter charges").confirms().step("A4 Combat attacks")


def test_ep_09_every_stand_that_may_counter_charge_may_also_stay():
    scene = (
        pair("l1@10,10 l2@13,10 l3@13,12").plans("l3:move:11,11").confirms().stands("l2", 13, 10).stands("l3", 11, 11)
    )
    scene.has("line", broken=0)


def test_ep_09_a_stand_taken_out_of_the_plan_stays():
    scene = pair().plans("l2:move:11,11").offers("l2:unplan", "reset", "confirm").plans("l2:unplan")
    scene.confirms().stands("l2", 13, 10).never_says("reaction_declared")


# -- how far ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("speed", "end"), [(15, 16), (25, 16), (30, 11), (35, 11), (5, 16)])
def test_ep_03_04_a12_stands_of_speed_30_or_more_counter_charge_10_cm_and_others_5_cm(speed, end):
    line = f"l1@10,10 l2@21,10:bikes l3@14,10 l4@18,10 SPEED={speed}"
    scene = pair(line, "h1@10,11").offers(f"l2:move:{end},10")
    scene.goes_for("l2", "h1")


def test_ep_a21_speed_0_has_no_counter_charge_but_its_passengers_get_out():
    scene = pair("l1@10,10 l2@14,10:emplacement p>l2:line").refused("l2", "EP-A21", "Speed is 0")
    scene.plans("p:disembark:12,10").confirms().stands("p", 12, 10).stands("l2", 14, 10)


def test_ep_a2_a_counter_charge_uses_all_its_distance_or_ends_in_contact():
    scene = pair("l1@10,10 l2@13,10 l3@15,13", "h1@10,11").drafts(
        "b", "counter_charge", "l2:move:11,11", "l3:move:11,11"
    )
    assert scene.option("l3:move:11,11").text == "L3 goes for H1, 4.4 cm off, into contact"
    scene = pair("l1@10,10 l2@14,10 l3@18,10").offers("l3:move:13,10")
    assert scene.option("l3:move:13,10").text == "L3 goes for H1, 7.1 cm off, and stops 2.2 cm short of it"


def test_ep_a6_a7_a_counter_charge_into_a_zone_may_stop_short_of_contact():
    scene = pair("l1@10,10 l2@14,10 l3@18,10").plans("l3:move:13,10").confirms().stands("l3", 13, 10)
    assert scene.event("moved").clauses == ("EP-10",)


def test_ep_07_a_counter_charge_must_go_for_the_nearest_enemy_whose_zone_it_enters_like_a_charge():
    pair("l1@10,10 l2@14,10", "h1@10,11 h2@14,14").goes_for("l2", "h2").does_not_offer("l2:move:11,11")


# -- where to ---------------------------------------------------------------------------------------------------------


def test_ep_10_a_counter_charge_goes_straight_at_the_closest_enemy_and_nowhere_else():
    scene = pair("l1@10,10 l2@14,12", "h1@10,11 h2@14,17").drafts("b", "counter_charge", "l2:move:11,11")
    assert scene.option("l2:move:11,11").target == "h1"
    closer = pair("l1@10,10 l2@14,12", "h1@10,11 h2@14,15").drafts("b", "counter_charge", "l2:move:14,14")
    assert closer.option("l2:move:14,14").target == "h2"


def test_ep_10_a_stand_that_touches_its_closest_enemy_does_not_move():
    scene = pair("l1@10,10 l2@14,10 l3@18,10", "h1@10,11", bystander="a horde x@14,11")
    scene.refused("l2", "EP-10", "X, the closest enemy, is in contact with it already").goes_for("l3", "x")


def test_ep_10_a2_of_the_cells_in_reach_a_counter_charge_ends_on_the_one_nearest_to_where_the_tape_ends():
    # 25 mm a cell: the tape ends 1.79 columns and 0.89 rows off, nearer to the diagonal step than to two straight ones
    scene = pair("l1@10,10 l2@14,13", scale="25").drafts("b", "counter_charge", "l2:move:13,12")
    assert scene.option("l2:move:13,12").text == "L2 goes for H1, 8.7 cm off, and stops 5.4 cm short of it"
    pair("l1@10,10 l2@16,13").drafts("b", "counter_charge", "l2:move:12,11")
    # (15, 11) is as near to the enemy, but 2.5 cm off the line
    pair("l1@10,10 l2@22,18:bikes").drafts("b", "counter_charge", "l2:move:14,14")


def test_ep_10_a2_a_diagonal_step_is_measured_in_true_centimetres():
    # 35 mm a cell: a diagonal step is 4.95 cm; seven of 10 mm are 9.9 cm, and eight are too long
    pair("l1@10,10 l2@14,15", scale="35").drafts("b", "counter_charge", "l2:move:13,14")
    pair("l1@10,10 l2@19,20:bikes").drafts("b", "counter_charge", "l2:move:12,13")
    # 36 mm: the diagonal is too long, and both straight steps are as near to the tape's end
    pair("l1@10,10 l2@14,15", scale="36").drafts("b", "counter_charge", "l2:move:14,14", "l2:move:13,15")
    scene = pair("l1@10,10 l2@14,15 l3@14,11:bikes", scale="51").drafts("b", "counter_charge", "l3:move:13,11")
    scene.refused("l2", "EP-A2", "a step of the way to H1 is longer than its 5 cm")


def test_ep_10_a2_of_cells_equally_near_to_the_tapes_end_the_owner_chooses():
    # the tape ends on (16, 15), to which no way of 5 cm leads along the cells
    scene = pair("l1@10,10 l2@20,18", "h1@10,11 h2@12,12").drafts(
        "b", "counter_charge", "l2:move:16,16", "l2:move:17,15"
    )
    for cell in ("16,16", "17,15"):
        assert scene.option(f"l2:move:{cell}").target == "h2"


# L2's shortest way at 25 mm: one diagonal step, on L3's cell
BEHIND = {"line": "b line l2@10,10 l3@11,11 l1@15,15", "horde": "a horde h1@14,14", "scale": "25"}


def test_ep_17_a2_a_friend_on_the_end_of_the_tape_leaves_the_next_free_cells():
    scene = Assault(size=(20, 20), **BEHIND).engages("horde", "line")
    scene.offers("l2:move:10,11", "l2:move:11,10").cites_of("l2:move:11,10", "EP-10", "EP-04", "EP-17")
    assert scene.option("l2:move:11,10").text == "L2 goes for H1, 11.6 cm off, and stops 10 cm short of it"
    scene.does_not_offer("l2:move:12,10", "l2:move:10,12", "l2:move:9,11")


def test_ep_17_a2_a_stand_is_offered_nothing_only_if_no_free_cell_brings_it_nearer():
    friends = "l4@11,10 l5@10,11 l6@10,12"
    scene = Assault(size=(20, 20), **BEHIND | {"line": f"{BEHIND['line']} {friends}"}).engages("horde", "line")
    assert [o.id for o in scene.match.pending.options if o.unit == "l2"] == ["l2:move:12,10"]
    friends += " l7@12,10"
    scene = Assault(size=(20, 20), **BEHIND | {"line": f"{BEHIND['line']} {friends}"}).engages("horde", "line")
    scene.refused("l2", "EP-A2", "no free cell within its 5 cm brings it nearer to H1")


def test_ep_11_a_third_defender_at_one_enemy_is_refused():
    scene = pair("l1@10,10 l2@13,10 l3@13,12").goes_for("l2", "h1").goes_for("l3", "h1")
    scene.plans("l2:move:11,11").goes_for("l3", "h1").does_not_offer("l3:move:11,11")
    assert scene.option("l3:move:12,11").text == (
        "L3 goes for H1, 2.2 cm off, and stops beside it: L1 and L2 touch it already"
    )


def test_ep_11_a_defender_that_the_attacker_charged_counts_as_touching_it():
    scene = pair("l1@10,10 l2@11,10 l3@14,11", "h1@10,11").goes_for("l3", "h1").does_not_offer("l3:move:11,11")
    scene.cites_of("l3:move:12,11", "EP-11", "EP-A2")


def test_ep_11_a_cell_that_also_touches_an_enemy_with_two_defenders_is_closed():
    scene = pair("l1@10,10 l2@11,10 l3@15,12", "h1@10,11 h2@12,13")
    # (11, 12) touches both H1, which is full, and H2
    assert scene.option("l3:move:13,13").target == "h2"
    scene = pair("l1@10,10 l2@11,10 l3@8,15", "h1@10,11 h2@10,13").goes_for("l3", "h2")
    scene.plans("l3:move:9,14").confirms().stands("l3", 9, 14)


def test_ep_16_an_enemy_that_two_defenders_touch_is_passed_over_for_the_next():
    scene = pair("l1@10,10 l2@11,10 l3@14,11", "h1@10,11 h2@14,16").goes_for("l3", "h1", "h2")
    option = scene.option("l3:move:14,15")
    assert option.text == "L3 goes for H2, 4 cm off, into contact; H1 is closer, 3 cm, but L1 and L2 touch it already"
    assert option.clauses == ("EP-16", "EP-10")


def test_ep_16_when_the_two_closest_enemies_are_full_the_third_is_the_target():
    scene = pair("l1@10,10 l2@11,10 l4@9,16 l5@9,17 l3@13,13", "h1@10,11 h2@10,16 h3@18,13")
    scene.goes_for("l3", "h1", "h2", "h2", "h3")


def test_ep_a3_the_closest_enemy_is_found_when_a_stand_moves_and_its_owner_picks_the_order():
    line = "l1@10,10 l2@13,10 l3@13,12"
    pair(line).plans("l3:move:11,11").does_not_offer("l2:move:11,11")
    pair(line).plans("l2:move:11,11").does_not_offer("l3:move:11,11")


def test_ep_a3_a_move_that_depended_on_one_taken_back_is_refused_with_the_reason():
    scene = pair("l1@10,10 l2@13,10 l3@13,12", "h1@10,11 h2@13,17").plans("l2:move:11,11", "l3:move:13,16", "l2:unplan")
    scene.cannot_confirm("EP-A3", "the moves planned before it leave L3 no move to n17")
    scene.plans("reset").offers("confirm")


def test_ep_a19_of_two_equally_close_enemies_the_owner_chooses():
    pair("l1@10,10 l2@14,10", "h1@10,11 h2@18,11").goes_for("l2", "h1", "h2")


def test_ep_a13_a_stand_in_contact_does_not_counter_charge_in_later_rounds_either():
    scene = pair("l1@10,10 l2@11,10", "h1@10,11 h2@13,13").rolls("close combat", 1).rolls("firefight", 1)
    scene.rolls("close combat", 1, 1).result((1, 1), (1, 1)).asked("a", "counter_charge")
    scene.refused("h1", "EP-02", "L1 is in contact").goes_for("h2", "l2").confirms("a").rolls("close combat", 1)


# -- the way ----------------------------------------------------------------------------------------------------------


def walled(*walls, line="l1@10,10 l2@14,10", horde="h1@10,11", size=(24, 16)):
    rows = [["."] * size[0] for _ in range(size[1])]
    for x, y in walls:
        rows[y][x] = "#"
    scene = Assault(*("".join(row) for row in rows), line=f"b line {line}", horde=f"a horde {horde}")
    return scene.engages("horde", "line")


def test_ep_17_a_counter_charge_takes_the_shortest_way_round_closed_ground():
    plain = walled().option("l2:move:11,11")
    assert len(plain.path) == 3
    option = walled((12, 9), (12, 10), (12, 11)).option("l2:move:11,12")
    assert [(cell % 24, cell // 24) for cell in option.path] == [(13, 11), (13, 12), (12, 12), (11, 12)]
    long = walled((12, 8), (12, 9), (12, 10), (12, 11), (12, 12))
    assert long.option("l2:move:12,13").text == "L2 goes for H1, 3.1 cm off, and stops 1.8 cm short of it"


def test_ep_17_a_counter_charge_never_passes_over_an_enemy_and_an_enemy_behind_it_is_passed_over():
    # a passage, open at its left end only: H2 stands in it before H3
    passage = [*((x, 9) for x in range(7, 18)), *((x, 11) for x in range(9, 18)), (7, 10), (7, 11), (17, 10)]
    scene = walled(*passage, line="l1@10,14 l2@12,12", horde="h1@10,15 h2@10,10 h3@12,10").goes_for("l2", "h2")
    option = scene.option("l2:move:8,11")
    assert option.text == "L2 goes for H2, 1.8 cm off, and stops 1.2 cm short of it; no way leads to H3, 1 cm off"


def test_ep_17_18_a_counter_charge_passes_through_friends_but_does_not_end_on_them():
    scene = pair("l1@10,10 l2@13,10 l3@16,10").offers("l3:move:11,10")
    path = [scene.setup.board.xy(cell) for cell in scene.option("l3:move:11,10").path]
    assert path == [(15, 10), (14, 10), (13, 10), (12, 10), (11, 10)]
    scene = pair("l1@10,10 l2@13,11 l3@16,11").offers("l3:move:11,11").plans("l2:move:11,11")
    scene.does_not_offer("l3:move:11,11")


def test_ep_18_a_counter_charge_that_would_end_on_a_friend_ends_before_it():
    scene = pair("l1@10,11 l2@14,10 l3@19,10", "h1@10,10")
    option = next(o for o in scene.match.pending.options if o.unit == "l3")
    assert scene.setup.board.xy(option.to) == (15, 10)
    assert option.text == "L3 goes for H1, 8 cm off, and stops 4 cm short of it"


def test_ep_a19_an_enemy_that_no_way_reaches_is_passed_over():
    ring = [(x, y) for x in range(13, 18) for y in range(12, 17) if x in (13, 17) or y in (12, 16)]
    scene = walled(*ring, line="l1@10,10 l2@15,10", horde="h1@10,11 h2@15,14", size=(24, 20)).goes_for("l2", "h1")
    option = scene.option("l2:move:11,11")
    assert option.text == "L2 goes for H1, 4.1 cm off, into contact; no way leads to H2, 3 cm off"
    passed = viewed(scene.match)["overlay"]["passed"]
    assert [(row["target"], row["clause"]) for row in passed] == [("h2", "EP-A19")]


def test_ep_a2_an_enemy_with_no_free_place_beside_it_is_passed_over_or_approached_as_far_as_possible():
    walls = [(9, 11), (9, 12), (10, 12), (11, 12), (11, 10), (9, 10), (11, 11)]
    scene = walled(*walls, line="l1@10,10 l2@14,10", horde="h1@10,11 h2@14,16", size=(24, 20))
    scene.drafts("b", "counter_charge", "l2:move:10,9", "l2:move:14,15")
    reason = "H1 is closer, 3.1 cm, but no place is left beside it"
    assert viewed(scene.match)["overlay"]["passed"] == [
        {"unit": "l2", "target": "h1", "clause": "EP-A19", "reason": reason}
    ]


def test_ep_a6_only_places_beside_possible_targets_are_shown_and_no_zones():
    scene = Assault(size=(60, 24), line="b line l1@10,10", horde="a horde h1@14,10", far="a horde f1@50,20")
    overlay = viewed(scene.engages("horde", "line").match)["overlay"]
    assert [13, 10] in overlay["slots"]
    assert [51, 20] not in overlay["slots"]
    assert overlay["zones"] == {"a": []}


def test_ep_11_the_free_places_beside_enemies_are_shown_until_they_are_filled():
    scene = pair("l1@10,10 l2@13,10")
    slots = viewed(scene.match)["overlay"]["slots"]
    assert [11, 10] in slots
    assert [10, 10] not in slots
    assert viewed(scene.plans("l2:move:11,11").match)["overlay"]["slots"] == []


# -- coherency --------------------------------------------------------------------------------------------------------


def test_ep_08_a_plan_that_breaks_coherency_is_refused_as_a_whole():
    scene = pair("l1@10,10 l2@14,10 l3@20,10", "h1@10,11 h2@20,17").plans("l3:move:20,15")
    scene.cannot_confirm("EP-08", "L3 out of coherency: 6.8 cm from L2, the nearest; 5 cm is the limit")
    scene.plans("reset").confirms().stands("l3", 20, 10)


def test_ep_a4_coherency_is_judged_for_the_whole_plan_and_not_move_by_move():
    scene = pair("l1@10,10 l2@15,10 l3@20,10", "h1@10,11 h2@13,14")
    first = next(o for o in scene.match.pending.options if o.unit == "l2").id
    scene.plans(first)
    second = next(o for o in scene.match.pending.options if o.unit == "l3").id
    scene.plans(second).offers("confirm")


def test_ep_a4_a_formation_already_in_pieces_may_not_fall_into_more():
    scene = pair("l1@10,10 l2@13,10 l3@24,10", "h1@10,11").plans("l2:move:11,11").confirms().stands("l2", 11, 11)
    scene = pair("l1@10,10 l2@14,10 l3@24,10 l4@28,10", "h1@10,11 h2@24,18").plans("l3:move:24,15")
    scene.cannot_confirm("EP-08", "out of coherency: 5.4 cm")


def test_ep_a4_passengers_that_have_got_out_link_other_stands_in_coherency():
    scene = pair("l1@10,10 l2@14,10 t@19,10:carrier p>t", "h1@10,11 h2@19,17").goes_for("t", "h2")
    scene.plans("t:move:19,16").cannot_confirm("EP-08", "T out of coherency: 6.8 cm from L2")
    scene.plans("p:disembark:17,13").confirms().stands("p", 17, 13)


# -- transports -------------------------------------------------------------------------------------------------------


def test_ep_05_a7_passengers_get_out_within_5_cm_and_into_contact_where_there_is_room():
    scene = pair("l1@10,10 t@14,10:carrier p>t").offers("p:disembark:11,10", "p:disembark:20,10")
    scene.does_not_offer("p:disembark:21,10").plans("p:disembark:11,11").confirms()
    scene.stands("p", 11, 11).says("P is to get out.", "P gets out of T.").cites("disembarked", "EP-05")
    assert "p" in scene.engaged("defenders")


def test_ep_a7_passengers_do_not_get_out_as_the_third_stand_in_contact():
    scene = pair("l1@10,10 l2@11,10 t@14,10:carrier p>t").does_not_offer("p:disembark:11,11", "p:disembark:11,12")
    scene.offers("p:disembark:12,11")


def test_ep_19_passengers_get_out_of_a_carrier_that_has_counter_charged():
    scene = pair("l1@10,10 t@18,10:carrier p>t l2@14,10").plans("t:move:11,11").does_not_offer("p:disembark:18,10")
    scene.plans("p:disembark:12,9").confirms().stands("t", 11, 11).stands("p", 12, 9)
    scene.says("T counter charges H1.", "P is to get out.", "T moves to l12, towards H1.", "P rides with T.")


def test_ep_19_a9_a16_passengers_get_out_with_one_enemy_touching_the_carrier_but_not_with_two():
    one = pair("t@10,10:carrier p>t", "h1@10,11").refused("t", "EP-02", "H1").offers("p:disembark:12,10")
    one.plans("p:disembark:12,10").confirms().stands("p", 12, 10)
    two = pair("t@10,10:carrier p>t l1@14,10", "h1@10,11 h2@11,11")
    two.refused("p", "EP-19", "H1 and H2 are in contact with T").does_not_offer("p:disembark:12,10")


def test_ep_20_a8_a_carrier_whose_passengers_get_out_stays_where_it_is():
    scene = (
        pair("l1@10,10 t@14,10:carrier p>t").plans("p:disembark:13,10").refused("t", "EP-20", "passengers have got out")
    )
    scene.does_not_offer("t:move:11,11").confirms().stands("t", 14, 10)


def test_ep_05_passengers_do_not_get_out_through_a_wall():
    wall = [(12, y) for y in range(16)]
    scene = walled(*wall, line="l1@10,10 t@11,8:carrier p>t", horde="h1@10,11").offers("p:disembark:9,8")
    scene.does_not_offer("p:disembark:14,8")
