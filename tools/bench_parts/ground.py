"""Measures the board: sight, reach, and how expensive a map of 200 x 200 cells is."""

from __future__ import annotations

import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from statistics import median

from msgspec.structs import replace

from bench_parts.fields import generated
from bench_parts.large_map import MODEL
from bench_parts.play import battlefield
from bench_parts.rows import Row, in_turns, race
from bench_parts.start import run
from game.board.board import Board, PathError
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.setup import Setup
from game.rules import build

BUDGET = 16
"""The movement of a run, in half inches."""
SMALL, LARGE = 32, 200
"""The sides of the maps that are compared, in cells."""
FEW, MANY = 12, 48
"""The numbers of units on them."""


def sight(seconds: float) -> Iterator[Row]:
    """Whether one cell sees another, with each pair new to the board, compared with tcod's line."""
    part = "sight"
    board = battlefield("skirmishcorps").board
    cells = [cell for cell in range(len(board.terrain)) if board.passable(cell)]
    shuffled = random.Random(3)  # noqa: S311
    pairs = [(a, b) for a in cells for b in cells]
    shuffled.shuffle(pairs)
    runners: dict[str, Callable[[], int]] = {
        "seen or not": _each(board.visible, pairs),
        "with cover and what is in the way": _each(board.sight, pairs),
        "the same, asked again": _each(board.sight, pairs[:2000]),
        "the whole field of view, its cells": _fields(board, cells),
    }
    try:
        runners["tcod.los.bresenham"] = _tcod_line(board, pairs)
        runners["tcod.map.compute_fov, its cells"] = _tcod_field(board, cells)
    except ImportError:
        yield Row(part, "tcod", skipped="not installed (tcod)")
    rates = race(runners, seconds)
    line, fov = rates.get("tcod.los.bresenham"), rates.get("tcod.map.compute_fov, its cells")
    for name, rate in rates.items():
        beside = {}
        if line and fov and "tcod" not in name:
            beside = {"tcod fov": rate / fov} if "field" in name else {"tcod.los": rate / line}
        yield Row(part, name, rate, "a second", beside)


def _each(ask: Callable[[int, int], object], pairs: list[tuple[int, int]]) -> Callable[[], int]:
    stream = cycle(pairs)

    def once() -> int:
        for _ in range(100):
            ask(*next(stream))
        return 100

    return once


def _fields(board: Board, cells: list[int]) -> Callable[[], int]:
    """A runner that takes each field of view of a fresh board in turn, so that none is cached."""
    rows, fresh, stream = board.rows(), board, iter(cells)

    def once() -> int:
        nonlocal fresh, stream
        for cell in stream:
            fresh.field(cell)
            return len(fresh.terrain)
        fresh, stream = Board.from_rows(rows), iter(cells)
        return 0

    return once


def _tcod_line(board: Board, pairs: list[tuple[int, int]]) -> Callable[[], int]:
    import numpy as np
    import tcod.los

    clear, stream, width = _transparent(board), cycle(pairs), board.width

    def once() -> int:
        for _ in range(100):
            a, b = next(stream)
            line = tcod.los.bresenham(divmod(a, width), divmod(b, width))
            bool(np.all(clear[tuple(line[1:-1].T)]))
        return 100

    return once


def _tcod_field(board: Board, cells: list[int]) -> Callable[[], int]:
    import tcod.map

    clear, stream = _transparent(board), cycle(cells)

    def once() -> int:
        return tcod.map.compute_fov(clear, divmod(next(stream), board.width)).size

    return once


def _transparent(board: Board) -> object:
    import numpy as np

    return np.array([kind != "high" for kind in board.terrain]).reshape(board.height, board.width)


def reach(seconds: float) -> Iterator[Row]:
    """Every cell that a run can reach, compared with Dijkstra's search in networkx over the same steps."""
    part = "reach"
    board = battlefield("skirmishcorps").board
    cells = [cell for cell in range(len(board.terrain)) if board.passable(cell)]
    ours = cycle(cells)  # more cells than a board caches, so that every search is really made

    def once() -> int:
        board.reach(next(ours), BUDGET)
        return 1

    runners: dict[str, Callable[[], int]] = {"of a run": once}
    try:
        import networkx as nx
    except ImportError:
        yield Row(part, "networkx dijkstra", skipped="not installed (networkx)")
    else:
        graph = nx.DiGraph()
        graph.add_nodes_from(cells)
        graph.add_weighted_edges_from(_steps(board, cells))
        theirs = cycle(cells)

        def search() -> int:
            nx.single_source_dijkstra_path_length(graph, next(theirs), cutoff=BUDGET)
            return 1

        same = nx.single_source_dijkstra_path_length(graph, cells[0], cutoff=BUDGET)
        if same != dict(board.reach(cells[0], BUDGET).costs):
            raise AssertionError("The two searches do not agree, so their times cannot be compared.")
        runners["networkx dijkstra"] = search
    rates = race(runners, seconds)
    peer = rates.get("networkx dijkstra")
    for name, rate in rates.items():
        yield Row(part, name, rate, "a second", {"networkx": rate / peer} if peer and "networkx" not in name else {})


def _steps(board: Board, cells: list[int]) -> Iterator[tuple[int, int, int]]:
    """Every legal step (from, to, cost)."""
    for cell in cells:
        for to in board.neighbours(cell):
            with contextlib.suppress(PathError):
                yield cell, to, board.path_cost((cell, to))


def large(rounds: int) -> Iterator[Row]:
    """A map of 200 x 200 cells: a field of view, a decision compared with one on 32 x 32, the window."""
    part = "large maps"
    for grid, glyphs in (("square", ".#Tn"), ("hex", ".mfg")):
        chance = random.Random(4)  # noqa: S311
        rows = ["".join(chance.choices(glyphs, (94, 2, 2, 2), k=LARGE)) for _ in range(LARGE)]
        took = []
        for _ in range(rounds):
            board = Board.from_rows(rows, grid)
            start = time.process_time()
            board.field(LARGE * LARGE // 2 + LARGE // 2)
            took.append(1000 * (time.process_time() - start))
        yield Row(part, f"field of view of one cell, {grid}, the board's first", median(took), "ms")
        board, took = Board.from_rows(rows, grid), []
        for cell in chance.sample(range(LARGE * LARGE), 50):
            start = time.process_time()
            board.field(cell)
            took.append(1000 * (time.process_time() - start))
        yield Row(part, f"field of view of one cell, {grid}, median of 50", median(took), "ms")
    usual = f"side {SMALL}, {FEW} units"
    for ruleset in ("skirmishcorps", "wh40k2", "stargrunt2"):
        few, many = (generated(2, SMALL, SMALL, units // 2, ruleset, 99) for units in (FEW, MANY))
        setups = {usual: few, f"side {LARGE}, {FEW} units": _amid(few), f"side {SMALL}, {MANY} units": many}
        found = in_turns({name: lambda setup=setup: _decision(setup) for name, setup in setups.items()}, rounds)
        for name, milliseconds in found.items():
            beside = {usual: milliseconds / found[usual]} if name != usual else {}
            yield Row(part, f"{ruleset}, one decision, {name}", milliseconds, "ms", beside)
    yield from _windows(part)


def _windows(part: str) -> Iterator[Row]:
    """The large map in the window, compared with the small one whose tiles it repeats."""
    try:
        small, large = _in_the_window(), _in_the_window(LARGE)
    except OSError as error:
        yield Row(part, "the window", skipped=str(error))
        return
    bare = {"bare Python": large["first picture"] / in_turns({"": run("-c", "pass")}, 3)[""]}
    for name, what, unit in (
        ("first picture", "first picture, from the first import on", "ms"),
        ("zoom", "one zoom, median", "ms"),
        ("longest zoom", "one zoom, longest", "ms"),
        ("memory", "memory, at most", "MB"),
    ):
        beside = {MODEL: large[name] / small[name]} | (bare if name == "first picture" else {})
        yield Row(part, what, large[name], unit, beside)


def _in_the_window(side: int = 0) -> dict[str, float]:
    """The numbers that large_map.py prints for a map of this side. Raises OSError."""
    with tempfile.TemporaryDirectory() as folder:
        script = [sys.executable, str(Path(__file__).with_name("large_map.py")), folder, str(side)]
        environment = os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        done = subprocess.run(script, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise OSError(done.stderr.strip().splitlines()[-1])
    numbers: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return numbers


def _amid(setup: Setup) -> Setup:
    """The same battle in the middle of a larger board, with water all around, so that the choices stay the same."""
    small, shift = setup.board, (LARGE - SMALL) // 2

    def there(cell: int) -> int:
        x, y = small.xy(cell)
        return (y + shift) * LARGE + x + shift

    margin = ["~" * LARGE] * shift
    ground = [*margin, *("~" * shift + row + "~" * shift for row in small.rows()), *margin]
    return replace(
        setup,
        board=Board.from_rows(ground),
        units=tuple(replace(unit, at=there(unit.at)) for unit in setup.units),
        objectives=tuple(replace(each, cells=tuple(map(there, each.cells))) for each in setup.objectives),
    )


def _decision(setup: Setup) -> float:
    """Mean milliseconds of a decision in random play, which draws a unit and an action, then an option with both.

    It makes 25 decisions for each unit, so that a small and a large battle get equally far.
    """
    made = 25 * len(setup.units)
    chance, match = random.Random(1), Match(setup, build(setup.ruleset), DiceSource(seed=1))  # noqa: S311
    took = 0.0
    count = 0
    while match.pending is not None and count < made:
        options = match.pending.options
        unit, action = chance.choice(sorted({(option.unit, option.action) for option in options}))
        chosen = chance.choice([option for option in options if (option.unit, option.action) == (unit, action)]).id
        start = time.process_time()
        match.choose(chosen)
        took += time.process_time() - start
        count += 1
    return 1000 * took / count
