"""A plan that is being drawn up: its places, the option that would come next, and what the engine says about both."""

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
    """The plan of the model, together with the option that is pointed at or chosen."""

    def __init__(self, model: Model, pointer: Pointer) -> None:
        self.model, self.pointer = model, pointer

    # -- places ---------------------------------------------------------------------------------------------------

    def places(self) -> dict[str, int]:
        """The planned cells of the stands that leave theirs."""
        units = self.model.units
        return {row.unit: row.to for row in self.model.plan if row.to not in (-1, units[row.unit].at)}

    def stand_at(self, cell: int) -> str:
        """The stand that a cell means: one planned to be there, else one that stays there, else one that leaves it."""
        planned = self.places()
        ghost = next((name for name, to in planned.items() if to == cell), "")
        here = self.model.units_at(cell)
        return ghost or next((name for name in here if name not in planned), next(iter(here), ""))

    def place_of(self, unit: str) -> int:
        """The cell where a stand will be by the plan, -1 if there is no such stand."""
        return self.places().get(unit, self.model.cell_of(unit)) if unit in self.model.units else -1

    def free_for(self, cell: int) -> Option | None:
        """The move of the selected stand or formation to a cell; None if there is none, or the cell will be taken."""
        planned = self.places()
        taken = any(to == cell for to in planned.values()) or any(n not in planned for n in self.model.units_at(cell))
        return None if taken and not self.model.formation else self.model.move_to(cell)

    def candidate(self) -> Option | None:
        """The option that would be planned now, None if there is none.

        It is the goal of a drag, the row under the pointer, the chosen option, the move to the cell under the pointer,
        or the first move of a stand there that has only a few and no place in the plan yet; in this order.
        """
        model, pointer = self.model, self.pointer
        if pointer.grab >= 0:
            return self.free_for(pointer.hover) or model.aimed_at(self.stand_at(pointer.hover))
        row = model.choices.by_id.get(pointer.row()) or model.option()
        if row is not None and (row.unit or row.formation):
            return row
        cell = pointer.cell
        if model.formation and pointer.hover >= 0 and self.stand_at(cell) in model.members(model.formation):
            return None  # a click takes that stand alone
        option = self.free_for(cell) if cell >= 0 else None
        if option is not None:
            return option
        moves = model.choices.of_unit(self.stand_at(cell)) if cell >= 0 else []
        unplanned = bool(moves) and all(row.unit != moves[0].unit for row in model.plan)
        return moves[0] if unplanned and len(moves) <= FEW else None

    # -- consequences ---------------------------------------------------------------------------------------------

    def preview(self) -> Drafted | None:
        """The plan with the candidate in it, as the engine judges it; None without such an option."""
        option = self.candidate() if self.model.drafting else None
        return self.model.drafted(option) if option is not None else None

    def rows(self) -> list[PlanRow]:
        """The rows of the plan that lead to another cell, with the candidate in it.

        At the set-up: the stands that the option would place.
        """
        units = self.model.units
        if self.model.deploying:
            option = self.candidate() if self.model.drafting else None
            if option is None or option.unit not in units or option.to < 0:
                return []
            places = self.model.set_up_at(option.to) if self.model.formation else {option.unit: option.to}
            return [
                PlanRow(name, units[name].seat, option.action, "", cell, (), "", "")
                for name, cell in places.items()
                if cell != units[name].at
            ]
        preview = self.preview()
        rows = self.model.plan if preview is None else preview.plan
        return [row for row in rows if row.unit in units and row.to not in (-1, units[row.unit].at)]

    def overlay(self) -> PlanOverlay:
        """What follows from the plan, with the candidate in it."""
        preview = self.preview()
        overlays = self.model.view.overlay if preview is None else preview.overlay
        return overlays.plan or NOTHING

    def enemy_zones(self) -> dict[str, tuple[int, ...]]:
        """The cells that the units of each enemy seat deny in the overlay."""
        decision = self.model.decision
        own = self.model.session.viewer or (decision.seat if decision else "")
        return {seat: cells for seat, cells in self.overlay().zones.items() if seat != own}

    def spots(self, view: MapView) -> dict[str, Point]:
        """The spot on the screen of every standing unit once the plan is carried out."""
        spots = {name: view.at(unit.at) for name, unit in self.model.units.items() if not unit.out}
        return spots | {row.unit: view.at(row.to) for row in self.rows()}

    def broken(self, spots: Mapping[str, Point]) -> Iterator[tuple[str, str]]:
        """Each stand out of formation, with the nearest stand of its formation that is not."""
        apart = [name for name in self.overlay().apart if name in spots]
        for name in apart:
            standing = self.model.standing(self.model.group_of(name))
            mates = [mate for mate in standing if mate in spots and mate not in apart]
            if mates:
                yield name, min(mates, key=lambda mate: math.dist(spots[name], spots[mate]))
