"""The widgets of the panels that the kit has not: tokens, signs, dice, plates, parts that wrap, cards for answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

import pygame

from game.engine.options import Option
from game.engine.view import UnitView
from game.ui import kit, text
from game.ui.battle.model import Model
from game.ui.canvas import Answering, Canvas
from game.ui.dice import DieState, die
from game.ui.palette import INK, INK2, INK3, SAFFRON, Colour
from game.ui.signs import icon, marker, seat_mark
from game.ui.tokens import BARE, Marks, TokenState, token


def token_of(
    model: Model,
    unit: UnitView,
    size: float,
    *,
    state: TokenState | None = None,
    marks: Marks = BARE,
) -> kit.Widget:
    """A unit's token, its shape `size` logical pixels wide; its marks stand out over that."""

    def make(points: int) -> pygame.Surface:
        return token(
            unit.figure,
            model.side(unit.seat),
            max(8, points),
            palette=model.palette,
            state=state or ("out" if unit.out else "ready"),
            marks=marks,
            prone=unit.prone,
        )

    return kit.Picture(size, size, make)


def seat_of(model: Model, seat: str, size: float) -> kit.Widget:
    """A seat's mark: its colour in its shape."""
    return kit.Picture(size, size, partial(seat_mark, model.colours(seat)))


def marker_of(name: str, size: float = 17.0) -> kit.Widget:
    """An order or condition marker."""
    return kit.Picture(size, size, partial(marker, name))


def icon_of(name: str, size: float = 15.0) -> kit.Widget:
    """An icon."""
    return kit.Picture(size, size, lambda points: icon(name, points, INK))


def die_of(face: int, sides: int, size: float, edge: Colour, state: DieState = "rolled") -> kit.Widget:
    """A die."""
    return kit.Picture(size, size, lambda points: die(face, sides, points, edge, state))


def spaced(words: str, colour: Colour) -> kit.Widget:
    """A label in spaced capitals."""
    return kit.Label("\u200a".join(words.upper()), "label_bold", 12.5, colour)


class Plate(kit.Widget):
    """A word on a small plate: black with saffron letters, or framed."""

    def __init__(self, words: str, *, dark: bool = True, fill: Colour | None = None, h: float = 16.0) -> None:
        super().__init__()
        self.words, self.dark, self.fill, self.h = words, dark, fill, h
        self._face = "label_bold" if dark else "label_semi"

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return kit.Size(canvas.width(self.words, self._face, 12) + 12 if self.words else 0.0, self.h)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        y = spot.centery - self.h / 2
        canvas.box(spot.x, y, spot.w, self.h, INK if self.dark else self.fill, None if self.dark else INK2, 3)
        ink = SAFFRON if self.dark else INK2
        canvas.write(self.words, spot.centerx, spot.centery, self._face, 12, ink, align="centre", middle=True)


class Flow(kit.Widget):
    """Parts side by side that wrap into the next line where their room ends."""

    soft = True

    def __init__(self, *parts: kit.Widget, gap: float = 4.0, down: float = 3.0, grow: float = 0.0) -> None:
        super().__init__(grow=grow)
        self.parts, self.gap, self.down = parts, gap, down

    def _lines(self, canvas: Canvas, room: float) -> list[list[tuple[kit.Widget, kit.Size]]]:
        lines: list[list[tuple[kit.Widget, kit.Size]]] = []
        left = -1.0
        for part in self.parts:
            size = part.measure(canvas)
            size = size if size.w <= room else part.measure(canvas, room)
            if left < size.w - 0.5:
                lines.append([])
                left = room
            lines[-1].append((part, size))
            left -= size.w + self.gap
        return lines

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        lines = self._lines(canvas, room)
        if not lines:
            return kit.Size(0.0, 0.0)
        width = max(sum(size.w + self.gap for _, size in line) for line in lines) - self.gap
        return kit.Size(min(room, width), sum(max(s.h for _, s in line) + self.down for line in lines) - self.down)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        y = spot.y
        for line in self._lines(canvas, spot.w):
            x, height = spot.x, max(size.h for _, size in line)
            for part, size in line:
                part.draw(canvas, kit.Spot(x, y, size.w, height))
                x += size.w + self.gap
            y += height + self.down


EXACT = 0.001
"""The error allowed in a sum of widths, in logical pixels; half a pixel would cut a word."""


class Alike:
    """A group of fittings that all take the same form. It is found once for each room, after the last has joined."""

    def __init__(self) -> None:
        self.members: list[Fitting] = []
        self._forms: dict[tuple[float, float], int] = {}

    def form(self, canvas: Canvas, room: float) -> int:
        """The number of the first form for which all members have room, else -1: the last."""
        key = (canvas.scale, room)
        if key not in self._forms:
            numbered_forms = enumerate(zip(*(fitting.forms for fitting in self.members), strict=True))
            fits = (
                number
                for number, forms in numbered_forms
                if all(form.measure(canvas).w <= room + EXACT for form in forms)
            )
            self._forms[key] = next(fits, -1)
        return self._forms[key]


class Fitting(kit.Widget):
    """Several forms of one widget, of which the first that has room is drawn, else the last.

    All members of `alike` take the same form.
    """

    soft = True

    def __init__(self, *forms: kit.Widget, grow: float = 0.0, alike: Alike | None = None) -> None:
        super().__init__(grow=grow)
        self.forms = forms
        self.alike = alike if alike is not None else Alike()
        self.alike.members.append(self)

    def _form(self, canvas: Canvas, room: float) -> kit.Widget:
        return self.forms[self.alike.form(canvas, room)]

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return self._form(canvas, room).measure(canvas, room)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        self._form(canvas, spot.w).draw(canvas, spot)


class Wordings(kit.Text):
    """A text in the first of several wordings that fits into `lines` lines, else in the last."""

    def __init__(self, *wordings: str, face: str, size: float, colour: Colour, lines: int) -> None:
        super().__init__(wordings[-1], face, size, colour, lines=lines)
        self.wordings = wordings

    def rows(self, canvas: Canvas, room: float) -> tuple[str, ...]:
        if room != kit.WIDE:
            points, width = canvas.points(self.size), canvas.px(room)
            fits = (words for words in self.wordings if len(text.wrap(words, self.face, points, width)) <= self.lines)
            self.words = next(fits, self.wordings[-1])
        return super().rows(canvas, room)


def sum_of(parts: Sequence[tuple[str, str]], size: float = 13.5) -> list[kit.Widget]:
    """The terms of a sum: their names in quiet ink, their numbers in bold."""
    return [
        kit.Row(
            kit.Label(f"{words} " if words else "", "label", size, INK2), kit.Label(number, "label_bold", size), gap=0
        )
        for words, number in parts
    ]


def keyed(key: str, child: kit.Widget) -> kit.Row:
    """A key cap (or with no key its room) before what the key picks."""
    return kit.Row(kit.KeyCap(key, size=18) if key else kit.Space(18), child, gap=8)


def key_card(
    name: str, key: str, child: kit.Widget, action: Callable[[], object], *, chosen: bool, h: float = 0.0
) -> kit.Card:
    """A card that a key or a click picks, with the key cap at its left."""
    look: kit.Look = "chosen" if chosen else "card"
    return kit.Card(keyed(key, child), name=name, action=action, key=key, look=look, pad=(6, 2), h=h)


class Picks(Protocol):
    """The receiver of picks from a list of answers, by option id."""

    def pick(self, option: str) -> None:
        """Choose an option, or do it if it is chosen already."""

    def pick_and_do(self, option: str) -> None:
        """Choose an option and do it."""


def answer_card(
    option: Option,
    child: kit.Widget,
    picks: Picks,
    *,
    key: str = "",
    taken: Option | None = None,
    side: Colour | None = None,
    look: kit.Look = "bare",
    pad: tuple[float, float] = (6.0, 1.0),
    radius: float = 5.0,
    h: float = 0.0,
) -> kit.Card:
    """The card of an option: a click or its key picks it, with Shift does it.

    `taken`: the option that is picked instead, on a unit's card of which another answer than its best is chosen.
    """
    picked = (taken or option).id
    name, action = f"option:{option.id}", partial(picks.pick, picked)
    card = kit.Card(child, name=name, action=action, key=key, look=look, side=side, pad=pad, radius=radius, h=h)
    card.shifted, card.about = partial(picks.pick_and_do, picked), Answering(option.id)
    return card


def refusal(words: str, clause: kit.Chip | None = None) -> kit.Row:
    """A row that says in italics why something cannot be done, with the clause at its end."""
    return kit.Row(kit.Text(words, "italic", 12.5, INK3, grow=1), *([clause] if clause else []))


def rule() -> kit.Widget:
    """The strong line above the interrupted action."""

    def paint(canvas: Canvas, spot: kit.Spot) -> None:
        y = canvas.px(spot.centery)
        pygame.draw.line(canvas.surface, INK, (canvas.px(spot.x), y), (canvas.px(spot.right), y), max(1, canvas.px(2)))

    return kit.Drawing(0, 6, paint)


def padded(child: kit.Widget) -> kit.Card:
    """A widget with padding at its left and right, which takes all the height that is left."""
    return kit.Card(child, look="bare", pad=(8.0, 0.0), grow=1)


class OddsBar(kit.Widget):
    """The bar of a chance (0 to 1): dark for the final result, sand for the step before it."""

    def __init__(self, p_out: float, p_hit: float, w: float = 96.0, *, grow: float = 0.0) -> None:
        super().__init__(grow=grow)
        self.p_out, self.p_hit, self.w = p_out, p_hit, w

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return kit.Size(min(self.w, room), 9.0)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        canvas.bar(spot.x, spot.centery, spot.w, self.p_out, self.p_hit)
