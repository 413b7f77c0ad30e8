"""A person who only presses Enter reaches the end of every battle, from its beginning or from the middle."""

from __future__ import annotations

import io
from random import Random

import pytest

from game.cli.text.commands import Commands
from game.cli.text.play import begun
from game.cli.text.table import TextTable
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.maps.scenarios import list_scenarios, load_scenario
from game.records.tables import TableKind
from game.rules import build
from tests.budget import alternate, daily

MOST = 400
"""Questions of a battle; the longest takes 134."""

every_scenario = pytest.mark.parametrize("name", alternate([scenario.id for scenario in list_scenarios()], 2))
"""In the daily run every second one; in the long run all."""


@every_scenario
def test_text_play_by_defaults_alone_ends(name: str) -> None:
    table = TextTable(begun(name, 1), kind=TableKind.SHARED)
    table.asks_back = False
    table.begin()
    commands = Commands(table, io.StringIO())
    for _ in range(MOST):
        if table.decision is None:
            break
        commands.carry_out("default")
    assert table.shown.outcome is not None, [choice.option for choice in table.shown.choices[-4:]]


@every_scenario
@pytest.mark.parametrize("seed", daily([1, 2], 1))
def test_defaults_end_a_battle_that_was_begun_at_random(name: str, seed: int) -> None:
    setup, random = load_scenario(name).setup, Random(seed)
    match = Match(setup, build(setup.ruleset, setup.rulings), DiceSource(seed=seed))
    for _ in range(60):
        if match.pending is not None:
            match.choose(random.choice(match.pending.options).id)
    for _ in range(MOST):
        if match.pending is None:
            break
        match.choose(match.pending.default)
    assert match.outcome is not None, [choice.option for choice in match.choices[-4:]]
