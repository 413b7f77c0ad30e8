"""What holds for all tests: no screen, no sound, and window tests only where a virtual display can be had."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import time
from pathlib import Path

import pytest

from game.__main__ import collect_seldom

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
SCRATCH = tempfile.mkdtemp(prefix="snowball-tests-")
os.environ["SNOWBALL_DATA"] = str(Path(SCRATCH, "data"))

if os.environ.pop(
    "PYTHONDONTWRITEBYTECODE", ""
):  # hundreds of processes are started: each would compile the game again
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(SCRATCH, "bytecode"))

collect_seldom()

BEGUN = time.monotonic()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--budget SECONDS`: a slow machine searches less, and says so, but ends in time."""
    parser.addoption("--budget", type=float, metavar="SECONDS", help="begin no search (-m fuzz) after so many seconds")


def pytest_unconfigure() -> None:
    """Leave nothing behind; a worker process ends without its exit handlers."""
    shutil.rmtree(SCRATCH, ignore_errors=True)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a search whose time is used up before it has begun."""
    budget: float | None = item.config.getoption("--budget")
    if budget is not None and item.get_closest_marker("fuzz") and time.monotonic() - BEGUN >= budget:
        pytest.skip(f"not begun: the {budget:g} s for searches (--budget) are used up")


def pytest_collection_finish() -> None:
    """The tests themselves are no garbage: the collector need not go through thousands of them again and again."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip window tests, with the reason, where the programs that drive the window are not installed."""
    absent = [program for program in ("Xvfb", "xdotool") if not shutil.which(program)]
    if absent:
        skip = pytest.mark.skip(reason=f"{' and '.join(absent)} not installed")
        for item in items:
            if item.get_closest_marker("window"):
                item.add_marker(skip)
