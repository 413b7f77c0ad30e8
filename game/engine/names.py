"""What the numbers and words of the engine stand for, so that a type says it: cells, units, seats, who sets up."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, StrEnum
from functools import cache
from typing import Annotated, Literal, NewType, get_args

from game.engine.wording import agreeing, capitalised


class Meaning(StrEnum):
    """What a field of an event, a throw or a view stands for, where that is more than a number or a word."""

    CELL = "cell"
    UNIT = "unit"
    SEAT = "seat"


Cell = Annotated[int, Meaning.CELL]
"""A cell of the board as one number, y × width + x; -1 where there is none. It leaves the program as [x, y]."""

UnitId = Annotated[str, Meaning.UNIT]
"""The id of a unit ("b1"). Sentences write it in capitals."""

Seat = Annotated[str, Meaning.SEAT]
"""The id of a seat, or of a side of several ("red+gold"). Sentences use its name."""

Face = Literal["up", "down"]
"""How a marker lies beside its unit; one that is face-down is known to its seat and the referee alone."""
FACES: tuple[Face, ...] = get_args(Face)

Verb = NewType("Verb", str)
"""What is done: by an answer, an action, a reaction, or what may be reacted to ("move"). The phrase is `as_words` of it."""
NO_VERB = Verb("")

Pace = NewType("Pace", str)
"""How somebody moves ("run"), "" where a rulebook has one way alone. Where each way is an action of its own, its verb."""
NO_PACE = Pace("")

QuestionKind = NewType("QuestionKind", str)
"""What a question is about ("react"): so protocol, screens and computer players tell questions apart."""

MarkerKind = NewType("MarkerKind", str)
"""A kind of marker that lies beside a unit ("overwatch")."""
NO_MARKER = MarkerKind("")

PhaseId = NewType("PhaseId", str)
"""A row of a rulebook's table of phases ("act")."""

EventType = NewType("EventType", str)
"""The name of a class of events in the protocol ("put_out"): `PutOut.type`."""

Markers = dict[MarkerKind, Face | None]
"""Markers that are laid or turned, by kind; those that are None go."""


ALLIED = "+"
"""Between the seats of a side in its id."""


def side_named(seats: Iterable[Seat]) -> Seat:
    """The id of the side of these seats: "red+gold", or the seat itself where it is alone."""
    return ALLIED.join(seats)


def members_of(side: Seat) -> list[Seat]:
    """The seats in the id of a side, in its order; a seat is a side of its own."""
    return side.split(ALLIED)


def read_sides(text: str, seats: Iterable[Seat]) -> list[list[Seat]] | None:
    """The seats by side of a text like "red+gold/blue"; None if it has one side only or not each of `seats` once."""
    sides = [members_of(side) for side in text.split("/")]
    whole = sorted(seat for side in sides for seat in side) == sorted(seats)
    return sides if whole and len(sides) > 1 else None


@cache
def spoken(side: Seat) -> str:
    """A seat, or a side of several, as a sentence has it: "Red", "Red and Gold"."""
    return " and ".join(capitalised(one) for one in members_of(side))


def verb(side: Seat, one: str, many: str) -> str:
    """The form of a verb that goes with the name of a side: `one` for a seat alone, `many` for several."""
    return agreeing(len(members_of(side)), one, many)


def held_by(side: Seat) -> str:
    """Who holds a place: "held by Red", "held by nobody" for none ("")."""
    return f"held by {spoken(side) if side else 'nobody'}"


def wins(side: Seat) -> str:
    """That a seat or side wins: "Red wins", "Red and Gold win"; "A draw" if none ("") does."""
    if not side:
        return "A draw"
    return f"{spoken(side)} {verb(side, 'wins', 'win')}"


class Deployment(Enum):
    """Who says where units begin."""

    FIXED = "fixed"
    FREE = "free"
    """Each seat, within its zone, before the first turn."""
