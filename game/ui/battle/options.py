"""The rows of options with their exact odds, and the table of steps where the options are points of a path."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

from game.engine.decisions import Decision, Refusal
from game.engine.forecast import Forecast
from game.engine.options import Option
from game.engine.wording import of_unit
from game.session.numbers import Numbers
from game.ui import kit
from game.ui.battle import reactors
from game.ui.battle.model import Model
from game.ui.battle.numbered import Numbered
from game.ui.battle.parts import Alike, Picks, answer_card, keyed, refusal
from game.ui.battle.reactors import Reactors
from game.ui.battle.sums import odds, words_of
from game.ui.battle.unit_row import unit_row
from game.ui.battle.viewed import remembered
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2, INK3, LINE2, PANEL, SAND, Colour
from game.ui.scroll import KEYED, Rows, Scroll

ROW = 25.0
SHORT = 60
"""The most rows that are measured, so that they may have several lines; in a longer list each row has one."""
LEAST_HEIGHT = KEYED * ROW
"""The height of as many rows as there are keys, in logical pixels: other panels give up room before these rows do."""
SOME = 2
"""The least rows in sight below the cards of the best answers."""
HEADED = 24
"""How many rows are looked at to find the heading."""
PLACE, RANGE, NEED = 68.0, 62.0, 54.0
"""Columns of the table of steps, in logical pixels."""


class OptionList:
    """The list of options: rows with a key, the words and the odds. It remembers how far it is scrolled.

    If it is `by_unit` and several units may answer, it has a card for each unit instead (`Reactors`).
    """

    by_unit = True

    def __init__(self, model: Model, open_clause: kit.Open) -> None:
        self.model, self.open_clause = model, open_clause
        self.position, self.numbers = Numbered(), Numbers()
        self.cards = Reactors(model, open_clause, self.position)

    def scroll(self, by: int) -> None:
        """Scroll by wheel steps."""
        self.position.by(-by * ROW)

    @property
    def carded(self) -> bool:
        """Whether the answers to the question are listed by unit."""
        return self.by_unit and reactors.wanted(self.model)

    @property
    def of_units(self) -> frozenset[str]:
        """The units that can be picked, if the question is only which unit; then their rows are those of a roster."""
        return _units_of(self.model)

    def order(self) -> list[Option]:
        """The options in the order of their rows or cards; of a card the chosen option, else the unit's best."""
        if self.carded:
            chosen = self.cards.chosen()
            return [
                self.model.choices.by_id[self.model.chosen] if reactor is chosen else reactor.best
                for reactor in reactors.ranked(self.model)
            ]
        rows = self.model.listed()
        return sorted(rows, key=lambda o: (o.point < 0, o.point)) if any(o.point >= 0 for o in rows) else rows

    def keys(self) -> Mapping[str, str]:
        """The keys of the rows in sight, by option id."""
        decision = self.model.decision
        numbers = self._numbers(decision) if decision is not None else {}
        return {name: self.position.key(number) for name, number in numbers.items()}

    def widget(self, canvas: Canvas, w: float, picks: Picks, *, without: Collection[Option] = ()) -> kit.Widget:
        """The list in a column `w` logical pixels wide: rows for options and refusals, or a card for each unit.

        The options `without` which it is have cards above it.
        """
        model, decision = self.model, self.model.decision
        if decision is None or not model.mine:
            return kit.Space()
        if self.carded:
            public = model.session.sight.call is not None and not model.session.answering
            right = "by what everybody can see" if public else "best first"
            return self.cards.widget(canvas, w, picks, "Who could answer" if public else "By unit", right)
        rows = [row for row in self._rows(decision) if row not in without]
        numbers, keys = self._numbers(decision), self.keys()
        make: Callable[[int], kit.Widget] = partial(self._row, rows, keys, picks, Alike())
        heights = [ROW] * len(rows)
        if len(rows) <= SHORT:  # all rows are made before any is measured, because those that are alike take one form
            lines = [make(i) for i in range(len(rows))]
            make, heights = lines.__getitem__, [max(ROW, line.measure(canvas, w - 8).h) for line in lines]
        watch = next((i for i, row in enumerate(rows) if isinstance(row, Option) and row.id == model.chosen), -1)
        keyed = {i for i, row in enumerate(rows) if isinstance(row, Option) and keys[row.id]}
        self.position.bring(sum(heights[: min(keyed, default=0)]))
        listed = Scroll(
            Rows(heights, make, keyed=keyed),
            self.position,
            "options",
            watch=watch,
            step=ROW,
            grow=0,
            least=min(LEAST_HEIGHT, SOME * ROW) if without else LEAST_HEIGHT,
        )
        head = self._heading()
        pager = self.position.pager(max(numbers.values(), default=0))
        return kit.Column(*([head] if head is not None else []), listed, pager, gap=2, grow=0)

    def _rows(self, decision: Decision) -> list[Option | Refusal]:
        """The options and refusals of the rows: along a path by its points, else all refusals after the options."""
        model = self.model
        order = self.order()
        if not any(option.point >= 0 for option in order):
            return [*order, *_refused(model, decision), *model.missing()]
        barred = [
            no for no in decision.refused if no.point >= 0 and (not model.selected or no.unit in ("", model.selected))
        ]
        return sorted([*order, *barred], key=lambda row: (row.point < 0, row.point, isinstance(row, Refusal)))

    def _heading(self) -> kit.Widget | None:
        """The heading: that of the table of steps, or what all chances are chances of; None if that differs."""
        totals = [
            (option, total) for option in self.order()[:HEADED] if (total := self.model.forecast(option)) is not None
        ]
        along_path = [total for option, total in totals if option.point >= 0]
        if along_path:
            return _step_heading(along_path)
        means = {total.means for _, total in totals if not total.sure}
        return _odds_heading(*means) if len(means) == 1 else None

    def _numbers(self, decision: Decision) -> Mapping[str, int]:
        """The numbers of the rows, by option id: steps have those of the path while there are keys, the rest follow.

        The start of the path has 0, unless that key turns to a second page.
        """
        rows = self.order()
        if not any(o.point >= 0 for o in rows):
            return self.numbers.numbers_for(decision, rows)
        last = max(o.point for o in rows)
        lowest = 0 if last + sum(o.point < 0 for o in rows) <= KEYED else 1
        steps = {o.id: o.point for o in rows if lowest <= o.point <= KEYED}
        rest = (o.id for o in rows if o.id not in steps)
        return steps | {name: number for number, name in enumerate(rest, max(steps.values(), default=0) + 1)}

    def _row(
        self, rows: list[Option | Refusal], keys: Mapping[str, str], picks: Picks, alike: Alike, place: int
    ) -> kit.Widget:
        """The row at a place of the list."""
        row = rows[place]
        if isinstance(row, Refusal):
            return self._refusal(row)
        if row.unit in self.of_units:
            return _unit_row(self.model, row, keys[row.id], picks, alike)
        if row.point >= 0:
            return _step_row(self.model, row, keys[row.id], picks)
        return _option_row(self.model, row, keys[row.id], picks)

    def _refusal(self, row: Refusal) -> kit.Widget:
        """The row that says why a step of a path, or an action of a unit, is no answer."""
        chip = kit.Chip(row.clause, self.open_clause, f"p{row.point}{row.unit}")
        if row.point < 0:
            return kit.Card(refusal(f"{row.unit.upper()}  {row.reason}", chip), look="bare", pad=(12, 1), h=ROW)
        place = self.model.session.setup.board.label(row.cell) if row.cell >= 0 else ""
        number = kit.Label(str(row.point), "label", 14, INK3, w=18, align="centre")
        line = kit.Row(
            number, kit.Label(place, "label", 14, INK3, w=34), kit.Text(row.reason, "italic", 12.5, INK3, grow=1), chip
        )
        return kit.Card(line, look="bare", pad=(6, 1), h=ROW)


@remembered
def _units_of(model: Model) -> frozenset[str]:
    """The units of the answers, if each answer only picks a unit and has no more to say; else empty."""
    decision, rows = model.decision, model.listed()
    if decision is None or not model.mine or model.groups or model.view.queue is not None or len(rows) < 2:
        return frozenset()
    units = frozenset(option.unit for option in rows)
    alike = len(units) == len(rows) and units <= model.units.keys() and len({option.action for option in rows}) == 1
    plain = all(not option.target and option.to < 0 and model.forecast(option) is None for option in rows)
    return units if alike and plain and not _refused(model, decision) and not model.missing() else frozenset()


def _refused(model: Model, decision: Decision) -> list[Refusal]:
    """The refusals of units that have rows, where the rulebook wants them listed."""
    return [no for no in decision.refused if no.unit and no.point < 0] if decision.kind in model.words.refusals else []


def _step_heading(totals: Collection[Forecast]) -> kit.Widget:
    """The heading of the table of steps, of those columns that are not empty."""
    columns = (
        ("STEP", PLACE, True),
        ("RANGE", RANGE, any(total.distance for total in totals)),
        ("NEED", NEED, any(total.dice for total in totals)),
    )
    cells = (
        kit.Label("\u200a".join(words) if filled else "", "label_bold", 11, INK3, w=w) for words, w, filled in columns
    )
    two_chances = any(total.on_the_way for total in totals)
    means = _key("final", INK) + _key("hit", SAND) if two_chances else ()
    return kit.Row(kit.Space(24), *cells, kit.Space(grow=1), *means, kit.Space(4), gap=6)


def _odds_heading(means: str) -> kit.Widget:
    """The heading over the chances of a list: what they are chances of."""
    return kit.Row(kit.Space(grow=1), kit.Label(means, "label", 12, INK3), kit.Space(4))


def _key(words: str, colour: Colour) -> tuple[kit.Widget, kit.Widget]:
    """An entry of a legend: a square of a colour and its meaning."""
    return Square(colour), kit.Label(words, "label", 12, INK2)


class Square(kit.Widget):
    """A little square of a colour, for a legend."""

    def __init__(self, colour: Colour) -> None:
        super().__init__()
        self.colour = colour

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return kit.Size(8.0, 8.0)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        canvas.frame(spot, self.colour, None, 1)


def _option_row(model: Model, option: Option, key: str, picks: Picks) -> kit.Widget:
    """The row of an option: key, words, odds."""
    total = model.forecast(option)
    words, chosen = words_of(option), option.id == model.chosen
    if named(model, option):
        words = of_unit(option.unit, words)
    text = kit.Text(words, "label_semi" if chosen else "label", 14.5, lines=2, grow=1)
    cap = kit.KeyCap(key, size=18) if key else kit.Space(18)
    line = kit.Row(cap, text, *(odds(total) if total is not None else ()))
    return _picked(option, line, key, picks, chosen=chosen)


def _unit_row(model: Model, option: Option, key: str, picks: Picks, alike: Alike) -> kit.Widget:
    """The row of an option that only picks a unit: its key, and the unit as in a roster."""
    unit, chosen = model.units[option.unit], option.id == model.chosen
    line = keyed(key, unit_row(model, unit, alike, assigning=False, token=ROW - 6, able=False))
    look: kit.Look = "chosen" if chosen else "card"
    side = model.colours(unit.seat).fill
    card = answer_card(option, line, picks, key=key, side=side, look=look, h=ROW)
    return kit.Column(card, kit.Space(h=2), gap=0)


def named(model: Model, option: Option) -> bool:
    """Whether the row of an option names its unit: it is not the selected one."""
    return bool(option.unit) and option.unit != model.selected and not option.marker


def _step_row(model: Model, option: Option, key: str, picks: Picks) -> kit.Widget:
    """The row of an option at a point of a path: number, place, range, need and odds; without a shot its words."""
    chosen = option.id == model.chosen
    numbered = model.forecast(option) is not None or option.to >= 0
    cap = [kit.KeyCap(key, size=18)] if key and not (numbered and key == str(option.point)) else []
    number = kit.Card(
        kit.Label(str(option.point), "label_bold", 13, PANEL if chosen else INK, w=14, align="centre"),
        look="card",
        fill=INK if chosen else CARD,
        edge=LINE2,
        pad=(2, 0),
        radius=4,
    )
    stays = model.units[option.unit].at if option.unit in model.units else option.to
    place = model.session.setup.board.label(option.to if option.to >= 0 else stays)
    several = len({o.unit for o in model.listed() if o.point >= 0}) > 1
    total = model.forecast(option)
    if total is None:
        words = kit.Text(words_of(option), "label_semi" if chosen else "label", 14.5, lines=2, grow=1)
        step = [number] if numbered else []
        unit = [kit.Label(option.unit.upper(), "label_semi", 14)] if several else []
        return _picked(option, kit.Row(*cap, *step, *unit, words, gap=6), key, picks, chosen=chosen)
    length = model.length(total.distance) if total.distance else ""
    need = total.needs if total.dice else ""
    line = kit.Row(
        *cap,
        number,
        kit.Label(f"{option.unit.upper()} {place}" if several else place, "label_semi", 14, w=PLACE),
        kit.Label(length, "label_semi", 14, w=RANGE),
        kit.Label(need, "label_semi", 14, w=NEED),
        kit.Space(grow=1),
        *odds(total),
        gap=6,
    )
    return _picked(option, line, key, picks, chosen=chosen)


def _picked(option: Option, line: kit.Widget, key: str, picks: Picks, *, chosen: bool) -> kit.Widget:
    """A row that can be picked, with a little air below it."""
    look: kit.Look = "chosen" if chosen else "bare"
    card = answer_card(option, line, picks, key=key, look=look, h=ROW - 2)
    return kit.Column(card, kit.Space(h=2), gap=0)
