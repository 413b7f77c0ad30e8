"""A ratio over games with its interval. Games are independent, but what happens within a game is not."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt

from game.ai.estimate import NONE, Estimate, Z


def ratio(parts: Sequence[tuple[int, int]]) -> Estimate:
    """The sum of counts over the sum of what they are out of; `parts`: a pair (count, out of) for each game."""
    count, of = sum(part[0] for part in parts), sum(part[1] for part in parts)
    if not of:
        return NONE
    value, games = count / of, len(parts)
    if games < 2:
        return Estimate(value, 0.0, max(1.0, value), of)
    squares = fsum((number - value * out) ** 2 for number, out in parts)
    half = Z * sqrt(squares * games / (games - 1)) / of
    return Estimate(value, max(0.0, value - half), value + half, of)
