"""The bench: every rulebook has a battle to be measured on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from game.rules import RULESETS

TOOLS = Path(__file__).resolve().parent.parent / "tools"


@pytest.fixture
def play(monkeypatch):
    """The bench's games, imported as `tools/bench.py` does."""
    monkeypatch.syspath_prepend(str(TOOLS))
    from bench_parts import play

    yield play
    for name in ("bench_parts", "bench_parts.play", "bench_parts.rows"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("even", [False, True])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_play_is_measured_with_every_rulebook(play, ruleset, even):
    once = play.random_play(ruleset, even=even)
    assert [once() for _ in range(3)] == [1, 1, 1]


def test_the_computer_player_is_timed_with_every_rulebook(play):
    rows = list(play.computer(0.01))
    assert [row.what.split(",")[0] for row in rows[::2]] == list(RULESETS)
    assert all(row.value > 0 for row in rows)
