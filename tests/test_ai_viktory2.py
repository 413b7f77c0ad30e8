"""The computer player of VIKTORY II: it sees what is plain on hexes, and beats random play from every seat."""

from __future__ import annotations

from collections import Counter

import pytest

from game.ai.levels import ComputerPlayer
from game.ai.players import RandomPlayer, answer, battle
from game.ai.seatview import SeatView
from game.ai.viktory2.clash import Bonus, clash
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.maps import load_map
from game.records.levels import Level, Strength
from game.rules import build
from tests.budget import alternate
from tests.hexes import Hexes
from tests.picking import pick
from tests.setups import random_setup

choose = ComputerPlayer().choose
RECRUIT = ComputerPlayer(Strength(Level.RECRUIT))

MAPS = ("narrow_water", "three_shores", "four_banks")
SMALL = "gun_on_the_hill"
KINDS = {"act", "react", "victim", "retreat", "place"}
"""Every kind of question of the rulebook."""
SEEDS = (7, 13, 18, 28)


def turn(scene):
    """The ids of what the computer does until it ends moving and fighting; its dice hit, those of the others miss."""
    seat, done = scene.match.pending.seat, []
    while (asked := scene.match.pending) is not None and (asked.seat, asked.kind) != (seat, "place"):
        if asked.seat == "dice":
            face = 6 if asked.why in ("defence", "overwatch") else 2
            scene.match.choose(Choice(faces=(face,) * len(asked.dice)))
            continue
        option = choose(SeatView(scene.match, asked.seat), asked)
        if asked.seat == seat:
            done.append(option.id)
        scene.match.choose(option.id)
        if option.id == "end":
            break
    return done


def played(name, seat, seed, even=False):
    """Who wins a game on a map with the computer on that seat and random play on all others."""
    setup = load_map(f"maps/{name}.tmx").setup
    match = Match(setup, build(setup.ruleset, setup.rulings), DiceSource(seed=seed))
    players = {other: RandomPlayer(10 * seed + place, even=even) for place, other in enumerate(setup.seats)}
    return battle(match, {**players, seat: ComputerPlayer()}).winner


def every_seat(*maps):
    """Map and seat."""
    return [(name, seat) for name in maps for seat in load_map(f"maps/{name}.tmx").setup.seats]


# -- whole games ------------------------------------------------------------------------------------------------------


def test_every_kind_of_question_is_answered_with_a_listed_option():
    seen = Counter()
    for seed in SEEDS:
        setup = random_setup("viktory2", seed, turns=3)
        match = Match(setup, build("viktory2"), DiceSource(seed=seed))
        while (asked := match.pending) is not None:
            option = choose(SeatView(match, asked.seat), asked)
            assert option in asked.options
            seen[asked.kind] += 1
            match.choose(option.id)
        assert match.outcome is not None
    assert set(seen) >= KINDS - {"retreat"}


def test_questions_that_come_up_in_random_games_are_answered_too():
    seen = set()
    for seed in SEEDS:
        setup = random_setup("viktory2", seed, turns=3)
        match = Match(setup, build("viktory2"), DiceSource(seed=seed))
        players = {seat: RandomPlayer(seed + place, even=True) for place, seat in enumerate(setup.seats)}
        while (asked := match.pending) is not None:
            assert choose(SeatView(match, asked.seat), asked) in asked.options
            seen.add(asked.kind)
            answer(match, players)
    assert seen >= KINDS - {"retreat"}


def test_no_unit_returns_in_a_turn_to_the_hex_it_left():
    setup = load_map("maps/three_shores.tmx").setup
    match = Match(setup, build(setup.ruleset), DiceSource(seed=4))
    seen = {}
    players = dict.fromkeys(setup.seats, ComputerPlayer())
    while match.pending is not None and match.pending.kind != "place":
        before = {unit.id: unit.at for unit in match.front.standing()}
        when = match.front.turn, match.front.seat
        answer(match, players)
        for unit in match.front.standing():
            left = seen.setdefault((when, unit.id), [])
            if before.get(unit.id, unit.at) != unit.at:
                assert unit.at not in left
                left.append(before[unit.id])
    assert sum(map(len, seen.values())) > 5


@pytest.mark.parametrize(("name", "seat"), alternate(every_seat(*MAPS), 3))
def test_random_play_is_beaten_from_every_seat(name, seat):
    assert played(name, seat, 1) == seat


@pytest.mark.fuzz
@pytest.mark.parametrize(("name", "seat"), every_seat(*MAPS, SMALL))
@pytest.mark.parametrize("even", [False, True])
def test_random_play_is_beaten_in_eight_games_of_ten_from_every_seat(name, seat, even):
    assert [played(name, seat, seed, even) for seed in range(20)].count(seat) >= 16


# -- attacks ----------------------------------------------------------------------------------------------------------


def test_an_empty_town_in_reach_is_attacked_by_two_so_that_one_hit_does_not_save_it():
    scene = Hexes(".*6", ". b1+b2 :Ta . . .", ".*5 a1:Ka")
    assert turn(scene) == ["b1:move:2,1", "b2:move:2,1", "battle:2,1"]


def test_a_town_that_nobody_owns_is_entered():
    scene = Hexes("b1 . :T . . . . . a1:Ka")
    assert pick(scene).id == "b1:move:2,0"


def test_a_strong_place_is_not_attacked_by_one_alone():
    scene = Hexes("b1 a1+a2+a5@m:Ta .*4", ".*6", ":Kb .*4 a3:Ka", turns=4)
    assert "b1:move:1,0" not in turn(scene)


def test_a_defended_hex_is_attacked_from_two_sides_rather_than_one():
    scene = Hexes(".*6", ". b1 a1:Ta b2 . .", ".*6", ".*5 a4:Ka")
    done = turn(scene)
    assert "battle:2,1" in done
    assert {"b1:move:2,1", "b2:move:2,1"} <= set(done)


def test_guns_bombard_before_the_battle_for_the_same_hex():
    scene = Hexes(".*6", ". b7+b1+b2 a1+a2:Ta . . .", ".*5 a3:Ka", turns=5)
    done = turn(scene)
    assert done[0] == "b7:bombard:2,1"
    assert done.index("b7:bombard:2,1") < done.index("battle:2,1")


def test_a_gun_is_brought_up_to_bombard():
    scene = Hexes("b7+b1+b2 . a1+a2@m:Ta . . . a3:Ka", ":Kb .*6", turns=5)
    assert "b7:bombard:2,0" in turn(scene)


# -- keeping ----------------------------------------------------------------------------------------------------------


def test_the_last_defender_of_the_capital_stays_where_an_enemy_could_come():
    scene = Hexes("b1:Kb . a5+a1 . . . . :Ta a2:Ka", turns=6)
    assert pick(scene).id == "end"


def test_the_last_defender_of_a_capital_far_from_any_enemy_helps_to_attack():
    scene = Hexes("b1+b2:Kb . :Ta . . . . . . . . . a1:Ka", turns=6)
    assert pick(scene).id in ("b1:move:2,0", "b2:move:2,0")


@pytest.mark.parametrize(("roads", "answer"), [((), "b1:move:0,0"), ([[(3, 0), (4, 0), (5, 0), (6, 0)]], "end")])
def test_the_last_defender_of_the_capital_stays_where_cavalry_could_come_by_road(roads, answer):
    assert pick(Hexes(":T b1:Kb . :Ta . . a5:Ta . . a3:Ka", turns=6, roads=roads)).id == answer


def test_a_threatened_capital_gets_the_reserve_and_not_a_far_town():
    scene = Hexes("a1+a2+a5 b1:Kb . . . . . :Tb . . a3:Ka", b1="reserve", phase="place")
    assert pick(scene).id == "b1:place:1,0"


@pytest.mark.parametrize(("turns", "answer"), [(6, "end"), (1, "b1:move:4,0")])
def test_a_side_that_is_behind_leaves_its_capital_to_attack_in_the_last_turn(turns, answer):
    scene = Hexes("a5+a1 . b1:Kb . :Ta . . . a2:Ka", seats="ab", turns=turns)
    assert pick(scene).id == answer


def test_a_ship_stays_in_reserve_while_a_gun_watches_its_only_harbour():
    scene = Hexes("b9@f:Kb ~ a7 . a1:Ka", seats="ab", phase="place", turns=6, b9="reserve")
    assert pick(scene).id == "done"


def test_in_the_last_turn_no_unit_sets_out_for_a_goal_it_cannot_reach():
    scene = Hexes("b1+b2:Kb . . . . . . . a1:Ka", seats="ab", turns=1)
    assert turn(scene) == ["end"]


# -- overwatch --------------------------------------------------------------------------------------------------------

CREEK = [
    ". . . . c1 .",
    ". . a7@m a1:Ta b7+b1+b2 .",
    "~*6",
    "~ ~ c9(c2+c3) ~ ~ :Ka",
]
"""The example of the page: a gun on the hill, a town beside it, and water below on which a laden frigate may come."""


def test_a_gun_fires_at_an_attack_that_would_take_the_town_and_picks_the_enemys_gun():
    scene = Hexes(*CREEK).attacks(3, 1, "b7", "b1", "b2")
    assert pick(scene).id == "a7:overwatch:3,1"
    scene.chooses("a7:overwatch:3,1").rolls("overwatch", 2, 5)
    assert pick(scene).id == "remove:b7"


def test_a_gun_lets_a_lone_attacker_go_when_a_laden_frigate_may_still_come_and_sinks_that():
    scene = Hexes(*CREEK[:1], ". . a7@m a1:Ta . .", *CREEK[2:], seat="c").attacks(3, 1, "c1")
    assert pick(scene).id == "pass"
    scene.chooses("pass").rolls("attack", 6).rolls("defence", 3, 4)
    scene.chooses("c9:move:2,2")
    assert pick(scene).id == "a7:overwatch:c9"


def test_a_gun_fires_at_the_same_attacker_when_nothing_better_can_come():
    scene = Hexes(*CREEK[:1], ". . a7@m a1:Ta . .", CREEK[2], "~*5 :Ka", seat="c").attacks(3, 1, "c1")
    assert pick(scene).id == "a7:overwatch:3,1"


@pytest.mark.parametrize(("others", "answer"), [("c5+c6", "a7:overwatch:c1"), ("c7+c8", "pass")])
def test_a_gun_keeps_its_shot_for_two_guns_that_could_come_but_not_for_two_cavalry(others, answer):
    scene = Hexes(". . . . c1 .", f". . a7@m . {others} .", "~*6", "~*5 :Ka", seat="c").chooses("c1:move:3,1")
    assert pick(scene).id == answer


# -- ships ------------------------------------------------------------------------------------------------------------


def test_a_frigate_takes_units_to_a_shore_that_cannot_be_walked_to():
    scene = Hexes("b1+b2 b9 ~ ~ :Ta a1+a2+a5+a6:Ka", "~*6")
    done = turn(scene)
    assert done[:2] == ["b1:load:b9", "b2:load:b9"]
    assert done[3:] == ["b1:unload:4,0", "b2:unload:4,0", "battle:4,0"]


def test_no_unit_is_loaded_where_the_way_by_land_is_as_short():
    scene = Hexes("b1+b2 . :Ta . . a1+a2+a5+a6:Ka", "b9 ~*5", turns=4)
    assert not [name for name in turn(scene) if ":load:" in name]


# -- losses -----------------------------------------------------------------------------------------------------------


def test_a_loss_of_its_choice_is_a_unit_of_a_kind_that_it_has_twice():
    scene = Hexes("b1+b2+b5 a1+a2@m . . . a3:Ka", seats="ab").attacks(1, 0, "b1", "b2", "b5")
    scene.rolls("attack", 6, 6).rolls("defence", 2, 5, 6)
    assert pick(scene).target in ("b1", "b2")


def test_an_attack_that_has_failed_is_broken_off():
    scene = Hexes("b1+b2 a1+a2+a5+a6@m . . . a3:Ka", seats="ab").attacks(1, 0, "b1", "b2")
    scene.rolls("attack", 6).rolls("defence", 2, 6, 6, 6)
    assert scene.match.pending.kind in ("retreat", "victim")
    while scene.match.pending.kind == "victim":
        scene.chooses(pick(scene).id)
    assert pick(scene).id == "retreat"


# -- the sums ---------------------------------------------------------------------------------------------------------


def test_a_battle_of_one_against_one_in_the_open_is_won_in_a_third_of_all_cases():
    result = clash((1, 0, 0), (1, 0, 0), Bonus(), (3, 3))
    assert (round(result.win, 3), round(result.lost, 3), round(result.killed, 3)) == (0.333, 0.667, 0.667)


def test_the_estimate_of_a_battle_is_near_the_exact_chance_of_the_rulebook():
    scene = Hexes(".*6", ". b1+b2+b5 a1:Ta . . .", ".*5 a3:Ka", seats="ab")
    scene.chooses("b1:move:2,1", "b2:move:2,1", "b5:move:2,1")
    exact = scene.forecast("battle:2,1").p_out
    estimate = clash((2, 1, 0), (1, 0, 0), Bonus(urban=1), (3, 3)).win
    assert abs(float(exact) - estimate) < 0.05


# -- the recruit ------------------------------------------------------------------------------------------------------


def hasty(scene):
    """The answer of a recruit on the seat that is asked."""
    return pick(scene, RECRUIT)


def test_a_recruit_leaves_the_capital_that_a_regular_keeps():
    scene = Hexes("b1:Kb . a5+a1 . . . . :Ta a2:Ka", turns=6)
    assert pick(scene).id == "end"
    assert hasty(scene).id.startswith("b1:move:")


def test_a_recruit_fights_on_where_a_regular_breaks_off():
    scene = Hexes("b1+b2 a1+a2+a5+a6@m . . . a3:Ka", seats="ab").attacks(1, 0, "b1", "b2")
    scene.rolls("attack", 6).rolls("defence", 2, 6, 6, 6)
    while scene.match.pending.kind == "victim":
        assert hasty(scene) == scene.match.pending.options[0]
        scene.chooses(hasty(scene).id)
    assert (pick(scene).id, hasty(scene).id) == ("retreat", "stay")


def test_a_recruit_places_reserves_in_the_first_place_listed():
    scene = Hexes("a1+a2+a5 b1:Kb . . . . . :Tb . . a3:Ka", ".*11", b1="reserve", phase="place")
    assert hasty(scene) == scene.match.pending.options[0]


def test_a_recruit_attacks_only_with_as_many_units_as_the_defenders():
    scene = Hexes("b1 a1+a2+a5@m:Ta .*4", ".*6", ":Kb .*4 a3:Ka", turns=4)
    assert hasty(scene).id != "b1:move:1,0"
    few = Hexes(".*6", ". b1 a1:Ta . . .", ".*5 a2:Ka")
    assert hasty(few).id == "b1:move:2,1"


def test_a_recruit_attacks_a_defended_city_only_with_one_unit_more():
    assert hasty(Hexes(".*6", ". b1 a1:Ca . . .", ".*5 a2:Ka")).id != "b1:move:2,1"
    assert hasty(Hexes(".*6", ". b1+b2 a1:Ca . . .", ".*5 a2:Ka")).id == "b1:move:2,1"
    assert hasty(Hexes(".*6", ". b1 :Ca . . .", ".*5 a2:Ka")).id == "b1:move:2,1"


def test_a_recruit_takes_the_suggested_loss():
    scene = Hexes("a5+a1 b5+b1+b2 . :Kb", ". . . a2:Ka", seats="ab").attacks(0, 0, "b5", "b1", "b2")
    scene.rolls("attack", 6, 6).rolls("defence", 2, 6)
    asked = scene.match.pending
    assert (asked.seat, asked.kind, asked.options[0].id) == ("b", "victim", "remove:b5")
    assert hasty(scene).id == asked.default == "remove:b1"


def test_a_recruit_fights_with_the_first_unit_lined_up_where_a_regular_brings_more():
    scene = Hexes(".*6", ". b1+b2+b5 a1+a2:Ta . . :Kb", ".*5 a3:Ka")
    assert hasty(scene).id == "b1:move:2,1"
    scene.chooses("b1:move:2,1")
    assert hasty(scene).id == "battle:2,1"
    assert pick(scene).action == "move"


def test_a_recruit_attacks_the_first_hex_listed_where_a_regular_weighs_its_worth():
    scene = Hexes("b1+b2+b5 a1 . .", ". :Ka . :Kb", ". . . a2")
    assert hasty(scene).id == "b1:move:1,0"
    assert pick(scene).to == scene.match.state.board.cell(1, 1)


def test_vk_05_a_recruit_saves_its_overwatch_for_several_attackers():
    lone = Hexes(*CREEK[:1], ". . a7@m a1:Ta . .", CREEK[2], "~*5 :Ka", seat="c").attacks(3, 1, "c1")
    assert (pick(lone).id, hasty(lone).id) == ("a7:overwatch:3,1", "pass")
    army = Hexes(*CREEK).attacks(3, 1, "b7", "b1", "b2")
    assert hasty(army).id == "a7:overwatch:3,1"


@pytest.mark.parametrize("name", ["three_shores", "four_banks"])
def test_on_every_map_two_guns_of_each_seat_watch_the_same_empty_hex(name):
    setup = load_map(f"maps/{name}.tmx").setup
    state = Match(setup, build(setup.ruleset), DiceSource(seed=1)).front
    for seat in setup.seats:
        watched = Counter(
            cell
            for gun in state.standing(seat)
            if gun.profile == "artillery"
            for cell in state.board.area(gun.at, 1)
            if state.at(cell) is None
        )
        assert max(watched.values()) >= 2, seat
