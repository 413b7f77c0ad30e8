"""Measures play: random decisions, the computer player's choices, stepping back, the size of a game."""

from __future__ import annotations

import json
import random
import time
import tracemalloc
from collections.abc import Callable, Iterator

from bench_parts.fields import generated
from bench_parts.rows import Row, race
from game.ai.levels import ComputerPlayer
from game.ai.players import blind
from game.ai.seatview import SeatView
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.foreign import ascii_json
from game.engine.match import Match
from game.engine.odds import LeftOut
from game.engine.options import NOTHING
from game.engine.setup import Setup
from game.engine.wire import pending_json
from game.maps.scenarios import load_scenario
from game.records import playback, record
from game.records.timeline import Timeline
from game.rules import RULESETS, build

SIZE = (36, 24)
SIDE = 6
MAPS = {"epic": "drawn_in", "viktory2": "three_shores"}
"""Ruleset -> the map on which it is measured, for rulebooks whose battles need formations or sites."""

NO_SHOTS = ("ranged_attack", "close_combat", "cut_off")
"""Actions that are left out of long games, so that the units last."""


def battlefield(ruleset: str, *, seed: int = 2, side: int = SIDE, turns: int = 6) -> Setup:
    """A generated battlefield of 36 x 24 cells with `side` units a side, or the rulebook's map in `MAPS`."""
    if ruleset in MAPS:
        return load_scenario(MAPS[ruleset]).setup
    return generated(seed, *SIZE, side, ruleset, turns)


ASKED = 40
"""The questions of a random game about which odds are asked."""


def odds() -> Iterator[Row]:
    """The slowest odds in a random game of each rulebook, by processor time, as text game and protocol ask for them."""
    for ruleset in RULESETS:
        chance = random.Random(1)  # noqa: S311
        match = Match(battlefield(ruleset), build(ruleset), DiceSource(seed=1))
        slowest, partly, asked = 0.0, 0, 0
        while match.pending is not None and asked < ASKED:
            options = match.pending.options
            if len(options) > 1:
                asked += 1
                option = chance.choice(options)
                for assume in (False, True):
                    start = time.process_time()
                    rows = match.odds(option.id, assume=assume)
                    slowest = max(slowest, time.process_time() - start)
                    partly += any(isinstance(change, LeftOut) for change in rows[-1][1])
            match.choose(even_choice(match, chance))
        yield Row("odds", f"the slowest odds, {ruleset} ({partly} of {2 * asked} left something out)", slowest, "s")


def even_choice(match: Match, chance: random.Random) -> str:
    """The id of a random option: first a unit and an action are drawn, then an option with both."""
    options = match.pending.options if match.pending else NOTHING
    kinds = sorted({(option.unit, option.action) for option in options})
    unit, action = chance.choice(kinds)
    return chance.choice([o.id for o in options if (o.unit, o.action) == (unit, action)])


def random_play(ruleset: str, *, even: bool = False, read: bool = False) -> Callable[[], int]:
    """A runner that makes one decision, in game after game.

    `even`: it draws a unit and an action, then an option with both; else it draws any option, but brings drafts to an
    end. `read`: every option is first written as JSON, with its path, as a bot gets it.
    """
    setup, chance, seed = battlefield(ruleset), random.Random(1), 0  # noqa: S311
    match = Match(setup, build(ruleset), DiceSource(seed=seed))

    def once() -> int:
        nonlocal match, seed
        if match.pending is None:
            seed += 1
            match = Match(setup, match.rules, DiceSource(seed=seed))
        if read:
            ascii_json(pending_json(match))
        options = match.pending.options if match.pending else NOTHING
        if not even:
            match.choose(blind(options, chance.randrange).id)
            return 1
        match.choose(even_choice(match, chance))
        return 1

    return once


def random_chess() -> Callable[[], int]:
    """A runner that makes one random move in python-chess. Raises ImportError."""
    import chess

    chance, board = random.Random(1), chess.Board()  # noqa: S311

    def once() -> int:
        moves = list(board.legal_moves)
        if not moves or board.halfmove_clock >= 150:
            board.reset()
            return 0
        board.push(chance.choice(moves))
        return 1

    return once


def decisions(seconds: float) -> Iterator[Row]:
    """Random decisions per second of every rulebook, compared with python-chess."""
    part = "decisions"
    runners = {f"{ruleset}, any option": random_play(ruleset, even=False) for ruleset in RULESETS}
    runners |= {f"{ruleset}, every option read": random_play(ruleset, read=True) for ruleset in RULESETS}
    runners |= {f"{ruleset}, any action": random_play(ruleset, even=True) for ruleset in RULESETS}
    try:
        runners["python-chess, any move"] = random_chess()
    except ImportError:
        yield Row(part, "python-chess, any move", skipped="not installed (chess)")
    rates = race(runners, seconds, warm=seconds / 4)
    peer = rates.get("python-chess, any move")
    for name, rate in rates.items():
        beside = {"python-chess, any move": rate / peer} if peer and "chess" not in name else {}
        yield Row(part, f"random play, {name}", rate, "a second", beside)


def computer(seconds: float) -> Iterator[Row]:
    """How long the computer player thinks, in games that it has played before, so that all caches are filled."""
    for ruleset in RULESETS:
        setups: dict[int, Setup] = {}
        answers(ruleset, setups, seconds)
        took = answers(ruleset, setups, seconds)
        yield Row("computer", f"{ruleset}, one answer, mean of {len(took)}", sum(took) / len(took), "ms")
        yield Row("computer", f"{ruleset}, one answer, longest", max(took), "ms")


def answers(ruleset: str, setups: dict[int, Setup], seconds: float) -> list[float]:
    """The milliseconds of each answer in game after game, for so many seconds. Keeps the setup of each seed."""
    took: list[float] = []
    start, seed, player = time.perf_counter(), 0, ComputerPlayer()
    while not took or time.perf_counter() - start < seconds:
        seed += 1
        setup = setups.get(seed) or setups.setdefault(seed, battlefield(ruleset, seed=seed))
        match = Match(setup, build(ruleset), DiceSource(seed=seed))
        while (asked := match.pending) is not None and (not took or time.perf_counter() - start < seconds):
            begin = time.perf_counter()
            option = player.choose(SeatView(match, asked.seat), asked)
            if len(asked.options) > 1:
                took.append(1000 * (time.perf_counter() - begin))
            match.choose(Choice.of(option))
    return took


def kept(lengths: tuple[int, ...]) -> Iterator[Row]:
    """Stepping back, saves and memory, at each of these lengths of a game (in choices)."""
    part = "record"
    setup, chance = battlefield("skirmishcorps", side=12, turns=99), random.Random(2)  # noqa: S311
    match = Match(setup, build(setup.ruleset))
    playback.load(json.loads(json.dumps(record.save(match))), build)  # does the one-time work
    played = 0.0
    for length in lengths:
        while match.pending and len(match.history) < length:
            calm = [option for option in match.pending.options if option.action not in NO_SHOTS]
            chosen = chance.choice(calm or match.pending.options).id
            start = time.perf_counter()
            match.choose(chosen)
            played += time.perf_counter() - start
        made = len(match.history)
        start = time.perf_counter()
        text = json.dumps(record.save(match))
        yield Row(part, f"{made} choices, save", 1000 * (time.perf_counter() - start), "ms")
        yield Row(part, f"{made} choices, size of a save", len(text.encode()) / 1024, "KiB")
        start = time.perf_counter()
        timeline = Timeline(playback.load(json.loads(text), build))
        took = time.perf_counter() - start
        yield Row(part, f"{made} choices, load", 1000 * took, "ms", {"playing them": took / played})
        steps = []
        for _ in range(made):
            start = time.perf_counter()
            timeline.undo(study=True)
            steps.append(1000 * (time.perf_counter() - start))
        yield Row(part, f"{made} choices, one step back, median", sorted(steps)[made // 2], "ms")
        yield Row(part, f"{made} choices, one step back, longest", max(steps), "ms")
        if length == lengths[0]:
            tracemalloc.start()
            whole = playback.load(json.loads(text), build)
            yield Row(
                part,
                f"{len(whole.history)} choices, memory of the match",
                tracemalloc.get_traced_memory()[0] / 2**20,
                "MB",
            )
            tracemalloc.stop()
