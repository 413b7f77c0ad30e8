"""Epic: the charge move and the steps after the counter charges, A2 and A4 to A8 (EP-A20, EP-A22, EP-A33 to EP-A44)."""

from __future__ import annotations

import pytest

from game.engine.answers import Choice
from tests.assault import Assault
from tests.viewed import viewed


def duel(line="l1@10,10", horde="h1@10,11", *rows, size=(30, 26), **more):
    """The horde engages where it stands; nobody counter charges."""
    forms = {"line": f"b line {line}", "horde": f"a horde {horde}", **more}
    return Assault(*rows, size=size, **forms).engages("horde", "line").stay()


# -- A1 and A2: the charge --------------------------------------------------------------------------------------------


def field(line="l1@20,10", horde="h1@6,10", **more):
    """Before the charge is planned."""
    scene = Assault(size=(40, 22), line=f"b line {line}", horde=f"a horde {horde}", **more)
    return scene.chooses("horde:engage:line").asked("a", "charge")


def test_ep_a34_a_charge_is_one_move_into_contact_or_anywhere_outside_zones_of_control():
    scene = field().offers("h1:move:19,10", "h1:move:6,20", "h1:move:13,10").does_not_offer("h1:move:22,10")
    assert scene.option("h1:move:19,10").target == "l1"
    assert not scene.option("h1:move:13,10").target


def test_ep_a33_a_charge_enters_a_zone_of_control_only_to_make_contact():
    scene = field().does_not_offer("h1:move:14,10", "h1:move:18,10", "h1:move:18,8").offers("h1:move:19,9")
    zone = viewed(scene.match)["overlay"]["zones"]["b"]
    assert [14, 10] in zone
    assert [13, 10] not in zone


def test_ep_a33_a_charge_goes_for_the_nearest_enemy_whose_zone_it_enters():
    field("l1@20,10 l2@20,15").offers("h1:move:19,10").does_not_offer("h1:move:19,15", "h1:move:19,14")


def test_ep_a33_a_stand_that_is_touched_has_no_zone_in_this_assault():
    scene = field("l1@20,10 l2@20,15", "h1@6,10 h2@7,12").does_not_offer("h2:move:19,15")
    scene.plans("h1:move:19,10").offers("h2:move:19,15")
    assert [16, 8] not in viewed(scene.match)["overlay"]["zones"]["b"]


def test_ep_a33_a_charge_that_cannot_reach_goes_as_far_as_it_can_into_the_zone():
    scene = field(horde="h1@1,10").offers("h1:move:16,10").does_not_offer("h1:move:15,10", "h1:move:19,10")
    assert scene.option("h1:move:16,10").text == "H1 as near to L1 as it gets"


def test_ep_a33_two_stands_may_charge_one_enemy_but_no_third():
    scene = field("l1@20,10", "h1@8,10 h2@8,11 h3@8,12").plans("h1:move:19,10", "h2:move:19,11")
    scene.does_not_offer("h3:move:20,11", "h3:move:19,9").plans("h2:unplan").offers("h3:move:20,11")


def test_ep_a33_other_formations_than_the_target_are_not_touched():
    scene = field("l1@20,10", other="b line o1@20,18").does_not_offer("h1:move:19,17").offers("h1:move:19,10")
    assert [14, 18] in viewed(scene.match)["overlay"]["zones"]["b"]


def test_ep_a34_a_charge_must_end_in_coherency():
    scene = field(horde="h1@6,10 h2@6,12").plans("h1:move:19,10")
    scene.cannot_confirm("EP-A35", "H2 out of coherency: 12.2 cm from H1, the nearest; 5 cm is the limit").plans(
        "h2:move:19,11"
    )
    scene.offers("confirm")


def test_ep_a34_intermingled_formations_may_be_charged_as_one():
    scene = Assault(
        size=(40, 22), line="b line l1@20,10", other="b line o1@20,14", far="b line f1@20,21", horde="a horde h1@6,10"
    )
    scene.offers("horde:engage:line", "horde:engage:other", "horde:engage:line+other", "horde:engage:far")
    scene.chooses("horde:engage:line+other").plans("h1:move:19,10").confirms().sides("horde", "line+other")
    scene.drafts("b", "counter_charge", "o1:move:19,11")


def test_ep_a34_passengers_charge_out_of_their_transport():
    scene = Assault(size=(40, 22), line="b line l1@34,10", horde="a horde t@6,10:carrier p>t")
    scene.chooses("horde:engage:line").rolls("action test", 6).offers("p:disembark:6,12").does_not_offer("p:move:33,10")
    scene.plans("t:move:33,10", "p:disembark:33,11").confirms().stands("t", 33, 10).stands("p", 33, 11)


def test_ep_01_a_target_out_of_reach_cannot_be_named():
    scene = Assault(size=(60, 8), line="b line l1@37,3", far="b line f1@38,6", horde="a horde h1@6,3")
    scene.offers("horde:engage:line").does_not_offer("horde:engage:far")


# -- A4: combat attacks -----------------------------------------------------------------------------------------------


def test_ep_a36_stands_in_contact_use_close_combat_and_others_within_15_cm_firefight():
    scene = duel("l1@10,10 l2@14,10", "h1@10,11 h2@10,14").rolled("close combat", 4, 1).rolls("close combat", 1)
    scene.rolled("firefight", 6, 1).rolls("firefight", 1).rolled("close combat", 6, 1).rolls("close combat", 1)
    scene.rolled("firefight", 5, 1)


@pytest.mark.parametrize(("column", "dice"), [(22, 1), (20, 2)])
def test_ep_a36_a_firefight_reaches_15_cm_and_no_further(column, dice):
    scene = Assault(size=(46, 8), line=f"b line l1@{column},3 l2@{column + 5},3", horde="a heavy h1@6,3 h2@5,4")
    scene.engages("horde", "line").stay().rolled("firefight", 4, dice)


def test_ep_a36_blast_markers_silence_nobody_in_an_assault():
    scene = duel("l1@10,10 l2@14,10", "h1@10,11 h2@10,14 h3@10,17 blast=2").rolled("close combat", 4, 1)
    scene.rolls("close combat", 1).rolled("firefight", 6, 2)


def test_ep_a36_without_small_arms_a_stand_fights_in_contact_only():
    scene = duel("l1@10,10", "h1@10,11:brutes h2@10,14:brutes").rolled("close combat", 3, 1).rolls("close combat", 1)
    scene.rolled("close combat", 6, 1)


def test_ep_a36_a_stand_out_of_sight_does_not_fight():
    rows = ["." * 30 for _ in range(26)]
    rows[12] = "." * 12 + "###" + "." * 15
    scene = duel("l1@10,10", "h1@10,11 h2@13,14", *rows).rolls("close combat", 1)
    assert scene.engaged("attackers") == ["h1"]


def test_ep_a36_both_sides_attack_before_stands_are_lost():
    scene = duel().rolls("close combat", 6).rolls("close combat", 6).rolls("save", 1).out("l1", "h1")
    scene.says("Neither side has engaged stands left: on to supporting fire and result.")


def test_ep_a37_hits_go_to_the_nearest_first_and_one_to_each_stand_before_any_second():
    scene = duel("l1@10,10 l2@10,9 l3@10,6", "h1@10,11 h2@11,11 h3@12,12 h4@12,13 FF=4")
    scene.rolls("close combat", 4, 4).rolls("firefight", 4, 4).rolls("close combat", 1).rolls("firefight", 1, 1)
    scene.out("l1", "l2", "l3")


def test_ep_a37_of_equally_near_stands_the_owner_chooses_which_takes_the_hit():
    scene = duel("l1@10,10 l2@12,10", "h1@11,11").rolls("close combat", 4).rolls("close combat", 1, 1)
    assert scene.match.pending.prompt == "B decides: which stand takes the hit?"
    scene.asked("b", "allocate", ["l1:allocate", "l2:allocate"]).chooses("l2:allocate").out("l2")


def test_ep_a37_armour_or_cover_saves():
    scene = (
        duel("l1@10,10 ARMOUR=4")
        .rolls("close combat", 4)
        .rolls("close combat", 1)
        .rolls("save", 4)
        .says("L1 is saved.")
    )
    rows = ["." * 30 for _ in range(26)]
    rows[10] = "." * 10 + "n" + "." * 19
    scene = duel("l1@10,10", "h1@10,11", *rows).rolls("close combat", 4).rolls("close combat", 1)
    scene.rolls("save", 4).never_says("stand_lost").says("L1 needs 4 for its save, rolls 4: enough.", "L1 is saved.")
    scene = duel("l1@10,10", "h1@10,11", *rows).rolls("close combat", 4).rolls("close combat", 1)
    scene.rolls("save", 3).says("L1 needs 4 for its save, rolls 3: not enough.").out("l1")


def test_ep_a37_hits_do_not_carry_over_to_stands_that_are_not_engaged():
    scene = Assault(size=(46, 8), line="b line l1@21,3 l2@26,3 l3@31,3", horde="a horde h1@6,3 h2@6,4 h3@6,5 FF=3")
    scene.engages("horde", "line").stay().rolls("firefight", 3, 3, 3).rolls("firefight", 1).out("l1")


def test_ep_a38_when_only_one_side_has_engaged_stands_left_it_wins_at_once():
    scene = duel("l1@10,10 l2@27,10", other="b line o1@10,14").rolls("close combat", 4).rolls("close combat", 1)
    scene.says("Only the attackers have engaged stands left.", "The attackers win the assault.", "LINE breaks.")
    scene.never_says("result_reckoned").cites("swift_outcome", "EP-A38")


def test_ep_a37_a38_hits_left_for_a_lost_stand_are_lost_and_only_the_saves_decide():
    fight = ("l1@10,10 ARMOUR=4 l2@27,10", "h1@10,11 h2@11,11")
    lost = duel(*fight).rolls("close combat", 4, 4).rolls("close combat", 1).rolls("save", 1).out("l1")  # and no second
    lost.says("L1 is lost.", "Only the attackers have engaged stands left.").stands("l2", 27, 10)  # nor one hacked down
    saved = duel(*fight).rolls("close combat", 4, 4).rolls("close combat", 1).rolls("save", 4).rolls("save", 4)
    saved.never_says("swift_outcome").rolls("result of the attackers", 1, 1)


def test_ep_a20_when_neither_side_has_engaged_stands_left_support_and_result_follow():
    scene = duel("l1@10,10 l2@28,10", "h1@10,11 h2@2,25").rolls("close combat", 4).rolls("close combat", 6)
    scene.rolls("save", 1).out("l1", "h1").says(
        "Neither side has engaged stands left: on to supporting fire and result."
    ).step("A6 Result")
    scene.rolls("result of the attackers", 1, 1)


# -- A5: supporting fire ----------------------------------------------------------------------------------------------


def test_ep_a39_other_formations_near_an_engaged_enemy_support_with_their_firefight():
    scene = duel(other="b line o1@10,14 o2@10,25 o3@12,14", third="a horde z1@2,8").rolls("close combat", 1)
    scene.rolls("close combat", 1).step("A5 Supporting fire").rolled("support", 6, 1).rolls("support", 1)
    scene.rolled("support", 5, 3).rolls("support", 5, 1, 1).rolls("save", 1).out("h1")


@pytest.mark.parametrize("state", ["broken", "marched"])
def test_ep_a39_broken_and_marched_formations_do_not_support(state):
    scene = duel(other=f"b line o1@10,14 {state}").rolls("close combat", 1).rolls("close combat", 1)
    scene.rolls("result of the attackers", 1, 1)


def test_ep_a39_a40_supporters_are_not_counted_in_the_result_and_take_no_hits():
    scene = duel(other="a horde o1@14,10 o2@14,12 o3@14,14").rolls("close combat", 1).rolls("close combat", 6)
    scene.rolls("save", 6).rolls("support", 1, 1, 1).rolls("result of the attackers", 1, 1)
    scene.rolled("result of the attackers", 0, 2, no_blast_markers=1)


# -- A6: the result ---------------------------------------------------------------------------------------------------


def test_ep_a40_the_result_counts_every_modifier_by_name():
    scene = duel("l1@10,10 l2@10,8 blast=1", "h1@10,11 h2@10,13 h3@10,15 h4@12,12:command")
    scene.rolls("close combat", 4).rolls("firefight", 1).rolls("firefight", 1, 1).rolls("close combat", 1).rolls(
        "firefight", 1
    )
    scene.out("l1").rolls("result of the attackers", 2, 3)
    scene.rolled(
        "result of the attackers",
        0,
        2,
        kills=1,
        more_units=1,
        more_than_twice_as_many=1,
        no_blast_markers=1,
        the_enemy_has_more_blast_markers=1,
        inspiring_units=1,
    )
    scene.rolls("result of the defenders", 6, 6).rolled("result of the defenders", 0, 2)
    scene.says("The result: attackers 9, defenders 6.", "The attackers win the assault by 3.")


def test_ep_a40_exactly_twice_as_many_is_not_more_than_twice():
    scene = (
        duel("l1@10,10", "h1@10,11 h2@10,13").rolls("close combat", 1).rolls("firefight", 1).rolls("close combat", 1)
    )
    scene.rolls("result of the attackers", 1, 1).rolled(
        "result of the attackers", 0, 2, more_units=1, no_blast_markers=1
    )


def test_ep_a40_the_loser_is_hacked_down_without_saves_nearest_first_engaged_or_not():
    scene = Assault(size=(46, 8), line="b heavy l1@21,3 l2@26,3 l3@31,3", horde="a horde h1@6,3 h2@6,5")
    scene.engages("horde", "line").stay().rolls("firefight", 1, 1).rolls("firefight", 1).result((6, 6), (4, 4))
    scene.says("The result: attackers 7, defenders 6.", "The attackers win the assault by 1.", "L1 is lost.").out("l1")
    scene = Assault(size=(46, 8), line="b heavy l1@21,3 l2@26,3 l3@31,3", horde="a horde h1@6,3 h2@6,5")
    scene.engages("horde", "line").stay().rolls("firefight", 1, 1).rolls("firefight", 1).result((6, 6), (3, 3))
    scene.never_says("saved").out("l1", "l2")


def test_ep_a41_a_tie_is_fought_on_and_kills_stay_in_the_count():
    scene = duel("l1@10,10 l2@10,8", "h1@10,11 h2@10,13").rolls("close combat", 4).rolls("firefight", 1)
    scene.rolls("close combat", 1).rolls("firefight", 1).result((1, 1), (3, 3)).says("A tie: round 2 follows.")
    scene.stay().rolls("firefight", 1, 1).rolls("firefight", 1).rolls("result of the attackers", 1, 1)
    scene.rolled("result of the attackers", 0, 2, kills=1, more_units=1, no_blast_markers=1).cites(
        "round_begun", "EP-A41"
    )


# -- A7 and A8 --------------------------------------------------------------------------------------------------------


def lost(line="l1@10,10 l2@10,7 l3@10,4", horde="h1@10,11 h2@10,13 h3@12,12 blast=1", size=(30, 45), **more):
    """Nobody is killed, but the line loses the result by one, and with it L1; it withdraws."""
    scene = duel(line, horde, size=size, **more)
    while not (asked := scene.match.pending).why.startswith("result"):
        if asked.seat == "dice":
            scene.match.choose(Choice(faces=(1,) * len(asked.dice)))
        else:
            scene.chooses("pass" if asked.kind == "react" else "confirm")
    return scene.result((6, 4), (3, 3))


def test_ep_a42_the_loser_breaks_and_makes_two_moves_in_any_direction_ignoring_zones():
    scene = lost().says("The attackers win the assault by 1.", "L1 is lost.", "LINE breaks.", "LINE withdraws.")
    scene.has("line", broken=1, blast=0).asked("b", "withdraw").step("A7 The loser withdraws")
    assert scene.match.pending.note == "Move 1 of 2. A stand that ends the second within 15 cm of an enemy is lost."
    scene.offers("l2:move:14,12").plans("l2:move:25,7", "l3:move:25,4").confirms().asked("b", "withdraw")
    scene.plans("l2:move:29,1", "l3:move:28,0").confirms().stands("l2", 29, 1).stands("l3", 28, 0)


def test_ep_a42_a_withdrawal_shows_where_enemies_would_destroy_the_stands():
    zones = viewed(lost().match, "b")["overlay"]["zones"]["a"]
    assert [28, 12] in zones  # H3 stands at 12,12, with 15 cells between
    assert [29, 12] not in zones
    assert viewed(lost().match, "b")["overlay"]["words"]["zones"] == "within 15 cm of an enemy: cut off"


def test_ep_a42_a_withdrawal_never_passes_over_enemies():
    rows = ["." * 30 for _ in range(45)]
    for y in range(12):
        rows[y] = "." * 9 + "#.#" + "." * 18
    scene = duel("l1@10,10 l2@10,7", "h1@10,11 h2@10,13 h3@10,15 blast=1", *rows, other="a horde o@10,3")
    scene.rolls("close combat", 1).rolls("firefight", 1, 1).rolls("close combat", 1).rolls("firefight", 1)
    scene.rolls("support", 1).result((6, 4), (4, 4)).asked("b", "withdraw").offers("l2:move:10,4", "l2:move:10,10")
    scene.does_not_offer("l2:move:10,2", "l2:move:10,12")


def test_ep_a42_a_stand_that_ends_its_second_move_within_15_cm_of_an_enemy_is_lost():
    scene = lost().confirms("b").plans("l3:move:10,0", "l2:move:10,5").confirms("b")
    scene.says("L2 is cut off within 15 cm of H1 and lost.", "L3 is cut off within 15 cm of H1 and lost.")
    scene.out("l1", "l2", "l3").cites("cut_off", "EP-A42")


def test_ep_a42_a_loser_that_was_broken_is_destroyed():
    scene = duel("l1@10,10 l2@10,7 broken", "h1@10,11").rolls("close combat", 1).rolls("close combat", 1)
    scene.rolls("firefight", 1).rolls("result of the attackers", 2, 2)
    scene.rolled("result of the attackers", 0, 2, no_blast_markers=1, the_enemy_has_more_blast_markers=1)
    scene.rolls("result of the defenders", 2, 2).rolled("result of the defenders", 0, 2, more_units=1)
    scene.says("The attackers win the assault by 1.", "L1 is lost.", "LINE was broken before and is destroyed.")
    scene.out("l1", "l2").never_says("withdrawal_begun")


def test_ep_a32_a42_overwatch_may_fire_at_a_withdrawal():
    scene = lost(third="a line z@25,12 watch").asked("b", "withdraw").confirms("b")
    scene.asked("a", "react", ["z:overwatch_fire:line", "pass"])
    assert scene.match.pending.note == "LINE has withdrawn; a formation on overwatch fires once."
    scene.chooses("z:overwatch_fire:line").rolls("to hit", 1).asked("b", "withdraw")


def test_ep_a32_a43_overwatch_may_fire_at_a_consolidation():
    scene = lost(third="b line y@2,20 watch").confirms("b", "b").asked("a", "consolidate").confirms("a")
    scene.asked("b", "react", ["y:overwatch_fire:horde", "pass"])
    assert scene.match.pending.prompt == "B decides: does overwatch fire at HORDE?"


def test_ep_a43_the_winner_consolidates_5_cm_and_gets_a_marker_for_each_stand_it_lost():
    scene = duel("l1@10,10 l2@10,8", "h1@10,11 h2@10,13 h3@10,15 h4@12,15", size=(30, 45)).rolls("close combat", 1)
    scene.rolls("firefight", 1, 1, 1).rolls("close combat", 6).rolls("firefight", 1).rolls("save", 1).out("h1")
    scene.has("horde", blast=0).result((2, 2), (1, 1)).out("h1", "l1").confirms("b", "b").asked("a", "consolidate")
    scene.has("horde", blast=0).step("A8 The winner consolidates").offers("h2:move:10,18").does_not_offer(
        "h2:move:10,19"
    )
    scene.plans("h2:move:10,17").confirms().stands("h2", 10, 17).has("horde", blast=1)
    scene.says("HORDE gets 1 blast marker, 1 in all.").cites("blast_placed", "EP-A43", "EP-A22")


def test_ep_a22_kills_place_no_marker_before_the_assault_is_over():
    scene = duel("l1@10,10 l2@10,8", "h1@10,11 h2@10,13").rolls("close combat", 4).rolls("firefight", 1)
    scene.rolls("close combat", 1).rolls("firefight", 1).out("l1").has("line", blast=0, broken=0)
    scene.rolls("result of the attackers", 1, 1).never_says("blast_placed")


def test_ep_a44_the_losses_of_a_winner_may_break_it():
    scene = duel("l1@10,10", "h1@10,11 h2@10,13", size=(30, 45)).rolls("close combat", 1).rolls("firefight", 1)
    scene.rolls("close combat", 6).rolls("save", 1).out("h1").result((6, 6), (1, 1)).stay()
    scene.says("HORDE gets 1 blast marker, 1 in all.", "HORDE breaks.")
