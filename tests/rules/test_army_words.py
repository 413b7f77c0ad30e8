"""The words of an army file about units and weapons are types: an unknown word is named with its place."""

from __future__ import annotations

import pytest
from msgspec import structs

from game.engine.rulebook import DataError, load_army, tagged
from game.rules.epic.state import StandKind
from game.rules.stargrunt2.army import Arm, SquadKind
from game.rules.wh40k2.ground import SquadKind as Kind40k


@pytest.mark.parametrize(("ruleset", "kind"), [("epic", StandKind), ("stargrunt2", SquadKind), ("wh40k2", Kind40k)])
def test_every_profile_says_what_it_is(ruleset, kind):
    army = load_army(ruleset)
    assert all(isinstance(tagged(army, profile, kind), kind) for profile in army.profiles.values())


def test_every_weapon_of_stargrunt_says_how_it_is_fired():
    army = load_army("stargrunt2")
    assert {tagged(army, weapon, Arm).kind for weapon in army.weapons.values()} == {"small_arm", "support", "missile"}


def test_a_word_that_is_none_is_told_with_file_and_place():
    army = load_army("stargrunt2")
    profile = structs.replace(next(iter(army.profiles.values())), tags={"role": "cook", "motivation": "low"})
    with pytest.raises(DataError, match=r"^stargrunt2\.toml, \w+\.tags\.role: .*cook"):
        tagged(army, profile, SquadKind)


def test_a_word_that_is_missing_is_told_with_file_and_place():
    army = load_army("epic")
    profile = structs.replace(next(iter(army.profiles.values())), tags={})
    with pytest.raises(DataError, match=r"^epic\.toml, \w+\.tags"):
        tagged(army, profile, StandKind)
