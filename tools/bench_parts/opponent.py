"""Measures the computer player: the time of a decision at each level, and the unit actions per second of a battle.

For comparison Wesnoth's default AI plays itself, if it is installed (Debian: wesnoth-1.16-core). All times are
processor time, so that a busy machine is fair to both, and exclude the start of the program.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median, quantiles

from bench_parts.rows import Row
from game.__main__ import collect_seldom
from game.ai.players import battle
from game.ai.roster import player_named
from game.ai.seatview import SeatView
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.events import ActionEnded, ReactionResolved
from game.engine.match import Match
from game.engine.setup import Setup
from game.maps.scenarios import list_scenarios, load_scenario
from game.records.levels import Level
from game.rules import RULESETS, build

PART = "opponent"
WESNOTH = "Wesnoth's default AI"
PROGRAMS = ("wesnoth-1.16", "wesnoth")
PLACES = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games"
SCENARIO = "multiplayer_Den_of_Onis"
SHORT, LONG = 2, 10
"""Turns of two runs of Wesnoth; the difference between them excludes its start."""
DONE = re.compile(rb"start of execution of: (?:full move|partial move|attack|recruitment)")


def opponent(seconds: float) -> Iterator[Row]:
    """The time per decision of every level and rulebook, then unit actions a second of regular against itself."""
    collect_seldom()  # as the game does
    for ruleset in RULESETS:
        for level in Level:
            decisions(ruleset, level, seconds)  # fills the caches of the boards
            took = sorted(decisions(ruleset, level, seconds))
            name = f"{ruleset}, {level}, one decision"
            yield Row(PART, f"{name}, median of {len(took)}", median(took), "ms")
            yield Row(PART, f"{name}, 99th percentile", quantiles(took, n=100, method="inclusive")[-1], "ms")
    peer = wesnoth()
    if peer is None:
        yield Row(PART, WESNOTH, skipped="not installed (Debian: wesnoth-1.16-core)")
    for ruleset in RULESETS:
        rate = actions(ruleset, 2 * seconds)
        beside = {WESNOTH: rate / peer} if peer else {}
        yield Row(PART, f"{ruleset}, regular against regular, unit actions", rate, "a second", beside)
    if peer is not None:
        yield Row(PART, f"{WESNOTH} against itself, unit actions", peer, "a second")


@cache
def tables(ruleset: str) -> tuple[Setup, ...]:
    """The scenarios of a rulebook."""
    return tuple(load_scenario(scenario.id).setup for scenario in list_scenarios() if scenario.ruleset == ruleset)


def match_of(ruleset: str, seed: int) -> Match:
    """A battle on one of the rulebook's scenarios, which the seed goes through in turn."""
    setup = tables(ruleset)[seed % len(tables(ruleset))]
    return Match(setup, build(ruleset, setup.rulings), DiceSource(seed=seed))


def decisions(ruleset: str, level: str, seconds: float) -> list[float]:
    """The milliseconds of each decision with more than one option, in battle after battle, for so many seconds."""
    took: list[float] = []
    seed, end = 0, time.process_time() + seconds
    while time.process_time() < end or len(took) < 2:
        match, player = match_of(ruleset, seed), player_named(level)
        seed += 1
        while (asked := match.pending) is not None and (time.process_time() < end or len(took) < 2):
            since = time.process_time()
            option = player.choose(SeatView(match, asked.seat), asked)
            if len(asked.options) > 1:
                took.append(1000 * (time.process_time() - since))
            match.choose(Choice.of(option))
    return took


def actions(ruleset: str, seconds: float) -> float:
    """Actions and reactions per second of regular players, in whole battles; under Epic, those of formations."""
    count, spent, seed = 0, 0.0, 0
    while spent < seconds:
        match = match_of(ruleset, seed)
        seed += 1
        since = time.process_time()
        battle(match, dict.fromkeys(match.setup.seats, player_named("regular")))
        spent += time.process_time() - since
        count += sum(isinstance(entry.event, ActionEnded | ReactionResolved) for entry in match.events)
    return count / spent


def wesnoth() -> float | None:
    """Moves, attacks and recruits a second of Wesnoth's default AI against itself; None if it is not installed."""
    program = next((found for name in PROGRAMS if (found := shutil.which(name, path=PLACES))), None)
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as home:
        _wesnoth_run(program, home, 1)  # fills its cache of game data
        short, long = (_wesnoth_run(program, home, turns) for turns in (SHORT, LONG))
    spent = long[1] - short[1]
    return (long[0] - short[0]) / spent if spent > 0 else None


def _wesnoth_run(program: str, home: str, turns: int) -> tuple[int, float]:
    """The number of actions in a game of so many turns, and its seconds of processor time."""
    sides = ["--controller", "1:ai", "--controller", "2:ai", "--rng-seed", "1", "--turns", str(turns), "--exit-at-end"]
    quiet = ["--userdata-dir", str(Path(home) / "data"), "--nogui", "--nosound", "--log-info=ai/actions"]
    headless = {"HOME": home, "XDG_RUNTIME_DIR": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    before = os.times()
    done = subprocess.run(
        [program, *quiet, "--multiplayer", "--scenario", SCENARIO, *sides],
        env={**os.environ, **headless},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=300,
        check=False,
    )
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return len(DONE.findall(done.stdout + done.stderr)), spent
