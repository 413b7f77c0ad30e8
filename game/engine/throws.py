"""Throws: a roll of dice and all there is to say of it, in one thing.

The rule rolls it, the prompt shows it, the card's sum is its base and modifiers, and its chances are counted from it.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from itertools import groupby
from typing import Any, ClassVar, NamedTuple

import msgspec

from game.engine.dice import Outcome, Read, chance
from game.engine.events import UNSET, Event, Words, meanings
from game.engine.names import Meaning, Seat, UnitId, spoken
from game.engine.wording import Modifier, terms


class Roller(NamedTuple):
    """Whose a die is: a unit's, or a seat's or side's; nobody's where it is a weapon's or the table's."""

    unit: UnitId = ""
    seat: Seat = ""

    @property
    def called(self) -> str:
        """As a prompt calls it, "" for nobody."""
        return self.unit.upper() or spoken(self.seat)


class Sum(msgspec.Struct, frozen=True, gc=False):
    """The sum behind a throw, as it is shown: what it starts from, and what its clauses add.

    `rows` are name, number and clause, None where nothing can be added. `test` says what the dice must show where that
    is not "the plain sum or less", "" otherwise; then it is `need`. `form` is how its numbers are written ("{}+").
    """

    base: tuple[str, int]
    rows: tuple[Modifier, ...] | None
    need: int | None
    test: str = ""
    form: str = ""

    @property
    def terms(self) -> tuple[tuple[str, str], ...]:
        """The sum in words and numbers; what the dice must show last."""
        need = self.base[1] if self.need is None else self.need
        rows = tuple(terms(self.base, self.rows or (), need, self.form))
        return (*(row for row in rows if row[0] != "="), ("", self.test)) if self.test else rows


class Throw(msgspec.Struct, frozen=True, gc=False):
    """A roll. A subclass has what is shown of it as its fields; `dice` and `read` may be class attributes or properties.

    `why` labels it: scripts of dice name it so. Faces that `read` turns into None are rolled again.
    """

    why: ClassVar[str] = ""
    clauses: ClassVar[tuple[str, ...]] = ()
    lucky: ClassVar[str] = ""
    """The field with the unit or seat for which a high outcome is luck, "" where it favours nobody alone."""
    form: ClassVar[str] = ""
    """How the number needed is written: "{}+", "D{}"; "" for a plain one."""
    purpose: ClassVar[str] = ""
    """What a prompt says it is rolled for ("to see who acts first"); its `why` where nothing is said."""
    unshown: ClassVar[tuple[str, ...]] = ()
    """Fields that nobody is shown: they only say how the dice are read."""

    @property
    def dice(self) -> tuple[int, ...]:
        """The sides of every die, in the order in which faces are given."""
        raise NotImplementedError

    @property
    def read(self) -> Read:
        """How faces are turned into the outcome."""
        raise NotImplementedError

    @property
    def needs(self) -> int | str | None:
        """What its `need` says: a number, or "higher" than the other's; None where the dice are only added up."""
        need: int | str | None = getattr(self, "need", None)
        return need

    @property
    def must(self) -> str:
        """What each of the dice must show, as a card writes it: "4+"."""
        return f"{self.needs}+"

    @property
    def counted(self) -> tuple[str, str] | None:
        """What its dice count, one and many: a card adds up throws alike. None for one that its own sentence tells."""
        return None

    def count(self, faces: tuple[int, ...], outcome: Outcome) -> int:
        """How many of what is `counted` have come: the outcome if nothing else is said."""
        return outcome or 0

    def successes(self, outcome: int) -> int:
        """How many successes an outcome stands for, when luck is counted: the outcome itself if nothing else is said."""
        return outcome

    @property
    def rollers(self) -> tuple[Roller, ...]:
        """Whose each die is, in the order of `dice`, if nothing else is said: one each of its `seats`, or all of one.

        That is its `unit`, or else its `seat`.
        """
        if seats := getattr(self, "seats", ()):
            return tuple(Roller(seat=seat) for seat in seats)
        own = Roller(unit=self.unit) if hasattr(self, "unit") else Roller(seat=getattr(self, "seat", ""))
        return (own,) * len(self.dice)

    @property
    def hands(self) -> tuple[tuple[Roller, tuple[int, ...]], ...]:
        """The dice of one after the other: whose, and their sides."""
        pairs = zip(self.rollers, self.dice, strict=True)
        return tuple((who, tuple(sides for _, sides in some)) for who, some in groupby(pairs, lambda pair: pair[0]))

    @property
    def prompt(self) -> str:
        """What is asked of a person who rolls these dice by hand: what for, and first whose dice, then whose."""
        shares = [f"{who.called} {dice_words(dice)}".strip() for who, dice in self.hands]
        return f"Roll {self.purpose or self.why}: {', then '.join(shares)}"

    def chance(self, outcome: Outcome = 1) -> Fraction:
        """The exact chance that it comes to that outcome in the end; if none is given, that a test is passed."""
        return chance(self.dice, self.read, outcome)

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The sentence of the log, once it has been rolled."""
        raise NotImplementedError

    def __init_subclass__(cls, **options: Any) -> None:
        """Raises TypeError when the class is made without a reason, dice, a reader or a sentence."""
        super().__init_subclass__(**options)
        missing = [name for name in ("dice", "read", "say") if getattr(cls, name) is getattr(Throw, name)]
        if missing or not cls.why:
            raise TypeError(f"The throw {cls.__name__} lacks {', '.join(missing) or 'its why'}.")

    def shown(self) -> dict[str, object]:
        """What the log and the protocol show of it beside the dice, name by name."""
        return {name: value for name in self.shown_fields() if (value := getattr(self, name)) is not UNSET}

    def question(self) -> dict[str, object]:
        """What the protocol says of it while it is waited for: its unit and target, if any, its need, whose each die is."""
        shown = self.shown()
        return {
            "unit": shown.get("unit"),
            "target": shown.get("target"),
            "need": self.needs,
            "rollers": [{"unit": who.unit or None, "seat": who.seat or None} for who in self.rollers],
        }

    @property
    def sum(self) -> Sum | None:
        """What `base`, `modifiers`, `need` and `test` of its class show; None for a throw that has no base."""
        shown = self.shown()
        if "base" not in shown:
            return None
        rows, need, test = shown.get("modifiers"), shown.get("need"), shown.get("test", "")
        return msgspec.convert(
            {"base": shown["base"], "rows": rows, "need": need, "test": test, "form": self.form}, Sum
        )

    @classmethod
    def shown_fields(cls) -> tuple[str, ...]:
        """The names of all that can be shown."""
        return tuple(name for name in cls.__struct_fields__ if name not in cls.unshown)


def dice_words(dice: tuple[int, ...]) -> str:
    """Dice in words: "D6", "2D6", "D8 and D12"."""
    counted = [(sides, len(list(some))) for sides, some in groupby(dice)]
    return " and ".join(f"{'' if count == 1 else count}D{sides}" for sides, count in counted)


class Rolled(Event, frozen=True):
    """Dice have been rolled."""

    throw: Throw
    faces: tuple[int, ...]
    outcome: Outcome

    def say(self, words: Words) -> str:
        """As the throw says it."""
        return self.throw.say(words, self.faces, self.outcome)

    @property
    def chance(self) -> Fraction:
        """How likely the throw was to come out as it did."""
        return self.throw.chance(self.outcome)

    def fields(self) -> dict[str, object]:
        """The dice, their faces and what they came to, with what the throw shows."""
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
