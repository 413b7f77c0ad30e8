"""What an option leads to is told before it is chosen, from public facts."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.decisions import DICE
from game.engine.dice import DiceSource
from game.engine.offers import endangered_units
from game.rules import RULESETS
from game.session.shared import call_of
from tests.scene import Scene
from tests.setups import HIDDEN, decisions, random_match

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def remarks(match, option):
    return [(remark.words, remark.clause) for remark in match.rules.foretells(match.front, option)]


@every_ruleset
def test_every_remark_is_a_sentence_with_a_clause(ruleset):
    match, random = random_match(ruleset, 2), Random(2)
    cited = {*match.rules.book.clauses, *match.rules.book.rulings}
    for _ in decisions(match, 2):
        if match.pending.seat == DICE:
            continue
        for option in random.sample(match.pending.options.all(), min(6, len(match.pending.options))):
            for words, clause in remarks(match, option):
                assert words.endswith(".")
                assert clause in cited


def test_sc_49_a_run_into_contact_is_forecast_as_an_attack_and_lists_the_units_that_could_answer():
    scene = Scene("a1 .*5 b1", ".*4 # . .", "b2 .*6")
    match = scene.match
    run = match.pending.option("a1:move:jog:5,0")
    assert match.rules.involved(match.front, run).to == ("b1",)
    assert remarks(match, run) == [
        ("Into contact with B1: it may strike, out of action 21%.", "SC-49"),
        ("Could answer: B1 and B2.", "SC-02"),
    ]
    short = match.pending.option("a1:move:jog:3,0")
    assert match.rules.involved(match.front, short).to == ()
    assert remarks(match, short)[0] == ("Then a shot at B1: out of action 56%.", "SC-A35")
    stand = match.pending.option("a1:stand")
    assert remarks(match, stand)[0] == ("Then a shot at B2, aimed: out of action 61%.", "SC-A35")
    sprint = next(o for o in match.pending.options if o.pace == "sprint" and o.to == scene.cell(4, 2))
    assert remarks(match, sprint)[0] == ("No shot after a sprint.", "SC-A36")


def lying_down(*rows):
    """A1 goes prone, and the next turn begins with its move."""
    scene = Scene(*rows).chooses("a1:stand", "pass", "a1:prone")
    while scene.match.pending.kind != "assign":
        scene.chooses(scene.match.pending.default)
    return scene.chooses("a1:move", "confirm", "b1:overwatch", "confirm").rolls("start", 6, 1)


def test_sc_a41_a_prone_unit_is_told_that_a_move_gets_it_up_and_the_forecast_of_its_shot_holds():
    scene = lying_down("a1 .*2 n .*9 b1", ".*14")
    found = remarks(scene.match, scene.match.pending.option("a1:move:jog:2,0"))[0]
    assert found == ("Then a shot at B1: out of action 28%.", "SC-A35")
    scene.chooses("a1:move:jog:2,0")
    assert endangered_units(scene.match.rules, scene.match.front, scene.match.window, "b") == {"b1"}
    scene.chooses("pass").sums("a1:ranged_attack:b1", 6, long_range=-1)


def test_sc_19_a_prone_unit_forced_to_run_is_shot_at_as_standing_from_its_first_cell():
    scene = lying_down("b1 .*2 a1 .*9").chooses("a1:move:run:8,0", "b1:ranged_attack:a1")
    forced = scene.forecast("b1:force")
    assert (forced.need, forced.spot) == (7, scene.cell(3, 0))  # point blank, and it runs
    scene.chooses("b1:force", "a1:move:8,0", "a1:none", "b1:ranged_attack:a1")
    scene.sums("b1:point:0", 7, overwatch=-1, point_blank=2, A1_runs=-1)


def test_sc_a44_a_unit_in_contact_is_told_the_odds_of_its_close_combat():
    scene = Scene("a1 b1 .*4", ".*6 b2", a1="brute move")
    match = scene.match
    blow = ("In contact with B1: it may strike, out of action 60%.", "SC-A44")
    stand, beside = match.pending.option("a1:stand"), ("b1", "b2")
    assert remarks(match, stand)[:2] == [blow, ("Then a shot at B1, aimed: out of action 60%.", "SC-A35")]
    strikes, fires = (match.rules.towards(match.front, match.pending, "a1", foe) for foe in beside)
    assert (strikes.text, remarks(match, strikes)[0]) == ("A1 stands and strikes B1", blow)
    assert "shot" not in remarks(match, strikes)[1][0]
    assert remarks(match, fires)[0] == ("Then a shot at B2, aimed: out of action 23%.", "SC-A35")


def test_sc_a50_of_two_weapons_the_better_shot_is_told_but_for_a_chosen_target_that_of_the_first():
    match = Scene("a1 .*2 b1", a1="leader move").match
    stand, towards = match.pending.option("a1:stand"), match.rules.towards(match.front, match.pending, "a1", "b1")
    assert remarks(match, stand)[0] == ("Then a shot at B1, aimed: out of action 81%.", "SC-A35")  # its grenade
    assert remarks(match, towards)[0] == ("Then a shot at B1, aimed: out of action 65%.", "SC-A35")  # its carbine


def test_sc_a50_a_shot_with_another_weapon_than_the_first_is_told_too():
    scene = Scene("a1 .*5 b1", a1="leader move weapon=grenade")
    match = scene.match
    found = remarks(match, match.pending.option("a1:stand"))[0]
    assert found == ("Then a shot at B1, aimed: out of action 36%.", "SC-A35")
    towards = match.rules.towards(match.front, match.pending, "a1", "b1")
    assert towards.text == "A1 stands and fires at B1"
    scene.chooses("a1:stand", "pass").offers("a1:ranged_attack:b1:pistol")


@pytest.mark.parametrize("seed", range(3))
def test_sc_01_remarks_and_refusals_do_not_depend_on_face_down_markers(seed):
    match, random = random_match("skirmishcorps", seed), Random(seed)
    for _ in decisions(match, seed):
        asked = match.pending
        if asked.kind != "activate":
            continue
        other = match.front.apart()
        for unit in other.standing():
            if unit.seat != asked.seat and "down" in unit.markers.values():
                unit.markers = {random.choice(HIDDEN["skirmishcorps"]): "down"}
        rules = match.rules
        for option in random.sample(asked.options.all(), min(4, len(asked.options))):
            assert rules.foretells(match.front, option) == rules.foretells(other, option)
        for cell in random.sample(range(len(match.setup.board.terrain)), 20):
            unit = random.choice(sorted(match.front.units))
            assert rules.refused_at(match.front, asked, unit, cell) == rules.refused_at(other, asked, unit, cell)


@pytest.mark.parametrize("seed", range(6))
def test_sc_65_possible_answers_are_told_beforehand_exactly_where_the_table_is_then_asked(seed):
    """The call of a shared table rests on the same public facts as the remark before it."""
    match, random, compared = random_match("skirmishcorps", seed), Random(seed), 0
    for _ in decisions(match, seed):
        asked = match.pending
        if asked.kind != "activate":
            continue
        for option in random.sample(asked.options.all(), min(5, len(asked.options))):
            unit = match.front.units.get(option.unit)
            if option.action not in ("move", "stand", "covering_fire") or unit is None or "suppressed" in unit.markers:
                continue
            told = next((r.units for r in match.rules.foretells(match.front, option) if "answer" in r.words), None)
            ahead = match.clone(DiceSource(seed=seed))
            ahead.choose(option.id)
            call = call_of(ahead, match.setup.seats) if ahead.window is not None else None
            could = {o.unit for o in call.question.options if o.unit} if call is not None else set()
            assert set(told) == could, option.id
            compared += 1
    assert compared
