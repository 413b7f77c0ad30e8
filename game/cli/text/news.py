"""What comes to a table in the terminal that is worth keeping."""

from __future__ import annotations

from enum import Enum, auto


class News(Enum):
    """What has just happened: each is kept in a way of its own."""

    CHOSEN = auto()
    UNDONE = auto()
    MARKED = auto()
    SEATED = auto()
    STOOD = auto()
    NOTED = auto()
