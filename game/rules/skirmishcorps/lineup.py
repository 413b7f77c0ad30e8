"""Where the units are, and what follows from that alone; worked out once, and remembered until one moves or falls."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from game.board.reach import Reach
from game.engine.decisions import Refusal
from game.engine.names import Cell, Seat, UnitId
from game.engine.options import Part, Sets
from game.rules.skirmishcorps.state import Corps, Trooper

COMMUNICATION = 8  # SC-A47
COVERING = ":covering_fire:"
"""Comes in the id of covering fire between the giver and the enemies."""
KEPT = 8
"""How many of the latest line-ups are remembered."""


class Covers:
    """Every designation that a unit may make now (SC-38): a part for each weapon and friend, and the running totals."""

    __slots__ = ("ends", "parts", "prefix")

    def __init__(self, giver: UnitId, parts: Sequence[Sets]) -> None:
        self.prefix = f"{giver}{COVERING}"
        self.parts = parts
        self.ends = list(accumulate(map(len, parts)))


class Lineup:
    """The units in action by id: their cells, and which sees or knows of which. `at`: every unit's cell, -1 if out.

    `covers`: the covering fire that a unit may give from a cell, or why none, filled in by `covering`. `moves`: the
    moves of a unit and the reach they were listed from, filled in by `activation`. What still holds of the line-up
    `before` is kept.
    """

    __slots__ = (
        "_aware",
        "_moved",
        "_seen_before",
        "_sides",
        "at",
        "board",
        "cells",
        "covers",
        "moves",
        "occupied",
        "reaches",
        "seen_from",
        "stats",
    )

    def __init__(self, state: Corps, at: list[Cell], before: Lineup | None) -> None:
        units = [unit for unit in state.units.values() if not unit.out]
        self.board, self.at, self.stats = state.board, at, _first(state)
        self.cells = {unit.id: unit.at for unit in units}
        self.occupied = frozenset(self.cells.values())
        self.covers: dict[tuple[UnitId, Cell], Covers | Refusal] = {}
        self.moves: dict[UnitId, tuple[Reach, list[Part]]] = dict(before.moves) if before else {}
        self._sides: dict[Seat, tuple[UnitId, ...]] = {
            side: tuple([unit.id for unit in units if state.side(unit.seat) == side]) for side in state.sides()
        }
        self._aware: dict[tuple[UnitId, Cell, tuple[Cell, ...]], bool] = {}
        self.seen_from: dict[Cell, frozenset[UnitId]] = {}
        self._seen_before: dict[Cell, frozenset[UnitId]] = before.seen_from if before else {}
        moved = (
            [name for name, was, now in zip(state.units, before.at, at, strict=True) if was != now] if before else []
        )
        self._moved = frozenset(moved)
        self.reaches: dict[tuple[Cell, int], Reach] = {}
        if before:
            changed = [
                cell for known in (before, self) for name in moved if (cell := known.cells.get(name)) is not None
            ]
            self.reaches = {
                (start, budget): reach
                for (start, budget), reach in before.reaches.items()
                if not state.board.near(start, changed, budget)
            }

    def of(self, side: Seat) -> tuple[UnitId, ...]:
        """The units of a side, in the order of the table."""
        return self._sides[side]

    def against(self, side: Seat) -> tuple[UnitId, ...]:
        """The units of other sides, in the order of the table."""
        own = frozenset(self._sides[side])
        return tuple(name for name in self.cells if name not in own)

    def seen(self, cell: Cell) -> frozenset[UnitId]:
        """The units that can be seen from a cell."""
        found = self.seen_from.get(cell)
        if found is None:
            visible, cells, known = self.board.visible, self.cells, self._seen_before.get(cell)
            if known is None:
                found = frozenset([name for name, at in cells.items() if visible(cell, at)])
            else:
                still = [name for name in self._moved if name in cells and visible(cell, cells[name])]
                found = known - self._moved | frozenset(still)
            self.seen_from[cell] = found
        return found

    def reach(self, start: Cell, budget: int) -> Reach:
        """The cells that a unit at `start` reaches with a budget in half inches."""
        found = self.reaches.get((start, budget))
        if found is None:
            found = self.reaches[start, budget] = self.board.reach(start, budget, self.occupied)
        return found

    def aware(self, unit: Trooper, side: Seat, cells: Sequence[Cell]) -> bool:
        """Whether a unit knows of what happens on one of the cells: it sees it, or a friend can tell it (SC-02)."""
        key = unit.id, unit.at, tuple(cells)
        found = self._aware.get(key)
        if found is None:
            found = self._aware[key] = self._sees_or_hears(unit, side, cells)
        return found

    def _sees_or_hears(self, unit: Trooper, side: Seat, cells: Sequence[Cell]) -> bool:
        visible, distance = self.board.visible, self.board.distance
        if any(visible(unit.at, cell) for cell in cells):
            return True
        for name in self._sides[side]:
            at = self.cells[name]
            if name != unit.id and distance(unit.at, at) <= COMMUNICATION and any(visible(at, cell) for cell in cells):
                return True
        return False


_lineups: list[Lineup] = []


def lineup(state: Corps) -> Lineup:
    """The line-up of a table now, remembered from the last time if no unit has moved or fallen since."""
    at = [-1 if unit.out else unit.at for unit in state.units.values()]
    for place, known in enumerate(_lineups):
        if known.at == at and _same_match(known, state):
            if place:
                _lineups.insert(0, _lineups.pop(place))
            return known
    found = Lineup(state, at, next((known for known in _lineups if _same_match(known, state)), None))
    _lineups.insert(0, found)
    del _lineups[KEPT:]
    return found


def _same_match(known: Lineup, state: Corps) -> bool:
    return known.board is state.board and known.stats is _first(state)


def _first(state: Corps) -> object:
    """An object that only the tables of one match share: the stats of its first unit, which are made once for it."""
    return next((unit.stats for unit in state.units.values()), None)
