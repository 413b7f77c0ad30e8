"""Measures the window; tools/bench.py runs it in a process of its own: `window.py title|battle|frames`.

It uses SDL's dummy driver. It prints a line when the first picture is drawn, and with `frames` its numbers as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.ui.app import App

ROOT = Path(__file__).resolve().parent.parent.parent
MAP = "market_street"
FRAMES = 200
"""The frames that are timed in each state."""
IDLE = 3000
"""The milliseconds for which the idle window is watched."""

sys.path.insert(0, str(ROOT))


def main(what: str) -> None:
    """Open the window as the command does, draw once, and measure with `frames`."""
    from game.ui.app import App

    if what == "battle":
        from game.records.tables import TableKind
        from game.ui.launch import parse_play

        screen = parse_play([MAP, "--seed", "1"])
        if isinstance(screen, str):
            raise SystemExit(screen)
        app = App((1280, 800))
        app.settings.table = TableKind.OPEN  # without a curtain before the battle
        app.push(screen(app))
    else:
        from game.ui.screens.title import TitleScreen

        app = App((1280, 800))
        app.push(TitleScreen(app))
    app.draw()
    print("drawn", flush=True)
    if what == "frames":
        print(json.dumps(measured(app)), flush=True)


def measured(app: App) -> dict[str, float]:
    """The milliseconds of a frame in several states of a battle, the idle share of one processor, memory in MB."""
    sys.path.insert(0, str(ROOT / "tools"))
    import asyncio

    import pygame
    import screenshots

    from bench_parts.rows import highest_memory

    while app.top.tick(0.1):
        app.draw()
    numbers: dict[str, float] = {}
    for name in ("charge", "guns", "assign", "react"):
        app.home()
        screenshots.SCENES[name](app)
        numbers[name] = frames(app.draw)
    places = iter((100 + 4 * n, 120 + 2 * n) for n in range(FRAMES))

    def hover() -> None:
        app.dispatch(pygame.event.Event(pygame.MOUSEMOTION, pos=next(places), rel=(4, 2), buttons=(0, 0, 0)))
        app.draw()

    numbers["hover"] = frames(hover)
    numbers["memory"] = highest_memory()
    pygame.event.clear()
    pygame.time.set_timer(pygame.QUIT, IDLE, 1)
    start, used = time.perf_counter(), time.process_time()
    asyncio.run(app.main())
    numbers["idle"] = (time.process_time() - used) / (time.perf_counter() - start)
    return numbers


def frames(draw: Callable[[], None]) -> float:
    """The median milliseconds of `FRAMES` calls."""
    from statistics import median

    took = []
    for _ in range(FRAMES):
        start = time.perf_counter()
        draw()
        took.append(1000 * (time.perf_counter() - start))
    return median(took)


if __name__ == "__main__":
    main(sys.argv[1])
