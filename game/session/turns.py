"""The summary of a turn, told when it ends: losses, ground and points that changed hands, the luck of each seat."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from game.engine.events import Passed, TurnStarted
from game.engine.match import Match
from game.engine.names import Seat
from game.engine.options import PASS
from game.engine.state import State
from game.engine.wording import number_of, signed
from game.session.story import luck_of, luck_words

MOST_NAMED = 3
"""The most places named; if a seat holds more, only their number is told."""


class SideStory(NamedTuple):
    """What a turn brought one seat, in one sentence for each line."""

    seat: Seat
    lines: tuple[str, ...]


class TurnStory(NamedTuple):
    """The card at the end of a turn."""

    title: str
    sides: tuple[SideStory, ...]


def turn_of(match: Match, ended: int, after: State) -> TurnStory | None:
    """The summary of the turn that event number `ended` ends; None if nothing was lost, taken or gained.

    `after`: the table after that event.
    """
    begun = next((n for n in range(ended - 1, -1, -1) if isinstance(match.events[n].event, TurnStarted)), -1)
    choice = bisect_right([point.events for point in match.history], begun)
    before = match.history[choice].state if choice < len(match.history) else after
    losses = {seat: _loss_words(before, after, seat) for seat in after.seats}
    holdings = {seat: _holdings(match, before, after, seat) for seat in after.seats}
    if not any(losses.values()) and not any(changed for changed, _ in holdings.values()):
        return None
    sides = []
    for seat in after.seats:
        luck = luck_of(match, seat, match.events[begun + 1 : ended])
        rolls = number_of(luck.rolls, "roll")
        against = f"Successes against expectation: {luck_words(luck)}, {rolls}." if luck.rolls else ""
        lines = (losses[seat] or "No losses.", holdings[seat][1], against)
        sides.append(SideStory(seat, tuple(line for line in lines if line)))
    return TurnStory(match.line(match.events[ended]).title, tuple(sides))


def _loss_words(before: State, after: State, seat: Seat) -> str:
    """The units and men that a seat lost between two tables, as a sentence; "" if none."""
    losses = []
    for name, unit in after.units.items():
        earlier = before.units.get(name)
        if unit.seat != seat or earlier is None or earlier.out:
            continue
        if unit.out:
            losses.append(name.upper())
        elif unit.figures < earlier.figures:
            losses.append(f"{earlier.figures - unit.figures} of {name.upper()}")
    return f"Lost: {', '.join(losses)}." if losses else ""


def _holdings(match: Match, before: State, after: State, seat: Seat) -> tuple[bool, str]:
    """Whether the places that a seat holds, or its points, changed; and a sentence that tells both."""
    places_before, places = _places(match, before, seat), _places(match, after, seat)
    names = [name if name in places_before else f"{name} (new)" for name in places]
    side = after.side(seat)
    scores, earlier = match.rules.score(after), match.rules.score(before)
    total = scores.get(seat, scores.get(side, 0))
    gain = total - earlier.get(seat, earlier.get(side, 0))
    if len(names) > MOST_NAMED:
        names = [f"{len(places)} places", *(f"{name} (new)" for name in places if name not in places_before)]
    gained = f", {signed(gain)} in this turn" if gain else ""
    words = f"Holds {', '.join(names) or 'nothing'}; {number_of(total, 'point')}{gained}."
    return bool(gain or places_before != places), words


def _places(match: Match, state: State, seat: Seat) -> list[str]:
    """The objectives and sites that a seat or its side holds, by name."""
    holders = (seat, state.side(seat))
    goals = [goal.name for goal in match.setup.objectives if state.holders.get(goal.id, goal.seat) in holders]
    return [*goals, *(site.name for site in match.rules.sites(state) if site.seat == seat)]


def known_choices(match: Match) -> int:
    """How many choices everybody knows of. A pass by a standing answer counts like one that was given."""
    chosen_passes = sum(choice.option == PASS.id for choice in match.choices)
    logged_passes = sum(isinstance(entry.event, Passed) for entry in match.events)
    return len(match.history) - chosen_passes + logged_passes
