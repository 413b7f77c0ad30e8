"""The log for readers: a typed line for each event, with its sentence and what can be seen of it on the table.

`Match.log_for` gives the lines that a seat may read; `wire.line_json` writes one for the protocol.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_origin, get_type_hints

from msgspec import UNSET, Struct

from game.engine.events import Event, Shown, WindowClosed, meanings
from game.engine.names import Cell, EventType, Meaning, UnitId
from game.engine.throws import Rolled


class LogLine(Struct, frozen=True, gc=False):
    """An event as a seat may know it. `n` is its number in the match, from 0; `cause` that of its cause, -1 if none."""

    n: int
    type: EventType
    clauses: tuple[str, ...]
    cause: int
    text: str
    event: Event

    @property
    def title(self) -> str:
        """The text without its full stop, for a heading."""
        return self.text.removesuffix(".")

    @property
    def rolled(self) -> Rolled | None:
        """The throw and its faces, if the event is a roll of dice."""
        return self.event if isinstance(self.event, Rolled) else None

    @property
    def seen(self) -> Seen:
        """What can be seen of the event on the table."""
        return seen(self.event)

    @property
    def quiet(self) -> bool:
        """Whether it tells nothing new. A window that closes does so only if something was declared in it."""
        declared = isinstance(self.event, WindowClosed) and self.event.reactions
        return self.event.shown is Shown.QUIET and not declared


class Seen(Struct, frozen=True):
    """What can be seen of an event on the table: which units, and where.

    `at` is where `unit` is afterwards, `out` whether it is put out, `path` its way from where it was. `units` are all
    units that act, `targets` those acted upon. `start` is set if the event starts from a cell that is not the unit's,
    `cell` if it is aimed at a cell.
    """

    type: EventType
    shown: Shown
    unit: UnitId = ""
    at: Cell = -1
    out: bool = False
    path: tuple[Cell, ...] = ()
    units: tuple[UnitId, ...] = ()
    targets: tuple[UnitId, ...] = ()
    start: Cell = -1
    cell: Cell = -1


def seen(event: Event) -> Seen:
    """What can be seen of an event: its fields that have the name and the meaning of a field of `Seen`.

    Raises TypeError as `visible_fields`.
    """
    subject = event.throw if isinstance(event, Rolled) else event
    fields: dict[str, Any] = {}
    for name, several in visible_fields(type(subject)):
        value = getattr(subject, name)
        if value is not UNSET and value is not None:
            fields[name] = tuple(value) if several else value
    for plural, singular in (("units", "unit"), ("targets", "target")):
        if singular in fields and plural not in fields:
            fields[plural] = (fields[singular],)
    fields.pop("target", None)
    return Seen(event.type, event.shown, **fields)


@cache
def visible_fields(kind: type[Struct]) -> tuple[tuple[str, bool], ...]:
    """The fields of a class of events that go into `Seen`, each with whether it holds several values.

    Raises TypeError for a field with several values if that of `Seen` has one, and the other way round.
    """
    shapes, field_meanings, hints = _shapes(Seen), meanings(kind), get_type_hints(kind)
    shapes["target"] = shapes["unit"]
    fields = []
    for name in kind.__struct_fields__:
        meaning, several = shapes.get(name, (None, False))
        if meaning is not None and field_meanings.get(name) is meaning:
            if _several(hints[name]) != several:
                raise TypeError(f"{kind.__name__}.{name} is not of the type of Seen.{name}.")
            fields.append((name, several))
        elif name == "out" and hints[name] is bool:
            fields.append((name, False))
    return tuple(fields)


def _shapes(kind: type[Struct]) -> dict[str, tuple[Meaning | None, bool]]:
    """Field -> its meaning, and whether it holds several values."""
    hints = get_type_hints(kind)
    return {name: (meaning, _several(hints[name])) for name, meaning in meanings(kind).items()}


def _several(hint: object) -> bool:
    return get_origin(hint) in (list, tuple)
