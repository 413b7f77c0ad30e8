"""Contracts that every rulebook keeps, checked at every step of random games."""

from __future__ import annotations

import gc
import weakref
from random import Random

import pytest

from game.demos.files import list_demos
from game.demos.player import DemoPlayer
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.ruleset import Basics, Ruleset
from game.engine.table import run_step
from game.protocol.reference import reference
from game.rules import RULESETS, build
from game.rules.skirmishcorps.events import ReactionSpent
from tests.setups import decisions, random_match, random_setup
from tests.strict import StaleLookError, StrictMatch, StrictTable, Told, changed

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)
DRAFTING = [name for name in RULESETS if any(policy.drafts for policy in build(name).policies.values())]
every_game = pytest.mark.parametrize("seed", [1, 2, 3])


@every_ruleset
@every_game
def test_no_step_reads_a_unit_as_it_was_before_a_change(ruleset, seed):
    match = random_match(ruleset, seed, StrictMatch)
    for _ in decisions(match, seed):
        pass
    assert match.outcome is not None


@every_ruleset
@every_game
def test_no_step_changes_the_state_without_an_event_or_writes_to_another_state(ruleset, seed):
    match = random_match(ruleset, seed, Told)
    for _ in decisions(match, seed):
        pass
    assert match.silent == []


@every_ruleset
def test_two_matches_of_one_ruleset_do_not_affect_each_other(ruleset):
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


@every_ruleset
def test_a_match_without_references_is_freed_at_once_because_it_has_no_cycles(ruleset):
    match, chance = random_match(ruleset, 3), Random(3)
    while match.pending is not None and len(match.history) < 40:
        _ = match.view(), match.pending.refused, match.why()
        match.choose(chance.choice(match.pending.options).id)
    kept = weakref.ref(match)
    gc.disable()
    try:
        del match
        assert kept() is None
    finally:
        gc.enable()


def _played(match, seed):
    for _ in decisions(match, seed):
        pass
    return match


def own_names(kind):
    """What a rulebook may override of a subject of its interface: not what is final, nor what Python adds."""
    kept = {name: getattr(value, "fget", value) for name, value in vars(kind).items() if not name.startswith("_")}
    return {name for name, value in kept.items() if not getattr(value, "__final__", False)}


@pytest.mark.parametrize("subject", [Basics, *Ruleset.__bases__], ids=lambda kind: kind.__name__)
def test_nothing_is_in_the_interface_of_a_rulebook_that_no_rulebook_overrides(subject):
    books = [
        kind for name in RULESETS for kind in type(build(name)).__mro__ if kind.__module__.startswith("game.rules")
    ]
    assert own_names(subject)
    assert own_names(subject) - {name for kind in books for name in vars(kind)} == set()


def test_the_strict_matches_notice_a_stale_read_and_a_silent_write():
    match = random_match("skirmishcorps", 1)
    t, _ = run_step(match.state, match.rules, list(match.answers), table=StrictTable)
    name = next(iter(set(t.state.units) - set(t.before)))
    seen, before = t.state.units[name], t.state.apart()
    t.change(name, ReactionSpent(name)).acted = True
    assert changed(before, t.state) == [f"units.{name}.acted"]
    with pytest.raises(StaleLookError):
        _ = seen.acted


ELSEWHERE = {
    "deployed": "only in battles that are set up freely: tests/engine/test_deployment.py",
    "deployment_ended": "only in battles that are set up freely: tests/engine/test_deployment.py",
    "table_left": "only where an objective is an exit: tests/engine/test_deployment.py",
}
"""Events that no game here has in any rulebook, and where they are tested."""

NEVER = {
    "skirmishcorps": {
        "covering_fire_lapsed": "rare: whom it covers has to fall between the announcement and the instigator's turn",
        "cut_off_failed": "rare: a suppressed charger has to fail its test as it is about to be cut off",
        "intercept_failed": "rare: a forced charger has to be stopped short of a contact that was to be intercepted",
    },
    "wh40k2": {
        "window_closed": "overwatch is carried out at once: nothing waits when a window closes",
        "faced": "only under ruling WH-A37 front_arc",
        "to hit again": "rare: more than 6 has to be needed, and a 6 has to be rolled",
    },
    "stargrunt2": {"test": "the throw that all tests are made from; each has a name of its own"},
    "epic": {"reaction_lapsed": "rare: a stand has to be lost between its plan and its counter charge"},
    "viktory2": {
        "window_closed": "overwatch is carried out at once: nothing waits when a window closes",
        "reaction_lapsed": "overwatch is carried out at once: nothing can happen to the gun in between",
        "objective_scored": "towns are taken, not scored",
        "fire": "the throw that all others are made from; each has a name of its own",
    },
}
"""Ruleset -> events and rolls of its reference that happen in few random games or none, and why."""


def _tell(match, seed, events, rolls, answers):
    for _ in decisions(match, seed):
        asked = match.pending
        assert asked.seat == "dice" or asked.kind in match.rules.questions, asked.kind
        for option in asked.options:
            assert option.action in match.rules.questions[asked.kind], (asked.kind, option.id)
            answers.add((asked.kind, option.action))
    for entry in match.events:
        fields = set(entry.fields)
        events.setdefault(entry.type, set()).update(fields)
        if entry.type == "rolled":
            rolls.add(entry.fields["why"])


@every_ruleset
@every_game
def test_every_event_and_roll_of_random_games_is_in_the_reference(ruleset, seed):
    known, events, rolls = reference()[ruleset], {}, set()
    _tell(random_match(ruleset, seed), seed, events, rolls, set())
    assert set(events) <= set(known["events"])
    assert [kind for kind, fields in events.items() if not fields <= set(known["events"][kind])] == []
    assert rolls <= set(known["rolls"])


@every_ruleset
@every_game
def test_no_two_options_of_a_question_have_the_same_words(ruleset, seed):
    match = random_match(ruleset, seed)
    for _ in decisions(match, seed):
        told = [o for o in match.pending.options if o.text]
        said = {(o.text, o.unit, o.formation, o.to, o.point, o.pace): o.id for o in told}
        assert {o.id for o in told} == set(said.values())


@pytest.mark.parametrize("ruleset", DRAFTING)
@every_game
def test_the_notes_of_a_plan_begin_with_the_unit(ruleset, seed):
    match, told = random_match(ruleset, seed), 0
    for _ in decisions(match, seed):
        for row in match.front.queues[-1].plan() if match.front.queues else ():
            told += bool(row.note)
            assert not row.note or row.note.startswith(f"{row.unit.upper()} ")
    assert told


@pytest.mark.fuzz
@every_ruleset
def test_everything_in_the_reference_can_happen(ruleset):
    known, events, rolls, answers = reference()[ruleset], {}, set(), set()
    for seed in range(200):
        _tell(random_match(ruleset, seed, turns=3), seed, events, rolls, answers)
    for demo in list_demos():
        if demo.setup.ruleset == ruleset:
            player = DemoPlayer(demo)
            player.goto(len(player.steps))
            for entry in player.match.events:
                events.setdefault(entry.type, set()).update(entry.fields)
                rolls.update([entry.fields["why"]] if entry.type == "rolled" else [])
    assert {kind for kind in known["events"] if kind not in events} <= {*NEVER[ruleset], *ELSEWHERE}
    assert set(known["rolls"]) - rolls <= set(NEVER[ruleset])
