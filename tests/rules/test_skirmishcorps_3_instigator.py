"""SkirmishCorps: the instigator, and forcing its hand (SC-12 to SC-20)."""

from __future__ import annotations

import pytest

from tests.scene import Scene
from tests.viewed import viewed

OPEN = ["a1 .*7", ".*8", ".*8", ".*8", ".*8", ".*3 b1 . b2 .*2"]


def test_sc_12_the_unit_whose_action_began_the_snowball_is_the_instigator():
    scene = Scene("a1 .*6 b1", "a2 .*6 b2").chooses("a1:move:jog:1,0").cites("action_announced", "SC-12")
    scene.says("A1 announces a jog, a1 to b1. A1 is the instigator.")
    assert viewed(scene.match, "b")["queue"]["instigator"] == "a1"


def test_sc_a2_in_a_deep_snowball_the_instigator_is_still_the_unit_that_began_it():
    scene = Scene("a1 .*6 b1", "a2 .*6 b2", b1="veteran").chooses("a1:move:jog:1,0", "b1:ranged_attack:a1", "pass")
    scene.chooses("a2:ranged_attack:b1", "b2:ranged_attack:a2")
    assert viewed(scene.match)["queue"]["instigator"] == "a1"
    scene.chooses("b1:wait", "b1:nothing").rolls("roll-off", 1, 2).chooses("first")
    scene.asked("b", "resolve", unit="b2")  # aimed at a2, which has drawn an answer but is no instigator: no forcing


def test_sc_13_the_instigator_acts_after_all_reactions():
    scene = Scene(*OPEN, b2="brute").chooses("a1:move:jog:5,0", "b1:ranged_attack:a1", "b2:ranged_attack:a1")
    scene.chooses("b1:wait", "b1:ranged_attack:a1").rolls("to hit", 6, 6).stands("a1", 0, 0)
    scene.chooses("b2:wait", "b2:ranged_attack:a1").rolls("to hit", 6, 6).stands("a1", 0, 0)
    scene.asked("a", "carry_out").chooses("a1:move:5,0").stands("a1", 5, 0).cites("moved", "SC-13")
    scene.says("B1’s reaction is resolved.", "B2’s reaction is resolved.", "A1 moves to f1.")


def test_sc_a22_an_unanswered_action_is_done_as_announced():
    Scene(*OPEN).chooses("a1:move:jog:5,0", "pass").stands("a1", 5, 0).asked("a", "attack")


def test_sc_a22_after_a_snowball_the_instigator_may_stop_anywhere_on_its_path_but_take_no_other():
    scene = Scene(*OPEN).chooses("a1:move:jog:3,0", "b1:ranged_attack:a1", "pass", "b1:wait", "b1:nothing")
    options = ["a1:move:3,0", "a1:move:2,0", "a1:move:1,0", "a1:stand", "a1:nothing"]
    scene.asked("a", "carry_out", options, default="a1:move:3,0").chooses("a1:move:1,0").stands("a1", 1, 0)
    scene.asked("a", "attack", ["a1:ranged_attack:b1", "a1:ranged_attack:b2", "a1:prone", "a1:none"])


def test_sc_a22_an_instigator_that_stays_where_it_is_may_give_covering_fire_as_its_attack():
    scene = Scene(*OPEN, ".*3 a2 .*4", a2="idle").chooses("a1:move:jog:3,0", "b1:ranged_attack:a1", "pass")
    scene.chooses("b1:wait", "b1:nothing").asked("a", "carry_out").chooses("a1:covering_fire:b1:a2")
    scene.says("A1 stays where it is.", "A1 gives covering fire on B1 for A2; no roll is made.", "A1 has acted.")


def test_sc_14_and_16_a_reactor_aiming_at_the_instigator_may_force_its_hand_and_says_so():
    scene = Scene(*OPEN).chooses("a1:move:jog:5,0", "b1:ranged_attack:a1", "pass")
    scene.asked("b", "force", ["b1:force", "b1:wait"], default="b1:wait", unit="b1").chooses("b1:force")
    scene.cites("hand_forced", "SC-14", "SC-16").says("B1 forces the hand of A1, which resolves its action now.")
    told = [line.text for line in scene.match.log_for("a")]
    assert "B1 forces the hand of A1, which resolves its action now." in told


def test_sc_15_a_reactor_aiming_at_another_unit_cannot_force():
    scene = Scene("a1 .*6 b1", "a2 .*6 b2", b1="veteran", a2="brute weapon=rifle")
    scene.chooses("a1:move:jog:1,0", "b1:ranged_attack:a1", "pass", "a2:ranged_attack:b1", "b2:ranged_attack:a2")
    scene.chooses("b1:wait", "b1:nothing").asked("b", "resolve", unit="b2", default="b2:ranged_attack:a2")
    scene.chooses("b2:ranged_attack:a2").rolls("to hit", 6, 6)


def test_sc_a1_an_answer_to_a_reaction_that_is_turned_on_the_instigator_may_force_after_all():
    scene = Scene("a1 .*6 b1", "a2 .*6 b2", b1="veteran", a2="brute weapon=rifle")
    scene.chooses("a1:move:jog:1,0", "b1:ranged_attack:a1", "pass", "a2:ranged_attack:b1", "b2:ranged_attack:a2")
    scene.chooses("b1:wait", "b1:nothing", "b2:covering_fire:a1:b1")
    scene.asked("b", "force", unit="b2").chooses("b2:force", "a1:move:1,0", "a1:none")
    scene.asked("b", "resolve", ["b2:covering_fire:a1:b1", "b2:nothing"])


def test_sc_a1_an_answer_to_the_instigator_declared_elsewhere_may_be_turned_on_it_and_force():
    scene = Scene("a1 .*6 b1", "a2 .*6 b2", a2="idle").chooses("a1:move:jog:1,0", "b1:covering_fire:a2:b2", "pass")
    scene.asked("b", "force", unit="b1").chooses("b1:force", "a1:move:1,0", "a1:none")
    scene.asked("b", "resolve", ["b1:ranged_attack:a1", "b1:covering_fire:a1:b2", "b1:nothing"])


def test_sc_17_a_forced_instigator_acts_at_once_before_the_reaction_that_forced_it():
    scene = Scene(*OPEN, b2="brute").chooses("a1:move:jog:5,0", "b1:ranged_attack:a1", "b2:ranged_attack:a1")
    scene.chooses("b1:force", "a1:move:5,0", "a1:none", "b1:ranged_attack:a1", "b1:point:5").rolls("to hit", 6, 6)
    scene.cites("hand_forced", "SC-17")
    scene.says("A1 moves to f1.", "A1 has acted.", "B1 shoots at A1.", "B2’s turn to react.")


def test_sc_18_a_forced_instigator_spends_its_action_before_it_knows_the_other_reactions():
    scene = Scene(*OPEN, b2="brute").chooses("a1:move:jog:5,0", "b1:ranged_attack:a1", "b2:ranged_attack:a1")
    scene.chooses("b1:force").asked("a", "carry_out").never_says("shot", "rolled")
    scene.ladder("b1 ranged_attack now", "b2 ranged_attack declared").chooses("a1:move:5,0", "a1:none")
    scene.chooses("b1:nothing").asked("b", "resolve", unit="b2").chooses("b2:nothing")
    scene.says("A1 has acted.", "B2’s turn to react.", "The action of A1 is over.").never_says("moved")


def test_sc_19_later_shots_at_a_forced_mover_take_any_point_and_earlier_ones_do_not():
    scene = Scene(*OPEN, ".*2 b3 .*5", b1="scout", b2="veteran").chooses("a1:move:jog:5,0")
    scene.chooses("b1:ranged_attack:a1", "b2:ranged_attack:a1", "b3:ranged_attack:a1")
    scene.chooses("b1:wait", "b1:ranged_attack:a1").rolls("to hit", 6, 6)  # no point was asked for
    assert scene.event("shot").fields["cell"] == scene.cell(0, 0)
    scene.chooses("b2:force", "a1:move:4,0", "a1:none", "b2:ranged_attack:a1")
    scene.asked("b", "point", [f"b2:point:{n}" for n in range(5)]).chooses("b2:point:0").rolls("to hit", 6, 6)
    assert scene.event("shot").fields["cell"] == scene.cell(0, 0)
    scene.asked("b", "resolve", unit="b3").chooses("b3:ranged_attack:a1").asked("b", "point").chooses("b3:point:2")
    scene.rolls("to hit", 6, 6)
    assert scene.event("shot").fields["cell"] == scene.cell(2, 0)


def test_sc_19_sight_range_and_cover_are_taken_at_the_point_that_is_shot_at():
    rows = ["a1 .*5 #", "# . n . # # #", ".*7", ".*7", ".*2 b1 .*4"]
    scene = Scene(*rows).chooses("a1:move:jog:5,0", "b1:ranged_attack:a1", "b1:force", "a1:move:5,0", "a1:none")
    scene.chooses("b1:ranged_attack:a1").asked("b", "point", ["b1:point:1", "b1:point:2", "b1:point:3"])
    scene.sums("b1:point:2", 4, overwatch=-1, low_cover=-2).sums("b1:point:3", 6, overwatch=-1)
    assert {no.point for no in scene.match.pending.refused} == {0, 4, 5}


def test_sc_20_a_forced_instigator_may_stand_aim_and_shoot_and_its_action_is_spent():
    scene = Scene(*OPEN).chooses("a1:move:jog:5,0", "b1:ranged_attack:a1", "pass", "b1:force").cites("hand_forced")
    scene.chooses("a1:stand", "a1:ranged_attack:b1").rolls("to hit", 6, 6).needs(8, aim=1).stands("a1", 0, 0)
    scene.chooses("b1:ranged_attack:a1").rolls("to hit", 6, 6).needs(6, overwatch=-1)
    scene.says("A1 stays where it is.", "A1 shoots at B1.", "A1 has acted.", "B1 shoots at A1.")
    assert scene.unit("a1").acted


def at_close(*rows, **units):
    return Scene(*rows, rulings={"SC-A1": "at_close"}, **units)


def test_sc_a1_at_close_the_instigator_acts_at_once_before_a_quicker_units_slot():
    scene = at_close(*OPEN, b2="scout").chooses("a1:move:jog:5,0", "b1:ranged_attack:a1", "b2:ranged_attack:a1")
    scene.asked("b", "force", unit="b2").chooses("b2:wait").never_says("reaction_started")
    scene.asked("b", "force", unit="b1").chooses("b1:force").never_says("reaction_started")
    scene.says("B1 forces the hand of A1, which resolves its action now.").asked("a", "carry_out")
    scene.chooses("a1:move:5,0", "a1:none").says("B2’s turn to react.").asked("b", "resolve", unit="b2")
    scene.chooses("b2:ranged_attack:a1").asked("b", "point")  # SC-19 holds for all that shoot after the forced move


def test_sc_a1_at_close_once_the_hand_is_forced_no_other_unit_is_asked():
    scene = at_close(*OPEN, b2="scout").chooses("a1:move:jog:5,0", "b1:ranged_attack:a1", "b2:ranged_attack:a1")
    scene.chooses("b2:force").asked("a", "carry_out").chooses("a1:stand", "a1:ranged_attack:b2").rolls("to hit", 6, 6)
    scene.asked("b", "resolve", unit="b2").chooses("b2:nothing").asked("b", "resolve", unit="b1")


def test_sc_a1_a21_at_close_a_unit_that_has_forced_aims_at_the_instigator_or_does_nothing():
    scene = at_close("a1 .*6 b1", "a2 .*6 b2", a2="idle").chooses("a1:move:jog:1,0", "b1:ranged_attack:a1", "pass")
    scene.chooses("b1:force", "a1:stand", "a1:none")
    scene.asked("b", "resolve", ["b1:ranged_attack:a1", "b1:covering_fire:a1:b2", "b1:nothing"])


def test_sc_a1_a8_at_close_a_unit_suppressed_by_the_instigator_it_forced_tests_at_its_own_slot():
    scene = at_close(*OPEN, "a2 .*7", b2="scout", a2="idle").chooses("a1:stand", "b1:ranged_attack:a1")
    scene.chooses("b2:ranged_attack:a1", "b2:wait", "b1:force", "a1:covering_fire:b1:a2").marker(
        "b1", "suppressed", "up"
    )
    scene.says("B2’s turn to react.").chooses("b2:nothing").asked("b", "courage", ["b1:test", "b1:nothing"])


def test_sc_a1_at_slot_each_reactor_decides_at_its_slot_whether_to_force():
    scene = Scene(*OPEN, b2="scout").chooses("a1:move:jog:5,0", "b1:ranged_attack:a1", "b2:ranged_attack:a1")
    scene.says("B2’s turn to react.").asked("b", "force", unit="b2").chooses("b2:wait", "b2:ranged_attack:a1")
    scene.rolls("to hit", 6, 6).asked("b", "force", unit="b1")


def test_sc_a4_an_unforced_mover_is_shot_at_where_it_starts():
    scene = Scene(*OPEN).chooses("a1:move:run:7,0", "b1:ranged_attack:a1", "pass", "b1:wait")
    scene.sums("b1:ranged_attack:a1", 6, overwatch=-1).chooses("b1:ranged_attack:a1").rolls("to hit", 6, 6)
    assert scene.event("shot").fields["cell"] == scene.cell(0, 0)


def test_sc_a7_the_instigator_put_out_before_it_acts_loses_its_action():
    scene = Scene(*OPEN, b2="brute").chooses("a1:move:jog:5,0", "b1:ranged_attack:a1", "b2:ranged_attack:a1")
    scene.chooses("b1:wait", "b1:ranged_attack:a1").rolls("to hit", 1, 1).rolls("damage", 6).out("a1")
    scene.says("A1 is out of action.", "B2 does nothing; its reaction is used up.", "A1’s action is lost.")
    scene.never_says("moved")


def test_sc_a21_a_unit_that_has_forced_aims_at_the_instigator_or_does_nothing():
    scene = Scene("a1 .*6 b1", "a2 .*6 b2", a2="idle").chooses("a1:move:jog:1,0", "b1:ranged_attack:a1", "pass")
    scene.chooses("b1:force", "a1:stand", "a1:none")
    scene.asked("b", "resolve", ["b1:ranged_attack:a1", "b1:covering_fire:a1:b2", "b1:nothing"])
    waiting = Scene("a1 .*6 b1", "a2 .*6 b2", a2="idle").chooses("a1:move:jog:1,0", "b1:ranged_attack:a1", "pass")
    waiting.chooses("b1:wait").offers("b1:covering_fire:a2:b2")


def test_sc_a21_a_hand_is_forced_only_once_and_not_after_the_action():
    scene = Scene(*OPEN, b2="brute weapon=rifle").chooses("a1:move:jog:5,0", "b1:ranged_attack:a1")
    scene.chooses("b2:ranged_attack:a1", "b1:force", "a1:move:5,0", "a1:none", "b1:nothing")
    scene.asked("b", "resolve", unit="b2")


def test_sc_a21_a_shot_that_kills_on_the_way_undoes_nothing():
    scene = Scene(*OPEN).chooses("a1:move:jog:5,0", "b1:ranged_attack:a1", "pass", "b1:force", "a1:move:5,0")
    scene.chooses("a1:ranged_attack:b2").rolls("to hit", 1, 1).rolls("damage", 6).out("b2")
    scene.chooses("b1:ranged_attack:a1", "b1:point:1").rolls("to hit", 1, 1).rolls("damage", 6).out("a1", "b2")
    assert scene.unit("a1").at == scene.cell(5, 0)


@pytest.mark.parametrize(("pace", "seen"), [("jog", 0), ("run", -1), ("sprint", -4)])
def test_sc_a26_the_pace_counts_only_at_a_point_of_the_move(pace, seen):
    scene = Scene(*OPEN).chooses(f"a1:move:{pace}:4,0", "b1:ranged_attack:a1", "pass", "b1:force", "a1:move:4,0")
    if pace != "sprint":
        scene.chooses("a1:none")
    else:
        scene.asked("a", "attack", ["a1:prone", "a1:none"]).chooses("a1:none")
    modifiers = {f"A1_{pace}s": seen} if seen else {}
    scene.chooses("b1:ranged_attack:a1").sums("b1:point:2", 6 + seen, overwatch=-1, **modifiers)
    still = Scene(*OPEN).chooses(f"a1:move:{pace}:4,0", "b1:ranged_attack:a1", "pass", "b1:wait")
    still.sums("b1:ranged_attack:a1", 6, overwatch=-1)


def test_sc_a26_the_first_cell_of_a_move_counts_as_a_point_of_the_move():
    forced = Scene(*OPEN).chooses(
        "a1:move:run:4,0", "b1:ranged_attack:a1", "pass", "b1:force", "a1:move:4,0", "a1:none"
    )
    forced.chooses("b1:ranged_attack:a1").sums("b1:point:0", 5, overwatch=-1, A1_runs=-1)
    cut = Scene("a1 .*5 b1").chooses("a1:move:run:5,0", "b1:cut_off:a1", "b1:wait", "b1:cut_off:a1")
    cut.sums("b1:point:0", 5, overwatch=-1, A1_runs=-1).sums("b1:point:5", 7, overwatch=-1, A1_runs=-1, point_blank=2)
    for scene in (forced, cut):
        assert scene.chooses("b1:point:0").event("shot").fields["need"] == 5


def test_sc_a8_a_unit_suppressed_by_the_instigator_it_forced_tests_before_it_reacts():
    scene = Scene(*OPEN, "a2 .*7", a2="idle").chooses("a1:stand", "b1:ranged_attack:a1", "pass", "b1:force")
    scene.chooses("a1:covering_fire:b1:a2").marker("b1", "suppressed", "up").chooses("b1:test").rolls("courage", 6, 6)
    scene.says("B1 is pinned and does nothing more this turn.", "B1’s reaction lapses: pinned before its slot.")
