"""The camera over a map: which part of the board is on the screen, how large, and where each cell is there.

Positions on the screen are real pixels; a `cell` is an int.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

import pygame

from game.board.board import Board
from game.ui import ground, hexes
from game.ui.battle.glide import Glide, Point
from game.ui.tokens import PLATED

ZOOMS = (50, 75, 100, 150, 200)
"""The zooms, in per cent."""
CELL = {"square": 32, "hex": 64}
"""The width of a cell at 100 %, in logical pixels."""
TOKEN = 28
"""The width of a token at 100 %, in logical pixels."""
MOST_BORDERS = 64
"""How many outlines are kept until the camera moves."""
GLIDE = 0.28
"""Seconds that the camera takes to look somewhere else by itself."""
MARGIN = 1.2
"""How many cells are left at the edge when something is brought into sight."""
LARGE = 40
"""A hex map of more columns or rows than this has hexes as wide as square cells."""
EDGE = 0.5
"""How many cells of air there are round the units that a first look brings into sight."""
SMALL = 75
"""The zoom, in per cent, below which tokens get small: only what must be in sight is worth zooming out farther."""
LEAST = 60
"""The zoom below which tokens are too small to read even with their ids; a whole map is shown down to here."""
AIR = 0.3
"""How many cells of paper may show beside a board of squares, so that markers of units at its edge are seen whole."""
BEYOND = 64
"""How many logical pixels one may look past the lower edge, where the keys and the legend lie over the map."""


class Camera:
    """Where on the board the window looks, and at which zoom."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.zoom = 100
        self._zoom_before = 0
        """The zoom that `bring` has zoomed out from and may go back to, 0 if there is none."""
        self.cell = CELL[board.grid] if max(board.width, board.height) <= LARGE else CELL["square"]
        width, height = ground.extent(board, 1000)
        self.look: Point = (width / 2000, height / 2000)
        """The spot of the board in the middle of the screen once the camera has arrived, in widths of a cell."""
        self.area = pygame.Rect(0, 0, 1, 1)
        self.scale = 1.0
        self.size = float(self.cell)
        """The width of a cell in real pixels."""
        self.origin = (self.look[0] * self.size, self.look[1] * self.size)  # keys may come before the first drawing
        """The upper left corner of what is on the screen, in real pixels of the map."""
        self._to_frame: tuple[Collection[int], Collection[int], Collection[int]] | None = None
        self.reduced = False
        """Whether motion is reduced: the camera jumps where it would glide."""
        self._glides_from: Point = self.look
        self._glide_left = 0.0
        """Seconds of the camera's way that are left."""
        self.glide = Glide()
        self._borders: dict[frozenset[int], list[tuple[Point, Point]]] = {}

    def place(self, area: pygame.Rect, scale: float) -> None:
        """Set the rectangle of the map on the screen and the UI scale, and move the camera on inside the map."""
        before = self.area, self.size, self.origin
        self.area, self.scale = area, scale
        if self._to_frame is not None:
            self._fit(*self._to_frame)
            self._to_frame = None
        self.size = self.cell * scale * self.zoom / 100
        self.origin = self._goal()
        if self._glide_left > 0:
            share = (self._glide_left / GLIDE) ** 3
            self.origin = (
                self.origin[0] + (self._glides_from[0] * self.size - area.width / 2 - self.origin[0]) * share,
                self.origin[1] + (self._glides_from[1] * self.size - area.height / 2 - self.origin[1]) * share,
            )
        if before != (self.area, self.size, self.origin):
            self._borders.clear()

    def _goal(self) -> Point:
        """The `origin` once the camera has arrived."""
        width, height = ground.extent(self.board, self.size)
        air = round(self._air * self.size)
        return (
            _scrolled(self.look[0] * self.size - self.area.width / 2, width, self.area.width, air),
            _scrolled(
                self.look[1] * self.size - self.area.height / 2, height, self.area.height, air, BEYOND * self.scale
            ),
        )

    @property
    def _air(self) -> float:
        """How many cells of paper may show beside the board; hex maps need none, as a hex has room round its token."""
        return AIR if self.board.grid == "square" else 0.0

    def tick(self, seconds: float) -> bool:
        """Let the camera glide on. Returns whether it is on its way."""
        if self._glide_left <= 0:
            return False
        self._glide_left -= seconds
        return True

    def arrive(self) -> None:
        """End the camera's way at its goal."""
        self._glide_left = 0.0

    def frame(self, units: Collection[int], own: Collection[int], objectives: Collection[int] = ()) -> None:
        """At the next drawing, bring all units into sight at the largest zoom, or at least those of the asked seat.

        All arguments are cells. The camera takes the first of these for which tokens are large enough: the whole map,
        units and objectives, all units, the units of the asked seat.
        """
        self._to_frame, self._zoom_before = (units, own, objectives), 0

    @property
    def _readable(self) -> int:
        """The least zoom for a whole map: at it tokens bear their ids, unless that takes more than `SMALL`."""
        return min(SMALL, max(LEAST, math.ceil(100 * (PLATED - 0.5) / TOKEN / self.scale)))

    def _fit(self, units: Collection[int], own: Collection[int], objectives: Collection[int]) -> None:
        """Carry out `frame`: take the first set of cells that fits between its least and its greatest zoom."""
        board_cells, contested = range(self.board.width * self.board.height), {*units, *objectives}
        tries: list[tuple[Collection[int], int, int]] = [
            (board_cells, SMALL, ZOOMS[-1]),
            (contested, SMALL, 100),
            (board_cells, self._readable, SMALL),
            (units, SMALL, 100),
            (own, SMALL, SMALL),
            (units, ZOOMS[0], SMALL),
            (own, ZOOMS[0], SMALL),
        ]
        for cells, smallest, largest in tries:
            left, top, width, height = self._box(cells)
            room = 0 if cells is board_cells else EDGE
            beyond = BEYOND * self.scale if cells is not board_cells else 0
            zoom = min(largest, self._zoom(width + room, height + room, beyond))
            if cells is board_cells:  # a little smaller, if it is still large enough then, so that the edges have air
                zoom = max(min(zoom, smallest), min(largest, self._zoom(width + 2 * self._air, height + 2 * self._air)))
            if zoom >= smallest:
                size = self.cell * self.scale * zoom / 100
                self.zoom = zoom
                x, y, w, h = self._box(units)
                spare = (self.area.width / size - width - room) / 2, (self.area.height / size - height - room) / 2
                self.look = (
                    _within(x + w / 2, left + width / 2, spare[0]),
                    _within(y + h / 2, top + height / 2, spare[1] - beyond / 2 / size) + beyond / 2 / size,
                )
                self.size = size
                self._avoid_halves(units, cells)
                return
        self.zoom = ZOOMS[0]
        left, top, width, height = self._box(own or units)
        self.look = (left + width / 2, top + height / 2)

    def _zoom(self, width: float, height: float, beyond: float = 0) -> int:
        """The largest zoom at which so many cells fit across and down, with `beyond` real pixels free at the foot."""
        larger = min(self.area.width / width, (self.area.height - beyond) / height)
        return int(100 * larger / self.cell / self.scale)

    def _avoid_halves(self, units: Collection[int], framed: Collection[int]) -> None:
        """Look half a cell aside if then no unit is cut by the edge of the screen and all `framed` cells are on it."""
        x, y = self.look
        for aside in (0.0, -0.5, 0.5):
            self.look = (x + aside, y)
            parts = [self._part(cell) for cell in units]
            if all(part in (0, 1) for part in parts) and all(self._part(cell) == 1 for cell in framed):
                return
        self.look = (x, y)

    def _part(self, cell: int) -> float:
        """The share (0 to 1) of a cell's width that is on the screen once the camera has arrived."""
        middle = ground.centre(self.board, cell, self.size)[0] - self._goal()[0]
        inside = min(middle + self.size / 2, self.area.width) - max(middle - self.size / 2, 0)
        return max(0.0, min(1.0, round(inside / self.size, 2)))

    def _box(self, cells: Collection[int]) -> tuple[float, float, float, float]:
        """Left, top, width and height of the rectangle round some cells, in widths of a cell."""
        if len(cells) == self.board.width * self.board.height:
            width, height = ground.extent(self.board, 1000)
            return 0, 0, width / 1000, height / 1000
        places = [ground.centre(self.board, cell, 1) for cell in cells] or [self.look]
        left, top = min(x for x, _ in places) - 0.5, min(y for _, y in places) - 0.5
        return left, top, max(x for x, _ in places) + 0.5 - left, max(y for _, y in places) + 0.5 - top

    def pan(self, dx: float, dy: float) -> None:
        """Move the camera by real pixels."""
        self.arrive()
        x = self.origin[0] + self.area.width / 2 + dx
        y = self.origin[1] + self.area.height / 2 + dy
        self.look = (x / self.size, y / self.size)

    def zoom_by(self, steps: int, at: tuple[int, int] | None = None) -> None:
        """Zoom in by so many of ZOOMS, or out if negative, keeping the point `at` in place. The camera glides there."""
        self._zoom_before = 0
        self.arrive()
        if steps > 0:
            further = [zoom for zoom in ZOOMS if zoom > self.zoom]
        else:
            further = [zoom for zoom in reversed(ZOOMS) if zoom < self.zoom]
        zoom = [self.zoom, *further][min(abs(steps), len(further))]
        gliding = self._set_out(zoom)
        anchor = at or self.area.center
        before = (
            (anchor[0] - self.area.x + self.origin[0]) / self.size,
            (anchor[1] - self.area.y + self.origin[1]) / self.size,
        )
        grown = self.size * zoom / self.zoom
        self.zoom = zoom
        self.look = (
            before[0] + (self.area.width / 2 - (anchor[0] - self.area.x)) / grown,
            before[1] + (self.area.height / 2 - (anchor[1] - self.area.y)) / grown,
        )
        self.size = grown
        self._glides_from, self._glide_left = self._centre(self._goal()), GLIDE if gliding else 0.0

    def _set_out(self, zoom: int) -> bool:
        """Set out from the last picture to another zoom. Returns whether the camera glides there."""
        self.glide.start = None
        return zoom != self.zoom and not self.reduced and self.glide.set_out(self.area)

    def _centre(self, origin: Point) -> Point:
        """The spot in the middle of the screen for an origin, in widths of a cell."""
        return (origin[0] + self.area.width / 2) / self.size, (origin[1] + self.area.height / 2) / self.size

    def draw_on_the_way(self, surface: pygame.Surface) -> None:
        """While the camera comes from another zoom, draw the picture of that, scaled by how far it has come."""
        if not self.reduced:
            share = (min(GLIDE, max(0.0, self._glide_left)) / GLIDE) ** 3
            self.glide.draw(surface, self.area, share, (self.size, self._centre(self.origin)))

    def centre_on(self, cell: int) -> None:
        """Look at a cell, at once."""
        self.arrive()
        x, y = ground.centre(self.board, cell, 1)
        self.look = (x, y)

    def bring(self, cells: Collection[int], wished: Collection[int] = (), *, back: bool = False) -> None:
        """Bring all these cells into sight, moving the camera as little as possible; it glides there.

        If they do not fit, zoom out as far as needed; if that is not enough, centre on them. The `wished` cells come
        into sight, too, if they fit without tokens getting small. With `back`, return to the zoom before `bring` last
        zoomed out, if the cells fit at that.
        """
        needed = [cell for cell in cells if cell >= 0]
        all_cells = [*needed, *(cell for cell in wished if cell >= 0)]
        if self._fits(all_cells, min(self.zoom, SMALL)):
            needed = all_cells
        returning = back and self._zoom_before > self.zoom
        if not needed or self.area.width <= 1 or (all(map(self.in_sight, needed)) and not returning):
            return
        if not returning:
            self._zoom_before = max(self._zoom_before, self.zoom)
        x, y = self._centre(self.origin if self._glide_left > 0 else self._goal())
        largest = self._zoom_before if returning else self.zoom
        steps = [largest, *(zoom for zoom in reversed(ZOOMS) if zoom < largest)]
        zoom = next((zoom for zoom in steps if self._fits(needed, zoom)), steps[-1])
        gliding = self._set_out(zoom)
        self.zoom, self._zoom_before = zoom, 0 if zoom == self._zoom_before else self._zoom_before
        self.size = self.cell * self.scale * zoom / 100
        left, top, width, height = self._box(needed)
        half = self._half(zoom)
        self.look = (
            _clamped(x, left + width - 0.5 - half[0], left + 0.5 + half[0]),
            _clamped(y, top + height - 0.5 - half[1], top + 0.5 + half[1]),
        )
        self._glides_from, self._glide_left = (x, y), 0.0 if self.reduced else GLIDE
        if gliding:
            self._glides_from = self._centre(self._goal())
        self.place(self.area, self.scale)

    def _half(self, zoom: int) -> Point:
        """How far from the middle of the screen the middle of a cell may be to be well in sight, in cells."""
        size = self.cell * self.scale * zoom / 100
        return self.area.width / size / 2 - MARGIN, self.area.height / size / 2 - MARGIN

    def _fits(self, cells: Collection[int], zoom: int) -> bool:
        """Whether all of these cells fit on the screen at a zoom."""
        _, _, width, height = self._box(cells)
        half = self._half(zoom)
        return width - 1 <= 2 * half[0] and height - 1 <= 2 * half[1]

    def in_sight(self, cell: int) -> bool:
        """Whether the cell is on the screen once the camera has arrived."""
        x, y = ground.centre(self.board, cell, self.size)
        left, top = self._goal()
        spot = self.area.x + x - left, self.area.y + y - top
        room = round(self.size) - 2  # a cell that touches the edge of the screen is still in sight
        return self.area.inflate(-room, -room).collidepoint(spot)

    def at(self, cell: int) -> Point:
        """The middle of a cell on the screen."""
        x, y = ground.centre(self.board, cell, self.size)
        return self.area.x + x - self.origin[0], self.area.y + y - self.origin[1]

    @property
    def grain(self) -> float:
        """The unit that marks on the map are measured by, in real pixels: a square cell, or half a hex."""
        return self.size if self.board.grid == "square" else self.size / 2

    def corners(self, cell: int) -> list[Point]:
        """The corners of a cell on the screen, clockwise from the upper left or, on a hex, from the top."""
        if self.board.grid == "hex":
            return hexes.corners(self.at(cell), self.size)
        rect = self.rect_of(cell)
        return [rect.topleft, rect.topright, rect.bottomright, rect.bottomleft]

    def border(self, cells: Collection[int]) -> list[tuple[Point, Point]]:
        """The lines between these cells and all others, kept until the camera moves."""
        key = frozenset(cells)
        if key not in self._borders:
            if len(self._borders) >= MOST_BORDERS:
                self._borders.clear()
            self._borders[key] = list(self._hex_border(key) if self.board.grid == "hex" else self._square_border(key))
        return self._borders[key]

    def _hex_border(self, cells: Collection[int]) -> Iterator[tuple[Point, Point]]:
        for cell, side in hexes.border(self.board, cells):
            corners = self.corners(cell)
            yield corners[side], corners[(side + 1) % 6]

    def _square_border(self, cells: Collection[int]) -> Iterator[tuple[Point, Point]]:
        board = self.board
        for cell in sorted(cells):
            rect, (x, y) = self.rect_of(cell), board.xy(cell)
            sides = (
                ((0, -1), rect.topleft, rect.topright),
                ((1, 0), rect.topright, rect.bottomright),
                ((0, 1), rect.bottomleft, rect.bottomright),
                ((-1, 0), rect.topleft, rect.bottomleft),
            )
            for (dx, dy), a, b in sides:
                if not (board.inside(x + dx, y + dy) and board.cell(x + dx, y + dy) in cells):
                    yield a, b

    def rect_of(self, cell: int) -> pygame.Rect:
        """The square round a cell on the screen."""
        x, y = self.at(cell)
        half = self.size / 2
        left, top = round(x - half), round(y - half)
        return pygame.Rect(left, top, round(x + half) - left, round(y + half) - top)

    def cell_at(self, position: tuple[int, int]) -> int:
        """The cell under a screen position, -1 outside the map."""
        if not self.area.collidepoint(position):
            return -1
        px, py = position[0] - self.area.x + self.origin[0], position[1] - self.area.y + self.origin[1]
        if self.board.grid == "square":
            x, y = int(px // self.size), int(py // self.size)
            return self.board.cell(x, y) if self.board.inside(x, y) else -1
        return hexes.cell_at(self.board, px, py, self.size)


def _clamped(now: float, least: float, most: float) -> float:
    """`now` kept between two bounds; their middle if they are the wrong way round."""
    return (least + most) / 2 if least > most else max(least, min(now, most))


def _within(wanted: float, middle: float, most: float) -> float:
    """`wanted`, but no farther from `middle` than `most` (0 if that is negative)."""
    return max(middle - max(0.0, most), min(wanted, middle + max(0.0, most)))


def _scrolled(start: float, length: int, room: int, air: int, beyond: float = 0) -> float:
    """A scroll position that keeps a screen `room` wide inside a map `length` wide. All in real pixels.

    It may go `air` past both ends, and `beyond` past the far end if that is more. A smaller map is centred.
    """
    if length <= room:
        return min(-air if length + 2 * air <= room else 0.0, (length - room + beyond) / 2)
    return max(-air, min(start, length - room + max(air, beyond)))
