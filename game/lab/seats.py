"""The players of seats in the lab, computer players or bots; they are not shown the options that they are denied."""

from __future__ import annotations

import time
from collections import Counter
from typing import Protocol

from game.ai.bot import BotSeat
from game.ai.players import Player
from game.ai.roster import player_named
from game.ai.seatview import SeatView
from game.engine.answers import Choice
from game.engine.decisions import Decision
from game.engine.match import Match
from game.engine.unfit import shown
from game.lab.clock import slot
from game.lab.players import Spec, allowed


class SeatError(Exception):
    """The player of a seat has failed; the message is one sentence."""


class Seat(Protocol):
    """The player of a seat. `took` counts its answers by how long they took (slots of `clock`)."""

    took: Counter[int]

    def choose(self, match: Match, asked: Decision) -> Choice:
        """The player's answer to the pending decision. Raises SeatError or BotError."""

    def close(self) -> None:
        """End the player once it is no longer needed."""


class LevelSeat:
    """A player of this program. Its time is processor time, so that a busy machine makes no difference."""

    def __init__(self, spec: Spec, seat: str, seed: int) -> None:
        self.spec, self.seat = spec, seat
        self.player: Player = player_named(spec.level, spec.character, seed=seed)
        self.took: Counter[int] = Counter()

    def choose(self, match: Match, asked: Decision) -> Choice:
        """The player's answer. Raises SeatError if that is not one of the options."""
        decision, fewer = allowed(asked, self.spec.denied)
        view = SeatView(match, self.seat)
        if fewer:
            view.decision = decision
        since = time.process_time()
        option = self.player.choose(view, decision)
        if len(decision.options) > 1:
            self.took[slot(time.process_time() - since)] += 1
        if decision.option(option.id) is None:
            raise SeatError(f"{self.spec.text} chose {shown(option.id)}, which is no option of the decision.")
        return Choice.of(option)

    def close(self) -> None:
        """There is nothing to end."""


class ProgramSeat:
    """A bot, started for one game only so that it remembers nothing of another. Its time is wall-clock time."""

    def __init__(self, spec: Spec, seat: str, seed: int, folder: str, budget: float) -> None:
        """Raises BotError if the bot does not start."""
        self.spec = spec
        self.bot = BotSeat(spec.command, seat, budget, seed=seed, folder=folder)
        self.took: Counter[int] = Counter()

    def choose(self, match: Match, asked: Decision) -> Choice:
        """The bot's answer. Raises BotError."""
        decision, fewer = allowed(asked, self.spec.denied)
        since = time.perf_counter()
        answer = self.bot.decide(match, decision if fewer else None)
        if len(decision.options) > 1:
            self.took[slot(time.perf_counter() - since)] += 1
        return answer

    def close(self) -> None:
        """End the program."""
        self.bot.close()


def seat_for(spec: Spec, seat: str, seed: int, folder: str, budget: float) -> Seat:
    """The player of a seat; a bot has `budget` seconds for an answer.

    Raises BotError if a bot does not start, UnknownPlayerError.
    """
    return ProgramSeat(spec, seat, seed, folder, budget) if spec.command else LevelSeat(spec, seat, seed)
