"""Setting up: each unit once to the best cell of its zone by position alone, if that is better than where it is; then the end."""

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
"""How many of the best places are tried where a set-up is judged as a whole."""


def placings(view: SeatView, decision: Decision, tactics: Tactics) -> Sequence[Weighed]:
    """The best place that is better than the one a unit has, and handing over, which is worth nothing."""
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
    ends = [option for option in (decision.options.find(CONFIRM.id), decision.options.find(RESET.id)) if option]
    for one in better:
        tried = replace(view.front, placing={**placed, one.option.unit: one.option.to}).as_placed()
        if view.rules.deployment_refused(tried, decision.seat) is None:
            return [one, *(Weighed(option, 0.0) for option in ends[:1])]
    return [Weighed(option, 0.0) for option in ends[:1]]
