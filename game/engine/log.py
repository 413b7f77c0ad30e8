"""The log as it is read: a typed line for each event, with its sentence and what can be seen of it on the table.

`Match.log_for` gives the lines that a seat may read; `wire.line_json` writes one as the protocol has it.
"""

from __future__ import annotations

from msgspec import UNSET, Struct

from game.engine.events import Event, WindowClosed, kinds
from game.engine.names import Cell, UnitId
from game.engine.throws import Rolled


class LogLine(Struct, frozen=True, gc=False):
    """An event as a seat may know it. `n` counts from 0 in a match, `cause` is the number of its cause (-1: none)."""

    n: int
    type: str
    clauses: tuple[str, ...]
    cause: int
    text: str
    event: Event

    @property
    def rolled(self) -> Rolled | None:
        """The throw and its faces, if dice have been rolled."""
        return self.event if isinstance(self.event, Rolled) else None

    @property
    def seen(self) -> Seen:
        """What can be seen of it on the table."""
        return seen(self.type, self.event)

    @property
    def declared(self) -> int:
        """How many reactions wait to be carried out, if a window has closed."""
        return self.event.reactions if isinstance(self.event, WindowClosed) else 0


class Seen(Struct, frozen=True):
    """What can be seen of an event on the table: whose it is, and where.

    `at` is where the unit is then, `out` whether it falls; `path` begins where the unit was. `units` are all that do
    it, `targets` those it is done to; it may start from another cell than the unit's and be aimed at a `cell`.
    """

    type: str
    unit: UnitId = ""
    at: Cell = -1
    out: bool = False
    path: tuple[Cell, ...] = ()
    units: tuple[UnitId, ...] = ()
    targets: tuple[UnitId, ...] = ()
    start: Cell = -1
    cell: Cell = -1

    @property
    def rolled(self) -> bool:
        """Whether dice have been rolled."""
        return self.type == Rolled.type


def seen(kind: str, event: Event) -> Seen:
    """What can be seen of an event of that type: those of its fields that are named and marked as those of `Seen`."""
    told = event.throw if isinstance(event, Rolled) else event
    marks = kinds(type(told))

    def one(name: str, mark: str) -> object:
        value = getattr(told, name) if marks.get(name) == mark else UNSET
        return None if value is UNSET else value

    def cell(name: str) -> Cell:
        value = one(name, "cell")
        return value if isinstance(value, int) else -1

    def units(name: str, alone: str) -> tuple[UnitId, ...]:
        many, single = one(name, "unit"), one(alone, "unit")
        return tuple(many) if isinstance(many, list | tuple) else (str(single),) if single is not None else ()

    path = one("path", "cell")
    return Seen(
        kind,
        str(one("unit", "unit") or ""),
        cell("at"),
        getattr(told, "out", None) is True,
        tuple(path) if isinstance(path, list | tuple) else (),
        units("units", "unit"),
        units("targets", "target"),
        cell("start"),
        cell("cell"),
    )
