"""Setting up: each unit is moved at most once, to the best cell of its zone by position alone; then it is confirmed."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.ai.seatview import SeatView
from game.ai.tactics import Tactics
from game.ai.thought import Weighed
from game.engine.decisions import Decision
from game.engine.options import CONFIRM, RESET, Moves
from game.rules.shared import foes

TRIED = 12
"""How many of the best placings are tried against the rule that judges a set-up as a whole."""


def placings(view: SeatView, decision: Decision, tactics: Tactics) -> Sequence[Weighed]:
    """The best legal placing that gains anything, if there is one, then the option that hands over, at value 0."""
    state = view.front.as_placed()
    placed = view.front.placing or {}
    enemies = foes(state, decision.seat)
    found: list[Weighed] = []
    for part in decision.options.parts:
        if isinstance(part, Moves) and part.like.unit not in placed:
            unit = state.units[part.like.unit]
            here = tactics.place(state, unit, unit.at, enemies)
            free = [option for option in part.all() if state.at(option.to) is None]
            worth = tactics.places(state, unit, [option.to for option in free], enemies)
            found += [Weighed(option, worth[option.to] - here) for option in free]
    better = sorted((one for one in found if one.value > 0), key=lambda one: (-one.value, one.option.id))[:TRIED]
    closing = decision.options.find(CONFIRM.id) or decision.options.find(RESET.id)
    ends = [Weighed(closing, 0.0)] if closing is not None else []
    for one in better:
        tried = replace(view.front, placing={**placed, one.option.unit: one.option.to}).as_placed()
        if view.rules.deployment_refused(tried, decision.seat) is None:
            return [one, *ends]
    return ends
