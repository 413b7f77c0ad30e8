"""Results do not depend on the process that plays; a failing bot loses only its game; played games are kept."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import zlib
from pathlib import Path

import msgspec
import pytest
from fields import DEFAULTS, FIELD, batch, bot, field, lines, results

from game.__main__ import main as command
from game.engine.plugins import Found, PlugIn
from game.lab import crew
from game.lab import journal as journal_module
from game.lab.batch import BatchError, Game, table_of
from game.lab.crew import Alone, CrewError, Processes
from game.lab.journal import FILE, JournalError, LabJournal
from game.lab.output import result_files
from game.lab.play import play, play_line

ROOT = Path(__file__).resolve().parent.parent.parent


def test_results_are_the_same_bytes_on_one_process_and_on_two_and_in_any_order(tmp_path):
    known = batch(field(tmp_path), "regular,random", games=4, seed=7)
    alone, pair = results(known, Alone()), results(known, Processes(2))
    files = result_files(known, alone)
    assert {"games.csv", "games.json", "summary.json"} <= set(files)
    assert result_files(known, pair) == files
    assert result_files(known, reversed(pair)) == files
    other = batch(field(tmp_path), "regular,random", games=2, seed=8)
    assert [result.hash for result in results(other)] != [result.hash for result in alone[:2]]


def test_a_bot_that_draws_lots_from_its_seed_plays_the_same_game_again(tmp_path):
    text = DEFAULTS.replace(
        "for line", "import random\nlots = random.Random(os.environ['SNOWBALL_SEED'])\nfor line"
    ).replace('asked["pending"]["default"]', 'lots.choice(asked["pending"]["options"])["id"]')
    known = batch(field(tmp_path), f"{bot(tmp_path, text)},random", games=4)
    found = results(known)
    assert results(known, Processes(2)) == found
    assert {result.status for result in found} == {"played"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sys.exit(3)", "has ended"),
        (
            'sys.stdin.readline()\nprint(json.dumps({"option": "fly"}), flush=True)\nsys.stdin.read()',
            "no option of the decision",
        ),
        ('sys.stdin.readline()\nprint("hm", flush=True)\nsys.stdin.read()', "not JSON"),
    ],
)
def test_a_bot_that_dies_or_talks_nonsense_loses_its_game_and_not_the_batch(tmp_path, text, words):
    found = results(batch(field(tmp_path), f"random,{bot(tmp_path, text)}", games=4))
    assert [result.status for result in found] == ["forfeit"] * 4
    for result in found:
        own = next(seat for seat in result.seats if seat.player == 1)
        assert result.at == own.seat
        assert result.winners == tuple(seat.side for seat in result.seats if seat.player == 0)
        assert words in result.fault


def test_a_bot_that_never_ends_a_question_loses_its_game(tmp_path):
    first = """
for line in sys.stdin:
    message = json.loads(line)
    if message["do"] == "decide":
        print(json.dumps({"option": message["pending"]["options"][0]["id"]}), flush=True)
"""
    (result, _) = results(batch(field(tmp_path), f"random,{bot(tmp_path, first)}", games=2))
    assert (result.status, result.at, result.winners) == ("forfeit", "red", ("blue",))
    assert "gave 1000 answers to one question without ending it" in result.fault


def test_a_batch_says_how_long_a_bot_may_take(tmp_path):
    silent = bot(tmp_path, "sys.stdin.read()")
    known = batch(field(tmp_path), f"random,{silent}", games=2, budget=0.2)
    assert {game.budget for game in known.all()} == {0.2}
    assert all("0.2 seconds" in result.fault for result in results(known))
    assert known.id != batch(field(tmp_path), f"random,{silent}", games=2).id
    with pytest.raises(BatchError, match=r"0\.1 to 3,600 seconds"):
        batch(field(tmp_path), budget=float("nan")).check()


def test_a_bot_that_cannot_be_started_loses_its_game(tmp_path):
    (result, _) = results(batch(field(tmp_path), 'random,bot:"no-such-program"', games=2))
    assert (result.status, result.winners) == ("forfeit", ("blue",))
    assert "cannot be started" in result.fault


def test_at_a_table_of_three_every_player_wins_except_the_one_that_fails(tmp_path):
    (game, *_) = batch("three_shores", f"{bot(tmp_path, 'sys.exit(1)')},random", games=1).all()
    result = play(game).result
    assert (result.status, result.at, result.winners) == ("forfeit", "blue", ("red", "gold"))


def test_a_killed_process_costs_nothing_but_time(tmp_path):
    killer = DEFAULTS.replace(
        "for line",
        f"mark = {str(tmp_path / 'killed')!r}\nif not os.path.exists(mark):\n    open(mark, 'w').close()\n"
        "    os.kill(os.getppid(), 9)\nfor line",
    )
    known = batch(field(tmp_path), f"{bot(tmp_path, killer)},random", games=4)
    found = results(known, Processes(2))
    assert (tmp_path / "killed").exists()
    assert [result.key for result in found] == sorted(game.key for game in known.all())
    assert {result.status for result in found} == {"played"}


@pytest.mark.parametrize("players", [Alone(), Processes(2)])
def test_a_game_that_cannot_be_played_is_reported_in_a_sentence(players):
    with pytest.raises(CrewError, match="A game could not be played: ValidationError: "):
        list(players.play([b"{}"]))


def ends_at_once(line):
    """The main function of a worker that dies before its first game."""


def test_a_process_that_dies_before_its_first_game_is_noticed():
    worker = crew._Player(ends_at_once)
    worker.process.join()
    worker.give(b"a game")
    with pytest.raises((EOFError, OSError)):
        worker.line.recv()
    worker.close()


def test_a_game_that_kills_every_process_is_reported_after_the_others_are_played(tmp_path):
    known = batch(field(tmp_path), f"{bot(tmp_path, 'os.kill(os.getppid(), 9)')},random", games=1)
    good = batch(field(tmp_path), "random,random", games=3)
    done = Processes(2).play([*lines(known), *lines(good)])
    found = []
    with pytest.raises(CrewError, match="have each ended 2 processes"):
        found.extend(done)
    assert len(found) == 3


# -- the journal ------------------------------------------------------------------------------------------------------


def test_a_journal_is_continued_after_its_last_sound_line(tmp_path):
    known = batch(field(tmp_path), games=4)
    todo = lines(known)
    journal = LabJournal(tmp_path / "out", known)
    for game in todo[:3]:
        assert journal.add(play_line(game))
    journal.close()
    path = tmp_path / "out" / FILE
    text = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(text[0] + text[1] + text[2].replace(b"blue", b"blau", 1) + text[3][:-20])
    again = LabJournal(tmp_path / "out", known)
    assert (len(again.played), again.damaged) == (1, 2)
    for game in todo:
        key = msgspec.json.decode(game, type=Game).key
        assert (again.add(play_line(game)) is None) == (key == msgspec.json.decode(todo[0], type=Game).key)
    again.close()
    assert sorted(LabJournal(tmp_path / "out", known).played) == sorted(game.key for game in known.all())


def test_each_line_of_a_journal_has_the_checksum_of_its_text(tmp_path):
    known = batch(field(tmp_path), games=2)
    journal = LabJournal(tmp_path, known)
    for game in lines(known):
        journal.add(play_line(game))
    journal.close()
    for line in (tmp_path / FILE).read_bytes().splitlines():
        assert line[:9] == b"%08x " % zlib.crc32(line[9:])


def test_a_folder_of_another_batch_or_a_changed_program_is_not_continued(tmp_path, monkeypatch):
    known = batch(field(tmp_path), games=2)
    LabJournal(tmp_path, known).close()
    LabJournal(tmp_path, batch(field(tmp_path), games=20)).close()  # more games of the same are the same batch
    with pytest.raises(JournalError, match="another batch"):
        LabJournal(tmp_path, batch(field(tmp_path), games=2, seed=9))
    monkeypatch.setattr(journal_module, "program", lambda: "0" * 16)
    with pytest.raises(JournalError, match="--fresh"):
        LabJournal(tmp_path, known)


@pytest.mark.parametrize("changed", ["sentry/__init__.py", "sentry/turns.py", "sentry/armies/sentry.toml", "lone.py"])
def test_a_changed_rulebook_of_another_package_counts_as_a_changed_program(tmp_path, monkeypatch, changed):
    files = ["sentry/__init__.py", "sentry/turns.py", "sentry/rulebooks/sentry.toml", "sentry/armies/sentry.toml"]
    for name in (*files, "lone.py", "lone_neighbour.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = {"sentry": PlugIn("sentry", "Sentry", tmp_path / "sentry"), "lone": PlugIn("lone", "Lone", tmp_path)}
    monkeypatch.setattr(journal_module, "examined", lambda: Found(found, {}))
    read = journal_module.program.__wrapped__
    before = read()
    (tmp_path / "lone_neighbour.py").write_text("# nothing of it is played", "utf-8")
    assert read() == before
    (tmp_path / changed).write_text("# another rule", "utf-8")
    assert read() != before


def test_a_journal_whose_first_line_is_damaged_keeps_its_games(tmp_path):
    known = batch(field(tmp_path), games=2)
    journal = LabJournal(tmp_path, known)
    for game in lines(known):
        journal.add(play_line(game))
    journal.close()
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes().replace(b"snowball-lab", b"snowball-lob", 1))
    before = path.read_bytes()
    with pytest.raises(JournalError, match="a damaged first line, and games behind it: choose another folder"):
        LabJournal(tmp_path, known)
    assert path.read_bytes() == before
    path.write_bytes(before.splitlines()[0][:-20])
    assert LabJournal(tmp_path, known).played == {}, "there is nothing to lose behind half a first line"


def test_a_journal_is_written_by_one_lab_at_a_time(tmp_path):
    known = batch(field(tmp_path), games=2)
    with contextlib.closing(LabJournal(tmp_path, known)), pytest.raises(JournalError) as refused:
        LabJournal(tmp_path, known, fresh=True)
    assert str(refused.value) == (
        f"{tmp_path / FILE} is being written by another lab: wait for its end, or choose another folder with --out."
    )
    LabJournal(tmp_path, known).close()


def test_a_journal_of_a_map_that_has_changed_is_not_continued(tmp_path):
    known = batch(field(tmp_path), games=2)
    LabJournal(tmp_path, known).close()
    Path(known.scenarios[0]).write_text(json.dumps({**FIELD, "turns": 1}), "utf-8")
    table_of.cache_clear()
    with pytest.raises(JournalError, match="by a program or on a map that has changed since"):
        LabJournal(tmp_path, known)


@pytest.mark.skipif(os.name != "posix", reason="files cannot be limited here")
def test_a_lab_on_a_full_disk_says_so_and_is_continued_with_the_same_command(tmp_path):
    arguments = [field(tmp_path), "--games", 2, "--players", "random,random", "--jobs", 1, "--out", tmp_path / "out"]
    limit = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)"
    limit += "; resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900))"
    script = f"{limit}; import sys; from game.cli.lab import main; sys.exit(main(sys.argv[1:]))"
    full = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},  # else half a module would stay
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert full.returncode == 1
    path = tmp_path / "out" / FILE
    word = (
        f"{path} cannot be written: File too large: 0 of 2 games are kept in {path.parent}; "
        "give the same command again to continue."
    )
    assert full.stderr.splitlines()[-1] == word
    again = lab(*arguments)
    said = again.communicate(timeout=60)[1]
    assert again.returncode == 0, said
    assert f"{path} has 1 line that cannot be read; the lost games are played again." in said
    assert (path.parent / "games.csv").read_text("utf-8").count("\n") == 3, "a head and two games"


# -- the command ------------------------------------------------------------------------------------------------------


def lab(*arguments, **how):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "game", "lab", *map(str, arguments)]
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", **how
    )


def lab_here(*arguments):
    """The command in this process; gives its exit status."""
    return command(["lab", *map(str, arguments)])


THIRD = """
with open({mark!r}, "a+") as file:
    file.write("x")
    file.seek(0)
    if len(file.read()) == 3:
        os.kill(os.getppid(), {how:d})
        sys.stdin.read()
"""
"""Ends the lab as the third game begins."""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--jobs", "-1", "--fresh"], "--jobs -1 is no number of processes: give 1 or more, or leave --jobs out."),
        (["--games", "9" * 20], "A batch needs one game at least, and has at most 1,000,000."),
        (["--games", "0"], "A batch needs one game at least, and has at most 1,000,000."),
        (["--out", "{file}"], "{file}: it cannot be used: File exists."),
        (["--players", "random,random,random"], "3 players do not fit 2 sides: name 1 or 2."),
    ],
)
def test_the_command_refuses_what_cannot_be_played_before_the_first_game(tmp_path, arguments, sentence, capsys):
    file = tmp_path / "file"
    file.touch()
    words = [word.format(file=file) for word in arguments]
    out = [] if "--out" in words else ["--out", tmp_path / "out"]
    status = lab_here(field(tmp_path), "--games", 1, *out, *words)
    assert capsys.readouterr() == ("", f"snowball lab: {sentence.format(file=file)}\n")
    assert status == 2


def test_a_scenario_or_pairing_named_twice_is_played_once(tmp_path):
    scenario, twice = field(tmp_path), ["--players", "random,random"] * 2
    done = lab(scenario, scenario, *twice, "--games", 1, "--jobs", 1, "--out", tmp_path / "out")
    assert re.search(r"\b1(/| of )1\b", done.communicate(timeout=60)[1])
    assert (tmp_path / "out/games.csv").read_text("utf-8").count("\n") == 2, "a head and a game"


@pytest.mark.parametrize("how", [signal.SIGTERM, pytest.param(signal.SIGKILL, marks=pytest.mark.fuzz)])
def test_a_lab_that_is_stopped_in_its_third_game_continues_with_it(tmp_path, how):
    scenario = field(tmp_path)
    players = f"{bot(tmp_path, THIRD.format(mark=str(tmp_path / 'mark'), how=how) + DEFAULTS)},random"
    arguments = [scenario, "--players", players, "--games", 4, "--seed", 7, "--jobs", 1, "--out", tmp_path / "out"]
    first = lab(*arguments)
    said = first.communicate()[1]
    if how == signal.SIGTERM:
        assert first.returncode == 130
        kept = f"2 of 4 games are kept in {tmp_path / 'out'}"
        assert f"Interrupted: {kept}; give the same command again to continue." in said
    second = lab(*arguments)
    assert "2 of 4 games are there already." in second.communicate()[1]
    assert second.returncode == 0
    known = batch(scenario, players, games=4, seed=7)
    for name, text in result_files(known, results(known)).items():
        assert (tmp_path / "out" / name).read_bytes() == text
    page = (tmp_path / "out/report.html").read_text("utf-8")
    assert page.count("<svg") >= 5
    assert "<script" not in page
    assert not re.search(r"(src|href)=\"(?!#)", page)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "nowhere"),
        (["market_street", "--players", "genius,regular"], "genius"),
        (["market_street", "--players", "regular-flying,regular"], "flying"),
        (["market_street", "--ruling", "SC-A1"], "NAME=CHOICE"),
        (["market_street", "--ruling", "SC-A1=perhaps"], "perhaps"),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(tmp_path, arguments, words, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert lab_here(*arguments) == 2
    said = capsys.readouterr().err
    assert words in said.splitlines()[0]
    assert "Traceback" not in said
    assert not list(tmp_path.iterdir())
