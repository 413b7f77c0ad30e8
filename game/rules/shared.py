"""What several rulebooks use: occupied cells, contact, objectives, the final verdict, common refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from game.board.board import Board, Reach
from game.board.sight import Sight
from game.board.terrain import Mode
from game.engine.decisions import Decision, Refusal, Remark
from game.engine.events import Event, Shown
from game.engine.names import Cell, Face, MarkerKind, Seat, UnitId, spoken
from game.engine.options import Block, Option
from game.engine.ruleset import Ruleset
from game.engine.setup import Objective, Scored
from game.engine.state import State, Unit, Verdict
from game.engine.table import Table
from game.engine.vocabulary import MarkerKinds
from game.engine.wording import INCHES, length, together, written_ids

U = TypeVar("U", bound=Unit)


def occupied(state: State, *, but: UnitId) -> frozenset[Cell]:
    """The cells of all standing units except the unit `but`."""
    return frozenset(u.at for u in state.units.values() if not u.out and u.id != but)


def foes(state: State[U, Any], seat: Seat) -> list[U]:
    """The units of other sides that are still in action."""
    sides = state.allies
    side = sides.get(seat, seat)
    return [u for u in state.units.values() if not u.out and sides.get(u.seat, u.seat) != side]


def touches(state: State, a: Cell, b: Cell) -> bool:
    """Base contact: neighbouring cells, diagonals included."""
    return b in state.board.neighbours(a)


def farthest(board: Board, reach: Reach, enemies: Sequence[Unit]) -> Cell:
    """The cell of a reach that is farthest from its nearest enemy; of equals the cheapest, then the lowest.

    Raises ValueError if there are no enemies.
    """

    def room(cell: Cell) -> int:
        return min(board.distance(cell, foe.at) for foe in enemies)

    return max(reach.costs, key=lambda cell: (room(cell), -reach.costs[cell], -cell))


def holder(state: State[U, Any], objective: Objective, able: Callable[[U], bool]) -> Seat:
    """The only side with an able unit on the objective; "" if there is none or more than one."""
    sides = {state.side(u.seat) for u in state.standing() if u.at in objective.cells and able(u)}
    return sides.pop() if len(sides) == 1 else ""


class ObjectiveScored(Event, frozen=True):
    """A side holds an objective at the end of a turn and scores its points."""

    seat: Seat
    objective: str
    points: int
    text = "{seat} {seat:holds|hold} {objective} and {seat:scores|score} {points}."


class TableLeft(Event, frozen=True):
    """A unit leaves the table by an exit objective of its seat and scores its points."""

    unit: UnitId
    seat: Seat
    objective: str
    points: int
    markers: Mapping[MarkerKind, Face]
    out: bool = True
    shown = Shown.FALL
    text = "{unit} leaves the table by {objective}: {seat} {seat:scores|score} {points}."


EXITED: Mapping[MarkerKind, Face] = {MarkerKinds.EXITED: "up"}


def score_objectives(t: Table[U, Any, State[U, Any]], able: Callable[[U], bool], clause: str) -> None:
    """Score each objective by its goal: for the side that holds it, or for each unit that leaves the table by it."""
    state = t.state
    for objective in state.objectives:
        goal = objective.scoring
        if goal.scored is Scored.EXIT:
            _leave_by(t, objective, able, clause)
            continue
        if goal.scored is Scored.LAST_TURN and state.turn < state.turns:
            continue
        side = holder(state, objective, able)
        if side and goal.seat and side != state.side(goal.seat):
            side = ""
        if side:
            _award(state, side, objective.points)
            state.holders[objective.id] = side
            t.emit(ObjectiveScored(side, objective.name, objective.points), (clause,))


def _award(state: State[U, Any], side: Seat, points: int) -> None:
    state.score[side] = state.score.get(side, 0) + points


def _leave_by(t: Table[U, Any, State[U, Any]], objective: Objective, able: Callable[[U], bool], clause: str) -> None:
    """Each able unit of the goal's seat on the objective leaves the table and scores its points."""
    state, goal = t.state, objective.scoring
    for unit in state.standing(goal.seat):
        if unit.at in objective.cells and able(unit) and goal.unit in ("", unit.id):
            side = state.side(unit.seat)
            _award(state, side, objective.points)
            left = t.change(unit, TableLeft(unit.id, side, objective.name, objective.points, EXITED), (clause,))
            left.markers, left.out = {**EXITED}, True


def points(state: State) -> dict[Seat, int]:
    """The points of each seat; allies share theirs."""
    return {seat: state.score.get(state.side(seat), 0) for seat in state.seats}


def by_side(state: State[U, Any], worth: Callable[[U], int]) -> dict[Seat, int]:
    """The total worth of each side's standing units."""
    table = dict.fromkeys(state.sides(), 0)
    for unit in state.standing():
        table[state.side(unit.seat)] += worth(unit)
    return table


def by_turns(state: State, side: Seat, latest: Mapping[Seat, Seat]) -> list[Seat]:
    """The seats of a side in turn order, beginning after the seat that had the side's latest turn.

    `latest`: side -> seat.
    """
    seats = [seat for seat in state.seats if state.side(seat) == side]
    first = (seats.index(latest[side]) + 1) % len(seats) if side in latest else 0
    return [*seats[first:], *seats[:first]]


def alone(state: State) -> Seat | None:
    """The only side left standing, "" if no side is left, None while several are."""
    left = {state.side(unit.seat) for unit in state.standing()}
    if len(left) > 1:
        return None
    return left.pop() if left else ""


def ends_alone(t: Table[Any, Any, Any, Ruleset], clause: str) -> bool:
    """End the game if at most one side is left, and say whether it has ended.

    If units have left the table alive, the points decide.
    """
    side = alone(t.state)
    if side is None:
        return False
    if any(unit.exited for unit in t.state.units.values()):
        t.end(t.rules.verdict(t.state))
    else:
        t.end(Verdict(side, "only one side is left" if side else "no side is left", (clause,)))
    return True


def reckon(state: State[U, Any], counted: str, worth: Callable[[U], int], clause: str) -> Verdict:
    """The verdict by points; if they are equal, by the total worth of the standing units.

    `counted`: the name of that worth in the verdict's reason.
    """
    scored = {side: state.score.get(side, 0) for side in state.sides()}
    return ahead({"points": scored, counted: by_side(state, worth)}, f"equal in points and {counted}", clause)


def ahead(tables: Mapping[str, Mapping[str, int]], equal: str, clause: str) -> Verdict:
    """The verdict by the first table in which one side alone has the most; a draw if there is no such table.

    `tables`: name of what is counted -> side -> count; `equal`: the reason for a draw.
    """
    for what, table in tables.items():
        best = max(table.values())
        first = [side for side, count in table.items() if count == best]
        if len(first) == 1:
            rest = together(str(count) for side, count in table.items() if side != first[0])
            return Verdict(first[0], f"more {what}, {best} against {rest}", (clause,))
    return Verdict("", equal, (clause,))


def way_refused(
    state: State, option: Option, path: tuple[Cell, ...], budget: int, clauses: tuple[str, str], mode: Mode = "foot"
) -> Refusal | None:
    """Why a unit cannot follow a path drawn by hand to the option's cell within `budget` half inches, or None.

    `clauses`: the clause cited for a path that is blocked, and for one that is too long.
    """
    unit = state.units[option.unit]
    if not path or path[-1] != option.to:
        return Refusal(clauses[0], f"it does not end on {state.board.label(option.to)}", unit.id)
    try:
        cost = state.board.path_cost((unit.at, *path), blocked=occupied(state, but=unit.id), mode=mode)
    except ValueError as error:
        return Refusal(clauses[0], str(error).rstrip("."), unit.id)
    if cost > budget:
        return Refusal(
            clauses[1], f"it costs {length(cost / 2, INCHES)}, the pace allows {length(budget / 2, INCHES)}", unit.id
        )
    return None


FAR = 1 << 10
"""Half inches: how far a way is searched for before a refusal says that there is none."""


class TooFar(Refusal, frozen=True, gc=False):
    """A way leads to the cell, but it is longer than the unit may go."""


def way_closed(
    state: State, unit: Unit, cell: Cell, allowed: tuple[str, int], clauses: tuple[str, str], mode: Mode = "foot"
) -> Refusal:
    """Why a unit cannot reach a cell: it is occupied, it cannot be entered, no way leads there, or `TooFar`.

    `allowed`: the name of the longest move and its half inches; `clauses`: the clause cited for a way that is blocked,
    and for one that is too long.
    """
    name, board = unit.id, state.board
    label, taken = board.label(cell), state.at(cell)
    if cell == unit.at:
        return Refusal(clauses[0], f"it stands on {label} already", name, cell=cell)
    if taken is not None:
        return Refusal(clauses[0], f"{taken.id.upper()} stands on {label}", name, cell=cell)
    if not board.passable(cell, mode):
        what = board.describe(cell)
        return Refusal(clauses[0], f"{what} cannot be entered", name, cell=cell, blocked_by=cell)
    cost = board.reach(unit.at, FAR, occupied(state, but=name), mode).costs.get(cell)
    longest, most = allowed
    if cost is None:
        return Refusal(clauses[0], f"no way leads to {label}: all around it is closed", name, cell=cell)
    far = f"{label} is {length(cost / 2, INCHES)} to go, {longest} is {length(most / 2, INCHES)}"
    return TooFar(clauses[1], far, name, cell=cell)


def no_sight(board: Board, sight: Sight, clause: str, unit: UnitId, cell: Cell) -> Refusal | None:
    """The refusal that says what hides a cell from a unit; None if the unit sees the cell.

    `sight`: from the unit's own cell to that cell.
    """
    if sight.visible:
        return None
    return Refusal(clause, board.sight_words(sight), unit, cell=cell, blocked_by=sight.blocked_by)


def unless_any(found: Iterable[Refusal | None]) -> Refusal | None:
    """The first of these refusals, or None if one of them is None: of several ways to an answer one is enough."""
    answers = list(found)
    return None if None in answers else answers[0]


def not_asked(asked: Decision, own: Unit, clause: str, cell: Cell) -> Refusal:
    """The refusal for picking a unit of another seat than the one that is asked."""
    return Refusal(clause, f"it is {spoken(own.seat)}’s, and {spoken(asked.seat)} is asked", own.id, cell=cell)


def firing(
    rules: Ruleset, state: State[U, Any], asked: Decision, unit: U | None, cell: Cell, first: Refusal
) -> Refusal | tuple[U, list[Option]]:
    """The unit that is to fire out of turn when the player points at `cell`, and its options.

    That is the player's own unit on the cell, else the picked `unit`. A refusal instead: `first` if no unit is picked,
    the refused point of the path, or what keeps the unit from firing at all.
    """
    there = state.at(cell)
    own = there if there is not None and there.seat == asked.seat else unit
    if own is None or own.seat != asked.seat:
        return first.but(cell=cell)
    point = next((no for no in asked.refused if no.cell == cell and no.unit == own.id and no.point >= 0), None)
    if point is not None:
        return point
    answer = rules.why(state, own.id)
    return answer.but(cell=cell) if isinstance(answer, Refusal) else (own, answer)


def hands_free(asked: Decision, unit: Unit | None) -> bool:
    """Whether no unit is picked that has an answer, so that a click on another one of the seat's picks that."""
    return unit is None or unit.id not in units_offered(asked)


def units_offered(asked: Decision) -> tuple[UnitId, ...]:
    """The units that the options of a question name, each once, in the order of the options."""
    parts = (part[0] if isinstance(part, Block) else part for part in asked.options.parts)
    return tuple(dict.fromkeys(option.unit for option in parts if option.unit))


def still_could(asked: Decision, what: str, clause: str) -> Remark | None:
    """The remark that some units could `what` before this phase ends; None if no unit could."""
    units = units_offered(asked)
    if not units:
        return None
    return Remark(f"{written_ids(units)} could still {what}", clause, units)
