"""What a review of a finished battle finds: chances of winning, and the choices that cost their seat most."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from game.engine.match import Match
from game.engine.names import Cell, Seat, UnitId


class Chance(NamedTuple):
    """The playouts from the beginning of a turn: `won` has each side's wins; a draw counts in equal parts for all."""

    turn: int
    won: Mapping[str, float]
    games: int


class Costly(NamedTuple):
    """A choice that was worse than the best one, by `loss` figures.

    `choice`: its number in the record, where dice count too. `title` names it, `note` says what was better and why;
    `briefer`: the same with fewer and fewer reasons. `better`: the cell that the better choice is about: its
    destination, else its target's, else its unit's; -1 for none.
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


class Moment(NamedTuple):
    """A moment to be reviewed: from one choice of the record up to another one, in which dice count too.

    `unit`: the one whose fate it is, "" for none.
    """

    choice: int
    until: int
    unit: UnitId

    @classmethod
    def of(cls, match: Match, made: int, unit: UnitId) -> Moment:
        """The moment of one choice, by its place in `match.history`."""
        points = [point.choices for point in match.history[made : made + 2]]
        return cls(points[0], points[1] if len(points) > 1 else len(match.choices), unit)


class Swing(NamedTuple):
    """What a moment changed: playouts from just before its choice, and from just after what came of it.

    `choice`: its number in the record. `before` and `after` have each side's wins; a draw counts in equal parts for
    all. `chance`: that of all throws together, from the choice on, that the moment's unit would end as it did; None if
    that was certain or too large to count.
    """

    choice: int
    chance: Fraction | None
    before: Mapping[str, float]
    after: Mapping[str, float]
    games: int


Found = Chance | Swing | tuple[Costly, ...]


def place_of(match: Match, choice: int) -> int:
    """The place in `match.history` of a choice of the record; dice that fell by themselves have no place there."""
    return bisect_left(match.history, choice, key=lambda point: point.choices)
