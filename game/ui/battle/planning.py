"""What a player does while a plan is drawn up: a click or a drag plans, nothing counts until it is confirmed."""

from __future__ import annotations

from functools import partial

from game.engine.options import Option
from game.session.formations import set_up
from game.session.plans import plan_rest
from game.ui.battle.game import Game
from game.ui.battle.model import Model
from game.ui.battle.picking import Picking
from game.ui.battle.plan import Plan
from game.ui.battle.pointer import Pointer

DOUBLE = 0.4
"""Seconds between the clicks of a double click."""


class Planning:
    """Stands and whole formations that the pointer moves."""

    def __init__(self, game: Game, model: Model, plan: Plan, pointer: Pointer, picking: Picking) -> None:
        self.game, self.model, self.plan, self.pointer, self.picking = game, model, plan, pointer, picking
        picking.put = self.put

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
        target = None if mine else model.aimed_at(name) or self._contact(name)
        if option is not None and (not model.whole or name not in model.members(model.whole)):
            self.put(option)
        elif target is not None:
            self.put(target)
        elif mine:
            self.picking.select(name)
        else:
            self._refuse(cell)

    def enter_cell(self, cell: int) -> bool:
        """Enter at the cursor: a formation may also go where its own stands are. False if that is no such move."""
        self._loosen(self.model.selected)
        option = self.plan.free_for(cell) if self.model.whole else None
        self.pointer.keyed = False
        if option is not None:
            self.put(option)
        return option is not None

    def put(self, option: Option) -> None:
        """Into the plan. A formation that has moved is then adjusted stand by stand; after a stand comes the next without a place."""
        model = self.model
        if model.deploying and model.whole:
            self._set_up_whole(option.to)
            return
        known = {row.unit for row in model.plan}
        self.game.choose(option.id)
        fresh = option.unit not in known and any(row.unit == option.unit for row in model.plan)
        model.whole = ""
        self.pointer.hover = -1  # what it would plan next is shown when it moves on, and not over what was planned now
        if fresh and (after := self._next_of(option.unit)):
            self.picking.select(after)
            self.pointer.cursor = self.plan.place_of(after)

    def _set_up_whole(self, cell: int) -> None:
        """The formation in hand begins where its selected stand is put; it is then adjusted stand by stand."""
        places = self.model.set_up_at(cell)
        self.model.whole = ""
        self.pointer.hover = -1
        self.game.at_once(partial(set_up, self.model.session, places, self.model.session.choose))

    def _next_of(self, unit: str) -> str:
        """The stand of the same formation after this one that has no place in the plan and could be given one, "" for none."""
        model = self.model
        mates = model.standing(model.group_of(unit))
        place = mates.index(unit) + 1 if unit in mates else 0
        settled = {row.unit for row in model.plan} | {mate for mate in mates if model.units[mate].aboard}
        return next((m for m in (*mates[place:], *mates[:place]) if m not in settled and m in model.choices.moves), "")

    def _contact(self, enemy: str) -> Option | None:
        """The move of the stand in hand that goes for an enemy and is the shortest, if one of many does."""
        model = self.model
        board, here = model.session.setup.board, model.cell_of(model.selected)
        ways = [o for o in model.moves() if enemy and o.target == enemy and self.plan.free_for(o.to) is o]
        return min(ways, key=lambda o: (board.distance(here, o.to), o.to), default=None) if not model.whole else None

    def alone(self) -> bool:
        """Let go of the formation: the stand it was held by is in hand alone. False if none was held."""
        held, self.model.whole = bool(self.model.whole), ""
        return held

    def _refuse(self, cell: int) -> None:
        """Say why what is in hand cannot go there."""
        self.model.refuse(self.model.session.refused_at(*self.model.pointing(cell)))

    def _loosen(self, unit: str) -> None:
        """A stand that is settled, having been planned often, is taken out of the plan to be planned once more."""
        if self.model.drafting and unit not in self.model.choices.moves:
            self.take_out(unit)

    def select_whole(self) -> None:
        """All stands of the selected one's formation in one hand, or that one alone again.

        Where each has only ways of its own, all that have no place yet are planned at once.
        """
        model = self.model
        if rest := model.rest():
            self.game.at_once(partial(plan_rest, model.session, rest))
            return
        group = "" if model.whole else model.group_of(model.selected)
        if group and group not in model.wholes:
            self._loosen(model.led_by(group))
        if group in model.wholes and model.refusal_of(model.selected) is not None:
            self.picking.select(model.led_by(group))  # a formation is not held by a stand that stays
        model.whole = group if group in model.wholes else ""
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
            self.game.submit(self.model.choices.confirm.id)

    # -- the mouse ------------------------------------------------------------------------------------------------

    def press_cell(self, cell: int) -> None:
        """The left button goes down on a cell: a click, the second of a double click, or the start of a drag."""
        model, pointer, now = self.model, self.pointer, self.pointer.clock()
        double = pointer.last_click[0] == cell and now - pointer.last_click[1] < DOUBLE
        pointer.last_click = (cell, now)
        group, before = model.group_of(model.selected), model.whole
        if double and self.plan.stand_at(cell) == model.selected and group in model.wholes:
            model.whole = group
        held = self.plan.stand_at(cell)
        if not (model.drafting and model.whole and held in model.members(model.whole)):
            self.click_cell(cell)
        else:
            model.selected = held
        movable = model.selected in (*model.choices.moves, *model.choices.unplan) or model.whole
        if model.drafting and held and held == model.selected and movable:
            pointer.grab, pointer.lets_go = cell, not double and model.whole == before

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
            name = self.plan.stand_at(cell)
            option = self.plan.free_for(cell) or self.model.aimed_at(name) or self._contact(name)
            if option is not None:
                self.put(option)
            else:
                self._refuse(cell)
        return True
