"""Stargrunt II: the worked example (5d) step by step with its dice, and the checks after it."""

from __future__ import annotations

import pytest

from tests.firefight import Firefight

FIELD = [
    ".*22",
    ".*22",
    ".*22",
    ".*22",
    ".*9 T T .*11",
    ".*9 T T .*11",
    ".*2 b1@n .*19",
    ".*22",
    ".*22",
    ".*22",
    ".*14 a2 .*7",
    ".*22",
    ".*16 n .*3 a1 .",
    "b2 .*4 a3 .*16",
]
SQUADS = {"a1": "marines", "a2": "marines", "a3": "marines", "b2": "command"}


def example():
    """Step 0: the smaller side lets A begin."""
    scene = Firefight(*FIELD, seat="", **SQUADS)
    return scene.asked("b", "start", ["start:a", "start:b"]).chooses("start:a")


def step_3():
    """Steps 1 to 3: A1 takes up its position; B1 has tried to fire, and failed."""
    scene = example().acts("a1", "a1:move:16,12")
    scene.asked("b", "react").offers("b1:opportunity_fire:a1:p1").chooses("b1:opportunity_fire:a1:p1")
    scene.rolls("opportunity", 1).rolled("opportunity", 8, need=2).has("b1", activated=0)
    scene.says("B1 tests to fire: needs 3+, rolls 1: fails.", "B1 may not fire now; it stays free to be activated.")
    scene.passes("b").stands("a1", 16, 12)
    scene.chooses("a1:in_position").asked("b", "react").offers("b1:opportunity_fire:a1").passes("b")
    scene.rolls("reaction", 4).rolled("reaction", 8, need=2).marker("a1", "in_position", "up")
    return scene


def step_4():
    """B1 goes on overwatch, and that is its activation."""
    scene = step_3().asked("b", "activate").acts("b1", "b1:overwatch").passes("a")
    return scene.marker("b1", "overwatch", "up").has("b1", activated=1).asked("a", "activate")


def step_6():
    """A2 runs across the open; B1 lets it come to the nearest point and spends its counter."""
    scene = step_4().acts("a2", "a2:combat_move:14,0").rolls("mobility", 5)
    assert [scene.setup.board.xy(cell) for cell in scene.match.front.queues[-1].action.path][-1] == (14, 0)
    scene.asked("b", "react").sums("b1:overwatch_fire:a2:p4", 8, opportunity_fire=1)
    assert scene.forecast("b1:overwatch_fire:a2:p4").distance == 12
    scene.chooses("b1:overwatch_fire:a2:p4").marker("b1", "overwatch", None).stands("a2", 14, 6)
    return scene.passes("a").owes(a=0, b=0)


def step_9():
    """A2 has a wounded man, holds its nerve, and carries him on."""
    scene = step_6().waits_for("fire", 8, 8, 12).fires(3, 6, 7).rolls("remainder", 7)
    scene.says("B1 fires: range die first, 3, 6, 7: 2 beat it, suppression, 1 hit and 5 over.")
    scene.says("A2 will be suppressed at the end of its move.")
    scene.waits_for("who is hit", 8).rolls("who is hit", 4).waits_for("impact", 10, 8).rolls("impact", 7, 4)
    scene.men("a2", 7).has("a2", wounded=1, suppressed=0)
    scene.rolls("confidence", 5).rolled("confidence", 8, need=3, threat=1)
    scene.asked("a", "wounded", ["a2:stop", "a2:carry", "a2:abandon"]).chooses("a2:carry").passes("b")
    return scene.stands("a2", 14, 2).has("a2", suppressed=1).marker("a2", "suppressed", "up").chooses("a2:end")


def step_12():
    """B2 transfers an action to B1, which walks off towards the trees."""
    scene = step_9().asked("b", "action", unit="b2")
    scene.acts("b2", "b2:transfer:b1").passes("a").rolls("order", 5).rolled("order", 8, need=2)
    return scene.asked("b", "action", unit="b1").chooses("b1:move:8,6").asked("a", "react")


def step_14():
    """A3 catches it in the open."""
    scene = step_12().sums("a3:opportunity_fire:b1:p3", 6, opportunity_fire=1)
    scene.chooses("a3:opportunity_fire:b1:p3").rolls("opportunity", 5).has("a3", activated=1).owes(a=1, b=0)
    scene.waits_for("fire", 6, 8, 12).fires(4, 6, 3)
    return scene.rolls("confidence", 4)


def test_step_0_the_side_with_fewer_units_says_who_begins():
    example().asked("a", "activate", ["a1:activate", "a2:activate", "a3:activate"])


def test_steps_1_to_3_sg_41_42_a_failed_opportunity_test_costs_nothing_else():
    step_3().asked("b", "activate", ["b1:activate", "b2:activate"])


def test_step_4_sg_43_overwatch_is_the_whole_activation():
    step_4().cites("overwatch_placed", "SG-31")


def test_steps_5_and_6_sg_44_45_a18_the_counter_is_spent_at_the_nearest_point_for_a_d8():
    step_6().rolled("fire", 8, 8, 12)  # medium range is the second band: its D6, one larger


def test_steps_7_to_9_sg_46_the_wounded_man_costs_two_inches_and_the_marker_comes_last():
    step_9().says("A2 carries its wounded.", "A2 moves to o3.", "A2 is suppressed (1).")


def test_step_10_sg_47_a14_fire_by_counter_owes_no_turn():
    step_9().asked("b", "action", unit="b2").owes(a=0, b=0).never_says("turn_skipped")


def test_steps_11_and_12_sg_48_the_transferred_action_activates_b1_again():
    step_12().says("B2 transfers an action to B1.", "B1 is activated.", "B1 declares a move to i7.")


def test_step_13_sg_05_a15_neither_squad_that_has_been_activated_can_fire_and_a_third_does():
    step_12().asked("a", "react").refused("a1", "SG-05").refused("a2", "SG-A8").offers("a3:opportunity_fire:b1:p3")


def test_steps_13_to_15_sg_49_b1_stays_in_the_open_with_its_marker():
    scene = step_14().stands("b1", 5, 6).marker("b1", "suppressed", "up")
    scene.asked("b", "action", ["b1:remove_suppression", "b1:end"])


def test_step_16_the_owed_turn_lapses_with_the_turn():
    scene = step_14().chooses("b1:end", "b2:end")
    scene.says("The turn comes to its end.", "What A owed lapses.", "Turn 2 begins.", "Activation begins.")
    scene.owes(a=0).marker("b1", "overwatch", None)


def test_step_16_with_a_third_unit_the_other_side_acts_again():
    field = [*FIELD[:-1], "b2 b3 .*3 a3 .*16"]
    scene = Firefight(*field, a1="marines done", a2="marines done", a3="marines", b2="command", b1="done", seat="b")
    scene.acts("b2", "b2:transfer:b1").passes("a").rolls("order", 5).chooses("b1:move:8,6")
    scene.chooses("a3:opportunity_fire:b1:p3").rolls("opportunity", 5)
    scene.passes("b").fires(4, 6, 3).rolls("confidence", 4).chooses("b1:end", "b2:end")
    scene.says("The turn that A owed is skipped.").asked("b", "action", unit="b3")


@pytest.mark.parametrize(
    ("ground", "dug", "furthest"), [("", "", 32), ("low", "", 16), ("low", "dug", 8)], ids=["open", "cover", "dug in"]
)
def test_further_checks_sg_10_beyond_d12_there_is_no_opportunity_fire(ground, dug, furthest):
    for inches, allowed in ((furthest, True), (furthest + 1, False)):
        scene = Firefight(f"a1@{'n' if ground else '.'} .*{inches - 1} b1", ".*3 b2", a1=dug).acts("a1", "a1:overwatch")
        if allowed:
            scene.asked("b", "react").sums("b1:opportunity_fire:a1", 12, **_shifts(ground, dug))
        else:
            scene.refused("b1", "SG-10", f"{inches}″ is band")


def _shifts(ground, dug):
    shifts = {"low_cover": 2} if ground else {}
    return {**shifts, **({"in_position": 1} if dug else {}), "opportunity_fire": 1}


def test_further_checks_ordinary_fire_reaches_one_band_more():
    Firefight("a1 .*32 b1").acts("a1").sums("a1:fire:b1", 12)  # 33 inches
    Firefight("a1 .*39 b1").acts("a1").offers("a1:fire:b1")
    Firefight("a1 .*40 b1").acts("a1").does_not_offer("a1:fire:b1")


def test_further_checks_sg_01_a_second_reaction_fire_is_refused():
    scene = Firefight("a1 .*12 b1", ".*13 b2").acts("a1", "a1:move:1,0").passes("b").chooses("a1:move:2,0")
    scene.offers("b1:reaction_fire:a1", "b2:reaction_fire:a1").chooses("b1:reaction_fire:a1").fires(6, 1, 1)
    scene.asked("b", "react").does_not_offer("b2:reaction_fire:a1").offers("b2:opportunity_fire:a1:p0")
