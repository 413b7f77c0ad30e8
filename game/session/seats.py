"""Who answers for a seat without a person: the computer, or a bot in a process of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.ai.errors import BotError
from game.engine.answers import NoDecision
from game.engine.match import Match
from game.engine.options import Option
from game.session.session import Player

KINDS = ("human", "computer")


class ComputerSeat:
    """The computer player; it is given the seat's view and nothing else."""

    kind = "computer"

    def __init__(self) -> None:
        from game.ai.players import SimplePlayer  # imported for a computer player and not before

        self.player = SimplePlayer()

    def choose(self, match: Match, seat: str) -> Option:
        """One of the options of the pending decision."""
        from game.ai.seatview import SeatView

        view = SeatView(match, seat)
        if view.decision is None:
            raise NoDecision("The match is over; nothing is being asked.")
        return self.player.choose(view, view.decision)


class BotPlayer:
    """A bot. Raises BotError, one sentence, when it breaks; the seat is then free for a person."""

    def __init__(self, command: str, seat: str) -> None:
        from game.ai.bot import BotSeat

        self.kind = f'bot:"{command}"'
        self.bot = BotSeat(command, seat)

    def choose(self, match: Match, seat: str) -> Option:
        """The bot's answer as an option."""
        answer = self.bot.decide(match)
        option = match.pending.option(answer.option) if match.pending else None
        if option is None:
            raise BotError("The bot named an option that is not there.")
        return option.but(until=answer.until)


def seats_named(words: Iterable[str], seats: Sequence[str]) -> dict[str, str]:
    """Who is to sit where, from words like "red=computer". Raises ValueError with one sentence."""
    wanted: dict[str, str] = {}
    for word in words:
        seat, _, kind = word.partition("=")
        if seat not in seats:
            raise ValueError(f'There is no seat "{seat}" on this map; it has {", ".join(seats)}.')
        if kind not in KINDS and not kind.startswith("bot:"):
            raise ValueError(f'A seat cannot be "{kind}": use human, computer or bot:"COMMAND".')
        wanted[seat] = kind
    return wanted


def players_for(wanted: Mapping[str, str]) -> dict[str, Player]:
    """Players for "computer" and 'bot:COMMAND'. Raises ValueError or BotError with one sentence."""
    players: dict[str, Player] = {}
    for seat, kind in wanted.items():
        if kind == "computer":
            players[seat] = ComputerSeat()
        elif kind.startswith("bot:"):
            players[seat] = BotPlayer(kind.removeprefix("bot:").strip('"'), seat)
        elif kind != "human":
            raise ValueError(f'A seat cannot be "{kind}": use human, computer or bot:"COMMAND".')
    return players
