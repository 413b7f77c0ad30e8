"""The event of a change makes the change: it lays, turns and takes the markers that it names."""

from __future__ import annotations

import pytest

from game.board.board import Board
from game.engine.events import UNSET, Event, UnsetType
from game.engine.names import Markers, UnitId
from game.engine.state import State, Unit
from game.engine.steps import Step, step
from game.engine.table import run_step


class Marked(Event, frozen=True):
    """Markers are laid beside a unit, turned or taken away."""

    unit: UnitId
    markers: Markers | UnsetType
    text = "{unit} is marked."


@step
def marks(t, markers) -> None:
    """Tell it of the only unit."""
    t.change("u", Marked("u", UNSET if markers is None else markers))


@pytest.mark.parametrize(
    ("told", "left"),
    [
        ({"pinned": "up"}, {"overwatch": "down", "pinned": "up"}),
        ({"overwatch": "up"}, {"overwatch": "up"}),
        ({"overwatch": None}, {}),
        ({"pinned": None}, {"overwatch": "down"}),
        (None, {"overwatch": "down"}),
    ],
    ids=["laid", "turned", "taken", "not there to be taken", "nothing told"],
)
def test_an_event_lays_turns_and_takes_the_markers_that_it_names(told, left):
    unit = Unit("u", "a", "trooper", 0, {}, markers={"overwatch": "down"})
    state = State(Board.from_rows(["."]), ("a", "b"), {"u": unit}, 9, agenda=[Step(marks, [told])])
    t, _ = run_step(state, None, [])
    assert t.state.units["u"].markers == left
    assert unit.markers == {"overwatch": "down"}, "the state that the step began with is as it was"
