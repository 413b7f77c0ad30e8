"""Files: named saves that are whole at every instant, a journal that loses nothing, and the use of damaged ones."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from engine_client import ROOT
from tables import BOOKS, begun, choose_any, field, played

from game.records import journal, playback, record, saves
from game.records.autosave import Journal
from game.records.folders import SaveError, left_games
from game.records.record import Extras, RecordError
from game.records.saves import delete, list_saves, load, path_of, save, write_whole
from tests.budget import share

pytestmark = pytest.mark.usefixtures("folder")

HERE = Path(__file__).parent


# -- named saves ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_a_saved_game_comes_back_with_its_notes(book):
    match = played(book, 1)
    path = save(match, "Evening at the farm", Extras(notes={3: "Ouch."}))
    again, extras = load(path)
    assert again.hash() == match.hash()
    assert extras.notes == {3: "Ouch."}


def test_a_name_that_is_taken_is_refused_unless_it_is_to_be_replaced():
    first, second = played("skirmishcorps", 1), played("skirmishcorps", 2)
    path = save(first, "Game")
    with pytest.raises(SaveError, match="already"):
        save(second, "Game")
    assert load(path)[0].hash() == first.hash()
    assert save(second, "Game", replace=True) == path
    assert load(path)[0].hash() == second.hash()


@pytest.mark.parametrize("name", ["", "   ", "...", "CON"])
def test_a_name_that_no_file_can_have_is_refused(name):
    with pytest.raises(SaveError):
        path_of(name)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a/b", "C:\\x", "x" * 500, "Ünïcödé 雪", "𝐀" * 80, "\x00\x1b[31m"]
)
def test_no_name_leads_out_of_the_folder(name, folder):
    path = save(played("skirmishcorps", 1), name)
    assert path.parent == folder
    assert path.is_file()


def test_the_list_shows_title_date_scenario_and_turn_newest_first(folder):
    for number in range(3):
        path = save(played("skirmishcorps", number), f"Game {number}")
        stamp = 1_700_000_000 + number
        os.utime(path, (stamp, stamp))
    found = list_saves()
    assert [info.name for info in found] == ["Game 2", "Game 1", "Game 0"]
    assert all(info.scenario == "Sketch" and info.ruleset == "skirmishcorps" and info.turn >= 1 for info in found)
    assert all(info.picture is None and not info.problem and info.choices > 10 for info in found)
    saves.picture_of(found[0].path).write_bytes(b"picture")
    assert list_saves()[0].picture == folder / "Game 2.png"


def test_deleting_a_save_takes_its_picture_along(folder):
    path = save(played("skirmishcorps", 1), "Game")
    saves.picture_of(path).write_bytes(b"picture")
    delete(path)
    assert not list(folder.iterdir())
    with pytest.raises(SaveError):
        delete(path)


def test_a_save_that_cannot_be_written_leaves_the_old_one_whole(folder):
    match = played("skirmishcorps", 1)
    path = save(match, "Game")
    with pytest.raises(TypeError):
        write_whole(path, {"never": object()})
    blocked = folder / "gone" / "x.snowball"
    with pytest.raises(SaveError):
        write_whole(blocked, journal.Pen().save_lines(match, Extras()))
    assert load(path)[0].hash() == match.hash()
    assert [one.name for one in folder.iterdir()] == [path.name]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"\xff\xf1\x00", b"\x80\x04K\x01.", b"[" * 100_000, b'{"format":"snowball-record"}'],
    ids=["empty", "cut", "list", "null", "binary", "pickle", "deep", "bare"],
)
def test_a_damaged_save_is_set_aside_with_one_sentence_and_never_overwritten(folder, content):
    path = path_of("Game")
    for _ in range(2):
        path.write_bytes(content)
        with pytest.raises(SaveError) as caught:
            load(path)
        assert "\n" not in str(caught.value)
        assert not path.exists()
        assert caught.value.aside.read_bytes() == content
    assert {one.name for one in (folder / "damaged").iterdir()} == {path.name, f"Game (2){path.suffix}"}


def test_a_damaged_save_is_listed_with_its_problem_and_stays(folder):
    path_of("Broken").write_bytes(b"{")
    assert [info.problem != "" for info in list_saves()] == [True]
    assert path_of("Broken").is_file()


def test_a_save_of_a_newer_version_is_refused_but_stays(folder):
    match = played("skirmishcorps", 1)
    path, data = save(match, "Game"), record.save(match)
    path.write_text(json.dumps({**data, "version": 99, "engine": "9.0"}), "utf-8")
    with pytest.raises(SaveError, match=r"Snowball 9\.0") as caught:
        load(path)
    assert caught.value.aside is None
    assert path.is_file()


def test_a_damaged_file_elsewhere_is_left_where_it_is(tmp_path):
    path = tmp_path / "mine.snowball"
    path.write_bytes(b"{")
    with pytest.raises(SaveError):
        load(path)
    assert path.read_bytes() == b"{"


def test_a_huge_file_is_refused_without_being_read(folder):
    path = path_of("Huge")
    with path.open("wb") as file:
        file.truncate(saves.SIZE_LIMIT + 1)
    with pytest.raises(SaveError, match="bytes long"):
        load(path)


# -- the journal ------------------------------------------------------------------------------------------------------


def kept(seed=1, choices=30):
    """A match with so many random choices, and the journal that has kept them."""
    match, rng = begun(field("skirmishcorps", seed), seed), random.Random(seed)
    diary = Journal.begin(match)
    for _ in range(choices):
        choose_any(match, rng)
        diary.chosen(match)
    return match, diary


def test_a_left_game_is_found_and_resumed_where_it_stood():
    match, diary = kept()
    diary.noted(3, "Ouch.")
    assert left_games() == []
    diary.close()
    assert left_games() == [diary.path]
    resumed = Journal.resume(diary.path)
    assert resumed.match.hash() == match.hash()
    assert resumed.extras.notes == {3: "Ouch."}
    assert resumed.warning == ""
    choose_any(resumed.match, random.Random(0))
    resumed.journal.chosen(resumed.match)
    resumed.journal.close()
    assert Journal.resume(diary.path).match.hash() == resumed.match.hash()


def test_a_game_that_is_being_played_cannot_be_resumed_by_another_window():
    _, diary = kept()
    with pytest.raises(SaveError, match="another window"):
        Journal.resume(diary.path)
    diary.finish()
    assert left_games() == []
    assert not diary.path.exists()


def test_choices_taken_back_are_taken_back_in_the_journal():
    match, diary = kept()
    for _ in range(7):
        match.undo()
        diary.undone(match)
    diary.close()
    assert Journal.resume(diary.path).match.hash() == match.hash()


def test_a_journal_can_begin_in_the_middle_of_a_match():
    match = played("skirmishcorps", 5)
    with Journal.begin(match) as diary:
        pass
    assert Journal.resume(diary.path).match.hash() == match.hash()


def test_a_journal_cut_at_any_byte_gives_every_choice_that_was_finished():
    match, diary = kept(3, 12)
    diary.close()
    data = diary.path.read_bytes()
    start = data.index(b"\n") + 1
    breaks = [n for n, byte in enumerate(data) if byte == 10]
    hashes = [match.hash_at(n) for n in range(13)]
    for cut in range(start, len(data) + 1):
        found = journal.read(data[:cut])
        whole = sum(place < cut for place in breaks) - 1
        assert len(found.record.choices) == whole
        assert not found.damaged
        assert found.cut == (data[cut - 1] != 10)
        if cut % 17 == 0:
            assert playback.replayed(found.record, saves.build).hash() == hashes[whole]
    for cut in range(0, start, 7):
        with pytest.raises(RecordError, match="its first line"):
            journal.read(data[:cut])


def test_going_on_after_a_torn_line_loses_nothing_more():
    match, diary = kept(4, 10)
    diary.close()
    with diary.path.open("ab") as file:
        file.write(b'1234abcd {"choi')
    resumed = Journal.resume(diary.path)
    assert resumed.match.hash() == match.hash()
    assert "cut short after choice 10" in resumed.warning
    choose_any(resumed.match, random.Random(0))
    resumed.journal.chosen(resumed.match)
    resumed.journal.close()
    again = Journal.resume(diary.path)
    assert again.match.hash() == resumed.match.hash()
    assert again.warning == ""


def test_a_journal_damaged_in_the_middle_gives_what_came_before_and_keeps_the_whole(folder):
    match, diary = kept(5, 20)
    diary.close()
    data = bytearray(diary.path.read_bytes())
    lines = data.split(b"\n")
    lines[9] = lines[9].replace(b'"', b"'")
    diary.path.write_bytes(b"\n".join(lines))
    resumed = Journal.resume(diary.path)
    assert len(resumed.match.history) == 8
    assert resumed.match.hash() == match.hash_at(8)
    assert "damaged after choice 8" in resumed.warning
    assert (folder / "damaged" / diary.path.name).read_bytes() == b"\n".join(lines)


def test_a_journal_without_a_head_is_set_aside(folder):
    _, diary = kept()
    diary.close()
    diary.path.write_bytes(b"rubbish")
    with pytest.raises(SaveError, match="put aside"):
        Journal.resume(diary.path)
    assert left_games() == []


# -- kill -9 ----------------------------------------------------------------------------------------------------------


def kill_at(folder, seed, line):
    """Let a process play, kill it once it has said so many lines, while it goes on, and resume: nothing is missing."""
    process = subprocess.Popen(
        [sys.executable, str(HERE / "playing_process.py"), str(folder), str(seed)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    heard = [process.stdout.readline() for _ in range(line)]
    process.kill()
    said = (b"".join(heard) + process.stdout.read()).decode().splitlines()
    process.wait()
    process.stdout.close()
    left = left_games(folder)
    if not left:
        assert not said
        return 0
    assert len(left) == 1
    if not said:
        left[0].unlink()
        return 0
    resumed = Journal.resume(left[0])
    made, expected = said[-1].split()
    twin = resumed.match
    states = {twin.hash()} | ({twin.hash_at(int(made))} if int(made) <= len(twin.history) else set())
    assert abs(len(twin.history) - int(made)) <= 1, "more than the choice in flight"
    assert expected in states or len(twin.history) == int(made) - 1
    resumed.journal.finish()
    return len(said)


def test_killing_a_playing_process_loses_nothing_that_was_kept(folder):
    rng = random.Random(9)
    assert sum(kill_at(folder, seed, rng.randrange(1, 40)) for seed in range(5)) > 20


@pytest.mark.fuzz
def test_killing_a_playing_process_at_200_instants_loses_nothing_that_was_kept(folder):
    rng, instants = random.Random(10), share(200)
    assert sum(kill_at(folder, seed, rng.randrange(60)) for seed in range(instants)) > 10 * instants
