"""Exact odds of reactions, against every face of every die."""

from __future__ import annotations

import sys
import time
from collections import Counter
from fractions import Fraction
from itertools import product

from game.engine.decisions import DICE
from game.engine.odds import explore
from tests.scene import Scene

ROWS = ["a1 .*4 a2 .", ".*7", ".*7", ".*7", ".*7", ".*2 b1 . b2 .*2"]


def ending(state):
    """What is counted: who is out of action, and where the first unit stands."""
    return tuple(sorted(unit.id for unit in state.units.values() if unit.out)), state.units["a1"].at


def by_hand(match, depth):
    """Every face of every die rolled, decisions answered by their default, until the action is over."""
    counts = Counter()
    todo = [(match.clone(), Fraction(1))]
    while todo:
        one, chance = todo.pop()
        if one.pending is None or len(one.state.queues) < depth:
            counts[ending(one.state)] += chance
        elif one.pending.seat == DICE:
            rolls = list(product(*(range(1, sides + 1) for sides in one.pending.dice)))
            for faces in rolls:
                twin = one.clone()
                twin.choose(faces=faces)
                todo.append((twin, chance / len(rolls)))
        else:
            one.choose(one.pending.default)
            todo.append((one, chance))
    return counts


def assumed(match):
    counts = Counter()
    for chance, state in explore(match.rules, match.state, list(match.answers), assume=True):
        counts[ending(state)] += chance
    return counts


def test_two_reactions_counted_exactly_are_every_face_of_every_die():
    scene = Scene(*ROWS, b2="brute weapon=rifle").chooses(
        "a1:move:jog:3,0", "b1:ranged_attack:a1", "b2:ranged_attack:a1"
    )
    odds = assumed(scene.match)
    assert sum(odds.values()) == 1
    assert odds == by_hand(scene.match, 1)
    shot, other = (Fraction(15, 36) * Fraction(2, 3), Fraction(6, 36) * Fraction(2, 3))
    assert odds[("a1",), scene.cell(0, 0)] == 1 - (1 - shot) * (1 - other)


def test_a_tie_is_conditioned_on_somebody_winning():
    scene = Scene("a1 .*6 b1", "a2 .*7").chooses("a1:stand", "b1:ranged_attack:a1", "a2:ranged_attack:b1")
    rows = scene.match.odds()
    assert scene.match.pending.why == "roll-off"
    assert sum(chance for chance, _ in rows) == 1


def test_the_odds_of_one_shot_are_those_of_its_forecast():
    scene = Scene("a1 .*6 b1").chooses("a1:stand", "pass")
    option = scene.match.pending.option("a1:ranged_attack:b1")
    out = sum(chance for chance, rows in scene.match.odds(option.id) if any(row.get("out") for row in rows))
    assert out == scene.match.forecast(option).p_out == Fraction(26, 36) * Fraction(2, 3)


def test_six_reactors_are_counted_while_a_player_waits(capsys):
    scene = Scene("a1 .*2 a2 a3 .*2", *[".*7"] * 4, ".*2 b1 b2 b3 b4 .", b1="veteran", b2="scout weapon=rifle")
    scene.chooses("a1:move:jog:2,0", "b1:ranged_attack:a1", "b2:ranged_attack:a1", "b3:ranged_attack:a1")
    scene.chooses("b4:ranged_attack:a1", "a2:ranged_attack:b1", "a3:ranged_attack:b2")
    start = time.perf_counter()
    odds = assumed(scene.match)
    spent = 1000 * (time.perf_counter() - start)
    with capsys.disabled():
        sys.stderr.write(f"\nodds of six reactors: {len(odds)} endings in {spent:.0f} ms\n")
    assert sum(odds.values()) == 1
    assert len(scene.match.view()["queue"]["reactions"]) == 6
