"""The tags that an army file gives to profiles and weapons, as types."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from game.engine.rulebook import tagged
from game.rules.stargrunt2.state import BattleRules

Role = Literal["squad", "command", "support", "vehicle"]
Motivation = Literal["low", "medium", "high"]


class SquadKind(Struct, frozen=True, forbid_unknown_fields=True):
    """The tags of a profile: its role and its motivation (SG-A39)."""

    role: Role
    motivation: Motivation


class Arm(Struct, frozen=True, forbid_unknown_fields=True):
    """The tags of a weapon: how it is fired (SG-A31)."""

    kind: Literal["small_arm", "support", "missile"]


@lru_cache(maxsize=512)
def squad_kind(rules: BattleRules, profile: str) -> SquadKind:
    """The tags of a profile. Raises DataError for unknown tags, KeyError for an unknown profile."""
    return tagged(rules.army, rules.army.profiles[profile], SquadKind)


@lru_cache(maxsize=512)
def arm(rules: BattleRules, weapon: str) -> Arm:
    """The tags of a weapon. Raises DataError for unknown tags, KeyError for an unknown weapon."""
    return tagged(rules.army, rules.weapon(weapon), Arm)
