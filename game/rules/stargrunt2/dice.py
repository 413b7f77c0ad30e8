"""The ladder of dice, range bands, and the readers of Stargrunt II's throws."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import prod
from typing import NamedTuple

from game.engine.dice import Outcome, Reader, Row

LADDER = (4, 6, 8, 10, 12)
COVER_SHIFT = {"": 0, "soft": 1, "low": 2, "hard": 2}


class FireResult(NamedTuple):
    """How many of the firer's dice beat the range die, the potential hits, and the remainder to be rolled for."""

    beat: int
    hits: int
    rest: int

    @property
    def outcome(self) -> int:
        """All three in one number, as the reader returns it; `fire_result` takes it apart."""
        return self.beat * 10_000 + self.hits * 100 + self.rest


def fire_result(outcome: Outcome) -> FireResult:
    """The result from an outcome of the reader FIRE, which never asks for another roll."""
    packed = outcome or 0
    return FireResult(packed // 10_000, packed // 100 % 100, packed % 100)


def _fire(faces: tuple[int, ...], sides: int) -> Outcome:
    """The range die comes first, then the firer's dice. If two beat it, their sum is divided by its sides."""
    beat = sum(face > faces[0] for face in faces[1:])
    return _fire_outcome(beat, sum(faces[1:]), sides)


def _fire_outcome(beat: int, total: int, sides: int) -> int:
    return FireResult(beat, *(divmod(total, sides) if beat >= 2 else (0, 0))).outcome


def _fire_spread(dice: tuple[int, ...], sides: int) -> Iterable[Row]:
    """The distribution of `_fire`: only the range die, how many dice beat it and their sum matter.

    Outcomes come in the order in which counting all faces finds them, each with the first faces that give it.
    """
    ways: dict[int, int] = {}
    examples: dict[int, tuple[int, ...]] = {}
    for mark in range(1, dice[0] + 1):
        for (beat, total), (count, faces) in _against(mark, dice[1:]).items():
            outcome = _fire_outcome(beat, total, sides)
            ways[outcome] = ways.get(outcome, 0) + count
            examples[outcome] = min(examples.get(outcome, faces), faces)
    rolls = prod(dice)
    return [
        (outcome, Fraction(ways[outcome], rolls), examples[outcome])
        for outcome in sorted(ways, key=examples.__getitem__)
    ]


_Tally = dict[tuple[int, int], tuple[int, tuple[int, ...]]]


def _against(mark: int, dice: tuple[int, ...]) -> _Tally:
    """How many of the firer's dice beat the range die's face, and their sum -> in how many ways, and the first faces.

    The faces begin with that of the range die.
    """
    tally: _Tally = {(0, 0): (1, (mark,))}
    for sides in dice:
        longer: _Tally = {}
        for (beat, total), (ways, faces) in tally.items():
            for face in range(1, sides + 1):
                key = (beat + (face > mark), total + face)
                before, first = longer.get(key, (0, (*faces, face)))
                longer[key] = (before + ways, min(first, (*faces, face)))
        tally = longer
    return tally


def _impact(faces: tuple[int, ...]) -> Outcome:
    """Impact against armour: 0 nothing, 1 a wound, 2 a kill (more than twice the armour)."""
    impact, armour = faces
    if impact <= armour:
        return 0
    return 2 if impact > 2 * armour else 1


def _test(faces: tuple[int, ...], target: int) -> Outcome:
    """A confidence test: the levels lost (0, 1, or 2 if the score is at most half the target)."""
    score = faces[0]
    if score > target:
        return 0
    return 2 if 2 * score <= target else 1


def _duel(faces: tuple[int, ...]) -> Outcome:
    """One man against another: the index of the lower die, None for equal dice, which are rolled again."""
    return None if faces[0] == faces[1] else int(faces[0] > faces[1])


FIRE, IMPACT, CONFIDENCE, DUEL = Reader(_fire, _fire_spread), Reader(_impact), Reader(_test), Reader(_duel)
NOTHING = Reader(lambda _: 1)
"""A die that decides nothing."""


def shifted(sides: int, steps: int) -> int:
    """The die that many steps along the ladder, which ends at D4 and D12."""
    return LADDER[max(0, min(len(LADDER) - 1, LADDER.index(sides) + steps))]


def range_band(distance: int, quality: int) -> int:
    """The range band of a distance in inches, from 1; each is as wide as the firer's quality die (SG-A36)."""
    return max(1, -(-distance // quality))


def range_die(distance: int, quality: int, shift: int, bands: int) -> int:
    """Sides of the range die at a distance in inches; 0 if the band is too far or the shift goes beyond D12."""
    band = range_band(distance, quality)
    if band > bands or band > len(LADDER):
        return 0
    place = band - 1 + shift
    return LADDER[place] if place < len(LADDER) else 0


def rounded_die(value: int) -> int:
    """The die that a number is rounded up to: D4 up to 4, D12 beyond 10."""
    return next((sides for sides in LADDER if value <= sides), LADDER[-1])
