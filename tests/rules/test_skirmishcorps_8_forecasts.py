"""SkirmishCorps: on random positions the forecast of an attack is what every face of every die comes to."""

from __future__ import annotations

from fractions import Fraction

from game.engine.odds import explore
from tests.setups import decisions, random_match

ATTACKS = ("ranged_attack", "close_combat", "point")


def fallen(match, option):
    """The exact chance that the target is out of action at the next question."""
    ends = explore(match.rules, match.state, [*match.answers, option])
    return sum((chance for chance, state in ends if state.units[option.target].out), Fraction(0))


def test_sc_a37_a42_a44_a_forecast_is_what_all_outcomes_of_the_dice_come_to():
    compared = set()
    for seed in range(40):
        match = random_match("skirmishcorps", seed, turns=3)
        for _ in decisions(match, seed):
            attacks = match.pending.options if match.pending.kind in ("attack", "point") else []
            for option in attacks:
                if option.action in ATTACKS:
                    told = match.forecast(option)
                    assert told.p_out == fallen(match, option), (seed, option.id)
                    assert told.need == told.base + sum(value for _, value, _ in told.modifiers), (seed, option.id)
                    compared.add(option.action)
    assert compared == set(ATTACKS)
