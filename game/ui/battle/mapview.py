"""The map: camera, ground, rulers, tokens. Positions on the screen are real pixels, `cell` is an int."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Sequence

import pygame

from game.board.board import Board
from game.ui import ground, hexes, text
from game.ui.battle.glide import Glide
from game.ui.canvas import Canvas
from game.ui.palette import INK2, INK3, PAPER, Colour
from game.ui.tokens import PLATE, PLATED, SPREAD, id_plate, plate_rect, token

Point = tuple[float, float]

ZOOMS = (50, 75, 100, 150, 200)
FAINT = 105  # of 255
CELL = {"square": 32, "hex": 64}  # logical pixels of a cell at 100 %
TOKEN = 28  # and of a token
MOST_BORDERS = 64
PIECE = 512  # pixels: a large map is scaled in pieces of this side, as they are looked at
MOST_PIECES = 48
GLIDE = 0.28
"""Seconds that the camera takes to look somewhere else by itself."""
MARGIN = 1.2
"""How many cells are left at the edge when something is brought into sight."""
LARGE = 40  # a hex map of more columns or rows than this begins with hexes no larger than squares
EDGE = 0.5  # cells of air round the units that a first look brings into sight
SMALL = 75
"""At a smaller zoom tokens get small; nothing is zoomed out so far for what is merely good to see."""
LEAST = 60
"""At a smaller one still they are too small to read even where their ids have room; a whole map is shown down to here."""
AIR = 0.3
"""How many cells of paper there may be beside a board of squares, so that what a unit at its edge wears is seen whole."""
BEYOND = 64  # logical pixels that one may look past the lower edge, where hints lie over the map


class MapView:
    """Where on the board the window looks, and the drawing of ground and tokens."""

    def __init__(self, board: Board, backdrop: ground.Backdrop | None) -> None:
        self.board = board
        self.backdrop = backdrop if backdrop is not None else ground.Backdrop(board)
        self.zoom = 100
        self._nearer = 0
        """How near one had it before it was zoomed out to bring something into sight, 0 where it was not."""
        self.cell = CELL[board.grid] if max(board.width, board.height) <= LARGE else 32
        wide, high = ground.extent(board, 1000)
        self.look = (wide / 2000, high / 2000)
        self.area = pygame.Rect(0, 0, 1, 1)
        self.scale = 1.0
        self.size = float(self.cell)
        self.ways: tuple[tuple[int, ...], ...] = ()
        self.sited: frozenset[int] = frozenset()
        self.plates: Sequence[pygame.Rect] = ()
        """Names on the map under which lines of fire pass, in real pixels."""
        self.origin = (self.look[0] * self.size, self.look[1] * self.size)  # keys may come before the first picture
        self._wanted: tuple[Collection[int], Collection[int], Collection[int]] | None = None
        self.reduced = False
        """Whether the camera is there at once."""
        self._from: Point = self.look
        self._left = 0.0
        """Seconds of its way that are left."""
        self.glide = Glide()
        self._borders: dict[frozenset[int], list[tuple[Point, Point]]] = {}
        self._scaled: tuple[object, ...] = ()  # what the pieces were made for
        self._pieces: dict[tuple[int, int], pygame.Surface] = {}  # parts of the scaled ground, by column and row
        self._rulers: tuple[object, pygame.Surface, pygame.Surface] | None = None

    # -- camera ---------------------------------------------------------------------------------------------------

    def place(self, area: pygame.Rect, scale: float) -> None:
        """Tell the view its rectangle and the UI scale; keeps the camera inside the map."""
        before = self.area, self.size, self.origin
        self.area, self.scale = area, scale
        if self._wanted is not None:
            self._fit(*self._wanted)
            self._wanted = None
        self.size = self.cell * scale * self.zoom / 100
        self.origin = self._there()
        if self._left > 0:
            share = (self._left / GLIDE) ** 3
            self.origin = (
                self.origin[0] + (self._from[0] * self.size - area.width / 2 - self.origin[0]) * share,
                self.origin[1] + (self._from[1] * self.size - area.height / 2 - self.origin[1]) * share,
            )
        if before != (self.area, self.size, self.origin):
            self._borders.clear()

    def _there(self) -> Point:
        """The upper left corner of what is looked at, in real pixels of the map, once the camera has arrived."""
        wide, high = ground.extent(self.board, self.size)
        air = round(self._air * self.size)
        return (
            _inside(self.look[0] * self.size - self.area.width / 2, wide, self.area.width, air),
            _inside(self.look[1] * self.size - self.area.height / 2, high, self.area.height, air, BEYOND * self.scale),
        )

    @property
    def _air(self) -> float:
        """Cells of paper beside the board; those of hexes end in water or have room round their tokens."""
        return AIR if self.board.grid == "square" else 0.0

    def tick(self, seconds: float) -> bool:
        """The camera goes on; True while it is on its way."""
        if self._left <= 0:
            return False
        self._left -= seconds
        return True

    def arrive(self) -> None:
        """The camera is where it was going."""
        self._left = 0.0

    def frame(self, everybody: Collection[int], asked: Collection[int], ground: Collection[int] = ()) -> None:
        """At the next drawing be as near as one can with all of these cells in sight, or at least those of whoever is asked.

        `ground` is what the battle is about.
        """
        self._wanted, self._nearer = (everybody, asked, ground), 0

    @property
    def _readable(self) -> int:
        """The smallest zoom for a whole map: tokens bear their ids, if that is to be had before they get small."""
        return min(SMALL, max(LEAST, math.ceil(100 * (PLATED - 0.5) / TOKEN / self.scale)))

    def _fit(self, everybody: Collection[int], asked: Collection[int], ground: Collection[int]) -> None:
        """The whole map, as large as it goes; else all units and what they fight for, else all units, else those of whoever is asked.

        Each before tokens get too small to read.
        """
        whole, fought = range(self.board.width * self.board.height), {*everybody, *ground}
        ways = [(whole, SMALL, ZOOMS[-1]), (fought, SMALL, 100), (whole, self._readable, SMALL)]
        ways += [(everybody, SMALL, 100), (asked, SMALL, SMALL), (everybody, ZOOMS[0], SMALL), (asked, ZOOMS[0], SMALL)]
        for cells, least, most in ways:
            left, top, wide, high = self._box(cells)
            room = 0 if cells is whole else EDGE
            far = BEYOND * self.scale if cells is not whole else 0
            zoom = min(most, self._zoom(wide + room, high + room, far))
            if cells is whole:  # a little smaller, if it may be, so that the edges have air
                zoom = max(min(zoom, least), min(most, self._zoom(wide + 2 * self._air, high + 2 * self._air)))
            if zoom >= least:
                size = self.cell * self.scale * zoom / 100
                self.zoom = zoom
                x, y, w, h = self._box(everybody)
                beside = (self.area.width / size - wide - room) / 2, (self.area.height / size - high - room) / 2
                self.look = (
                    _near(x + w / 2, left + wide / 2, beside[0]),
                    _near(y + h / 2, top + high / 2, beside[1] - far / 2 / size) + far / 2 / size,
                )
                self.size = size
                self._cut_nobody(everybody, cells)
                return
        self.zoom = ZOOMS[0]
        left, top, wide, high = self._box(asked or everybody)
        self.look = (left + wide / 2, top + high / 2)

    def _zoom(self, wide: float, high: float, beyond: float = 0) -> int:
        """The largest zoom at which so many cells fit across and down, `beyond` real pixels left at the foot."""
        larger = min(self.area.width / wide, (self.area.height - beyond) / high)
        return int(100 * larger / self.cell / self.scale)

    def _cut_nobody(self, everybody: Collection[int], asked: Collection[int]) -> None:
        """Half a cell to a side, where that leaves nobody half out of the picture and who is asked in it."""
        x, y = self.look
        for aside in (0.0, -0.5, 0.5):
            self.look = (x + aside, y)
            parts = [self._part(cell) for cell in everybody]
            if all(part in (0, 1) for part in parts) and all(self._part(cell) == 1 for cell in asked):
                return
        self.look = (x, y)

    def _part(self, cell: int) -> float:
        """How much of the width of a cell is in the picture once the camera has arrived."""
        middle = ground.centre(self.board, cell, self.size)[0] - self._there()[0]
        inside = min(middle + self.size / 2, self.area.width) - max(middle - self.size / 2, 0)
        return max(0.0, min(1.0, round(inside / self.size, 2)))

    def _box(self, cells: Collection[int]) -> tuple[float, float, float, float]:
        """Left, top, width and height of what a set of cells covers, in widths of a cell."""
        if len(cells) == self.board.width * self.board.height:
            wide, high = ground.extent(self.board, 1000)
            return 0, 0, wide / 1000, high / 1000
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
        """That many of ZOOMS further in or out, the point `at` staying where it is. The camera glides there."""
        self._nearer = 0
        self.arrive()
        further = (
            [zoom for zoom in ZOOMS if zoom > self.zoom] if steps > 0 else [z for z in ZOOMS[::-1] if z < self.zoom]
        )
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
        self._from, self._left = self._centre(self._there()), GLIDE if gliding else 0.0

    def _set_out(self, zoom: int) -> bool:
        """From what was drawn last to another zoom, if it is one; what is below stands at once as it will."""
        self.glide.start = None
        return zoom != self.zoom and not self.reduced and self.glide.set_out(self.area)

    def _centre(self, origin: Point) -> Point:
        return (origin[0] + self.area.width / 2) / self.size, (origin[1] + self.area.height / 2) / self.size

    def draw_on_the_way(self, surface: pygame.Surface) -> None:
        """While the camera comes from another zoom, the last picture of that, grown or shrunk as far as it has come."""
        if not self.reduced:
            share = (min(GLIDE, max(0.0, self._left)) / GLIDE) ** 3
            self.glide.draw(surface, self.area, share, (self.size, self._centre(self.origin)))

    def centre_on(self, cell: int) -> None:
        """Look at a cell."""
        self.arrive()
        x, y = ground.centre(self.board, cell, 1)
        self.look = (x, y)

    def bring(self, cells: Collection[int], wished: Collection[int] = (), *, back: bool = False) -> None:
        """Have all these cells on the screen: stay where they are, else look aside as little as it takes.

        Where they do not fit it is zoomed out as far as it takes; where even that is not enough, they are centred on.
        What is `wished`, too, is there if it fits without tokens getting small. With `back`, as near again as one had
        it before, if they fit so. The camera glides to where it looks then.
        """
        shown = [cell for cell in cells if cell >= 0]
        more = [*shown, *(cell for cell in wished if cell >= 0)]
        if self._fits(more, min(self.zoom, SMALL)):
            shown = more
        away = back and self._nearer > self.zoom
        if not shown or self.area.width <= 1 or (all(map(self.in_sight, shown)) and not away):
            return
        if not away:
            self._nearer = max(self._nearer, self.zoom)
        now = self.origin if self._left > 0 else self._there()
        x, y = ((at + room / 2) / self.size for at, room in zip(now, self.area.size, strict=True))
        near = self._nearer if away else self.zoom
        steps = [near, *(zoom for zoom in reversed(ZOOMS) if zoom < near)]
        zoom = next((zoom for zoom in steps if self._fits(shown, zoom)), steps[-1])
        gliding = self._set_out(zoom)
        self.zoom, self._nearer = zoom, 0 if zoom == self._nearer else self._nearer
        self.size = self.cell * self.scale * zoom / 100
        left, top, wide, high = self._box(shown)
        half = self._half(zoom)
        self.look = (
            _between(x, left + wide - 0.5 - half[0], left + 0.5 + half[0]),
            _between(y, top + high - 0.5 - half[1], top + 0.5 + half[1]),
        )
        self._from, self._left = (x, y), 0.0 if self.reduced else GLIDE
        if gliding:
            self._from = self._centre(self._there())
        self.place(self.area, self.scale)

    def _half(self, zoom: int) -> Point:
        """How far from the middle of the screen something may be, in cells, to be well in sight."""
        size = self.cell * self.scale * zoom / 100
        return self.area.width / size / 2 - MARGIN, self.area.height / size / 2 - MARGIN

    def _fits(self, cells: Collection[int], zoom: int) -> bool:
        """Whether all of these cells are on the screen at once at a zoom."""
        _, _, wide, high = self._box(cells)
        half = self._half(zoom)
        return wide - 1 <= 2 * half[0] and high - 1 <= 2 * half[1]

    def in_sight(self, cell: int) -> bool:
        """Whether the cell is on the screen, once the camera has arrived."""
        x, y = ground.centre(self.board, cell, self.size)
        left, top = self._there()
        spot = self.area.x + x - left, self.area.y + y - top
        room = round(self.size) - 2  # a cell at the edge of the map is in sight where it touches that of the screen
        return self.area.inflate(-room, -room).collidepoint(spot)

    def at(self, cell: int) -> tuple[float, float]:
        """The middle of a cell on the screen."""
        x, y = ground.centre(self.board, cell, self.size)
        return self.area.x + x - self.origin[0], self.area.y + y - self.origin[1]

    @property
    def grain(self) -> float:
        """What marks on the map are measured by: the width of a square cell; a hex is twice as wide."""
        return self.size if self.board.grid == "square" else self.size / 2

    def corners(self, cell: int) -> list[Point]:
        """The corners of a cell on the screen, clockwise from the upper left or, on a hex, from the top."""
        if self.board.grid == "hex":
            return hexes.corners(self.at(cell), self.size)
        rect = self.rect_of(cell)
        return [rect.topleft, rect.topright, rect.bottomright, rect.bottomleft]

    def border(self, cells: Collection[int]) -> list[tuple[Point, Point]]:
        """The lines between these cells and everything else, remembered until the camera moves."""
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

    # -- drawing --------------------------------------------------------------------------------------------------

    def draw_ground(self, surface: pygame.Surface) -> None:
        """The ground, clipped to the view; paper where the map ends."""
        wanted = (self.size, self.scale, self.ways)
        if self._scaled != wanted:
            self._scaled = wanted
            self._pieces.clear()
        source = pygame.Rect(round(self.origin[0]), round(self.origin[1]), self.area.width, self.area.height)
        whole = pygame.Rect((0, 0), ground.extent(self.board, self.size))
        shown = source.clip(whole)
        if shown != source:
            surface.fill(PAPER, self.area)
        side = PIECE if self.backdrop.large or whole.width * whole.height > ground.WHOLE else max(whole.size)
        rows = range(shown.top // side, (shown.bottom - 1) // side + 1)
        columns = range(shown.left // side, (shown.right - 1) // side + 1)
        surface.set_clip(self.area)
        for place in itertools.product(columns, rows):
            if place not in self._pieces:
                if len(self._pieces) >= MOST_PIECES:
                    del self._pieces[next(iter(self._pieces))]
                area = pygame.Rect(place[0] * side, place[1] * side, side, side).clip(whole)
                self._pieces[place] = self._piece(whole.size, area)
            piece = self._pieces[place] = self._pieces.pop(place)  # the last one shown is the last to go
            surface.blit(piece, (self.area.x + place[0] * side - source.x, self.area.y + place[1] * side - source.y))
        surface.set_clip(None)
        pygame.draw.rect(surface, INK2, self.area, 1)

    def _piece(self, whole: tuple[int, int], area: pygame.Rect) -> pygame.Surface:
        """A part of the scaled ground, with roads, coast and the lines between cells."""
        made = self.backdrop.scaled(whole, area)
        if self.board.grid == "hex" and not self.backdrop.painted:
            hexes.roads(made, self.board, self.ways, self.size, area.topleft)
            hexes.coast(made, self.board, self.size, area.topleft)
        ground.with_grid(made, self.board, self.size, self.scale, area.topleft)
        return made

    def draw_rulers(self, canvas: Canvas, top: pygame.Rect) -> None:
        """Column letters in the strip above the map, row numbers in the one to the left of it."""
        if self.board.grid != "square":
            return
        key = (tuple(self.area), tuple(top), self.size, self.origin, canvas.scale)
        if self._rulers is None or self._rulers[0] != key:
            self._rulers = (key, self._columns(canvas, top), self._rows(canvas))
        letters, numbers = self._rulers[1:]  # at the edges of a board that is smaller than the window
        beside = round(max(0.0, -self.origin[0])) - numbers.get_width()
        above = round(max(0.0, -self.origin[1])) - letters.get_height()
        canvas.surface.blit(letters, (self.area.x, self.area.y + above if above > 0 else top.y))  # never over the frame
        canvas.surface.blit(numbers, (self.area.x + (beside if beside > 0 else -numbers.get_width()), self.area.y))

    def _columns(self, canvas: Canvas, top: pygame.Rect) -> pygame.Surface:
        """The letters over the map, as they stand above its left edge."""
        made, size = pygame.Surface((self.area.width, top.height), pygame.SRCALPHA), max(9, canvas.px(11))
        for x in range(0, self.board.width, 1 if self.size >= 22 else 2):
            cell = self.board.cell(x, 0)
            px, _ = self.at(cell)
            if self.area.left + size / 2 <= px <= self.area.right - size / 2:
                letters = self.board.label(cell).rstrip("0123456789")
                _plain(made, letters, px - self.area.x, top.centery - top.y, size)
        return made

    def _rows(self, canvas: Canvas) -> pygame.Surface:
        """The numbers, as they stand to the left of the map."""
        made, size = pygame.Surface((canvas.px(20), self.area.height), pygame.SRCALPHA), max(9, canvas.px(11))
        for y in range(0, self.board.height, 1 if self.size >= 22 else 2):
            _, py = self.at(self.board.cell(0, y))
            if self.area.top + size / 2 <= py <= self.area.bottom - size / 2:  # whole, or not at all
                _plain(made, str(y + 1), canvas.px(10), round(py) - self.area.y, size)
        return made

    @property
    def token_size(self) -> int:
        """Pixels of a token that has its cell to itself."""
        return max(10, round(self.grain * TOKEN / CELL["square"]))

    def draw_token(
        self,
        surface: pygame.Surface,
        at: Point,
        figure: str,
        side: int,
        *,
        size: int = 0,
        faint: bool = False,
        **look: object,
    ) -> None:
        """A token with its middle at a screen position; `size` in pixels where it is not the usual one.

        `faint`: it is about to leave.
        """
        size = size or self.token_size
        made = token(figure, side, size, **look)
        if faint:
            made = made.copy()
            made.set_alpha(FAINT)
        half = round(size * SPREAD) / 2
        surface.blit(made, (round(at[0] - half), round(at[1] - half)))

    def draw_plate(self, surface: pygame.Surface, at: Point, size: int, words: str, edge: Colour) -> None:
        """The id plate of a token of `size`, as large as that of one that has its cell to itself."""
        if self.token_size >= PLATED:
            id_plate(surface, words, at[0], at[1] + size * PLATE, self.token_size, edge)

    def plate_rect(self, at: Point, size: int, words: str) -> pygame.Rect:
        """The room of such a plate."""
        return plate_rect(words, at[0], at[1] + size * PLATE, self.token_size)


def _between(now: float, least: float, most: float) -> float:
    """The nearest to `now` between the two, their middle where there is nothing between them."""
    return (least + most) / 2 if least > most else max(least, min(now, most))


def _near(wanted: float, middle: float, most: float) -> float:
    """What is wanted, but no farther from `middle` than `most`."""
    return max(middle - max(0.0, most), min(wanted, middle + max(0.0, most)))


def _inside(start: float, whole: int, room: int, air: int, beyond: float = 0) -> float:
    """A scroll position kept inside the map, but for `air` on both sides, or `beyond` at its end if that is more.

    A smaller map is centred in what is left.
    """
    if whole <= room:
        return min(-air if whole + 2 * air <= room else 0.0, (whole - room + beyond) / 2)
    return max(-air, min(start, whole - room + max(air, beyond)))


def _plain(surface: pygame.Surface, words: str, x: float, y: float, points: int) -> None:
    text.draw(surface, words, (x, y), "label", points, INK3, align="centre", middle=True)
