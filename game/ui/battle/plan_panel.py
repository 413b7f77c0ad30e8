"""The right column while a plan is drawn up: its rows with clauses, why it is refused, and its buttons."""

from __future__ import annotations

from functools import partial

from game.engine.decisions import Refusal
from game.engine.options import CONFIRM, Option
from game.engine.view import PlanRow, plan_words
from game.engine.wording import capitalised
from game.ui import kit
from game.ui.battle import sums
from game.ui.battle.model import Model
from game.ui.battle.parts import Picks, answer_card, keyed, refusal, token_of
from game.ui.battle.picking import Picking
from game.ui.battle.planning import Planning
from game.ui.palette import INK2, INK3, LINE
from game.ui.scroll import Position, Scroll

ROW = 23.0
MOST_WAYS = 8
"""The most options of a stand that are listed with their whole sentences."""
MANY = 2
"""The least number of units without a place in the plan that get a button for all of them."""


class PlanList:
    """The list of the plan's rows. It remembers how far it is scrolled."""

    def __init__(self, model: Model, picking: Picking, planning: Planning, open_clause: kit.Open) -> None:
        self.model, self.picking, self.planning, self.open_clause = model, picking, planning, open_clause
        self.position = Position()

    def scroll(self, by: int) -> None:
        """Scroll by wheel steps."""
        self.position.by(-by * ROW)

    def widget(self) -> kit.Widget:
        """The heading, the rows, why the plan is refused, what follows from it, and its buttons."""
        model = self.model
        rows = list(model.plan)
        watch = next((place for place, row in enumerate(rows) if row.unit == model.selected), -1)
        listed: kit.Widget = Scroll(
            kit.Column(*(self._row(row) for row in rows), gap=2), self.position, "plan", watch=watch, step=ROW, grow=0
        )
        if not rows:
            listed = self._how_to_plan() if self.planning.game.live else kit.Space()
        count = f"{len(rows)} planned" if rows else "nobody yet"
        head = kit.Section("Set-up") if model.deploying else kit.Section("Plan", count)
        return kit.Column(head, listed, self._refusal(), self._remarks(), self._buttons(), gap=5)

    def _how_to_plan(self) -> kit.Widget:
        """What to click, in place of the rows of an empty plan."""
        model = self.model
        if model.formation:
            words = (
                f"Click a cell for all of {model.group_name(model.formation)}, or one of its stands to move that alone."
            )
        else:
            there = " there" if model.deploying else ""
            more = " F or a double click moves the formation." if model.whole_formations else ""
            words = f"Click a unit, then a cell; or drag it{there}.{more}"
        return kit.Card(kit.Text(words, "italic", 12.5, INK3), look="bare", pad=(4, 2))

    def _row(self, row: PlanRow) -> kit.Widget:
        """A row of the plan: a stand, what it is to do, the clause, and a cross that takes it out of the plan."""
        model, name = self.model, row.unit
        drop = [self._cross(name)] if model.choices.unplan.get(name) is not None else []
        line = kit.Row(
            token_of(model, model.units[name], 19),
            kit.Text(words_of(model, row), "label_semi", 14, lines=3, grow=1),
            kit.Chip(row.clause, self.open_clause, f"plan{name}"),
            *drop,
        )
        chosen, select = name == model.selected, partial(self.picking.select, name)
        return kit.Card(
            line,
            name=f"plan:{name}",
            action=select,
            look="chosen" if chosen else "card",
            edge=None if chosen else LINE,
            pad=(8, 1),
            h=ROW,
        )

    def _cross(self, unit: str) -> kit.Widget:
        """The button that takes a stand out of the plan."""
        sign = kit.Label("×", "label_bold", 14, INK2, w=16, align="centre")
        take_out = partial(self.planning.take_out, unit)
        return kit.Card(sign, name=f"unplan:{unit}", action=take_out, edge=LINE, pad=(1, 0), radius=4, h=18)

    def _refusal(self) -> kit.Widget:
        """Why the plan cannot be confirmed; empty if it can."""
        plan_refusal = self.model.plan_refusal()
        if plan_refusal is None:
            return kit.Space()
        words = kit.Text(f"{capitalised(plan_refusal.said)}.", "italic", 13, INK2, grow=1)
        chip = kit.Chip(plan_refusal.clause, self.open_clause, "plan")
        return kit.Card(kit.Row(words, chip, top=True), look="bare", edge=INK3, pad=(8, 4))

    def _remarks(self) -> kit.Widget:
        """What follows from the plan, with the option pointed at in it, line by line with clauses."""
        preview = self.planning.plan.preview()
        remarks = preview.remarks if preview is not None else self.model.remarks()
        lines = (
            kit.Row(
                kit.Text(remark.words, "body", 13, INK2, grow=1),
                kit.Chip(remark.clause, self.open_clause, f"follows{i}"),
            )
            for i, remark in enumerate(remarks)
        )
        return kit.Card(kit.Column(*lines, gap=1), look="bare", edge=LINE, pad=(8, 4)) if remarks else kit.Space()

    def _buttons(self) -> kit.Widget:
        """Confirm, Start again, and the moves for all remaining units, as far as they are on offer."""
        model, confirm, reset = self.model, self.model.choices.confirm, self.model.choices.reset
        row: list[kit.Widget] = []
        if confirm is not None:
            words = confirm.text if confirm.text not in ("", CONFIRM.text) else confirm_words(len(model.plan))
            key, action = "Enter" if model.chosen in ("", confirm.id) else "", self.planning.confirm
            row.append(kit.Button("confirm", key, words, action, primary=bool(key), h=36, grow=2))
        if reset is not None:
            words = sums.words_of(reset)
            row.append(kit.Button("reset", "R", words, self.planning.start_again, h=36, grow=1))
        return kit.Column(kit.Row(*row, gap=6), self._rest(), gap=5)

    def _rest(self) -> kit.Widget:
        """The button that plans the best move of every unit that has no place yet and only a few moves."""
        rest = self.model.rest() if self.planning.game.live else []
        if len(rest) < MANY:
            return kit.Space()
        units = f"the other {len(rest)}" if self.model.plan else f"all {len(rest)} that can"
        return kit.Button("rest", "F", f"Best move for {units}", self.planning.select_whole, h=30)


def ways(model: Model, rows: list[Option], picks: Picks, open_clause: kit.Open) -> kit.Widget:
    """The few options of a stand, each with a key, its whole sentence and its clause. A click plans one at once.

    Options in the same words also name their cells.
    """
    sentences = [sums.words_of(option) for option in rows]

    def way(key: str, option: Option) -> kit.Widget:
        words = sums.words_of(option)
        if sentences.count(words) > 1 and option.to >= 0:
            words = f"{words}, at {model.session.setup.board.label(option.to)}"
        text = kit.Text(words, "label", 13.5, lines=3, grow=1)
        chip = kit.Chip(option.clauses[0] if option.clauses else "", open_clause, f"way{option.id}")
        look: kit.Look = "chosen" if option.id == model.chosen else "card"
        line = keyed(key, kit.Row(text, chip, grow=1))
        return answer_card(option, line, picks, key=key, look=look, pad=(6, 2), h=ROW)

    return kit.Column(*(way(str(place), option) for place, option in enumerate(rows, 1)), gap=2)


def may_not(no: Refusal | None, open_clause: kit.Open) -> kit.Widget:
    """Why the selected stand may not move; empty if it may."""
    if no is None:
        return kit.Space()
    return kit.Card(refusal(no.said, kit.Chip(no.clause, open_clause, "may not")), look="bare", pad=(8, 3))


# -- words ------------------------------------------------------------------------------------------------------------


def words_of(model: Model, row: PlanRow) -> str:
    """A row of the plan in words."""
    return plan_words(row, model.session.setup.board, model.units[row.unit].at)


def confirm_words(count: int) -> str:
    """The words of the Confirm button for a plan of `count` rows."""
    return "Confirm the plan" if count else "Confirm: nothing planned"
