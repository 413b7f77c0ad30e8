"""How far it is to walk from every cell of a board to some ground."""

from __future__ import annotations

from game.board.board import Board

FAR = 10_000
WINDING = 10
"""Half inches of path searched for each row and column: no way round walls is five times as long as a board."""


def walking(board: Board, cells: tuple[int, ...]) -> dict[int, int]:
    """Half inches of walking from each cell to the nearest of `cells`, units ignored; only cells that have a way."""
    best = dict.fromkeys(cells, 0)
    longest = WINDING * (board.width + board.height)
    for start in cells[:: max(1, len(cells) // 8)]:  # eight cells or a few more stand for a large area
        for cell, cost in board.reach(start, longest).costs.items():
            if cost < best.get(cell, FAR):
                best[cell] = cost
    return best
