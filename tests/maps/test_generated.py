"""A battlefield by seed: the same for both sides, in measure, and the same battle wherever it is drawn."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import mean

import pytest

from game.ai.levels import ComputerPlayer
from game.ai.players import answer
from game.engine.deployment import DEPLOY
from game.engine.dice import DiceSource
from game.engine.forces import playable
from game.engine.match import Match
from game.engine.names import Deployment
from game.engine.rulebook import load_army
from game.engine.setup import check_setup
from game.maps.generated import BattleSize, battle_named, battlefield, measure
from game.maps.hexfield import hex_measure, rotated
from game.records.levels import Level, Strength
from game.rules import RULESETS, build
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.sketch import read_sketch, write_sketch
from game.ui.launch import parse_play

ROOT = Path(__file__).resolve().parents[2]
BOOKS = [name for name in RULESETS if playable(name)]
SQUARES = [name for name in BOOKS if load_army(name).battles.grid == "square"]
SEEDS = range(3)


def test_every_shipped_rulebook_has_points_for_its_units() -> None:
    assert BOOKS == ["skirmishcorps", "wh40k2", "stargrunt2", "epic", "viktory2"]
    assert [name for name in BOOKS if name not in SQUARES] == ["viktory2"]


@pytest.mark.parametrize("book", SQUARES)
@pytest.mark.parametrize("size", list(BattleSize))
def test_the_ground_is_the_same_for_both_sides_rotated_by_half_a_turn(book: str, size: BattleSize) -> None:
    setup = battlefield(book, 7, size)
    check_setup(setup)
    board = setup.board
    assert (board.width, board.height, setup.turns) == (*size.cells(book), size.turns)
    assert board.terrain == board.terrain[::-1]
    last = board.width * board.height - 1
    assert sorted(last - cell for cell in setup.zones["red"]) == list(setup.zones["blue"])


@pytest.mark.parametrize("book", SQUARES)
def test_the_wings_of_a_battlefield_are_worth_more_together_than_its_middle(book: str) -> None:
    for seed in range(6):
        setup = battlefield(book, seed)
        worth = {objective.id: objective.points for objective in setup.objectives}
        columns = {goal.id: {setup.board.xy(cell)[0] for cell in goal.cells} for goal in setup.objectives}
        assert worth["west"] + worth["east"] > worth["middle"]
        assert max(columns["west"]) < setup.board.width / 4
        assert min(columns["east"]) > setup.board.width * 3 / 4


@pytest.mark.parametrize("book", ["skirmishcorps", "wh40k2", "stargrunt2"])
def test_the_computer_does_not_set_its_units_up_shoulder_to_shoulder(book: str) -> None:
    """Before, forces that could begin 27 cells wide were drawn together to seven, each unit beside the next."""
    widths, gaps = [], []
    for seed in range(1, 5):
        setup = battlefield(book, seed)
        players = {seat: ComputerSeat(Strength(Level.REGULAR)) for seat in setup.seats}
        session = Session(setup, dice=DiceSource(seed=1), players=players)
        while session.match.pending.kind == DEPLOY:
            session.let_player_choose()
        for seat in setup.seats:
            at = [unit.at for unit in session.match.front.standing(seat)]
            columns = [setup.board.xy(cell)[0] for cell in at]
            widths.append(max(columns) - min(columns) + 1)
            gaps += [min(setup.board.distance(a, b) for b in at if b != a) for a in at]
    assert mean(widths) > 0.4 * setup.board.width
    assert mean(gaps) > 1.5


@pytest.mark.parametrize("size", list(BattleSize))
def test_an_island_is_the_same_for_both_sides_rotated_by_half_a_turn(size: BattleSize) -> None:
    setup = battlefield("viktory2", 7, size)
    check_setup(setup)
    board = setup.board
    assert (board.width, board.height, setup.turns) == (*size.cells("viktory2"), size.turns)
    others = {cell: rotated(board.width, board.height, cell) for cell in range(board.width * board.height)}
    assert all(
        board.terrain[cell] == "water" if at is None else board.terrain[cell] == board.terrain[at]
        for cell, at in others.items()
    )
    assert all(
        {others[beside] for beside in board.neighbours(cell)} - {None} <= set(board.neighbours(at))
        for cell, at in others.items() if at is not None
    ), "neighbours stay neighbours"  # fmt: skip
    towns = {(site.kind, site.at, site.seat) for site in setup.sites if site.seat}
    foe = {"red": "blue", "blue": "red"}
    assert towns == {(kind, others[at], foe[seat]) for kind, at, seat in towns}
    assert sorted(kind for kind, _, seat in towns if seat == "red") == [
        "capital",
        "city",
        "city",
        "town",
        "town",
        "town",
    ]
    assert [site.name for site in setup.sites if not site.seat] == ["Middle Cross"]
    assert len(setup.roads) == 2
    assert {road[-1] for road in setup.roads} == {setup.sites[0].at}


def test_an_island_has_enough_woods_and_enough_open_ways() -> None:
    for size in BattleSize:
        assert max(hex_measure(battlefield("viktory2", seed, size).board, 3).off for seed in range(6)) == 0


def test_formations_of_a_battlefield_begin_in_coherency() -> None:
    rules = build("epic")
    for size in BattleSize:
        for seed in range(2):
            setup = battlefield("epic", seed, size)
            state = Match(setup.deployed(Deployment.FIXED), build("epic")).state
            assert [rules.deployment_refused(state, seat) for seat in setup.seats] == [None, None]
            assert len({unit.group for unit in setup.units if unit.seat == "red"}) >= 2


@pytest.mark.parametrize("book", SQUARES, scope="module")  # beside the other of its book: a field is drawn once
def test_lanes_of_fire_and_cover_of_battlefields_are_within_a_tenth_of_the_wanted_measure(book: str) -> None:
    off = [measure(battlefield(book, seed).board).off for seed in SEEDS]
    assert max(off) < 0.1


@pytest.mark.parametrize("book", BOOKS, scope="module")
def test_forces_cost_nearly_the_same_and_stand_in_their_zones(book: str) -> None:
    army = load_army(book)
    cheapest = min(profile.points for profile in army.profiles.values() if profile.points)
    for seed in SEEDS:
        setup = battlefield(book, seed)
        limit = int("".join(filter(str.isdigit, setup.note)))
        for seat in setup.seats:
            own = [unit for unit in setup.units if unit.seat == seat]
            cost = sum(army.profiles[unit.profile].points for unit in own)
            assert cost <= limit
            assert limit == BattleSize.EVENING.points(book)
            assert limit - cost < 2 * cheapest
            assert {unit.at for unit in own} <= set(setup.zones[seat])
            if not army.battles.formations:
                counts = {name: [unit.profile for unit in own].count(name) for name in army.profiles}
                assert all(count <= army.profiles[name].most for name, count in counts.items())


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
    setup = battlefield(book, 3, BattleSize.SHORT)
    assert setup.deployment is Deployment.FREE
    match = Match(setup, build(book), DiceSource(seed=1))
    players = dict.fromkeys(setup.seats, ComputerPlayer())
    while match.pending is not None and (match.pending.kind == DEPLOY or len(match.choices) < 30):
        answer(match, players)
    assert match.state.placing is not None
    assert match.state.phase
    assert read_sketch(write_sketch(setup)) == setup


def test_the_name_of_a_battlefield_gives_its_rulebook_seed_and_size() -> None:
    assert battle_named("market_street") is None
    assert battle_named("skirmishcorps:12") == battlefield("skirmishcorps", 12)
    assert battle_named("stargrunt2:12:long") == battlefield("stargrunt2", 12, BattleSize.LONG)
    assert "no rulebook" in str(parse_play(["chess:1"]))
    assert callable(parse_play(["viktory2:999999999:short"]))
    for seed in ("1000000000", "-1"):
        told = f"A battlefield’s seed is a whole number of at most nine digits, not '{seed}'."
        assert parse_play([f"epic:{seed}:long"]) == told
    assert callable(parse_play(["skirmishcorps:12", "--deploy", "fixed"]))
