"""Where the cells of a map are in its pixels: squares, or pointy-top hexes with odd rows shifted to the right."""

from __future__ import annotations

import math

from msgspec import Struct

from game.board.terrain import GridKind


class PixelGrid(Struct, frozen=True):
    """The grid of a map. `width` and `height` are in cells; the others, of one cell, are in map pixels.

    `hex_side` is `hexsidelength` in Tiled.
    """

    kind: GridKind
    width: int
    height: int
    cell_width: int
    cell_height: int
    hex_side: int = 0

    @property
    def row_step(self) -> float:
        """Pixels from one row to the next."""
        return (self.cell_height + self.hex_side) / 2 if self.kind == "hex" else float(self.cell_height)

    def corner(self, x: int, y: int) -> tuple[float, float]:
        """The upper left of a cell's bounding box, in map pixels."""
        shift = self.cell_width / 2 if self.kind == "hex" and y % 2 else 0.0
        return x * self.cell_width + shift, y * self.row_step

    def centre(self, x: int, y: int) -> tuple[float, float]:
        """The middle of a cell, in map pixels."""
        left, top = self.corner(x, y)
        return left + self.cell_width / 2, top + self.cell_height / 2

    def at(self, px: float, py: float) -> int:
        """The cell that contains a pixel, -1 outside the board."""
        if self.kind == "square":
            x, y = math.floor(px / self.cell_width), math.floor(py / self.cell_height)
            return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else -1
        row = math.floor(py / self.row_step)
        distances = [
            (math.dist((px, py), self.centre(x, y)), y * self.width + x)
            for y in range(max(0, row - 1), min(self.height, row + 2))
            for x in self._columns(px - self.cell_width, px + self.cell_width, y)
        ]
        distance, cell = min(distances, default=(math.inf, -1))
        return cell if distance <= max(self.cell_width, self.cell_height) / 2 else -1

    def _columns(self, left: float, right: float, y: int) -> range:
        """The columns of row `y` whose centres are in left <= x < right."""
        first = self.centre(0, y)[0]
        low = math.ceil((left - first) / self.cell_width)
        high = math.ceil((right - first) / self.cell_width)
        return range(max(0, low), min(self.width, high))

    def within(self, left: float, top: float, width: float, height: float) -> tuple[int, ...]:
        """The cells whose centres are in a rectangle of map pixels, in reading order."""
        first = self.cell_height / 2
        low = max(0, math.ceil((top - first) / self.row_step))
        high = min(self.height, math.ceil((top + height - first) / self.row_step))
        return tuple(y * self.width + x for y in range(low, high) for x in self._columns(left, left + width, y))

    def overhangs(self, left: float, top: float, width: float, height: float) -> bool:
        """Whether a rectangle of map pixels extends beyond the board by half a cell or more."""
        right_edge = self.width * self.cell_width + (self.cell_width / 2 if self.kind == "hex" else 0)
        bottom_edge = (self.height - 1) * self.row_step + self.cell_height
        return (
            left <= -self.cell_width / 2
            or top <= -self.cell_height / 2
            or left + width >= right_edge + self.cell_width / 2
            or top + height >= bottom_edge + self.cell_height / 2
        )
