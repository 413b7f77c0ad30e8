"""A view and a log as the protocol has them, for tests that read them as JSON."""

from __future__ import annotations

from game.engine.wire import events_json, view_json


def viewed(match, seat=None):
    """What `seat` (None: the referee) may know of a match."""
    return view_json(match.view(seat))


def logged(match, seat=None, since=0):
    """The log from event number `since` on as `seat` (None: the referee) may read it."""
    return events_json(match, match.events[since:], seat)
