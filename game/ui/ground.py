"""The picture of the ground: a Tiled map's own tiles, or a plain drawing of terrain where there is no map (sketches)."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.board.board import Board
from game.ui import hexes
from game.ui.palette import GRID, GROUND, INK3, STONE, TREE, TREE2, TREE_EDGE, WALL, WAVE, Colour

CELL = 64
"""Pixels of a cell in the full-size picture; the map is scaled down from it."""


def _mix(cell: int, salt: int) -> int:
    """A small fixed number for a cell, so that every drawing scatters its tufts alike."""
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


def plain_ground(board: Board) -> pygame.Surface:
    """The terrain drawn without a map: paper colours, tufts, stones, trees, waves."""
    if board.grid == "hex":
        return hexes.plain(board, _mix)
    surface = pygame.Surface(extent(board, CELL))
    surface.fill(GROUND["open"])
    for cell, kind in enumerate(board.terrain):
        _base(surface, board, cell, kind)
    for cell, kind in enumerate(board.terrain):
        if kind == "high":
            x, y = board.xy(cell)
            shade = pygame.Surface((CELL, CELL), pygame.SRCALPHA)
            shade.fill((74, 58, 30, 60))
            surface.blit(shade, (x * CELL + 8, y * CELL + 10))
    for cell, kind in enumerate(board.terrain):
        _things(surface, board, cell, kind)
    return surface


def _base(surface: pygame.Surface, board: Board, cell: int, kind: str) -> None:
    colour = GROUND[kind]
    x, y = board.xy(cell)
    if kind in ("low", "high"):
        colour = GROUND["open"]
    surface.fill(colour, pygame.Rect(x * CELL, y * CELL, CELL, CELL))
    if kind in ("open", "low", "woods"):
        for i in range(2 + _mix(cell, 1) % 2):
            _tuft(surface, x * CELL + 8 + _mix(cell, 10 + i) % 48, y * CELL + 10 + _mix(cell, 20 + i) % 46)
    elif kind == "road":
        for i in range(3):
            px, py = x * CELL + _mix(cell, 30 + i) % 50, y * CELL + 6 + _mix(cell, 40 + i) % 52
            pygame.draw.aaline(surface, (190, 178, 152), (px, py), (px + 12, py + 2))
    elif kind == "water":
        for i in range(3):
            px, py = x * CELL + 6 + _mix(cell, 50 + i) % 40, y * CELL + 10 + _mix(cell, 60 + i) % 46
            pygame.draw.lines(surface, WAVE, False, [(px, py), (px + 5, py - 3), (px + 10, py), (px + 15, py - 3)], 2)


def _tuft(surface: pygame.Surface, x: int, y: int) -> None:
    for dx in (-3, 0, 3):
        pygame.draw.aaline(surface, (190, 178, 132), (x, y), (x + dx, y - 6))


def _things(surface: pygame.Surface, board: Board, cell: int, kind: str) -> None:
    cx, cy = (round(v) for v in centre(board, cell, CELL))
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
        _low_wall(surface, board, cell)
    elif kind == "high":
        _block(surface, board, cell)


def _tree(surface: pygame.Surface, x: int, y: int, r: int) -> None:
    shade = pygame.Surface((3 * r, 3 * r), pygame.SRCALPHA)
    pygame.draw.circle(shade, (74, 58, 30, 66), (1.5 * r, 1.5 * r), r)
    surface.blit(shade, (x - 1.5 * r + 4, y - 1.5 * r + 6))
    pygame.draw.aacircle(surface, TREE_EDGE, (x, y), r)
    pygame.draw.aacircle(surface, TREE2, (x, y), r - 2)
    pygame.draw.aacircle(surface, TREE, (x - r * 0.2, y - r * 0.22), r * 0.62)


def _same(board: Board, cell: int, kinds: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Directions (dx, dy) in which the next cell is of one of the kinds."""
    x, y = board.xy(cell)
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        if board.inside(x + dx, y + dy) and board.terrain[board.cell(x + dx, y + dy)] in kinds:
            yield dx, dy


def _low_wall(surface: pygame.Surface, board: Board, cell: int) -> None:
    cx, cy = (round(v) for v in centre(board, cell, CELL))
    arms = list(_same(board, cell, ("low", "high")))
    arms = arms or [(1, 0), (-1, 0)]
    for dx, dy in arms:
        for i in range(3):
            x, y = cx + dx * i * 16, cy + dy * i * 16
            stone = pygame.Rect(0, 0, 14, 11) if dx else pygame.Rect(0, 0, 11, 14)
            stone.center = (x, y)
            pygame.draw.rect(surface, STONE, stone, border_radius=3)
            pygame.draw.rect(surface, WALL, stone, 2, border_radius=3)


def _block(surface: pygame.Surface, board: Board, cell: int) -> None:
    """One cell of a building: roof boards, with a dark edge towards everything that is no building."""
    x, y = board.xy(cell)
    rect = pygame.Rect(x * CELL, y * CELL, CELL, CELL)
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


def with_grid(surface: pygame.Surface, board: Board, size: float, scale: float = 1) -> None:
    """Thin lines between cells, on a scaled picture; on hexes with their labels at the UI scale."""
    if board.grid == "hex":
        hexes.lines(surface, board, size, scale)
        return
    wide, high = surface.get_size()
    lines = pygame.Surface((wide, high), pygame.SRCALPHA)
    for x in range(1, board.width):
        pygame.draw.line(lines, GRID, (round(x * size), 0), (round(x * size), high))
    for y in range(1, board.height):
        pygame.draw.line(lines, GRID, (0, round(y * size)), (wide, round(y * size)))
    surface.blit(lines, (0, 0))
