"""Players: `choose(view, decision) -> option`, the same interface for random play and for every level of the computer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from game.ai.seatview import SeatView
from game.engine.answers import Choice, NoDecision
from game.engine.decisions import DICE, Decision
from game.engine.dice import seeded_die
from game.engine.match import Match
from game.engine.options import CONFIRM, RESET, Option, Options
from game.engine.state import Verdict


class Player(Protocol):
    """Whoever answers decisions."""

    def choose(self, view: SeatView, decision: Decision) -> Option:
        """One of the decision's options."""


DRAFTED = 8
"""One in so many changes to a draft is its end: who plans blindly would else plan for ever."""


def blind(options: Options, below: Callable[[int], int]) -> Option:
    """Any option, as good as any other, by a generator of whole numbers `below` one; but every draft comes to an end.

    One time in `DRAFTED` a draft is confirmed, or begun again where it cannot be.
    """
    closing = options.find(CONFIRM.id) or options.find(RESET.id)
    if closing is not None and not below(DRAFTED):
        return closing
    return options[below(len(options))]


class RandomPlayer:
    """Takes any option by its own seeded generator; with `even`, each kind of action is as likely as the others."""

    def __init__(self, seed: int = 0, *, even: bool = False) -> None:
        self.seed = seed
        self.even = even
        self.drawn = 0

    def choose(self, view: SeatView, decision: Decision) -> Option:
        """Some option."""
        if not self.even:
            return blind(decision.options, self._below)
        kinds = list(dict.fromkeys(map(_kind, decision.options)))
        kind = kinds[self._below(len(kinds))]
        options = [option for option in decision.options if _kind(option) == kind]
        return options[self._below(len(options))]

    def _below(self, count: int) -> int:
        self.drawn += 1
        return seeded_die(self.seed, self.drawn, count) - 1


def _kind(option: Option) -> tuple[str, bool]:
    """Its action; the move of a whole formation is another kind than that of one of its units."""
    return option.action, not option.unit


def answer(match: Match, players: Mapping[str, Player]) -> Option:
    """Let the player whose seat is asked answer the pending decision; returns what it chose. Raises NoDecision."""
    asked = match.pending
    if asked is None or asked.seat == DICE:
        raise NoDecision("No player is being asked.")
    option = players[asked.seat].choose(SeatView(match, asked.seat), asked)
    match.choose(Choice.of(option))
    return option


def battle(match: Match, players: Mapping[str, Player], most: int = 100_000) -> Verdict | None:
    """Play to the end, at most `most` decisions. Returns the outcome, None if the end was not reached."""
    for _ in range(most):
        if match.pending is None:
            break
        answer(match, players)
    return match.outcome
