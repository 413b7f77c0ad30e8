"""The tags of units and weapons in an army file are typed: an unknown word is refused with its place."""

from __future__ import annotations

import pytest
from msgspec import structs

from game.engine.rulebook import DataError, load_army, tagged
from game.rules.epic.state import StandKind
from game.rules.stargrunt2.army import Arm, SquadKind
from game.rules.wh40k2.ground import SquadKind as Kind40k


@pytest.mark.parametrize(("ruleset", "kind"), [("epic", StandKind), ("stargrunt2", SquadKind), ("wh40k2", Kind40k)])
def test_every_profile_has_the_tags_of_its_rulebook(ruleset, kind):
    army = load_army(ruleset)
    assert all(isinstance(tagged(army, profile, kind), kind) for profile in army.profiles.values())


def test_every_stargrunt_weapon_has_its_tags():
    army = load_army("stargrunt2")
    assert {tagged(army, weapon, Arm).kind for weapon in army.weapons.values()} == {"small_arm", "support", "missile"}


def test_an_unknown_word_in_an_army_file_is_refused_with_file_and_place():
    army = load_army("stargrunt2")
    profile = structs.replace(next(iter(army.profiles.values())), tags={"role": "cook", "motivation": "low"})
    with pytest.raises(DataError, match=r"^stargrunt2\.toml, \w+\.tags\.role: .*cook"):
        tagged(army, profile, SquadKind)


def test_a_missing_word_in_an_army_file_is_refused_with_file_and_place():
    army = load_army("epic")
    profile = structs.replace(next(iter(army.profiles.values())), tags={})
    with pytest.raises(DataError, match=r"^epic\.toml, \w+\.tags"):
        tagged(army, profile, StandKind)
