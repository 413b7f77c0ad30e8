"""The choice under Enter never ends or wastes anything while an option with a chance is legal, in any rulebook."""

from __future__ import annotations

import pytest

from game.engine.decisions import DICE
from game.engine.options import RESET
from game.engine.suggest import PROMISING, TRIED, suggested
from game.rules import RULESETS
from tests.assault import Assault
from tests.firefight import Firefight
from tests.scene import Scene
from tests.setups import decisions, random_match

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


@every_ruleset
@pytest.mark.parametrize("seed", range(4))
def test_enter_never_ends_a_turn_or_gives_up_an_attack_that_has_a_chance(ruleset, seed):
    match = random_match(ruleset, seed)
    words = match.rules.presentation
    for _ in decisions(match, seed):
        asked = match.pending
        if asked.seat == DICE:
            continue
        found = suggested(match.rules, match.front, asked)
        if not found:
            assert asked.option(asked.default).action in (*words.ends, *words.passes, RESET.action)
            continue
        option = asked.option(found)
        assert option is not None
        if option.action not in (*words.passes, *words.ends) or asked.kind in words.keeps:
            continue
        others = [one for one in asked.options if one.id != found]
        asides = match.rules.asides.get(asked.kind, ())
        if option.action in words.ends:
            assert all(one.action in asides for one in others), "ends something while there is more to do"
        elif match.rules.forecast(match.front, option) is None and asked.unit:
            totals = [
                match.rules.forecast(match.front, one) for one in others[:TRIED] if one.action not in words.passes
            ]
            assert not any(total is not None and total.chance for total in totals), (asked.kind, found)


def test_of_the_formations_that_may_be_shot_at_the_one_with_the_best_chance_is_under_enter():
    horde, field = "b horde h1@40,4 h2@43,4 h3@46,4", "b horde o1@40,16"
    rows = ["." * 60, "." * 60, *["." * 36 + "nnnnnnnnnnnnnnnn"] * 6, *["." * 60] * 12]
    match = (
        Assault(*rows, guns="a line l1@5,10 l2@8,10", wall=horde, field=field).acts("guns", "sustained_fire", 6).match
    )
    assert match.pending.default == "guns:shoot:wall"
    assert suggested(match.rules, match.front, match.pending) == "guns:shoot:field"


def test_nothing_is_under_enter_where_a_plan_would_be_thrown_away():
    scene = Assault(horde="a horde h1@5,10 h2@8,10", line="b line l1@35,10").acts("horde", "advance", 6)
    scene.plans("h1:move:5,20").asked("a", "move", default="reset")
    assert not suggested(scene.match.rules, scene.match.front, scene.match.pending)


def test_a_random_game_has_attacks_at_which_enter_differs_from_the_default():
    match, kinds = random_match("skirmishcorps", 3), set()
    for _ in decisions(match, 3):
        asked = match.pending
        if asked.seat != DICE and suggested(match.rules, match.front, asked) not in ("", asked.default):
            kinds.add(asked.kind)
    assert "attack" in kinds


def test_sc_14_the_choice_with_the_better_shot_is_under_enter_whether_forcing_or_waiting():
    for path, found in (("a1:move:jog:4,1", "b1:force"), ("a1:stand", "b1:wait")):
        match = Scene("a1 n .*6 b1", ".*9").chooses(path, "b1:ranged_attack:a1").match
        asked = match.pending
        totals = {one.id: match.rules.forecast(match.front, one) for one in asked.options}
        chances = {name: total.chance for name, total in totals.items() if total is not None}
        assert asked.default == "b1:wait"
        assert suggested(match.rules, match.front, asked) == found
        assert chances[found] == max(chances.values())


@pytest.mark.parametrize(("row", "found"), [("a1 .*2 b1", ""), ("a1 .*6 b1", "pass")])
def test_a_pass_is_under_enter_only_while_no_shot_of_30_percent_is_open(row, found):
    match = Scene(row).chooses("a1:stand").match
    asked = match.pending
    shots = [total.chance for one in asked.options if (total := match.rules.forecast(match.front, one)) is not None]
    assert asked.default == "pass"
    assert (max(shots) >= PROMISING) == (found == "")
    assert suggested(match.rules, match.front, asked) == found


def test_sg_39_a_squad_that_loses_no_counter_is_under_enter_before_one_that_does():
    """The first squad used to be under Enter, so that Enter alone was asked about each time."""
    scene = Firefight("a1 a2 .*8 b1", a1="watch").asked("a", "activate")
    match = scene.match
    assert match.pending.default == "a1:activate"
    assert suggested(match.rules, match.front, match.pending) == "a2:activate"
    alone = Firefight("a1 a2 .*8 b1", a1="watch", a2="watch").asked("a", "activate").match
    assert suggested(alone.rules, alone.front, alone.pending) == "a1:activate", "all of them would lose one"
