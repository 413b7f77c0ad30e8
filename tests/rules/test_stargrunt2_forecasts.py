"""Stargrunt II: the forecast of fire is what the rules come to with every face of every die."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from game.engine.dice import DiceSource, Reader, spread
from game.engine.match import Match
from game.engine.odds import OddsTooLarge, explore
from game.engine.suggest import likeliest
from game.engine.wording import percent
from game.rules import build
from game.rules.stargrunt2.dice import FIRE
from game.rules.stargrunt2.shots import fire_chances
from tests.budget import daily
from tests.firefight import Firefight
from tests.setups import decisions, random_setup

MOST = 1500
"""So many branches are counted of one shot; squads that are torn to pieces by it have more."""


def counted(match, option, limit=MOST):
    """The chances that the shot of an option suppresses and that it harms, by enumeration; None: not to be told."""
    before, whole = match.front.units[option.target], match.hash()
    try:
        ends = explore(match.rules, match.state, [*match.answers, option], assume=True, limit=limit)
    except OddsTooLarge:
        return None
    assert (sum(p for p, _ in ends), match.hash()) == (1, whole)
    hit = out = Fraction(0)
    for p, state in ends:
        after = state.units[option.target]
        suppressed = after.suppressed > before.suppressed or after.was_suppressed > before.was_suppressed
        hit += p * (suppressed or after.out)  # whoever is wiped out was hit, too, but takes no marker any more
        out += p * (after.casualties > before.casualties or after.immobile > before.immobile or after.out)
    return hit, out


def shots(match):
    """The offered shots that are fired at once: fire, and fire at units that move or go on overwatch."""
    action = match.front.queues[-1].action if match.front.queues else None
    plain = match.pending.kind == "react" and action.kind in ("move", "combat_move", "overwatch")
    declared = plain and any(reaction.status == "declared" for reaction in match.front.queues[-1].reactions)
    waits = plain and (
        declared or action.target or match.front.units[action.unit].suppressions_waiting
    )  # other shots at the same action, man against man, and markers of an earlier shot
    if match.pending.kind == "action" or (plain and not waits):
        return [option for option in match.pending.options if option.weapon]
    return []


def check(match, option, limit=MOST):
    """The forecast of an option against the count; whether it could be compared.

    A vehicle is stopped and not suppressed; a fourth marker changes nothing.
    """
    target, total, found = match.front.units[option.target], match.forecast(option), counted(match, option, limit)
    if found is None or target.immobile:
        return False
    hit, out = found
    assert out == total.p_out, option.id
    if target.profile != "light_vehicle" and target.suppressed < 3:
        assert hit == total.p_hit, option.id
    return True


def table(seed):
    """A random table where some squads have lost all their men but a few."""
    random, setup = Random(seed), random_setup("stargrunt2", seed, turns=3)
    units = tuple(replace(unit, figures=random.choice((0, 0, 1, 2))) for unit in setup.units)
    return Match(replace(setup, units=units), build("stargrunt2"), DiceSource(seed=seed))


@pytest.mark.parametrize("seed", daily([*range(5), *range(6, 13)], 3))
def test_forecasts_of_fire_are_what_every_face_of_every_die_comes_to(seed):
    looked = 0
    for match in decisions(table(seed), seed):
        for option in shots(match)[seed % 3 :: 3][:3]:
            looked += check(match, option)
        if looked > 12:
            break
    assert looked


def test_sg_06_the_chance_of_an_attempt_is_that_of_its_test_times_that_of_its_shot():
    scene = Firefight("a1 .*9 b1", ".*9 b2", b1="militia", b2="watch").acts("a1", "a1:move:2,0")
    attempt, sure = scene.forecast("b1:opportunity_fire:a1:p2"), scene.forecast("b2:overwatch_fire:a1:p2")
    shot = attempt.first.then
    assert (attempt.first.words, attempt.first.dice, attempt.first.chance) == ("to fire", "D6 above 4", Fraction(1, 3))
    assert (attempt.p_hit, attempt.p_out) == (shot.p_hit / 3, shot.p_out / 3)
    assert attempt.factors == f"33% to fire, then {percent(shot.p_out)}: {percent(shot.p_out / 3)}"
    assert attempt.to_json()["first"] == {"text": "to fire", "dice": "D6 above 4", "p": 1 / 3, "exact": "1/3"}
    assert sure.first is None


def test_sg_32_of_a_unit_with_a_counter_the_sure_shot_ranks_above_the_gamble():
    scene = Firefight("a1 .*9 b1", b1="watch").acts("a1", "a1:move:2,0")
    match = scene.match
    best = likeliest(match.rules, match.front, list(match.pending.options))
    assert best.action == "overwatch_fire"
    test, spent = (scene.forecast(f"b1:{way}_fire:a1:p2") for way in ("opportunity", "overwatch"))
    assert test.p_out == spent.p_out * Fraction(6, 8)


def test_sg_27_a_passed_test_is_no_factor_any_more_when_it_is_asked_whether_to_fire():
    scene = Firefight("a1 .*9 b1").acts("a1", "a1:overwatch")
    before = scene.forecast("b1:opportunity_fire:a1")
    scene.chooses("b1:opportunity_fire:a1").rolls("opportunity", 8).asked("b", "resolve")
    assert scene.forecast("b1:opportunity_fire:a1") == before.first.then


@pytest.mark.parametrize("words", ["QUALITY=4 men=2", "men=1", "weapon=smg", ""])
def test_sg_a35_the_chance_to_suppress_is_that_any_die_beats_the_range_die(words):
    scene = Firefight("a1 .*3 b1", a1=words, b1="done men=2").acts("a1")
    option = scene.match.pending.option("a1:fire:b1")
    total = scene.match.forecast(option)
    quality, firepower = (int(die[1:]) for die in total.dice.split(" against ")[0].split(", "))
    beaten = sum(
        max(one, other) > die
        for die in range(1, total.need + 1)
        for one in range(1, quality + 1)
        for other in range(1, firepower + 1)
    )
    assert total.p_hit == Fraction(beaten, total.need * quality * firepower)
    assert (total.p_hit, total.p_out) == counted(scene.match, option)


@pytest.mark.parametrize("words", ["men=1", "men=2 LV=1", "weapon=smg men=1"])
def test_sg_a19_the_forecast_of_final_fire_is_what_every_face_comes_to(words):
    scene = Firefight("a1 .*5 b1 .*8", a1="men=2", b1=f"done {words}").acts("a1", "a1:close_assault:b1")
    scene.rolls("reaction", 8).rolls("confidence", 8).chooses("b1:final_fire:a1").waits_for(
        "fire", 4, *scene.match.pending.dice[1:]
    )
    ends = explore(scene.match.rules, scene.match.state, scene.match.answers, assume=False, limit=MOST)
    scene.match.undo()
    total = scene.forecast("b1:final_fire:a1")
    assert total.p_hit == sum(p for p, state in ends if state.units["a1"].was_suppressed)
    assert total.p_out == sum(  # where nobody is suppressed, men fall man to man
        p for p, state in ends if state.units["a1"].casualties and state.units["a1"].was_suppressed
    )


@pytest.mark.parametrize("kind", ["move", "combat_move"])
def test_sg_09_a7_the_forecast_of_a_shot_at_a_stopped_mover_is_what_every_face_comes_to(kind):
    scene = Firefight("a1 .*15 b1", ".*17 b2", a1="men=2", b1="watch", b2="watch men=2").acts("a1", f"a1:{kind}:4,0")
    scene = scene.rolls("mobility", 3) if kind == "combat_move" else scene
    scene.chooses("b1:overwatch_fire:a1:p2").fires(1, 2, 7).rolls("remainder", 6).rolls("who is hit", 1)
    scene.rolls("impact", 6, 4).rolls("confidence", 8)
    scene = scene.chooses("a1:stop") if kind == "combat_move" else scene
    option = scene.match.pending.option("b2:overwatch_fire:a1:p2")
    hit, out = counted(scene.match, option)
    total = scene.match.forecast(option)
    assert out == total.p_out > 0
    if kind == "move":  # the marker of the first shot at a combat mover is placed in the same breath
        assert hit == total.p_hit


def test_sg_a35_a37_the_chance_of_a_casualty_is_that_worked_out_by_hand():
    hurt = Fraction(sum(impact > armour for impact in range(1, 9) for armour in range(1, 5)), 32)
    exact = sum(
        Fraction(1, 64) * (1 - (1 - hurt) ** hits * (1 - Fraction(rest, 4) * hurt))
        for die in range(1, 5)
        for one in range(die + 1, 5)
        for other in range(die + 1, 5)
        for hits, rest in [divmod(one + other, 4)]
    )
    assert fire_chances((4, 4, 4), (8, 4), missile=False)[1] == exact


def test_sg_a45_a_missile_hits_once_however_many_dice_beat_the_ecm_die():
    hurt = Fraction(sum(impact > armour for impact in range(1, 13) for armour in range(1, 11)), 120)
    p_hit, p_out = fire_chances((4, 8, 8), (12, 10), missile=True)
    assert p_hit == Fraction(sum(max(a, b) > e for e in range(1, 5) for a in range(1, 9) for b in range(1, 9)), 256)
    assert p_out == p_hit * hurt


def test_the_odds_of_fire_at_a_suppressed_unit_list_its_new_number_of_markers():
    scene = Firefight("a1 .*9 b1", b1="suppressed").acts("a1")
    told = {row.words for _, rows in scene.match.odds("a1:fire:b1") for row in rows if row.who == "B1"}
    assert {"now suppressed (2)", "figures 5, now suppressed (2)"} <= told
    scene = Firefight("a1 .*9 b1", b1="done").acts("a1")
    told = {row.words for _, rows in scene.match.odds("a1:fire:b1") for row in rows if row.who == "B1"}
    assert "now suppressed" in told, "the first marker is not counted"


@pytest.mark.parametrize("dice", [(4, 6), (6, 8, 8), (12, 4, 10), (8, 12, 6, 10)])
def test_sg_a35_the_chances_of_fire_are_those_of_all_faces_counted(dice):
    """Five dice would be counted a quarter of a million times; each outcome keeps its first faces, and its place."""
    by_all_faces = Reader(FIRE.read)
    assert spread(dice, FIRE(dice[0])) == spread(dice, by_all_faces(dice[0]))
