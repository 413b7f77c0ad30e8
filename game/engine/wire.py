"""JSON for everything that leaves the engine, as one viewer may know it: views, events, decisions, why, odds, sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Raw, Struct
from msgspec.json import encode
from msgspec.structs import replace

from game.engine.decisions import DICE, Decision, Refusal, cells_out
from game.engine.events import LogEntry
from game.engine.foresight import defaults_on_the_way
from game.engine.log import LogLine
from game.engine.match import Match
from game.engine.names import Cell, Meaning
from game.engine.options import NOTHING, Moves, Option, Options, Part, Path, by_unit
from game.engine.throws import Rolled, cell_fields
from game.engine.view import FLAT, INSIDE, View
from game.engine.viewers import REFEREE, Viewer
from game.engine.viewing import outcome_view

Json = dict[str, object]

Write = Callable[[Any, int], Any]
"""Turns a value into JSON, for a board of that width in cells."""


def view_json(view: View) -> Json:
    """A view for the protocol."""
    return as_json(view, view.board.width)


def outcome_json(match: Match) -> Json | None:
    """Who has won and why; None while the game goes on."""
    outcome = outcome_view(match.state)
    return None if outcome is None else as_json(outcome, match.setup.board.width)


def as_json(record: Struct, width: int) -> Json:
    """A typed record for the protocol, on a board `width` cells wide: cells are [x, y], no cell is null."""
    out: Json = {}
    for name, key, left_out, flat, write in _fields(type(record)):
        value = getattr(record, name)
        if flat and write is not None:
            out.update(write(value, width) or {})
        elif left_out is NODEFAULT or value != left_out:
            out[key] = value if write is None else write(value, width)
    return out


class _Field(NamedTuple):
    """How a field is written: under `key`, not at all if it equals `left_out`; if `flat`, its own fields instead."""

    name: str
    key: str
    left_out: object
    flat: bool
    write: Write | None


@cache
def _fields(kind: type[Struct]) -> tuple[_Field, ...]:
    hints = get_type_hints(kind, include_extras=True)
    names = kind.__struct_fields__
    required = len(names) - len(kind.__struct_defaults__)
    defaults = (NODEFAULT,) * required + kind.__struct_defaults__
    omits = kind.__struct_config__.omit_defaults
    return tuple(
        _Field(name, key, default if omits else NODEFAULT, FLAT in _metadata(hints[name]), _writer(hints[name]))
        for name, key, default in zip(names, kind.__struct_encode_fields__, defaults, strict=True)
        if INSIDE not in _metadata(hints[name])
    )


def _metadata(hint: object) -> tuple[object, ...]:
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def _writer(hint: object) -> Write | None:  # noqa: PLR0911 (one for each kind of type)
    """The function that writes a value of that type; None if the value is JSON already."""
    if Meaning.CELL in _metadata(hint):
        return _cell
    if get_origin(hint) is Annotated:
        return _writer(get_args(hint)[0])
    inner = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        (member,) = (part for part in inner if part is not NoneType)
        write = _writer(member)
        return write and (lambda value, width: None if value is None else write(value, width))
    if get_origin(hint) is tuple:
        write_item = _writer(inner[0])
        if write_item is None:
            return lambda value, _: list(value)
        return lambda value, width: [write_item(item, width) for item in value]
    if get_origin(hint) is dict:
        write_value = _writer(inner[1])
        by_cell = Meaning.CELL in _metadata(inner[0])
        return lambda value, width: {
            f"{key % width},{key // width}" if by_cell else str(key): write_value(item, width) if write_value else item
            for key, item in value.items()
        }
    if isinstance(hint, type) and issubclass(hint, Enum):
        return lambda value, _: value.value
    return as_json if isinstance(hint, type) and issubclass(hint, Struct) else None


def _cell(cell: int, width: int) -> list[int] | None:
    return [cell % width, cell // width] if cell >= 0 else None


def line_json(line: LogLine, width: int) -> Json:
    """A line of the log for the protocol, on a board `width` cells wide."""
    event = line.event
    cells = cell_fields(type(event.throw if isinstance(event, Rolled) else event))
    return {
        "n": line.n,
        "type": line.type,
        "clauses": list(line.clauses),
        "cause": line.cause,
        "text": line.text,
        **cells_out(event.fields(), width, cells),
    }


def events_json(match: Match, events: Iterable[LogEntry], viewer: Viewer = REFEREE) -> list[Json]:
    """Events of a match as `viewer` may read them."""
    return [line_json(match.line(event, viewer), match.setup.board.width) for event in events]


def pending_json(match: Match, viewer: Viewer = REFEREE, narrowed: Decision | None = None) -> Json | None:
    """The pending decision with the path of every move, for `msgspec.json`; None if the match is over.

    `narrowed` is the same decision with fewer options, if not all are to be shown.
    """
    decision = narrowed or match.decision_for(viewer)
    if decision is None:
        return None
    width = match.setup.board.width
    if decision.seat == DICE:
        return decision.to_json(width)
    return {**replace(decision, options=NOTHING).to_json(width), "options": options_json(match, decision.options)}


def options_json(match: Match, options: Sequence[Option]) -> list[Json]:
    """Options with their paths filled in."""
    width = match.setup.board.width
    rows: list[Json] = []
    single: list[Part] = []
    for part in (*(options.parts if isinstance(options, Options) else options), None):
        known = isinstance(part, Moves) and part.way is not None
        if part is not None and not known:
            single.append(part)
            continue
        rows += [option.to_json(width) for option in match.rules.complete_all(match.front, Options(single))]
        single = []
        if isinstance(part, Moves) and part.way is not None:
            rows += _moves_json(part, part.way, width)
    return rows


def _moves_json(moves: Moves, way: Callable[[Cell], Path], width: int) -> list[Json]:
    """The options of a block whose paths are known; only those that are `apart` are made for it."""
    fields, prefix = moves.like.to_json(width), moves.prefix
    ways = map(_ways_json(way, width).__getitem__, moves.cells)
    rows: list[Json] = [{**fields, "id": prefix + name, **there} for name, there in ways]
    for place, cell in enumerate(moves.cells if moves.apart else ()):
        if cell in moves.apart:
            rows[place] = moves[place].but(path=way(cell)).to_json(width)
    return rows


class _WaysJson(dict[Cell, tuple[str, Json]]):
    """Cell -> its name in the id of a move there, and the fields of that move; worked out when first looked up."""

    def __init__(self, way: Callable[[Cell], Path], width: int) -> None:
        super().__init__()
        self._way, self._width = way, width

    def __missing__(self, cell: Cell) -> tuple[str, Json]:
        path = self._way(cell)
        there = cells_out({"to": cell, "path": path}, self._width, ("to", "path"))
        if path:
            there["path"] = Raw(encode(there["path"]))  # many moves, many cells: encoded only once
        else:
            del there["path"]
        found = self[cell] = f"{cell % self._width},{cell // self._width}", there
        return found


_ways_json = lru_cache(maxsize=64)(_WaysJson)


def legal_ids(match: Match, viewer: Viewer) -> list[str]:
    """The ids of the options of the pending decision; empty if it is another seat's."""
    decision = match.decision_for(viewer)
    return [option.id for option in decision.options] if decision else []


def why_json(match: Match, viewer: Viewer) -> Json:
    """Unit of `viewer` -> its options in the pending decision or the open window, or clause and reason."""
    width = match.setup.board.width
    decision = match.decision_for(viewer)
    listed = by_unit(decision.options if decision else ())
    out: Json = {}
    for name, answer in match.why(viewer).items():
        if name in listed:
            out[name] = options_json(match, tuple(listed[name]))
        elif isinstance(answer, Refusal):
            out[name] = {key: value for key, value in answer.to_json(width).items() if key != "unit"}
        else:
            out[name] = options_json(match, tuple(answer))
    return out


def odds_json(match: Match, option_id: str, viewer: Viewer, *, to_end: bool = False) -> list[Json]:
    """The exact distribution of what an option leads to, most likely first. Raises as `Match.odds`.

    With `to_end` it is that of the end of the action, if everybody who decides on the way takes the default.
    """
    width = match.setup.board.width
    return [
        {"p": float(chance), "exact": str(chance), "changes": [as_json(change, width) for change in changes]}
        for chance, changes in match.odds(option_id, viewer, assume=to_end)
    ]


def defaults_json(match: Match, option_id: str, viewer: Viewer) -> list[Json]:
    """The questions that odds to the end of the action answer by their default after an option ("": the roll)."""
    return [
        {"seat": asked.seat, "kind": asked.kind, "unit": asked.unit or None, "option": asked.default}
        for asked in defaults_on_the_way(match, option_id, viewer)
    ]


def sight_json(match: Match, start: Cell, end: Cell) -> Json:
    """Whether one cell sees another, and its cover or what is in the way."""
    board = match.setup.board
    sight = board.sight(start, end)
    return {
        "visible": sight.visible,
        "cover": sight.cover,
        "blocked_by": list(board.xy(sight.blocked_by)) if sight.blocked_by >= 0 else None,
        "distance": sight.distance,
    }
