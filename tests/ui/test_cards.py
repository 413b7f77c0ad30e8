"""Whoever is asked sees what each answer buys, and is told why what he points at is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.dice import DiceSource
from game.session.session import Session
from game.session.tables import TableKind
from game.sketch import read_sketch
from game.ui.screens.battle import BattleScreen
from tests.ui.desk import Desk

WALL = {
    "ruleset": "skirmishcorps",
    "board": [
        "..................",
        "..................",
        "...####...........",
        "..................",
        "..................",
    ],
    "phase": "act",
    "seat": "blue",
    "units": [
        {"id": "b1", "seat": "blue", "profile": "trooper", "at": [1, 3], "markers": ["move"]},
        {"id": "b2", "seat": "blue", "profile": "trooper", "at": [0, 4], "markers": ["overwatch"]},
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [7, 1], "markers": ["overwatch"]},
        {"id": "r2", "seat": "red", "profile": "veteran", "at": [9, 3], "markers": ["overwatch"]},
        {"id": "r3", "seat": "red", "profile": "trooper", "at": [16, 0], "markers": ["move"]},
    ],
    "seats": ["blue", "red"],
    "turns": 2,
}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SNOWBALL_DATA", str(tmp_path))


def wall(desk: Desk, **changes: object) -> BattleScreen:
    session = Session(read_sketch({**WALL, **changes}), dice=DiceSource(seed=5), table=TableKind.OPEN)
    session.hand_over()
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    return screen


def centre(screen: BattleScreen, x: int, y: int) -> tuple[int, int]:
    return screen.map.rect_of(screen.map.board.cell(x, y)).center


# -- refused clicks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        (4, 2, "B1: a wall at e3 cannot be entered (SC-A52)."),
        (16, 4, "B1: q5 is 15.5″ to go, a sprint is 10″ (SC-A36)."),
        (0, 4, "B2: on overwatch: it waits for what the enemy does (SC-01)."),
        (7, 1, "B1: R1 is attacked after a move or a stand; from here no sight: a wall at d3 in the way (SC-57)."),
    ],
)
def test_a_click_on_what_cannot_be_done_says_why(x: int, y: int, words: str) -> None:
    desk = Desk()
    screen = wall(desk)
    desk.click_at(centre(screen, x, y))
    assert screen.model.notice == words
    assert screen.session.match.pending.kind == "activate"
    assert any(zone.startswith("chip:SC") for zone in desk.zones("chip"))


def test_the_map_is_still_pulled_where_nothing_can_be_done() -> None:
    desk = Desk((800, 600))
    screen = wall(desk)
    screen.map.zoom_by(2)
    desk.settle()
    before = screen.map.look
    start = centre(screen, 4, 2)
    desk.drag(start, (start[0] - 60, start[1]))
    assert screen.map.look != before
    assert screen.model.notice == ""


def test_enter_at_a_cell_that_is_no_answer_says_why_and_answers_nothing() -> None:
    desk = Desk()
    screen = wall(desk)
    screen.pointer.cursor, screen.pointer.keyed = screen.map.board.cell(3, 2), False
    desk.press("right", "return")
    assert "a wall at e3 cannot be entered (SC-A52)" in screen.model.notice
    assert screen.session.match.pending.kind == "activate"
