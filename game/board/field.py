"""The field of view: every cell that one cell sees, found ring by ring instead of line by line.

The board around the viewer is cut into sectors: four quarters between the diagonals of squares, six sextants between
the axes of hexes. A sector is a fan of *rings* `k` = 1, 2, 3 ..: straight rows of cells across it, whose cells have
places `i` counted from the one axis that all places are measured by. What matters of a cell is its direction `i / k`.

The lines that cross the inside of a cell are those of an open range of directions, between its outermost corners, and
within a sector a line crosses one such cell before another exactly if the ring of the first is nearer. So a wall in
ring `k` hides its range of directions in all further rings, woods count one there, and a ring is seen where the
directions are not hidden yet. What happens in a single direction, squeezed between two cells, closes the end of a range.

Directions are whole numbers, 2 ** 24 to the unit, rounded down. Those that occur have denominators below 1024, so two
different ones are more than ten apart: *before* a direction one may cut at its number, *after* it two further on.
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
    """Parallel straight rows of cells that fill the board. Row `n` has `cells[n]`; its first stands at `first[n]`."""

    cells: tuple[Sequence[int], ...]
    first: tuple[int, ...]


class Sector(NamedTuple):
    """A fan of rings: ring `k` is row `row + k * step` of a family, its place 0 stands at `at + k * shift`."""

    family: int
    row: int
    step: int
    at: int
    shift: int


Bits = tuple[tuple[int, ...], ...]
"""A set of cells: for every family and row an int, whose bit `n` is the row's cell `n`."""


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
        """All rows of cells that are rings of some sector."""
        return tuple(_square_families(self.grid) if self.square else _hex_families(self.grid))

    def sectors(self, cell: int) -> tuple[Sector, ...]:
        """The sectors round a cell."""
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
        """The cells whose byte is 1 as a set. `chosen` has a byte for every cell, 0 or 1."""
        return tuple(tuple(bit_set(_picked(chosen, row)) for row in family.cells) for family in self.families)


def bit_set(chosen: bytes) -> int:
    """The places whose byte is 1, not 0, as bits."""
    return int(chosen[::-1].translate(_DIGITS) or b"0", 2)


_DIGITS = b"01" + bytes(254)


def _picked(chosen: bytes, row: Sequence[int]) -> bytes:
    if isinstance(row, range):
        return chosen[row.start : row.stop : row.step]
    return bytes([chosen[cell] for cell in row])


def _square_families(grid: Grid) -> Iterator[Family]:
    """Rows by column, and columns by row."""
    width, size = grid.width, grid.width * grid.height
    yield Family(tuple(range(at, at + width) for at in range(0, size, width)), (0,) * grid.height)
    yield Family(tuple(range(x, size, width) for x in range(width)), (0,) * width)


def _hex_families(grid: Grid) -> Iterator[Family]:
    """Rows by axial column q; the slanting rows of equal q, and those of equal q + r, both by row r."""
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
        (range(max(0, 2 * (both - width) + 1), min(height, 2 * both + 1)), both) for both in range(width + height // 2)
    ]  # x = both - (y + 1) // 2
    yield Family(
        tuple(tuple(y * width - (y + 1) // 2 + both for y in ys) for ys, both in leaning),
        tuple(ys.start for ys, _ in leaning),
    )


def field(layout: Layout, cell: int, walls: Bits, woods: Bits, through: int) -> bytearray:
    """A byte for every cell of the board: 1 where `cell` sees it past these walls and woods, all of them high enough."""
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
    """See what is to be seen of one sector; that of squares is without the diagonals at its ends."""
    rows, firsts = layout.families[sector.family]
    low, high = (_square_low, _square_high) if layout.square else (_hex_low, _hex_high)
    fan = (
        _Fan(-(1 << _FINE) + _AFTER, 1 << _FINE, through) if layout.square else _Fan(0, (1 << _FINE) + _AFTER, through)
    )
    row, k = sector.row, 0
    while fan.lit:
        k += 1
        last, row = row, row + sector.step
        if not 0 <= row < len(rows):
            return
        cells, zero = rows[row], sector.at + sector.shift * k - firsts[row]
        size = len(cells)
        near = 0  # the cells that are met in a lit direction, with some beside them
        for start, stop in fan.lit:
            begin, end = zero - (-start * k >> _FINE), zero - (-stop * k >> _FINE)
            for one in cells[max(begin, 0) : max(end, 0)]:
                seen[one] = 1
            begin, end = max(begin - 1, 0), min(end + 2, size)
            if begin < end:
                near |= (1 << end) - (1 << begin)
        found = walls[row] & near
        while found:
            begin = (found & -found).bit_length() - 1
            end = begin + (~(found >> begin) & (found >> begin) + 1).bit_length() - 2
            found &= -2 << end
            one, two = begin - zero, end - zero
            if layout.square:
                closed_below = one <= 0 and begin > 0 and walls[last] >> begin - 1 & 1
                closed_above = two >= 0 and walls[last] >> end + 1 & 1
            else:
                closed_below = 2 * one - 1 == k and begin == 0
                closed_above = 2 * two + 1 == k and end + 1 == size
            fan.hide(low(k, one) + (0 if closed_below else _AFTER), high(k, two) + (_AFTER if closed_above else 0))
        found = woods[row] & near
        while found:
            begin = (found & -found).bit_length() - 1
            found &= found - 1
            one = begin - zero
            closed_below = not layout.square and 2 * one - 1 == k and begin == 0
            closed_above = not layout.square and 2 * one + 1 == k and (begin + 1 == size or woods[row] >> begin + 1 & 1)
            fan.count(low(k, one) + (0 if closed_below else _AFTER), high(k, one) + (_AFTER if closed_above else 0))
        fan.settle()


class _Fan:
    """The directions of a sector, cut where what lies in them differs."""

    __slots__ = ("_changed", "cuts", "dark", "lit", "met")

    def __init__(self, start: int, stop: int, through: int) -> None:
        """`through`: as many cells of woods a line passes."""
        self.cuts = [start, stop]
        self.dark = through + 1
        self.met = [0]  # cells of woods met from each cut to the next, `dark` where no line gets through
        self.lit = [(start, stop)]
        self._changed = False

    def hide(self, low: int, high: int) -> None:
        """A wall from `low` to `high`."""
        low, high = max(low, self.cuts[0]), min(high, self.cuts[-1])
        if low < high and not self._dark(low, high):
            one, two = self._cut(low), self._cut(high)
            self.cuts[one + 1 : two] = []
            self.met[one:two] = [self.dark]
            self._changed = True

    def count(self, low: int, high: int) -> None:
        """One more cell of woods from `low` to `high`."""
        low, high = max(low, self.cuts[0]), min(high, self.cuts[-1])
        if low < high and not self._dark(low, high):
            one, two = self._cut(low), self._cut(high)
            self.met[one:two] = [met + (met < self.dark) for met in self.met[one:two]]
            self._changed = True

    def _dark(self, low: int, high: int) -> bool:
        place = bisect_right(self.cuts, low) - 1
        return self.met[place] == self.dark and self.cuts[place + 1] >= high

    def _cut(self, at: int) -> int:
        """The index of the cut there, made if there is none."""
        place = bisect_left(self.cuts, at)
        if self.cuts[place] != at:
            self.cuts.insert(place, at)
            self.met.insert(place, self.met[place - 1])
        return place

    def settle(self) -> None:
        """After a ring: leave out cuts between equals, and find the stretches that are lit."""
        if not self._changed:
            return
        self._changed = False
        cuts, met = [self.cuts[0]], [self.met[0]]
        lit: list[tuple[int, int]] = []
        for cut, many in zip(self.cuts[1:-1], self.met[1:], strict=True):
            if many != met[-1]:
                cuts.append(cut)
                met.append(many)
        cuts.append(self.cuts[-1])
        self.cuts, self.met = cuts, met
        for (start, stop), many in zip(pairwise(cuts), met, strict=True):
            if many == self.dark:
                continue
            if lit and lit[-1][1] == start:
                lit[-1] = lit[-1][0], stop
            else:
                lit.append((start, stop))
        self.lit = lit


def _diagonal(
    grid: Grid,
    cell: int,
    way: tuple[int, int],
    *,
    walls: Sequence[int],
    woods: Sequence[int],
    through: int,
    seen: bytearray,
) -> None:
    """See along one diagonal of squares: through its cells, and between two others at every corner."""
    y, x = divmod(cell, grid.width)
    down, right = way
    met = 0
    while 0 <= y + down < grid.height and 0 <= x + right < grid.width:
        if walls[y] >> x + right & 1 and walls[y + down] >> x & 1:
            return
        y, x = y + down, x + right
        seen[y * grid.width + x] = 1
        met += woods[y] >> x & 1
        if walls[y] >> x & 1 or met > through:
            return
