"""The templates play like real rulebooks: as plug-ins, in text, in the window, by odds, against the computer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = ROOT / "tools/template"
SKETCH = {
    "ruleset": "sentry",
    "board": ["..........", "...##.....", ".........."],
    "units": [
        {"id": "r1", "seat": "red", "profile": "guard", "at": [0, 2]},
        {"id": "b1", "seat": "blue", "profile": "guard", "at": [9, 2]},
    ],
    "seats": ["red", "blue"],
}


@pytest.fixture
def installed(tmp_path):
    """The environment of a process that has the templates installed."""
    info = tmp_path / "snowball_sentry-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: snowball-sentry\nVersion: 1\n", "utf-8")
    points = tomllib.loads((TEMPLATE / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    rows = "".join(f"{name} = {value}\n" for name, value in points["snowball.rulebooks"].items())
    (info / "entry_points.txt").write_text(f"[snowball.rulebooks]\n{rows}", "utf-8")
    path = os.pathsep.join(map(str, (tmp_path, TEMPLATE, ROOT)))
    return {**os.environ, "PYTHONPATH": path, "SDL_VIDEODRIVER": "dummy", "XDG_DATA_HOME": str(tmp_path / "data")}


def engine(environment, *requests):
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(
        [sys.executable, "-m", "game", "engine"],
        input=lines,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_march_is_answered_by_units_that_see_it_arrive(installed):
    hello, begun, marched, fired = engine(
        installed,
        {"do": "hello"},
        {"do": "new", "sketch": SKETCH, "dice": [5]},
        {"do": "choose", "match": "m1", "option": "r1:march:4,2"},
        {"do": "choose", "match": "m1", "option": "b1:fire:r1"},
    )
    assert "sentry" in [book["id"] for book in hello["rulesets"]]
    assert begun["pending"]["kind"] == "activate"
    assert [option["id"] for option in marched["pending"]["options"]] == ["b1:fire:r1", "pass"]
    assert [event["text"] for event in fired["events"]][:4] == [
        "B1 reacts to R1.",
        "B1 reacts now.",
        "B1 fires at R1: 5, needs 5.",
        "R1 is out of action.",
    ]
    assert fired["outcome"]["winner"] == "blue"


def pytest_of(installed, *arguments):
    """Run tests in a process that has the templates installed, and return what it prints; they must pass."""
    run = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(run, cwd=ROOT, env=installed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_templates_keep_what_every_rulebook_promises(installed):
    files = [f"tests/test_{name}.py" for name in ("every_ruleset", "contracts", "presentation")]
    pytest_of(installed, "-k", "(sentry or standoff) and not another_process", *files)


def test_the_second_template_keeps_what_is_asked_of_the_rulebooks_of_the_game(installed):
    names = ("citations", "foretold", "refusals", "standing_answers", "suggested")
    pytest_of(installed, "-k", "standoff", *(f"tests/test_{name}.py" for name in names), "tests/ui/test_boarding.py")


def test_the_rules_of_the_second_template_are_played_as_scenes_named_by_clauses(installed):
    pytest_of(installed, "tools/template/tests")
    book = tomllib.loads((TEMPLATE / "standoff/rulebooks/standoff.toml").read_text("utf-8"))
    scenes = (TEMPLATE / "tests/test_standoff.py").read_text("utf-8")
    for row in (*book["clause"], *book["ruling"]):
        assert f"def test_{row['id'].lower().replace('-', '_')}_" in scenes


def test_the_demonstration_of_the_second_template_is_shown_as_written(installed):
    (demo,) = (TEMPLATE / "standoff/demos").glob("*.toml")
    run = [sys.executable, "-m", "game", "demo", demo, "--check"]
    done = subprocess.run(run, env=installed, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "1 demonstration shown as written.\n"), done.stderr


def test_the_second_template_is_played_in_text(installed):
    table = TEMPLATE / "standoff/tables/two_yards.json"
    done = subprocess.run(
        [sys.executable, "-m", "game", "text", table, "--seed", "3"],
        input="go b2 e6\nr2:fire:b2\nb2:fire:r2\nquit\n",
        env=installed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "R2 fires 3, needs 5; B2 fires 3, needs 5. (SO-04)" in done.stdout


WINDOW = """
from game.engine.dice import DiceSource
from game.session.session import Session
from game.sketch.named import setup_named
from game.ui.screens.battle import BattleScreen
from tests.ui.desk import Desk
from tests.ui.ledger import words_on
desk = Desk()
screen = BattleScreen(desk.app, Session(setup_named({table!r}), dice=DiceSource(seed=3)))
desk.open(screen)
for option in ("b2:advance:4,5", "r2:fire:b2", "b2:fire:r2"):
    screen.game.choose(option)
    screen.skip()
    while desk.top is not screen:
        desk.press("space")
    desk.app.draw()
    print(" ".join(words_on(desk)))
"""


def test_the_second_template_is_shown_in_the_window(installed):
    script = WINDOW.replace("{table!r}", repr(str(TEMPLATE / "standoff/tables/two_yards.json")))
    done = subprocess.run([sys.executable, "-c", script], env=installed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answering, aiming, over = done.stdout.splitlines()[-3:]
    assert "Who fires or dodges?" in answering
    assert "At whom does B2 fire?" in aiming
    assert "all at the same time" in aiming
    assert "Which unit gets an order?" in over


CONTRACT = """
import random
from game.ai.levels import ComputerPlayer
from game.ai.seatview import SeatView
from game.engine.dice import DiceSource
from game.engine.odds import explore
from game.rules import build
from game.sketch.reader import read_sketch
from tests.strict import StrictMatch
sketch = {sketch}
compared = 0
for seed in range(20):
    match = StrictMatch(read_sketch(sketch), build(sketch["ruleset"]), DiceSource(seed=seed))
    while match.pending:
        for option in match.pending.options:
            forecast = match.forecast(option)
            if forecast is not None:
                ends = explore(match.rules, match.state, [*match.answers, option], assume=True)
                told = sum(p for p, state in ends if state.units[option.target].out)
                assert told == forecast.p_out, (told, forecast)
                compared += 1
        player, asked = ComputerPlayer(), match.pending
        option = player.choose(SeatView(match, asked.seat), asked) if asked.seat == "red" else None
        match.choose(option.id if option else random.Random(seed).choice(asked.options).id)
    assert match.outcome
assert compared
print("played")
"""


@pytest.mark.parametrize(("ruleset", "profile"), [("sentry", "guard"), ("standoff", "trooper")])
def test_a_template_is_played_against_the_computer_and_its_forecasts_are_the_odds(installed, ruleset, profile):
    units = [unit | {"profile": profile} for unit in SKETCH["units"]]
    sketch = SKETCH | {"ruleset": ruleset, "units": units, "turns": 3}
    script = CONTRACT.replace("{sketch}", repr(sketch))
    done = subprocess.run([sys.executable, "-c", script], env=installed, capture_output=True, text=True, check=False)
    assert done.stdout == "played\n", done.stderr


def test_the_type_checker_finds_what_a_rulebook_has_forgotten(tmp_path):
    code = (TEMPLATE / "sentry/__init__.py").read_text("utf-8")
    whole = tmp_path / "whole.py"
    whole.write_text(code, "utf-8")
    start = code.index("    def still_may(")
    torn = tmp_path / "torn.py"
    torn.write_text(code[:start] + code[code.index("    def carry_out(") :] + "\nSentry()\n", "utf-8")
    run = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]
    assert subprocess.run([*run, whole], cwd=ROOT, check=False).returncode == 0
    done = subprocess.run([*run, torn], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "still_may" in done.stdout
