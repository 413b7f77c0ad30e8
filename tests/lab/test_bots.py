"""The example bots of the lab play every rulebook, the same game again, and each in its own manner."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from fields import batch, field, results

from game.ai.bot import BotSeat
from game.ai.briefing import Briefing
from game.ai.players import RandomPlayer
from game.ai.seatview import SeatView
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.lab import play
from game.lab.batch import Game
from game.lab.players import read_players
from game.maps import load_map
from game.rules import build
from tests.budget import alternate
from tests.scene import Scene
from tests.setups import random_match
from tests.squads import Squads

BOTS = Path(__file__).resolve().parent.parent.parent / "tools/bots"
NAMES = ("random_bot", "greedy", "rusher", "holder", "all_watch", "marksman")
MAPS = {"wh40k2": "old_quay", "stargrunt2": "hill_farm", "epic": "drawn_in", "viktory2": "three_shores"}


LONG = pytest.mark.fuzz


def written(name):
    return f"bot:\"'{sys.executable}' -S '{BOTS / name}.py'\""


@pytest.mark.parametrize(
    ("ruleset", "name"),
    [
        ("viktory2", "greedy"),
        *(pytest.param(*one, marks=LONG) for one in product(MAPS, NAMES) if one != ("viktory2", "greedy")),
    ],
)
def test_each_bot_plays_a_whole_battle_of_each_rulebook(ruleset, name, monkeypatch):
    monkeypatch.setattr(play, "MOST_CHOICES", 2000)
    (result,) = results(batch(MAPS[ruleset], f"random,{written(name)}", games=1, seed=3))
    assert (result.status, result.fault) == ("played", "")


@pytest.mark.parametrize("name", NAMES)
def test_each_bot_plays_the_same_game_again(tmp_path, name):
    known = batch(field(tmp_path), f"{written(name)},random", games=2)
    found = results(known)
    assert results(known) == found
    assert {result.status for result in found} == {"played"}


@pytest.mark.parametrize(("name", "least", "most"), [("greedy", 0, 0), ("rusher", 0, 0), ("all_watch", 1, 1)])
def test_greedy_and_rusher_lay_no_overwatch_and_all_watch_lays_nothing_else(tmp_path, name, least, most):
    (result,) = results(batch(field(tmp_path), f"{written(name)},{written(name)}", games=1))
    laid = next(one for one in result.measures if one.id == "overwatch_markers")
    assert least <= laid.count / laid.of <= most


def orders_given(bot, ruleset, enough):
    """The actions that a bot chose at its first `enough` questions that offered overwatch, against random play."""
    match = Match(load_map(f"maps/{MAPS[ruleset]}.tmx").setup, build(ruleset), DiceSource(seed=4))
    seats = list(match.setup.seats)
    program = BotSeat(f"'{sys.executable}' -S '{BOTS / bot}.py'", seats[0], 20)
    others, given = RandomPlayer(seed=4), []
    while len(given) < enough and match.pending:
        asked = match.pending
        if asked.seat == seats[0]:
            chosen = program.decide(match).option
            if any(option.action == "overwatch" for option in asked.options):
                given.append(asked.option(chosen).action)
        else:
            chosen = others.choose(SeatView(match, asked.seat), asked).id
        match.choose(chosen)
    program.close()
    assert len(given) == enough
    return given


@pytest.mark.parametrize(("ruleset", "name"), alternate(product(MAPS, ("greedy", "rusher", "marksman")), 3))
def test_greedy_rusher_and_marksman_take_no_overwatch_in_any_rulebook(ruleset, name):
    assert "overwatch" not in orders_given(name, ruleset, 3)


def marksman(scene):
    """What the marksman answers for the seat that is asked, as an option."""
    bot = BotSeat(f"'{sys.executable}' -S '{BOTS / 'marksman'}.py'", scene.match.pending.seat, 20)
    chosen = scene.match.pending.option(bot.decide(scene.match).option)
    bot.close()
    return chosen


def test_the_marksman_shoots_at_the_likelier_target_and_of_equal_ones_at_that_which_has_yet_to_act():
    scene = Scene(".*12", "a1 .*5 b1 .*5", "a2 .*11", ".*6 b2 .*5", b2="spent").chooses("a1:stand").passes("b")
    assert scene.match.pending.kind == "attack"
    assert marksman(scene).target == "b1"
    behind = Scene(".*12", "a1 .*4 # b1 .*5", "a2 .*11", ".*6 b2 .*5", b2="spent").chooses("a1:stand")
    while behind.match.pending.seat == "b":
        behind.passes("b")
    assert marksman(behind).target == "b2"


def test_the_marksman_lays_no_overwatch_and_stands_to_shoot_at_an_enemy_nearby():
    laying = Scene("a1 .*6 b1", "a2 .*6 b2", phase="assign", turns=1)
    assert marksman(laying).marker == "move"
    assert marksman(Scene(".*12", "a1 .*3 b1 .*7", ".*12")).action == "stand"


def test_the_holder_bot_goes_on_overwatch_on_an_objective_and_moves_until_then():
    ground = [{"id": "o", "cells": [[0, 0]]}]
    scene = Squads("a1 .*10 a2 .*20 b1", phase="start", objectives=ground, turns=2)
    bot = BotSeat(f"'{sys.executable}' -S '{BOTS / 'holder'}.py'", "a", 20)
    while scene.match.pending.kind != "activate":
        scene.match.choose(bot.decide(scene.match).option)
    scene.watches("a1")
    walked = scene.match.pending.option(bot.decide(scene.match).option)
    bot.close()
    assert (walked.action, walked.unit) == ("run", "a2")


def test_the_holder_bot_moves_to_an_objective_and_goes_on_overwatch_there(tmp_path):
    scene = Scene("a1 .*6 b1", "a2 .*6 b2", objectives=[{"id": "o", "cells": [[0, 0]]}], phase="assign", turns=1)
    bot = BotSeat(f"'{sys.executable}' -S '{BOTS / 'holder'}.py'", "a", 20)
    chosen = []
    while scene.match.pending.seat == "a" and scene.match.pending.kind == "assign":
        chosen.append(bot.decide(scene.match).option)
        scene.match.choose(chosen[-1])
    bot.close()
    assert chosen == ["a1:overwatch", "a2:overwatch", "confirm"]


def test_a_bot_plans_no_stand_twice_so_that_its_plans_end_quickly():
    match = Match(load_map("maps/three_farms.tmx").setup, build("epic"), DiceSource(seed=100))
    bot, other = BotSeat(f"'{sys.executable}' -S '{BOTS / 'rusher'}.py'", "red", 60), RandomPlayer(3)
    planned, plans = [], []
    while len(plans) < 8:
        asked = match.pending
        mine = asked.seat == "red"
        chosen = asked.option(bot.decide(match).option) if mine else other.choose(SeatView(match, asked.seat), asked)
        if mine and chosen.id == "confirm":
            plans.append(planned)
            planned = []
        elif mine and chosen.action == "move":
            planned.append(chosen.unit or chosen.formation)
            assert len(planned) == len(set(planned))
        match.choose(chosen.id)
    bot.close()
    assert any(plans)


def test_a_plan_that_had_to_be_taken_back_whole_is_not_made_again(monkeypatch):
    """The formation has to close up, and no plan that leads all of it to the objective is coherent."""
    monkeypatch.setattr(play, "MOST_CHOICES", 2000)
    pairing = read_players(f"regular,{written('greedy')}")
    game = Game("elbow_to_elbow", pairing, 0, 7340333814872559292, turned=1)
    assert play.play(game).result.status == "played"


def test_a_bot_that_gives_a_plan_up_answers_the_next_question_as_usual():
    """After a plan that the bot gives up, it must not fall back on random choices."""
    unit = {"id": "b1", "seat": "blue", "at": [0, 0], "out": False, "weapon": None}
    state = {"board": {"grid": "square"}, "units": [unit], "groups": [], "sites": [], "seats": [{"seat": "blue"}]}
    state["objectives"] = [{"cells": [[9, 0]]}]
    move = {"id": "b1:move:1,0", "action": "move", "unit": "b1", "to": [1, 0]}
    others = [{"id": f"b1:rest:{number}", "action": "rest", "unit": "b1"} for number in range(99)]
    asked = [
        ("counter_charge", [move, {"id": "confirm", "action": "confirm"}], "confirm"),
        ("rest", others, others[0]["id"]),
    ]
    lines = [
        json.dumps(
            {
                "do": "choose",
                "seat": "blue",
                "state": state,
                "pending": {"kind": kind, "options": options, "default": usual},
            }
        )
        for kind, options, usual in asked
    ]
    told = subprocess.run(
        [sys.executable, "-S", BOTS / "greedy.py"], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    assert [json.loads(line)["option"] for line in told.stdout.splitlines()] == ["b1:move:1,0", "b1:rest:0"]


@pytest.mark.parametrize("name", NAMES)
def test_an_example_bot_is_about_a_page_and_uses_only_the_standard_library(name):
    text = (BOTS / f"{name}.py").read_text("utf-8")
    most, library = (200, {"json", "sys"}) if name == "marksman" else (50, set())
    assert len(text.splitlines()) <= most
    assert set(re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE)) == {"__future__", "seat", *library}


def test_the_briefing_of_a_bot_has_forecasts_for_shots_at_points_of_a_path():
    seen = 0
    for seed in range(40):
        match = random_match("wh40k2", seed, turns=2)
        while match.pending and seen < 3:
            asked = match.pending
            aimed = [option for option in asked.options if option.point >= 0 and option.action == "ranged_attack"]
            if asked.kind == "react" and aimed:
                told = Briefing(match, asked.seat).told()["forecasts"]
                assert {option.id for option in aimed} <= set(told)
                assert told[aimed[0].id]["exact"] == [
                    str(match.forecast(aimed[0]).p_hit),
                    str(match.forecast(aimed[0]).p_out),
                ]
                seen += 1
            match.choose(asked.options[len(match.history) % len(asked.options)].id)
    assert seen == 3
