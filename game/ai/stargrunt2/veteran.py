"""A veteran's judgement of Stargrunt II: a regular's, with the time to look at twice the answers and at each to its end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from game.ai.stargrunt2.firefight import FirefightTactics
from game.engine.decisions import Decision
from game.engine.dice import Row, chance, spread
from game.engine.state import State
from game.rules.stargrunt2.dice import FIRE, IMPACT, FireResult, fire_result
from game.rules.stargrunt2.state import Squad
from game.rules.stargrunt2.throws import Fire, Impact, WhoIsHit


class FirefightVeteran(FirefightTactics):
    """Fire by many dice has many outcomes: more than half of a regular's looks at actions end before the action does."""

    widest = 16
    runs = 4000

    def outcomes(self, state: State[Squad, Any], asked: Decision) -> Sequence[Row]:
        """Fire by its hits, an impact by whether it hurts, and no matter which man it is (SG-A35, SG-A37).

        Told apart by all its faces, fire has so many outcomes with hits that each is dropped as unlikely before anybody falls.
        """
        match asked.throw:
            case Fire(dice=dice, need=sides):
                return _by_hits(sides, dice)
            case WhoIsHit(unit=name):
                wounded = state.agenda[-1].args[-1]
                men = state.units[name].figures + len(wounded)
                unhurt = (row for row in asked.outcomes if (int(row[0] or 1) - 1) % men not in wounded)
                return [next(unhurt, asked.outcomes[0])]
            case Impact(dice=dice):
                return _by_harm(dice)
            case _:
                return asked.outcomes


@lru_cache(maxsize=4096)
def _by_hits(sides: int, dice: tuple[int, ...]) -> tuple[Row, ...]:
    """What fire comes to, by its hits, what is over being a hit as often as the range die says; the likeliest faces of each."""
    chances: dict[int, Fraction] = {}
    shown: dict[int, tuple[Fraction, tuple[int, ...]]] = {}
    for outcome, share, faces in spread(dice, FIRE(sides)).outcomes:
        result = fire_result(outcome)
        more = Fraction(result.rest, sides)
        for hits, part in ((result.hits, 1 - more), (result.hits + 1, more)):
            known = FireResult(min(result.beat, 2), hits, 0).outcome
            if part:
                chances[known] = chances.get(known, Fraction(0)) + share * part
                shown[known] = max(shown.get(known, (Fraction(0), ())), (share * part, faces))
    return tuple((known, share, shown[known][1]) for known, share in sorted(chances.items()))


@lru_cache(maxsize=64)
def _by_harm(dice: tuple[int, ...]) -> tuple[Row, ...]:
    """What a hit comes to: nothing, or a man less, wounded or dead."""
    rows = spread(dice, IMPACT()).outcomes
    harm = 1 - chance(dice, IMPACT(), 0)
    held = [row for row in rows if row[0] == 0]
    hurt = [(outcome, harm, faces) for outcome, _, faces in rows if outcome == 1]
    return (*held, *hurt)
