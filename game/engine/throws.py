"""Throws: a roll of dice with everything that is said of it.

One throw is rolled by the rule, shown by the prompt, and summed up on the card with its base and modifiers; its chances
are counted from its own dice and reader.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any, ClassVar, NamedTuple

import msgspec

from game.engine.dice import Outcome, Read, chance
from game.engine.events import UNSET, Event, Shown, Words, check_names, filled, meanings, names_in
from game.engine.names import Meaning, Seat, UnitId, spoken
from game.engine.wording import Modifier, listed, terms, tested


class Roller(NamedTuple):
    """The unit, or the seat or side, that a die belongs to; neither for a die of a weapon or of the table."""

    unit: UnitId = ""
    seat: Seat = ""

    @property
    def called(self) -> str:
        """Its name in a prompt, "" for nobody."""
        return self.unit.upper() or spoken(self.seat)


class Sum(msgspec.Struct, frozen=True, gc=False):
    """The sum behind a throw, as it is shown: its base, and the modifiers that clauses add.

    `rows` is None for a throw without modifiers. `need` is the total; None if it is the base. `test` says in words what
    the dice must show, if it is not `need`. `form` is how numbers are written ("{}+").
    """

    base: tuple[str, int]
    rows: tuple[Modifier, ...] | None
    need: int | None
    test: str = ""
    form: str = ""

    @property
    def total(self) -> int:
        """What the sum comes to."""
        return self.base[1] if self.need is None else self.need

    @property
    def terms(self) -> tuple[tuple[str, str], ...]:
        """The rows of the sum, each in words and a number; the last is what the dice must show."""
        rows = tuple(terms(self.base, self.rows or (), self.total, self.form))
        return (*(row for row in rows if row[0] != "="), ("", self.test)) if self.test else rows


TOLD: Mapping[str, Callable[[Throw, tuple[int, ...], Outcome], object]] = {
    "faces": lambda _throw, faces, _outcome: listed(faces),
    "total": lambda _throw, faces, _outcome: sum(faces),
    "outcome": lambda _throw, _faces, outcome: outcome,
    "passed": lambda throw, _faces, outcome: throw.passed(outcome),
    "tested": lambda throw, faces, outcome: tested(throw.must, faces, passed=throw.passed(outcome)),
    "rolls": lambda throw, faces, _outcome: ", ".join(
        f"{roller.called} {face}" for roller, face in zip(throw.rollers, faces, strict=True)
    ),
    "again": lambda _throw, _faces, outcome: "; again" if outcome is None else "",
}
"""What the sentence of a throw may say of the roll: "needs 4+, rolls 3: fails" is {tested}, "Red 4, Blue 2" {rolls}."""


class Throw(msgspec.Struct, frozen=True, gc=False):
    """A roll. The fields of a subclass are what is shown of it; `dice` and `read` are class attributes or properties.

    `why` is its label, also in scripts of dice. Faces that `read` turns into None are rolled again.

        class Save(Throw, frozen=True):
            '''A unit's save.'''

            unit: UnitId
            need: int
            why = "save"
            dice = (6,)
            read = REACHES(0, "need")
            prompt = "Save of {unit}: {need}+"
            text = "{unit} rolls {faces} for its save: {passed:enough|not enough}."
    """

    why: ClassVar[str] = ""
    clauses: ClassVar[tuple[str, ...]] = ()
    lucky: ClassVar[str] = ""
    """The field with the unit or seat for which a high outcome is lucky; "" if it favours no one side."""
    tested_first: ClassVar[bool] = False
    """Whether it is a test that a unit (its `lucky` one) must pass before it may act; odds name the result."""
    form: ClassVar[str] = ""
    """How the number needed is written: "{}+", "D{}"; "" for a plain number."""
    text: ClassVar[str] = ""
    """The sentence for the log, as that of an event (`Event.text`).

    It may name fields and properties, and what `TOLD` has of the roll.
    """
    prompt: ClassVar[str] = ""
    """What a person who rolls these dice by hand is asked, also with fields; "" for why, and which dice for whom."""
    purpose: ClassVar[str] = ""
    """What a prompt says it is rolled for ("to see who acts first"); "" for its `why`."""
    unshown: ClassVar[tuple[str, ...]] = ()
    """Fields that are not shown, because they only say how the dice are read."""

    @property
    def dice(self) -> tuple[int, ...]:
        """The number of sides of each die, in the order of the faces."""
        raise NotImplementedError

    @property
    def read(self) -> Read:
        """The reader that turns faces into the outcome, with its numbers."""
        raise NotImplementedError

    @property
    def needs(self) -> int | str | None:
        """Its field `need`: a number, or "higher" than the other's; None if the dice are only added up."""
        need: int | str | None = getattr(self, "need", None)
        return need

    @property
    def asks(self) -> str:
        """What its dice must show, in words: "2D6 ≤ 7"; by default as its reader says it, "" if that does not."""
        reader, numbers = self.read
        return reader.asks(dice_words(self.dice), *numbers) if reader.asks else ""

    @property
    def must(self) -> str:
        """What each die must show, for a card: "4+"."""
        return f"{self.needs}+"

    @property
    def counted(self) -> tuple[str, str] | None:
        """What its dice count, singular and plural, for a card that adds up equal throws.

        None for a throw that a card tells by its own sentence.
        """
        return None

    def count(self, faces: tuple[int, ...], outcome: Outcome) -> int:
        """How many of the things named by `counted` the roll gave; by default the outcome."""
        return outcome or 0

    def successes(self, outcome: int) -> int:
        """How many successes an outcome counts as when luck is measured; by default the outcome."""
        return outcome

    @property
    def rollers(self) -> tuple[Roller, ...]:
        """The owner of each die, in the order of `dice`.

        By default each of its `seats` has one, if it has that field; otherwise all belong to its `unit`, or to its
        `seat`.
        """
        if seats := getattr(self, "seats", ()):
            return tuple(Roller(seat=seat) for seat in seats)
        roller = Roller(unit=self.unit) if hasattr(self, "unit") else Roller(seat=getattr(self, "seat", ""))
        return (roller,) * len(self.dice)

    @property
    def hands(self) -> tuple[tuple[Roller, tuple[int, ...]], ...]:
        """The dice grouped by owner: the owner, and the sides of the owner's dice."""
        pairs = zip(self.rollers, self.dice, strict=True)
        return tuple(
            (roller, tuple(sides for _, sides in group)) for roller, group in groupby(pairs, lambda pair: pair[0])
        )

    @property
    def prompt_text(self) -> str:
        """The prompt with its fields filled in; by default what for, and which dice for whom, in order."""
        if self.prompt:
            return filled(self.prompt, self, more={"dice": dice_words(self.dice)})
        shares = [f"{roller.called} {dice_words(dice)}".strip() for roller, dice in self.hands]
        return f"Roll {self.purpose or self.why}: {', then '.join(shares)}"

    def chance(self, outcome: Outcome = 1) -> Fraction:
        """The exact chance of that outcome; by default, that a test is passed."""
        return chance(self.dice, self.read, outcome)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The sentence for the log about this roll, by default its `text`."""
        told = {name: TOLD[name](self, faces, outcome) for name in names_in(self.text) if name in TOLD}
        return words.fill(self.text, self, **told)

    def passed(self, outcome: Outcome) -> bool:
        """Whether a test with this outcome is passed; by default unless it is 0."""
        return bool(outcome)

    def __init_subclass__(cls, **options: Any) -> None:
        """Raises TypeError for a class without a `why`, dice, a reader or a sentence, or with unknown names in one."""
        super().__init_subclass__(**options)
        missing = [name for name in ("dice", "read") if getattr(cls, name) is getattr(Throw, name)]
        missing += ["text"] if not cls.text and cls.say is Throw.say else []
        if missing or not cls.why:
            raise TypeError(f"The throw {cls.__name__} lacks {', '.join(missing) or 'its why'}.")
        check_names(cls, "text", cls.text, TOLD)
        check_names(cls, "prompt", cls.prompt)

    def shown(self) -> dict[str, object]:
        """The fields that log and protocol show besides the dice, by name."""
        return {name: value for name in self.shown_fields() if (value := getattr(self, name)) is not UNSET}

    def question(self) -> dict[str, object]:
        """What the protocol says of a pending throw: its unit and target, if any, its need, and whose each die is."""
        fields = self.shown()
        return {
            "unit": fields.get("unit"),
            "target": fields.get("target"),
            "need": self.needs,
            "rollers": [{"unit": roller.unit or None, "seat": roller.seat or None} for roller in self.rollers],
        }

    @property
    def sum(self) -> Sum | None:
        """The sum that its fields `base`, `modifiers`, `need` and `test` show; None for a throw without a base."""
        fields = self.shown()
        if "base" not in fields:
            return None
        rows, need, test = fields.get("modifiers"), fields.get("need"), fields.get("test", "")
        return msgspec.convert(
            {"base": fields["base"], "rows": rows, "need": need, "test": test, "form": self.form}, Sum
        )

    @classmethod
    def shown_fields(cls) -> tuple[str, ...]:
        """The names of the fields that are shown."""
        return tuple(name for name in cls.__struct_fields__ if name not in cls.unshown)


def dice_words(dice: tuple[int, ...]) -> str:
    """Dice in words: "D6", "2D6", "D8 and D12"."""
    counted = [(sides, len(list(group))) for sides, group in groupby(dice)]
    return " and ".join(f"{'' if count == 1 else count}D{sides}" for sides, count in counted)


class Rolled(Event, frozen=True):
    """Dice have been rolled."""

    throw: Throw
    faces: tuple[int, ...]
    outcome: Outcome
    shown = Shown.ROLL

    def say(self, words: Words) -> str:
        return self.throw.say(words, self.faces, self.outcome)

    @property
    def chance(self) -> Fraction:
        """How likely this outcome was."""
        return self.throw.chance(self.outcome)

    def fields(self) -> dict[str, object]:
        throw = self.throw
        return {
            "why": throw.why,
            "dice": throw.dice,
            "faces": self.faces,
            "outcome": self.outcome,
            **throw.shown(),
        }


@functools.cache
def cell_fields(event: type[msgspec.Struct]) -> frozenset[str]:
    """The fields of an event or a throw that hold cells."""
    return frozenset(name for name, meaning in meanings(event).items() if meaning is Meaning.CELL)
