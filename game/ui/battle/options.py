"""The rows of options with their exact odds, the table of steps, the whole sum behind what is chosen."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pygame

from game.engine.decisions import Refusal
from game.engine.forecast import Forecast
from game.engine.options import Option
from game.ui.battle.model import Model
from game.ui.canvas import Canvas, Zone
from game.ui.kit import Open
from game.ui.palette import CARD, INK, INK2, INK3, LINE2, PANEL, SAFFRON_EDGE, SAFFRON_TINT, SAND, SUNK, SUNK2

ROW = 25


class OptionList:
    """The rows of options: a key, the words, the odds. Remembers how far it is scrolled."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.first = 0

    def scroll(self, by: int) -> None:
        """Wheel steps."""
        self.first = max(0, self.first - by)

    def order(self) -> list[Option]:
        """The options that can be taken, in the order of their rows."""
        rows = self.model.listed()
        return sorted(rows, key=lambda o: (o.point < 0, o.point)) if any(o.point >= 0 for o in rows) else rows

    def reveal(self, place: int) -> None:
        """Scroll so that a row is seen; the drawing keeps it within the list."""
        if not self.first <= place < self.first + 5:
            self.first = max(0, place - 4)

    def draw(
        self,
        canvas: Canvas,
        x: float,
        y: float,
        w: float,
        most: int,
        pick: Callable[[str], None],
        open_clause: Open,
    ) -> float:
        """Rows for the listed options and the refused ones. Returns the height used."""
        model = self.model
        asked = model.decision
        if asked is None or not model.mine:
            return 0
        if any(o.point >= 0 for o in model.listed()):
            return self._points(canvas, model, x, y, w, most, pick, open_clause)
        rows = model.listed()
        refused = [r for r in asked.refused if r.unit and r.point < 0] if asked.kind in model.words.refusals else []
        room = max(1, most - (1 if len(rows) > most else 0))
        self.first = min(self.first, max(0, len(rows) - room))
        at = y
        for place, option in enumerate(rows[self.first : self.first + room]):
            self._row(canvas, model, option, place, x, at, w, pick, open_clause)
            at += ROW
        if len(rows) > room:
            words = f"{self.first + 1} to {min(len(rows), self.first + room)} of {len(rows)}: wheel, or PgUp and PgDn"
            canvas.note(words, x + 12, at + ROW / 2)
            at += ROW
        for refusal in refused[: max(0, most - len(rows))]:
            words = f"{refusal.unit.upper()}  {refusal.reason}"
            canvas.write(words, x + 12, at + ROW / 2, "italic", 12, INK3, middle=True, room=w - 80)
            canvas.chip(refusal.clause, x + w - 8, at + ROW / 2, open_clause, right=True, tag=refusal.unit)
            at += ROW
        area = canvas.rect(x, y, w, max(ROW, at - y))
        canvas.zones.insert(0, _wheel(area, self.scroll))
        return at - y

    def _row(
        self,
        canvas: Canvas,
        model: Model,
        option: Option,
        place: int,
        x: float,
        y: float,
        w: float,
        pick: Callable[[str], None],
        open_clause: Open,
    ) -> None:
        key = str(place + 1) if place < 9 else ""
        chosen = _frame(canvas, model, option, x, y, w, key, pick)
        middle = y + (ROW - 2) / 2
        if key:
            canvas.key_cap(key, x + 6, middle, size=18)
        total = model.forecast(option)
        words = words_of(option)
        own = model.selected == option.unit
        if (
            option.unit
            and not own
            and option.action != model.words.order_kind
            and not words.startswith(option.unit.upper())
        ):
            words = f"{option.unit.upper()}: {words}"
        room = w - 44 - (132 if total else 0)
        canvas.write(words, x + 34, middle, "label_semi" if chosen else "label", 14.5, INK, middle=True, room=room)
        if total is not None:
            _odds(canvas, total, x + w, middle)

    def _points(
        self,
        canvas: Canvas,
        model: Model,
        x: float,
        y: float,
        w: float,
        most: int,
        pick: Callable[[str], None],
        open_clause: Open,
    ) -> float:
        """The table of steps: place, range, need and odds, the refused ones with their reason."""
        asked = model.decision
        if asked is None:
            return 0
        board = model.session.setup.board
        for words, left in (("STEP", 34), ("RANGE", 110), ("NEED", 180)):
            canvas.write("\u200a".join(words), x + left, y + 8, "label_bold", 11, INK3, middle=True)
        canvas.box(x + w - 142, y + 4, 8, 8, INK, None, 1)
        canvas.write("final", x + w - 130, y + 8, "label", 12, INK2, middle=True)
        canvas.box(x + w - 90, y + 4, 8, 8, SAND, None, 1)
        canvas.write("hit", x + w - 78, y + 8, "label", 12, INK2, middle=True)
        rows: list[tuple[int, int, Option | Refusal]] = [(0, o.point, o) for o in model.listed() if o.point >= 0]
        rows += [
            (0, r.point, r)
            for r in asked.refused
            if r.point >= 0 and (not model.selected or r.unit in ("", model.selected))
        ]
        rows.sort(key=lambda row: (row[0], row[1], isinstance(row[2], Refusal)))
        rows += [(1, i, o) for i, o in enumerate(model.listed()) if o.point < 0]
        room = max(2, most - 1)
        self.first = min(self.first, max(0, len(rows) - room))
        at = y + 18.0
        for _, point, row in rows[self.first : self.first + room]:
            middle = at + (ROW - 2) / 2
            if isinstance(row, Refusal):
                canvas.write(str(point), x + 15, middle, "label", 14, INK3, align="centre", middle=True)
                canvas.write(
                    board.label(row.cell) if row.cell >= 0 else "", x + 34, middle, "label", 14, INK3, middle=True
                )
                canvas.write(row.reason, x + 76, middle, "italic", 12.5, INK3, middle=True, room=w - 130)
                canvas.chip(row.clause, x + w - 8, middle, open_clause, right=True, tag=f"p{point}{row.unit}")
            elif row.point >= 0:
                self._point_row(canvas, model, row, x, at, w, pick, board.label(row.to))
            else:
                self._row(canvas, model, row, 9, x, at, w, pick, open_clause)
            at += ROW
        if len(rows) > room:
            canvas.note(f"{len(rows)} rows: wheel, or PgUp and PgDn", x + 12, at + 9)
            at += 20
        canvas.zones.insert(0, _wheel(canvas.rect(x, y, w, at - y), self.scroll))
        return at - y

    def _point_row(
        self,
        canvas: Canvas,
        model: Model,
        option: Option,
        x: float,
        y: float,
        w: float,
        pick: Callable[[str], None],
        place: str,
    ) -> None:
        key = str(option.point) if 0 < option.point < 10 else ""
        chosen = _frame(canvas, model, option, x, y, w, key, pick)
        middle = y + (ROW - 2) / 2
        canvas.box(x + 6, middle - 9, 18, 18, INK if chosen else CARD, LINE2, 4)
        canvas.write(
            str(option.point), x + 15, middle, "label_bold", 13, PANEL if chosen else INK, align="centre", middle=True
        )
        several = len({o.unit for o in model.listed() if o.point >= 0}) > 1
        canvas.write(
            f"{option.unit.upper()} {place}" if several else place, x + 34, middle, "label_semi", 14, INK, middle=True
        )
        total = model.forecast(option)
        if total is not None:
            canvas.write(model.length(total.distance), x + 110, middle, "label_semi", 14, INK, middle=True)
            canvas.write(need_of(total), x + 180, middle, "label_semi", 14, INK, middle=True, room=54)
            _odds(canvas, total, x + w, middle)


def _frame(
    canvas: Canvas, model: Model, option: Option, x: float, y: float, w: float, key: str, pick: Callable[[str], None]
) -> bool:
    """A row's ground, zone and focus ring; returns whether it is chosen."""
    rect = canvas.rect(x, y, w, ROW - 2)
    name = f"option:{option.id}"
    hover = canvas.zone(name, rect, partial(pick, option.id), key=key)
    chosen = option.id == model.chosen
    if chosen:
        canvas.box(x, y, w, ROW - 2, SAFFRON_TINT, SAFFRON_EDGE, 5, 1.4)
    elif hover:
        canvas.box(x, y, w, ROW - 2, SUNK, None, 5)
    canvas.ring(name, rect, 5)
    return chosen


def _odds(canvas: Canvas, total: Forecast, right: float, y: float) -> None:
    """The odds bar and its number at the right of a row."""
    canvas.bar(right - 134, y, 82, float(total.p_out), float(total.p_hit))
    canvas.write(percent(total), right - 10, y, "label_bold", 15, INK, align="right", middle=True)


def _wheel(rect: pygame.Rect, scroll: Callable[[int], None]) -> Zone:
    return Zone("options", rect, None, "", focusable=False, wheel=scroll)


def words_of(option: Option) -> str:
    """What a row says."""
    return option.text or option.action.replace("_", " ").capitalize()


def percent(total: Forecast) -> str:
    """The chance of the final result."""
    return percent_of(total.p_out if total.effect == "out" else total.p_hit)


def percent_of(chance: Fraction) -> str:
    """A chance as whole percent; none is 0 that is not."""
    share = float(chance) * 100
    return f"{share:.0f}%" if share >= 1 or share == 0 else "<1%"


def need_of(total: Forecast) -> str:
    """The number needed, as the rulebook writes it."""
    for sign in ("≤", "≥"):
        if sign in total.dice:
            return f"{sign} {total.need}"
    if total.dice.endswith("+"):
        return f"{total.need}+"
    return f"D{total.need}" if "against" in total.dice else str(total.need)


def sum_line(canvas: Canvas, total: Forecast, x: float, y: float, w: float) -> None:
    """The whole sum: MK 8  overwatch −1  point blank +2  = 8, and the chance to hit."""
    canvas.box(x, y, w, 28, SUNK2, None, 5)
    at = x + 10
    parts = []
    if total.dice:
        plain = not total.modifiers and total.need == total.base
        parts = [(f"{total.base_name} ", need_of(total) if plain else str(total.base))]
        parts += [(f"{name} ", f"{value:+d}".replace("-", "−")) for name, value, _ in total.modifiers]
        parts += [] if plain else [("= ", str(total.need))]
    for words, number in parts:
        if at > x + w - 120:
            at += canvas.write("…", at, y + 14, "label", 13.5, INK2, middle=True)
            break
        at += canvas.write(words, at, y + 14, "label", 13.5, INK2, middle=True)
        at += canvas.write(number, at, y + 14, "label_bold", 13.5, INK, middle=True) + 8
    canvas.write(
        f"{float(total.p_hit) * 100:.0f}% {'hit' if total.effect == 'out' else total.effect}",
        x + w - 10,
        y + 14,
        "label_semi",
        13.5,
        INK2,
        align="right",
        middle=True,
    )
