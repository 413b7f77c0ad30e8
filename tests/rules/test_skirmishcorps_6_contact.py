"""SkirmishCorps: intercepting, shooting, cutting off, and the four kinds of reaction (SC-49 to SC-65)."""

from __future__ import annotations

import pytest

from tests.scene import Scene

ROAD = [".*5 b2 .*2", "a1 .*4 b1 .*2"]


def intercepted(*rows, **units):
    """A1 jogs into contact with B1; B2 intercepts without forcing, and strikes."""
    scene = Scene(*(rows or ROAD), **units).chooses("a1:move:jog:4,1", "b2:intercept:a1:b1", "pass", "b2:wait")
    return scene.chooses("b2:intercept:a1:b1", "b2:close_combat:a1")


def test_sc_49_only_an_enemy_that_moves_into_contact_with_a_friend_is_intercepted():
    Scene(*ROAD).chooses("a1:move:jog:4,1").offers("b2:intercept:a1:b1").cites("action_announced", "SC-12")
    Scene(*ROAD).chooses("a1:move:jog:3,1").does_not_offer("b2:intercept:a1:b1", "b1:cut_off:a1")


def test_sc_49_a_friend_already_in_contact_is_not_moved_into_contact_with():
    scene = Scene(".*3 b2 .*2", ".*3 a1 b1 .", ".*6").chooses("a1:move:jog:3,2")
    scene.asked("b", "react").does_not_offer("b2:intercept:a1:b1", "b1:cut_off:a1")


@pytest.mark.parametrize(("speed", "legal"), [(5, True), (4, False)])
def test_sc_50_the_friend_must_be_within_the_interceptors_sp(speed, legal):
    scene = Scene("a1 .*3 b1 .*4 b2", b2=f"trooper SP={speed}").chooses("a1:move:jog:3,0")
    assert bool(scene.match.pending.option("b2:intercept:a1:b1")) is legal


@pytest.mark.parametrize(("between", "legal"), [(".", True), (",", True), ("T", True), ("#", False), ("~", False)])
def test_sc_51_an_obstruction_in_the_way_rules_it_out(between, legal):
    scene = Scene(".*9", f"a1 .*3 b1 . {between} . b2").chooses("a1:move:jog:3,1")
    assert bool(scene.match.pending.option("b2:intercept:a1:b1")) is legal


@pytest.mark.parametrize(("wood", "legal"), [("T*2 .*6", True), ("T*3 .*5", False)])
def test_sc_52_interceptor_and_friend_must_see_or_hear_each_other(wood, legal):
    # nine inches apart: out of communication, so the woods decide; b3 tells of the move
    rows = [f"a1 .*3 b1 {wood} b2", ".*9 b3 .*3", ".*13"]
    scene = Scene(*rows, b2="trooper SP=10", b3="idle").chooses("a1:move:jog:3,0")
    assert scene.sees("b1", "b2") is legal
    assert bool(scene.match.pending.option("b2:intercept:a1:b1")) is legal


def test_sc_53_the_interceptor_is_placed_touching_enemy_and_friend():
    scene = intercepted().rolls("to hit", 6, 6).cites("intercepted", "SC-53")
    board, at = scene.setup.board, scene.unit("b2").at
    assert scene.unit("a1").at in board.neighbours(at)
    assert scene.unit("b1").at in board.neighbours(at)


def test_sc_53_and_a27_where_no_cell_touches_both_it_is_placed_touching_the_enemy():
    lane = ["#*6", ". a1 . . b1 b2", "#*6"]
    scene = Scene(*lane).chooses("a1:move:jog:3,1", "b2:intercept:a1:b1", "pass", "b2:wait", "b2:intercept:a1:b1")
    scene.stands("a1", 3, 1).stands("b2", 2, 1).chooses("b2:close_combat:a1").rolls("to hit", 6, 6)


def test_sc_54_the_interceptor_strikes_once_at_that_enemy():
    scene = intercepted().rolls("to hit", 2, 3).cites("struck", "SC-54").needs(6).rolls("damage", 1)
    scene.asked("a", "attack", ["a1:close_combat:b2", "a1:none"]).chooses("a1:none").asked("a", "attack")
    assert [e.fields["unit"] for e in scene.match.events if e.type == "struck"] == ["b2"]


def test_sc_55_intercepting_uses_up_the_action():
    scene = intercepted().rolls("to hit", 6, 6).cites("intercepted", "SC-55").refused("b2", "SC-A5")
    assert scene.unit("b2").acted


def test_sc_56_difficult_ground_does_not_slow_the_intercept():
    rough = Scene("a1 .*3 b1 , , , , b2").chooses("a1:move:jog:3,0")
    rough.offers("b2:intercept:a1:b1").chooses("b2:intercept:a1:b1", "pass", "b2:wait", "b2:intercept:a1:b1")
    rough.chooses("b2:close_combat:a1").rolls("to hit", 6, 6).cites("intercepted", "SC-56")


def test_sc_a27_the_blow_is_ordinary_and_the_enemy_may_strike_back():
    scene = intercepted(b2="brute").rolls("to hit", 6, 5).needs(8)  # no overwatch penalty
    scene.asked("a", "attack").chooses("a1:close_combat:b2").rolls("to hit", 6, 6).says("A1 strikes B2.")


def test_sc_a27_several_units_may_intercept_one_enemy():
    rows = [".*5 b2 b3 .", "a1 .*4 b1 .*2"]
    scene = Scene(*rows, b3="scout").chooses("a1:move:jog:4,1", "b2:intercept:a1:b1", "b3:intercept:a1:b1", "pass")
    scene.chooses("b3:wait", "b3:intercept:a1:b1", "b3:close_combat:a1").rolls("to hit", 6, 6).chooses("a1:none")
    scene.chooses("b2:wait", "b2:intercept:a1:b1", "b2:close_combat:a1").rolls("to hit", 6, 6)
    scene.says("B3 intercepts A1 beside B1.", "B2 intercepts A1 beside B1.")


def test_a_unit_in_contact_with_the_enemy_may_intercept_for_another_friend():
    scene = Scene(".*5 b2 .*2", "a1 .*7", ".*5 b1 .*2").chooses("a1:move:jog:4,1")
    scene.offers("b1:cut_off:a1", "b1:intercept:a1:b2", "b2:cut_off:a1", "b2:intercept:a1:b1")


def test_a_prone_interceptor_gets_up():
    scene = Scene(".*5 b2 .*2", "a1 .*4 b1 .*2", b2="move").chooses("a1:hold", "b2:stand", "b2:prone")
    while scene.match.pending.kind != "assign":
        scene.chooses("end")
    for option in ("a1:move", "confirm", "b2:overwatch", "b1:overwatch", "confirm"):
        scene.chooses(option)
    scene.rolls("start", 6, 1).chooses("a1:move:jog:4,1", "b2:intercept:a1:b1", "pass", "b2:wait", "b2:intercept:a1:b1")
    assert not scene.unit("b2").prone


def test_sc_57_a_shot_needs_sight_of_the_unit_that_is_answered():
    scene = Scene("a1 .*6 b1", "# .*6 b2", ".*4 # # # .", ".*7 b3").chooses("a1:stand")
    scene.offers("b1:ranged_attack:a1").refused("b3", "SC-57", "wall").does_not_offer("b3:ranged_attack:a1")


def test_sc_58_every_shot_from_overwatch_is_at_minus_one():
    plain = Scene("a1 .*6 b1").chooses("a1:stand", "b1:ranged_attack:a1", "b1:wait", "b1:ranged_attack:a1")
    plain.rolls("to hit", 6, 6).needs(6, overwatch=-1).cites("shot", "SC-58")
    cut = Scene(*ROAD, b2="idle").chooses("a1:move:jog:4,1", "b1:cut_off:a1", "b1:wait", "b1:cut_off:a1", "b1:point:0")
    cut.rolls("to hit", 6, 6).needs(6, overwatch=-1).cites("shot", "SC-58")
    own = Scene("a1 .*6 b1").chooses("a1:move:jog:1,0", "pass", "a1:ranged_attack:b1").rolls("to hit", 6, 6).needs(7)
    own.cites("shot", "SC-A37")


def test_sc_60_only_the_unit_that_is_moved_into_contact_with_cuts_off():
    Scene(*ROAD).chooses("a1:move:jog:4,1").offers("b1:cut_off:a1")
    Scene(*ROAD).chooses("a1:move:jog:3,1").does_not_offer("b1:cut_off:a1")
    Scene(".*7 b2", "a1 .*4 b1 .*2").chooses("a1:move:jog:4,1").does_not_offer("b2:cut_off:a1")


def test_sc_61_and_62_a_cut_off_is_a_shot_at_any_point_of_the_move_point_blank_by_default():
    scene = Scene(*ROAD, b2="idle").chooses("a1:move:jog:4,1", "b1:cut_off:a1", "b1:wait", "b1:cut_off:a1")
    scene.asked("b", "point", [f"b1:point:{n}" for n in range(5)], default="b1:point:4")
    scene.sums("b1:point:0", 6, overwatch=-1).sums("b1:point:4", 8, overwatch=-1, point_blank=2).chooses("b1:point:2")
    scene.rolls("to hit", 6, 6).cites("cut_off_made", "SC-61")
    assert scene.event("shot").fields["cell"] == scene.cell(2, 1)


def cut_off(option, dice, **units):
    scene = Scene(*ROAD, b2="idle", **units).chooses("a1:move:jog:4,1", "b1:cut_off:a1", "b1:wait", option)
    if option == "b1:cut_off:a1":
        scene.chooses("b1:point:4").rolls("to hit", *dice).asked("a", "attack")
    else:
        scene.asked("a", "carry_out").chooses("a1:move:4,1")
    return scene.chooses("a1:close_combat:b1").rolls("to hit", 6, 6)


def test_sc_63_a_unit_that_has_cut_off_may_not_strike_back_this_turn():
    scene = cut_off("b1:cut_off:a1", (6, 6)).cites("retaliation_refused", "SC-63").never_says("retaliated")
    scene.says("B1 may not strike back: it has cut an enemy off this turn.", "A1 has acted.")


def test_sc_a28_a_cut_off_that_is_only_declared_does_not_bar_striking_back():
    cut_off("b1:nothing", ()).asked("b", "attack", ["b1:close_combat:a1", "b1:none"])


def test_sc_a28_a_unit_that_has_struck_back_may_not_cut_off():
    rows = [".*8", "a1 b1 .*6", ".*8", "a2 .*7"]
    scene = Scene(*rows, a2="move").chooses("a1:stand", "pass", "a1:close_combat:b1").rolls("to hit", 6, 6)
    scene.chooses("b1:close_combat:a1").rolls("to hit", 6, 6).chooses("end", "a2:move:jog:1,2")
    scene.asked("b", "react").offers("b1:ranged_attack:a2").does_not_offer("b1:cut_off:a2")


def test_sc_a3_a_cut_off_shoots_at_the_announced_path_without_moving_the_instigator():
    scene = Scene(*ROAD, b2="idle").chooses(
        "a1:move:jog:4,1", "b1:cut_off:a1", "b1:wait", "b1:cut_off:a1", "b1:point:4"
    )
    scene.rolls("to hit", 1, 1).rolls("damage", 1).stands("a1", 4, 1)  # it withstood: now the move must be made
    scene.asked("a", "attack").says("A1 withstands the hit.", "A1 moves to e2.")


def test_sc_a3_a_mover_put_out_by_a_cut_off_falls_at_the_point_and_makes_no_contact():
    scene = Scene(*ROAD, b2="brute SP=5").chooses("a1:move:jog:4,1", "b1:cut_off:a1", "b2:intercept:a1:b1")
    scene.chooses("b1:wait", "b1:cut_off:a1", "b1:point:2").rolls("to hit", 1, 1).rolls("damage", 6).out("a1")
    assert scene.unit("a1").at == scene.cell(2, 1)
    scene.says("A1 falls on the way; the contact never happens.", "B2 does nothing; its reaction is used up.")
    scene.never_says("moved", "intercepted")


def test_sc_a3_an_intercept_has_the_mover_moved_first_and_only_its_attack_waits():
    scene = (
        intercepted().says("A1 moves to e2.", "B2 intercepts A1 beside B1.").rolls("to hit", 6, 6).chooses("a1:none")
    )
    scene.asked("a", "attack").offers("a1:close_combat:b1", "a1:ranged_attack:b2").stands("a1", 4, 1)
    scene.says("B2’s reaction is resolved.").chooses("a1:close_combat:b1").says("A1 strikes B1.")


def test_sc_a3_a_mover_that_was_cut_off_must_make_its_move_but_may_choose_its_attack():
    scene = Scene(*ROAD, b2="idle").chooses(
        "a1:move:jog:4,1", "b1:cut_off:a1", "b1:wait", "b1:cut_off:a1", "b1:point:0"
    )
    scene.rolls("to hit", 6, 6).stands("a1", 4, 1).never_says("action_chosen")
    scene.asked("a", "attack").offers("a1:close_combat:b1", "a1:ranged_attack:b2", "a1:none")


def test_sc_a3_forced_before_the_move_really_made_counts():
    scene = Scene(*ROAD, b2="scout").chooses("a1:move:jog:4,1", "b1:cut_off:a1", "b2:intercept:a1:b1", "b2:force")
    scene.chooses("a1:move:2,1", "a1:none").asked("b", "resolve", unit="b2")
    scene.does_not_offer("b2:intercept:a1:b1").offers("b2:ranged_attack:a1", "b2:nothing").chooses("b2:nothing")
    scene.asked("b", "resolve", unit="b1").does_not_offer("b1:cut_off:a1").offers("b1:ranged_attack:a1")


def test_sc_a3_a_shorter_forced_move_that_still_makes_contact_is_cut_off_and_intercepted():
    rows = [".*4 b2 .*3", "a1 .*7", ".*4 b1 .*3"]
    scene = Scene(*rows, b2="scout").chooses("a1:move:jog:5,1", "b1:cut_off:a1", "b2:intercept:a1:b1", "b2:force")
    scene.chooses("a1:move:4,1", "a1:none").asked("b", "resolve", unit="b2").offers(
        "b2:intercept:a1:b1", "b2:cut_off:a1"
    )
    scene.chooses("b2:nothing").asked("b", "resolve", unit="b1").chooses("b1:cut_off:a1")
    scene.asked("b", "point", [f"b1:point:{n}" for n in range(5)])


def test_sc_a3_an_instigator_pinned_when_intercepted_never_makes_the_contact():
    rows = [".*5 b2 .*2", "a1 .*4 b1 .*2", ".*7 b3"]
    scene = Scene(*rows, b3="scout weapon=rifle").chooses("a1:move:jog:4,1", "b3:covering_fire:a1:b1")
    scene.chooses(
        "b2:intercept:a1:b1", "pass", "b3:wait", "b3:covering_fire:a1:b1", "b2:wait", "b2:intercept:a1:b1", "a1:test"
    )
    scene.rolls("courage", 6, 6).stands("a1", 0, 1).says("B2 has nothing to intercept: A1 made no contact.")
    scene.asked("b", "resolve", unit="b2").does_not_offer("b2:intercept:a1:b1").offers("b2:ranged_attack:a1")


def test_sc_a4_after_an_intercept_the_mover_is_shot_at_where_it_stands_even_if_it_is_then_forced():
    rows = [".*5 b2 .*2", "a1 .*4 b1 .*2", ".*7 b3"]
    scene = Scene(*rows, b2="scout", b3="brute weapon=rifle").chooses("a1:move:jog:4,1", "b2:intercept:a1:b1")
    scene.chooses("b3:ranged_attack:a1", "pass", "b2:wait", "b2:intercept:a1:b1", "b2:close_combat:a1").rolls(
        "to hit", 6, 6
    ).chooses("a1:none")
    scene.asked("b", "force", unit="b3").chooses("b3:force").asked("a", "attack").chooses("a1:none")  # SC-A21
    scene.asked("b", "resolve", unit="b3").chooses("b3:ranged_attack:a1").rolls("to hit", 6, 6)  # no point to choose
    assert scene.event("shot").fields["cell"] == scene.cell(4, 1)


def test_sc_65_there_are_four_kinds_of_reaction():
    scene = Scene(".*5 b2 .*2", "a1 .*4 b1 .*2", ".*4 b3 .*3").chooses("a1:move:jog:4,1")
    kinds = {option.action for option in scene.match.pending.options}
    assert kinds == {"ranged_attack", "covering_fire", "intercept", "cut_off", "pass"}
