"""One person against the computer: what is said and asked where nobody else waits for the screen."""

from __future__ import annotations

from game.engine.dice import DiceSource
from game.records.tables import TableKind
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.screens.battle import BattleScreen
from tests.test_shared_table import LANE
from tests.ui.desk import Desk
from tests.ui.test_awkward import words


def alone() -> tuple[Desk, BattleScreen]:
    """A person plays Red, who lays its markers first; the computer plays Blue."""
    desk = Desk()
    table = Session(
        read_sketch(LANE), dice=DiceSource(seed=5), players={"blue": ComputerSeat()}, table=TableKind.SHARED
    )
    screen = BattleScreen(desk.app, table)
    desk.open(screen)
    assert screen.session.asked == "red"
    return desk, screen


def test_nobody_is_handed_to_where_all_markers_are_given_against_the_computer() -> None:
    """Before, the button said Hand over, and so did the sentence on Shift."""
    desk, _ = alone()
    assert "With Shift the rest is given and the turn goes on." in words(desk)
    desk.press("v")
    assert "Go on: all markers are given" in words(desk)
    assert not [line for line in words(desk) if "hand" in line.lower()]


def test_a_person_with_another_one_at_the_screen_hands_over_the_markers() -> None:
    desk = Desk()
    desk.open(BattleScreen(desk.app, Session(read_sketch(LANE), dice=DiceSource(seed=5), table=TableKind.SHARED)))
    assert "With Shift the rest is given and handed over." in words(desk)
    desk.press("v")
    assert "Hand over: all markers are given" in words(desk)
