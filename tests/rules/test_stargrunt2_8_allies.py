"""Stargrunt II with allies: the turns of a side, the turns it owes, leaders and allies (SG-A32, SG-A13, SG-A42)."""

from __future__ import annotations

import pytest

from game.engine.dice import DiceSource
from game.engine.match import Match
from game.rules import build
from tests.firefight import Firefight
from tests.setups import decisions

BESIDE = "a+b/c"
APART = "a+c/b"


def side_by_side(**how):
    """A and B are allies and neighbours in seat order; C is alone against them."""
    return Firefight("a1 .*12 c1", "a2 .*12 c2", "b1 .*12 c3", "b2 .*12 c4", **{"sides": BESIDE, **how})


def ends(scene, *units):
    """Those units are activated, one after the other, and do nothing."""
    for unit in units:
        scene.acts(unit, f"{unit}:end")
    return scene


def test_sg_a32_allies_next_to_each_other_in_seat_order_take_the_turns_of_their_side_in_rotation():
    scene = ends(side_by_side(), "a1").asked("c", "activate")
    scene = ends(scene, "c1").asked("b", "activate", ["b1:activate", "b2:activate"])
    scene = ends(scene, "b1", "c2").asked("a", "action", unit="a2").chooses("a2:end")
    ends(scene, "c3").asked("b", "action", unit="b2").chooses("b2:end").asked("c", "action", unit="c4").chooses(
        "c4:end"
    )
    scene.says("Turn 2 begins.")


def test_sg_a32_allies_with_an_enemy_between_them_in_seat_order_rotate_too():
    scene = Firefight("a1 .*12 b1", "a2 .*12 b2", "c1 .*12 b3", ".*13 b4", "c2 .*13", sides=APART)
    scene = ends(scene, "a1", "b1").asked("c", "activate", ["c1:activate", "c2:activate"])
    ends(scene, "c1", "b2").asked("a", "action", unit="a2")


def test_sg_a32_a_seat_without_units_left_to_activate_leaves_its_turns_to_its_allies():
    scene = Firefight("a1 .*12 c1", "b1 .*12 c2", "b2 .*12 c3", sides=BESIDE)
    scene = ends(scene, "a1", "c1", "b1", "c2").asked("b", "action", unit="b2")


def test_sg_a32_a_position_may_begin_with_any_seat_of_a_side():
    scene = ends(side_by_side(seat="b"), "b1", "c1").asked("a", "activate", ["a1:activate", "a2:activate"])
    ends(scene, "a1", "c2").asked("b", "action", unit="b2")


def test_sg_a32_sides_decide_which_of_them_begins():
    scene = side_by_side(seat="").waits_for("start", 6, 6)
    assert scene.match.pending.prompt == "Roll to see who chooses: A and B D6, then C D6"
    scene.rolls("start", 3, 5)
    scene.asked("c", "start", ["start:a", "start:c"]).chooses("start:a").asked("a", "activate")
    few = Firefight("a1 .*12 c1", "b1 .*12 c2", ".*13 c3", sides=BESIDE, seat="")
    few.asked("a", "start", ["start:a", "start:c"])


def test_sg_a32_whether_a_side_may_pass_is_counted_for_all_its_seats():
    side_by_side().asked("a", "activate", ["a1:activate", "a2:activate"])
    scene = Firefight("a1 .*12 c1", "a2 .*12 c2", "b1 .*12 c3", ".*13 c4", sides=BESIDE).asked("a", "activate")
    scene.offers("pass").chooses("pass").says("A passes.").asked("c", "activate").does_not_offer("pass")
    ends(scene, "c1").asked("b", "action", unit="b1")


def test_sg_a13_a_turn_is_owed_by_the_side():
    scene = side_by_side(seat="c").acts("c1", "c1:overwatch").chooses("a1:opportunity_fire:c1").rolls("opportunity", 8)
    scene.passes("a", "b", "c").chooses("a1:nothing").says("Firing out of turn costs A and B the next turn.")
    scene.says("The turn that A and B owed is skipped.").asked("c", "activate")
    ends(scene, "c2").asked("a", "action", unit="a2")


def test_sg_a13_debts_of_a_side_cancel_out_as_one():
    scene = side_by_side(seat="c").acts("c1", "c1:overwatch").passes("a")
    scene.chooses("b1:opportunity_fire:c1").rolls("opportunity", 8).passes("b")
    scene.chooses("c2:opportunity_fire:b1").rolls("opportunity", 8).owes(**{"a+b": 1, "c": 1})
    scene.passes("c", "a", "b").chooses("b1:nothing", "c2:nothing").says("Turns owed by both sides cancel out.")
    scene.owes(**{"a+b": 0, "c": 0}).asked("a", "activate")


def test_sg_a13_a_debt_of_a_side_lapses_with_the_turn():
    scene = Firefight("a1 .*12 c1", "b1 .*12", sides=BESIDE, b1="done", seat="c").acts("c1", "c1:overwatch")
    scene.chooses("a1:opportunity_fire:c1").rolls("opportunity", 8).chooses("a1:nothing")
    scene.says("What A and B owed lapses.", "Turn 2 begins.")


def test_sg_04_every_seat_of_the_other_side_may_answer_but_no_ally():
    scene = side_by_side(seat="c").acts("c1", "c1:move:10,0").asked("a", "react").passes("a").asked("b", "react")
    scene.offers("b1:opportunity_fire:c1:p1").passes("b").stands("c1", 10, 0)
    mine = side_by_side().acts("a1", "a1:move:2,0").asked("c", "react").passes("c").stands("a1", 2, 0)
    mine.never_says("fired")


def test_sg_09_a7_an_ally_may_answer_where_the_mover_was_stopped():
    scene = side_by_side(seat="c", a1="watch").acts("c1", "c1:move:8,0").chooses("a1:overwatch_fire:c1:p2")
    scene.passes("c").fires(1, 2, 1).rolls("confidence", 8).stands("c1", 11, 0).passes("a").asked("b", "react")
    scene.offers("b1:opportunity_fire:c1:p2").does_not_offer("b1:opportunity_fire:c1:p3")


def test_sg_a42_a_leader_transfers_to_and_rallies_units_of_allies():
    scene = side_by_side(a1="command", b1="shaken").acts("a1")
    scene.offers("a1:transfer:b1", "a1:transfer:a2", "a1:rally:b1").does_not_offer("a1:transfer:c1", "a1:rally:b2")
    scene.chooses("a1:transfer:b1").passes("c").asked("b", "action", unit="b1").chooses("b1:end")
    scene.asked("a", "action", unit="a1").chooses("a1:rally:b1").passes("c").rolls("rally", 5).has("b1", confidence=1)
    scene.says("B1 rallies and is steady.").asked("c", "activate")
    ends(scene, "c1").asked("b", "activate", ["b2:activate", "pass"])  # a transferred action is no turn of the side


def test_sg_a47_allies_hold_and_score_together():
    mill = [{"id": "mill", "name": "the mill", "cells": [[0, 0]], "points": 2}]
    scene = Firefight("a1 .*12 c1", "b1 .*12", sides=BESIDE, b1="done", c1="done", objectives=mill, turns=1)
    ends(scene, "a1").says("A and B hold the mill and score 2.", "A and B win: more points, 2 against 0.")


def test_sg_a47_allies_win_and_lose_together():
    scene = Firefight("a1 .*12 c1", "b1 .*12", sides=BESIDE, a1="broken", c1="done")
    scene.chooses("b1:end").says("Turn 2 begins.").never_says("game_ended")
    beaten = Firefight("a1 .*12 c1", "b1 .*12", sides=BESIDE, a1="done", b1="done", c1="broken", seat="c")
    beaten.chooses("c1:end")
    assert beaten.match.outcome.winner == "a+b"


@pytest.mark.parametrize("sides", ["a+b/c", "b+c/a", "a+c/b", "b/c+a", "a/b/c"])
def test_sg_a32_in_every_order_of_seats_each_unit_is_activated_once_a_turn_and_sides_alternate(sides):
    rows = ["a1 . b1 .*9 c1", ". a2 .*4 b2 . . .", ".*9 T T .", "a3 .*6 b3 .*3 c2"]
    scene = Firefight(*rows, sides=sides, seat="", turns=3)
    match, calm = scene.match, {"action": "end", "react": "pass"}
    while match.pending:
        wanted = [o for o in match.pending.options if o.action == calm.get(match.pending.kind, match.pending.kind)]
        match.choose(wanted[0].id)
    told = [event.fields for event in match.events if event.type in ("activated", "turn_started")]
    turns = " ".join(fields.get("unit", "/") for fields in told).split("/")[1:]
    side_of = {seat: side for side in sides.split("/") for seat in side.split("+")}
    assert len(turns) == 3
    for turn in turns:
        units = turn.split()
        assert sorted(units) == ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2"]
        acted = [side_of[unit[0]] for unit in units]
        for number, side in enumerate(acted[1:], 1):  # a side acts twice only when no other has a unit left
            assert side != acted[number - 1] or set(acted[number:]) == {side}


@pytest.mark.parametrize("sides", ["a+b/c", "b+c/a", "a+c/b", "b/c+a"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_game_with_allies_ends(sides, seed):
    rows = ["a1 . b1 .*9 c1", ". a2 .*4 b2 . . .", ".*9 T T .", "a3 .*6 b3 .*3 c2"]
    scene = Firefight(*rows, sides=sides, seat="", a1="command", b1="command")
    match = Match(scene.setup, build("stargrunt2"), DiceSource(seed=seed))
    asked = {found.pending.seat for found in decisions(match, seed)}
    assert asked == {"a", "b", "c"}
    assert match.outcome.reason
