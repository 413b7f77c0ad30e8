"""The sums behind every estimate of fire and of hand-to-hand, each worked out only once."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb, fsum

from game.engine.dice import spread
from game.rules.wh40k2.chances import hit_chance
from game.rules.wh40k2.fighting import scored
from game.rules.wh40k2.throws import DUEL


@lru_cache(maxsize=64)
def hits(need: int) -> float:
    """The chance that one die hits."""
    return float(hit_chance(need))


@lru_cache(maxsize=4096)
def room(fired: int, rate: float, figures: int) -> float:
    """The chance that a target of `figures` models has one left after `fired` shots that each take one at `rate`."""
    return fsum(comb(fired, n) * rate**n * (1 - rate) ** (fired - n) for n in range(min(fired + 1, figures)))


@lru_cache(maxsize=1024)
def blows(own: int, other: int, ahead: int, faster: int) -> tuple[float, float]:
    """Expected hits given and taken by two models with so many attacks; `ahead`: by how much the first leads in skill.

    `faster`: whose initiative is higher (`quicker`).
    """
    if own + other == 0:
        return 0.0, 0.0
    given = taken = Fraction(0)
    for gap, chance, _ in spread((6,) * (own + other), DUEL(own, ahead, 0)).outcomes:
        hit, suffered = scored(int(gap), own, other, faster)
        given, taken = given + chance * hit, taken + chance * suffered
    return float(given), float(taken)
