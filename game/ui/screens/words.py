"""A line of text to type, and a question to answer with yes or no."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2
from game.ui.screen import Window
from game.ui.screens.lists import ListScreen

LONGEST = 200


class WordsScreen(ListScreen):
    """Type, Enter keeps it, Esc leaves it."""

    def __init__(self, app: Window, title: str, words: str, done: Callable[[str], None]) -> None:
        super().__init__(app)
        self.title, self.words, self.done = title, words, done

    def rows(self) -> list[tuple[str, str, str]]:
        """Keep or leave."""
        return [("Enter", "Keep it", ""), ("Esc", "Leave it", "")]

    def take(self, place: int) -> None:
        """Keep or leave."""
        self.app.pop()
        if place == 0:
            self.done(self.words)

    def draw(self, canvas: Canvas) -> None:
        """The card, with the line below it."""
        super().draw(canvas)
        wide, high = canvas.surface.get_width() / canvas.scale, canvas.surface.get_height() / canvas.scale
        x, y = (wide - 520) / 2, (high - 202) / 2 + 210
        canvas.box(x, y, 520, 44, CARD, INK, 6)
        canvas.write(f"{self.words}▏", x + 14, y + 22, "body", 15, INK2, middle=True, room=492)

    def handle(self, event: pygame.event.Event) -> bool:
        """Typing goes into the line before any hot-key."""
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_BACKSPACE:
                self.words = self.words[:-1]
                return True
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE):
                self.take(0 if event.key != pygame.K_ESCAPE else 1)
                return True
            if event.unicode and event.unicode.isprintable() and len(self.words) < LONGEST:
                self.words += event.unicode
            return True
        return super().handle(event)


class AskScreen(ListScreen):
    """A question with yes and no."""

    def __init__(self, app: Window, title: str, yes: str, no: str, done: Callable[[], None]) -> None:
        super().__init__(app)
        self.title, self.yes, self.no, self.done = title, yes, no, done

    def rows(self) -> list[tuple[str, str, str]]:
        """Yes and no."""
        return [("Y", self.yes, ""), ("N", self.no, "Esc")]

    def take(self, place: int) -> None:
        """Yes does it."""
        self.app.pop()
        if place == 0:
            self.done()
