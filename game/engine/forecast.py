"""The sum behind an attack, as the rules themselves work it out, with exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import NewType

from msgspec import Struct

from game.engine.dice import Read
from game.engine.wording import Modifier, percent, terms

Effect = NewType("Effect", str)
"""What the last chance of a forecast is of, in a word: "out", or what an attack does instead ("pinned")."""
OUT = Effect("out")


class Instead(Struct, frozen=True):
    """What an attack could come to if something else is done first: the words for it, its chance, and where that is."""

    words: str
    chance: Fraction
    spot: int = -1


class Forecast(Struct, frozen=True):
    """base + modifiers = need. `p_hit` is the chance of the step before the last, `p_out` of the final result.

    Without `dice` it is a chance alone, with no sum behind it. Modifiers are (name, value, clause). Distances are in cells.
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
    """What the dice may come to, where there is more than hit and miss: words, chance, clause. They add up to 1."""
    throw: tuple[int, ...] = ()
    """The sides of the dice that are rolled next, as far as they are known."""
    read: Read | None = None
    """How they are read, where one reading decides."""

    form: str = ""
    """How the number needed is written: "{}+", "D{}"; "" for a plain one."""
    hit: str = "hit"
    """What `p_hit` is the chance of, where `p_out` is that of something more."""
    meaning: str = ""
    """What the final chance is of, where `effect` does not say it: "at least one casualty"."""

    only: str = ""
    """When or on what condition it holds, where that is not here and now: "only if its hand is forced"."""
    sure: str = ""
    """What it does without a throw, where nothing is left to chance: "suppresses R1"."""
    instead: Instead | None = None
    """A better chance, where something else done first gives one, as by forcing a hand."""

    @property
    def chance(self) -> Fraction:
        """The one probability that is said: that of the final result."""
        return self.p_out if self.effect == OUT else self.p_hit

    @property
    def means(self) -> str:
        """What that is the chance of."""
        return self.sure or self.meaning or ("out of action" if self.effect == OUT else self.effect)

    @property
    def said(self) -> str:
        """The one probability, labelled: "at least one casualty 74%"; what is sure to happen without any."""
        return self.sure or f"{self.means} {percent(self.chance)}"

    @property
    def on_the_way(self) -> str:
        """The chance of the step before, labelled, "" where there is none: "hit 83%"."""
        return f"{self.hit} {percent(self.p_hit)}" if self.effect == OUT and self.p_hit != self.p_out else ""

    @property
    def needs(self) -> str:
        """The number needed as it is written: "≤ 7", "4+", "D8"."""
        if self.form:
            return self.form.format(self.need)
        return f"≤ {self.need}" if "≤" in self.dice else str(self.need)

    @property
    def terms(self) -> tuple[tuple[str, str], ...]:
        """The sum in words and numbers; nothing where there are no dice."""
        return tuple(terms((self.base_name, self.base), self.modifiers, self.need, self.form)) if self.dice else ()

    def to_json(self) -> dict[str, object]:
        """Chances as exact fractions in text and as numbers."""
        return {
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
