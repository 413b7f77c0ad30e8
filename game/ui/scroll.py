"""A column that scrolls if it is higher than its spot, its position, and long lists of rows inside it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import accumulate

from game.ui.canvas import Canvas
from game.ui.kit import Column, Size, Spot, Widget
from game.ui.palette import SAND, SUNK2

THUMB = 4.0
"""The width of the scroll bar, in logical pixels."""
LEAST = 76.0
"""The least height of a scrolling part, in logical pixels, while other parts can still be lowered; the default."""
KEYED = 9
"""How many rows of a list have a key by default: 1 to 9."""


SCROLLED = {"Up": -40, "Down": 40, "PgUp": -400, "PgDn": 400, "Home": -9999, "End": 9999}
"""Key -> logical pixels by which it scrolls a page, on screens where the arrow keys choose nothing."""


class Position:
    """How far a part is scrolled, in logical pixels. The screen keeps it from one drawing to the next.

    `most`: the furthest it can scroll; `moved`: whether the player has scrolled; `focus`: the focus when last drawn.
    """

    def __init__(self) -> None:
        self.at = 0.0
        self.most = 0.0
        self.moved = False
        self.focus = ""

    def by(self, amount: float) -> None:
        """Scroll down by so many logical pixels, or up if negative, within the limits."""
        self.at = max(0.0, min(self.at + amount, self.most))
        self.moved = True

    def show(self, top: float, foot: float, room: float) -> None:
        """Scroll just so far that the stretch from `top` to `foot` is in sight, in a spot `room` high."""
        self.at = max(0.0, min(self.at, top, self.most) if top < self.at else max(self.at, foot - room))

    def home(self) -> None:
        """Go back to the top, and forget that the player has scrolled."""
        self.at, self.moved = 0.0, False


class Rows(Column):
    """A column of many rows with known heights. Only rows in sight, their neighbours and keyed rows are made."""

    def __init__(
        self,
        heights: Sequence[float],
        make: Callable[[int], Widget],
        *,
        gap: float = 0.0,
        keyed: Collection[int] = range(KEYED),
    ) -> None:
        """`make` returns the row with a number; `keyed`: the numbers of rows that have a key, which are always made."""
        super().__init__(gap=gap)
        self.make, self.heights, self.keyed = make, heights, keyed
        self.tops = list(accumulate((height + gap for height in heights), initial=0.0))
        self.soft = True

    def _measure(self, canvas: Canvas, room: float) -> Size:
        return Size(room, max(0.0, self.tops[-1] - self.gap))

    def span(self, canvas: Canvas, w: float, place: int) -> tuple[float, float]:
        return self.tops[place], self.tops[place] + self.heights[place]

    def spans(self, canvas: Canvas, w: float, h: float) -> Iterator[tuple[Widget, float, float]]:
        for place, height in enumerate(self.heights):
            yield self.make(place), self.tops[place], height

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        """Draw the rows in sight, those with keys, and one more at each end, where the focus may go next."""
        clip = canvas.clip
        top = clip.top / canvas.scale - spot.y if clip else 0.0
        foot = clip.bottom / canvas.scale - spot.y if clip else spot.h
        first, last = bisect_right(self.tops, top) - 2, bisect_left(self.tops, foot) + 1
        for place in range(len(self.heights)):
            if place in self.keyed or first <= place < last:
                row = Spot(spot.x, spot.y + self.tops[place], spot.w, self.heights[place])
                self.make(place).draw(canvas, row)


class Scroll(Widget):
    """A column that scrolls inside its spot if it is higher. The wheel, the focus and `watch` move it.

    `watch` is the number of the part that stays in sight until the player scrolls; -1 for none.
    """

    soft = True
    gives = True

    def __init__(
        self,
        child: Column,
        position: Position,
        name: str,
        *,
        watch: int = -1,
        step: float = 40.0,
        grow: float = 1.0,
        least: float = LEAST,
    ) -> None:
        """`least`: its least height while other parts can still be lowered instead."""
        super().__init__(grow=grow)
        self.child, self.position, self.name, self.watch, self.step = child, position, name, watch, step
        self.lowest = least

    def _measure(self, canvas: Canvas, room: float) -> Size:
        return self.child.measure(canvas, room)

    def least(self, canvas: Canvas, room: float) -> float:
        """The least height, or all of it if that is less."""
        return min(self.measure(canvas, room).h, self.lowest)

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        """Draw the visible part of the column, and a thin scroll bar at the right edge if that is not all."""
        position, rect = self.position, canvas.rect(*spot)
        height = self.child.measure(canvas, spot.w).h
        if height <= spot.h + 0.5:
            position.at = position.most = 0.0
            self.child.draw(canvas, Spot(spot.x, spot.y, spot.w, height))
            return
        w = spot.w - THUMB - 4
        height = self.child.measure(canvas, w).h
        position.most = max(0.0, height - spot.h)
        position.at = max(0.0, min(position.at, position.most))
        if not position.moved and self.watch >= 0:
            position.show(*self.child.span(canvas, w, self.watch), spot.h)
        canvas.zone(self.name, rect, None, focusable=False, wheel=lambda turn: position.by(-turn * self.step))
        known = len(canvas.zones)
        for _ in range(2):  # a second time if the focus turns out to be out of sight
            with canvas.clipped(rect, keep_hidden=True):
                self.child.draw(canvas, Spot(spot.x, spot.y - position.at, w, height))
            sought = next((z.full for z in canvas.zones[known:] if z.id == canvas.focus), None)
            if sought is None or position.focus == canvas.focus or rect.contains(sought):
                break
            top = sought.top / canvas.scale - spot.y + position.at
            position.show(top, top + sought.height / canvas.scale, spot.h)
            del canvas.zones[known:]
        position.focus = canvas.focus
        thumb = max(16.0, spot.h * spot.h / height)
        canvas.box(spot.right - THUMB, spot.y, THUMB, spot.h, SUNK2, None, 2)
        canvas.box(
            spot.right - THUMB,
            spot.y + (spot.h - thumb) * position.at / max(1.0, position.most),
            THUMB,
            thumb,
            SAND,
            None,
            2,
        )
