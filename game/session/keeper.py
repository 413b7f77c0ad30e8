"""Keeping a game while it is played: whatever a session tells its keeper is in the record."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from game.engine.match import Match
from game.records.autosave import Journal
from game.records.folders import SaveError
from game.records.record import Extra, Undone


class Keeper(ABC):
    """Keeps a game in a journal, if it has one. If the disk fails, it says so once and keeps no more."""

    def __init__(self, journal: Journal | None) -> None:
        self.journal = journal

    def chosen(self, match: Match) -> None:
        """Write all choices made since the last call."""
        self.write(lambda journal: journal.chosen(match))

    def undone(self, match: Match, *undone: Undone) -> None:
        """Write that choices were taken back."""
        self.write(lambda journal: journal.undone(match, *undone))

    def added(self, extra: Extra) -> None:
        """Write an extra."""
        self.write(lambda journal: journal.added(extra))

    def close(self) -> None:
        """Close the journal, so that the game can be resumed."""
        if self.journal is not None:
            self.journal.close()

    def write(self, write: Callable[[Journal], None]) -> None:
        """Write to the journal. If that fails, stop: later lines would not fit those on the disk."""
        if self.journal is None:
            return
        try:
            write(self.journal)
        except SaveError as error:
            self.journal.close()
            self.journal = None
            self.lost(error)

    @abstractmethod
    def lost(self, error: SaveError) -> None:
        """Tell the player that from here on the game is not being kept, and why."""
