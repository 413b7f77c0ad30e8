"""A computer player that thinks in a process of its own, so that the window never stands still while it thinks.

The process is sent the setup once, and with each question the choices so far. It replays those that are new to it and
shows its player the view of the seat that is asked. It ends together with the process that started it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.ai.errors import BotError
from game.ai.thought import Thought
from game.ai.worker import Worker
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.names import Seat
from game.engine.setup import Setup
from game.records.levels import Strength

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

GONE = "The process in which the computer thinks has ended."


class Question(NamedTuple):
    """A question for the process: the `seat` that is to answer, its `lot`, and how the match came to this point."""

    number: int
    setup: Setup
    choices: tuple[Choice, ...]
    seat: Seat
    strength: Strength
    lot: int


class Thinker:
    """Takes a question by `ask` and has its `answer` some time later. A new question replaces the one before it."""

    def __init__(self) -> None:
        self._worker: Worker | None = None
        self._asked = 0
        self._about: tuple[Match, int, Seat, Strength] | None = None
        self._thought: Thought | None = None

    def ask(self, match: Match, seat: Seat, strength: Strength) -> None:
        """Begin to think about the question that `seat` is asked, unless that has begun already. Raises BotError."""
        about = (match, len(match.history), seat, strength)
        if self._about == about:
            return
        self._about, self._thought, self._asked = about, None, self._asked + 1
        try:
            asked = Question(self._asked, match.setup, tuple(match.choices), seat, strength, match.dice.lot(seat))
            self._started().send(asked)
        except OSError as error:
            self.close()
            raise BotError(GONE) from error

    def answer(self, wait: bool = False) -> Thought | None:
        """The thought about the latest question, None while it is not ready. Raises BotError if the process ends."""
        line = self._worker.line if self._worker is not None else None
        try:
            while line is not None and self._thought is None and (wait or line.poll()):
                number, thought = line.recv()
                if number == self._asked:
                    self._thought = thought
        except (EOFError, OSError) as error:
            self.close()
            raise BotError(GONE) from error
        return self._thought

    def _started(self) -> Connection:
        if self._worker is None:
            self._worker = Worker(serve)
        return self._worker.line

    def close(self) -> None:
        """End the process; the next question starts another."""
        worker = self._worker
        self._worker = self._about = self._thought = None
        if worker is not None:
            worker.close()


def serve(line: Connection) -> None:
    """Answer questions, only the latest where several wait. Raises EOFError or OSError once nobody asks any more."""
    from game.ai.search import think  # in the child process only: importing the players is slow
    from game.ai.seatview import SeatView

    match: Match | None = None
    while True:
        asked: Question = line.recv()
        while line.poll():
            asked = line.recv()
        match = _followed(match, asked)
        view = SeatView(match, asked.seat)
        view.lot = asked.lot
        if view.decision is not None:
            line.send((asked.number, think(view, view.decision, asked.strength)))


def _followed(match: Match | None, asked: Question) -> Match:
    """The match of a question: `match` played on if the question continues it, else a new one."""
    from game.rules import build

    made = len(match.choices) if match is not None else 0
    if match is None or match.setup != asked.setup or tuple(match.choices) != asked.choices[:made]:
        match, made = Match(asked.setup, build(asked.setup.ruleset, asked.setup.rulings), DiceSource("ask")), 0
    match.replay(asked.choices[made:])
    return match
