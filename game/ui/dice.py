"""Dice drawn by shape: D4 triangle, D6 pips, D8 diamond, D10 kite, D12 polygon; rolled, superseded or unrolled."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

import pygame

from game.ui import text
from game.ui.palette import CARD, INK, INK3, SUNK, Colour
from game.ui.shapes import fine

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _outline(sides: int, u: float) -> list[tuple[float, float]]:
    """The corners of a die in a square `u` wide; a D12 and others are drawn as a decagon, as a D12 is seen."""
    if sides == 4:
        return [(0.5 * u, 0.05 * u), (0.97 * u, 0.9 * u), (0.03 * u, 0.9 * u)]
    if sides == 8:
        return [(0.5 * u, 0.02 * u), (0.96 * u, 0.5 * u), (0.5 * u, 0.98 * u), (0.04 * u, 0.5 * u)]
    if sides == 10:
        return [
            (x * u, y * u) for x, y in ((0.5, 0.02), (0.95, 0.6), (0.95, 0.72), (0.5, 0.98), (0.05, 0.72), (0.05, 0.6))
        ]
    count = 10
    return [
        (0.5 * u + 0.48 * u * math.sin(math.tau * i / count), 0.5 * u - 0.48 * u * math.cos(math.tau * i / count))
        for i in range(count)
    ]


DieState = Literal["rolled", "superseded"]


@lru_cache(maxsize=1024)
def die(face: int, sides: int, size: int, edge: Colour, state: DieState = "rolled") -> pygame.Surface:
    """A die `size` pixels square that shows `face`. Cached; do not draw on it.

    A die that was rolled again is superseded, and grey. Face 0 is a die that is still to be rolled: it shows "?" if it
    has six sides, else their number.
    """

    def paint(surface: pygame.Surface, u: float) -> None:
        grey = state == "superseded"
        fill, ink, rim = (SUNK, INK3, INK3) if grey else (CARD, INK, edge)
        thick = max(2, round(0.07 * u))
        if sides == 6:
            rect = pygame.Rect(round(0.04 * u), round(0.04 * u), round(0.92 * u), round(0.92 * u))
            pygame.draw.rect(surface, fill, rect, border_radius=round(0.22 * u))
            pygame.draw.rect(surface, rim, rect, thick, border_radius=round(0.22 * u))
        else:
            points = _outline(sides, u)
            pygame.draw.polygon(surface, fill, points)
            pygame.draw.polygon(surface, rim, points, thick)
        if face and sides == 6:
            for x, y in _PIPS[face]:
                pygame.draw.circle(surface, ink, ((0.5 + 0.24 * x) * u, (0.5 + 0.24 * y) * u), 0.085 * u)
        else:
            low = 0.6 if sides in (4, 10) else 0.5
            unknown = "?" if sides == 6 else f"D{sides}"
            text.draw(
                surface,
                str(face) if face else unknown,
                (0.5 * u, low * u),
                "label_bold",
                max(6, round((0.5 if face or sides == 6 else 0.38) * u)),
                ink,
                align="centre",
                middle=True,
            )

    return fine((size, size), paint, size)
