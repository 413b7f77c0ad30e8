"""The right column while a plan is drawn up: its rows with their clauses, why it is refused, Confirm, Start again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.engine.options import CONFIRM, Option
from game.engine.view import PlanRow, plan_words
from game.ui import text
from game.ui.battle import options
from game.ui.battle.model import Model
from game.ui.battle.panels import small_token
from game.ui.battle.picking import Picking
from game.ui.battle.planning import Planning
from game.ui.canvas import Canvas, Zone
from game.ui.kit import Open
from game.ui.palette import CARD, INK, INK2, INK3, LINE, SAFFRON_EDGE, SAFFRON_TINT, SUNK2

ROW, TALL = 25.0, 36.0
MOST_WAYS = 8


class PlanList:
    """The rows of the plan. Remembers how far it is scrolled when there are more than there is room for."""

    def __init__(self, model: Model, picking: Picking, planning: Planning, open_clause: Open) -> None:
        self.model, self.picking, self.planning, self.open_clause = model, picking, planning, open_clause
        self.first = 0
        self._shown = ""

    def scroll(self, by: int) -> None:
        """Wheel steps."""
        self.first = max(0, self.first - by)

    def draw(self, canvas: Canvas, x: float, y: float, w: float, foot: float) -> float:
        """Everything of the plan, down to `foot` at most; returns where the next thing may stand."""
        model = self.model
        rows = list(model.plan)
        of = f"{len(rows)} planned" if rows else "nobody yet"
        canvas.section("Plan", x, y + 8, w, of)
        at = y + 20
        if not rows:
            hint = "Click a stand, then a cell; or drag it."
            if model.choices.whole:
                hint = "Click a stand, then a cell; or drag it. F or a double click moves the formation."
            at += canvas.paragraph(hint, x + 4, at + 2, w - 8, "italic", 12.5, INK3, lines=2) + 6
        closing = self._closing_height(canvas, model, w)
        room = foot - at - closing
        heights = [self._height(canvas, model, row, w) for row in rows]
        if sum(heights) > room:
            heights = [ROW] * len(rows)
        fits = len(rows) if sum(heights) <= room else max(1, int((room - ROW) // ROW))
        place = next((i for i, row in enumerate(rows) if row.unit == model.selected), -1)
        if model.selected != self._shown and place >= 0 and not self.first <= place < self.first + fits:
            self.first = place - fits // 2
        self._shown = model.selected
        self.first = max(0, min(self.first, len(rows) - fits))
        top = at
        for row, high in list(zip(rows, heights, strict=True))[self.first : self.first + fits]:
            self._row(canvas, row, x, at, w, high)
            at += high
        if fits < len(rows):
            canvas.note(f"{self.first + 1} to {self.first + fits} of {len(rows)}: wheel", x + 12, at + ROW / 2)
            at += ROW
        if rows:
            area = canvas.rect(x, top, w, max(1.0, at - top))
            canvas.zones.insert(0, Zone("plan", area, None, "", focusable=False, wheel=self.scroll))
        return self._closing(canvas, x, at + 5, w)

    # -- rows -----------------------------------------------------------------------------------------------------

    @staticmethod
    def _room(canvas: Canvas, model: Model, row: PlanRow, w: float) -> float:
        clause = row.clause
        chip = canvas.width(clause, "label_semi", 11.5) + 24 if clause else 10
        return w - 36 - chip - (24 if model.choices.unplan.get(row.unit) else 0)

    def _height(self, canvas: Canvas, model: Model, row: PlanRow, w: float) -> float:
        """Rows of two lines where the words need them."""
        needs = canvas.width(words_of(model, row), "label_semi", 14)
        return ROW if needs <= self._room(canvas, model, row, w) else TALL

    def _row(self, canvas: Canvas, row: PlanRow, x: float, y: float, w: float, high: float) -> None:
        model = self.model
        name = row.unit
        unit = model.units[name]
        rect = canvas.rect(x, y, w, high - 2)
        zone = f"plan:{name}"
        hover = canvas.zone(zone, rect, partial(self.picking.select, name))
        chosen = name == model.selected
        fill, edge = (SAFFRON_TINT, SAFFRON_EDGE) if chosen else (SUNK2 if hover else CARD, LINE)
        canvas.box(x, y, w, high - 2, fill, edge, 5)
        canvas.ring(zone, rect, 5)
        middle = y + (high - 2) / 2
        small_token(canvas, model, unit, x + 17, middle, 19)
        words, room = words_of(model, row), self._room(canvas, model, row, w)
        if high == TALL:
            lines = text.wrap(words, "label_semi", canvas.px(13), canvas.px(room))
            second = " ".join(lines[1:])
            canvas.write(lines[0], x + 34, y + 10, "label_semi", 13, INK, middle=True)
            canvas.write(second, x + 34, y + 24, "label_semi", 13, INK, middle=True, room=room)
        else:
            canvas.write(words, x + 34, middle, "label_semi", 14, INK, middle=True, room=room)
        at = x + w - 8
        drop = model.choices.unplan.get(row.unit)
        if drop is not None:
            at -= 20
            _cross(canvas, f"unplan:{name}", at, middle, partial(self.planning.take_out, name))
            at -= 6
        canvas.chip(row.clause, at, middle, self.open_clause, right=True, tag=f"plan{name}")

    # -- the end of it ----------------------------------------------------------------------------------------------

    @staticmethod
    def _refused_lines(canvas: Canvas, model: Model, w: float) -> tuple[str, ...]:
        no = model.plan_refusal()
        if no is None:
            return ()
        chip = canvas.width(no.clause, "label_semi", 11.5) + 24 if no.clause else 0
        return text.wrap(refusal_words(no.unit, no.reason), "italic", canvas.px(13), canvas.px(w - 12 - chip))

    def _closing_height(self, canvas: Canvas, model: Model, w: float) -> float:
        lines = len(self._refused_lines(canvas, model, w))
        return 52.0 + (lines * 17 + 8 if lines else 0)

    def _closing(self, canvas: Canvas, x: float, y: float, w: float) -> float:
        """Confirm, or why not; and Start again."""
        model = self.model
        lines = self._refused_lines(canvas, model, w)
        no = model.plan_refusal()
        if no is not None:
            high = len(lines) * 17.0 + 8
            canvas.box(x, y, w, high, None, INK3, 5)
            for place, line in enumerate(lines):
                canvas.write(line, x + 8, y + 4 + 17 * place + 8, "italic", 13, INK2, middle=True)
            canvas.chip(no.clause, x + w - 8, y + 12, self.open_clause, right=True, tag="plan")
            y += high + 6
        confirm, reset = model.choices.confirm, model.choices.reset
        if confirm is not None:
            wide = w if reset is None else w * 0.62
            words = confirm.text if confirm.text not in ("", CONFIRM.text) else confirm_words(len(model.plan))
            key = "" if model.chosen else "Enter"
            canvas.button("confirm", x, y, wide, 36, key, words, self.planning.confirm, primary=True)
        if reset is not None:
            left = x if confirm is None else x + w * 0.62 + 6
            canvas.button("reset", left, y, x + w - left, 36, "R", options.words_of(reset), self.planning.start_again)
        return y + 42 if confirm is not None or reset is not None else y


# -- what the selected stand may do -----------------------------------------------------------------------------------


def ways_height(canvas: Canvas, rows: list[Option], w: float) -> float:
    """What the rows of `draw_ways` take."""
    return sum(TALL if len(_way_lines(canvas, option, w)) > 1 else ROW for option in rows)


def draw_ways(
    canvas: Canvas,
    model: Model,
    rows: list[Option],
    x: float,
    y: float,
    w: float,
    pick: Callable[[str], None],
    open_clause: Open,
) -> None:
    """The few ways of a stand: a key, the whole sentence, its clause. A click plans at once."""
    for place, option in enumerate(rows):
        lines = _way_lines(canvas, option, w)
        high = TALL if len(lines) > 1 else ROW
        zone, rect = f"option:{option.id}", canvas.rect(x, y, w, high - 2)
        key = str(place + 1)
        hover = canvas.zone(zone, rect, partial(pick, option.id), key=key)
        chosen = option.id == model.chosen
        canvas.box(x, y, w, high - 2, SAFFRON_TINT if chosen else SUNK2 if hover else CARD, LINE, 5)
        canvas.ring(zone, rect, 5)
        middle = y + (high - 2) / 2
        canvas.key_cap(key, x + 6, middle, size=18)
        for line, words in enumerate(lines[:2]):
            at = middle + (0 if len(lines) == 1 else 14 * line - 7)
            canvas.write(words, x + 34, at, "label", 13.5, INK, middle=True, room=_way_room(canvas, option, w))
        clause = option.clauses[0] if option.clauses else ""
        canvas.chip(clause, x + w - 8, middle, open_clause, right=True, tag=f"way{option.id}")
        y += high


def _way_room(canvas: Canvas, option: Option, w: float) -> float:
    clause = option.clauses[0] if option.clauses else ""
    return w - 44 - (canvas.width(clause, "label_semi", 11.5) + 20 if clause else 0)


def _way_lines(canvas: Canvas, option: Option, w: float) -> list[str]:
    """One line, or two of which the second may have to be cut."""
    lines = text.wrap(options.words_of(option), "label", canvas.px(13.5), canvas.px(_way_room(canvas, option, w)))
    return [lines[0], " ".join(lines[1:])] if len(lines) > 1 else list(lines)


# -- words --------------------------------------------------------------------------------------------------------------


def words_of(model: Model, row: PlanRow) -> str:
    """What a row says."""
    return plan_words(row, model.session.setup.board, model.units[row.unit].at)


def refusal_words(unit: str, reason: str) -> str:
    """Why the plan is refused, with the unit that it is about."""
    who = "" if not unit or unit.lower() in reason.lower().split() else f"{unit.upper()}: "
    return f"{who}{reason}"


def confirm_words(count: int) -> str:
    """What confirming means now."""
    return "Confirm the plan" if count else "Confirm: nothing planned"


def _cross(canvas: Canvas, zone: str, x: float, y: float, action: Callable[[], None]) -> None:
    rect = canvas.rect(x, y - 9, 18, 18)
    hover = canvas.zone(zone, rect, action)
    canvas.box(x, y - 9, 18, 18, SUNK2 if hover else CARD, LINE, 4)
    canvas.ring(zone, rect, 4)
    canvas.write("×", x + 9, y, "label_bold", 14, INK2, align="centre", middle=True)
