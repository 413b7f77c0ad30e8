"""What no rule may do, whoever writes it: checked at every step of random games of every rulebook."""

from __future__ import annotations

import pytest

from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.table import run_step
from game.rules import RULESETS, build
from game.rules.skirmishcorps.events import ReactionSpent
from tests.setups import decisions, random_match, random_setup
from tests.strict import StaleLookError, StrictMatch, StrictTable, Told, changed

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)
every_game = pytest.mark.parametrize("seed", [1, 2, 3])


@every_ruleset
@every_game
def test_no_step_looks_at_a_unit_that_has_been_altered(ruleset, seed):
    match = random_match(ruleset, seed, StrictMatch)
    for _ in decisions(match, seed):
        pass
    assert match.outcome is not None


@every_ruleset
@every_game
def test_nothing_changes_without_an_event_and_no_step_writes_to_another_state(ruleset, seed):
    match = random_match(ruleset, seed, Told)
    for _ in decisions(match, seed):
        pass
    assert match.silent == []


@every_ruleset
def test_two_matches_of_one_ruleset_do_not_touch_each_other(ruleset):
    rules = build(ruleset)
    alone = [
        _played(Match(random_setup(ruleset, seed), build(ruleset), DiceSource(seed=seed)), seed) for seed in (5, 6)
    ]
    both = [Match(random_setup(ruleset, seed), rules, DiceSource(seed=seed)) for seed in (5, 6)]
    hashes = [[match.hash()] for match in both]
    walks = [decisions(match, seed) for match, seed in zip(both, (5, 6), strict=True)]
    while walks:
        walks = [walk for walk in walks if next(walk, None) is not None]
        for match, found in zip(both, hashes, strict=True):
            found.append(match.hash())
    assert [match.hash() for match in both] == [match.hash() for match in alone]
    assert [match.outcome for match in both] == [match.outcome for match in alone]


def _played(match, seed):
    for _ in decisions(match, seed):
        pass
    return match


def test_a_stale_look_and_a_write_in_silence_are_noticed():
    match = random_match("skirmishcorps", 1)
    t, _ = run_step(match.state, match.rules, list(match.answers), table=StrictTable)
    name = next(iter(set(t.state.units) - set(t.before)))
    seen, before = t.state.units[name], t.state.apart()
    t.change(name, ReactionSpent(name)).acted = True
    assert changed(before, t.state) == [f"units.{name}.acted"]
    with pytest.raises(StaleLookError):
        _ = seen.acted
