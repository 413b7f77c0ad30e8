"""Battles that are over are kept by themselves; all that was kept stands in one list, and no bad file breaks it."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from game.engine.dice import DiceSource
from game.records import finished, saves
from game.records.autosave import Journal
from game.records.folders import left_games
from game.records.tables import TableKind
from game.session.seats import ComputerSeat, players_for
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.keep import keep
from game.ui.screens.battle import BattleScreen
from game.ui.screens.end import EndScreen
from game.ui.screens.replay import ReplayStrip
from game.ui.screens.saves import SavesScreen, age, resume_latest
from game.ui.screens.sheets import MessageScreen
from game.ui.screens.title import TitleScreen
from tests.sketches import DUEL
from tests.ui.desk import Desk
from tests.ui.ledger import words_on
from tests.ui.street import STREET, fought_out


def fought(desk: Desk) -> BattleScreen:
    """The computer's duel with itself, kept, to its end."""
    setup = read_sketch(DUEL)
    session = Session(setup, dice=DiceSource(seed=3), players={seat: ComputerSeat() for seat in setup.seats})
    assert keep(session) == ""
    return fought_out(desk, session)


def abandoned(desk: Desk, seed: int = 5, choices: int = 4) -> BattleScreen:
    """Test street against the computer, left after so many choices."""
    players = players_for({"blue": "computer"})
    session = Session(read_sketch(STREET), dice=DiceSource(seed=seed), players=players, table=TableKind.SHARED)
    assert keep(session) == ""
    screen = BattleScreen(desk.app, session)
    while len(session.match.history) < choices:
        if session.waits_for_player:
            session.let_player_choose()
        else:
            session.choose(session.match.pending.default)
    screen.game.leave()
    return screen


def test_a_battle_that_is_over_is_kept_as_a_replay_and_its_end_says_where() -> None:
    desk = Desk()
    screen = fought(desk)
    end = desk.top
    assert isinstance(end, EndScreen)
    (info,) = finished.list_finished()
    assert f"“{info.name}”" in end.kept_words
    assert info.scenario == screen.session.setup.title
    assert info.over
    assert info.result == end.headline()
    assert info.seats == "Red: the computer, Blue: the computer"
    assert info.turn == screen.session.match.front.turn
    assert info.picture is not None
    assert left_games() == []
    assert saves.list_saves() == []
    assert saves.load(info.path)[0].hash() == screen.session.match.hash()


def test_a_finished_battle_is_found_again_in_the_list_and_opening_it_shows_the_replay() -> None:
    desk = Desk()
    fought(desk)
    desk.open(SavesScreen(desk.app))
    (info,) = finished.list_finished()
    told = " ".join(words_on(desk))
    assert info.scenario in told
    assert "Red: the computer, Blue: the computer" in told
    assert info.result in told
    desk.press("return")
    assert isinstance(desk.top, BattleScreen)
    assert isinstance(desk.top.strip, ReplayStrip)
    assert len(desk.top.strip.timeline.match.history) == info.choices


def test_a_saved_copy_of_a_finished_battle_opens_at_its_end() -> None:
    """Before, "Play on" was offered, and the winner was cut off behind the players."""
    desk = Desk()
    fought(desk)
    desk.press("s")
    desk.open(SavesScreen(desk.app))
    (info,) = saves.list_saves()
    assert f"{info.result}. {info.seats}" in words_on(desk)
    assert "See the end" in words_on(desk)
    assert "Play on" not in words_on(desk)
    desk.press("return")
    for _ in range(5):
        desk.top.tick(0.3)
    assert isinstance(desk.top, EndScreen)


def test_the_last_fifty_finished_battles_are_kept_and_the_oldest_goes_with_its_picture() -> None:
    match = fought(Desk()).session.match
    (first,) = finished.list_finished()
    assert first.picture is not None
    os.utime(first.path, (1_700_000_000, 1_700_000_000))
    for number in range(finished.MOST):
        path = finished.keep_finished(match, saves.load(first.path)[1] if number == 0 else saves.Extras())
        os.utime(path, (1_700_000_001 + number, 1_700_000_001 + number))
    found = finished.list_finished()
    assert len(found) == finished.MOST == 50
    assert not first.path.exists()
    assert not first.picture.exists()


def test_a_battle_that_cannot_be_kept_as_finished_stays_where_it_was(own_folder: Path) -> None:
    (own_folder / "finished").write_text("a file where the folder belongs")
    desk = Desk()
    fought(desk)
    end = desk.top
    assert isinstance(end, EndScreen)
    assert end.kept_words == ""
    assert len(left_games()) == 1


def test_a_finished_battle_left_in_a_journal_is_kept_as_finished_once_it_is_resumed() -> None:
    desk = Desk()
    match = fought(desk).session.match
    (kept,) = finished.list_finished()
    extras = saves.load(kept.path)[1]
    saves.delete(kept.path)
    Journal.begin(match, extras).close()
    desk.app.screens.clear()
    resume_latest(desk.app)
    (info,) = finished.list_finished()
    assert info.result == kept.result
    assert info.seats == kept.seats
    assert left_games() == []
    assert saves.load(info.path)[0].hash() == match.hash()


def test_every_game_that_was_left_is_listed_with_map_turn_age_and_picture_and_goes_on_from_there() -> None:
    desk = Desk()
    abandoned(desk, 5)
    older = abandoned(desk, 6, choices=9)
    (path,) = [path for path in left_games() if saves.open_record(path)[0].dice.seed == 6]
    stamp = (datetime.now(UTC) - timedelta(hours=3, minutes=5)).timestamp()
    os.utime(path, (stamp, stamp))
    listed = saves.list_left()
    assert [info.scenario for info in listed] == ["Test street", "Test street"]
    assert listed[1].path == path
    assert listed[1].seats == "Red: a person, Blue: the computer"
    assert listed[1].turn == older.session.match.front.turn
    assert all(info.picture is not None for info in listed)
    title = TitleScreen(desk.app)
    desk.open(title)
    assert "the latest of 2 games that were left" in words_on(desk)
    desk.open(SavesScreen(desk.app))
    assert "3 hours ago" in " ".join(words_on(desk))
    desk.press("down", "return")
    screen = next(screen for screen in reversed(desk.app.screens) if isinstance(screen, BattleScreen))
    assert screen.session.match.dice.seed == 6
    assert sorted(screen.session.players) == ["blue"]


def test_a_left_game_is_listed_with_its_turn_also_after_an_undo() -> None:
    desk = Desk()
    session = Session(read_sketch(STREET), dice=DiceSource(seed=5), table=TableKind.OPEN)
    keep(session)
    screen = BattleScreen(desk.app, session)
    while session.match.front.turn < 2:
        session.choose(session.match.pending.default)
    session.choose(session.match.pending.default)
    made = len(session.match.history)
    while session.match.front.turn > 1:
        session.undo("everybody")
    assert len(session.match.history) < made
    screen.game.leave()
    assert saves.list_left()[0].turn == 1
    desk.open(screen)


def test_bad_files_get_one_sentence_each_and_the_others_stay_in_the_list(own_folder: Path) -> None:
    desk = Desk()
    fought(desk)
    abandoned(desk)
    (saves.saves_folder() / "20250101-000000-1.journal").write_bytes(b"no head at all\n")
    (finished.finished_folder() / "torn.snowball").write_bytes(b"00000000 {}\n")
    listed = SavesScreen(desk.app)
    desk.open(listed)
    assert len(listed.left) == 2
    assert len(listed.finished) == 2
    bad = [info for info in listed.infos if info.problem]
    assert [info.name for info in bad] == ["20250101-000000-1", "torn"]
    assert all(age(info.date, datetime.now(UTC)) == "just now" for info in bad)
    told = " ".join(words_on(desk))
    assert all(info.problem in told for info in bad)
    listed.at = listed.infos.index(bad[0])
    desk.press("return")
    assert isinstance(desk.top, MessageScreen)
    assert (saves.saves_folder() / "damaged").is_dir()


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "just now"), (1, "1 minute ago"), (59, "59 minutes ago"), (61, "1 hour ago"), (3000, "2 days ago")],
)
def test_an_age_is_told_in_its_largest_unit(minutes: int, words: str) -> None:
    now = datetime.now(UTC)
    assert age(now - timedelta(minutes=minutes), now) == words
