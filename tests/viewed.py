"""The view and the log of a match as plain JSON data, the way the protocol sends them."""

from __future__ import annotations

from game.engine.wire import events_json, view_json


def viewed(match, seat=None):
    """Return the view of a seat (None: the referee) as JSON."""
    return view_json(match.view(seat))


def logged(match, seat=None, since=0):
    """Return the log from event number `since` on as a seat (None: the referee) may read it, as JSON."""
    return events_json(match, match.events[since:], seat)
