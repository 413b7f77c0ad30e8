"""Order and condition markers (cards, triangle, octagon) and the icons of buttons, drawn at any size in pixels."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import pygame

from game.ui import text
from game.ui.palette import CARD, INK, INK3, SAFFRON, SUNK, Colour
from game.ui.shapes import fine

Painter = Callable[[pygame.Surface, float], None]


def _card(surface: pygame.Surface, u: float, fill: Colour = CARD) -> None:
    rect = pygame.Rect(round(0.06 * u), round(0.06 * u), round(0.88 * u), round(0.88 * u))
    pygame.draw.rect(surface, fill, rect, border_radius=round(0.16 * u))
    pygame.draw.rect(surface, INK, rect, max(1, round(0.08 * u)), border_radius=round(0.16 * u))


def _lattice(surface: pygame.Surface, u: float, bottom: float = 0.88) -> None:
    area = pygame.Rect(round(0.14 * u), round(0.14 * u), round(0.72 * u), round((bottom - 0.16) * u))
    surface.set_clip(area)
    step, thick = 0.17 * u, max(1, round(0.035 * u))
    for i in range(-6, 12):
        pygame.draw.line(surface, (91, 82, 66), (i * step, 0), (i * step + u, u), thick)
        pygame.draw.line(surface, (91, 82, 66), (i * step, u), (i * step + u, 0), thick)
    surface.set_clip(None)


def _eye(surface: pygame.Surface, u: float, x: float, y: float, r: float) -> None:
    points = [(x - r, y), (x - r * 0.5, y - r * 0.5), (x, y - r * 0.66), (x + r * 0.5, y - r * 0.5), (x + r, y)]
    points += [(x + r * 0.5, y + r * 0.5), (x, y + r * 0.66), (x - r * 0.5, y + r * 0.5)]
    pygame.draw.polygon(surface, INK, points)
    pygame.draw.circle(surface, CARD, (x, y), r * 0.42)
    pygame.draw.circle(surface, INK, (x, y), r * 0.24)


def _arrow(surface: pygame.Surface, x: float, y: float, r: float) -> None:
    thick = r * 0.36
    pygame.draw.rect(surface, INK, pygame.Rect(round(x - r), round(y - thick / 2), round(r * 1.2), round(thick)))
    pygame.draw.polygon(surface, INK, [(x + r, y), (x + r * 0.1, y - r * 0.7), (x + r * 0.1, y + r * 0.7)])


def _face_down(s: pygame.Surface, u: float) -> None:
    _card(s, u, SUNK)
    _lattice(s, u)


def _folded(eye: bool) -> Painter:
    def paint(s: pygame.Surface, u: float) -> None:
        _card(s, u, SUNK)
        _lattice(s, u, 0.5)
        lower = pygame.Rect(round(0.1 * u), round(0.44 * u), round(0.8 * u), round(0.46 * u))
        pygame.draw.rect(s, CARD, lower, border_radius=round(0.1 * u))
        pygame.draw.line(s, INK, lower.topleft, lower.topright, max(1, round(0.06 * u)))
        if eye:
            _eye(s, u, 0.5 * u, 0.67 * u, 0.26 * u)
        else:
            _arrow(s, 0.5 * u, 0.67 * u, 0.26 * u)

    return paint


def _overwatch(s: pygame.Surface, u: float) -> None:
    _card(s, u)
    _eye(s, u, 0.5 * u, 0.5 * u, 0.34 * u)


def _move(s: pygame.Surface, u: float) -> None:
    _card(s, u)
    _arrow(s, 0.5 * u, 0.5 * u, 0.3 * u)


def _spent(s: pygame.Surface, u: float) -> None:
    _card(s, u, SUNK)
    points = [(0.26 * u, 0.52 * u), (0.44 * u, 0.7 * u), (0.76 * u, 0.32 * u)]
    pygame.draw.lines(s, INK3, False, points, max(1, round(0.12 * u)))


def _unassigned(s: pygame.Surface, u: float) -> None:
    pygame.draw.circle(s, CARD, (0.5 * u, 0.5 * u), 0.44 * u)
    pygame.draw.circle(s, INK, (0.5 * u, 0.5 * u), 0.44 * u, max(1, round(0.06 * u)))
    _letter(s, "?", 0.5 * u, 0.5 * u, 0.62 * u, INK)


def _letter(s: pygame.Surface, char: str, x: float, y: float, size: float, colour: Colour) -> None:
    text.draw(s, char, (x, y), "label_bold", max(6, round(size)), colour, align="centre", middle=True)


def _suppressed(s: pygame.Surface, u: float) -> None:
    points = [(0.03 * u, 0.1 * u), (0.97 * u, 0.1 * u), (0.5 * u, 0.96 * u)]
    pygame.draw.polygon(s, SAFFRON, points)
    pygame.draw.polygon(s, INK, points, max(1, round(0.08 * u)))
    _letter(s, "S", 0.5 * u, 0.36 * u, 0.52 * u, INK)


def _octagon(letter: str) -> Painter:
    def paint(s: pygame.Surface, u: float) -> None:
        points = [
            (
                0.5 * u + 0.48 * u * math.cos(math.pi * (2 * i + 1) / 8),
                0.5 * u + 0.48 * u * math.sin(math.pi * (2 * i + 1) / 8),
            )
            for i in range(8)
        ]
        pygame.draw.polygon(s, INK, points)
        _letter(s, letter, 0.5 * u, 0.5 * u, 0.64 * u, CARD)

    return paint


def _covering(s: pygame.Surface, u: float) -> None:
    pygame.draw.circle(s, CARD, (0.5 * u, 0.5 * u), 0.46 * u)
    pygame.draw.circle(s, INK, (0.5 * u, 0.5 * u), 0.46 * u, max(1, round(0.07 * u)))
    for y in (0.34, 0.5, 0.66):
        pygame.draw.line(s, INK, (0.26 * u, y * u), (0.74 * u, y * u), max(1, round(0.07 * u)))


def _in_position(s: pygame.Surface, u: float) -> None:
    _card(s, u)
    points = [(0.2 * u, 0.7 * u), (0.34 * u, 0.42 * u), (0.66 * u, 0.42 * u), (0.8 * u, 0.7 * u)]
    pygame.draw.lines(s, INK, False, points, max(1, round(0.12 * u)))


def _hidden(s: pygame.Surface, u: float) -> None:
    _card(s, u, SUNK)
    _eye(s, u, 0.5 * u, 0.5 * u, 0.3 * u)
    pygame.draw.line(s, INK, (0.2 * u, 0.8 * u), (0.8 * u, 0.2 * u), max(1, round(0.1 * u)))


def _blast(s: pygame.Surface, u: float) -> None:
    points = [
        (
            0.5 * u + (0.48 if i % 2 else 0.29) * u * math.cos(math.pi * i / 8),
            0.5 * u + (0.48 if i % 2 else 0.29) * u * math.sin(math.pi * i / 8),
        )
        for i in range(16)
    ]
    pygame.draw.polygon(s, INK, points)
    pygame.draw.circle(s, CARD, (0.5 * u, 0.5 * u), 0.12 * u)


def _drawn_in(s: pygame.Surface, u: float) -> None:
    pygame.draw.circle(s, CARD, (0.5 * u, 0.5 * u), 0.46 * u)
    pygame.draw.circle(s, INK, (0.5 * u, 0.5 * u), 0.46 * u, max(1, round(0.07 * u)))
    for x in (0.3, 0.7):
        pygame.draw.line(s, INK, (x * u, 0.28 * u), ((1 - x) * u, 0.72 * u), max(1, round(0.1 * u)))


MARKERS: dict[str, Painter] = {
    "blast": _blast,
    "drawn_in": _drawn_in,
    "face_down": _face_down,
    "own_overwatch": _folded(eye=True),
    "own_move": _folded(eye=False),
    "overwatch": _overwatch,
    "move": _move,
    "spent": _spent,
    "unassigned": _unassigned,
    "suppressed": _suppressed,
    "pinned": _octagon("P"),
    "broken": _octagon("B"),
    "covering": _covering,
    "in_position": _in_position,
    "hidden": _hidden,
}


@lru_cache(maxsize=512)
def marker(name: str, size: int) -> pygame.Surface:
    """A marker of MARKERS, `size` pixels square. The surface is cached; do not draw on it."""
    return fine((size, size), MARKERS[name], size)


# -- icons ------------------------------------------------------------------------------------------------------------


def _lines(
    *strokes: list[tuple[float, float]], closed: bool = False
) -> Callable[[pygame.Surface, float, Colour], None]:
    def paint(s: pygame.Surface, u: float, colour: Colour) -> None:
        thick = max(1, round(0.1 * u))
        for stroke in strokes:
            points = [(x * u, y * u) for x, y in stroke]
            pygame.draw.lines(s, colour, closed, points, thick)
            for p in points:
                pygame.draw.circle(s, colour, p, thick / 2)

    return paint


def _undo(s: pygame.Surface, u: float, c: Colour) -> None:
    pygame.draw.arc(
        s,
        c,
        pygame.Rect(round(0.2 * u), round(0.28 * u), round(0.6 * u), round(0.52 * u)),
        -1.8,
        1.7,
        max(1, round(0.12 * u)),
    )
    pygame.draw.polygon(s, c, [(0.1 * u, 0.32 * u), (0.42 * u, 0.08 * u), (0.42 * u, 0.54 * u)])


def _sight(s: pygame.Surface, u: float, c: Colour) -> None:
    pygame.draw.line(s, c, (0.24 * u, 0.76 * u), (0.76 * u, 0.24 * u), max(1, round(0.09 * u)))
    for p in ((0.22, 0.78), (0.78, 0.22)):
        pygame.draw.circle(s, c, (p[0] * u, p[1] * u), 0.15 * u)


def _threat(s: pygame.Surface, u: float, c: Colour) -> None:
    points = [(0.5 * u, 0.1 * u), (0.92 * u, 0.86 * u), (0.08 * u, 0.86 * u)]
    pygame.draw.polygon(s, c, points, max(1, round(0.09 * u)))
    pygame.draw.line(s, c, (0.5 * u, 0.38 * u), (0.5 * u, 0.6 * u), max(1, round(0.1 * u)))
    pygame.draw.circle(s, c, (0.5 * u, 0.73 * u), 0.06 * u)


def _play(s: pygame.Surface, u: float, c: Colour) -> None:
    pygame.draw.polygon(s, c, [(0.24 * u, 0.12 * u), (0.84 * u, 0.5 * u), (0.24 * u, 0.88 * u)])


def _frozen(s: pygame.Surface, u: float, c: Colour) -> None:
    thick = max(1, round(0.07 * u))
    for i in range(3):
        a = math.pi * i / 3 + math.pi / 6
        dx, dy = 0.42 * u * math.cos(a), 0.42 * u * math.sin(a)
        pygame.draw.line(s, c, (0.5 * u - dx, 0.5 * u - dy), (0.5 * u + dx, 0.5 * u + dy), thick)
        for sign in (-1, 1):
            x, y = 0.5 * u + sign * dx * 0.62, 0.5 * u + sign * dy * 0.62
            for turn in (0.7, -0.7):
                b = a + turn + (0 if sign > 0 else math.pi)
                pygame.draw.line(s, c, (x, y), (x + 0.16 * u * math.cos(b), y + 0.16 * u * math.sin(b)), thick)


def _lens(s: pygame.Surface, u: float, c: Colour) -> None:
    pygame.draw.circle(s, c, (0.42 * u, 0.42 * u), 0.3 * u, max(1, round(0.1 * u)))
    pygame.draw.line(s, c, (0.64 * u, 0.64 * u), (0.88 * u, 0.88 * u), max(1, round(0.13 * u)))


ICONS: dict[str, Callable[[pygame.Surface, float, Colour], None]] = {
    "undo": _undo,
    "sight": _sight,
    "threat": _threat,
    "play": _play,
    "frozen": _frozen,
    "lens": _lens,
    "rules": _lines(
        [(0.5, 0.24), (0.34, 0.16), (0.1, 0.16), (0.1, 0.78), (0.34, 0.78), (0.5, 0.86)],
        [(0.5, 0.24), (0.66, 0.16), (0.9, 0.16), (0.9, 0.78), (0.66, 0.78), (0.5, 0.86), (0.5, 0.24)],
    ),
    "menu": _lines([(0.14, 0.24), (0.86, 0.24)], [(0.14, 0.5), (0.86, 0.5)], [(0.14, 0.76), (0.86, 0.76)]),
    "start": _lines([(0.16, 0.14), (0.16, 0.86)], [(0.82, 0.14), (0.36, 0.5), (0.82, 0.86)]),
    "back": _lines([(0.66, 0.14), (0.3, 0.5), (0.66, 0.86)]),
    "forward": _lines([(0.34, 0.14), (0.7, 0.5), (0.34, 0.86)]),
    "yes": _lines([(0.14, 0.54), (0.4, 0.8), (0.88, 0.22)]),
    "no": _lines([(0.2, 0.2), (0.8, 0.8)], [(0.8, 0.2), (0.2, 0.8)]),
}


@lru_cache(maxsize=256)
def icon(name: str, size: int, colour: Colour = INK) -> pygame.Surface:
    """An icon of ICONS, `size` pixels square, in one colour. Cached; do not draw on it."""
    return fine((size, size), lambda s, u: ICONS[name](s, u, colour), size)
