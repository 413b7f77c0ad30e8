"""The answer that Enter gives to a question: none that ends or wastes something while one with a chance is legal."""

from __future__ import annotations

from itertools import islice

from game.engine.decisions import Decision
from game.engine.forecast import OUT, Forecast
from game.engine.options import RESET, Option
from game.engine.ruleset import Ruleset
from game.engine.state import State

TRIED = 64
"""How many answers are looked at for the likeliest."""


def suggested(rules: Ruleset, state: State, asked: Decision) -> str:
    """The id of the answer that Enter gives at first, "" if none: then the player picks, or leaves it by its own key.

    It is the default of the question, but for these:
    - A default that gives up a unit's attack makes way for the attack with the best chance; so does a default that is one
      of several attacks which differ only in their target.
    - A default that gives something else up makes way for the first answer of the same action that does not, as by
      another unit.
    - A default that ends something for good, while there is anything else to do, or that throws away what has been
      planned, is not under Enter at all.
    - A default with odds of its own makes way only for an answer with better odds of the same effect.
    Where declining keeps what one has, as in a window for reactions, the default stands.
    """
    words, default = rules.presentation, asked.option(asked.default)
    if default is None or asked.kind in words.keeps:
        return asked.default
    if default.action == RESET.action:
        return ""
    if default.action not in (*words.passes, *words.ends):
        rivals = [o for o in asked.options if o.target and (o.action, o.unit) == (default.action, default.unit)]
        attack = likeliest(rules, state, [default, *rivals]) if default.target and default.to < 0 else None
        return (attack or _forfeiting_nothing(rules, state, asked, default)).id
    if rules.forecast(state, default) is not None:
        return (likeliest(rules, state, [default, *(o for o in asked.options if o.id != default.id)]) or default).id
    return _rather_than_ending(rules, state, asked, default)


def _rather_than_ending(rules: Ruleset, state: State, asked: Decision, default: Option) -> str:
    """Instead of a default that passes or ends: a unit's likeliest attack where it goes nowhere; "" where more can be done."""
    words = rules.presentation
    others = [o for o in asked.options if o.id != default.id and o.action not in words.passes]
    goes = any(option.to >= 0 and option.point < 0 for option in others)
    attack = None if goes or not asked.unit else likeliest(rules, state, others)
    if attack is not None:
        return attack.id
    asides = rules.asides.get(asked.kind, ())
    ends = default.action in words.ends and any(option.action not in asides for option in others)
    return "" if ends else default.id


def _forfeiting_nothing(rules: Ruleset, state: State, asked: Decision, default: Option) -> Option:
    """The default; where it gives something up, the first answer of the same action that does not, if there is one."""
    alike = [default, *islice((o for o in asked.options if o.action == default.action and o != default), TRIED)]
    return next((option for option in alike if rules.forfeits(state, asked, option) is None), default)


def likeliest(rules: Ruleset, state: State, options: list[Option]) -> Option | None:
    """The option that most likely comes to what it is for; None where none has any chance."""
    told: list[tuple[Forecast, Option]] = []
    for option in options[:TRIED]:
        total = rules.forecast(state, option)
        if total is not None and total.chance:
            told.append((total, option))
    return max(told, key=lambda one: (one[0].effect == OUT, one[0].chance), default=(None, None))[1]
