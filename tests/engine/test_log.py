"""The log as it is read: typed lines, and what can be seen of an event on the table."""

from __future__ import annotations

from game.engine.wire import line_json
from tests.scene import Scene
from tests.viewed import logged


def test_a_log_line_has_the_cells_of_a_move_and_the_protocol_sends_their_coordinates():
    match = Scene("a1 . . .", ". . . b1", a1="move").chooses("a1:move:sneak:1,0").match
    line = next(line for line in match.log_for(None) if line.seen.path)
    assert (line.seen.unit, line.seen.path) == ("a1", (0, 1))
    assert line_json(line, match.setup.board.width)["path"] == [[0, 0], [1, 0]]
    assert [row["text"] for row in logged(match)] == [line.text for line in match.log_for(None)]
