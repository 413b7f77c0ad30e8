"""What is under Enter: never what ends or wastes something while an answer with a chance is legal, in any rulebook."""

from __future__ import annotations

import pytest

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


def test_sc_14_a_hand_is_forced_under_enter_where_that_is_the_likelier_shot():
    seen = set()
    for seed in range(12):
        match = random_match("skirmishcorps", seed)
        for _ in decisions(match, seed):
            asked = match.pending
            if asked.kind != "force":
                continue
            totals = {one.id: match.rules.forecast(match.front, one) for one in asked.options}
            chances = {name: total.chance if total else 0 for name, total in totals.items()}
            found = suggested(match.rules, match.front, asked)
            if all(totals.values()):
                assert chances[found] == max(chances.values())
            if found != asked.default:
                assert chances[found] > chances[asked.default]
                seen.add(asked.option(found).action)
    assert seen == {"force"}
