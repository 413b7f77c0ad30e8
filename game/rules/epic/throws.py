"""Every throw of Epic: its dice (all are D6), how they are read, and what the log says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from game.engine.dice import COUNT, REACHES, Outcome, Read, Reader
from game.engine.events import Words
from game.engine.names import Seat, UnitId, spoken
from game.engine.throws import Roller, Sum, Throw
from game.engine.wording import Modifier, listed, signed
from game.rules.epic.state import ATTACKERS, DEFENDERS, FormationId, Role

# -- readers ----------------------------------------------------------------------------------------------------------


def _strategy(faces: tuple[int, ...], *ratings: int) -> Outcome:
    totals = [face + rating for face, rating in zip(faces, ratings, strict=True)]
    return totals.index(max(totals)) if totals.count(max(totals)) == 1 else None


BEST = Reader(max)
"""The highest die."""
STRATEGY = Reader(_strategy)
"""STRATEGY(*ratings): the index of the side with the highest die plus rating; equal sides roll again."""


# -- the turn ---------------------------------------------------------------------------------------------------------


class StrategyRoll(Throw, frozen=True):
    """D6 plus strategy rating for every side: the highest chooses who begins (EP-A26)."""

    seats: list[Seat]
    ratings: list[int]
    why = "strategy"
    needs = "higher"
    clauses = ("EP-A26",)
    text = "The sides roll for strategy: {rolls}."

    @property
    def dice(self) -> tuple[int, ...]:
        return (6,) * len(self.seats)

    @property
    def read(self) -> Read:
        return STRATEGY(*self.ratings)

    @property
    def prompt_text(self) -> str:
        rows = zip(self.seats, self.ratings, strict=True)
        return "Strategy roll: " + ", ".join(f"{spoken(seat)} +{rating}" for seat, rating in rows)


class ActionTest(Throw, frozen=True):
    """D6 plus modifiers against a formation's initiative (EP-A27); `need` is what the die itself must show."""

    unit: UnitId
    formation: FormationId
    need: int
    modifiers: list[Modifier]
    why = "action test"
    lucky = "unit"
    tested_first = True
    dice = (6,)
    clauses = ("EP-A27",)
    prompt = "Action test of {formation}: {need}+"
    text = "{formation} tests for its action: {faces}, needs {need}."

    @classmethod
    def against(cls, initiative: int, unit: UnitId, formation: FormationId, rows: list[Modifier]) -> Self:
        """The test of a formation with that initiative and these modifiers."""
        return cls(unit, formation, initiative - sum(value for _, value, _ in rows), rows)

    @property
    def read(self) -> Read:
        plus = sum(value for _, value, _ in self.modifiers)
        return REACHES(plus, self.need + plus)

    @property
    def reckoned(self) -> Sum:
        """The initiative, and what the modifiers make of it, as forecasts show it."""
        rows = tuple((name, -value, clause) for name, value, clause in self.modifiers)
        base = self.need + sum(value for _, value, _ in self.modifiers)
        return Sum(("action test", base), rows, self.need, form="{}+")

    @property
    def asks(self) -> str:
        """The die, and what it must show."""
        return f"1D6 at {self.need}+"


class Rally(ActionTest, frozen=True):
    """The same test at the end of the turn, to take blast markers off (EP-A45)."""

    why = "rally"
    clauses = ("EP-A45",)
    prompt = "{formation} rallies: {need}+"
    text = "{formation} tries to rally: {faces}, needs {need}."


class Regroup(Throw, frozen=True):
    """The higher of two dice: that many blast markers come off (EP-A30)."""

    unit: UnitId
    formation: FormationId
    why = "regroup"
    dice = (6, 6)
    read = BEST()
    clauses = ("EP-A30",)
    prompt = "{formation} regroups"
    text = "{formation} regroups: {faces}."


# -- fire and hits ----------------------------------------------------------------------------------------------------


class ToHit(Throw, frozen=True):
    """The dice of a shot that need the same, fired at one formation, `target` (EP-A31)."""

    unit: UnitId
    target: FormationId
    need: int
    dice: tuple[int, ...]
    why = "to hit"
    counted = ("hit", "hits")
    lucky = "unit"
    clauses = ("EP-A31",)
    read = COUNT("need")
    prompt = "Roll {dice} to hit {target}: {need}+"
    text = "{unit} and its formation fire at {target} on {need} or more: {faces}; {outcome} hit."

    @property
    def asks(self) -> str:
        """How many dice, and what they must show."""
        return f"{len(self.dice)}D6 at {self.need}+"


class Save(Throw, frozen=True):
    """A stand's save against a hit (EP-A37)."""

    unit: UnitId
    need: int
    why = "save"
    counted = ("saved", "saved")
    lucky = "unit"
    dice = (6,)
    clauses = ("EP-A37",)
    read = REACHES(0, "need")
    prompt = "Save of {unit}: {need}+"
    text = "{unit} needs {need} for its save, rolls {faces}: {passed:enough|not enough}."


class BailOut(Save, frozen=True):
    """A passenger's save when its transport is destroyed (EP-A48)."""

    why = "bail out"
    counted = ("gets out", "get out")
    clauses = ("EP-A48",)
    prompt = "{unit} gets out of the wreck: {need}+"
    text = "{unit} needs {need} to get out of the wreck, rolls {faces}: {passed:enough|not enough}."


# -- the assault ------------------------------------------------------------------------------------------------------


class CloseCombat(Throw, frozen=True):
    """Dice of one side of an assault that need the same: those of its stands in contact (EP-A36)."""

    unit: UnitId
    units: list[UnitId]
    need: int
    side: Role
    why = "close combat"
    counted = ("hit", "hits")
    lucky = "unit"
    clauses = ("EP-A36",)
    read = COUNT("need")
    prompt = "Roll {dice} for {why} of the {side}: {need}+"
    text = "Close combat of the {side} on {need} or more: {faces}; {outcome} hit."

    @property
    def dice(self) -> tuple[int, ...]:
        return (6,) * len(self.units)

    @property
    def rollers(self) -> tuple[Roller, ...]:
        return tuple(Roller(unit) for unit in self.units)


class Firefight(CloseCombat, frozen=True):
    """Dice of one side of an assault: those of its stands that are near enough and in view (EP-A36)."""

    why = "firefight"
    text = "Firefight of the {side} on {need} or more: {faces}; {outcome} hit."


class SupportingFire(CloseCombat, frozen=True):
    """Dice for one side of an assault: those of stands of other formations that support it (EP-A39)."""

    why = "support"
    text = "Supporting fire of the {side} on {need} or more: {faces}; {outcome} hit."
    clauses = ("EP-A39",)


class AttackersResult(Throw, frozen=True):
    """The higher of two dice, plus modifiers: the attackers' result (EP-A40)."""

    unit: UnitId
    side: Role
    modifiers: list[Modifier]
    why = "result of the attackers"
    dice = (6, 6)
    read = BEST()
    clauses = ("EP-A40",)
    prompt = "Result of the {side}: the higher of 2D6"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        rows = "".join(f", {name} {signed(value)}" for name, value, _ in self.modifiers)
        return f"Result of the {self.side}: {listed(faces)}{rows}."


class DefendersResult(AttackersResult, frozen=True):
    """The same for the defenders."""

    why = "result of the defenders"


STRIKES = {throw.why: throw for throw in (CloseCombat, Firefight, SupportingFire)}
"""Name of a throw -> that throw, for the three kinds of attack in an assault."""
RESULTS: Mapping[Role, type[AttackersResult]] = {ATTACKERS: AttackersResult, DEFENDERS: DefendersResult}
