"""The review of a battle: playouts repeat, and a choice is judged only by what its seat could see."""

from __future__ import annotations

from itertools import islice

from game.ai.findings import Chance, Moment, Swing, place_of
from game.ai.judging import CLOSER, GAMES, chance_of, cost_of, costly, played_out, review, stretch_of
from game.ai.playout import Playout
from game.ai.rulebooks import tactics_for
from game.engine.answers import Choice
from game.engine.deployment import DEPLOY
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.maps.generated import battle_named
from game.rules import build
from game.sketch import read_sketch
from tests.picking import swapped

DUEL = {
    "ruleset": "skirmishcorps",
    "turns": 1,
    "board": ["............", "............"],
    "units": [
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [0, 0], "marker": "move"},
        {"id": "b1", "seat": "blue", "profile": "trooper", "at": [4, 0], "marker": "overwatch"},
        {"id": "b2", "seat": "blue", "profile": "trooper", "at": [5, 1], "marker": "move"},
    ],
    "phase": "act",
    "seat": "red",
}


def duel(*chosen: str) -> Match:
    match = Match(read_sketch(DUEL), build("skirmishcorps"), DiceSource(seed=2))
    for option in chosen:
        match.choose(option)
    return match


def test_a_playout_of_the_same_table_with_the_same_seed_ends_the_same() -> None:
    match = duel()
    ends = []
    for seed in (4, 4, 5):
        playout = Playout(match.rules, tactics_for(match.rules), seed)
        end = playout.play(match.state, match.answers)
        assert end.outcome
        ends.append((end.key(), playout.steps))
    assert ends[0] == ends[1]
    assert not match.history  # the match itself stands where it stood


def test_every_playout_has_a_winner_or_is_a_draw_for_all_seats() -> None:
    match = duel("r1:stand")
    assert all({*played_out(match, 0, seed)} in ({"red"}, {"blue"}, {"blue", "red"}) for seed in range(4))


def test_the_costly_choices_are_ready_before_the_long_playouts() -> None:
    assert next(review(duel("r1:hold"))) == costly(duel("r1:hold"))


def test_doing_nothing_with_an_enemy_in_range_has_a_cost_and_the_better_choice_is_named() -> None:
    match = duel("r1:hold")
    cost = cost_of(match, 0)
    assert cost is not None
    assert f" to {match.setup.board.label(cost.better)}: worth" in cost.note
    assert (cost.seat, cost.turn, cost.choice) == ("red", 1, 0)
    assert cost.loss > 0
    assert f"worth {cost.loss:.1f} figures more" in cost.note


def test_the_cost_of_a_choice_is_judged_by_what_its_seat_could_see() -> None:
    twin = swapped(duel(), "red")
    twin.choose("r1:hold")
    assert cost_of(twin, 0) == cost_of(duel("r1:hold"), 0)


def shot_at(dice: str, *faces: int) -> Match:
    """R1 shoots at B1 and hits; with the damage die of `faces` it puts B1 out. Nobody answers, and the battle ends."""
    match = Match(read_sketch(DUEL | {"units": DUEL["units"][:2]}), build("skirmishcorps"), DiceSource(dice, 0, faces))
    for option in ("r1:stand", "pass", "r1:ranged_attack:b1"):
        assert match.pending is not None
        if match.pending.option(option):
            match.choose(option)
    return match


def test_the_chance_of_a_moment_is_that_of_the_hit_and_of_its_damage_together() -> None:
    """Before, the end said "67% likely", which was the damage die alone, where its replay said 56%."""
    match = shot_at("script", 3, 3, 6)
    made = len(match.history) - 1
    before = match.at(made)
    assert before.pending is not None
    shot = before.pending.option("r1:ranged_attack:b1")
    assert shot is not None
    forecast = before.forecast(shot)
    assert forecast is not None
    assert match.front.units["b1"].out
    assert forecast.p_out < forecast.p_hit < 1
    assert chance_of(match, Moment.of(match, made, "b1")) == forecast.p_out
    missed = shot_at("script", 6, 6)
    assert chance_of(missed, Moment.of(missed, made, "b1")) == 1 - forecast.p_out, "that nothing came of it"


def test_dice_of_a_real_table_are_choices_but_the_chance_begins_with_the_shot() -> None:
    match = shot_at("ask")
    made = len(match.history) - 1
    for faces in ((3, 3), (6,)):
        match.choose(Choice(faces=faces))
    assert [match.at(place).pending.seat for place in (made, made + 1, made + 2)] == ["red", "dice", "dice"]
    fallen = shot_at("script", 3, 3, 6)
    assert chance_of(match, Moment.of(match, made + 2, "b1")) == chance_of(fallen, Moment.of(fallen, made, "b1"))


def test_what_no_throw_decided_has_no_chance() -> None:
    match = duel("r1:hold")
    assert chance_of(match, Moment.of(match, 0, "r1")) is None
    assert chance_of(match, Moment.of(match, 0, "")) is None


def test_a_moment_tells_the_chance_of_winning_before_it_and_after_it() -> None:
    """From both the playouts have the same dice, so a choice that changes nothing changes no chance."""
    match = shot_at("script", 3, 3, 6)
    while match.pending is not None:
        match.choose(match.pending.default)
    assert match.outcome is not None
    last = len(match.history) - 1
    swings = [found for found in review(match, [Moment.of(match, last, "")]) if isinstance(found, Swing)]
    assert [swing.games for swing in swings] == [CLOSER * games for games in range(1, GAMES + 1)]
    end = swings[-1]
    assert end.choice == match.history[last].choices
    assert end.after == {"red": end.games, "blue": 0}, "the battle was over"
    assert sum(end.before.values()) == end.games


def test_a_moment_is_the_same_where_the_dice_that_fell_are_choices_of_the_record() -> None:
    """The review's own process replays a record with its dice; before, it looked at another place of the battle."""
    match = shot_at("script", 3, 3, 6)
    replayed = Match(match.setup, match.rules, DiceSource("ask"))
    replayed.replay(match.choices)
    assert len(replayed.history) == len(match.history) + 2
    moment = Moment.of(match, len(match.history) - 1, "b1")
    for one in (match, replayed):
        start, end = stretch_of(one, moment)
        assert [one.at(place).front.units["b1"].out for place in (start, end)] == [False, True]
    assert chance_of(replayed, moment) == chance_of(match, moment)


LANE = {
    **DUEL,
    "turns": 1,
    "board": ["............", "............", "............"],
    "objectives": [{"id": "goal", "name": "the well", "cells": [[4, 0, 1, 1]], "points": 1}],
    "units": [
        {"id": "b1", "seat": "blue", "profile": "trooper", "at": [3, 0]},
        {"id": "b2", "seat": "blue", "profile": "trooper", "at": [0, 2]},
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [11, 2]},
    ],
    "phase": "assign",
    "seat": "",
}


def test_the_cost_of_a_marker_that_gives_points_away_names_the_better_marker() -> None:
    """Whichever unit a marker is laid for, also one that was not asked about first."""
    match = Match(read_sketch(LANE), build("skirmishcorps"), DiceSource(seed=2))
    match.choose("b2:overwatch")
    match.choose("b1:overwatch")
    cost = cost_of(match, len(match.history) - 1)
    assert cost is not None
    assert cost.title == "Overwatch for B1"
    assert cost.note == (
        f"Move for B1: worth {cost.loss:.1f} figures more, "
        "it should put out 0.1 more enemies and brings points this turn, though it risks 0.1 more of its own"
    )


def test_a_choice_of_a_record_is_found_whether_or_not_dice_are_choices_too() -> None:
    rolled = duel("r1:stand")
    while rolled.pending is not None:
        rolled.choose(rolled.pending.default)
    replayed = Match(rolled.setup, rolled.rules, DiceSource("ask"))
    replayed.replay(rolled.choices)
    for made, point in enumerate(rolled.history):
        assert place_of(rolled, point.choices) == made
        there = replayed.history[place_of(replayed, point.choices)]
        assert there.choices == point.choices
        assert there.state.key() == point.state.key()


def test_a_battle_with_a_set_up_is_played_out_from_the_positions_after_it() -> None:
    """A playout used to set up again, which ended in an error for Epic, so that it never had chances."""
    setup = battle_named("epic:2:short")
    assert setup is not None
    match = Match(setup, build("epic"), DiceSource(seed=4))
    for _ in setup.seats:
        assert match.pending is not None
        assert match.pending.kind == DEPLOY
        match.choose("confirm")
    assert match.pending is not None
    match.choose(match.pending.default)
    _, first = islice(review(match), 2)
    assert isinstance(first, Chance)
    assert (first.turn, first.games, sum(first.won.values())) == (1, 1, 1)
