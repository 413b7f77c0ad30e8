"""Keeping the game in hand: the journal behind a session, and the board's picture for a match from a save."""

from __future__ import annotations

import pygame

from game.autosave import Journal
from game.engine.match import Match
from game.maps.errors import MapError
from game.maps.scenarios import load_scenario
from game.saves import SaveError
from game.session import Session


def keep(session: Session, journal: Journal | None = None) -> str:
    """Write every choice of the session to a journal; returns one sentence where that is not possible, else ""."""
    try:
        kept = journal or Journal.begin(session.match)
    except SaveError as error:
        return f"This game is not being kept: {error}"

    def chosen(match: Match) -> None:
        kept.chosen(match)
        if match.outcome is not None:
            kept.finish()
            session.saved = session.taken_back = None

    session.saved = chosen
    session.taken_back = kept.undone
    session.let_go = kept.close
    return ""


def picture_for(match: Match) -> pygame.Surface | None:
    """The picture of the map a match was set up from, if it is still there and still that map."""
    source = match.setup.source
    if not source:
        return None
    from game.maps.picture import load_picture

    try:
        loaded = load_scenario(source.removesuffix(".tmx"))
        if loaded.setup.board != match.setup.board:
            return None
        return load_picture(loaded.path).paint()
    except (MapError, OSError, ValueError):
        return None
