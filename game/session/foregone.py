"""What of a question is left to decide, and what of an answer everybody sees."""

from __future__ import annotations

from collections.abc import Collection

from game.engine.decisions import Decision
from game.engine.forecast import Forecast
from game.engine.match import Match
from game.engine.names import UnitId, Verb


def only_answer(asked: Decision, shown: Decision, asides: Collection[Verb], ending: Verb) -> str | None:
    """The id of the only answer that anybody could want to give; None where there is something to decide.

    `asked` is the question, `shown` what everybody can work out of it. Where nothing but asides and the default is left,
    it is the action that the move before was to end with, else the default.
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
    """The id of the attack that was said with the action, once it is asked: with the first weapon that is offered for it."""
    queue = match.front.queues[-1] if match.front.queues and match.window is None else None
    if not attack or queue is None or shown.unit != queue.instigator:
        return None
    return next((option.id for option in shown.options if option.target == attack), None)


Attacks = dict[tuple[UnitId, UnitId], Forecast]
"""The sums and chances of attacks by who attacks whom."""


def declared_by(match: Match, name: str) -> Attacks:
    """The attack that an option declares in answer to an action; none for other options."""
    asked = match.pending if match.window is not None else None
    option = asked.option(name) if asked is not None else None
    forecast = match.rules.forecast(match.front, option) if option is not None and option.target else None
    return {(option.unit, option.target): forecast} if option is not None and forecast is not None else {}


def as_declared(match: Match, shown: Decision, declared: Attacks) -> str | None:
    """The id of the attack that its owner has declared, once he is asked whether he still means it.

    Only where nothing else is to be had but to leave it, and its chances are to the last figure what they were then.
    """
    meant = shown.option(shown.default)
    if match.window is not None or meant is None or len(shown.options) != 2:
        return None
    then = declared.get((meant.unit, meant.target))
    return meant.id if then is not None and then == match.rules.forecast(match.front, meant) else None


def in_the_open(match: Match) -> bool:
    """Whether everybody sees what is answered to the pending question: no marker is laid by it, and no plan drawn up."""
    asked, rules = match.pending, match.rules
    if asked is None or rules.supposing(match.state, asked.seat, asked.kind) is None:
        return False
    return not rules.drafting(match.front)
