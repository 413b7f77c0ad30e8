"""The picture of the ground: the tiles of a Tiled map, or a plain drawing of the terrain where there is no map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

from game.board.board import Board
from game.ui import hexes
from game.ui.palette import GRID, GROUND, INK3, PAPER, STONE, TREE, TREE2, TREE_EDGE, WALL, WAVE, Colour

if TYPE_CHECKING:
    from game.maps import LoadedMap
    from game.maps.picture import Picture

CELL = 64
"""Pixels of a square cell in the full-size picture, from which the map is scaled."""
WHOLE = 4096 * 4096
"""The most pixels of a picture that is kept, or scaled, in one piece."""
SMALL = 1024
"""The longest side of the small picture of a whole large map, in pixels."""
LIVE = ("sites",)
"""Layers of a map that the battle draws itself, because their owners change."""


def _mix(cell: int, salt: int) -> int:
    """A 16-bit number from a hash of the cell, so that every drawing scatters its tufts in the same way."""
    n = (cell * 2654435761 + salt * 40503) & 0xFFFFFFFF
    n ^= n >> 15
    return (n * 2246822519 & 0xFFFFFFFF) >> 16


def centre(board: Board, cell: int, size: float) -> tuple[float, float]:
    """The middle of a cell in pixels of a map with cells of `size`."""
    if board.grid == "hex":
        return hexes.centre(board, cell, size)
    x, y = board.xy(cell)
    return (x + 0.5) * size, (y + 0.5) * size


def extent(board: Board, size: float) -> tuple[int, int]:
    """Width and height of the whole map in pixels."""
    if board.grid == "hex":
        return hexes.extent(board, size)
    return round(board.width * size), round(board.height * size)


class Backdrop:
    """The ground of a board in full size: a map's picture, or the plain drawing. A large one is painted in parts.

    `size` is in pixels.
    """

    def __init__(self, board: Board, picture: Picture | None = None) -> None:
        self.board = board
        self._picture = picture
        self._whole: pygame.Surface | None = None
        if picture is not None:
            self.size = picture.width, picture.height
        else:
            self.size = extent(board, CELL if board.grid == "square" else hexes.full_size(board))

    @property
    def painted(self) -> bool:
        """Whether it is a map's picture, which already has coast and roads."""
        return self._picture is not None

    @property
    def large(self) -> bool:
        """Whether it is too large to be kept in one piece. A plain drawing of hexes never is: see `hexes.full_size`."""
        return self.size[0] * self.size[1] > WHOLE and (self.painted or self.board.grid == "square")

    def whole(self) -> pygame.Surface:
        """A picture of the whole ground, shrunk if it is large. It is kept."""
        if self._whole is None:
            area = pygame.Rect((0, 0), self.size)
            if self._picture is None and not self.large:
                self._whole = _plain(self.board)  # cached, so not to be drawn on
            elif not self.large:
                self._whole = self.part(area)
            elif self._picture is not None:
                self._whole = self.part(area, self._picture.shrink_to(SMALL))
            else:
                self._whole = _coloured(self.board)
        return self._whole

    def part(self, area: pygame.Rect, shrink: int = 1) -> pygame.Surface:
        """A new picture of an area in full-size pixels; of a map, one pixel for `shrink` of them in each direction."""
        if self._picture is None:
            return plain_ground(self.board, area)
        painted = self._picture.paint(area, shrink) if self.large else self._picture.paint()
        if self.board.grid == "square":
            return painted
        picture = pygame.Surface(painted.get_size())  # hexes do not cover the corners of the map
        picture.fill(PAPER)
        picture.blit(painted, (0, 0))
        return picture

    def scaled(self, size: tuple[int, int], area: pygame.Rect) -> pygame.Surface:
        """The part `area` of the backdrop scaled to `size`; `area` is in pixels of the scaled picture."""
        if not self.large and area.size == size:
            return pygame.transform.smoothscale(self.whole(), size).convert()
        across, down = self.size[0] / size[0], self.size[1] / size[1]
        left, top = min(round(area.left * across), self.size[0] - 1), min(round(area.top * down), self.size[1] - 1)
        width, height = round(area.right * across) - left, round(area.bottom * down) - top
        source = pygame.Rect(left, top, max(1, width), max(1, height))
        if not self.large:
            return pygame.transform.smoothscale(self.whole().subsurface(source), area.size).convert()
        shrink = 1
        while 2 * shrink <= across:
            shrink *= 2
        return pygame.transform.smoothscale(self.part(source, shrink), area.size).convert()


def ground_of(loaded: LoadedMap) -> Backdrop:
    """The ground of a map, from its own picture. Raises MapError for images that cannot be loaded."""
    from game.maps.picture import load_picture

    return Backdrop(loaded.setup.board, load_picture(loaded).without(LIVE))


def _coloured(board: Board) -> pygame.Surface:
    """A small picture of a board of squares: each cell is 4 by 4 pixels in the colour of its ground."""
    surface = pygame.Surface((board.width, board.height))
    for cell, kind in enumerate(board.terrain):
        surface.set_at(board.xy(cell), GROUND[kind])
    return pygame.transform.scale_by(surface, 4)


def plain_ground(board: Board, area: pygame.Rect | None = None) -> pygame.Surface:
    """The terrain drawn without a map: paper colours, tufts, stones, trees, waves.

    `area`: only this part of it, in full-size pixels; not on hexes.
    """
    if board.grid == "hex":
        return hexes.plain(board, _mix)
    bounds = pygame.Rect((0, 0), extent(board, CELL))
    area = bounds if area is None else area
    cells = [
        cell
        for y in range(max(0, area.top // CELL - 1), min(board.height, area.bottom // CELL + 2))
        for cell in range(
            y * board.width + max(0, area.left // CELL - 1), y * board.width + min(board.width, area.right // CELL + 2)
        )
    ]
    surface = pygame.Surface(area.size)
    surface.fill(GROUND["open"])
    drawing = _Drawing(surface, board, area.topleft)
    for cell in cells:
        drawing.base(cell)
    for cell in cells:
        drawing.shade(cell)
    for cell in cells:
        drawing.things(cell)
    return surface


_plain = lru_cache(maxsize=2)(plain_ground)


class _Drawing:
    """Draws a part of the plain ground; `at` is the upper left corner of that part in the whole, in pixels."""

    def __init__(self, surface: pygame.Surface, board: Board, at: tuple[int, int]) -> None:
        self.surface, self.board, self.at = surface, board, at

    def corner(self, cell: int) -> tuple[int, int]:
        """The upper left corner of a cell on the surface."""
        x, y = self.board.xy(cell)
        return x * CELL - self.at[0], y * CELL - self.at[1]

    def base(self, cell: int) -> None:
        """Draw the ground of a cell, with tufts, lines or waves."""
        _base(self.surface, *self.corner(cell), cell, self.board.terrain[cell])

    def shade(self, cell: int) -> None:
        """Draw the shadow of a high wall."""
        if self.board.terrain[cell] == "high":
            left, top = self.corner(cell)
            shade = pygame.Surface((CELL, CELL), pygame.SRCALPHA)
            shade.fill((74, 58, 30, 60))
            self.surface.blit(shade, (left + 8, top + 10))

    def things(self, cell: int) -> None:
        """Draw the stones, trees, walls or roof of a cell."""
        _things(self.surface, *self.corner(cell), self.board, cell)


def _base(surface: pygame.Surface, left: int, top: int, cell: int, kind: str) -> None:
    colour = GROUND[kind]
    if kind in ("low", "high"):
        colour = GROUND["open"]
    surface.fill(colour, pygame.Rect(left, top, CELL, CELL))
    if kind in ("open", "low", "woods"):
        for i in range(2 + _mix(cell, 1) % 2):
            _tuft(surface, left + 8 + _mix(cell, 10 + i) % 48, top + 10 + _mix(cell, 20 + i) % 46)
    elif kind == "road":
        for i in range(3):
            px, py = left + _mix(cell, 30 + i) % 50, top + 6 + _mix(cell, 40 + i) % 52
            pygame.draw.aaline(surface, (190, 178, 152), (px, py), (px + 12, py + 2))
    elif kind == "water":
        for i in range(3):
            px, py = left + 6 + _mix(cell, 50 + i) % 40, top + 10 + _mix(cell, 60 + i) % 46
            pygame.draw.lines(surface, WAVE, False, [(px, py), (px + 5, py - 3), (px + 10, py), (px + 15, py - 3)], 2)


def _tuft(surface: pygame.Surface, x: int, y: int) -> None:
    for dx in (-3, 0, 3):
        pygame.draw.aaline(surface, (190, 178, 132), (x, y), (x + dx, y - 6))


def _things(surface: pygame.Surface, left: int, top: int, board: Board, cell: int) -> None:
    kind, cx, cy = board.terrain[cell], left + CELL // 2, top + CELL // 2
    if kind == "woods":
        for i in range(3):
            ox, oy = _mix(cell, 70 + i) % 30 - 15, _mix(cell, 80 + i) % 30 - 15
            _tree(surface, cx + ox, cy + oy, 18 + _mix(cell, 90 + i) % 7)
    elif kind == "rough":
        for i in range(6):
            ox, oy, r = _mix(cell, 100 + i) % 44 - 22, _mix(cell, 110 + i) % 44 - 22, 3 + _mix(cell, 120 + i) % 4
            pygame.draw.circle(surface, STONE, (cx + ox, cy + oy), r)
            pygame.draw.circle(surface, INK3, (cx + ox, cy + oy), r, 1)
    elif kind == "low":
        _low_wall(surface, cx, cy, board, cell)
    elif kind == "high":
        _block(surface, left, top, board, cell)


def _tree(surface: pygame.Surface, x: int, y: int, r: int) -> None:
    shade = pygame.Surface((3 * r, 3 * r), pygame.SRCALPHA)
    pygame.draw.circle(shade, (74, 58, 30, 66), (1.5 * r, 1.5 * r), r)
    surface.blit(shade, (x - 1.5 * r + 4, y - 1.5 * r + 6))
    pygame.draw.aacircle(surface, TREE_EDGE, (x, y), r)
    pygame.draw.aacircle(surface, TREE2, (x, y), r - 2)
    pygame.draw.aacircle(surface, TREE, (x - r * 0.2, y - r * 0.22), r * 0.62)


def _same(board: Board, cell: int, kinds: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """The directions (dx, dy) in which the neighbouring cell is of one of these kinds."""
    x, y = board.xy(cell)
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        if board.inside(x + dx, y + dy) and board.terrain[board.cell(x + dx, y + dy)] in kinds:
            yield dx, dy


def _low_wall(surface: pygame.Surface, cx: int, cy: int, board: Board, cell: int) -> None:
    arms = list(_same(board, cell, ("low", "high")))
    arms = arms or [(1, 0), (-1, 0)]
    for dx, dy in arms:
        for i in range(3):
            x, y = cx + dx * i * 16, cy + dy * i * 16
            stone = pygame.Rect(0, 0, 14, 11) if dx else pygame.Rect(0, 0, 11, 14)
            stone.center = (x, y)
            pygame.draw.rect(surface, STONE, stone, border_radius=3)
            pygame.draw.rect(surface, WALL, stone, 2, border_radius=3)


@lru_cache(maxsize=4)
def _buildings(board: Board) -> dict[int, int]:
    """Cell of a building -> the first cell of that building, which decides the colour of its whole roof."""
    first_cells: dict[int, int] = {}
    for first, kind in enumerate(board.terrain):
        waiting = [first] if kind == "high" and first not in first_cells else []
        while waiting:
            cell = waiting.pop()
            first_cells[cell] = first
            x, y = board.xy(cell)
            beside = (board.cell(x + dx, y + dy) for dx, dy in _same(board, cell, ("high",)))
            waiting += [near for near in beside if near not in first_cells]
    return first_cells


def _block(surface: pygame.Surface, left: int, top: int, board: Board, cell: int) -> None:
    """Draw one cell of a building: roof boards, with a dark edge towards cells outside the building."""
    x, y = board.xy(_buildings(board)[cell])
    rect = pygame.Rect(left, top, CELL, CELL)
    roof: Colour = (205, 167, 148) if (x // 6 + y // 6) % 2 else (185, 189, 184)
    surface.fill(roof, rect)
    for i in range(0, CELL, 10):
        pygame.draw.line(
            surface, tuple(int(c * 0.92) for c in roof), (rect.x + i, rect.y), (rect.x + i, rect.bottom - 1)
        )
    inner = set(_same(board, cell, ("high",)))
    edges = {
        (0, -1): (rect.topleft, rect.topright),
        (1, 0): (rect.topright, rect.bottomright),
        (0, 1): (rect.bottomleft, rect.bottomright),
        (-1, 0): (rect.topleft, rect.bottomleft),
    }
    for side, (a, b) in edges.items():
        if side not in inner:
            pygame.draw.line(surface, WALL, a, b, 6)


def with_grid(surface: pygame.Surface, board: Board, size: float, scale: float, at: tuple[int, int]) -> None:
    """Draw thin lines between the cells, and labels on hexes, on a scaled picture or its part that begins at `at`."""
    if board.grid == "hex":
        hexes.lines(surface, board, size, scale, at)
        return
    width, height = surface.get_size()
    lines = pygame.Surface((width, height), pygame.SRCALPHA)
    for x in range(1, board.width):
        px = round(x * size) - at[0]
        if 0 <= px < width:
            pygame.draw.line(lines, GRID, (px, 0), (px, height))
    for y in range(1, board.height):
        py = round(y * size) - at[1]
        if 0 <= py < height:
            pygame.draw.line(lines, GRID, (0, py), (width, py))
    surface.blit(lines, (0, 0))
