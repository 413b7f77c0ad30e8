"""SkirmishCorps: the order of reactions, ties, and the freeze (SC-21 to SC-27)."""

from __future__ import annotations

from tests.scene import Scene
from tests.viewed import viewed

PAIRS = ["a1 .*3 a2 a3", ".*6", ".*6", ".*6", ".*6", ".*2 b1 . b2 b3"]


def tied():
    """B3 answers A1, all other units of both sides follow; B3 does nothing, so the units of RE 6 are next."""
    scene = Scene(*PAIRS, b3="scout").chooses("a1:stand", "b3:ranged_attack:a1", "pass")
    scene.chooses("a2:ranged_attack:b3", "a3:ranged_attack:b3").chooses("b1:ranged_attack:a2", "b2:ranged_attack:a2")
    return scene.chooses("b3:wait", "b3:nothing")


def test_sc_21_the_unit_with_the_highest_re_reacts_first_and_the_lowest_last():
    scene = Scene(*PAIRS, b1="brute weapon=rifle", b2="scout", b3="veteran").chooses("a1:stand")
    scene.chooses("b1:ranged_attack:a1", "b2:ranged_attack:a1", "b3:ranged_attack:a1", "pass")
    scene.ladder("b2 ranged_attack now", "b3 ranged_attack declared", "b1 ranged_attack declared")
    scene.asked("b", "force", unit="b2").chooses("b2:wait", "b2:nothing").cites("reaction_started", "SC-21")
    scene.asked("b", "force", unit="b3").chooses("b3:wait", "b3:nothing")
    scene.asked("b", "force", unit="b1")


def test_sc_22_each_side_names_one_of_its_tied_units():
    scene = tied().asked("b", "delegate", ["b1:delegate", "b2:delegate"]).chooses("b2:delegate")
    scene.asked("a", "delegate", ["a2:delegate", "a3:delegate"]).chooses("a2:delegate")
    scene.rolls("roll-off", 6, 1).says("Roll-off: A2 6, B2 1.")


def test_sc_23_the_higher_roll_goes_first_and_equal_rolls_are_rolled_again():
    scene = tied().chooses("b1:delegate", "a2:delegate").rolls("roll-off", 3, 3).rolls("roll-off", 5, 5)
    scene.rolls("roll-off", 5, 2).chooses("first").cites("tie_settled", "SC-23").asked("a", "resolve", unit="a2")
    scene.says("Roll-off: A2 3, B1 3; again.", "Roll-off: A2 5, B1 2.", "A2 wins the tie and goes first.")


def test_sc_24_the_winner_may_hesitate_and_go_after_the_loser():
    scene = tied().chooses("b1:delegate", "a2:delegate").rolls("roll-off", 5, 2)
    scene.asked("a", "hesitate", ["first", "hesitate"]).chooses("hesitate").cites("tie_settled", "SC-24")
    scene.asked("b", "resolve", unit="b1").chooses("b1:nothing").asked("a", "resolve", unit="a2")


def test_sc_25_when_a_pair_is_done_the_next_pair_is_made():
    scene = tied().chooses("b1:delegate", "a2:delegate").rolls("roll-off", 1, 2).chooses("first")
    scene.chooses("b1:nothing", "a2:nothing").rolls("roll-off", 6, 1).says("Roll-off: A3 6, B2 1.")
    scene.chooses("first").asked("a", "resolve", unit="a3").chooses("a3:nothing").asked("b", "resolve", unit="b2")


def test_sc_a13_the_units_left_over_on_one_side_go_in_their_owners_order_without_a_roll():
    scene = (
        tied_two_to_one()
        .rolls("roll-off", 1, 6)
        .chooses("hesitate")
        .asked("a", "resolve", unit="a3")
        .chooses("a3:nothing")
    )
    scene.asked("b", "resolve", unit="b1").chooses("b1:nothing")  # behind a3 only, not behind a2
    scene.asked("a", "resolve", unit="a2")


def tied_two_to_one():
    scene = Scene(*PAIRS, b3="scout", b2="idle").chooses("a1:stand", "b3:ranged_attack:a1", "pass")
    scene.chooses("a2:ranged_attack:b3", "a3:ranged_attack:b3", "b1:ranged_attack:a2").chooses("b3:wait", "b3:nothing")
    return scene.asked("a", "delegate", ["a2:delegate", "a3:delegate"]).chooses("a3:delegate")


def test_sc_23_the_roll_off_says_which_unit_each_die_belongs_to():
    scene = tied().chooses("b1:delegate", "a2:delegate")
    assert scene.match.pending.prompt == "Roll off: A2 D6, then B1 D6"
    told = scene.match.pending.to_json(8)
    assert (told["unit"], told["target"], told["need"]) == ("a2", "b1", "higher")
    assert told["rollers"] == [{"unit": "a2", "seat": None}, {"unit": "b1", "seat": None}]
    scene.rolls("roll-off", 5, 2).says("Roll-off: A2 5, B1 2.").asked("a", "hesitate", unit="a2")


def test_sc_a34_the_roll_for_the_start_says_which_seat_each_die_belongs_to():
    scene = Scene("a1 .*6 b1", phase="assign", seat="")
    scene.chooses("a1:move", "confirm", "b1:move", "confirm")
    assert scene.match.pending.prompt == "Roll to see who acts first: A D6, then B D6"
    told = scene.match.pending.to_json(8)
    assert (told["unit"], told["target"], told["need"]) == (None, None, "higher")
    assert [who["seat"] for who in told["rollers"]] == ["a", "b"]
    scene.rolls("start", 2, 5).says("Who starts: A 2, B 5.", "B acts first.")


def test_sc_a14_equal_units_of_one_side_go_in_their_owners_order():
    scene = Scene(*PAIRS, a2="idle", a3="idle").chooses("a1:stand")
    scene.chooses("b1:ranged_attack:a1", "b2:ranged_attack:a1", "b3:ranged_attack:a1")
    scene.asked("b", "order", ["b1:next", "b2:next", "b3:next"]).chooses("b3:next", "b3:wait", "b3:nothing")
    scene.asked("b", "order", ["b1:next", "b2:next"]).chooses("b2:next").asked("b", "force", unit="b2")


def test_sc_a25_a_tie_is_rolled_when_its_re_comes_up_and_the_instigators_opponent_names_its_unit_first():
    scene = Scene(*PAIRS, b3="scout").chooses("a1:stand", "b3:ranged_attack:a1", "pass")
    scene.chooses("a2:ranged_attack:b3", "a3:ranged_attack:b3", "b1:ranged_attack:a2", "b2:ranged_attack:a2")
    scene.asked("b", "force", unit="b3").chooses("b3:wait", "b3:ranged_attack:a1").rolls("to hit", 6, 6)
    scene.asked("b", "delegate").chooses("b1:delegate").asked("a", "delegate")


def test_sc_a25_a_tied_unit_that_has_fallen_neither_rolls_nor_is_named():
    scene = Scene(*PAIRS, b3="scout", a3="veteran").chooses("a1:stand", "b3:ranged_attack:a1", "pass")
    scene.chooses("a2:ranged_attack:b3", "a3:ranged_attack:b3", "b1:ranged_attack:a2", "b2:ranged_attack:a2")
    scene.chooses("b3:wait", "b3:nothing", "a3:ranged_attack:b3").rolls("to hit", 6, 6).skips()
    scene.asked("b", "delegate").chooses("b1:delegate").rolls("roll-off", 1, 6)  # a2 alone for A


def test_sc_a25_a_side_whose_tied_unit_has_fallen_leaves_the_other_without_a_roll():
    scene = Scene(*PAIRS, a3="idle", b1="scout").chooses("a1:stand", "b3:ranged_attack:a1", "pass")
    scene.chooses("a2:ranged_attack:b3", "b1:ranged_attack:a2", "pass")
    scene.chooses("b1:ranged_attack:a2").rolls("to hit", 1, 1).rolls("damage", 6).out("a2")
    scene.says("A2’s reaction lapses: out of action before its slot.").asked("b", "force", unit="b3")


def test_sc_a29_a_unit_that_answered_a_reactor_keeps_its_reaction_when_the_reactor_falls():
    scene = Scene(*PAIRS, a3="idle", b1="scout").chooses("a1:stand", "b3:ranged_attack:a1", "pass")
    scene.chooses("a2:ranged_attack:b3", "b1:ranged_attack:a2", "b2:ranged_attack:a2")
    scene.chooses("b1:ranged_attack:a2").rolls("to hit", 1, 1).rolls("damage", 6).out("a2")
    scene.chooses("b2:next").asked("b", "resolve", unit="b2").offers("b2:covering_fire:a1:b1", "b2:nothing")
    scene.does_not_offer("b2:ranged_attack:a2")
    assert viewed(scene.match)["queue"]["instigator"] == "a1"


def test_sc_26_and_27_exactly_the_units_still_face_down_are_frozen_once_the_snowball_is_closed():
    scene = Scene(*PAIRS, b3="move", a3="spent").chooses("a1:move:jog:1,0", "b1:ranged_attack:a1", "pass", "pass")
    scene.asked("b", "force").cites("window_closed", "SC-26")
    scene.refused("b2", "SC-26").refused("a2", "SC-26").refused("b3", "SC-01").refused("b1", "SC-A5")
    assert viewed(scene.match)["queue"]["frozen"] == ["a2", "b2"]
    assert viewed(scene.match, "b")["queue"]["frozen"] == ["b2"]  # the enemy's frozen units are its secret


def test_sc_a24_frozen_units_stay_out_until_the_action_is_over_and_may_answer_the_next():
    scene = Scene(*PAIRS, a3="move").chooses("a1:move:jog:1,0", "b1:ranged_attack:a1", "pass", "pass", "b1:wait")
    scene.chooses("b1:nothing", "a1:move:1,0").asked("a", "attack").refused("b2", "SC-26").chooses("a1:none", "end")
    scene.chooses("a3:stand").asked("b", "react").offers("b2:ranged_attack:a3").marker("b2", "overwatch", "down")
