"""The ways of a board for whoever plans them: how far it is to walk from every cell to some ground."""

from __future__ import annotations

from game.board.board import Board

FAR = 10_000
WINDING = 10
"""Half inches of way for each row and column of a board: no way between walls is longer than five times around."""


def walking(board: Board, cells: tuple[int, ...]) -> dict[int, int]:
    """Half inches of walking from every cell to the nearest of `cells`, units ignored."""
    best = dict.fromkeys(cells, 0)
    longest = WINDING * (board.width + board.height)
    for start in cells[:: max(1, len(cells) // 8)]:  # a large area is well enough told by eight of its cells
        for cell, cost in board.reach(start, longest).costs.items():
            if cost < best.get(cell, FAR):
                best[cell] = cost
    return best
