"""Which markers a side of SkirmishCorps lays: a plan about as good as the best, but one that nobody can predict."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import exp, fsum

from game.ai.skirmishcorps.outlook import Man
from game.ai.thought import Parts
from game.engine.dice import seeded_die

ROUNDS, STEP, CERTAIN = 5, 64.0, 20.0
"""How often both sides adapt to each other's markers; how strongly a marker that is better by a figure or so draws them
towards it; and the most that they lean, which is as good as certain."""
AS_GOOD, TURNED = 0.1, 2
"""A plan for a side's markers is about as good as the best if it is expected to be worth at most `AS_GOOD` less. One of
those plans is drawn by lot: each marker is turned over about `TURNED` times, but in the first turn no fewer units
watch. A victory instead of a defeat is worth 5 (`WIN`), so `AS_GOOD` is 2 % of the chance of winning. With 0.18, still
35.5 of 72 games were won against a player that always lays the best markers, but on Courtyards the first answer came
too late."""


def leanings(
    men: Sequence[Man],
    armed: Sequence[int],
    beyond: Sequence[float],
    worth: Callable[[Sequence[float]], Parts],
) -> tuple[list[float], list[tuple[Parts, Parts]]]:
    """How likely each unit should be on overwatch, and what the turn is worth with it on overwatch and on a move.

    Marker by marker, each side leans to what the outlook values more against the leanings of the other: a unit that
    holds its place to overwatch, one that has ground to take to a move. All lists are by the number of the unit in the
    outlook. `armed`: the numbers of the units that can shoot; `beyond`: what overwatch is worth to each in later turns.
    """
    watching = [0.5 if place in armed else 0.0 for place in range(len(men))]
    lean = [0.0] * len(men)
    brings: list[tuple[Parts, Parts]] = [(Parts(), Parts())] * len(men)
    for _ in range(ROUNDS):
        for place in armed:
            sign, before = 1 - 2 * men[place].side, watching[place]
            watching[place] = 0.0
            moves = worth(watching)
            watching[place] = 1.0
            waits = worth(watching)
            waits = waits._replace(ground=waits.ground + beyond[place] * sign)
            brings[place] = waits, moves
            lean[place] += STEP * (waits.total - moves.total) * sign
            watching[place] = 0.5 * before + 0.5 / (1 + exp(-max(-CERTAIN, min(CERTAIN, lean[place]))))
    return watching, brings


def vary(
    watching: list[float],
    own: Sequence[int],
    armed: Collection[int],
    total: Callable[[], float],
    seed: int,
    *,
    keeps_watch: bool,
) -> None:
    """Turn the side's own markers over by lot, in place, as long as the plan stays about as good.

    `total`: what the plan is worth now. With `keeps_watch` no fewer units watch than before, since otherwise the first
    answer of the battle would come late.
    """
    least, watchers = total() - AS_GOOD, fsum(watching[place] for place in own)
    turned = [place for place in own if place in armed]
    for step in range(TURNED * len(turned)):
        place = turned[seeded_die(seed, step, len(turned)) - 1]
        watching[place] = 1 - watching[place]
        if total() < least or (keeps_watch and fsum(watching[one] for one in own) < watchers):
            watching[place] = 1 - watching[place]
