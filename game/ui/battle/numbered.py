"""Which rows of a long list have the digits as their keys: nine at a time, the next nine with 0."""

from __future__ import annotations

from functools import partial

from game.ui import kit
from game.ui.palette import INK2
from game.ui.scroll import KEYED, Position

MORE = "0"
"""The key that goes on to the next nine."""


class Numbered(Position):
    """How far a list of numbered rows is scrolled, and which of its pages of nine wears the digits."""

    def __init__(self) -> None:
        super().__init__()
        self.page = 0
        self.turned = False
        """Whether its first row is to be brought into sight."""

    def home(self) -> None:
        """The first nine, from the top."""
        super().home()
        self.page, self.turned = 0, False

    def turn(self, pages: int) -> None:
        """On to the next nine, after the last to the first again."""
        self.page, self.turned = (self.page + 1) % pages, True

    def key(self, number: int) -> str:
        """The key of a row by its number from 1, or 0 on a single page, "" while it has none."""
        if number == 0:
            return "0"
        return str((number - 1) % KEYED + 1) if number > 0 and (number - 1) // KEYED == self.page else ""

    def bring(self, top: float) -> None:
        """Scroll to where the page begins that has just been turned to."""
        if self.turned:
            self.at, self.moved, self.turned = top, True, False

    def pager(self, most: int) -> kit.Widget:
        """The key for the next nine of `most` numbers, and which those are; nothing where nine are all."""
        pages = -(-most // KEYED)
        if pages < 2:
            return kit.Space()
        first = (self.page + 1) % pages * KEYED + 1
        last = min(most, first + KEYED - 1)
        words = f"keys 1 to {last - first + 1} for rows {first} to {last}" if last > first else f"key 1 for row {first}"
        line = kit.Row(kit.KeyCap(MORE, size=18), kit.Label(words, "label", 13, INK2), gap=7)
        return kit.Card(
            line, name="more keys", action=partial(self.turn, pages), key=MORE, look="bare", pad=(6, 1), h=23
        )
