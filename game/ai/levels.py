"""The computer players: one for each level and character."""

from __future__ import annotations

from game.ai.search import decide, promised
from game.ai.seatview import SeatView
from game.ai.thought import Thought
from game.engine.decisions import Decision
from game.engine.options import Option
from game.records.levels import REGULAR, Character, Level, Strength

__all__ = ["Character", "ComputerPlayer", "Level", "Strength"]


class ComputerPlayer:
    """A computer player of a level and character; the same view always gets the same answer."""

    def __init__(self, strength: Strength = REGULAR) -> None:
        self.strength = strength
        self._decided: tuple[SeatView, Decision, Thought] | None = None

    def choose(self, view: SeatView, decision: Decision) -> Option:
        """The option that seems best."""
        thought = decide(view, decision, self.strength)
        self._decided = view, decision, thought
        return thought.option

    @property
    def thought(self) -> Thought | None:
        """Its latest thought, with the forecast of the chosen option, which is worked out only here."""
        return promised(*self._decided, self.strength) if self._decided is not None else None
