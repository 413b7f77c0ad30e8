"""Every throw of the 2nd edition: its dice, how they are read, and what the log says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import ClassVar

from msgspec.structs import replace

from game.engine.dice import AT_MOST, COUNT, TOTAL, Outcome, Read, Reader, Row, without_faces
from game.engine.events import Words
from game.engine.names import UnitId
from game.engine.throws import Roller, Sum, Throw
from game.engine.wording import INCHES, Modifier, listed
from game.rules.wh40k2.state import FACINGS

SECOND_DIE: Mapping[int, int] = {7: 4, 8: 5, 9: 6}
"""Needed number above 6 -> what the second die must show after a 6 (WH-A27)."""


def duel(faces: tuple[int, ...], own: int, bonus: int, enemy_bonus: int) -> int:
    """How much the first `own` dice score more than the rest (WH-A33).

    Each side scores its best die and its bonus, 1 for each 6 after the first, and 1 for each 1 of the enemy.
    """
    mine, theirs = faces[:own], faces[own:]
    left = max(mine, default=0) + bonus + max(0, mine.count(6) - 1) + theirs.count(1)
    right = max(theirs, default=0) + enemy_bonus + max(0, theirs.count(6) - 1) + mine.count(1)
    return left - right


def duel_chances(dice: tuple[int, ...], own: int, bonus: int, enemy_bonus: int) -> Iterable[Row]:
    """The distribution of `duel`.

    The two sides are counted apart: a 1 takes 1 off its own side's score instead of adding 1 to the enemy's.
    """
    found: dict[int, Fraction] = {}
    for (left, p), (right, q) in product(_scores(dice[:own]).items(), _scores(dice[own:]).items()):
        difference = left + bonus - right - enemy_bonus
        found[difference] = found.get(difference, Fraction(0)) + p * q
    return without_faces(found)


def _scores(dice: tuple[int, ...]) -> Mapping[int, Fraction]:
    """Score -> chance, for one side: its best die, 1 more for every 6 after the first, 1 less for every 1."""
    table = Counter({(0, 0, 0): 1})  # (best die, sixes, ones) -> number of ways
    for sides in dice:
        longer = Counter[tuple[int, int, int]]()
        for (best, sixes, ones), ways in table.items():
            for face in range(1, sides + 1):
                longer[max(best, face), sixes + (face == 6), ones + (face == 1)] += ways
        table = longer
    scores = Counter[int]()
    for (best, sixes, ones), ways in table.items():
        scores[best + max(0, sixes - 1) - ones] += ways
    return {score: Fraction(ways, prod(dice)) for score, ways in scores.items()}


DUEL = Reader(duel, duel_chances)


class ToHit(Throw, frozen=True):
    """A die for each model that fires (WH-A27)."""

    need: int
    unit: UnitId
    target: UnitId
    test: str
    base: tuple[str, int]
    modifiers: tuple[Modifier, ...]
    dice: tuple[int, ...]
    form = "{}+"
    unshown = ("dice",)
    why = "to hit"
    counted = ("hit", "hits")
    lucky = "unit"
    clauses = ("WH-A27",)
    prompt = "Roll to hit: {unit} at {target}, {test}"

    @property
    def asks(self) -> str:
        """How many dice, and what each must show."""
        return self.test

    @property
    def must(self) -> str:
        """What a die must show, in words; above 6, what it must show before it is rolled again."""
        return "a 6, then again" if self.need > 6 else f"{max(2, self.need)}+"

    @property
    def read(self) -> Read:
        """How many hit: a 1 never does, and above 6 a second die decides."""
        return COUNT(max(2, min(6, self.need)))

    @property
    def sum(self) -> Sum | None:
        """The number that each die needs; above 6 also how it is rolled."""
        found = super().sum
        return replace(found, test="") if found is not None and self.need <= 6 else found

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        rolled = listed(faces)
        if self.need > 6:
            return (
                f"{words.unit(self.unit)} rolls {rolled}: {outcome} of {len(faces)} show a 6, "
                f"the first half of {self.need}+."
            )
        return f"{words.unit(self.unit)} rolls to hit {rolled}: {outcome} of {len(faces)} at {max(2, self.need)}+."


class ToHitAgain(Throw, frozen=True):
    """The second die for each 6, if more than 6 is needed (WH-A27)."""

    need: int
    unit: UnitId
    target: UnitId
    dice: tuple[int, ...]
    unshown = ("target", "dice")
    why = "to hit again"
    counted = ("hit", "hits")
    lucky = "unit"
    clauses = ("WH-A27",)
    read = COUNT("need")
    prompt = "Roll each 6 again: {unit} at {target}, {need}+"
    text = "{unit} rolls on {faces}: {outcome} at {need}+."


class ToWound(Throw, frozen=True):
    """A die for each hit (WH-A30)."""

    unit: UnitId
    need: int
    dice: tuple[int, ...]
    unshown = ("dice",)
    why = "to wound"
    counted = ("wound", "wounds")
    clauses = ("WH-A30",)
    read = COUNT("need")
    text = "Wounds on {unit}: {faces}: {outcome} at {need}+."


class Save(Throw, frozen=True):
    """A die for each wound (WH-A31)."""

    unit: UnitId
    need: int
    dice: tuple[int, ...]
    unshown = ("dice",)
    why = "save"
    counted = ("saved", "saved")
    lucky = "unit"
    clauses = ("WH-A31",)
    read = COUNT("need")
    text = "Saves of {unit}: {faces}: {outcome} at {need}+."


class BreakTest(Throw, frozen=True):
    """2D6 against Leadership, or the squad breaks (WH-A32)."""

    unit: UnitId
    need: int
    base: tuple[str, int]
    dice = (6, 6)
    why = "break"
    lucky = "unit"
    clauses: ClassVar[tuple[str, ...]] = ("WH-A32",)
    read = AT_MOST("need")
    text = "{unit} tests whether it breaks: {tested}."

    @property
    def must(self) -> str:
        return f"{self.need} or less"


class RallyTest(BreakTest, frozen=True):
    """2D6 against Leadership: a broken squad rallies (WH-A32)."""

    why = "rally"
    text = "{unit} tries to rally: {tested}."


class LeadershipTest(BreakTest, frozen=True):
    """2D6 against Leadership, or a squad that is shot at loses its counter (WH-29, WH-30)."""

    test: str
    why = "leadership"
    clauses = ("WH-29", "WH-30")
    text = "{unit} tests Leadership: {tested}."


class Flight(Throw, frozen=True):
    """How many inches a broken squad flees (WH-A32)."""

    unit: UnitId
    dice = (6, 6)
    read = TOTAL()
    why = "flight"
    clauses = ("WH-A32",)
    text = f"{{unit}} flees {{total}}{INCHES.many}."


class StrayDirection(Throw, frozen=True):
    """The direction in which a shot strays: 1 is up the map, the others follow clockwise (WH-A35)."""

    unit: UnitId
    dice = (8,)
    read = TOTAL()
    why = "stray direction"
    clauses = ("WH-A35",)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        return f"The shot of {words.unit(self.unit)} strays {FACINGS[faces[0]]}."


class StrayDistance(Throw, frozen=True):
    """How many inches off its target a stray shot comes down (WH-A35)."""

    unit: UnitId
    dice = (6,)
    read = TOTAL()
    why = "stray distance"
    clauses = ("WH-A35",)
    text = f"The shot of {{unit}} strays {{total}}{INCHES.many}."


class HandToHand(Throw, frozen=True):
    """A pair of models fights: the unit's dice come first, then the target's (WH-A33)."""

    unit: UnitId
    target: UnitId
    dice: tuple[int, ...]
    read: Read
    unshown = ("dice", "read")
    why = "hand-to-hand"
    needs = "higher"
    clauses = ("WH-A33",)
    text = "{unit} fights {target}: {faces}, difference {outcome}."

    @property
    def rollers(self) -> tuple[Roller, ...]:
        """Who rolls each die: the unit the first ones, as many as the reader says, the target the others."""
        own = self.read.numbers[0]
        return (*(Roller(self.unit),) * own, *(Roller(self.target),) * (len(self.dice) - own))
