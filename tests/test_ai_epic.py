"""The computer player of Epic: whole drafts, charges that pay, and random play beaten from either seat."""

from __future__ import annotations

import pytest

from game.ai.epic.tactics import LAID_OUT, EpicTactics
from game.ai.levels import ComputerPlayer
from game.ai.players import RandomPlayer, answer, battle
from game.ai.rulebooks import tactics_for
from game.ai.seatview import SeatView
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.maps import load_map
from game.records.levels import Level, Strength
from game.rules import build
from game.rules.epic.drafts import DRAFTS
from game.rules.epic.ground import NEAR, pieces, touching, within
from game.rules.epic.odds import Fighters, odds
from tests.assault import Assault
from tests.picking import pick
from tests.setups import random_match

choose = ComputerPlayer().choose

MAPS = ("drawn_in", "past_the_guns", "three_farms")
KINDS = {"start", "activate", "retain", "part", "shoot", "react", "allocate", *DRAFTS}
"""Every kind of question of the rulebook."""


def drafted(scene):
    """The ids of what the computer plans until it confirms."""
    done = []
    kind = scene.match.pending.kind
    while scene.match.pending is not None and scene.match.pending.kind == kind:
        option = pick(scene)
        scene.match.choose(option.id)
        if option.id == "confirm":
            return done
        done.append(option.id)
    raise AssertionError(scene.dump(f"the draft was not confirmed: {done}"))


def acting(scene):
    """The action that the seat to act takes first."""
    return pick(scene).id


def cells(scene, *units):
    """Where stands are."""
    return {name: scene.unit(name).at for name in units}


def coherent(scene, *units):
    """The stands make one chain."""
    return len(pieces(scene.match.front, cells(scene, *units))) == 1


def played(setup, seat, seed):
    """Who wins with the computer on that seat and random play on the other."""
    match = Match(setup, build(setup.ruleset, setup.rulings), DiceSource(seed=seed))
    players = {other: RandomPlayer(seed, even=True) for other in setup.seats}
    return battle(match, {**players, seat: ComputerPlayer()}).winner


# -- whole games ------------------------------------------------------------------------------------------------------


def test_a_random_player_brings_every_draft_to_an_end():
    match = random_match("epic", 5, width=16, height=12)
    outcome = battle(match, {seat: RandomPlayer(place) for place, seat in enumerate(match.setup.seats)}, most=20_000)
    assert outcome is not None


def test_the_computer_leaves_a_zone_of_control_that_it_may_not_stay_in():
    for action in ("advance", "march"):
        scene = Assault(size=(40, 24), horde="a horde h1@10,10 h2@14,10", line="b line l1@7,10")
        scene.acts("horde", action)
        if scene.match.pending.why == "action test":
            scene.rolls("action test", 6)
        assert drafted(scene), scene.dump("nothing is planned")
        assert not within(scene.match.front, scene.unit("h1").at, scene.unit("l1").at, 5)


def test_every_kind_of_question_is_answered_with_a_listed_option_and_drafts_never_start_again():
    seen = set()
    for seed in range(4):
        match = random_match("epic", seed, width=16, height=12)
        while (asked := match.pending) is not None:
            option = choose(SeatView(match, asked.seat), asked)
            assert option in asked.options
            assert option.action not in ("reset", "unplan")
            seen.add(asked.kind)
            match.choose(option.id)
        assert match.outcome is not None
    assert seen == KINDS


def test_questions_that_come_up_in_random_games_are_answered_too():
    seen = set()
    for seed in range(3):
        match = random_match("epic", seed, width=16, height=12)
        players = dict.fromkeys(match.setup.seats, RandomPlayer(seed, even=True))
        while match.pending is not None:
            assert choose(SeatView(match, match.pending.seat), match.pending) in match.pending.options
            seen.add(match.pending.kind)
            answer(match, players)
    assert seen >= KINDS - {"consolidate", "withdraw", "allocate"}


def test_a_draft_takes_one_answer_for_each_stand_and_one_to_confirm_at_most():
    for seed in range(4, 6):
        match = random_match("epic", seed, width=16, height=12)
        drawn = 0
        while (asked := match.pending) is not None:
            drawn = drawn + 1 if asked.kind in DRAFTS else 0
            assert drawn <= 1 + len(match.front.standing(asked.seat))
            option = choose(SeatView(match, asked.seat), asked)
            drawn = 0 if option.id == "confirm" else drawn
            match.choose(option.id)


def test_the_same_view_always_gets_the_same_answer():
    games = []
    for _ in range(2):
        match = random_match("epic", 5, width=16, height=12)
        battle(match, dict.fromkeys(match.setup.seats, ComputerPlayer()))
        games.append(match.choices)
    assert games[0] == games[1]


@pytest.mark.parametrize("even", [False, True])
def test_random_players_come_to_the_end_of_their_drafts(even):
    for seed in range(3):
        match = random_match("epic", seed, width=16, height=12)
        players = dict.fromkeys(match.setup.seats, RandomPlayer(seed, even=even))
        assert battle(match, players, most=5000) is not None


def test_random_play_moves_whole_formations_as_often_as_single_stands():
    scene = Assault(size=(60, 30), one="a line l1@10,10 l2@13,10 l3@16,10", two="b line m1@50,10").acts("one", "hold")
    scene.chooses("one:part:move").asked("a", "move")
    drawn = [
        RandomPlayer(seed, even=True).choose(SeatView(scene.match, "a"), scene.match.pending) for seed in range(90)
    ]
    kinds = [(option.action, bool(option.unit)) for option in drawn]
    assert set(kinds) == {("move", True), ("move", False), ("confirm", False)}
    assert all(20 <= kinds.count(kind) <= 40 for kind in set(kinds))


def test_a_plan_begun_by_another_player_is_replaced_by_its_own():
    scene = Assault(
        size=(60, 30),
        one="a line l1@10,10 l2@13,10",
        two="b line m1@50,10 m2@53,10",
        more={"objectives": [{"id": "o", "name": "Ford", "cells": [[18, 10]]}]},
    ).acts("one", "hold")
    scene.chooses("one:part:move", "l1:move:10,20")
    assert pick(scene).id == "reset"
    scene.match.choose("reset")
    drafted(scene)
    assert {scene.match.front.board.label(c) for c in cells(scene, "l1", "l2").values()} & {"s11"}


# -- shooting, waiting, regrouping ------------------------------------------------------------------------------------


def test_a_formation_with_enemies_in_range_in_the_open_uses_sustained_fire():
    scene = Assault(size=(60, 20), guns="a line l1@5,10 l2@8,10 l3@11,10", foe="b line m1@50,10 m2@53,10")
    assert acting(scene) == "guns:sustained_fire"


def test_a_formation_in_the_open_is_shot_at_rather_than_one_behind_walls():
    rows = ["." * 60 for _ in range(20)]
    rows[4] = rows[4][:44] + "nnnnnnnn" + rows[4][52:]
    scene = Assault(
        *rows, guns="a line l1@5,10 l2@8,10", wall="b line m1@45,4 m2@48,4", field="b line o1@45,16 o2@48,16"
    )
    scene.acts("guns", "sustained_fire", 6)
    assert pick(scene).id == "guns:shoot:field"


def test_overwatch_fires_at_a_formation_that_moves_in_its_view():
    scene = Assault(size=(60, 20), horde="a horde h1@5,10 h2@8,10", guns="b line l1@40,10 l2@43,10 l3@46,10 watch")
    scene.acts("horde", "advance", 6).plans("horde:move:10,10").confirms()
    assert pick(scene).id == "l1:overwatch_fire:horde"


def test_a_formation_full_of_blast_markers_that_may_only_hold_regroups():
    scene = Assault(
        size=(60, 30), one="a line l1@5,5 l2@8,5 l3@11,5 l4@14,5 l5@17,5 blast=4", two="b line m1@50,28 m2@53,28"
    )
    scene.acts("one", "hold")
    assert pick(scene).id == "one:part:regroup"


def test_a_formation_that_a_failed_test_would_break_takes_an_action_without_a_test():
    def first_of(blast):
        horde = f"a horde blast={blast} h1@5,10 h2@8,10 h3@5,13 h4@8,13 h5@11,10 h6@11,13"
        return acting(Assault(size=(60, 24), horde=horde, line="b line l1@35,10 l2@35,13"))

    assert first_of(4) == "horde:marshal", "it shoots and regroups, if its test lets it"
    assert first_of(5) == "horde:hold"


def test_the_stand_that_inspires_is_not_given_to_a_hit():
    scene = Assault(size=(60, 20), one="a line l1@10,8 l2@10,12:command", two="b tank t1@40,10")
    scene.match.choose("one:hold")
    scene.chooses("one:part:nothing").acts("two", "hold").chooses("two:part:shoot", "two:shoot:one").rolls("to hit", 6)
    scene.asked("a", "allocate")
    assert pick(scene).id == "l1:allocate"


# -- ground -----------------------------------------------------------------------------------------------------------


def test_a_formation_goes_onto_an_objective_that_it_can_reach_and_does_not_leave_it():
    rows = ["." * 60 for _ in range(40)]
    for y in range(14, 26):
        rows[y] = rows[y][:30] + "##" + rows[y][32:]
    objectives = [{"id": "o", "name": "Ford", "cells": [[20, 20], [21, 20]], "points": 2}]
    scene = Assault(
        *rows, one="a line l1@8,20 l2@11,20 l3@14,20", two="b line m1@50,20 m2@53,20", more={"objectives": objectives}
    )
    scene.match.choose(acting(scene))
    while scene.match.pending.kind == "roll" or scene.match.pending.seat == "a":
        if scene.match.pending.seat == "dice":
            scene.match.choose(Choice(faces=(6,) * len(scene.match.pending.dice)))
        else:
            scene.match.choose(pick(scene).id)
    goal = {20 * 60 + 20, 20 * 60 + 21}
    assert goal & set(cells(scene, "l1", "l2", "l3").values())
    assert coherent(scene, "l1", "l2", "l3")


def test_a_formation_whose_first_stand_cannot_move_does_not_set_out():
    objectives = [{"id": "o", "name": "Ford", "cells": [[30, 20], [31, 20]], "points": 2}]
    scene = Assault(
        size=(60, 40),
        one="a line e1@8,20:emplacement l2@11,20 l3@14,20",
        two="b line m1@58,38 m2@58,35",
        more={"objectives": objectives},
    )
    assert acting(scene) not in {"one:advance", "one:double", "one:march"}


def test_one_formation_takes_an_empty_objective_and_a_second_goes_for_the_next():
    objectives = [
        {"id": "o", "name": "Ford", "cells": [[20, 20]]},
        {"id": "p", "name": "Mill", "cells": [[20, 35]]},
    ]
    scene = Assault(
        size=(60, 40),
        one="a line l1@5,20 l2@8,20",
        other="a line k1@5,25 k2@8,25",
        two="b line m1@55,5",
        more={"objectives": objectives, "turns": 4},
    )
    found = tactics_for(scene.match.rules).goals(scene.match.front, "a")
    assert {name: goal.name for name, goal in found.items()} == {"one": "Ford", "other": "Mill"}


# -- assaults ---------------------------------------------------------------------------------------------------------


def test_a_strong_formation_charges_a_weak_one_and_only_then():
    strong = Assault(size=(60, 24), mob="a brutes h1@10,8 h2@10,10 h3@10,12 h4@10,14", few="b line l1@24,10 l2@24,13")
    assert acting(strong) == "mob:engage:few"
    weak = Assault(
        size=(60, 24), few="a line l1@10,10 l2@10,13", mob="b heavy h1@24,6 h2@24,9 h3@24,12 h4@24,15 h5@27,9 h6@27,12"
    )
    assert not acting(weak).startswith("few:engage")


def test_a_charge_of_stands_without_small_arms_goes_into_contact_with_all_it_can_and_keeps_together():
    scene = Assault(size=(60, 24), mob="a brutes h1@10,8 h2@10,10 h3@10,12 h4@10,14", few="b line l1@24,10 l2@24,13")
    scene.acts("mob", "engage:few")
    drafted(scene)
    state, names = scene.match.front, ("h1", "h2", "h3", "h4")
    foes = cells(scene, "l1", "l2").values()
    assert all(any(touching(state, cell, foe) for foe in foes) for cell in cells(scene, *names).values())
    assert coherent(scene, *names)


def test_marksmen_charge_to_within_15_cm_but_not_into_contact_with_close_fighters():
    scene = Assault(
        size=(60, 30), guns="a heavy h1@10,9 h2@10,12 h3@10,15 h4@10,18", mob="b brutes m1@32,10 m2@32,13 m3@32,16"
    )
    scene.acts("guns", "engage:mob")
    drafted(scene)
    state, foes = scene.match.front, cells(scene, "m1", "m2", "m3").values()
    own = cells(scene, "h1", "h2", "h3", "h4")
    assert all(any(within(state, cell, foe, NEAR) for foe in foes) for cell in own.values())
    assert not any(within(state, cell, foe, 5) for cell in own.values() for foe in foes)


def test_stands_without_small_arms_counter_charge_into_contact():
    scene = Assault(size=(60, 24), guns="a line h1@10,9 h2@10,12", mob="b brutes m1@15,9 m2@15,12")
    scene.engages("guns", "mob").asked("b", "counter_charge")
    assert sorted(drafted(scene)) == ["m1:move:11,9", "m2:move:11,12"]


def test_a_stand_whose_counter_charge_would_only_help_the_attacker_stays():
    scene = Assault(size=(60, 24), mob="a brutes m1@10,9 m2@10,12", guns="b heavy h1@15,9 h2@15,12")
    scene.engages("mob", "guns").asked("b", "counter_charge")
    assert drafted(scene) == []


def test_a_counter_charge_that_alone_would_break_coherency_is_made_together_with_the_others():
    scene = Assault(size=(60, 24), guns="a line h1@10,3 h2@13,3", mob="b brutes m1@13,8 m2@18,10 m3@24,10")
    scene.engages("guns", "mob").plans("m1:move:13,4").cannot_confirm("EP-08").chooses("reset")
    assert {option.split(":")[0] for option in drafted(scene)} == {"m1", "m2", "m3"}
    assert coherent(scene, "m1", "m2", "m3")


def test_a_stand_that_fights_only_in_contact_comes_nearer_for_a_possible_second_round():
    scene = Assault(size=(60, 24), guns="a line h1@10,9 h2@10,12", mob="b brutes m1@19,9 m2@19,12")
    scene.engages("guns", "mob").asked("b", "counter_charge")
    assert {option.split(":")[0] for option in drafted(scene)} == {"m1", "m2"}


def test_a_counter_charge_that_costs_nothing_is_made():
    scene = Assault(size=(60, 24), one="a line l1@10,9 l2@10,12", two="b line k1@23,9 k2@23,12").engages("one", "two")
    assert sorted(drafted(scene)) == ["k1:move:18,9", "k2:move:18,12"]


def test_only_the_most_promising_of_forty_possible_charges_are_planned_in_full():
    match = Match(load_map("maps/elbow_to_elbow.tmx").setup, build("epic"), DiceSource(seed=1))
    while match.pending.kind != "activate":
        match.choose(match.pending.default)
    tactics, options = EpicTactics(match.rules), match.pending.options
    prospects = tactics.table(match.front, match.pending.seat)
    looked_at = {option.id for option in tactics.worth_a_look(prospects, options)}
    charges = [option for option in options if option.action == "engage"]
    best = {option.id for option in charges if option.id in looked_at}
    assert len(best) == LAID_OUT < len(charges)
    worst = max(tactics.glance(prospects, option) for option in charges if option.id not in best)
    assert worst <= min(tactics.glance(prospects, option) for option in charges if option.id in best)
    assert {option.id for option in options} - looked_at <= {option.id for option in charges}


def test_a_recruit_charges_with_the_first_formation_whose_odds_look_good_at_a_glance():
    scene = Assault(size=(60, 24), mob="a brutes h1@10,8 h2@10,10 h3@10,12 h4@10,14", few="b line l1@24,10 l2@24,13")
    recruit = ComputerPlayer(Strength(Level.RECRUIT))
    assert recruit.choose(SeatView(scene.match, "a"), scene.match.pending).id == "mob:engage:few"


def test_a_recruit_makes_no_counter_charge():
    scene = Assault(size=(60, 24), guns="a line h1@10,9 h2@10,12", mob="b brutes m1@19,9 m2@19,12")
    scene.engages("guns", "mob").asked("b", "counter_charge")
    recruit = ComputerPlayer(Strength(Level.RECRUIT))
    assert recruit.choose(SeatView(scene.match, "b"), scene.match.pending).id == "confirm"


def test_a_broken_formation_withdraws_beyond_15_cm_of_every_enemy():
    scene = Assault(size=(80, 60), one="a line l1@30,20 l2@33,20 blast=1", two="b tank t1@46,20 t2@46,24")
    scene.acts("one", "hold").chooses("one:part:nothing").acts("two", "hold")
    scene.chooses("two:part:shoot", "two:shoot:one").rolls("to hit", 1, 1).asked("a", "withdraw")
    drafted(scene)
    drafted(scene)
    foes = cells(scene, "t1", "t2").values()
    left = cells(scene, "l1", "l2").values()
    assert not any(within(scene.match.front, cell, foe, NEAR) for cell in left for foe in foes)
    assert not scene.unit("l1").out and not scene.unit("l2").out


def test_the_odds_of_even_sides_are_even_and_those_of_many_against_few_are_not():
    even = Fighters([0.5] * 4, [0.5] * 4, 4), Fighters([0.5] * 4, [0.5] * 4, 4)
    chances = odds(*even)
    assert chances.won == pytest.approx(chances.lost)
    assert chances.won + chances.lost == pytest.approx(1, abs=0.01)
    many = odds(Fighters([0.5] * 8, [0.5] * 8, 8), Fighters([0.5] * 2, [0.5] * 2, 2))
    assert many.won > 0.9
    assert many.taken > many.given


# -- strength ---------------------------------------------------------------------------------------------------------


def test_random_play_is_beaten_on_small_boards_from_either_seat():
    won = 0
    for seed in range(6):
        match = random_match("epic", 20 + seed, width=16, height=12, turns=3)
        seat = match.setup.seats[seed % 2]
        won += played(match.setup, seat, seed) == seat
    assert won >= 5


@pytest.mark.fuzz
@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("seat", ["blue", "red"])
def test_random_play_is_beaten_in_eight_games_of_ten_on_every_scenario_from_every_seat(name, seat):
    setup = load_map(f"maps/{name}.tmx").setup
    assert sum(played(setup, seat, seed) == seat for seed in range(1, 11)) >= 8


def test_ep_a33_a_charge_without_contact_is_planned_to_its_end_by_stands_that_must_leave_a_zone():
    alder = " ".join(f"a{number}@{44 + number},{16 + number % 2 * 2}" for number in range(1, 9))
    scene = Assault(
        size=(56, 34),
        crow="a horde c1@20,20 c2@24,20",
        alder=f"b heavy {alder}",
        birch="b heavy b1@20,14",
    )
    scene.acts("crow", "engage:alder")
    planned = drafted(scene)
    assert planned, "who stands in a zone of control has to leave it"
