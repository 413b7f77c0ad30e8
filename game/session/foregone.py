"""Questions that leave a person nothing to decide, and answers that everybody sees."""

from __future__ import annotations

from collections.abc import Collection

from game.engine.decisions import Decision
from game.engine.forecast import Forecast
from game.engine.match import Match
from game.engine.names import UnitId, Verb


def only_answer(asked: Decision, shown: Decision, asides: Collection[Verb], ending: Verb) -> str | None:
    """The id of the only answer that a person could want to give, None if there is something to decide.

    `asked` is the question, `shown` the question as public facts allow. If nothing but the default and `asides` (minor
    actions) is left, it is the `ending` that the move before was to have, else the default.
    """
    if len(shown.options) == 1:
        return asked.default
    if not asides or len(shown.options) > len(asides) + 1:
        return None
    left = {option.action for option in shown.options if option.id != shown.default}
    if not left <= set(asides):
        return None
    return next((option.id for option in asked.options if option.action == ending), asked.default)


def said_before(match: Match, shown: Decision, attack: UnitId) -> str | None:
    """The id of the attack that the person's gesture named, once it is asked for, with the first weapon offered."""
    queue = match.front.queues[-1] if match.front.queues and match.window is None else None
    if not attack or queue is None or shown.unit != queue.instigator:
        return None
    return next((option.id for option in shown.options if option.target == attack), None)


Attacks = dict[tuple[UnitId, UnitId], Forecast]
"""The forecasts of attacks by attacker and target."""


def declared_by(match: Match, name: str) -> Attacks:
    """The attack that an option declares in answer to an action, with its forecast; empty for any other option."""
    asked = match.pending if match.window is not None else None
    option = asked.option(name) if asked is not None else None
    forecast = match.rules.forecast(match.front, option) if option is not None and option.target else None
    return {(option.unit, option.target): forecast} if option is not None and forecast is not None else {}


def as_declared(match: Match, shown: Decision, declared: Attacks) -> str | None:
    """The id of a declared attack, when its owner is asked whether to carry it out; else None.

    Only if the single other option is not to, and the forecast is exactly what it was when the attack was declared.
    """
    default = shown.option(shown.default)
    if match.window is not None or default is None or len(shown.options) != 2:
        return None
    then = declared.get((default.unit, default.target))
    return default.id if then is not None and then == match.rules.forecast(match.front, default) else None


def in_the_open(match: Match) -> bool:
    """Whether everybody sees the answer to the pending question: it lays no marker and is no part of a plan."""
    asked, rules = match.pending, match.rules
    if asked is None or rules.supposing(match.state, asked.seat, asked.kind) is None:
        return False
    return not rules.drafting(match.front)
