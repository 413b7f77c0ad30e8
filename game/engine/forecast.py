"""The forecast of an attack: the throw that is to be rolled, with its exact chances as the rules work them out.

The sum, the number needed and the dice that are shown are those of the throw.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NewType

from msgspec import Struct
from msgspec.structs import replace

from game.engine.throws import Roller, Sum, Throw
from game.engine.wording import Modifier, percent, terms

Effect = NewType("Effect", str)
"""What the final chance of a forecast is of, in a word: "out", or another result of an attack ("pinned")."""
OUT = Effect("out")
CERTAIN = Fraction(1)


class Instead(Struct, frozen=True):
    """A better chance of an attack if something else is done first: that in words, the chance, and the place."""

    words: str
    chance: Fraction
    spot: int = -1


class First(Struct, frozen=True):
    """A test that has to be passed before an attack: what for in words ("to fire"), its dice, the chance to pass it."""

    words: str
    dice: str
    chance: Fraction
    then: Forecast
    """The attack once the test is passed."""


class Forecast(Struct, frozen=True, kw_only=True):
    """The chances of a throw. `p_hit` is the chance of the step before the last, `p_out` that of the final result.

    `distance` is in cells. Raises ValueError for a `sum` that comes to another number than the throw needs.
    """

    throw: Throw
    """The roll behind the sum, the target's own if that is what decides."""
    p_hit: Fraction
    p_out: Fraction
    distance: int = 0
    sum: Sum | None = None
    """The sum behind the throw, if the throw itself does not show one."""
    also: tuple[Throw, ...] = ()
    """Throws that are rolled together with it."""
    single: bool = True
    """Whether the throw is rolled once. If many decide, or none, then there is only a chance, and no sum is shown."""
    cover: str = ""
    note: str = ""
    target: str = ""
    spot: int = -1
    effect: Effect = OUT
    results: tuple[tuple[str, Fraction, str], ...] = ()
    """The possible results, if there are more than hit and miss: words, chance, clause. The chances add up to 1."""
    hit: str = "hit"
    """What `p_hit` is the chance of, if it differs from `p_out`."""
    meaning: str = ""
    """What the final chance is of, if `effect` does not say it: "at least one casualty"."""

    only: str = ""
    """The condition on which the forecast holds, if there is one: "only if its hand is forced"."""
    sure: str = ""
    """The result, if no dice decide it: "suppresses R1"."""
    instead: Instead | None = None
    """A better chance if something else is done first, such as forcing a hand; None if there is none."""
    first: First | None = None
    """The test that comes first; every chance above is already that of test and attack together. None without one."""
    made_of: tuple[tuple[str, Fraction], ...] = ()
    """The results that the final chance is made of, if it is of more than one: "pinned", "out", with their chances."""

    def __post_init__(self) -> None:
        """Compare the sum with the throw."""
        if self.sum is not None and self.need != self.throw.needs:
            raise ValueError(f"A forecast shows {self.need} where its throw needs {self.throw.needs}: {self.throw}.")

    @property
    def formula(self) -> Sum:
        """The sum behind the throw; its number needed alone, if nothing is added up."""
        found = self.sum or self.throw.sum
        return found or Sum(("needs", int(self.throw.needs or 0)), None, None, form=self.throw.form)

    @property
    def base(self) -> tuple[str, int]:
        """What the sum begins with, in words and a number."""
        return self.formula.base

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """What is added to the base: name, number, clause."""
        return self.formula.rows or ()

    @property
    def need(self) -> int:
        """The number that the throw needs."""
        return self.formula.total

    @property
    def dice(self) -> str:
        """The dice and what they must show, in words; "" if there is only a chance."""
        return " and ".join(throw.asks for throw in (self.throw, *self.also)) if self.single else ""

    @property
    def rolled(self) -> tuple[tuple[Roller, int], ...]:
        """Each die that is rolled next: who rolls it, and its sides; none if there is only a chance or later a test."""
        if not self.single or all(roller.unit == self.target for roller in self.throw.rollers):
            return ()
        return tuple(die for throw in (self.throw, *self.also) for die in zip(throw.rollers, throw.dice, strict=True))

    def after(self, words: str, test: Throw, lasts: Fraction = CERTAIN) -> Forecast:
        """The attack with a test before it; nothing comes of it unless that is passed.

        `lasts`: the chance that the unit, having passed, still acts.
        """
        passed = test.chance() * lasts
        results = tuple((name, p * passed, clause) for name, p, clause in self.results)
        better = self.instead
        return replace(
            self,
            p_hit=self.p_hit * passed,
            p_out=self.p_out * passed,
            results=results,
            instead=better and replace(better, chance=better.chance * passed),
            first=First(words, test.asks, passed, self),
            made_of=tuple((name, p * passed) for name, p in self.made_of),
        )

    @property
    def once_passed(self) -> Forecast:
        """The attack once the test is passed that comes first; itself without one."""
        return self.first.then if self.first else self

    @property
    def factors(self) -> str:
        """The final chance as a product: "75% to fire, then 38%: 28%"; "" if no test comes first."""
        first = self.first
        if first is None:
            return ""
        return f"{percent(first.chance)} {first.words}, then {percent(first.then.chance)}: {percent(self.chance)}"

    @property
    def chance(self) -> Fraction:
        """The probability that is shown, that of the final result."""
        return self.p_out if self.effect == OUT else self.p_hit

    @property
    def means(self) -> str:
        """What `chance` is the chance of."""
        return self.sure or self.meaning or ("out of action" if self.effect == OUT else self.effect)

    @property
    def said(self) -> str:
        """The probability with its label: "at least one casualty 74%"; a sure result without one.

        If it is made of several, with each of them: "stopped 64%: pinned 42, out 23".
        """
        parts = ", ".join(f"{name} {percent(p).removesuffix('%')}" for name, p in self.made_of)
        return self.sure or f"{self.means} {percent(self.chance)}" + (f": {parts}" if parts else "")

    @property
    def on_the_way(self) -> str:
        """The chance of the step before the last with its label: "hit 83%"; "" if there is none."""
        return f"{self.hit} {percent(self.p_hit)}" if self.effect == OUT and self.p_hit != self.p_out else ""

    @property
    def needs(self) -> str:
        """The number needed as it is written: "≤ 7", "4+", "D8"."""
        if form := self.formula.form:
            return form.format(self.need)
        return f"≤ {self.need}" if "≤" in self.dice else str(self.need)

    @property
    def terms(self) -> tuple[tuple[str, str], ...]:
        """The rows of the sum, each in words and a number; empty without dice."""
        return tuple(terms(self.base, self.modifiers, self.need, self.formula.form)) if self.dice else ()

    def to_json(self) -> dict[str, object]:
        """The forecast for the protocol, with chances both as numbers and as exact fractions in text."""
        out: dict[str, object] = {
            "distance": self.distance,
            "cover": self.cover,
            "base": list(self.base),
            "modifiers": [list(row) for row in self.modifiers],
            "need": self.need,
            "dice": self.dice,
            "p_hit": float(self.p_hit),
            "p_out": float(self.p_out),
            "exact": [str(self.p_hit), str(self.p_out)],
            "note": self.note,
            "effect": self.effect,
            "results": [
                {"text": words, "p": float(p), "exact": str(p), "clause": clause} for words, p, clause in self.results
            ],
        }
        if self.first is not None:
            p = self.first.chance
            out["first"] = {"text": self.first.words, "dice": self.first.dice, "p": float(p), "exact": str(p)}
        return out
