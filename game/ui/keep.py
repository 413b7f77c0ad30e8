"""Keeps the game of a session in a journal, and finds the backdrop for a match from a save."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine.match import Match
from game.maps import MapError
from game.maps.scenarios import load_scenario
from game.records.autosave import Journal
from game.records.finished import keep_finished
from game.records.folders import SaveError, saves_folder
from game.records.record import Extras, Mark, Reason, Seating, Undone
from game.records.standing import StandingAnswer
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
    keeper = Keeper(session, journal)
    session.saved, session.taken_back, session.let_go = keeper.chosen, keeper.taken_back, keeper.let_go
    session.seated, session.marked, session.standings.stood = keeper.seated, keeper.marked, keeper.stood
    session.reasoned = keeper.reasoned
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


class Keeper:
    """Writes what happens in a session to its journal; without one, it begins a journal at the first choice."""

    def __init__(self, session: Session, journal: Journal | None) -> None:
        self.session, self.journal = session, journal

    def extras(self) -> Extras:
        """What the record holds beside the game."""
        return extras_of(self.session)

    def chosen(self, match: Match) -> None:
        """Write the latest choice; a finished battle goes to the finished ones."""
        try:
            if self.journal is not None:
                self.journal.chosen(match)
            else:
                self.journal = Journal.begin(match, self.extras())
        except SaveError as error:  # a full disk must not stop the game
            self._lost(error)
            return
        self.session.kept_at = self.journal.path
        if match.outcome is not None:
            try:
                self.session.kept_at = keep_finished(match, self.extras())
                self.journal.finish()
            except SaveError as error:
                self.session.complaint = f"This battle was not kept among the finished ones: {error}"
                self.session.kept_at = None
                self.journal.close()
            self.session.let_go = None
            self._stop()

    def taken_back(self, match: Match, undone: Sequence[Undone]) -> None:
        """Write that choices were taken back."""
        self._write(lambda journal: journal.undone(match, *undone))

    def seated(self, seating: Seating) -> None:
        """Write a new seating, or a new kind of table."""
        self._write(lambda journal: journal.seated(seating))

    def marked(self, mark: Mark) -> None:
        """Write a mark."""
        self._write(lambda journal: journal.marked(mark))

    def reasoned(self, reason: Reason) -> None:
        """Write a computer player's reason."""
        self._write(lambda journal: journal.reasoned(reason))

    def stood(self, answer: StandingAnswer) -> None:
        """Write the standing answer of a seat."""
        self._write(lambda journal: journal.stood(answer))

    def _write(self, write: Callable[[Journal], None]) -> None:
        """Write to the journal, if it has begun. If that fails, stop: later lines would not fit those on the disk."""
        try:
            if self.journal is not None:
                write(self.journal)
        except SaveError as error:
            self._lost(error)

    def let_go(self) -> None:
        """Close the journal, so that the game can be resumed."""
        if self.journal is not None:
            self.journal.close()

    def _lost(self, error: SaveError) -> None:
        self._stop()
        self.session.complaint = f"From here on this game is not being kept: {error}"

    def _stop(self) -> None:
        session = self.session
        session.saved = session.taken_back = session.seated = session.marked = session.reasoned = None
        session.standings.stood = None


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
