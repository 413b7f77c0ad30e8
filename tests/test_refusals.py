"""A click on anything that is no answer is refused with a reason and a clause, in every rulebook and on every cell."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.decisions import DICE
from game.rules import RULESETS
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
    """The cells that are an answer with the unit in hand: where it may go, its targets, and units that may be picked."""
    asked, state = match.pending, match.front
    mine = [option for option in asked.options if option.unit == (asked.unit or unit)]
    named = {name for option in mine for name in (option.target, *option.targets) if name}
    named |= set() if asked.unit else {option.unit for option in asked.options if option.unit}
    return {option.to for option in mine} | {state.units[name].at for name in named}


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
            for cell in range(len(match.setup.board.terrain)):
                if cell in offered(match, unit):
                    continue
                no = match.rules.refused_at(match.front, asked, unit, cell)
                assert no.clause in cited, (asked.kind, unit, cell, no)
                assert len(no.reason) > 8, (asked.kind, no)
                assert not no.reason.endswith("."), no
                assert "_" not in no.reason, no
            for no in match.rules.missing(match.front, asked, unit):
                assert no.clause in cited, no
                assert not no.reason.endswith("."), no


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
