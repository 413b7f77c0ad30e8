"""The state of a VIKTORY II game: the units, the current action, the map's towns, cities and roads."""

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
"""All profiles of the army list."""


class Piece(Unit):
    """A unit, what it has done in its own turn, and whether a gun has fired overwatch.

    nth: its place in the order of moves (0: it has not moved); spent: hexes of movement; shore: the hex at which a
    frigate unloads (-1: none yet); target: the hex it is lined up to attack (-1: none); ship: the frigate that has
    carried it; placed: it has come from the reserve this turn; reserve: it is in the reserve; fired: its overwatch is
    used.
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
        """Whether it is a frigate, which moves on water and carries land units."""
        return self.profile == FRIGATE

    @property
    def artillery(self) -> bool:
        """Whether it is artillery, the only kind that may fire overwatch (VK-04)."""
        return self.profile == ARTILLERY

    @property
    def acted(self) -> bool:
        """Whether it has done anything in its turn."""
        return bool(self.nth) or self.bombarded or self.fought or self.landed

    @property
    def gone(self) -> bool:
        return self.out and not self.reserve

    def forgets(self) -> bool:
        """Whether `forget` has anything to clear."""
        return self.acted or self.spent > 0 or self.shore >= 0 or self.placed or self.ship != ""

    def forget(self) -> None:
        """Clear what it has done, because its own turn is over."""
        self.nth = self.spent = 0
        self.bombarded = self.fought = self.landed = self.placed = False
        self.shore, self.ship = -1, ""

    def lost(self) -> None:
        """Move it from the map to the reserve, where it has done nothing."""
        self.forget()
        self.out, self.aboard, self.reserve, self.target = True, "", True, -1


class Operation(Action):
    """What a unit or a group does.

    cell: the hex that is bombarded or fought for; of a move, the hex to be attacked from its end (-1: none);
    came: each unit in the battle -> the hex it came from; rounds: whether the rounds have begun.
    """

    cell: Cell = -1
    came: dict[UnitId, Cell] = msgspec.field(default_factory=dict)
    rounds: bool = False


SiteKind = Literal["town", "city", "capital"]


class Site(msgspec.Struct, frozen=True):
    """A town, a city or a capital. `seat` holds it ("" if no seat does), `founder` held it at the start."""

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
        """The same site with another owner."""
        return msgspec.structs.replace(self, seat=seat)


class Islands(State[Piece, Operation]):
    """The table.

    held: the hexes that the active seat held when its turn began; repelled: hexes that have held out in this turn;
    moves: how many moves have been made in it; roads: the hexes of each road or ferry from end to end (never changed).
    """

    sites: dict[Cell, Site] = msgspec.field(default_factory=dict)
    roads: tuple[tuple[Cell, ...], ...] = ()
    held: tuple[Cell, ...] = ()
    repelled: tuple[Cell, ...] = ()
    moves: int = 0

    def seats_with(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats on the side of `seat`, its own included."""
        if not self.allies:
            return (seat,)
        return tuple(one for one in self.seats if self.side(one) == self.side(seat))


IslandsQueue = ReactionQueue[Operation]
IslandsTable = TableOf[Piece, Operation, Islands]
IslandsRules = Ruleset[Piece, Operation, Islands]

# -- setups -----------------------------------------------------------------------------------------------------------

NUMBERS = ("nth", "spent")
FLAGS = ("bombarded", "fought", "landed", "placed", "reserve", "fired")
SIDES = {"shore": "shore", "towards": "target"}
"""Fact of a setup -> the field with that hex. A fact is a neighbour's place in the board's order, from 1; 0 is none."""


def recall(unit: Piece, facts: Mapping[str, int]) -> None:
    """Set a unit as a setup describes it, except the hexes beside it (`set_sides`)."""
    for name in NUMBERS:
        setattr(unit, name, facts.get(name, 0))
    for name in FLAGS:
        setattr(unit, name, bool(facts.get(name, 0)))
    unit.out = unit.reserve


def set_sides(piece: Piece, facts: Mapping[str, int], board: Board) -> None:
    """Set the hexes beside a unit that a setup names. Raises SetupError for a side that does not exist."""
    beside = board.neighbours(piece.at)
    for name, field in SIDES.items():
        side = facts.get(name, 0)
        if not 0 <= side <= len(beside):
            raise SetupError(f'The "{name}" of unit {piece.id} is {side}; it is the number of a hex beside it.')
        setattr(piece, field, beside[side - 1] if side else -1)


def facts_of(state: Islands, unit: Piece) -> tuple[Mapping[MarkerKind, Face], dict[str, int]]:
    """The markers and facts of a unit for a setup: what `recall` and `set_sides` read back."""
    beside = state.board.neighbours(unit.at)
    facts = {name: int(getattr(unit, name)) for name in (*NUMBERS, *FLAGS)}
    sides = {name: beside.index(cell) + 1 for name, field in SIDES.items() if (cell := getattr(unit, field)) in beside}
    return unit.markers, facts | sides
