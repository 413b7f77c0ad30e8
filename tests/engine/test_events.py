"""The sentences of the engine's own events."""

from __future__ import annotations

import pytest

from game.demos import DemoPlayer, load_demo
from game.engine.events import PhaseStarted, Words
from game.engine.names import PhaseId, Seat


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Orders", "Orders begin."),
        ("Movement phase", "Movement phase begins."),
        ("Declaring charges", "Declaring charges begins."),
        ("Press", "Press begins."),
    ],
)
def test_a_phase_with_a_plural_name_begins_in_the_plural(title, told):
    match = DemoPlayer(load_demo("sc-tie")).match
    words = Words(match.front, {})
    assert words.sentence(PhaseStarted(PhaseId("act"), title, Seat(""))) == told
