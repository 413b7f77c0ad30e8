"""What a seat may know, as typed records: the only thing that screens, logs, computer players and bots are given.

Cells are ints here as everywhere inside the process; `wire.as_json` writes a record as the protocol has it. A field
that is marked FLAT gives its own fields to the record it stands in; the fields of a record with `omit_defaults`
that are left at their default are not written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from msgspec import Struct

from game.board.terrain import GridKind
from game.engine.conditions import Condition
from game.engine.names import Cell, Face, MarkerKind, Pace, PhaseId, Verb
from game.engine.queue import ActionStatus, ReactionStatus, Stage
from game.engine.setup import HELD, Goal
from game.engine.vocabulary import Verbs
from game.engine.wording import as_words

if TYPE_CHECKING:
    from game.board.board import Board

FLAT = "flat"
INSIDE = "inside"
"""Of a field that screens are given and the protocol does not write."""


class MarkerView(Struct, frozen=True, omit_defaults=True):
    """A marker as a seat sees it: "hidden" and "down" where it may not know the kind; `count` where it counts."""

    kind: MarkerKind
    face: Face
    count: int = 0


class WeaponView(Struct, frozen=True):
    """The weapon in hand and its numbers as the army list has them (range, power, ...)."""

    id: str
    name: str
    numbers: Annotated[dict[str, int], FLAT]


class UnitExtra(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a rulebook adds to the view of a unit; a rulebook adds fields in a class of its own.

    `moved`, `spent`: what the unit has done in its turn; None where the rulebook has no such thing.
    """

    lost_leave_map: ClassVar[bool] = False
    """Whether a unit that is out of action is taken off the map, not left lying there."""

    moved: bool | None = None
    spent: bool | None = None


NOTHING_MORE = UnitExtra()


class UnitView(Struct, frozen=True):
    """A unit as a seat sees it. `conditions`: all that is to be said of how it stands."""

    id: str
    seat: str
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
    aboard: str | None
    extra: Annotated[UnitExtra, FLAT] = NOTHING_MORE
    conditions: Annotated[tuple[Condition, ...], INSIDE] = ()


class GroupView(Struct, frozen=True, omit_defaults=True):
    """A formation: its standing units and markers, and what else is public where the rulebook has it (None: it has not).

    `conditions`: all that is to be said of how it stands, beside what is said of each of its units.
    """

    id: str
    seat: str
    units: tuple[str, ...]
    markers: tuple[MarkerView, ...]
    name: str = ""
    initiative: int | None = None
    coherent: bool | None = None
    activated: bool | None = None
    drawn_in: bool | None = None
    conditions: Annotated[tuple[Condition, ...], INSIDE] = ()


class SeatRow(Struct, frozen=True):
    """A seat in the order of turns, its name, and a few words on how it stands."""

    seat: str
    name: str
    note: str


class SiteView(Struct, frozen=True, omit_defaults=True):
    """A town or the like as it stands now; `seat` is "" for nobody; `worth` what it counts for its holder."""

    kind: str
    seat: str
    at: Cell
    name: str
    worth: int = 0


class ObjectiveView(Struct, frozen=True, omit_defaults=True):
    """Ground worth `points` to its holder, or as its goal says; `seat` holds it now ("": nobody)."""

    id: str
    name: str
    cells: tuple[Cell, ...]
    seat: str
    points: int
    goal: Goal = HELD


class StakeRow(Struct, frozen=True):
    """Something that decides who wins: what it is, what it is worth and when, who holds it ("": nobody), by which clause.

    `how`: what it takes to hold it, as a sentence; `leaves`: it is not held, but gone through.
    """

    name: str
    worth: str
    how: str
    seat: str
    clause: str
    leaves: bool = False


class ActionView(Struct, frozen=True):
    """The interrupted action: `path` from the start cell on, `done` the index reached.

    `contact`: the ids of those whom it comes into contact with, a blank between two; so protocol 1 has it.
    """

    kind: Verb
    unit: str
    path: tuple[Cell, ...]
    done: int
    pace: Pace
    target: str
    targets: tuple[str, ...]
    contact: str
    status: ActionStatus
    forced: bool

    @property
    def how(self) -> Pace:
        """What is done, as an id: the pace of a move, else the kind of action."""
        return self.pace or Pace(self.kind)


class TriggerView(Struct, frozen=True):
    """What may be answered and where; `to` are the seats that may, nobody once the window is closed."""

    kind: Verb
    unit: str
    cell: Cell
    to: tuple[str, ...]


class ReactionView(Struct, frozen=True):
    """A reaction on the ladder; `tie`: its roll-off, -1 for none.

    `note`: what came of it, or where reactions are drafted the sentence of its plan.
    """

    id: int
    unit: str
    seat: str
    action: Verb
    target: str
    targets: tuple[str, ...]
    ally: str
    weapon: str
    point: int
    answers: str
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
    """What one unit is planned to do: `to` its cell (-1: none), `path` the cells after its own.

    `note`: the rulebook's own words, the unit first; "" where action and cell say it all.
    """

    unit: str
    seat: str
    action: Verb
    target: str
    to: Cell
    path: tuple[Cell, ...]
    clause: str
    note: str


class TieRoll(Struct, frozen=True):
    """One unit's die in a roll-off."""

    unit: str
    face: int


class TieView(Struct, frozen=True):
    """A roll-off: who took part, every throw, who won ("": nobody yet) and whether he hesitated."""

    units: tuple[str, ...]
    rolls: tuple[tuple[TieRoll, ...], ...]
    winner: str
    hesitated: bool
    clause: str


class QueueView(Struct, frozen=True):
    """The reactions to the interrupted action, with the rulebook's words for the ladder; `outer`: the queue below it."""

    trigger: TriggerView | None
    instigator: str | None
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
    frozen: tuple[str, ...]
    frozen_note: str
    outer: QueueView | None


StepStatus = Literal["done", "now", "todo"]


class StepRow(Struct, frozen=True):
    """A step of the running procedure."""

    title: str
    clause: str
    status: StepStatus


class PassedRow(Struct, frozen=True):
    """An enemy that a unit passes over, and why."""

    unit: str
    target: str
    clause: str
    reason: str


class PlanOverlay(Struct, frozen=True):
    """What follows from a plan that is drawn up.

    words: what `slots` and `zones` mean here, for a legend; zones: by seat the cells that its units deny;
    links: pairs in coherency; apart: units without a link; slots: where a planned move may still touch an enemy.
    """

    words: dict[str, str]
    zones: dict[str, tuple[Cell, ...]]
    links: tuple[tuple[str, str], ...]
    apart: tuple[str, ...]
    slots: tuple[Cell, ...]
    passed: tuple[PassedRow, ...]


class BattleRow(Struct, frozen=True):
    """Units lined up against a cell."""

    at: Cell
    units: tuple[str, ...]


class WatchOverlay(Struct, frozen=True):
    """Fire that waits for whoever enters.

    watched: cell -> dice that entering it draws; watchers: by seat the cells it watches; legend: dice -> what so many
    mean; battles: who is lined up against which cell.
    """

    watched: dict[Cell, int]
    watchers: dict[str, tuple[Cell, ...]]
    legend: dict[int, str]
    battles: tuple[BattleRow, ...]


class ArcOverlay(Struct, frozen=True):
    """Where weapons point which fire one way only.

    arcs: by unit the cells it can fire into; ways: by unit the way it faces, as columns and rows of one step.
    """

    arcs: dict[str, tuple[Cell, ...]]
    ways: dict[str, tuple[int, int]]


class Overlay(Struct, frozen=True):
    """What a screen may lay over the map."""

    plan: Annotated[PlanOverlay | None, FLAT] = None
    watch: Annotated[WatchOverlay | None, FLAT] = None
    arc: Annotated[ArcOverlay | None, FLAT] = None


class BoardView(Struct, frozen=True):
    """The board's shape, in cells."""

    grid: GridKind
    width: int
    height: int


class OutcomeView(Struct, frozen=True):
    """Who won ("" for a draw; "a+b" for a side) and why."""

    winner: str
    reason: str


class View(Struct, frozen=True, rename={"as_": "as"}):
    """The whole table as the seat `as_` sees it ("referee": everything). `units` by id in the order of the setup."""

    ruleset: str
    title: str
    turn: int
    turns: int
    phase: PhaseId
    phase_title: str
    seat: str
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
    score: dict[str, int]
    action: ActionView | None
    queue: QueueView | None
    steps: tuple[StepRow, ...]
    outcome: OutcomeView | None


def step_rows(rows: Sequence[tuple[str, str]], now: int) -> list[StepRow]:
    """The steps of a procedure from (title, clause), number `now` being the one that is running."""
    return [
        StepRow(title, clause, "done" if place < now else "now" if place == now else "todo")
        for place, (title, clause) in enumerate(rows)
    ]


PLANNED = {Verbs.MOVE: "moves to {}", Verbs.DISEMBARK: "gets out at {}"}
"""Action -> what a unit does that takes it, and where; of others the action is named."""


def plan_words(row: PlanRow, board: Board, at: Cell) -> str:
    """A row of a plan in words, the unit first: the rulebook's own, else what is done and where; `at` is its cell now."""
    if row.note:
        return row.note
    action = as_words(row.action)
    if row.to < 0:
        done = action
    elif row.to == at:
        done = "stays where it is"
    else:
        done = PLANNED.get(row.action, f"{action} to {{}}").format(board.label(row.to))
    return f"{row.unit.upper()} {done}"
