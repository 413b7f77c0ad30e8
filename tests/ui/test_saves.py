"""Games kept in the window: resumed after a kill, saved by name, stepped through, played on, taken back by consent."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.engine.dice import DiceSource
from game.records.folders import JOURNAL, left_games, saves_folder
from game.records.saves import list_saves
from game.records.tables import TableKind
from game.session.session import Session
from game.sketch import read_sketch
from game.ui.battle.panels import UNSEEN
from game.ui.keep import keep
from game.ui.screens.battle import BattleScreen
from game.ui.screens.replay import PASSING, ReplayStrip
from game.ui.screens.saves import SavesScreen
from game.ui.screens.sheets import AskScreen, WordsScreen
from game.ui.screens.title import TitleScreen
from tests.ui.desk import Desk
from tests.ui.ledger import drawn, words_on
from tests.ui.street import STREET


def kept_game(desk: Desk, table: TableKind = TableKind.OPEN) -> BattleScreen:
    """The test street, kept in a journal, in the window."""
    session = Session(read_sketch(STREET), dice=DiceSource(seed=5), table=table)
    screen = BattleScreen(desk.app, session)
    assert keep(session) == ""
    desk.open(screen)
    return screen


def test_a_left_game_is_offered_on_the_title_and_resumed_where_it_stood() -> None:
    desk = Desk()
    screen = kept_game(desk)
    desk.press("o", "m", "return", "v")
    reached = screen.session.match.hash()
    screen.game.leave()
    assert len(left_games()) == 1
    title = TitleScreen(desk.app)
    desk.open(title)
    desk.press("c", "space")
    assert isinstance(desk.top, BattleScreen)
    assert desk.top.session.match.hash() == reached


def test_a_finished_game_leaves_nothing_to_resume() -> None:
    desk = Desk()
    screen = kept_game(desk)
    match = screen.session.match
    while match.pending is not None:
        screen.session.choose(match.pending.default)
    assert left_games() == []


def test_a_save_has_a_picture_and_is_played_stepped_through_and_deleted_after_asking() -> None:
    desk = Desk()
    screen = kept_game(desk)
    desk.press("o", "m", "return", "v")
    desk.press("escape", "v")
    (info,) = list_saves()
    assert info.picture is not None
    assert info.scenario == "Test street"
    reached = screen.session.match.hash()
    saves = SavesScreen(desk.app)
    desk.open(saves)
    desk.press("return", "space")
    assert isinstance(desk.top, BattleScreen)
    assert desk.top.session.match.hash() == reached
    assert [mark.word for mark in desk.top.session.marks] == ["loaded"]
    assert desk.top.session.match.dice.before == screen.session.match.dice
    desk.app.pop()
    desk.press("r")
    assert isinstance(desk.top.strip, ReplayStrip)
    desk.press("escape", "d", "n")
    assert len(list_saves()) == 1
    desk.press("d", "y")
    assert list_saves() == []


def test_a_name_too_long_for_a_file_is_numbered_like_any_other() -> None:
    """Before, the window stood still: the number was cut off the file's name, which so was never another one."""
    desk = Desk()
    screen = kept_game(desk)
    name = "A long name " * 10
    said = [desk.app.save(screen.session, name, screen.map.backdrop) for _ in range(3)]
    assert len(list_saves()) == 3
    assert [words.rpartition("(")[2] for words in said[1:]] == ["2)”.", "3)”."]


def test_saves_are_listed_and_deleted_by_the_names_they_have(own_folder: Path) -> None:
    """Before, every save was listed by the title of its battle alone, and looked like any other save of it."""
    desk = Desk()
    screen = kept_game(desk)
    desk.press("o")
    for _ in range(2):
        screen.game.save_game()
    (saves_folder() / "torn.snowball").write_bytes(b"rubbish")
    desk.open(SavesScreen(desk.app))
    desk.press("end")
    assert desk.top.at == 2
    desk.press("home", "page down", "page up")
    assert desk.top.at == 0
    names = ["Test street, turn 1", "Test street, turn 1 (2)"]
    assert set(names) <= set(words_on(desk))
    saves = desk.top
    assert isinstance(saves, SavesScreen)
    saves.at = [info.name for info in saves.infos].index(names[1])
    desk.app.draw()
    desk.press("d")
    assert isinstance(desk.top, AskScreen)
    assert desk.top.title == f"Delete “{names[1]}”?"
    desk.press("n")
    saves.at = [info.name for info in saves.infos].index("torn")
    said = words_on(desk)
    assert "Try to open it" in said
    assert "Play on" not in said
    assert "Step through" not in said


def test_the_loss_in_a_cut_journal_is_told_whole_beside_the_picture_of_the_game(own_folder: Path) -> None:
    """Before, one line of the list told it, without room for it."""
    desk = Desk()
    screen = kept_game(desk)
    desk.press("o", "m")
    screen.game.leave()
    (journal,) = saves_folder().glob(f"*{JOURNAL}")
    journal.write_bytes(journal.read_bytes()[:-20])
    desk.open(SavesScreen(desk.app))
    (info,) = desk.top.infos
    assert "was cut short" in info.beside
    beside = [line for line in drawn(desk).lines if line.rect.x > desk.app.window.get_width() / 2]
    said = " ".join(line.words for line in beside)
    assert info.beside in said
    assert not any(line.cut for line in beside)


def test_stepping_back_changes_nothing_and_playing_on_makes_a_branch() -> None:
    desk = Desk()
    screen = kept_game(desk)
    desk.press("o", "m", "return", "v")
    made, reached = len(screen.session.match.history), screen.session.match.hash()
    desk.press("s")
    replay = desk.top
    assert isinstance(replay.strip, ReplayStrip)
    desk.press("left", "left", "left")
    assert replay.strip.timeline.place.made == made - 3
    desk.press("p")
    assert isinstance(desk.top, BattleScreen)
    assert desk.top is not replay
    assert len(desk.top.session.match.history) == made - 3
    desk.app.pop()
    desk.app.pop()
    assert screen.session.match.hash() == reached


def test_a_branch_leads_back_to_the_replay_where_it_is_a_line_and_to_the_game() -> None:
    """Before, only the title led out of a branch, and the replay did not know what had been played in it."""
    desk = Desk()
    screen = kept_game(desk)
    desk.press("o", "m", "return", "v")
    made = len(screen.session.match.history)
    desk.press("s")
    replay = desk.top
    assert isinstance(replay.strip, ReplayStrip)
    timeline = replay.strip.timeline
    desk.press("home", "p", "m", "o")
    branch = desk.top
    desk.press("escape", "l")
    assert desk.top is replay
    assert (timeline.line.name, timeline.place.made) == ("branch 1", len(branch.session.match.history))
    assert timeline.place.made == 2
    desk.press("left", "f")
    assert timeline.place.made == made, "the main line, at its end"
    desk.press("escape")
    assert desk.top is screen


def test_a_hidden_choice_in_a_replay_names_its_seat_once() -> None:
    """Before, “Red decides” stood twice, one below the other."""
    desk = Desk()
    kept_game(desk, TableKind.CURTAINS)
    desk.press("o", "o", "return", "space", "s", "home")
    assert desk.top.session.viewer == "blue"
    words = words_on(desk)
    assert UNSEEN in words
    assert "Red decides." not in words


def test_no_seat_goes_back_from_a_branch_to_the_view_of_another_seat() -> None:
    desk = Desk()
    kept_game(desk, TableKind.CURTAINS)
    desk.press("o", "s", "home", "p", "space")
    branch = desk.top
    desk.press("escape")
    assert "Back to the replay" in [entry.words for entry in desk.top.entries()]
    desk.press("escape", "o", "o", "return", "space")
    assert desk.top is branch
    assert branch.session.viewer == "blue"
    desk.press("escape")
    assert "Back to the replay" not in [entry.words for entry in desk.top.entries()]


def test_in_a_replay_no_other_replay_is_opened_and_nothing_is_saved() -> None:
    """Before, S stepped back and looked at what was looked at already, and Ctrl S kept half a game under its name."""
    desk = Desk()
    kept_game(desk)
    desk.press("o", "m", "s")
    replay = desk.top
    assert isinstance(replay.strip, ReplayStrip)
    desk.press("s")
    assert desk.top is replay
    assert replay.strip.timeline.place.made == 1
    desk.press("s", mod=pygame.KMOD_LCTRL)
    assert "saved" in replay.model.notice
    assert list_saves() == []


def test_a_note_is_written_on_a_moment_and_shown_when_passed() -> None:
    desk = Desk()
    kept_game(desk)
    desk.press("o", "s")
    replay = desk.top
    assert isinstance(replay.strip, ReplayStrip)
    desk.press("w")
    words = desk.top
    assert isinstance(words, WordsScreen)
    words.words = "Here it began."
    desk.press("return")
    assert replay.strip.timeline.notes == {1: "Here it began."}
    assert replay.model.notice == PASSING, "nothing is promised that is not kept"
    desk.press("left")
    assert replay.model.notice == "", "it is about the moment that has been left"
    assert "Here it began." not in words_on(desk)
    desk.press("right")
    assert "Here it began." in words_on(desk)


def test_a_note_on_a_save_is_there_when_it_is_stepped_through_again() -> None:
    """Before, it was gone as soon as the replay was left."""
    desk = Desk()
    screen = kept_game(desk)
    desk.press("o", "m", "escape", "v")
    reached = screen.session.match.hash()
    desk.open(SavesScreen(desk.app))
    assert isinstance(desk.top, SavesScreen)
    desk.top.at = desk.top.infos.index(desk.top.saved[0])
    desk.press("r", "right", "w")
    assert isinstance(desk.top, WordsScreen)
    desk.top.words = "Here it began."
    desk.press("return")
    assert desk.top.model.notice == "The note is kept."
    desk.press("escape", "r")
    assert desk.top.strip.timeline.notes == {1: "Here it began."}
    assert desk.top.strip.timeline.match.hash() == reached


def test_taking_back_a_roll_asks_the_other_person() -> None:
    desk = Desk()
    screen = kept_game(desk)
    for _ in range(2):
        desk.press("o", "m", "return")
    match = screen.session.match
    assert any(choice.faces for choice in match.choices)
    while not any(c.faces for c in match.choices[match.history[-1].choices :]):
        screen.game.take_back()
    before = len(match.history)
    desk.press("z")
    assert isinstance(desk.top, AskScreen)
    desk.press("n")
    assert len(match.history) == before
    desk.press("z", "y")
    assert len(match.history) == before - 1


def test_a_disk_that_fills_up_costs_one_sentence_and_the_game_goes_on(own_folder: Path) -> None:
    desk = Desk()
    screen = kept_game(desk)
    desk.press("o")
    (journal,) = saved_files(own_folder)
    screen.session.keeper.close()  # the descriptor is gone, as after a disk has been pulled out
    desk.press("m")
    assert "not being kept" in screen.model.notice
    assert screen.session.kept_at is None, "else the end of the battle would say in which file it is kept"
    assert journal.exists()
    made = len(screen.session.match.history)
    desk.press("return")
    assert len(screen.session.match.history) == made + 1


def saved_files(folder: Path) -> list[Path]:
    """The files in the folder of saves."""
    return [path for path in (folder / "saves").iterdir() if path.is_file()]


def test_one_choice_is_counted_as_1_choice() -> None:
    """Before, a game that was left after its first choice had “1 choices”."""
    desk = Desk()
    screen = kept_game(desk)
    desk.press("o")
    screen.game.leave()
    desk.open(SavesScreen(desk.app))
    said = words_on(desk)
    assert [words for words in said if words.endswith("1 choice")]
    assert not [words for words in said if words.endswith("1 choices")]


def test_a_file_without_a_first_line_is_listed_with_what_is_wrong_with_it() -> None:
    """Before, it said that the file had no head."""
    desk = Desk()
    saves_folder().mkdir(parents=True, exist_ok=True)
    (saves_folder() / f"gone{JOURNAL}").write_text("rubbish\n", encoding="utf-8")
    desk.open(SavesScreen(desk.app))
    said = " ".join(words_on(desk))
    assert "its first line, which says what is played, cannot be read." in said
