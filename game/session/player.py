"""The interface of players that answer for a seat without a person."""

from __future__ import annotations

from abc import ABC, abstractmethod

from game.ai.thought import Thought
from game.engine.match import Match
from game.engine.names import Seat
from game.engine.options import Option


class SeatPlayer(ABC):
    """A player that answers for a seat without a person: a computer player or a bot."""

    kind: str
    """What a set-up calls it, as `seats.players_for` reads it: "computer", 'bot:"COMMAND"'."""
    thinks: float = 0.0
    """Seconds that it may take to think; it always rests for so long where its pause could tell a secret."""
    thought: Thought | None = None
    """The thought behind its last answer, None if it does not tell."""

    def ready(self, match: Match, seat: Seat) -> bool:
        """Whether `choose` can answer at once; if not, the player begins to think. Raises BotError."""
        return True

    def intends(self, match: Match, seat: Seat) -> Thought | None:
        """The thought behind the answer that it is about to give, None if it does not tell. Raises BotError."""
        return None

    @abstractmethod
    def choose(self, match: Match, seat: Seat) -> Option:
        """One of the options of the pending decision; looks only at what `seat` may know. Raises BotError."""

    def close(self) -> None:  # noqa: B027 - most have nothing to end
        """End whatever the player has started: it is no longer needed."""
