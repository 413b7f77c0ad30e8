"""A demonstration's table as a small picture for its card."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.demos import DemoPlayer, load_demo
from game.engine.match import Match
from game.ui import ground, hexes
from game.ui.battle.stacks import FANS
from game.ui.palette import seat_index
from game.ui.signs import NOBODY, site
from game.ui.tokens import SPREAD, token


@lru_cache(maxsize=64)
def demo_picture(demo_id: str, wide: int, high: int) -> pygame.Surface:
    """A demonstration's table with its units, filling the rectangle."""
    wide, high = max(1, wide), max(1, high)
    match = DemoPlayer(load_demo(demo_id)).match
    board = match.setup.board
    whole = ground.plain_ground(board)
    full = whole.get_width() / ground.extent(board, 1000)[0] * 1000
    scale = max(wide / whole.get_width(), high / whole.get_height())
    small = pygame.transform.smoothscale(whole, (round(whole.get_width() * scale), round(whole.get_height() * scale)))
    if board.grid == "hex":
        _hexes(small, match, full * scale)
    else:
        for unit in match.front.units.values():
            _token(small, match, unit.id, ground.centre(board, unit.at, full * scale), full * scale * 1.3)
    view = pygame.Rect(0, 0, wide, high)
    view.center = small.get_rect().center
    made = pygame.Surface((wide, high))
    made.blit(small, (0, 0), view)
    return made


def _hexes(small: pygame.Surface, match: Match, size: float) -> None:
    """Coast, roads, towns and fanned tokens on the ground of a hex board."""
    board, seats = match.setup.board, match.setup.seats
    hexes.roads(small, board, match.rules.roads(match.front), size)
    hexes.coast(small, board, size)
    for each in match.rules.sites(match.front):
        x, y = ground.centre(board, each.at, size)
        made = site(each.kind, seat_index(each.seat, seats) if each.seat else NOBODY, round(size))
        small.blit(made, (round(x - made.get_width() / 2), round(y - made.get_height() / 2)))
    stacks: dict[int, list[str]] = {}
    for unit in match.front.units.values():
        if not unit.out and not unit.aboard:
            stacks.setdefault(unit.at, []).append(unit.id)
    for cell, names in stacks.items():
        share, fan = FANS[min(len(names), len(FANS)) - 1]
        x, y = ground.centre(board, cell, size)
        for name, (dx, dy) in zip(names, fan, strict=False):
            _token(small, match, name, (x + dx * size, y + dy * size), size * share)


def _token(small: pygame.Surface, match: Match, name: str, at: tuple[float, float], wanted: float) -> None:
    unit, size = match.front.units[name], max(10, round(wanted))
    figure = match.rules.army.profiles[unit.profile].figure
    made = token(figure, seat_index(unit.seat, match.setup.seats), size)
    small.blit(made, (round(at[0] - size * SPREAD / 2), round(at[1] - size * SPREAD / 2)))
