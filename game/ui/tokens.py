"""Tokens of units: a side's shape, a white figure, the id plate, the order marker and the conditions."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

import pygame

from game.ui import text
from game.ui.palette import CARD, INK, SUNK, Colour, Palette, SeatColours, seat_colours
from game.ui.shapes import box
from game.ui.signs import Paint, SignError, blank, compose, elements, marker, paint_of

SPREAD = 2.0
"""A token's surface is this many times its size, so that plate and markers have room around it."""

PLATE = 0.47
"""How far the middle of the id plate is below the middle of the token, in sizes of the token."""
PLATED = 15
"""A token smaller than this, in pixels, has no room for its plate."""

TokenState = Literal["ready", "selected", "planned", "out"]
LEGIBLE = 11
"""The least size of letters on a token, in pixels; nobody can read smaller ones."""


class Badge(NamedTuple):
    """A condition on a token: a drawing from assets/signs/markers with a few letters on it, or a plate with letters."""

    sign: str
    letters: str = ""


class Marks(NamedTuple):
    """The order marker of a token ("" for none), its conditions, and its number of figures ("" if not shown)."""

    order: str = ""
    badges: tuple[Badge, ...] = ()
    figures: str = ""


BARE = Marks()
BADGES = ((-0.5, -0.46), (-0.5, 0.04), (-0.03, -0.56), (-0.5, 0.5), (0.52, 0.5), (0.62, -0.24))
"""The places of conditions, in sizes of the token from its middle, the weightiest first; the last counts the rest."""
COVERED = 3
"""How many pixels of the order marker the number of figures may cover."""
BADGE = 0.54
"""The size of a condition's drawing, in sizes of the token."""
INWARD = {0: -0.43, 1: -0.62, 3: -0.62}
"""Place at the left -> where plates of letters begin there, in sizes of the token, so as not to cover a neighbour."""
SMALLEST = 8
"""The least size of letters on a badge, in pixels; a longer word is wider than its token."""
LONG = 3
"""A plate with so many letters or more takes the first place, which has room for it."""
ROOMY = 22
"""On a token smaller than this, in pixels, such a plate would hide too much. It is left out; list and cards show it."""


@lru_cache(maxsize=2048)
def token(
    figure: str,
    side: int,
    size: int,
    *,
    palette: Palette = "default",
    state: TokenState = "ready",
    plate: str = "",
    marks: Marks = BARE,
    prone: bool = False,
) -> pygame.Surface:
    """A token `size` pixels wide, in the middle of a surface SPREAD times as large. Cached; do not draw on it.

    A planned one is drawn as a ghost, with no marks but its plate. Below PLATED pixels there is no plate.
    """
    room = round(size * SPREAD)
    colours = seat_colours(side, palette)
    try:
        surface = _compose(figure, colours, room, state, prone=prone).copy()
    except SignError as error:
        surface = blank(f"figures/{figure}", (room, room), error)
    middle = room / 2
    if plate and size >= PLATED:
        edges: dict[TokenState, Colour] = {"planned": colours.fill, "out": _GREY}
        id_plate(surface, plate, middle, middle + size * PLATE, size, edges.get(state, colours.edge))
    if state in ("ready", "selected"):
        _wear(surface, marks, plate, size, colours)
    return surface


def _wear(surface: pygame.Surface, marks: Marks, plate: str, size: int, colours: SeatColours) -> None:
    """Draw order, conditions and number of figures, so that the id on the plate stays readable."""
    middle = surface.get_width() / 2
    for place, badge in reversed(list(enumerate(_fitting(_shown(marks.badges, size))))):
        dx, dy = BADGES[place]
        left = middle + INWARD[place] * size if place in INWARD else None
        _badge(surface, badge, middle + dx * size, middle + dy * size, size, left)
    radius = max(LEGIBLE * 0.55, size * 0.23)
    plate_area = plate_rect(plate, 0, size * PLATE, size) if plate else pygame.Rect(0, size, 0, 0)
    x, y = (
        min(max(size * 0.52, plate_area.right + radius - 2), middle - radius),
        min(size * 0.08, plate_area.top + 3 - radius),
    )
    if marks.order:
        card = marker(marks.order, max(LEGIBLE, round(size * 0.52)))
        top = -size * 0.66
        if marks.figures:  # on a small token the marker is higher, so that the number covers only its edge
            top = min(top, y - radius - card.get_height() + COVERED)
        surface.blit(card, (round(middle + size * 0.2), round(middle + top)))
    if marks.figures:
        _count(surface, marks.figures, middle + x, middle + y, radius, colours)


def _shown(badges: tuple[Badge, ...], size: int) -> tuple[Badge, ...]:
    """The conditions that a token of `size` pixels shows, in the order of their places."""
    plates = [badge for badge in badges if not badge.sign and len(badge.letters) >= LONG]
    rest = [badge for badge in badges if badge not in plates]
    return (*plates, *rest) if size >= ROOMY else tuple(rest)


def _fitting(badges: tuple[Badge, ...]) -> tuple[Badge, ...]:
    """The conditions that have a place. If there are too many, the last place has the number of the others."""
    over = len(badges) - len(BADGES)
    return badges if over <= 0 else (*badges[: len(BADGES) - 1], Badge("", f"+{over + 1}"))


def _badge(surface: pygame.Surface, badge: Badge, x: float, y: float, size: int, left: float | None) -> None:
    """Draw a condition with its middle at (x, y): its drawing with letters at the lower right, or a plate of letters.

    A plate does not begin further left than `left`.
    """
    letters = max(8, round(size * 0.34))
    if badge.sign:
        width = max(7, round(size * BADGE))
        surface.blit(marker(badge.sign, width), (round(x - width / 2), round(y - width / 2)))
        x, y, letters = x + width * 0.42, y + width * 0.3, max(8, round(size * 0.3))
    if badge.letters:
        while letters > SMALLEST and text.width(badge.letters, "label_bold", letters) > size:
            letters -= 1
        height = max(9, round(letters * 1.05))
        width = text.width(badge.letters, "label_bold", letters) + max(3, round(letters * 0.4))
        plate = pygame.Rect(0, 0, max(height, width), height)
        plate.center = round(x), round(y)
        if left is not None and not badge.sign:
            plate.left = max(plate.left, round(left))
        box(surface, plate, CARD, INK, max(2, height // 4))
        text.draw(surface, badge.letters, plate.center, "label_bold", letters, INK, align="centre", middle=True)


_BOX = (-64.0, -64.0, 128.0, 128.0)
"""The viewBox of the signs in assets/signs/sides, in which a token's radius is 32."""
_STAND = '<g transform="translate(-24.32 -23.04) scale(0.76)">{}</g>'
_GHOST = '<g transform="translate(-25.6 -24.32) scale(0.8)">{}</g>'
_LIE = '<g transform="rotate(-90) scale(0.68) translate(-32 -32)">{}</g>'
_OUT = Paint((168, 161, 147), (96, 90, 80), SUNK, CARD)
_GREY = (110, 104, 94)
"""The edge of the plate of a unit that is out."""


def _compose(figure: str, colours: SeatColours, room: int, state: TokenState, *, prone: bool) -> pygame.Surface:
    """Shape and figure as one drawing. Cached; do not draw on it. Raises SignError."""
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


def id_plate(surface: pygame.Surface, words: str, x: float, y: float, size: int, edge: Colour) -> None:
    """Draw the white plate with a unit's id for a token of `size`, with its middle at (x, y)."""
    rect = plate_rect(words, x, y, size)
    box(surface, rect, CARD, edge, max(2, rect.h // 4))
    text.draw(surface, words, (x, y), "label_bold", _letters(size), edge, align="centre", middle=True)


def plate_rect(words: str, x: float, y: float, size: int) -> pygame.Rect:
    """The rectangle of the plate with these words for a token of `size`, with its middle at (x, y)."""
    height = max(LEGIBLE, round(size * 0.38))
    width = text.width(words, "label_bold", _letters(size)) + round(height * 0.5)
    return pygame.Rect(round(x - width / 2), round(y - height / 2), width, height)


def _letters(size: int) -> int:
    """The size of the letters on the plate of a token of `size`."""
    return max(LEGIBLE, round(size * 0.36))


def _count(surface: pygame.Surface, words: str, x: float, y: float, radius: float, colours: SeatColours) -> None:
    pygame.draw.aacircle(surface, CARD, (round(x), round(y)), round(radius))
    pygame.draw.aacircle(surface, colours.edge, (round(x), round(y)), round(radius), 1)
    letters = max(LEGIBLE, round(radius * 1.56))
    text.draw(surface, words, (x, y), "label_bold", letters, colours.edge, align="centre", middle=True)
