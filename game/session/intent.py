"""What a person means by one gesture: an answer and what it says of questions that are asked later, or several answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from game.engine.answers import Choice
from game.engine.match import Match
from game.engine.names import NO_VERB, UnitId, Verb


class Intent(Choice, frozen=True, omit_defaults=True):
    """A choice of a person. `ending` is the action that the move is to end with, as `prone`, "" for none.

    `attack` is whom the action is to attack once that is asked, unless it was answered by anything but passes.
    """

    ending: Verb = NO_VERB
    attack: UnitId = ""


class Gestures:
    """Which choices a person made with a single gesture, by their numbers: they are taken back with a single one, too."""

    def __init__(self) -> None:
        self._made: list[range] = []

    @contextmanager
    def one(self, match: Match) -> Iterator[None]:
        """Whatever is chosen in a match meanwhile is a single gesture."""
        since = len(match.history)
        yield
        self._made.append(range(since, len(match.history)))

    def within(self, made: int) -> bool:
        """Whether going back to `made` choices would leave some, but not all, choices of a gesture."""
        return any(made in gesture[1:] for gesture in self._made)

    def back_to(self, made: int) -> None:
        """Forget the gestures of which anything has been taken back; `made` choices are left."""
        self._made = [gesture for gesture in self._made if gesture.stop <= made]
