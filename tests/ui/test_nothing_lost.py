"""What would be lost by an answer is asked back once before it counts, at the screen."""

from __future__ import annotations

from game.records.tables import TableKind
from game.session.session import Session
from game.ui.screens.battle import BattleScreen
from game.ui.screens.sheets import ForfeitScreen
from tests.scene import Scene
from tests.ui.desk import Desk
from tests.ui.ledger import drawn


def at_table(scene: Scene) -> tuple[Desk, BattleScreen]:
    """A scene in the window."""
    desk = Desk()
    screen = BattleScreen(desk.app, Session(scene.setup, match=scene.match, table=TableKind.OPEN))
    desk.open(screen)
    return desk, screen


def test_a_phase_is_not_ended_by_one_key_while_a_unit_could_still_act() -> None:
    desk, screen = at_table(Scene("a1 .*6 b1"))
    desk.press("n")
    assert isinstance(desk.top, ForfeitScreen)
    words = [line.words for line in drawn(desk).lines]
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
    desk, screen = at_table(Scene("a1 .*6 b1", "a2 .*6 b2", a2="move"))
    screen.picking.pick("a1:hold")
    desk.press("return")
    assert desk.top is screen
    assert "A1 holds." in [line.text for line in screen.session.log()]
