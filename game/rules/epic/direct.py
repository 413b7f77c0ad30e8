"""The direct way: the shortest ways to an enemy's place, and what of them a counter charge covers (EP-10, EP-17, EP-A2).

Ways are the shortest by the grid's half cells, 2 straight and 3 diagonally (EP-A25). How far along them a stand comes is
judged by true millimetres, a diagonal being the square root of two, so that no rounding eats what the stand has.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.board.board import Board, Reach
from game.board.terrain import Mode
from game.engine.names import Cell


class Approach(NamedTuple):
    """The shortest ways from a stand's cell to an enemy's, past friends but no enemies.

    `places` are the cells beside the enemy that they may come in by, `foes` those that enemies stand on.
    """

    board: Board
    mode: Mode
    start: Cell
    foe: Cell
    places: frozenset[Cell]
    foes: frozenset[Cell]


class Direct(NamedTuple):
    """The search that found the shortest ways, those of the cells beside the enemy that they end on, and all on them.

    `bent`: longer than on an open board.
    """

    reach: Reach
    ends: frozenset[Cell]
    cells: frozenset[Cell]
    bent: bool


@lru_cache(maxsize=512)
def direct(over: Approach) -> Direct | None:
    """The shortest ways to an enemy's own cell, the last step being into it; None if none leads there.

    The search widens until it has found them or has seen all there is to see.
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
        if shortest < budget + 3:  # what lies beyond the search is longer
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
    """The cells on the direct way, without the first, that `limit` millimetres reach; a cell is `mm` wide."""
    reach, width = way.reach, board.width
    most: dict[Cell, int] = {}
    found: list[Cell] = []
    for cell in sorted(way.cells, key=reach.costs.__getitem__):
        cost = reach.costs[cell]
        if 2 * (cost * mm) ** 2 > 9 * limit**2:  # too far even if every step were diagonal
            break
        # of ways of one length in half cells, the one with most diagonals is the shortest in truth
        slants = [most[back] + _slant(reach, width, back, cell) for back in reach.before(cell)]
        most[cell] = max(slants, default=0)
        left = 2 * limit - (cost - 3 * most[cell]) * mm  # twice what is left for the diagonals
        if cost and left >= 0 and 8 * (most[cell] * mm) ** 2 <= left**2:
            found.append(cell)
    return found


def _slant(reach: Reach, width: int, back: Cell, cell: Cell) -> int:
    """For how many diagonals a step counts: none if it is straight, two on difficult ground."""
    return (reach.costs[cell] - reach.costs[back]) // 3 if all(offset(width, back, cell)) else 0


def offset(width: int, a: Cell, b: Cell) -> tuple[int, int]:
    """Columns and rows from one cell to another."""
    return b % width - a % width, b // width - a // width


def open_length(width: int, a: Cell, b: Cell) -> int:
    """The half cells from one cell to another on an open board."""
    x, y = map(abs, offset(width, a, b))
    return 2 * max(x, y) + min(x, y)
