"""Records: what is saved comes back the same, and what is not as it was saved is refused in one sentence."""

from __future__ import annotations

import copy
import json
import os
import random
import re
import subprocess
import sys

import pytest
from engine_client import ROOT
from tables import BOOKS, begun, choose_any, field, played

from game import __version__
from game.engine.dice import DiceSource, script_dice
from game.records import journal, playback, record
from game.records.record import RecordError
from game.records.tape import entries
from game.rules import build
from tests.budget import share


def through_text(match):
    """A match saved, written, read and loaded."""
    return playback.load(json.loads(json.dumps(record.save(match))), build)


def same(one, other):
    """Hold two matches to the same choices, dice, events, hash and question."""
    assert one.hash() == other.hash()
    assert one.choices == other.choices
    assert one.dice_used == other.dice_used
    assert [point.events for point in one.history] == [point.events for point in other.history]
    assert one.events == other.events
    assert (one.pending is None) == (other.pending is None)
    if one.pending is not None:
        assert [option.id for option in one.pending.options] == [option.id for option in other.pending.options]


@pytest.mark.parametrize(
    ("seed", "every"), [(0, 5), *(pytest.param(seed, 1, marks=pytest.mark.fuzz) for seed in (0, 1))]
)
@pytest.mark.parametrize("book", BOOKS)
def test_a_match_comes_back_the_same_at_every_decision_of_random_games(book, seed, every):
    """In the long run at every one; in the daily run at every fifth."""
    match, rng = begun(field(book, seed), seed), random.Random(seed)
    while match.pending:
        if len(match.history) % every == 0:
            same(match, through_text(match))
        choose_any(match, rng)
    same(match, through_text(match))


@pytest.mark.parametrize("book", BOOKS)
def test_a_loaded_match_goes_on_as_its_original_would(book):
    match, rng = begun(field(book, 5), 5), random.Random(5)
    for _ in range(15):
        choose_any(match, rng)
    twin = through_text(match)
    state = rng.getstate()
    while match.pending:
        choose_any(match, rng)
    rng.setstate(state)
    while twin.pending:
        choose_any(twin, rng)
    same(match, twin)


@pytest.mark.parametrize("book", BOOKS)
def test_a_loaded_match_is_taken_back_choice_by_choice_like_its_original(book):
    match = played(book, 6)
    twin = through_text(match)
    while match.history:
        assert match.undo() == twin.undo()
        assert match.hash() == twin.hash()


@pytest.mark.parametrize("kind", ["ask", "script"])
def test_typed_and_scripted_dice_come_back(kind):
    dice = DiceSource("ask") if kind == "ask" else script_dice([6, 1, 1, 1, 2, 3])
    match, rng = begun(field("skirmishcorps", 8, units=4), dice=dice), random.Random(8)
    while match.pending:
        choose_any(match, rng)
    same(match, through_text(match))
    assert any(entry.faces is not None for entry in entries(match)[1])


def test_rulings_in_force_are_part_of_the_record():
    kept = record.save(played("skirmishcorps", 1))
    assert len(kept["rulings"]) > 5
    assert build("skirmishcorps", kept["rulings"]).rulings == kept["rulings"]


def test_a_record_names_its_versions_and_its_scenario():
    match = played("skirmishcorps", 1)
    kept = record.save(match)
    assert (kept["format"], kept["version"], kept["engine"]) == ("snowball-record", record.VERSION, __version__)
    assert kept["scenario"] == match.setup.fingerprint()
    assert kept["rulebook"]["id"] == "skirmishcorps"
    assert kept["hash"] == match.hash()


# -- refusals ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kept():
    """The record of a game that was played at random."""
    return json.loads(json.dumps(record.save(played("skirmishcorps", 2))))


def altered(kept, *path, to):
    """The record with another value at a place, and a checksum that fits, as a faulty writer would write it."""
    return sealed(changed(kept, *path, to=to))


def sealed(kept):
    """The record with a checksum that fits its content."""
    return {**kept, "seal": record.seal_of(kept)}


def changed(kept, *path, to):
    """A copy of the record with another value at a place; without the value where `to` is None."""
    out = copy.deepcopy(kept)
    place = out
    for name in path[:-1]:
        place = place[name]
    if to is None:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return out


@pytest.mark.parametrize(
    ("path", "to", "sentence"),
    [
        (("format",), "chess", "no Snowball record"),
        (
            ("version",),
            record.VERSION + 1,
            (
                rf"version {record.VERSION + 1} \(made by Snowball {__version__}\); "
                rf"Snowball {__version__} reads version {record.VERSION}\."
            ),
        ),
        (("version",), "1", "version: this is not a whole number"),
        (("choices",), None, "choices: it is missing"),
        (("choices", 3), 7, r"choices\[3\]: this is not an object"),
        (("choices", 3), {"option": "x", "wings": 2}, "wings"),
        (("choices", 3, "option"), "b1:fly", "Choice 4 of the record: .*b1:fly"),
        (("setup", "units", 0, "at"), 10**6, r"setup.units\[0\].at: this is not a whole number"),
        (("setup", "units", 0, "profile"), "veteran", "fingerprint"),
        (("setup", "board", "rows", 0), "no such row", "setup.board"),
        (("setup", "seats"), [], "setup.seats"),
        (("rulings",), {"SC-A1": "maybe"}, "SC-A1"),
        (("rulings",), {"XX-A1": "yes"}, "XX-A1"),
        (("dice", "kind"), "loaded", "dice.kind"),
        (("dice", "script"), [None], "dice.script"),
        (("hash",), "0" * 64, "comes out differently after choice"),
        (("checkpoints", 0, 1), "0" * 16, "comes out differently after choice 25"),
        (("opening",), [[6]], "opening"),
        (("notes",), [[1]], r"notes\[0\]"),
        (("branches",), [{"name": "x", "start": 0}], r"branches\[0\].choices"),
        (("wings",), 2, "wings"),
    ],
    ids=str,
)
def test_a_record_that_was_altered_is_refused_with_the_place(kept, path, to, sentence):
    with pytest.raises(RecordError, match=sentence) as caught:
        playback.load(altered(kept, *path, to=to), build)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")


def test_the_first_difference_is_named_by_choice_and_by_both_hashes(kept):
    with pytest.raises(RecordError) as caught:
        playback.load(altered(kept, "checkpoints", 1, 1, to="f" * 16), build)
    assert caught.value.choice == 50
    assert caught.value.expected == "f" * 16
    assert len(caught.value.actual) == 16


def test_a_checkpoint_that_cannot_be_printed_is_refused_in_one_line(kept):
    with pytest.raises(RecordError) as caught:
        playback.load(altered(kept, "checkpoints", 0, 1, to="f" * 8 + "\n" + "f" * 7), build)
    assert "\n" not in str(caught.value)


def test_a_record_of_another_engine_that_comes_out_differently_names_both_versions(kept):
    old = sealed({**kept, "engine": "0.0.1", "hash": "0" * 64})
    with pytest.raises(RecordError, match=rf"made by Snowball 0\.0\.1; this is Snowball {__version__}"):
        playback.load(old, build)


def test_a_record_of_another_engine_that_comes_out_the_same_is_loaded(kept):
    assert playback.load(sealed({**kept, "engine": "0.0.1"}), build).hash() == kept["hash"]


@pytest.mark.parametrize("data", [None, [], 7, "x", {}, {"format": "snowball-record"}, {"format": []}])
def test_data_that_is_no_record_is_refused(data):
    with pytest.raises(RecordError):
        playback.load(data, build)


def test_faces_that_no_die_shows_are_refused(kept):
    number = next(n for n, choice in enumerate(kept["choices"]) if "rolled" in choice)
    for faces in ([[99]], [[]], [[1, 1, 1, 1]], []):
        with pytest.raises(RecordError, match="Choice"):
            playback.load(altered(kept, "choices", number, "rolled", to=faces), build)


# -- other processes ----------------------------------------------------------------------------------


def verify(path, hash_seed="0"):
    """`snowball replay --verify` of a file, in a process of its own; returns the finished process."""
    return subprocess.run(
        [sys.executable, "-m", "game", "replay", str(path), "--verify"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )


def test_replay_verifies_a_record_in_another_process(tmp_path):
    match = played("skirmishcorps", 4)
    path = tmp_path / "game.snowball"
    path.write_text(json.dumps(record.save(match)), "utf-8")
    done = verify(path, "77")
    assert done.returncode == 0
    assert match.hash() in done.stdout


def test_replay_names_the_first_difference(tmp_path, kept):
    path = tmp_path / "game.snowball"
    path.write_text(json.dumps(altered(kept, "checkpoints", 0, 1, to="0" * 16)), "utf-8")
    done = verify(path)
    assert done.returncode == 1
    assert "choice 25: expected 0000000000000000, actual" in done.stderr


def test_a_journal_that_was_cut_short_does_not_pass_for_verified(tmp_path):
    path = tmp_path / "game.journal"
    whole = journal.Pen().save_lines(played("skirmishcorps", 4), record.Extras())
    path.write_bytes(whole)
    assert verify(path).returncode == 0
    path.write_bytes(whole[:-20])
    done = verify(path)
    assert done.returncode == 1
    assert re.fullmatch(r"game.journal was cut short after choice \d+: what was written then is lost.\n", done.stderr)


def test_replay_says_when_the_dice_are_not_those_of_the_seed(tmp_path, kept):
    path = tmp_path / "game.snowball"
    path.write_text(json.dumps(altered(kept, "dice", "seed", to=12345)), "utf-8")
    assert "are not those of its seed" in verify(path).stdout


@pytest.mark.fuzz
def test_a_thousand_random_games_replay_to_the_same_hash_in_another_process(tmp_path):
    games = [played(BOOKS[seed % len(BOOKS)], seed, units=2 + seed % 3) for seed in range(share(1000))]
    path = tmp_path / "games.json"
    path.write_text(json.dumps([record.save(match) for match in games]), "utf-8")
    script = (
        "import json, sys; from game.records import playback; from game.rules import build\n"
        "for data in json.load(open(sys.argv[1])): print(playback.load(data, build).hash())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "4242"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [match.hash() for match in games]


def test_a_lone_surrogate_in_a_record_is_refused_in_one_sentence():
    data = {**record.save(played(BOOKS[0], 3, units=2)), "title": "\ud800"}
    with pytest.raises(RecordError, match=r"^The record is damaged: [^\n]*\.$"):
        playback.load(data, build)
