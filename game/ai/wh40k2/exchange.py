"""Fire between a squad and its enemies on any cell that the squad may go to, worked out for many cells at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from game.board.board import Board
from game.board.terrain import Cover
from game.engine.names import Cell
from game.rules.wh40k2.facing import in_arc
from game.rules.wh40k2.state import Squad

Share = Callable[[int, Cover], float]
"""The share of a visible target that one squad's fire is expected to take, by distance (inches) and cover."""


class Aimed(NamedTuple):
    """An enemy to be fired at: its cell, the share that a shot takes of it, and its worth."""

    at: Cell
    share: Share
    worth: float


class Gun(NamedTuple):
    """An enemy that fires: the share its shot takes, how much that counts, whether it sees the squad's present cell."""

    foe: Squad
    share: Share
    ready: float
    sees: bool


class Exchange:
    """A squad and its enemies. Whatever does not depend on the squad's cell is looked up only once."""

    def __init__(self, board: Board, unit: Squad, aimed: Sequence[Aimed], guns: Sequence[Gun]) -> None:
        self._board, self._unit, self._aimed, self._guns = board, unit, aimed, guns

    def shot(self, cell: Cell) -> float:
        """What the squad's best shot from a cell is expected to take; from its own cell, it fires only into its arc."""
        board, unit = self._board, self._unit
        best = 0.0
        for at, share, worth in self._aimed:
            if board.visible(cell, at) and (cell != unit.at or in_arc(board, unit, at)):
                sight = board.sight(cell, at)
                best = max(best, share(sight.distance, sight.cover) * worth)
        return best

    def danger(self, cell: Cell) -> float:
        """The share of the squad that enemy fire is expected to take on a cell, weighted by readiness; at most 1."""
        board, stays = self._board, cell == self._unit.at
        total = 0.0
        for foe, share, ready, sees in self._guns:
            if (sees or not stays) and board.visible(foe.at, cell) and in_arc(board, foe, cell):
                sight = board.sight(foe.at, cell)
                total += ready * share(sight.distance, sight.cover)
        return min(1.0, total)
