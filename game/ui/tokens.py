"""Tokens: a side's shape, a white figure, the id plate, the order marker and the conditions."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.ui import text
from game.ui.palette import CARD, INK, SUNK, Colour, SeatColours, seat_colours
from game.ui.signs import Paint, SignError, blank, compose, elements, marker, paint_of

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
    try:
        made = _compose(figure, colours, room, state, prone=prone)
    except SignError as error:
        made = blank(f"figures/{figure}", (room, room), error)
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


_BOX = (-64.0, -64.0, 128.0, 128.0)
"""The box of the signs in assets/signs/sides: the token's radius is 32."""
_STAND = '<g transform="translate(-24.32 -23.04) scale(0.76)">{}</g>'
_GHOST = '<g transform="translate(-25.6 -24.32) scale(0.8)">{}</g>'
_LIE = '<g transform="rotate(-90) scale(0.68) translate(-32 -32)">{}</g>'
_OUT = Paint((168, 161, 147), (96, 90, 80), SUNK, CARD)


def _compose(figure: str, colours: SeatColours, room: int, state: str, *, prone: bool) -> pygame.Surface:
    """Shape and figure as one drawing. Raises SignError."""
    paint = _OUT if state == "out" else paint_of(colours)
    if state == "planned":
        shape, place, inner = "-planned", _GHOST, Paint(colours.tint, colours.edge, colours.tint, colours.fill)
    else:
        shape, place, inner = "-selected" if state == "selected" else "", _LIE if prone else _STAND, paint
    if state == "out":
        inner = paint._replace(white=SUNK)
    parts = [elements(f"sides/{colours.shape}{shape}", paint), place.format(elements(f"figures/{figure}", inner))]
    if state == "out":
        parts.append(elements("sides/crossed"))
    return compose(_BOX, (room, room), *parts)


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
