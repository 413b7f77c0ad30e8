"""Curtains: closed over the whole window in the next player's colours, or drawn back to its edges in the winner's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame

from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, LINE, SAFFRON, Colour, SeatColours, rgb
from game.ui.shapes import Point, polygon

CLOTH, FOLD = rgb("#E9DEC6"), rgb("#D9C6AE")
PELMET, SCALLOP = 56.0, 24.0
"""The height of the pelmet, and how much lower its scallops hang, in logical pixels."""
WIDE, TIED, LOOSE = 52.0, 22.0, 44.0
"""The width of a drape at the top, where it is tied, and at the foot, in logical pixels."""
TIE = 0.59
"""How far down the window it is tied, as a share of the height."""
FOLDS, STEPS = 6, 24
"""The folds of a drape, and the points at which each is drawn from top to foot."""


def draw_cloth(canvas: Canvas, words: str, colours: SeatColours | None = None) -> None:
    """Draw the closed curtain, with words on its pelmet; without colours in ink, for a curtain that is for nobody."""
    surface = canvas.surface
    width = canvas.logical[0]
    stripe = _mixed(CLOTH, colours.fill if colours is not None else INK, 0.3)
    surface.fill(CLOTH)
    for x in range(0, int(width) + 80, 80):
        for i, shade in enumerate((0, 3, 7, 12, 16)):
            left = canvas.px(x + 76 + shade * 0.9)
            pygame.draw.line(
                surface, stripe if i < 3 else FOLD, (left, 0), (left, surface.get_height()), canvas.px(3 - i * 0.4)
            )
        for i in range(1, 7):
            left = canvas.px(x + i * 11)
            pygame.draw.line(surface, FOLD, (left, 0), (left, surface.get_height()))
    draw_pelmet(canvas, words, colours)


def draw_pelmet(canvas: Canvas, words: str, colours: SeatColours | None) -> None:
    """Draw the board from which a curtain hangs, with its scallops and words on it."""
    surface, cloth = canvas.surface, colours.edge if colours is not None else INK
    width = canvas.logical[0]
    pygame.draw.rect(surface, cloth, canvas.rect(0, 0, width, PELMET))
    for x in range(0, int(width) + 64, 64):
        pygame.draw.ellipse(surface, cloth, canvas.rect(x, PELMET + SCALLOP - 46, 64, 48))
    for x in range(0, int(width) + 64, 64):
        pygame.draw.aacircle(surface, SAFFRON, (canvas.px(x), canvas.px(PELMET + 16)), canvas.px(4.5))
    canvas.rule(0, 51, width, SAFFRON)
    lettering = colours.tint if colours is not None else CARD
    canvas.write("\u200a".join(words.upper()), width / 2, 27, "label_bold", 14, lettering, align="centre", middle=True)


def draw_drapes(canvas: Canvas, colours: SeatColours | None) -> None:
    """Draw the curtain drawn back to both edges of the window and tied, below the pelmet."""
    fill, edge = (colours.fill, colours.edge) if colours is not None else (LINE, INK)
    width, height = canvas.logical
    light, dark = _mixed(CARD, fill, 0.28), _mixed(CARD, fill, 0.5)
    levels = [PELMET + (height - PELMET) * step / STEPS for step in range(STEPS + 1)]
    for mirrored in (False, True):
        folds = [
            [(width - _hem(y, height) * i / FOLDS if mirrored else _hem(y, height) * i / FOLDS, y) for y in levels]
            for i in range(FOLDS + 1)
        ]
        for i, (inner, outer) in enumerate(pairwise(folds)):
            polygon(canvas.surface, light if i % 2 else dark, _real(canvas, [*inner, *reversed(outer)]))
        for fold in (folds[2], folds[4], folds[-1]):
            pygame.draw.aalines(canvas.surface, _mixed(fill, edge, 0.4), False, _real(canvas, fold))
        y, band = height * TIE, TIED + 4
        left = width - band if mirrored else 0.0
        canvas.box(left, y - 7, band, 14, edge, None, 0)
        for line in (y - 4, y + 3):
            canvas.rule(left, line, band, SAFFRON)


def _hem(y: float, height: float) -> float:
    """How far a drape reaches into the window at height `y`."""
    tie = height * TIE
    reach, length = (WIDE, tie - PELMET) if y < tie else (LOOSE, height - tie)
    share = min(1.0, abs(y - tie) / length)
    return TIED + (reach - TIED) * share * share * (3 - 2 * share)


def _real(canvas: Canvas, points: Sequence[Point]) -> list[Point]:
    return [(x * canvas.scale, y * canvas.scale) for x, y in points]


def _mixed(first: Colour, second: Colour, share: float) -> Colour:
    """The colour between two, `share` of the way to the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue
