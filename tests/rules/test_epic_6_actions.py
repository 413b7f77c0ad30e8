"""Epic: the turn and the actions around the assault (EP-A23, EP-A26 to EP-A33, EP-A35, EP-A44 to EP-A49)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from game.engine.odds import UnitChange
from game.engine.position import position
from game.engine.start import start
from game.engine.unfit import SetupError
from game.rules import build
from game.rules.epic.drafts import DRAFTS
from tests.assault import Assault
from tests.setups import decisions, random_match
from tests.viewed import viewed


def apart(line="l1@30,10 l2@33,10", horde="h1@5,10 h2@8,10", size=(60, 24), **more):
    """Two formations well out of each other's reach; seat a acts with the horde."""
    forms = {"horde": f"a horde {horde}", "line": f"b line {line}", **more}
    extra = {key: forms.pop(key) for key in list(forms) if key in ("phase", "seat", "turns", "more", "scale")}
    return Assault(size=size, **forms, **extra)


# -- strategy and alternation -----------------------------------------------------------------------------------------


def test_ep_a26_a_d6_plus_the_best_strategy_rating_decides_which_seat_says_who_begins():
    scene = apart("l1@30,10 l2@33,10:bikes", phase="", seat="")
    scene.rolls("strategy", 4, 3).asked("b", "start", ["start:a", "start:b"], default="start:b").chooses("start:a")
    scene.says("Strategy phase begins.", "The sides roll for strategy: A 4, B 3.", "A begins.").asked("a", "activate")


def test_ep_a26_equal_totals_are_rolled_again():
    scene = apart(phase="", seat="").rolls("strategy", 1, 2).asked("dice", "roll").rolls("strategy", 6, 1)
    scene.asked("a", "start")


def test_ep_a26_the_sides_alternate_with_one_formation_each():
    scene = apart(second="a horde s1@5,20", other="b line o1@30,20").chooses("horde:hold", "horde:part:nothing")
    scene.asked("a", "retain", ["hand_on", "retain"], default="hand_on").chooses("hand_on").asked("b", "activate")
    scene.chooses("other:hold", "other:part:nothing", "hand_on").asked("a", "activate").does_not_offer("horde:hold")
    scene.refused("h1", "EP-A26", "HORDE has acted this turn")
    scene.chooses("second:hold", "second:part:nothing").asked("b", "activate")


def test_ep_a26_a_side_with_no_formation_left_to_act_is_passed_over_without_retaining():
    scene = apart(second="a horde s1@5,20", line="l1@30,10 l2@33,10 done").chooses("horde:hold", "horde:part:nothing")
    scene.asked("a", "activate").never_says("initiative_retained").chooses("second:advance").rolls("action test", 3)
    scene.asked("a", "move")


def test_ep_a27_retaining_costs_1_on_the_test_and_is_allowed_once():
    scene = apart(second="a horde s1@5,20 s2@6,20", third="a horde t1@5,2").chooses(
        "horde:hold", "horde:part:nothing", "retain"
    )
    scene.says("A retains the initiative.").asked("a", "activate").chooses("second:advance").rolls("action test", 3)
    scene.rolled("action test", 4, 1, retaining_the_initiative=-1).says("SECOND fails its test and may only hold.")
    scene.chooses("second:part:nothing").asked("b", "activate")


# -- the action test --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "action", "need", "rows"),
    [
        ("", "advance", 3, {}),
        ("blast=1", "advance", 4, {"blast_markers": -1}),
        ("", "march", 3, {}),
        ("blast=1", "double", 2, {"blast_markers": -1, "eager": 2}),
    ],
)
def test_ep_a27_an_action_test_is_a_d6_with_modifiers_that_reaches_the_initiative(words, action, need, rows):
    scene = apart(horde=f"h1@5,10 h2@8,10 {words}").chooses(f"horde:{action}").rolls("action test", need)
    scene.rolled("action test", need, 1, **rows).never_says("test_failed").asked("a", "move")


def test_ep_a27_where_a_1_is_enough_nothing_is_rolled():
    apart().chooses("horde:double").asked("a", "move")
    apart(horde="h1@5,10:heavy h2@8,10:heavy").chooses("horde:advance").asked("a", "move")


def test_ep_a28_a_failed_test_is_a_marker_and_a_hold():
    scene = apart("l1@45,10", "h1@5,10 h2@8,10 h3@8,12").acts("horde", "march", 2).has("horde", blast=1, marched=0)
    scene.cites("test_failed", "EP-A28").asked("a", "part")
    scene.asked("a", "part", ["horde:part:move", "horde:part:regroup", "horde:part:nothing"]).chooses(
        "horde:part:regroup"
    )
    scene.rolls("regroup", 1, 1).has("horde", blast=0)


def test_ep_a28_hold_is_one_move_or_shooting_or_a_regroup():
    scene = apart("l1@30,10", "h1@5,10:line h2@8,10:line", size=(60, 20)).chooses("horde:hold")
    scene.asked("a", "part", ["horde:part:move", "horde:part:shoot", "horde:part:nothing"]).chooses("horde:part:shoot")
    scene.chooses("horde:shoot:line").rolls("to hit", 1, 1).has("line", blast=0, broken=1)


def test_ep_a23_a_formation_has_the_initiative_of_most_of_its_stands_or_the_poorer_of_two_equal_groups():
    groups = viewed(apart(horde="h1@5,10 h2@8,10:heavy h3@8,12:heavy").match)["groups"]
    assert next(g["initiative"] for g in groups if g["id"] == "horde") == 1
    groups = viewed(apart(horde="h1@5,10 h2@8,10:heavy").match)["groups"]
    assert next(g["initiative"] for g in groups if g["id"] == "horde") == 3


# -- moves ------------------------------------------------------------------------------------------------------------


def moves(action, *faces, **more):
    return apart(**more).acts("horde", action, *faces).asked("a", "move")


def test_ep_a29_advance_is_one_move_and_a_shot():
    scene = moves("advance", 6, horde="h1@5,10 h2@8,10").offers("h1:move:20,10").does_not_offer("h1:move:21,10")
    scene.plans("h1:move:16,10", "h2:move:20,10").confirms().asked(
        "a", "shoot", ["horde:shoot:line", "horde:hold_fire"]
    )
    scene.chooses("horde:hold_fire").never_says("fired")


def test_ep_a29_double_is_two_moves_and_a_shot_at_1_less():
    scene = moves("double", horde="h1@5,10:line h2@8,10:line EAGER=2").plans("horde:move:19,10").confirms()
    assert scene.match.pending.note == "Move 2 of 2. Each up to its Speed; they end in coherency."
    scene.stands("h2", 22, 10).confirms().asked("a", "shoot").sums("horde:shoot:line", 6, in_haste=-1)


def test_ep_a29_march_is_three_moves_and_no_shot():
    scene = moves("march", 6).confirms().confirms().confirms().has("horde", marched=1).never_says("fired")
    scene.asked("b", "activate")


def test_ep_a29_a_plan_without_moves_is_told_as_moving_no_stand():
    moves("advance", 6).confirms().says("A moves no stand.")
    scene = Assault(size=(30, 24), line="b line l1@10,10 l2@13,10 watch", horde="a horde h1@10,11")
    scene.engages("horde", "line").says("A moves no stand.").asked("b", "react").chooses("pass").says("B passes.")
    scene.asked("b", "counter_charge").confirms().says("B makes no counter charge.")


def test_ep_a29_marshal_is_a_move_or_a_shot_at_1_less_then_a_regroup():
    scene = apart(horde="h1@5,10:line h2@8,10:line h3@8,12:line h4@9,12:line blast=2").acts("horde", "marshal", 4)
    scene.asked("a", "part", ["horde:part:move", "horde:part:shoot", "horde:part:nothing"]).chooses("horde:part:shoot")
    scene.sums("horde:shoot:line", 6, in_haste=-1).chooses("horde:hold_fire").rolls("regroup", 1, 2).has(
        "horde", blast=0
    )


def test_ep_a29_sustained_fire_is_no_move_and_a_shot_at_1_better():
    scene = apart(horde="h1@5,10:line h2@8,10:line").acts("horde", "sustained_fire", 2)
    scene.asked("a", "shoot").sums("horde:shoot:line", 4, sustained_fire=1).never_says("moved")


def test_ep_a35_coherency_is_checked_when_the_move_ends():
    scene = moves("advance", 6).plans("h2:move:20,10")
    scene.cannot_confirm("EP-A35", "H2 out of coherency: 14 cm from H1, the nearest; 5 cm is the limit")
    assert viewed(scene.match)["overlay"]["apart"] == ["h2"]
    scene.plans("h1:move:15,10").offers("confirm")
    assert viewed(scene.match)["overlay"]["links"] == [["h1", "h2"]]


def test_ep_a33_actions_other_than_engage_enter_no_zone_and_a_stand_that_starts_in_one_leaves_it():
    scene = moves("advance", 6, line="l1@20,10", horde="h1@5,10 h2@8,10").does_not_offer(
        "h2:move:14,10", "h1:move:18,10"
    )
    scene = moves("advance", 6, line="l1@12,10", horde="h1@5,10 h2@8,10").offers("h2:move:5,11", "h2:move:8,4")
    scene.does_not_offer("h2:move:7,10", "h2:move:9,10").offers("h1:move:5,12")


def test_ep_a33_a_formation_in_a_zone_may_take_neither_overwatch_nor_sustained_fire():
    apart("l1@12,10", "h1@5,10:line h2@8,10:line").does_not_offer("horde:overwatch", "horde:sustained_fire")
    apart("l1@24,10", "h1@5,10:line h2@8,10:line").offers("horde:overwatch", "horde:sustained_fire")


def test_ep_a25_a46_woods_do_not_slow_infantry_and_are_closed_to_vehicles():
    rows = ["." * 40 for _ in range(9)]
    rows[4] = "." * 6 + "T" * 6 + "." * 28
    for y in (3, 5):
        rows[y] = "." * 6 + "#" * 6 + "." * 28
    scene = Assault(*rows, horde="a line h1@5,4", line="b line l1@39,8").acts("horde", "advance", 6)
    scene.offers("h1:move:20,4")
    scene = Assault(*rows, horde="a tank h1@5,4", line="b line l1@39,8").acts("horde", "advance", 6)
    scene.does_not_offer("h1:move:8,4").offers("h1:move:13,6")


@pytest.mark.parametrize(("scale", "most", "end"), [("10", 9, 20), ("25", 3, 11)])
def test_ep_a47_more_than_10_cm_of_woods_block_a_line_of_fire_and_stands_never_do(scale, most, end):
    """Half the cell of the stand and the cells between: 9.5 cm of 10 mm a cell, 8.75 cm of 25 mm."""

    def over(woods):
        rows = ["." * 40 for _ in range(5)]
        rows[2] = ("." * 7 + "T" * woods).ljust(40, ".")
        forms = {"horde": "a line h1@5,2", "wood": "a line w1@6,2", "line": f"b line l1@{end},2"}
        return Assault(*rows, scale=scale, **forms).acts("horde", "advance", 6).confirms()

    over(most).offers("horde:shoot:line")
    over(most + 1).never_says("fired").asked("a", "retain")


def test_ep_a47_a_wall_blocks_a_line_of_fire():
    rows = ["." * 40 for _ in range(5)]
    rows[2] = "." * 10 + "#" + "." * 29
    scene = Assault(*rows, horde="a line h1@5,2", line="b line l1@20,2").acts("horde", "advance", 6).confirms()
    scene.never_says("fired").asked("b", "activate")


def test_ep_a48_stands_get_in_and_out_within_5_cm():
    scene = moves("advance", 6, horde="t@5,10:carrier p>t h1@8,12").offers("p:disembark:5,15", "h1:embark:t")
    scene.does_not_offer("p:disembark:5,17").plans("h1:embark:t", "t:move:20,10").does_not_offer("h1:disembark:8,12")
    scene.confirms().stands("t", 20, 10).says(
        "H1 gets into T.", "T moves to u11.", "P rides with T.", "H1 rides with T."
    )
    assert scene.unit("h1").aboard == scene.unit("p").aboard == "t"


def test_ep_a48_a_stand_does_not_get_into_a_full_transport_or_one_farther_off_than_5_cm():
    moves("advance", 6, horde="t@5,10:carrier p>t q>t h1@8,12").does_not_offer("h1:embark:t")
    moves("advance", 6, horde="t@5,10:carrier h1@15,12").does_not_offer("h1:embark:t")


def test_ep_a48_getting_out_ends_the_move_of_a_transport():
    scene = moves("advance", 6, horde="t@5,10:carrier p>t h1@8,12").plans("p:disembark:5,12")
    scene.refused("t", "EP-A48", "passengers get out of it").does_not_offer("t:move:6,10")


def test_ep_a48_passengers_of_a_destroyed_transport_need_their_save():
    scene = apart(horde="t@30,17:carrier p>t q>t:heavy", line="l1@30,10:tank l2@33,10:tank", seat="b", size=(60, 24))
    scene.acts("line", "sustained_fire", 2).chooses("line:shoot:horde").rolls("to hit", 6, 1).rolls("save", 1)
    scene.rolls("bail out", 1).rolls("bail out", 6).out("t", "p").says("P is lost.", "Q gets out of the wreck.")
    assert not scene.unit("q").aboard


# -- a formation moved as a whole -------------------------------------------------------------------------------------


def test_ep_a29_a_formation_may_be_moved_as_a_whole_with_its_spacing():
    scene = moves("advance", 6, horde="h1@5,10 h2@8,10 h3@6,12").plans("horde:move:15,8")
    scene.offers("confirm", "h1:unplan", "h2:unplan", "h3:unplan").confirms()
    scene.stands("h1", 15, 8).stands("h2", 18, 8).stands("h3", 16, 10)


def test_ep_a29_a_stand_in_the_way_of_its_own_formation_moves_first():
    scene = moves("advance", 6, horde="h1@5,10 h2@6,10 h3@7,10").plans("horde:move:6,10").confirms()
    scene.stands("h1", 6, 10).stands("h2", 7, 10).stands("h3", 8, 10)


def test_ep_a35_a_formation_moved_as_a_whole_round_obstacles_stays_in_coherency():
    rows = ["." * 40 for _ in range(24)]
    for y in range(12, 24):
        rows[y] = "." * 15 + "#" * 3 + "." * 22
    scene = Assault(*rows, horde="a horde h1@10,10 h2@10,14 h3@10,18", line="b line l1@39,0")
    scene.acts("horde", "advance", 6).plans("horde:move:16,8").offers("confirm")
    scene.plans("horde:move:20,10").offers("confirm").confirms().stands("h1", 20, 10)


def test_ep_a35_a_formation_stays_in_coherency_with_a_stand_that_cannot_move():
    moves("advance", 6, horde="h1@5,10 h2@8,10 e@9,12:emplacement").plans("horde:move:18,10").offers("confirm")


def test_ep_a29_a_formation_that_begins_with_an_emplacement_is_led_by_the_first_stand_that_can_move():
    scene = moves("advance", 6, horde="e@5,10:emplacement h1@8,10 h2@5,13 h3@8,13").refused("e", "EP-A21")
    assert scene.match.rules.led_by(scene.match.front, "horde") == "h1"
    scene.plans("horde:move:10,10").confirms()
    scene.stands("e", 5, 10).stands("h1", 10, 10).stands("h2", 7, 13).stands("h3", 10, 13)


def test_ep_a29_a_formation_with_at_most_one_stand_that_can_move_is_not_offered_a_move_as_a_whole():
    moves("advance", 6, horde="e@5,10:emplacement h1@8,10").offers("h1:move:9,10").does_not_offer("horde:move:9,10")


def test_a_plan_can_be_changed_before_it_is_confirmed_at_no_cost():
    scene = moves("advance", 6)
    before = [option.id for option in scene.match.pending.options]
    for _ in range(20):
        scene.plans("h1:move:6,10", "h1:move:7,9", "h1:unplan", "horde:move:6,10", "reset")
    scene.asked("a", "move", before)


def zoned(action, horde="h1@10,10 h2@14,10", line="l1@7,10", rows=()):
    """H1 stands 2 cm from L1, in its zone of control; the action's test succeeds."""
    scene = Assault(*rows, size=(40, 24), horde=f"a horde {horde}", line=f"b line {line}").acts("horde", action)
    return scene.rolls("action test", 6) if scene.match.pending.why == "action test" else scene


def test_ep_a33_a_stand_that_starts_in_a_zone_of_control_leaves_it_with_the_first_move():
    scene = zoned("advance").cannot_confirm("EP-A33", "it is in the zone of control of L1: it must leave")
    scene.plans("h2:move:15,10").cannot_confirm("EP-A33").plans("h1:move:14,11").confirms().stands("h1", 14, 11)
    zoned("march").cannot_confirm("EP-A33")


def test_ep_a33_the_defaults_of_a_plan_bring_one_stand_after_the_other_out_of_a_zone_of_control():
    scene = zoned("advance", "h1@10,10 h2@10,12", "l1@7,10 l2@7,12")
    for stand, out in (("h1", "13,9"), ("h2", "13,11")):
        scene.cannot_confirm("EP-A33").asked("a", "move", default=f"{stand}:move:{out}").plans(f"{stand}:move:{out}")
    scene.asked("a", "move", default="confirm").confirms().stands("h1", 13, 9).stands("h2", 13, 11)


def test_ep_a33_the_default_gives_up_a_plan_that_is_wrong_in_another_way():
    scene = zoned("advance", "h1@10,10 h2@10,12", "l1@7,10 l2@7,12").plans("h1:move:22,10")
    scene.cannot_confirm("EP-A35").asked("a", "move", default="reset")


@pytest.mark.parametrize("seed", range(8))
def test_ep_a33_whatever_has_been_planned_the_defaults_bring_the_plan_to_its_end(seed):
    plans = 0
    for match in decisions(random_match("epic", seed), seed):
        asked = match.pending
        if asked.kind not in DRAFTS or asked.default == "confirm":
            continue
        plans += 1
        line, stands = match.clone(), len(match.front.units)
        for _ in range(stands + 2):  # a plan given up, every stand moved, the end
            default = line.pending.default
            line.choose(default)
            if default == "confirm":
                break
        else:
            raise AssertionError(f"the defaults go on after {stands + 2} answers")
    assert plans


def test_ep_a33_a_stand_that_cannot_leave_a_zone_stays():
    rows = ["." * 40 for _ in range(24)]
    for y, wall in ((9, "###"), (10, "#.#"), (11, "###")):
        rows[y] = "." * 9 + wall + "." * 28
    zoned("advance", rows=rows).offers("confirm")


def test_ep_a33_a_formation_need_not_fall_apart_to_leave_a_zone():
    # H2 cannot move, and wherever H1 went out of the zones it would be too far from it
    line = "l1@7,10 l2@13,10 l3@10,14 l4@10,6"
    zoned("advance", "h1@10,11 h2@10,9:emplacement", line).offers("confirm")
    zoned("advance", "h1@10,11", line).cannot_confirm("EP-A33")


def test_ep_a33_hold_and_marshal_are_a_move_with_a_stand_in_a_zone_of_control():
    for action in ("hold", "marshal"):
        zoned(action).asked("a", "move").cannot_confirm("EP-A33")
        zoned(action, "h1@20,10 h2@24,10").asked("a", "part")


def test_ep_a33_in_a_charge_a_stand_that_starts_in_a_zone_goes_on_or_leaves():
    forms = {"line": "b line l1@22,10", "guard": "b line g1@7,10"}
    scene = Assault(size=(40, 24), horde="a horde h1@10,10 h2@14,10", **forms).acts("horde", "engage:line")
    scene.cannot_confirm("EP-A33", "it is in the zone of control of G1: it must charge or leave")
    scene.plans("h1:move:14,11").offers("confirm").plans("h1:unplan").does_not_offer("confirm")
    zoned("engage:line").offers("confirm")  # H1 stays in the zone of the formation it charges


def test_ep_a33_passengers_get_out_of_a_transport_in_a_zone_only_after_it_has_left_the_zone():
    riders = "t1@10,10:carrier p1>t1 h2@14,10"  # getting out would end its move, and leave it where it must not stay
    scene = zoned("advance", riders).refused("p1", "EP-A33", "T1 has to leave the zone of control of L1 first")
    scene.cannot_confirm("EP-A33").plans("t1:move:13,11").plans("p1:disembark:13,12")
    scene.plans("t1:unplan").cannot_confirm("EP-A33", "T1 has to leave").plans("reset", "t1:move:14,12").confirms()
    zoned("advance", "t1@10,10:carrier p1>t1 SPEED=0 h2@14,10").offers("p1:disembark:13,11", "confirm")
    forms = {"line": "b line l1@22,10", "guard": "b line g1@7,10"}
    charge = Assault(size=(40, 24), horde="a horde t1@10,10:carrier p1>t1 h2@14,10", **forms)
    charge.acts("horde", "engage:line").rolls("action test", 6).refused("p1", "EP-A33", "G1 first")
    charge.plans("t1:move:14,12").offers("p1:disembark:14,13")


def test_ep_a34_some_of_several_intermingled_formations_can_be_engaged():
    forms = {"one": "b line l1@20,10", "two": "b line l2@24,10", "three": "b line l3@28,10"}
    scene = Assault(size=(40, 24), horde="a horde h1@10,10", **forms)
    engaged = [o.id.split(":")[2] for o in scene.match.pending.options if o.action == "engage"]
    assert engaged == ["one", "one+two", "one+two+three", "two", "two+three", "three"]
    scene.engages("horde", "one+two", charge=("h1:move:19,10",))
    scene.sides("horde", "one+two").refused("l3", "EP-02", "THREE is not in the assault")


def test_a_stand_takes_the_place_of_another_only_after_that_one_has_left():
    scene = moves("advance", 6).plans("h2:move:10,10", "h1:move:8,10").offers("confirm").plans("h2:unplan")
    scene.cannot_confirm("EP-A25", "the moves planned before it leave H1 no move to i11")


# -- overwatch --------------------------------------------------------------------------------------------------------


def test_ep_a32_overwatch_is_placed_by_an_action_and_shown_with_the_formation():
    scene = apart().acts("horde", "overwatch", 6).has("horde", overwatch=1, activated=1).says("HORDE is on overwatch.")
    assert not scene.unit("h1").markers


@pytest.mark.parametrize(("action", "windows"), [("advance", 1), ("double", 2), ("march", 3)])
def test_ep_a32_overwatch_may_fire_after_each_enemy_move_even_an_empty_one(action, windows):
    scene = apart("l1@30,10 l2@33,10 watch", "h1@5,10 h2@8,10").acts(
        "horde", action, *([6] if action != "double" else [])
    )
    for _ in range(windows):
        scene.confirms("a").asked("b", "react", ["l1:overwatch_fire:horde", "pass"]).chooses("pass")
    scene.has("line", overwatch=1)


def test_ep_a32_overwatch_fires_once_and_that_is_the_formations_activation():
    scene = apart("l1@30,10 l2@33,10 watch", "h1@5,10 h2@8,10 h3@9,12").acts("horde", "double").confirms("a")
    scene.chooses("l1:overwatch_fire:horde").rolls("to hit", 5, 1).rolls("save", 6).confirms("a").has(
        "line", overwatch=0, activated=1
    )
    scene.has("horde", blast=1).says("LINE spends its overwatch.", "LINE fires at HORDE.").refused("l1", "EP-A26")


def test_ep_a32_overwatch_does_not_fire_out_of_range_or_sight_or_when_broken():
    scene = apart("l1@58,10 l2@59,10 watch", "h1@5,10 h2@8,10").acts("horde", "advance", 6).confirms("a")
    scene.asked("b", "activate")
    scene = apart("l1@30,10 l2@33,10 watch broken", "h1@5,10 h2@8,10").acts("horde", "advance", 6).confirms("a")
    scene.never_says("reaction_declared").refused("l1", "EP-A44", "LINE is broken")


def test_ep_a32_any_other_action_gives_overwatch_up():
    scene = apart(horde="h1@5,10 h2@8,10 watch").has("horde", overwatch=1)
    scene.acts("horde", "advance", 6).has("horde", overwatch=0)


def test_ep_a32_a44_overwatch_may_break_a_charging_formation_and_the_assault_is_off():
    scene = Assault(size=(40, 30), line="b line l1@10,10 l2@12,10 watch", horde="a horde h1@10,12")
    scene.engages("horde", "line").chooses("l1:overwatch_fire:horde").rolls("to hit", 1, 1)
    scene.says("HORDE gets 1 blast marker, 1 in all.", "HORDE breaks.", "HORDE withdraws.").stay()
    scene.says("There is no assault: HORDE cannot fight any more.").never_says("assault_begun")


# -- shooting and blast markers ---------------------------------------------------------------------------------------


def test_ep_a31_each_stand_in_range_and_sight_rolls_to_hit():
    scene = apart("l1@30,10 l2@33,10", "h1@5,10:line h2@8,10:line h3@3,10:horde").acts("horde", "sustained_fire", 2)
    total = scene.forecast("horde:shoot:line")
    assert (total.dice, total.p_hit) == ("2D6 at 4+ and 1D6 at 5+", 1 - Fraction(1, 4) * Fraction(4, 6))
    assert total.p_out == total.p_hit  # line infantry has no save


def test_ep_a37_the_results_forecast_of_a_shot_are_its_exact_odds():
    scene = apart("l1@30,10:heavy l2@33,10:horde", "h1@5,10:line h2@8,10:line h3@8,12:line")
    scene.acts("horde", "sustained_fire", 2)
    total, lost = scene.forecast("horde:shoot:line"), Counter()
    for chance, changes in scene.match.odds("horde:shoot:line"):
        lost[sum(isinstance(change, UnitChange) and change.out is True for change in changes)] += chance
    told = {words: chance for words, chance, _ in total.results}
    assert sum(told.values()) == 1
    assert told["no hit"] + told["hit, and all saved"] == lost[0]
    assert [told[f"{n} stand{'s' * (n > 1)} lost"] for n in (1, 2)] == [lost[1], lost[2]]


def test_ep_a31_cover_is_1_worse_to_hit_and_gives_a_save():
    rows = ["." * 40 for _ in range(12)]
    rows[5] = "." * 30 + "n" + "." * 9
    scene = (
        Assault(*rows, horde="a line h1@8,5 h2@8,4", line="b line l1@30,5").acts("horde", "advance", 2).confirms("a")
    )
    scene.sums("horde:shoot:line", 6, cover=-1).chooses("horde:shoot:line").rolls("to hit", 6, 1).rolls("save", 4)
    scene.says("L1 is saved.").has("line", broken=1)


def test_ep_a50_fire_at_a_broken_formation_places_no_markers_that_would_cost_it_stands():
    scene = apart("l1@30,10 l2@33,10 broken", "h1@5,10:line").acts("horde", "sustained_fire", 2)
    scene.chooses("horde:shoot:line").rolls("to hit", 1).has("line", blast=0, broken=1).never_says(
        "blast_placed", "stand_lost"
    )


def test_ep_a31_each_blast_marker_silences_one_stand():
    scene = apart("l1@30,10 l2@33,10", "h1@5,10:line h2@8,10:line h3@8,12:line h4@9,12:line blast=3")
    scene.acts("horde", "advance", 3).confirms("a").chooses("horde:shoot:line").rolls("to hit", 1)
    assert scene.event("fired").fields["silent"] == 3


def test_ep_a44_one_marker_for_coming_under_fire_and_one_for_each_stand_lost():
    scene = apart("l1@30,10 l2@33,10 l3@33,12 l4@30,12", "h1@5,10:line h2@8,10:line").acts("horde", "advance", 2)
    scene.confirms("a").chooses("horde:shoot:line").rolls("to hit", 5, 1).out("l1").has("line", blast=2)
    scene.says("LINE gets 2 blast markers, 2 in all.")


def test_ep_a44_a_formation_with_as_many_blast_markers_as_stands_breaks_and_withdraws():
    scene = apart("l1@30,10 l2@33,10 blast=1", "h1@5,10:line h2@8,10:line").acts("horde", "advance", 2)
    scene.confirms("a").chooses("horde:shoot:line").rolls("to hit", 1, 1).says("LINE breaks.", "LINE withdraws.")
    scene.has("line", broken=1, blast=0).asked("b", "withdraw").confirms("b", "b").refused(
        "l1", "EP-A44", "LINE is broken"
    )


def test_ep_a30_a_regroup_takes_off_the_higher_of_two_dice():
    scene = apart(horde="h1@5,10 h2@8,10 h3@9,12 h4@9,13 h5@9,14 blast=4").acts("horde", "marshal", 4)
    scene.chooses("horde:part:nothing").rolls("regroup", 1, 3).has("horde", blast=1)
    scene.says("HORDE regroups; 1 blast marker left.")


# -- the end phase ----------------------------------------------------------------------------------------------------


def ending(horde, line="l1@50,10 l2@53,10 done", turns=2, **more):
    return apart(line, f"{horde} done", phase="end", turns=turns, **more)


def test_ep_a45_a_rally_takes_off_half_the_blast_markers_rounded_up():
    scene = ending("h1@5,10 h2@8,10 h3@8,12 h4@8,13 blast=3").rolls("rally", 3).has("horde", blast=1)
    scene.rolled("rally", 3, 1).says("HORDE rallies; 1 blast marker left.")


def test_ep_a45_a_rallied_formation_has_half_as_many_blast_markers_as_stands():
    scene = ending("h1@5,10 h2@8,10 h3@8,12 broken").rolls("rally", 5).rolled("rally", 5, 1, broken=-2)
    scene.has("horde", broken=0, blast=1)


def test_ep_a45_enemies_within_30_cm_make_a_rally_harder_and_a_failure_is_another_withdrawal():
    scene = ending("h1@5,10 h2@8,10 broken", "l1@39,10 l2@42,10 done").rolls("rally", 5)
    scene.rolled("rally", 6, 1, broken=-2, enemies_within_30_cm=-1).says("HORDE does not rally.", "HORDE withdraws.")
    scene.asked("a", "withdraw")


def test_ep_a45_a_failed_rally_of_an_unbroken_formation_changes_nothing():
    scene = ending("h1@5,10 h2@8,10 h3@8,12 blast=1").rolls("rally", 1)
    scene.has("horde", blast=1).never_says("withdrawal_begun")


GOAL = {"objectives": [{"id": "mill", "name": "the mill", "cells": [[5, 10]], "points": 2}]}


def test_ep_a49_objectives_score_for_unbroken_formations_and_most_points_win():
    scene = ending("h1@5,10 h2@8,10", turns=1, more=GOAL).says(
        "A holds the mill and scores 2.", "A wins: more points, 2 against 0."
    )
    scene = ending("h1@5,10 h2@8,10 broken", turns=1, more=GOAL).rolls("rally", 1).stay()
    scene.never_says("objective_scored").says("A draw: equal in points and standing units.")


def test_ep_a49_a_side_without_units_loses_at_once():
    scene = apart("l1@15,10", "h1@5,10:tank h2@8,14:tank").acts("horde", "advance", 2).confirms("a")
    scene.chooses("horde:shoot:line").rolls("to hit", 6, 6).says("A wins: only one side is left.")


def test_ep_a26_in_the_next_turn_every_formation_may_act_again_and_overwatch_stays():
    scene = ending("h1@5,10 h2@8,10 watch marched").has("horde", activated=0, marched=0, overwatch=1)
    scene.says("All formations may act again.", "Turn 2 begins.")


# -- the table --------------------------------------------------------------------------------------------------------


def test_ep_a24_the_scale_says_how_many_millimetres_a_cell_has():
    fine = apart(scale="10").acts("horde", "advance", 6).offers("h1:move:20,10").does_not_offer("h1:move:21,10")
    coarse = apart(scale="25").acts("horde", "advance", 6).offers("h1:move:11,10").does_not_offer("h1:move:12,10")
    assert fine.match.rules.bands("h1", fine.match.front) == (16, 31)
    assert coarse.match.rules.bands("h1", coarse.match.front) == (7, 13)
    coarse.plans("h2:move:11,10").cannot_confirm("EP-A35", "H2 out of coherency: 12.5 cm from H1, the nearest")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"scale": "wide"}, 'The scale "wide" is no number of millimetres per cell; use one from 1 to 100.'),
        ({"scale": "1" * 5000}, "is no number of millimetres per cell; use one from 1 to 100."),
        ({"scale": "0"}, 'The scale "0" is no number of millimetres per cell; use one from 1 to 100.'),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(change, sentence):
    with pytest.raises(SetupError, match=sentence[:20]):
        apart(**change)


def test_a_formation_of_two_seats_or_with_the_id_of_a_stand_is_refused():
    with pytest.raises(SetupError, match="cannot name a formation"):
        Assault(h2="a horde h1@5,10 h2@8,10")
    with pytest.raises(SetupError, match="belongs to a already"):
        setup = apart().setup
        units = [unit if unit.id != "l1" else type(unit)(**{**_fields(unit), "group": "horde"}) for unit in setup.units]
        start(build("epic"), type(setup)(**{**_fields(setup), "units": tuple(units)}))


def _fields(made):
    return {name: getattr(made, name) for name in made.__slots__}


def test_a_position_keeps_the_state_of_formations():
    scene = apart(horde="h1@5,10 h2@8,10 h3@8,12 h4@8,14 blast=3 watch", second="a horde s1@5,20 s2@6,20 broken done")
    again = start(build("epic"), position(scene.match))
    assert again.formations == scene.match.front.formations
    assert again.formations["horde"].blast == 3
    assert again.scale == scene.match.front.scale


def test_groups_show_markers_coherency_and_what_has_acted():
    scene = apart(horde="h1@5,10 h2@18,10 blast=1 done")
    horde = viewed(scene.match)["groups"][0]
    assert horde == {
        "id": "horde",
        "seat": "a",
        "units": ["h1", "h2"],
        "markers": [{"kind": "blast", "face": "up", "count": 1}],
        "initiative": 3,
        "coherent": False,
        "activated": True,
        "drawn_in": False,
    }
    assert viewed(scene.match)["seats"][1]["note"] == "strategy 2, 1 formation to act"


def test_a_distance_in_the_view_is_the_gap_between_stands_in_centimetres():
    scene = apart("l1@30,10", "h1@5,10:line", scale="25")
    assert [scene.match.rules.measured(scene.match.front, cells) for cells in (0, 1, 2, 7)] == [
        "0 cm",
        "0 cm",
        "2.5 cm",
        "15 cm",
    ]
