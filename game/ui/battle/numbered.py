"""The digits as keys of the rows of a long list: nine rows at a time, and 0 for the next nine."""

from __future__ import annotations

from functools import partial

from game.ui import kit
from game.ui.palette import INK2
from game.ui.scroll import KEYED, Position

MORE = "0"
"""The key for the next nine rows."""


class Numbered(Position):
    """How far a list of numbered rows is scrolled, and which page of nine rows has the digits as keys."""

    def __init__(self) -> None:
        super().__init__()
        self.page = 0
        self.turned = False
        """Whether the first row of the page has yet to be scrolled into sight."""

    def home(self) -> None:
        super().home()
        self.page, self.turned = 0, False

    def turn(self, pages: int) -> None:
        """Go to the next nine rows; from the last of `pages` back to the first."""
        self.page, self.turned = (self.page + 1) % pages, True

    def key(self, number: int) -> str:
        """The key of the row with a number from 1 on, "" while its page does not have the keys. Row 0 always has 0."""
        if number == 0:
            return "0"
        return str((number - 1) % KEYED + 1) if number > 0 and (number - 1) // KEYED == self.page else ""

    def bring(self, top: float) -> None:
        """Scroll to `top`, where the page begins, if it has just been turned to."""
        if self.turned:
            self.at, self.moved, self.turned = top, True, False

    def pager(self, count: int) -> kit.Widget:
        """A row with the key for the next nine of `count` rows, and their numbers; empty for nine rows or fewer."""
        pages = -(-count // KEYED)
        if pages < 2:
            return kit.Space()
        first = (self.page + 1) % pages * KEYED + 1
        last = min(count, first + KEYED - 1)
        words = f"keys 1 to {last - first + 1} for rows {first} to {last}" if last > first else f"key 1 for row {first}"
        line = kit.Row(kit.KeyCap(MORE, size=18), kit.Label(words, "label", 13, INK2), gap=7)
        return kit.Card(
            line, name="more keys", action=partial(self.turn, pages), key=MORE, look="bare", pad=(6, 1), h=23
        )
