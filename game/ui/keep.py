"""Keeping the game in hand: the journal behind a session, and the board's backdrop for a match from a save."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.match import Match
from game.maps import MapError
from game.maps.scenarios import load_scenario
from game.records.autosave import Journal
from game.records.folders import SaveError, saves_folder
from game.records.record import Extras, Undone
from game.session.session import Session
from game.ui.ground import Backdrop


def keep(session: Session, journal: Journal | None = None) -> str:
    """Write every choice of the session to a journal, from the first one made here on.

    Returns one sentence where that is not possible, else "".
    """
    held: list[Journal] = [journal] if journal else []

    def chosen(match: Match) -> None:
        try:
            if held:
                held[0].chosen(match)
            else:
                held.append(Journal.begin(match, Extras(log=session.undone)))
        except SaveError as error:  # a full disk must not stop the game
            session.saved = session.taken_back = None
            session.complaint = f"From here on this game is not being kept: {error}"
            return
        if match.outcome is not None:
            held[0].finish()
            session.saved = session.taken_back = session.let_go = None

    def taken_back(match: Match, undone: Sequence[Undone]) -> None:
        try:
            if held:
                held[0].undone(match, *undone)
        except SaveError as error:  # what follows would no longer fit what is on the disk
            session.saved = session.taken_back = None
            session.complaint = f"From here on this game is not being kept: {error}"

    def let_go() -> None:
        for kept in held:
            kept.close()

    try:
        saves_folder()
    except SaveError as error:
        return f"This game is not being kept: {error}"
    session.saved, session.taken_back, session.let_go = chosen, taken_back, let_go
    return ""


LIVE = ("sites",)
"""Layers of a map that the table draws itself, as they change hands."""


def backdrop_for(match: Match) -> Backdrop | None:
    """The picture of the map a match was set up from, if it is still there and still that map."""
    source = match.setup.source
    if not source:
        return None
    from game.maps.picture import load_picture

    try:
        loaded = load_scenario(source.removesuffix(".tmx"))
        if loaded.setup.board != match.setup.board:
            return None
        return Backdrop(loaded.setup.board, load_picture(loaded).without(LIVE))
    except (MapError, OSError, ValueError):
        return None
