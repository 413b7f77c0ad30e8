"""What a player does while a plan is drawn up: clicks and drags plan moves, which count once the plan is confirmed."""

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
"""The most seconds between the two clicks of a double click."""


class Planning:
    """Plans moves of stands and whole formations by clicks, drags and keys."""

    def __init__(self, game: Game, model: Model, plan: Plan, pointer: Pointer, picking: Picking) -> None:
        self.game, self.model, self.plan, self.pointer, self.picking = game, model, plan, pointer, picking
        picking.put = self.put

    def click_cell(self, cell: int) -> None:
        """Plan the move of the selected stand to a cell that was clicked, or an attack there, or select its stand."""
        model = self.model
        self.pointer.keyed = False
        model.refuse(None)
        if cell < 0:
            return
        name = self.plan.stand_at(cell)
        if not name:
            self._loosen(model.selected)
        option = self.plan.free_for(cell)
        own = name and model.units[name].seat in model.session.sight.answers
        target = None if own else model.aimed_at(name) or self._contact(name)
        if option is not None and (not model.formation or name not in model.members(model.formation)):
            self.put(option)
        elif target is not None:
            self.put(target)
        elif own:
            self.picking.select(name)
        else:
            self._refuse(cell)

    def enter_cell(self, cell: int) -> bool:
        """Plan the move of a whole formation to the cursor, even onto its own stands. Returns False if it has none."""
        self._loosen(self.model.selected)
        option = self.plan.free_for(cell) if self.model.formation else None
        self.pointer.keyed = False
        if option is not None:
            self.put(option)
        return option is not None

    def put(self, option: Option) -> None:
        """Take an option into the plan.

        After a formation its single stands can be adjusted; after a stand the next one without a place is selected.
        """
        model = self.model
        if model.deploying and model.formation:
            self._set_up_whole(option.to)
            return
        planned = {row.unit for row in model.plan}
        self.game.choose(option.id)
        added = option.unit not in planned and any(row.unit == option.unit for row in model.plan)
        model.formation = ""
        self.pointer.hover = -1  # so that no further move is shown over the one just planned until the mouse moves on
        if added and (following := self._next_of(option.unit)):
            self.picking.select(following)
            self.pointer.cursor = self.plan.place_of(following)

    def _set_up_whole(self, cell: int) -> None:
        """Set up the selected formation with its selected stand on a cell; then its single stands can be adjusted."""
        places = self.model.set_up_at(cell)
        self.model.formation = ""
        self.pointer.hover = -1
        self.game.at_once(partial(set_up, self.model.session, places, self.model.session.choose))

    def _next_of(self, unit: str) -> str:
        """The next stand of the formation that can move and has no place in the plan yet, "" if there is none."""
        model = self.model
        mates = model.standing(model.group_of(unit))
        place = mates.index(unit) + 1 if unit in mates else 0
        settled = {row.unit for row in model.plan} | {mate for mate in mates if model.units[mate].aboard}
        in_turn = (*mates[place:], *mates[:place])
        return next((mate for mate in in_turn if mate not in settled and mate in model.choices.moves), "")

    def _contact(self, enemy: str) -> Option | None:
        """The shortest move of the selected stand that attacks an enemy; None if there is none."""
        model = self.model
        if model.formation:
            return None
        board, here = model.session.setup.board, model.cell_of(model.selected)
        moves = [o for o in model.moves() if enemy and o.target == enemy and self.plan.free_for(o.to) is o]
        return min(moves, key=lambda o: (board.distance(here, o.to), o.to), default=None)

    def alone(self) -> bool:
        """Select the stand alone where its whole formation is selected. Returns whether one was."""
        was_whole, self.model.formation = bool(self.model.formation), ""
        return was_whole

    def _refuse(self, cell: int) -> None:
        """Say why the selected stand or formation cannot go to a cell."""
        self.model.refuse(self.model.session.refused_at(*self.model.pointing(cell)))

    def _loosen(self, unit: str) -> None:
        """Take a stand that has no more moves out of the plan, so that it can be planned again."""
        if self.model.drafting and unit not in self.model.choices.moves:
            self.take_out(unit)

    def select_whole(self) -> None:
        """Select the whole formation of the selected stand, or if it is selected the stand alone.

        Where no formations are moved as a whole, plan all units that have no place yet and only a few moves.
        """
        model = self.model
        if rest := model.rest():
            self.game.at_once(partial(plan_rest, model.session, rest))
            return
        group = "" if model.formation else model.group_of(model.selected)
        if group and group not in model.whole_formations:
            self._loosen(model.led_by(group))
        if group in model.whole_formations and model.refusal_of(model.selected) is not None:
            self.picking.select(model.led_by(group))  # a stand that may not move cannot show where the formation goes
        model.formation = group if group in model.whole_formations else ""
        model.chosen, model.path = "", ()
        self.pointer.cursor, self.pointer.keyed = self.plan.place_of(model.selected), False
        if group and not model.formation and model.drafting:
            model.notice = f"{model.group_name(group)} cannot be moved as a whole here."

    def start_again(self) -> None:
        """Forget the plan."""
        if self.model.choices.reset is not None:
            self.game.choose(self.model.choices.reset.id)

    def take_out(self, unit: str) -> None:
        """Take a stand out of the plan, if the decision offers that."""
        if unit in self.model.choices.unplan:
            self.game.choose(self.model.choices.unplan[unit].id)

    def confirm(self) -> None:
        """Confirm the plan."""
        if self.model.choices.confirm is not None:
            self.game.submit(self.model.choices.confirm.id)

    # -- the mouse ------------------------------------------------------------------------------------------------

    def press_cell(self, cell: int) -> None:
        """Handle a press of the left button on a cell: a click, a double click, or the beginning of a drag."""
        model, pointer, now = self.model, self.pointer, self.pointer.clock()
        double = pointer.last_click[0] == cell and now - pointer.last_click[1] < DOUBLE
        pointer.last_click = (cell, now)
        group, before = model.group_of(model.selected), model.formation
        if double and self.plan.stand_at(cell) == model.selected and group in model.whole_formations:
            model.formation = group
        stand = self.plan.stand_at(cell)
        if not (model.drafting and model.formation and stand in model.members(model.formation)):
            self.click_cell(cell)
        else:
            model.selected = stand
        movable = model.selected in (*model.choices.moves, *model.choices.unplan) or model.formation
        if model.drafting and stand and stand == model.selected and movable:
            pointer.grab, pointer.singles_out = cell, not double and model.formation == before

    def carry(self) -> None:
        """Handle a move of the pointer: a stand that is dragged off its cell may be planned again."""
        if self.pointer.grab >= 0 and self.pointer.hover not in (self.pointer.grab, -1) and not self.model.formation:
            self._loosen(self.model.selected)

    def release_cell(self, cell: int) -> bool:
        """Handle the release of the left button: plan the move or attack at the end of a drag, or refuse it.

        Returns whether a press on a stand came before it.
        """
        pointer = self.pointer
        start, pointer.grab = pointer.grab, -1
        if start < 0:
            return False
        if cell == start and pointer.singles_out:
            self.model.formation = ""
        elif cell not in (start, -1):
            pointer.hover = cell
            name = self.plan.stand_at(cell)
            option = self.plan.free_for(cell) or self.model.aimed_at(name) or self._contact(name)
            if option is not None:
                self.put(option)
            else:
                self._refuse(cell)
        return True
