"""A battlefield by seed: the same for both sides, in measure, and the same battle wherever it is drawn."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from game.ai.levels import ComputerPlayer
from game.ai.players import answer
from game.engine.deployment import DEPLOY
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.names import Deployment
from game.engine.rulebook import load_army
from game.engine.setup import Setup, check_setup
from game.engine.unfit import SetupError
from game.maps.generated import Size, battlefield, measure, named, playable
from game.rules import RULESETS, build
from game.sketch import read_sketch, write_sketch
from game.ui.launch import parse_play

ROOT = Path(__file__).resolve().parents[2]
BOOKS = [name for name in RULESETS if playable(name)]
SEEDS = range(3)


@pytest.fixture(scope="module", params=BOOKS)
def drawn(request: pytest.FixtureRequest) -> tuple[str, list[Setup]]:
    """A rulebook and its battlefields of these seeds."""
    return request.param, [battlefield(request.param, seed) for seed in SEEDS]


def test_the_skirmish_rulebooks_have_points() -> None:
    assert BOOKS == ["skirmishcorps", "wh40k2", "stargrunt2"]
    with pytest.raises(SetupError, match="no points"):
        battlefield("epic", 1)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("size", list(Size))
def test_the_ground_is_the_same_for_both_sides_turned_round(book: str, size: Size) -> None:
    setup = battlefield(book, 7, size)
    check_setup(setup)
    board = setup.board
    assert (board.width, board.height, setup.turns) == (size.columns, size.rows, size.turns)
    assert board.terrain == board.terrain[::-1]
    last = board.width * board.height - 1
    assert sorted(last - cell for cell in setup.zones["red"]) == list(setup.zones["blue"])
    assert {objective.points for objective in setup.objectives} == {1, 2}


def test_lanes_and_cover_are_in_measure_or_nearly(drawn: tuple[str, list[Setup]]) -> None:
    off = [measure(setup.board).off for setup in drawn[1]]
    assert max(off) < 0.1


def test_forces_cost_the_same_or_nearly_and_stand_in_their_zones(drawn: tuple[str, list[Setup]]) -> None:
    book, setups = drawn
    army = load_army(book)
    cheapest = min(profile.points for profile in army.profiles.values() if profile.points)
    for setup in setups:
        limit = int("".join(filter(str.isdigit, setup.note)))
        for seat in setup.seats:
            own = [unit for unit in setup.units if unit.seat == seat]
            cost = sum(army.profiles[unit.profile].points for unit in own)
            assert cost <= limit
            assert limit - cost < 2 * cheapest
            assert {unit.at for unit in own} <= set(setup.zones[seat])
            assert max([unit.profile for unit in own].count(name) for name in army.profiles) <= 3


def test_the_same_seed_is_the_same_battle_in_another_process() -> None:
    code = "from game.maps.generated import battlefield; print(battlefield('wh40k2', 99).fingerprint())"
    told = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    ]
    assert told == [battlefield("wh40k2", 99).fingerprint()] * 2
    assert battlefield("wh40k2", 98).fingerprint() not in told


@pytest.mark.parametrize("book", BOOKS)
def test_the_computer_sets_up_and_plays_on_it(book: str) -> None:
    setup = battlefield(book, 3, Size.SHORT)
    assert setup.deployment is Deployment.FREE
    match = Match(setup, build(book), DiceSource(seed=1))
    players = dict.fromkeys(setup.seats, ComputerPlayer())
    while match.pending is not None and (match.pending.kind == DEPLOY or len(match.choices) < 30):
        answer(match, players)
    assert match.state.placing is not None
    assert match.state.phase
    assert read_sketch(write_sketch(setup)) == setup


def test_a_name_says_rulebook_seed_and_size() -> None:
    assert named("market_street") is None
    assert named("skirmishcorps:12") == battlefield("skirmishcorps", 12)
    assert named("stargrunt2:12:long") == battlefield("stargrunt2", 12, Size.LONG)
    assert "no rulebook" in str(parse_play(["chess:1"]))
    assert "no points" in str(parse_play(["viktory2:1"]))
    assert callable(parse_play(["skirmishcorps:12", "--deploy", "fixed"]))
