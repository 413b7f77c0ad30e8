"""How a character weighs losses and gains: the same in every rulebook."""

from __future__ import annotations

from typing import NamedTuple

from game.records.levels import Character


class Temper(NamedTuple):
    """Factors by which a character fears losses (`danger`) and seeks targets (`targets`) more than a steady player."""

    danger: float = 1.0
    targets: float = 1.0


STEADY = Temper()
"""The temper that a player assumes of all others, since it cannot know theirs."""

TEMPERS = {Character.BOLD: Temper(0.7, 1.15), Character.STEADY: STEADY, Character.WARY: Temper(1.4, 0.9)}
"""By character. Each factor is less than half as much again, so that no character throws a battle away."""
