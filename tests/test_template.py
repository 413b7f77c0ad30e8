"""The template of a rulebook plays like a real one: as a plug-in, in text, over the protocol, against the computer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
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
    """The environment of a process that has the template installed."""
    info = tmp_path / "snowball_sentry-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: snowball-sentry\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text("[snowball.rulebooks]\nsentry = sentry:Sentry\n", "utf-8")
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


def test_the_template_keeps_what_every_rulebook_promises(installed):
    files = [f"tests/test_{name}.py" for name in ("every_ruleset", "contracts", "presentation")]
    run = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "-k",
        "sentry and not another_process",
        *files,
    ]
    done = subprocess.run(run, cwd=ROOT, env=installed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


CONTRACT = """
import random
from game.ai.levels import ComputerPlayer
from game.ai.seatview import SeatView
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.rules import build
from game.sketch.reader import read_sketch
from tests.strict import StrictMatch
sketch = {sketch}
for seed in range(20):
    match = StrictMatch(read_sketch(sketch), build("sentry"), DiceSource(seed=seed))
    while match.pending:
        for option in match.pending.options:
            forecast = match.forecast(option)
            if forecast is not None:
                told = sum(p for p, rows in match.odds(option.id) if any(row.out for row in rows))
                assert told == forecast.p_out, (told, forecast)
        player, asked = ComputerPlayer(), match.pending
        option = player.choose(SeatView(match, asked.seat), asked) if asked.seat == "red" else None
        match.choose(option.id if option else random.Random(seed).choice(asked.options).id)
    assert match.outcome
print("played")
"""


def test_the_template_is_played_against_the_computer_and_keeps_the_contracts(installed):
    script = CONTRACT.replace("{sketch}", repr(SKETCH | {"turns": 3}))
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
