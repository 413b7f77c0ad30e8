"""A share that was counted, with its 95 % confidence interval."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z = 1.959964
"""The standard errors on either side of the mean within which 95 % of a normal distribution lie."""


class Estimate(NamedTuple):
    """A value and the interval around it. `of`: the number of games, turns or actions that were counted."""

    value: float
    low: float
    high: float
    of: int

    @property
    def per_cent(self) -> str:
        """As in "62 % (52 to 71)"."""
        if not self.of:
            return "-"
        return f"{100 * self.value:.0f} % ({100 * self.low:.0f} to {100 * self.high:.0f})"

    @property
    def number(self) -> str:
        """As in "1.31 (1.1 to 1.5)"."""
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})" if self.of else "-"


NONE = Estimate(0.0, 0.0, 1.0, 0)
"""Nothing was counted: the share may be anything."""


def wilson(won: float, games: int) -> Estimate:
    """The share of games won with its Wilson score interval; a draw may count as half a win."""
    if not games:
        return NONE
    share, spread = won / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(max(0.0, share * (1 - share) / games) + spread / (4 * games))
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half), games)
