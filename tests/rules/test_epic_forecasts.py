"""Epic: the forecast of a shot is what the rules come to with every face of every die; all dice are D6."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from game.engine.answers import Choice
from game.engine.decisions import DICE as ROLLED_BY
from game.engine.dice import DiceSource, Roll
from game.engine.table import run_step
from game.rules.epic.fire import MANY, under_fire, volley
from game.rules.epic.formations import standing
from tests.assault import DICE, Assault
from tests.budget import daily
from tests.setups import any_option, decisions, random_match

SHOTS = ("shoot", "overwatch_fire")


def ends(match, option):
    """(whether anything was hit, stands lost) -> its chance, by the rules' own steps until the shot is over."""
    target = match.front.units[option.target].formation
    before = len(standing(match.front, target))
    todo = {b"": (Fraction(1), match.state, [*match.answers, option], False)}
    found = Counter()
    while todo:
        chance, state, answers, hit = todo.pop(next(iter(todo)))
        step = state.agenda[-1]
        if step.run is under_fire:
            found[hit, before - len(standing(state, target))] += chance
            continue
        if step.run is volley and not step.args[0]:
            hit = any(step.args[-1])
        t, asked = run_step(state, match.rules, answers, silent=True)
        if asked is None:
            branches = [(Fraction(1), t.state, [])]
        elif asked.seat == ROLLED_BY:
            rows = asked.outcomes
            branches = [(p, state, [*answers, Roll(faces, outcome)]) for outcome, p, faces in rows]
        else:
            branches = [(Fraction(1), state, [*answers, asked.option(asked.default)])]
        for p, after, given in branches:
            key = (
                after.mark()
                + repr((hit, [getattr(a, "outcome", None) or getattr(a, "id", None) for a in given])).encode()
            )
            known = todo[key][0] if key in todo else Fraction(0)
            todo[key] = (known + chance * p, after, given, hit)
    return found


def check(match, option):
    """The forecast of an option against the ends of the rules."""
    told, counted = match.forecast(option), ends(match, option)
    assert sum(counted.values()) == 1
    assert told.p_hit == sum(p for (hit, _), p in counted.items() if hit)
    assert told.p_out == sum(p for (_, lost), p in counted.items() if lost)
    rows = {words: p for words, p, _ in told.results}
    wanted = Counter()
    for (hit, lost), p in counted.items():
        few = f"{lost} {'stand' if lost == 1 else 'stands'} lost" if lost < MANY else f"{MANY} or more lost"
        wanted[few if lost else "hit, and all saved" if hit else "no hit"] += p
    assert rows == {words: p for words, p in wanted.items() if p}
    assert sum(rows.values()) == 1
    return len(told.rolled)


@pytest.mark.parametrize("seed", daily(range(24), 6))
def test_every_shot_of_random_games_has_the_results_that_are_forecast(seed):
    match = random_match("epic", seed, width=14, height=10, turns=3)
    for at in decisions(match, seed):
        for option in [one for one in at.pending.options if one.action in SHOTS]:
            check(at, option)


def shots(**forms):
    """A formation that keeps up its fire, and the options that it has."""
    scene = Assault(size=(60, 20), **forms)
    scene.acts("guns", "sustained_fire")
    if scene.match.pending.why == "action test":
        scene.rolls("action test", 6)
    return scene.match, [one for one in scene.match.pending.options if one.action == "shoot"]


def test_shots_at_single_stands_formations_and_stands_with_saves_are_forecast_exactly():
    guns = "a line l1@5,10 l2@8,10 l3@11,10 l4@14,10"
    for foe in ("b line m1@30,10", "b line m1@30,10 m2@32,10 m3@34,10", "b heavy m1@30,10 m2@32,10", "b horde m1@30,9"):
        match, found = shots(guns=guns, foe=foe)
        assert [check(match, option) for option in found] == [4]


def test_a_forecast_counts_the_passengers_lost_with_a_destroyed_transport():
    match, found = shots(guns="a tank l1@5,10 l2@8,10", foe="b line t@25,10:carrier p1>t p2>t m1@32,10")
    (option,) = found
    check(match, option)
    assert "3 or more lost" in {words for words, _, _ in match.forecast(option).results}


def test_every_throw_of_random_games_is_made_with_d6():
    seen = set()
    for seed in range(24):
        match = random_match("epic", seed, turns=3)
        match.dice = DiceSource("ask")
        for at in decisions_and_rolls(match, seed):
            asked = at.pending
            if asked.seat == ROLLED_BY:
                seen.add(asked.why)
                assert set(asked.dice) == {6}, asked.why
                assert len(asked.dice) == (DICE[asked.why] or len(asked.dice))
    assert seen >= set(DICE) - {"bail out", "support"}


def decisions_and_rolls(match, seed):
    """As `decisions`, but every roll is asked for as well, and answered at random."""
    random = Random(seed)
    while match.pending is not None:
        yield match
        if match.pending.seat == ROLLED_BY:
            match.choose(Choice(faces=tuple(random.randint(1, sides) for sides in match.pending.dice)))
        else:
            match.choose(any_option(match, random))
