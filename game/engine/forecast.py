"""The sum behind an attack, as the rules themselves work it out, with exact chances."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from game.engine.dice import Read


class Forecast(Struct, frozen=True):
    """base + modifiers = need. `p_hit` is the chance of the step before the last, `p_out` of the final result.

    Without `dice` it is a chance alone, with no sum behind it. Modifiers are (name, value, clause). Distances are in cells.
    """

    distance: int
    base_name: str
    base: int
    modifiers: tuple[tuple[str, int, str], ...]
    need: int
    dice: str
    p_hit: Fraction
    p_out: Fraction
    cover: str = ""
    note: str = ""
    target: str = ""
    spot: int = -1
    effect: str = "out"
    """What the last chance is of: "out", or what the attack does instead ("pinned")."""
    results: tuple[tuple[str, Fraction, str], ...] = ()
    """What the dice may come to, where there is more than hit and miss: words, chance, clause. They add up to 1."""
    throw: tuple[int, ...] = ()
    """The sides of the dice that are rolled next, as far as they are known."""
    read: Read | None = None
    """How they are read, where one reading decides."""

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
