"""The right column: the prompt, the answers, the ladder or the plan, the seats and the card of a unit."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.viewers import PUBLIC
from game.ui import kit
from game.ui.battle import (
    answers,
    beforehand,
    calls,
    foresight,
    formations,
    hints,
    option_cards,
    panels,
    plan_panel,
    reactors,
    seats,
    stakes,
)
from game.ui.battle.buttons import Buttons
from game.ui.battle.game import Game
from game.ui.battle.ladder import HEIGHT, Ladder
from game.ui.battle.model import Model
from game.ui.battle.parts import padded
from game.ui.battle.picking import Picking
from game.ui.battle.plan_panel import PlanList
from game.ui.battle.planning import Planning
from game.ui.battle.pointer import Pointer
from game.ui.battle.unit_card import unit_card
from game.ui.canvas import Action, Canvas
from game.ui.scroll import Position

WIDTH = 376.0
INSIDE = WIDTH - 16.0
"""Logical pixels of the column, and of what is inside its padding."""


class Fit(NamedTuple):
    """How much room the column takes: whether less urgent panels are `low`, and how many objectives have a line."""

    low: bool
    stakes: int


ALL = 100
FITS = (Fit(False, ALL), Fit(False, 4), Fit(True, ALL), Fit(True, 4), Fit(True, 2))
"""The fits, in the order in which they are tried until the column has room."""
NARROWEST = Fit(True, 0)
"""The last resort, where even the last of `FITS` has no room although its lists scroll."""


class RightColumn:
    """The panels beside the map. They remember how far they are scrolled until a choice is made."""

    def __init__(
        self,
        model: Model,
        game: Game,
        pointer: Pointer,
        picking: Picking,
        planning: Planning,
        *,
        open_clause: kit.Open,
        peek: Action,
    ) -> None:
        self.model, self.pointer, self.picking, self.open_clause = model, pointer, picking, open_clause
        self.peek = peek
        self.rows = picking.rows
        self.buttons = Buttons(model, game, picking)
        self.plan_rows = PlanList(model, picking, planning, open_clause)
        self.ladder, self.roster, self.formations = Position(), Position(), Position()

    def news(self) -> None:
        """Scroll the panels to their beginnings, after a choice."""
        for position in (self.rows.position, self.plan_rows.position, self.ladder, self.roster):
            position.home()

    def scrolled(self) -> tuple[float, ...]:
        """How far each panel is scrolled, in logical pixels."""
        positions = (self.rows.position, self.plan_rows.position, self.ladder, self.roster, self.formations)
        return tuple(position.at for position in positions)

    def scroll_ladder(self, by: int) -> None:
        """Scroll the ladder by wheel steps."""
        self.ladder.by(-by * HEIGHT)

    def scroll_units(self, by: int) -> None:
        """Scroll the units or formations by wheel steps."""
        for position in (self.roster, self.formations):
            position.by(-by * HEIGHT)

    def draw(self, canvas: Canvas, x: float, y: float, height: float) -> None:
        """The column at (x, y) in a window `height` logical pixels high, in the first fit that has room."""
        model = self.model
        unit = model.units.get(self.pointer.unit) or model.units.get(model.subject())
        card = unit_card(model, unit) if unit is not None else kit.Space(h=72)
        prompt = panels.prompt(model, self.open_clause)
        room = height - y - prompt.measure(canvas, WIDTH).h - card.measure(canvas, WIDTH).h - 12
        objectives = len(model.stakes())
        body: kit.Widget = kit.Space()
        for fit in dict.fromkeys(Fit(low, min(limit, objectives)) for low, limit in FITS):
            body = self._hint_and_body(canvas, fit)
            if body.measure(canvas, INSIDE).h <= room:
                break
        else:
            if self._ordering or body.least(canvas, INSIDE) > room:  # the roster shows units without a marker
                body = self._hint_and_body(canvas, NARROWEST)
        column = kit.Column(prompt, kit.Space(h=8), padded(body), kit.Space(h=4), card, gap=0)
        column.draw(canvas, kit.Spot(x, y, WIDTH, height - y))

    @property
    def _ordering(self) -> bool:
        """Whether the viewer gives markers to units now."""
        decision = self.model.decision
        return decision is not None and decision.kind == self.model.words.order_kind and self.model.mine

    def _hint_and_body(self, canvas: Canvas, fit: Fit) -> kit.Widget:
        """The hint, if there is one, and the panels below it."""
        body = self._body(canvas, fit)
        if self.model.hint is None:
            return body
        body.grow = 1
        return kit.Column(hints.card(self.model, low=fit.low), body, gap=7)

    def _body(self, canvas: Canvas, fit: Fit) -> kit.Widget:
        """The panels between the prompt and the card of a unit."""
        model = self.model
        if self._ordering:
            cards = panels.assign_cards(model, self.picking.give, self.open_clause)
            return kit.Column(
                cards,
                self.buttons.assigning(),
                self._beforehand(),
                panels.roster(model, self.picking.touch, self.roster),
                stakes.panel(model, self.open_clause, fit.stakes),
                gap=7,
            )
        return self._draft(canvas, fit) if model.drafting else self._moment(canvas, fit)

    def _moment(self, canvas: Canvas, fit: Fit) -> kit.Widget:
        """The answers, and below them the ladder, or between actions the score and the units."""
        model = self.model
        call = calls.on(model)
        if call is not None:
            return kit.Column(
                calls.buttons(model, self.buttons.game, self.picking, call),
                self.rows.widget(canvas, INSIDE, self.picking),
                calls.peek_strip(self.peek),
                self._waiting(),
                gap=6,
            )
        if option_cards.wanted(model) and not self.rows.carded:
            rows = option_cards.cards(model, self.picking, self.open_clause, low=fit.low)
        else:
            above = option_cards.best(model)
            keys = self.rows.keys() if above else {}
            best = option_cards.best_cards(model, keys, self.picking, self.open_clause, low=fit.low)
            rest = self.rows.widget(canvas, INSIDE, self.picking, without=above)
            rows = kit.Column(best, rest, gap=5) if above else rest
        results = kit.Space() if fit.low else option_cards.results(model, self.open_clause)
        below: list[kit.Widget] = [self._standing(fit)]
        waiting = self._waiting(low=fit.low) if model.view.queue is not None else kit.Space()
        if waiting.measure(canvas, INSIDE).h:
            below = [waiting]
            if seats.wanted(model):
                below += [kit.Space(grow=1), seats.panel(model, low=fit.low)]
        public = model.session.sight.secrets and model.session.viewer == PUBLIC and self.buttons.game.live
        peek = calls.peek_strip(self.peek) if public else self._beforehand()
        foretold = option_cards.foretold(model, self.open_clause)
        return kit.Column(self.buttons.paces(), rows, self.buttons.confirm(), foretold, peek, results, *below, gap=6)

    def _beforehand(self) -> kit.Widget:
        """Where a seat says when it wants to be asked to react; nothing in a game that is only shown."""
        game = self.buttons.game
        return beforehand.strip(self.model, game.say_when) if game.live else kit.Space()

    def _waiting(self, *, low: bool = False) -> kit.Widget:
        """The ladder; where answers never wait, the units that may answer."""
        queue = self.model.view.queue
        if queue is None or self.model.at_once():
            above = reactors.listed(self.model) if self.rows.carded else ()
            return answers.panel(self.model, self.ladder, self.open_clause, above)
        low = low and foresight.known(self.model) is not None  # the cards of the whole take the room
        return Ladder(self.model, queue, self.ladder, self.open_clause, low=low)

    def _draft(self, canvas: Canvas, fit: Fit) -> kit.Widget:
        """The plan, what the selected stand may do or why it may not, and the formations in the room that is left."""
        model, rows = self.model, self.model.listed()
        ways: kit.Widget = kit.Space()
        if rows and len(rows) <= plan_panel.MOST_WAYS:
            ways = plan_panel.ways(model, rows, self.picking, self.open_clause)
        elif rows:
            ways = self.rows.widget(canvas, INSIDE, self.picking)
        refusal = plan_panel.may_not(model.refusal_of(model.selected), self.open_clause)
        units = kit.Space() if fit == NARROWEST else self._own_units(low=fit.low)
        return kit.Column(self.plan_rows.widget(), ways, refusal, units, gap=6)

    def _standing(self, fit: Fit) -> kit.Widget:
        """Between actions: every side's points and units left, the objectives, and the viewer's units."""
        score = seats.panel(self.model, low=fit.low) if seats.wanted(self.model) else seats.standing(self.model)
        objectives = stakes.panel(self.model, self.open_clause, fit.stakes)
        return kit.Column(score, objectives, kit.Space(h=2), self._own_units(low=fit.low), gap=5, grow=1)

    def _own_units(self, *, low: bool) -> kit.Widget:
        """The formations if there are any, else the viewer's units."""
        select = self.picking.select
        if self.model.groups:
            return formations.panel(self.model, select, self.formations, low=low)
        return panels.roster(self.model, select, self.roster, assigning=False, low=low, listed_above=self.rows.of_units)
