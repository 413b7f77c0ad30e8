"""A card with rows to choose from over the screen below, and one with a sentence."""

from __future__ import annotations

from functools import partial

import pygame

from game.ui.canvas import Canvas
from game.ui.palette import INK, INK2, INK3, LINE, LINE2, PANEL, SAFFRON_EDGE, SAFFRON_TINT
from game.ui.screen import Screen, Window


class ListScreen(Screen):
    """A card with rows to choose from, over the screen below."""

    title = ""

    def rows(self) -> list[tuple[str, str, str]]:
        """(key, words, what stands at the right)."""
        return []

    def take(self, place: int) -> None:
        """A row was chosen."""

    def draw(self, canvas: Canvas) -> None:
        """The veiled screen below and the card."""
        below = self.app.below(self)
        if below is not None:
            below.draw(Canvas(canvas.surface, canvas.scale, "", (-1, -1)))
        veil = pygame.Surface(canvas.surface.get_size(), pygame.SRCALPHA)
        veil.fill((42, 38, 32, 110))
        canvas.surface.blit(veil, (0, 0))
        wide, high = canvas.surface.get_width() / canvas.scale, canvas.surface.get_height() / canvas.scale
        rows = self.rows()
        w, h = 520.0, 110.0 + 46 * len(rows)
        x, y = (wide - w) / 2, max(30.0, (high - h) / 2)
        canvas.box(x, y, w, h, PANEL, INK, 10, 1.6)
        canvas.write(self.title, x + 36, y + 26, "serif", 28)
        for i, (key, words, right) in enumerate(rows):
            at = y + 84 + i * 46
            rect = canvas.rect(x + 24, at, w - 48, 42)
            name = f"row:{i}"
            hover = canvas.zone(name, rect, partial(self.take, i), key=key)
            if hover or self.focus == name:
                canvas.box(x + 24, at, w - 48, 42, SAFFRON_TINT, SAFFRON_EDGE, 6)
            used = canvas.key_cap(key, x + 36, at + 21) if key else 0
            canvas.write(words, x + 48 + used, at + 21, "serif", 17, middle=True)
            canvas.write(right, x + w - 40, at + 21, "label", 14, INK2, align="right", middle=True)
            canvas.rule(x + 36, at + 44, w - 72, LINE)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Arrows move, Esc closes."""
        if name == "Esc":
            self.app.pop()
        elif name in ("Up", "Down"):
            self.move_focus(-1 if name == "Up" else 1)
        else:
            return False
        return True


class MessageScreen(ListScreen):
    """One sentence, and back."""

    def __init__(self, app: Window, title: str, words: str) -> None:
        super().__init__(app)
        self.title, self.words = title, words

    def rows(self) -> list[tuple[str, str, str]]:
        """Just back."""
        return [("B", "Back", "Esc")]

    def take(self, place: int) -> None:
        """Close."""
        self.app.pop()

    def draw(self, canvas: Canvas) -> None:
        """The sentence below the card's title."""
        super().draw(canvas)
        wide, high = canvas.surface.get_width() / canvas.scale, canvas.surface.get_height() / canvas.scale
        x, y = (wide - 520) / 2, (high - 156) / 2 + 170
        lines = min(11, 2 + int(canvas.width(self.words, "body", 14) / 440))
        canvas.box(x, y, 520, 32 + 19 * lines, PANEL, LINE2, 8)
        canvas.paragraph(self.words, x + 24, y + 16, 472, "body", 14, INK3, lines=lines)
