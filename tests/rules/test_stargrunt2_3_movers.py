"""Stargrunt II: opportunity fire at units on the move (SG-16 to SG-26)."""

from __future__ import annotations

import pytest

from game.engine.position import position
from game.engine.start import start
from game.rules import build
from tests.firefight import Firefight

LANE = ["a1 .*15 b1"]


def walks(*rows, to=(6, 0), **units):
    """A1 announces a normal move."""
    return Firefight(*(rows or LANE), **units).acts("a1", f"a1:move:{to[0]},{to[1]}").asked("b", "react")


def runs(*rows, to=(8, 0), mobility=6, **units):
    """A1 announces a combat move and rolls for it."""
    return Firefight(*(rows or LANE), **units).acts("a1", f"a1:combat_move:{to[0]},{to[1]}").rolls("mobility", mobility)


def misses(scene, unit, point):
    """By counter, without any effect."""
    return scene.chooses(f"{unit}:overwatch_fire:a1:p{point}").fires(8, 1, 1)


def wounds(scene, unit, point):
    """One man wounded; the unit holds its nerve."""
    scene.chooses(f"{unit}:overwatch_fire:a1:p{point}").fires(1, 2, 7).rolls("remainder", 6)
    return scene.rolls("who is hit", 1).rolls("impact", 6, 4).rolls("confidence", 8)


# -- the point --------------------------------------------------------------------------------------------------------


def test_sg_16_a23_a_mover_may_be_fired_at_at_any_point_of_its_path_both_ends_included():
    scene = walks(to=(3, 0))
    scene.asked("b", "react", [*(f"b1:opportunity_fire:a1:p{n}" for n in range(4)), "b1:test_only:a1", "pass"])
    scene.chooses("b1:opportunity_fire:a1:p2").rolls("opportunity", 8).stands("a1", 2, 0)


def test_sg_16_a11_the_mover_must_be_seen_at_the_point_and_nowhere_else():
    scene = walks(".*3 # .*4", "a1 .*5 . .", ".*8", ".*4 # .*3", ".*3 b1 .*4", to=(6, 1))
    offered = {int(o.id.rpartition("p")[2]) for o in scene.match.pending.options if o.point >= 0}
    seen = {n for n in range(7) if scene.setup.board.visible(scene.unit("b1").at, scene.cell(n, 1))}
    assert offered == seen
    assert 0 < len(seen) < 7


def test_sg_17_cover_and_distance_are_taken_at_the_point():
    scene = walks("a1@n . . n . . .*10 b1", to=(3, 0))
    scene.sums("b1:opportunity_fire:a1:p1", 8, opportunity_fire=1)
    scene.sums("b1:opportunity_fire:a1:p3", 12, low_cover=2, opportunity_fire=1)
    scene.does_not_offer("b1:opportunity_fire:a1:p4")


def test_sg_17_a23_an_in_position_marker_counts_at_the_start_and_not_after():
    scene = (
        Firefight(*LANE, a1="dug")
        .acts("a1", "a1:move:3,0")
        .rolls("reaction", 5)
        .rolled("reaction", 8, need=4, threat=2)
    )
    scene.sums("b1:opportunity_fire:a1:p0", 10, in_position=1, opportunity_fire=1)
    scene.sums("b1:opportunity_fire:a1:p1", 8, opportunity_fire=1).marker("a1", "in_position", "up")
    scene.passes("b").marker("a1", "in_position", None)


def test_sg_17_a23_the_range_die_rolled_is_that_of_the_point():
    scene = Firefight(*LANE, a1="dug", b1="watch").acts("a1", "a1:move:3,0").rolls("reaction", 5)
    scene.chooses("b1:overwatch_fire:a1:p0").waits_for("fire", 10, 8, 12)
    far = Firefight("a1 .*31 b1", a1="dug", b1="watch").acts("a1", "a1:move:1,0").rolls("reaction", 5)
    far.offers("b1:overwatch_fire:a1:p1").does_not_offer("b1:overwatch_fire:a1:p0")


def test_sg_a7_units_answer_one_at_a_time_along_the_path():
    scene = walks(*LANE, ".*17 b2", b1="watch", b2="watch")
    scene = misses(scene, "b1", 3).asked("a", "go_on").chooses("a1:go_on:6,0").asked("b", "react")
    scene.does_not_offer("b2:overwatch_fire:a1:p2").offers("b2:overwatch_fire:a1:p3", "b2:overwatch_fire:a1:p6")
    scene.refused("b1", "SG-09")


def test_sg_a7_a_failed_test_closes_the_earlier_points_too():
    scene = walks(*LANE, ".*17 b2").chooses("b1:opportunity_fire:a1:p3").rolls("opportunity", 1)
    scene.does_not_offer("b2:opportunity_fire:a1:p2").offers("b2:opportunity_fire:a1:p3")


def stopped(rulings=None, **units):
    """B1 has suppressed A1 two inches on its way; B2 has not tried."""
    how = {"b1": "watch", "b2": "watch", **units}
    scene = walks(*LANE, ".*17 b2", rulings=rulings, **how).chooses("b1:overwatch_fire:a1:p2").fires(1, 2, 1)
    return scene.rolls("confidence", 8).stands("a1", 2, 0)


def test_sg_09_a7_a_mover_stopped_by_fire_can_be_answered_where_it_stands():
    scene = stopped().asked("b", "react").offers("b2:overwatch_fire:a1:p2", "b2:opportunity_fire:a1:p2")
    scene.does_not_offer("b2:overwatch_fire:a1:p1", "b2:overwatch_fire:a1:p3").refused("b1", "SG-09")
    scene.chooses("b2:overwatch_fire:a1:p2").waits_for("fire", 8, 8, 12).fires(1, 2, 1)
    scene.has("a1", suppressed=2).stands("a1", 2, 0).marker("b2", "overwatch", None)
    scene.asked("a", "action", ["a1:remove_suppression", "a1:end"])
    assert [event.type for event in scene.match.events].count("move_stopped") == 1


def test_sg_09_a7_no_unit_need_answer_a_mover_that_was_stopped():
    scene = stopped().passes("b").asked("a", "action").marker("b2", "overwatch", "up").has("a1", suppressed=1)
    scene.says("A1 stops where it is.", "B passes.", "The action is over.")


def test_sg_09_a7_a_mover_stopped_by_its_owner_can_be_answered_where_it_stands():
    scene = misses(walks(*LANE, ".*17 b2", b1="watch", b2="line"), "b1", 2).chooses("a1:stop")
    scene.asked("b", "react", ["b2:opportunity_fire:a1:p2", "b2:test_only:a1", "pass"])
    scene.chooses("b2:opportunity_fire:a1:p2").rolls("opportunity", 8).fires(8, 1, 1).stands("a1", 2, 0)
    scene.asked("a", "action")  # it is not asked again where the rest of its move leads


def test_sg_09_a7_a_combat_mover_that_stops_for_its_wounded_can_be_answered_and_is_marked_at_once():
    scene = wounds(runs(*LANE, ".*17 b2", b1="watch", b2="watch"), "b1", 4).chooses("a1:stop").asked("b", "react")
    scene.offers("b2:overwatch_fire:a1:p4").does_not_offer("b2:overwatch_fire:a1:p5")
    scene.chooses("b2:overwatch_fire:a1:p4").fires(1, 2, 1).has("a1", suppressed=2).stands("a1", 4, 0)
    scene.says("A1 will be suppressed at the end of its move.", "A1 stops where it is.", "B2 fires at A1.")
    scene.says("A1 is suppressed (1).", "The action is over.", "A1 is suppressed (2).")


def test_sg_09_a7_a_unit_that_does_not_see_where_the_mover_stopped_cannot_answer_there():
    rows = [".*8", "a1 .*6 b1", ".*3 # .*4", ".*3 b2 .*4"]
    scene = walks(*rows, to=(5, 1), b1="watch", b2="watch").offers("b2:overwatch_fire:a1:p0")
    scene.chooses("b1:overwatch_fire:a1:p3").fires(1, 2, 1).rolls("confidence", 8).asked("a", "action")
    scene.marker("b2", "overwatch", "up").stands("a1", 3, 1)


def test_sg_01_a7_a_mover_stopped_by_reaction_fire_can_be_answered_by_attempts_and_by_no_second_reaction_fire():
    scene = Firefight("a1 .*12 b1", ".*13 b2").acts("a1", "a1:move:1,0").passes("b").chooses("a1:move:5,0")
    scene.chooses("b1:reaction_fire:a1").fires(1, 2, 1).rolls("confidence", 8).stands("a1", 1, 0)
    options = ["b2:opportunity_fire:a1:p0", "b2:test_only:a1", "pass"]
    scene.asked("b", "react", options).refused("b1", "SG-05")


def test_sg_a7_stop_ends_a_mover_that_was_stopped_is_not_answered():
    ruling = {"SG-A7": "stop_ends"}
    stopped(ruling).asked("a", "action").marker("b2", "overwatch", "up")
    scene = misses(walks(*LANE, ".*17 b2", b1="watch", b2="watch", rulings=ruling), "b1", 2).chooses("a1:stop")
    scene.asked("a", "action")
    going = misses(walks(*LANE, ".*17 b2", b1="watch", b2="watch", rulings=ruling), "b1", 2).chooses("a1:go_on:6,0")
    going.asked("b", "react").offers("b2:overwatch_fire:a1:p3").does_not_offer("b2:overwatch_fire:a1:p1")


def test_sg_a7_a_mover_that_is_wiped_out_is_not_answered():
    scene = walks(*LANE, ".*17 b2", "a2 .*17", a1="men=1", a2="done", b1="watch", b2="watch")
    scene.chooses("b1:overwatch_fire:a1:p2").fires(1, 2, 7).rolls("remainder", 6).rolls("who is hit", 1)
    scene.rolls("impact", 10, 1).out("a1").never_says("passed").marker("b2", "overwatch", "up")


DECLARED = {"SG-A7": "declared"}


def test_sg_a7_declared_all_shots_come_first_and_in_the_order_named():
    scene = walks(*LANE, ".*17 b2", b1="watch", b2="watch", rulings=DECLARED)
    scene.chooses("b1:overwatch_fire:a1:p5").stands("a1", 0, 0).chooses("b2:overwatch_fire:a1:p2").fires(8, 1, 1)
    scene.stands("a1", 5, 0).chooses("a1:go_on:6,0")  # past the second point: fired at where it stands
    assert scene.event("fire_announced").fields["unit"] == "b2"
    scene.stands("a1", 5, 0).fires(8, 1, 1).chooses("a1:go_on:6,0").stands("a1", 6, 0)


def test_sg_a7_declared_a_mover_stopped_short_is_fired_at_where_it_stands():
    scene = walks(*LANE, ".*17 b2", b1="watch", b2="watch", rulings=DECLARED)
    scene.chooses("b1:overwatch_fire:a1:p2", "b2:overwatch_fire:a1:p5").fires(1, 2, 1).rolls("confidence", 8)
    scene.waits_for("fire", 8, 8, 12).fires(1, 2, 1).stands("a1", 2, 0).has("a1", suppressed=2)


def test_sg_a7_declared_a_shorter_way_taken_meanwhile_is_answered_at_its_end():
    scene = walks(*LANE, ".*17 b2", b1="watch", b2="watch", rulings=DECLARED)
    scene.chooses("b1:overwatch_fire:a1:p2", "b2:overwatch_fire:a1:p6").fires(8, 1, 1).chooses("a1:go_on:2,1")
    scene.stands("a1", 2, 1).fires(8, 1, 1)


def test_sg_a7_declared_after_the_mover_has_turned_the_point_counts_along_its_new_way():
    scene = walks(*LANE, ".*17 b2", ".*17", b1="watch", b2="watch", rulings=DECLARED)
    scene.chooses("b1:overwatch_fire:a1:p2", "b2:overwatch_fire:a1:p3").fires(8, 1, 1).chooses("a1:go_on:3,2")
    scene.stands("a1", 2, 1).fires(8, 1, 1).asked("a", "go_on")  # the third step of the way as it now is


# -- going on ---------------------------------------------------------------------------------------------------------


def test_sg_18_20_a_normal_mover_uses_what_is_left_in_any_direction():
    scene = misses(walks(to=(6, 0), b1="watch"), "b1", 2).asked("a", "go_on", default="a1:go_on:6,0")
    scene.offers("a1:go_on:0,0", "a1:go_on:6,0", "a1:stop").does_not_offer("a1:go_on:7,0")
    assert scene.match.pending.note.startswith("4″ are left")
    scene.chooses("a1:go_on:0,0").stands("a1", 0, 0).says("A1 turns towards a1.", "A1 moves to a1.")


def test_sg_20_the_rest_of_a_normal_move_may_take_a_bent_path():
    rows = [*LANE, ".*17"]
    scene = misses(walks(*rows, to=(4, 0), b1="watch"), "b1", 2)
    scene.chooses("a1:go_on:4,0", path=[(3, 1), (4, 0)]).stands("a1", 4, 0)


def test_sg_20_the_new_way_of_a_mover_may_be_answered():
    scene = misses(walks(*LANE, ".*17 b2", b1="watch", b2="watch"), "b1", 2).chooses("a1:go_on:0,0")
    scene.asked("b", "react").offers("b2:overwatch_fire:a1:p4").chooses("b2:overwatch_fire:a1:p4").stands("a1", 0, 0)


def test_sg_20_going_on_keeps_the_announced_way_with_its_bends():
    rows = [*LANE, ".*17"]
    scene = Firefight(*rows, b1="watch").acts("a1")
    scene.chooses("a1:move:4,0", path=[(1, 1), (2, 1), (3, 1), (4, 0)])
    scene = misses(scene, "b1", 1).asked("a", "go_on", default="a1:go_on:4,0")
    kept = scene.match.pending.option("a1:go_on:4,0")
    assert [scene.setup.board.xy(cell) for cell in kept.path] == [(2, 1), (3, 1), (4, 0)]
    scene.chooses("a1:go_on:4,0").passes("b") if scene.match.pending.kind == "react" else scene.chooses("a1:go_on:4,0")
    assert [scene.setup.board.xy(cell) for cell in scene.event("moved").fields["path"]] == [
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 0),
    ]


def test_sg_20_a_normal_mover_may_stop_when_fired_at():
    misses(walks(b1="watch"), "b1", 2).chooses("a1:stop").stands("a1", 2, 0).asked("a", "action")


def test_sg_19_a_combat_mover_keeps_to_its_announced_way_and_is_not_asked():
    scene = misses(runs(b1="watch"), "b1", 3).says("A1 keeps its course.").stands("a1", 8, 0)
    scene.never_says("move_turned").asked("a", "action")


def test_sg_19_a_combat_move_whose_roll_falls_short_goes_as_far_as_it_can():
    runs(mobility=2, b1="done").stands("a1", 4, 0)
    runs(mobility=6, b1="done").stands("a1", 8, 0)


def test_sg_a40_a_combat_move_tells_before_it_is_announced_that_its_distance_is_rolled():
    """A squad sent nine cells by combat move could go one cell, and nothing had said that a die decides."""
    scene = Firefight("a1 .*15 b1", "a2 .*16").chooses("a1:activate")
    told = {to: scene.remarks(f"a1:combat_move:{to},0")[0].words for to in (2, 3, 8, 12)}
    assert told == {
        2: "It moves twice a D6 in inches: sure to get there.",
        3: "It moves twice a D6 in inches: gets there with 2+, 83%.",
        8: "It moves twice a D6 in inches: gets there with 4+, 50%.",
        12: "It moves twice a D6 in inches: gets there with 6+, 17%.",
    }


def test_sg_34_that_overwatch_comes_last_is_told_before_the_second_action_is_lost():
    scene = Firefight("a1 .*15 b1", "a2 .*16").chooses("a1:activate")
    remark = scene.remarks("a1:overwatch")[0]
    assert (remark.words, remark.clause) == ("It is the last action of the activation.", "SG-34")


def test_sg_21_49_a_suppressed_normal_mover_stops_at_the_point_and_is_marked_there():
    scene = walks(b1="watch").chooses("b1:overwatch_fire:a1:p4").fires(1, 2, 1)
    scene.cites("suppressed", "SG-21", "SG-49").marker("a1", "suppressed", "up").rolls("confidence", 8)
    scene.stands("a1", 4, 0).says("A1 stops where it is.").asked("a", "action", ["a1:remove_suppression", "a1:end"])


def test_sg_22_a_suppressed_combat_mover_is_marked_at_the_end():
    scene = runs(b1="watch").chooses("b1:overwatch_fire:a1:p3").fires(1, 2, 1)
    scene.marker("a1", "suppressed", None).rolls("confidence", 8).stands("a1", 8, 0)
    scene.marker("a1", "suppressed", "up").cites("suppressed", "SG-22")
    scene.says("A1 will be suppressed at the end of its move.", "A1 moves to i1.", "A1 is suppressed (1).")


def test_sg_22_two_suppressions_of_a_combat_mover_are_two_markers():
    scene = runs(*LANE, ".*17 b2", b1="watch", b2="watch").chooses("b1:overwatch_fire:a1:p3").fires(1, 2, 1)
    scene.rolls("confidence", 8).chooses("b2:overwatch_fire:a1:p5").fires(1, 2, 1).has("a1", suppressed=2)
    scene.never_says("passed")


def test_sg_a17_casualties_stop_a_normal_mover_without_a_choice():
    scene = wounds(walks(b1="watch"), "b1", 4).stands("a1", 4, 0).has("a1", wounded=1, suppressed=1)
    scene.asked("a", "action").never_says("wounded_carried")


# -- the wounded ------------------------------------------------------------------------------------------------------


def test_sg_24_a_combat_mover_with_casualties_may_stop_and_is_marked_there():
    scene = wounds(runs(b1="watch"), "b1", 4).asked("a", "wounded", ["a1:stop", "a1:carry", "a1:abandon"])
    scene.chooses("a1:stop").stands("a1", 4, 0).marker("a1", "suppressed", "up").cites("move_stopped", "SG-24")


def test_sg_25_carrying_casualties_costs_two_inches_of_the_move_left():
    scene = wounds(runs(to=(9, 0), mobility=5, b1="watch"), "b1", 4).chooses("a1:carry")
    scene.stands("a1", 8, 0).cites("wounded_carried", "SG-25", "SG-46").has("a1", wounded=1)
    shorter = wounds(runs(to=(10, 0), mobility=6, b1="watch"), "b1", 4).chooses("a1:carry")
    shorter.stands("a1", 10, 0)  # 12 inches rolled: the 2 do not bite


def test_sg_25_a24_carrying_casualties_never_leaves_less_than_no_move():
    wounds(runs(to=(4, 0), mobility=2, b1="watch"), "b1", 3).chooses("a1:carry").stands("a1", 3, 0)
    scene = wounds(runs(*LANE, ".*16 b2", to=(4, 0), mobility=2, b1="watch", b2="watch"), "b1", 3).chooses("a1:carry")
    points = [option.point for option in scene.asked("b", "react").match.pending.options if option.unit == "b2"]
    assert set(points) == {3, -1}  # it has an inch left and none to go: it is where the path ends now (-1: test only)


def test_sg_26_a_unit_that_abandons_its_wounded_moves_on_with_a_modifier_to_every_reaction_test():
    scene = wounds(runs(b1="watch"), "b1", 4).chooses("a1:abandon").stands("a1", 8, 0)
    scene.has("a1", wounded=0, abandoned=1).cites("wounded_abandoned", "SG-26")
    later = Firefight("a1 .*12 b1", b1="abandoned=1 abandoned_at=5").acts("a1", "a1:overwatch")
    later.chooses("b1:opportunity_fire:a1").rolls("opportunity", 5).rolled("opportunity", 8, need=4, abandoned=2)


@pytest.mark.parametrize(("will", "threat"), [("low", 2 + 3 + 1), ("medium", 1 + 2)])
def test_sg_26_a3_the_modifier_for_abandoned_men_counts_in_confidence_tests(will, threat):
    """For the casualties, the abandoned and, of low motivation, the man now lying untreated."""
    scene = Firefight("a1 .*12 b1", b1=f"{will} abandoned=1 abandoned_at=5").acts("a1", "a1:fire:b1").passes("b")
    scene.fires(1, 2, 7).rolls("remainder", 6).rolls("who is hit", 1).rolls("impact", 6, 4)
    scene.rolls("confidence", 8).rolled("confidence", 8, need=2 + threat, threat=threat)


def test_sg_26_the_modifier_for_abandoned_men_does_not_count_in_other_tests():
    scene = Firefight("a1 .*12 b1", a1="suppressed abandoned=1 abandoned_at=9").acts("a1", "a1:remove_suppression")
    scene.passes("b").rolls("remove suppression", 3).rolled("remove suppression", 8, need=2)


def test_sg_a26_the_modifier_ends_when_the_abandoned_men_are_treated_where_they_lie():
    away = Firefight("a1 .*12 b1", a1="abandoned=1 abandoned_at=5").acts("a1").does_not_offer("a1:reorganise")
    away.chooses("a1:end")
    there = Firefight("a1 .*12 b1", a1="abandoned=2 abandoned_at=1").acts("a1", "a1:reorganise").passes("b")
    there.rolls("treat wounded", 6).rolls("treat wounded", 1).has("a1", abandoned=0).men("a1", 7)


def test_sg_a26_any_number_of_abandoned_men_counts_once():
    scene = Firefight("a1 .*12 b1", b1="abandoned=3 abandoned_at=5").acts("a1", "a1:overwatch")
    scene.chooses("b1:opportunity_fire:a1").rolls("opportunity", 5).rolled("opportunity", 8, need=4, abandoned=2)


def test_sg_a26_men_may_be_abandoned_on_the_first_cell_of_the_board():
    Firefight("a1 .*12 b1", a1="abandoned=1 abandoned_at=0").acts("a1").offers("a1:reorganise")
    Firefight("a1 .*12 b1", a1="abandoned=1").acts("a1").does_not_offer("a1:reorganise")


def test_sg_a26_a_shared_position_says_where_abandoned_men_lie():
    scene = Firefight("a1 .*12 b1", a1="abandoned=1 abandoned_at=0 wounded=1 used:advanced_rifle=1", b1="fired_on:a1=1")
    shared = start(build("stargrunt2"), position(scene.match))
    assert shared.units["a1"].remembered() == scene.unit("a1").remembered()
    assert (shared.units["a1"].left_at, shared.units["b1"].fired_on) == ({0: 1}, ["a1"])


def test_sg_a26_men_abandoned_at_two_places_are_kept_at_both():
    scene = wounds(runs(to=(9, 0), b1="watch", a1="abandoned=2 abandoned_at=16"), "b1", 4).chooses("a1:abandon")
    scene.has("a1", left_at={16: 2, 4: 1}, abandoned=3)
    shared = start(build("stargrunt2"), position(scene.match))
    assert shared.units["a1"].left_at == {16: 2, 4: 1}
    back = (
        Firefight("a1 .*12 b1", a1="abandoned=2 abandoned_at=1 abandoned:9=1").acts("a1", "a1:reorganise").passes("b")
    )
    back.rolls("treat wounded", 6).rolls("treat wounded", 6).has("a1", left_at={9: 1}).men("a1", 8)


def test_sg_a4_the_wounded_make_later_moves_one_type_slower():
    scene = Firefight(*LANE, a1="wounded=1").acts("a1").offers("a1:move:4,0").does_not_offer("a1:move:5,0")
    scene.offers("a1:combat_move:8,0").does_not_offer("a1:combat_move:9,0").chooses("a1:combat_move:8,0")
    scene.waits_for("mobility", 4)


def test_sg_a43_more_wounded_than_fit_men_are_left_behind():
    scene = Firefight(*LANE, a1="men=2 wounded=3").acts("a1", "a1:move:2,0").has("a1", wounded=2, abandoned=1)
    scene.cites("wounded_abandoned", "SG-A43", "SG-A26")


def test_sg_a24_with_only_dead_casualties_there_is_nobody_to_carry():
    scene = runs(b1="watch").chooses("b1:overwatch_fire:a1:p4").fires(1, 2, 7).rolls("remainder", 6)
    scene.rolls("who is hit", 1).rolls("impact", 10, 4).rolls("confidence", 8)
    scene.asked("a", "wounded", ["a1:stop", "a1:go_on"]).chooses("a1:go_on").stands("a1", 8, 0).men("a1", 5)


def test_sg_a24_men_carried_before_are_no_new_casualties():
    scene = runs(to=(6, 0), mobility=4, a1="wounded=1", b1="watch").chooses("b1:overwatch_fire:a1:p4")
    scene.fires(1, 2, 7).rolls("remainder", 6).rolls("who is hit", 1).rolls("impact", 10, 4).rolls("confidence", 8)
    scene.asked("a", "wounded", ["a1:stop", "a1:go_on"])


def test_sg_a43_the_wounded_are_carried_only_with_a_fit_man_for_each():
    scene = wounds(runs(to=(6, 0), mobility=4, a1="men=2 wounded=1", b1="watch"), "b1", 4)
    scene.asked("a", "wounded", ["a1:stop", "a1:abandon"])


def test_sg_a24_a_combat_mover_without_casualties_may_not_stop():
    scene = runs(b1="watch").chooses("b1:overwatch_fire:a1:p4").fires(1, 2, 1).rolls("confidence", 8)
    scene.never_says("move_stopped").stands("a1", 8, 0)


def test_sg_a25_after_fire_come_the_confidence_test_the_choice_the_rest_of_the_move_and_the_marker():
    scene = runs(b1="watch").chooses("b1:overwatch_fire:a1:p4").fires(1, 2, 7).rolls("remainder", 6)
    scene.rolls("who is hit", 1).rolls("impact", 6, 4).rolls("confidence", 1)
    scene.asked("a", "wounded").chooses("a1:carry").stands("a1", 8, 0)
    scene.says(
        "A man of A1 is wounded; 5 fit.",
        "A1’s confidence falls to shaken.",
        "A1 carries its wounded.",
        "A1 moves to i1.",
    )
    scene.says("A1 is suppressed (1).")


def test_sg_a25_a_unit_that_breaks_on_the_run_still_arrives():
    scene = runs(a1="steady", b1="watch").chooses("b1:overwatch_fire:a1:p4").fires(1, 2, 1)
    scene.rolls("confidence", 1).has("a1", confidence=3).stands("a1", 8, 0)
    scene.says("A1’s confidence falls to broken.", "A1 moves to i1.").asked(
        "a", "action", ["a1:remove_suppression", "a1:end"]
    )
