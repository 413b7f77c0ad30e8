"""Measures the start, the protocol over a pipe, and the window, each in a process of its own."""

from __future__ import annotations

import json
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from bench_parts.play import battlefield
from bench_parts.rows import ROOT, Row, end, highest_memory, in_turns, pipe, race
from game.sketch import write_sketch

ENGINES = ("stockfish", "fairy-stockfish", "gnuchess --uci")
"""Chess engines that answer `isready`, in the order in which they are looked for."""

PLACES = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games"))
"""Where they are looked for; Debian has them in a folder that is not always on the path."""

HELLO = b'{"do":"hello"}'
WINDOW = str(Path(__file__).with_name("window.py"))


def run(*arguments: str) -> Callable[[], float]:
    """A runner that returns the milliseconds of a whole run of Python with these arguments."""

    def once() -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        return 1000 * (time.perf_counter() - start)

    return once


def _hello() -> float:
    start = time.perf_counter()
    process, ask = pipe([sys.executable, "-m", "game", "engine"])
    ask(HELLO)
    took = 1000 * (time.perf_counter() - start)
    end(process)
    return took


def _window(what: str) -> dict[str, float]:
    """Run window.py in a process. Returns its numbers, with `first`: ms from start to first picture. Raises OSError."""
    if find_spec("pygame") is None:
        raise OSError("not installed (pygame-ce)")
    with tempfile.TemporaryDirectory(prefix="snowball-") as folder:
        environment = os.environ | {"SDL_VIDEODRIVER": "dummy", "SNOWBALL_DATA": folder}
        start = time.perf_counter()
        command = [sys.executable, WINDOW, what]
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as process:
            if process.stdout is None or not process.stdout.readline():
                raise OSError(f"The window did not open ({what}).")
            took = 1000 * (time.perf_counter() - start)
            rest = process.stdout.read()
    numbers: dict[str, float] = json.loads(rest or b"{}")
    return numbers | {"first": took}


def starting(rounds: int) -> Iterator[Row]:
    """Milliseconds from the start of a command to its end, its first answer, or its first picture."""
    part = "start"
    took = in_turns(
        {
            "bare Python": run("-c", "pass"),
            "snowball --version": run("-m", "game", "--version"),
            "snowball engine, to its first answer": _hello,
        },
        rounds,
    )
    try:
        took |= in_turns(
            {f"{what}, to the first picture": lambda what=what: _window(what)["first"] for what in ("title", "battle")},
            max(3, rounds // 2),
        )
    except OSError as error:
        yield Row(part, "the window", skipped=str(error))
    bare = took["bare Python"]
    for name, value in took.items():
        yield Row(part, name, value, "ms", {} if name == "bare Python" else {"bare Python": value / bare})


def _of_a_frame(milliseconds: float) -> dict[str, float]:
    return {"a frame at 60 a second": milliseconds * 60 / 1000}


def window() -> Iterator[Row]:
    """The time of a frame, the idle window's share of a processor, memory."""
    part = "window"
    process, ask = pipe([sys.executable, "-m", "game", "engine"])
    ask(HELLO)
    engine = highest_memory(process.pid)
    end(process)
    try:
        numbers = _window("frames")
    except OSError as error:
        yield Row(part, "the window", skipped=str(error))
        return
    for name in ("assign", "react", "charge", "guns"):
        yield Row(part, f"battle ({name}), a frame, median of 200", numbers[name], "ms", _of_a_frame(numbers[name]))
    moving = numbers["hover"]
    yield Row(part, "battle (react), a frame while the mouse moves", moving, "ms", _of_a_frame(moving))
    yield Row(part, "battle, idle", 100 * numbers["idle"], "% of one processor")
    if engine:
        yield Row("memory", "engine, after its first answer", engine, "MB")
        yield Row("memory", "window, in a battle", numbers["memory"], "MB")


def _engine() -> list[str]:
    """The command of an installed chess engine, [] if there is none."""
    for command in ENGINES:
        name, *options = command.split()
        if path := shutil.which(name, path=PLACES):
            return [path, *options]
    return []


def protocol(seconds: float, uci: str) -> Iterator[Row]:
    """Round trips over a pipe, compared with a chess engine that answers `isready`."""
    part = "protocol"
    process, ask = pipe([sys.executable, "-m", "game", "engine"])
    ask(HELLO)
    chance = random.Random(1)  # noqa: S311
    new = json.dumps({"do": "new", "sketch": write_sketch(battlefield("skirmishcorps"))}).encode()
    answer: dict[str, object] = {"pending": None}

    def choose() -> int:
        nonlocal answer
        if not answer["pending"]:
            answer = json.loads(ask(new))
        option = chance.choice(answer["pending"]["options"])["id"]
        name = answer["match"]
        answer = json.loads(ask(json.dumps({"do": "choose", "match": name, "option": option}).encode())) | {
            "match": name
        }
        return 1

    def nothing() -> int:
        ask(b"{}")
        return 1

    runners: dict[str, Callable[[], int]] = {
        "snowball engine, a request that does nothing": nothing,
        "snowball engine, random play": choose,
    }
    command = shlex.split(uci) or _engine()
    found = Path(command[0]).name if command else ""
    other = None
    if command:
        other, say = pipe(command)
        while b"readyok" not in say(b"isready"):
            pass

        def ready() -> int:
            say(b"isready")
            return 1

        runners[f"{found}, isready"] = ready
    else:
        yield Row(part, "a chess engine, isready", skipped="none installed (stockfish, fairy-stockfish, gnuchess)")
    rates = race(runners, seconds, warm=seconds / 4)
    peer = rates.get(f"{found}, isready")
    for name, rate in rates.items():
        yield Row(
            part, name, rate, "a second", {f"{found}, isready": rate / peer} if peer and "snowball" in name else {}
        )
    end(process)
    if other:
        end(other)
