"""Small widgets that measure and draw themselves: text, chip, button, card, row, column (and `Scroll` in scroll.py).

A screen builds them for one drawing and forgets them; it keeps lasting state (a scroll position, a choice) itself.
All numbers are logical pixels at scale 1. Only a focus ring is ever drawn outside a widget's `Spot`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

import pygame

from game.ui import text
from game.ui.canvas import Action, Canvas, Subject
from game.ui.palette import CARD, INK, LINE, LINE2, PANEL, SAFFRON_EDGE, SAFFRON_TINT, SUNK, SUNK2, Colour
from game.ui.shapes import dashed_box

Spot = pygame.FRect
Paint = Callable[[Canvas, Spot], None]
Open = Callable[[str], None]
"""Opens a clause."""
Align = text.Align
Look = Literal["card", "chosen", "done", "lapsed", "panel", "sheet", "field", "bare"]

WIDE = math.inf
"""Unlimited room: the width that a widget measures there is its natural one."""
LEADING = 1.35
"""The height of a line of text, in sizes of its font."""
KEY, WORDS = 12.5, 15.0  # the sizes of the letters on key caps and on buttons
BAR = 5.0
"""The width of the bar of a seat's colour at the left of a card."""


class Size(NamedTuple):
    """Width and height in logical pixels."""

    w: float
    h: float


class Widget:
    """One part of a picture. `grow`: its share of the space left in a row or column.

    `soft`: its row may make it narrower; `gives`: its column may make it lower.
    """

    grow = 0.0
    soft = False
    gives = False

    def __init__(self, *, grow: float = 0.0) -> None:
        self.grow = grow
        self._sizes: dict[tuple[float, float], Size] = {}

    def measure(self, canvas: Canvas, room: float = WIDE) -> Size:
        """Its size in a width of `room`: never wider than that, and as high as its text needs. Cached."""
        size = self._sizes.get((canvas.scale, room))
        if size is None:
            size = self._sizes[canvas.scale, room] = self._measure(canvas, room)
        return size

    def _measure(self, canvas: Canvas, room: float) -> Size:
        raise NotImplementedError

    def least(self, canvas: Canvas, room: float) -> float:
        """The height below which a part of it would be cut off."""
        return self.measure(canvas, room).h

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        """Draw it in `spot` and register its zones."""
        raise NotImplementedError


# -- leaves -----------------------------------------------------------------------------------------------------------


class Space(Widget):
    """Empty space; with `grow` it pushes its neighbours apart."""

    def __init__(self, w: float = 0.0, h: float = 0.0, *, grow: float = 0.0) -> None:
        super().__init__(grow=grow)
        self._size = Size(w, h)

    def _measure(self, canvas: Canvas, room: float) -> Size:
        return Size(min(self._size.w, room), self._size.h)

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        """Draw nothing."""


class Rule(Widget):
    """A hairline across the width of its row or column."""

    def __init__(self, colour: Colour = LINE, *, h: float = 1.0) -> None:
        super().__init__()
        self.colour, self.h = colour, h

    def _measure(self, canvas: Canvas, room: float) -> Size:
        return Size(0.0 if room == WIDE else room, self.h)

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        canvas.rule(spot.x, spot.y + (self.h - 1) / 2, spot.w, self.colour)


class Drawing(Widget):
    """A box of a given size that a function paints: a token, a marker, a die, a map."""

    def __init__(self, w: float, h: float, paint: Paint, *, grow: float = 0.0) -> None:
        super().__init__(grow=grow)
        self._size, self.paint = Size(w, h), paint

    def _measure(self, canvas: Canvas, room: float) -> Size:
        return Size(min(self._size.w, room), self._size.h)

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        if not canvas.hides(*spot):
            self.paint(canvas, spot)


class Picture(Drawing):
    """A surface in the middle of a spot of `w` by `h`; `make` returns it for a real height in pixels."""

    def __init__(self, w: float, h: float, make: Callable[[int], pygame.Surface], *, grow: float = 0.0) -> None:
        super().__init__(w, h, self._blit, grow=grow)
        self.make = make

    def _blit(self, canvas: Canvas, spot: Spot) -> None:
        picture = self.make(canvas.px(self._size.h))
        x, y = spot.centerx * canvas.scale, spot.centery * canvas.scale
        canvas.surface.blit(picture, (round(x - picture.get_width() / 2), round(y - picture.get_height() / 2)))


class Text(Widget):
    """Words, wrapped where their room ends. They are cut only beyond a limit of `lines`, or if a word is too long."""

    soft = True

    def __init__(
        self,
        words: str,
        face: str = "body",
        size: float = 14.0,
        colour: Colour = INK,
        *,
        lines: int = 0,
        w: float = 0.0,
        align: Align = "left",
        grow: float = 0.0,
    ) -> None:
        """`w` is the least width, so that rows below one another line up in columns."""
        super().__init__(grow=grow)
        self.words, self.face, self.size, self.colour = words, face, size, colour
        self.lines, self.w, self.align = lines, w, align

    def rows(self, canvas: Canvas, room: float) -> tuple[str, ...]:
        """The words in lines; with more than `lines` of them, the last holds all the rest, and is cut when drawn."""
        if room == WIDE:
            return tuple(self.words.split("\n"))
        rows = text.wrap(self.words, self.face, canvas.points(self.size), canvas.px(room))
        if self.lines and len(rows) > self.lines:
            return (*rows[: self.lines - 1], " ".join(rows[self.lines - 1 :]))
        return rows

    def _measure(self, canvas: Canvas, room: float) -> Size:
        if not self.words:
            return Size(min(self.w, room), 0.0)
        rows = self.rows(canvas, room)
        width = max(self.w, text.widest(rows, self.face, canvas.points(self.size)) / canvas.scale)
        return Size(min(width, room), self.size * LEADING * len(rows))

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        if not self.words or canvas.hides(*spot):
            return
        rows, step = self.rows(canvas, spot.w), self.size * LEADING
        x = {"left": spot.x, "centre": spot.centerx, "right": spot.right}[self.align]
        y = spot.y + max(0.0, spot.h - step * len(rows)) / 2 + step / 2
        for row in rows:
            canvas.write(
                row, x, y, self.face, self.size, self.colour, align=self.align, middle=True, room=max(1.0, spot.w)
            )
            y += step


class Label(Text):
    """One line in the font of labels, cut only if its whole row is too narrow."""

    def __init__(
        self,
        words: str,
        face: str = "label_semi",
        size: float = 14.0,
        colour: Colour = INK,
        *,
        w: float = 0.0,
        align: Align = "left",
        grow: float = 0.0,
    ) -> None:
        super().__init__(words, face, size, colour, lines=1, w=w, align=align, grow=grow)


class Section(Widget):
    """A section head: spaced capitals, a rule, and words at the right."""

    def __init__(self, title: str, right: str = "") -> None:
        super().__init__()
        self.title, self.right = title, right

    def _measure(self, canvas: Canvas, room: float) -> Size:
        width = canvas.width("\u200a".join(self.title.upper()), "label_bold", 12) + 20
        width += canvas.width(self.right, "label", KEY) if self.right else 0
        return Size(width if room == WIDE else room, 18.0)

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        canvas.section(self.title, spot.x, spot.centery, spot.w, self.right)


class KeyCap(Widget):
    """The cap of a key."""

    def __init__(self, key: str, *, dark: bool = False, size: float = 20.0) -> None:
        super().__init__()
        self.key, self.dark, self.size = key, dark, size

    def _measure(self, canvas: Canvas, room: float) -> Size:
        return Size(max(self.size, canvas.width(self.key, "label_semi", KEY) + 10), self.size)

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        canvas.key_cap(self.key, spot.x, spot.centery, dark=self.dark, size=self.size)


class Chip(Widget):
    """A clause, which a click opens. Two chips of one clause need different `tag`s."""

    def __init__(self, clause: str, open_clause: Open, tag: str = "") -> None:
        super().__init__()
        self.clause, self.open, self.tag = clause, open_clause, tag

    def _measure(self, canvas: Canvas, room: float) -> Size:
        return Size(canvas.width(self.clause, "label_semi", 11.5) + 10, 16.0) if self.clause else Size(0.0, 0.0)

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        canvas.chip(self.clause, spot.right, spot.centery, self.open, right=True, tag=self.tag)


class Usable(Widget):
    """A widget that is a zone with the id `name`, or none if that is ""."""

    shifted: Action | None = None
    """What its key does with Shift, if that is more."""
    about: Subject | None = None

    def __init__(self, name: str, key: str, action: Action | None, tip: str, grow: float) -> None:
        super().__init__(grow=grow)
        self.name, self.key, self.action, self.tip = name, key, action, tip

    def _usable(self, canvas: Canvas, rect: pygame.Rect) -> bool:
        """Register the zone. Returns whether the mouse is on it."""
        name, action, shifted, about = self.name, self.action, self.shifted, self.about
        return bool(name) and canvas.zone(name, rect, action, key=self.key, tip=self.tip, shifted=shifted, about=about)


class Button(Usable):
    """A key cap and words, which take a second line before they are cut."""

    soft = True

    def __init__(
        self,
        name: str,
        key: str,
        words: str,
        action: Action,
        *,
        primary: bool = False,
        h: float = 33.0,
        tip: str = "",
        grow: float = 0.0,
    ) -> None:
        """`key` is the name of a key cap ("Enter", "N"), or ""."""
        super().__init__(name, key, action, tip, grow)
        self.primary, self.h = primary, h
        self._words = Text(words, "label_semi", WORDS, PANEL if primary else INK, lines=2)
        self._cap = KeyCap(key, dark=primary) if key else None

    def _taken(self, canvas: Canvas) -> float:
        """The width that the cap and the edges take."""
        return 20 + (self._cap.measure(canvas).w + 8 if self._cap else 0)

    def _measure(self, canvas: Canvas, room: float) -> Size:
        taken = self._taken(canvas)
        words = self._words.measure(canvas, WIDE if room == WIDE else max(1.0, room - taken))
        return Size(min(room, words.w + taken), max(self.h, words.h + 8))

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        rect = canvas.rect(*spot)
        hover = self._usable(canvas, rect)
        fill, edge = (SUNK, INK) if hover else (CARD, LINE2)
        canvas.frame(spot, INK if self.primary else fill, None if self.primary else edge, 6)
        canvas.ring(self.name, rect)
        taken = self._taken(canvas)
        words = self._words.measure(canvas, max(1.0, spot.w - taken))
        left = spot.x + max(10.0, (spot.w - words.w - taken + 20) / 2)
        if self._cap is not None:
            cap = self._cap.measure(canvas)
            self._cap.draw(canvas, Spot(left, spot.y, cap.w, spot.h))
            left += cap.w + 8
        self._words.draw(canvas, Spot(left, spot.y, words.w, spot.h))


# -- containers -------------------------------------------------------------------------------------------------------


class Row(Widget):
    """Widgets side by side. With too little room soft ones get narrower, the widest first; `grow` shares spare room."""

    def __init__(self, *parts: Widget, gap: float = 8.0, top: bool = False, grow: float = 0.0) -> None:
        """`top`: align the parts along the upper edge instead of in the middle."""
        super().__init__(grow=grow)
        self.parts, self.gap, self.top, self.soft = parts, gap, top, any(part.soft for part in parts)
        self._widths: dict[tuple[float, float], Sequence[float]] = {}

    def widths(self, canvas: Canvas, room: float) -> Sequence[float]:
        """The width of each part. Cached."""
        if (canvas.scale, room) not in self._widths:
            self._widths[canvas.scale, room] = self._shared(canvas, room)
        return self._widths[canvas.scale, room]

    def _shared(self, canvas: Canvas, room: float) -> Sequence[float]:
        widths = [part.measure(canvas).w for part in self.parts]
        if room == WIDE:
            return widths
        left = room - self.gap * (sum(w > 0 or p.grow > 0 for w, p in zip(widths, self.parts, strict=True)) - 1)
        grows = sum(part.grow for part in self.parts)
        spare = left - sum(widths)
        if spare >= 0:
            return [w + spare * part.grow / grows if grows else w for w, part in zip(widths, self.parts, strict=True)]
        soft = sorted((w, i) for i, w in enumerate(widths) if self.parts[i].soft)
        for count, (w, i) in enumerate(soft):
            rest = {k for _, k in soft[count:]}
            share = (left - sum(taken for j, taken in enumerate(widths) if j not in rest)) / len(rest)
            widths[i] = max(0.0, min(w, share))
        return widths

    def _measure(self, canvas: Canvas, room: float) -> Size:
        widths = self.widths(canvas, room)
        visible = [(part, w) for part, w in zip(self.parts, widths, strict=True) if w > 0 or part.grow > 0]
        if not visible:
            return Size(0.0, 0.0)
        height = max(part.measure(canvas, w).h for part, w in visible)
        return Size(min(room, sum(widths) + self.gap * (len(visible) - 1)), height)

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        widths = self.widths(canvas, spot.w)
        visible = [(part, w) for part, w in zip(self.parts, widths, strict=True) if w > 0 or part.grow > 0]
        x = spot.x
        overflows = sum(widths) + self.gap * (len(visible) - 1) > spot.w + 0.5
        with canvas.clipped(canvas.rect(*spot), only=overflows):
            for part, w in visible:
                height = min(spot.h, part.measure(canvas, w).h) if self.top or part.grow == 0 else spot.h
                y = spot.y if self.top else spot.y + (spot.h - height) / 2
                part.draw(canvas, Spot(x, y, w, height))
                x += w + self.gap


class Column(Widget):
    """Widgets one below the other, each as wide as the column; those that grow share spare height.

    With too little height, parts are first lowered to their `least`; then all that grow or give, the higher the more.
    """

    def __init__(self, *parts: Widget, gap: float = 4.0, grow: float = 0.0) -> None:
        super().__init__(grow=grow)
        self.parts, self.gap = parts, gap
        self.soft, self.gives = any(part.soft for part in parts), any(part.gives for part in parts)

    def _measure(self, canvas: Canvas, room: float) -> Size:
        sizes = [part.measure(canvas, room) for part in self.parts]
        visible = [size for part, size in zip(self.parts, sizes, strict=True) if size.h > 0 or part.grow > 0]
        if not visible:
            return Size(0.0, 0.0)
        return Size(max(s.w for s in sizes), sum(s.h for s in visible) + self.gap * (len(visible) - 1))

    def least(self, canvas: Canvas, room: float) -> float:
        return self.measure(canvas, room).h - sum(p.measure(canvas, room).h - p.least(canvas, room) for p in self.parts)

    def spans(self, canvas: Canvas, w: float, h: float) -> Iterator[tuple[Widget, float, float]]:
        """Each part shown with its top and height, in a column `w` wide and `h` high."""
        heights = [part.measure(canvas, w).h for part in self.parts]
        visible = [(p, height) for p, height in zip(self.parts, heights, strict=True) if height > 0 or p.grow > 0]
        spare = h - sum(height for _, height in visible) - self.gap * (len(visible) - 1)
        if spare < 0:
            spares = [max(0.0, height - part.least(canvas, w)) for part, height in visible]
            taken = min(1.0, -spare / (sum(spares) or 1.0))
            visible = [(part, height - slack * taken) for (part, height), slack in zip(visible, spares, strict=True)]
            spare = min(0.0, spare + sum(spares) * taken)
        shares = [part.grow if spare >= 0 else height * (part.grow > 0 or part.gives) for part, height in visible]
        y, total = 0.0, sum(shares) or 1.0
        for (part, height), share in zip(visible, shares, strict=True):
            final = max(0.0, height + spare * share / total)
            yield part, y, final
            y += final + self.gap

    def span(self, canvas: Canvas, w: float, place: int) -> tuple[float, float]:
        """Top and foot of the part number `place`, in a column `w` wide and as high as it needs."""
        spans = self.spans(canvas, w, self.measure(canvas, w).h)
        return next(((top, top + h) for part, top, h in spans if part in self.parts[place : place + 1]), (0, 0))

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        """Draw the parts from top to bottom; what does not fit at the foot is clipped."""
        spans = list(self.spans(canvas, spot.w, spot.h))
        overflows = bool(spans) and spans[-1][1] + spans[-1][2] > spot.h + 0.5
        with canvas.clipped(canvas.rect(*spot), only=overflows):
            for part, y, height in spans:
                part.draw(canvas, Spot(spot.x, spot.y + y, spot.w, height))


_LOOKS: dict[Look, tuple[Colour | None, Colour | None, Colour | None, float]] = {
    "card": (CARD, LINE2, SUNK2, 1.0),
    "chosen": (SAFFRON_TINT, SAFFRON_EDGE, SAFFRON_TINT, 1.6),
    "done": (SUNK2, LINE, SUNK, 1.0),
    "lapsed": (PANEL, None, SUNK2, 1.0),
    "panel": (PANEL, LINE2, SUNK2, 1.0),
    "sheet": (PANEL, INK, SUNK2, 1.6),
    "field": (CARD, INK, CARD, 1.4),
    "bare": (None, None, SUNK, 1.0),
}
"""Look of a card -> fill, edge, fill under the pointer, thickness of the edge."""


class Card(Usable):
    """A box around a widget; with `action` it can be clicked, focused and reached by `key`."""

    def __init__(
        self,
        child: Widget,
        *,
        name: str = "",
        action: Action | None = None,
        key: str = "",
        look: Look = "card",
        side: Colour | None = None,
        sides: Sequence[Colour] = (),
        fill: Colour | None = None,
        edge: Colour | None = None,
        pad: tuple[float, float] = (8.0, 6.0),
        radius: float = 5.0,
        h: float = 0.0,
        tip: str = "",
        grow: float = 0.0,
    ) -> None:
        """`side`: the colour of a bar at the left; `sides`: several, one below the other.

        `fill` and `edge` replace those of the look; `pad` is across and down; `h` is the least height.
        """
        super().__init__(name, key, action, tip, grow)
        self.child, self.fill, self.edge, self.look = child, fill, edge, look
        self.sides = sides if side is None else (side,)
        self.pad, self.radius, self.h, self.soft = pad, radius, h, child.soft

    def _inset(self) -> tuple[float, float]:
        return self.pad[0] + (BAR if self.sides else 0.0), self.pad[1]

    def _measure(self, canvas: Canvas, room: float) -> Size:
        across, down = self._inset()[0] + self.pad[0], 2 * self.pad[1]
        inner = self.child.measure(canvas, max(1.0, room - across))
        return Size(min(room, inner.w + across), max(self.h, inner.h + down))

    def least(self, canvas: Canvas, room: float) -> float:
        return max(self.h, self.child.least(canvas, max(1.0, room - self._inset()[0] - self.pad[0])) + 2 * self.pad[1])

    def draw(self, canvas: Canvas, spot: Spot) -> None:
        rect = canvas.rect(*spot)
        hover = self._usable(canvas, rect)
        fill, edge, lit, thick = _LOOKS[self.look]
        fill, edge = self.fill or fill, self.edge or edge
        canvas.frame(spot, lit if hover and self.action else fill, edge, self.radius, thick)
        if self.look == "lapsed":
            dashed_box(canvas.surface, rect, LINE2, canvas.px(4))
        for place, colour in enumerate(self.sides):
            height = spot.h / len(self.sides)
            with canvas.clipped(canvas.rect(spot.x, spot.y + place * height, BAR, height)):
                canvas.frame(spot, colour, None, self.radius)
        left, top = self._inset()
        inner = Spot(spot.x + left, spot.y + top, max(1.0, spot.w - left - self.pad[0]), max(1.0, spot.h - 2 * top))
        self.child.draw(canvas, inner)
        if self.name:
            canvas.ring(self.name, rect, self.radius)
