"""A setup is the table before the first choice: board, sides, units, objectives, rulings.

Maps, sketches and demonstrations are all turned into setups; a match is a setup and the choices made from it. The type
of a field has its bounds, by which `read_setup` checks foreign data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import replace

from game.board.board import Board, BoardError
from game.engine.foreign import ID, WHOLE, Id, Key, Line, Name, Prose, Word, fit, plain, says
from game.engine.names import Deployment, Face, read_sides, side_named, spoken
from game.engine.unfit import SetupError, Unfit, clean, shown
from game.engine.wording import number_of

MOST_UNITS = 400
MOST_CELLS = 256 * 256
MOST_SEATS = 4
RESERVED_SEATS = frozenset({"dice", "public", "referee"})
SEAT = rf"(?!(?:{'|'.join(sorted(RESERVED_SEATS))})\Z){ID}"
"""The id of a player's seat, as a regular expression."""

FaceSaid = Annotated[Face, says("the face is {}", 'use "up" or "down"')]
"""The face of a marker as an author writes it."""

MARKERS: Mapping[str, Face] = {
    "move": "down",
    "overwatch": "down",
    "spent": "up",
    "suppressed": "up",
    "pinned": "up",
    "covering": "up",
    "in_position": "up",
    "charge": "up",
    "blast": "up",
    "broken": "up",
    "hidden": "up",
    "exited": "up",
}
"""Kind of marker that maps and sketches know -> its face by default. A rulebook takes those that it has."""

Cell = Annotated[int, Meta(ge=0, le=MOST_CELLS - 1)]
Count = Annotated[int, Meta(ge=0, le=99)]
Turn = Annotated[int, Meta(ge=1, le=99)]
Stat = Annotated[int, Meta(ge=0, le=40)]
"""A statistic as an author may write it. Rules may change it beyond these bounds."""
Fact = Annotated[int, Meta(ge=-999, le=999)]


class UnitSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """One unit as its author placed it. `stats` override those of the profile; `aboard` is the id of its carrier."""

    id: Id
    seat: Word
    profile: Word
    at: Cell
    markers: Mapping[Id, FaceSaid] = field(default_factory=dict)
    stats: Mapping[Key, Annotated[int, Meta(ge=-99, le=999)]] = field(default_factory=dict)
    weapon: Word = ""
    figures: Count = 0
    name: Name = ""
    group: Name = ""
    facts: Mapping[Key, Fact] = field(default_factory=dict)
    aboard: Word = ""

    def to_json(self) -> dict[str, object]:
        """Every field as JSON, `aboard` only if it is not empty."""
        data: dict[str, object] = plain(self)
        if not self.aboard:
            del data["aboard"]
        return data


class Scored(Enum):
    """When an objective gives its points."""

    EACH_TURN = "each turn"
    LAST_TURN = "last turn"
    EXIT = "exit"
    """Each unit that ends a turn there leaves the table, and its seat gets the points for it."""


class Goal(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How an objective is scored: when, by which seat ("": any), and with which unit ("": any)."""

    scored: Scored = Scored.EACH_TURN
    seat: Word = ""
    unit: Annotated[str, Meta(pattern=rf"\A(?:{ID})?\Z")] = ""

    def worth(self, points: int) -> str:
        """What an objective gives, when and to whom: "2 points a turn", "3 points at the end for Red", "" for none."""
        if not points:
            return ""
        count = number_of(points, "point")
        whose = self.unit.upper() or (spoken(self.seat) if self.seat else "")
        if self.scored is Scored.EXIT:
            return f"{count} if {whose} leaves here" if self.unit else f"{count} for each {whose} unit that leaves here"
        when = "a turn" if self.scored is Scored.EACH_TURN else "at the end"
        return f"{count} {when} for {whose}" if whose else f"{count} {when}"


HELD = Goal()
"""The default: points at the end of each turn for the side that holds the objective."""


class Objective(Struct, frozen=True, forbid_unknown_fields=True):
    """Ground that gives `points` to the side that holds its `cells`, or as its goal says."""

    id: Id
    name: Name
    cells: tuple[Cell, ...]
    seat: Word = ""
    points: Count = 1
    goal: Goal | UnsetType = UNSET

    @property
    def scoring(self) -> Goal:
        """Its goal; by default, to hold it."""
        return self.goal or HELD


class SiteSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A town or the like as its author placed it. `seat` is its holder, "" for nobody."""

    kind: Word
    at: Cell
    seat: Word = ""
    name: Name = ""


Road = tuple[Cell, ...]
"""The cells of a road, each next to the one before."""


_SELDOM = frozenset({"sites", "roads", "deployment", "head_start"})
"""Fields that few setups use; JSON leaves them out if they have their default."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a match starts from. Two equal setups with equal choices give equal games."""

    ruleset: Word
    title: Prose
    board: Board
    seats: Annotated[tuple[Id, ...], Meta(max_length=MOST_SEATS)]
    units: Annotated[tuple[UnitSpec, ...], Meta(max_length=MOST_UNITS)]
    zones: Annotated[Mapping[Key, tuple[Cell, ...]], Meta(max_length=40)] = field(default_factory=dict)
    objectives: Annotated[tuple[Objective, ...], Meta(max_length=100)] = ()
    turns: Turn = 8
    turn: Turn = 1
    phase: Word = ""
    seat: Word = ""
    first: Word = ""
    source: Annotated[str, Meta(max_length=300, pattern=WHOLE)] = ""
    note: Prose = ""
    rulings: Mapping[Key, Line] = field(default_factory=dict)
    options: Mapping[Key, Annotated[str, Meta(max_length=500_000, pattern=WHOLE)]] = field(default_factory=dict)
    sites: Annotated[tuple[SiteSpec, ...], Meta(max_length=MOST_CELLS)] = ()
    roads: Annotated[tuple[Road, ...], Meta(max_length=MOST_CELLS)] = ()
    deployment: Deployment = Deployment.FIXED
    head_start: Annotated[Mapping[Word, Count], Meta(max_length=MOST_SEATS)] = field(default_factory=dict)

    def with_rulings(self, rulings: Mapping[str, str]) -> Setup:
        """The same setup with these rulings in place of its own; rulings that are not named stay."""
        return replace(self, rulings={**self.rulings, **rulings})

    def deployed(self, deployment: Deployment) -> Setup:
        """The same setup with another way of deployment."""
        return replace(self, deployment=deployment)

    def on(self, board: Board) -> Setup:
        """The same setup on a board of the same size."""
        return self if board is self.board else replace(self, board=board)

    def sides(self) -> list[list[str]]:
        """The seats of each side, by the option `sides` ("red+gold/blue"). Raises SetupError."""
        text = self.options.get("sides", "")
        if not text:
            return [[seat] for seat in self.seats]
        sides = read_sides(text, self.seats)
        if sides is None:
            raise SetupError(
                f'The sides "{text}" do not name each seat once; write them like '
                f'"{self.seats[0]}/{side_named(self.seats[1:])}".'
            )
        return sides

    def to_json(self) -> dict[str, object]:
        """The whole setup as JSON, including the board."""
        out: dict[str, object] = {}
        for name in self.__struct_fields__:
            if name == "board":
                out[name] = self.board.to_json()
            elif name == "units":
                out[name] = [unit.to_json() for unit in self.units]
            elif name not in _SELDOM or getattr(self, name) not in ((), {}, Deployment.FIXED):
                out[name] = plain(getattr(self, name))
        return out

    def fingerprint(self) -> str:
        """SHA-256 of the content, the same on every machine."""
        return fingerprint(self.to_json())


def fingerprint(setup: object) -> str:
    """SHA-256 of a setup's JSON."""
    import hashlib  # only when a position is hashed

    text = json.dumps(setup, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def is_id(text: str) -> bool:
    """Whether a text can be the id of a unit."""
    return re.fullmatch(ID, text) is not None


def is_seat(text: str) -> bool:
    """Whether a text can be the id of a player's seat."""
    return re.fullmatch(SEAT, text) is not None


def some(names: Iterable[str], limit: int = 12) -> str:
    """The names in alphabetical order, for a sentence; at most `limit` of them."""
    ordered = sorted(names)
    return ", ".join(ordered[:limit]) + (", ..." if len(ordered) > limit else "")


def boarded(data: object, place: str = "board") -> object:
    """The data of a setup with its board read into a `Board`, for `fit`. Raises Unfit."""
    if not isinstance(data, dict) or "board" not in data:
        return data
    try:
        board = Board.from_json(fit(data["board"], dict[str, object]))
    except Unfit as error:
        raise Unfit("", place, error.fault, error.mend) from error
    except BoardError as error:
        raise Unfit("", place, clean(str(error).rstrip("."), 300), "mend it") from error
    return {**data, "board": board}


def read_setup(data: object) -> Setup:
    """The setup that `Setup.to_json` wrote. Raises Unfit naming the place of the first fault."""
    setup = fit(boarded(data), Setup)
    check_setup(setup)
    return setup


def check_setup(setup: Setup, place: str = "") -> None:
    """Check what no single field can: that seats play, cells are on the board, and ids are unique. Raises Unfit."""
    at = f"{place}." if place else ""
    seats = setup.seats
    if not seats or len(set(seats)) < len(seats) or RESERVED_SEATS & set(seats):
        raise Unfit("", f"{at}seats", "these are not one to four different seats", "name each once")
    last = setup.board.width * setup.board.height - 1
    for name, playing in (("seat", setup.seat), ("first", setup.first)):
        _plays(playing, ("", *seats), at + name)
    for number, unit in enumerate(setup.units):
        _plays(unit.seat, seats, f"{at}units[{number}].seat")
        _on_board((unit.at,), last, f"{at}units[{number}].at")
    for number, objective in enumerate(setup.objectives):
        _on_board(objective.cells, last, f"{at}objectives[{number}].cells")
        goal = objective.scoring
        _plays(goal.seat, seats if goal.scored is Scored.EXIT else ("", *seats), f"{at}objectives[{number}].goal.seat")
    for name, cells in setup.zones.items():
        _on_board(cells, last, f"{at}zones.{name}")
    for number, site in enumerate(setup.sites):
        _plays(site.seat, ("", *seats), f"{at}sites[{number}].seat")
        _on_board((site.at,), last, f"{at}sites[{number}].at")
    for number, road in enumerate(setup.roads):
        _on_board(road, last, f"{at}roads[{number}]")
    for seat in setup.head_start:
        _plays(seat, seats, f"{at}head_start")
    _unlike((unit.id for unit in setup.units), f"{at}units")
    _unlike((objective.id for objective in setup.objectives), f"{at}objectives")


def _plays(seat: str, seats: Sequence[str], place: str) -> None:
    if seat not in seats:
        raise Unfit("", place, f"the seat {shown(seat)} does not play", f"use one of {', '.join(filter(None, seats))}")


def _on_board(cells: Iterable[int], last: int, place: str) -> None:
    if max(cells, default=0) > last:
        raise Unfit("", place, f"this is not a whole number from 0 to {last}", "the board has no other cells")


def _unlike(ids: Iterable[str], place: str) -> None:
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise Unfit("", place, f"{shown(id)} appears twice", "give each an id of its own")
        seen.add(id)
