"""The computer player: only listed answers, nothing hidden read, the obvious seen, random play beaten."""

from __future__ import annotations

import pytest

from game.ai.beliefs import KNOWN
from game.ai.levels import ComputerPlayer, Level, Strength
from game.ai.players import RandomPlayer, answer, battle
from game.ai.rulebooks import tactics_for
from game.ai.seatview import SeatView
from game.ai.skirmishcorps.tactics import CorpsTactics
from game.board.board import Board
from game.engine.answers import NoDecision
from game.engine.dice import DiceSource, script_dice
from game.engine.match import Match
from game.engine.setup import Goal, Objective, Scored, Setup, UnitSpec
from game.engine.state import Verdict
from game.maps.scenarios import load_scenario
from game.rules import RULESETS, build
from tests.picking import match_of, picked, swapped
from tests.scene import Scene
from tests.setups import TABLES, random_setup
from tools.bench_parts.fields import SEATS, generated

choose = ComputerPlayer().choose

KINDS = {"assign", "activate", "attack", "carry_out", "react", "resolve", "force", "hesitate"}
"""Every kind of question that the games below are sure to ask."""


# -- whole games ------------------------------------------------------------------------------------------------------


def test_every_kind_of_question_is_answered_with_a_listed_option():
    seen = set()
    for seed in (8, 9, 10, 11):
        match = Match(generated(seed, 12, 10, 2, turns=2), build("skirmishcorps"), DiceSource(seed=seed))
        while match.pending is not None:
            option = picked(match)
            assert option in match.pending.options
            seen.add(match.pending.kind)
            match.choose(option.id)
        assert match.outcome is not None
    assert seen >= KINDS - {"hesitate"}


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_rulebook_is_played_to_its_end_by_listed_options(ruleset):
    setup = random_setup(ruleset, 3) if ruleset in TABLES else generated(3, 12, 10, 2, ruleset, turns=2)
    match = Match(setup, build(ruleset), DiceSource(seed=3))
    while match.pending is not None:
        option = picked(match)
        assert option in match.pending.options
        match.choose(option.id)
    assert match.outcome is not None


def test_questions_that_come_up_in_random_games_are_answered_too():
    seen = set()
    for seed in range(2):
        match = Match(generated(seed, 14, 10, 3, turns=1), build("skirmishcorps"), DiceSource(seed=seed))
        players = dict.fromkeys(SEATS, RandomPlayer(seed))
        while match.pending is not None:
            if match.pending.kind not in ("assign", "activate"):
                assert picked(match) in match.pending.options
                seen.add(match.pending.kind)
            answer(match, players)
    assert seen >= KINDS - {"assign", "activate", "hesitate"}


def test_hidden_markers_make_no_difference_to_the_answer():
    compared = 0
    for seed in (1, 2):
        match = Match(generated(seed, 12, 10, 2, turns=2), build("skirmishcorps"), DiceSource(seed=seed))
        while match.pending is not None:
            asked = match.pending
            twin = swapped(match, asked.seat)
            different = twin.state.key() != match.state.key()
            option = picked(match)
            assert choose(SeatView(twin, asked.seat), asked) == option
            compared += different
            match.choose(option.id)
    assert compared > 20


def test_a_view_of_a_seat_keeps_neither_the_match_nor_an_enemy_marker():
    match = match_of(["." * 12] * 6, {"b1": ("trooper", 1, 1, "move"), "r1": ("trooper", 9, 4, "move")})
    view = SeatView(match, "blue")
    assert not [name for name in view.__slots__ if isinstance(getattr(view, name), Match)]
    assert view.state.units["r1"].markers == view.front.units["r1"].markers == {"overwatch": "down"}
    assert view.front.units["b1"].markers == {"move": "down"}
    assert match.front.units["r1"].markers == {"move": "down"}


def test_the_same_view_always_gets_the_same_answer():
    games = []
    for _ in range(2):
        match = Match(generated(5, 12, 10, 2, turns=2), build("skirmishcorps"), DiceSource(seed=5))
        battle(match, dict.fromkeys(SEATS, ComputerPlayer()))
        games.append(match.choices)
    assert games[0] == games[1]


def test_random_players_play_the_same_game_with_the_same_seed_and_another_with_another():
    def game(seed):
        match = Match(generated(5, 12, 10, 2, turns=2), build("skirmishcorps"), DiceSource(seed=5))
        battle(match, {name: RandomPlayer(seed + place) for place, name in enumerate(SEATS)})
        return match.choices

    assert game(1) == game(1)
    assert game(1) != game(9)


def test_no_player_is_asked_when_dice_are_rolled_or_the_game_is_over():
    match = Match(generated(5, 16, 12, 3, turns=1), build("skirmishcorps"), DiceSource(seed=5))
    battle(match, dict.fromkeys(SEATS, RandomPlayer(2)))
    with pytest.raises(NoDecision):
        answer(match, dict.fromkeys(SEATS, ComputerPlayer()))


def three_seats(sides):
    """A trooper each for blue, red and gold in the open, blue's table and judgement."""
    board = Board.from_rows(["." * 12] * 6)
    units = tuple(
        UnitSpec(seat[0], seat, "trooper", board.cell(x, y))
        for seat, x, y in (("blue", 1, 1), ("red", 9, 1), ("gold", 1, 4))
    )
    setup = Setup("skirmishcorps", "Three", board, ("blue", "red", "gold"), units, options={"sides": sides})
    match = Match(setup, build("skirmishcorps"), DiceSource(seed=1))
    return match.front, tactics_for(match.rules)


def test_an_ally_is_judged_like_the_own_seat_and_every_other_seat_as_an_enemy():
    worth = {}
    for sides in ("blue+gold/red", "blue/red+gold"):
        state, tactics = three_seats(sides)
        worth[sides] = tactics.evaluate(state, "blue")
    assert worth["blue+gold/red"] > 0 > worth["blue/red+gold"]


@pytest.mark.parametrize(("winner", "signs"), [("blue+gold", (1, -1, 1)), ("red", (-1, 1, -1)), ("", (0, 0, 0))])
def test_a_side_wins_and_loses_together(winner, signs):
    state, tactics = three_seats("blue+gold/red")
    state.outcome = Verdict(winner, "told")
    won = tactics.weights.win
    assert tuple(tactics.result(state, seat) for seat in state.seats) == tuple(sign * won for sign in signs)


# -- scenes where the right answer is obvious -------------------------------------------------------------------------

OPEN = ["." * 24] * 12


def test_an_enemy_in_the_open_at_short_range_is_shot_at():
    match = match_of(OPEN, {"b1": ("veteran", 4, 5, "move"), "r1": ("trooper", 9, 5, "")})
    option = picked(match)
    assert option.action in ("stand", "move") and option.pace in ("", "sneak", "jog")
    match.choose(option.id)
    assert match.pending.kind == "attack"
    assert picked(match).target == "r1"


def test_of_two_targets_the_one_in_the_open_is_chosen_over_the_one_behind_a_wall():
    rows = [list(row) for row in OPEN]
    rows[3][10] = "#"
    units = {"b1": ("trooper", 4, 5, "move"), "r1": ("trooper", 11, 3, ""), "r2": ("trooper", 11, 7, "")}
    match = match_of(["".join(row) for row in rows], units)
    match.choose("b1:stand")
    assert picked(match).target == "r2"


def test_overwatch_fires_at_a_runner_in_the_open():
    units = {"b1": ("trooper", 3, 2, "move"), "r1": ("veteran", 8, 5, "overwatch")}
    match = match_of(OPEN, units, objectives=(Objective("o", "Gate", (5 * 24 + 5,)),))
    match.choose("b1:move:jog:5,5")
    option = picked(match)
    assert match.pending.kind == "react"
    assert (option.action, option.target) == ("ranged_attack", "b1")


def test_overwatch_is_not_wasted_on_a_shot_that_cannot_hit():
    units = {"b1": ("runner", 2, 2, "move"), "b2": ("trooper", 18, 9, "move"), "r1": ("trooper", 20, 8, "overwatch")}
    match = match_of(OPEN, units)
    match.choose("b1:move:sprint:2,9")
    assert match.pending.kind == "react"
    assert picked(match).id == "pass"


def walled(gap):
    """A wall along row 4 with a lane of sight to the red guns in the north at column `gap`."""
    rows = [list("." * 24) for _ in range(12)]
    rows[4] = list("#" * 24)
    rows[4][gap] = "."
    return ["".join(row) for row in rows]


def test_the_hand_of_a_mover_is_forced_when_its_path_leads_into_the_open():
    units = {"b1": ("trooper", 9, 6, "move"), "r1": ("veteran", 12, 1, "overwatch")}
    match = match_of(walled(12), units)
    match.choose("b1:move:jog:14,6")
    match.choose("r1:ranged_attack:b1")
    assert (match.pending.kind, picked(match).action) == ("force", "force")


def test_the_hand_is_not_forced_when_waiting_gives_as_good_a_shot():
    units = {"b1": ("veteran", 8, 3, "move"), "r1": ("veteran", 12, 3, "overwatch")}
    match = match_of(OPEN, units)
    match.choose("b1:stand")
    match.choose("r1:ranged_attack:b1")
    assert (match.pending.kind, picked(match).action) == ("force", "wait")


def test_an_answered_unit_goes_on_to_the_objective_though_it_could_cover_many_friends():
    """Ten covering fires were listed before every move and shot, none of which used to be judged."""
    goal = Objective("o", "Yard", tuple(y * 24 + x for x in (9, 10) for y in (8, 9)), points=4)
    friends = {f"b{i}": ("trooper", x, 11, "move") for i, x in ((2, 1), (3, 3), (4, 5))}
    foes = {f"r{i}": ("trooper", x, 0, "overwatch") for i, x in ((1, 3), (2, 7), (3, 11), (4, 15))}
    units = {"b1": ("gunner", 7, 9, "move")} | friends | foes
    match = match_of(["." * 24] * 12, units, objectives=(goal,), turns=1, dice=script_dice([6, 6]))
    match.choose("b1:move:jog:9,9")
    match.choose("r1:ranged_attack:b1")
    while match.pending.kind == "react":
        match.choose("pass")
    while match.pending.kind != "carry_out":
        match.choose(match.pending.default)
    covers = [option for option in match.pending.options if option.action == "covering_fire"]
    assert len(covers) > 10
    assert picked(match).action == "move"


def test_when_there_are_few_answers_to_an_action_all_of_them_are_judged():
    """Of three covering fires only two used to be judged, and the third may decide a battle."""
    units = {
        "b1": ("trooper", 7, 9, "move"),
        "b2": ("trooper", 12, 9, "move"),
        "r1": ("trooper", 8, 1, "overwatch"),
        "r2": ("trooper", 12, 1, "move"),
        "r3": ("trooper", 3, 1, "move"),
    }
    match = match_of(["." * 24] * 12, units)
    match.choose("b1:move:jog:9,9")
    asked = match.pending
    assert [option.id for option in asked.options] == [
        "r1:ranged_attack:b1",
        "r1:covering_fire:b1:r2",
        "r1:covering_fire:b2:r2",
        "r1:covering_fire:b1:r3",
        "r1:covering_fire:b2:r3",
        "pass",
    ]
    listed = tactics_for(match.rules).shortlist(SeatView(match, "red"), asked)
    assert {option.id for option in listed} == {option.id for option in asked.options}


def test_suppressing_a_unit_that_has_acted_is_worth_nothing():
    tactics = tactics_for(build("skirmishcorps"))
    unit = match_of(OPEN, {"b1": ("trooper", 7, 7, "move")}).state.apart().units["b1"]
    fresh = tactics.condition(unit)
    unit.markers["suppressed"] = ""
    assert tactics.condition(unit) < fresh
    unit.acted = True
    after = tactics.condition(unit)
    del unit.markers["suppressed"]
    assert tactics.condition(unit) == pytest.approx(after)


def test_a_judgement_that_remembers_other_tables_gives_the_same_worth_as_a_fresh_one():
    setup = load_scenario("first_battle").setup
    match = Match(setup, build(setup.ruleset), DiceSource(seed=5))
    players = {seat: RandomPlayer(place, even=True) for place, seat in enumerate(match.setup.seats)}
    tables = []
    while len(tables) < 60:
        answer(match, players)
        tables.append(match.front)
    kept = CorpsTactics(match.rules)
    for beliefs in (KNOWN, dict.fromkeys(match.front.units, 0.9)):
        values = [kept.parts(table, "blue", beliefs) for table in tables]
        assert len(set(values)) > 20
        assert values == [CorpsTactics(match.rules).parts(table, "blue", beliefs) for table in tables]


def test_the_point_of_best_odds_is_fired_at():
    rows = [list(row) for row in OPEN]
    for x in (7, 8, 10, 11):
        rows[6][x] = "n"
    units = {"b1": ("trooper", 7, 7, "move"), "r1": ("veteran", 9, 1, "overwatch")}
    match = match_of(["".join(row) for row in rows], units)
    match.choose("b1:move:jog:11,7")
    match.choose("r1:ranged_attack:b1")
    match.choose("r1:force")
    while match.pending.kind in ("carry_out", "attack"):
        match.choose(match.pending.default)
    match.choose("r1:ranged_attack:b1")
    assert match.pending.kind == "point"
    chances = {option.id: match.forecast(option).p_out for option in match.pending.options}
    assert len(set(chances.values())) > 1
    assert chances[picked(match).id] == max(chances.values())


def test_a_covered_way_is_taken_rather_than_one_past_three_guns():
    rows = [list("." * 24) for _ in range(12)]
    for y in range(3, 12):
        rows[y][12] = "#"
    goal = Objective("o", "Yard", tuple(y * 24 + x for x in (8, 9) for y in (8, 9)), points=2)
    units = {"b1": ("trooper", 5, 9, "move")} | {
        f"r{i}": ("veteran", 20, y, "overwatch") for i, y in enumerate((0, 1, 2))
    }
    match = match_of(["".join(row) for row in rows], units, objectives=(goal,))
    option = picked(match)
    path = SeatView(match, "blue").complete(option).path
    guns = [unit.at for unit in match.front.units.values() if unit.seat == "red"]
    assert option.to in goal.cells
    assert not any(match.front.board.visible(gun, cell) for gun in guns for cell in path)


@pytest.mark.parametrize(("level", "least"), [(Level.REGULAR, 5), (Level.VETERAN, 8)])
def test_more_than_two_destinations_are_judged_for_the_last_unit_that_can_move(level, least):
    """Two places of a unit were looked at, however many there was room for: a runner stood in a corner all game."""
    goals = Objective("o", "Yard", (3 * 24 + 20,)), Objective("p", "Gate", (9 * 24 + 18,))
    match = match_of(OPEN, {"b1": ("runner", 7, 7, "move"), "r1": ("trooper", 20, 9, "move")}, objectives=goals)
    listed = tactics_for(match.rules, Strength(level)).shortlist(SeatView(match, "blue"), match.pending)
    assert sum(option.action == "move" for option in listed) >= least


def test_a_unit_under_three_guns_does_not_run_across_the_street_in_the_open():
    rows = [list("." * 24) for _ in range(12)]
    for x in range(2, 8):
        rows[5][x] = "#"
    goal = Objective("o", "Far end", (3 * 24 + 20,))
    units = {"b1": ("trooper", 5, 6, "move")} | {
        f"r{i}": ("veteran", x, 0, "overwatch") for i, x in enumerate((9, 12, 15))
    }
    match = match_of(["".join(row) for row in rows], units, objectives=(goal,))
    option = picked(match)
    path = SeatView(match, "blue").complete(option).path
    guns = [unit.at for unit in match.front.units.values() if unit.seat == "red"]
    seen = [cell for cell in path if sum(match.front.board.visible(gun, cell) for gun in guns) == 3]
    assert not seen


def test_units_needed_at_an_objective_get_move_markers_and_the_one_that_holds_it_overwatch():
    rows = [list(row) for row in OPEN]
    for y in (4, 5, 6):
        rows[y][15] = "#"
    goals = (Objective("a", "Held", (5 * 24 + 4,)), Objective("b", "Far", (10 * 24 + 8,)))
    units = {"b1": ("veteran", 4, 5, ""), "b2": ("trooper", 3, 10, ""), "r1": ("trooper", 17, 5, "")}
    drawn = ["".join(row) for row in rows]
    match = match_of(drawn, units, phase="assign", seat="", first="blue", objectives=goals)
    while match.pending.seat == "blue":
        match.choose(picked(match).id)
    orders = {name: list(match.front.units[name].markers) for name in ("b1", "b2")}
    assert orders == {"b1": ["overwatch"], "b2": ["move"]}


def test_a_unit_without_a_weapon_to_fire_is_not_put_on_overwatch():
    setup = load_scenario("the_way_home").setup
    match = Match(setup, build("skirmishcorps"), DiceSource(seed=1))
    while match.pending.kind == "assign":
        match.choose(picked(match).id)
    assert match.front.units["b7"].weapons == ("unarmed",)
    assert list(match.front.units["b7"].markers) == ["move"]


def test_a_unit_with_no_objective_to_reach_shoots_at_an_enemy_in_sight_instead_of_only_watching():
    out = Objective("out", "Out", (5 * 24 + 23,), goal=Goal(Scored.EXIT, "blue"))
    units = {"b1": ("trooper", 3, 5, ""), "r1": ("trooper", 12, 5, ""), "r2": ("trooper", 12, 8, "")}
    for seed in range(12):
        match = match_of(OPEN, units, seed, phase="assign", seat="", first="red", objectives=(out,))
        while match.pending.seat == "red":
            match.choose(picked(match).id)
        assert [list(match.front.units[name].markers) for name in ("r1", "r2")] != [["overwatch"], ["overwatch"]]


def openings(name, seeds):
    """The markers of the first turn, seat by seat and unit by unit, in a game of each seed between computer players."""
    setup, found = load_scenario(name).setup, []
    for seed in seeds:
        match = Match(setup, build("skirmishcorps"), DiceSource(seed=seed))
        laid = []
        while match.pending.kind == "assign":
            option = picked(match)
            laid.append((match.pending.seat, option.unit, option.marker))
            match.choose(option.id)
        found.append(tuple(laid))
    return found


def test_no_varied_opening_has_fewer_units_on_overwatch_than_the_best_one():
    for laid in openings("courtyards", range(12)):
        watchers = [sum(marker == "overwatch" for who, _, marker in laid if who == seat) for seat in SEATS]
        assert min(watchers) >= 2


@pytest.mark.parametrize("name", ["close_quarters", pytest.param("the_way_home", marks=pytest.mark.fuzz)])
def test_openings_vary_with_the_seed_and_repeat_with_the_same_seed(name):
    found = openings(name, range(12))
    assert len(set(found)) >= 6, "markers that are about as good are taken by lot"
    assert openings(name, range(3)) == found[:3]


def test_the_random_numbers_for_markers_differ_by_seat_and_reveal_no_dice():
    dice = DiceSource(seed=7)
    assert dice.lot("blue") == DiceSource("ask", 7).lot("blue") != dice.lot("red")
    assert dice.lot("blue") != DiceSource(seed=8).lot("blue")
    match = match_of(OPEN, {"b1": ("trooper", 3, 5, "move"), "r1": ("trooper", 12, 5, "")}, dice=dice)
    view = SeatView(match, "blue")
    assert view.lot == dice.lot("blue")
    assert not [name for name in view.__slots__ if isinstance(getattr(view, name), DiceSource)]


def test_a_recruit_puts_units_with_a_good_shot_on_overwatch_and_moves_the_others():
    units = {"b1": ("trooper", 4, 5, ""), "b2": ("trooper", 0, 11, ""), "r1": ("trooper", 12, 5, "")}
    recruit = ComputerPlayer(Strength(Level.RECRUIT))
    match = match_of(OPEN, units, phase="assign", seat="", first="blue")
    while match.pending.seat == "blue":
        match.choose(recruit.choose(SeatView(match, "blue"), match.pending).id)
    assert [list(match.front.units[name].markers) for name in ("b1", "b2")] == [["overwatch"], ["move"]]


# -- strength and speed -----------------------------------------------------------------------------------------------


def results(seeds, width, height, side, turns):
    won = 0
    for seed in seeds:
        seat = SEATS[seed // 2 % 2]
        setup = generated(seed, width, height, side, turns=turns)
        match = Match(setup, build("skirmishcorps"), DiceSource(seed=seed))
        outcome = battle(match, {name: ComputerPlayer() if name == seat else RandomPlayer(seed) for name in SEATS})
        won += outcome.winner == seat
    return won


@pytest.mark.fuzz
def test_random_play_is_beaten_on_small_boards_from_either_seat():
    assert results(range(20, 26), 14, 10, 3, 3) >= 5


@pytest.mark.fuzz
def test_random_play_is_beaten_in_nine_games_of_ten():
    assert results(range(300, 360), 24, 18, 5, 6) >= 54


# -- the questions of a suppressed unit and of an interceptor ---------------------------------------------------------


@pytest.mark.parametrize(("courage", "answer"), [(12, "a2:test"), (2, "a2:nothing")])
def test_a_suppressed_unit_acts_if_it_is_likely_to_pass_its_test(courage, answer):
    rows = [".*4 b2 .*3", "a1 .*7", "a2 .*6 b1", ".*8", "#*8", "b3 b4 b5 .*5"]
    scene = Scene(*rows, b3="idle", b4="idle", b5="idle", b1="scout weapon=rifle MK=2", a2=f"trooper CO={courage}")
    scene.chooses("a1:stand", "b1:ranged_attack:a1", "pass", "a2:ranged_attack:b1", "pass", "b1:wait")
    scene.chooses("b1:covering_fire:a2:b2").asked("a", "courage")
    assert picked(scene.match).id == answer


def test_an_interceptor_strikes_when_it_has_come():
    rows = [".*5 b2 .*2", "a1 .*4 b1 .*2"]
    scene = Scene(*rows, b2="brute").chooses("a1:move:jog:4,1", "b2:intercept:a1:b1", "pass", "b2:wait")
    assert picked(scene.match).action in ("intercept", "ranged_attack")
    scene.chooses("b2:intercept:a1:b1").asked("b", "attack")
    assert picked(scene.match).id == "b2:close_combat:a1"


def test_the_best_cell_for_an_intercept_is_weighed_against_other_reactions():
    rows = [".*7 b2", "a1 .*4 b1 .*2", ".*8"]
    scene = Scene(*rows).chooses("a1:move:jog:4,1")
    view = SeatView(scene.match, "b")
    listed = tactics_for(view.rules).shortlist(view, scene.match.pending)
    ways = [(option.unit, option.target, option.ally) for option in listed if option.action == "intercept"]
    assert ways == [("b2", "a1", "b1")]
    assert {option.action for option in listed} >= {"ranged_attack", "cut_off", "pass"}


def test_a_reaction_is_judged_by_its_own_effect_and_not_by_the_best_shots():
    rows = [".*7 b2", "a1 .*4 b1 .*2", ".*8"]
    scene = Scene(*rows, b2="gunner").chooses("a1:move:jog:4,1")
    player = ComputerPlayer()
    player.choose(SeatView(scene.match, "b"), scene.match.pending)
    values = {one.option.id: one.value for one in (player.thought.chosen, *player.thought.others)}
    assert values["b1:cut_off:a1"] > values["b1:ranged_attack:a1"] + 0.01  # SC-62: at point-blank, not at 5 inches
    assert values["b2:intercept:a1:b1"] != values["b2:covering_fire:a1:b1"]
