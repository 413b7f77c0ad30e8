"""Questions that leave a person nothing to decide."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from game.engine.decisions import Decision
from game.engine.forecast import Forecast
from game.engine.match import Match
from game.engine.names import NO_VERB, UnitId, Verb
from game.engine.options import PASS
from game.engine.state import State
from game.session.intent import Intent

Attacks = dict[tuple[UnitId, UnitId], Forecast]
"""The forecasts of attacks by attacker and target."""


class Said(Struct, frozen=True):
    """What people have said of later questions while an action is in hand.

    `ending`: the action with which the move in hand is to end; `attack`: the unit that it is to attack, unless it is
    answered by more than passes; `declared`: the attacks that people have declared in answer to it.
    """

    ending: Verb = NO_VERB
    attack: UnitId = ""
    declared: Attacks = {}

    def with_choice(self, match: Match, choice: Intent, *, person: bool) -> Said:
        """What has been said once a choice is made; only a `person` is not asked again about a declared attack."""
        attack = choice.attack if choice.option not in ("", PASS.id) else self.attack
        declared = self.declared | _declared_attack(match, choice.option) if person else self.declared
        return replace(self, ending=choice.ending or self.ending, attack=attack, declared=declared)


def foregone(match: Match, public: Decision, front: State, said: Said) -> str | None:
    """The id of the only answer that a person could want to give, None if there is something to decide.

    `public` is the question as public facts allow, and `front` the table with it.
    """
    return (
        match.rules.idle_answer(front, public)
        or _named_attack(match, public, said.attack)
        or _as_declared(match, public, said.declared)
        or _only_answer(match, public, said.ending)
    )


def _only_answer(match: Match, public: Decision, ending: Verb) -> str | None:
    """The only answer that a person could want to give.

    If nothing but the default and `asides` (minor actions) is left, it is the `ending` that the move before was to
    have, else the default.
    """
    decision = match.pending
    asides: Collection[Verb] = match.rules.asides.get(public.kind, ())
    if decision is None:
        return None
    if len(public.options) == 1:
        return decision.default
    if not asides or len(public.options) > len(asides) + 1:
        return None
    actions = {option.action for option in public.options if option.id != public.default}
    if not actions <= set(asides):
        return None
    return next((option.id for option in decision.options if option.action == ending), decision.default)


def _named_attack(match: Match, decision: Decision, attack: UnitId) -> str | None:
    """The id of the attack that the person's gesture named, once it is asked for, with the first weapon offered."""
    queue = match.front.queues[-1] if match.front.queues and match.window is None else None
    if not attack or queue is None or decision.unit != queue.instigator:
        return None
    return next((option.id for option in decision.options if option.target == attack), None)


def _declared_attack(match: Match, name: str) -> Attacks:
    """The attack that an option declares in answer to an action, with its forecast; empty for any other option."""
    decision = match.pending if match.window is not None else None
    option = decision.option(name) if decision is not None else None
    forecast = match.rules.forecast(match.front, option) if option is not None and option.target else None
    return {(option.unit, option.target): forecast.once_passed} if option is not None and forecast is not None else {}


def _as_declared(match: Match, decision: Decision, declared: Attacks) -> str | None:
    """The id of a declared attack, when its owner is asked whether to carry it out; else None.

    Only if the single other option is not to, and the forecast is exactly what it was when the attack was declared.
    """
    default = decision.option(decision.default)
    if match.window is not None or default is None or len(decision.options) != 2:
        return None
    forecast = declared.get((default.unit, default.target))
    return default.id if forecast is not None and forecast == match.rules.forecast(match.front, default) else None
