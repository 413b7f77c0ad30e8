"""Clauses and rulings on the screen: one as a card over the table, all as a book."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.engine.rulebook import Rulebook
from game.ui.canvas import Canvas, Zone
from game.ui.palette import INK, INK2, INK3, LINE2, PANEL, PAPER, SAFFRON_EDGE, SAFFRON_TINT, SUNK2
from game.ui.screen import Screen, Window


def words_for(book: Rulebook, name: str) -> tuple[str, str, str, str]:
    """Title, text, reason or source, and kind of a clause or ruling id."""
    clause = book.clauses.get(name)
    if clause is not None:
        return clause.title, clause.text, f"Source: {clause.source}.", f"{book.title}, {clause.section}"
    ruling = book.rulings.get(name)
    if ruling is not None:
        return ruling.title, f"{ruling.question} {ruling.reading}", f"Reason: {ruling.reason}", f"{book.title}, ruling"
    return name, "", "", book.title


class ClauseCard(Screen):
    """One clause over the table; any key or click closes it, F1 opens the book there."""

    def __init__(self, app: Window, book: Rulebook, name: str, others: Sequence[str] = ()) -> None:
        """`others` are the clauses that Right and Left (or F2) go through."""
        super().__init__(app)
        self.book, self.name, self.others = book, name, list(others)

    def draw(self, canvas: Canvas) -> None:
        """The screen below, veiled, and the card in its middle."""
        below = self.app.below(self)
        if below is not None:
            below.draw(Canvas(canvas.surface, canvas.scale, "", (-1, -1)))
        veil = pygame.Surface(canvas.surface.get_size(), pygame.SRCALPHA)
        veil.fill((42, 38, 32, 90))
        canvas.surface.blit(veil, (0, 0))
        wide, high = canvas.surface.get_width() / canvas.scale, canvas.surface.get_height() / canvas.scale
        w = 560.0
        title, words, reason, kind = words_for(self.book, self.name)
        x = (wide - w) / 2
        h = 150 + 21 * max(2, len(words) // 68 + 1) + 19 * (len(reason) // 80 + 1)
        y = max(60.0, (high - h) / 2)
        canvas.zone("close", canvas.rect(0, 0, wide, high), self.app.pop, focusable=False)
        canvas.box(x, y, w, h, PANEL, INK, 8, 1.6)
        canvas.write(self.name, x + 28, y + 24, "label_bold", 15, SAFFRON_EDGE)
        canvas.write(kind, x + w - 28, y + 26, "label", 13, INK2, align="right")
        canvas.write(title, x + 28, y + 46, "serif", 22, room=w - 56)
        used = canvas.paragraph(words, x + 28, y + 84, w - 56, "body", 15)
        canvas.paragraph(reason, x + 28, y + 92 + used, w - 56, "body", 13, INK3)
        canvas.button("shut", x + w - 148, y + h - 42, 120, 30, "Esc", "Close", self.app.pop)
        if len(self.others) > 1:
            canvas.button("next", x + 190, y + h - 42, 150, 30, "F2", "Next clause", partial(self.step, 1))
        canvas.button("book", x + 28, y + h - 42, 150, 30, "F1", "Open the book", self.open_book)

    def step(self, by: int) -> None:
        """Another clause that stands on the screen."""
        here = self.others.index(self.name) if self.name in self.others else -1
        if self.others:
            self.name = self.others[(here + by) % len(self.others)]

    def open_book(self) -> None:
        """The rulebook at this clause."""
        self.app.replace(RulesScreen(self.app, self.book, self.name))

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """The arrows go on to other clauses; anything else closes."""
        if name in ("Right", "Left") and self.others:
            self.step(1 if name == "Right" else -1)
        else:
            self.app.pop()
        return True


class RulesScreen(Screen):
    """The rulebook: clauses by section, then rulings; the chosen one is written out on the right."""

    def __init__(self, app: Window, book: Rulebook, name: str = "") -> None:
        super().__init__(app)
        self.book = book
        self.ids = [*book.clauses, *book.rulings]
        self.at = self.ids.index(name) if name in self.ids else 0
        self.first = max(0, self.at - 6)

    def draw(self, canvas: Canvas) -> None:
        """List on the left, text on the right."""
        canvas.surface.fill(PAPER)
        wide, high = canvas.surface.get_width() / canvas.scale, canvas.surface.get_height() / canvas.scale
        canvas.write(self.book.title, 28, 18, "serif", 26)
        canvas.write(f"{len(self.book.clauses)} clauses, {len(self.book.rulings)} rulings", 28, 54, "label", 14, INK2)
        canvas.button("back", wide - 168, 22, 140, 32, "Esc", "Back", self.app.pop)
        rows = int((high - 110) // 27)
        self.first = max(0, min(self.first, len(self.ids) - rows))
        if not self.first <= self.at < self.first + rows:
            self.first = max(0, self.at - rows // 2)
        left = 440.0
        for i, name in enumerate(self.ids[self.first : self.first + rows]):
            place = self.first + i
            y = 84 + i * 27
            rect = canvas.rect(28, y, left, 25)
            hover = canvas.zone(f"clause:{name}", rect, partial(self.go, place), focusable=False)
            if place == self.at:
                canvas.box(28, y, left, 25, SAFFRON_TINT, SAFFRON_EDGE, 5)
            elif hover:
                canvas.box(28, y, left, 25, SUNK2, None, 5)
            title = words_for(self.book, name)[0]
            canvas.write(name, 40, y + 12.5, "label_semi", 13.5, INK2, middle=True)
            canvas.write(title, 104, y + 12.5, "body", 14, INK, middle=True, room=left - 90)
        canvas.zones.insert(0, _list_wheel(canvas.rect(28, 84, left, high - 100), self.scroll))
        x, w = 500.0, wide - 540
        canvas.box(x, 84, w, high - 108, PANEL, LINE2, 8)
        name = self.ids[self.at]
        title, words, reason, kind = words_for(self.book, name)
        canvas.write(name, x + 30, 108, "label_bold", 16, SAFFRON_EDGE)
        canvas.write(kind, x + w - 30, 110, "label", 14, INK2, align="right")
        used = canvas.paragraph(title, x + 30, 132, w - 60, "serif", 24)
        used += canvas.paragraph(words, x + 30, 146 + used, w - 60, "body", 16)
        used += canvas.paragraph(reason, x + 30, 160 + used, w - 60, "body", 13.5, INK3)
        ruling = self.book.rulings.get(name)
        if ruling is not None and len(ruling.choices) > 1:
            canvas.section("Choices", x + 30, 190 + used, w - 60)
            for i, choice in enumerate(ruling.choices):
                mark = "default: " if choice.id == ruling.default else ""
                canvas.paragraph(f"{mark}{choice.text}", x + 30, 206 + used + i * 44, w - 60, "body", 14, INK2, lines=2)

    def go(self, place: int) -> None:
        """Write out an entry."""
        self.at = max(0, min(len(self.ids) - 1, place))

    def scroll(self, by: int) -> None:
        """Wheel over the list."""
        self.first -= 3 * by
        self.at = max(self.first, self.at) if by < 0 else self.at
        self.go(self.at - 3 * by)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Arrows and pages."""
        step = {"Up": -1, "Down": 1, "PgUp": -15, "PgDn": 15, "Home": -9999, "End": 9999}.get(name)
        if step is None:
            if name == "F1":
                self.app.pop()
                return True
            return False
        self.go(self.at + step)
        return True


def _list_wheel(rect: pygame.Rect, scroll: Callable[[int], None]) -> Zone:
    return Zone("list", rect, None, "", focusable=False, wheel=scroll)
