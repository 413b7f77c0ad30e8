"""The options of one decision, sorted once into moves of units, moves of formations, and rows.

A decision may list thousands of cells, so whatever the screen asks about it in every frame is looked up here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from game.engine.names import Verb
from game.engine.options import CONFIRM, RESET, UNPLAN, Option

PLAN_BUTTONS = frozenset({CONFIRM.action, RESET.action, UNPLAN})
"""The actions that have buttons of their own in a plan, and no rows."""


def is_aimed(option: Option) -> bool:
    """Whether the cell of an option is that of its targets, as in a bombardment, and not the goal of a move."""
    return option.to >= 0 and option.point < 0 and bool(option.targets or not (option.unit or option.formation))


class Choices:
    """An index of the options of one decision.

    `moves` has the moves of each unit, `formation_moves` those of each formation (of `groups`) by cell, `rows` all
    other options. Of the rows, `points` has those at a point of a path and `aimed` those at a cell of targets, both by
    cell.
    `passing`, `confirm`, `reset` and `unplan` (by unit) have buttons of their own.
    """

    def __init__(
        self, options: Sequence[Option] = (), groups: Collection[str] = (), passes: Collection[Verb] = ()
    ) -> None:
        self.by_id = {option.id: option for option in options}
        self.rows: list[Option] = []
        self.moves: dict[str, list[Option]] = {}
        self._by_cell: dict[tuple[str, int], list[Option]] = {}
        self.formation_moves: dict[str, dict[int, Option]] = {}
        self.points: dict[int, list[Option]] = {}
        self.aimed: dict[int, list[Option]] = {}
        self.cells: set[int] = set()
        self.units: set[str] = set()
        self.formations: set[str] = set()
        self.passing: Option | None = None
        self.confirm: Option | None = None
        self.reset: Option | None = None
        self.unplan: dict[str, Option] = {}
        for option in options:
            self._sort(option, groups, passes)

    def _sort(self, option: Option, groups: Collection[str], passes: Collection[Verb]) -> None:
        if option.unit:
            self.units.add(option.unit)
        if option.formation in groups:
            self.formations.add(option.formation)
        if option.to >= 0:
            self.cells.add(option.to)
        if option.to < 0 or not self._sort_by_cell(option, groups):
            self.rows.append(option)
        self._button(option, passes)

    def _sort_by_cell(self, option: Option, groups: Collection[str]) -> bool:
        """Sort in an option that names a cell. Returns whether it is a move, and so no row."""
        if option.point >= 0:
            self.points.setdefault(option.to, []).append(option)
        elif is_aimed(option):
            self.aimed.setdefault(option.to, []).append(option)
        elif option.unit:
            self.moves.setdefault(option.unit, []).append(option)
            self._by_cell.setdefault((option.unit, option.to), []).append(option)
            return True
        elif option.formation in groups:
            self.formation_moves.setdefault(option.formation, {}).setdefault(option.to, option)
            return True
        return False

    def _button(self, option: Option, passes: Collection[Verb]) -> None:
        """Sort in an option that has a button of its own."""
        if option.action in passes and self.passing is None:
            self.passing = option
        elif option.action == CONFIRM.action:
            self.confirm = option
        elif option.action == RESET.action:
            self.reset = option
        elif option.action == UNPLAN:
            self.unplan[option.unit] = option

    @property
    def victims(self) -> bool:
        """Whether the question is which unit is affected, and not which unit acts."""
        return any(option.target and not option.unit for option in self.rows)

    def of_unit(self, unit: str) -> list[Option]:
        """The moves of a unit, in the order of the decision."""
        return self.moves.get(unit, [])

    def to(self, unit: str, cell: int) -> list[Option]:
        """The moves of a unit to a cell."""
        return self._by_cell.get((unit, cell), [])
