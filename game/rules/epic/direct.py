"""The direct way: the shortest ways to an enemy, and how far a counter charge gets (EP-10, EP-17, EP-A2).

The shortest ways are those by the grid's half cells, 2 for a straight step and 3 for a diagonal one (EP-A25). How far a
stand gets is measured in true millimetres, a diagonal being √2 cells, so that no rounding shortens its move.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from math import isqrt
from typing import NamedTuple

from game.board.board import Board, Reach
from game.board.terrain import Mode
from game.engine.names import Cell
from game.rules.epic.ground import least_square, square


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

    length: in half cells, with the last step into the enemy's cell; bent: longer than it would be on an open board.
    """

    reach: Reach
    ends: frozenset[Cell]
    cells: frozenset[Cell]
    length: int
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
    return Direct(reach, ends, frozenset(known), shortest, shortest != open_length(width, over.start, over.foe))


class Walk(NamedTuple):
    """The search for the cells that a stand gets to within its centimetres, and those cells, without its own."""

    reach: Reach
    cells: frozenset[Cell]


@lru_cache(maxsize=512)
def walk(board: Board, mode: Mode, start: Cell, foes: frozenset[Cell], mm: int, limit: int) -> Walk:
    """The cells that a stand gets to within `limit` millimetres, past friends and not past `foes`; a cell is `mm` wide.

    Of ways with the same length in half cells, the one with the most diagonals is the shortest in millimetres.
    """
    most = isqrt(9 * limit**2 // (2 * mm**2))  # the half cells that fit in if every step is diagonal
    reach, width = board.reach(start, most, foes, mode), board.width
    slants: dict[Cell, int] = {}
    found: list[Cell] = []
    for cell in sorted(reach.costs, key=reach.costs.__getitem__):
        cost = reach.costs[cell]
        slants[cell] = max(
            (slants[back] + _diagonals(reach, width, back, cell) for back in reach.before(cell)), default=0
        )
        left = 2 * limit - (cost - 3 * slants[cell]) * mm  # twice what is left for the diagonals
        if cost and left >= 0 and 8 * (slants[cell] * mm) ** 2 <= left**2:
            found.append(cell)
    return Walk(reach, frozenset(found))


@lru_cache(maxsize=512)
def along_tape(over: Approach, mm: int, cm: int, walked: Walk) -> tuple[frozenset[Cell], ...]:
    """The cells in reach that are nearer to the enemy, in groups, the nearest to the tape's end first (EP-A2).

    The tape is laid straight at the enemy, `cm` long, or up to contact if that is nearer.
    """
    board, start, foe = over.board, over.start, over.foe
    away = square(board, start, foe)
    across, down = offset(board.width, start, foe)
    contact = away * mm**2 <= (10 * cm + mm) ** 2

    def off(cell: Cell) -> int:
        """How far a cell is from the tape's end, for comparisons: its square less that of the tape, times √away."""
        x, y = offset(board.width, start, cell)
        along, apart = x * across + y * down, x * x + y * y
        if contact:  # the tape is √away - 1 cells long
            return _root(apart - 2 * along, away) + 2 * along * FINE
        return _root(apart * mm, away) - 20 * cm * along * FINE  # times mm, too

    ranked = sorted((off(cell), cell) for cell in walked.cells if square(board, cell, foe) < away)
    return tuple(frozenset(cell for _, cell in group) for _, group in groupby(ranked, key=lambda pair: pair[0]))


FINE = 10**9
"""The fraction of a unit to which square roots are compared: distances on a board that differ at all differ by more."""


def _root(factor: int, number: int) -> int:
    """`factor` times the square root of `number`, in parts of `FINE`."""
    root = isqrt(factor * factor * number * FINE * FINE)
    return root if factor >= 0 else -root


def along_way(over: Approach, way: Direct, walked: Walk) -> Iterator[frozenset[Cell]]:
    """The same for a tape that is laid round obstacles along the `way`; nearer means by the shortest way.

    The tape ends on the last cells of the way in reach; of several on those nearest to the enemy.
    """
    board = over.board
    costs, on_way = way.reach.costs, (way.cells & walked.cells) or {over.start}
    last = min((-costs[cell], square(board, cell, over.foe)) for cell in on_way)
    tape = tuple(cell for cell in on_way if (-costs[cell], square(board, cell, over.foe)) == last)
    ranked = sorted((least_square(board, cell, tape), cell) for cell in walked.cells)
    for _, group in groupby(ranked, key=lambda pair: pair[0]):
        rests = {cell: direct(over._replace(start=cell)) for _, cell in group}
        nearer = frozenset(cell for cell, rest in rests.items() if rest and rest.length < way.length)
        if nearer:
            yield nearer


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
