"""SkirmishCorps: the base game around the page, our own choices (SC-A32 to SC-A55)."""

from __future__ import annotations

import pytest

from game.engine.answers import Choice
from game.engine.match import Match
from game.engine.unfit import SetupError
from game.rules import build
from game.sketch import read_sketch
from tests.scene import Scene
from tests.viewed import logged, viewed

PLAIN = ["a1 .*7", ".*8", ".*8", ".*8", ".*8", ".*6 b1 ."]


def assigned(*rows, first="", **units):
    """A scene at the start of its turn, before markers are assigned."""
    return Scene(*rows, phase="", seat="", first=first, **units)


def test_sc_a33_a_turn_is_assign_act_end():
    scene = assigned("a1 .*6 b1").asked("a", "assign", ["a1:move", "a1:overwatch"], default="a1:overwatch")
    scene.chooses("a1:move").offers("a1:overwatch", "confirm").chooses("a1:overwatch", "a1:move", "confirm")
    scene.asked("b", "assign").chooses("b1:overwatch", "confirm").rolls("start", 6, 1)
    scene.asked("a", "activate").chooses("a1:hold").asked("b", "activate", ["end"]).chooses("end")
    scene.says("Turn 1 begins.", "Assign phase begins.", "Act phase begins.", "End phase begins.", "Turn 1 ends.")
    scene.says("Turn 2 begins.").marker("a1", "move", None).marker("b1", "overwatch", None)


def test_sc_a33_markers_are_given_in_secret():
    scene = assigned("a1 .*6 b1").chooses("a1:move")
    told = logged(scene.match, "b")[-1]
    assert (told["type"], told["text"]) == ("marker_assigned", "A1 gets a face-down marker.")
    assert "marker" not in told
    assert "markers" not in told
    assert viewed(scene.match, "b")["units"][0]["markers"] == [{"kind": "hidden", "face": "down"}]
    assert viewed(scene.match, "a")["units"][0]["markers"] == [{"kind": "move", "face": "down"}]


def test_sc_a34_the_higher_roll_begins_equal_rolls_are_repeated_and_sides_alternate():
    scene = assigned("a1 .*6 b1", "a2 .*6 b2")
    for option in ("a1:move", "a2:move", "confirm", "b1:move", "b2:move", "confirm"):
        scene.chooses(option)
    scene.rolls("start", 4, 4).rolls("start", 2, 5).says("B acts first.").asked("b", "activate").chooses("b1:hold")
    scene.asked("a", "activate").chooses("a1:hold").asked("b", "activate").chooses("end")
    scene.asked("a", "activate").says("B ends its acting for this turn.")


def test_sc_a34_a_side_with_face_down_markers_may_end_whatever_markers_they_are():
    scene = Scene("a1 .*6 b1", "a2 .*7", a2="move").chooses("a1:hold").asked("b", "activate", ["end"]).chooses("end")
    scene.asked("a", "activate")


def test_sc_a35_one_action_is_a_move_and_an_attack_or_standing_or_covering_or_holding():
    scene = Scene("a1 .*6 b1", "a2 .*7").offers("a1:stand", "a1:hold", "a1:covering_fire:b1:a2", "a1:move:jog:1,0")
    scene.chooses("a1:move:jog:1,0", "pass").asked("a", "attack", ["a1:ranged_attack:b1", "a1:prone", "a1:none"])
    scene.chooses("a1:ranged_attack:b1").rolls("to hit", 6, 6)
    assert scene.unit("a1").acted


def test_sc_42_a_unit_drawn_as_pinned_is_offered_nothing_whatever_other_marker_it_has():
    drawn = read_sketch(
        {
            "ruleset": "skirmishcorps",
            "board": ["......"],
            "units": [
                {"id": "a1", "seat": "a", "profile": "trooper", "at": [0, 0], "markers": ["move", "pinned"]},
                {"id": "a2", "seat": "a", "profile": "trooper", "at": [1, 0], "marker": "move"},
                {"id": "b1", "seat": "b", "profile": "trooper", "at": [5, 0], "marker": "overwatch"},
            ],
            "phase": "act",
            "seat": "a",
        }
    )
    match = Match(drawn, build("skirmishcorps"))
    assert {option.unit for option in match.pending.options} == {"a2", ""}
    assert match.rules.refused_at(match.front, match.pending, "a1", 3).clause == "SC-42"


@pytest.mark.parametrize(("pace", "furthest"), [("sneak", 2), ("jog", 5), ("run", 8), ("sprint", 10)])
def test_sc_a36_each_pace_has_its_reach(pace, furthest):
    scene = Scene("a1 .*11 b1")
    scene.offers(f"a1:move:{pace}:{furthest},0").does_not_offer(f"a1:move:{pace}:{furthest + 1},0")


def test_sc_a36_a_run_costs_two_and_a_sprint_the_shot():
    run = Scene(*PLAIN).chooses("a1:move:run:4,0", "pass", "a1:ranged_attack:b1").rolls("to hit", 6, 6)
    run.needs(5, own_run=-2)
    Scene(*PLAIN).chooses("a1:move:sprint:4,0", "pass").asked("a", "attack", ["a1:prone", "a1:none"])
    # the protection lasts for the move only: afterwards the sprinter is shot at as anybody
    after = Scene(*PLAIN, b1="move").chooses("a1:move:sprint:4,0", "pass", "a1:none", "b1:stand", "b1:ranged_attack:a1")
    after.rolls("to hit", 6, 6).needs(8, aim=1)


@pytest.mark.parametrize(("dice", "hit"), [((1, 1), True), ((3, 4), True), ((4, 4), False), ((6, 6), False)])
def test_sc_a37_a_shot_hits_with_two_dice_equal_to_or_under_the_number(dice, hit):
    scene = Scene(*PLAIN).chooses("a1:move:jog:1,0", "pass", "a1:ranged_attack:b1").rolls("to hit", *dice)
    assert (scene.match.pending.why == "damage") is hit


def test_sc_a37_a_two_always_hits_and_a_twelve_never():
    hopeless = Scene(*PLAIN, a1="trooper move MK=1").chooses("a1:stand", "pass", "a1:ranged_attack:b1")
    hopeless.rolls("to hit", 1, 1).asked("dice", "roll")
    sure = Scene(*PLAIN, a1="trooper move MK=14").chooses("a1:stand", "pass", "a1:ranged_attack:b1")
    sure.rolls("to hit", 6, 6).says("A1 misses B1.")


@pytest.mark.parametrize(
    ("distance", "modifiers"),
    [(3, {"point_blank": 2}), (4, {}), (7, {}), (8, {"long_range": -1}), (14, {"long_range": -1}), (15, None)],
)
def test_sc_a38_range_bands(distance, modifiers):
    scene = Scene(f"a1 .*{distance - 1} b1", a1="scout move").chooses("a1:stand", "pass")
    if modifiers is None:
        scene.does_not_offer("a1:ranged_attack:b1")
    else:
        scene.sums("a1:ranged_attack:b1", 8 + sum(modifiers.values()), aim=1, **modifiers)


def test_sc_a39_only_a_unit_that_stood_in_its_own_action_aims():
    Scene(*PLAIN).chooses("a1:stand", "pass").sums("a1:ranged_attack:b1", 8, aim=1)
    Scene(*PLAIN).chooses("a1:move:jog:1,0", "pass").sums("a1:ranged_attack:b1", 7)


@pytest.mark.parametrize(("ground", "name", "value"), [("n", "low_cover", -2), ("T", "soft_cover", -1)])
def test_sc_a40_cover_on_the_targets_cell(ground, name, value):
    Scene(f"a1 .*5 b1@{ground}").chooses("a1:stand", "pass").sums(
        "a1:ranged_attack:b1", 8 + value, aim=1, **{name: value}
    )


def test_sc_a40_cover_counts_only_on_the_side_of_the_attacker():
    Scene("a1 .*4 n b1").chooses("a1:stand", "pass").sums("a1:ranged_attack:b1", 6, aim=1, low_cover=-2)
    Scene("a1 . n .*3 b1").chooses("a1:stand", "pass").sums("a1:ranged_attack:b1", 8, aim=1)
    Scene("a1 .*4 b1 n").chooses("a1:stand", "pass").sums("a1:ranged_attack:b1", 8, aim=1)


def test_sc_a41_a_unit_goes_prone_instead_of_attacking_and_gets_up_when_it_moves():
    scene = Scene("a1 .*6 b1", ".*8", b1="move").chooses("a1:stand", "pass", "a1:prone")
    scene.chooses("b1:stand").sums("b1:ranged_attack:a1", 6, aim=1, prone=-2).chooses("b1:none")
    scene.chooses("a1:move", "confirm", "b1:overwatch", "confirm").rolls("start", 6, 1)
    scene.does_not_offer("a1:prone").chooses("a1:move:jog:1,0")
    assert scene.unit("a1").prone
    scene.chooses("b1:ranged_attack:a1", "b1:force", "a1:move:1,0")
    assert not scene.unit("a1").prone


def test_sc_a41_a_prone_unit_that_is_cut_off_on_its_way_is_no_longer_prone():
    scene = Scene(".*8", "a1 .*4 b1 .").chooses("a1:stand", "pass", "a1:prone")
    while scene.match.pending.kind != "assign":
        scene.chooses(scene.match.pending.default)
    scene.chooses("a1:move", "confirm", "b1:overwatch", "confirm").rolls("start", 6, 1).chooses("a1:move:jog:4,1")
    scene.chooses("b1:cut_off:a1", "b1:wait", "b1:cut_off:a1").sums("b1:point:0", 4, overwatch=-1, prone=-2)
    scene.sums("b1:point:1", 6, overwatch=-1)


@pytest.mark.parametrize(("die", "out"), [(2, []), (3, ["b1"])])
def test_sc_a42_damage_is_a_die_plus_the_power_against_the_defence(die, out):
    scene = Scene(*PLAIN).chooses("a1:stand", "pass", "a1:ranged_attack:b1").rolls("to hit", 1, 1)
    scene.rolls("damage", die).out(*out)


def test_sc_a43_a_unit_with_more_wounds_stands_until_the_last():
    scene = Scene("a1 .*6 b1", "a2 .*7", a2="move", b1="trooper W=2")
    scene.chooses("a1:stand", "pass", "a1:ranged_attack:b1").rolls("to hit", 1, 1).rolls("damage", 6).out()
    scene.says("B1 is wounded.").chooses("end", "a2:stand", "pass", "a2:ranged_attack:b1").rolls("to hit", 1, 1)
    scene.rolls("damage", 6).out("b1")


def test_sc_a44_a_blow_ignores_range_and_cover():
    scene = Scene("a1 b1@n .*3", a1="brute move").chooses("a1:stand", "pass").sums("a1:close_combat:b1", 8)
    scene.chooses("a1:close_combat:b1").rolls("to hit", 4, 4).rolls("damage", 2).out("b1")  # 2 + 5 against 7


def test_sc_a45_the_unit_that_is_struck_may_strike_back_once_and_that_is_not_answered():
    scene = Scene("a1 b1 .*3").chooses("a1:stand", "pass", "a1:close_combat:b1").rolls("to hit", 6, 6)
    scene.asked("b", "attack").chooses("b1:close_combat:a1").rolls("to hit", 6, 6).says(
        "B1 strikes A1.", "A1 has acted."
    )
    dead = Scene("a1 b1 .*3", ".*4 b2").chooses("a1:stand", "pass", "a1:close_combat:b1").rolls("to hit", 1, 1)
    dead.rolls("damage", 6).never_says("retaliated").says("B1 is out of action.", "A1 has acted.")


@pytest.mark.parametrize(("dice", "word"), [((3, 4), "passed"), ((4, 4), "failed")])
def test_sc_a46_a_courage_test_is_two_dice_equal_to_or_under_the_number(dice, word):
    scene = Scene(".*4 b2 .*3", "a1 .*7", ".*7 b1").chooses("a1:stand", "b1:covering_fire:a1:b2", "pass", "b1:wait")
    scene.chooses("b1:covering_fire:a1:b2", "a1:test").rolls("courage", *dice)
    scene.says(f"A1 tests Courage: {dice[0]}, {dice[1]} = {sum(dice)}, needs ≤ 7: {word}.")


def test_sc_a48_contact_is_a_neighbouring_cell_diagonals_included_and_holds_nobody():
    Scene("a1 .*4", ". b1 .*3").chooses("a1:stand", "pass").offers("a1:close_combat:b1", "a1:ranged_attack:b1")
    Scene("a1 .*4", ".*2 b1 .*2").chooses("a1:stand", "pass").does_not_offer("a1:close_combat:b1")
    Scene("a1 .*4", ". b1 .*3").offers("a1:move:jog:4,0")


def test_sc_a49_a_throw_is_rolled_like_a_shot():
    scene = Scene("a1 .*4 b1", a1="grenadier move weapon=grenade").chooses("a1:stand", "pass")
    scene.sums("a1:ranged_attack:b1", 7, aim=1, long_range=-1).chooses("a1:ranged_attack:b1").rolls("to hit", 6, 6)
    scene.says("A1 misses B1.", "A1 has acted.")


def test_sc_a50_and_a51_any_weapon_and_any_target_in_sight_may_be_chosen():
    scene = Scene("a1 b1 .*3 b2", a1="leader move").chooses("a1:stand", "pass")
    targets = [f"a1:ranged_attack:{b}{w}" for b in ("b1", "b2") for w in ("", ":grenade", ":pistol")]
    scene.asked("a", "attack", [*targets, "a1:close_combat:b1", "a1:prone", "a1:none"])


def test_sc_a52_ground_costs_and_units_stand_in_the_way():
    Scene("a1 , , , b1", "#*5").offers("a1:move:jog:2,0").does_not_offer("a1:move:jog:3,0")
    Scene("a1 b1 . .", "# # # #", ".*4").does_not_offer("a1:move:sprint:2,0")
    Scene("a1 .", "# #", ". b1").does_not_offer("a1:move:sprint:0,2", "a1:move:sprint:0,1")


def test_sc_a52_a_unit_may_take_another_way_to_the_same_cell_if_its_pace_reaches():
    scene = Scene("a1 .*5", ".*5 b1").chooses("a1:move:jog:3,0", path=[(1, 1), (2, 1), (3, 0)])
    assert next(e for e in scene.match.events if e.type == "action_announced").fields["path"] == [0, 7, 8, 3]
    long = Scene("a1 .*5", ".*5 b1", ".*6")
    with pytest.raises(ValueError, match="allows"):
        long.match.choose(Choice("a1:move:sneak:2,0", path=(long.cell(1, 1), long.cell(2, 0))))


def test_sc_a53_walls_and_three_cells_of_woods_block_sight_and_units_do_not():
    for between, seen in (("T T .", True), ("T T T", False), (". # .", False), (". b2 .", True)):
        scene = Scene(f"a1 {between} b1", b2="idle") if "b2" in between else Scene(f"a1 {between} b1")
        assert scene.sees("a1", "b1") is seen
        assert scene.sees("b1", "a1") is seen


def test_sc_a54_an_objective_scores_for_the_side_alone_on_it_with_an_unpinned_unit():
    hill = [{"id": "hill", "name": "the hill", "cells": [[0, 0]], "points": 2}]
    scene = Scene("a1 .*6 b1", objectives=hill).chooses("a1:hold", "end")
    scene.says("A holds the hill and scores 2.")
    assert viewed(scene.match)["score"] == {"a": 2, "b": 0}
    pinned = Scene(".*4 b2 .*3", "a1 .*6 b1", objectives=[{**hill[0], "cells": [[0, 1]]}]).chooses("a1:stand")
    pinned.chooses("b1:covering_fire:a1:b2", "pass", "b1:wait", "b1:covering_fire:a1:b2", "a1:test").rolls(
        "courage", 6, 6
    )
    pinned.chooses("end").asked("a", "assign").never_says("objective_scored").says("A1 is no longer pinned.")


def test_sc_a55_more_points_win_then_more_units_and_a_side_wiped_out_loses_at_once():
    hill = [{"id": "hill", "name": "the hill", "cells": [[0, 0]]}]
    points = Scene("a1 .*6 b1", ".*7 b2", objectives=hill, turns=1).chooses("a1:hold", "end")
    points.ends("a", "more points, 1 against 0")
    units = Scene("a1 .*6 b1", ".*7 b2", turns=1).chooses("a1:hold", "end")
    units.ends("b", "more units standing, 2 against 1")
    draw = Scene("a1 .*6 b1", turns=1).chooses("a1:hold", "end").says("A draw: equal in points and units standing.")
    assert draw.match.outcome.winner == ""
    wiped = Scene(*PLAIN).chooses("a1:stand", "pass", "a1:ranged_attack:b1").rolls("to hit", 1, 1).rolls("damage", 6)
    wiped.ends("a", "only one side is left")


FOUR = ["a1 .*3 c1 .", ".*6", ".*6", ".*6", ".*6", "b1 .*3 d1 b2"]


def test_sc_a32_three_or_four_seats_make_two_sides_every_other_seat_if_nothing_is_said():
    scene = Scene(*FOUR).chooses("a1:stand").asked("b", "react").does_not_offer("c1:ranged_attack:a1")
    scene.chooses("b1:ranged_attack:a1").passes("b").asked("d", "react").offers("d1:ranged_attack:a1").chooses("pass")
    scene.asked(
        "c",
        "react",
        ["c1:ranged_attack:b1", "c1:covering_fire:b1:a1", "c1:covering_fire:d1:a1", "c1:covering_fire:b2:a1", "pass"],
    )


def test_sc_a32_tied_units_and_roll_offs_belong_to_the_side():
    scene = Scene(*FOUR, b2="scout weapon=rifle", options={"sides": "a+c/b+d"}).chooses(
        "a1:stand", "b2:ranged_attack:a1"
    )
    scene.passes("b", "d").chooses("c1:ranged_attack:b2").chooses("b1:ranged_attack:c1", "d1:ranged_attack:c1")
    scene.chooses("b2:wait", "b2:nothing").asked("b", "delegate", ["b1:delegate", "d1:delegate"]).chooses("d1:delegate")
    scene.rolls("roll-off", 1, 6).asked("d", "hesitate").chooses("first").asked("d", "resolve", unit="d1")
    scene.chooses("d1:nothing").asked("c", "resolve", unit="c1").chooses("c1:nothing").asked("b", "resolve", unit="b1")


def test_sc_a32_of_allies_with_tied_units_the_one_that_declared_first_names_the_champion():
    scene = Scene(*FOUR, b2="scout weapon=rifle", options={"sides": "a+c/b+d"}).chooses(
        "a1:stand", "b2:ranged_attack:a1"
    )
    scene.passes("b", "d").chooses("c1:ranged_attack:b2").passes("b").chooses("d1:ranged_attack:c1")
    scene.chooses("b1:ranged_attack:c1", "b2:wait", "b2:nothing").asked("d", "delegate", ["d1:delegate", "b1:delegate"])
    scene.chooses("b1:delegate").rolls("roll-off", 1, 6).asked("b", "hesitate")


def test_sc_a32_a_side_wins_together_and_other_groupings_can_be_set():
    scene = Scene(*FOUR, options={"sides": "a+b/c+d"}, turns=1).chooses("a1:stand").asked("c", "react")
    scene.passes("c", "d").asked("a", "attack").does_not_offer("a1:ranged_attack:b1").chooses("a1:none")
    for seat in ("c", "b", "d"):
        scene.asked(seat, "activate", ["end"]).chooses("end")
    scene.ends("a+b", "more units standing, 3 against 2")
    scene.says("A and B win: more units standing, 3 against 2.")


def test_sc_a34_sides_alternate_while_one_of_their_seats_can_act_and_allied_seats_rotate():
    rows = ["a1 a2 .*3 c1 c2", ".*7", ".*7", ".*7", "# # # # # # #", "b1 .*3 d1 d2 d3"]
    moving = dict.fromkeys(("a2", "b1", "c1", "c2", "d1", "d2", "d3"), "move")
    scene = Scene(*rows, options={"sides": "a+c/b+d"}, **moving)
    for unit in ("a1", "b1", "c1", "d1", "a2", "d2", "c2", "d3"):  # B has no more after its first, and D goes on for it
        scene.asked(unit[0], "activate").chooses(f"{unit}:hold")
    three = Scene(*rows[:4], "b1 b2 .*5", **dict.fromkeys(("a2", "b1", "b2", "c1", "c2"), "move"))
    for unit in ("a1", "b1", "c1", "b2", "a2", "c2"):
        three.asked(unit[0], "activate").chooses(f"{unit}:hold")


@pytest.mark.parametrize("sides", ["a+b/c", "a/b/c/d", "a+b+c+d", "a+a/b+c+d"])
def test_sc_a32_wrong_sides_are_refused(sides):
    with pytest.raises(SetupError, match="sides"):
        Scene(*FOUR, options={"sides": sides})
