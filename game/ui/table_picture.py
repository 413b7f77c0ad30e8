"""A whole table in small: ground, towns, and every unit that stands, for set-up, saves and demonstrations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui import ground, hexes, text
from game.ui.battle.stacks import FANS
from game.ui.ground import Backdrop
from game.ui.palette import INK, Palette, seat_index
from game.ui.shapes import dashed_box
from game.ui.signs import NOBODY, site
from game.ui.tokens import SPREAD, token

if TYPE_CHECKING:
    from game.engine.match import Match
    from game.engine.state import State

LEAST = 11
"""Pixels of the smallest token."""
SHARE = 28 / 32
"""Size of a token on a square of its own."""


def table_picture(
    match: Match, backdrop: Backdrop, wide: int, high: int, palette: Palette = "default"
) -> pygame.Surface:
    """All of a table as large as it fits into so many pixels. Whatever lies beside a unit is not drawn."""
    board = match.setup.board
    whole = ground.extent(board, 1000)
    size = 1000 * min(max(1, wide) / whole[0], max(1, high) / whole[1])
    extent = ground.extent(board, size)
    made = pygame.transform.smoothscale(backdrop.whole(), (max(1, extent[0]), max(1, extent[1])))
    draw_objectives(made, match, size)
    draw_units(made, match, size, palette=palette, painted=backdrop.painted)
    return made


def draw_objectives(surface: pygame.Surface, match: Match, size: float) -> None:
    """What the battle is about: a dashed frame with its points. On hexes the towns tell."""
    board = match.setup.board
    for objective in match.setup.objectives if board.grid == "square" else ():
        columns, rows = (
            [cell % board.width for cell in objective.cells],
            [cell // board.width for cell in objective.cells],
        )
        left, top = round(min(columns) * size), round(min(rows) * size)
        rect = pygame.Rect(left, top, round((max(columns) + 1) * size) - left, round((max(rows) + 1) * size) - top)
        dashed_box(surface, rect, INK, max(3, round(size / 4)))
        number = text.render(str(objective.points), "label_bold", max(11, round(size * 0.6)), INK)
        surface.blit(number, number.get_rect(topleft=(rect.left + 4, rect.top + 2)))


def draw_sites(
    surface: pygame.Surface,
    match: Match,
    state: State,
    size: float,
    *,
    palette: Palette = "default",
    origin: tuple[float, float] = (0.0, 0.0),
) -> None:
    """The towns with the flags of who held them in a state, on ground of which `origin` is the upper left pixel."""
    for each in match.rules.sites(state):
        x, y = ground.centre(match.setup.board, each.at, size)
        side = seat_index(each.seat, match.setup.seats) if each.seat else NOBODY
        drawn = site(each.kind, side, round(size), palette)
        surface.blit(drawn, drawn.get_rect(center=(round(x - origin[0]), round(y - origin[1]))))


def draw_units(
    surface: pygame.Surface, match: Match, size: float, *, palette: Palette = "default", painted: bool = False
) -> None:
    """Every unit that stands, on ground with cells of `size` pixels; on hexes roads and towns, too.

    `painted`: coast and roads are in the picture of the ground.
    """
    board, seats = match.setup.board, match.setup.seats
    if board.grid == "hex":
        if not painted:
            hexes.roads(surface, board, match.rules.roads(match.front), size)
            hexes.coast(surface, board, size)
        draw_sites(surface, match, match.front, size, palette=palette)
    stacks: dict[int, list[str]] = {}
    for unit in match.front.units.values():
        if not unit.out and not unit.aboard:
            stacks.setdefault(unit.at, []).append(unit.id)
    for cell, names in stacks.items():
        share, fan = FANS[min(len(names), len(FANS)) - 1] if board.grid == "hex" else (SHARE, FANS[0][1])
        x, y = ground.centre(board, cell, size)
        points = max(LEAST, round(size * share))
        for name, (dx, dy) in zip(names, fan, strict=False):
            unit = match.front.units[name]
            figure = match.rules.army.profiles[unit.profile].figure
            made = token(figure, seat_index(unit.seat, seats), points, palette=palette)
            half = points * SPREAD / 2
            surface.blit(made, (round(x + dx * size - half), round(y + dy * size - half)))
