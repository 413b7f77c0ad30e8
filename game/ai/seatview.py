"""What a seat may know of a match, in the form in which a computer player uses it.

A view copies everything once and does not keep the match, so no code behind a view can look at hidden things.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.board.board import Board
from game.engine.decisions import Decision
from game.engine.forecast import Forecast
from game.engine.match import Match
from game.engine.names import Seat
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.engine.setup import Objective
from game.engine.state import State
from game.engine.table import Answer
from game.engine.viewing import known_to


class SeatView:
    """A match as one seat knows it: the rules' pure questions, and a table on which hidden things are guessed.

    `state` is the guessed table before the running step, `answers` those that the step has been given, `front` the
    guessed table at the question; all are the view's own copies. `lot` is a number of the seat in this match, by which
    it may choose between options that are equally good; it tells nothing about the dice.
    """

    __slots__ = ("answers", "board", "decision", "front", "lot", "objectives", "rules", "seat", "state")

    def __init__(self, match: Match, seat: Seat) -> None:
        self.seat = seat
        self.rules: Ruleset = match.rules
        self.board: Board = match.setup.board
        self.objectives: tuple[Objective, ...] = match.setup.objectives
        self.decision: Decision | None = match.decision_for(seat)
        self.state: State[Any, Any] = known_to(match.rules, match.state, seat)
        self.front: State[Any, Any] = known_to(match.rules, match.front, seat)
        self.answers: Sequence[Answer] = tuple(match.answers)
        self.lot: int = match.dice.lot(seat)

    @classmethod
    def imagined(
        cls, rules: Ruleset, state: State[Any, Any], front: State[Any, Any], answers: Sequence[Answer], asked: Decision
    ) -> SeatView:
        """An imagined table as the asked seat sees it; `state` is, as always, the table before the running step."""
        seen = object.__new__(cls)
        seen.seat, seen.rules, seen.board, seen.objectives = asked.seat, rules, front.board, front.objectives
        seen.state, seen.front, seen.answers, seen.decision = state, front, tuple(answers), asked
        seen.lot = 0
        return seen

    def forecast(self, option: Option) -> Forecast | None:
        """The sum and the exact chances behind an attack option, on the guessed table."""
        return self.rules.forecast(self.front, option)

    def complete(self, option: Option) -> Option:
        """A move option with its path filled in."""
        return self.rules.complete(self.front, option)
