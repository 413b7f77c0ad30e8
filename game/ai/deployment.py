"""Setting up: each unit is moved at most once, to the best cell of its zone by position alone; then it is confirmed.

Position is what the tactics say of a cell, less what friends nearby take from it: a side that stands shoulder to
shoulder holds one place and can be held by one gun.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from game.ai.seatview import SeatView
from game.ai.tactics import Tactics
from game.ai.thought import Weighed
from game.board.board import Board
from game.engine.decisions import Decision
from game.engine.names import Cell
from game.engine.options import CONFIRM, RESET, Moves
from game.rules.shared import foes

ELBOW = 5
"""The distance in cells, of a friend, from which on it takes nothing from a cell."""
CROWDED = 0.12
"""What a friend on the same spot would take from a cell, in figures; one further away less, in proportion.

About half of what two objective points are worth at the end of a turn's way: so the nearest friends stand two or three
cells apart, and a force of eight takes half the width of its zone.
"""
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
            friends = [other.at for other in state.standing(decision.seat) if other.id != unit.id]
            here = tactics.place(state, unit, unit.at, enemies) - crowding(state.board, friends, unit.at)
            free = [option for option in part.all() if state.at(option.to) is None]
            worth = tactics.places(state, unit, [option.to for option in free], enemies)
            found += [
                Weighed(option, worth[option.to] - crowding(state.board, friends, option.to) - here) for option in free
            ]
    better = sorted((one for one in found if one.value > 0), key=lambda one: (-one.value, one.option.id))[:TRIED]
    closing = decision.options.find(CONFIRM.id) or decision.options.find(RESET.id)
    ends = [Weighed(closing, 0.0)] if closing is not None else []
    for one in better:
        tried = replace(view.front, placing={**placed, one.option.unit: one.option.to}).as_placed()
        if view.rules.deployment_refused(tried, decision.seat) is None:
            return [one, *ends]
    return ends


def crowding(board: Board, friends: Iterable[Cell], cell: Cell) -> float:
    """What friends on these cells take from a cell, in figures."""
    return CROWDED * sum(max(0, ELBOW - board.distance(cell, friend)) for friend in friends) / ELBOW
