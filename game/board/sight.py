"""Line of sight: whether one cell sees another, and the target's cover or what is in the way.

The line runs straight between two cell centres and, in height, from eye to eye: eyes are one level above the ground
of their cell. It is judged by the cells whose interior it crosses, without the two end cells.

- A wall (any kind that blocks) stops the line if the line runs below the wall's top, two levels above its ground. So
  does the ground itself if it rises above the line.
- A line that only touches the corner of a blocking cell passes. A line squeezed exactly between two blocking cells
  that meet at that corner is stopped. On hexes, a line along a border passes if either side is clear.
- Woods are two levels high. The line is stopped by more than `Board.through` cells of woods that reach above it. A
  cell touched at a corner counts as neither woods nor cover; a border counts once, if both its sides do.
- Low cover never stops the line. A target has cover from its own cell, or from a neighbour of its cell on the line,
  other than the viewer's own cell. A line that stays above the top of that cell sees over it: low cover on the
  target's own cell helps only against viewers who are not above the target, while a line that just grazes the top of a
  wall still leaves hard cover. The best class counts; between equal ones, that of the target's own cell.

Sight is the same in both directions, because the line and its cells are. All of it is integer arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, compress
from operator import add, and_

from msgspec import Struct

from game.board.field import Bits, Layout, bit_set, field
from game.board.grid import Grid, HexGrid, square_mask
from game.board.terrain import COVERS, Cover, TerrainKind, by_number, numbered

_KEPT = 1 << 16
_FIELD_CELLS_KEPT = 1 << 19
_SMALL = 64
"""A board of at most this many columns and rows is one patch; a larger one has overlapping patches of this size.

A patch begins at every half of this size, so every box up to that half lies within one patch.
"""


_TOPS = by_number(lambda kind: kind.rise if kind.blocks else 0)
_RISES = by_number(lambda kind: kind.rise)
_THINS = by_number(lambda kind: kind.thins)
_COVER = by_number(lambda kind: COVERS.index(kind.cover))


@lru_cache(maxsize=16)
def _over_the_plain(eye: int) -> tuple[bytes, bytes]:
    """Tables by kind of terrain: whether it is a wall, and whether it is woods, that rises above `eye` from level 0."""
    return by_number(lambda kind: kind.blocks and kind.rise > eye), by_number(
        lambda kind: kind.thins and kind.rise > eye
    )


class Sight(Struct, frozen=True, gc=False):
    """What one cell sees of another. A cell that does not apply is -1; `distance` is in the board's unit."""

    visible: bool
    cover: Cover
    cover_cell: int
    blocked_by: int
    distance: int


class SightLines:
    """Answers every question about sight on one board, and caches the answers."""

    def __init__(self, grid: Grid, terrain: Sequence[TerrainKind], heights: Sequence[int], through: int) -> None:
        """`through` is how many cells of woods, strictly between its ends, a line may cross."""
        self._grid, self._through = grid, through
        self._square = not isinstance(grid, HexGrid)
        self._cells = len(terrain)
        self._kinds = numbered(terrain)
        self._flat = not any(heights)
        self._thins, self._covers = self._kinds.translate(_THINS), self._kinds.translate(_COVER)
        tops, rises = self._kinds.translate(_TOPS), self._kinds.translate(_RISES)
        self._eyes: Sequence[int] = b"\1" * self._cells if self._flat else [level + 1 for level in heights]
        self._tops: Sequence[int] = tops if self._flat else list(map(add, heights, tops))
        self._rises: Sequence[int] = rises if self._flat else list(map(add, heights, rises))
        self._neighbours: dict[int, frozenset[int]] = {}
        self._sights: dict[int, Sight] = {}
        self._fields: dict[int, tuple[int, ...]] = {}
        self._in_fields = 0
        self._layout = Layout(grid)
        self._visible: dict[int, bool] = {}
        self._patches: dict[tuple[int, int], tuple[int, int]] = {}
        self._one_patch = max(grid.width, grid.height) <= _SMALL
        self._stride, self._step = (max(grid.width, grid.height), _SMALL) if self._one_patch else (_SMALL, _SMALL // 2)
        self._bits_above: dict[int, tuple[Bits, Bits]] = {}

    @cached_property
    def _levels(self) -> dict[int, int]:
        """Level of an eye -> the cells whose eye is there, as an int with a byte for each cell, 0 or 1."""
        return {eye: int.from_bytes(bytes(map(eye.__eq__, self._eyes)), "little") for eye in set(self._eyes)}

    def sight(self, a: int, b: int) -> Sight:
        """What `a` sees of `b`; cached."""
        key = a * self._cells + b
        found = self._sights.get(key)
        if found is None:
            if len(self._sights) >= _KEPT:
                self._sights.clear()
            found = self._sights[key] = self._look(a, b)
        return found

    def visible(self, a: int, b: int) -> bool:
        """Whether `a` sees `b`, without its cover or what blocks the line; cached."""
        key = a * self._cells + b if a < b else b * self._cells + a
        found = self._visible.get(key)
        if found is None:
            if len(self._visible) >= _KEPT:
                self._visible.clear()
            found = self._visible[key] = self._see(a, b) if a < b else self._see(b, a)
        return found

    def _see(self, a: int, b: int) -> bool:
        """Whether `a` sees `b`, where `a <= b`."""
        if self._square:
            width = self._grid.width
            ay, ax = divmod(a, width)
            by, bx = divmod(b, width)
            if by - ay <= self._step >= bx - ax >= -self._step:
                clear = self._clear(a, b, ay, ax if ax < bx else bx, bx - ax, by - ay)
                return self._blocker(a, b) < 0 if clear is None else clear
            if self._bare(ay, by + 1, *((ax, bx + 1) if ax < bx else (bx, ax + 1))):
                return True
        return self._blocker(a, b) < 0

    @cached_property
    def _standing(self) -> list[list[int]]:
        """For each corner of a cell, row by row, how many cells above and to the left of it can stop any line."""
        low, width = min(self._eyes), self._grid.width
        above = [
            top > low or (thin and rise > low)
            for top, rise, thin in zip(self._tops, self._rises, self._thins, strict=True)
        ]
        sums = [[0] * (width + 1)]
        for start in range(0, self._cells, width):
            row = accumulate(above[start : start + width], initial=0)
            sums.append(list(map(add, sums[-1], row)))
        return sums

    def _bare(self, top: int, bottom: int, left: int, right: int) -> bool:
        """Whether no cell in that box of rows and columns (`bottom` and `right` excluded) can stop a line."""
        above, below = self._standing[top], self._standing[bottom]
        return below[right] - below[left] == above[right] - above[left]

    def field(self, cell: int) -> tuple[int, ...]:
        """Every cell visible from `cell`, itself included, ascending; the latest answers are cached."""
        found = self._fields.pop(cell, None)
        if found is None:
            found = tuple(compress(range(self._cells), self._field(cell)))
            self._in_fields += len(found)
            while self._fields and self._in_fields > _FIELD_CELLS_KEPT:
                self._in_fields -= len(self._fields.pop(next(iter(self._fields))))
        self._fields[cell] = found
        return found

    def _field(self, cell: int) -> bytes | bytearray:
        """A byte for every cell, 1 if it is visible from `cell`.

        Targets are treated level by level. A target is surely seen if nothing above the lower of the two eyes is in the
        way, and surely hidden if something above the higher one is. In between, the line itself is examined.
        """
        eye = self._eyes[cell]
        level = self._swept(cell, eye)
        if len(self._levels) == 1:
            return level
        seen = 0
        for target_eye, at_level in self._levels.items():
            from_viewer, from_target = (
                int.from_bytes(level, "little"),
                int.from_bytes(self._swept(cell, target_eye), "little"),
            )
            sure, perhaps = (from_viewer, from_target) if target_eye > eye else (from_target, from_viewer)
            seen |= sure & at_level
            unsure = (perhaps & ~sure & at_level).to_bytes(self._cells, "little")
            for target in compress(range(self._cells), unsure):
                seen |= (self._blocker(cell, target) < 0) << 8 * target
        return seen.to_bytes(self._cells, "little")

    def _swept(self, cell: int, eye: int) -> bytearray:
        """A byte for every cell, 1 if `cell` would see it were all lines level at the height `eye`."""
        return field(self._layout, cell, *self._above(eye), self._through)

    def _above(self, eye: int) -> tuple[Bits, Bits]:
        """The walls and the woods that rise above an eye."""
        bits = self._bits_above.get(eye)
        if bits is None:
            walls, woods = self._over(eye, slice(None))
            bits = self._bits_above[eye] = self._layout.bits(walls), self._layout.bits(woods)
        return bits

    def _over(self, eye: int, cells: slice) -> tuple[bytes, bytes]:
        """Walls and woods that rise above an eye: a byte, 0 or 1, for each of the cells."""
        if self._flat:
            walls, woods = _over_the_plain(eye)
            return self._kinds[cells].translate(walls), self._kinds[cells].translate(woods)
        above = map(eye.__lt__, self._rises[cells])
        return bytes(map(eye.__lt__, self._tops[cells])), bytes(map(and_, above, self._thins[cells]))

    def _clear(self, a: int, b: int, row: int, left: int, dx: int, dy: int) -> bool | None:  # noqa: PLR0917 (called for each line: a name costs)
        """Whether the line from `a` down to `b` is clear; None if that depends on its exact height.

        `row` and `left` are the upper left of the box around the line, which is no larger than a step of the patches.
        """
        between, corners, shift = square_mask(dx, dy, self._stride)
        low, high = self._eyes[a], self._eyes[b]
        if low > high:
            low, high = high, low
        if self._one_patch:
            patch, box = 0, row * self._stride + left
        else:
            patch = row // self._step * 256 + left // self._step
            box = row % self._step * self._stride + left % self._step
        walls, woods = self._patches.get((high, patch)) or self._patch(high, patch)
        walls >>= box
        if walls & between or walls & corners & (walls >> shift):
            return False
        if woods and ((woods >> box) & between).bit_count() > self._through:
            return False
        if low == high:
            return True
        walls, woods = self._patches.get((low, patch)) or self._patch(low, patch)
        walls >>= box
        if walls & between or walls & corners & (walls >> shift):
            return None
        if woods and ((woods >> box) & between).bit_count() > self._through:
            return None
        return True

    def _patch(self, eye: int, patch: int) -> tuple[int, int]:
        """Walls and woods above an eye in one patch, as bits `row * _stride + column`.

        The patch has `_stride` columns and rows, and begins `patch // 256` steps down and `patch % 256` across.
        """
        down, across = divmod(patch, 256)
        width, left = self._grid.width, across * self._step
        walls = woods = 0
        for row in range(min(down * self._step + self._stride, self._grid.height) - 1, down * self._step - 1, -1):
            cells = slice(row * width + left, row * width + min(left + self._stride, width))
            wall, wood = self._over(eye, cells)
            walls, woods = walls << self._stride | bit_set(wall), woods << self._stride | bit_set(wood)
        found = self._patches[eye, patch] = walls, woods
        return found

    def _blocker(self, a: int, b: int) -> int:
        """The first cell seen from `a` that stops the line to `b`, -1 if it is clear."""
        end, spots = self._grid.walk(a, b)
        start, climb = self._eyes[a], self._eyes[b] - self._eyes[a]
        tops = self._tops
        woods = 0
        for since, until, cell, other in spots:
            lowest = start * end + climb * (until if climb < 0 else since)
            if tops[cell] * end > lowest and (other < 0 or tops[other] * end > lowest):
                return cell
            if since < until and self._hides(cell, end, lowest) and (other < 0 or self._hides(other, end, lowest)):
                woods += 1
                if woods > self._through:
                    return cell
        return -1

    def _hides(self, cell: int, end: int, lowest: int) -> bool:
        return self._thins[cell] > 0 and self._rises[cell] * end > lowest

    def _look(self, a: int, b: int) -> Sight:
        distance = self._grid.distance(a, b)
        if not self.visible(a, b):
            return Sight(False, "", -1, self._blocker(a, b), distance)
        best, best_cell = self._covers[b], b
        if COVERS[best] == "low" and self._eyes[a] > self._eyes[b]:
            best = 0
        if distance > 1:
            best, best_cell = self._cover_beside(a, b, best)
        return Sight(True, COVERS[best], best_cell if best else -1, -1, distance)

    def _cover_beside(self, a: int, b: int, best: int) -> tuple[int, int]:
        """The best of `best`, the cover on `b`, and the covers of its neighbours on the line; and its cell."""
        neighbours = self._neighbours.get(b)
        if neighbours is None:
            neighbours = self._neighbours[b] = frozenset(step[0] for step in self._grid.steps(b))
        best_cell, covers = b, self._covers
        if not any(covers[cell] > best for cell in neighbours):
            return best, best_cell
        end, spots = self._grid.spots(a, b)
        start, climb = self._eyes[a], self._eyes[b] - self._eyes[a]
        for since, until, cell, other in reversed(spots):
            if since == until:
                continue
            if cell not in neighbours:
                break
            lowest = start * end + climb * (until if climb < 0 else since)
            sides = (cell,) if other < 0 else (cell, other)
            cover = min(covers[side] if self._rises[side] * end >= lowest else 0 for side in sides)
            if cover > best:
                best, best_cell = cover, cell
        return best, best_cell
