"""What is counted in a game that is over, from the classes of its events. A rulebook declares what it has.

    Measure.a_turn("overwatch_shots", "overwatch shots a turn", CounterSpent)

A measure of one game is a count out of so many (shots out of turns, games with a tie out of one); the measure of many
games is the sum of their counts out of the sum of what they are out of. Nothing is read out of sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct

from game.engine.events import ActionEnded, Event, LogEntry, ReactionDeclared, TurnEnded, TurnStarted, WindowClosed

Kind = Literal["rate", "share", "games"]
"""A rate is so many a turn (or a battle, ...) and may be over 1; a share is a part of a whole; games are those in which
something happened."""

E = TypeVar("E", bound=Event)


class Count(NamedTuple):
    """How many there are, out of how many."""

    number: int
    of: int


class GameLog:
    """The events of a game, with what counting asks of them. `entries` are numbered from 0 without a gap, as in a match."""

    def __init__(self, entries: Sequence[LogEntry]) -> None:
        self.entries = entries
        self.turns = (
            len({entry.event.turn for entry in entries if isinstance(entry.event, TurnStarted | TurnEnded)}) or 1
        )
        """How many turns were played, in part or as a whole; those of several seats under one number are one."""
        self._answers: list[int] = []
        self._depths: list[int] = []
        for entry in entries:
            come_from = entry.cause if 0 <= entry.cause < entry.n else -1
            reacts = isinstance(entry.event, ReactionDeclared)
            self._answers.append(entry.n if reacts else self._answers[come_from] if come_from >= 0 else -1)
            self._depths.append((self._depths[come_from] if come_from >= 0 else 0) + reacts)

    def all(self, *kinds: type[E]) -> list[E]:
        """The events of these classes, in order."""
        return [entry.event for entry in self.entries if isinstance(entry.event, kinds)]

    def answer(self, entry: LogEntry) -> ReactionDeclared | None:
        """The reaction from which an event came, the nearest of several; None for what nobody's reaction brought about."""
        place = self._answers[entry.n]
        event = self.entries[place].event if place >= 0 else None
        return event if isinstance(event, ReactionDeclared) else None

    @property
    def deepest(self) -> int:
        """How deep the deepest reaction went: 1 for an answer to an action, 2 for an answer to an answer, 0 without any."""
        return max(self._depths, default=0)

    def snowballs(self) -> dict[int, int]:
        """Depth of the deepest reaction to an action -> the number of such actions; those without a reaction do not count."""
        found: dict[int, int] = {}
        for entry in self.entries:
            if isinstance(entry.event, ReactionDeclared):
                start = entry.cause
                while start >= 0 and self._answers[start] >= 0:
                    start = self.entries[self._answers[start]].cause
                found[start] = max(found.get(start, 0), self._depths[entry.n])
        return dict(sorted(Counter(found.values()).items()))


class Measure(Struct, frozen=True):
    """One figure. `id` is its column in tables, `title` what people read; a share and games are shown in per cent."""

    id: str
    title: str
    kind: Kind
    counted: Callable[[GameLog], Count]

    @classmethod
    def a_turn(cls, id: str, title: str, *kinds: type[Event]) -> Measure:
        """How many events of these classes there are in a turn."""
        return cls(id, title, "rate", partial(_a_turn, kinds))

    @classmethod
    def in_games(cls, id: str, title: str, *kinds: type[Event]) -> Measure:
        """In how many games there is an event of these classes."""
        return cls(id, title, "games", partial(_in_games, kinds))


def _a_turn(kinds: tuple[type[Event], ...], log: GameLog) -> Count:
    return Count(len(log.all(*kinds)), log.turns)


def _in_games(kinds: tuple[type[Event], ...], log: GameLog) -> Count:
    return Count(int(bool(log.all(*kinds))), 1)


def _crowded(log: GameLog) -> Count:
    """Actions that drew two reactions or more, of all that could have been answered."""
    closed = log.all(WindowClosed)
    return Count(sum(window.reactions >= 2 for window in closed), len(log.all(ActionEnded)))


def _answered_answer(log: GameLog) -> Count:
    return Count(int(log.deepest >= 2), 1)


COMMON = (
    Measure.a_turn("reactions", "reactions a turn", ReactionDeclared),
    Measure("crowded", "actions with two reactions or more", "share", _crowded),
    Measure("answered_answers", "games with an answer to an answer", "games", _answered_answer),
)
"""What every rulebook with a reaction queue has."""
