"""Towns and cities in the upper half of a hex: roofs and banner in the owner's colours, the banner in his shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame

from game.ui import hexes
from game.ui.palette import CARD, INK, SHADOW, STONE, WALL, Colour, SeatColours, seat_colours
from game.ui.shapes import fine, scaled, side_shape

Point = tuple[float, float]
NOBODY = -1
"""The side of a site that nobody holds."""
ROOM = 1.3
"""A site's surface is as wide as its hex and this many times as high; the hex's middle is its own."""

_WOOD = (150, 128, 98)


class _Pen:
    """Draws in widths of the hex round its middle."""

    def __init__(self, surface: pygame.Surface, u: float) -> None:
        self.surface, self.u = surface, u
        self.middle = surface.get_width() / 2, surface.get_height() / 2

    def poly(self, fill: Sequence[int], *points: Point, edge: Colour | None = WALL) -> None:
        at = scaled(points, self.u, self.middle)
        pygame.draw.polygon(self.surface, fill, at)
        if edge is not None:
            pygame.draw.polygon(self.surface, edge, at, max(1, round(0.014 * self.u)))

    def rect(
        self, fill: Sequence[int], left: float, top: float, right: float, bottom: float, **more: Colour | None
    ) -> None:
        self.poly(fill, (left, top), (right, top), (right, bottom), (left, bottom), **more)


def _house(pen: _Pen, x: float, foot: float, wide: float, roof: Colour) -> None:
    eaves, half = foot - 0.55 * wide, wide / 2
    pen.poly(
        SHADOW, (x + half, eaves), (x + half + 0.04, eaves + 0.05), (x + half + 0.04, foot), (x + half, foot), edge=None
    )
    pen.rect(CARD, x - half, eaves, x + half, foot)
    pen.rect(_WOOD, x - 0.12 * wide, foot - 0.3 * wide, x + 0.12 * wide, foot, edge=None)
    pen.poly(roof, (x - half * 1.25, eaves), (x, eaves - 0.55 * wide), (x + half * 1.25, eaves))


def _town(pen: _Pen, roof: Colour) -> None:
    """Three little houses."""
    _house(pen, 0.0, -0.25, 0.15, roof)
    _house(pen, -0.13, -0.16, 0.15, roof)
    _house(pen, 0.13, -0.16, 0.15, roof)


def _city(pen: _Pen, roof: Colour) -> None:
    """A keep between two towers."""
    pen.rect(STONE, -0.25, -0.3, 0.25, -0.13)
    pen.rect(_WOOD, -0.045, -0.22, 0.045, -0.13)
    for x in (-0.19, -0.09, 0.01, 0.11):
        pen.rect(STONE, x, -0.335, x + 0.06, -0.295)
    for x in (-0.22, 0.22):
        pen.rect(CARD, x - 0.06, -0.36, x + 0.06, -0.13)
        pen.poly(roof, (x - 0.08, -0.36), (x, -0.47), (x + 0.08, -0.36))
    pen.rect(CARD, -0.09, -0.4, 0.09, -0.3)
    pen.poly(roof, (-0.12, -0.4), (0, -0.49), (0.12, -0.4))


def _capital(pen: _Pen, roof: Colour) -> None:
    """A city under a tall spire."""
    pen.rect(CARD, -0.07, -0.47, 0.07, -0.3)
    pen.poly(roof, (-0.1, -0.47), (0, -0.61), (0.1, -0.47))
    _city(pen, roof)


SITES: dict[str, Callable[[_Pen, Colour], None]] = {"town": _town, "city": _city, "capital": _capital}
"""Kind of a site -> its painter; any other kind is drawn as a town."""


@lru_cache(maxsize=256)
def site(kind: str, side: int, size: int, palette: str = "default") -> pygame.Surface:
    """A site of SITES on a hex `size` pixels wide, held by side 0 to 3 or NOBODY. Cached; do not draw on it."""
    colours = seat_colours(side, palette) if side != NOBODY else None
    roof = colours.fill if colours else STONE

    def paint(surface: pygame.Surface, u: float) -> None:
        pen = _Pen(surface, u)
        SITES.get(kind, _town)(pen, roof)
        if colours:
            _banner(pen, colours)

    return fine((size, round(size * ROOM)), paint, size)


def _banner(pen: _Pen, colours: SeatColours) -> None:
    """The owner's shape on a pole at the left."""
    pen.rect(INK, -0.318, -0.3, -0.302, -0.1, edge=None)
    for colour, share in ((colours.edge, 1.0), (CARD, 0.84), (colours.fill, 0.64)):
        pen.poly(colour, *side_shape(colours.shape, (-0.31, -0.3), 0.085 * share), edge=None)


@lru_cache(maxsize=64)
def swatch(ground: Colour, size: int) -> pygame.Surface:
    """A little hex of a ground, for a legend."""

    def paint(surface: pygame.Surface, u: float) -> None:
        points = hexes.corners((u / 2, u / 2), u * 0.82)
        pygame.draw.polygon(surface, ground, points)
        pygame.draw.polygon(surface, WALL, points, max(1, round(0.05 * u)))

    return fine((size, size), paint, size)
