"""Viewers of a match: a seat, the referee, or the public. What each of them may know is decided only here.

The referee knows everything. A seat knows what is public and its own secrets. The public, people at the table without a
seat, know only what is public: of every face-down marker they see just the back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.engine.names import Seat

Viewer = Seat | None
"""A seat, REFEREE or PUBLIC."""

REFEREE: Final = None
PUBLIC: Final = ""

REFEREE_NAME: Final = "referee"
PUBLIC_NAME: Final = "public"


def may_know(viewer: Viewer, owner: Seat) -> bool:
    """Whether `viewer` may know a secret of the seat `owner`. Only the referee knows a secret of no seat ("")."""
    return viewer is REFEREE or (viewer != PUBLIC and viewer == owner)


def viewer_name(viewer: Viewer) -> str:
    """The viewer's name: the seat, "referee" or "public"."""
    return REFEREE_NAME if viewer is REFEREE else viewer or PUBLIC_NAME


def viewer_named(name: str, seats: Sequence[Seat]) -> Viewer:
    """The inverse of `viewer_name`, for a match with these seats. Raises KeyError for any other name."""
    if name == REFEREE_NAME:
        return REFEREE
    if name in seats:
        return name
    if name == PUBLIC_NAME:
        return PUBLIC
    raise KeyError(name)
