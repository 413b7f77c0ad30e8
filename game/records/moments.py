"""The moments of a match at which one can stop: after every choice, and after every event in between.

To show the table between two choices, the choice is run once more and filmed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import NamedTuple

from game.engine.answers import NoDecision
from game.engine.events import LogEntry, ReactionDeclared
from game.engine.match import Frame, Match
from game.engine.throws import Rolled
from game.records.tape import entry_at, play_on


class Place(NamedTuple):
    """A moment of a match: its first `events` events have happened, and its first `made` choices are finished."""

    events: int
    made: int


def places(match: Match, by: str) -> list[Place]:
    """Every place to stop at, in order, start and end included. `by` is one of BY; raises KeyError for another word."""
    starts = [point.events for point in match.history]
    stops = _BY[by](match, starts)
    stops += [Place(*first(match)), end(match)]
    return sorted(set(stops))


def first(match: Match) -> Place:
    """The place before the first choice."""
    return Place(match.history[0].events if match.history else len(match.events), 0)


def end(match: Match) -> Place:
    """The place at the end of the match so far."""
    return Place(len(match.events), len(match.history))


def after(match: Match, made: int) -> Place:
    """The place after so many choices."""
    return end(match) if made >= len(match.history) else Place(match.history[made].events, made)


def _activations(match: Match, starts: list[int]) -> list[Place]:
    """The choices at which no action is under way."""
    return [Place(point.events, made) for made, point in enumerate(match.history) if not point.state.queues]


def _turns(match: Match, starts: list[int]) -> list[Place]:
    """The first question of every turn."""
    turns = [point.state.turn for point in match.history]
    return [Place(starts[made], made) for made in range(1, len(starts)) if turns[made] != turns[made - 1]]


def _events_where(test: Callable[[LogEntry], bool]) -> Callable[[Match, list[int]], list[Place]]:
    def matching(match: Match, starts: list[int]) -> list[Place]:
        return [_place_of(match, starts, entry.n + 1) for entry in filter(test, match.events)]

    return matching


def _place_of(match: Match, starts: list[int], events: int) -> Place:
    """The place after that many events: inside a choice, or right after a choice that ends there."""
    made = bisect_right(starts, events) - 1
    if made >= 0 and starts[made] == events:
        return Place(events, made)
    if events >= len(match.events):
        return end(match)
    return Place(events, max(made, 0))


_BY: Mapping[str, Callable[[Match, list[int]], list[Place]]] = {
    "event": _events_where(lambda _: True),
    "die": _events_where(lambda entry: isinstance(entry.event, Rolled)),
    "choice": lambda _, starts: [Place(events, made) for made, events in enumerate(starts)],
    "activation": _activations,
    "turn": _turns,
    "reaction": _events_where(lambda entry: isinstance(entry.event, ReactionDeclared)),
    "casualty": _events_where(lambda entry: entry.fields.get("out") is True or "figures" in entry.fields),
}

BY = tuple(_BY)
"""The units that a timeline can step by."""


def between(match: Match, place: Place) -> bool:
    """Whether a place lies inside a choice, so that the match can be shown there but not played on."""
    return after(match, place.made) != place


def look(match: Match, place: Place) -> Match:
    """A copy of the match as it stood at `place`; inside a choice nothing is pending. Raises NoDecision off its end."""
    twin = match.at(place.made)
    if not between(match, place):
        return twin
    if place.events < len(twin.events):  # during the opening, before the first question
        twin.events, twin.pending = twin.events[: place.events], None
        return twin
    if place.made >= len(match.history):
        raise NoDecision(f"The match ends before event {place.events}.")
    film = film_of(match, place.made, place.made + 1)
    if place.events > film[-1].events:
        raise NoDecision(f"Choice {place.made + 1} ends before event {place.events}.")
    twin.front = next(frame.state for frame in reversed(film) if frame.events <= place.events)
    twin.events, twin.pending = match.events[: place.events], None
    return twin


def film_of(match: Match, start: int, stop: int) -> list[Frame]:
    """The table after each step of the choices from number `start` up to, but not including, `stop`."""
    twin = match.at(start)
    with twin.filming() as film:
        play_on(twin, [entry_at(match, number) for number in range(start, stop)])
    return film
