"""What the army file says of a squad and of a weapon in words, as types."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from game.engine.rulebook import tagged
from game.rules.stargrunt2.state import BattleRules

Role = Literal["squad", "command", "support", "vehicle"]
Motivation = Literal["low", "medium", "high"]


class SquadKind(Struct, frozen=True, forbid_unknown_fields=True):
    """The tags of a profile: what a squad is for, and how willing it is (SG-A39)."""

    role: Role
    motivation: Motivation


class Arm(Struct, frozen=True, forbid_unknown_fields=True):
    """The tags of a weapon: how it is fired (SG-A31)."""

    kind: Literal["small_arm", "support", "missile"]


@lru_cache(maxsize=512)
def squad_kind(rules: BattleRules, profile: str) -> SquadKind:
    """What a profile is. Raises DataError, KeyError."""
    return tagged(rules.army, rules.army.profiles[profile], SquadKind)


@lru_cache(maxsize=512)
def arm(rules: BattleRules, weapon: str) -> Arm:
    """How a weapon is fired. Raises DataError, KeyError."""
    return tagged(rules.army, rules.weapon(weapon), Arm)
