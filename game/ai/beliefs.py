"""What a seat believes about markers that it cannot see, and for whom a look ahead is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from game.engine.names import Seat, UnitId

Beliefs = Mapping[UnitId, float]
"""How likely the marker that lies face-down beside an enemy unit is of the rulebook's `guess`."""
KNOWN: Beliefs = {}


class Expects(Protocol):
    """For whom a look ahead is made: what `seat` believes, and whether it reckons with answers (`alarmed`)."""

    @property
    def seat(self) -> Seat:
        """Who looks ahead."""

    @property
    def alarmed(self) -> bool:
        """Whether the enemy answers wherever it pays."""

    @property
    def beliefs(self) -> Beliefs:
        """About markers that are not known."""
