"""The card of the unit under the pointer, or the list of the units that share its hex."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from game.engine.decisions import Refusal
from game.engine.names import spoken
from game.engine.options import Option
from game.engine.view import UnitView
from game.engine.wording import as_words
from game.ui import kit
from game.ui.battle.conditions import marks_of, words_of_unit
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.parts import token_of
from game.ui.battle.unit_card import arms
from game.ui.canvas import Canvas
from game.ui.palette import INK2, INK3

ROW = 22.0
MOST = 10
"""How many units of a hex are listed by name."""
NARROW, WIDE = 300.0, 460.0
"""The least and the greatest width of a card, in logical pixels."""
EDGE = 8.0
"""Logical pixels between a card and the edge of the map that it docks at."""


class HoverCard:
    """The card of the unit under the pointer, at an edge of the map."""

    def __init__(self, model: Model, view: MapView, open_clause: kit.Open) -> None:
        self.model, self.view, self.open_clause = model, view, open_clause

    def draw(self, canvas: Canvas, name: str, in_hand: Sequence[int] = (), taken: Sequence[pygame.Rect] = ()) -> None:
        """Draw the card of a unit; if it shares its hex, the list of those units.

        It stands at an edge of the map and keeps off the unit, the cells `in_hand` and the real pixels `taken`.
        """
        unit = self.model.units[name]
        mates = self.model.sharing(name)
        inside = self._list(name, mates) if len(mates) > 1 else self.card_of(unit)
        card = kit.Card(inside, look="panel", pad=(12, 8), radius=6)
        width = min(WIDE, max(NARROW, card.measure(canvas).w))
        height = card.measure(canvas, width).h
        rect = self.dock(unit.at, canvas.px(width), canvas.px(height), canvas.px(EDGE), in_hand, taken=taken)
        card.draw(canvas, kit.Spot(rect.x / canvas.scale, rect.y / canvas.scale, width, height))

    def adds(self, name: str) -> bool:
        """Whether this card says more of a unit than the unit card of the column does."""
        return len(self.model.sharing(name)) > 1 or _prospects(self.model.why(name)) is not None

    def dock(
        self,
        cell: int,
        width: int,
        height: int,
        edge: int,
        in_hand: Sequence[int],
        *,
        taken: Sequence[pygame.Rect] = (),
    ) -> pygame.Rect:
        """The place of a card `width` by `height` real pixels: at an edge of the map, where it hides least.

        First it keeps off the unit's cell and those `in_hand`, then off `taken`, then off other units; it stands as
        near to its unit as it can.
        """
        view = self.view
        area = view.area.inflate(-2 * edge, -2 * edge)
        x, y = view.at(cell)
        columns = (area.left, area.right - width, max(area.left, min(round(x - width / 2), area.right - width)))
        rows = (area.top, area.bottom - height, max(area.top, min(round(y - height / 2), area.bottom - height)))
        spots = [
            pygame.Rect(columns[i], rows[j], width, height) for i in range(3) for j in range(3) if (i, j) != (2, 2)
        ]
        spots += [
            spot.move(0, rect.top - edge - spot.bottom) for spot in spots for rect in taken if rect.colliderect(spot)
        ]
        spots = [spot for spot in spots if area.contains(spot)] or spots
        important = list(map(view.rect_of, {cell, *in_hand}))
        units = [view.rect_of(unit.at) for unit in self.model.units.values() if not unit.out]

        def cost(spot: pygame.Rect) -> tuple[int, int, int, float]:
            first, second, third = (len(spot.collidelistall(rects)) for rects in (important, list(taken), units))
            return first, second, third, math.dist(spot.center, (x, y))

        return min(spots, key=cost)

    def _list(self, name: str, mates: list[str]) -> kit.Widget:
        """A row for each unit of the hex, that of `name` lit, and below them what it may do or why it may not."""
        listed = mates[:MOST]
        if name not in listed:
            listed[-1] = name
        more = f"and {len(mates) - MOST} more" if len(mates) > MOST else ""
        label = self.view.board.label(self.model.units[name].at)
        return kit.Column(
            kit.Section(f"{len(mates)} units at {label}"),
            *(self._mate(mate, lit=mate == name) for mate in listed),
            kit.Text(more, "italic", 12, INK3),
            self._may(name),
            gap=1,
        )

    def _mate(self, name: str, *, lit: bool) -> kit.Widget:
        unit = self.model.units[name]
        line = kit.Row(
            token_of(self.model, unit, 17),
            kit.Label(f"{name.upper()} {unit.name}", "label_semi", 14, grow=1),
            kit.Text(words_of_unit(self.model, unit), "label", 12.5, INK2),
        )
        return kit.Card(line, look="chosen" if lit else "bare", pad=(5, 1), radius=4, h=ROW)

    def _may(self, name: str) -> kit.Widget:
        """What a unit may do in the open reaction window or why it may not, with the clause."""
        prospects = _prospects(self.model.why(name))
        if prospects is None:
            return kit.Space()
        words, clause = prospects
        return kit.Row(kit.Text(words, "body", 12.5, INK2, grow=1), kit.Chip(clause, self.open_clause, "hover"))

    def card_of(self, unit: UnitView) -> kit.Widget:
        """Name, state, stats and sight line of a unit; in a reaction window also what it may do or why it may not."""
        model = self.model
        group = model.group_of(unit.id)
        parts = (spoken(unit.seat), model.group_name(group) if group else "", arms(model, unit))
        state = words_of_unit(model, unit)
        name = kit.Column(
            kit.Text(f"{unit.id.upper()} {unit.name}", "serif", 15),
            kit.Text(", ".join(filter(None, parts)), "label", 13, INK2),
            *([kit.Text(state, "label_semi", 13)] if state else []),
            gap=0,
            grow=1,
        )
        stats = "  ".join(f"{key} {value}" for key, value in model.words.card_stats(unit.stats))
        return kit.Column(
            kit.Row(token_of(model, unit, 28, marks=marks_of(model, unit)), name, gap=16),
            kit.Text(stats, "label_semi", 13),
            kit.Text(self._sight(unit), "body", 12.5, INK2),
            self._may(unit.id),
        )

    def _sight(self, unit: UnitView) -> str:
        """The distance from the selected unit, and whether that sees this one; "" where neither means anything."""
        model, selected = self.model, self.model.units.get(self.model.selected)
        if not model.sighted or selected is None or selected.id == unit.id or selected.out:
            return ""
        sight = self.view.board.sight(selected.at, unit.at)
        return f"From {selected.id.upper()}: {model.length(sight.distance)}, {self.view.board.sight_words(sight)}"


def _prospects(why: list[Option] | Refusal | None) -> tuple[str, str] | None:
    """What a unit may do or why it may not, in words, and the clause; None if there is nothing to say."""
    if isinstance(why, Refusal):
        return why.reason, why.clause
    if not why:
        return None
    kinds = sorted({as_words(o.action) for o in why})
    return f"may: {', '.join(kinds)}", why[0].clauses[0] if why[0].clauses else ""
