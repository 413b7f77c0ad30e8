"""Square and hexagonal grids behind one interface: cells are ints `y * width + x`, all arithmetic is exact.

A straight line between two cell centres is cut into *spots*, in order from the first cell to the second:

    (t_in, t_out, cell, other)

`t` runs from 0 at the first centre to the denominator returned beside the spots at the second. A spot with
`other == -1` is a cell whose inside the line crosses. A spot with two cells is a place where the line passes
*between* them: on squares through the corner where both meet (`t_in == t_out`), on hexes along their common
border. The two end cells are not spots. Cells that are only touched in a corner appear in no other spot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import isqrt, lcm
from typing import Protocol

from game.board.terrain import GridKind

Spot = tuple[int, int, int, int]
Step = tuple[int, int, int, int]
"""A step to a neighbour: (cell, cost in half inches, flank, flank); straight steps have flanks -1."""


class Grid(Protocol):
    """What a board asks of its grid; every cell handed in lies on the board."""

    width: int
    height: int

    def label(self, cell: int) -> str:
        """The cell's name for people."""

    def distance(self, a: int, b: int) -> int:
        """Whole inches between centres on squares, hexes on hexes."""

    def near(self, cell: int, others: Iterable[int], most: int) -> list[int]:
        """Those of the others that `most` half inches could lead to, were the board open: every way to the rest costs more."""

    def steps(self, cell: int) -> tuple[Step, ...]:
        """The steps to every neighbour on the board, cells ascending."""

    def spots(self, a: int, b: int) -> tuple[int, tuple[Spot, ...]]:
        """The denominator of `t` and the spots strictly between `a` and `b`."""

    def walk(self, a: int, b: int) -> tuple[int, Iterable[Spot]]:
        """As `spots`, to be gone through once, and found no further than one goes."""

    def area(self, cell: int, radius: int) -> tuple[int, ...]:
        """Every cell at most `radius` away by `distance`, the cell itself included, ascending."""


def make_grid(grid: GridKind, width: int, height: int) -> Grid:
    """The grid of that kind and size, in cells."""
    return HexGrid(width, height) if grid == "hex" else SquareGrid(width, height)


class SquareGrid:
    """Squares of one inch; a unit stands on the centre of its cell and has eight neighbours."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height

    def label(self, cell: int) -> str:
        """Chessboard style from the upper left: column letters a..z, aa, ab ..; rows from 1."""
        y, x = divmod(cell, self.width)
        letters = ""
        x += 1
        while x:
            x, letter = divmod(x - 1, 26)
            letters = chr(97 + letter) + letters
        return f"{letters}{y + 1}"

    def distance(self, a: int, b: int) -> int:
        """The Euclidean distance between centres, rounded to the nearest inch (a half cannot occur)."""
        ay, ax = divmod(a, self.width)
        by, bx = divmod(b, self.width)
        square = (ax - bx) ** 2 + (ay - by) ** 2
        root = isqrt(square)
        return root + 1 if square - root * root > root else root

    def near(self, cell: int, others: Iterable[int], most: int) -> list[int]:
        """Two for every row or column of the longer side, one more for every one of the shorter."""
        width = self.width
        y, x = divmod(cell, width)
        found = []
        for other in others:
            across, down = abs(other % width - x), abs(other // width - y)
            if across + down + (across if across > down else down) <= most:
                found.append(other)
        return found

    def steps(self, cell: int) -> tuple[Step, ...]:
        """Orthogonal steps cost 2 half inches, diagonal ones 3 and pass between their two flanks."""
        width = self.width
        y, x = divmod(cell, width)
        found: list[Step] = []
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if (dx or dy) and 0 <= x + dx < width and 0 <= y + dy < self.height:
                    to = cell + dy * width + dx
                    found.append((to, 3, cell + dx, cell + dy * width) if dx and dy else (to, 2, -1, -1))
        return tuple(found)

    def spots(self, a: int, b: int) -> tuple[int, tuple[Spot, ...]]:
        """Squares whose inside the line crosses, and the corners it passes exactly through."""
        end, spots = self.walk(a, b)
        return end, tuple(spots)

    def walk(self, a: int, b: int) -> tuple[int, Iterable[Spot]]:
        """As `spots`, found one by one."""
        if a == b:
            return 1, ()
        ay, ax = divmod(a, self.width)
        by, bx = divmod(b, self.width)
        end = 2 * (abs(bx - ax) or 1) * (abs(by - ay) or 1)
        return end, _square_spots(a, b, bx - ax, by - ay, self.width)

    def area(self, cell: int, radius: int) -> tuple[int, ...]:
        """Every cell whose distance rounds to at most `radius` inches."""
        y, x = divmod(cell, self.width)
        limit = radius * radius + radius
        return tuple(
            row * self.width + column
            for row in range(max(0, y - radius), min(self.height, y + radius + 1))
            for column in range(max(0, x - radius), min(self.width, x + radius + 1))
            if (row - y) ** 2 + (column - x) ** 2 <= limit
        )


def _square_spots(a: int, b: int, dx: int, dy: int, width: int) -> Iterator[Spot]:
    across, down = abs(dx), abs(dy)
    step_x, step_y = (1 if dx > 0 else -1), (width if dy > 0 else -width)
    # The line leaves its column at odd multiples of `every_x`, its row at odd multiples of `every_y`.
    every_x, every_y = down or 1, across or 1
    never = 2 * every_x * every_y + 1
    next_x, next_y = (every_x if across else never), (every_y if down else never)
    cell, since = a, 0
    while cell != b:
        now = next_x if next_x < next_y else next_y
        if cell != a:
            yield since, now, cell, -1
        since = now
        if next_x == next_y:
            beside, below = cell + step_x, cell + step_y
            yield now, now, min(beside, below), max(beside, below)
            cell = beside + step_y
            next_x += 2 * every_x
            next_y += 2 * every_y
        elif next_x < next_y:
            cell += step_x
            next_x += 2 * every_x
        else:
            cell += step_y
            next_y += 2 * every_y


class HexGrid:
    """Pointed-top hexes in rows, odd rows shoved half a hex to the right; six neighbours."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height

    def label(self, cell: int) -> str:
        """Column and row from 1, two digits each: "0505"."""
        y, x = divmod(cell, self.width)
        return f"{x + 1:02}{y + 1:02}"

    def _axial(self, cell: int) -> tuple[int, int]:
        y, x = divmod(cell, self.width)
        return x - (y - (y & 1)) // 2, y

    def _cell(self, q: int, r: int) -> int:
        """The cell at axial coordinates, -1 off the board."""
        x = q + (r - (r & 1)) // 2
        return r * self.width + x if 0 <= x < self.width and 0 <= r < self.height else -1

    def distance(self, a: int, b: int) -> int:
        """Steps between the two hexes on an open board."""
        aq, ar = self._axial(a)
        bq, br = self._axial(b)
        q, r = bq - aq, br - ar
        return max(abs(q), abs(r), abs(q + r))

    def near(self, cell: int, others: Iterable[int], most: int) -> list[int]:
        """Two for every hex."""
        return [other for other in others if 2 * self.distance(cell, other) <= most]

    def steps(self, cell: int) -> tuple[Step, ...]:
        """Every step costs 2 (one hex) and passes between nothing."""
        q, r = self._axial(cell)
        cells = (self._cell(q + dq, r + dr) for dq, dr in _HEX_SIDES)
        return tuple((to, 2, -1, -1) for to in sorted(cells) if to >= 0)

    def spots(self, a: int, b: int) -> tuple[int, tuple[Spot, ...]]:
        """Hexes the line crosses, and pairs whose common border it follows (one alone at the edge)."""
        q, r = self._axial(a)
        to_q, to_r = self._axial(b)
        end, shape = _hex_shape(to_q - q, to_r - r)
        spots: list[Spot] = []
        for since, until, places in shape:
            cells = sorted(self._cell(q + dq, r + dr) for dq, dr in places)
            if cells[-1] >= 0:
                other = cells[-1] if len(cells) == 2 and cells[0] >= 0 else -1
                spots.append((since, until, cells[0] if cells[0] >= 0 else cells[-1], other))
        return end, tuple(spots)

    def walk(self, a: int, b: int) -> tuple[int, Iterable[Spot]]:
        """The same as `spots`."""
        return self.spots(a, b)

    def area(self, cell: int, radius: int) -> tuple[int, ...]:
        """Every hex at most `radius` steps away."""
        q, r = self._axial(cell)
        cells = (
            self._cell(q + dq, r + dr)
            for dr in range(-radius, radius + 1)
            for dq in range(max(-radius, -radius - dr), min(radius, radius - dr) + 1)
        )
        return tuple(sorted(found for found in cells if found >= 0))


_HEX_SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_Stretch = tuple[int, int, tuple[tuple[int, int], ...]]


def _slants(q: int, r: int) -> tuple[int, int, int]:
    """Coordinates in which a hex is the set of points less than 1 from its centre in all three."""
    s = -q - r
    return q - r, r - s, s - q


@lru_cache(maxsize=8192)
def _hex_shape(q: int, r: int) -> tuple[int, tuple[_Stretch, ...]]:
    """The stretches between (0, 0) and (q, r): one hex crossed, or two whose border is followed."""
    slants = _slants(q, r)
    end = lcm(*(abs(slant) for slant in slants if slant)) if any(slants) else 1

    def stretch(place: tuple[int, int]) -> tuple[int, int]:
        since, until = 0, end
        for slant, centre in zip(slants, _slants(*place), strict=True):
            if slant == 0:
                if abs(centre) > 1:  # exactly 1 is the border itself
                    return end, end
                continue
            one, two = (centre - 1) * end // slant, (centre + 1) * end // slant
            since, until = max(since, min(one, two)), min(until, max(one, two))
        return since, until

    shape: list[_Stretch] = []
    here: tuple[tuple[int, int], ...] = ((0, 0),)
    now = stretch((0, 0))[1]
    while now < end:
        around = {(at[0] + dq, at[1] + dr) for at in here for dq, dr in _HEX_SIDES}
        ahead = {place: stretch(place) for place in sorted(around)}
        here = tuple(place for place, (since, until) in ahead.items() if since == now < until)
        until = ahead[here[0]][1]
        if (q, r) not in here:
            shape.append((now, until, here))
        now = until
    return end, tuple(shape)


@lru_cache(maxsize=8192)
def square_mask(dx: int, dy: int, width: int) -> tuple[int, int, int]:
    """The square line to a cell `dy >= 0` rows down as bit sets: cells between, cells at corners, a shift.

    Bit `row * width + column` counts from the upper left of the box around the line. For every corner that
    the line passes exactly through, the second set holds the upper of the two cells it passes between; the
    lower one is `shift` bits on. The same cells as `spots`, some ten times faster to ask.
    """
    across = abs(dx)
    flip = dx < 0
    between = corners = 0
    low, offset, twice = 0, 0, 2 * dy
    value = across + dy
    for _ in range(dy):
        high, rest = divmod(value, twice)
        if rest == 0:
            corners |= 1 << offset + (across - high if flip else high)
        last = high if rest else high - 1
        if flip:
            between |= (2 << offset + across - low) - (1 << offset + across - last)
        else:
            between |= (2 << offset + last) - (1 << offset + low)
        low = high
        offset += width
        value += 2 * across
    if flip:
        between |= (2 << offset + across - low) - (1 << offset)
        return between & ~((1 << across) | (1 << offset)), corners, width + 1
    between |= (2 << offset + across) - (1 << offset + low)
    return between & ~(1 | (1 << offset + across)), corners, width - 1
