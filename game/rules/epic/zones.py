"""Moves among zones of control (EP-A33): where the ground and the enemies let a stand go, its own side left out.

A draft asks this of every stand after each change to the plan, and a change leaves it as it was for nearly all of them.
So the answers are remembered, each by everything that it depends on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.board.board import Board, Reach
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.rules.epic.ground import ZONE, circle, half_cells, mode, scale, square, union


class Field(NamedTuple):
    """What a move depends on beside its own side: `mm` of a cell, `budget` in half cells, the cells of enemies.

    `zoned` are the cells of those enemies that have a zone of control.
    """

    board: Board
    mm: int
    start: int
    budget: int
    mode: str
    foes: tuple[int, ...]
    zoned: tuple[int, ...]


def field(rules: Ruleset, state: State, unit: Unit, cm: int, foes: list[Unit], zoned: list[Unit]) -> Field:
    """The field of a stand's move of so many centimetres."""
    cells = tuple(foe.at for foe in foes), tuple(foe.at for foe in zoned)
    return Field(state.board, scale(state), unit.at, half_cells(state, cm), mode(rules, unit), *cells)


@lru_cache(maxsize=128)
def outside(over: Field) -> tuple[Reach, tuple[int, ...]]:
    """The cells in no zone that can be come to without entering one, ascending; who starts in zones may leave them."""
    board, mm = over.board, over.mm
    entered = tuple(cell for cell in over.zoned if over.start not in circle(board, mm, cell, ZONE))
    reach = board.reach(over.start, over.budget, union(board, mm, entered, ZONE).union(over.foes), over.mode)
    return reach, tuple(sorted(reach.costs.keys() - union(board, mm, over.zoned, ZONE) - {over.start}))


class Approach(NamedTuple):
    """A charge at one enemy: the search and the zones of nearer enemies, in which it may not end.

    `zone`: the cells of the enemy's own zone that it comes to, the nearest to him first; none if he has no zone.
    """

    reach: Reach
    shut: frozenset[int]
    zone: tuple[int, ...]


@lru_cache(maxsize=256)
def approach(over: Field, foe: int) -> Approach:
    """The way of a charge at the enemy on that cell: through zones, but not of those nearer than he is."""
    board, mm, start = over.board, over.mm, over.start
    away = square(board, start, foe)
    shut = union(board, mm, tuple(cell for cell in over.zoned if square(board, start, cell) < away), ZONE)
    reach = board.reach(start, over.budget, shut.union(over.foes), over.mode)
    if foe not in over.zoned:
        return Approach(reach, shut, ())
    near = circle(board, mm, foe, ZONE) & reach.costs.keys()
    return Approach(
        reach, shut, tuple(sorted(near, key=lambda cell: (square(board, cell, foe), reach.costs[cell], cell)))
    )
