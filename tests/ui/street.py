"""A small street with two troopers on each side: the table on which much of the window is tested."""

from __future__ import annotations

from game.engine.dice import DiceSource
from game.records.tables import TableKind
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.screens.battle import BattleScreen
from tests.ui.desk import Desk

STREET = {
    "ruleset": "skirmishcorps",
    "title": "Test street",
    "turns": 2,
    "board": [
        "................",
        "..##......TT....",
        "................",
        "......n.........",
        "..........##....",
        "................",
    ],
    "units": [
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [1, 0]},
        {"id": "r2", "seat": "red", "profile": "scout", "at": [8, 0]},
        {"id": "b1", "seat": "blue", "profile": "veteran", "at": [3, 5]},
        {"id": "b2", "seat": "blue", "profile": "gunner", "at": [13, 5]},
    ],
}


def street(desk: Desk, table: TableKind = TableKind.CURTAINS, **changes: object) -> BattleScreen:
    """A battle between people in the street, opened at its first question; `changes` are other fields of the sketch."""
    screen = BattleScreen(desk.app, Session(read_sketch({**STREET, **changes}), dice=DiceSource(seed=5), table=table))
    desk.open(screen)
    return screen


def acting(desk: Desk, seed: int = 5, **changes: object) -> BattleScreen:
    """A battle in the street with a move marker beside every unit, all open, at the first question of the act phase."""
    session = Session(read_sketch({**STREET, **changes}), dice=DiceSource(seed=seed), table=TableKind.OPEN)
    while (asked := session.match.pending).kind == "assign":
        session.choose(f"{asked.unit}:move" if asked.unit else "confirm")
    session.hand_over()
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    return screen


def fought_out(desk: Desk, session: Session) -> BattleScreen:
    """A battle between computer players, opened and played to its end, which has been looked at."""
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    while session.match.pending is not None:
        session.let_player_choose()
    screen.model.refresh()
    desk.app.top.tick(0.1)
    desk.settle()
    return screen
