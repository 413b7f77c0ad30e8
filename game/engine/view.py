"""What a seat may know, as typed records. Screens, logs, computer players and bots are given nothing else.

Cells are ints, as everywhere inside the process; `wire.as_json` writes a record for the protocol. There the fields of a
record in a FLAT field are written as fields of the record around it, and fields with their default are left out of a
record with `omit_defaults`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from msgspec import Struct

from game.board.terrain import GridKind
from game.engine.conditions import Condition
from game.engine.names import Cell, Face, MarkerKind, Pace, PhaseId, Seat, UnitId, Verb
from game.engine.queue import ActionStatus, ReactionStatus, Stage
from game.engine.setup import HELD, Goal
from game.engine.vocabulary import Verbs
from game.engine.wording import as_words

if TYPE_CHECKING:
    from game.board.board import Board

FLAT = "flat"
INSIDE = "inside"
"""Marks a field that screens use and the protocol leaves out."""


class MarkerView(Struct, frozen=True, omit_defaults=True):
    """A marker as a seat sees it: "hidden" and "down" if it may not know the kind. `count`: how many, if over 1."""

    kind: MarkerKind
    face: Face
    count: int = 0


class WeaponView(Struct, frozen=True):
    """The weapon in hand and its numbers from the army's file (range, power, ...)."""

    id: str
    name: str
    numbers: Annotated[dict[str, int], FLAT]


class UnitExtra(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a rulebook adds to the view of a unit. A rulebook may add fields in a subclass.

    `moved`, `spent`: what the unit has done in its turn; None in a rulebook without that.
    """

    lost_leave_map: ClassVar[bool] = False
    """Whether a unit that is out is removed from the map instead of shown as a casualty."""

    moved: bool | None = None
    spent: bool | None = None


NOTHING_MORE = UnitExtra()


class UnitView(Struct, frozen=True):
    """A unit as a seat sees it, with its conditions."""

    id: UnitId
    seat: Seat
    profile: str
    name: str
    figure: str
    at: Cell
    out: bool
    figures: int
    wounds: int
    prone: bool
    stats: dict[str, int]
    weapon: WeaponView | None
    weapons: tuple[str, ...]
    markers: tuple[MarkerView, ...]
    group: str | None
    aboard: UnitId | None
    extra: Annotated[UnitExtra, FLAT] = NOTHING_MORE
    conditions: Annotated[tuple[Condition, ...], INSIDE] = ()


class GroupView(Struct, frozen=True, omit_defaults=True):
    """A formation: its units that are not out, its markers, and other public facts; None for what the rulebook lacks.

    `conditions` are those of the formation as a whole.
    """

    id: str
    seat: Seat
    units: tuple[UnitId, ...]
    markers: tuple[MarkerView, ...]
    name: str = ""
    initiative: int | None = None
    coherent: bool | None = None
    activated: bool | None = None
    drawn_in: bool | None = None
    conditions: Annotated[tuple[Condition, ...], INSIDE] = ()


class SeatRow(Struct, frozen=True):
    """A seat in the order of turns: its id, its name, and a few words on its situation."""

    seat: Seat
    name: str
    note: str


class SiteView(Struct, frozen=True, omit_defaults=True):
    """A town or the like. `seat` is its present holder, "" for nobody; `worth` is its value for the holder."""

    kind: str
    seat: Seat
    at: Cell
    name: str
    worth: int = 0


class ObjectiveView(Struct, frozen=True, omit_defaults=True):
    """Ground that gives `points` to its holder, or as its goal says. `seat` is its present holder, "" for nobody."""

    id: str
    name: str
    cells: tuple[Cell, ...]
    seat: Seat
    points: int
    goal: Goal = HELD


class StakeRow(Struct, frozen=True):
    """Something that decides who wins: its name, what it gives and when, its holder ("": nobody), and the clause.

    `how` is a sentence on what it takes to hold it. `leaves`: it is scored by units that leave the table there.
    """

    name: str
    worth: str
    how: str
    seat: Seat
    clause: str
    leaves: bool = False


class ActionView(Struct, frozen=True):
    """The interrupted action. `path` begins with the start cell; `done` is the index reached on it.

    `contact` has the ids of the units that it comes into contact with, separated by spaces, as in protocol 1.
    """

    kind: Verb
    unit: UnitId
    path: tuple[Cell, ...]
    done: int
    pace: Pace
    target: UnitId
    targets: tuple[UnitId, ...]
    contact: str
    status: ActionStatus
    forced: bool

    @property
    def how(self) -> Pace:
        """What is done, as an id: the pace of a move, or else the kind of action."""
        return self.pace or Pace(self.kind)


class TriggerView(Struct, frozen=True):
    """What may be reacted to, and where. `to` are the seats that may react, none once the window is closed."""

    kind: Verb
    unit: UnitId
    cell: Cell
    to: tuple[Seat, ...]


class ReactionView(Struct, frozen=True):
    """A reaction on the ladder. `tie` is the index of its roll-off, -1 for none.

    `note` is its result or, if reactions are drafted, its sentence in the plan.
    """

    id: int
    unit: UnitId
    seat: Seat
    action: Verb
    target: UnitId
    targets: tuple[UnitId, ...]
    ally: UnitId
    weapon: str
    point: int
    answers: UnitId
    rank: str
    re: int
    status: ReactionStatus
    now: bool
    forces: bool
    tie: int
    why: str
    clause: str
    note: str
    drafted: Annotated[bool, INSIDE] = False


class PlanRow(Struct, frozen=True):
    """What one unit is planned to do. `to` is its destination (-1: none), `path` the cells after its present one.

    `note` is a sentence of the rulebook that begins with the unit; "" if action and cell say everything.
    """

    unit: UnitId
    seat: Seat
    action: Verb
    target: UnitId
    to: Cell
    path: tuple[Cell, ...]
    clause: str
    note: str


class TieRoll(Struct, frozen=True):
    """One unit's die in a roll-off."""

    unit: UnitId
    face: int


class TieView(Struct, frozen=True):
    """A roll-off: the units that took part, every roll, the winner ("": none yet), and whether it hesitated."""

    units: tuple[UnitId, ...]
    rolls: tuple[tuple[TieRoll, ...], ...]
    winner: Seat
    hesitated: bool
    clause: str


class QueueView(Struct, frozen=True):
    """The reactions to the interrupted action, with the rulebook's words for the ladder. `outer` is the queue below."""

    trigger: TriggerView | None
    instigator: UnitId | None
    stage: Stage
    title: str
    last_title: str
    last_note: str
    last_clause: str
    frozen_clause: str
    order: str
    order_clause: str
    reactions: tuple[ReactionView, ...]
    plan: tuple[PlanRow, ...]
    ties: tuple[TieView, ...]
    frozen: tuple[UnitId, ...]
    frozen_note: str
    outer: QueueView | None


StepStatus = Literal["done", "now", "todo"]


class StepRow(Struct, frozen=True):
    """A step of the present procedure."""

    title: str
    clause: str
    status: StepStatus


class PassedRow(Struct, frozen=True):
    """A closer enemy that a unit may pass over, and why."""

    unit: UnitId
    target: UnitId
    clause: str
    reason: str


class PlanOverlay(Struct, frozen=True):
    """What follows from the present plan.

    words: what `slots` and `zones` mean, for a legend
    zones: seat -> the cells that its units deny to others
    links: pairs of units in coherency
    apart: units without a link
    slots: cells on which a planned move could still come into contact with an enemy
    """

    words: dict[str, str]
    zones: dict[Seat, tuple[Cell, ...]]
    links: tuple[tuple[UnitId, UnitId], ...]
    apart: tuple[UnitId, ...]
    slots: tuple[Cell, ...]
    passed: tuple[PassedRow, ...]


class BattleRow(Struct, frozen=True):
    """Units that are lined up against a cell."""

    at: Cell
    units: tuple[UnitId, ...]


class WatchOverlay(Struct, frozen=True):
    """Fire that waits for units that enter a cell.

    watched: cell -> number of dice that entering it draws
    watchers: seat -> the cells that it watches
    legend: number of dice -> what it means
    battles: the units that are lined up against a cell
    """

    watched: dict[Cell, int]
    watchers: dict[Seat, tuple[Cell, ...]]
    legend: dict[int, str]
    battles: tuple[BattleRow, ...]


class ArcOverlay(Struct, frozen=True):
    """The arcs of weapons that fire in one direction only.

    arcs: unit -> the cells that it can fire into
    ways: unit -> the direction it faces, as columns and rows of one step
    """

    arcs: dict[UnitId, tuple[Cell, ...]]
    ways: dict[UnitId, tuple[int, int]]


class Overlay(Struct, frozen=True):
    """What a screen may draw over the map."""

    plan: Annotated[PlanOverlay | None, FLAT] = None
    watch: Annotated[WatchOverlay | None, FLAT] = None
    arc: Annotated[ArcOverlay | None, FLAT] = None


class BoardView(Struct, frozen=True):
    """The board's shape, in cells."""

    grid: GridKind
    width: int
    height: int


class OutcomeView(Struct, frozen=True):
    """The winner ("" for a draw, "a+b" for a side of two seats) and the reason."""

    winner: Seat
    reason: str


class View(Struct, frozen=True, rename={"as_": "as"}):
    """The whole table as the seat `as_` sees it ("referee": everything). `units` are in the order of the setup."""

    ruleset: str
    title: str
    turn: int
    turns: int
    phase: PhaseId
    phase_title: str
    seat: Seat
    as_: str
    board: BoardView
    lengths: tuple[str, str]
    units: tuple[UnitView, ...]
    groups: tuple[GroupView, ...]
    seats: tuple[SeatRow, ...]
    sites: tuple[SiteView, ...]
    roads: tuple[tuple[Cell, ...], ...]
    overlay: Overlay
    objectives: tuple[ObjectiveView, ...]
    score: dict[Seat, int]
    action: ActionView | None
    queue: QueueView | None
    steps: tuple[StepRow, ...]
    outcome: OutcomeView | None


def step_rows(rows: Sequence[tuple[str, str]], now: int) -> list[StepRow]:
    """The steps of a procedure from pairs of title and clause; the one with the index `now` is running."""
    steps = []
    for place, (title, clause) in enumerate(rows):
        status: StepStatus = "now"
        if place != now:
            status = "done" if place < now else "todo"
        steps.append(StepRow(title, clause, status))
    return steps


PLANNED = {Verbs.MOVE: "moves to {}", Verbs.DISEMBARK: "gets out at {}"}
"""Verb of a planned move -> its words in a plan; for other verbs the verb itself is used."""


def plan_words(row: PlanRow, board: Board, at: Cell) -> str:
    """A row of a plan in words, beginning with the unit: its note, or else action and cell. `at` is its cell now."""
    if row.note:
        return row.note
    action = as_words(row.action)
    if row.to < 0:
        deed = action
    elif row.to == at:
        deed = "stays where it is"
    else:
        deed = PLANNED.get(row.action, f"{action} to {{}}").format(board.label(row.to))
    return f"{row.unit.upper()} {deed}"
