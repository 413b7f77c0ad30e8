"""Measure the engine protocol and stepping back: `python3 tools/bench_engine.py [--uci "stockfish"]`.

Round trips a second over a pipe (a request that does nothing, and random play), milliseconds a step back in games of
100, 1,000 and 5,000 choices; with --uci the same for a chess engine answering `isready`, in the same run.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from game.engine import record  # noqa: E402
from game.engine.match import Match  # noqa: E402
from game.engine.timeline import Timeline  # noqa: E402
from game.rules import build  # noqa: E402
from game.sketch import read_sketch  # noqa: E402

LENGTHS = (100, 1000, 5000)
SECONDS = 2.0


def table(units: int = 8, width: int = 28, height: int = 20) -> dict[str, object]:
    """A battle of `units` a side on a field with walls and woods."""
    rng = random.Random(7)  # noqa: S311
    rows = ["".join(rng.choice("............nT#") for _ in range(width)) for _ in range(height)]
    free = [[x, y] for y in range(height) for x in range(width) if rows[y][x] == "."]
    rng.shuffle(free)
    names = [f"{seat}{n}" for seat in "br" for n in range(1, units + 1)]
    pieces = [
        {"id": name, "seat": "blue" if name[0] == "b" else "red", "profile": "trooper", "at": free.pop()}
        for name in names
    ]
    return {"ruleset": "skirmishcorps", "board": rows, "units": pieces, "turns": 99}


def rate(again: Callable[[], object]) -> float:
    """How often a second it can be done."""
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        again()
        count += 1
    return count / (time.perf_counter() - start)


def pipe(command: list[str]) -> tuple[subprocess.Popen[bytes], Callable[[bytes], bytes]]:
    """A process, and the function that sends it a line and gives its answer."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    if process.stdin is None or process.stdout is None:
        raise OSError(command[0])
    source, sink = process.stdout, process.stdin

    def ask(line: bytes) -> bytes:
        sink.write(line + b"\n")
        sink.flush()
        return source.readline()

    return process, ask


def protocol() -> None:
    """Round trips of our own engine."""
    process, ask = pipe([sys.executable, "-m", "game", "engine"])
    ask(b'{"do":"hello"}')
    print(f"engine, a request that does nothing   {rate(lambda: ask(b'{}')):10,.0f} round trips a second")
    rng = random.Random(1)  # noqa: S311
    answer = json.loads(ask(json.dumps({"do": "new", "sketch": table()}).encode()))
    name = answer["match"]

    def choose() -> None:
        nonlocal answer, name
        if not answer["pending"]:
            answer = json.loads(ask(json.dumps({"do": "new", "sketch": table()}).encode()))
            name = answer["match"]
        option = rng.choice(answer["pending"]["options"])["id"]
        answer = json.loads(ask(json.dumps({"do": "choose", "match": name, "option": option}).encode()))

    print(f"engine, random play (8 a side)        {rate(choose):10,.0f} choices a second")
    process.kill()


def uci(command: str) -> None:
    """Round trips of a chess engine."""
    process, ask = pipe(shlex.split(command))
    while b"readyok" not in ask(b"isready"):
        pass
    print(f"{command}, isready   {rate(lambda: ask(b'isready')):10,.0f} round trips a second")
    process.kill()


def undo() -> None:
    """Stepping back, at every length of game."""
    setup, rng = read_sketch(table(12, 32, 24)), random.Random(2)  # noqa: S311
    match = Match(setup, build(setup.ruleset))
    for length in LENGTHS:
        while match.pending and len(match.history) < length:
            calm = [o for o in match.pending.options if o.action not in ("ranged_attack", "close_combat", "cut_off")]
            match.choose(rng.choice(calm or match.pending.options).id)
        start = time.perf_counter()
        kept = json.loads(json.dumps(record.save(match)))
        middle = time.perf_counter()
        timeline = Timeline(record.load(kept, build))
        loaded = time.perf_counter() - middle
        steps = []
        for _ in range(len(timeline.match.history)):
            begin = time.perf_counter()
            timeline.undo(study=True)
            steps.append(1000 * (time.perf_counter() - begin))
        steps.sort()
        print(
            f"{len(steps):5} choices: a step back takes {steps[len(steps) // 2]:.2f} ms (median), {steps[-1]:.1f} ms "
            f"(longest); save {1000 * (middle - start):.0f} ms, load {loaded:.2f} s"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--uci", metavar="COMMAND", help="a chess engine to compare with")
    wanted = parser.parse_args()
    protocol()
    if wanted.uci:
        uci(wanted.uci)
    undo()
