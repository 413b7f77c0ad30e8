"""The forecast of an attack: its modifiers and exact chances, worked out by the rules themselves."""

from __future__ import annotations

from fractions import Fraction
from typing import NewType

from msgspec import Struct
from msgspec.structs import replace

from game.engine.dice import Read
from game.engine.wording import Modifier, percent, terms

Effect = NewType("Effect", str)
"""What the final chance of a forecast is of, in a word: "out", or another result of an attack ("pinned")."""
OUT = Effect("out")


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


class Forecast(Struct, frozen=True):
    """base + modifiers = need. `p_hit` is the chance of the step before the last, `p_out` that of the final result.

    Without `dice` there is only a chance and no sum. Modifiers are (name, value, clause). `distance` is in cells.
    """

    distance: int
    base_name: str
    base: int
    modifiers: tuple[Modifier, ...]
    need: int
    dice: str
    p_hit: Fraction
    p_out: Fraction
    cover: str = ""
    note: str = ""
    target: str = ""
    spot: int = -1
    effect: Effect = OUT
    results: tuple[tuple[str, Fraction, str], ...] = ()
    """The possible results, if there are more than hit and miss: words, chance, clause. The chances add up to 1."""
    throw: tuple[int, ...] = ()
    """The number of sides of each die that is rolled next, as far as the dice are known."""
    read: Read | None = None
    """How they are read, if a single roll decides."""

    form: str = ""
    """How the number needed is written: "{}+", "D{}"; "" for a plain number."""
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

    def after(self, words: str, dice: str, passed: Fraction) -> Forecast:
        """The attack with a test before it, which is passed with chance `passed`; if not, nothing comes of it."""
        results = tuple((name, p * passed, clause) for name, p, clause in self.results)
        better = self.instead
        return replace(
            self,
            p_hit=self.p_hit * passed,
            p_out=self.p_out * passed,
            results=results,
            instead=better and replace(better, chance=better.chance * passed),
            first=First(words, dice, passed, self),
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
        if self.form:
            return self.form.format(self.need)
        return f"≤ {self.need}" if "≤" in self.dice else str(self.need)

    @property
    def terms(self) -> tuple[tuple[str, str], ...]:
        """The rows of the sum, each in words and a number; empty without dice."""
        return tuple(terms((self.base_name, self.base), self.modifiers, self.need, self.form)) if self.dice else ()

    def to_json(self) -> dict[str, object]:
        """The forecast for the protocol, with chances both as numbers and as exact fractions in text."""
        out: dict[str, object] = {
            "distance": self.distance,
            "cover": self.cover,
            "base": [self.base_name, self.base],
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
