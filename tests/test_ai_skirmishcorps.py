"""A veteran of SkirmishCorps: what it lays overwatch for, and how far it looks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.ai.levels import ComputerPlayer
from game.ai.seatview import SeatView
from game.engine.setup import Objective
from game.records.levels import Level, Strength
from tests.picking import match_of, picked


@pytest.mark.parametrize(("column", "markers"), [(17, ["overwatch", "move"]), (10, ["overwatch", "overwatch"])])
def test_a_veteran_on_an_objective_goes_on_overwatch_only_if_an_enemy_may_come(column, markers):
    walled = ["." * 11 + "#" + "." * 12] * 12
    goals = (Objective("a", "Held", (5 * 24 + 4,)),)
    units = {"b1": ("veteran", 4, 5, ""), "r1": ("trooper", column, 5, "")}
    laid = []
    for level in (Level.REGULAR, Level.VETERAN):
        match = match_of(walled, units, phase="assign", seat="", first="blue", objectives=goals)
        laid.append(ComputerPlayer(Strength(level)).choose(SeatView(match, "blue"), match.pending).marker)
    assert laid == markers


WALLED = """\
................
................
................
.......#........
....##.#........
................
....#...........
....##..........
................
................"""
YARD = Objective("a", "The yard", (56, 57, 72, 73, 87, 88, 89))


@pytest.mark.parametrize(("level", "stops", "chance"), [(Level.REGULAR, "f6", "5/9"), (Level.VETERAN, "d6", "13/27")])
def test_a_veteran_stops_where_the_enemys_next_action_does_not_reach_point_blank(level, stops, chance):
    """A regular looks to the end of its own action and no further."""
    units = {"b1": ("trooper", 1, 7, "move"), "r1": ("trooper", 11, 7, "move")}
    match = match_of(WALLED.splitlines(), units, objectives=(YARD,), first="blue")
    option = ComputerPlayer(Strength(level)).choose(SeatView(match, "blue"), match.pending)
    assert match.front.board.label(option.to) == stops
    match.choose(option.id)
    while match.pending.seat == "blue" or match.pending.kind != "activate":
        match.choose(match.pending.default)
    match.choose(picked(match).id)
    shot = SeatView(match, "red").forecast(match.pending.option("r1:ranged_attack:b1"))
    assert shot.p_out == Fraction(chance)


@pytest.mark.parametrize(("sees", "answer"), [(True, "wait"), (False, "force")])
def test_a_mover_whose_hand_would_be_forced_is_expected_to_stand_and_shoot_if_that_is_better(sees, answer):
    """The look ahead used to let it walk on into the fire, so that a forced hand seemed to bring more than it did."""
    rows = [list("." * 24) for _ in range(12)]
    rows[4] = list("#" * 24)
    rows[4][12] = "."
    units = {"b1": ("trooper", 9, 6, "move"), "r1": ("veteran", 12, 1, "overwatch"), "r2": ("trooper", 8, 9, "")}
    if not sees:
        units["r2"] = ("trooper", 20, 0, "")
    match = match_of(["".join(row) for row in rows], units)
    match.choose("b1:move:jog:14,6")
    match.choose("r1:ranged_attack:b1")
    assert (match.pending.kind, picked(match).action) == ("force", answer)
