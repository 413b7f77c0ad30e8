"""Sheets over the screen below: a list to choose from, a message, a question, a line to type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import pygame

from game.engine.decisions import Remark
from game.records.tables import TableKind
from game.session.session import Session
from game.ui import kit
from game.ui.canvas import Action, Canvas
from game.ui.palette import INK, INK2, INK3, Palette
from game.ui.screen import Screen, Stage, key_name
from game.ui.scroll import Position, Scroll
from game.ui.tokens import TokenState, token

WIDTH = 520.0
"""The width of a sheet."""
LONGEST = 200
"""The most characters of a line."""
CLOSING = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE)
"""Keys that close a sheet with a line to type."""


class Entry(NamedTuple):
    """A row of a sheet: its key, its words, the words at its right, and its action."""

    key: str
    words: str
    right: str
    action: Action


def draw_below(canvas: Canvas, app: Stage, screen: Screen, depth: int) -> None:
    """Draw the screen below all sheets, veiled, so that of several sheets only the top one is seen."""
    below = app.below(screen)
    while below is not None and below.sheet:
        below = app.below(below)
    if below is not None:
        below.draw(Canvas(canvas.surface, canvas.scale, "", (-1, -1)))
    canvas.veil(depth)


def lay(canvas: Canvas, widget: kit.Widget, w: float) -> None:
    """Draw a widget `w` wide in the middle of the window, as high as it needs and no higher than the window."""
    width, height = canvas.logical
    h = min(height - 40, widget.measure(canvas, w).h)
    widget.draw(canvas, kit.Spot((width - w) / 2, (height - h) / 2, w, h))


class ListScreen(Screen):
    """A sheet with a title, a body, and rows to choose from."""

    title = ""
    sheet = True

    def __init__(self, app: Stage) -> None:
        super().__init__(app)
        self.position = Position()

    def entries(self) -> Sequence[Entry]:
        """The rows."""
        return []

    def body(self) -> kit.Widget | None:
        """The widget between title and rows, if any."""
        return None

    def draw(self, canvas: Canvas) -> None:
        draw_below(canvas, self.app, self, 110)
        rows: list[kit.Widget] = []
        for i, entry in enumerate(self.entries()):
            words = kit.Row(
                *([kit.KeyCap(entry.key)] if entry.key else []),
                kit.Text(entry.words, "serif", 17, grow=1),
                kit.Text(entry.right, "label", 14, INK2, align="right"),
                gap=12,
            )
            name = f"row:{i}"
            look: kit.Look = "chosen" if self.focus == name else "bare"
            card = kit.Card(words, name=name, action=entry.action, key=entry.key, look=look, pad=(12, 6), h=42)
            rows += [card, kit.Rule(h=4)]
        body = self.body()
        lines: list[kit.Widget] = [kit.Text(self.title, "serif", 28), kit.Space(h=8)]
        if body is not None:
            lines += [body, kit.Space(h=8)]
        rows = [Scroll(kit.Column(*rows, gap=0), self.position, "sheet")]
        lay(canvas, kit.Card(kit.Column(*lines, *rows), look="sheet", pad=(28, 24), radius=10), WIDTH)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Move with the arrows, close with Esc; Enter goes to the first row if none has the focus."""
        if name == "Esc":
            self.app.pop()
        elif name == "Enter" and not self.focus:
            self.move_focus(1)
        elif name in ("Up", "Down"):
            self.move_focus(-1 if name == "Up" else 1)
        else:
            return False
        return True


class MessageScreen(ListScreen):
    """A message with a button that goes back."""

    def __init__(self, app: Stage, title: str, words: str) -> None:
        super().__init__(app)
        self.title, self.words = title, words
        self.focus = "row:0"

    def entries(self) -> Sequence[Entry]:
        return [Entry("B", "Back", "Esc", self.app.pop)]

    def body(self) -> kit.Widget:
        return kit.Text(self.words, "body", 14, INK3, lines=16)


class TableScreen(ListScreen):
    """The choice of another kind of table during a game. Everybody has to agree, because it may show secrets."""

    def __init__(self, app: Stage, session: Session, done: Action) -> None:
        super().__init__(app)
        self.session, self.done = session, done
        who = "Does everybody" if len(session.people) > 2 else "Do both sides"
        self.title = f"{who} agree to another table?"

    def entries(self) -> Sequence[Entry]:
        return [
            *(
                Entry(
                    kind.value[0].upper(),
                    kind.words,
                    "now" if kind is self.session.table else "",
                    partial(self.sit, kind),
                )
                for kind in TableKind
            ),
            Entry("N", "No, leave it", "Esc", self.app.pop),
        ]

    def sit(self, kind: TableKind) -> None:
        """Play on at a table of this kind."""
        self.session.sit_at(kind)
        self.app.pop()
        self.done()


class AskScreen(ListScreen):
    """A question with yes and no. Enter says no, which changes nothing, unless the other row has the focus."""

    def __init__(self, app: Stage, title: str, yes: str, no: str, done: Action) -> None:
        super().__init__(app)
        self.title, self.yes, self.no, self.done = title, yes, no, done
        self.focus = "row:1"

    def entries(self) -> Sequence[Entry]:
        return [Entry("Y", self.yes, "", self.agree), Entry("N", self.no, "Esc", self.app.pop)]

    def agree(self) -> None:
        """Close the sheet and do it."""
        self.app.pop()
        self.done()


class ForfeitScreen(AskScreen):
    """The question whether an answer is meant that gives something up, with what it gives up and the clause."""

    def __init__(self, app: Stage, remark: Remark, answer: str, done: Action) -> None:
        super().__init__(app, "Is that meant?", answer, "Go back", done)
        self.remark = remark

    def body(self) -> kit.Widget:
        return kit.Text(f"{self.remark.cited}.", "body", 15, INK2)


Fault = Callable[[str], str]
"""Returns a sentence about what is wrong with a line that is being typed, "" for nothing."""


def too_long(words: str) -> str:
    """A sentence if a line is too long, else ""."""
    return f"At most {LONGEST} letters are kept." if len(words) > LONGEST else ""


class WordsScreen(ListScreen):
    """A line to type. Enter keeps it, Esc discards it. A letter that would make it wrong is refused with the reason."""

    def __init__(
        self, app: Stage, title: str, words: str, done: Callable[[str], None], fault: Fault = too_long
    ) -> None:
        super().__init__(app)
        self.title, self.words, self.done, self.fault = title, words, done, fault
        self.refused = ""

    def entries(self) -> Sequence[Entry]:
        return [
            Entry("Enter", "Keep it", "", partial(self.close, keep=True)),
            Entry("Esc", "Leave it", "", partial(self.close, keep=False)),
        ]

    def body(self) -> kit.Widget:
        line = kit.Card(Typed(self.words, "body", 15, INK2), look="field", pad=(14, 10))
        return kit.Column(line, *([kit.Text(self.refused, "body", 14)] if self.refused else []), gap=8)

    def close(self, *, keep: bool) -> None:
        """Close the sheet, and hand on the line if `keep`."""
        self.app.pop()
        if keep:
            self.done(self.words)

    early_events = (pygame.TEXTINPUT,)
    """The letter of the key that opened the sheet is no part of the line."""

    def repeats(self, event: pygame.event.Event) -> bool:
        """Whether the key of this event repeats: all but those that close the sheet."""
        return event.key not in CLOSING

    def handle(self, event: pygame.event.Event) -> bool:
        """Put typed letters into the line, before any hot-key; the system has put dead keys and the like together."""
        if event.type == pygame.TEXTINPUT:
            self._take("".join(filter(str.isprintable, event.text)))
            return True
        if event.type != pygame.KEYDOWN:
            return super().handle(event)
        if event.key == pygame.K_BACKSPACE:
            self.words, self.refused = self.words[:-1], ""
        elif event.key in CLOSING:
            self.close(keep=event.key != pygame.K_ESCAPE)
        elif key_name(event) == "V" and event.mod & pygame.KMOD_CTRL:
            self._paste()
        return True

    def _take(self, letters: str) -> None:
        """Append letters to the line, unless that makes it wrong."""
        self.refused = self.fault(self.words + letters)
        self.words += letters if not self.refused else ""

    def _paste(self) -> None:
        """Append the words on the clipboard, its lines joined; all of them or none."""
        with suppress(pygame.error):
            words = " ".join(pygame.scrap.get_text().split())
            if words and words.isprintable():
                self._take(words)


class Typed(kit.Text):
    """Words that are being typed, with a caret at their end."""

    CARET = 2.0
    """The width of the caret."""

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        size = super()._measure(canvas, room)
        return kit.Size(min(room, size.w + self.CARET), max(size.h, self.size * kit.LEADING))

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        super().draw(canvas, spot)
        rows, step = self.rows(canvas, spot.w), self.size * kit.LEADING
        x = min(spot.x + canvas.width(rows[-1], self.face, self.size) + 1, spot.right - self.CARET)
        foot = spot.y + max(0.0, spot.h - step * len(rows)) / 2 + step * len(rows)
        canvas.surface.fill(INK, canvas.rect(x, foot - step, self.CARET, step))


def figure_of(figure: str, side: int, palette: Palette, size: float, state: TokenState = "ready") -> kit.Widget:
    """A token in the colours of a side, given by its number, in a square of `size` logical pixels with some margin."""
    return kit.Picture(
        size, size, lambda points: token(figure, side, round(points * 0.9), palette=palette, state=state)
    )


def head(title: str, right: str, back: Action) -> kit.Row:
    """The head of a page: its title, a few words at the right, and the button that goes back."""
    button = kit.Button("back", "Esc", "Back", back, h=32)
    return kit.Row(kit.Text(title, "serif", 28, grow=1), kit.Text(right, "label", 14, INK2), button, gap=20)
