"""A computer player that thinks in a process of its own, so that nobody who waits for it stands still.

The process is told the setup once and then what has been chosen since; it plays that, and shows its player the view of
the seat that is asked, as always. It ends with whoever started it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from game.ai.errors import BotError
from game.ai.thought import Thought
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.names import Seat
from game.engine.setup import Setup
from game.records.levels import Strength

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

GONE = "The process in which the computer thinks has ended."
GRACE = 0.5
"""How many seconds the process may take to end."""


class Question(NamedTuple):
    """What is asked of the process: who is to answer, by which `lot`, and how the match came to where it stands."""

    number: int
    setup: Setup
    choices: tuple[Choice, ...]
    seat: Seat
    strength: Strength
    lot: int


class Apart:
    """A process that runs `work` with one end of a line; it ends with whoever started it."""

    def __init__(self, work: Callable[[Connection], None]) -> None:
        """Raises OSError where no process can be started."""
        import multiprocessing  # not before there is something to think about

        how = multiprocessing.get_context("spawn")
        self.line, theirs = how.Pipe()
        self.process = how.Process(target=_begin, args=(work, theirs, gc.get_threshold()), daemon=True)
        self.process.start()
        theirs.close()

    def close(self) -> None:
        """End it."""
        self.line.close()
        self.process.join(GRACE)
        if self.process.is_alive():
            self.process.kill()


def _begin(work: Callable[[Connection], None], line: Connection, thresholds: tuple[int, int, int]) -> None:
    """A new process would look for garbage as often as Python does by itself, in the middle of a thought."""
    gc.set_threshold(*thresholds)
    work(line)


class Thinker:
    """Asked with `ask`, it has an `answer` some time later. One question at a time: a new one makes the old one idle."""

    def __init__(self) -> None:
        self._apart: Apart | None = None
        self._asked = 0
        self._about: tuple[Match, int, Seat, Strength] | None = None
        self._thought: Thought | None = None

    def ask(self, match: Match, seat: Seat, strength: Strength) -> None:
        """Begin to think about the question that `seat` is asked, or go on with it. Raises BotError."""
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
        """What has come of the latest question, None while it is still thought about. Raises BotError if the process ends."""
        line = self._apart.line if self._apart is not None else None
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
        if self._apart is None:
            self._apart = Apart(serve)
        return self._apart.line

    def close(self) -> None:
        """End the process; another question starts another."""
        apart = self._apart
        self._apart = self._about = self._thought = None
        if apart is not None:
            apart.close()


def serve(line: Connection) -> None:
    """Answer questions until whoever asks them is gone. Only the latest counts."""
    from game.ai.search import think  # imported where it is thought, and nowhere else
    from game.ai.seatview import SeatView

    match: Match | None = None
    with suppress(EOFError, OSError, KeyboardInterrupt):
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
    """The match of a question: the one that is known, played on, where it still holds."""
    from game.rules import build

    made = len(match.choices) if match is not None else 0
    if match is None or match.setup != asked.setup or tuple(match.choices) != asked.choices[:made]:
        match, made = Match(asked.setup, build(asked.setup.ruleset, asked.setup.rulings), DiceSource("ask")), 0
    match.replay(asked.choices[made:])
    return match
