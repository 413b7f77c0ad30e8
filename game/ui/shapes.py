"""What is computed where it is drawn: dashed and dotted lines, arrows, boxes; and painting fine, then reducing."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game.ui.palette import Colour

Point = tuple[float, float]
FINE = 4


def fine(size: tuple[int, int], painter: Callable[[pygame.Surface, float], None], unit: float) -> pygame.Surface:
    """A surface painted at four times its size and reduced. `unit` is the scale the painter multiplies its numbers by."""
    large = pygame.Surface((size[0] * FINE, size[1] * FINE), pygame.SRCALPHA)
    painter(large, unit * FINE)
    return pygame.transform.smoothscale(large, size)


def dashed(surface: pygame.Surface, a: Point, b: Point, colour: Colour, thick: int, dash: float, gap: float) -> None:
    """A dashed straight line."""
    length = math.dist(a, b)
    if length < 1:
        return
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    place = 0.0
    while place < length:
        end = min(place + dash, length)
        pygame.draw.line(
            surface, colour, (a[0] + ux * place, a[1] + uy * place), (a[0] + ux * end, a[1] + uy * end), thick
        )
        place = end + gap


def dotted(surface: pygame.Surface, a: Point, b: Point, colour: Colour, radius: float, gap: float) -> None:
    """A line of round dots."""
    length = math.dist(a, b)
    steps = max(1, int(length / gap))
    for i in range(steps + 1):
        x, y = a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps
        pygame.draw.aacircle(surface, colour, (round(x), round(y)), max(1, round(radius)))


def arrow_head(surface: pygame.Surface, a: Point, b: Point, colour: Colour, size: float) -> None:
    """The head of an arrow from `a` at `b`."""
    angle = math.atan2(b[1] - a[1], b[0] - a[0])
    left, right = angle + 2.65, angle - 2.65
    points = [
        b,
        (b[0] + size * math.cos(left), b[1] + size * math.sin(left)),
        (b[0] + size * math.cos(right), b[1] + size * math.sin(right)),
    ]
    pygame.draw.polygon(surface, colour, points)


def box(
    surface: pygame.Surface, rect: pygame.Rect, fill: Colour | None, edge: Colour | None, radius: int, thick: int = 1
) -> None:
    """A rounded box with an edge."""
    if fill is not None:
        pygame.draw.rect(surface, fill, rect, border_radius=radius)
    if edge is not None and thick:
        pygame.draw.rect(surface, edge, rect, thick, border_radius=radius)


def dashed_box(surface: pygame.Surface, rect: pygame.Rect, colour: Colour, dash: int) -> None:
    """A rectangle with a dashed edge."""
    r = rect.inflate(-1, -1)
    for a, b in (
        (r.topleft, r.topright),
        (r.topright, r.bottomright),
        (r.bottomright, r.bottomleft),
        (r.bottomleft, r.topleft),
    ):
        dashed(surface, a, b, colour, 1, dash, dash)
