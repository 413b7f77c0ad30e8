"""The units that may answer: a card for each, the best first, with its odds; then those that may not, with reasons.

The list is the same in a battle at every kind of table, in demonstrations and in replays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from game.engine.decisions import Refusal, by_reason
from game.engine.forecast import OUT, Forecast
from game.engine.names import Verb
from game.engine.options import Option, by_unit
from game.engine.wording import as_words, number_of, percent, written_ids
from game.ui import kit
from game.ui.battle.ladder import action_name
from game.ui.battle.model import Model
from game.ui.battle.numbered import Numbered
from game.ui.battle.parts import Fitting, OddsBar, Picks, answer_card, token_of
from game.ui.battle.sums import PERCENT, odds, sum_line, words_of
from game.ui.battle.viewed import remembered
from game.ui.canvas import Barring, Canvas
from game.ui.palette import INK2, INK3
from game.ui.scroll import Rows, Scroll

CARD, ROW = 44.0, 25.0
BAR = 70.0
PLACE, OTHER = 36.0, 48.0
"""Columns of the chance now, and of the better one after something else (`Forecast.instead`). In logical pixels."""
MOST = 8
"""How many answers of the chosen unit are listed at a time."""
TRIED = 24
"""Among how many of a unit's answers the best is looked for."""


class Reactor(NamedTuple):
    """A unit that may answer: its answers in their order, and the best of them."""

    unit: str
    options: tuple[Option, ...]
    best: Option


class Barred(NamedTuple):
    """Units that may not answer, for the same reason."""

    units: tuple[str, ...]
    no: Refusal


class Folded(NamedTuple):
    """Many answers of the chosen unit with the same action, in one row; choosing one of them unfolds it."""

    options: tuple[Option, ...]


Line = Reactor | Option | Barred | Folded | int
"""A line of the list: a unit's card, an answer of the chosen unit or many of them, units that may not answer, or a
number of answers that are not listed.
"""


def wanted(model: Model) -> bool:
    """Whether the question is which of several units acts, so that its answers are listed by unit."""
    decision = model.decision
    if (
        decision is None
        or not model.mine
        or model.drafting
        or decision.unit
        or decision.kind not in model.words.by_unit
    ):
        return False
    rows = model.choices.rows
    by_units = all(o.unit or o.action in model.words.passes for o in rows)
    return by_units and not model.choices.moves and not model.words.place_effects and any(o.unit for o in rows)


@remembered
def ranked(model: Model) -> list[Reactor]:
    """The units that may answer: first those with the likeliest effect, of equals the quicker one."""
    reactors = [
        Reactor(unit, tuple(options), max(options[:TRIED], key=partial(_worth, model)))
        for unit, options in by_unit(model.choices.rows).items()
        if unit
    ]
    stat = model.words.roster_stat
    return sorted(
        reactors,
        key=lambda reactor: (
            _order(model, reactor.best),
            -model.units[reactor.unit].stats.get(stat, 0),
            reactor.unit,
        ),
    )


def _order(model: Model, option: Option) -> tuple[float, float]:
    """A key that sorts answers by their best chance, now or instead, and then by that of now; the best is lowest."""
    total, worth = model.forecast(option), _worth(model, option)
    if total is None or total.instead is None or worth < 0:
        return -worth, -worth
    return -max(worth, float(total.instead.chance)), 0.0 if total.only else -worth


def _worth(model: Model, option: Option) -> float:
    """The chance of an answer to put a unit out of action; below 0 if it cannot, and lowest without odds."""
    total = model.forecast(option)
    if total is None:
        return -1.0
    return float(total.p_out) if total.effect == OUT or total.p_out else -0.5


@remembered
def barred(model: Model) -> list[Barred]:
    """The units that may not answer, and why; those with the same reason together."""
    decision, able = model.decision, {reactor.unit for reactor in ranked(model)}
    units = dict.fromkeys(no.unit for no in decision.refused) if decision is not None else ()
    refusals = (reason_of(model, name) for name in units if name in model.units and name not in able)
    return [Barred(tuple(no.unit for no in alike), alike[0]) for alike in by_reason(filter(None, refusals))]


def listed(model: Model) -> frozenset[str]:
    """The units in the list: those with a card, and those that may not answer."""
    units = [reactor.unit for reactor in ranked(model)]
    return frozenset([*units, *(name for bar in barred(model) for name in bar.units)])


def reason_of(model: Model, unit: str) -> Refusal | None:
    """Why a unit may not answer: the reason for all of the path, else that for the first step it cannot fire at."""
    decision = model.decision
    refusals = [no for no in decision.refused if no.unit == unit] if decision is not None else []
    return min(refusals, key=lambda no: no.point, default=None)


class Reactors:
    """The list of units. The digits are the keys of the cards, whose order stays the same while a person decides."""

    def __init__(self, model: Model, open_clause: kit.Open, position: Numbered) -> None:
        self.model, self.open_clause, self.position = model, open_clause, position

    def chosen(self) -> Reactor | None:
        """The unit whose answer is chosen."""
        chosen = self.model.chosen
        return next((reactor for reactor in ranked(self.model) if any(o.id == chosen for o in reactor.options)), None)

    def within(self, step: int) -> Option | None:
        """The next (1) or the previous (-1) answer of the chosen unit; None if none is chosen."""
        reactor = self.chosen()
        if reactor is None:
            return None
        ids = [option.id for option in reactor.options]
        return reactor.options[(ids.index(self.model.chosen) + step) % len(ids)]

    def lines(self) -> Iterator[Line]:
        """The lines from the top: cards, the answers of the chosen unit below its card, units that may not answer."""
        model, chosen = self.model, self.chosen()
        for reactor in ranked(model):
            yield reactor
            if reactor is chosen and len(reactor.options) > 1:
                yield from self._answers(reactor)
        yield from barred(model)

    def _answers(self, reactor: Reactor) -> Iterator[Line]:
        """A unit's answers and the steps it cannot fire at; of a long list the part round the chosen answer."""
        decision = self.model.decision
        refusals = (
            [no for no in decision.refused if no.unit == reactor.unit and no.point >= 0] if decision is not None else []
        )
        rows: list[Option | Barred | Folded]
        steps: list[Option | Barred] = [*reactor.options, *(Barred((no.unit,), no) for no in refusals)]
        if any(option.point >= 0 for option in reactor.options):
            rows = [*sorted(steps, key=_along_path)]
        else:
            rows = [*self._folded(reactor), *steps[len(reactor.options) :]]
        chosen = next(
            (place for place, row in enumerate(rows) if isinstance(row, Option) and row.id == self.model.chosen), 0
        )
        first = max(0, min(chosen - MOST // 2, len(rows) - MOST))
        yield from rows[first : first + MOST]
        if len(rows) > MOST:
            yield len(rows) - MOST

    def _folded(self, reactor: Reactor) -> Iterator[Option | Folded]:
        """A unit's answers. Of one action among several, more than are listed at a time are folded into one row."""
        by_action: dict[Verb, list[Option]] = {}
        for option in reactor.options:
            by_action.setdefault(option.action, []).append(option)
        for alike in by_action.values():
            if len(by_action) > 1 and len(alike) > MOST and all(one.id != self.model.chosen for one in alike):
                yield Folded(tuple(alike))
            else:
                yield from alike

    def widget(self, canvas: Canvas, w: float, picks: Picks, head: str, right: str = "") -> kit.Widget:
        """The list in a column `w` logical pixels wide, under a heading with words at its right end."""
        lines = list(self.lines())
        cards = ranked(self.model)
        keys = {reactor.unit: self.position.key(number) for number, reactor in enumerate(cards, 1)}
        make = partial(self._line, lines, keys, picks)
        heights = [
            ROW if isinstance(line, int) else make(place).measure(canvas, w - 8).h for place, line in enumerate(lines)
        ]
        watch = next(
            (i for i, line in enumerate(lines) if isinstance(line, Option) and line.id == self.model.chosen), -1
        )
        if watch < 0:
            chosen = self.chosen()
            watch = next((i for i, line in enumerate(lines) if line is chosen), -1)
        keyed = {i for i, line in enumerate(lines) if isinstance(line, Reactor) and keys[line.unit]}
        self.position.bring(sum(heights[: min(keyed, default=0)]))
        rows = Rows(heights, make, keyed=keyed)
        listed = Scroll(rows, self.position, "options", watch=watch, step=CARD, grow=0)
        return kit.Column(kit.Section(head, right), self._heads(), listed, self.position.pager(len(cards)), gap=3)

    def _heads(self) -> kit.Widget:
        """What the chances are chances of; where units could have another chance instead, the heads of two columns."""
        means = self._means()
        if not means or self._mixed():
            return kit.Space()
        heads = [kit.Label(" or ".join(means[:2]), "label", 12, INK2)]
        instead = next((total.instead.words for total in self._totals() if total.instead is not None), "")
        if instead:
            heads += [
                kit.Label("now", "label", 12, INK2, w=PLACE, align="right"),
                kit.Label(instead, "label", 12, INK2, w=OTHER, align="right"),
            ]
        return kit.Row(kit.Space(grow=1), *heads, kit.Space(8), gap=6)

    def _totals(self) -> list[Forecast]:
        """The forecasts that the units' cards show: of the chosen answer, else of the best one."""
        forecasts = (self.model.forecast(self._shown(reactor)) for reactor in ranked(self.model))
        return [total for total in forecasts if total is not None]

    def _shown(self, reactor: Reactor) -> Option:
        """The answer that a unit's card shows: the chosen one, else its best."""
        return self.model.choices.by_id[self.model.chosen] if reactor is self.chosen() else reactor.best

    def _means(self) -> list[str]:
        """What the chances on the cards are chances of, each once."""
        two = self._two_chances()
        return list(
            dict.fromkeys(
                total.means for total in self._totals() if not total.sure and not (two and total.effect != OUT)
            )
        )

    def _mixed(self) -> bool:
        """Whether each card has to say what its chance is a chance of."""
        return len(self._means()) > 1 and not self._two_chances()

    def _two_chances(self) -> bool:
        """Whether any of the units could have another chance instead."""
        return any(total.instead is not None for total in self._totals())

    def _odds(self, total: Forecast | None) -> list[kit.Widget]:
        """Bar and chance; if there are two chances, both with the places where they are to be had."""
        if total is None:
            return []
        if total.sure:
            return [*odds(total)]
        board = self.model.session.setup.board
        two_chances = self._two_chances()
        chance = kit.Label(percent(total.chance), "label_bold", 15, w=PERCENT, align="right")
        bar = OddsBar(float(total.p_out), float(total.p_hit), 34 if two_chances else BAR)
        if self._mixed():
            means = kit.Label(total.means, "label", 12, INK2, w=BAR + 7 + PERCENT, align="right")
            return [kit.Column(kit.Row(bar, chance, gap=7), means, gap=-3)]
        if not two_chances:
            return [bar, chance]
        label, place_width = board.label(total.spot) if total.spot >= 0 else "", PLACE
        if total.effect != OUT:  # the heads of the columns do not say it
            label, place_width = total.effect, OTHER
            chance = kit.Label(percent(total.chance), "label_bold", 15, w=OTHER, align="right")
        if total.only and total.instead is not None:  # there is no chance now
            chance, label = kit.Label("–", "label", 15, INK3, w=PERCENT, align="right"), ""
        now = kit.Column(chance, kit.Label(label, "label", 12, INK2, w=place_width, align="right"), gap=-3)
        if total.instead is None:
            return [bar, now, kit.Space(OTHER)]
        place = board.label(total.instead.spot) if total.instead.spot >= 0 else ""
        instead = kit.Column(
            kit.Label(percent(total.instead.chance), "label_bold", 15, INK2, w=OTHER, align="right"),
            kit.Label(place, "label", 12, INK2, w=OTHER, align="right"),
            gap=-3,
        )
        return [bar, now, instead]

    def _line(self, lines: Sequence[Line], keys: dict[str, str], picks: Picks, place: int) -> kit.Widget:
        """The widget of the line at a place of the list."""
        line, chosen = lines[place], self.chosen()
        if isinstance(line, Barred):
            return self._barred_row(line)
        if isinstance(line, Reactor):
            return self._card(line, keys.get(line.unit, ""), picks)
        if isinstance(line, Option):
            return self._answer(chosen, line, picks) if chosen is not None else kit.Space()
        return self._more(line) if isinstance(line, int) else self._fold(line, picks)

    def _card(self, reactor: Reactor, key: str, picks: Picks) -> kit.Widget:
        """The card of a unit: token, name, answer, range, cover and odds; of the chosen unit also the whole sum."""
        model, unit = self.model, self.model.units[reactor.unit]
        chosen = reactor is self.chosen()
        option = self._shown(reactor)
        total = model.forecast(option)
        text = kit.Column(
            kit.Label(f"{unit.id.upper()} {unit.name}", "label_bold", 14),
            kit.Text(self._second_line(reactor, option, total), "body", 12, INK2, lines=3),
            gap=0,
            grow=1,
        )
        cap = kit.KeyCap(key, size=18) if key else kit.Space(18)
        line: kit.Widget = kit.Row(cap, token_of(model, unit, 24), text, *self._odds(total), gap=7)
        if chosen and total is not None:
            line = kit.Column(line, sum_line(total), gap=0)
        card = answer_card(
            reactor.best,
            line,
            picks,
            key=key,
            taken=option,
            side=model.colours(unit.seat).fill,
            look="chosen" if chosen else "card",
            pad=(6, 2),
            h=CARD - 4,
        )
        card.grow = 1
        return kit.Column(card, kit.Space(h=4), gap=0)

    def _answer_words(self, option: Option) -> str:
        """An answer in words, such as "shot at B2 at n16"."""
        board = self.model.session.setup.board
        words = action_name(self.model, option.action, option.target, option.targets)
        return f"{words} at {board.label(option.to)}" if option.point >= 0 and option.to >= 0 else words

    def _second_line(self, reactor: Reactor, option: Option, total: Forecast | None) -> str:
        """The second line of a card: the answer, its range and cover, and how many more answers the unit has."""
        more = len(reactor.options) - 1
        parts = [self._answer_words(option)]
        if total is not None:
            parts += [self.model.length(total.distance)] if total.distance else []
            parts.append(f"{total.cover} cover" if total.cover else "in the open")
            parts += [f"{percent(total.first.chance)} {total.first.words}"] if total.first else []
            parts += [total.only] if total.only and total.instead is None else []
        return ", ".join([*parts, *([f"or {number_of(more, 'other way')}"] if more else [])])

    def _answer(self, reactor: Reactor, option: Option, picks: Picks) -> kit.Widget:
        """The row of an answer of the chosen unit: a step of a path, a target or a weapon."""
        model, chosen = self.model, option.id == self.model.chosen
        total, best = model.forecast(option), model.forecast(reactor.best)
        number = kit.Label(str(option.point) if option.point >= 0 else "", "label_bold", 13, w=18, align="centre")
        note = ""
        if total is not None and option.point >= 0 and total.dice:
            note = f"{model.length(total.distance)}, needs {total.needs}"
        elif total is not None and not total.sure and (best is None or total.means != best.means):
            note = total.means
        words = kit.Text(self._answer_name(reactor, option), "label_semi" if chosen else "label", 14, lines=3, grow=1)
        text = Fitting(kit.Row(words, kit.Label(note, "label", 13, INK2), gap=6), words, grow=1)
        chances = odds(total) if total is not None else (kit.Space(PERCENT),)
        line = kit.Row(kit.Space(14), number, text, *chances, gap=6)
        look: kit.Look = "chosen" if chosen else "bare"
        card = answer_card(option, line, picks, look=look, pad=(6, 0), h=ROW - 2)
        return kit.Column(card, kit.Space(h=2), gap=0)

    def _answer_name(self, reactor: Reactor, option: Option) -> str:
        """The words of an answer in its row; of a step its cell, and action and weapon if they are not the first's."""
        if option.point < 0 or option.to < 0:
            return words_of(option)
        steps = [answer for answer in reactor.options if answer.point >= 0]
        parts = [self.model.session.setup.board.label(option.to)]
        if option.action != steps[0].action:
            parts.append(as_words(option.action))
        if option.weapon != steps[0].weapon and option.weapon:
            parts.append(as_words(option.weapon))
        return ", ".join(parts)

    def _fold(self, line: Folded, picks: Picks) -> kit.Widget:
        """The row of many answers with the same action, which unfolds."""
        first = line.options[0]
        words = kit.Text(f"{as_words(first.action).capitalize()} …", "label", 14, lines=1, grow=1)
        count = kit.Label(f"{len(line.options)} ways", "label", 13, INK2)
        unfold = partial(picks.pick, first.id)
        row = kit.Row(kit.Space(38), words, count, gap=6)
        return kit.Card(row, name=f"fold:{first.action}", action=unfold, look="bare", pad=(6, 1), h=ROW)

    def _more(self, count: int) -> kit.Widget:
        """The row that says how many answers are not listed, with the keys that lead to them."""
        words = kit.Text(f"and {count} more", "italic", 12.5, INK3)
        line = kit.Row(kit.Space(38), kit.KeyCap("Left", size=16), kit.KeyCap("Right", size=16), words, gap=6)
        return kit.Card(line, look="bare", pad=(6, 1), h=ROW)

    def _barred_row(self, line: Barred) -> kit.Widget:
        """The row of units that may not answer, or of a step that the chosen unit cannot fire at, with the reason."""
        model, refusal = self.model, line.no
        chip = kit.Chip(refusal.clause, self.open_clause, f"no{refusal.unit}{refusal.point}")
        if refusal.point >= 0 and any(one.unit == refusal.unit for one in ranked(model)):
            place = model.session.setup.board.label(refusal.cell) if refusal.cell >= 0 else ""
            number = kit.Label(str(refusal.point), "label", 13, INK3, w=18, align="centre")
            words = kit.Text(
                f"{place}: {refusal.reason}" if place else refusal.reason, "italic", 12.5, INK3, lines=2, grow=1
            )
            return kit.Card(kit.Row(kit.Space(14), number, words, chip, gap=6), look="bare", pad=(6, 1), h=ROW)
        tokens = (token_of(model, model.units[name], 18, state="planned") for name in line.units[:3])
        heading = written_ids(line.units)
        if len(line.units) == 1:
            heading = f"{heading} {model.units[refusal.unit].name}"
        row = kit.Row(
            kit.Row(*tokens, gap=1),
            kit.Text(heading, "label_semi", 13.5, INK3, lines=2),
            kit.Text(refusal.reason, "italic", 12.5, INK3, lines=3, grow=1),
            chip,
            gap=7,
        )
        select = partial(setattr, model, "selected", refusal.unit)
        card = kit.Card(row, name=f"no:{refusal.unit}", action=select, look="bare", pad=(8, 2), h=ROW)
        card.about = Barring(refusal.unit)
        return card


def _along_path(row: Option | Barred) -> tuple[bool, int, bool]:
    """A key that sorts rows by the points of the path, refusals after answers; rows without a point come last."""
    point = row.no.point if isinstance(row, Barred) else row.point
    return point < 0, point, isinstance(row, Barred)
