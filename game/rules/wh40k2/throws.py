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
from game.engine.wording import INCHES, Modifier, length, listed, tested
from game.rules.wh40k2.state import FACINGS

SECOND_DIE: Mapping[int, int] = {7: 4, 8: 5, 9: 6}
"""Above 6 a 6 and a second die: what is needed -> what the second die must show (WH-A27)."""


def duel(faces: tuple[int, ...], own: int, plus: int, minus: int) -> int:
    """Best die plus bonuses of the first `own` dice against the rest; the difference (WH-A33)."""
    mine, theirs = faces[:own], faces[own:]
    left = max(mine, default=0) + plus + max(0, mine.count(6) - 1) + theirs.count(1)
    right = max(theirs, default=0) + minus + max(0, theirs.count(6) - 1) + mine.count(1)
    return left - right


def duel_chances(dice: tuple[int, ...], own: int, plus: int, minus: int) -> Iterable[Row]:
    """The distribution of `duel`, side by side: what a side's ones give the enemy, they take off its own score."""
    found: dict[int, Fraction] = {}
    for (left, p), (right, q) in product(_scores(dice[:own]).items(), _scores(dice[own:]).items()):
        difference = left + plus - right - minus
        found[difference] = found.get(difference, Fraction(0)) + p * q
    return without_faces(found)


def _scores(dice: tuple[int, ...]) -> Mapping[int, Fraction]:
    """The best die, 1 more for every 6 after the first, 1 less for every 1: what these dice come to, with its chance."""
    table = Counter({(0, 0, 0): 1})  # best die, sixes, ones -> in how many ways
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

    @property
    def must(self) -> str:
        """What a die must show; above 6, what it must show before it is rolled again."""
        return "a 6, then again" if self.need > 6 else f"{max(2, self.need)}+"

    @property
    def read(self) -> Read:
        """How many hit: a 1 never does, and above 6 a second die decides."""
        return COUNT(max(2, min(6, self.need)))

    @property
    def sum(self) -> Sum | None:
        """The number that each die needs; how more than 6 is rolled."""
        found = super().sum
        return replace(found, test="") if found is not None and self.need <= 6 else found

    @property
    def prompt(self) -> str:
        """Who fires at whom."""
        return f"Roll to hit: {self.unit.upper()} at {self.target.upper()}, {self.test}"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """How many hit, or may yet."""
        rolled = listed(faces)
        if self.need > 6:
            return (
                f"{words.unit(self.unit)} rolls {rolled}: {outcome} of {len(faces)} show a 6, "
                f"the first half of {self.need}+."
            )
        return f"{words.unit(self.unit)} rolls to hit {rolled}: {outcome} of {len(faces)} at {max(2, self.need)}+."


class ToHitAgain(Throw, frozen=True):
    """The second die of each 6, where more than 6 is needed (WH-A27)."""

    need: int
    unit: UnitId
    target: UnitId
    dice: tuple[int, ...]
    unshown = ("target", "dice")
    why = "to hit again"
    counted = ("hit", "hits")
    lucky = "unit"
    clauses = ("WH-A27",)

    @property
    def read(self) -> Read:
        """How many reach it."""
        return COUNT(self.need)

    @property
    def prompt(self) -> str:
        """Who fires at whom."""
        return f"Roll each 6 again: {self.unit.upper()} at {self.target.upper()}, {self.need}+"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """How many hit."""
        return f"{words.unit(self.unit)} rolls on {listed(faces)}: {outcome} at {self.need}+."


class ToWound(Throw, frozen=True):
    """A die for each hit (WH-A30)."""

    unit: UnitId
    need: int
    dice: tuple[int, ...]
    unshown = ("dice",)
    why = "to wound"
    counted = ("wound", "wounds")
    clauses = ("WH-A30",)

    @property
    def read(self) -> Read:
        """How many wound."""
        return COUNT(self.need)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """How many wound."""
        return f"Wounds on {words.unit(self.unit)}: {listed(faces)}: {outcome} at {self.need}+."


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

    @property
    def read(self) -> Read:
        """How many are saved."""
        return COUNT(self.need)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """How many are saved."""
        return f"Saves of {words.unit(self.unit)}: {listed(faces)}: {outcome} at {self.need}+."


class BreakTest(Throw, frozen=True):
    """2D6 against Leadership, or the squad breaks (WH-A32)."""

    unit: UnitId
    need: int
    base: tuple[str, int]
    dice = (6, 6)
    why = "break"
    lucky = "unit"
    clauses: ClassVar[tuple[str, ...]] = ("WH-A32",)

    @property
    def read(self) -> Read:
        """At or under."""
        return AT_MOST(self.need)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The dice and the value."""
        return f"{words.unit(self.unit)} tests whether it breaks: {self.result(faces, outcome)}."

    def result(self, faces: tuple[int, ...], outcome: Outcome) -> str:
        """What was needed, what was rolled, and whether that passes."""
        return tested(f"{self.need} or less", faces, passed=bool(outcome))


class RallyTest(BreakTest, frozen=True):
    """2D6 against Leadership: a broken squad rallies (WH-A32)."""

    why = "rally"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The dice and the value."""
        return f"{words.unit(self.unit)} tries to rally: {self.result(faces, outcome)}."


class LeadershipTest(BreakTest, frozen=True):
    """2D6 against Leadership, or troops that are shot at lose their counter (WH-29, WH-30)."""

    test: str
    why = "leadership"
    clauses = ("WH-29", "WH-30")

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The dice and the value."""
        return f"{words.unit(self.unit)} tests Leadership: {self.result(faces, outcome)}."


class Flight(Throw, frozen=True):
    """How many inches a broken squad flees (WH-A32)."""

    unit: UnitId
    dice = (6, 6)
    read = TOTAL()
    why = "flight"
    clauses = ("WH-A32",)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """How far."""
        return f"{words.unit(self.unit)} flees {length(sum(faces), INCHES)}."


class StrayDirection(Throw, frozen=True):
    """Where a stray shot goes: 1 is up the map, and on with the clock (WH-A35)."""

    unit: UnitId
    dice = (8,)
    read = TOTAL()
    why = "stray direction"
    clauses = ("WH-A35",)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """Which."""
        return f"The shot of {words.unit(self.unit)} strays {FACINGS[faces[0]]}."


class StrayDistance(Throw, frozen=True):
    """How many inches off a stray shot comes down (WH-A35)."""

    unit: UnitId
    dice = (6,)
    read = TOTAL()
    why = "stray distance"
    clauses = ("WH-A35",)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """How far."""
        return f"The shot of {words.unit(self.unit)} strays {length(faces[0], INCHES)}."


class HandToHand(Throw, frozen=True):
    """A pair of models fights: first the dice of the unit's, then those of the target's (WH-A33)."""

    unit: UnitId
    target: UnitId
    dice: tuple[int, ...]
    read: Read
    unshown = ("dice", "read")
    why = "hand-to-hand"
    needs = "higher"
    clauses = ("WH-A33",)

    @property
    def rollers(self) -> tuple[Roller, ...]:
        """The unit's come first, as many as its reader says; the others are the target's."""
        own = self.read.numbers[0]
        return (*(Roller(self.unit),) * own, *(Roller(self.target),) * (len(self.dice) - own))

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The dice and who is how much better."""
        return f"{words.unit(self.unit)} fights {words.unit(self.target)}: {listed(faces)}, difference {outcome}."
