"""Walking and sailing on the hexes of VIKTORY II, whoever may be in the way: what a map alone says of reach."""

from __future__ import annotations

from heapq import heappop, heappush

from game.board.board import Board
from game.rules.viktory2.ground import is_water
from game.rules.viktory2.state import Piece

HARD = ("forest", "mountain")
NEVER = 99.0
"""Turns of a way that does not exist."""


class Ways:
    """One board; every answer is kept."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._strikes: dict[tuple[str, int], frozenset[int]] = {}
        self._shores: dict[int, frozenset[int]] = {}
        self._turns: dict[tuple[str, int], dict[int, float]] = {}

    def hard(self, profile: str, cell: int) -> bool:
        """Whether the ground of a hex stops such a unit."""
        return profile in ("infantry", "artillery") and self.board.terrain[cell] in HARD

    def strike(self, unit: Piece) -> frozenset[int]:
        """The hexes that a unit can come to in a turn of its own, its own hex included."""
        key = (unit.profile, unit.at)
        found = self._strikes.get(key)
        if found is None:
            sails, edge, seen = unit.profile == "frigate", {unit.at}, {unit.at}
            for _ in range(unit.stats["MOVE"]):
                going_on = [cell for cell in edge if cell == unit.at or not self.hard(unit.profile, cell)]
                near = {to for cell in going_on for to in self.board.neighbours(cell) if to not in seen}
                edge = {to for to in near if is_water(self.board, to) == sails}
                seen |= edge
            found = self._strikes[key] = frozenset(seen)
        return found

    def shores(self, frigate: Piece) -> frozenset[int]:
        """The land beside the water that a frigate can come to in a turn."""
        found = self._shores.get(frigate.at)
        if found is None:
            near = (cell for water in self.strike(frigate) for cell in self.board.neighbours(water))
            found = self._shores[frigate.at] = frozenset(cell for cell in near if not is_water(self.board, cell))
        return found

    def turns(self, unit: Piece, goal: int) -> dict[int, float]:
        """How many turns a unit of that kind needs from every hex to the goal; hexes without a way are left out.

        A frigate's goal on land is the water beside it.
        """
        key = (unit.profile, goal)
        found = self._turns.get(key)
        if found is None:
            sails, move = unit.profile == "frigate", unit.stats["MOVE"]
            found, heap = {}, [(0.0, goal)]
            while heap:
                spent, cell = heappop(heap)
                if cell in found:
                    continue
                found[cell] = spent
                cost = 1 / move if cell == goal or not self.hard(unit.profile, cell) else 1.5 / move
                for to in self.board.neighbours(cell):
                    if to not in found and is_water(self.board, to) == sails:
                        heappush(heap, (spent + cost, to))
            self._turns[key] = found
        return found
