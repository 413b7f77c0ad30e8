"""A record is whole or says what it lacks: no byte changes unnoticed, and failed writes do not count as written."""

from __future__ import annotations

import contextlib
import copy
import errno
import json
import os
import random
import shutil
import subprocess
import sys

import pytest
from engine_client import ROOT, Engine
from tables import DUEL, UNASSIGNED, begun, choose_any, field

from game.cli.text.play import main as text_main
from game.engine.dice import DiceSource
from game.records import autosave, journal, playback, record
from game.records.autosave import Journal
from game.records.folders import SaveError, left_games
from game.records.record import Branch, Extras, Mark, RecordError, Undone
from game.records.saves import list_saves, open_record, path_of, save
from game.records.timeline import Timeline
from game.rules import build

pytestmark = pytest.mark.usefixtures("folder")


def short(seed: int = 1, choices: int = 12):
    """A match of so many random choices."""
    match, rng = begun(field("skirmishcorps", seed), seed), random.Random(seed)
    for _ in range(choices):
        choose_any(match, rng)
    return match


def diary_of(match, folder) -> bytes:
    """The bytes of a journal that holds the match."""
    with Journal.begin(match, folder=folder) as diary:
        pass
    data = diary.path.read_bytes()
    diary.finish()
    return data


# -- no byte changes unnoticed ----------------------------------------------------------------------------------------


def every_change(data: bytes, seed: int):
    """The data with one byte changed, at every place."""
    rng = random.Random(seed)
    for place, byte in enumerate(data):
        other = rng.choice([byte ^ 1, byte ^ 0x20, 10, rng.randrange(256)])
        yield place, data[:place] + bytes([other if other != byte else byte ^ 2]) + data[place + 1 :]


def test_any_single_changed_byte_of_a_save_is_noticed(folder):
    data = save(short(), "Game").read_bytes()
    for place, changed in every_change(data, 1):
        with pytest.raises(RecordError):
            journal.read_save(changed)
            pytest.fail(f"byte {place} of {len(data)}")


def test_any_single_changed_byte_of_a_journal_is_noticed(folder):
    data = diary_of(short(), folder)
    for place, changed in every_change(data, 2):
        word = ""
        with contextlib.suppress(RecordError):
            word = journal.read(changed).warning("It") or "nothing was lost"
        assert word != "nothing was lost", f"byte {place} of {len(data)}"


@pytest.mark.parametrize("how", ["dropped", "swapped", "doubled", "moved to the end"])
def test_a_journal_line_out_of_its_place_is_noticed(folder, how):
    head, *lines = diary_of(short(2, 40), folder).splitlines(keepends=True)
    for place in range(len(lines) - 1):
        altered = list(lines)
        if how == "dropped":
            del altered[place]
        elif how == "swapped":
            altered[place : place + 2] = reversed(altered[place : place + 2])
        elif how == "doubled":
            altered.insert(place, altered[place])
        else:
            altered.append(altered.pop(place))
        found = journal.read(head + b"".join(altered))
        assert found.damaged, place
        assert len(found.record.choices) <= place + (how == "doubled")


def leaves(value, path=()):
    """The path of every value in nested lists and objects."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from leaves(part, (*path, name))
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from leaves(part, (*path, place))
    else:
        yield path


def test_any_changed_value_of_a_record_as_one_object_is_noticed():
    kept = json.loads(json.dumps(record.save(short(3), Extras(notes={2: "Ouch."}))))
    for path in leaves(kept):
        out = copy.deepcopy(kept)
        place = out
        for name in path[:-1]:
            place = place[name]
        old = place[path[-1]]
        place[path[-1]] = old + 1 if isinstance(old, int) else f"{old}x" if isinstance(old, str) else 1
        with pytest.raises(RecordError):
            playback.load(out, build)
            pytest.fail(".".join(map(str, path)))


@pytest.mark.parametrize(
    ("path", "to"),
    [(("rulings", "SC-A1"), "at_close"), (("dice", "seed"), 77), (("setup", "turns"), 9), (("engine",), "0.0.1")],
)
def test_the_protocol_refuses_a_save_that_was_altered(path, to):
    engine = Engine()
    match = engine.ask("new", sketch=DUEL, seed=1)["match"]
    kept = engine.ask("save", match=match)["save"]
    assert engine.ask("load", save=kept)["match"]
    place = kept
    for name in path[:-1]:
        place = place[name]
    assert place[path[-1]] != to
    place[path[-1]] = to
    assert engine.refused("load", save=kept)["code"] == "bad_save"
    assert engine.close() == 0


def test_a_branch_without_dice_goes_on_with_dice_of_its_own():
    match = short(4, 20)
    branch = Branch("old", 5, (), ())
    line = Timeline(match, Extras(branches=[branch])).lines["old"]
    assert line.match.dice.seed != match.dice.seed


# -- the disk ---------------------------------------------------------------------------------------------------------


class FullDisk:
    """The system's writing, until so many bytes have been written to the file in hand."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.write = os.write

    def __call__(self, descriptor: int, data: bytes) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = self.write(descriptor, data[: self.room])
        self.room -= written
        return written


def test_a_line_that_a_full_disk_cuts_short_is_taken_out_of_the_journal(folder, monkeypatch):
    match, rng = short(5), random.Random(5)
    diary = Journal.begin(match)
    sound = diary.path.read_bytes()
    choose_any(match, rng)
    monkeypatch.setattr(autosave.os, "write", FullDisk(20))
    with pytest.raises(SaveError, match="No space"):
        diary.chosen(match)
    assert diary.path.read_bytes() == sound
    monkeypatch.undo()
    monkeypatch.setenv("SNOWBALL_DATA", str(folder.parent))
    choose_any(match, rng)
    diary.chosen(match)
    diary.close()
    again = Journal.resume(diary.path)
    assert again.match.hash() == match.hash(), "both choices are there, the one that did not fit, too"
    assert not again.warning


def test_a_journal_that_cannot_be_begun_leaves_no_file(folder, monkeypatch):
    monkeypatch.setattr(autosave.os, "write", FullDisk(50))
    with pytest.raises(SaveError):
        Journal.begin(short(5))
    assert list(folder.iterdir()) == []


def test_a_journal_whose_folder_is_taken_away_says_so(folder):
    match = short(5)
    diary = Journal.begin(match)
    shutil.rmtree(folder)
    choose_any(match, random.Random(1))
    with pytest.raises(SaveError):
        diary.chosen(match)
    diary.close()


def play_text(folder, *lines, before=""):
    """The text game in a process of its own, with a line of Python before it."""
    (folder / "duel.json").write_text(json.dumps(DUEL), "utf-8")
    script = f"import os, sys; from game.cli.text import main; {before or 'pass'}; sys.exit(main(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", script, str(folder / "duel.json")],
        cwd=ROOT,
        input="\n".join(lines) + "\n",
        env={
            **os.environ,
            "PYTHONIOENCODING": "utf-8",
            "PYTHONDONTWRITEBYTECODE": "1",
        },  # else half a module would stay
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.skipif(os.name != "posix", reason="files cannot be limited here")
def test_the_text_game_says_once_that_it_goes_on_unsaved_when_the_disk_is_full(tmp_path, folder):
    play_text(tmp_path, "quit")
    (begun,) = folder.glob("*.journal")
    room = begun.stat().st_size + 20  # less than a choice takes
    begun.unlink()
    limit = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)"
    limit += f"; resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))"
    done = play_text(
        tmp_path, "go r1 e3 jog", "", "pass", "", "lines", "note One.", "note Two.", "lines", "quit", before=limit
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("is not being kept") == done.stdout.count("From here on this game is not being kept") == 1
    assert "Noted." in done.stdout
    assert "Traceback" not in done.stderr
    (path,) = folder.glob("*.journal")
    found, word = open_record(path)
    assert (found.choices, word) == ((), "")


def test_the_text_game_says_once_that_it_goes_on_unsaved_when_its_folder_is_gone(tmp_path, folder):
    gone = (
        "import shutil, game.cli.text.commands as c; "
        f"c.Commands.do_look = lambda commands, words: shutil.rmtree({str(folder)!r})"
    )
    done = play_text(tmp_path, "look", "go r1 e3 jog", "", "pass", "", "lines", "quit", before=gone)
    assert done.stdout.count("is not being kept") == 1
    assert "Goodbye." in done.stdout


def test_the_text_game_plays_where_nothing_can_be_kept(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("SNOWBALL_DATA", str(tmp_path / "file" / "in it"))
    done = play_text(tmp_path, "look", "quit")
    assert done.returncode == 0
    assert done.stdout.count("is not being kept") == 1


# -- which game, and under which name ---------------------------------------------------------------------------------


def test_the_newest_game_is_told_by_its_last_choice_not_by_its_name(folder):
    first = Journal.begin(short(1))
    second = Journal.begin(short(2))
    match = begun(field("skirmishcorps", 3), 3)
    early = Journal.begin(match)
    early.close()
    early.path.rename(folder / "19990101-000000-1.journal")
    for diary in (first, second):
        diary.close()
    for path in folder.glob("*.journal"):
        os.utime(path, (0, 0))
    again = Journal.resume(folder / "19990101-000000-1.journal")
    choose_any(again.match, random.Random(1))
    again.journal.chosen(again.match)
    again.journal.close()
    assert left_games()[0].name == "19990101-000000-1.journal"
    Journal.resume(first.path).journal.close()
    assert left_games()[0].name == "19990101-000000-1.journal", "looking is no choice"


@pytest.mark.parametrize("name", ["COM1", "com9", "LPT1", "lpt9.old", "Nul", "aux.snowball", "COM¹", " con "])
def test_the_name_of_a_device_is_refused(name):
    with pytest.raises(SaveError, match="device"):
        path_of(name)


@pytest.mark.parametrize("name", ["COM", "COM10", "LPT", "Console", "comrade 1", "auxiliary"])
def test_names_that_only_look_like_devices_are_taken(name):
    assert path_of(name).name.startswith(name)


# -- dice to come, and what a record says of how it was played --------------------------------------------------------


def rolled(match):
    """The faces of every roll of a match."""
    return [event.event.faces for event in match.events if event.type == "rolled"]


def shot(seed: int):
    """R1 has announced its move and B1 its shot; the next default choices roll."""
    match = begun(DUEL, seed)
    for option in ("r1:move:jog:4,2", "b1:ranged_attack:r1"):
        match.choose(option)
    return match


def to_the_dice(match):
    """Make default choices until dice have been rolled; returns the faces of every roll."""
    while not rolled(match):
        match.choose(match.pending.default)
    return rolled(match)


def test_a_branch_does_not_tell_the_dice_of_the_line_it_left():
    alike = 0
    for seed in range(20):
        timeline = Timeline(shot(seed))
        peeked = to_the_dice(timeline.branch("peek"))
        alike += peeked == to_the_dice(timeline.follow())
    assert alike < 6


def test_the_dice_of_a_branch_are_kept_with_it():
    timeline = Timeline(shot(1))
    timeline.branch("peek")
    again = Timeline.open(record.read(json.loads(json.dumps(timeline.save()))), build)
    assert to_the_dice(again.lines["peek"].match) == to_the_dice(timeline.lines["peek"].match)
    assert to_the_dice(again.lines[""].match) == to_the_dice(timeline.lines[""].match)


def test_a_branch_with_the_same_dice_says_so_in_the_record():
    timeline = Timeline(shot(1))
    timeline.branch("study", same_dice=True)
    kept = record.read(json.loads(json.dumps(timeline.save())))
    assert kept.branches[0].same_dice
    assert to_the_dice(timeline.match) == to_the_dice(timeline.follow())


def test_dice_that_are_taken_back_are_rolled_anew_except_by_redo():
    alike = 0
    for seed in range(20):
        timeline = Timeline(shot(seed))
        first = to_the_dice(timeline.match)
        timeline.undo("blue")
        timeline.redo()
        assert rolled(timeline.match) == first
        timeline.undo("blue")
        alike += to_the_dice(timeline.match) == first
    assert alike < 6


def test_a_game_whose_dice_were_taken_back_is_resumed_with_those_to_come(folder):
    timeline = Timeline(shot(3))
    diary = Journal.begin(timeline.match)
    while not rolled(timeline.match):
        timeline.choose(timeline.match.pending.default)
        diary.chosen(timeline.match)
    timeline.undo("blue")
    diary.undone(timeline.match, timeline.log[-1])
    diary.close()
    resumed = Journal.resume(diary.path)
    assert to_the_dice(resumed.match) == to_the_dice(timeline.match)
    assert resumed.extras.log == timeline.log
    assert resumed.extras.words == "1 choice taken back"
    assert playback.load(record.save(resumed.match), build).hash() == resumed.match.hash()


def test_dice_of_a_line_that_left_another_are_still_those_of_their_seeds(tmp_path):
    timeline = Timeline(begun(field("skirmishcorps", 6), 6))
    rng = random.Random(6)
    while timeline.match.front.phase != "act":
        choose_any(timeline.match, rng)
    to_the_dice(timeline.match)
    timeline.branch("on")
    while timeline.match.pending:
        choose_any(timeline.match, rng)
    path = tmp_path / "on.snowball"
    path.write_text(json.dumps(record.save(timeline.match)), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "game", "replay", str(path), "--verify"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert "not those of its seed" not in done.stdout


def test_a_list_of_saves_says_what_was_taken_back_and_who_saw_everything():
    extras = Extras(log=[Undone(3), Undone(2, "dice have been rolled", "blue")], marks=[Mark(0, "referee")])
    save(short(), "Game", extras)
    assert list_saves()[0].beside == "2 choices taken back, shown to a referee"


def test_a_game_shown_to_a_referee_says_so_in_the_record(tmp_path, capsys):
    (tmp_path / "duel.json").write_text(json.dumps(DUEL), "utf-8")
    (tmp_path / "script.txt").write_text("go r1 e3 jog\nsave seen\n", "utf-8")
    for more, marks in (([], ()), (["--referee"], (Mark(0, "referee"),))):
        arguments = [str(tmp_path / "duel.json"), "--script", str(tmp_path / "script.txt"), *more]
        assert text_main(arguments) == 0
        path = path_of("seen")
        assert open_record(path)[0].marks == marks
        path.unlink()


def test_scripted_and_typed_dice_stay_the_same_on_a_branch():
    for source in (DiceSource("ask"), DiceSource("script", 0, (1, 2))):
        assert source.apart(0, "line") is source


def test_a_replay_of_a_game_that_goes_on_tells_no_secrets_but_to_a_referee(tmp_path):
    match = begun(UNASSIGNED, 1)
    match.choose("r1:move")
    path = save(match, "Game")
    told = [
        subprocess.run(
            [sys.executable, "-m", "game", "replay", str(path), "--text", *more],
            cwd=ROOT, capture_output=True, text=True, check=True,
        ).stdout
        for more in ([], ["--referee"])
    ]  # fmt: skip
    assert "move marker" not in told[0]
    assert "move marker" in told[1]


def test_several_choices_made_at_once_are_all_kept(folder):
    match, rng = short(7, 3), random.Random(7)
    diary = Journal.begin(match)
    for _ in range(4):
        choose_any(match, rng)
    diary.chosen(match)
    diary.close()
    assert Journal.resume(diary.path).match.hash() == match.hash()
