"""SkirmishCorps, cases from a review: choices of interceptors, tests of suppressed units, moves that answer moves."""

from __future__ import annotations

import pytest

from game.engine.dice import DiceSource
from tests.scene import Scene

ROAD = [".*5 b2 .*2", "a1 .*4 b1 .*2"]


# -- an interceptor's cell and blow (SC-53, SC-54) --------------------------------------------------------------------


def test_sc_54_the_interceptor_may_strike_but_need_not():
    scene = Scene(*ROAD).chooses("a1:move:jog:4,1", "b2:intercept:a1:b1", "pass", "b2:wait", "b2:intercept:a1:b1")
    scene.says("B2 intercepts A1 beside B1.")
    scene.asked("b", "attack", ["b2:close_combat:a1", "b2:none"], default="b2:close_combat:a1", unit="b2")
    scene.chooses("b2:none").never_says("struck").says("B2’s reaction is resolved.").asked("a", "attack", unit="a1")
    assert scene.unit("b2").acted


def test_sc_53_where_several_cells_touch_both_the_owner_picks_one():
    scene = Scene(*ROAD).chooses("a1:move:jog:4,1")
    listed = {o.id: o.to for o in scene.match.pending.options if o.id.startswith("b2:intercept")}
    assert listed == {"b2:intercept:a1:b1": scene.cell(5, 0), "b2:intercept:a1:b1:4,0": scene.cell(4, 0)}
    scene.chooses("b2:intercept:a1:b1:4,0", "pass", "b2:wait")
    scene.offers("b2:intercept:a1:b1").asked("b", "resolve", default="b2:intercept:a1:b1:4,0")
    scene.chooses("b2:intercept:a1:b1:4,0").stands("b2", 4, 0)


def test_sc_a27_an_interceptor_whose_cell_has_been_taken_names_another():
    rows = [".*5 b3 b2 .", "a1 .*4 b1 .*2"]
    scene = Scene(*rows, b2="scout", b3="brute").chooses("a1:move:jog:4,1")
    scene.chooses("b2:intercept:a1:b1", "b3:intercept:a1:b1:4,0", "pass", "b2:wait").stands("b3", 5, 0)
    scene.asked("b", "resolve", unit="b2").chooses("b2:intercept:a1:b1").stands("b2", 4, 0).chooses("b2:none")
    scene.chooses("b3:wait").asked("b", "resolve", unit="b3").does_not_offer("b3:intercept:a1:b1:4,0")
    scene.chooses("b3:intercept:a1:b1").stands("b3", 5, 0)


# -- the suppressed say first whether they do anything (SC-A8, SC-A6) -------------------------------------------------

FIELD = [".*4 b2 .*3", "a1 .*7", "a2 .*6 b1", ".*8"]


def test_sc_a8_a_suppressed_reactor_that_does_nothing_takes_no_test():
    scene = Scene(*FIELD, b1="scout weapon=rifle").chooses("a1:stand", "b1:ranged_attack:a1", "pass")
    scene.chooses("a2:ranged_attack:b1", "pass", "b1:wait", "b1:covering_fire:a2:b2").skips()
    scene.asked("a", "courage", ["a2:test", "a2:nothing"], default="a2:test", unit="a2").chooses("a2:nothing")
    scene.log(
        "A2 has used its action.",
        "A2 does nothing; its reaction is used up.",
        "A2’s reaction is resolved.",
    )
    scene.marker("a2", "suppressed", "up").marker("a2", "pinned", None).asked("a", "carry_out")
    assert scene.unit("a2").acted


def suppressed_jog(*reactions, **units):
    """A1 jogs into the open; B1 suppresses it before it has moved."""
    scene = Scene(*FIELD, **{"b1": "scout weapon=rifle", "a2": "idle", **units})
    return scene.chooses("a1:move:jog:4,1", "b1:covering_fire:a1:b2", *reactions)


def test_sc_a8_a_suppressed_instigator_that_does_nothing_takes_no_test():
    scene = suppressed_jog().chooses("pass", "b1:wait", "b1:covering_fire:a1:b2").skips()
    scene.asked("a", "courage", ["a1:test", "a1:nothing"], default="a1:test", unit="a1").chooses("a1:nothing")
    scene.never_says("rolled", "moved").says("A1 does nothing after all.", "A1 has acted.", "The action of A1 is over.")
    scene.stands("a1", 0, 1).marker("a1", "suppressed", "up")


def test_sc_a8_a_suppressed_instigator_that_is_forced_may_do_nothing_and_is_shot_at_where_it_stands():
    scene = suppressed_jog("b2:ranged_attack:a1").chooses("b1:wait", "b1:covering_fire:a1:b2", "b2:force")
    scene.asked("a", "courage", unit="a1").chooses("a1:nothing").never_says("rolled")
    scene.asked("b", "resolve", unit="b2").chooses("b2:ranged_attack:a1").rolls("to hit", 6, 6)
    assert scene.event("shot").fields["cell"] == scene.cell(0, 1)
    scene.says("The action of A1 is over.")


WATCHED = [".*5 b2 .*2", "a1 .*4 b1 .*2", ".*7 b3"]


def charged(*reactions, **units):
    """A1 jogs into contact with B1 while B3 lays covering fire on it, before anything else is carried out."""
    scene = Scene(*WATCHED, b3="scout weapon=rifle", **units).chooses("a1:move:jog:4,1", "b3:covering_fire:a1:b1")
    return scene.chooses(*reactions, "pass", "b3:wait", "b3:covering_fire:a1:b1").marker("a1", "suppressed", "up")


def test_sc_a8_a_suppressed_mover_that_is_intercepted_may_do_nothing():
    scene = charged("b2:intercept:a1:b1").chooses("b2:wait", "b2:intercept:a1:b1")
    scene.asked("a", "courage", ["a1:test", "a1:nothing"]).chooses("a1:nothing").stands("a1", 0, 1)
    scene.says("A1 has acted.", "B2 has nothing to intercept: A1 made no contact.")
    scene.asked("b", "resolve", unit="b2").does_not_offer("b2:intercept:a1:b1").offers("b2:ranged_attack:a1")
    scene.chooses("b2:nothing").never_says("rolled").says("The action of A1 is over.")


# -- no shot into a move that is never made (SC-A3, SC-A8) ------------------------------------------------------------


@pytest.mark.parametrize(("answer", "dice"), [("a1:test", (6, 6)), ("a1:nothing", ())])
def test_sc_a8_a_suppressed_charger_tests_before_it_is_cut_off_and_may_not_come_at_all(answer, dice):
    scene = charged("b1:cut_off:a1").chooses("b1:wait", "b1:cut_off:a1").asked("a", "courage", unit="a1")
    scene.chooses(answer)
    if dice:
        scene.rolls("courage", *dice)
    scene.never_says("shot", "cut_off_made").says("B1 has nothing to cut off: A1 does not come.").stands("a1", 0, 1)
    scene.asked("b", "resolve", unit="b1").does_not_offer("b1:cut_off:a1").chooses("b1:ranged_attack:a1")
    scene.rolls("to hit", 6, 6)
    assert scene.event("shot").fields["cell"] == scene.cell(0, 1)


def test_sc_a8_a_charger_that_keeps_its_nerve_is_cut_off_after_the_delayed_attack():
    scene = charged("b1:cut_off:a1").chooses("b1:wait", "b1:cut_off:a1", "a1:test").rolls("courage", 1, 1)
    scene.rolls("to hit", 6, 6).says("B3 misses A1.", "B1 cuts A1 off.").asked("b", "point", default="b1:point:4")
    scene.chooses("b1:point:4").rolls("to hit", 6, 6).stands("a1", 4, 1).asked("a", "attack", unit="a1")


def test_sc_a3_once_cut_off_a_suppressed_charger_has_to_test_and_come():
    scene = Scene(*WATCHED, b1="scout weapon=rifle", b3="trooper").chooses("a1:move:jog:4,1", "b1:cut_off:a1")
    scene.chooses("b3:covering_fire:a1:b1", "pass", "b1:wait", "b1:cut_off:a1", "b1:point:0").rolls("to hit", 6, 6)
    scene.chooses("b3:wait", "b3:covering_fire:a1:b1").rolls("courage", 1, 1).rolls("to hit", 6, 6)  # not asked
    scene.stands("a1", 4, 1).asked("a", "attack", unit="a1")


# -- an interceptor moves into contact, too (SC-06, SC-49, SC-A27b) ---------------------------------------------------

STREET = [".*7 b2", "a1 .*4 b1 .*2", ".*3 a2 .*4", ".*8"]


def street(*answers, rows=STREET, **units):
    """A1 jogs into contact with B1, B2 will intercept it from two cells away; then A is asked."""
    units = {"a2": "scout weapon=rifle", **units}
    scene = Scene(*rows, **units).chooses("a1:move:jog:4,1", *answers or ("b2:intercept:a1:b1",)).passes("b")
    return scene.asked("a", "react")


def test_sc_a27b_an_intercept_is_announced_with_its_way_and_the_units_it_will_touch():
    scene = street().says("B2 reacts to A1: an intercept of A1 for B1.", "B2 will go to f1, into contact with A1.")
    fields = scene.event("intercept_announced").fields
    assert fields["path"] == [scene.cell(x, 0) for x in (7, 6, 5)]
    assert fields["contact"] == ["a1"]


def test_sc_a27b_the_interceptor_is_intercepted_and_comes_first_but_its_blow_waits():
    scene = street().offers("a2:ranged_attack:b2", "a2:intercept:b2:a1").does_not_offer("a2:cut_off:b2")
    scene.chooses("a2:intercept:b2:a1").says("A2 reacts to B2: an intercept of B2 for A1.")
    scene.passes("b").ladder("a2 intercept now", "b2 intercept declared")
    scene.asked("a", "resolve", unit="a2").chooses("a2:intercept:b2:a1")
    scene.says("A1 moves to e2.", "B2 intercepts A1 beside B1.", "A2 intercepts B2 beside A1.")
    scene.stands("a1", 4, 1).stands("b2", 5, 0).stands("a2", 4, 0)
    scene.asked("a", "attack", ["a2:close_combat:b2", "a2:none"]).chooses("a2:close_combat:b2").rolls("to hit", 6, 6)
    scene.asked("b", "attack", unit="b2").chooses("b2:none")  # B2 does not strike back
    scene.asked("b", "force", unit="b2").chooses("b2:wait")
    scene.asked("b", "attack", ["b2:close_combat:a1", "b2:none"], unit="b2").chooses("b2:close_combat:a1")
    scene.rolls("to hit", 6, 6).says("A2 misses B2.", "B2 misses A1.").chooses("a1:none")
    scene.asked("a", "attack", unit="a1")
    assert [e.fields["unit"] for e in scene.match.events if e.type == "intercepted"] == ["b2", "a2"]


def test_sc_a27b_a_slower_answer_meets_an_interceptor_that_has_come_and_struck():
    scene = street(a2="brute SP=5 weapon=rifle").chooses("a2:intercept:b2:a1", "pass", "b2:wait", "b2:intercept:a1:b1")
    scene.chooses("b2:close_combat:a1").rolls("to hit", 6, 6).chooses("a1:none")
    scene.asked("a", "resolve", unit="a2").chooses("a2:intercept:b2:a1").stands("a2", 4, 0)
    scene.asked("a", "attack", unit="a2").chooses("a2:none").asked("a", "attack", unit="a1")


def test_sc_a27b_an_interceptor_that_does_not_come_is_not_intercepted():
    scene = street(a2="brute SP=5 weapon=rifle").chooses("a2:intercept:b2:a1", "pass", "b2:wait", "b2:nothing")
    scene.asked(
        "a", "resolve", ["a2:ranged_attack:b2", "a2:covering_fire:b1:a1", "a2:covering_fire:b2:a1", "a2:nothing"]
    )


@pytest.mark.parametrize(("ruling", "offered"), [({}, True), ({"SC-A27b": "not"}, False)])
def test_sc_a27b_by_ruling_an_intercept_is_answered_like_a_move_into_contact_or_not(ruling, offered):
    scene = street(rulings=ruling)
    assert bool(scene.match.pending.option("a2:intercept:b2:a1")) is offered
    scene.offers("a2:ranged_attack:b2")
    assert any(e.type == "intercept_announced" for e in scene.match.events) is offered


CORNER = [".*7 b2", "a1 .*4 b1 .*2", ".*8", ".*4 a2 .*3"]


def test_sc_a27b_an_enemy_that_the_interceptor_comes_to_touch_may_cut_it_off_on_its_way():
    scene = street("b2:intercept:a1:b1:5,2", rows=CORNER)
    scene.says("B2 will go to f3, into contact with A1 and A2.").offers("a2:cut_off:b2", "a2:intercept:b2:a1")
    scene.chooses("a2:cut_off:b2", "pass").asked("a", "resolve", unit="a2").chooses("a2:cut_off:b2")
    scene.asked("a", "point", ["a2:point:0", "a2:point:1", "a2:point:2"], default="a2:point:2").chooses("a2:point:1")
    scene.rolls("to hit", 1, 1).rolls("damage", 6).out("b2")
    assert scene.event("shot").fields["cell"] == scene.unit("b2").at == scene.cell(6, 1)
    scene.says("A2 cuts B2 off.", "B2 falls on the way; the contact never happens.")
    scene.never_says("intercepted", "moved").asked("a", "carry_out").offers("a1:move:4,1", "a1:nothing")


HIDDEN = [".*8", "a1 .*4 b1 .*2", ".*4 a2 .*3", ".*5 # .*2", ".*5 # . b2"]


def test_sc_a27b_an_intercept_is_seen_anywhere_on_its_way_as_any_move_into_contact():  # SC-02, SC-A19
    scene = street(rows=HIDDEN).says("B2 will go to f3, into contact with A1 and A2.")
    scene.asked("a", "react", ["a2:cut_off:b2", "a2:intercept:b2:a1", "a2:covering_fire:b1:a1", "pass"])
    scene.chooses("a2:cut_off:b2", "pass").asked("a", "resolve", unit="a2").chooses("a2:cut_off:b2")
    scene.says("A2 cuts B2 off.").rolls("to hit", 6, 6)
    assert scene.event("shot").fields["cell"] == scene.cell(5, 2)  # the only one of its way that A2 sees


def test_sc_a27b_a_unit_that_sees_only_the_start_of_an_intercept_may_answer_with_a_shot():
    # SC-57: a shot is at a unit that is seen where it stands.
    rows = [row.replace("#", ".") for row in HIDDEN]
    street(rows=rows).offers("a2:cut_off:b2", "a2:ranged_attack:b2")


def test_sc_a27b_an_interceptor_that_was_cut_off_must_come_and_so_must_the_mover():
    scene = street("b2:intercept:a1:b1:5,2", rows=CORNER).chooses(
        "a2:cut_off:b2", "pass", "a2:cut_off:b2", "a2:point:0"
    )
    scene.rolls("to hit", 6, 6).chooses("b2:wait").stands("a1", 4, 1).stands("b2", 5, 2)  # nothing else to choose
    scene.asked("b", "attack", unit="b2").chooses("b2:none").asked("a", "attack", unit="a1").never_says("action_chosen")


def test_sc_a27b_the_way_of_an_intercept_stays_as_announced_while_an_answer_depends_on_it():
    free = street(a2="brute weapon=rifle").passes("a").chooses("b2:wait")
    free.offers("b2:intercept:a1:b1", "b2:intercept:a1:b1:4,0", "b2:intercept:a1:b1:5,2")
    counted = street(a2="brute SP=5 weapon=rifle").chooses("a2:intercept:b2:a1", "pass", "b2:wait")
    counted.offers("b2:intercept:a1:b1", "b2:ranged_attack:a1", "b2:nothing")
    counted.does_not_offer("b2:intercept:a1:b1:4,0", "b2:intercept:a1:b1:5,2")


def test_sc_a8_a_suppressed_interceptor_tests_before_it_comes_for_another():
    rows = [".*7 b2", "a1 .*4 b1 .*2", ".*3 a2 .*4", ". a3 .*6"]
    scene = street(rows=rows, a3="veteran RE=12").chooses("a3:covering_fire:b2:a2", "a2:intercept:b2:a1", "pass")
    scene.chooses("a3:covering_fire:b2:a2", "a2:intercept:b2:a1").stands("a1", 4, 1)
    scene.asked("b", "courage", unit="b2").chooses("b2:test").rolls("courage", 6, 6).marker("b2", "pinned", "up")
    scene.says("A2 has nothing to intercept: B2 made no contact.").asked("a", "resolve", unit="a2")
    scene.chooses("a2:nothing").says("B2’s reaction lapses: pinned before its slot.").asked("a", "attack", unit="a1")


def test_sc_a27b_interceptors_are_intercepted_to_any_depth():
    rows = [".*7 b2", "a1 .*4 b1 .*2", ".*3 a2 .*4", ".*4 b3 .*3"]
    scene = street(rows=rows, b3="scout RE=10 weapon=rifle").chooses("a2:intercept:b2:a1")
    scene.asked("b", "react").offers("b3:intercept:a2:b2").chooses("b3:intercept:a2:b2", "pass", "b3:intercept:a2:b2")
    scene.says(
        "A2 will go to e1, into contact with B2 and B1.",
        "A1 moves to e2.",
        "B2 intercepts A1 beside B1.",
        "A2 intercepts B2 beside A1.",
        "B3 intercepts A2 beside B2.",
    )
    scene.asked("b", "attack", ["b3:close_combat:a2", "b3:none"], unit="b3")


def test_sc_a27_units_in_the_way_of_an_intercept_do_not_matter():
    rows = [".*8", "a1 .*3 b1 a2 b3 b2", ".*8"]
    Scene(*rows, a2="idle", b3="idle").chooses("a1:move:jog:3,1").offers("b2:intercept:a1:b1")


def test_sc_a27c_contact_in_passing_and_from_the_start_opens_no_intercept_and_no_cut_off():
    passing = Scene(".*8", "a1 . . b1 .*4", ".*5 b2 .*2").chooses("a1:move:run:6,0")
    passing.asked("b", "react").does_not_offer("b1:cut_off:a1", "b2:intercept:a1:b1").offers("b1:ranged_attack:a1")
    staying = Scene(".*3 b2 .*2", ".*3 a1 b1 .", ".*6").chooses("a1:move:jog:4,2")
    staying.asked("b", "react").does_not_offer("b1:cut_off:a1", "b2:intercept:a1:b1").offers("b1:ranged_attack:a1")
    beside = Scene(".*4 b2 .*3", "a1 .*4 b1 .*2", ".*3 a2 .*4").chooses("a1:move:jog:4,1", "b2:intercept:a1:b1", "pass")
    beside.asked("a", "react").does_not_offer("a2:intercept:b2:a1")  # it touches A1 from where it stands


def test_sc_a27b_odds_and_other_branches_of_a_game_include_intercepts():
    scene = street(dice=DiceSource(seed=5)).chooses("a2:intercept:b2:a1", "pass")
    twin = scene.match.clone()
    before = scene.match.hash()
    scene.chooses("a2:intercept:b2:a1")
    assert twin.hash() == before
    twin.choose("a2:intercept:b2:a1")
    assert twin.hash() == scene.match.hash()


def test_sc_a27b_an_interceptor_with_no_friend_left_to_help_need_not_come():
    rows = [".*7 b2", "a1 .*4 b1 .*2", ".*8", ".*4 a2 a3 .*2"]
    watchers = {"a2": "scout RE=12 weapon=rifle", "a3": "scout RE=11 weapon=rifle"}
    scene = Scene(*rows, **watchers).chooses("a1:move:jog:4,1", "b2:intercept:a1:b1:5,2", "b1:ranged_attack:a1")
    scene.chooses("a2:cut_off:b2", "a3:ranged_attack:b1", "a2:cut_off:b2", "a2:point:0").rolls("to hit", 6, 6)
    scene.chooses("a3:ranged_attack:b1").rolls("to hit", 1, 1).rolls("damage", 6).out("b1")
    scene.asked("b", "force", unit="b2").chooses("b2:wait")
    scene.asked("b", "resolve", unit="b2").offers("b2:ranged_attack:a1", "b2:nothing").does_not_offer(
        "b2:intercept:a1:b1:5,2"
    )


def test_sc_a27b_a_unit_does_not_intercept_a_move_that_answers_its_own():
    scene = street(a2="brute SP=5 weapon=rifle").chooses("a2:intercept:b2:a1", "pass", "b2:wait")
    scene.asked("b", "resolve", unit="b2").offers("b2:intercept:a1:b1")  # A2 comes only if B2 does
    assert {option.target for option in scene.match.pending.options if option.action == "intercept"} == {"a1"}


def test_sc_42_a_pinned_instigator_that_is_covered_again_takes_no_test_and_no_delayed_attack():
    rows = [".*10 b1", "a1 .*5 b2 .*4", ".*11"]
    scene = Scene(*rows, b1="veteran RE=9").chooses("a1:move:jog:5,1", "b1:covering_fire:a1:b2", "b2:cut_off:a1")
    scene.chooses("b1:wait", "b1:covering_fire:a1:b2", "b2:wait", "b2:cut_off:a1", "a1:test").rolls("courage", 6, 6)
    scene.marker("a1", "pinned", "up").says("B2 has nothing to cut off: A1 does not come.").skips()
    scene.chooses("b2:covering_fire:a1:b1").asked("a", "assign").never_says("delayed_attack_made")
    scene.says("A1 is suppressed by B2.", "A1’s action is lost.", "A1 is no longer pinned or suppressed.")


# -- what is left to test for (SC-31) ---------------------------------------------------------------------------------


def test_sc_31_an_interceptor_that_came_before_its_slot_still_tests_for_its_attack_and_the_forecast_includes_it():
    scene = street(rows=[*STREET[:3], "a3 .*7"], a3="trooper RE=8").chooses("a2:intercept:b2:a1")
    scene.chooses("a3:covering_fire:b2:a1").passes("b").chooses("a2:intercept:b2:a1", "a2:none").stands("b2", 5, 0)
    scene.asked("a", "resolve", unit="a3")
    match, fire = scene.match, "a3:covering_fire:b2:a1"
    assert match.forecast(match.pending.option(fire)).note == "B2 is pinned if it fails Courage; else the shot follows"
    assert match.rules.idle_answer(match.front, match.pending) == ""
    scene.chooses(fire).asked("b", "courage", unit="b2").chooses("b2:test").rolls("courage", 6, 6)
    scene.marker("b2", "pinned", "up").never_says("struck")


@pytest.mark.parametrize(
    ("order", "note"),
    [
        ("spent", "B1 has acted: it tests no more"),
        ("overwatch", "B1 is pinned if it fails Courage; else the shot follows"),
    ],
)
def test_sc_31_a_unit_that_begins_with_its_order_face_up_has_acted_and_takes_no_test(order, note):
    scene = Scene("a1 .*6 b1", "a2 .*7", b1=order)
    match = scene.match
    assert match.forecast(match.pending.option("a1:covering_fire:b1:a2")).note == note
    assert scene.unit("b1").acted is (order == "spent")
