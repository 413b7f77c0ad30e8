"""Fire between a squad and its enemies while only the squad changes its place: worked out for many cells at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from game.board.board import Board
from game.board.terrain import Cover
from game.engine.names import Cell
from game.rules.wh40k2.facing import in_arc
from game.rules.wh40k2.state import Squad

Share = Callable[[int, Cover], float]
"""The share of a target that one squad's fire is expected to take, by distance and cover, where it is in sight."""


class Aimed(NamedTuple):
    """An enemy to be fired at: where it is, the share that is taken of it, and what it is worth."""

    at: Cell
    share: Share
    worth: float


class Gun(NamedTuple):
    """An enemy that fires: the share that it takes, how much its fire counts, and whether it sees the squad where that stands."""

    foe: Squad
    share: Share
    ready: float
    sees: bool


class Exchange:
    """A squad before its enemies. Whatever does not depend on the squad's cell is looked up once."""

    def __init__(self, board: Board, unit: Squad, aimed: Sequence[Aimed], guns: Sequence[Gun]) -> None:
        self._board, self._unit, self._aimed, self._guns = board, unit, aimed, guns

    def shot(self, cell: Cell) -> float:
        """The best that the squad's fire from a cell is expected to take; where it stands it fires into its arc alone."""
        board, unit = self._board, self._unit
        best = 0.0
        for at, share, worth in self._aimed:
            if board.visible(cell, at) and (cell != unit.at or in_arc(board, unit, at)):
                sight = board.sight(cell, at)
                best = max(best, share(sight.distance, sight.cover) * worth)
        return best

    def danger(self, cell: Cell) -> float:
        """The share of the squad that the enemies' fire is expected to take on a cell, each as much as it is ready; 1 at most."""
        board, stays = self._board, cell == self._unit.at
        total = 0.0
        for foe, share, ready, sees in self._guns:
            if (sees or not stays) and board.visible(foe.at, cell) and in_arc(board, foe, cell):
                sight = board.sight(foe.at, cell)
                total += ready * share(sight.distance, sight.cover)
        return min(1.0, total)
