"""The exact chances of fire, in closed form: equal to counting every throw, and fast enough for the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import NamedTuple

from game.board.board import Board
from game.engine.dice import REACHES, chance
from game.engine.names import Cell, UnitId
from game.engine.rulebook import Weapon
from game.rules.wh40k2.state import DIRECTIONS, Battle, Squad
from game.rules.wh40k2.throws import SECOND_DIE, StrayDirection, StrayDistance

NONE = Fraction(0)


def wound_need(strength: int, toughness: int) -> int:
    """D6 needed to wound (WH-A30); 7 means never."""
    gap = strength - toughness
    if gap >= 2:
        return 2
    return {1: 3, 0: 4, -1: 5, -2: 6, -3: 6}.get(gap, 7)


def save_need(target: Squad, save_mod: int) -> int:
    """D6 needed to save; 7 or more means that there is no save (WH-A31)."""
    return target.stats["SV"] + save_mod


@lru_cache(maxsize=64)
def hit_chance(need: int) -> Fraction:
    """The chance that one die hits; a 1 always misses, and above 6 a second die decides (WH-A27)."""
    if need <= 6:
        return chance((6,), REACHES(0, max(2, need)))
    return Fraction(1, 6) * chance((6,), REACHES(0, SECOND_DIE.get(need, 7)))


def harms(strength: int, save_mod: int, target: Squad) -> Fraction:
    """The chance that a hit wounds and the wound is not saved (WH-A30, WH-A31)."""
    return _harms(wound_need(strength, target.stats["T"]), save_need(target, save_mod))


@lru_cache(maxsize=256)
def _harms(wound: int, save: int) -> Fraction:
    return chance((6,), REACHES(0, wound)) * (1 - chance((6,), REACHES(0, save)))


@lru_cache(maxsize=4096)
def _exactly(number: int, dice: int, p: Fraction) -> Fraction:
    """The chance that exactly `number` of so many dice succeed, each with chance `p`."""
    return comb(dice, number) * p**number * (1 - p) ** (dice - number)


class Toll(NamedTuple):
    """The chances that fire hits its target and that it causes a casualty there; the unsaved wounds on average."""

    hit: Fraction
    falls: Fraction
    wounds: Fraction


MOST_STRAYS = 100_000
"""The most cases of strays that are counted; so many take a quarter of a second."""


class Salvo(NamedTuple):
    """Fire that cannot stray: so many dice, the chance that one hits and that it gets through, wounds for each."""

    dice: int
    hits: Fraction
    through: Fraction
    damage: int


def salvo(target: Squad, weapon: Weapon, need: int, figures: int) -> Salvo:
    """The fire of so many models at a target, where each die needs `need`."""
    numbers, hits = weapon.numbers, hit_chance(need)
    return Salvo(figures, hits, hits * harms(numbers["strength"], numbers["save_mod"], target), numbers["damage"])


def toll(target: Squad, salvos: Sequence[Salvo]) -> Toll:
    """The toll of fire at one target that cannot stray, one salvo after the other as long as any of it stands."""
    left = target.figures * target.stats["W"] - target.wounds
    return _toll(tuple(salvos), target.stats["W"] - target.wounds, left)


@lru_cache(maxsize=4096)
def _toll(salvos: tuple[Salvo, ...], first: int, left: int) -> Toll:
    """`first`: the wounds that remove the first model; `left`: those that remove the last."""
    missed, wounds, taken = Fraction(1), NONE, {0: Fraction(1)}
    for dice, hits, through, damage in salvos:
        missed *= (1 - hits) ** dice
        after: dict[int, Fraction] = {}
        for before, p in taken.items():
            if before >= left:
                after[left] = after.get(left, NONE) + p
                continue
            wounds += p * dice * through * damage
            for number in range(dice + 1):
                sum_ = min(left, before + number * damage)
                after[sum_] = after.get(sum_, NONE) + p * _exactly(number, dice, through)
        taken = after
    return Toll(1 - missed, sum((p for lost, p in taken.items() if lost >= first), NONE), wounds)


# -- stray shots ------------------------------------------------------------------------------------------------------


def comes_down(board: Board, cell: Cell, way: int, inches: int) -> Cell:
    """The cell where a shot at `cell` comes down if it strays so far that way (1 to 8); -1 off the board (WH-A35)."""
    dx, dy = DIRECTIONS[way - 1]
    cells = (5 * inches + 3) // 7 if dx and dy else inches  # a diagonal step is 1.4 inches long
    x, y = board.xy(cell)
    x, y = x + dx * cells, y + dy * cells
    return board.cell(x, y) if board.inside(x, y) else -1


def struck(board: Board, spot: Cell, standing: Iterable[tuple[UnitId, Cell]]) -> UnitId:
    """The nearest squad within an inch of the cell where a shot comes down, "" if there is none (WH-A35)."""
    near = ((board.distance(at, spot), name) for name, at in standing)
    return min((row for row in near if row[0] <= 1), default=(0, ""))[1]


Hurt = tuple[int, ...]
"""How many hits have gone through the armour of each squad that a stray may strike."""


def stray_toll(
    state: Battle, shooter: Squad, target: Squad, cell: Cell, weapon: Weapon, need: int, figures: int
) -> Toll | None:
    """The toll of a launcher's fire at a target on `cell`, which its strays may hit, too (WH-35).

    None if they have more cases than `MOST_STRAYS`.
    """
    strays = _Strays(state, shooter, target, cell, weapon, figures)
    return strays.toll(hit_chance(need)) if strays.cases <= MOST_STRAYS else None


class _Strays:
    """A launcher's fire: first the hits, then each miss at the cell where it comes down.

    A stray hits only a squad that still stands, so the hits so far decide where the next one may strike.

    spots: the cells on the board where a stray may come down, each with the chance `each`; near: the target and the
    squads that a stray may strike; harms: for each of them the chance that a hit gets through its armour; most: how
    many such hits wipe it out; lacking: how many remove the target's first model; caps: how many are counted; cases: at
    most so many cases are counted.
    """

    def __init__(self, state: Battle, shooter: Squad, target: Squad, cell: Cell, weapon: Weapon, figures: int) -> None:
        numbers, board = weapon.numbers, state.board
        ways, reaches = range(1, StrayDirection.dice[0] + 1), range(1, StrayDistance.dice[0] + 1)
        found = [comes_down(board, cell, way, inches) for way in ways for inches in reaches]
        self.spots = [spot for spot in found if spot >= 0]
        self.each = Fraction(1, len(found))
        at = {unit.id: cell if unit is target else unit.at for unit in state.standing()}
        self.near = [
            state.units[name]
            for name in at
            if name == target.id or any(board.distance(at[name], spot) <= 1 for spot in self.spots)
        ]
        self.board, self.at, self.dice = board, at, figures
        self.target = self.near.index(target)
        damage = numbers["damage"]
        self.harms = [harms(numbers["strength"], numbers["save_mod"], unit) for unit in self.near]
        self.most = [-((u.wounds - u.figures * u.stats["W"]) // damage) for u in self.near]
        self.lacking = -((target.wounds - target.stats["W"]) // damage)
        self.caps = [most if most <= self.dice else 0 for most in self.most]  # a squad that cannot fall needs no count
        self.caps[self.target] = self.caps[self.target] or self.lacking
        self.damage = damage
        counted = [cap for cap in self.caps if cap]
        tallies = min(prod(cap + 1 for cap in counted), comb(figures + len(counted), figures))
        self.cases = figures * len(self.near) * tallies
        self._landings: dict[tuple[bool, ...], list[tuple[int, Fraction]]] = {}

    def toll(self, hits: Fraction) -> Toll:
        """The toll, where each die hits with that chance.

        The misses are resolved one by one; the cases with fewer misses join when only so many are left.
        """
        mass: dict[tuple[bool, Hurt], Fraction] = {}
        wounds = self.dice * hits * self.harms[self.target]
        for misses in range(self.dice, -1, -1):
            for key, p in self._direct(self.dice - misses):
                mass[key] = mass.get(key, NONE) + p * _exactly(self.dice - misses, self.dice, hits)
            if misses:
                mass, more = self._stray(mass)
                wounds += more
        return Toll(
            sum((p for (hit, _), p in mass.items() if hit), NONE),
            sum((p for (_, hurt), p in mass.items() if hurt[self.target] >= self.lacking), NONE),
            wounds * self.damage,
        )

    def _direct(self, hits: int) -> Iterator[tuple[tuple[bool, Hurt], Fraction]]:
        """What so many hits do to the target: the cases with their chances."""
        harm, cap = self.harms[self.target], self.caps[self.target]
        for through in range(hits + 1):
            hurt = [0] * len(self.near)
            hurt[self.target] = min(through, cap)
            yield (hits > 0, tuple(hurt)), _exactly(through, hits, harm)

    def _stray(self, mass: dict[tuple[bool, Hurt], Fraction]) -> tuple[dict[tuple[bool, Hurt], Fraction], Fraction]:
        """The cases after one more miss has come down, and the wounds that it does to the target on average."""
        after: dict[tuple[bool, Hurt], Fraction] = {}
        wounds = NONE
        for (hit, hurt), p in mass.items():
            for place, chance_of in self._landing(tuple(n < most for n, most in zip(hurt, self.most, strict=True))):
                if place < 0:
                    after[hit, hurt] = after.get((hit, hurt), NONE) + p * chance_of
                    continue
                now = hit or place == self.target
                worse = (*hurt[:place], min(hurt[place] + 1, self.caps[place]), *hurt[place + 1 :])
                for key, q in ((now, worse), self.harms[place]), ((now, hurt), 1 - self.harms[place]):
                    after[key] = after.get(key, NONE) + p * chance_of * q
                if place == self.target:
                    wounds += p * chance_of * self.harms[place]
        return after, wounds

    def _landing(self, stands: tuple[bool, ...]) -> list[tuple[int, Fraction]]:
        """The index in `near` of the squad that a stray strikes (-1: none), with its chance.

        `stands`: which squads of `near` still stand.
        """
        found = self._landings.get(stands)
        if found is None:
            left = [(unit.id, self.at[unit.id]) for unit, is_there in zip(self.near, stands, strict=True) if is_there]
            places = {unit.id: place for place, unit in enumerate(self.near)}
            counts: dict[int, Fraction] = {}
            for spot in self.spots:
                place = places.get(struck(self.board, spot, left), -1)
                counts[place] = counts.get(place, NONE) + self.each
            missed = 1 - sum(counts.values())
            counts[-1] = counts.get(-1, NONE) + missed
            found = self._landings[stands] = list(counts.items())
        return found
