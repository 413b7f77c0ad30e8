"""The transcript corpus: every recorded game still tells what it told, apart from the differences that are listed.

`python3 tools/corpus.py diff GAME` shows in words what a game tells otherwise than the revision it was made from.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tools import corpus as tool
from tools.corpus_parts.changes import changes, compare
from tools.corpus_parts.engines import inside
from tools.corpus_parts.games import names, read
from tools.corpus_parts.playing import PARTS

ROOT = Path(__file__).resolve().parent.parent
GAMES = names()
EVERYDAY = [name for name in GAMES if name.endswith("/random-01") or ("/map-" in name and not name.startswith("epic/"))]
EVERYDAY += [
    name for name in GAMES if name.startswith(("skirmishcorps/", "wh40k2/", "viktory2/")) and "/demo-" in name
][::3]
"""The recorded games of each run: enough for all rulebooks, and quick."""


@pytest.mark.parametrize("name", EVERYDAY)
def test_a_recorded_game_tells_what_it_told(name):
    assert tool.checked(name) == ""


@pytest.mark.fuzz
@pytest.mark.parametrize("name", [name for name in GAMES if name not in EVERYDAY])
def test_every_recorded_game_tells_what_it_told(name):
    assert tool.checked(name) == ""


# -- the record itself --


def heads():
    return {name: read(name, len(PARTS)) for name in GAMES}


def test_the_corpus_has_every_map_every_demonstration_and_enough_games_of_every_rulebook():
    hello = inside()({"do": "hello"})
    wanted = {f"{one['ruleset']}/map-{one['id']}" for one in hello["scenarios"]}
    for path in (ROOT / "assets/demos").glob("*.toml"):
        wanted.add(f"{tomllib.loads(path.read_text('utf-8'))['sketch']['ruleset']}/demo-{path.stem}")
    for book in (one["id"] for one in hello["rulesets"]):
        wanted |= {f"{book}/random-{number:02}" for number in range(1, 21)}
        wanted |= {f"{book}/computer-{number}" for number in range(1, 6)}
    assert wanted - set(GAMES) == set()


def test_every_difference_named_in_a_game_is_listed_with_its_reason_and_for_that_game():
    listed = tool.listed()
    assert all(entry["reason"] and entry["games"] for entry in listed.values())
    strange = [
        f"{name}: {id}"
        for name, game in heads().items()
        for id in game.differences
        if id not in listed or not any(fnmatchcase(name, pattern) for pattern in listed[id]["games"])
    ]
    assert strange == []


def test_every_listed_difference_is_named_in_a_game():
    carried = {id for game in heads().values() for id in game.differences}
    assert set(tool.listed()) - carried == set()


@pytest.mark.parametrize("name", ["hello", "epic/random-02", "wh40k2/random-03"])
def test_a_recorded_game_is_read_as_it_was_written(name):
    assert read(name, len(PARTS)).text() == (tool.FOLDER / f"{name}.txt").read_text("utf-8")


# -- a change is noticed and told --


def altered(change):
    """An engine that answers like this tree's, but with `change` made to every answer."""
    ask = inside()

    def other(request):
        answer = ask(request)
        change(answer)
        return answer

    return other


def word_an_event(answer):
    for event in answer.get("events", []):
        event["text"] = event["text"].replace("Turn 1 begins", "The first turn begins")


def widen_an_option(answer):
    for option in ((answer.get("pending") or {}).get("options") or [])[:1]:
        option["clauses"] = ["XX"]


def move_a_unit(answer):
    if "state" in answer and answer["state"]["as"] == "blue":
        answer["state"]["units"][0]["wounds"] += 1


def word_a_refusal(answer):
    for told in answer.get("why", {}).values():
        if isinstance(told, dict):
            told["reason"] += " at all"


def shift_the_odds(answer):
    for row in answer.get("odds", []):
        row["exact"] += "0"


CHANGED = [
    (shift_the_odds, "odds", "exact"),
    (word_an_event, "events", "events[0].text"),
    (widen_an_option, "question", "].clauses"),
    (move_a_unit, "views", "blue.units[b1].wounds"),
    (word_a_refusal, "why", "reason"),
]


@pytest.mark.parametrize(("change", "part", "path"), CHANGED)
def test_a_change_is_reported_at_its_first_moment_with_its_field(change, part, path):
    game = read("skirmishcorps/random-01", len(PARTS))
    first = next(compare(inside(), altered(change), game))
    assert first.part == part
    assert path in f"{part}{first.changes[0].path}" or path in first.changes[0].path


@pytest.mark.parametrize(("change", "part", "path"), CHANGED)
def test_a_change_is_noticed_by_the_digests(change, part, path, monkeypatch):
    monkeypatch.setattr(tool, "inside", lambda: altered(change))
    said = tool.checked("skirmishcorps/random-01")
    assert said.startswith("moment ")
    assert part in said


def test_a_comparison_matches_objects_by_id_and_lists_by_content():
    old = {"units": [{"id": "a", "x": 1}, {"id": "b", "x": 2}], "log": ["one", "two", "three"]}
    new = {"units": [{"id": "a", "x": 1}, {"id": "b", "x": 3}], "log": ["one", "three"]}
    assert [str(change) for change in changes(old, new)] == [
        "units[b].x:\n      was 2\n      is  3",
        'log[1]: gone: "two"',
    ]


def test_the_same_game_has_the_same_text_whatever_the_hash_seed():
    script = (
        "import json; from tools import corpus; from tools.corpus_parts.games import read\n"
        "game = read('stargrunt2/random-02', len(corpus.PARTS))\n"
        "print(json.dumps(corpus.digested(corpus.Play(corpus.inside(), game))))"
    )
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    other = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        capture_output=True,
        check=True,
    ).stdout
    here = tool.digested(tool.Play(inside(), read("stargrunt2/random-02", len(PARTS))))
    assert json.loads(other) == json.loads(json.dumps(here))
    assert len(here[0]) > 10


def test_the_games_that_a_reason_covers_are_listed_as_shortly_as_they_can_be():
    epic = [name for name in GAMES if name.startswith("epic/")]
    assert [*tool.patterns(epic)] == ["epic/*"]
    random = [f"viktory2/random-{number:02}" for number in range(1, 21)]
    assert [*tool.patterns([*random, "wh40k2/book"])] == ["viktory2/random-*", "wh40k2/book"]
    assert sorted(tool.patterns(random[:2])) == random[:2]


def test_an_accepted_reason_is_listed_with_the_others_and_a_reason_is_a_sentence(tmp_path, monkeypatch, capsys):
    before = tool.DIFFERENCES.read_text("utf-8")
    monkeypatch.setattr(tool, "DIFFERENCES", tmp_path / "differences.toml")
    tool.DIFFERENCES.write_text(before, encoding="utf-8")
    listed = tool.listed()
    tool.list_again([*listed.values(), {"id": "new", "reason": "It says “B1” now.", "games": ["epic/*"]}])
    assert tool.listed() == {**listed, "new": {"id": "new", "reason": "It says “B1” now.", "games": ["epic/*"]}}
    assert tool.main(["accept", "epic/book", "--reason", "Other words"]) == 2
    assert "end it with a full stop" in capsys.readouterr().out
