"""How a unit stands, said once: token, list, card and text tell these conditions, and nothing beside them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from game.engine.names import MarkerKind
from game.engine.vocabulary import MarkerKinds

Sign = Literal[
    "face_down", "own_overwatch", "own_move", "overwatch", "move", "spent", "suppressed", "pinned",
    "broken", "covering", "in_position", "hidden", "blast", "drawn_in",
]  # fmt: skip
"""A drawing below assets/signs/markers that a condition may have."""

Place = Literal["order", "badge", "count", "itself"]
"""Where a token shows a condition: as its order, as a badge, as its number of figures, or by its own shape and place."""


class Condition(Struct, frozen=True):
    """One thing to be said of a unit, and what its token shows of it: a sign, a few letters, or both.

    `over`: not said of a unit that acts or can act still.
    """

    words: str
    sign: Sign | None = None
    letters: str = ""
    drawn: Place = "badge"
    over: bool = False


class MarkerLook(Struct, frozen=True):
    """A kind of marker: what is said of it and drawn of it face-up, and face-down to those who may know it.

    `order`: it says what the unit is ordered to do, and if it may lie face-down (it has an `own` sign), its face is told, too.
    """

    kind: MarkerKind
    words: str
    sign: Sign | None = None
    own: Sign | None = None
    order: bool = False


OVERWATCH = MarkerLook(MarkerKinds.OVERWATCH, "overwatch", "overwatch", "own_overwatch", order=True)
"""An order that may lie face-down."""
ON_OVERWATCH = MarkerLook(MarkerKinds.OVERWATCH, "on overwatch", "overwatch", order=True)
"""A counter that everybody sees."""
FACE_DOWN = Condition("a hidden marker", "face_down", drawn="order")
SPENT = Condition("spent", "spent", drawn="order", over=True)
MOVED = Condition("has moved", "spent", drawn="order", over=True)
PRONE = Condition("prone", drawn="itself")
OUT = Condition("out of action", drawn="itself")
ACTING = Condition("acting", drawn="itself")
ABLE = Condition("can act", drawn="itself")


def counted(words: str, number: int, sign: Sign | None) -> Condition:
    """A condition that counts: "suppressed", "suppressed ×2"; the number stands at its sign."""
    if number < 2:
        return Condition(words, sign)
    return Condition(f"{words} ×{number}", sign, str(number))


def strength(figures: int, whole: int, what: str) -> Condition:
    """How many of a unit are left: "8 fit" while all are, "3 of 8 fit" then."""
    number = str(figures) if figures == whole else f"{figures} of {whole}"
    return Condition(f"{number} {what}", letters=str(figures), drawn="count")
