"""What the player does while a plan is drawn up: a click or a drag plans, nothing counts until it is confirmed."""

from __future__ import annotations

import pygame

from game.engine.decisions import Option
from game.ui.battle.hand import Hand
from game.ui.battle.model import FEW

DOUBLE = 350
"""Milliseconds between the clicks of a double click."""


class Planner(Hand):
    """Stands and whole formations under the hand.

    `grab` is the cell where a drag began, -1 without one; `lets_go`: without a drag it leaves the stand alone in hand.
    """

    grab = -1
    lets_go = False
    last_click = (-1, -DOUBLE)

    # -- what is where --------------------------------------------------------------------------------------------

    def places(self) -> dict[str, int]:
        """The planned cell of every stand that is to leave its own."""
        units = self.model.units
        return {row.unit: row.to for row in self.model.plan if row.to not in (-1, units[row.unit].at)}

    def stand_at(self, cell: int) -> str:
        """The stand one means by a cell: whose ghost is there, who stands there, who has planned to leave it."""
        planned = self.places()
        ghost = next((name for name, to in planned.items() if to == cell), "")
        here = self.units_at(cell)
        return ghost or next((name for name in here if name not in planned), next(iter(here), ""))

    def free_for(self, cell: int) -> Option | None:
        """The move of what is selected to a cell that nobody stands on when the plan is carried out."""
        planned = self.places()
        taken = any(to == cell for to in planned.values()) or any(n not in planned for n in self.units_at(cell))
        return None if taken and not self.model.whole else self.model.move_to(cell)

    def under_hand(self) -> Option | None:
        """What would be planned now: the drag, the row under the pointer or the keys, the cell, a stand's only ways."""
        model = self.model
        if self.grab >= 0:
            return self.free_for(self.hover) or model.aimed_at(self.stand_at(self.hover))
        zone = self.zone_at(self.app.mouse)
        pointed = zone.id.partition("option:")[2] if zone is not None else ""
        row = model.choices.by_id.get(pointed) or model.option()
        if row is not None and (row.unit or row.formation):
            return row
        cell = self.hover if self.hover >= 0 else self.cursor
        option = self.free_for(cell) if cell >= 0 else None
        if option is not None:
            return option
        ways = model.choices.of_unit(self.stand_at(cell)) if cell >= 0 else []
        unplanned = bool(ways) and all(row.unit != ways[0].unit for row in model.plan)
        return ways[0] if unplanned and len(ways) <= FEW else None

    # -- planning -------------------------------------------------------------------------------------------------

    def pick(self, option: str) -> None:
        """In a draft a row is planned at once: it can still be changed."""
        if self.model.drafting:
            self.pointed = False
            self.choose(option)
        else:
            super().pick(option)

    def click_cell(self, cell: int, *, right: bool = False, token: str = "") -> None:
        """A click on the map plans the selected stand's move there, or selects the stand that is there."""
        if not self.model.drafting:
            super().click_cell(cell, right=right, token=token)
            return
        self.pointed = False
        self.notice = ""
        if right or cell < 0:
            return
        name = self.stand_at(cell)
        if not name:
            self._loosen(self.model.selected)
        option = self.free_for(cell)
        mine = name and self.model.units[name].seat == self.model.units[self.model.selected].seat
        target = None if mine else self.model.aimed_at(name)
        if option is not None and (not self.model.whole or name not in self.model.members(self.model.whole)):
            self.plan(option)
        elif target is not None:
            self.plan(target)
        elif name:
            self.select(name)
        else:
            self._not_there(cell)

    def enter_cell(self, cell: int) -> None:
        """Enter at the cursor: as a click, but a formation may also go where its own stands are."""
        self._loosen(self.model.selected)
        option = self.free_for(cell) if self.model.whole else None
        self.pointed = False
        if option is not None:
            self.plan(option)
        else:
            self.click_cell(cell)

    def plan(self, option: Option) -> None:
        """Into the plan; a formation that has moved is then adjusted stand by stand."""
        self.choose(option.id)
        self.model.whole = ""

    def _not_there(self, cell: int) -> None:
        who, name = self.model.selected.upper(), self.map.board.label(cell)
        no = self.model.refusal_of(self.model.selected)
        if self.model.whole:
            who = self.model.group_name(self.model.whole)
        self.notice = f"{who} cannot go to {name}" + (f": {no.reason} ({no.clause})." if no else ".")

    def _loosen(self, unit: str) -> None:
        """A stand that is settled, having been planned often, is taken out of the plan to be planned once more."""
        if self.model.drafting and unit not in self.model.choices.moves:
            self.take_out(unit)

    def select_whole(self) -> None:
        """All stands of the selected one's formation in one hand, or that one alone again."""
        model = self.model
        if not model.whole and model.group_of(model.selected) not in model.choices.whole:
            self._loosen(model.head_of(model.group_of(model.selected)))
        group = "" if model.whole else model.group_of(model.selected)
        model.whole = group if group in model.choices.whole else ""
        model.chosen, model.path = "", ()
        self.cursor, self.pointed = self._place_of(model.selected), False
        if group and not model.whole and model.drafting:
            self.notice = f"{model.group_name(group)} cannot be moved as a whole here."

    def next_unit(self, step: int) -> None:
        """The cursor goes with the stand, to its ghost if it has one."""
        super().next_unit(step)
        if self.model.drafting:
            self.cursor = self._place_of(self.model.selected)

    def _place_of(self, unit: str) -> int:
        """Where a stand will be, as far as that is planned."""
        return self.places().get(unit, self.cell_of(unit)) if unit in self.model.units else -1

    def start_again(self) -> None:
        """Forget the plan."""
        if self.model.choices.reset is not None:
            self.choose(self.model.choices.reset.id)

    def take_out(self, unit: str) -> None:
        """Forget one stand's plan, where the decision lets one."""
        if unit in self.model.choices.unplan:
            self.choose(self.model.choices.unplan[unit].id)

    def confirm_plan(self) -> None:
        """The plan counts."""
        if self.model.choices.confirm is not None:
            self.choose(self.model.choices.confirm.id)

    # -- the mouse ------------------------------------------------------------------------------------------------

    def press_cell(self, cell: int, *, token: str = "") -> None:
        """The left button goes down on a cell: a click, the second of a double click, or the start of a drag."""
        model, now = self.model, pygame.time.get_ticks()
        double = self.last_click[0] == cell and now - self.last_click[1] < DOUBLE
        self.last_click = (cell, now)
        if double and self.stand_at(cell) == model.selected and model.group_of(model.selected) in model.choices.whole:
            model.whole = model.group_of(model.selected)
        held = self.stand_at(cell)
        if not (model.drafting and model.whole and held in model.members(model.whole)):
            self.click_cell(cell, token=token)
        else:
            model.selected = held
        movable = model.selected in (*model.choices.moves, *model.choices.unplan) or model.whole
        if model.drafting and held and held == model.selected and movable:
            self.grab, self.lets_go = cell, not double

    def carry(self) -> None:
        """The pointer has moved on with what it holds."""
        if self.grab >= 0 and self.hover not in (self.grab, -1) and not self.model.whole:
            self._loosen(self.model.selected)

    def release_cell(self, cell: int) -> bool:
        """The button goes up: a drag ends in a plan, or where it began."""
        start, self.grab = self.grab, -1
        if start < 0:
            return False
        if cell == start and self.lets_go:
            self.model.whole = ""
        elif cell not in (start, -1):
            self.hover = cell
            option = self.free_for(cell) or self.model.aimed_at(self.stand_at(cell))
            if option is not None:
                self.plan(option)
            else:
                self._not_there(cell)
        return True
