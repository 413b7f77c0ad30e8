"""Reasons in every rulebook: for each answer of the computer, for rejected ones, and the cost of expensive choices."""

from __future__ import annotations

from game.ai.judging import LEAST, cost_of
from game.ai.levels import ComputerPlayer
from game.ai.search import think
from game.ai.seatview import SeatView
from game.ai.thought import sentence
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.maps import load_map
from game.records.levels import REGULAR
from game.rules import build
from game.session.hints import hint_of
from tests.assault import Assault
from tests.firefight import Firefight
from tests.hexes import Hexes
from tests.scene import Scene
from tests.squads import Squads


def hint(scene):
    """What H shows to the seat that is asked."""
    match = scene.match
    thought = think(SeatView(match, match.pending.seat), match.pending, REGULAR)
    return hint_of(thought, match.front, 0)


def cost(scene, *chosen):
    """What the first choice cost its seat, None where nothing better was to be had."""
    for option in chosen:
        scene.chooses(option)
    return cost_of(scene.match, 0)


def reasons_of_a_game(name, seed=3):
    """Kind of question -> the remarks of the computer at them, in a game against itself, and the match."""
    setup = load_map(f"maps/{name}.tmx").setup
    match = Match(setup, build(setup.ruleset), DiceSource(seed=seed))
    player, said = ComputerPlayer(), {}
    while (asked := match.pending) is not None:
        option = player.choose(SeatView(match, asked.seat), asked)
        if len(asked.options) > 1:
            said.setdefault(asked.kind, []).append((player.thought, sentence(player.thought, match.front)))
        match.choose(option.id)
    return said, match


# -- VIKTORY II ------------------------------------------------------------------------------------------------------


def test_vk_the_reason_for_an_attack_names_the_units_that_should_make_it_and_its_chance():
    told = hint(Hexes(".*6", ". b1+b2 :Ta . . .", ".*5 a1:Ka"))
    assert told.said == (
        "B1 attacks 0302, lining up beside it: 50% for 0302 taken, it takes the town at 0302 with 2 units for sure, "
        "stands better for what may be taken next, though it should lose more units than it puts out."
    )
    assert told.dropped[0] == "B1: move to 0403: 0.19 figures worse, it takes fewer places."


def test_vk_the_reason_for_a_move_says_what_it_takes_or_approaches():
    assert hint(Hexes("b1 . :T . . . . . a1:Ka")).said == "B1: move to 0301: it takes the town at 0301."
    told = hint(Hexes(":T . a7 . b5+b6 . :Kb . . . a1:Ka", turns=4))
    assert told.said == "B5: move to 0801: it comes nearer to the capital at 1101."


def test_vk_the_reason_for_staying_says_what_a_move_would_leave_open():
    told = hint(Hexes("b1:Kb . a5+a1 . . . . :Ta a2:Ka", turns=6))
    assert told.said == "End moving and fighting: nothing that is left brings enough."
    assert told.dropped == ("B1: move to 0201: 5.48 figures worse, it leaves more open.",)


def test_vk_the_reason_for_a_move_past_a_gun_names_the_expected_overwatch_fire():
    told = hint(Hexes("b5+b6 . :Ca . . a1:Ka", ". a7+a2+a3@m . . . .", ":Kb .*5", turns=1))
    assert told.said.startswith("B5 attacks 0301, lining up beside it: 25% for 0301 taken")
    assert told.expected == "Overwatch at 0201 with one die is to be expected (100%)."


def test_vk_a_choice_costs_the_better_choice_of_the_same_unit():
    scene = Hexes("b1 . :T . . . . . a1:Ka")
    found = cost(scene, "b1:move:1,0")
    assert found.loss > LEAST
    assert found.note == "B1: move to 0301: worth 3.2 figures more, it takes the town at 0301"
    assert cost(Hexes("b1 . :T . . . . . a1:Ka"), "b1:move:2,0") is None


def test_vk_ending_a_turn_costs_the_best_choice_left():
    found = cost(Hexes(".*6", ". b1+b2 :Ta . . .", ".*5 a1:Ka"), "end")
    assert found.title == "End moving and fighting"
    assert found.note.startswith(
        "B1 attacks 0302, lining up beside it: worth 2.7 figures more, it takes the town at 0302"
    )


def test_vk_every_answer_of_a_whole_game_has_a_public_reason():
    said, match = reasons_of_a_game("two_batteries")
    assert said.keys() >= {"act", "react", "victim", "place"}
    assert all(": " in line for rows in said.values() for _, line in rows)
    dear = [found for made in range(len(match.history)) if (found := cost_of(match, made)) and found.loss > LEAST]
    assert 0 < len(dear) < len(match.history) // 10


# -- Epic ------------------------------------------------------------------------------------------------------------


def brutes():
    """Four brutes, who fight hand to hand, in reach of two stands of line infantry."""
    mob, few = "a brutes h1@10,8 h2@10,10 h3@10,12 h4@10,14", "b line l1@24,10 l2@24,13"
    return Assault(size=(60, 24), mob=mob, few=few)


def test_ep_the_reason_for_a_charge_gives_its_odds_and_the_expected_counter_charge():
    told = hint(brutes())
    assert (
        told.said == "MOB assaults FEW: 99% for assault won, by estimate, it should put more stands out than it loses."
    )
    assert told.expected == "A counter charge of FEW is to be expected (90%)."
    assert told.dropped[0] == "MOB doubles: 1.64 figures worse, it fires worse or fights worse."


def test_ep_the_reason_for_a_shot_says_what_it_is_worth():
    scene = Assault(size=(60, 24), guns="a line h1@10,9 h2@10,12", mob="b brutes m1@30,9 m2@30,12")
    told = hint(scene.acts("guns", "sustained_fire").rolls("action test", 6))
    assert told.said == "GUNS, shoot at MOB: 56% for at least one stand lost, it should be worth 1.3 stands."


def test_ep_the_reason_for_a_plan_is_about_the_whole_plan_from_its_first_move_on():
    scene = Assault(size=(60, 24), one="a line l1@10,9 l2@10,12", two="b line k1@23,9 k2@23,12").engages("one", "two")
    first = hint(scene)
    assert first.said == "K1 goes for L1, 12 cm off, and stops 7 cm short of it: it wins the assault in 49%."
    assert first.dropped[0].startswith("Confirm")
    scene.plans(first.option.id)
    assert hint(scene).said.endswith(": it wins the assault in 49%.")


def test_ep_a_choice_costs_the_better_choice_of_the_same_formation():
    found = cost(brutes(), "mob:hold")
    assert found.note == ("MOB assaults FEW: worth 1.6 figures more, it should put more stands out than it loses")
    assert cost(brutes(), "mob:engage:few") is None


def test_ep_a_plan_has_a_cost_only_once_it_is_confirmed():
    scene = brutes().engages("mob", "few")  # who confirms a charge without a move
    confirmed = cost_of(scene.match, len(scene.match.history) - 1)
    assert confirmed.title == "Confirm"
    assert confirmed.note.startswith("Other moves: worth 2.4 figures more, it wins the assault in 99%")


def test_ep_every_answer_of_a_whole_game_has_a_public_reason():
    said, match = reasons_of_a_game("drawn_in")
    assert said.keys() >= {"start", "activate", "retain", "shoot", "move", "charge", "counter_charge", "withdraw"}
    lines = [line for rows in said.values() for _, line in rows]
    assert sum(": " in line for line in lines) > 0.9 * len(lines)
    dear = [found for made in range(len(match.history)) if (found := cost_of(match, made)) and found.loss > LEAST]
    assert not dear


# -- the 2nd edition -------------------------------------------------------------------------------------------------


def test_wh_counters_charges_and_shots_have_reasons():
    watch = Squads("a1 .*14 b1", phase="start").asked("a", "overwatch")
    assert hint(watch).said == ("No more squads: every squad left should do more by acting than by watching.")
    charge = Squads("a1 .*6 b1", a1="fast_raider", b1="elite", phase="charge").asked("a", "charge")
    assert hint(charge).said == "No more charges: no charge that is left should bring enough."
    shoot = Squads("a1 .*9 b1", phase="shooting").asked("a", "shoot")
    assert hint(shoot).said == ("A1 fires at B1: 69% for at least one casualty, no shot that is left should take more.")


def test_wh_in_the_last_turn_no_squad_goes_on_overwatch_because_no_enemy_would_come():
    last = Squads("a1 .*14 b1", phase="start", seat="b", turns=1).asked("b", "overwatch")
    assert hint(last).said == "No more squads: no enemy will move any more, so overwatch would have no target."


def test_wh_every_answer_except_moves_that_change_nothing_has_a_reason():
    said, _ = reasons_of_a_game("crossroads")
    assert said.keys() >= {"overwatch", "charge", "activate", "react", "shoot"}
    assert all(": " in line for kind, rows in said.items() if kind not in ("hide", "fight") for _, line in rows)


def test_wh_the_reason_for_a_slightly_better_move_says_in_what_it_is_better():
    told = hint(Squads("a1 .*20 b1", phase="movement"))
    assert told.said == "A1: move to e1: it gains more ground, if only a little."


# -- SkirmishCorps ---------------------------------------------------------------------------------------------------


def test_sc_the_reason_for_standing_and_shooting_is_its_chance_and_not_ground():
    hut = {"id": "hut", "name": "hut", "points": 1, "cells": [[0, 0]]}
    scene = Scene("a1 .*5 b1", ". .*5 b2", a1="move", b1="move", b2="move", objectives=[hut], turns=4)
    told = hint(scene.chooses("a1:stand").passes("b"))
    assert told.said == "A1, fire at B1: 48% to put B1 out."
    assert told.dropped[1] == "A1, go prone: 0.64 figures worse, fewer of its side should be left against theirs."


# -- Stargrunt II ----------------------------------------------------------------------------------------------------


def test_sg_the_reason_for_activating_a_squad_first_is_its_shot():
    told = hint(Firefight("a1 .*9 b1", "a2 # .*8", turns=3))
    assert told.said == "Activate A1: compared with the next best, it has a shot to make before the enemy acts."
    assert told.dropped == ("Activate A2: 0.21 figures worse, it has no better shot to make first.",)


def test_sg_the_reason_for_suppressing_fire_is_that_the_enemy_can_do_less():
    told = hint(Firefight("a1 .*9 b1", turns=3).acts("a1"))
    assert (
        told.said == "A1, fire at B1: 38% for at least one casualty, it keeps its second action, "
        "B1 is more likely to be suppressed."
    )


def test_sg_the_cost_of_ending_an_activation_is_its_second_action():
    told = hint(Firefight("a1 .*9 b1", a1="suppressed", turns=3).acts("a1"))
    assert told.said == "A1, remove suppression: it keeps its second action, A1 is less likely to be suppressed."
    assert told.dropped == ("A1, end the activation: 0.39 figures worse, it gives up its second action.",)


def test_sg_with_no_enemy_in_sight_any_squad_may_be_activated_first():
    told = hint(Firefight("a1 # .*9", "a2 # .*9", ".*9 # b1", turns=3))
    assert told.said == "Activate A1: all that was weighed comes to much the same."
