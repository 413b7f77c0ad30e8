"""Keeps the game of a session in a journal, and finds the backdrop for a match from a save."""

from __future__ import annotations

from game.engine.match import Match
from game.maps import MapError
from game.maps.scenarios import load_scenario
from game.records.autosave import Journal
from game.records.finished import keep_finished
from game.records.folders import SaveError, saves_folder
from game.records.record import Extras
from game.session.keeper import Keeper
from game.session.session import Session
from game.ui.ground import Backdrop, ground_of


def keep(session: Session, journal: Journal | None = None) -> str:
    """Write every choice of the session to a journal from now on: to this one, or to a new one.

    Returns one sentence if that is not possible, else "".
    """
    try:
        saves_folder()
    except SaveError as error:
        return f"This game is not being kept: {error}"
    session.keeper = SessionKeeper(session, journal)
    session.kept_at = journal.path if journal is not None else None
    return ""


def extras_of(session: Session) -> Extras:
    """What the record of a session's game holds beside the game."""
    standings = session.standings.answers
    return Extras(
        log=session.undone,
        marks=session.marks,
        seatings=session.seatings,
        standings=standings,
        reasons=session.reasons,
    )


class SessionKeeper(Keeper):
    """Keeps the game of a session; without a journal, it begins one at the first choice."""

    def __init__(self, session: Session, journal: Journal | None) -> None:
        super().__init__(journal)
        self.session = session

    def chosen(self, match: Match) -> None:
        """Write the latest choice; a finished battle goes to the finished ones."""
        if self.journal is not None:
            super().chosen(match)
        else:
            try:
                self.journal = Journal.begin(match, extras_of(self.session))
            except SaveError as error:  # a full disk must not stop the game
                self.lost(error)
        if self.journal is None:
            return
        self.session.kept_at = self.journal.path
        if match.outcome is not None:
            self._finish(self.journal, match)

    def _finish(self, journal: Journal, match: Match) -> None:
        session = self.session
        try:
            session.kept_at = keep_finished(match, extras_of(session))
            journal.finish()
        except SaveError as error:
            session.complaint = f"This battle was not kept among the finished ones: {error}"
            session.kept_at = None
            journal.close()
        session.keeper = None

    def lost(self, error: SaveError) -> None:
        """Let the screen say so, and keep nothing of the game any more."""
        self.session.keeper = self.session.kept_at = None
        self.session.complaint = f"From here on this game is not being kept: {error}"


def backdrop_for(match: Match) -> Backdrop | None:
    """The backdrop from the map of a match, or None if the map is gone or has changed since."""
    source = match.setup.source
    if not source:
        return None
    try:
        loaded = load_scenario(source.removesuffix(".tmx"))
        if loaded.setup.board.seen_through(match.setup.board.through) != match.setup.board:
            return None
        return ground_of(loaded)
    except (MapError, OSError, ValueError):
        return None
