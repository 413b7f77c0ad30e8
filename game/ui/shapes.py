"""Shapes that are computed and not read from files: dashed and dotted lines, arrows, boxes; and smooth edges."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import pygame

from game.ui.palette import Colour

Point = tuple[float, float]
FINE = 4
"""Shapes are painted so many times as large and reduced, which makes their edges smooth."""


def fine(size: tuple[int, int], painter: Callable[[pygame.Surface, float], None], unit: float) -> pygame.Surface:
    """A surface painted `FINE` times as large and reduced; the painter gets `unit`, its scale, enlarged likewise."""
    large = pygame.Surface((size[0] * FINE, size[1] * FINE), pygame.SRCALPHA)
    painter(large, unit * FINE)
    return pygame.transform.smoothscale(large, size)


def dashed(surface: pygame.Surface, a: Point, b: Point, colour: Colour, thick: int, dash: float, gap: float) -> None:
    """Draw a dashed straight line."""
    length = math.dist(a, b)
    if length < 1:
        return
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    place = 0.0
    while place < length:
        end = min(place + dash, length)
        start, stop = (a[0] + ux * place, a[1] + uy * place), (a[0] + ux * end, a[1] + uy * end)
        if ux and uy:
            pygame.draw.aaline(surface, colour, start, stop, thick)
        else:
            pygame.draw.line(surface, colour, start, stop, thick)
        place = end + gap


def dotted(surface: pygame.Surface, a: Point, b: Point, colour: Colour, radius: float, gap: float) -> None:
    """Draw a line of round dots, about `gap` pixels apart."""
    length = math.dist(a, b)
    steps = max(1, int(length / gap))
    dot = _dot(radius, colour)
    half = dot.get_width() / 2
    for i in range(steps + 1):
        x, y = a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps
        surface.blit(dot, (round(x - half), round(y - half)))


@lru_cache(maxsize=256)
def _dot(radius: float, colour: Colour) -> pygame.Surface:
    """A round dot in the middle of its surface; paler if its radius is less than a pixel. Cached; do not draw on it."""
    side = 2 * math.ceil(radius) + 1
    large = pygame.Surface((side * FINE, side * FINE), pygame.SRCALPHA)
    large.fill((*colour[:3], 0))
    pygame.draw.circle(large, colour, large.get_rect().center, max(radius, 1.0) * FINE)
    return pygame.transform.smoothscale(large, (side, side))


def outside(a: Point, b: Point, rects: Iterable[pygame.Rect]) -> list[tuple[Point, Point]]:
    """The parts of the straight line from `a` to `b` that are in none of the rectangles, in order."""
    length = math.dist(a, b)
    hidden = sorted((math.dist(a, cut[0]), math.dist(a, cut[1])) for rect in rects if (cut := rect.clipline(a, b)))
    parts, place = list[tuple[Point, Point]](), 0.0
    for enters, leaves in [*hidden, (length, length)]:
        if enters > place:
            start, stop = (
                (a[0] + (b[0] - a[0]) * distance / length, a[1] + (b[1] - a[1]) * distance / length)
                for distance in (place, enters)
            )
            parts.append((start, stop))
        place = max(place, leaves)
    return parts


def arrow_head(surface: pygame.Surface, a: Point, b: Point, colour: Colour, size: float) -> None:
    """Draw the head, at `b`, of an arrow from `a`."""
    angle = math.atan2(b[1] - a[1], b[0] - a[0])
    left, right = angle + 2.65, angle - 2.65
    points = [
        b,
        (b[0] + size * math.cos(left), b[1] + size * math.sin(left)),
        (b[0] + size * math.cos(right), b[1] + size * math.sin(right)),
    ]
    polygon(surface, colour, points)


def polygon(surface: pygame.Surface, colour: Colour, points: Sequence[Point]) -> None:
    """Draw a filled polygon with smooth edges."""
    pygame.draw.polygon(surface, colour, points)
    pygame.draw.aalines(surface, colour, True, points)


def box(
    surface: pygame.Surface, rect: pygame.Rect, fill: Colour | None, edge: Colour | None, radius: int, thick: int = 1
) -> None:
    """Draw a box with smooth round corners, filled, with an edge, or both."""
    round_by = min(radius, rect.width // 2, rect.height // 2)
    if round_by < 1:
        if fill is not None:
            surface.fill(fill, rect)
        if edge is not None:
            pygame.draw.rect(surface, edge, rect, thick)
        return
    across, down = rect.inflate(-2 * round_by, 0), rect.inflate(0, -2 * round_by)
    if fill is not None:
        surface.fill(fill, across)
        surface.fill(fill, down)
    if edge is not None:
        surface.fill(edge, (across.x, rect.y, across.width, thick))
        surface.fill(edge, (across.x, rect.bottom - thick, across.width, thick))
        surface.fill(edge, (rect.x, down.y, thick, down.height))
        surface.fill(edge, (rect.right - thick, down.y, thick, down.height))
    corners = _corners(round_by, fill, edge, thick)
    for x, left in ((rect.x, 0), (rect.right - round_by, round_by)):
        for y, top in ((rect.y, 0), (rect.bottom - round_by, round_by)):
            surface.blit(corners, (x, y), (left, top, round_by, round_by))


@lru_cache(maxsize=512)
def _corners(radius: int, fill: Colour | None, edge: Colour | None, thick: int) -> pygame.Surface:
    """The four corners of a box, and nothing between them. Cached; do not draw on it."""
    side = 2 * radius * FINE
    large = pygame.Surface((side, side), pygame.SRCALPHA)
    large.fill((*(edge or fill or (0, 0, 0)), 0))  # transparent black would darken the outermost pixels
    if fill is not None:
        pygame.draw.rect(large, fill, large.get_rect(), border_radius=radius * FINE)
    if edge is not None:
        pygame.draw.rect(large, edge, large.get_rect(), thick * FINE, border_radius=radius * FINE)
    return pygame.transform.smoothscale(large, (2 * radius, 2 * radius))


def dashed_box(surface: pygame.Surface, rect: pygame.Rect, colour: Colour, dash: int) -> None:
    """Draw a rectangle with a dashed edge."""
    r = rect.inflate(-1, -1)
    for a, b in (
        (r.topleft, r.topright),
        (r.topright, r.bottomright),
        (r.bottomright, r.bottomleft),
        (r.bottomleft, r.topleft),
    ):
        dashed(surface, a, b, colour, 1, dash, dash)
