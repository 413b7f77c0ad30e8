"""How a battle went: points by turn, losses, luck against expectation, the moments that turned it."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from game.ai.rulebooks import tactics_for
from game.engine.dice import DiceSource
from game.engine.throws import Rolled
from game.maps.scenarios import list_scenarios, load_scenario
from game.records.levels import Level, Strength
from game.rules.skirmishcorps.chances import ToHit
from game.rules.stargrunt2.throws import FIRE, Fire
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.session.story import MOMENTS, expected, seat_of, story_of
from game.sketch import read_sketch
from tests.hexes import Hexes
from tests.sketches import DUEL

HASTY = Strength(Level.RECRUIT)


def duel(*faces: int) -> Session:
    """R1 stands, aims and shoots at B1 with these dice; then all other units do nothing."""
    session = Session(read_sketch(DUEL), dice=DiceSource("script", script=faces))
    for option in ("r1:stand", "pass", "r1:ranged_attack:b1"):
        if session.match.pending.option(option):
            session.match.choose(option)
    while session.match.pending is not None and session.match.pending.seat != "dice":
        session.match.choose("end" if session.match.pending.option("end") else session.match.pending.default)
    return session


def test_a_loss_is_listed_with_its_turn_and_the_shot_that_caused_it_is_the_moment() -> None:
    story = story_of(duel(3, 3, 6).match)
    assert [(loss.unit, loss.seat, loss.turn) for loss in story.losses] == [("b1", "blue", 1)]
    (moment,) = story.moments
    assert (moment.lost, moment.fallen) == (("b1",), "")
    assert moment.title == "R1 shoots at B1"
    assert moment.note.startswith("Damage 6")
    assert moment.swing > 0
    assert story.side == "red"


def test_points_of_a_head_start_are_not_gained_in_a_turn() -> None:
    setup = load_scenario("prepared_position").setup
    match = Session(setup, dice=DiceSource(seed=3)).match
    match.choose(match.pending.options[0].id)
    story = story_of(match)
    assert story.start == {"blue": 0, "red": 5}
    assert story.points == {"blue": [0], "red": [0]}


def test_ending_a_turn_is_not_a_turning_point() -> None:
    """The points of a held place come with the choice that ends the turn, but by no merit of it."""
    place = {"id": "bridge", "cells": [[0, 0]], "points": 3, "name": "Bridge"}
    session = Session(read_sketch({**DUEL, "turns": 3, "objectives": [place]}), dice=DiceSource(seed=1))
    while session.match.pending is not None:
        session.match.choose("end" if session.match.pending.option("end") else session.match.pending.default)
    story = story_of(session.match)
    assert sum(story.points["red"]) == 9
    assert [moment.title for moment in story.moments if "ends" in moment.title] == []


def test_luck_is_the_outcome_less_its_exact_expectation() -> None:
    session = duel(3, 3, 6)
    story = story_of(session.match)
    rolled = [
        e.event for e in session.match.events if isinstance(e.event, Rolled) and seat_of(session.match, e.event.throw)
    ]
    assert len(rolled) == story.luck["red"].rolls == 2
    means = [expected(one.throw) for one in rolled]
    assert story.luck["red"].above == pytest.approx(float(2 - sum(means)))
    assert story.luck["blue"] == (0, 0.0)


def test_a_tactical_hit_counts_as_one_success_like_any_other_hit() -> None:
    """VK-A36: the roll tells natural ones apart from other hits; at the end of a battle Blue was 84.6 hits lucky."""
    script = DiceSource("script", script=(1, 6))
    scene = Hexes("a1+a2 b1+b2 . . a4", dice=script).attacks(0, 0, "b1")
    rolled = [e.event for e in scene.match.events if isinstance(e.event, Rolled)]
    assert [(one.throw.why, one.faces, one.outcome) for one in rolled] == [
        ("attack", (1,), 100),
        ("defence", (6,), 0),
    ]
    luck = story_of(scene.match).luck
    assert luck["b"] == (1, 1 - 0.5)
    assert luck["a"] == (1, 0 - 0.5)


def test_luck_in_fire_is_how_many_dice_beat_the_range_die() -> None:
    """SG-A35: two dice that beat it are two successes, whatever they add up to."""
    fire = Fire("r1", "b1", 6, ("range", 6), (), (6, 8, 8))
    mean = sum((face > sides) * Fraction(1, 6 * 8) for sides in range(1, 7) for face in range(1, 9)) * 2
    assert fire.successes(FIRE(6).of((2, 3, 8))) == 2
    assert expected(fire) == mean


@pytest.mark.parametrize("ruleset", sorted({s.ruleset for s in list_scenarios()}))
def test_no_throw_has_more_successes_than_dice(ruleset: str) -> None:
    found: list[Rolled] = []
    for scenario in (s for s in list_scenarios() if s.ruleset == ruleset):
        match = Session(load_scenario(scenario.id).setup, dice=DiceSource(seed=5)).match
        drawn = Random(scenario.id)
        for _ in range(150):
            if match.pending is not None:
                match.choose(drawn.choice(match.pending.options).id)
        found += [entry.event for entry in match.events if isinstance(entry.event, Rolled)]
    lucky = [one for one in found if one.throw.lucky and one.outcome is not None]
    assert lucky
    assert [one for one in lucky if not 0 <= one.throw.successes(one.outcome) <= len(one.throw.dice)] == []


def test_the_expectation_of_a_throw_is_counted_from_its_dice() -> None:
    session = duel(3, 3, 6)
    hit = next(
        e.event for e in session.match.events if isinstance(e.event, Rolled) and isinstance(e.event.throw, ToHit)
    )
    ways = sum(a + b <= hit.throw.need or a + b == 2 for a in range(1, 7) for b in range(1, 7))
    assert hit.chance == Fraction(ways, 36)


@pytest.mark.parametrize("ruleset", sorted({s.ruleset for s in list_scenarios()}))
def test_the_points_of_all_turns_add_up_and_every_unit_out_of_action_is_a_loss(ruleset: str) -> None:
    scenario = next(s for s in list_scenarios() if s.ruleset == ruleset)
    setup = load_scenario(scenario.id).setup
    session = Session(setup, dice=DiceSource(seed=2), players={seat: ComputerSeat(HASTY) for seat in setup.seats})
    for _ in range(60):
        if session.match.pending is not None:
            session.let_player_choose()
    story, match = story_of(session.match), session.match
    score = match.rules.score(match.front)
    assert {seat: sum(gained, story.start[seat]) for seat, gained in story.points.items()} == {
        s: score.get(s, 0) for s in setup.seats
    }
    was_out = {name for name, unit in (match.history[0].state.units.items()) if unit.out}
    gone = {name for name, unit in match.front.units.items() if unit.out} - was_out
    assert {loss.unit for loss in story.losses} >= gone  # in VIKTORY II some come back from the reserve
    assert [moment.made for moment in story.moments] == sorted(moment.made for moment in story.moments)


def test_the_moments_told_are_the_largest_swings_and_are_told_in_the_order_of_the_battle() -> None:
    setup = load_scenario("market_street").setup
    session = Session(setup, dice=DiceSource(seed=29), players={seat: ComputerSeat(HASTY) for seat in setup.seats})
    while session.match.pending is not None:
        session.let_player_choose()
    match, story = session.match, story_of(session.match)
    tactics = tactics_for(match.rules)
    worth = [tactics.evaluate(point.state, story.side) for point in match.history]
    swings = [after - before for before, after in pairwise(worth)]
    told = [moment.made for moment in story.moments if moment.made < len(swings)]
    assert [moment.swing for moment in story.moments if moment.made < len(swings)] == [swings[made] for made in told]
    largest = sorted(range(len(swings)), key=lambda made: -abs(swings[made]))
    assert len(told) >= 2
    assert {*told} <= {*largest[: 4 * MOMENTS]}
    assert story.moments == sorted(story.moments)


def test_a_step_that_changes_nothing_is_no_moment_however_well_a_side_stands() -> None:
    more = {"id": "b2", "seat": "blue", "profile": "trooper", "at": [11, 0]}
    session = Session(read_sketch({**DUEL, "units": [*DUEL["units"], more]}), dice=DiceSource(seed=1))
    session.match.choose("r1:move:sneak:1,0")
    while session.match.pending is not None:
        option = session.match.pending.option("b1:hold")
        session.match.choose(option.id if option is not None else session.match.pending.default)
    assert story_of(session.match).moments == []


def test_a_moment_names_the_roll_that_decided_it_though_another_came_later() -> None:
    """VK-A35: both sides roll before anybody is lost; that the defence missed is not what put the defender out."""
    scene = Hexes("a1 b1+b2 . . a4", dice=DiceSource("script", script=(2, 6))).attacks(0, 0, "b1")
    moment = next(moment for moment in story_of(scene.match).moments if moment.lost == ("a1",))
    assert (moment.title, moment.note) == ("A1 is lost", "B attacks: 2, one hit at 3 or less")
    assert (moment.fallen, moment.about) == ("a1", "a1")


def test_points_of_the_end_of_a_turn_are_a_moment_without_a_choice_or_a_roll() -> None:
    """SG: the last move of a turn is the moment, not that the next one begins."""
    setup = load_scenario("hill_farm").setup
    session = Session(setup, dice=DiceSource(seed=0), players={seat: ComputerSeat(HASTY) for seat in setup.seats})
    while session.match.pending is not None:
        session.let_player_choose()
    story, units = story_of(session.match), session.match.front.units
    for moment in story.moments:
        rolled = {word.lower() for word in moment.note.replace("’", " ").split()} & set(units)
        assert rolled <= set(moment.units)
        assert "may be activated again" not in moment.title


def test_a_moment_has_what_a_picture_of_it_needs_and_a_move_its_destination() -> None:
    """The review used to give no reason why "B3 moves to u15" had turned a battle."""
    (moment,) = story_of(duel(3, 3, 6).match).moments
    assert (moment.deed.unit, moment.deed.targets) == ("r1", ("b1",))
    yard = {"id": "yard", "name": "the yard", "points": 2, "cells": [[4, 0]]}
    session = Session(read_sketch(DUEL | {"objectives": [yard]}), dice=DiceSource(seed=3))
    for option in ("r1:move:jog:4,0", "pass"):
        if session.match.pending.option(option):
            session.match.choose(option)
    while session.match.pending is not None and session.match.pending.seat != "dice":
        asked = session.match.pending
        session.match.choose(next((name for name in ("none", "end") if asked.option(name)), asked.default))
    moved = next(moment for moment in story_of(session.match).moments if moment.deed.path)
    assert moved.note == "The yard: 2 points a turn"
