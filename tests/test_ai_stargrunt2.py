"""The computer player of Stargrunt II: overwatch where enemies must come, the order of units, removing suppression."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from game.ai.levels import ComputerPlayer
from game.ai.rulebooks import tactics_for
from game.ai.search import Expectation
from game.ai.seatview import SeatView
from game.engine.match import Match
from game.maps.scenarios import load_scenario
from game.records.levels import Level, Strength
from game.rules import build
from tests import picking
from tests.firefight import Firefight

GATE = {"id": "gate", "name": "The gate", "cells": [[0, 1], [1, 1]], "points": 1}
LANE = ("#*4 .*16", "a1 .*3 .*10 # .*5", ".*14 # b1 .*4", ".*14 # .*5")
"""A squad holds the gate; the way there leads out from behind a wall and over open ground."""


def pick(scene, level=Level.REGULAR):
    """The answer of the seat that is asked."""
    return picking.pick(scene, ComputerPlayer(Strength(level))).id


AHEAD = {"r1": (4, 17), "r2": (11, 15), "r5": (39, 15), "r6": (32, 13)}
"""Hill Farm: the first two squads on either wing are across the northern lane."""


@pytest.mark.parametrize("level", [Level.REGULAR, Level.VETERAN])
def test_the_third_squad_in_a_line_follows_the_others_instead_of_digging_in(level):
    setup = load_scenario("hill_farm").setup
    units = [
        structs.replace(unit, at=setup.board.cell(*AHEAD[unit.id])) if unit.id in AHEAD else unit
        for unit in setup.units
    ]
    match = Match(structs.replace(setup, units=tuple(units)), build(setup.ruleset))
    match.choose("r9:activate")
    answer = ComputerPlayer(Strength(level)).choose(SeatView(match, "red"), match.pending)
    assert answer.action == "combat_move", answer.id
    assert setup.board.xy(answer.to)[1] > setup.board.xy(match.front.units["r9"].at)[1] + 6, "towards the lanes"


def test_sg_36_a_squad_on_an_objective_with_no_enemy_in_sight_goes_on_overwatch():
    scene = Firefight(*LANE, turns=5, objectives=[GATE])
    scene.acts("a1", "a1:in_position").rolls("reaction", 8)
    scene.asked("a", "action")
    assert pick(scene) == "a1:overwatch"


def test_sg_a1_neither_overwatch_nor_the_end_is_the_first_of_two_actions():
    scene = Firefight(*LANE, turns=5, objectives=[GATE])
    scene.asked("a", "action", unit="a1")
    assert pick(scene) not in ("a1:overwatch", "a1:end")


@pytest.mark.parametrize("level", [Level.RECRUIT, Level.REGULAR])
def test_sg_a38_a_suppressed_squad_tries_to_remove_the_suppression(level):
    scene = Firefight("a1 .*9 b1", a1="suppressed")
    scene.asked("a", "action", unit="a1")
    assert pick(scene, level) == "a1:remove_suppression"


def test_sg_a47_the_points_of_a_turn_do_not_favour_ending_its_last_activation():
    scene = Firefight("a1 .*9 b1", b1="done", turns=5, objectives=[GATE | {"cells": [[0, 0]], "points": 3}])
    scene.asked("a", "action", unit="a1")
    assert pick(scene) not in ("a1:overwatch", "a1:end")


def test_sg_34_a_squad_with_a_target_in_sight_shoots_instead_of_waiting_for_a_better_one():
    scene = Firefight("a1 .*15 b1 .*4", a1="suppressed", b1="done", turns=5, objectives=[GATE | {"cells": [[0, 0]]}])
    scene.acts("a1", "a1:remove_suppression").rolls("remove suppression", 8)
    scene.asked("a", "action", unit="a1")
    assert pick(scene) == "a1:fire:b1"


def test_sg_a32_a_squad_with_a_target_in_sight_is_activated_before_one_without():
    scene = Firefight("a1 .*9 b1", "#*11", "a2 .*10", turns=5)
    scene.asked("a", "activate", ["a1:activate", "a2:activate"])
    assert pick(scene) == "a1:activate"


@pytest.mark.parametrize(("leader", "first"), [("a1", "a2"), ("a2", "a1")])
def test_sg_48_a_leader_waits_until_other_squads_have_acted(leader, first):
    """To them he can give no action more; he acted before them as often as not."""
    goal = GATE | {"cells": [[10, 0]]}
    scene = Firefight("a1 .*20", "a2 .*20", "#*21", "b1 .*20", turns=5, objectives=[goal], **{leader: "command"})
    scene.asked("a", "activate", ["a1:activate", "a2:activate"])
    assert pick(scene, Level.VETERAN) == f"{first}:activate"


def test_sg_48_a_leader_transfers_his_action_to_the_squad_that_gains_most():
    """To the squad that sees an enemy, and not to the one that sees none."""
    rows = "a3 .*20", "#*21", "a2 .*9 b1 .*10", "#*21", "a1 .*20"
    scene = Firefight(*rows, a1="command", a2="done", a3="done", b1="done", turns=5)
    scene.asked("a", "action", unit="a1")
    assert pick(scene, Level.VETERAN) == "a1:transfer:a2"


def test_sg_39_a_counter_is_spent_on_the_acting_enemy_though_another_is_still_to_act():
    scene = Firefight("a1 .*9 b1 .*3", ".*5 b2 .*8", a1="watch done", seat="b", turns=5)
    scene.acts("b1", "b1:in_position").asked("a", "react")
    assert pick(scene) == "a1:overwatch_fire:b1"


def test_sg_12_a_squad_that_holds_its_ground_fires_out_of_turn_at_the_only_enemy_in_sight():
    scene = Firefight("a1 .*9 b1 .*3", seat="b", turns=5, objectives=[GATE | {"cells": [[0, 0]]}])
    scene.acts("b1", "b1:in_position").asked("a", "react")
    assert pick(scene) == "a1:opportunity_fire:b1"


def test_sg_a37_a_veteran_judges_a_shot_by_casualties_and_not_by_suppression_alone():
    scene = Firefight("a1 .*9 b1", turns=5)
    scene.asked("a", "action", unit="a1")
    player = ComputerPlayer(Strength(Level.VETERAN))
    assert player.choose(SeatView(scene.match, "a"), scene.match.pending).id == "a1:fire:b1"
    assert player.thought.chosen.parts.material > 0.1


SQUARE = {"id": "square", "name": "The square", "cells": [[8, 1]], "points": 1}
ROAD = (".*45", ".*10 a1 .*34", ".*45", "#*45", ".*44 b1")
"""A squad on a road, nobody in sight."""


def crossing(away):
    """What brings five points at the end, so many cells up the road."""
    goal = {"scored": "last turn"}
    return {"id": "crossing", "name": "The crossing", "cells": [[10 + away, 1]], "points": 5, "goal": goal}


def test_sg_a47_a_squad_goes_for_the_crossing_worth_five_that_it_can_reach_and_not_for_the_nearer_square_worth_one():
    scene = Firefight(*ROAD, turns=3, objectives=[SQUARE, crossing(26)], b1="done")
    scene.asked("a", "action", unit="a1")
    assert pick(scene) == "a1:combat_move:22,1"


def test_sg_a47_a_squad_does_not_go_for_a_crossing_that_it_cannot_reach_before_the_end():
    scene = Firefight(*ROAD, turns=1, objectives=[SQUARE, crossing(18)], b1="done")
    scene.asked("a", "action", unit="a1")
    assert pick(scene) == "a1:combat_move:8,1"


def test_sg_34_the_actions_left_in_an_activation_count_for_a_long_move():
    scene = Firefight(*ROAD, turns=1, objectives=[SQUARE, crossing(9)], b1="done")
    tactics = tactics_for(scene.match.rules)
    scene.asked("a", "action", unit="a1")
    assert tactics.moves_left(scene.match.state, scene.unit("a1")) == 1
    scene.chooses("a1:in_position").rolls("reaction", 8).asked("a", "action", unit="a1")
    assert tactics.moves_left(scene.match.state, scene.unit("a1")) == 0.5
    assert tactics.moves_left(scene.match.state, scene.unit("b1")) == 0


def test_objectives_are_assigned_for_the_greatest_sum():
    goals = [GATE | {"cells": [[0, 0]], "points": 2}, GATE | {"id": "hill", "cells": [[6, 0]], "points": 1}]
    scene = Firefight(".*4 a1 .*7 a2 .*7", "#*20", ".*19 b1", turns=5, objectives=goals)
    tactics, state = tactics_for(scene.match.rules), scene.match.state
    given = {unit.id: goal.id for goal, unit, _ in tactics.claims(state, state.standing("a"))}
    assert given == {"a1": "gate", "a2": "hill"}


def test_a_look_ahead_judges_a_table_once_however_it_is_reached():
    scene = Firefight("a1 .*9 b1", a1="watch done", turns=5)
    state, tactics = scene.match.state, tactics_for(scene.match.rules)
    quiet = Expectation(tactics, "a", tactics.beliefs(SeatView(scene.match, "a")), alarmed=False)
    alarmed = replace(quiet, alarmed=True)
    assert alarmed.evaluate(state.apart()) is quiet.evaluate(state)
    other = state.apart()
    other.units["b1"].suppressed = 1
    assert alarmed.evaluate(other) != quiet.evaluate(state)
