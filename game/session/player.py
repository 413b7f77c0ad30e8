"""Whoever answers for a seat without a person."""

from __future__ import annotations

from abc import ABC, abstractmethod

from game.ai.thought import Thought
from game.engine.match import Match
from game.engine.names import Seat
from game.engine.options import Option


class SeatPlayer(ABC):
    """Whoever answers for a seat without a person: a computer player, a bot."""

    kind: str
    """What a set-up calls it, as `seats.players_for` takes it: "computer", 'bot:"COMMAND"'."""
    thought: Thought | None = None
    """What it thought of its last answer, None where it does not say."""

    def ready(self, match: Match, seat: Seat) -> bool:
        """Whether `choose` has an answer at once; if not, it begins to think about it. Raises BotError."""
        return True

    def intends(self, match: Match, seat: Seat) -> Thought | None:
        """What it means to do, before it does it; None where it does not say. Raises BotError."""
        return None

    @abstractmethod
    def choose(self, match: Match, seat: Seat) -> Option:
        """One of the options of the pending decision; looks only at what `seat` may know. Raises BotError."""

    def close(self) -> None:  # noqa: B027 - most have nothing to end
        """It is no longer needed here."""
