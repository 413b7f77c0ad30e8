"""The answer that Enter gives to a question: never one that ends or wastes something if a promising one is legal."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from game.engine.decisions import Decision
from game.engine.forecast import OUT, Forecast
from game.engine.options import RESET, Option
from game.engine.ruleset import Ruleset
from game.engine.state import State

TRIED = 64
"""How many options at most are compared."""
PROMISING = Fraction(3, 10)
"""The chance of an attack from which on nobody passes it over without a look: Enter then gives no pass."""


def suggested(rules: Ruleset, state: State, decision: Decision) -> str:
    """The id of the answer that Enter gives before the player has picked anything; "" if it gives none.

    It is the default of the question, with these exceptions:
    - If the default gives up a unit's attack, or is one of several attacks that differ only in their target, it is the
      attack with the best chance.
    - If the default gives up something else, it is the first option with the same verb that does not, if there is one.
    - If the default ends something for good while anything else can be done, or discards what has been planned, Enter
      gives no answer.
    - If the default passes or ends something but has odds of its own, it is the option with the best chance.
    - If the default passes while a `PROMISING` attack is legal, Enter gives no answer.
    """
    words, default = rules.presentation, decision.option(decision.default)
    if default is None:
        return decision.default
    if decision.kind in words.keeps:
        return "" if default.action in words.passes and _promising(rules, state, decision) else default.id
    if default.action == RESET.action:
        return ""
    if default.action not in (*words.passes, *words.ends):
        rivals = [o for o in decision.options if o.target and (o.action, o.unit) == (default.action, default.unit)]
        attack = likeliest(rules, state, [default, *rivals]) if default.target and default.to < 0 else None
        return (attack or _forfeiting_nothing(rules, state, decision, default)).id
    if rules.forecast(state, default) is not None:
        return (likeliest(rules, state, [default, *(o for o in decision.options if o.id != default.id)]) or default).id
    return _rather_than_ending(rules, state, decision, default)


def _rather_than_ending(rules: Ruleset, state: State, decision: Decision, default: Option) -> str:
    """The answer instead of a default that passes or ends something.

    It is the likeliest attack of a unit that cannot move. Otherwise it is "" if the default ends something while
    anything else can be done, or passes while an attack is promising, and else the default.
    """
    words = rules.presentation
    others = [o for o in decision.options if o.id != default.id and o.action not in words.passes]
    goes = any(option.to >= 0 and option.point < 0 for option in others)
    attack = None if goes or not decision.unit else likeliest(rules, state, others)
    if attack is not None:
        return attack.id
    asides = rules.asides.get(decision.kind, ())
    ends = default.action in words.ends and any(option.action not in asides for option in others)
    return "" if ends or _promising(rules, state, decision) else default.id


def _forfeiting_nothing(rules: Ruleset, state: State, decision: Decision, default: Option) -> Option:
    """The default, or if it gives something up, the first option with the same verb that does not, if there is one."""
    alike = [default, *islice((o for o in decision.options if o.action == default.action and o != default), TRIED)]
    return next((option for option in alike if rules.forfeits(state, decision, option) is None), default)


def _promising(rules: Ruleset, state: State, decision: Decision) -> bool:
    """Whether an attack is likely enough not to be passed over; of many options, a part spread evenly is looked at."""
    forecasts = (rules.forecast(state, option) for option in decision.options[:: len(decision.options) // TRIED + 1])
    return any(forecast is not None and forecast.chance >= PROMISING for forecast in forecasts)


def likeliest(rules: Ruleset, state: State, options: list[Option]) -> Option | None:
    """The option with the best chance of putting a target out, or else of another effect; None if all are 0."""
    attacks: list[tuple[Forecast, Option]] = []
    for option in options[:TRIED]:
        forecast = rules.forecast(state, option)
        if forecast is not None and forecast.chance:
            attacks.append((forecast, option))
    return max(attacks, key=lambda row: (row[0].effect == OUT, row[0].chance), default=(None, None))[1]
