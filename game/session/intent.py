"""What a person means by one gesture: an answer that may also settle later questions, or several answers at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from game.engine.answers import Choice
from game.engine.match import Match
from game.engine.names import NO_VERB, UnitId, Verb


class Intent(Choice, frozen=True, omit_defaults=True):
    """A choice of a person.

    `ending`: the action that the move is to end with, such as `prone`, "" for none. `attack`: the unit that the action
    is to attack once that is asked, unless the action has been answered by more than passes.
    """

    ending: Verb = NO_VERB
    attack: UnitId = ""


class Gestures:
    """Choices that a person made with one gesture, by their numbers; one step back takes back all of them."""

    def __init__(self) -> None:
        self._gestures: list[range] = []

    @contextmanager
    def one(self, match: Match) -> Iterator[None]:
        """Count all choices made in a match inside this context as one gesture."""
        since = len(match.history)
        yield
        self._gestures.append(range(since, len(match.history)))

    def within(self, made: int) -> bool:
        """Whether going back to `made` choices would undo only some of the choices of a gesture."""
        return any(made in gesture[1:] for gesture in self._gestures)

    def back_to(self, made: int) -> None:
        """Forget the gestures of which a choice has been taken back; `made` choices are left."""
        self._gestures = [gesture for gesture in self._gestures if gesture.stop <= made]
