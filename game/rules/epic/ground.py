"""Distances in centimetres on the grid, contact, zones of control, coherency (EP-A24, EP-A33, EP-A35).

A stand fills its cell. The gap between two stands is the distance of their centres in cells less one, times the map's
scale. Every comparison is made on squared whole numbers, so rounding never moves a stand into or out of a limit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from math import isqrt

from game.board.board import Board
from game.engine.names import Cell, UnitId
from game.engine.wording import CM, length
from game.rules.epic.state import Battle

ZONE = LINK = 5
NEAR = 15
"""The centimetres of a zone of control, of a link of coherency (both 5), and of fighting without contact (15)."""

COVER_SAVE = {"woods": 5, "low": 4, "rough": 6}
"""Terrain -> the cover save of infantry on it (EP-A46)."""


def span(state: Battle, a: Cell, b: Cell) -> int:
    """The square of the distance between the centres of two cells, in cells; for comparisons."""
    return square(state.board, a, b)


def square(board: Board, a: Cell, b: Cell) -> int:
    """The same as `span`, for a caller that has only the board."""
    width = board.width
    return (a % width - b % width) ** 2 + (a // width - b // width) ** 2


def within(state: Battle, a: Cell, b: Cell, cm: int) -> bool:
    """Whether stands on two cells are at most so many centimetres apart."""
    return span(state, a, b) <= _limit(state.scale, cm)


@lru_cache(maxsize=1 << 10)
def _limit(mm: int, cm: int) -> int:
    """The largest span of stands that are at most so many centimetres apart, on cells of so many millimetres."""
    return (10 * cm + mm) ** 2 // (mm * mm)


def gap(state: Battle, a: Cell, b: Cell, over: int = -1) -> str:
    """The gap between stands on two cells, in words: "3.1 cm". A gap above `over` is never rounded down to it."""
    mm = state.scale
    exact = 4 * span(state, a, b) * mm * mm
    rounded = max((isqrt(exact) + 1) // 2 - mm, 10 * over + 1, 0)
    return length(rounded / 10, CM)


def half_cells(state: Battle, cm: int) -> int:
    """The budget of a move of so many centimetres for `Board.reach`, in half cells."""
    return 20 * cm // state.scale


def touching(state: Battle, a: Cell, b: Cell) -> bool:
    """Whether two cells are in base contact, that is, neighbours, including diagonals (EP-A24)."""
    return b in state.board.neighbours(a)


def disc(state: Battle, cell: Cell, cm: int) -> frozenset[Cell]:
    """The cells where a stand is at most so many centimetres from one on `cell`, including that cell."""
    return circle(state.board, state.scale, cell, cm)


def circle(board: Board, mm: int, cell: Cell, cm: int) -> frozenset[Cell]:
    """The same as `disc`, on a board with so many millimetres a cell."""
    return _circle(board.width, board.height, cell, mm, cm)


@lru_cache(maxsize=1 << 14)
def _circle(width: int, height: int, cell: Cell, mm: int, cm: int) -> frozenset[Cell]:
    y, x = divmod(cell, width)
    limit = _limit(mm, cm)
    most = isqrt(limit)
    return frozenset(
        row * width + column
        for row in range(max(0, y - most), min(height, y + most + 1))
        for column in range(max(0, x - most), min(width, x + most + 1))
        if (row - y) ** 2 + (column - x) ** 2 <= limit
    )


def zones(state: Battle, cells: Iterable[Cell]) -> frozenset[Cell]:
    """The union of the zones of control of stands on these cells (EP-A33)."""
    return union(state.board, state.scale, tuple(cells), ZONE)


def union(board: Board, mm: int, cells: tuple[Cell, ...], cm: int) -> frozenset[Cell]:
    """The union of the circles around these cells."""
    return _union(board.width, board.height, cells, mm, cm)


@lru_cache(maxsize=512)
def _union(width: int, height: int, cells: tuple[Cell, ...], mm: int, cm: int) -> frozenset[Cell]:
    return frozenset[Cell]().union(*(_circle(width, height, cell, mm, cm) for cell in cells))


def line_of_fire(state: Battle, a: Cell, b: Cell) -> bool:
    """Whether there is a line of fire between two cells; stands in contact always have one (EP-A5, EP-A47)."""
    return state.board.visible(a, b) or touching(state, a, b)


def in_fight(state: Battle, a: Cell, b: Cell) -> bool:
    """Whether stands on two cells would be directly engaged: within 15 cm and in line of fire (EP-A36)."""
    return within(state, a, b, NEAR) and line_of_fire(state, a, b)


# -- coherency --------------------------------------------------------------------------------------------------------


def links(state: Battle, cells: Mapping[UnitId, Cell]) -> list[tuple[UnitId, UnitId]]:
    """The pairs of a formation's stands that are at most 5 cm apart. `cells`: stand -> its cell."""
    names = list(cells)
    return [
        (one, other)
        for place, one in enumerate(names)
        for other in names[place + 1 :]
        if within(state, cells[one], cells[other], LINK)
    ]


def pieces(state: Battle, cells: Mapping[UnitId, Cell]) -> list[list[UnitId]]:
    """A formation's stands in chains of links, the largest first; a formation in coherency is one chain (EP-A35)."""
    names, board = list(cells), state.board
    chains = _chains(board.width, board.height, state.scale, tuple(cells.values()))
    return [[names[place] for place in part] for part in chains]


@lru_cache(maxsize=1 << 12)
def _chains(width: int, height: int, mm: int, cells: tuple[Cell, ...]) -> tuple[tuple[int, ...], ...]:
    """The chains, as indices into `cells`."""
    found: list[tuple[int, ...]] = []
    rest = list(range(len(cells)))
    while rest:
        part = [rest.pop(0)]
        for place in part:
            circle = _circle(width, height, cells[place], mm, LINK)
            near = [other for other in rest if cells[other] in circle]
            if near:
                part += near
                rest = [other for other in rest if other not in near]
        found.append(tuple(sorted(part)))
    return tuple(sorted(found, key=lambda part: (-len(part), part[0])))


@lru_cache(maxsize=1 << 12)
def least_square(board: Board, cell: Cell, others: tuple[Cell, ...]) -> int:
    """The smallest `square` from a cell to any of the others."""
    return min(square(board, cell, other) for other in others)


def nearest(state: Battle, cell: Cell, others: Collection[Cell]) -> Cell:
    """The cell of `others` nearest to `cell`; of equals the lowest."""
    return min(others, key=lambda other: (span(state, cell, other), other))
