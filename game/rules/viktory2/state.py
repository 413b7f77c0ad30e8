"""What the VIKTORY II table remembers: of every unit, of the action in hand, of the map's towns, cities and roads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from game.board.board import Board
from game.engine.names import Cell, Face, MarkerKind, Seat, UnitId
from game.engine.queue import Action, ReactionQueue
from game.engine.ruleset import Ruleset, TableOf
from game.engine.state import State, Unit
from game.engine.unfit import SetupError

INFANTRY, CAVALRY, ARTILLERY, FRIGATE = "infantry", "cavalry", "artillery", "frigate"
"""The profiles of the army list, which has no others."""


class Piece(Unit):
    """A unit with what it has done in its own turn, and a gun's shot in the enemy's.

    nth: its place in the order of moves (0: it has not moved); spent: hexes of movement; shore: the hex at which a
    frigate unloads (-1: none yet); target: the hex it is lined up to attack (-1: none); ship: the frigate that has
    carried it; placed: it has come from the reserve; reserve: it waits there; fired: its overwatch is used.
    """

    nth: int = 0
    spent: int = 0
    bombarded: bool = False
    fought: bool = False
    landed: bool = False
    shore: Cell = -1
    ship: UnitId = ""
    target: Cell = -1
    placed: bool = False
    reserve: bool = False
    fired: bool = False

    @property
    def naval(self) -> bool:
        """Whether it is a frigate: it goes by water and carries others."""
        return self.profile == FRIGATE

    @property
    def artillery(self) -> bool:
        """Whether it is a gun: it alone may fire overwatch (VK-04)."""
        return self.profile == ARTILLERY

    @property
    def busy(self) -> bool:
        """Whether it has done anything in its turn."""
        return bool(self.nth) or self.bombarded or self.fought or self.landed

    @property
    def gone(self) -> bool:
        """Whether it has left for good."""
        return self.out and not self.reserve

    def forgets(self) -> bool:
        """Whether it has done anything that is forgotten as its turn ends."""
        return self.busy or self.spent > 0 or self.shore >= 0 or self.placed or self.ship != ""

    def forget(self) -> None:
        """Its own turn is over."""
        self.nth = self.spent = 0
        self.bombarded = self.fought = self.landed = self.placed = False
        self.shore, self.ship = -1, ""

    def lost(self) -> None:
        """It leaves the map for the reserve."""
        self.out, self.aboard, self.reserve, self.target = True, "", True, -1


class Operation(Action):
    """What a unit or a group does.

    cell: the hex that is bombarded or fought for; of a move, the one to be attacked from its end (-1: none);
    came: who has gone into the battle, and the hex he came from; rounds: whether the rounds have begun.
    """

    cell: Cell = -1
    came: dict[UnitId, Cell] = msgspec.field(default_factory=dict)
    rounds: bool = False


SiteKind = Literal["town", "city", "capital"]


class Site(msgspec.Struct, frozen=True):
    """A town, a city, or a capital: a city with that name. `seat` holds it ("" nobody), `founder` held it first."""

    cell: Cell
    kind: SiteKind
    seat: Seat = ""
    founder: Seat = ""
    name: str = ""

    @property
    def capital(self) -> bool:
        """Whether it is the capital of the seat that holds it."""
        return self.kind == "capital" and self.seat == self.founder != ""

    def held_by(self, seat: Seat) -> Site:
        """The same place with another owner."""
        return msgspec.structs.replace(self, seat=seat)


class Islands(State[Piece, Operation]):
    """The table. held: what the seat in turn held as its turn began; repelled: hexes that have held out in it.

    `moves`: how many moves have been made in the turn; `roads` are the hexes of each road or ferry, end to end; they never change.
    """

    sites: dict[Cell, Site] = msgspec.field(default_factory=dict)
    roads: tuple[tuple[Cell, ...], ...] = ()
    held: tuple[Cell, ...] = ()
    repelled: tuple[Cell, ...] = ()
    moves: int = 0

    def seats_with(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats on the side of `seat`, its own included."""
        return tuple(one for one in self.seats if self.side(one) == self.side(seat)) if self.allies else (seat,)


IslandsQueue = ReactionQueue[Operation]
IslandsTable = TableOf[Piece, Operation, Islands]
IslandsRules = Ruleset[Piece, Operation, Islands]

# -- setups -----------------------------------------------------------------------------------------------------------

NUMBERS = ("nth", "spent")
FLAGS = ("bombarded", "fought", "landed", "placed", "reserve", "fired")
SIDES = {"shore": "shore", "towards": "target"}
"""Fact of a setup -> the field of a hex beside the unit, counted from 1 on as the board lists its neighbours."""


def recall(unit: Piece, facts: Mapping[str, int]) -> None:
    """What a setup says of a unit, without the hexes beside it (`turn_to`)."""
    for name in NUMBERS:
        setattr(unit, name, facts.get(name, 0))
    for name in FLAGS:
        setattr(unit, name, bool(facts.get(name, 0)))
    unit.out = unit.reserve


def turn_to(piece: Piece, facts: Mapping[str, int], board: Board) -> None:
    """The hexes beside it. Raises SetupError."""
    beside = board.neighbours(piece.at)
    for name, field in SIDES.items():
        side = facts.get(name, 0)
        if not 0 <= side <= len(beside):
            raise SetupError(f'The "{name}" of unit {piece.id} is {side}; it is the number of a hex beside it.')
        setattr(piece, field, beside[side - 1] if side else -1)


def facts_of(state: Islands, unit: Piece) -> tuple[Mapping[MarkerKind, Face], dict[str, int]]:
    """Markers and facts of a unit for a setup: what `recall` and `turn_to` read back."""
    beside = state.board.neighbours(unit.at)
    facts = {name: int(getattr(unit, name)) for name in (*NUMBERS, *FLAGS)}
    sides = {name: beside.index(cell) + 1 for name, field in SIDES.items() if (cell := getattr(unit, field)) in beside}
    return unit.markers, facts | sides
