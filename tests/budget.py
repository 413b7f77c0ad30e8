"""How many cases the long searches (`-m fuzz`) go through, and which cases every run of the tests goes through.

`SNOWBALL_SEARCH=10000 pytest -m fuzz -k oracle` compares 10,000 positions of each rulebook with its oracle. At that
number the searches that play random games or damage files do as many as their names say; at a smaller number they do
the same share.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

POSITIONS = int(os.environ.get("SNOWBALL_SEARCH", "2500"))
"""The positions that a long search compares with an oracle."""

WHOLE = 10_000
"""The positions of a full search, of which `POSITIONS` is a share."""


def daily(seeds: Iterable[int], everyday: int) -> list[object]:
    """Return seeds for `parametrize`: the first `everyday` of them in every run, all of them in a long search."""
    return [
        seed if place < everyday else pytest.param(seed, marks=pytest.mark.fuzz) for place, seed in enumerate(seeds)
    ]


def alternate(cases: Iterable[object], every: int) -> list[object]:
    """Return cases for `parametrize`: one in `every` in each run, all of them in a long search.

    A case that is a tuple is several arguments.
    """
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=[pytest.mark.fuzz] if place % every else [])
        for place, case in enumerate(cases)
    ]


def share(of: int, least: int = 20) -> int:
    """Return how many of `of` rounds a long search does, at least `least`."""
    return min(of, max(least, of * POSITIONS // WHOLE))
