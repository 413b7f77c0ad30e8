"""The window asks for confirmation once before an answer that gives something up."""

from __future__ import annotations

from game.ui.screens.sheets import ForfeitScreen
from tests.scene import Scene
from tests.ui.desk import open_scene
from tests.ui.ledger import words_on


def test_a_phase_is_not_ended_by_one_key_while_a_unit_could_still_act() -> None:
    desk, screen = open_scene(Scene("a1 .*6 b1"))
    desk.press("n")
    assert isinstance(desk.top, ForfeitScreen)
    words = words_on(desk)
    assert "A1 could still act this turn (SC-A34)." in words
    assert "End acting" in words
    for key in ("return", "n"):
        desk.press(key)
        assert desk.top is screen, "both go back"
        desk.press("n")
    desk.press("escape")
    assert screen.session.match.pending.seat == "a"
    desk.press("n", "y")
    assert desk.top is screen
    assert "A ends its acting for this turn." in [line.text for line in screen.session.log()]


def test_no_confirmation_is_asked_for_where_nothing_is_lost() -> None:
    desk, screen = open_scene(Scene("a1 .*6 b1", "a2 .*6 b2", a2="move"))
    screen.picking.pick("a1:hold")
    desk.press("return")
    assert desk.top is screen
    assert "A1 holds." in [line.text for line in screen.session.log()]
