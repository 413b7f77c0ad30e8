"""The state: plain data, ids instead of references, cells as ints. It clones fast, goes to JSON and back, and hashes.

Rules read it; only the verbs of `Table` change it. A rulebook adds what it must remember as typed fields of its own
`Unit`, `Action` and `State`.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, get_args, get_origin

import msgspec

from game.board.board import Board
from game.engine.names import Cell, Face, MarkerKind, PhaseId, Seat, UnitId
from game.engine.queue import ActionT_co, Reaction, ReactionQueue, Reactions
from game.engine.setup import Objective
from game.engine.sharing import SharedList
from game.engine.steps import Step, StepFunction, step_named
from game.engine.structs import fresh
from game.engine.vocabulary import MarkerKinds


class Unit(msgspec.Struct, gc=False):
    """One piece on the table. `profile` is its kind in the army’s file, `stats` are shared and never altered.

    `group` is its formation and `aboard` its carrier ("" for none), `markers` are faces by kind, `wounds` those it has
    taken. `out`: it is not on the table, as a casualty or in a reserve.

    A unit is shared by all states in which it is the same: only one that `Table.unit` or `Table.change` gave is altered.
    """

    id: UnitId
    seat: Seat
    profile: str
    at: Cell
    stats: Mapping[str, int]
    name: str = ""
    weapons: tuple[str, ...] = ()
    group: str = ""
    aboard: UnitId = ""
    out: bool = False
    figures: int = 1
    wounds: int = 0
    prone: bool = False
    markers: dict[MarkerKind, Face] = {}

    def put(self, markers: Mapping[MarkerKind, Face | None]) -> None:
        """Lay markers beside the unit or turn them; those that are None go."""
        for kind, face in markers.items():
            if face is None:
                self.markers.pop(kind, None)
            else:
                self.markers[kind] = face

    def take_face_down_for(self, kind: MarkerKind) -> None:
        """Whatever lies face-down beside the unit is taken to be `kind`, for a player who imagines a table he does not know."""
        hidden = [marker for marker, face in self.markers.items() if face == "down"]
        for marker in hidden:
            del self.markers[marker]
        if hidden:
            self.markers[kind] = "down"
        self.markers = dict(sorted(self.markers.items()))

    @property
    def has_face_down(self) -> bool:
        """Whether a marker lies face-down beside it."""
        return "down" in self.markers.values()

    @property
    def gone(self) -> bool:
        """Whether it has left the game; who waits in a reserve is out and not gone."""
        return self.out

    @property
    def exited(self) -> bool:
        """Whether it has left the table alive, by a goal of its seat."""
        return self.out and MarkerKinds.EXITED in self.markers

    def count(self, marker: MarkerKind) -> int:
        """How many markers of a kind the unit has, 0 or 1 where the rulebook does not count them."""
        return int(marker in self.markers)


if TYPE_CHECKING:
    import typing_extensions

    UnitT_co = typing_extensions.TypeVar("UnitT_co", bound=Unit, default=Unit, covariant=True)
else:  # a default for a type variable is younger than Python 3.11
    UnitT_co = TypeVar("UnitT_co", bound=Unit, covariant=True)


class Verdict(msgspec.Struct, frozen=True):
    """How a game ends: the seat or side that has won ("" for a draw), why (no full stop, no colon), and by which clauses."""

    winner: Seat
    reason: str
    clauses: tuple[str, ...] = ()


class State(msgspec.Struct, Generic[UnitT_co, ActionT_co], gc=False):
    """Everything the rules know at one moment. The board is shared and never altered.

    `score` is by side, `holders` says which side holds an objective, `allies` the side of a seat that has allies,
    `standing_passes` until when a seat that has passed does not want to be asked again, `placing` where units are to begin while
    that is being said.
    """

    board: Board
    seats: tuple[Seat, ...]
    units: dict[UnitId, UnitT_co]
    turns: int
    turn: int = 1
    phase: PhaseId = PhaseId("")
    seat: Seat = ""
    first: Seat = ""
    objectives: tuple[Objective, ...] = ()
    allies: Mapping[Seat, str] = {}
    score: dict[Seat, int] = {}
    holders: dict[str, Seat] = {}
    standing_passes: dict[Seat, str] = {}
    queues: list[ReactionQueue[ActionT_co]] = []
    agenda: list[Step] = []
    outcome: Verdict | None = None
    placing: Mapping[UnitId, Cell] | msgspec.UnsetType = msgspec.UNSET

    def clone(self) -> Self:
        """A state that can be played on without touching this one. Units and queues are shared until they are written."""
        return fresh(self)

    def apart(self) -> Self:
        """A copy that shares no unit and no queue with this one: for a player who imagines another table."""
        twin = self.clone()
        twin.queues = [queue.clone() for queue in self.queues]
        twin.units = {name: fresh(unit) for name, unit in self.units.items()}
        return twin

    def to_json(self) -> dict[str, object]:
        """Plain JSON of everything but the board, which belongs to the setup, and what never changes."""
        out: dict[str, object] = msgspec.to_builtins(self._said(), enc_hook=_named)
        return out

    @classmethod
    def from_json(cls, data: Mapping[str, object], board: Board, objectives: tuple[Objective, ...] = ()) -> Self:
        """The inverse of `to_json`, on the same board. Raises msgspec.ValidationError, KeyError for an unknown step."""
        whole = {**data, "board": board, "objectives": objectives}
        return msgspec.convert(whole, cls, dec_hook=_found, str_keys=True)

    def key(self) -> bytes:
        """Canonical text: equal for equal states, on every machine and hash seed."""
        plain = msgspec.to_builtins(self._said(), enc_hook=_named, str_keys=True)
        return msgspec.json.encode(plain, order="deterministic")

    def mark(self) -> bytes:
        """A key among the states of one game: equal only for equal states."""
        return self.mark_but()

    def mark_but(self, *left_out: str) -> bytes:
        """The same of all but the fields `left_out`."""
        return _MARKS.encode([getattr(self, name) for name in self._changing(left_out)])

    def _said(self) -> dict[str, object]:
        """What a game changes, field by field."""
        return {name: getattr(self, name) for name in self._changing()}

    def _changing(self, left_out: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The fields that a game changes; where units are to begin only while that is being said."""
        return _fields(type(self), left_out if self.placing is not msgspec.UNSET else (*left_out, "placing"))

    def as_placed(self) -> Self:
        """The table with everybody where he is to begin, as far as it has been said."""
        if not self.placing:
            return self
        twin = self.apart()
        for name, cell in self.placing.items():
            twin.units[name].at = cell
        return twin

    def unit(self, name: UnitId) -> UnitT_co:
        """The unit of that id. Raises KeyError."""
        return self.units[name]

    def at(self, cell: Cell) -> UnitT_co | None:
        """The unit standing on `cell`, those out of action not counted."""
        return next((u for u in self.units.values() if u.at == cell and not u.out and not u.aboard), None)

    def standing(self, seat: Seat | None = None) -> list[UnitT_co]:
        """Units still in action, of one seat or of all."""
        return [u for u in self.units.values() if not u.out and (seat is None or u.seat == seat)]

    def side(self, seat: Seat) -> Seat:
        """The side a seat belongs to; a seat without allies is a side of its own."""
        return self.allies.get(seat, seat)

    def sides(self) -> list[Seat]:
        """Every side once, in seat order."""
        return list(dict.fromkeys(self.side(seat) for seat in self.seats))

    @property
    def winner(self) -> Seat:
        """The side that has won, "" for a draw and while nobody has."""
        return self.side(self.outcome.winner) if self.outcome is not None and self.outcome.winner else ""

    def seats_of(self, side: Seat) -> list[int]:
        """The places in seat order of a side's seats."""
        return [place for place, seat in enumerate(self.seats) if self.side(seat) == side]

    def rotation(self, seat: Seat) -> list[Seat]:
        """Every seat once, in seat order from `seat` on."""
        start = self.seats.index(seat)
        return [*self.seats[start:], *self.seats[:start]]

    def enemies(self, seat: Seat) -> list[Seat]:
        """The seats against `seat`, in seat order from the next one on."""
        own = self.side(seat)
        return [other for other in self.rotation(seat) if self.side(other) != own]


if TYPE_CHECKING:
    import typing_extensions

    StateT_co = typing_extensions.TypeVar("StateT_co", bound=State, default=State, covariant=True)
else:  # a default for a type variable is younger than Python 3.11
    StateT_co = TypeVar("StateT_co", bound=State, covariant=True)


def _named(value: object) -> object:
    """Steps by their names; what is shared as plain dicts and lists."""
    if isinstance(value, StepFunction):
        return value.name
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, SharedList):
        return list(value)
    raise NotImplementedError(type(value).__name__)


@functools.cache
def _fields(kind: type[State], left_out: tuple[str, ...]) -> tuple[str, ...]:
    """The fields of a kind of state that a game may change, but for those."""
    return tuple(name for name in kind.__struct_fields__ if name not in ("board", "objectives", *left_out))


_MARKS = msgspec.msgpack.Encoder(enc_hook=_named)


class Marks:
    """Marks of many states of one game, most of whose units are the same: each of those is looked at once.

    A state that has been marked is not altered any more.
    """

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._kept: list[Unit] = []  # for a number is found by where its unit lies in memory
        self._told: dict[bytes, int] = {}

    def of(self, state: State, *but: str) -> Hashable:
        """A key that is equal only for equal states, whatever they have in the fields `but`."""
        numbers = self._numbers
        units = [numbers.get(id(unit)) or self._number(unit) for unit in state.units.values()]
        return tuple(units), state.mark_but("units", *but)

    def _number(self, unit: Unit) -> int:
        """Of a unit that is not known yet, and from now on: the same for equal ones, never 0."""
        self._kept.append(unit)
        number = self._numbers[id(unit)] = self._told.setdefault(_MARKS.encode(unit), len(self._told) + 1)
        return number


def _found(kind: type, value: object) -> Any:
    """The inverse of `_named`."""
    if kind is Board:
        return value
    if kind is Reactions:
        return Reactions(msgspec.convert(value, list[Reaction]))
    if get_origin(kind) is SharedList:
        return SharedList(msgspec.convert(value, list[get_args(kind)[0]]))  # type: ignore[misc]
    return step_named(str(value))


def digest(text: bytes) -> str:
    """SHA-256 of a canonical text."""
    import hashlib  # not before a position is hashed

    return hashlib.sha256(text).hexdigest()
