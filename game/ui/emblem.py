"""The game's own signs: the ball that grows on its way down, and the contour lines of the paper."""

from __future__ import annotations

import itertools
import math

import pygame

from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2
from game.ui.shapes import dashed

CONTOUR = (222, 210, 184)


def contours(surface: pygame.Surface, scale: float) -> None:
    """Faint contour lines on the paper."""
    for i in range(7):
        points = []
        for step in range(90):
            a = math.tau * step / 90
            r = (70 + i * 62) * scale * (1 + 0.16 * math.sin(3 * a + i * 0.5) + 0.09 * math.cos(5 * a - i))
            points.append((180 * scale + r * 1.4 * math.cos(a), 640 * scale + r * 0.7 * math.sin(a)))
        pygame.draw.aalines(surface, CONTOUR, True, points)


def logo(canvas: Canvas, x: float, y: float) -> None:
    """A ball that grows on its way down a slope."""
    a, b = (x, y + 22), (x + 380, y + 94)
    pygame.draw.line(
        canvas.surface,
        INK,
        (canvas.px(a[0]), canvas.px(a[1])),
        (canvas.px(b[0]), canvas.px(b[1])),
        max(2, canvas.px(2)),
    )
    for i in range(26):
        at = i / 26
        px, py = a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at
        pygame.draw.aaline(canvas.surface, INK2, (canvas.px(px), canvas.px(py)), (canvas.px(px - 8), canvas.px(py + 9)))
    balls = ((0.08, 6.0), (0.26, 11.0), (0.48, 19.0), (0.8, 32.0))
    centres = []
    for at, r in balls:
        px, py = a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at
        centres.append((px + r * 0.18, py - r * 0.98, r))
    for (ax, ay, ar), (bx, by, br) in itertools.pairwise(centres):
        top = min(ay - ar, by - br) - 6
        points = [
            (ax + (bx - ax) * t, (1 - t) ** 2 * (ay - ar) + 2 * t * (1 - t) * (top - 12) + t**2 * (by - br))
            for t in (0.12, 0.3, 0.5, 0.7, 0.88)
        ]
        for p, q in itertools.pairwise(points):
            dashed(
                canvas.surface,
                (canvas.px(p[0]), canvas.px(p[1])),
                (canvas.px(q[0]), canvas.px(q[1])),
                INK2,
                1,
                canvas.px(4),
                canvas.px(3),
            )
    for cx, cy, r in centres:
        pygame.draw.aacircle(canvas.surface, CARD, (canvas.px(cx), canvas.px(cy)), canvas.px(r))
        pygame.draw.aacircle(canvas.surface, INK, (canvas.px(cx), canvas.px(cy)), canvas.px(r), max(1, canvas.px(1.8)))
        for i in range(4):
            off = r * (0.35 + 0.16 * i)
            pygame.draw.aaline(
                canvas.surface,
                INK2,
                (canvas.px(cx + off * 0.5), canvas.px(cy + r * 0.7 - i)),
                (canvas.px(cx + r * 0.78), canvas.px(cy + r * 0.2 + i * r * 0.1)),
            )
