"""The ladder of dice, range bands, and the readers of Stargrunt II throws."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.dice import Outcome, Reader

LADDER = (4, 6, 8, 10, 12)
COVER_SHIFT = {"": 0, "soft": 1, "low": 2, "hard": 2}


class FireResult(NamedTuple):
    """How many of the firer's dice beat the range die, the potential hits, and the remainder still to be rolled for."""

    beat: int
    hits: int
    rest: int

    @property
    def outcome(self) -> int:
        """All three in one number, as the reader tells it: `fire_result` takes it apart."""
        return self.beat * 10_000 + self.hits * 100 + self.rest


def fire_result(outcome: Outcome) -> FireResult:
    """The outcome of the "fire" reader taken apart; it is never rolled again."""
    whole = outcome or 0
    return FireResult(whole // 10_000, whole // 100 % 100, whole % 100)


def _fire(faces: tuple[int, ...], sides: int) -> Outcome:
    """First the range die, then the firer's dice. Two that beat it score: their sum over the range die's sides."""
    beat = sum(face > faces[0] for face in faces[1:])
    if beat < 2:
        return FireResult(beat, 0, 0).outcome
    return FireResult(beat, *divmod(sum(faces[1:]), sides)).outcome


def _impact(faces: tuple[int, ...]) -> Outcome:
    """Impact against armour: 0 nothing, 1 wound, 2 kill (more than twice the armour)."""
    return 0 if faces[0] <= faces[1] else 2 if faces[0] > 2 * faces[1] else 1


def _test(faces: tuple[int, ...], target: int) -> Outcome:
    """A confidence test: levels lost (0, 1, or 2 when the score is at most half the target)."""
    return 0 if faces[0] > target else 2 if 2 * faces[0] <= target else 1


def _nothing(faces: tuple[int, ...]) -> Outcome:
    return 1


def _duel(faces: tuple[int, ...]) -> Outcome:
    """One man against another: the index of the lower die; equal dice are rolled again."""
    return None if faces[0] == faces[1] else int(faces[0] > faces[1])


FIRE, IMPACT, CONFIDENCE, DUEL = Reader(_fire), Reader(_impact), Reader(_test), Reader(_duel)
NOTHING = Reader(_nothing)
"""A die that decides nothing."""


def shifted(sides: int, steps: int) -> int:
    """A die moved along the ladder; closed at both ends."""
    return LADDER[max(0, min(len(LADDER) - 1, LADDER.index(sides) + steps))]


def range_band(distance: int, quality: int) -> int:
    """The range band of a distance in inches: each is as wide as the firer's quality die, the first is 1 (SG-A36)."""
    return max(1, -(-distance // quality))


def range_die(distance: int, quality: int, shift: int, bands: int) -> int:
    """Sides of the range die at a distance in inches; 0 when the fire is impossible (band, or a shift beyond D12)."""
    band = range_band(distance, quality)
    if band > bands or band > len(LADDER):
        return 0
    place = band - 1 + shift
    return LADDER[place] if place < len(LADDER) else 0


def rounded_die(value: int) -> int:
    """The die a number is rounded up to: up to 4 D4, beyond 10 D12."""
    return next((sides for sides in LADDER if value <= sides), LADDER[-1])
