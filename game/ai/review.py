"""The review of a finished battle, worked out in a process of its own and received finding by finding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.ai.findings import Found, Moment
from game.ai.worker import Worker
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.setup import Setup

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


class ReviewRequest(NamedTuple):
    """What the process is to review: a match that is over, and the moments whose swings are wanted."""

    setup: Setup
    choices: tuple[Choice, ...]
    moments: tuple[Moment, ...]


class Reviewer:
    """Reviews a match in a process of its own; `news` has what has been found since the last call."""

    def __init__(self, match: Match, moments: Sequence[Moment]) -> None:
        """Raises OSError where no process can be started."""
        self._worker: Worker | None = Worker(serve)
        self._worker.line.send(ReviewRequest(match.setup, tuple(match.choices), tuple(moments)))

    @property
    def busy(self) -> bool:
        """Whether more is to come."""
        return self._worker is not None

    def news(self, wait: float = 0.0) -> list[Found]:
        """The new findings, waiting `wait` seconds for the first at most. The process ends by itself after the last."""
        found: list[Found] = []
        try:
            while self._worker is not None and self._worker.line.poll(0.0 if found else wait):
                found.append(self._worker.line.recv())
        except (EOFError, OSError):
            self.close()
        return found

    def close(self) -> None:
        """End the process."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()


def serve(line: Connection) -> None:
    """Send the findings of one match until there are no more. Raises EOFError or OSError once nobody asks any more."""
    from game.ai.judging import review  # in the child process only: importing the players is slow
    from game.rules import build

    asked: ReviewRequest = line.recv()
    match = Match(asked.setup, build(asked.setup.ruleset, asked.setup.rulings), DiceSource("ask"))
    match.replay(asked.choices)
    for found in review(match, asked.moments):
        line.send(found)
