"""What is under Enter: never what ends or wastes something while an answer with a chance is legal, in any rulebook."""

from __future__ import annotations

import pytest
from scene import Scene

from game.engine.decisions import DICE
from game.engine.suggest import TRIED, suggested
from game.rules import RULESETS
from tests.setups import decisions, random_match

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


@every_ruleset
@pytest.mark.parametrize("seed", range(4))
def test_enter_ends_nothing_and_gives_no_attack_up_that_has_a_chance(ruleset, seed):
    match = random_match(ruleset, seed)
    words = match.rules.presentation
    for _ in decisions(match, seed):
        asked = match.pending
        if asked.seat == DICE:
            continue
        found = suggested(match.rules, match.front, asked)
        if not found:
            assert asked.option(asked.default).action in words.ends
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


def test_every_random_game_has_attacks_that_would_have_been_given_up():
    match, kinds = random_match("skirmishcorps", 3), set()
    for _ in decisions(match, 3):
        asked = match.pending
        if asked.seat != DICE and suggested(match.rules, match.front, asked) not in ("", asked.default):
            kinds.add(asked.kind)
    assert "attack" in kinds


def test_sc_14_the_likelier_shot_is_under_enter_forcing_a_hand_or_waiting():
    for path, found in (("a1:move:jog:4,1", "b1:force"), ("a1:stand", "b1:wait")):
        match = Scene("a1 n .*6 b1", ".*9").chooses(path, "b1:ranged_attack:a1").match
        asked = match.pending
        totals = {one.id: match.rules.forecast(match.front, one) for one in asked.options}
        chances = {name: total.chance for name, total in totals.items() if total is not None}
        assert asked.default == "b1:wait"
        assert suggested(match.rules, match.front, asked) == found
        assert chances[found] == max(chances.values())
