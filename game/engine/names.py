"""Types for the numbers and words of the engine: cells, units, seats, verbs and other typed ids."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, StrEnum
from functools import cache
from typing import Annotated, Literal, NewType, get_args

from game.engine.wording import agreeing, capitalised


class Meaning(StrEnum):
    """What the plain number or text in a field of an event, a throw or a view stands for."""

    CELL = "cell"
    UNIT = "unit"
    SEAT = "seat"


Cell = Annotated[int, Meaning.CELL]
"""A cell of the board as one number, y × width + x; -1 for none. JSON has it as [x, y]."""

UnitId = Annotated[str, Meaning.UNIT]
"""The id of a unit ("b1"). Sentences write it in capitals."""

Seat = Annotated[str, Meaning.SEAT]
"""The id of a seat, or of a side of several ("red+gold"). Sentences use its name."""

Face = Literal["up", "down"]
"""How a marker lies beside its unit. Only its seat and the referee know the kind of a face-down marker."""
FACES: tuple[Face, ...] = get_args(Face)

Verb = NewType("Verb", str)
"""What an option, an action, a reaction or a trigger does ("move"). In sentences it is `as_words` of it."""
NO_VERB = Verb("")

Pace = NewType("Pace", str)
"""How a unit moves ("run"); "" in a rulebook with one pace. If each pace is an action, it equals the verb."""
NO_PACE = Pace("")

QuestionKind = NewType("QuestionKind", str)
"""What a question is about ("react"), by which protocol, screens and computer players distinguish questions."""

MarkerKind = NewType("MarkerKind", str)
"""A kind of marker that lies beside a unit ("overwatch")."""
NO_MARKER = MarkerKind("")

PhaseId = NewType("PhaseId", str)
"""The id of a row in a rulebook's table of phases ("act")."""

EventType = NewType("EventType", str)
"""The name of a class of events in the protocol ("put_out"): `PutOut.type`."""

Markers = dict[MarkerKind, Face | None]
"""Kind of marker -> how it is laid or turned; None removes it."""


ALLIED = "+"
"""The sign between the seats of a side in its id."""


def side_named(seats: Iterable[Seat]) -> Seat:
    """The id of the side of these seats: "red+gold", or the seat itself if it is alone."""
    return ALLIED.join(seats)


def members_of(side: Seat) -> list[Seat]:
    """The seats in the id of a side, in its order. The id of a seat is also that of a side of one."""
    return side.split(ALLIED)


def read_sides(text: str, seats: Iterable[Seat]) -> list[list[Seat]] | None:
    """The seats of each side in a text like "red+gold/blue"; None unless it has two sides and each of `seats` once."""
    sides = [members_of(side) for side in text.split("/")]
    complete = sorted(seat for side in sides for seat in side) == sorted(seats)
    return sides if complete and len(sides) > 1 else None


@cache
def spoken(side: Seat) -> str:
    """A seat, or a side of several, in a sentence: "Red", "Red and Gold"."""
    return " and ".join(capitalised(seat) for seat in members_of(side))


def verb(side: Seat, one: str, many: str) -> str:
    """The form of a verb that agrees with the name of a side: `one` for one seat, `many` for several."""
    return agreeing(len(members_of(side)), one, many)


def held_by(side: Seat) -> str:
    """Who holds a place: "held by Red", or "held by nobody" for ""."""
    return f"held by {spoken(side) if side else 'nobody'}"


def wins(side: Seat) -> str:
    """Which seat or side wins: "Red wins", "Red and Gold win", or "A draw" for ""."""
    if not side:
        return "A draw"
    return f"{spoken(side)} {verb(side, 'wins', 'win')}"


class Deployment(Enum):
    """Who decides where units begin."""

    FIXED = "fixed"
    """The setup."""
    FREE = "free"
    """Each seat, within its zone, before the first turn."""
