"""Screens that are seldom seen: what they forgot, did not say, or could not be brought to show."""

from __future__ import annotations

from game.ui.screens.menu import HelpScreen
from tests.ui.desk import Desk
from tests.ui.ledger import drawn


def told(desk: Desk) -> list[str]:
    """Every line that is written whole inside the window."""
    ledger = drawn(desk)
    seen = ledger.surface.get_rect()
    return [line.words for line in ledger.lines if seen.contains(line.rect)]


def test_all_keys_can_be_read_without_a_mouse() -> None:
    desk = Desk((960, 600))
    desk.open(HelpScreen(desk.app))
    desk.press("end")
    assert desk.top.position.at == desk.top.position.most > 0
    desk.press("home")
    assert desk.top.position.at == 0
    desk.press("page down", "down", "up", "page up")
    assert desk.top.position.at == 0
