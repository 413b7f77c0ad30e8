"""WH40K 2nd edition: overwatch fire in random positions, compared with an oracle written from the clauses."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from game.engine.dice import DiceSource
from game.engine.match import Match
from game.rules import build
from tests.budget import POSITIONS
from tests.overwatch_oracle import Oracle, offered
from tests.setups import any_option, random_setup


def positions(seed):
    """The questions of one turn of each seat, from the declaring of charges on, in which overwatch may be fired."""
    random = Random(seed)
    width, height, side = random.choice(((12, 9, 3), (30, 8, 4), (36, 10, 4)))
    setup = random_setup("wh40k2", seed, width=width, height=height, side=side, turns=1)
    match = Match(replace(setup, phase="charge", seat="blue"), build("wh40k2"), DiceSource(seed=seed))
    oracle = Oracle(match)
    while (asked := match.pending) is not None:
        oracle.look()
        if asked.kind == "react":
            yield match, oracle
        charges = [option.id for option in asked.options if option.action == "charge"]
        bold = charges and random.random() < 0.7
        calm = asked.kind == "react" and random.random() < 0.6
        match.choose("pass" if calm else random.choice(charges) if bold else any_option(match, random))


def search(most, seeds):
    """How many positions, and shots in them by what is special about them; each is compared with the oracle."""
    seen = Counter()
    for seed in seeds:
        for match, oracle in positions(seed):
            expected = oracle.fires()
            assert offered(match) == expected, f"seed {seed}, choice {len(match.history)}"
            seen["positions"] += 1
            for fire, total in expected.items():
                seen["shots"] += 1
                waits = fire.target in oracle.charges and not fire.moment
                seen["at a charge that waits"] += waits
                seen["at a charge that waits, by the charged"] += waits and oracle.charges[fire.target] == fire.shooter
                seen["with the overwatch modifier"] += "overwatch" in total.modifiers
                seen["at long range but for the charge"] += waits and oracle.away(fire) > oracle.short(fire)
        if seen["positions"] >= most:
            return seen
    raise AssertionError("too few positions")


def test_wh_18_21_25_overwatch_shots_in_random_positions_are_those_of_the_oracle():  # WH-A14
    seen = search(100, range(30, 1000))
    assert seen["at a charge that waits, by the charged"] >= 10
    assert seen["at long range but for the charge"] >= 5


@pytest.mark.fuzz
def test_wh_18_21_25_overwatch_shots_in_many_positions_are_those_of_the_oracle():
    seen = search(POSITIONS, range(1, 100_000))
    assert seen["at a charge that waits, by the charged"] >= POSITIONS // 100
