"""The sums behind every estimate of fire and of hand-to-hand, each worked out only once."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import comb

from game.rules.wh40k2.chances import hit_chance
from game.rules.wh40k2.throws import duel


@lru_cache(maxsize=64)
def hits(need: int) -> float:
    """The chance that one die hits."""
    return float(hit_chance(need))


@lru_cache(maxsize=4096)
def room(fired: int, rate: float, figures: int) -> float:
    """The chance that a target of `figures` models has one left after `fired` shots that each take one at `rate`."""
    return sum(comb(fired, n) * rate**n * (1 - rate) ** (fired - n) for n in range(min(fired + 1, figures)))


@lru_cache(maxsize=1024)
def blows(own: int, other: int, ahead: int, faster: int) -> tuple[float, float]:
    """Expected hits given and taken by two models with so many attacks; `ahead`: by how much the first leads in WS."""
    if own + other == 0:
        return 0.0, 0.0
    given = taken = 0
    for faces in product(range(1, 7), repeat=own + other):
        gap = duel(faces, own, ahead, 0) or faster
        given, taken = given + max(0, gap if own else 0), taken + max(0, -gap if other else 0)
    share = 6 ** (own + other)
    return given / share, taken / share
