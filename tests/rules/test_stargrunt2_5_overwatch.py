"""Stargrunt II: overwatch (SG-31 to SG-40)."""

from __future__ import annotations

import pytest

from tests.firefight import Firefight

LANE = "a1 .*12 b1"


def test_sg_31_the_overwatch_action_places_a_counter():
    scene = Firefight(LANE, b1="done").acts("a1", "a1:overwatch").marker("a1", "overwatch", "up")
    scene.cites("overwatch_placed", "SG-31", "SG-33")


def test_sg_32_36_37_a_counter_is_spent_for_fire_without_a_test():
    scene = Firefight(LANE, b1="watch done").acts("a1", "a1:move:3,0")
    scene.asked("b", "react").offers("b1:overwatch_fire:a1:p2").does_not_offer("b1:opportunity_fire:a1:p2")
    scene.sums("b1:overwatch_fire:a1:p2", 8, opportunity_fire=1).chooses("b1:overwatch_fire:a1:p2")
    scene.waits_for("fire", 8, 8, 12).marker("b1", "overwatch", None).cites("counter_spent", "SG-36")


def test_sg_36_a_counter_is_spent_only_when_an_enemy_acts_in_view():
    rows = [LANE, "# #*13", ".*13 b2", "a2 .*13"]
    scene = Firefight(*rows, b2="watch done", b1="watch done").acts("a1", "a1:move:3,0").asked("b", "react")
    scene.offers("b1:overwatch_fire:a1:p0").refused("b2", "SG-13").passes("b").chooses("a1:end")
    scene.acts("a2", "a2:overwatch").asked("b", "react", ["b2:overwatch_fire:a2", "pass"])


def test_sg_37_the_larger_die_also_limits_fire_by_counter():
    scene = (
        Firefight("a1 .*32 b1", ".*20 b2", b1="watch").acts("a1", "a1:overwatch").refused("b1", "SG-10", "beyond D12")
    )
    scene.does_not_offer("b1:overwatch_fire:a1")


@pytest.mark.parametrize("first", ["", "move:3,0", "in_position"])
def test_sg_33_34_a1_overwatch_is_the_second_action_or_the_only_one(first):
    scene = Firefight(LANE, "a2 .*13", b1="done").acts("a1")
    if first:
        scene.chooses(f"a1:{first}")
    if first == "in_position":
        scene.rolls("reaction", 8)
    scene.chooses("a1:overwatch").asked("a", "action", unit="a2")  # nothing comes after it


def test_sg_35_there_is_no_overwatch_after_fire_as_the_first_action():
    scene = Firefight(LANE, b1="done").acts("a1", "a1:fire:b1").fires(6, 1, 1).asked("a", "action")
    scene.does_not_offer("a1:overwatch").offers("a1:move:3,0", "a1:in_position")


def test_sg_38_an_activated_unit_has_only_its_counter():
    scene = Firefight(LANE, ".*13 b2", b1="done watch", b2="watch").acts("a1", "a1:overwatch")
    ways = ["b1:overwatch_fire:a1", "b2:opportunity_fire:a1", "b2:overwatch_fire:a1"]
    scene.asked("b", "react", [*ways, "pass"])


def test_sg_39_activation_takes_the_counter_away():
    Firefight(LANE, a1="watch").acts("a1").marker("a1", "overwatch", None).cites("activated", "SG-39")


def test_sg_39_activation_by_a_passed_test_or_by_reaction_fire_takes_the_counter_away_too():
    scene = Firefight(LANE, b1="watch").acts("a1", "a1:move:3,0").chooses("b1:opportunity_fire:a1:p1")
    scene.rolls("opportunity", 1).marker("b1", "overwatch", "up")
    scene = Firefight(LANE, b1="watch").acts("a1", "a1:overwatch").chooses("b1:opportunity_fire:a1")
    scene.rolls("opportunity", 8).marker("b1", "overwatch", None)
    scene = Firefight(LANE, b1="watch").acts("a1", "a1:move:1,0").passes("b").chooses("a1:move:2,0")
    scene.chooses("b1:reaction_fire:a1").marker("b1", "overwatch", None)


def test_sg_40_an_unspent_counter_outlasts_the_turn():
    scene = Firefight(LANE, b1="done watch").acts("a1", "a1:end").rolls("start", 6, 1).chooses("start:a")
    scene.says("Turn 2 begins.").marker("b1", "overwatch", "up").acts("a1", "a1:overwatch")
    scene.offers("b1:overwatch_fire:a1", "b1:opportunity_fire:a1")


def test_sg_43_overwatch_alone_may_be_a_whole_activation():
    scene = Firefight(LANE).acts("a1", "a1:end").acts("b1", "b1:overwatch").says("Turn 2 begins.")
    scene.marker("b1", "overwatch", "up")


def test_sg_44_a_counter_waits_for_any_later_action():
    scene = Firefight(LANE, b1="done watch").acts("a1", "a1:move:1,0").passes("b").chooses("a1:move:2,0").passes("b")
    scene.marker("b1", "overwatch", "up")


def test_sg_48_a_transferred_action_activates_again_and_takes_the_counter():
    scene = Firefight("a1 . a2 .*9 b1", a1="command", a2="done watch", b1="done").acts("a1", "a1:transfer:a2")
    scene.cites("activated", "SG-48").marker("a2", "overwatch", None).asked("a", "action", unit="a2")
    scene.chooses("a2:move:4,0", "a2:overwatch").marker("a2", "overwatch", "up").asked("a", "action", unit="a1")


def test_sg_a22_a_counter_spent_in_a_later_turn_leaves_the_activation_and_uses_the_weapon_up():
    scene = Firefight(LANE, b1="watch").acts("a1", "a1:overwatch").chooses("b1:overwatch_fire:a1")
    scene.chooses("b1:overwatch_fire:a1").fires(8, 1, 1).asked("b", "action", unit="b1").does_not_offer("b1:fire:a1")


def test_sg_a22_a_switch_makes_fire_with_a_carried_counter_the_activation_and_owes_no_turn_for_it():
    scene = Firefight(LANE, b1="watch", rulings={"SG-A22": "spends"}).acts("a1", "a1:overwatch")
    scene.chooses("b1:overwatch_fire:a1", "b1:overwatch_fire:a1").fires(8, 1, 1).cites(
        "activated_out_of_turn", "SG-A22"
    )
    scene.marker("b1", "overwatch", None).never_says("turn_owed").says("Turn 2 begins.")  # nobody is left to act
    held = Firefight(LANE, b1="watch", rulings={"SG-A22": "spends"}).acts("a1", "a1:overwatch")
    held.chooses("b1:overwatch_fire:a1", "b1:nothing").never_says("activated_out_of_turn")
    held.asked("b", "action", unit="b1")  # no shot, no activation
    again = Firefight(LANE, b1="done watch", rulings={"SG-A22": "spends"}).acts("a1", "a1:overwatch")
    again.chooses("b1:overwatch_fire:a1", "b1:overwatch_fire:a1").fires(8, 1, 1).never_says("activated_out_of_turn")


def test_sg_a30_a_counter_laid_by_the_action_itself_comes_too_late_to_answer_the_fire_at_it():
    scene = Firefight(LANE).acts("a1", "a1:overwatch").chooses("b1:opportunity_fire:a1").rolls("opportunity", 8)
    scene.marker("a1", "overwatch", "up").asked("b", "resolve").chooses("b1:opportunity_fire:a1").fires(8, 1, 1)
    scene.marker("a1", "overwatch", "up").says("Turn 2 begins.")
