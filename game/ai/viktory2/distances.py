"""Walking and sailing on the hexes of VIKTORY II by the map alone, as if no unit were in the way."""

from __future__ import annotations

from heapq import heappop, heappush

from game.board.board import Board
from game.engine.names import Cell
from game.rules.viktory2.ground import STOPPED, is_water
from game.rules.viktory2.moves import Passage, Route
from game.rules.viktory2.state import Piece

HARD = ("forest", "mountain")
NEVER = 99.0
"""The turns of a way that does not exist."""
SLOWED = 1.5
"""How many times as far a hex of hard ground counts: it ends a move, at no cost if the move ended there anyway."""


class Ways:
    """The ways of one board; every answer is kept."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._passages: dict[Route, Passage] = {}
        self._strikes: dict[tuple[str, int, Route], frozenset[int]] = {}
        self._beside: dict[frozenset[int], frozenset[int]] = {}
        self._turns: dict[tuple[str, int], dict[int, float]] = {}

    def hard(self, profile: str, cell: Cell) -> bool:
        """Whether the ground of a hex stops such a unit."""
        return profile in STOPPED and self.board.terrain[cell] in HARD

    def strike(self, unit: Piece, own: Route, roads: tuple[Route, ...]) -> frozenset[int]:
        """The hexes that a unit can reach in a turn of its own, the one it is in included.

        `own`: the towns and cities of its seat. Between them it uses `roads`, and their forest does not stop it.
        """
        key = (unit.profile, unit.at, own)
        found = self._strikes.get(key)
        if found is None:
            if own not in self._passages:
                self._passages[own] = Passage(self.board, frozenset(), own, own, (), roads)
            reach = self._passages[own].reach(unit.profile, unit.at, unit.stats["MOVE"])
            found = self._strikes[key] = frozenset((unit.at, *reach.cells))
        return found

    def beside(self, cells: frozenset[int]) -> frozenset[int]:
        """The land hexes beside these hexes."""
        found = self._beside.get(cells)
        if found is None:
            near = {cell for water in cells for cell in self.board.neighbours(water)}
            found = self._beside[cells] = frozenset(cell for cell in near if not is_water(self.board, cell))
        return found

    def turns(self, unit: Piece, goal: int) -> dict[int, float]:
        """The turns that a unit of that kind needs to the goal from every hex that has a way.

        A frigate's goal on land is the water beside it.
        """
        key = (unit.profile, goal)
        found = self._turns.get(key)
        if found is None:
            sails, move = unit.naval, unit.stats["MOVE"]
            found, heap = {}, [(0.0, goal)]
            while heap:
                spent, cell = heappop(heap)
                if cell in found:
                    continue
                found[cell] = spent
                cost = 1 / move if cell == goal or not self.hard(unit.profile, cell) else SLOWED / move
                for to in self.board.neighbours(cell):
                    if to not in found and is_water(self.board, to) == sails:
                        heappush(heap, (spent + cost, to))
            self._turns[key] = found
        return found
