"""The field of view: every cell that one cell sees, found ring by ring instead of line by line.

The board around the viewer is divided into sectors: on squares, four quarters between the diagonals; on hexes, six
sextants between the axes. A sector consists of *rings* `k` = 1, 2, 3 ..: straight rows of cells across the sector. The
place `i` of a cell in its ring is counted from one axis, the same for all rings, and the cell's direction is `i / k`.

The lines that cross the interior of a cell have an open range of directions, between the cell's outermost corners.
Within a sector, a line crosses its cells in the order of their rings. So a wall in ring `k` hides its range of
directions in all further rings, a cell of woods adds one to the count of its range, and a cell is seen if its direction
is not hidden yet. A line that is squeezed between two cells has a single direction. It is hidden by including that
end in the range of one of the two cells.

Directions are ints, 2 ** 24 to the unit, rounded down. The exact values are fractions with denominators below 1024, so
two different directions are more than ten apart. A cut just *before* a direction is therefore made at its number, and
a cut just *after* it two further on.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from game.board.grid import Grid, HexGrid

_FINE = 24
_AFTER = 2


class Family(NamedTuple):
    """Parallel straight rows that fill the board: row `n` has `cells[n]`, the first of them at place `first[n]`."""

    cells: tuple[Sequence[int], ...]
    first: tuple[int, ...]


class Sector(NamedTuple):
    """A sector: its ring `k` is row `row + k * step` of a family, with the ring's place 0 at `at + k * shift`."""

    family: int
    row: int
    step: int
    at: int
    shift: int


Bits = tuple[tuple[int, ...], ...]
"""A set of cells: an int for every row of every family, whose bit `n` is the row's cell `n`."""


def _direction(over: int, under: int) -> int:
    return (over << _FINE) // under


def _square_low(k: int, i: int) -> int:
    return _direction(2 * i - 1, 2 * k + 1 if i > 0 else 2 * k - 1)


def _square_high(k: int, i: int) -> int:
    return _direction(2 * i + 1, 2 * k - 1 if i >= 0 else 2 * k + 1)


def _hex_low(k: int, i: int) -> int:
    return _direction(3 * i - 2, 3 * k - 1) if 2 * i <= k else _direction(3 * i - 1, 3 * k + 1)


def _hex_high(k: int, i: int) -> int:
    return _direction(3 * i + 1, 3 * k - 1) if 2 * i >= k else _direction(3 * i + 2, 3 * k + 1)


class Layout:
    """The rows and sectors of a grid."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.square = not isinstance(grid, HexGrid)

    @cached_property
    def families(self) -> tuple[Family, ...]:
        """All rows of cells that are a ring of any sector."""
        return tuple(_square_families(self.grid) if self.square else _hex_families(self.grid))

    def sectors(self, cell: int) -> tuple[Sector, ...]:
        """The sectors around a cell."""
        y, x = divmod(cell, self.grid.width)
        if self.square:
            return Sector(0, y, 1, x, 0), Sector(0, y, -1, x, 0), Sector(1, x, 1, y, 0), Sector(1, x, -1, y, 0)
        q = x - y // 2
        by_q, by_sum = q + (self.grid.height - 1) // 2, q + y
        return (
            Sector(0, y, 1, q, -1), Sector(0, y, -1, q, 0),
            Sector(1, by_q, 1, y, -1), Sector(1, by_q, -1, y, 0),
            Sector(2, by_sum, 1, y, 0), Sector(2, by_sum, -1, y, -1),
        )  # fmt: skip

    def bits(self, chosen: bytes) -> Bits:
        """The set of cells whose byte in `chosen` is 1; `chosen` has a byte for every cell, 0 or 1."""
        return tuple(tuple(bit_set(_picked(chosen, row)) for row in family.cells) for family in self.families)


def bit_set(chosen: bytes) -> int:
    """An int whose bit `n` is byte `n` of `chosen`, 0 or 1."""
    return int(chosen[::-1].translate(_DIGITS) or b"0", 2)


_DIGITS = b"01" + bytes(254)


def _picked(chosen: bytes, row: Sequence[int]) -> bytes:
    if isinstance(row, range):
        return chosen[row.start : row.stop : row.step]
    return bytes([chosen[cell] for cell in row])


def _square_families(grid: Grid) -> Iterator[Family]:
    """The rows, with places by column; the columns, with places by row."""
    width, size = grid.width, grid.width * grid.height
    yield Family(tuple(range(at, at + width) for at in range(0, size, width)), (0,) * grid.height)
    yield Family(tuple(range(x, size, width) for x in range(width)), (0,) * width)


def _hex_families(grid: Grid) -> Iterator[Family]:
    """The rows, with places by axial column q; the slanting rows of equal q and those of equal q + r, by row r."""
    width, height = grid.width, grid.height
    yield Family(
        tuple(range(at, at + width) for at in range(0, width * height, width)), tuple(-(y // 2) for y in range(height))
    )
    leaning = [
        (range(max(0, -2 * q), min(height, 2 * (width - q))), q) for q in range(-((height - 1) // 2), width)
    ]  # x = q + y // 2
    yield Family(
        tuple(tuple(y * width + y // 2 + q for y in ys) for ys, q in leaning), tuple(ys.start for ys, _ in leaning)
    )
    leaning = [
        (range(max(0, 2 * (axial_sum - width) + 1), min(height, 2 * axial_sum + 1)), axial_sum)
        for axial_sum in range(width + height // 2)
    ]  # x = both - (y + 1) // 2
    yield Family(
        tuple(tuple(y * width - (y + 1) // 2 + axial_sum for y in ys) for ys, axial_sum in leaning),
        tuple(ys.start for ys, _ in leaning),
    )


def field(layout: Layout, cell: int, walls: Bits, woods: Bits, through: int) -> bytearray:
    """A byte for every cell of the board, 1 if `cell` sees it. All `walls` and `woods` are taken as above eye level."""
    seen = bytearray(layout.grid.width * layout.grid.height)
    seen[cell] = 1
    for sector in layout.sectors(cell):
        _sweep(layout, sector, walls[sector.family], woods[sector.family], through=through, seen=seen)
    if layout.square:
        for down in (-1, 1):
            for right in (-1, 1):
                _diagonal(layout.grid, cell, (down, right), walls=walls[0], woods=woods[0], through=through, seen=seen)
    return seen


def _sweep(
    layout: Layout, sector: Sector, walls: Sequence[int], woods: Sequence[int], *, through: int, seen: bytearray
) -> None:
    """Set the byte of each cell of one sector that is seen; on squares without the diagonals that bound the sector."""
    rows, firsts = layout.families[sector.family]
    low, high = (_square_low, _square_high) if layout.square else (_hex_low, _hex_high)
    fan = (
        _Fan(-(1 << _FINE) + _AFTER, 1 << _FINE, through) if layout.square else _Fan(0, (1 << _FINE) + _AFTER, through)
    )
    row, k = sector.row, 0
    while fan.lit:
        k += 1
        previous, row = row, row + sector.step
        if not 0 <= row < len(rows):
            return
        cells, zero = rows[row], sector.at + sector.shift * k - firsts[row]
        size = len(cells)
        near = 0  # the cells in lit directions, and their neighbours in the ring: only these can hide anything
        for start, stop in fan.lit:
            begin, end = zero - (-start * k >> _FINE), zero - (-stop * k >> _FINE)
            for cell in cells[max(begin, 0) : max(end, 0)]:
                seen[cell] = 1
            begin, end = max(begin - 1, 0), min(end + 2, size)
            if begin < end:
                near |= (1 << end) - (1 << begin)
        remaining = walls[row] & near
        while remaining:  # each run of adjacent walls, from place `begin` of the row to `end`
            begin = (remaining & -remaining).bit_length() - 1
            end = begin + (~(remaining >> begin) & (remaining >> begin) + 1).bit_length() - 2
            remaining &= -2 << end
            low_place, high_place = begin - zero, end - zero
            if layout.square:  # a wall of the last ring meets the run at a corner, so a line between them is stopped
                closed_below = low_place <= 0 and begin > 0 and walls[previous] >> begin - 1 & 1
                closed_above = high_place >= 0 and walls[previous] >> end + 1 & 1
            else:  # the line follows the border of the run at the edge of the board, where no other hex can be clear
                closed_below = 2 * low_place - 1 == k and begin == 0
                closed_above = 2 * high_place + 1 == k and end + 1 == size
            fan.hide(
                low(k, low_place) + (0 if closed_below else _AFTER),
                high(k, high_place) + (_AFTER if closed_above else 0),
            )
        remaining = woods[row] & near
        while remaining:  # each cell of woods alone, since a line counts them one by one
            begin = (remaining & -remaining).bit_length() - 1
            remaining &= remaining - 1
            low_place = begin - zero
            closed_below = not layout.square and 2 * low_place - 1 == k and begin == 0
            closed_above = (
                not layout.square and 2 * low_place + 1 == k and (begin + 1 == size or woods[row] >> begin + 1 & 1)
            )
            fan.count(
                low(k, low_place) + (0 if closed_below else _AFTER),
                high(k, low_place) + (_AFTER if closed_above else 0),
            )
        fan.settle()


class _Fan:
    """The directions of a sector, cut into ranges that differ in what a line has met there."""

    __slots__ = ("_changed", "cuts", "dark", "lit", "met")

    def __init__(self, start: int, stop: int, through: int) -> None:
        """`through` is how many cells of woods a line may cross."""
        self.cuts = [start, stop]
        self.dark = through + 1
        self.met = [0]  # cells of woods met in the range after each cut; `dark` where no line gets through
        self.lit = [(start, stop)]
        self._changed = False

    def hide(self, low: int, high: int) -> None:
        """Record a wall from `low` to `high`."""
        low, high = max(low, self.cuts[0]), min(high, self.cuts[-1])
        if low < high and not self._dark(low, high):
            start, stop = self._cut(low), self._cut(high)
            self.cuts[start + 1 : stop] = []
            self.met[start:stop] = [self.dark]
            self._changed = True

    def count(self, low: int, high: int) -> None:
        """Record one more cell of woods from `low` to `high`."""
        low, high = max(low, self.cuts[0]), min(high, self.cuts[-1])
        if low < high and not self._dark(low, high):
            start, stop = self._cut(low), self._cut(high)
            self.met[start:stop] = [met + (met < self.dark) for met in self.met[start:stop]]
            self._changed = True

    def _dark(self, low: int, high: int) -> bool:
        place = bisect_right(self.cuts, low) - 1
        return self.met[place] == self.dark and self.cuts[place + 1] >= high

    def _cut(self, at: int) -> int:
        """The index of the cut at that direction, which is made if there is none."""
        place = bisect_left(self.cuts, at)
        if self.cuts[place] != at:
            self.cuts.insert(place, at)
            self.met.insert(place, self.met[place - 1])
        return place

    def settle(self) -> None:
        """After a ring, drop cuts between equal ranges and work out which ranges are lit."""
        if not self._changed:
            return
        self._changed = False
        cuts, met = [self.cuts[0]], [self.met[0]]
        lit: list[tuple[int, int]] = []
        for cut, woods in zip(self.cuts[1:-1], self.met[1:], strict=True):
            if woods != met[-1]:
                cuts.append(cut)
                met.append(woods)
        cuts.append(self.cuts[-1])
        self.cuts, self.met = cuts, met
        for (start, stop), woods in zip(pairwise(cuts), met, strict=True):
            if woods == self.dark:
                continue
            if lit and lit[-1][1] == start:
                lit[-1] = lit[-1][0], stop
            else:
                lit.append((start, stop))
        self.lit = lit


def _diagonal(
    grid: Grid,
    cell: int,
    direction: tuple[int, int],
    *,
    walls: Sequence[int],
    woods: Sequence[int],
    through: int,
    seen: bytearray,
) -> None:
    """Set the byte of each square seen along one diagonal, which passes between two others at each corner."""
    y, x = divmod(cell, grid.width)
    down, right = direction
    met = 0
    while 0 <= y + down < grid.height and 0 <= x + right < grid.width:
        if walls[y] >> x + right & 1 and walls[y + down] >> x & 1:
            return
        y, x = y + down, x + right
        seen[y * grid.width + x] = 1
        met += woods[y] >> x & 1
        if walls[y] >> x & 1 or met > through:
            return
