"""The computer players: one for each level and character."""

from __future__ import annotations

from game.ai.search import think
from game.ai.seatview import SeatView
from game.ai.thought import Thought
from game.engine.decisions import Decision
from game.engine.options import Option
from game.records.levels import REGULAR, Character, Level, Strength

__all__ = ["Character", "ComputerPlayer", "Level", "Strength"]


class ComputerPlayer:
    """A computer player of some strength; the same view always gets the same answer. `thought` is what it thought last."""

    def __init__(self, strength: Strength = REGULAR) -> None:
        self.strength = strength
        self.thought: Thought | None = None

    def choose(self, view: SeatView, decision: Decision) -> Option:
        """The option that seems best."""
        self.thought = think(view, decision, self.strength)
        return self.thought.option
