"""Settings of all tests: no screen, no sound, and tests of a real window only where Xvfb and xdotool are installed."""

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

# The tests start hundreds of processes; without bytecode each of them would compile the game again.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(SCRATCH, "bytecode"))

collect_seldom()

BEGUN = time.monotonic()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--budget SECONDS`, after which a slow machine skips the searches that have not begun."""
    parser.addoption("--budget", type=float, metavar="SECONDS", help="begin no search (-m fuzz) after so many seconds")


def pytest_unconfigure() -> None:
    """Remove the scratch folder; exit handlers would not do, because a worker process ends without running them."""
    shutil.rmtree(SCRATCH, ignore_errors=True)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a search that would begin after the budget is used up."""
    budget: float | None = item.config.getoption("--budget")
    if budget is not None and item.get_closest_marker("fuzz") and time.monotonic() - BEGUN >= budget:
        pytest.skip(f"not begun: the {budget:g} s for searches (--budget) are used up")


def pytest_collection_finish() -> None:
    """Freeze the collected tests, so that the garbage collector does not go through thousands of them at every run."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests of a real window where the programs that drive it are not installed."""
    absent = [program for program in ("Xvfb", "xdotool") if not shutil.which(program)]
    if absent:
        skip = pytest.mark.skip(reason=f"{' and '.join(absent)} not installed")
        for item in items:
            if item.get_closest_marker("window"):
                item.add_marker(skip)
