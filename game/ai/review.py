"""A battle that is over, looked at again in a process of its own: what is found of it as it is worked out."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from game.ai.apart import Apart
from game.ai.findings import Found
from game.engine.answers import Choice
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.setup import Setup

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


class Report(NamedTuple):
    """What is asked of the process: a match that is over."""

    setup: Setup
    choices: tuple[Choice, ...]


class Reviewer:
    """Looks at a match again in a process of its own; `news` has what has been found since it was asked last."""

    def __init__(self, match: Match) -> None:
        """Raises OSError where no process can be started."""
        self._apart: Apart | None = Apart(serve)
        self._apart.line.send(Report(match.setup, tuple(match.choices)))

    @property
    def busy(self) -> bool:
        """Whether more is to come."""
        return self._apart is not None

    def news(self, wait: float = 0.0) -> list[Found]:
        """What has been found, waiting so many seconds for the first of it. It ends by itself once all is found."""
        found: list[Found] = []
        try:
            while self._apart is not None and self._apart.line.poll(0.0 if found else wait):
                found.append(self._apart.line.recv())
        except (EOFError, OSError):
            self.close()
        return found

    def close(self) -> None:
        """End the process."""
        apart, self._apart = self._apart, None
        if apart is not None:
            apart.close()


def serve(line: Connection) -> None:
    """Send what is found of the match that is asked about, until all is found or nobody listens."""
    from game.ai.judging import review  # worked out there and nowhere else
    from game.rules import build

    with suppress(EOFError, OSError, KeyboardInterrupt):
        asked: Report = line.recv()
        match = Match(asked.setup, build(asked.setup.ruleset, asked.setup.rulings), DiceSource("ask"))
        match.replay(asked.choices)
        for found in review(match):
            line.send(found)
