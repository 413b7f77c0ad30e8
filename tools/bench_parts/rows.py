"""The rows of the bench, and fair measuring: runners take turns in one run, and the median of several rounds counts."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent.parent
ROUNDS = 4
"""Rounds of a race."""


@dataclass(frozen=True)
class Row:
    """A measured number. `beside`: a peer's name -> this number divided by the peer's; `skipped`: why it is missing."""

    part: str
    what: str
    value: float = 0.0
    unit: str = ""
    beside: dict[str, float] = field(default_factory=dict)
    skipped: str = ""


def race(runners: Mapping[str, Callable[[], int]], seconds: float, *, warm: float = 0.0) -> dict[str, float]:
    """How many operations each runner does per second. A runner returns how many it did in one call.

    All run in turns, for `seconds` each in total. Each first runs at least once, and for `warm` seconds, uncounted.
    """
    rates: dict[str, list[float]] = {name: [] for name in runners}
    for run in runners.values():  # one-time work is not measured
        end = time.perf_counter() + warm
        run()
        while time.perf_counter() < end:
            run()
    for _ in range(ROUNDS):
        for name, run in runners.items():
            count, start = 0, time.perf_counter()
            end = start + seconds / ROUNDS
            while (now := time.perf_counter()) < end:
                count += run()
            rates[name].append(count / (now - start))
    return {name: median(found) for name, found in rates.items()}


def in_turns(runners: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The median of what each runner returns in `rounds` calls; all run in turns, after one uncounted call each."""
    found: dict[str, list[float]] = {name: [] for name in runners}
    for run in runners.values():
        run()
    for _ in range(rounds):
        for name, run in runners.items():
            found[name].append(run())
    return {name: median(values) for name, values in found.items()}


def pipe(command: list[str]) -> tuple[subprocess.Popen[bytes], Callable[[bytes], bytes]]:
    """Start a process. Returns it, and a function that sends it a line and returns its answer."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    source, sink = process.stdout, process.stdin
    if source is None or sink is None:
        raise OSError(command[0])

    def ask(line: bytes) -> bytes:
        sink.write(line + b"\n")
        sink.flush()
        return source.readline()

    return process, ask


def end(process: subprocess.Popen[bytes]) -> None:
    """Stop a process of ours, and close its pipes."""
    process.kill()
    process.communicate()


def highest_memory(process: int | str = "self") -> float:
    """The most memory that a process has used, in MB; 0 if the system does not tell."""
    try:
        text = Path(f"/proc/{process}/status").read_text("utf-8")
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in text.splitlines() if line.startswith("VmHWM:")), 0.0)
