"""A small picture of a whole table: ground, sites, and every unit in play, for set-up, saves and demonstrations."""

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
"""The size of the smallest token, in pixels."""
SHARE = 28 / 32
"""The size of a token that has a square to itself, in widths of the square."""


def table_picture(
    match: Match, backdrop: Backdrop, width: int, height: int, palette: Palette = "default"
) -> pygame.Surface:
    """A picture of the whole table, as large as fits into `width` by `height` pixels, without markers."""
    board = match.setup.board
    reference = ground.extent(board, 1000)
    size = 1000 * min(max(1, width) / reference[0], max(1, height) / reference[1])
    extent = ground.extent(board, size)
    picture = pygame.transform.smoothscale(backdrop.whole(), (max(1, extent[0]), max(1, extent[1])))
    draw_objectives(picture, match, size)
    draw_units(picture, match, size, palette=palette, painted=backdrop.painted)
    return picture


def draw_objectives(surface: pygame.Surface, match: Match, size: float) -> None:
    """Draw each objective as a dashed frame with its points; not on hexes, where the sites show them."""
    board = match.setup.board
    for objective in match.setup.objectives if board.grid == "square" else ():
        columns = [cell % board.width for cell in objective.cells]
        rows = [cell // board.width for cell in objective.cells]
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
    """Draw the sites with the flags of their holders in `state`; `origin` is the surface's upper left on the map."""
    for site_view in match.rules.sites(state):
        x, y = ground.centre(match.setup.board, site_view.at, size)
        side = seat_index(site_view.seat, match.setup.seats) if site_view.seat else NOBODY
        picture = site(site_view.kind, side, round(size), palette)
        surface.blit(picture, picture.get_rect(center=(round(x - origin[0]), round(y - origin[1]))))


def draw_units(
    surface: pygame.Surface, match: Match, size: float, *, palette: Palette = "default", painted: bool = False
) -> None:
    """Draw every unit in play, on ground with cells of `size` pixels; on hexes also roads and sites.

    `painted`: coast and roads are already in the picture of the ground.
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
    for cell, unit_ids in stacks.items():
        share, fan = FANS[min(len(unit_ids), len(FANS)) - 1] if board.grid == "hex" else (SHARE, FANS[0][1])
        x, y = ground.centre(board, cell, size)
        points = max(LEAST, round(size * share))
        for name, (dx, dy) in zip(unit_ids, fan, strict=False):
            unit = match.front.units[name]
            figure = match.rules.army.profiles[unit.profile].figure
            picture = token(figure, seat_index(unit.seat, seats), points, palette=palette)
            half = points * SPREAD / 2
            surface.blit(picture, (round(x + dx * size - half), round(y + dy * size - half)))
