"""What is found of a battle that is over: chances of winning, and choices that cost their seat something."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import NamedTuple

from game.engine.match import Match
from game.engine.names import Cell, Seat


class Chance(NamedTuple):
    """How the playouts from the beginning of a turn ended: for each side how many it won, a draw in equal parts."""

    turn: int
    won: Mapping[str, float]
    games: int


class Costly(NamedTuple):
    """A choice that cost its seat something. `choice`: its number in the record, dice counted; `loss` in figures.

    `better`: the cell that the better one is about: where it leads, whom it is at, or who it is of; -1 for none.
    `briefer`: what `note` says with less and less of the reasons.
    """

    choice: int
    turn: int
    seat: Seat
    title: str
    note: str
    loss: float
    units: tuple[str, ...]
    better: Cell = -1
    briefer: tuple[str, ...] = ()


Found = Chance | tuple[Costly, ...]


def place_of(match: Match, choice: int) -> int:
    """How many times somebody had answered before a choice of the record: dice that fell by themselves are no answers."""
    return bisect_left(match.history, choice, key=lambda point: point.choices)
