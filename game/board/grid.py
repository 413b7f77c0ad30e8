"""Square and hexagonal grids behind one interface: cells are ints `y * width + x`, all arithmetic is exact.

A straight line between two cell centres is divided into *spots*, listed from the first cell to the second:

    (since, until, cell, other)

The line is in that spot from `since` to `until`, on a scale that is 0 at the first centre and `end` at the second;
`end` is returned together with the spots. If `other` is -1, the line crosses the interior of `cell`. Otherwise it
passes *between* the two cells: on squares through the corner where they meet (`since == until`), on hexes along their
common border. The two end cells are not spots. A cell that the line only touches at a corner is in no other spot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import isqrt, lcm
from typing import Protocol

from game.board.terrain import GridKind

Spot = tuple[int, int, int, int]
"""A part of a line: (since, until, cell, other), as the module says."""
Step = tuple[int, int, int, int]
"""A step to a neighbour: (cell, cost in half inches, flank, flank). A straight step has -1 for both flanks."""


class Grid(Protocol):
    """What a board asks of its grid. Every cell passed in must be on the board."""

    width: int
    height: int

    def label(self, cell: int) -> str:
        """The cell's name as people read it."""

    def distance(self, a: int, b: int) -> int:
        """Whole inches between centres on squares, hexes on hexes."""

    def near(self, cell: int, others: Iterable[int], budget: int) -> list[int]:
        """Those of `others` to which a path over open ground costs at most `budget` half inches.

        No terrain makes a path cheaper, so the rest is out of reach on every board.
        """

    def steps(self, cell: int) -> tuple[Step, ...]:
        """The steps to every neighbour on the board, cells ascending."""

    def spots(self, a: int, b: int) -> tuple[int, tuple[Spot, ...]]:
        """`end`, the scale of the spots, and the spots strictly between `a` and `b`."""

    def walk(self, a: int, b: int) -> tuple[int, Iterable[Spot]]:
        """As `spots`, but the spots can be read only once, and may be worked out one by one as they are read."""

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
            letters = chr(ord("a") + letter) + letters
        return f"{letters}{y + 1}"

    def distance(self, a: int, b: int) -> int:
        """The Euclidean distance between centres, rounded to the nearest inch (a half cannot occur)."""
        ay, ax = divmod(a, self.width)
        by, bx = divmod(b, self.width)
        square = (ax - bx) ** 2 + (ay - by) ** 2
        root = isqrt(square)
        return root + 1 if square - root * root > root else root

    def near(self, cell: int, others: Iterable[int], budget: int) -> list[int]:
        """An open path costs 2 for each column or row of the longer side, and 1 for each of the shorter."""
        width = self.width
        y, x = divmod(cell, width)
        cells = []
        for other in others:
            across, down = abs(other % width - x), abs(other // width - y)
            if across + down + (across if across > down else down) <= budget:
                cells.append(other)
        return cells

    def steps(self, cell: int) -> tuple[Step, ...]:
        """Orthogonal steps cost 2 half inches; diagonal steps cost 3 and pass between their two flanks."""
        width = self.width
        y, x = divmod(cell, width)
        steps: list[Step] = []
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if (dx or dy) and 0 <= x + dx < width and 0 <= y + dy < self.height:
                    to = cell + dy * width + dx
                    steps.append((to, 3, cell + dx, cell + dy * width) if dx and dy else (to, 2, -1, -1))
        return tuple(steps)

    def spots(self, a: int, b: int) -> tuple[int, tuple[Spot, ...]]:
        """Squares whose interior the line crosses, and the corners it passes exactly through."""
        end, spots = self.walk(a, b)
        return end, tuple(spots)

    def walk(self, a: int, b: int) -> tuple[int, Iterable[Spot]]:
        """As `spots`, each worked out when it is read."""
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
    """Pointy-top hexes in rows, odd rows shifted half a hex to the right; six neighbours."""

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
        """The cell at these axial coordinates, -1 if they are off the board."""
        x = q + (r - (r & 1)) // 2
        return r * self.width + x if 0 <= x < self.width and 0 <= r < self.height else -1

    def distance(self, a: int, b: int) -> int:
        """Steps between the two hexes on an open board."""
        aq, ar = self._axial(a)
        bq, br = self._axial(b)
        q, r = bq - aq, br - ar
        return max(abs(q), abs(r), abs(q + r))

    def near(self, cell: int, others: Iterable[int], budget: int) -> list[int]:
        """An open path costs 2 for each hex."""
        return [other for other in others if 2 * self.distance(cell, other) <= budget]

    def steps(self, cell: int) -> tuple[Step, ...]:
        """Every step costs 2 (one hex) and has no flanks."""
        q, r = self._axial(cell)
        cells = (self._cell(q + dq, r + dr) for dq, dr in _HEX_SIDES)
        return tuple((to, 2, -1, -1) for to in sorted(cells) if to >= 0)

    def spots(self, a: int, b: int) -> tuple[int, tuple[Spot, ...]]:
        """Hexes the line crosses, and pairs whose common border it follows (one alone at the edge of the board)."""
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
        return tuple(sorted(member for member in cells if member >= 0))


_HEX_SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_Stretch = tuple[int, int, tuple[tuple[int, int], ...]]


def _slants(q: int, r: int) -> tuple[int, int, int]:
    """Three coordinates of an axial point. The interior of a hex is all points less than 1 from its centre in each."""
    s = -q - r
    return q - r, r - s, s - q


@lru_cache(maxsize=8192)
def _hex_shape(q: int, r: int) -> tuple[int, tuple[_Stretch, ...]]:
    """`end` and the stretches of the line from (0, 0) to (q, r), each across one hex or between two."""
    slants = _slants(q, r)
    end = lcm(*(abs(slant) for slant in slants if slant)) if any(slants) else 1

    def stretch(place: tuple[int, int]) -> tuple[int, int]:
        since, until = 0, end
        for slant, centre in zip(slants, _slants(*place), strict=True):
            if slant == 0:
                if abs(centre) > 1:  # exactly 1 is the border itself
                    return end, end
                continue
            border, opposite = (centre - 1) * end // slant, (centre + 1) * end // slant
            since, until = max(since, min(border, opposite)), min(until, max(border, opposite))
        return since, until

    shape: list[_Stretch] = []
    current: tuple[tuple[int, int], ...] = ((0, 0),)
    now = stretch((0, 0))[1]
    while now < end:
        around = {(at[0] + dq, at[1] + dr) for at in current for dq, dr in _HEX_SIDES}
        ahead = {place: stretch(place) for place in sorted(around)}
        current = tuple(place for place, (since, until) in ahead.items() if since == now < until)
        until = ahead[current[0]][1]
        if (q, r) not in current:
            shape.append((now, until, current))
        now = until
    return end, tuple(shape)


@lru_cache(maxsize=8192)
def square_mask(dx: int, dy: int, width: int) -> tuple[int, int, int]:
    """The line to the square `dx` columns and `dy >= 0` rows away, as (between, corners, shift).

    The first two are sets of bits `row * width + column`, counted from the upper left of the box around the line.
    `between` has the squares that the line crosses. For each corner that the line passes exactly through, `corners` has
    the upper of the two squares it passes between; the lower one is `shift` bits further on. The squares are those of
    `spots`, but testing them takes about a tenth of the time.
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
