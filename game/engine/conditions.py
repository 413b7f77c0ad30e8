"""The conditions of a unit. Its token, its row in the roster, its card and its text show these and nothing else."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from game.engine.names import MarkerKind
from game.engine.vocabulary import MarkerKinds

Sign = Literal[
    "face_down", "own_overwatch", "own_move", "overwatch", "move", "spent", "suppressed", "pinned",
    "broken", "covering", "in_position", "hidden", "blast", "drawn_in",
]  # fmt: skip
"""The name of a drawing in assets/signs/markers."""

Place = Literal["order", "badge", "count", "itself"]
"""How a token shows a condition: as its order, as a badge, as its count of figures, or by its own shape and place."""


class Condition(Struct, frozen=True):
    """One condition of a unit in words, and what its token shows: a sign, a few letters, or both.

    `over`: it is left out for a unit that is acting or can still act. `outcome`: what odds call it when a unit comes to
    it ("activated"); "" for a condition that odds do not name, because it has a marker or says little of the outcome.
    """

    words: str
    sign: Sign | None = None
    letters: str = ""
    drawn: Place = "badge"
    over: bool = False
    outcome: str = ""


class MarkerLook(Struct, frozen=True):
    """The words and signs of a kind of marker: `sign` face-up, `own` face-down for viewers who may know it.

    `order`: the marker is the unit's order. If such a marker may lie face-down (it has an `own` sign), its words say
    which face is up.
    """

    kind: MarkerKind
    words: str
    sign: Sign | None = None
    own: Sign | None = None
    order: bool = False


OVERWATCH = MarkerLook(MarkerKinds.OVERWATCH, "overwatch", "overwatch", "own_overwatch", order=True)
"""Overwatch as an order that may lie face-down."""
ON_OVERWATCH = MarkerLook(MarkerKinds.OVERWATCH, "on overwatch", "overwatch", order=True)
"""Overwatch as a counter that everybody sees."""
FACE_DOWN = Condition("a hidden marker", "face_down", drawn="order")
SPENT = Condition("spent", "spent", drawn="order", over=True)
MOVED = Condition("has moved", "spent", drawn="order", over=True)
PRONE = Condition("prone", drawn="itself")
OUT = Condition("out of action", drawn="itself")
ACTING = Condition("acting", drawn="itself")
ABLE = Condition("can act", drawn="itself")


def counted(words: str, number: int, sign: Sign | None) -> Condition:
    """A condition with a number: "suppressed", "suppressed ×2". From 2 on, the number is shown with its sign."""
    if number < 2:
        return Condition(words, sign)
    return Condition(f"{words} ×{number}", sign, str(number))


def strength(figures: int, full: int, noun: str) -> Condition:
    """How many figures of a unit are left: "8 fit" if all are, otherwise "3 of 8 fit"."""
    number = str(figures) if figures == full else f"{figures} of {full}"
    return Condition(f"{number} {noun}", letters=str(figures), drawn="count")
