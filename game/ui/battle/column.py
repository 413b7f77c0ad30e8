"""The right column: the prompt, what may be answered, the ladder or the plan, the seats and the card of a unit."""

from __future__ import annotations

from game.ui.battle import answers, option_cards, options, panels, plan_panel, seats
from game.ui.battle.buttons import Buttons
from game.ui.battle.formations import FormationList
from game.ui.battle.game import Game
from game.ui.battle.ladder import draw_ladder
from game.ui.battle.model import Model
from game.ui.battle.picking import Picking
from game.ui.battle.plan_panel import PlanList
from game.ui.battle.planning import Planning
from game.ui.battle.pointer import Pointer
from game.ui.battle.unit_card import unit_card
from game.ui.canvas import Canvas, Zone
from game.ui.kit import Open
from game.ui.palette import INK2, INK3, PANEL

WIDE = 376.0


class RightColumn:
    """The panels beside the map. They remember how far they are scrolled until a choice is made."""

    def __init__(
        self, model: Model, game: Game, pointer: Pointer, picking: Picking, planning: Planning, open_clause: Open
    ) -> None:
        self.model, self.pointer, self.picking, self.open_clause = model, pointer, picking, open_clause
        self.rows = picking.rows
        self.buttons = Buttons(model, game, picking)
        self.plan_rows = PlanList(model, picking, planning, open_clause)
        self.formations = FormationList()
        self.ladder_first = 0

    def news(self) -> None:
        """A choice was made: rows and ladder from their beginning."""
        self.rows.first = self.ladder_first = 0

    def scrolled(self) -> tuple[int, ...]:
        """How far each of the panels is scrolled."""
        return self.rows.first, self.plan_rows.first, self.formations.first, self.ladder_first

    def scroll_ladder(self, by: int) -> None:
        """Wheel over the ladder."""
        self.ladder_first = max(0, min(len(self.model.reactions()) - 1, self.ladder_first - by))

    def draw(self, canvas: Canvas, x: float, y: float, high: float) -> None:
        """All of it at (x, y), in a window `high` logical pixels high."""
        model = self.model
        at = y + panels.prompt(canvas, model, x, y, WIDE, self.open_clause) + 8
        inner, room = x + 8, WIDE - 16
        card = high - 72
        asked = model.decision
        if asked is not None and asked.kind == model.words.order_kind and model.mine:
            at += panels.assign_cards(canvas, model, inner, at, room, self.picking.give, self.open_clause)
            at = self.buttons.assigning(canvas, inner, at, room)
            panels.roster(canvas, model, inner, at + 4, room, card - at - 8, self.picking.select)
        elif model.drafting:
            self._draft(canvas, inner, at, room, card)
        else:
            queue = model.view.queue
            for_ladder = 0.0
            if queue is not None:
                for_ladder = min(330.0, 92.0 + 40 * max(1, len(queue.reactions)))
            most = max(3, int((card - at - for_ladder - 90) // options.ROW))
            at = self.buttons.pace_row(canvas, inner, at, room)
            if option_cards.wanted(model):
                at += option_cards.draw(canvas, model, inner, at, room, card - at, self.picking.pick, self.open_clause)
            else:
                at += self.rows.draw(canvas, inner, at, room, most, self.picking.pick, self.open_clause)
            at = self.buttons.confirm(canvas, inner, at + 6, room)
            results = option_cards.results_height(model)
            others = answers.height(canvas, model, room) + seats.height(model, 0, card) if model.at_once() else 0.0
            if results and card - at > results + others:
                at += option_cards.draw_results(canvas, model, inner, at, room, self.open_clause)
            if queue is not None:
                self._queue(canvas, inner, at, room, card)
            else:
                self._standing(canvas, inner, at + 8, room, card)
        shown = model.units.get(self.pointer.unit) or model.units.get(model.subject())
        if shown is not None:
            canvas.box(x + 1, card, WIDE, 72, PANEL, None, 0)
            unit_card(canvas, model, shown, x, card, WIDE)

    def _queue(self, canvas: Canvas, x: float, y: float, w: float, foot: float) -> None:
        """The ladder; or who may answer, where answers never wait. Below it the seats, if there are many."""
        model = self.model
        if seats.wanted(model):
            needs = answers.height(canvas, model, w) if model.at_once() else 92.0 + 40 * len(model.reactions())
            high = seats.height(model, foot - y - needs, (foot - y) * 0.55)
            foot -= high
            seats.draw(canvas, model, x, foot, w, high)
        rect = canvas.rect(x, y, w, max(1.0, foot - y))
        canvas.zones.append(Zone("ladder", rect, None, "", focusable=False, wheel=self.scroll_ladder))
        draw = answers.draw if model.at_once() else draw_ladder
        draw(canvas, model, x, y + 4, w, foot - y - 8, self.ladder_first, self.open_clause)

    def _draft(self, canvas: Canvas, x: float, y: float, w: float, foot: float) -> None:
        """The plan, what the selected stand may do or why nothing, and the formations in what is left."""
        model = self.model
        rows = model.listed()
        no = model.refusal_of(model.selected)
        few = len(rows) <= plan_panel.MOST_WAYS
        high = plan_panel.ways_height(canvas, rows, w) if few else options.ROW * plan_panel.MOST_WAYS
        at = self.plan_rows.draw(canvas, x, y, w, foot - high - (options.ROW if no else 0) - 6)
        if rows and few:
            plan_panel.draw_ways(canvas, model, rows, x, at + 2, w, self.picking.pick, self.open_clause)
            at += 4 + high
        elif rows:
            at += 4 + self.rows.draw(canvas, x, at + 2, w, plan_panel.MOST_WAYS, self.picking.pick, self.open_clause)
        if no is not None:
            middle = at + options.ROW / 2
            chip = canvas.chip(no.clause, x + w - 8, middle, self.open_clause, right=True, tag="may not")
            words = no.reason if not no.unit else f"{no.unit.upper()}: {no.reason}"
            canvas.write(words, x + 8, middle, "italic", 12.5, INK3, middle=True, room=w - chip - 24)
            at += options.ROW
        if model.groups:
            self._own_units(canvas, x, at, w, foot)

    def _standing(self, canvas: Canvas, x: float, y: float, w: float, foot: float) -> None:
        """Between actions: points and what is left on all sides, and the units of the one who looks."""
        if seats.wanted(self.model):
            at = y + seats.draw(canvas, self.model, x, y, w, foot - y)
            self._own_units(canvas, x, at, w, foot)
            return
        canvas.section("Standing", x, y + 6, w)
        at = y + 26
        for seat, points in self.model.view.score.items():
            left = sum(1 for u in self.model.units.values() if u.seat == seat and not u.out)
            canvas.seat_mark(self.model.colours(seat), x + 7, at, 10)
            canvas.write(self.model.seat_name(seat), x + 22, at, "label_semi", 14.5, middle=True)
            canvas.write(
                f"{left} standing, {points} point{'' if points == 1 else 's'}",
                x + w - 6,
                at,
                "label",
                14,
                INK2,
                align="right",
                middle=True,
            )
            at += 22
        self._own_units(canvas, x, at, w, foot)

    def _own_units(self, canvas: Canvas, x: float, y: float, w: float, foot: float) -> None:
        """The formations where there are any, else the units of the one who looks."""
        if self.model.groups and foot - y > 60:
            self.formations.draw(canvas, self.model, x, y + 6, w, foot - y - 10, self.picking.select)
        elif not self.model.groups and foot - y > 90:
            panels.roster(canvas, self.model, x, y + 6, w, foot - y - 10, self.picking.select, assigning=False)
