"""The throws of Stargrunt II: their dice, the number needed, and the result."""

from __future__ import annotations

from typing import ClassVar

from game.engine.dice import AT_MOST, EXCEEDS, HIGHER, TOTAL, Outcome, Read
from game.engine.events import Words
from game.engine.names import Seat, UnitId, Verb
from game.engine.throws import Roller, Throw
from game.engine.wording import Modifier, as_words, listed, number_of, tested
from game.rules.stargrunt2.dice import CONFIDENCE, DUEL, FIRE, IMPACT, fire_result
from game.rules.stargrunt2.vocabulary import Verbs


class WhoChooses(Throw, frozen=True):
    """The roll for choosing which side begins, between sides of equally many units; one die for each of `seats`."""

    seats: tuple[Seat, ...]
    why = "start"
    purpose = "to see who chooses"
    needs = "higher"
    clauses = ("SG-A32",)
    read = HIGHER()

    @property
    def dice(self) -> tuple[int, ...]:
        """One D6 for each seat."""
        return (6,) * len(self.seats)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The faces."""
        return f"Who chooses: {listed(faces)}."


# -- tests of quality against leadership ------------------------------------------------------------------------------


class QualityTest(Throw, frozen=True):
    """A test in which a unit's quality die must beat its leadership plus modifiers."""

    unit: UnitId
    need: int
    base: tuple[str, int]
    modifiers: tuple[Modifier, ...]
    dice: tuple[int, ...]
    why = "test"
    lucky = "unit"
    tested_first = True
    verb: ClassVar[str] = "tests"

    @property
    def read(self) -> Read:
        """Ties fail (SG-A34)."""
        return EXCEEDS(self.need)

    @property
    def prompt(self) -> str:
        """The die and the number."""
        return f"{self.unit.upper()} tests ({self.why}): D{self.dice[0]} above {self.need}"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The face and the number."""
        return (
            f"{words.unit(self.unit)} {self.verb}: {tested(f'{self.need + 1}+', faces, passed=self.passed(outcome))}."
        )

    def passed(self, outcome: Outcome) -> bool:
        """Whether it has been passed."""
        return bool(outcome)


class OpportunityTest(QualityTest, frozen=True):
    """The test for opportunity fire (SG-06)."""

    why = "opportunity"
    verb = "tests to fire"


class ReactionTest(QualityTest, frozen=True):
    """The test that an action may need."""

    why = "reaction"
    verb = "takes a Reaction Test"


class SuppressionTest(QualityTest, frozen=True):
    """The test to remove a suppression marker (SG-A38)."""

    why = as_words(Verbs.REMOVE_SUPPRESSION)
    verb = f"tries to {why}"


class Rallying(QualityTest, frozen=True):
    """The test of the unit that is to rally (SG-A42)."""

    why = "rally"
    verb = "is rallied"


class ConfidenceTest(QualityTest, frozen=True):
    """The test of confidence, by which levels may be lost (SG-A39)."""

    why = "confidence"
    tested_first = False
    clauses = ("SG-A39",)
    verb = "tests confidence"

    def passed(self, outcome: Outcome) -> bool:
        """Whether no level is lost."""
        return not outcome

    def successes(self, outcome: int) -> int:
        """One, if no level is lost."""
        return int(self.passed(outcome))

    @property
    def read(self) -> Read:
        """The levels lost: none, one, or two at half the number or less."""
        return CONFIDENCE(self.need)

    @property
    def prompt(self) -> str:
        """The die and the number."""
        return f"{self.unit.upper()} tests confidence: D{self.dice[0]} above {self.need}"


class Order(Throw, frozen=True):
    """The roll for an order to come through beyond 6 inches (SG-A42); `action` is the one ordered."""

    unit: UnitId
    need: int
    action: Verb
    dice: tuple[int, ...]
    why = "order"
    lucky = "unit"
    tested_first = True
    clauses = ("SG-A42",)

    @property
    def read(self) -> Read:
        """Ties fail (SG-A34)."""
        return EXCEEDS(self.need)

    @property
    def prompt(self) -> str:
        """The die and the number."""
        return f"{self.unit.upper()} sends the order: D{self.dice[0]} above {self.need}"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The face and the number."""
        return f"{words.unit(self.unit)} sends the order: {tested(f'{self.need + 1}+', faces, passed=bool(outcome))}."


# -- moves and wounds -------------------------------------------------------------------------------------------------


class Mobility(Throw, frozen=True):
    """The roll for the distance of a combat move (SG-A40): twice the die in inches."""

    unit: UnitId
    dice: tuple[int, ...]
    why = "mobility"
    clauses = ("SG-A40",)
    read = TOTAL()

    @property
    def prompt(self) -> str:
        """The unit that rolls."""
        return f"{self.unit.upper()} rolls mobility"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The face."""
        return f"{words.unit(self.unit)} rolls mobility {listed(faces)}: twice that in inches."


class Treatment(Throw, frozen=True):
    """The roll for a wounded man: 1 or 2 dead, 3 to 5 stable, 6 fit (SG-A43)."""

    unit: UnitId
    why = "treat wounded"
    clauses = ("SG-A43",)
    dice = (6,)
    read = TOTAL()

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The face."""
        return f"A wounded man of {words.unit(self.unit)} is treated: {listed(faces)}."


# -- fire and close assault -------------------------------------------------------------------------------------------


class Fire(Throw, frozen=True):
    """A fire action: the target's range or ECM die (of `need` sides) first, then the firer's dice (SG-A35).

    `base` names the die before the shifts in `modifiers`.
    """

    unit: UnitId
    target: UnitId
    need: int
    base: tuple[str, int]
    modifiers: tuple[Modifier, ...]
    dice: tuple[int, ...]
    form = "D{}"
    why = "fire"
    lucky = "unit"
    clauses = ("SG-A35",)

    @property
    def read(self) -> Read:
        """A number that `fire_result` takes apart."""
        return FIRE(self.need)

    def successes(self, outcome: int) -> int:
        """How many of the firer's dice beat the range die."""
        return fire_result(outcome).beat

    @property
    def rollers(self) -> tuple[Roller, ...]:
        """The target's die, then the firer's."""
        return (Roller(self.target), *(Roller(self.unit),) * (len(self.dice) - 1))

    @property
    def asks(self) -> str:
        """The dice of both sides: "D8, D12 against D6"."""
        return f"{', '.join(f'D{sides}' for sides in self.dice[1:])} against D{self.need}"

    @property
    def prompt(self) -> str:
        """The firer, the target and the dice."""
        return f"Roll {self.unit.upper()} at {self.target.upper()}: {self.asks} (the target’s die first)"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """How many dice beat the range die, and what that means."""
        result = fire_result(outcome)
        effect = ("nothing", "suppression")[min(result.beat, 1)]
        if result.beat > 1:
            effect += f", {number_of(result.hits, 'hit')} and {result.rest} over"
        return f"{words.unit(self.unit)} fires: range die first, {listed(faces)}: {result.beat} beat it, {effect}."


class Remainder(Throw, frozen=True):
    """The target rolls the range die against the remainder of the fire: a hit at `need` or less (SG-A35)."""

    unit: UnitId
    need: int
    dice: tuple[int, ...]
    why = "remainder"
    clauses = ("SG-A35",)

    @property
    def read(self) -> Read:
        """A hit at `need` or less."""
        return AT_MOST(self.need)

    @property
    def prompt(self) -> str:
        """The unit that rolls, and the number that it needs to be safe."""
        return f"{self.unit.upper()} rolls for the remainder: above {self.need}"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The face and the number."""
        return f"{words.unit(self.unit)} rolls {listed(faces)} for the remainder: a hit at {self.need} or less."


class WhoIsHit(Throw, frozen=True):
    """The roll for the man that may be hit (SG-A37); it does not matter if there is only one hit."""

    unit: UnitId
    dice: tuple[int, ...]
    read: Read
    why = "who is hit"
    unshown = ("read",)
    clauses = ("SG-A37",)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The number of the man."""
        return f"Man {listed(faces)} of {words.unit(self.unit)} may be hit."


class Impact(Throw, frozen=True):
    """The impact die, then the armour die of `need` sides (SG-A37)."""

    unit: UnitId
    need: int
    dice: tuple[int, ...]
    why = "impact"
    clauses = ("SG-A37",)
    read = IMPACT()

    @property
    def rollers(self) -> tuple[Roller, ...]:
        """The weapon's impact die, then the target's armour die."""
        return (Roller(), Roller(self.unit))

    @property
    def prompt(self) -> str:
        """The unit that was hit, and the dice."""
        impact, armour = self.dice
        return f"Roll impact on {self.unit.upper()}: D{impact}, then D{armour} for its armour"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """Both faces."""
        return f"Impact and armour: {listed(faces)}."


class ManToMan(Throw, frozen=True):
    """The quality die of a man of `unit`, then that of a man of `target`; equal dice are rolled again (SG-A46)."""

    unit: UnitId
    target: UnitId
    dice: tuple[int, ...]
    why = "man to man"
    needs = "higher"
    clauses = ("SG-A46",)
    read = DUEL()

    @property
    def rollers(self) -> tuple[Roller, ...]:
        """The unit's die, then the target's."""
        return (Roller(self.unit), Roller(self.target))

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """Both faces."""
        return f"{words.unit(self.unit)} against {words.unit(self.target)}: {listed(faces)}."
