"""Files from anywhere: what is no plain file is refused at once, encodings are read or named, nothing is hidden."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import sys
import zlib
from pathlib import Path

import pytest
from engine_client import Engine
from tables import DUEL, played

from game.cli.text.files import script_lines
from game.demos import DemoError, load_demo
from game.engine.forces import read_force
from game.engine.foreign import file_bytes, toml_file
from game.engine.unfit import Unfit
from game.lab.batch import Batch
from game.lab.journal import FILE, LabJournal
from game.lab.players import read_players
from game.lessons import LessonError, load_lesson
from game.maps import MapError, load_map
from game.records import playback, record, saves
from game.records.autosave import Journal
from game.records.folders import SaveError, hold, left_games
from game.records.forces import forces_folder, keep_force, kept_forces, read_kept
from game.records.journal import Pen
from game.records.record import Extras, RecordError, Seating
from game.records.saves import list_saves, load, open_record, save, saves_folder
from game.records.tables import TableKind
from game.records.timeline import Timeline
from game.rules import build
from game.sketch import SketchError
from game.sketch.named import setup_named
from game.ui.settings import load_settings

pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture(autouse=True)
def watchdog():
    """Interrupts a test that waits for somebody to write into a pipe, which would be for ever."""

    def interrupt(*_):
        pytest.fail("it waits")

    signal.signal(signal.SIGALRM, interrupt)
    signal.alarm(60)
    yield
    signal.alarm(0)


# -- what is no plain file --------------------------------------------------------------------------------------------


def socket_at(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(5_000_000_000)  # all of it a hole


NO_FILES = {
    "pipe": os.mkfifo,
    "endless device": lambda path: path.symlink_to("/dev/zero"),
    "empty device": lambda path: path.symlink_to("/dev/null"),
    "terminal": lambda path: path.symlink_to("/dev/tty"),
    "folder": lambda path: path.mkdir(),
    "link to a folder": lambda path: path.symlink_to(path.parent),
    "link to itself": lambda path: path.symlink_to(path),
    "link to nothing": lambda path: path.symlink_to(path.with_name("gone")),
    "socket": socket_at,
    "huge file": huge,
}
DOORS = {
    "save": (lambda folder: folder / "x.snowball", load, SaveError),
    "replay": (lambda folder: folder / "x.snowball", open_record, SaveError),
    "journal": (lambda folder: folder / "x.journal", Journal.resume, SaveError),
    "force": (lambda _: forces_folder() / "x.json", read_kept, SaveError),
    "json sketch": (lambda folder: folder / "x.json", lambda path: setup_named(str(path)), (SketchError, OSError)),
    "toml sketch": (lambda folder: folder / "x.toml", lambda path: setup_named(str(path)), (SketchError, OSError)),
    "map": (lambda folder: folder / "x.tmx", load_map, MapError),
    "lesson": (lambda folder: folder / "x.toml", load_lesson, LessonError),
    "demonstration": (lambda folder: folder / "x.toml", load_demo, DemoError),
    "rulebook": (lambda folder: folder / "x.toml", toml_file, Unfit),
    "script": (lambda folder: folder / "x.txt", lambda path: script_lines(str(path)), ValueError),
    "lab": (
        lambda folder: folder / FILE,
        lambda path: LabJournal(path.parent, Batch(("market_street",), (read_players("recruit"),), 1)),
        OSError,
    ),
}


@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_plain_file_is_refused_at_once_in_one_sentence(folder, door, kind):
    place, opened, errors = DOORS[door]
    path = place(folder)
    if (door, kind) == ("lab", "link to nothing"):
        pytest.skip("the lab begins a journal there")
    NO_FILES[kind](path)
    with pytest.raises(errors) as caught:
        opened(path)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert len(sentence) < 300
    assert os.path.lexists(path), "it stays where it is"


@pytest.mark.parametrize("kind", NO_FILES)
def test_settings_that_are_no_plain_file_are_set_aside(kind):
    path = saves_folder().parent / "settings.json"
    NO_FILES[kind](path)
    complaint = load_settings().complaint
    assert complaint.startswith("settings.json: it cannot be read (") or kind == "link to nothing"


@pytest.mark.parametrize("kind", NO_FILES)
def test_one_bad_file_hides_no_other(folder, kind):
    match = played("skirmishcorps", 1)
    save(match, "Good")
    Journal.begin(match).close()
    force = keep_force(read_force("skirmishcorps", "scout*2"), "Good")
    for path in (folder / "bad.snowball", folder / "bad.journal", forces_folder() / "bad.json"):
        NO_FILES[kind](path)
    listed = {info.name: info.problem for info in list_saves()}
    assert set(listed) == {"Good", "bad"}
    assert listed["Good"] == ""
    assert listed["bad"].startswith("bad.snowball cannot be read: ")
    kept = kept_forces("skirmishcorps")
    assert kept.forces == (force,)
    assert kept.problems[0].startswith("bad.json cannot be read: ")
    resumed = Journal.resume_latest()
    assert resumed.match.hash() == match.hash()
    resumed.journal.close()


def test_no_more_than_the_limit_and_one_byte_are_read(tmp_path, monkeypatch):
    path = tmp_path / "long"
    path.write_bytes(b"x" * 5000)
    counts = []
    read = os.read
    monkeypatch.setattr(os, "read", lambda descriptor, count: counts.append(count) or read(descriptor, count))
    with pytest.raises(OSError, match="1,000 bytes long"):
        file_bytes(path, 1000)
    assert sum(counts) <= 1001
    assert file_bytes(path, 5000) == b"x" * 5000


# -- encodings, versions and damage -----------------------------------------------------------------------------------

MARK = b"\xef\xbb\xbf"
ENCODED = {
    "mark": lambda data: MARK + data,
    "line breaks": lambda data: data.replace(b"\n", b"\r\n"),
    "both": lambda data: MARK + data.replace(b"\n", b"\r\n"),
}
UTF_16 = {
    "utf-16": lambda data: data.decode().encode("utf-16"),
    "utf-16-le": lambda data: data.decode().encode("utf-16-le"),
    "utf-16-be": lambda data: data.decode().encode("utf-16-be"),
    "utf-32-le": lambda data: data.decode().encode("utf-32-le"),
}
SKETCH_TOML = b"""ruleset = "skirmishcorps"
board = ["..........", ".........."]
[[units]]
id = "r1"
seat = "red"
profile = "trooper"
at = [0, 1]
"""


@pytest.mark.parametrize("how", ENCODED)
def test_a_file_that_an_editor_has_saved_again_is_read(folder, how):
    match = played("skirmishcorps", 1)
    encode = ENCODED[how]
    path = save(match, "Game")
    path.write_bytes(encode(path.read_bytes()))
    assert load(path)[0].hash() == match.hash()
    with Journal.begin(match) as diary:
        pass
    diary.path.write_bytes(encode(diary.path.read_bytes()))
    resumed = Journal.resume(diary.path)
    assert (resumed.match.hash(), resumed.warning) == (match.hash(), "")
    resumed.journal.noted(0, "Written on.")
    resumed.journal.close()
    again = Journal.resume(diary.path)
    assert (again.extras.notes, again.warning) == ({0: "Written on."}, "")
    again.journal.close()
    whole = folder / "whole.snowball"
    whole.write_bytes(encode(json.dumps(record.save(match), indent=1).encode()))
    assert load(whole)[0].hash() == match.hash()
    for name, data in (("x.json", json.dumps(DUEL, indent=1).encode()), ("x.toml", SKETCH_TOML)):
        (folder / name).write_bytes(encode(data))
        assert setup_named(str(folder / name)).units
    (folder / "x.txt").write_bytes(encode(b"look\nhash\n"))
    assert script_lines(str(folder / "x.txt")) == ["look", "hash"]


@pytest.mark.parametrize("encoding", UTF_16)
def test_utf_16_is_named_and_the_file_stays(folder, encoding):
    match = played("skirmishcorps", 1)
    path = save(match, "Game")
    with Journal.begin(match) as diary:
        pass
    for file, opened in ((path, load), (diary.path, Journal.resume)):
        data = UTF_16[encoding](file.read_bytes())
        file.write_bytes(data)
        with pytest.raises(SaveError, match=r"UTF-16 text: save it as UTF-8\.$"):
            opened(file)
        assert file.read_bytes() == data
    for name, data in (("x.json", json.dumps(DUEL).encode()), ("x.toml", SKETCH_TOML)):
        (folder / name).write_bytes(UTF_16[encoding](data))
        with pytest.raises(SketchError, match=rf"^{name}: this is UTF-16 text; save it as UTF-8\.$"):
            setup_named(str(folder / name))


def test_the_protocol_reads_marks_and_line_breaks_and_names_utf_16():
    engine = Engine()
    assert engine.line(MARK + b'{"do":"hello"}\r')["ok"]
    assert engine.line(b'{"do":"hello"}\r')["ok"]
    for encoding in ("utf-16-le", "utf-16"):
        error = engine.line('{"do":"hello"}'.encode(encoding))["error"]
        assert (error["code"], "UTF-16" in error["message"]) == ("bad_json", True)
    assert engine.close() == 0


def test_a_save_with_a_field_of_another_version_is_refused_in_its_place(folder):
    """Its sums are right, so nothing is damaged: putting it aside or cutting it off would lose a game."""
    match = played("skirmishcorps", 1)
    whole = Pen().save_lines(match, Extras()).splitlines()
    for number in (0, 3, len(whole) - 1):
        lines, last = [], 0
        for place, line in enumerate(whole):
            text = line[9:-1] + (b',"weather":"rain"}' if place == number else b"}")
            last = zlib.crc32(text, last)
            lines.append(b"%08x %s\n" % (last, text))
        for name, opened in (("x.snowball", load), ("x.journal", Journal.resume)):
            (folder / name).write_bytes(b"".join(lines))
            with pytest.raises(SaveError, match=r"cannot read this record: .*'weather' is unknown") as caught:
                opened(folder / name)
            assert caught.value.aside is None
            assert (folder / name).read_bytes() == b"".join(lines)
    kept = {**record.save(match), "weather": "rain"}
    with pytest.raises(RecordError, match="cannot read this record: ") as refused:
        playback.load({**kept, "seal": record.seal_of(kept)}, build)
    assert not refused.value.damaged


@pytest.mark.parametrize("version", [0, 1, 2, 3, 5, 1000])
def test_a_record_of_another_version_is_refused_in_its_place(folder, version):
    match = played("skirmishcorps", 1)
    kept = {**record.save(match), "version": version, "engine": "0.0.1"}
    path = folder / "x.snowball"
    path.write_text(json.dumps({**kept, "seal": record.seal_of(kept)}), "utf-8")
    with pytest.raises(SaveError, match=rf"has version {version} \(made by Snowball 0.0.1\); .* reads version 4\.$"):
        load(path)
    assert path.exists()


@pytest.mark.parametrize(
    "content", [b"", b"1234abcd {", b"\0" * 4096, b"\xef\xbb\xbf"], ids=["0", "torn", "0s", "mark"]
)
def test_a_journal_killed_in_its_first_write_hides_no_game_before_it(folder, content):
    match = played("skirmishcorps", 1)
    with Journal.begin(match) as diary:
        pass
    os.utime(diary.path, (1, 1))
    (folder / "29990101-000000-1.journal").write_bytes(content)
    resumed = Journal.resume_latest()
    assert resumed.match.hash() == match.hash()
    assert resumed.warning.startswith("29990101-000000-1.journal: The file is damaged: ")
    resumed.journal.close()
    assert left_games() == [diary.path]


def test_a_journal_is_for_its_owner_alone():
    with Journal.begin(played("skirmishcorps", 1)) as diary:
        assert stat.S_IMODE(diary.path.stat().st_mode) == 0o600


LONG = "b1:" + "fly:" * 2000 + "\n\x1b[31m"


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("choices", 3), {"option": LONG}),
        (("choices", 3, "option"), LONG),
        (("rulings",), {LONG: "x"}),
        (("rulings", "SC-A1"), LONG),
        (("setup", "ruleset"), LONG),
        (("setup", "units", 0, "profile"), LONG),
        (("setup", "units", 0, "facts"), {LONG: 1}),
        (("setup", "phase"), LONG),
        (("setup", "seats"), [LONG, "red"]),
        (("setup", "board", "rows", 0), LONG),
        (("format",), LONG),
        (("engine",), LONG),
        (("dice", "kind"), LONG),
        (("branches",), [{"name": LONG[:200], "start": 0, "choices": [{"option": LONG}]}]),
        (("seatings",), [{"made": 0, "table": LONG, "seats": {}}]),
        (("marks",), [{"made": 0, "word": LONG}]),
        ((LONG,), 1),
    ],
    ids=lambda value: ".".join(map(str, value))[:40] if isinstance(value, tuple) else "",
)
def test_long_foreign_text_is_cut_in_a_message(folder, path, to):
    kept = json.loads(json.dumps(record.save(played("skirmishcorps", 1))))
    place = kept
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = to
    if path[0] == "setup":
        kept["scenario"] = ""
    file = folder / "x.snowball"
    file.write_text(json.dumps({**kept, "seal": record.seal_of(kept)}), "utf-8")
    with pytest.raises((SaveError, RecordError)) as caught:
        match, extras = load(file)
        Timeline(match, extras)
    assert len(str(caught.value)) < 500
    assert str(caught.value).isprintable()


def test_the_protocol_starts_no_program_that_a_save_names(tmp_path):
    match = played("skirmishcorps", 1)
    seats = {seat: f'bot:"touch {tmp_path / seat}"' for seat in match.setup.seats}
    kept = record.save(match, Extras(seatings=[Seating(0, TableKind.SHARED, seats)]))
    engine = Engine()
    assert engine.ask("load", save=kept)["match"]
    assert engine.close() == 0
    assert not any((tmp_path / seat).exists() for seat in seats)


# -- locks ------------------------------------------------------------------------------------------------------------


class Region:
    """The locks of Windows, as far as `hold` uses them: a region of a file belongs to the handle that has locked it."""

    LK_NBLCK = 2

    def __init__(self):
        self.held = {}

    def locking(self, descriptor, mode, count):
        assert (mode, count) == (self.LK_NBLCK, 1)
        status = os.fstat(descriptor)
        place = (status.st_ino, os.lseek(descriptor, 0, os.SEEK_CUR))
        if self.held.setdefault(place, descriptor) != descriptor:
            raise OSError(13, "Permission denied")


def test_on_windows_a_byte_beyond_the_end_of_a_journal_is_locked(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", Region())
    path = tmp_path / "x.journal"
    path.write_bytes(b"line\n")
    first, second = (os.open(path, os.O_RDWR | os.O_APPEND) for _ in range(2))
    assert hold(first)
    assert not hold(second)
    os.write(first, b"more\n")
    assert path.read_bytes() == b"line\nmore\n"
    assert os.lseek(first, 0, os.SEEK_CUR) < saves.SIZE_LIMIT
    os.close(first)
    os.close(second)
