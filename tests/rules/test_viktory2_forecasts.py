"""VIKTORY II: what is forecast is what the engine counts, on whatever table random play comes to.

Shots at one unit and at groups, with two dice and with one, in combat supply and out of it, cargo and all; battles on
land and at sea, against towns, before and after overwatch.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.odds import OddsTooLarge, explore
from game.rules import build
from game.rules.viktory2.ground import enemies_on, hit_number
from game.rules.viktory2.losses import worth
from tests.hexes import Hexes
from tests.setups import decisions, random_match

SEEDS = range(24)
LIMIT = 1200
"""Branches; battles of more are left out."""


LINING_UP = ("move", "unload")


def ends(match, option):
    """Every end of an option by the engine's own count, each with its chance: later questions take their defaults."""
    return explore(match.rules, match.state, [*match.answers, option], assume=True, limit=LIMIT)


def chance(found, holds):
    """How likely an end is in which something holds."""
    return sum(p for p, state in found if holds(state))


def targets(match, option):
    """The units that a shot may take, or those that attack."""
    if option.action in ("bombard", "overwatch", "battle"):
        return option.targets
    return tuple(match.front.queues[-1].action.targets)


def check(match, option, told):
    """The forecast of an option against the engine's count. Returns what kind of forecast it was."""
    found, names = ends(match, option), targets(match, option)
    assert sum(p for p, _ in found) == 1

    def taken(state):
        there = any(state.units[name].at == told.spot and not state.units[name].out for name in names)
        return there and not enemies_on(state, match.front.seat, told.spot)

    def lost(state):
        return frozenset(name for name in names if state.units[name].out)

    if told.effect == "out":
        assert told.p_hit == told.p_out == chance(found, lost)
        check_results(match, option, told, Counter(), found, lost)
    elif told.effect == "taken":
        assert told.p_hit == told.p_out == chance(found, taken)
    else:
        assert told.effect == "held"
        assert told.p_hit == told.p_out == 1 - chance(found, taken)
    return told.effect


def check_results(match, option, told, rows, found, lost):
    """Each number of hits takes the units that are suggested for it, as often as it is told."""
    if not told.results:
        return
    state = match.front
    order = sorted(option.targets, key=lambda name: (worth(state, state.units[name]), name), reverse=True)
    for hits, (_, p, _) in enumerate(told.results):
        rows[frozenset(order[:hits])] += p
    counted = Counter()
    for p, end in found:
        counted[lost(end)] += p
    assert rows == counted


def test_forecasts_in_random_games_are_what_the_engine_counts():
    seen = Counter()
    for seed in SEEDS:
        for match in decisions(random_match("viktory2", seed, width=6, height=5, turns=3), seed):
            for option in match.pending.options:
                told = match.forecast(option) if option.action not in LINING_UP else None
                if told is None or (seen[match.pending.kind, told.effect] > 60 and len(targets(match, option)) < 2):
                    continue
                try:
                    effect = check(match, option, told)
                except OddsTooLarge:
                    seen["too large"] += 1
                    continue
                seen[match.pending.kind, effect] += 1
                seen[f"{told.dice or 'a battle'} of {min(2, len(targets(match, option)))}"] += 1
    kinds = {("act", "out"), ("act", "taken"), ("react", "out"), ("react", "held"), ("retreat", "taken")}
    assert min(seen[kind] for kind in kinds) >= 5, seen
    assert {"1D6 at ≤3 of 1", "2D6 at ≤3 of 1", "2D6 at ≤3 of 2", "a battle of 1", "a battle of 2"} <= set(seen)


def test_an_attack_has_the_same_forecast_before_and_after_it_is_lined_up():
    seen = Counter()
    for seed in SEEDS:
        for match in decisions(random_match("viktory2", seed, width=6, height=5, turns=3), seed):
            for option in match.pending.options if match.pending.kind == "act" else ():
                told = match.forecast(option) if option.action in LINING_UP else None
                if told is None or seen[option.action] > 40:
                    continue
                ahead = match.clone(DiceSource("ask"))
                ahead.choose(option.id)
                battle = next((o for o in ahead.pending.options if o.action == "battle" and o.to == option.to), None)
                if battle is not None:
                    assert ahead.forecast(battle).p_hit == told.p_hit, option
                    seen[option.action] += 1
                    seen["with others"] += len(battle.targets) > 1
    assert seen["move"] > 20
    assert seen["unload"] > 0
    assert seen["with others"] > 0


def groups(random):
    """A stack in a hex, units that line up against it from two sides, and perhaps a gun that watches."""
    held = "+".join(random.sample(["a1", "a2", "a5", "a7"], random.randint(1, 3)))
    first, second = random.sample(["b1", "b2", "b5", "b7"], random.randint(2, 3)), []
    if random.random() < 0.5:
        second = [first.pop()]
    ground, place = random.choice([".", "f", "m", "g"]), random.choice(["", ":Ta", ":Ca"])
    rows = [
        f". {'+'.join(first)} {held}@{ground}{place} {'+'.join(second) or '.'} .",
        f". . {random.choice(['a8', '.', '.'])} . b4",
        f". . . . {random.choice(['a3', 'a3'])}:Ka",
    ]
    return Hexes(*rows, seats="ab"), [*first, *second]


def test_the_forecast_of_a_battle_of_groups_is_counted_at_every_question_in_it():
    seen = Counter()
    for seed in range(16):
        random = Random(seed)
        scene, group = groups(random)
        scene.chooses(*(f"{name}:move:2,0" for name in group))
        match = scene.match
        for _ in range(12):
            if match.pending is None:
                break
            if match.pending.seat == "dice":
                match.choose(Choice(faces=tuple(random.randint(1, 6) for _ in match.pending.dice)))
                continue
            for option in match.pending.options:
                told = match.forecast(option) if option.action not in LINING_UP else None
                if told is not None and option.to in (-1, match.setup.board.cell(2, 0)):
                    try:
                        seen[match.pending.kind, check(match, option, told)] += 1
                    except OddsTooLarge:
                        seen["too large"] += 1
            options = [o.id for o in match.pending.options if o.action in ("battle", "overwatch", "stay", "remove")]
            if not options:
                break
            match.choose(random.choice(options))
    assert min(seen["act", "taken"], seen["react", "held"], seen["retreat", "taken"]) >= 3, seen


def test_vk_02_opening_fire_is_forecast_with_the_dice_that_each_gun_has():
    setup = Hexes("b7+b1 a7+a1 .", ". b4 a3:Ka", seats="ab").setup
    units = [replace(unit, stats={"DICE": 3}) if unit.id == "b7" else unit for unit in setup.units]
    match = Match(replace(setup, units=tuple(units)), build("viktory2"), DiceSource("ask"))
    for name in ("b7:move:1,0", "b1:move:1,0"):
        match.choose(name)
    battle = match.pending.option("battle:1,0")
    assert check(match, battle, match.forecast(battle)) == "taken"


SUPPLY = ".:Ka g:Ca f:Ca m:Ca . . . . . . ."
"""A capital on plains and a city on each of the other grounds: a is in combat supply."""


@pytest.mark.parametrize(
    ("rows", "choices"),
    [
        ([SUPPLY, ". . . . . a7 . . . . .", ". . . . . b1:Tb b4 . . . ."], ["b4:move:5,1", "battle:5,1"]),
        (
            [SUPPLY, ". . . . . a7 . . . . .", ". . b1 . . b2+b5 b4 . . . ."],
            ["b2:move:5,1", "b5:move:5,1", "battle:5,1"],
        ),
        (
            [SUPPLY, ". . . . . a7+a1 . . . . .", ". . . . . b7+b5 b4 . . . ."],
            ["b7:move:5,1", "b5:move:5,1", "battle:5,1"],
        ),
        ([SUPPLY, ". . . . . a7 . . . . .", ". . . . . . b4 . . . ."], ["b4:move:5,2"]),
        (
            [SUPPLY, "a9 . . . . ~ . . . . .".replace("a9 .", "a9@~ ."), "~ b9(b1)@~ . . . . b4 . . . ."],
            ["b9:move:0,1"],
        ),
    ],
)
def test_forecasts_in_combat_supply_are_what_the_engine_counts(rows, choices):
    scene = Hexes(*rows).chooses(*choices)
    match = scene.match
    assert hit_number(match.front, "a") == 4
    told = {option.id: match.forecast(option) for option in match.pending.options}
    checked = [
        check(match, match.pending.option(name), forecast)
        for name, forecast in told.items()
        if forecast and match.pending.option(name).action not in LINING_UP
    ]
    assert checked
