"""A canvas that remembers every line of text it wrote: where, how wide, and whether it had to be cut."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import NamedTuple

import pygame

from game.ui import text
from game.ui.canvas import Canvas
from tests.ui.desk import Desk


class Line(NamedTuple):
    """Words as they were to be written, their real rectangle, and whether they ended in an ellipsis."""

    words: str
    rect: pygame.Rect
    cut: bool


class Ledger(Canvas):
    """The canvas of one drawing."""

    def __init__(self, desk):
        super().__init__(desk.app.window, desk.app.scale, desk.top.focus, desk.app.mouse)
        self.lines = []

    def write(self, words, x, y, face="body", size=14, colour=(0, 0, 0), *, align="left", middle=False, room=0):
        """Write as the canvas does, and remember the line where a part of it is in sight."""
        points = max(8, self.px(size))
        shown = text.ellipsis(words, face, points, self.px(room)) if room else words
        wide, high = text.width(shown, face, points), round(points * 1.1)
        left = x * self.scale - (wide if align == "right" else wide / 2 if align == "centre" else 0)
        top = y * self.scale - (high / 2 if middle else 0)
        rect = pygame.Rect(round(left), round(top), wide, high)
        if self._keep_hidden:  # in a list that scrolls, what is in sight of it
            rect = rect.clip(self.clip)
        if rect:
            self.lines.append(Line(words, rect, shown != words))
        return super().write(words, x, y, face, size, colour, align=align, middle=middle, room=room)


def outside(ledger: Ledger) -> list[str]:
    """The words that are not wholly inside the window."""
    window = ledger.surface.get_rect()
    return [line.words for line in ledger.lines if line.words.strip() and not window.contains(line.rect)]


def overlapping(lines: Iterable[Line]) -> list[tuple[str, str]]:
    """Pairs of words of which the letters lie on one another; the room above and below the letters does not count."""
    return [
        (one.words, other.words)
        for one, other in itertools.combinations([line for line in lines if line.words.strip()], 2)
        if one.rect.inflate(-2, -4).colliderect(other.rect.inflate(-2, -4))
    ]


def words_on(desk: Desk) -> list[str]:
    """Every line on the screen in sight, in the order it is drawn; also of a line that is cut, all its words."""
    return [line.words for line in drawn(desk).lines]


def drawn(desk: Desk) -> Ledger:
    """The screen in sight, drawn once more on a ledger."""
    ledger = Ledger(desk)
    desk.top.draw(ledger)
    return ledger
