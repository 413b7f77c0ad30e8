"""Measure everything that has to be fast, and the same in peer programs, in one run: `python3 tools/bench.py [--json]`.

It sets itself up like play.py, or uses the Python that runs it if that has what the game needs. Peers are optional:
python-chess, tcod and networkx (`--peers` installs them), a chess engine that answers `isready` (Debian: stockfish,
fairy-stockfish or gnuchess), and for `--only opponent` Wesnoth (Debian: wesnoth-1.16-core). The table says which peers
are missing. Runners take turns and each number is a median, so that a busy machine is fair to all.

One-time work and warm caches are not measured. For the same reason the byte code of the modules, which Python writes
at the first start of the game, is written before a start is timed. `0.5 x NAME` after a number means that it is half
of NAME's number.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import _environment  # noqa: E402

if TYPE_CHECKING:
    from bench_parts.rows import Row

PARTS = (
    "decisions",
    "sight",
    "reach",
    "large",
    "queue",
    "odds",
    "protocol",
    "computer",
    "record",
    "start",
    "window",
    "flow",
)
ON_REQUEST = ("contact", "opponent")
"""Parts that take minutes, so they run only with `--only`."""


def parts(seconds: float, uci: str, *, long: bool, counted: bool) -> dict[str, Callable[[], Iterator[Row]]]:
    """Every part by its name. `seconds` is the time of each runner in a race; `long` measures longer games, too.

    With `counted` the flow of play is counted on every map, which takes minutes, else in one turn of one map for each
    rulebook.
    """
    # Imported here, because a bare Python reads this file before the environment is set up.
    from bench_parts import contact, flow, ground, opponent, play, queues, start

    return {
        "decisions": lambda: play.decisions(seconds),
        "sight": lambda: ground.sight(seconds / 2),
        "reach": lambda: ground.reach(seconds / 2),
        "large": lambda: ground.large(5 if long else 3),
        "queue": lambda: chain(queues.snowballs(3), queues.queues()),
        "odds": play.odds,
        "protocol": lambda: start.protocol(seconds, uci),
        "computer": lambda: play.computer(1.5 * seconds),
        "record": lambda: play.kept((100, 1000, 5000) if long else (100, 1000)),
        "start": lambda: start.starting(15 if long else 7),
        "window": start.window,
        "flow": lambda: flow.flow(turns=99 if long else 2) if counted else flow.flow(turns=1, seeds=(1,), most=1),
        "contact": contact.contact,
        "opponent": lambda: opponent.opponent(seconds),
    }


def line(row: Row) -> str:
    """One line of the table."""
    if row.skipped:
        return f"  {row.what:<58} {'-':>12}  {row.skipped}"
    number = f"{row.value:,.0f}" if row.value >= 1000 else f"{row.value:.3g}"
    beside = "   ".join(f"{ratio:.3g} x {peer}" for peer, ratio in row.beside.items())
    return f"  {row.what:<58} {number:>12} {row.unit:<20} {beside}".rstrip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    parser.add_argument("--peers", action="store_true", help="first install the peers that are missing from PyPI")
    parser.add_argument("--long", action="store_true", help="measure four times as long, and games of 5,000 choices")
    parser.add_argument("--only", action="append", choices=PARTS + ON_REQUEST, help="this part (may be repeated)")
    parser.add_argument("--uci", metavar="COMMAND", default="", help="the chess engine to compare with")
    given = parser.parse_args(arguments)
    try:
        python = _environment.interpreter(["bench"] if given.peers else [])
    except _environment.SetupError as error:
        sys.exit(str(error))
    if python != sys.executable:
        _environment.become(python, __file__, *(sys.argv[1:] if arguments is None else arguments))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a player's game writes its byte code, so the bench does, too
    begun = time.perf_counter()
    machine = (
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    )
    if not given.json:
        print(machine)
    rows: list[Row] = []
    counted = "flow" in (given.only or ())
    for name, measure in parts(4.0 if given.long else 1.0, given.uci, long=given.long, counted=counted).items():
        if name not in (given.only or PARTS):
            continue
        if not given.json:
            print(name)
        for row in measure():
            rows.append(row)
            if not given.json:
                print(line(row), flush=True)
    took = time.perf_counter() - begun
    if given.json:
        print(
            json.dumps({"machine": machine, "seconds": round(took, 1), "rows": [asdict(row) for row in rows]}, indent=1)
        )
    else:
        print(f"{took:.0f} seconds.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
