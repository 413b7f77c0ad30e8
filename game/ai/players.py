"""Players: `choose(view, decision) -> option`, one interface for random play and every level of the computer player."""

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
    """Answers decisions."""

    def choose(self, view: SeatView, decision: Decision) -> Option:
        """One of the decision's options."""


DRAFTED = 8
"""One change to a draft in so many ends it: a player that plans at random would otherwise never stop planning."""


def blind(options: Options, below: Callable[[int], int]) -> Option:
    """An option at random; `below` draws a whole number below its argument, every number alike.

    So that every draft ends, one time in `DRAFTED` it is confirmed, or begun again where it cannot be confirmed.
    """
    closing = options.find(CONFIRM.id) or options.find(RESET.id)
    if closing is not None and not below(DRAFTED):
        return closing
    return options[below(len(options))]


class RandomPlayer:
    """Takes a random option by its own seeded generator; with `even`, each kind of action is equally likely."""

    def __init__(self, seed: int = 0, *, even: bool = False) -> None:
        self.seed = seed
        self.even = even
        self.drawn = 0

    def choose(self, view: SeatView, decision: Decision) -> Option:
        """A random option."""
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
    """Its action, and whether it is for a whole formation: a formation's move is another kind than a unit's."""
    return option.action, not option.unit


def answer(match: Match, players: Mapping[str, Player]) -> Option:
    """Let the player of the asked seat answer the pending decision; returns its option. Raises NoDecision."""
    asked = match.pending
    if asked is None or asked.seat == DICE:
        raise NoDecision("No player is being asked.")
    option = players[asked.seat].choose(SeatView(match, asked.seat), asked)
    match.choose(Choice.of(option))
    return option


def battle(match: Match, players: Mapping[str, Player], most: int = 100_000) -> Verdict | None:
    """Play to the end, or for `most` decisions. Returns the outcome, None if the end was not reached."""
    for _ in range(most):
        if match.pending is None:
            break
        answer(match, players)
    return match.outcome
