"""Measures: what is counted in a finished game, by the classes of its events. A rulebook declares its own.

    Measure.per_turn("overwatch_shots", "overwatch shots a turn", CounterSpent)

The measure of one game is a count with what it is out of: shots out of turns, a game with a tie out of one game. For
many games, both numbers are summed. Nothing is read out of sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct

from game.engine.events import ActionEnded, Event, LogEntry, ReactionDeclared, TurnEnded, TurnStarted, WindowClosed

Kind = Literal["rate", "share", "games"]
"""A rate is a number per turn, battle or the like, and may be over 1; a share is a part of a whole; "games" is the
share of games in which something happened."""

E = TypeVar("E", bound=Event)


class Count(NamedTuple):
    """A number, and what it is out of."""

    number: int
    of: int


class GameLog:
    """The events of a game, and which reaction led to each. `entries` are numbered from 0 as in a match."""

    def __init__(self, entries: Sequence[LogEntry]) -> None:
        self.entries = entries
        self.turns = (
            len({entry.event.turn for entry in entries if isinstance(entry.event, TurnStarted | TurnEnded)}) or 1
        )
        """How many turns were played, in full or in part. The turns of several seats with one number count as one."""
        self._answers: list[int] = []  # for each entry the number of the reaction that it came from, -1 if none
        self._depths: list[int] = []  # and how many reactions lie between it and the action
        for entry in entries:
            answer, depth = -1, 0
            if 0 <= entry.cause < entry.n:
                answer, depth = self._answers[entry.cause], self._depths[entry.cause]
            if isinstance(entry.event, ReactionDeclared):
                answer, depth = entry.n, depth + 1
            self._answers.append(answer)
            self._depths.append(depth)

    def all(self, *kinds: type[E]) -> list[E]:
        """The events of these classes, in order."""
        return [entry.event for entry in self.entries if isinstance(entry.event, kinds)]

    def answer(self, entry: LogEntry) -> ReactionDeclared | None:
        """The reaction that led to an event, the nearest if there are several; None if no reaction did."""
        number = self._answers[entry.n]
        event = self.entries[number].event if number >= 0 else None
        return event if isinstance(event, ReactionDeclared) else None

    @property
    def deepest(self) -> int:
        """The depth of the deepest reaction: 1 for a reaction to an action, 2 for a reaction to that; 0 without any."""
        return max(self._depths, default=0)

    def snowballs(self) -> dict[int, int]:
        """Depth of the deepest reaction to an action -> number of such actions, those without a reaction left out."""
        depths: dict[int, int] = {}
        for entry in self.entries:
            if isinstance(entry.event, ReactionDeclared):
                start = entry.cause
                while start >= 0 and self._answers[start] >= 0:
                    start = self.entries[self._answers[start]].cause
                depths[start] = max(depths.get(start, 0), self._depths[entry.n])
        return dict(sorted(Counter(depths.values()).items()))


class Measure(Struct, frozen=True):
    """One figure. `id` is its column in tables, `title` what people read. A share and "games" are shown in per cent."""

    id: str
    title: str
    kind: Kind
    counted: Callable[[GameLog], Count]

    @classmethod
    def per_turn(cls, id: str, title: str, *kinds: type[Event]) -> Measure:
        """The number of events of these classes per turn."""
        return cls(id, title, "rate", lambda log: Count(len(log.all(*kinds)), log.turns))

    @classmethod
    def in_games(cls, id: str, title: str, *kinds: type[Event]) -> Measure:
        """The share of games with an event of these classes."""
        return cls(id, title, "games", lambda log: Count(int(bool(log.all(*kinds))), 1))


def _crowded(log: GameLog) -> Count:
    """Actions that drew two or more reactions, out of all actions."""
    windows = log.all(WindowClosed)
    return Count(sum(window.reactions >= 2 for window in windows), len(log.all(ActionEnded)))


COMMON = (
    Measure.per_turn("reactions", "reactions a turn", ReactionDeclared),
    Measure("crowded", "actions with two reactions or more", "share", _crowded),
    Measure(
        "answered_answers", "games with an answer to an answer", "games", lambda log: Count(int(log.deepest >= 2), 1)
    ),
)
"""The measures of every rulebook with a reaction queue."""
