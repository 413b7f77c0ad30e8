"""Paths that a person bends: through chosen cells, by the shortest path from one to the next."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.match import Match
from game.engine.names import Cell
from game.engine.options import Option, Path

MOST = 80
"""The most half inches that a path from one chosen cell to the next may cost."""


class WayRefused(ValueError):  # noqa: N818
    """The path cannot be taken; the message is one sentence with the clause."""


def bent_path(match: Match, option: Option, bends: Sequence[Cell]) -> Path | None:
    """The path of a move through these cells to its goal, without the start; None, for the shortest, without any.

    Raises WayRefused.
    """
    if not bends:
        return None
    front, board = match.front, match.setup.board
    start = place = front.units[option.unit].at
    occupied = frozenset(unit.at for unit in front.standing()) - {start}
    path: list[Cell] = []
    for goal in (*bends, option.to):
        reach = board.reach(place, MOST, occupied)
        if goal not in reach.costs:
            break
        path += reach.path(goal) if goal != place else ()
        place = goal
    no = match.rules.path_refused(front, option, tuple(path))
    if no is not None:
        raise WayRefused(f"That way cannot be taken: {no.cited}.")
    return tuple(path)
