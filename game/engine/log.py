"""The log as it is read: a typed line for each event, with its sentence and what can be seen of it on the table.

`Match.log_for` gives the lines that a seat may read; `wire.line_json` writes one as the protocol has it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_origin, get_type_hints

from msgspec import UNSET, Struct

from game.engine.events import Event, WindowClosed, meanings
from game.engine.names import Cell, EventType, Meaning, UnitId
from game.engine.throws import Rolled


class LogLine(Struct, frozen=True, gc=False):
    """An event as a seat may know it. `n` counts from 0 in a match, `cause` is the number of its cause (-1: none)."""

    n: int
    type: EventType
    clauses: tuple[str, ...]
    cause: int
    text: str
    event: Event

    @property
    def title(self) -> str:
        """The text as a heading has it, without its stop."""
        return self.text.removesuffix(".")

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

    type: EventType
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


def seen(kind: EventType, event: Event) -> Seen:
    """What can be seen of an event of that type: those of its fields that have the name and the type of one of `Seen`.

    Raises TypeError for an event with one of these fields where `Seen` has several, or several where it has one.
    """
    told = event.throw if isinstance(event, Rolled) else event
    found: dict[str, Any] = {}
    for name, many in told_of(type(told)):
        value = getattr(told, name)
        if value is not UNSET and value is not None:
            found[name] = tuple(value) if many else value
    for many_of, one_of in (("units", "unit"), ("targets", "target")):
        if one_of in found and many_of not in found:
            found[many_of] = (found[one_of],)
    found.pop("target", None)
    return Seen(kind, **found)


@cache
def told_of(kind: type[Struct]) -> tuple[tuple[str, bool], ...]:
    """The fields of a class that tell something of `Seen`, each with whether it holds several.

    Raises TypeError for a field that holds several where `Seen` has one, or one where it has several.
    """
    told, own, hints = _shapes(Seen), meanings(kind), get_type_hints(kind)
    told["target"] = told["unit"]
    found = []
    for name in kind.__struct_fields__:
        meaning, many = told.get(name, (None, False))
        if meaning is not None and own.get(name) is meaning:
            if _several(hints[name]) != many:
                raise TypeError(f"{kind.__name__}.{name} is not of the type of Seen.{name}.")
            found.append((name, many))
        elif name == "out" and hints[name] is bool:
            found.append((name, False))
    return tuple(found)


def _shapes(kind: type[Struct]) -> dict[str, tuple[Meaning | None, bool]]:
    """Field -> its meaning and whether it holds several."""
    hints = get_type_hints(kind)
    return {name: (meaning, _several(hints[name])) for name, meaning in meanings(kind).items()}


def _several(hint: object) -> bool:
    return get_origin(hint) in (list, tuple)
