"""The guard of every chance that is told: it is the sum of the odds, as fractions, with the tests that come first.

In random games of every rulebook, options that are told a chance are played out by the rules' own steps. How the ends
are read is the rulebook's affair, and stands with its forecasts in `tests/rules`.
"""

from __future__ import annotations

from random import Random

import pytest

from game.engine.odds import OddsTooLarge
from game.rules import RULESETS
from tests.budget import share
from tests.rules import test_epic_forecasts as epic
from tests.rules import test_skirmishcorps_8_forecasts as skirmishcorps
from tests.rules import test_stargrunt2_forecasts as stargrunt2
from tests.rules import test_viktory2_forecasts as viktory2
from tests.rules import test_wh40k2_8_forecasts as wh40k2
from tests.setups import decisions, random_match

EVERYDAY = {"skirmishcorps": 400, "wh40k2": 50, "stargrunt2": 50, "epic": 120, "viktory2": 500}
"""Ruleset -> the positions of an everyday run, about a second and a half of work for each."""
SEARCHED = 10_000
"""The positions of a full search (see tests/budget.py)."""
AT_ONCE = 3
"""The most options of one question that are looked at."""
FEW = 100
"""A shot of Stargrunt II with more branches is not counted: in the same time many others are."""

TABLES = {
    "skirmishcorps": lambda seed: random_match("skirmishcorps", seed, turns=3),
    "wh40k2": lambda seed: random_match("wh40k2", seed),
    "stargrunt2": stargrunt2.table,
    "epic": lambda seed: random_match("epic", seed, width=14, height=10, turns=3),
    "viktory2": lambda seed: random_match("viktory2", seed, width=6, height=5, turns=3),
}


def told(match):
    """The options with a chance whose dice, and those of tests before them, are all that decides it."""
    options = match.pending.options
    if match.rules.id == "skirmishcorps":
        return skirmishcorps.shots(match)
    if match.rules.id == "stargrunt2":
        return stargrunt2.shots(match)
    if match.rules.id == "epic":
        return [option for option in options if option.action in epic.SHOTS]
    if match.rules.id == "wh40k2":
        return [o for o in options if o.action in wh40k2.SHOTS and match.forecast(o) is not None]
    return [o for o in options if o.action not in viktory2.LINING_UP and match.forecast(o) is not None]


def compared(match, option):
    """Compare what is told of an option with the count. Returns False if there was too much to count."""
    try:
        if match.rules.id == "skirmishcorps":
            return skirmishcorps.check(match, option)
        if match.rules.id == "stargrunt2":
            return stargrunt2.check(match, option, FEW)
        if match.rules.id == "epic":
            return epic.check(match, option) > 0
        if match.rules.id == "wh40k2":
            return wh40k2.check(match, option.id) is not None
        return bool(viktory2.check(match, option, match.forecast(option)))
    except OddsTooLarge:
        return False


def positions(ruleset, number, first):
    """Compare options of random games, from a seed on, until `number` have been. Returns how many had a test first."""
    done = tests = 0
    seed = first
    while done < number:
        random, game = Random(seed), TABLES[ruleset](seed)
        for match in decisions(game, seed):
            options = told(match)
            for option in random.sample(options, min(AT_ONCE, len(options))):
                if compared(match, option):
                    done, tests = done + 1, tests + (match.forecast(option).first is not None)
            if done >= number:
                break
        seed += 1
    return tests


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_chance_that_is_told_is_the_sum_of_the_odds(ruleset):
    tests = positions(ruleset, EVERYDAY[ruleset], 0)
    assert bool(tests) == (ruleset in ("skirmishcorps", "stargrunt2"))


@pytest.mark.fuzz
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_chance_of_a_long_search_is_the_sum_of_the_odds(ruleset):
    positions(ruleset, share(SEARCHED), 1000)
