"""Tokens: a side's shape, a white figure, the id plate, the order marker and the conditions."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.ui import text
from game.ui.figures import FIGURES, Brush
from game.ui.markers import marker
from game.ui.palette import CARD, INK, SAFFRON, SAFFRON_EDGE, SHADOW, SUNK, Colour, SeatColours, seat_colours
from game.ui.shapes import dashed, fine, side_shape

SPREAD = 2.0
"""A token's surface is this many times its size, so that plate and markers have room; the token sits in its middle."""

PLATED = 20
"""A token of fewer pixels has no room for its plate."""


@lru_cache(maxsize=2048)
def token(
    figure: str,
    side: int,
    size: int,
    *,
    palette: str = "default",
    state: str = "ready",
    plate: str = "",
    order: str = "",
    conditions: tuple[str, ...] = (),
    wounds: int = 0,
    figures: int = 1,
    prone: bool = False,
) -> pygame.Surface:
    """A token whose shape is `size` pixels across, in the middle of a surface SPREAD times as large. Cached.

    state: ready, selected, planned (a ghost), out. Below PLATED pixels the plate goes.
    """
    room = round(size * SPREAD)
    colours = seat_colours(side, palette)
    made = fine((room, room), lambda s, u: _paint(s, u, figure, colours, state, prone), size)
    middle = room / 2
    if plate and size >= PLATED and state == "planned":
        id_plate(made, plate, middle, middle + size * 0.47, size, colours.fill)
    if state != "planned":
        if plate and size >= PLATED:
            id_plate(
                made, plate, middle, middle + size * 0.47, size, colours.edge if state != "out" else (110, 104, 94)
            )
        if order and state != "out":
            card = marker(order, max(7, round(size * 0.52)))
            made.blit(card, (round(middle + size * 0.2), round(middle - size * 0.66)))
        for place, name in enumerate(conditions):
            badge = marker(name, max(7, round(size * 0.54)))
            made.blit(badge, (round(middle - size * (0.74 - 0.34 * place)), round(middle - size * 0.66)))
        if figures > 1 and state != "out":
            _count(made, str(figures), middle + size * 0.52, middle + size * 0.08, size, colours)
        for i in range(wounds if state != "out" else 0):
            pygame.draw.circle(made, INK, (middle - size * 0.5, middle + size * (0.1 + 0.2 * i)), max(1, size * 0.08))
    return made


def _paint(s: pygame.Surface, u: float, figure: str, colours: SeatColours, state: str, prone: bool) -> None:
    mid = s.get_width() / 2
    radius = u / 2
    if state == "planned":
        pygame.draw.polygon(s, (*colours.tint, 215), side_shape(colours.shape, (mid, mid), radius))
        outline = side_shape(colours.shape, (mid, mid), radius)
        for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
            dashed(s, a, b, colours.fill, max(2, round(0.05 * u)), 0.13 * u, 0.09 * u)
        FIGURES[figure](Brush(s, (mid, mid + 0.02 * u), radius * 0.8, colours.fill, colours.tint))
        return
    if state == "selected":
        pygame.draw.polygon(s, INK, side_shape(colours.shape, (mid, mid), radius * 1.36))
        pygame.draw.polygon(s, SAFFRON, side_shape(colours.shape, (mid, mid), radius * 1.3))
        pygame.draw.polygon(s, SAFFRON_EDGE, side_shape(colours.shape, (mid, mid), radius * 1.05))
    else:
        pygame.draw.polygon(s, SHADOW, side_shape(colours.shape, (mid + 0.05 * u, mid + 0.08 * u), radius))
    out = state == "out"
    fill: Colour = (168, 161, 147) if out else colours.fill
    edge: Colour = (96, 90, 80) if out else colours.edge
    for colour, share in ((edge, 1.0), (CARD, 0.92), (edge, 0.82), (fill, 0.765)):
        pygame.draw.polygon(s, colour, side_shape(colours.shape, (mid, mid), radius * share))
    white = SUNK if out else CARD
    if prone:
        lying = pygame.Surface((round(u), round(u)), pygame.SRCALPHA)
        FIGURES[figure](Brush(lying, (u / 2, u / 2), radius * 0.68, white, fill))
        turned = pygame.transform.rotate(lying, 90)
        s.blit(turned, (round(mid - u / 2), round(mid - u / 2)))
    else:
        FIGURES[figure](Brush(s, (mid, mid + 0.02 * u), radius * 0.76, white, fill))
    if out:
        r = radius * 0.7
        for sign in (-1, 1):
            pygame.draw.line(s, INK, (mid - r, mid - sign * r), (mid + r, mid + sign * r), max(2, round(0.1 * u)))


def id_plate(s: pygame.Surface, words: str, x: float, y: float, size: int, edge: Colour) -> None:
    """The white plate with a unit's id for a token of `size`, its middle at (x, y)."""
    high = max(9, round(size * 0.38))
    letters = max(8, round(size * 0.36))
    wide = text.width(words, "label_bold", letters) + round(high * 0.5)
    rect = pygame.Rect(round(x - wide / 2), round(y - high / 2), wide, high)
    pygame.draw.rect(s, CARD, rect, border_radius=max(2, high // 4))
    pygame.draw.rect(s, edge, rect, 1, border_radius=max(2, high // 4))
    text.draw(s, words, (x, y), "label_bold", letters, edge, align="centre", middle=True)


def _count(s: pygame.Surface, words: str, x: float, y: float, size: int, colours: SeatColours) -> None:
    radius = max(5, size * 0.23)
    pygame.draw.aacircle(s, CARD, (round(x), round(y)), round(radius))
    pygame.draw.aacircle(s, colours.edge, (round(x), round(y)), round(radius), 1)
    text.draw(s, words, (x, y), "label_bold", max(8, round(size * 0.36)), colours.edge, align="centre", middle=True)


def clear_caches() -> None:
    """Forget drawn tokens, after a change of palette or scale."""
    token.cache_clear()
