"""The throws of Stargrunt II: their dice, the number needed, and the result."""

from __future__ import annotations

from game.engine.dice import AT_MOST, EXCEEDS, HIGHER, TOTAL, Outcome, Read
from game.engine.events import Words
from game.engine.names import Seat, UnitId, Verb
from game.engine.throws import Roller, Throw
from game.engine.wording import Modifier, as_words, listed, number_of
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
    text = "Who chooses: {faces}."

    @property
    def dice(self) -> tuple[int, ...]:
        return (6,) * len(self.seats)


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
    read = EXCEEDS("need")
    """Ties fail (SG-A34)."""
    prompt = "{unit} tests ({why}): {dice} above {need}"
    text = "{unit} tests: {tested}."

    @property
    def must(self) -> str:
        return f"{self.need + 1}+"


class OpportunityTest(QualityTest, frozen=True):
    """The test for opportunity fire (SG-06)."""

    why = "opportunity"
    text = "{unit} tests to fire: {tested}."


class ReactionTest(QualityTest, frozen=True):
    """The test that an action may need."""

    why = "reaction"
    text = "{unit} takes a Reaction Test: {tested}."


class SuppressionTest(QualityTest, frozen=True):
    """The test to remove a suppression marker (SG-A38)."""

    why = as_words(Verbs.REMOVE_SUPPRESSION)
    text = f"{{unit}} tries to {why}: {{tested}}."


class Rallying(QualityTest, frozen=True):
    """The test of the unit that is to rally (SG-A42)."""

    why = "rally"
    text = "{unit} is rallied: {tested}."


class ConfidenceTest(QualityTest, frozen=True):
    """The test of confidence, by which levels may be lost (SG-A39)."""

    why = "confidence"
    tested_first = False
    clauses = ("SG-A39",)
    text = "{unit} tests confidence: {tested}."
    read = CONFIDENCE("need")
    prompt = "{unit} tests confidence: {dice} above {need}"

    def passed(self, outcome: Outcome) -> bool:
        """Whether no level is lost."""
        return not outcome

    def successes(self, outcome: int) -> int:
        return int(self.passed(outcome))


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
    read = EXCEEDS("need")
    """Ties fail (SG-A34)."""
    prompt = "{unit} sends the order: {dice} above {need}"
    text = "{unit} sends the order: {tested}."

    @property
    def must(self) -> str:
        return f"{self.need + 1}+"


# -- moves and wounds -------------------------------------------------------------------------------------------------


class Mobility(Throw, frozen=True):
    """The roll for the distance of a combat move (SG-A40): twice the die in inches."""

    unit: UnitId
    dice: tuple[int, ...]
    why = "mobility"
    clauses = ("SG-A40",)
    read = TOTAL()
    prompt = "{unit} rolls mobility"
    text = "{unit} rolls mobility {faces}: twice that in inches."


class Treatment(Throw, frozen=True):
    """The roll for a wounded man: 1 or 2 dead, 3 to 5 stable, 6 fit (SG-A43)."""

    unit: UnitId
    why = "treat wounded"
    clauses = ("SG-A43",)
    dice = (6,)
    read = TOTAL()
    text = "A wounded man of {unit} is treated: {faces}."


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
    read = FIRE("need")
    prompt = "Roll {unit} at {target}: {asks} (the target’s die first)"

    def successes(self, outcome: int) -> int:
        return fire_result(outcome).beat

    @property
    def rollers(self) -> tuple[Roller, ...]:
        return (Roller(self.target), *(Roller(self.unit),) * (len(self.dice) - 1))

    @property
    def asks(self) -> str:
        """The dice of both sides: "D8, D12 against D6"."""
        return f"{', '.join(f'D{sides}' for sides in self.dice[1:])} against D{self.need}"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
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
    read = AT_MOST("need")
    prompt = "{unit} rolls for the remainder: above {need}"
    text = "{unit} rolls {faces} for the remainder: a hit at {need} or less."


class WhoIsHit(Throw, frozen=True):
    """The roll for the man that may be hit (SG-A37); it does not matter if there is only one hit."""

    unit: UnitId
    dice: tuple[int, ...]
    read: Read
    why = "who is hit"
    unshown = ("read",)
    clauses = ("SG-A37",)
    text = "Man {faces} of {unit} may be hit."


class Impact(Throw, frozen=True):
    """The impact die, then the armour die of `need` sides (SG-A37)."""

    unit: UnitId
    need: int
    dice: tuple[int, ...]
    why = "impact"
    clauses = ("SG-A37",)
    read = IMPACT()
    text = "Impact and armour: {faces}."

    @property
    def rollers(self) -> tuple[Roller, ...]:
        return (Roller(), Roller(self.unit))

    @property
    def prompt_text(self) -> str:
        impact, armour = self.dice
        return f"Roll impact on {self.unit.upper()}: D{impact}, then D{armour} for its armour"


class ManToMan(Throw, frozen=True):
    """The quality die of a man of `unit`, then that of a man of `target`; equal dice are rolled again (SG-A46)."""

    unit: UnitId
    target: UnitId
    dice: tuple[int, ...]
    why = "man to man"
    needs = "higher"
    clauses = ("SG-A46",)
    read = DUEL()
    text = "{unit} against {target}: {faces}."

    @property
    def rollers(self) -> tuple[Roller, ...]:
        return (Roller(self.unit), Roller(self.target))
