"""Epic: what is told of an assault before it is fought, and how near the estimate is to the played outcome."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.engine.dice import DiceSource
from game.engine.wording import percent
from game.rules.epic.foretold import expected
from game.rules.epic.odds import Fighters, odds
from game.rules.epic.state import ATTACKERS
from tests.assault import Assault


def remarks(scene):
    """What is told of the plan as it is now, with its clauses."""
    match = scene.match
    return [f"{one.words}. ({one.clause})" for one in match.rules.remarks(match.front, match.pending)]


def charging(**more):
    """The horde draws up its charge at the line, 10 cm off."""
    forms = {"horde": "a horde h1@10,12 h2@13,12 h3@16,12", "line": "b line l1@10,2 l2@14,2", **more}
    return Assault(**forms).acts("horde", "engage:line")


def test_ep_a36_a_planned_charge_tells_its_contacts_its_firefight_and_the_possible_counter_charges():
    scene = charging().plans("h1:move:10,3")
    told = remarks(scene)
    assert told[0] == "Of 3: 1 in contact, 2 within 15 cm and in view. (EP-A36)"
    assert told[1] == "1 stand of theirs may counter charge. (EP-02)"
    assert told[2].startswith("Assault won about ")
    assert told[2].endswith("an estimate. (EP-A40)")


def test_ep_a32_overwatch_that_sees_a_plan_is_told_with_its_dice():
    scene = charging(third="b line watch m1@20,2 m2@23,2").plans("h1:move:10,3")
    assert remarks(scene)[-1] == "THIRD watches and may fire 2D6 at 5+. (EP-A32)"


def test_ep_a34_a_charge_that_ends_too_far_off_for_an_assault_is_asked_about():
    scene = charging(horde="a horde h1@10,22 h2@13,22 h3@16,22")
    assert remarks(scene) == [
        "Of 3: 3 out of the fight. (EP-A36)",
        "Nobody is near enough: there is no assault. (EP-A34)",
    ]
    assert scene.gives_up("confirm") == "HORDE would stay where it is, and there is no assault (EP-A34)"
    scene.plans("h1:move:10,12", "h2:move:13,12", "h3:move:16,12")
    assert scene.gives_up("confirm") == "", "a plan that counts gives nothing up"


def test_ep_22_without_a_line_of_fire_a_charge_is_no_assault_unless_the_target_brings_one_about():
    walls = ["." * 30 for _ in range(24)]
    walls[10] = "." * 15 + "#" * 5 + "." * 10
    forms = {"horde": "a horde h1@17,20", "line": "b line l1@17,5 l2@21,5"}
    scene = Assault(*walls, **forms).acts("horde", "engage:line").plans("h1:move:17,13")
    assert remarks(scene) == [
        "Of 1: 1 out of the fight. (EP-A36)",
        "There is no assault unless counter charges change that: no attacker has a line of fire to the target. (EP-22)",
    ]
    scene.confirms()
    assert remarks(scene)[-1] == "There is no assault: no attacker has a line of fire to the target. (EP-22)"
    scene.confirms().says("There is no assault: no attacker has a line of fire to the target.")


def test_ep_13_the_odds_include_formations_that_the_planned_counter_charges_would_draw_in():
    scene = Assault(line="b line l1@10,10 l2@14,10", horde="a horde h1@10,11", second="a horde x@14,14 y@14,16")
    scene.engages("horde", "line")
    assert remarks(scene)[0] == "Of 2: 1 in contact, 1 within 15 cm and in view. (EP-A36)"
    scene.plans("l2:move:14,13")
    assert remarks(scene)[0] == "Of 2: 2 in contact. (EP-A36)"
    planned = remarks(scene)[-1]
    lost = Fraction(round(expected(scene.confirms().match.front).lost * 100), 100)
    assert planned.startswith(f"Assault won about {percent(lost)}, ")


def test_ep_a39_a_side_that_is_not_in_the_assault_supports_nobody_in_its_odds():
    alone = charging().plans("h1:move:10,3")
    watched = charging(third="c line t1@10,0 t2@14,0").plans("h1:move:10,3")
    assert remarks(watched)[2] == remarks(alone)[2]
    allied = charging(third="a line t1@10,9 t2@14,9").plans("h1:move:10,3")
    assert remarks(allied)[2] != remarks(alone)[2], "a formation of the attackers does"


def test_ep_a40_where_both_sides_may_be_wiped_out_together_neither_has_won():
    found = odds(Fighters([0.5], [0.5], 1), Fighters([0.5], [0.5], 1))
    assert found.won == found.lost == pytest.approx((1 - 0.5**4) / 2)


def test_ep_a42_stands_that_a_withdrawal_would_lose_are_named_before_it_is_confirmed():
    horde = "a horde h1@24,5 h2@24,7 h3@24,9 blast=2"
    scene = Assault(seat="b", size=(60, 12), line="b line l1@12,5 l2@12,7", horde=horde)
    scene.acts("line", "sustained_fire", 6).chooses("line:shoot:horde").rolls("to hit", 1, 1)
    scene.asked("a", "withdraw")
    assert scene.gives_up("confirm") == "HORDE would not move; 1 more to come (EP-A42)"
    scene.confirms()
    assert remarks(scene) == ["H1, H2 and H3 within 15 cm of an enemy: lost. (EP-A42)"]
    assert scene.gives_up("confirm") == "H1, H2 and H3 within 15 cm of an enemy: lost (EP-A42)"


def test_ep_a32_a_formation_on_overwatch_is_asked_about_before_it_acts():
    scene = Assault(seat="b", line="b line watch l1@5,5", horde="a horde h1@30,5")
    assert scene.gives_up("line:advance") == "LINE is on overwatch and would give it up (EP-A32)"
    assert scene.gives_up("line:overwatch") == ""


def test_ep_a29_a_first_move_without_moves_is_asked_about_once():
    scene = Assault(seat="b", line="b line l1@5,5", horde="a horde h1@30,5").acts("line", "double", 6)
    assert scene.gives_up("confirm") == "LINE would not move; 1 more to come (EP-A29)"
    scene.confirms()
    assert scene.gives_up("confirm") == ""


def test_ep_a40_before_an_assault_is_planned_its_test_is_forecast_exactly_and_its_end_estimated():
    scene = Assault(horde="a horde h1@10,12 h2@13,12 h3@16,12 blast=1", line="b line l1@10,2 l2@14,2")
    told = scene.forecast("horde:engage:line")
    assert (told.need, told.p_hit) == (2, Fraction(5, 6)), "3, eager 2, a blast marker 1"
    assert told.said.startswith("assault won, by estimate ")
    assert told.p_out < told.p_hit
    involved = scene.match.rules.involved(scene.match.front, scene.option("horde:engage:line"))
    assert (involved.by, involved.to) == (("h1", "h2", "h3"), ("l1", "l2"))


def test_ep_a31_a_shot_says_beforehand_which_stands_fire_and_which_may_be_hit():
    scene = Assault(seat="b", size=(60, 12), line="b line l1@2,5 l2@2,7 blast=1", horde="a horde h1@20,5 h2@55,5")
    scene.acts("line", "sustained_fire", 6)
    involved = scene.match.rules.involved(scene.match.front, scene.option("line:shoot:horde"))
    assert (involved.by, involved.to) == (("l1",), ("h1",))


FIGHTS = (
    ("a horde h1@10,6 h2@12,6", "b line l1@10,5 l2@12,5"),
    ("a horde h1@10,6 h2@12,6 h3@14,6", "b heavy l1@10,5 l2@13,5"),
)
PLAYED = 120


@pytest.mark.parametrize(("horde", "line"), FIGHTS)
def test_ep_a40_the_estimate_of_an_assault_is_near_the_share_of_many_played_ones(horde, line):
    """Two standard errors of so many games are a tenth; the seeds are fixed."""
    scene = Assault(horde=horde, line=line, size=(24, 24)).acts("horde", "engage:line")
    if scene.match.pending.seat == "dice":
        scene.rolls("action test", 6)
    ahead = scene.match.clone(DiceSource("ask"))
    ahead.choose("confirm")
    told, won = expected(ahead.front), 0
    for seed in range(PLAYED):
        match = scene.match.clone(DiceSource(seed=seed))
        ends = []
        while not ends:
            match.choose(match.pending.default)
            ends = [entry.event.side for entry in match.events if entry.type == "assault_won"]
        won += ends[0] == ATTACKERS
    assert abs(told.won - won / PLAYED) < 0.12, (told, won / PLAYED)


def test_ep_a27_a28_a29_an_action_says_what_it_is_and_what_test_it_takes_before_it_is_chosen():
    """The list used to name “doubles, marches, marshals, holds” without what they are or how often they fail."""
    match = Assault(line="a line l1@10,5 l2@12,5 blast=1", horde="b horde h1@10,20 h2@12,20").match
    told = {
        option.action: [remark.words for remark in match.rules.foretells(match.front, option)]
        for option in match.pending.options
        if option.action != "engage"
    }
    assert told["march"] == [
        "It moves three times and does not shoot.",
        "It needs 3+ in a test, 67%; else it gets a blast marker and holds.",
    ]
    assert told["double"][0] == "It moves twice, then shoots at −1."
    assert told["hold"] == ["It moves, or shoots, or takes off blast markers.", "No test."]


def test_ep_a27_the_chance_told_is_that_of_the_test_that_is_rolled():
    scene = Assault(line="a line l1@10,5 l2@12,5 blast=1", horde="b horde h1@10,20 h2@12,20")
    words = scene.remarks("line:march")[1].words
    throw = scene.chooses("line:march").match.pending.throw
    passed = sum(share for outcome, share, _ in scene.match.pending.outcomes if outcome)
    assert f"It needs {throw.need}+ in a test, {percent(passed)};" in words
