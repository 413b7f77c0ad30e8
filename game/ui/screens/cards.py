"""Clauses and rulings on the screen: one of them as a card over the table, or all as a book."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import pygame

from game.engine.rulebook import Rulebook
from game.ui import kit
from game.ui.canvas import Canvas
from game.ui.palette import INK, INK2, INK3, PAPER, SAFFRON_EDGE
from game.ui.screen import Screen, Stage
from game.ui.screens.sheets import draw_below, head, lay
from game.ui.scroll import Position, Scroll


class RulePassage(NamedTuple):
    """A clause or a ruling as it is shown: title, text, source or reason, and its kind with its rulebook."""

    title: str
    words: str
    reason: str
    kind: str


def passage(book: Rulebook, name: str) -> RulePassage:
    """The clause or ruling with this id; for an unknown id, just the id."""
    clause = book.clauses.get(name)
    if clause is not None:
        return RulePassage(clause.title, clause.text, f"Source: {clause.source}.", f"{book.title}, {clause.section}")
    ruling = book.rulings.get(name)
    if ruling is not None:
        words = f"{ruling.question} {ruling.reading}"
        return RulePassage(ruling.title, words, f"Reason: {ruling.reason}", f"{book.title}, ruling")
    return RulePassage(name, "", "", book.title)


def _written(book: Rulebook, name: str, size: float) -> list[kit.Widget]:
    """A clause or ruling as lines; `size` is that of the title's letters."""
    entry = passage(book, name)
    return [
        kit.Row(
            kit.Text(name, "label_bold", 15, SAFFRON_EDGE),
            kit.Text(entry.kind, "label", 13.5, INK2, align="right", grow=1),
        ),
        kit.Text(entry.title, "serif", size),
        kit.Space(h=4),
        kit.Text(entry.words, "body", 15.5),
        kit.Space(h=4),
        kit.Text(entry.reason, "body", 13, INK3),
    ]


class ClauseCard(Screen):
    """One clause over the table; any key or click closes it, F3 opens the book there."""

    sheet = True

    def __init__(self, app: Stage, book: Rulebook, name: str, others: Sequence[str] = ()) -> None:
        """`others` are the clauses that Right and Left (or F2) go through."""
        super().__init__(app)
        self.book, self.name, self.others = book, name, list(others)
        self.position = Position()

    def draw(self, canvas: Canvas) -> None:
        draw_below(canvas, self.app, self, 90)
        canvas.zone("close", canvas.rect(0, 0, *canvas.logical), self.app.pop, focusable=False)
        several = len(self.others) > 1
        buttons = [
            kit.Button("book", "F3", "Open the book", self.open_book, h=30),
            *([kit.Button("next", "F2", "Next clause", partial(self.step, 1), h=30)] if several else []),
            kit.Space(grow=1),
            kit.Button("shut", "Esc", "Close", self.app.pop, h=30),
        ]
        words = Scroll(kit.Column(*_written(self.book, self.name, 22), gap=4), self.position, "passage")
        card = kit.Card(kit.Column(words, kit.Row(*buttons), gap=16), look="sheet", pad=(28, 22), radius=8)
        lay(canvas, card, 560)

    def step(self, by: int) -> None:
        """Go on to another clause of the screen below."""
        here = self.others.index(self.name) if self.name in self.others else -1
        if self.others:
            self.name = self.others[(here + by) % len(self.others)]
            self.position.home()

    def open_book(self) -> None:
        """Open the rulebook at this clause."""
        self.app.replace(RulesScreen(self.app, self.book, self.name))

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Go on to other clauses with the arrows; any other key closes the card."""
        if name in ("Right", "Left") and self.others:
            self.step(1 if name == "Right" else -1)
        elif name == "F1":
            return False
        else:
            self.app.pop()
        return True


class RulesScreen(Screen):
    """The rulebook: clauses by section, then rulings; the chosen one is written out on the right."""

    def __init__(self, app: Stage, book: Rulebook, name: str = "") -> None:
        super().__init__(app)
        self.book = book
        self.ids = [*book.clauses, *book.rulings]
        self.at = self.ids.index(name) if name in self.ids else 0
        self.listed, self.read = Position(), Position()

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill(PAPER)
        width, height = canvas.logical
        extent = f"{len(self.book.clauses)} clauses, {len(self.book.rulings)} rulings"
        head(self.book.title, extent, self.app.pop).draw(canvas, kit.Spot(28, 20, width - 56, 40))
        rows = [self._row(place, name) for place, name in enumerate(self.ids)]
        listed = Scroll(kit.Column(*rows, gap=1), self.listed, "list", watch=self.at)
        listed.draw(canvas, kit.Spot(28, 78, 448, height - 96))
        name = self.ids[self.at]
        lines = _written(self.book, name, 24)
        ruling = self.book.rulings.get(name)
        if ruling is not None and len(ruling.choices) > 1:
            lines += [kit.Space(h=10), kit.Section("Choices")]
            for choice in ruling.choices:
                mark = "default: " if choice.id == ruling.default else ""
                lines.append(kit.Text(f"{mark}{choice.text}", "body", 14, INK2))
        page = kit.Card(Scroll(kit.Column(*lines, gap=6), self.read, "passage"), look="panel", pad=(30, 18), radius=8)
        page.draw(canvas, kit.Spot(492, 78, width - 520, height - 96))

    def _row(self, place: int, name: str) -> kit.Widget:
        words = kit.Row(
            kit.Label(name, "label_semi", 13.5, INK2, w=52),
            kit.Text(passage(self.book, name).title, "body", 14, INK, lines=1, grow=1),
            gap=12,
        )
        look: kit.Look = "chosen" if place == self.at else "bare"
        return kit.Card(words, name=f"clause:{name}", action=partial(self.go, place), look=look, pad=(12, 3))

    def go(self, place: int) -> None:
        """Show the entry with this number in the list."""
        self.at = max(0, min(len(self.ids) - 1, place))
        self.listed.moved = False
        self.read.home()

    def key(self, name: str, event: pygame.event.Event) -> bool:
        step = {"Up": -1, "Down": 1, "PgUp": -15, "PgDn": 15, "Home": -9999, "End": 9999}.get(name)
        if step is None:
            if name == "F3":
                self.app.pop()
                return True
            return False
        self.go(self.at + step)
        return True
