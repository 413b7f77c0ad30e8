"""A resumed game has the players, the kind of table and the dice it was left with."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pygame
import pytest

from game.engine.dice import DiceSource
from game.engine.match import Match
from game.maps.scenarios import load_scenario
from game.records import saves
from game.records.autosave import Journal
from game.records.folders import left_games
from game.records.record import Extras, Seating
from game.records.tables import TableKind
from game.rules import build
from game.session.seats import players_for
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.battle.bottom import log_rows
from game.ui.battle.viewed import Motive
from game.ui.keep import backdrop_for, keep
from game.ui.screens.battle import BattleScreen
from game.ui.screens.curtain import CurtainScreen
from game.ui.screens.replay import ReplayStrip
from game.ui.screens.saves import BotsScreen, SavesScreen, resume_latest
from game.ui.screens.title import TitleScreen
from tests.ui.desk import Desk
from tests.ui.ledger import words_on
from tests.ui.street import STREET


def begun(desk: Desk, kinds: dict[str, str], table: TableKind = TableKind.SHARED) -> BattleScreen:
    """A battle in the test street with these players, kept in a journal and opened."""
    session = Session(read_sketch(STREET), dice=DiceSource(seed=5), players=players_for(kinds), table=table)
    screen = BattleScreen(desk.app, session)
    assert keep(session) == ""
    desk.open(screen)
    return screen


def left(desk: Desk, screen: BattleScreen, choices: int = 6) -> None:
    """So many choices are made, then the window is closed."""
    session = screen.session
    while len(session.match.history) < choices:
        if session.waits_for_player:
            session.let_player_choose()
        else:
            session.hand_over()
            assert session.match.pending is not None
            session.choose(session.match.pending.default)
    screen.game.leave()
    while desk.app.screens:
        desk.app.screens.pop()


def table_of(desk: Desk) -> BattleScreen:
    """The battle that was begun last, whatever lies over it."""
    return next(screen for screen in reversed(desk.app.screens) if isinstance(screen, BattleScreen))


def resumed(desk: Desk) -> Session:
    """Resume the game that was left last; returns its session."""
    resume_latest(desk.app)
    desk.app.draw()
    return table_of(desk).session


def test_a_resumed_game_against_the_computer_asks_a_person_for_his_own_seat_only() -> None:
    desk = Desk()
    left(desk, begun(desk, {"red": "human", "blue": "computer"}))
    session = resumed(desk)
    assert session.seating.seats == {"red": "human", "blue": "computer"}
    assert not isinstance(desk.top, CurtainScreen)
    asked = set()
    for _ in range(12):
        if session.waits_for_player:
            session.let_player_choose()
        elif session.match.pending is not None:
            asked.add(session.asked)
            session.choose(session.match.pending.default)
    assert asked <= {"red", "dice"}
    assert "red" in asked


def test_a_resumed_game_never_shows_the_markers_of_the_computer() -> None:
    desk = Desk()
    left(desk, begun(desk, {"red": "human", "blue": "computer"}))
    session = resumed(desk)
    assert session.sight.knows == "red"
    truth = session.match.front.units
    hidden = [name for name, unit in truth.items() if unit.seat == "blue" and "down" in unit.markers.values()]
    assert hidden
    shown = {unit.id: unit for unit in session.view().units}
    for name in hidden:
        assert {marker.kind for marker in shown[name].markers if marker.face == "down"} == {"hidden"}


@pytest.mark.parametrize("table", list(TableKind))
def test_a_resumed_game_keeps_its_kind_of_table_whatever_the_settings_say(table: TableKind) -> None:
    desk = Desk()
    left(desk, begun(desk, {}, table))
    session = resumed(desk)
    assert session.table is table
    assert session.people == ["red", "blue"]


def test_a_change_of_table_in_mid_game_is_a_line_of_the_journal_and_the_last_one_counts() -> None:
    desk = Desk()
    screen = begun(desk, {}, TableKind.CURTAINS)
    screen.session.hand_over()
    screen.session.choose(screen.session.match.pending.default)
    screen.session.sit_at(TableKind.OPEN)
    (path,) = (saves.saves_folder()).glob("*.journal")
    assert b'"seating":{"made":' in path.read_bytes().splitlines()[-1]
    left(desk, screen)
    record, word = saves.open_record(path)
    assert word == ""
    assert [seating.table for seating in record.seatings] == [TableKind.CURTAINS, TableKind.OPEN]
    assert resumed(desk).table is TableKind.OPEN


def test_a_seat_that_passed_to_a_person_stays_a_persons_when_the_game_is_resumed() -> None:
    desk = Desk()
    screen = begun(desk, {"blue": "computer"})
    screen.session.choose(screen.session.match.pending.default)
    screen.session.release("blue")
    left(desk, screen)
    assert resumed(desk).seating.seats == {"red": "human", "blue": "human"}


def test_a_resumed_game_still_tells_why_the_computer_did_what_it_did() -> None:
    """Before, the reasons were in the window alone, and gone with it."""
    desk = Desk()
    screen = begun(desk, {"red": "computer", "blue": "human"}, TableKind.OPEN)
    left(desk, screen, choices=12)
    told = [(one.made, one.text) for one in screen.session.reasons]
    assert told
    session = resumed(desk)
    assert [(one.made, one.text) for one in session.reasons] == told
    again = table_of(desk)
    desk.settle()
    assert [row.words for row in log_rows(again.model) if isinstance(row, Motive)] == [words for _, words in told]
    while len(session.match.history) > told[-1][0]:
        session.undo("everybody at the table")
    kept = [(made, words) for made, words in told if made < len(session.match.history)]
    assert kept != told
    left(desk, again, choices=0)
    assert [(one.made, one.text) for one in resumed(desk).reasons] == kept, "a choice that was taken back has none"


def test_a_resumed_game_with_typed_dice_asks_for_them_again() -> None:
    desk = Desk()
    session = Session(read_sketch(STREET), dice=DiceSource("ask"), players=players_for({"blue": "computer"}))
    keep(session)
    screen = BattleScreen(desk.app, session)
    desk.open(screen)
    session.choose(session.match.pending.default)
    screen.game.leave()
    assert resumed(desk).match.dice.kind == "ask"


def test_a_record_that_does_not_say_who_sat_where_is_played_by_people_at_the_table_of_the_settings() -> None:
    desk = Desk()
    session = Session(read_sketch(STREET), dice=DiceSource(seed=5))
    session.choose(session.match.pending.default)
    Journal.begin(session.match, Extras()).close()
    again = resumed(desk)
    assert again.seating.seats == {"red": "human", "blue": "human"}
    assert again.table is desk.app.settings.table


def test_a_bot_that_no_longer_starts_leaves_its_seat_to_a_person_with_one_sentence() -> None:
    desk = Desk()
    session = Session(read_sketch(STREET), dice=DiceSource(seed=5))
    session.choose(session.match.pending.default)
    seats = {"red": "human", "blue": 'bot:"no-such-program-anywhere"'}
    Journal.begin(session.match, Extras(seatings=[Seating(0, TableKind.SHARED, seats)])).close()
    desk.open(SavesScreen(desk.app))
    desk.press("return", "y")
    again = table_of(desk).session
    assert again.seating.seats == {"red": "human", "blue": "human"}
    assert "A person plays Blue from here." in table_of(desk).model.notice


def sent_with_a_bot(command: str, door: str) -> Desk:
    """A window that shows a game whose blue seat was played by a program, opened by one of its doors."""
    desk = Desk()
    session = Session(read_sketch(STREET), dice=DiceSource(seed=5))
    session.choose(session.match.pending.default)
    extras = Extras(seatings=[Seating(0, TableKind.SHARED, {"red": "human", "blue": f'bot:"{command}"'})])
    if door == "save":
        saves.save(session.match, "From afar", extras)
    else:
        Journal.begin(session.match, extras).close()
    if door == "title":
        desk.open(TitleScreen(desk.app))
        desk.press("c")
    else:
        desk.open(SavesScreen(desk.app))
        desk.press("return")
    return desk


DOORS = ["save", "left", "title"]


@pytest.mark.parametrize("door", DOORS)
def test_a_program_named_in_a_file_is_not_started_unasked(own_folder: Path, door: str) -> None:
    trace = own_folder / "started"
    desk = sent_with_a_bot(f"{sys.executable} -c \"open('{trace}', 'w')\"", door)
    assert isinstance(desk.top, BotsScreen)
    desk.press("h")
    assert table_of(desk).session.seating.seats == {"red": "human", "blue": "human"}
    assert not trace.exists()


@pytest.mark.parametrize("door", DOORS)
def test_a_program_named_in_a_file_is_started_if_the_player_agrees(door: str) -> None:
    desk = sent_with_a_bot(f"{sys.executable} -c pass", door)
    assert f"A seat was played by '{sys.executable} -c pass'." in " ".join(words_on(desk))
    desk.press("y")
    assert table_of(desk).session.seating.seats["blue"].startswith("bot:")
    table_of(desk).session.release("blue")


@pytest.mark.parametrize("command", ["true " + " " * 300 + "; rm", "true \u202e moc", "true\nfalse"])
def test_a_program_whose_command_cannot_be_shown_as_it_is_cannot_be_started(command: str) -> None:
    desk = sent_with_a_bot(command, "save")
    assert "its command cannot be shown as it is" in " ".join(words_on(desk))
    desk.press("y")
    assert isinstance(desk.top, BotsScreen)
    desk.press("return")
    assert isinstance(desk.top, SavesScreen)


def test_a_left_game_that_is_not_taken_up_stays_to_be_taken_up() -> None:
    desk = sent_with_a_bot("true", "left")
    assert left_games() == []
    desk.press("escape")
    assert len(left_games()) == 1


def test_a_save_of_a_game_against_the_computer_is_played_on_against_the_computer() -> None:
    desk = Desk()
    screen = begun(desk, {"blue": "computer"})
    screen.session.choose(screen.session.match.pending.default)
    desk.app.save(screen.session, "Street", screen.map.backdrop)
    desk.open(SavesScreen(desk.app))
    desk.press("return")
    again = table_of(desk)
    assert again is not screen
    assert again.session.seating.seats == {"red": "human", "blue": "computer"}


def test_a_long_command_of_several_lines_is_recorded_as_it_is() -> None:
    session = Session(read_sketch(STREET), dice=DiceSource(seed=5))
    session.choose(session.match.pending.default)
    seats = {"red": "human", "blue": "bot:\"python -c '" + "pass\n" * 600 + "'\""}
    made = Journal.begin(session.match, Extras(seatings=[Seating(0, TableKind.SHARED, seats)]))
    made.close()
    record, word = saves.open_record(made.path)
    assert word == ""
    assert record.seatings[0].seats == seats


@pytest.mark.parametrize(
    "seats",
    [
        {"red": "human"},
        {"red": "human", "blue": "human", "green": "human"},
        {"red": "human", "blue": "a stranger"},
    ],
)
def test_a_journal_line_with_a_missing_seat_or_an_unknown_player_counts_as_damaged(seats: dict[str, str]) -> None:
    session = Session(read_sketch(STREET), dice=DiceSource(seed=5))
    session.choose(session.match.pending.default)
    made = Journal.begin(session.match, Extras(seatings=[Seating(0, TableKind.SHARED, seats)]))
    made.close()
    record, word = saves.open_record(made.path)
    assert record.seatings == ()
    assert "is damaged after choice 1" in word


@pytest.mark.parametrize("name", ["park_gate", "crossroads", "four_banks", "three_farms"])
def test_a_resumed_game_has_the_picture_of_its_map(name: str) -> None:
    desk = Desk()
    setup = load_scenario(name).setup
    match = Match(setup, build(setup.ruleset), DiceSource(seed=5))
    match.choose(match.pending.default)
    Journal.begin(match).close()
    resume_latest(desk.app)
    assert backdrop_for(table_of(desk).session.match) is not None


def test_a_curtain_taken_down_for_good_stays_down_when_the_game_is_resumed() -> None:
    desk = Desk()
    screen = begun(desk, {}, TableKind.CURTAINS)
    while not isinstance(desk.top, CurtainScreen):
        screen.game.choose(screen.session.match.pending.default)
        desk.settle()
    desk.press("a")
    assert desk.top is screen
    assert screen.session.match.history
    left(desk, screen)
    assert resumed(desk).table is TableKind.OPEN


def test_a_position_from_the_clipboard_is_kept_like_any_other_game() -> None:
    desk = Desk()
    desk.app.settings.table = TableKind.OPEN
    desk.open(TitleScreen(desk.app))
    pygame.scrap.put_text(json.dumps(STREET))
    desk.press("v", mod=pygame.KMOD_LCTRL)
    pygame.scrap.put_text("")
    screen = desk.top
    assert isinstance(screen, BattleScreen)
    assert screen.session.table is TableKind.OPEN, "as the settings have it for new games"
    screen.game.choose(screen.session.match.pending.default)
    left(desk, screen, choices=1)
    assert len(resumed(desk).match.history) == 1


def test_a_branch_from_an_earlier_moment_is_played_against_the_computer_again() -> None:
    """Before, a person sat at every seat of a branch, and saw the markers of all."""
    desk = Desk()
    screen = begun(desk, {"blue": "computer"})
    screen.game.choose(screen.session.match.pending.default)
    desk.press("s")
    assert isinstance(desk.top.strip, ReplayStrip)
    desk.press("left", "p")
    branch = desk.top
    assert isinstance(branch, BattleScreen)
    assert branch is not screen
    assert branch.session.seating.seats == {"red": "human", "blue": "computer"}
    assert len(branch.session.match.history) == 0
