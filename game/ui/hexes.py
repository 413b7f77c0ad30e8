"""Hexagonal cells in pixels: their places, how their ground looks without a map, and the lines and labels over it.

A hex has a corner at the top; odd rows are shifted half a hex to the right. `size` is always the width of a hex.
Corner 0 is the top one, the others follow clockwise, and side `i` runs from corner `i` to the next.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

import pygame

from game.board.board import Board
from game.ui import text
from game.ui.palette import (
    CARD,
    GROUND,
    INK2,
    PANEL,
    PAPER,
    ROAD,
    ROAD_EDGE,
    STONE,
    TREE,
    TREE2,
    TREE_EDGE,
    WALL,
    WAVE,
    Colour,
)

Point = tuple[float, float]

TALL = 2 / math.sqrt(3)
"""The height of a hex of width 1."""
_CORNERS = [(math.sin(math.tau * i / 6), math.cos(math.tau * i / 6)) for i in range(6)]
FULL = 128
"""The width of a hex in the full-size picture of a plain board, in pixels; smaller on a very large board."""
MOST = 4096
"""The longest side of such a picture, in pixels."""
LABELLED = 40
"""A hex of this width or more, in logical pixels, has a label."""
BUSY = frozenset({"forest", "mountain", "water"})
"""Terrain on which a label needs a plate to be readable."""

_TUFT, _BLADE, _SHADE, _UNDER = (190, 178, 132), (150, 166, 106), (168, 158, 138), (152, 164, 118)
_THIN = (140, 130, 106)


def centre(board: Board, cell: int, size: float) -> Point:
    """The middle of a hex, in pixels."""
    x, y = board.xy(cell)
    return (x + 0.5 + 0.5 * (y % 2)) * size, (y * 0.75 + 0.5) * size * TALL


def extent(board: Board, size: float) -> tuple[int, int]:
    """Width and height of the whole map, in pixels."""
    shift = 0.5 if board.height > 1 else 0
    return round((board.width + shift) * size), round((board.height * 0.75 + 0.25) * size * TALL)


def corners(middle: Point, size: float) -> list[Point]:
    """The six corners of a hex with this middle."""
    r = size * TALL / 2
    return [(middle[0] + r * sine, middle[1] - r * cosine) for sine, cosine in _CORNERS]


def cell_at(board: Board, px: float, py: float, size: float) -> int:
    """The hex at a pixel of the map, -1 outside the board."""
    row = py / (0.75 * size * TALL) - 2 / 3
    column = px / size - 0.5 - row / 2
    q, r, third = round(column), round(row), round(-column - row)
    errors = abs(q - column), abs(r - row), abs(third + column + row)
    # The three must add up to 0, so the one with the largest rounding error is set by the others.
    if errors[0] == max(errors):
        q = -r - third
    elif errors[1] == max(errors):
        r = -q - third
    x = q + (r - (r & 1)) // 2
    return board.cell(x, r) if board.inside(x, r) else -1


def beside(board: Board, cell: int) -> tuple[int, ...]:
    """The six neighbours in the order of the sides; -1 where there is none."""
    x, y = board.xy(cell)
    left = x - 1 + y % 2
    places = ((left + 1, y - 1), (x + 1, y), (left + 1, y + 1), (left, y + 1), (x - 1, y), (left, y - 1))
    return tuple(board.cell(*place) if board.inside(*place) else -1 for place in places)


def border(board: Board, cells: Collection[int]) -> Iterator[tuple[int, int]]:
    """The sides (cell, side) between these cells and all others."""
    for cell in cells:
        for side, neighbour in enumerate(beside(board, cell)):
            if neighbour < 0 or neighbour not in cells:
                yield cell, side


# -- the ground -------------------------------------------------------------------------------------------------------


def full_size(board: Board) -> int:
    """The width of a hex in the picture that `plain` draws, in pixels."""
    return max(8, min(FULL, int(MOST / (board.width + 0.5)), int(MOST / (board.height + 1))))


def plain(board: Board, mix: Callable[[int, int], int]) -> pygame.Surface:
    """The terrain drawn without a map. `mix(cell, salt)` gives a small fixed number, by which details are scattered."""
    size = full_size(board)
    surface = pygame.Surface(extent(board, size))
    surface.fill(PAPER)
    for cell, kind in enumerate(board.terrain):
        pygame.draw.polygon(surface, GROUND[kind], corners(centre(board, cell, size), size * 1.02))
    for cell, kind in enumerate(board.terrain):
        paint = _PAINTERS.get(kind)
        if paint is not None:
            paint(surface, centre(board, cell, size), size / 64, partial(mix, cell))
    return surface


def _spots(salt: int, count: int, mix: Callable[[int], int]) -> list[Point]:
    """Scattered places in a hex relative to its middle, lower ones last; a hex is 64 units wide.

    They are on two rings, so that they keep apart.
    """
    spots = []
    for i in range(count):
        turn = math.tau * (i / count + mix(salt + i) % 100 / (170 * count))
        radius = (22, 12)[i % 2] + mix(salt + 40 + i) % 5
        spots.append((radius * math.cos(turn), radius * math.sin(turn)))
    return sorted(spots, key=lambda spot: spot[1])


def _plains(surface: pygame.Surface, middle: Point, u: float, mix: Callable[[int], int]) -> None:
    for x, y in _spots(1, 4, mix):
        _strokes(surface, middle, u, _TUFT, (x, y), ((-3, -5), (0, -6), (3, -5)))


def _grassland(surface: pygame.Surface, middle: Point, u: float, mix: Callable[[int], int]) -> None:
    for x, y in _spots(2, 9, mix):
        _strokes(surface, middle, u, _BLADE, (x, y), ((-4, -5), (-1, -8), (2, -6)))


def _strokes(
    surface: pygame.Surface, middle: Point, u: float, colour: Colour, foot: Point, tips: Sequence[Point]
) -> None:
    x, y = middle[0] + foot[0] * u, middle[1] + foot[1] * u
    for dx, dy in tips:
        pygame.draw.aaline(surface, colour, (x, y), (x + dx * u, y + dy * u), max(1, round(0.8 * u)))


def _forest(surface: pygame.Surface, middle: Point, u: float, mix: Callable[[int], int]) -> None:
    for i, (x, y) in enumerate(_spots(3, 8, mix)):
        cx, cy, r = middle[0] + x * u, middle[1] + y * u, (7 + mix(90 + i) % 3) * u
        _disc(surface, _UNDER, cx + 2 * u, cy + 3 * u, r)
        _disc(surface, TREE_EDGE, cx, cy, r)
        _disc(surface, TREE2, cx, cy, r - u)
        _disc(surface, TREE, cx - 0.2 * r, cy - 0.25 * r, 0.6 * r)


def _disc(surface: pygame.Surface, colour: Sequence[int], x: float, y: float, r: float) -> None:
    pygame.draw.aacircle(surface, colour, (round(x), round(y)), max(1, round(r)))


def _mountain(surface: pygame.Surface, middle: Point, u: float, mix: Callable[[int], int]) -> None:
    for x, y, height in ((-13, 3, 17), (14, 5, 15), (1, 13, 24 + mix(4) % 4)):
        base, half_width = middle[1] + y * u, 0.72 * height * u
        peak = middle[0] + x * u, base - height * u
        left, right, foot = (
            (peak[0] - half_width, base),
            (peak[0] + half_width, base),
            (peak[0] + 0.2 * half_width, base),
        )
        pygame.draw.polygon(surface, STONE, (peak, left, right))
        pygame.draw.polygon(surface, _SHADE, (peak, foot, right))
        pygame.draw.polygon(
            surface, CARD, (peak, _along(peak, left, 0.3), _along(peak, foot, 0.4), _along(peak, right, 0.3))
        )
        for a, b in ((left, peak), (peak, right)):
            pygame.draw.aaline(surface, WALL, a, b, max(1, round(u)))


def _along(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _water(surface: pygame.Surface, middle: Point, u: float, mix: Callable[[int], int]) -> None:
    for x, y in _spots(5, 4, mix):
        px, py = middle[0] + (x - 7) * u, middle[1] + y * u
        points = [(px, py), (px + 5 * u, py - 3 * u), (px + 10 * u, py), (px + 15 * u, py - 3 * u)]
        for a, b in itertools.pairwise(points):
            pygame.draw.aaline(surface, WAVE, a, b, max(1, round(1.2 * u)))


_PAINTERS: dict[str, Callable[[pygame.Surface, Point, float, Callable[[int], int]], None]] = {
    "plains": _plains,
    "grassland": _grassland,
    "forest": _forest,
    "mountain": _mountain,
    "water": _water,
}


# -- what lies over the ground ----------------------------------------------------------------------------------------


def roads(
    surface: pygame.Surface, board: Board, ways: Sequence[Sequence[int]], size: float, at: Point = (0, 0)
) -> None:
    """Draw roads as pale ribbons from middle to middle of hexes. `at`: where the part of the picture begins, in pixels.

    The same goes for `at` in the functions below.
    """
    for colour, thickness in ((ROAD_EDGE, size * 0.13), (ROAD, size * 0.085)):
        for way in ways:
            points = [_middle(board, cell, size, at) for cell in way]
            for a, b in itertools.pairwise(points):
                _draw_thick(surface, colour, a, b, thickness)


def _middle(board: Board, cell: int, size: float, at: Point) -> Point:
    x, y = centre(board, cell, size)
    return x - at[0], y - at[1]


def _visible_hexes(surface: pygame.Surface, board: Board, size: float, at: Point) -> Iterator[int]:
    """The hexes that a part of the picture shows, and a few around them."""
    width, height = surface.get_size()
    first, last = int(at[1] / (0.75 * size * TALL)) - 2, int((at[1] + height) / (0.75 * size * TALL)) + 2
    left, right = int(at[0] / size) - 2, int((at[0] + width) / size) + 2
    for y in range(max(0, first), min(board.height, last)):
        yield from range(y * board.width + max(0, left), y * board.width + min(board.width, right))


def _draw_thick(surface: pygame.Surface, colour: Sequence[int], a: Point, b: Point, thickness: float) -> None:
    """Draw a broad line with round ends."""
    pygame.draw.aaline(surface, colour, a, b, max(1, round(thickness)))
    if thickness >= 3:
        for spot in (a, b):
            _disc(surface, colour, *spot, thickness / 2)


def coast(surface: pygame.Surface, board: Board, size: float, at: Point = (0, 0)) -> None:
    """Draw the border of the land as a thick line."""
    for cell in _visible_hexes(surface, board, size, at):
        if board.terrain[cell] == "water":
            continue
        points = corners(_middle(board, cell, size, at), size)
        for side, neighbour in enumerate(beside(board, cell)):
            if neighbour < 0 or board.terrain[neighbour] == "water":
                _draw_thick(surface, WALL, points[side], points[(side + 1) % 6], max(2.0, size / 22))


def lines(surface: pygame.Surface, board: Board, size: float, scale: float, at: Point = (0, 0)) -> None:
    """Draw the thin outline of every hex, and the labels, on a scaled picture."""
    for cell in _visible_hexes(surface, board, size, at):
        points = corners(_middle(board, cell, size, at), size)
        for side, neighbour in enumerate(beside(board, cell)):
            if neighbour < cell:  # each line once
                pygame.draw.aaline(surface, _THIN, points[side], points[side - 5])
    if size >= LABELLED * scale:
        for cell in _visible_hexes(surface, board, size, at):
            _label(surface, board, cell, size, scale, at)


def _label(surface: pygame.Surface, board: Board, cell: int, size: float, scale: float, at: Point) -> None:
    """Draw the name of a hex near its lower corner, on a faint plate where the ground is busy."""
    words, points = board.label(cell), max(8, round(11 * scale))
    x, y = _middle(board, cell, size, at)
    y += size * 0.45
    if board.terrain[cell] in BUSY:
        width, height = text.width(words, "label", points) + round(4 * scale), round(11 * scale)
        plate = pygame.Surface((width, height), pygame.SRCALPHA)
        pygame.draw.rect(plate, (*PANEL, 150), plate.get_rect(), border_radius=max(2, round(2 * scale)))
        surface.blit(plate, (round(x - width / 2), round(y - height / 2)))
    text.draw(surface, words, (x, y), "label", points, INK2, align="centre", middle=True)
