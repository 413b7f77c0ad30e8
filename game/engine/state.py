"""The state of a game: plain data with ids instead of references and cells as ints.

It is fast to clone, goes to JSON and back, and has a hash. Rules read it, and change it only by the methods of `Table`.
A rulebook adds what it must remember as typed fields in its own subclasses of `Unit`, `Action` and `State`.
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
    """One piece on the table. `profile` is its kind in the army’s file; `stats` are shared and never altered.

    `group` is its formation and `aboard` its carrier ("" for none). `markers`: kind -> face. `wounds` are those it has
    taken. `out`: it is not on the table, but a casualty or in reserve.

    States share a unit as long as it is the same in them, so only a unit from `Table.unit` or `Table.change` may be
    altered.
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
        """Lay markers beside the unit or turn them; None removes one."""
        for kind, face in markers.items():
            if face is None:
                self.markers.pop(kind, None)
            else:
                self.markers[kind] = face

    def take_face_down_for(self, kind: MarkerKind) -> None:
        """Replace all face-down markers of the unit by one of `kind`, for a player who can only guess what they are."""
        hidden = [marker for marker, face in self.markers.items() if face == "down"]
        for marker in hidden:
            del self.markers[marker]
        if hidden:
            self.markers[kind] = "down"
        self.markers = dict(sorted(self.markers.items()))

    @property
    def has_face_down(self) -> bool:
        """Whether it has a face-down marker."""
        return "down" in self.markers.values()

    @property
    def gone(self) -> bool:
        """Whether it has left the game. A unit in reserve is `out`, but not gone."""
        return self.out

    @property
    def exited(self) -> bool:
        """Whether it has left the table alive, for a goal of its seat."""
        return self.out and MarkerKinds.EXITED in self.markers

    def count(self, marker: MarkerKind) -> int:
        """How many markers of a kind the unit has; 0 or 1 in a rulebook that does not count them."""
        return int(marker in self.markers)


if TYPE_CHECKING:
    import typing_extensions

    UnitT_co = typing_extensions.TypeVar("UnitT_co", bound=Unit, default=Unit, covariant=True)
else:  # Python 3.11 has no defaults for type variables
    UnitT_co = TypeVar("UnitT_co", bound=Unit, covariant=True)


class Verdict(msgspec.Struct, frozen=True):
    """How a game ends: the seat or side that has won ("" for a draw), the reason, and the clauses.

    `reason` has neither a full stop nor a colon.
    """

    winner: Seat
    reason: str
    clauses: tuple[str, ...] = ()


class State(msgspec.Struct, Generic[UnitT_co, ActionT_co], gc=False):
    """Everything the rules know at one moment. The board is shared and never altered.

    `allies`: seat with allies -> its side; `score`: side -> points; `holders`: objective -> the side that holds it;
    `standing_passes`: seat -> how long its last pass holds; `placing`: unit -> the cell chosen for it, set only during
    deployment.
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
        """A state that can be played on without touching this one. Units and queues are shared until written."""
        return fresh(self)

    def apart(self) -> Self:
        """A copy that shares no unit and no queue with this one, for trying out other facts."""
        twin = self.clone()
        twin.queues = [queue.clone() for queue in self.queues]
        twin.units = {name: fresh(unit) for name, unit in self.units.items()}
        return twin

    def to_json(self) -> dict[str, object]:
        """Plain JSON of everything that a game changes; the board and the objectives are in the setup."""
        out: dict[str, object] = msgspec.to_builtins(self._changing_fields(), enc_hook=_plain)
        return out

    @classmethod
    def from_json(cls, data: Mapping[str, object], board: Board, objectives: tuple[Objective, ...] = ()) -> Self:
        """The inverse of `to_json`, on the same board. Raises msgspec.ValidationError, KeyError for an unknown step."""
        fields = {**data, "board": board, "objectives": objectives}
        return msgspec.convert(fields, cls, dec_hook=_restored, str_keys=True)

    def key(self) -> bytes:
        """Canonical JSON: equal for equal states, on every machine and with every hash seed."""
        plain = msgspec.to_builtins(self._changing_fields(), enc_hook=_plain, str_keys=True)
        return msgspec.json.encode(plain, order="deterministic")

    def mark(self) -> bytes:
        """A key among the states of one game: equal only for equal states."""
        return self.mark_but()

    def mark_but(self, *left_out: str) -> bytes:
        """As `mark`, without the fields `left_out`."""
        return _MARKS.encode([getattr(self, name) for name in self._changing_names(left_out)])

    def _changing_fields(self) -> dict[str, object]:
        """The fields that a game changes, with their values."""
        return {name: getattr(self, name) for name in self._changing_names()}

    def _changing_names(self, left_out: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The names of the fields that a game changes; `placing` only during deployment."""
        return _fields(type(self), left_out if self.placing is not msgspec.UNSET else (*left_out, "placing"))

    def as_placed(self) -> Self:
        """The state with units on the cells that `placing` has for them."""
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
        """The unit on `cell`; units that are out or aboard another do not count."""
        return next((u for u in self.units.values() if u.at == cell and not u.out and not u.aboard), None)

    def standing(self, seat: Seat | None = None) -> list[UnitT_co]:
        """The units that are not out, of one seat or of all."""
        return [u for u in self.units.values() if not u.out and (seat is None or u.seat == seat)]

    def side(self, seat: Seat) -> Seat:
        """The side of a seat; a seat without allies is a side of its own."""
        return self.allies.get(seat, seat)

    def sides(self) -> list[Seat]:
        """Every side once, in seat order."""
        return list(dict.fromkeys(self.side(seat) for seat in self.seats))

    @property
    def winner(self) -> Seat:
        """The side that has won; "" for a draw or an unfinished game."""
        return self.side(self.outcome.winner) if self.outcome is not None and self.outcome.winner else ""

    def seats_of(self, side: Seat) -> list[int]:
        """The indexes in `seats` of a side's seats."""
        return [place for place, seat in enumerate(self.seats) if self.side(seat) == side]

    def rotation(self, seat: Seat) -> list[Seat]:
        """All seats, in seat order from `seat` on."""
        start = self.seats.index(seat)
        return [*self.seats[start:], *self.seats[:start]]

    def turn_order(self) -> list[Seat]:
        """The seats in the order in which they take their turns."""
        return self.rotation(self.first or self.seats[0])

    def enemies(self, seat: Seat) -> list[Seat]:
        """The seats that are enemies of `seat`, in seat order from the next one on."""
        side = self.side(seat)
        return [other for other in self.rotation(seat) if self.side(other) != side]


if TYPE_CHECKING:
    import typing_extensions

    StateT_co = typing_extensions.TypeVar("StateT_co", bound=State, default=State, covariant=True)
else:  # Python 3.11 has no defaults for type variables
    StateT_co = TypeVar("StateT_co", bound=State, covariant=True)


def _plain(value: object) -> object:
    """The plain form of a value that msgspec does not know: steps by name, mappings as dicts, shared lists as lists."""
    if isinstance(value, StepFunction):
        return value.name
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, SharedList):
        return list(value)
    raise NotImplementedError(type(value).__name__)


@functools.cache
def _fields(kind: type[State], left_out: tuple[str, ...]) -> tuple[str, ...]:
    """The fields of a class of state that a game may change, without `left_out`."""
    return tuple(name for name in kind.__struct_fields__ if name not in ("board", "objectives", *left_out))


_MARKS = msgspec.msgpack.Encoder(enc_hook=_plain)


class Marks:
    """Marks for many states of one game. Each unit that the states share is encoded only once.

    A state must not be altered once it is marked.
    """

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}  # by `id()` of the unit
        self._units: list[Unit] = []  # keeps the units alive, so that no `id()` is used twice
        self._by_content: dict[bytes, int] = {}  # by content

    def of(self, state: State, *but: str) -> Hashable:
        """A key that is equal only for states that are equal in all fields except `but`."""
        numbers = self._numbers
        units = [numbers.get(id(unit)) or self._number(unit) for unit in state.units.values()]
        return tuple(units), state.mark_but("units", *but)

    def _number(self, unit: Unit) -> int:
        """The number of a unit that has none yet: never 0, and the same for units with equal content."""
        self._units.append(unit)
        number = self._numbers[id(unit)] = self._by_content.setdefault(_MARKS.encode(unit), len(self._by_content) + 1)
        return number


def _restored(kind: type, value: object) -> Any:
    """The inverse of `_plain`."""
    if kind is Board:
        return value
    if kind is Reactions:
        return Reactions(msgspec.convert(value, list[Reaction]))
    if get_origin(kind) is SharedList:
        return SharedList(msgspec.convert(value, list[get_args(kind)[0]]))  # type: ignore[misc]
    return step_named(str(value))


def digest(text: bytes) -> str:
    """SHA-256 of a canonical text."""
    import hashlib  # only when a position is hashed

    return hashlib.sha256(text).hexdigest()
