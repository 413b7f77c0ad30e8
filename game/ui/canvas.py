"""The canvas on which a screen draws itself anew whenever something has changed, and lists its zones.

A zone is a place that can be clicked, focused or reached by a key; the zones of the last drawing answer mouse and
keyboard. Numbers are logical pixels at scale 1; `px` turns them into real ones. Zones have an id, so that the keyboard
focus survives a new drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from typing import NamedTuple

import pygame

from game.ui import shapes, text
from game.ui.palette import (
    CARD,
    CHIP,
    INK,
    INK2,
    LINE,
    LINE2,
    PANEL,
    SAFFRON,
    SAND,
    SUNK,
    Colour,
    SeatColours,
)
from game.ui.signs import seat_mark

Action = Callable[[], object]


class Answering(NamedTuple):
    """The zone is an answer: the id of its option."""

    option: str


class Barring(NamedTuple):
    """The zone says why a unit may not answer."""

    unit: str


class Citing(NamedTuple):
    """The zone opens a clause."""

    clause: str


Subject = Answering | Barring | Citing
"""What a zone is about."""


LEAST_SHARE = 2.0
"""The least width of a share in the odds bar that is not 0, in logical pixels, so that it can be seen."""

_EVERYWHERE = nullcontext()
"""Drawing without a further clip."""


@lru_cache(maxsize=1024)
def _points(size: float, scale: float) -> int:
    return max(8, round(size * scale))


class Zone(NamedTuple):
    """Something that can be clicked, focused or reached by a key. `rect` is its visible part, `full` all of it.

    `shifted`: what its key does with Shift, if that is more; `about`: what the zone stands for, for the parts that ask.
    """

    id: str
    rect: pygame.Rect
    action: Action | None = None
    key: str = ""
    focusable: bool = True
    wheel: Callable[[int], None] | None = None
    full: pygame.Rect | None = None
    shifted: Action | None = None
    about: Subject | None = None


class Canvas:
    """One drawing of one screen. `rect`s are in real pixels; sizes given to methods are logical."""

    def __init__(self, surface: pygame.Surface, scale: float, focus: str, mouse: tuple[int, int]) -> None:
        self.surface = surface
        self.scale = scale
        self.focus = focus
        self.mouse = mouse
        self.zones: list[Zone] = []
        self.clip: pygame.Rect | None = None
        self._keep_hidden = False
        self.tip: tuple[str, pygame.Rect] | None = None
        """The tip of the zone that has the mouse or the focus, and the place of that zone."""

    # -- measures -------------------------------------------------------------------------------------------------

    @property
    def logical(self) -> tuple[float, float]:
        """Width and height of the whole surface in logical pixels."""
        width, height = self.surface.get_size()
        return width / self.scale, height / self.scale

    def px(self, n: float) -> int:
        """Real pixels for so many logical ones, rounded."""
        return round(n * self.scale)

    def rect(self, x: float, y: float, w: float, h: float) -> pygame.Rect:
        """The real rectangle of a logical one."""
        scale = self.scale
        left, top = round(x * scale), round(y * scale)
        return pygame.Rect(left, top, round((x + w) * scale) - left, round((y + h) * scale) - top)

    def points(self, size: float) -> int:
        """The size of a font in real pixels, but never too small to be read."""
        return _points(size, self.scale)

    # -- text -----------------------------------------------------------------------------------------------------

    def write(
        self,
        words: str,
        x: float,
        y: float,
        face: str = "body",
        size: float = 14,
        colour: Colour = INK,
        *,
        align: text.Align = "left",
        middle: bool = False,
        room: float = 0,
    ) -> float:
        """Write text at logical (x, y), cut to `room` if given. Returns its logical width."""
        points = self.points(size)
        if room:
            words = text.ellipsis(words, face, points, self.px(room))
        place = (x * self.scale, y * self.scale)
        return text.draw(self.surface, words, place, face, points, colour, align=align, middle=middle) / self.scale

    def width(self, words: str, face: str = "body", size: float = 14) -> float:
        """Logical width of text."""
        return text.width(words, face, self.points(size)) / self.scale

    # -- parts ----------------------------------------------------------------------------------------------------

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: Colour | None,
        edge: Colour | None = None,
        radius: float = 5,
        thick: float = 1,
    ) -> pygame.Rect:
        """Draw a rounded box. Returns its real rectangle."""
        rect = self.rect(x, y, w, h)
        shapes.box(self.surface, rect, fill, edge, self.px(radius), max(1, self.px(thick)))
        return rect

    def frame(
        self, spot: pygame.FRect, fill: Colour | None, edge: Colour | None, radius: float = 5, thick: float = 1
    ) -> None:
        """Draw a rounded box over a logical rectangle."""
        self.box(spot.x, spot.y, spot.w, spot.h, fill, edge, radius, thick)

    def rule(self, x: float, y: float, w: float, colour: Colour = LINE) -> None:
        """Draw a hairline."""
        thick = max(1, self.px(0.8))
        self.surface.fill(colour, pygame.Rect(self.px(x), self.px(y), self.px(x + w) - self.px(x), thick))

    def section(self, title: str, x: float, y: float, w: float, right: str) -> None:
        """Draw a section head: spaced capitals, a rule to the right edge, and the words `right` there if they fit."""
        spaced = "\u200a".join(title.upper())
        used = self.write(spaced, x, y, "label_bold", 12, INK2, middle=True)
        tail = self.width(right, "label", 12.5) if right else 0
        if used + 10 + tail > w:
            tail = 0.0
        if tail:
            self.write(right, x + w, y, "label", 12.5, INK2, align="right", middle=True)
        self.rule(x + used + 10, y, max(0, w - used - 20 - tail), LINE)

    def zone(
        self,
        zone_id: str,
        rect: pygame.Rect,
        action: Action | None,
        *,
        key: str = "",
        focusable: bool = True,
        wheel: Callable[[int], None] | None = None,
        tip: str = "",
        shifted: Action | None = None,
        about: Subject | None = None,
    ) -> bool:
        """Register a zone. Returns whether the mouse is on it. `tip` is shown while it has the mouse or the focus."""
        visible = rect if self.clip is None else rect.clip(self.clip)
        if (visible.width > 0 and visible.height > 0) or self._keep_hidden:
            self.zones.append(Zone(zone_id, visible, action, key, focusable, wheel, rect, shifted, about))
        hover = visible.collidepoint(self.mouse)
        if tip and (hover or (self.focus == zone_id and visible.width > 0)):
            self.tip = (tip, visible)
        return hover

    def hides(self, x: float, y: float, w: float, h: float) -> bool:
        """Whether the clip hides everything in this logical rectangle."""
        return self.clip is not None and not self.clip.colliderect(self.rect(x, y, max(w, 1), max(h, 1)))

    def clipped(
        self, rect: pygame.Rect, *, only: bool = True, keep_hidden: bool = False
    ) -> AbstractContextManager[None]:
        """A context in which only what is inside the real rectangle is drawn and registered; no limit unless `only`.

        `keep_hidden`: zones out of sight are still registered, with no place to click, so that they can get the focus.
        """
        return self._clipped(rect, keep_hidden=keep_hidden) if only else _EVERYWHERE

    @contextmanager
    def _clipped(self, rect: pygame.Rect, *, keep_hidden: bool) -> Iterator[None]:
        clip, hidden, drawn = self.clip, self._keep_hidden, self.surface.get_clip()
        self.clip = rect if clip is None else rect.clip(clip)
        self._keep_hidden = hidden or keep_hidden
        self.surface.set_clip(rect.clip(drawn))
        try:
            yield
        finally:
            self.clip, self._keep_hidden = clip, hidden
            self.surface.set_clip(drawn)

    def veil(self, depth: int) -> None:
        """Darken what has been drawn so far, `depth` of 255."""
        cloth = pygame.Surface(self.surface.get_size(), pygame.SRCALPHA)
        cloth.fill((*INK, depth))
        self.surface.blit(cloth, (0, 0))

    def finish(self) -> None:
        """Draw the tip, which is over everything else: below its zone or above it, inside the window."""
        if self.tip is None:
            return
        words, rect = self.tip
        width, height = self.logical
        rows = text.wrap(words, "body", self.points(12.5), self.px(280))
        w = max(self.width(row, "body", 12.5) for row in rows) + 16
        h = 17.0 * len(rows) + 10
        x = max(4.0, min(rect.left / self.scale, width - w - 4))
        y = rect.bottom / self.scale + 5
        if y + h > height - 4:
            y = max(4.0, rect.top / self.scale - h - 5)
        self.box(x, y, w, h, PANEL, INK2, 5)
        for i, row in enumerate(rows):
            self.write(row, x + 8, y + 13.5 + 17 * i, "body", 12.5, INK, middle=True)

    def ring(self, zone_id: str, rect: pygame.Rect, radius: float = 6) -> None:
        """Draw the focus ring around `rect` if the zone has the focus."""
        if self.focus == zone_id:
            out = rect.inflate(self.px(6), self.px(6))
            shapes.box(self.surface, out, None, INK, self.px(radius + 3), max(2, self.px(2)))

    def key_cap(self, key: str, x: float, y: float, *, dark: bool = False, size: float = 20) -> float:
        """Draw a key cap; (x, y) is the middle of its left edge. Returns its width."""
        width = max(size, self.width(key, "label_semi", 12.5) + 10)
        self.box(x, y - size / 2, width, size, SAFFRON if dark else CARD, None if dark else LINE2, 4)
        self.write(key, x + width / 2, y, "label_semi", 12.5, INK, align="centre", middle=True)
        return width

    def chip(
        self, clause: str, x: float, y: float, action: Callable[[str], None], *, right: bool = False, tag: str = ""
    ) -> float:
        """Draw a clause chip, whose click opens the clause. Returns its width.

        (x, y) is the middle of its left edge, or with `right` of its right edge.
        """
        if not clause:
            return 0
        width = self.width(clause, "label_semi", 11.5) + 10
        left = x - width if right else x
        rect = self.rect(left, y - 8, width, 16)
        name = f"chip:{clause}:{tag}:{rect.x}:{rect.y}"
        hover = self.zone(name, rect, lambda: action(clause), focusable=False, about=Citing(clause))
        self.box(left, y - 8, width, 16, CHIP, INK2 if hover else LINE2, 3)
        self.write(clause, left + width / 2, y, "label_semi", 11.5, INK if hover else INK2, align="centre", middle=True)
        if hover:
            pygame.draw.line(
                self.surface,
                INK,
                (rect.left + self.px(4), rect.bottom - self.px(3)),
                (rect.right - self.px(5), rect.bottom - self.px(3)),
            )
        return width

    def bar(self, x: float, y: float, w: float, p_out: float, p_hit: float) -> None:
        """Draw the odds bar, (x, y) its left middle: dark for the final result, sand for the step before it."""
        h = 9
        for share, colour in ((1.0, SUNK), (p_hit, SAND), (p_out, INK)):
            if share > 0:
                with self.clipped(self.rect(x, y - h / 2, max(LEAST_SHARE, w * share), h)):
                    self.box(x, y - h / 2, w, h, colour, None, h / 2)
        for i in (1, 2, 3):
            at = self.px(x + w * i / 4)
            pygame.draw.line(self.surface, PANEL, (at, self.px(y - h / 2) + 1), (at, self.px(y + h / 2) - 2))

    def call_out(self, words: str, x: float, y: float) -> None:
        """Draw a small plate with a sentence; (x, y) is the middle of its lower edge."""
        width = self.width(words, "label_semi", 13.5) + 16
        self.box(x - width / 2, y - 22, width, 21, PANEL, LINE2, 5)
        self.write(words, x - width / 2 + 8, y - 11.5, "label_semi", 13.5, INK, middle=True)

    def seat_mark(self, colours: SeatColours, x: float, y: float, size: float) -> None:
        """Draw a side's colour in its shape, with its middle at (x, y)."""
        mark = seat_mark(colours, self.px(size))
        self.surface.blit(
            mark, (round(x * self.scale - mark.get_width() / 2), round(y * self.scale - mark.get_height() / 2))
        )
