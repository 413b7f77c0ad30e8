"""H: what the computer would do for the seat that is asked, by what it may know, and never while others look on."""

from __future__ import annotations

import pytest

from game.engine.dice import DiceSource
from game.maps.scenarios import load_scenario
from game.records.tables import TableKind
from game.session.hints import why_no_hint
from game.session.seats import ComputerSeat, thought_of
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.screens.battle import BattleScreen
from tests.ui.desk import Desk
from tests.ui.ledger import words_on

LANE = {
    "ruleset": "skirmishcorps",
    "turns": 2,
    "board": ["............", "............", "............"],
    "units": [
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [0, 0], "marker": "move"},
        {"id": "r2", "seat": "red", "profile": "trooper", "at": [0, 2], "marker": "move"},
        {"id": "b1", "seat": "blue", "profile": "trooper", "at": [4, 0], "marker": "move"},
    ],
    "phase": "act",
    "seat": "red",
}


def begun(table: TableKind = TableKind.CURTAINS, *computers: str) -> tuple[Desk, BattleScreen]:
    """A battle in which red has to act."""
    desk = Desk()
    players = {seat: ComputerSeat() for seat in computers}
    session = Session(read_sketch(LANE), dice=DiceSource(seed=3), players=players, table=table)
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    return desk, screen


def thought(desk: Desk, screen: BattleScreen) -> None:
    """Let the computer finish thinking, then draw."""
    screen.game.hints.thinker.answer(wait=True)
    desk.app.top.tick(0.1)
    desk.app.draw()


def test_h_names_the_answer_with_its_reason_and_chooses_it_for_enter() -> None:
    desk, screen = begun(TableKind.CURTAINS, "blue")
    expected = thought_of(screen.session.match, "red").option
    desk.press("h")
    assert screen.model.notice == "The computer thinks about it."
    desk.app.top.tick(0.1)
    thought(desk, screen)
    hint = screen.model.hint
    assert hint is not None
    assert hint.option == expected
    assert screen.model.chosen == expected.id
    assert hint.said.startswith(expected.unit.upper())
    assert len(hint.dropped) == 2
    assert all(words.endswith("just as good.") or "figures worse" in words for words in hint.dropped)
    desk.press("return")
    assert screen.session.match.choices[0].option == expected.id
    assert screen.model.hint is None


def test_a_hint_is_refused_where_everybody_looks_at_the_screen() -> None:
    desk, screen = begun(TableKind.SHARED)
    assert screen.session.sight.shared
    desk.press("h")
    assert screen.model.notice == (
        "Everybody looks at this screen, and a hint for Red would tell what its face-down markers are."
    )
    assert screen.model.hint is None
    assert why_no_hint(Session(read_sketch(LANE), table=TableKind.OPEN)) == ""


def test_on_an_open_table_the_computer_shows_what_it_means_to_do_before_it_does_it() -> None:
    desk, screen = begun(TableKind.OPEN, "red")
    desk.press("h")
    assert screen.model.notice == "The computer now shows what it means to do, and waits for Enter."
    made = len(screen.session.match.history)
    for _ in range(5):
        screen.tick(0.3)
    hint = screen.model.hint
    assert hint is not None
    assert hint.seat == "red"
    assert len(screen.session.match.history) == made
    desk.press("return")
    for _ in range(3):
        screen.tick(0.3)
    assert len(screen.session.match.history) > made
    assert screen.session.match.choices[made].option == hint.option.id


def test_in_a_plan_enter_makes_the_move_that_is_hinted_at_and_the_next_hint_goes_on_from_there() -> None:
    desk = Desk()
    setup = load_scenario("elbow_to_elbow").setup
    session = Session(setup, dice=DiceSource(seed=1), table=TableKind.OPEN)
    while session.match.pending is not None and session.match.pending.kind != "activate":
        session.choose(session.match.pending.default)
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    while not screen.model.drafting:
        asked = screen.model.decision
        screen.game.choose(next(o.id for o in asked.options if o.action == "advance"))
        desk.settle()
    assert not screen.model.plan
    for planned in (True, False):  # the formation as a whole, then to let that count
        desk.press("h")
        desk.app.top.tick(0.1)
        thought(desk, screen)
        hint = screen.model.hint
        assert hint is not None
        assert screen.model.chosen == hint.option.id
        desk.press("return")
        assert screen.session.match.choices[-1].option == hint.option.id
        assert bool(screen.model.plan) == planned


@pytest.mark.parametrize(
    ("table", "told"), [(TableKind.CURTAINS, True), (TableKind.OPEN, True), (TableKind.SHARED, False)]
)
def test_the_key_for_a_hint_stands_among_the_keys_of_the_map_where_a_hint_may_be_had(
    table: TableKind, told: bool
) -> None:
    """Before, only the page of all keys named it."""
    desk, screen = begun(table)
    screen.skip()
    desk.settle()
    said = words_on(desk)
    assert "threat" in said
    assert ("hint" in said) == told


FAR_OFF = {
    "ruleset": "wh40k2",
    "turns": 2,
    "board": ["." * 34] * 3,
    "units": [
        {"id": "b1", "seat": "blue", "profile": "line", "at": [2, 1]},
        {"id": "b2", "seat": "blue", "profile": "line", "at": [2, 2]},
        {"id": "r1", "seat": "red", "profile": "line", "at": [33, 1]},
    ],
    "seats": ["blue", "red"],
}
"""Nobody gains anything by a move of B1 or B2."""


def test_following_a_hint_asks_for_no_confirmation() -> None:
    desk = Desk()
    screen = BattleScreen(desk.app, Session(read_sketch(FAR_OFF), dice=DiceSource(seed=3), table=TableKind.OPEN))
    desk.open(screen)
    while screen.session.match.pending.kind != "activate":
        screen.game.choose(screen.session.match.pending.default)
    desk.settle()
    desk.press("n")
    assert desk.top is not screen, "of himself he is asked: two squads could still move"
    desk.press("escape", "h")
    desk.app.top.tick(0.1)
    thought(desk, screen)
    assert screen.model.chosen == "end"
    desk.press("return")
    assert desk.top is screen
    assert screen.session.match.choices[-1].option == "end"
