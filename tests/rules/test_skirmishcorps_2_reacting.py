"""SkirmishCorps: which units react to what, and how a snowball grows (SC-01 to SC-11)."""

from __future__ import annotations

import pytest

from tests.scene import Scene
from tests.viewed import viewed


def test_sc_01_only_a_unit_on_overwatch_reacts():
    scene = Scene("a1 .*6 b1", ".*7 b2", ".*7 b3", b1="move", b3="idle").chooses("a1:move:jog:1,0")
    scene.asked("b", "react").offers("b2:ranged_attack:a1").does_not_offer("b1:ranged_attack:a1", "b3:ranged_attack:a1")
    scene.refused("b1", "SC-01").refused("b3", "SC-01")


CORNER = ["a1 .*4 b2", "#*5 .", ".*5 b1"]


def test_sc_02_a_friend_in_communication_makes_a_unit_aware():
    scene = Scene(*CORNER).chooses("a1:move:jog:4,0")
    scene.asked("b", "react").offers("b1:intercept:a1:b2").does_not_offer("b1:ranged_attack:a1")


def test_sc_02_without_sight_or_communication_there_is_no_reaction_to_an_action():
    wide = ["b2 .*2 a1 .*4", ". #*7", *[".*8"] * 6, "b1 . a2 .*5"]
    near = Scene(*wide, a2="idle").chooses("a1:move:jog:5,0")
    near.offers("b1:covering_fire:a2:b2")  # it sees nothing of the move, but hears of it 8" away
    far = Scene(*wide[:-1], ".*8", wide[-1], a2="idle").chooses("a1:move:jog:5,0")
    far.asked("b", "react").refused("b1", "SC-02").does_not_offer("b1:covering_fire:a2:b2")


def test_sc_02_a_reaction_is_answered_only_by_units_aware_of_the_reactor():
    scene = Scene("a1 .*5 b1 .*5 # a2", ".*12 # .", ".*4 a3 b2 .*8").chooses("a1:move:sneak:1,0")
    scene.chooses("b1:ranged_attack:a1").refused("a2", "SC-02")
    scene.passes("b").asked("a", "react").offers("a3:ranged_attack:b1").does_not_offer("a2:ranged_attack:b1")


def test_sc_a15_a47_communication_is_one_hop_to_a_friend_that_sees():
    rows = ["a1 .*3 b3 # .*12", ".*5 # .*12"]
    relay = Scene(*rows, ".*5 # .*5 b2 .*5 b1", b2="trooper").chooses("a1:move:sneak:1,0")
    relay.asked("b", "react").refused("b1", "SC-02")  # b2 only heard of it
    relay.refused("b2", "SC-57")  # aware through b3, but a shot wants sight


def test_sc_03_a_declaration_names_the_unit_and_the_reaction():
    scene = Scene("a1 .*6 b1", ".*7 b2", b2="grenadier").chooses("a1:move:sneak:1,0")
    scene.asked(
        "b",
        "react",
        [
            "b1:ranged_attack:a1",
            "b1:covering_fire:a1:b2",
            "b2:ranged_attack:a1",
            "b2:ranged_attack:a1:pistol",
            "b2:covering_fire:a1:b1",
            "b2:covering_fire:a1:b1:pistol",
            "pass",
        ],
        default="pass",
    )
    scene.chooses("b2:ranged_attack:a1:pistol").says("B2 reacts to A1: a shot at A1.")
    fields = scene.event("reaction_declared").fields
    assert (fields["unit"], fields["action"], fields["weapon"]) == ("b2", "ranged_attack", "pistol")


def test_sc_04_a_declaration_turns_the_marker_face_up():
    scene = Scene("a1 .*6 b1", ".*7 b2").marker("b1", "overwatch", "down").chooses("a1:move:jog:1,0")
    scene.chooses("b1:ranged_attack:a1").marker("b1", "overwatch", "up").marker("b2", "overwatch", "down")
    scene.cites("marker_flipped", "SC-04").says("B1 turns its overwatch marker face-up.")


def test_sc_05_several_units_answer_one_action():
    scene = Scene("a1 .*6 b1", ".*7 b2", ".*7 b3").chooses("a1:move:jog:1,0")
    scene.chooses("b1:ranged_attack:a1", "b2:ranged_attack:a1", "b3:ranged_attack:a1")
    announced = scene.event("action_announced").n
    assert [e.cause for e in scene.match.events if e.type == "reaction_declared"] == [announced] * 3


def test_sc_06_and_07_a_reaction_is_answered_by_any_number_of_the_other_side():
    scene = Scene("a1 .*6 b1", "a2 .*7", "a3 .*7").chooses("a1:move:jog:1,0", "b1:ranged_attack:a1")
    scene.asked("a", "react").offers("a2:ranged_attack:b1", "a3:ranged_attack:b1")
    answered = scene.event("reaction_declared").n
    scene.chooses("a2:ranged_attack:b1", "a3:ranged_attack:b1")
    scene.cites("reaction_declared", "SC-06").says("A2 reacts to B1: a shot at B1.", "A3 reacts to B1: a shot at B1.")
    assert [e.cause for e in scene.match.events if e.type == "reaction_declared"][1:] == [answered] * 2


def test_sc_06_a_reaction_is_answered_by_the_other_side_only():
    scene = Scene("a1 .*6 b1", ".*7 b2").chooses("a1:stand", "b1:ranged_attack:a1")
    scene.asked("b", "react").does_not_offer("b2:ranged_attack:b1")


def test_sc_08_answers_are_answered_to_any_depth_by_units_still_face_down():
    scene = Scene("a1 .*6 b1", "a2 .*6 b2", "a3 .*6 b3", "a4 .*6 b4", b1="scout").chooses("a1:move:jog:1,0")
    scene.chooses("b1:ranged_attack:a1", "pass", "a2:ranged_attack:b1", "pass", "b2:ranged_attack:a2", "pass")
    scene.chooses("a3:ranged_attack:b2", "pass", "b3:ranged_attack:a3", "pass", "a4:ranged_attack:b3")
    scene.asked("b", "react").offers("b4:ranged_attack:a4").chooses("b4:ranged_attack:a4")
    scene.asked("b", "force").says("The snowball is closed: 7 reactions declared. Face-down markers stay out.")


def test_sc_09_nothing_is_carried_out_while_reactions_are_declared():
    scene = Scene("a1 .*6 b1", "a2 .*6 b2").chooses("a1:move:jog:5,0", "b1:ranged_attack:a1", "pass")
    scene.chooses("a2:ranged_attack:b1").asked("b", "react").stands("a1", 0, 0)
    scene.never_says("rolled", "moved", "shot", "reaction_started")
    scene.passes("b").cites("window_closed", "SC-09").stands("a1", 0, 0)


def test_sc_10_the_order_is_fixed_only_when_no_more_reactions_are_declared():
    scene = Scene("a1 .*6 b1", ".*7 b2", "a2 .*7", b2="brute", a2="scout").chooses("a1:move:jog:1,0")
    scene.chooses("b2:ranged_attack:a1", "pass", "a2:ranged_attack:b2", "b1:ranged_attack:a1")
    scene.cites("window_closed", "SC-10")
    scene.ladder("a2 ranged_attack now", "b1 ranged_attack declared", "b2 ranged_attack declared")


def test_sc_11_at_its_slot_a_unit_may_choose_another_reaction_weapon_and_target():
    scene = Scene("a1 .*6 b1", ".*6 a2 b2", b1="gunner").chooses("a1:stand", "b1:ranged_attack:a1", "pass", "pass")
    scene.chooses("b1:wait").asked(
        "b",
        "resolve",
        [
            "b1:ranged_attack:a1",
            "b1:ranged_attack:a1:pistol",
            "b1:covering_fire:a1:b2",
            "b1:covering_fire:a2:b2",
            "b1:covering_fire:a1+a2:b2",
            "b1:covering_fire:a1:b2:pistol",
            "b1:covering_fire:a2:b2:pistol",
            "b1:nothing",
        ],
        default="b1:ranged_attack:a1",
    )
    scene.chooses("b1:covering_fire:a1+a2:b2").marker("a1", "suppressed", "up").marker("a2", "suppressed", "up")


def test_sc_a20_a_plain_shot_stays_with_the_event_that_was_answered():
    scene = Scene("a1 .*6 b1", ".*6 a2 b2", b1="veteran").chooses("a1:move:jog:1,0", "b1:ranged_attack:a1", "pass")
    scene.chooses("a2:ranged_attack:b1").asked("b", "react").chooses("b2:ranged_attack:a2")
    scene.chooses("b1:wait", "b1:nothing").rolls("roll-off", 1, 6).chooses("first")
    scene.asked(
        "b", "resolve", ["b2:ranged_attack:a2", "b2:covering_fire:a1:b1", "b2:covering_fire:a2:b1", "b2:nothing"]
    )


def test_sc_a5_a_unit_reacts_once_a_turn():
    scene = Scene("a1 .*6 b1", "a2 .*6 b2", a2="move").chooses("a1:move:jog:1,0", "b1:ranged_attack:a1")
    scene.refused("b1", "SC-A5", "face-up").passes("b", "a").chooses("b1:wait", "b1:nothing", "a1:stand", "a1:none")
    assert scene.unit("b1").acted  # whatever it was, it was its one action
    scene.chooses("end", "a2:move:jog:1,1").asked("b", "react").refused("b1", "SC-A5").offers("b2:ranged_attack:a2")


def test_sc_a6_a_reactor_may_always_do_nothing_which_uses_its_reaction_up():
    scene = Scene("a1 .*6 b1").chooses("a1:move:jog:1,0", "b1:ranged_attack:a1", "b1:wait")
    scene.offers("b1:nothing").chooses("b1:nothing").never_says("shot")
    scene.cites("reaction_let_go", "SC-A6").marker("b1", "overwatch", "up")
    assert scene.unit("b1").acted


def test_sc_a18_the_instigators_opponent_declares_first_and_two_passes_in_a_row_close_the_window():
    scene = Scene("a1 .*6 b1", "a2 .*6 b2", "a3 .*6 b3").chooses("a1:move:jog:1,0")
    scene.asked("b", "react").chooses("b1:ranged_attack:a1").asked("b", "react").passes("b")
    scene.asked("a", "react").chooses("a2:ranged_attack:b1").asked("a", "react").passes("a")
    scene.asked("b", "react").offers("b2:ranged_attack:a1", "b2:ranged_attack:a2").chooses("b2:ranged_attack:a1")
    scene.passes("b", "a").says("The snowball is closed: 3 reactions declared. Face-down markers stay out.")


def test_sc_a18_the_window_closes_at_once_when_no_unit_can_answer():
    scene = Scene("a1 .*6 b1", "a2 .*7").chooses("a1:move:jog:1,0").passes("b")
    scene.stands("a1", 1, 0).asked("a", "attack")  # A has no enemy reaction to answer


def test_sc_a19_holding_is_not_an_action_that_can_be_answered_and_standing_is():
    held = Scene("a1 .*6 b1").chooses("a1:hold").never_says("action_announced").says("A1 holds.")
    held.asked("b", "activate", ["end"])
    assert held.unit("a1").acted
    Scene("a1 .*6 b1").chooses("a1:stand").asked("b", "react", ["b1:ranged_attack:a1", "pass"])


def test_sc_a19_a_move_is_seen_on_any_cell_of_its_path():
    rows = [". . a1 .*5", "# # # . # # # #", ".*8", ".*8", ".*3 b1 .*4"]
    scene = Scene(*rows).chooses("a1:move:jog:4,0")  # past the gap, from hidden to hidden
    scene.asked("b", "react", ["b1:ranged_attack:a1", "pass"])
    Scene(*rows).chooses("a1:stand").asked("a", "attack")


def test_sc_a19_a_shot_may_be_declared_that_only_forcing_makes_possible():
    rows = [". . a1 .*5", "# # # . # # # #", ".*8", ".*8", ".*3 b1 .*4"]
    scene = Scene(*rows).chooses("a1:move:jog:4,0", "b1:ranged_attack:a1")
    scene.chooses("b1:wait").asked("a", "carry_out")  # nothing but nothing was left to choose
    scene.says("B1 does nothing; its reaction is used up.")
    forced = Scene(*rows).chooses("a1:move:jog:4,0", "b1:ranged_attack:a1", "b1:force", "a1:move:4,0", "a1:none")
    forced.asked("b", "resolve", ["b1:ranged_attack:a1", "b1:nothing"]).chooses("b1:ranged_attack:a1")
    forced.rolls("to hit", 6, 6)
    assert forced.event("shot").fields["cell"] == forced.cell(3, 0)


def test_a_side_is_asked_when_by_public_facts_it_could_be_aware():
    # a move marker looks like an overwatch marker from outside: the question must come either way
    for marker in ("move", "overwatch"):
        scene = Scene("a1 .*6 b1", b1=marker).chooses("a1:move:jog:1,0").asked("b", "react")
        assert scene.match.decision_for("a").prompt == "B decides."
    Scene("a1 .*6 b1", b1="move").chooses("a1:stand").asked("b", "react", ["pass"]).refused("b1", "SC-01")
    Scene("a1 .*6 b1", b1="spent").chooses("a1:move:jog:1,0").asked("a", "attack")  # all face-up
    Scene("a1 .*6 # b1").chooses("a1:stand").asked("a", "attack")  # no unit could see it


def test_a_pass_may_hold_for_the_action_or_for_the_turn():
    rows = ["a1 .*6 b1", "a2 .*6 b2"]
    action = (
        Scene(*rows, b1="veteran").chooses("a1:move:jog:1,0", "b1:ranged_attack:a1").chooses("pass", until="action")
    )
    action.chooses("a2:ranged_attack:b1").asked("b", "force")  # b2 might have answered a2
    turn = Scene(*rows, a2="move").chooses("a1:move:jog:1,0").chooses("pass", until="turn")
    turn.chooses("a1:none", "end", "a2:move:jog:1,1").asked("a", "attack")
    just_once = Scene(*rows, a2="move").chooses("a1:move:jog:1,0", "pass", "a1:none", "end")
    just_once.chooses("a2:move:jog:1,1").asked("b", "react")


CHAIN = ["a1 .*6 b1", "a2 .*6 b2"]


def chain(*rows, **units):
    """A1 jogs, B1 shoots at A1, A2 shoots at B1: two events that B may answer."""
    scene = Scene(*(rows or CHAIN), b1="scout", **units).chooses("a1:move:jog:1,0", "b1:ranged_attack:a1", "pass")
    return scene.chooses("a2:ranged_attack:b1").asked("b", "react")


def answered(scene):
    """Whose event the latest declaration answers, as the log and the ladder tell."""
    event = scene.event("reaction_declared")
    rung = next(r for r in viewed(scene.match)["queue"]["reactions"] if r["unit"] == event.fields["unit"])
    assert event.fields["answers"] == rung["answers"]
    return event.fields["answers"]


def test_sc_a18_covering_fire_answers_the_event_of_the_unit_it_is_aimed_at():
    scene = chain(b2="brute weapon=rifle")
    scene.asked(
        "b",
        "react",
        ["b2:ranged_attack:a1", "b2:ranged_attack:a2", "b2:covering_fire:a1:b1", "b2:covering_fire:a2:b1", "pass"],
    )
    scene.chooses("b2:covering_fire:a2:b1").says("B2 reacts to A2: covering fire on A2 for B1.")
    assert answered(scene) == "a2"
    scene.chooses("b1:wait", "b1:nothing", "a2:nothing").asked(
        "b",
        "resolve",
        ["b2:ranged_attack:a2", "b2:covering_fire:a1:b1", "b2:covering_fire:a2:b1", "b2:nothing"],
        unit="b2",
    )
    other = chain(b2="brute weapon=rifle").chooses("b2:covering_fire:a1:b1")
    assert answered(other) == "a1"


@pytest.mark.parametrize("event", ["a1", "a2"])
def test_sc_a18_covering_fire_at_two_enemies_that_have_acted_answers_the_event_its_owner_names(event):
    scene = chain(b2="gunner weapon=support_gun RE=3")
    scene.offers("b2:covering_fire:a1:b1", "b2:covering_fire:a2:b1").does_not_offer("b2:covering_fire:a1+a2:b1")
    scene.chooses(f"b2:covering_fire:a1+a2:b1:answers:{event}")
    scene.says(f"B2 reacts to {event.upper()}: covering fire on A1 and A2 for B1.")
    scene.chooses("b1:wait", "b1:nothing", "a2:nothing", "b2:wait").offers(f"b2:ranged_attack:{event}")
    assert {o.target for o in scene.match.pending.options if o.action == "ranged_attack"} == {event}


@pytest.mark.parametrize("event", ["a1", "a2"])
def test_sc_a18_covering_fire_at_no_enemy_that_has_acted_answers_the_event_its_owner_names(event):
    scene = chain(*CHAIN, "a3 .*7", b2="brute weapon=rifle", a3="idle")
    scene.does_not_offer("b2:covering_fire:a3:b1").offers("b2:covering_fire:a3:b1:answers:a1")
    scene.chooses(f"b2:covering_fire:a3:b1:answers:{event}")
    assert answered(scene) == event
    one = Scene(*CHAIN, "a3 .*7", a2="idle", a3="idle").chooses("a1:stand").offers("b2:covering_fire:a3:b1")
    assert answered(one.chooses("b2:covering_fire:a3:b1")) == "a1"  # one event, nothing to name
