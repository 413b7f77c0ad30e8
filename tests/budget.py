"""The fixed budget of the long searches (`-m fuzz`), so that all of them end in time, and the share of the daily run.

`SNOWBALL_SEARCH=10000 pytest -m fuzz -k oracle` looks at that many positions of each rulebook. With 10000, tests that
play random games or damage files do as many as their names say; with less, the same share of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

POSITIONS = int(os.environ.get("SNOWBALL_SEARCH", "2500"))
"""Positions that a search by an oracle goes through in the long run."""

WHOLE = 10_000
"""So many positions are searched where nobody waits."""


def daily(seeds: Iterable[int], everyday: int) -> list[object]:
    """Seeds for `parametrize`: so many of them every day, all of them in the long run."""
    return [
        seed if place < everyday else pytest.param(seed, marks=pytest.mark.fuzz) for place, seed in enumerate(seeds)
    ]


def alternate(cases: Iterable[object], every: int) -> list[object]:
    """Cases for `parametrize`: one in so many every day, all of them in the long run; a tuple is several arguments."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=[pytest.mark.fuzz] if place % every else [])
        for place, case in enumerate(cases)
    ]


def share(of: int, least: int = 20) -> int:
    """How many of so many rounds are gone through in the long run."""
    return min(of, max(least, of * POSITIONS // WHOLE))
