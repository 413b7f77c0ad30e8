"""The direct way: the shortest ways to an enemy, and how far a counter charge gets on them (EP-10, EP-17, EP-A2).

The shortest ways are those by the grid's half cells, 2 for a straight step and 3 for a diagonal one (EP-A25). How far a
stand gets on them is measured in true millimetres, a diagonal being √2 cells, so that no rounding shortens its move.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.board.board import Board, Reach
from game.board.terrain import Mode
from game.engine.names import Cell


class Approach(NamedTuple):
    """What the shortest ways from a stand to an enemy depend on; they lead past friends, but not past enemies.

    foe: the enemy's cell; places: the cells beside it where a way may end; foes: the cells of all enemies.
    """

    board: Board
    mode: Mode
    start: Cell
    foe: Cell
    places: frozenset[Cell]
    foes: frozenset[Cell]


class Direct(NamedTuple):
    """The shortest ways: the search that found them, the cells beside the enemy where they end, and all their cells.

    bent: they are longer than they would be on an open board.
    """

    reach: Reach
    ends: frozenset[Cell]
    cells: frozenset[Cell]
    bent: bool


@lru_cache(maxsize=512)
def direct(over: Approach) -> Direct | None:
    """The shortest ways to an enemy's own cell, including the last step into it; None if there is no way.

    The search widens until it has found them or has covered all the ground that can be reached.
    """
    width = over.board.width
    budget, seen = 3 * (1 + max(map(abs, offset(width, over.start, over.foe)))), 0
    while True:
        reach = over.board.reach(over.start, budget, over.foes, over.mode)
        lengths = {
            cell: reach.costs[cell] + (3 if all(offset(width, cell, over.foe)) else 2)
            for cell in over.places
            if cell in reach.costs
        }
        shortest = min(lengths.values(), default=budget + 3)
        if shortest < budget + 3:  # any way that the search has not seen is longer
            break
        if len(reach.costs) == seen:
            return None
        budget, seen = 2 * budget, len(reach.costs)
    ends = frozenset(cell for cell, length in lengths.items() if length == shortest)
    found = list(ends)
    known = set(found)
    for cell in found:
        new = [back for back in reach.before(cell) if back not in known]
        known.update(new)
        found += new
    return Direct(reach, ends, frozenset(known), shortest != open_length(width, over.start, over.foe))


def covered(board: Board, way: Direct, mm: int, limit: int) -> list[Cell]:
    """The cells of the direct way, except the first, within `limit` millimetres; a cell is `mm` wide."""
    reach, width = way.reach, board.width
    most: dict[Cell, int] = {}
    found: list[Cell] = []
    for cell in sorted(way.cells, key=reach.costs.__getitem__):
        cost = reach.costs[cell]
        if 2 * (cost * mm) ** 2 > 9 * limit**2:  # too far even if every step were diagonal
            break
        # of ways with the same length in half cells, the one with the most diagonals is the shortest in millimetres
        diagonals = [most[back] + _diagonals(reach, width, back, cell) for back in reach.before(cell)]
        most[cell] = max(diagonals, default=0)
        left = 2 * limit - (cost - 3 * most[cell]) * mm  # twice what is left for the diagonals
        if cost and left >= 0 and 8 * (most[cell] * mm) ** 2 <= left**2:
            found.append(cell)
    return found


def _diagonals(reach: Reach, width: int, back: Cell, cell: Cell) -> int:
    """How many diagonals a step counts as: none if it is straight, else one, or two on difficult ground."""
    return (reach.costs[cell] - reach.costs[back]) // 3 if all(offset(width, back, cell)) else 0


def offset(width: int, a: Cell, b: Cell) -> tuple[int, int]:
    """The columns and rows from one cell to another."""
    return b % width - a % width, b // width - a // width


def open_length(width: int, a: Cell, b: Cell) -> int:
    """The length of the shortest way between two cells on an open board, in half cells."""
    x, y = map(abs, offset(width, a, b))
    return 2 * max(x, y) + min(x, y)
