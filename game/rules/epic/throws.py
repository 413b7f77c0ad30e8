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


def _best(faces: tuple[int, ...]) -> Outcome:
    return max(faces)


def _strategy(faces: tuple[int, ...], *ratings: int) -> Outcome:
    totals = [face + rating for face, rating in zip(faces, ratings, strict=True)]
    return totals.index(max(totals)) if totals.count(max(totals)) == 1 else None


BEST = Reader(_best)
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

    @property
    def dice(self) -> tuple[int, ...]:
        """One for each side."""
        return (6,) * len(self.seats)

    @property
    def read(self) -> Read:
        """The index of the side that wins."""
        return STRATEGY(*self.ratings)

    @property
    def prompt(self) -> str:
        """Every side's rating."""
        rows = zip(self.seats, self.ratings, strict=True)
        return "Strategy roll: " + ", ".join(f"{spoken(seat)} +{rating}" for seat, rating in rows)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """Which side's die shows what."""
        who = ", ".join(f"{words.seat(seat)} {face}" for seat, face in zip(self.seats, faces, strict=True))
        return f"The sides roll for strategy: {who}."


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

    @classmethod
    def against(cls, initiative: int, unit: UnitId, formation: FormationId, rows: list[Modifier]) -> Self:
        """The test of a formation with that initiative and these modifiers."""
        return cls(unit, formation, initiative - sum(value for _, value, _ in rows), rows)

    @property
    def read(self) -> Read:
        """Whether it succeeds."""
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

    @property
    def prompt(self) -> str:
        """Which unit or formation rolls, and what it needs."""
        return f"Action test of {self.formation.upper()}: {self.need}+"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The face, and what was needed."""
        return f"{words.unit(self.formation)} tests for its action: {listed(faces)}, needs {self.need}."


class Rally(ActionTest, frozen=True):
    """The same test at the end of the turn, to take blast markers off (EP-A45)."""

    why = "rally"
    clauses = ("EP-A45",)

    @property
    def prompt(self) -> str:
        """Which unit or formation rolls, and what it needs."""
        return f"{self.formation.upper()} rallies: {self.need}+"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The face, and what was needed."""
        return f"{words.unit(self.formation)} tries to rally: {listed(faces)}, needs {self.need}."


class Regroup(Throw, frozen=True):
    """The higher of two dice: that many blast markers come off (EP-A30)."""

    unit: UnitId
    formation: FormationId
    why = "regroup"
    dice = (6, 6)
    read = BEST()
    clauses = ("EP-A30",)

    @property
    def prompt(self) -> str:
        """Which formation regroups."""
        return f"{self.formation.upper()} regroups"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """Both faces."""
        return f"{words.unit(self.formation)} regroups: {listed(faces)}."


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

    @property
    def read(self) -> Read:
        """How many hit."""
        return COUNT(self.need)

    @property
    def asks(self) -> str:
        """How many dice, and what they must show."""
        return f"{len(self.dice)}D6 at {self.need}+"

    @property
    def prompt(self) -> str:
        """How many dice, at which formation, and what they need."""
        return f"Roll {len(self.dice)}D6 to hit {self.target.upper()}: {self.need}+"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The faces, and how many hit."""
        who, at = words.unit(self.unit), words.unit(self.target)
        return f"{who} and its formation fire at {at} on {self.need} or more: {listed(faces)}; {outcome} hit."


class Save(Throw, frozen=True):
    """A stand's save against a hit (EP-A37)."""

    unit: UnitId
    need: int
    why = "save"
    counted = ("saved", "saved")
    lucky = "unit"
    dice = (6,)
    clauses = ("EP-A37",)

    @property
    def read(self) -> Read:
        """Whether it is saved."""
        return REACHES(0, self.need)

    @property
    def prompt(self) -> str:
        """Which unit or formation rolls, and what it needs."""
        return f"Save of {self.unit.upper()}: {self.need}+"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The face, and what was needed."""
        enough = "enough" if outcome else "not enough"
        return f"{words.unit(self.unit)} needs {self.need} for its save, rolls {listed(faces)}: {enough}."


class BailOut(Save, frozen=True):
    """A passenger's save when its transport is destroyed (EP-A48)."""

    why = "bail out"
    counted = ("gets out", "get out")
    clauses = ("EP-A48",)

    @property
    def prompt(self) -> str:
        """Which unit or formation rolls, and what it needs."""
        return f"{self.unit.upper()} gets out of the wreck: {self.need}+"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The face, and what was needed."""
        enough = "enough" if outcome else "not enough"
        return f"{words.unit(self.unit)} needs {self.need} to get out of the wreck, rolls {listed(faces)}: {enough}."


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

    @property
    def dice(self) -> tuple[int, ...]:
        """One for each stand."""
        return (6,) * len(self.units)

    @property
    def rollers(self) -> tuple[Roller, ...]:
        """The stands, one for each die."""
        return tuple(Roller(unit) for unit in self.units)

    @property
    def read(self) -> Read:
        """How many hit."""
        return COUNT(self.need)

    @property
    def prompt(self) -> str:
        """How many dice, for which side, and what they need."""
        return f"Roll {len(self.units)}D6 for {self.why} of the {self.side}: {self.need}+"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The faces, and how many hit."""
        what = {"support": "Supporting fire"}.get(self.why, self.why.capitalize())
        return f"{what} of the {self.side} on {self.need} or more: {listed(faces)}; {outcome} hit."


class Firefight(CloseCombat, frozen=True):
    """Dice of one side of an assault: those of its stands that are near enough and in view (EP-A36)."""

    why = "firefight"


class SupportingFire(CloseCombat, frozen=True):
    """Dice for one side of an assault: those of stands of other formations that support it (EP-A39)."""

    why = "support"
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

    @property
    def prompt(self) -> str:
        """Which side's."""
        return f"Result of the {self.side}: the higher of 2D6"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The faces, and the modifiers."""
        rows = "".join(f", {name} {signed(value)}" for name, value, _ in self.modifiers)
        return f"Result of the {self.side}: {listed(faces)}{rows}."


class DefendersResult(AttackersResult, frozen=True):
    """The same for the defenders."""

    why = "result of the defenders"


STRIKES = {throw.why: throw for throw in (CloseCombat, Firefight, SupportingFire)}
"""Name of a throw -> that throw, for the three kinds of attack in an assault."""
RESULTS: Mapping[Role, type[AttackersResult]] = {ATTACKERS: AttackersResult, DEFENDERS: DefendersResult}
