"""A click on anything that is no answer is refused with a reason and a clause, in every rulebook and on every cell."""

from __future__ import annotations

import sys
from itertools import chain
from random import Random
from typing import NamedTuple

import pytest

from game.engine.decisions import DICE, Decision
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.table import run_step
from game.rules import RULESETS
from game.rules.stargrunt2.shots import along
from tests.firefight import Firefight
from tests.scene import Scene
from tests.setups import decisions, random_match

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def held(match, random):
    """Nothing, a unit that can answer, one of the seat's that cannot, and one of another seat."""
    asked, units = match.pending, match.front.units
    can = {option.unit for option in match.pending.options if option.unit}
    pools = [
        [""],
        sorted(can),
        sorted(u.id for u in units.values() if u.seat == asked.seat and u.id not in can),
        sorted(u.id for u in units.values() if u.seat != asked.seat),
    ]
    return [random.choice(pool) for pool in pools if pool]


def offered(match, unit):
    """Return the cells that are an answer: goals and targets of the unit in hand, or if it has none units to pick."""
    asked, picked = match.pending, match.pending.unit or unit
    mine = [option for option in asked.options if option.unit == picked]
    cells = {option.to for option in mine} - {-1}
    named = {name for option in mine for name in (option.target, *option.targets) if name}
    if not cells and not named:
        named = {option.unit for option in asked.options if option.unit}
    return cells | {match.front.units[name].at for name in named}


@every_ruleset
@pytest.mark.parametrize("seed", [1, 2])
def test_every_cell_that_is_no_answer_gets_a_sentence_and_a_clause(ruleset, seed):
    match, random, kinds = random_match(ruleset, seed), Random(seed), set()
    cited = {*match.rules.book.clauses, *match.rules.book.rulings}
    for _ in decisions(match, seed):
        asked = match.pending
        if asked.seat == DICE or (asked.kind in kinds and random.random() > 0.1):
            continue
        kinds.add(asked.kind)
        for unit in held(match, random):
            answers = offered(match, unit) | ({match.front.units[unit].at} if unit else set())
            for cell in range(len(match.setup.board.terrain)):
                if cell in answers:
                    continue
                no = match.rules.refused_at(match.front, asked, unit, cell)
                assert no.clause in cited, (asked.kind, unit, cell, no)
                assert len(no.reason) > 8, (asked.kind, no)
                assert not no.reason.endswith("."), no
                assert "_" not in no.reason, no
            for no in match.rules.missing(match.front, asked, unit):
                assert no.clause in cited, no
                assert not no.reason.endswith("."), no


# -- one predicate, read twice -----------------------------------------------------------------------------------------

EXPLAINED = {
    "skirmishcorps": ("activate", "react", "attack", "carry_out", "point"),
    "stargrunt2": ("activate", "react", "action", "go_on"),
}
"""Ruleset -> the kinds of questions about which it says of every cell that is no answer why not."""


def disagreements(match):
    """Return the cells that are both offered and refused, or neither, and actions both offered and said to be missing.

    The cells with the own unit in hand, which is picked already, are left out.
    """
    asked, front, rules, found = match.pending, match.front, match.rules, []
    own = [unit for unit in front.standing(asked.seat) if asked.unit in ("", unit.id)]
    for unit in own:
        answers = offered(match, unit.id)
        for cell in set(range(len(front.board.terrain))) - {unit.at}:
            no = rules.refused_at(front, asked, unit.id, cell)
            unexplained = no is not None and "is no answer to" in no.reason
            if unexplained or (no is None) != (cell in answers):
                found.append((asked.kind, unit.id, cell, no))
        able = any(option.unit == unit.id for option in asked.options)
        if asked.kind == "activate" and able != (rules.refused_at(front, asked, "", unit.at) is None):
            found.append((asked.kind, unit.id))
    return found


def positions(ruleset, seed):
    """Yield a random match at questions about which the ruleset says why not, more rarely at later ones."""
    match, random, kinds = random_match(ruleset, seed), Random(seed), []
    for _ in decisions(match, seed):
        kind = match.pending.kind
        if kind in EXPLAINED[ruleset] and (kinds.count(kind) < 6 or random.random() < 0.1):
            kinds.append(kind)
            yield match


@pytest.mark.parametrize("ruleset", EXPLAINED)
@pytest.mark.parametrize("seed", range(1, 5))
def test_every_cell_and_unit_is_either_an_answer_or_refused_never_both_and_never_neither(ruleset, seed):
    for match in chain(drawn(ruleset), positions(ruleset, seed)):
        assert disagreements(match) == []


class Anew(NamedTuple):
    """The question of a match, listed again."""

    pending: Decision
    front: State
    rules: Ruleset


def asked_anew(match):
    """Return the pending question as it is listed now."""
    t, asked = run_step(match.state, match.rules, list(match.answers))
    return Anew(asked, t.state, match.rules)


def switched_off(monkeypatch, ruleset, predicate, clause):
    """Switch one clause off in a predicate of the rulebook, wherever that is read."""
    modules = [module for name, module in sys.modules.items() if name.startswith(f"game.rules.{ruleset}.")]
    (original,) = {vars(module)[predicate] for module in modules if predicate in vars(module)}

    def without(*args, **named):
        no = original(*args, **named)
        return None if no is not None and no.clause == clause else no

    for module in modules:
        if vars(module).get(predicate) is original:
            monkeypatch.setattr(module, predicate, without)
    along.cache_clear()


def refusals_of(match):
    """Return every refusal that a player gets: of cells and units, and of missing actions."""
    asked, front, rules = match.pending, match.front, match.rules
    units = [unit.id for unit in front.standing(asked.seat) if asked.unit in ("", unit.id)]
    cells = range(len(front.board.terrain))
    clicked = {rules.refused_at(front, asked, unit, cell) for unit in units for cell in cells} - {None}
    return clicked | {no for unit in units for no in rules.missing(front, asked, unit)}


def drawn(ruleset):
    """Yield positions that random games hardly come to: after a sprint, prone, and far from the enemy."""
    if ruleset == "stargrunt2":
        yield Firefight("a1 .*60 b1").acts("a1").match
        return
    yield Scene("a1 .*40 b1").chooses("a1:stand", "pass").match
    yield Scene("a1 .*9 b1").chooses("a1:move:sprint:4,0", "pass").match
    prone = Scene("a1 .*6 b1", ".*8").chooses("a1:stand", "pass", "a1:prone")
    while prone.match.pending.kind != "assign":
        prone.chooses(prone.match.pending.default)
    prone.chooses("a1:move", "confirm", "b1:overwatch", "confirm").rolls("start", 6, 1)
    yield prone.chooses("a1:stand", "pass").match


SWITCHES = [
    ("skirmishcorps", "cannot_act", "SC-01"),
    ("skirmishcorps", "cannot_act", "SC-A35"),
    ("skirmishcorps", "line_refused", "SC-57"),
    ("skirmishcorps", "line_refused", "SC-A38"),
    ("skirmishcorps", "own_shot_refused", "SC-A36"),
    ("skirmishcorps", "blow_refused", "SC-A44"),
    ("skirmishcorps", "prone_refused", "SC-A41"),
    ("stargrunt2", "activation_refused", "SG-A32"),
    ("stargrunt2", "action_refused", "SG-A38"),
    ("stargrunt2", "action_refused", "SG-A39"),
    ("stargrunt2", "second_refused", "SG-35"),
    ("stargrunt2", "second_refused", "SG-A32"),
    ("stargrunt2", "second_refused", "SG-A46"),
    ("stargrunt2", "target_refused", "SG-A46"),
    ("stargrunt2", "refusal", "SG-13"),
    ("stargrunt2", "refusal", "SG-A36"),
]


@pytest.mark.parametrize(("ruleset", "predicate", "clause"), SWITCHES)
def test_with_a_clause_switched_off_in_its_predicate_option_and_refusal_change_together(
    monkeypatch, ruleset, predicate, clause
):
    more = fewer = 0
    for match in chain(drawn(ruleset), positions(ruleset, 1), positions(ruleset, 2), positions(ruleset, 5)):
        before = refusals_of(match)
        with monkeypatch.context() as patch:
            switched_off(patch, ruleset, predicate, clause)
            anew = asked_anew(match)
            assert disagreements(anew) == []
            gone = [no for no in before - refusals_of(anew) if no.clause == clause]
        more += len({*anew.pending.options.all()} - {*match.pending.options.all()})
        fewer += len(gone)
    along.cache_clear()
    assert more
    assert fewer


def test_sc_a35_sc_a36_sc_a52_a_unit_is_told_why_it_cannot_go_to_a_cell_or_attack_a_unit_yet():
    scene = Scene("a1 . # . a2 .*4 b1", ".*10", a2="overwatch")
    scene.refuses_click("a1", 2, 0, "SC-A52", "a wall at c1 cannot be entered")
    scene.refuses_click("a1", 4, 0, "SC-01", "on overwatch: it waits for what the enemy does")
    scene.refuses_click(
        "a1",
        9,
        0,
        "SC-57",
        "B1 can be attacked only after a move or a stand; from here no sight: a wall at c1 in the way",
    )
    scene.refuses_click("a2", 1, 1, "SC-01", "on overwatch: it waits for what the enemy does")
    scene.refuses_click("", 1, 1, "SC-A34", "first pick the unit that acts")


def test_sc_a36_a_cell_that_is_too_far_says_how_far_it_is():
    scene = Scene("a1 .*20 b1")
    scene.refuses_click("a1", 12, 0, "SC-A36", "m1 is 12″ to go, a sprint is 10″")


def test_sc_37_a_target_out_of_range_is_refused_by_the_range_of_the_longest_weapon():
    far = "9″ away, pistol reaches 8″"
    scene = Scene("a1 .*8 b1", "b2 .*9", a1="leader move weapon=grenade", b1="leader weapon=grenade", b2="idle")
    scene.refuses_click("a1", 9, 0, "SC-A38", f"B1 can be attacked only after a move or a stand; from here {far}")
    scene.chooses("a1:stand").refused("b1", "SC-A38", far).passes("b").refuses_click("a1", 9, 0, "SC-A38", far)
    wall = Scene("a1 .*3 # .*3 b1", ".*9", a1="leader move weapon=grenade").chooses("a1:stand")
    wall.refuses_click("a1", 8, 0, "SC-57", "no sight: a wall at e1 in the way")


def test_sc_61_a_point_beside_the_path_is_refused_for_a_cut_off_by_its_clause():
    scene = Scene(".*8", "a1 .*4 b1 .*2").chooses("a1:move:jog:4,1", "b1:cut_off:a1", "b1:wait", "b1:cut_off:a1")
    scene.refuses_click("b1", 4, 0, "SC-61", "the move does not lead over e1")
    assert {option.clauses for option in scene.match.pending.options} == {("SC-61",)}


def test_sg_a10_a_refusal_names_one_unit_or_several_that_have_acted():
    scene = Firefight("a1 .*11 b1", "a2 .*11 b2", ".*12 b3").acts("a1", "a1:fire:b1")
    for answer in ("b1:opportunity_fire:a1", "b2:opportunity_fire:a1"):
        scene.chooses(answer).rolls("opportunity", 8)
    scene.passes("b").asked("a", "react")
    assert scene.refusal("a2", 12, 2).reason == "B1 and B2 have acted and may be fired at, not B3"
