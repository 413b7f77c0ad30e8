"""What a character makes of what may be lost and what may be taken: the same in every rulebook."""

from __future__ import annotations

from typing import NamedTuple

from game.records.levels import Character


class Temper(NamedTuple):
    """How many times as much as a steady player a character fears to lose (`danger`), and wants to take (`targets`)."""

    danger: float = 1.0
    targets: float = 1.0


STEADY = Temper()
"""What is thought of everybody else: nobody knows how he feels."""

TEMPERS = {Character.BOLD: Temper(0.7, 1.15), Character.STEADY: STEADY, Character.WARY: Temper(1.4, 0.9)}
"""Of each character; less than half as much again, so that none throws a battle away."""
