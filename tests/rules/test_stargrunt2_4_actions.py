"""Stargrunt II: opportunity fire at units that do not move, and the turns it costs (SG-27 to SG-30, SG-A13)."""

from __future__ import annotations

import pytest

from tests.firefight import Firefight

LANE = "a1 .*12 b1"


def test_sg_27_opportunity_fire_comes_after_the_action():
    scene = Firefight(LANE, b1="watch").acts("a1", "a1:overwatch").chooses("b1:overwatch_fire:a1")
    scene.says("B1 declares overwatch fire on A1.", "A1 goes on overwatch.").marker("a1", "overwatch", "up")
    scene.asked("b", "resolve", unit="b1").chooses("b1:overwatch_fire:a1").fires(8, 1, 1)
    scene.says("B1 fires at A1.")


def test_sg_27_the_fire_is_rolled_under_the_conditions_after_the_action():
    scene = Firefight(LANE, b1="watch").acts("a1", "a1:in_position").chooses("b1:overwatch_fire:a1")
    scene.rolls("reaction", 8).chooses("b1:overwatch_fire:a1").waits_for("fire", 10, 8, 12)


def test_sg_28_a_unit_that_has_not_declared_before_the_action_cannot_fire_after_it():
    scene = Firefight(LANE, ".*13 b2", b1="watch", b2="watch").acts("a1", "a1:in_position")
    scene.chooses("b1:overwatch_fire:a1").passes("b").waits_for("reaction", 8).cites("window_closed", "SG-28")
    scene.rolls("reaction", 8).chooses("b1:nothing").asked("a", "action").never_says("fired")


def test_sg_28_the_test_is_taken_with_the_declaration():
    scene = Firefight(LANE).acts("a1", "a1:in_position").chooses("b1:opportunity_fire:a1")
    scene.waits_for("opportunity", 8).rolls("opportunity", 8).has("b1", activated=1).waits_for("reaction", 8)


def test_sg_29_a_unit_declares_against_fire_takes_it_and_then_fires():
    scene = Firefight(LANE, b1="watch done").acts("a1", "a1:fire:b1").chooses("b1:overwatch_fire:a1")
    scene.waits_for("fire", 6, 8, 12).fires(6, 1, 1).asked("b", "resolve").chooses("b1:overwatch_fire:a1")
    scene.waits_for("fire", 8, 8, 12).fires(8, 1, 1)
    scene.says("B1 declares overwatch fire on A1.", "A1 fires at B1.", "B1 fires at A1.")


def test_sg_30_opportunity_fire_hits_and_suppresses_like_any_fire():
    def struck(scene):
        scene.rolls("remainder", 1).rolls("who is hit", 1).rolls("impact", 10, 2)
        scene.rolls("who is hit", 1).rolls("impact", 3, 2).rolls("confidence", 3)
        return {name: value for name, value in scene.unit("a1").remembered().items() if not name.startswith("used")}

    out_of_turn = Firefight(LANE, b1="watch").acts("a1", "a1:overwatch").chooses("b1:overwatch_fire:a1")
    ordinary = Firefight(LANE, seat="b").acts("b1", "b1:fire:a1").passes("a")
    shot = struck(out_of_turn.chooses("b1:overwatch_fire:a1").fires(1, 2, 7))
    fired = struck(ordinary.fires(1, 2, 5))
    assert {**shot, "activated": 0} == {**fired, "activated": 0}


# -- suppressed before it fires (SG-A5) -------------------------------------------------------------------------------


def shot_first(**how):
    """B1 answers A1’s fire, and that fire suppresses it."""
    scene = Firefight(LANE, ".*13 b2", **{"b1": "watch", **how}).acts("a1", "a1:fire:b1")
    way = "opportunity_fire" if how.get("b1") == "line" else "overwatch_fire"
    scene.chooses(f"b1:{way}:a1")
    scene = scene.rolls("opportunity", 8) if way == "opportunity_fire" else scene
    return scene.passes("b").fires(1, 2, 1).rolls("confidence", 8)


def test_sg_a5_a_shot_is_lost_with_suppression_and_the_counter_kept():
    scene = shot_first().says("B1’s reaction lapses: suppressed before it could fire.")
    scene.marker("b1", "overwatch", "up").never_says("fired").asked("a", "action")


def test_sg_a5_a_unit_that_had_tested_stays_activated():
    scene = shot_first(b1="line").says("B1’s reaction lapses: suppressed before it could fire.")
    scene.has("b1", activated=1).owes(b=1)


def test_sg_a5_by_the_ruling_kept_a_suppressed_unit_fires_all_the_same():
    scene = shot_first(rulings={"SG-A5": "kept"}).asked("b", "resolve").chooses("b1:overwatch_fire:a1")
    scene.fires(8, 1, 1).marker("b1", "overwatch", None).says("B1 fires at A1.")


@pytest.mark.parametrize("ruling", ["lost", "kept"])
def test_sg_a5_a_unit_broken_or_wiped_out_does_not_fire(ruling):
    broken = Firefight(LANE, b1="watch shaken", rulings={"SG-A5": ruling}).acts("a1", "a1:fire:b1")
    broken.chooses("b1:overwatch_fire:a1").fires(1, 2, 1).rolls("confidence", 2).has("b1", confidence=3)
    broken.says("B1’s reaction lapses:" + (" suppressed" if ruling == "lost" else " broken") + " before it could fire.")
    gone = Firefight(LANE, ".*13 b2", b1="watch men=1", rulings={"SG-A5": ruling}).acts("a1", "a1:fire:b1")
    gone.chooses("b1:overwatch_fire:a1").passes("b").fires(1, 2, 7).rolls("remainder", 6)
    gone.rolls("who is hit", 1).rolls("impact", 10, 1).says("B1’s reaction lapses: wiped out before it could fire.")


def test_sg_a5_first_declared_first_resolved():
    scene = Firefight(LANE, ".*13 b2", b1="watch", b2="watch").acts("a1", "a1:overwatch")
    scene.chooses("b2:overwatch_fire:a1", "b1:overwatch_fire:a1").asked("b", "resolve", unit="b2")
    scene.chooses("b2:overwatch_fire:a1").fires(8, 1, 1).asked("b", "resolve", unit="b1")
    scene.ladder("b2 overwatch_fire resolved", "b1 overwatch_fire now")


def test_sg_a5_a_shot_whose_target_has_fallen_lapses_and_keeps_its_counter():
    scene = Firefight(LANE, ".*13 b2", "a2 .*13", a1="men=1", a2="done", b1="watch", b2="watch")
    scene.acts("a1", "a1:overwatch").chooses("b1:overwatch_fire:a1", "b2:overwatch_fire:a1", "b1:overwatch_fire:a1")
    scene.fires(1, 2, 7).rolls("remainder", 6).rolls("who is hit", 1).rolls("impact", 10, 1).out("a1")
    scene.says("B2’s reaction lapses: its target is gone.").marker("b2", "overwatch", "up")


def test_sg_a7_several_units_may_answer_one_action():
    scene = Firefight(LANE, ".*13 b2", ".*13 b3").acts("a1", "a1:overwatch").asked("b", "react")
    scene.offers("b1:opportunity_fire:a1", "b2:opportunity_fire:a1", "b3:opportunity_fire:a1")


def test_sg_a28_an_action_that_fails_is_fired_at_too():
    scene = Firefight(LANE, b1="watch").acts("a1", "a1:in_position").chooses("b1:overwatch_fire:a1")
    scene.rolls("reaction", 2).says("A1 fails: in position.").asked("b", "resolve", unit="b1")


def test_sg_a30_the_conditions_of_a_shot_are_checked_again_when_it_is_fired():
    scene = Firefight("a1 .*31 b1", b1="watch").acts("a1", "a1:in_position").chooses("b1:overwatch_fire:a1")
    scene.rolls("reaction", 8).marker("b1", "overwatch", "up").never_says("fired").cites("reaction_lapsed", "SG-10")
    scene.says(
        "B1’s reaction lapses: 32″ is band 4 of 8″ each, D10; in position +1, opportunity fire +1 would go beyond D12."
    )


def test_sg_27_48_a_transferred_action_begins_when_the_fire_at_its_leader_is_over():
    scene = Firefight("a1 .*11 b1", "a2 .*12", a1="command", a2="done", b1="watch").acts("a1", "a1:transfer:a2")
    scene.chooses("b1:overwatch_fire:a1").chooses("b1:overwatch_fire:a1").fires(1, 2, 1).rolls("confidence", 8)
    scene.says("B1 fires at A1.", "A2 is activated.").asked("a", "action", unit="a2")


# -- turns owed (SG-A13) ----------------------------------------------------------------------------------------------

FOUR = ["a1 .*12 b1", "a2 .*12 b2", "a3 .*12 b3", "a4 .*12 b4"]


def passed_by(scene, *units):
    """These units pass their tests against A1, which goes on overwatch; none fires in the end."""
    scene.acts("a1", "a1:overwatch")
    for unit in units:
        scene.chooses(f"{unit}:opportunity_fire:a1").rolls("opportunity", 8)
    scene.passes("b")
    return scene.passes("a") if scene.match.pending.kind == "react" else scene


def fire_of(*units, rulings=None):
    """As many units of B fire by test at A1."""
    scene = passed_by(Firefight(*FOUR, rulings=rulings), *units)
    for unit in units:
        scene.chooses(f"{unit}:nothing")
    return scene


def test_sg_a13_each_fire_by_test_makes_its_side_skip_a_turn():
    scene = fire_of("b1", "b2").asked("a", "activate").acts("a2", "a2:end").asked("a", "activate")
    scene.acts("a3", "a3:end").asked("b", "activate", ["b3:activate", "b4:activate"])


def test_sg_a13_one_enemy_activation_owes_one_turn_at_most():
    scene = fire_of("b1", "b2", rulings={"SG-A13": "one"}).asked("a", "activate").acts("a2", "a2:end")
    scene.asked("b", "activate")


def test_sg_a13_fire_in_each_of_two_activations_owes_two_turns():
    scene = Firefight(*FOUR, b1="watch done", rulings={"SG-A13": "one"}).acts("a1", "a1:overwatch")
    scene.chooses("b1:overwatch_fire:a1").passes("b").chooses("a2:opportunity_fire:b1").rolls("opportunity", 8)
    scene.passes("a", "b").chooses("b1:nothing", "a2:nothing").owes(a=1)
    scene.acts("b2", "b2:overwatch").chooses("a3:opportunity_fire:b2").rolls("opportunity", 8).owes(a=2)


def test_sg_a13_by_the_ruling_none_no_turn_is_owed():
    fire_of("b1", "b2", rulings={"SG-A13": "none"}).asked("b", "activate", ["b3:activate", "b4:activate", "pass"])


def test_sg_a13_debts_of_both_sides_cancel_out():
    scene = Firefight(*FOUR).acts("a1", "a1:overwatch").chooses("b1:opportunity_fire:a1").rolls("opportunity", 8)
    scene.passes("b").chooses("a2:opportunity_fire:b1").rolls("opportunity", 8).passes("a", "b").owes(a=1, b=1)
    scene.chooses("b1:nothing", "a2:nothing").says("Turns owed by both sides cancel out.").asked("b", "activate")
    scene.owes(a=0, b=0)


def test_sg_a13_a_debt_lapses_with_the_turn():
    scene = Firefight(LANE).acts("a1", "a1:overwatch").chooses("b1:opportunity_fire:a1").rolls("opportunity", 8)
    scene.owes(b=1).chooses("b1:nothing").says("What B owed lapses.", "Turn 2 begins.").owes(b=0)


def test_sg_47_a13_fire_by_counter_owes_no_turn():
    scene = Firefight(LANE, ".*13 b2", b1="watch").acts("a1", "a1:overwatch").chooses("b1:overwatch_fire:a1")
    scene.passes("b").chooses("b1:overwatch_fire:a1").fires(8, 1, 1).owes(b=0)
    scene.has("b1", activated=0).asked("b", "activate", ["b1:activate", "b2:activate"])
