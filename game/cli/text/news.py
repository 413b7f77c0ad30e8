"""The kinds of news that a table in the terminal hands to the keeper of its files."""

from __future__ import annotations

from enum import Enum, auto


class News(Enum):
    """What has just happened; each kind is written to the journal in its own way."""

    CHOSEN = auto()
    UNDONE = auto()
    MARKED = auto()
    SEATED = auto()
    STOOD = auto()
    NOTED = auto()
