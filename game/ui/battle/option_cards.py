"""Cards for a question with only a few answers: key, title, clause, a sentence and the odds of each."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.options import Option
from game.engine.wording import percent
from game.ui import kit
from game.ui.battle import foresight, seats
from game.ui.battle.model import Model
from game.ui.battle.parts import OddsBar, Picks, answer_card, refusal
from game.ui.battle.sums import PERCENT, odds, words_of
from game.ui.palette import INK2

MOST = 4
"""The most answers that are shown as cards."""


def wanted(model: Model) -> bool:
    """Whether the question gets cards: few answers, which take effect at once or are all of one unit, and no moves."""
    return _count(model) <= MOST and _may_have_cards(model)


def several(model: Model) -> bool:
    """Whether the best of many answers get cards, once it is known what comes of them in the end."""
    return _count(model) > MOST and _may_have_cards(model)


def _count(model: Model) -> int:
    """The number of answers beside the pass."""
    return sum(option is not model.choices.passing for option in model.choices.rows)


def _may_have_cards(model: Model) -> bool:
    rows, decision = model.choices.rows, model.decision
    if decision is None or not model.mine or not rows or any(o.point >= 0 for o in rows):
        return False
    of_one = bool(decision.unit) and decision.kind not in model.words.free and not model.choices.moves
    return bool(carded(model)) and (model.at_once() or (of_one and not model.drafting))


def carded(model: Model) -> list[Option]:
    """The answers that have a card: all but a pass that nothing is foreseen of, whose button says enough."""
    passing = model.choices.passing
    rows = model.choices.rows
    told = not seats.wanted(model)  # where every side is listed below, there is no room for a pass
    return [o for o in rows if o is not passing or model.forecast(o) or (told and foresight.lines(model, o))]


def best(model: Model) -> list[Option]:
    """The answers that have cards where there are many: those that are best in the end; none before that is known."""
    ranks = foresight.ranks(model) if several(model) else {}
    known = [option for option in carded(model) if option.id in ranks]
    return sorted(known, key=lambda option: ranks[option.id])[:MOST]


def cards(model: Model, picks: Picks, open_clause: kit.Open, *, low: bool) -> kit.Widget:
    """The cards one below the other, those best in the end first, then why answers that one might expect are missing.

    What becomes of a place has a line of its own; if `low`, it takes the place of the odds bar, and
    where every side is listed below, only one figure is told of the whole snowball.
    """
    keyed = list(enumerate(carded(model), 1))  # the keys stay, since the order may come to be known only later
    ranks = foresight.ranks(model)
    keyed.sort(key=lambda row: ranks.get(row[1].id, len(ranks)))
    answer_cards = (_card(model, option, str(i), picks, open_clause, low=low) for i, option in keyed)
    reasons = (
        kit.Card(refusal(no.reason, kit.Chip(no.clause, open_clause, f"missing{i}")), look="bare", pad=(10, 0))
        for i, no in enumerate(model.missing())
    )
    if low and seats.wanted(model):  # every side is listed below, so that the ladder would have no room
        return kit.Column(*answer_cards, *reasons, gap=5)
    return kit.Column(foresight.head(model), *answer_cards, foresight.foot(model), *reasons, gap=5)


def best_cards(model: Model, keys: Mapping[str, str], picks: Picks, open_clause: kit.Open, *, low: bool) -> kit.Widget:
    """The cards of the best of many answers, with their `keys` by option id; empty before they are known."""
    options = best(model)
    if not options:
        return kit.Space()
    brief = [
        _card(model, option, keys.get(option.id, ""), picks, open_clause, low=low, brief=True) for option in options
    ]
    return kit.Column(foresight.head(model), *brief, foresight.foot(model, low=low), gap=4)


def results(model: Model, open_clause: kit.Open) -> kit.Widget:
    """What the dice of the chosen answer may come to, each with its chance; empty if the rulebook does not list it."""
    option = model.option()
    total = model.forecast(option) if option is not None and model.mine else None
    if total is None or not total.results:
        return kit.Space()
    rows = (
        kit.Row(
            kit.Text(words, "label", 13.5, lines=2, grow=1),
            OddsBar(float(chance), float(chance)),
            kit.Label(percent(chance), "label_bold", 14, w=PERCENT, align="right"),
            kit.Chip(clause, open_clause, f"result{place}"),
        )
        for place, (words, chance, clause) in enumerate(total.results)
    )
    return kit.Column(kit.Section("If the dice are rolled"), *rows, kit.Space(h=2), gap=3)


def foretold(model: Model, open_clause: kit.Open) -> kit.Widget:
    """What the chosen answer leads to: an attack with its odds, the units that could answer."""
    option = model.option()
    remarks = model.foretold(option) if option is not None and model.mine else ()
    rows = (
        kit.Row(
            kit.Text(remark.words, "body", 12.5, lines=2, grow=1),
            kit.Chip(remark.clause, open_clause, f"foretold{place}"),
        )
        for place, remark in enumerate(remarks)
    )
    return kit.Card(kit.Column(*rows, gap=2), look="done", pad=(10, 4)) if remarks else kit.Space()


def _sentence(model: Model, option: Option) -> str:
    """The sentence on an option's card: the condition on which its odds hold, or without one its sum in words."""
    total = model.forecast(option)
    if total is None:
        return ""
    return total.only or ", ".join(filter(None, (total.factors, total.dice, total.note)))


def _card(
    model: Model, option: Option, key: str, picks: Picks, open_clause: kit.Open, *, low: bool, brief: bool = False
) -> kit.Widget:
    """The card of an option: key, words and clauses on top, below them the sentence, the place and the odds.

    Where it is known what comes of the whole, that stands in their place, and if it has to be `brief`, without the
    chance of each unit.
    """
    crowded = low and seats.wanted(model)
    whole = [] if crowded else foresight.lines(model, option, brief=brief)
    figure = foresight.figure(model, option, brief=brief or crowded)
    sentence = _sentence(model, option)
    total = model.forecast(option) if sentence or not low else None
    of_place = total is not None and total.effect in model.words.place_effects
    if figure and not of_place:  # beside the dice the first throw has its sum, and here it would be a second figure
        sentence, total = "", None
    chips = (
        kit.Chip(clause, open_clause, f"{option.id}{i}")
        for i, clause in enumerate(() if crowded else option.clauses[:2])
    )
    title = kit.Text(words_of(option), "serif", 15, lines=2, grow=1)
    cap = kit.KeyCap(key) if key else kit.Space(20)
    lines: list[kit.Widget] = [kit.Row(cap, title, *chips, *figure, gap=6)]
    text = kit.Text(sentence, "body", 12.5, INK2, lines=2, grow=1)
    place = ""
    bar: tuple[kit.Widget, ...] = ()
    if total is not None:
        if of_place:
            place = f"{model.session.setup.board.label(total.spot)} {total.effect}"
        bar = odds(total, 76, grow=1 if place else 0)
    if place and low:
        lines.append(kit.Row(kit.Space(20), text, kit.Label(place, "label_semi", 13), *bar[-1:]))
    elif place:
        lines += [kit.Row(kit.Space(20), text), kit.Row(kit.Space(20), kit.Label(place, "label_semi", 13.5), *bar)]
    elif sentence or bar:
        lines.append(kit.Row(kit.Space(20), text, *bar))
    lines += whole
    look: kit.Look = "chosen" if option.id == model.chosen else "card"
    pad = (9.0, 3.0 if brief else 6.0)
    return answer_card(option, kit.Column(*lines, gap=3), picks, key=key, look=look, pad=pad, radius=6, h=34)
