"""The board: sight and reach."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from itertools import cycle

from bench_parts.play import battlefield
from bench_parts.rows import Row, race
from game.board.board import Board, PathError

BUDGET = 16
"""Half inches: a unit's run."""


def sight(seconds: float) -> Iterator[Row]:
    """Whether one cell sees another, each pair asked for the first time, beside tcod's line."""
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
    """Every field of a fresh board in turn, so that none has been asked for."""
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
    """Every cell a run gets to, beside Dijkstra's search in networkx over the same steps."""
    part = "reach"
    board = battlefield("skirmishcorps").board
    cells = [cell for cell in range(len(board.terrain)) if board.passable(cell)]
    ours = cycle(cells)  # more than a board remembers: every search is made

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
            raise AssertionError("The two searches do not agree: the comparison would be of different things.")
        runners["networkx dijkstra"] = search
    rates = race(runners, seconds)
    peer = rates.get("networkx dijkstra")
    for name, rate in rates.items():
        yield Row(part, name, rate, "a second", {"networkx": rate / peer} if peer and "networkx" not in name else {})


def _steps(board: Board, cells: list[int]) -> Iterator[tuple[int, int, int]]:
    """Every step that can be made, and its cost."""
    for cell in cells:
        for to in board.neighbours(cell):
            with contextlib.suppress(PathError):
                yield cell, to, board.path_cost((cell, to))
