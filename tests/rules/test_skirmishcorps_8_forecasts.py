"""SkirmishCorps: on random positions the forecast of an attack is what every face of every die comes to."""

from __future__ import annotations

from fractions import Fraction

from game.engine.odds import OddsTooLarge, explore
from tests.setups import decisions, random_match

ATTACKS = ("ranged_attack", "close_combat", "point")
NOW = ("attack", "point")
"""The questions whose answers are carried out at once."""


def shots(match):
    """The attacks whose outcome depends on nothing but their own dice, and those of the tests that come first.

    These are attacks that are carried out at once, and of reactions the first to an action in place, on its instigator.
    """
    asked, front = match.pending, match.front
    if asked.kind in NOW:
        return [option for option in asked.options if option.action in ATTACKS]
    queue = front.queues[-1] if front.queues else None
    if asked.kind != "react" or queue.reactions or queue.action.kind not in ("stand", "covering_fire"):
        return []
    return [
        option
        for option in asked.options
        if option.action in ("ranged_attack", "covering_fire")
        and option.targets in ((), (queue.instigator,))
        and option.target == queue.instigator
    ]


def check(match, option, limit=2000):
    """The forecast of an attack against the ends of the rules; whether it could be compared."""
    told, covers = match.forecast(option), option.action == "covering_fire"
    assert told.need == told.base[1] + sum(value for _, value, _ in told.modifiers), option.id
    try:
        ends = explore(
            match.rules, match.state, [*match.answers, option], assume=match.pending.kind == "react", limit=limit
        )
    except OddsTooLarge:
        return False
    target = option.target
    out = sum((p for p, state in ends if state.units[target].out), Fraction(0))
    assert out == told.p_out, option.id
    if covers and not told.sure:
        assert told.p_hit == sum((p for p, end in ends if end.units[target].helpless), Fraction(0)), option.id
    return True


def test_sc_37_a42_a44_a_forecast_is_what_all_outcomes_of_the_dice_come_to():
    compared = set()
    for seed in range(40):
        match = random_match("skirmishcorps", seed, turns=3)
        for _ in decisions(match, seed):
            for option in shots(match) if match.pending.kind in NOW else ():
                assert check(match, option)
                compared.add(option.action)
    assert compared == set(ATTACKS)
