"""What a battle of VIKTORY II is expected to bring, over all its rounds, by the kinds of units on both sides.

An estimate: a hit takes the unit that its owner misses least; in opening fire, the one that the firing player picks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.rules.viktory2.throws import count_chances

GIVE_UP = 0.3  # an attacker with a smaller chance to win retreats after a round
MOST = 6  # the most units of a kind that are counted

Force = tuple[int, ...]
"""The numbers of infantry, cavalry and artillery, or of frigates alone."""


class Bonus(NamedTuple):
    """Dice besides those for kinds: the attacker's further hexes, the defender's ground or ships, and its walls."""

    sides: int = 0
    ground: int = 0
    urban: int = 0


class Result(NamedTuple):
    """The chance that the attacker takes the hex, and the units that each side is expected to lose."""

    win: float
    lost: float
    killed: float


def clash(attack: Force, defence: Force, bonus: Bonus, hits: tuple[int, int], guns: tuple[int, int] = (0, 0)) -> Result:
    """A whole battle. Of both sides, `hits`: the highest face of a die that hits; `guns`: the dice of opening fire."""
    return _opened(_capped(attack), _capped(defence), bonus, hits, guns)


def _capped(force: Force) -> Force:
    return tuple([min(MOST, count) for count in force])


@lru_cache(maxsize=1 << 14)
def _opened(attack: Force, defence: Force, bonus: Bonus, hits: tuple[int, int], guns: tuple[int, int]) -> Result:
    win = lost = killed = 0.0
    for ours, chance in enumerate(spread_of(guns[0], hits[0])):
        for theirs, other in enumerate(spread_of(guns[1], hits[1])):
            left, held = thinned(attack, theirs, pick=True), thinned(defence, ours, pick=True)
            rest = _round(left, held, bonus, hits)
            share = chance * other
            win += share * rest.win
            lost += share * (sum(attack) - sum(left) + rest.lost)
            killed += share * (sum(defence) - sum(held) + rest.killed)
    return Result(win, lost, killed)


@lru_cache(maxsize=1 << 15)
def _round(attack: Force, defence: Force, bonus: Bonus, hits: tuple[int, int]) -> Result:
    """A round and all that follow. A round that takes nothing is repeated, so its share is divided out."""
    men, foes = sum(attack), sum(defence)
    if not men:
        return Result(0.0, 0.0, 0.0)
    if not foes and not bonus.urban:
        return Result(1.0, 0.0, 0.0)
    own = dice_of(attack) + min(bonus.sides, men - 1) if foes else 0
    against = dice_of(defence) + bonus.urban + (bonus.ground if foes else 0)
    win = lost = killed = idle = 0.0
    for ours, chance in enumerate(spread_of(own, hits[0])):
        surplus = max(0, ours - foes)
        for theirs, other in enumerate(spread_of(max(bonus.urban, against - surplus), hits[1])):
            share = chance * other
            left, held = thinned(attack, theirs), thinned(defence, ours)
            if left == attack and held == defence and foes:
                idle += share
                continue
            over = not foes or not sum(held)
            rest = Result(float(sum(left) > 0), 0.0, 0.0) if over else _round(left, held, bonus, hits)
            if rest.win < GIVE_UP:
                rest = Result(0.0, 0.0, 0.0)
            win += share * rest.win
            lost += share * (men - sum(left) + rest.lost)
            killed += share * (foes - sum(held) + rest.killed)
    return Result(*(value / (1 - idle) for value in (win, lost, killed)))


def dice_of(force: Force) -> int:
    """A die for each kind present."""
    return sum(count > 0 for count in force)


@lru_cache(maxsize=1 << 12)
def thinned(force: Force, hits: int, *, pick: bool = False) -> Force:
    """What is left after so many hits: the owner gives up the commonest kind, an enemy that picks takes the rarest."""
    left = list(force)
    for _ in range(min(hits, sum(force))):
        present = [kind for kind, count in enumerate(left) if count]
        kind = min(present, key=lambda k: (left[k], -k)) if pick else max(present, key=lambda k: (left[k], -k))
        left[kind] -= 1
    return tuple(left)


@lru_cache(maxsize=256)
def spread_of(dice: int, hit: int) -> tuple[float, ...]:
    """The chance of each number of hits with so many dice, from the rulebook."""
    return tuple(float(chance) for chance in count_chances(dice, hit))
