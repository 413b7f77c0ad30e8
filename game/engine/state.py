"""The state: plain data, ids instead of references, cells as ints. It clones fast, goes to JSON and back, and hashes.

Rules read it; only the verbs of `Table` change it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass

from game.board.board import Board
from game.engine.queue import ReactionQueue


@dataclass(slots=True)
class Unit:
    """One piece on the table. `at` is a cell; `stats` are shared and never altered.

    `markers` maps a kind to its face ("down", "up"); `facts` and `tags` hold what a rulebook must remember of it.
    """

    id: str
    seat: str
    profile: str
    at: int
    stats: Mapping[str, int]
    name: str = ""
    weapons: tuple[str, ...] = ()
    group: str = ""
    aboard: str = ""
    out: bool = False
    figures: int = 1
    wounds: int = 0
    prone: bool = False
    markers: dict[str, str] = field(default_factory=dict)
    facts: dict[str, int] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)

    def clone(self) -> Unit:
        """A copy that shares only what never changes."""
        return Unit(
            self.id,
            self.seat,
            self.profile,
            self.at,
            self.stats,
            self.name,
            self.weapons,
            self.group,
            self.aboard,
            self.out,
            self.figures,
            self.wounds,
            self.prone,
            self.markers.copy(),
            self.facts.copy(),
            self.tags.copy(),
        )

    def fact(self, name: str) -> int:
        """A remembered number, 0 if it was never set."""
        return self.facts.get(name, 0)


@dataclass(slots=True)
class Step:
    """A rule waiting to run: its name, its JSON arguments, and the event it comes from."""

    name: str
    args: list[object]
    cause: int = -1


@dataclass(slots=True)
class State:
    """Everything the rules know at one moment. The board is shared and never altered."""

    board: Board
    seats: tuple[str, ...]
    units: dict[str, Unit]
    turns: int
    turn: int = 1
    phase: str = ""
    seat: str = ""
    facts: dict[str, int] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    queues: list[ReactionQueue] = field(default_factory=list)
    agenda: list[Step] = field(default_factory=list)
    outcome: dict[str, str] = field(default_factory=dict)

    def clone(self) -> State:
        """A state that can be played on without touching this one."""
        return State(
            self.board,
            self.seats,
            {name: unit.clone() for name, unit in self.units.items()},
            self.turns,
            self.turn,
            self.phase,
            self.seat,
            self.facts.copy(),
            self.tags.copy(),
            [queue.clone() for queue in self.queues],
            self.agenda.copy(),
            self.outcome.copy(),
        )

    def to_json(self) -> dict[str, object]:
        """Plain JSON of everything but the board, which belongs to the setup."""
        out = plain(self)
        if not isinstance(out, dict):
            raise TypeError
        del out["board"]
        return out

    @classmethod
    def from_json(cls, data: Mapping[str, object], board: Board) -> State:
        """The inverse of `to_json`, on the same board."""
        state = cls(board, (), {}, 0)
        for name, value in data.items():
            setattr(state, name, value)
        state.seats = tuple(state.seats)
        units: Mapping[str, dict[str, object]] = data["units"]  # type: ignore[assignment]
        state.units = {}
        for key, fields_ in units.items():
            state.units[key] = Unit(**{**fields_, "weapons": tuple(fields_["weapons"])})  # type: ignore[arg-type]
        state.queues = [ReactionQueue.from_json(queue) for queue in data["queues"]]  # type: ignore[attr-defined]
        state.agenda = [Step(**step) for step in data["agenda"]]  # type: ignore[attr-defined]
        return state

    def key(self) -> str:
        """Canonical text: equal for equal states, on every machine and hash seed."""
        return json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))

    def mark(self) -> tuple[object, ...]:
        """A cheap key among the states of one game: equal only for equal states, though not for every two of them."""
        return (
            tuple(
                (
                    u.at,
                    u.out,
                    u.figures,
                    u.wounds,
                    u.prone,
                    u.aboard,
                    u.group,
                    str(u.markers),
                    str(u.facts),
                    str(u.tags),
                )
                for u in self.units.values()
            ),
            (self.turn, self.phase, self.seat),
            (str(self.facts), str(self.tags), str(self.queues), str(self.agenda), str(self.outcome)),
        )

    def unit(self, name: str) -> Unit:
        """The unit of that id. Raises KeyError."""
        return self.units[name]

    def at(self, cell: int) -> Unit | None:
        """The unit standing on `cell`, those out of action not counted."""
        return next((u for u in self.units.values() if u.at == cell and not u.out and not u.aboard), None)

    def standing(self, seat: str | None = None) -> list[Unit]:
        """Units still in action, of one seat or of all."""
        return [u for u in self.units.values() if not u.out and (seat is None or u.seat == seat)]

    def side(self, seat: str) -> str:
        """The side a seat belongs to; a seat without allies is a side of its own."""
        return self.tags.get(f"side:{seat}", seat)

    def sides(self) -> list[str]:
        """Every side once, in seat order."""
        return list(dict.fromkeys(self.side(seat) for seat in self.seats))

    def seats_of(self, side: str) -> list[int]:
        """The places in seat order of a side's seats."""
        return [place for place, seat in enumerate(self.seats) if self.side(seat) == side]

    def rotation(self, seat: str) -> list[str]:
        """Every seat once, in seat order from `seat` on."""
        start = self.seats.index(seat)
        return [*self.seats[start:], *self.seats[:start]]

    def enemies(self, seat: str) -> list[str]:
        """The seats against `seat`, in seat order from the next one on."""
        own = self.side(seat)
        return [other for other in self.rotation(seat) if self.side(other) != own]


def plain(value: object) -> object:
    """Dataclasses to dicts, tuples to lists, all the way down. Boards are left out."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if kind is list or kind is tuple:
        return [plain(item) for item in value]  # type: ignore[attr-defined]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, Board):
        return None
    names = _NAMES.get(kind)
    if names is None and is_dataclass(value):
        names = _NAMES[kind] = tuple(f.name for f in fields(value))
    if names is None:
        raise TypeError(value)
    return {name: plain(getattr(value, name)) for name in names}


_NAMES: dict[type, tuple[str, ...]] = {}


def digest(text: str) -> str:
    """SHA-256 of a canonical text."""
    return hashlib.sha256(text.encode()).hexdigest()
