"""What a player does while a plan is drawn up: a click or a drag plans, nothing counts until it is confirmed."""

from __future__ import annotations

import pygame

from game.engine.options import Option
from game.ui.battle.game import Game
from game.ui.battle.model import Model
from game.ui.battle.picking import Picking
from game.ui.battle.plan import Plan
from game.ui.battle.pointer import Pointer

DOUBLE = 350
"""Milliseconds between the clicks of a double click."""


class Planning:
    """Stands and whole formations that the pointer moves."""

    def __init__(self, game: Game, model: Model, plan: Plan, pointer: Pointer, picking: Picking) -> None:
        self.game, self.model, self.plan, self.pointer, self.picking = game, model, plan, pointer, picking

    def click_cell(self, cell: int) -> None:
        """A click on the map plans the selected stand's move there, or selects the stand that is there."""
        model = self.model
        self.pointer.keyed = False
        model.refuse(None)
        if cell < 0:
            return
        name = self.plan.stand_at(cell)
        if not name:
            self._loosen(model.selected)
        option = self.plan.free_for(cell)
        mine = name and model.units[name].seat in model.session.speakers
        target = None if mine else model.aimed_at(name)
        if option is not None and (not model.whole or name not in model.members(model.whole)):
            self.put(option)
        elif target is not None:
            self.put(target)
        elif mine:
            self.picking.select(name)
        else:
            self._refuse(cell, name)

    def enter_cell(self, cell: int) -> bool:
        """Enter at the cursor: a formation may also go where its own stands are. False if that is no such move."""
        self._loosen(self.model.selected)
        option = self.plan.free_for(cell) if self.model.whole else None
        self.pointer.keyed = False
        if option is not None:
            self.put(option)
        return option is not None

    def put(self, option: Option) -> None:
        """Into the plan; a formation that has moved is then adjusted stand by stand."""
        self.game.choose(option.id)
        self.model.whole = ""

    def _refuse(self, cell: int, enemy: str = "") -> None:
        """Say why what is in hand cannot go there; whoever else stands there is looked at."""
        no = self.model.session.refused_at(*self.model.pointing(cell))
        if enemy:
            self.picking.select(enemy)
        self.model.refuse(no)

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
        self.pointer.cursor, self.pointer.keyed = self.plan.place_of(model.selected), False
        if group and not model.whole and model.drafting:
            model.notice = f"{model.group_name(group)} cannot be moved as a whole here."

    def start_again(self) -> None:
        """Forget the plan."""
        if self.model.choices.reset is not None:
            self.game.choose(self.model.choices.reset.id)

    def take_out(self, unit: str) -> None:
        """Forget one stand's plan, where the decision lets one."""
        if unit in self.model.choices.unplan:
            self.game.choose(self.model.choices.unplan[unit].id)

    def confirm(self) -> None:
        """The plan counts."""
        if self.model.choices.confirm is not None:
            self.game.choose(self.model.choices.confirm.id)

    # -- the mouse ------------------------------------------------------------------------------------------------

    def press_cell(self, cell: int) -> None:
        """The left button goes down on a cell: a click, the second of a double click, or the start of a drag."""
        model, pointer, now = self.model, self.pointer, pygame.time.get_ticks()
        double = pointer.last_click[0] == cell and now - pointer.last_click[1] < DOUBLE
        pointer.last_click = (cell, now)
        group = model.group_of(model.selected)
        if double and self.plan.stand_at(cell) == model.selected and group in model.choices.whole:
            model.whole = group
        held = self.plan.stand_at(cell)
        if not (model.drafting and model.whole and held in model.members(model.whole)):
            self.click_cell(cell)
        else:
            model.selected = held
        movable = model.selected in (*model.choices.moves, *model.choices.unplan) or model.whole
        if model.drafting and held and held == model.selected and movable:
            pointer.grab, pointer.lets_go = cell, not double

    def carry(self) -> None:
        """The pointer has moved on with what it holds."""
        if self.pointer.grab >= 0 and self.pointer.hover not in (self.pointer.grab, -1) and not self.model.whole:
            self._loosen(self.model.selected)

    def release_cell(self, cell: int) -> bool:
        """The button goes up: a drag ends in a plan, or where it began."""
        pointer = self.pointer
        start, pointer.grab = pointer.grab, -1
        if start < 0:
            return False
        if cell == start and pointer.lets_go:
            self.model.whole = ""
        elif cell not in (start, -1):
            pointer.hover = cell
            option = self.plan.free_for(cell) or self.model.aimed_at(self.plan.stand_at(cell))
            if option is not None:
                self.put(option)
            else:
                self._refuse(cell)
        return True
