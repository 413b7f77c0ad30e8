"""Every throw of VIKTORY II: its dice, how they are read, and their exact chances (VK-A6, VK-A36)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import ClassVar

from game.engine.dice import Outcome, Reader, Row, without_faces
from game.engine.events import UNSET, UnsetType, Words
from game.engine.names import Cell, Seat, UnitId
from game.engine.throws import Sum, Throw
from game.engine.wording import Modifier, listed
from game.rules.viktory2.words import counted

BASE, SUPPLIED = 3, 4
"""The highest face that hits: without combat supply, and with it."""

TACTICAL = 100
"""A scored roll comes to `TACTICAL` × its tactical hits + its other hits."""


# -- readers ----------------------------------------------------------------------------------------------------------


def _count(faces: tuple[int, ...], need: int, most: int) -> Outcome:
    """How many faces are at most `need`, up to `most`."""
    return min(most, sum(face <= need for face in faces))


def _count_spread(dice: tuple[int, ...], need: int, most: int) -> Iterable[Row]:
    found: dict[int, Fraction] = {}
    for hits, chance in enumerate(count_chances(len(dice), need)):
        found[min(most, hits)] = found.get(min(most, hits), Fraction(0)) + chance
    return without_faces(found)


@lru_cache(maxsize=256)
def count_chances(dice: int, need: int) -> tuple[Fraction, ...]:
    """The exact chances of no hit, one hit and so on."""
    p = Fraction(need, 6)
    return tuple(comb(dice, hits) * p**hits * (1 - p) ** (dice - hits) for hits in range(dice + 1))


def _score(faces: tuple[int, ...], need: int, units: int, surplus: int) -> Outcome:
    """The scored roll of these faces (`TACTICAL`): natural ones and other hits apart."""
    return _scored(faces.count(1), sum(1 < face <= need for face in faces), units, surplus)


def _scored(sharp: int, plain: int, units: int, surplus: int) -> int:
    """The scored roll of `sharp` tactical and `plain` other hits on so many units.

    `surplus`: how many hits beyond the last unit count.
    """
    if sharp + plain >= units:  # all are lost, so that nobody picks victims
        return min(sharp + plain, units + surplus)
    return TACTICAL * sharp + plain


def hits_scored(outcome: int) -> int:
    """All hits of a scored roll, tactical or not."""
    return sum(divmod(outcome, TACTICAL))


@lru_cache(maxsize=256)
def score_chances(dice: int, need: int) -> tuple[tuple[int, int, Fraction], ...]:
    """Every scored roll of so many dice: tactical hits, other hits, exact chance."""
    sharp, plain = Fraction(1, 6), Fraction(need - 1, 6)
    return tuple(
        (a, b, comb(dice, a) * comb(dice - a, b) * sharp**a * plain**b * (1 - sharp - plain) ** (dice - a - b))
        for a in range(dice + 1)
        for b in range(dice - a + 1)
    )


def _score_spread(dice: tuple[int, ...], need: int, units: int, surplus: int) -> Iterable[Row]:
    found: dict[int, Fraction] = {}
    for sharp, plain, chance in score_chances(len(dice), need):
        outcome = _scored(sharp, plain, units, surplus)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return without_faces(found)


COUNT = Reader(_count, _count_spread)
"""COUNT(need, most): how many dice show at most `need`, up to `most`."""
SCORE = Reader(_score, _score_spread)
"""SCORE(need, units, surplus): tactical and other hits apart, up to `surplus` beyond the number of units."""


# -- throws -----------------------------------------------------------------------------------------------------------


class Volley(Throw, frozen=True, kw_only=True):
    """D6 that hit at `need` or less; `among`: how many units they may hit."""

    need: int
    dice: tuple[int, ...]
    among: int
    why = "fire"
    counted = ("hit", "hits")
    unshown: ClassVar[tuple[str, ...]] = ("among",)
    read = COUNT("need", "among")
    """The number of hits; the firing player picks all victims (VK-03, VK-13)."""

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """What is added to `BASE`."""
        return (("combat supply", self.need - BASE, "VK-A43"),) if self.need > BASE else ()

    @property
    def reckoned(self) -> Sum:
        """The number that each die needs, as forecasts show it."""
        return Sum(("hits on", BASE), self.modifiers, self.need, form="≤ {}")

    @property
    def asks(self) -> str:
        """How many dice, and what they hit on."""
        return f"{len(self.dice)}D6 at ≤{self.need}"

    @property
    def must(self) -> str:
        return f"{self.need} or less"

    def count(self, faces: tuple[int, ...], outcome: Outcome) -> int:
        """How many dice hit, including hits beyond the last unit."""
        return sum(face <= self.need for face in faces)

    def successes(self, outcome: int) -> int:
        return hits_scored(outcome)

    def hits(self, faces: tuple[int, ...]) -> str:
        """How many hits there are, in words."""
        return f"{counted(self.count(faces, None), 'hit')} at {self.need} or less"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        return words.fill(self.text, self, faces=listed(faces), hits=self.hits(faces))


class Overwatch(Volley, frozen=True, kw_only=True):
    """A gun's shot out of turn: at the unit `target`, or at the group that attacks `cell`."""

    unit: UnitId
    target: UnitId | UnsetType = UNSET
    cell: Cell | UnsetType = UNSET
    why = "overwatch"
    lucky = "unit"
    text = "{unit} fires overwatch: {faces}, {hits}."


class Bombardment(Volley, frozen=True, kw_only=True):
    """The bombardment of `cell` by artillery."""

    unit: UnitId
    cell: Cell
    why = "bombard"
    lucky = "unit"
    clauses = ("VK-01",)
    text = "{unit} bombards {cell}: {faces}, {hits}."


class Broadside(Bombardment, frozen=True, kw_only=True):
    """The bombardment of `cell` by a frigate, which picks the victims of natural ones only (VK-A36)."""

    why = "bombard"
    clauses = ("VK-A33",)
    read = SCORE("need", "among", 0)


class PreBattleFire(Volley, frozen=True, kw_only=True):
    """All guns (`units`) of one side in a battle, before its rounds."""

    seat: Seat
    units: list[UnitId]
    why = "pre-battle fire"
    lucky = "seat"
    clauses = ("VK-02",)
    text = "Pre-battle fire of {seat}: {faces}, {hits}."


class AttackRoll(Volley, frozen=True, kw_only=True):
    """The attacker's dice in a round for `cell`.

    `surplus`: how many defence dice hits beyond the last unit can silence (VK-A37).
    """

    seat: Seat
    cell: Cell
    surplus: int = 0
    why = "attack"
    lucky = "seat"
    unshown = ("among", "surplus")
    clauses = ("VK-A35",)
    read = SCORE("need", "among", "surplus")
    text = "{seat} attacks: {faces}, {hits}."

    def hits(self, faces: tuple[int, ...]) -> str:
        """How many hits there are, and how many of them are tactical (VK-A36)."""
        sharp = f", {counted(faces.count(1), 'tactical hit')}" if 1 in faces else ""
        return f"{Volley.hits(self, faces)}{sharp}"


class DefenceRoll(AttackRoll, frozen=True, kw_only=True):
    """The defender's dice in a round for `cell`."""

    why = "defence"
    text = "{seat} defends: {faces}, {hits}."
