"""What the pointer is on: a unit's card, or the list of those that share a hex."""

from __future__ import annotations

from game.engine.decisions import Refusal
from game.engine.options import Option
from game.engine.view import UnitView
from game.ui.battle.conditions import state_words
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.panels import small_token
from game.ui.battle.unit_card import stats_shown
from game.ui.canvas import Canvas
from game.ui.kit import Open
from game.ui.palette import INK, INK2, INK3, LINE, LINE2, PANEL, SAFFRON_TINT

ROW = 22.0
MOST = 10
"""So many units of a hex are listed by name."""


class HoverCard:
    """A card beside the unit under the pointer."""

    def __init__(self, model: Model, view: MapView, open_clause: Open) -> None:
        self.model, self.view, self.open_clause = model, view, open_clause

    def draw(self, canvas: Canvas, name: str) -> None:
        """The card of the unit under the pointer; on a hex that it shares, all of them, it first of all."""
        unit = self.model.units[name]
        mates = self.model.sharing(name)
        if len(mates) > 1:
            self._list(canvas, name, mates)
        else:
            self._card(canvas, unit)

    def _beside(self, canvas: Canvas, unit: UnitView, wide: float, high: float) -> tuple[float, float]:
        """The upper left of a card above its unit's cell, or below it where the map ends; on no account over the cell."""
        area, board = self.view.area, self.view.board
        x, y = self.view.at(unit.at)
        x, y = x / canvas.scale, y / canvas.scale
        off = 26.0 if board.grid == "square" else max(26.0, self.view.size * 0.62 / canvas.scale)
        left = max(area.left / canvas.scale + 6, min(x - wide / 2, area.right / canvas.scale - wide - 6))
        below = y - high - off < area.top / canvas.scale
        return left, y + off if below else y - high - off

    def _list(self, canvas: Canvas, name: str, mates: list[str]) -> None:
        """One row for each unit of the hex; the one that is hit is lit, with what it may do or why not below."""
        model = self.model
        shown = mates[:MOST]
        if name not in shown:
            shown[-1] = name
        why = model.why(name)
        told = _told(why)
        board = self.view.board
        label = board.label(model.units[name].at)
        wide = _wide(canvas, [told] if told else [])
        high = 28 + ROW * (len(shown) + (len(mates) > MOST) + (told is not None)) + 6
        left, top = self._beside(canvas, model.units[name], wide, high)
        canvas.box(left, top, wide, high, PANEL, LINE2, 6)
        canvas.section(f"{len(mates)} units at {label}", left + 12, top + 14, wide - 24)
        at = top + 26
        for mate in shown:
            unit = model.units[mate]
            if mate == name:
                canvas.box(left + 5, at, wide - 10, ROW, SAFFRON_TINT, LINE, 4)
            small_token(canvas, model, unit, left + 20, at + ROW / 2, 17)
            state = state_words(unit, self.model.words)
            room = canvas.width(state, "label", 12.5) if state else 0.0
            words = f"{mate.upper()} {unit.name}"
            canvas.write(words, left + 36, at + ROW / 2, "label_semi", 14, INK, middle=True, room=wide - 54 - room)
            canvas.write(state, left + wide - 12, at + ROW / 2, "label", 12.5, INK2, align="right", middle=True)
            at += ROW
        if len(mates) > MOST:
            canvas.note(f"and {len(mates) - MOST} more", left + 36, at + ROW / 2)
            at += ROW
        if told is not None:
            words, clause = told
            used = canvas.chip(clause, left + wide - 8, at + ROW / 2, self.open_clause, right=True, tag="hover")
            canvas.write(words, left + 12, at + ROW / 2, "body", 12.5, INK3, middle=True, room=wide - 28 - used)

    def _card(self, canvas: Canvas, unit: UnitView) -> None:
        """Name, state and stats of the unit under the pointer, and while a window is open what it may do or why not."""
        model = self.model
        lines: list[tuple[str, str]] = []
        selected = model.units.get(model.selected)
        if model.sighted and selected is not None and selected.id != unit.id and not selected.out:
            board = self.view.board
            sight = board.sight(selected.at, unit.at)
            seen = (
                "in sight" + (f", {sight.cover} cover" if sight.cover else "")
                if sight.visible
                else f"no sight: {board.describe(sight.blocked_by)}"
            )
            lines.append((f"From {selected.id.upper()}: {model.length(sight.distance)}, {seen}", ""))
        told = _told(model.why(unit.id))
        if told is not None:
            lines.append(told)
        wide, high = _wide(canvas, lines), 62.0 + 18 * len(lines) + 6
        left, top = self._beside(canvas, unit, wide, high)
        canvas.box(left, top, wide, high, PANEL, LINE2, 6)
        small_token(canvas, model, unit, left + 24, top + 24, 28)
        canvas.write(f"{unit.id.upper()} {unit.name}", left + 46, top + 8, "serif", 15, room=wide - 60)
        state = state_words(unit, self.model.words)
        arms = unit.weapon.name.lower() if unit.weapon is not None else ""
        canvas.write(
            f"{model.seat_name(unit.seat)}, {arms}{', ' + state if state else ''}",
            left + 46,
            top + 28,
            "label",
            13,
            INK2,
            room=wide - 56,
        )
        stats = stats_shown(unit, self.model.words)
        if stats:
            words = "  ".join(f"{k} {v}" for k, v in stats)
            canvas.write(words, left + 12, top + 54, "label_semi", 13, INK, middle=True, room=wide - 20)
        for i, (words, clause) in enumerate(lines):
            used = (
                canvas.chip(clause, left + wide - 8, top + 73 + 18 * i, self.open_clause, right=True, tag="hover")
                if clause
                else 0
            )
            canvas.write(words, left + 12, top + 73 + 18 * i, "body", 12.5, INK2, middle=True, room=wide - 24 - used)


def _wide(canvas: Canvas, lines: list[tuple[str, str]]) -> float:
    """A card's width, more where a reason with its clause needs it."""
    chips = [canvas.width(clause, "label_semi", 11.5) + 10 if clause else 0.0 for _, clause in lines]
    needs = [canvas.width(words, "body", 12.5) + chip + 30 for (words, _), chip in zip(lines, chips, strict=True)]
    return min(460.0, max(300.0, *needs)) if needs else 300.0


def _told(why: list[Option] | Refusal | None) -> tuple[str, str] | None:
    """What a unit may do in the window that is open or why not, with the clause."""
    if isinstance(why, Refusal):
        return why.reason, why.clause
    if not why:
        return None
    kinds = sorted({o.action.replace("_", " ") for o in why})
    return f"may: {', '.join(kinds)}", why[0].clauses[0] if why[0].clauses else ""
