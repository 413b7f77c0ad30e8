"""The buttons of the right column: paces, what does the chosen thing, passes that hold, giving markers."""

from __future__ import annotations

from functools import partial

from game.ui.battle import option_cards, options
from game.ui.battle.choices import is_aimed
from game.ui.battle.game import Game
from game.ui.battle.model import Model
from game.ui.battle.picking import Picking
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2, LINE2, SUNK

KEY = 44.0  # what a button's key and its edges take beside the words


class Buttons:
    """What can be done with what is chosen, as buttons."""

    def __init__(self, model: Model, game: Game, picking: Picking) -> None:
        self.model, self.game, self.picking = model, game, picking

    def pace_row(self, canvas: Canvas, x: float, y: float, w: float) -> float:
        """For moves: which paces there are, how far each goes; the cell is picked on the map."""
        paces = self.model.paces()
        if not paces or not self.model.mine:
            return y
        counts: dict[str, int] = {}
        for option in self.model.moves():
            pace = option.pace or option.action
            counts[pace] = counts.get(pace, 0) + 1
        wide = (w - 6 * (len(paces) - 1)) / len(paces)
        for i, pace in enumerate(paces):
            left = x + i * (wide + 6)
            rect = canvas.rect(left, y, wide, 40)
            name = f"pace:{pace}"
            hover = canvas.zone(name, rect, partial(self.model.fix_pace, pace), key="QWER"[i] if i < 4 else "")
            chosen = self.model.pace == pace
            canvas.box(
                left,
                y,
                wide,
                40,
                (248, 230, 188) if chosen else (242, 234, 216) if hover else (255, 253, 247),
                LINE2,
                5,
            )
            canvas.ring(name, rect, 5)
            canvas.key_cap("QWER"[i], left + 6, y + 20, size=18)
            canvas.write(
                pace.replace("_", " ").capitalize(), left + 30, y + 12, "label_semi", 14, middle=True, room=wide - 34
            )
            one, many = ("hex", "hexes") if self.model.session.setup.board.grid == "hex" else ("cell", "cells")
            canvas.write(
                f"{counts[pace]} {many if counts[pace] > 1 else one}",
                left + 30,
                y + 28,
                "label",
                12.5,
                INK2,
                middle=True,
            )
        return y + 46

    def confirm(self, canvas: Canvas, x: float, y: float, w: float) -> float:
        """The sum of what is chosen, and the button that does it."""
        model = self.model
        option = model.option()
        if not model.mine or model.decision is None:
            return y
        passing = model.choices.passing
        if option is None:
            if passing is None:
                return y
            canvas.button("pass", x, y, w, 33, "N", options.words_of(passing), lambda: self.game.choose(passing.id))
            return y + 40
        total = model.forecast(option)
        if total is not None and (total.dice or not option_cards.wanted(model)):
            options.sum_line(canvas, total, x, y, w)
            y += 34
        words = options.words_of(option)
        if option.to >= 0 and option.point < 0 and option.action not in model.words.worded and not is_aimed(option):
            pace = option.pace or option.action
            names = self.picking.together()
            what = f" {len(names)} units" if len(names) > 1 else ""
            words = f"{pace.replace('_', ' ').capitalize()}{what} to {self.model.session.setup.board.label(option.to)}"
        wide = w
        if passing is not None and passing.id != option.id:
            needed = canvas.width(options.words_of(passing), "label_semi", 15) + KEY
            wide = max(w * 0.45, min(w * 0.62, w - 6 - needed))
        if canvas.width(words, "label_semi", 14) > wide - 70:
            words = words.partition(": ")[0]
        canvas.button("do", x, y, wide, 33, "Enter", words, self.picking.do_it, primary=True)
        if passing is not None and passing.id != option.id:
            canvas.button(
                "pass",
                x + wide + 6,
                y,
                w - wide - 6,
                33,
                "N",
                options.words_of(passing),
                lambda: self.game.choose(passing.id),
            )
        return self._pass_row(canvas, x, y + 38, w) if _asked_to_react(model) else y + 40

    def _pass_row(self, canvas: Canvas, x: float, y: float, w: float) -> float:
        """A pass that holds: for this action, for this turn, or as the rulebook's standing answers have it."""
        words = self.model.session.match.rules.pass_until
        used = canvas.write("Pass for", x + 2, y + 11, "label", 13, INK2, middle=True)
        at = x + used + 10
        for i, until in enumerate(words):
            label = until if until in ("action", "turn") else f"{until}{self.model.words.lengths[1]}"
            wide = canvas.width(label, "label_semi", 13) + 14 + (22 if i == 0 else 0)
            if at + wide > x + w:
                break
            rect = canvas.rect(at, y, wide, 22)
            name = f"until:{until}"
            hover = canvas.zone(name, rect, partial(self.game.choose, "pass", until=until), key="A" if i == 0 else "")
            canvas.box(at, y, wide, 22, SUNK if hover else CARD, LINE2, 4)
            canvas.ring(name, rect, 4)
            left = at + 7 + (canvas.key_cap("A", at + 3, y + 11, size=16) if i == 0 else 0)
            canvas.write(label, left, y + 11, "label_semi", 13, INK, middle=True)
            at += wide + 5
        return y + 28

    def assigning(self, canvas: Canvas, x: float, y: float, w: float) -> float:
        """Giving markers: the next unit, the same for the rest, or hand over. Returns where it ends."""
        third = (w - 12) / 3
        ready = any(o.action == "confirm" for o in self.model.options())
        if ready:
            canvas.button(
                "confirm",
                x,
                y,
                w,
                33,
                "Enter",
                "Hand over: all markers are given",
                lambda: self.game.choose("confirm"),
                primary=True,
            )
        else:
            canvas.button("next", x, y, third, 33, "Tab", "Next unit", lambda: self.picking.next_unit(1))
            for place, card in enumerate(self.model.words.orders, 1):
                give = partial(self.game.give_rest, card.marker)
                canvas.button(
                    f"rest:{card.marker}", x + place * (third + 6), y, third, 33, card.rest_key, card.rest_words, give
                )
        return y + 40


def _asked_to_react(model: Model) -> bool:
    """Whether a reaction window is open for the one who looks."""
    return model.decision is not None and model.decision.kind == "react" and model.mine
