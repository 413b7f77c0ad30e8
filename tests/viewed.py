"""A view as the protocol has it, for tests that read it as JSON."""

from __future__ import annotations

from game.engine.wire import view_json


def viewed(match, seat=None):
    """What `seat` (None: the referee) may know of a match."""
    return view_json(match.view(seat))
