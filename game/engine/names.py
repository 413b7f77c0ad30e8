"""What the numbers and words of the engine stand for, so that a type says it: cells, units, seats, who sets up."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

CELL = "cell"
Cell = Annotated[int, CELL]
"""A cell of the board as one number, y × width + x; -1 where there is none. It leaves the program as [x, y]."""

UnitId = Annotated[str, "unit"]
"""The id of a unit ("b1"). Sentences write it in capitals."""

Seat = Annotated[str, "seat"]
"""The id of a seat, or of a side of several ("red+gold"). Sentences use its name."""


class Deployment(Enum):
    """Who says where units begin."""

    FIXED = "fixed"
    FREE = "free"
    """Each seat, within its zone, before the first turn."""
