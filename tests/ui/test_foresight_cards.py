"""The cards of a running snowball tell what comes of the whole of it, and a key supposes another reply."""

from __future__ import annotations

import pytest

from game.engine.dice import DiceSource
from game.records.tables import TableKind
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.screens.battle import BattleScreen
from tests.test_foresight import FIVE, WANTED
from tests.ui.desk import Desk
from tests.ui.ledger import words_on


def forcing(desk: Desk) -> BattleScreen:
    """R4 is asked whether it forces B1's hand, on an open table."""
    session = Session(read_sketch(FIVE), dice=DiceSource(seed=5), table=TableKind.OPEN)
    session.hand_over()
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    screen.game.choose("b1:move:run:11,5")
    while session.match.pending.kind == "react":
        wanted = [
            f"{name}:ranged_attack:b1" if ":" not in name else name for name in WANTED[session.match.pending.seat]
        ]
        screen.game.choose(next((name for name in wanted if session.match.pending.option(name)), "pass"))
    desk.settle()
    desk.app.draw()
    return screen


@pytest.mark.parametrize("size", [(1280, 800), (960, 600), (1920, 1200)])
def test_the_cards_tell_the_whole_snowball_and_the_verdict_names_the_reply_that_turns_it(size: tuple[int, int]) -> None:
    desk = Desk(size)
    forcing(desk)
    words = " ".join(words_on(desk))
    assert "74%" in words
    assert "64%" in words
    assert "then only 48" in words


def test_a_key_supposes_another_reply_and_all_figures_follow() -> None:
    desk = Desk()
    forcing(desk)
    before = words_on(desk)
    desk.press("d")
    assert before.count("48%") == 1, "the row of the reply"
    assert words_on(desk).count("48%") == 3, "and twice on the card of forcing"
    desk.press("a")
    assert words_on(desk) == before
