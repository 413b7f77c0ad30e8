"""What the numbers and words of the engine stand for, so that a type says it: cells, units, seats, who sets up."""

from __future__ import annotations

from enum import Enum, StrEnum
from functools import cache
from typing import Annotated


class Mark(StrEnum):
    """What a field of an event, a throw or a view stands for, where that is more than a number or a word."""

    CELL = "cell"
    UNIT = "unit"
    SEAT = "seat"


Cell = Annotated[int, Mark.CELL]
"""A cell of the board as one number, y × width + x; -1 where there is none. It leaves the program as [x, y]."""

UnitId = Annotated[str, Mark.UNIT]
"""The id of a unit ("b1"). Sentences write it in capitals."""

Seat = Annotated[str, Mark.SEAT]
"""The id of a seat, or of a side of several ("red+gold"). Sentences use its name."""


@cache
def spoken(seat: Seat) -> str:
    """A seat, or a side of several, as a sentence has it."""
    return " and ".join(one[:1].upper() + one[1:] for one in seat.split("+"))


class Deployment(Enum):
    """Who says where units begin."""

    FIXED = "fixed"
    FREE = "free"
    """Each seat, within its zone, before the first turn."""
