"""A plan that is being drawn up: who is where in it, what would be planned now, and what the engine says to that."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from game.engine.match import Drafted
from game.engine.options import Option
from game.engine.view import PlanOverlay, PlanRow
from game.ui.battle.glide import Point
from game.ui.battle.mapview import MapView
from game.ui.battle.model import FEW, Model
from game.ui.battle.pointer import Pointer

NOTHING = PlanOverlay({}, {}, (), (), (), ())


class Plan:
    """The plan of the model, looked at with what is chosen in it."""

    def __init__(self, model: Model, pointer: Pointer) -> None:
        self.model, self.pointer = model, pointer

    # -- what is where --------------------------------------------------------------------------------------------

    def places(self) -> dict[str, int]:
        """The planned cell of every stand that is to leave its own."""
        units = self.model.units
        return {row.unit: row.to for row in self.model.plan if row.to not in (-1, units[row.unit].at)}

    def stand_at(self, cell: int) -> str:
        """The stand one means by a cell: whose ghost is there, who stands there, who has planned to leave it."""
        planned = self.places()
        ghost = next((name for name, to in planned.items() if to == cell), "")
        here = self.model.units_at(cell)
        return ghost or next((name for name in here if name not in planned), next(iter(here), ""))

    def place_of(self, unit: str) -> int:
        """Where a stand will be, as far as that is planned."""
        return self.places().get(unit, self.model.cell_of(unit)) if unit in self.model.units else -1

    def free_for(self, cell: int) -> Option | None:
        """The move of what is selected to a cell that nobody stands on when the plan is carried out."""
        planned = self.places()
        taken = any(to == cell for to in planned.values()) or any(n not in planned for n in self.model.units_at(cell))
        return None if taken and not self.model.whole else self.model.move_to(cell)

    def under_hand(self) -> Option | None:
        """What would be planned now: the drag, the row under the pointer or the keys, the cell, a stand's only ways."""
        model, pointer = self.model, self.pointer
        if pointer.grab >= 0:
            return self.free_for(pointer.hover) or model.aimed_at(self.stand_at(pointer.hover))
        row = model.choices.by_id.get(pointer.row()) or model.option()
        if row is not None and (row.unit or row.formation):
            return row
        cell = pointer.cell
        if model.whole and pointer.hover >= 0 and self.stand_at(cell) in model.members(model.whole):
            return None  # a click takes that stand alone
        option = self.free_for(cell) if cell >= 0 else None
        if option is not None:
            return option
        ways = model.choices.of_unit(self.stand_at(cell)) if cell >= 0 else []
        unplanned = bool(ways) and all(row.unit != ways[0].unit for row in model.plan)
        return ways[0] if unplanned and len(ways) <= FEW else None

    # -- what follows from it -------------------------------------------------------------------------------------

    def ahead(self) -> Drafted | None:
        """The plan with what is chosen in it, as the engine judges it."""
        option = self.under_hand() if self.model.drafting else None
        return self.model.drafted(option) if option is not None else None

    def rows(self) -> list[PlanRow]:
        """The rows of the plan that have a place on the map, with what is chosen in them; at a set-up who would stand where."""
        units = self.model.units
        if self.model.deploying:
            option = self.under_hand() if self.model.drafting else None
            if option is None or option.unit not in units or option.to < 0:
                return []
            places = self.model.set_up_at(option.to) if self.model.whole else {option.unit: option.to}
            return [
                PlanRow(name, units[name].seat, option.action, "", cell, (), "", "")
                for name, cell in places.items()
                if cell != units[name].at
            ]
        ahead = self.ahead()
        rows = self.model.plan if ahead is None else ahead.plan
        return [row for row in rows if row.unit in units and row.to not in (-1, units[row.unit].at)]

    def overlay(self) -> PlanOverlay:
        """What follows from the plan that is shown."""
        ahead = self.ahead()
        shown = self.model.view.overlay if ahead is None else ahead.overlay
        return shown.plan or NOTHING

    def enemy_zones(self) -> dict[str, tuple[int, ...]]:
        """The zones of the other seats in the overlay that is shown."""
        asked = self.model.decision
        own = self.model.session.viewer or (asked.seat if asked else "")
        return {seat: cells for seat, cells in self.overlay().zones.items() if seat != own}

    def spots(self, view: MapView) -> dict[str, Point]:
        """Where every standing unit is on the screen once the shown plan is carried out."""
        spots = {name: view.at(unit.at) for name, unit in self.model.units.items() if not unit.out}
        return spots | {row.unit: view.at(row.to) for row in self.rows()}

    def broken(self, spots: Mapping[str, Point]) -> Iterator[tuple[str, str]]:
        """For every stand apart, the stand of its formation that is drawn nearest."""
        names = [name for name in self.overlay().apart if name in spots]
        for name in names:
            mates = [m for m in self.model.standing(self.model.group_of(name)) if m in spots and m not in names]
            if mates:
                yield name, min(mates, key=lambda mate: math.dist(spots[name], spots[mate]))
