"""What a seat believes about markers that it cannot see, and what a look ahead assumes about the enemy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from game.engine.names import Seat, UnitId

Beliefs = Mapping[UnitId, float]
"""Enemy unit -> how likely its face-down marker is of the rulebook's `guess` (0 to 1)."""
KNOWN: Beliefs = {}


class Expects(Protocol):
    """What a look ahead of `seat` assumes: its `beliefs`, and whether the enemy reacts (`alarmed`)."""

    @property
    def seat(self) -> Seat:
        """The seat that looks ahead."""

    @property
    def alarmed(self) -> bool:
        """Whether the enemy is expected to react wherever that pays."""

    @property
    def beliefs(self) -> Beliefs:
        """How likely each hidden marker is of the rulebook's `guess`."""
