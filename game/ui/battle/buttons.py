"""The buttons of the right column: paces, confirming the chosen option, passes, and giving markers."""

from __future__ import annotations

from functools import partial

from game.board.terrain import CALLED
from game.engine.names import Pace
from game.engine.options import CONFIRM, PASS, REACT, Option
from game.engine.standing import Lasting
from game.engine.wording import as_words, number_of, of_unit, written_ids
from game.session.intent import Intent
from game.ui import kit
from game.ui.battle import foresight, option_cards
from game.ui.battle.beforehand import KEY
from game.ui.battle.choices import is_aimed
from game.ui.battle.game import Game
from game.ui.battle.model import Model
from game.ui.battle.parts import Flow, key_card
from game.ui.battle.picking import Picking
from game.ui.battle.sums import sum_line, words_of
from game.ui.canvas import Action
from game.ui.palette import INK2

PACE_KEYS = "QWER"


class Buttons:
    """The buttons for the question on the screen and the option chosen for it."""

    def __init__(self, model: Model, game: Game, picking: Picking) -> None:
        self.model, self.game, self.picking = model, game, picking

    def paces(self) -> kit.Widget:
        """A button for each pace of the selected unit, with the number of cells it reaches; none for a single pace."""
        paces = self.model.paces()
        if len(paces) < 2 or not self.model.mine:
            return kit.Space()
        counts: dict[Pace, int] = {}
        for option in self.model.moves():
            pace = option.how
            counts[pace] = counts.get(pace, 0) + 1
        singular, plural = CALLED[self.model.session.setup.board.grid]

        def card(place: int, pace: Pace) -> kit.Widget:
            count = number_of(counts[pace], singular, plural)
            text = kit.Column(
                kit.Label(as_words(pace).capitalize(), "label_semi", 14),
                kit.Label(count, "label", 12.5, INK2),
                gap=-1,
                grow=1,
            )
            key, pick = PACE_KEYS[place : place + 1], partial(self.model.fix_pace, pace)
            button = key_card(f"pace:{pace}", key, text, pick, chosen=self.model.pace == pace, h=40)
            button.grow = 1
            return button

        return kit.Row(*(card(place, pace) for place, pace in enumerate(paces)), gap=6)

    def confirm(self) -> kit.Widget:
        """The sum of the chosen option, the button that carries it out, the pass, and the lasting passes."""
        model, option, passing = self.model, self.model.option(), self.model.choices.passing
        if not model.mine or model.decision is None or (option is None and passing is None):
            return kit.Space()
        parts: list[kit.Widget] = []
        if option is None and self.game.live and (where := self.picking.on_map()):
            parts.append(kit.Text(f"Click {where}.", "italic", 12.5, INK2))
        total = model.forecast(option) if option is not None else None
        told = self.picking.rows.carded or foresight.known(model) is not None  # beside the dice, as the first throw
        if total is not None and not told and (total.dice or not option_cards.wanted(model)):
            parts.append(sum_line(total))
        row: list[kit.Widget] = []
        if option is not None:
            do_it = self.picking.do_it
            row.append(kit.Button("do", "Enter", self.words(option), do_it, primary=True, grow=2))
        if passing is not None and (option is None or passing.id != option.id):
            submit = partial(self.game.submit, passing.id)
            row.append(kit.Button("pass", "N", words_of(passing), submit, grow=1))
        parts.append(kit.Row(*row, gap=6))
        if model.decision.kind == REACT and not model.session.sight.shared:
            parts.append(self._lasting_passes())
        return kit.Column(*parts, gap=6)

    def words(self, option: Option) -> str:
        """The words on the button that carries out an option: pace, goal and target of a move, else its own words."""
        worded = option.action in self.model.words.worded and bool(option.text)
        if option.to < 0 or option.point >= 0 or worded or is_aimed(option):
            words = words_of(option) + (f" {self._length(self.model.holding)}" if self.model.holding else "")
            return of_unit(option.unit, words) if self.picking.rows.carded else words
        count = len(self.picking.together())
        units = f" {count} units" if count > 1 else ""
        pace, place = option.how, self.model.session.setup.board.label(option.to)
        targets = written_ids(self.model.involved(option).to)
        move = f"{as_words(pace).capitalize()}{units} to {place}"
        return f"{move}: attack {targets}" if targets else move

    def _lasting_passes(self) -> kit.Widget:
        """The lasting passes: for this action, for this turn, until an enemy is near, or under conditions."""

        def button(place: int, until: str) -> kit.Widget:
            words = kit.Label(self._length(until), "label_semi", 13)
            key = "" if place else "A"
            line = kit.Row(kit.KeyCap(key, size=16), words, gap=5) if key else words
            action = partial(self.game.choose, Intent(PASS.id, until=until))
            look: kit.Look = "chosen" if until == self.model.holding else "card"
            return kit.Card(line, name=f"until:{until}", action=action, key=key, look=look, pad=(7, 1), radius=4, h=22)

        passes = self.game.lasting_passes
        if not passes:
            return kit.Space()
        buttons = [button(place, until) for place, until in enumerate(passes)]
        if self.game.live:
            when = kit.Row(kit.KeyCap(KEY, size=16), kit.Label("ask me when …", "label_semi", 13), gap=5)
            say = self.game.say_when
            buttons.append(kit.Card(when, name="standing", action=say, key=KEY, pad=(7, 1), radius=4, h=22))
        return Flow(kit.Label("Pass", "label", 13, INK2), *buttons, gap=6)

    def _length(self, until: str) -> str:
        """How long a pass lasts, in words; a distance is in the rulebook's unit of length."""
        brief = until in (Lasting.ACTION, Lasting.TURN)
        return f"for this {until}" if brief else f"until {until}{self.model.words.lengths.many}"

    def assigning(self) -> kit.Widget:
        """The buttons while markers are given: the next unit and the same marker for the rest, or the end.

        The end hands the screen over if markers are secret.
        """
        last_markers = self.model.laid_before()
        as_before = self._giving("as before", "R", "As last turn", self.game.give_as_before)
        if any(o.action == CONFIRM.action for o in self.model.options()):
            end = partial(self.game.choose, CONFIRM.id)
            verb = "Hand over" if self.model.session.sight.secrets else "Go on"
            done = kit.Button("confirm", "Enter", f"{verb}: all markers are given", end, primary=True, grow=3)
            clicks = kit.Text("A click on a unit changes its marker.", "italic", 12.5, INK2)
            if not self.game.live:
                return kit.Row(done)
            return kit.Column(kit.Row(done, *([as_before] if last_markers else []), gap=6), clicks, gap=3)
        following = kit.Button("next", "Tab", "Next unit", partial(self.picking.next_unit, 1), grow=1)
        if not self.game.live:
            return kit.Row(following)
        give = self.game.give_rest
        rest = (
            self._giving(f"rest:{card.marker}", card.rest_key, card.rest_words, partial(give, card.marker))
            for card in self.model.words.orders
        )
        row = kit.Row(following, *rest, gap=6)
        follows = "handed over" if self.model.session.sight.secrets else "the turn goes on"
        shift = kit.Text(f"With Shift the rest is given and {follows}.", "italic", 12.5, INK2)
        return kit.Column(row, *([as_before] if last_markers else []), shift, gap=4)

    def _giving(self, name: str, key: str, words: str, give: Action) -> kit.Button:
        """A button that gives markers to all remaining units; with Shift it also ends the giving."""

        def and_hand_over() -> None:
            give()
            self.game.hand_markers_over()

        button = kit.Button(name, key, words, give, grow=1)
        button.shifted = and_hand_over
        return button
