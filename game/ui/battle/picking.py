"""What a player does with options, units and cells: picking, bending a path, and carrying out the chosen option."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.decisions import DICE, Refusal
from game.engine.names import MarkerKind, spoken
from game.engine.options import Option
from game.engine.wording import agreeing, uncapitalised, written_ids
from game.session.intent import Intent
from game.session.ways import WayRefused, bent_path
from game.ui.battle.game import Game
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.options import OptionList
from game.ui.battle.pointer import Pointer
from game.ui.battle.sums import words_of


class Picking:
    """Finds the option that a click or a key means, and chooses it or carries it out."""

    def __init__(self, game: Game, model: Model, view: MapView, pointer: Pointer, rows: OptionList) -> None:
        self.game, self.model, self.view, self.pointer, self.rows = game, model, view, pointer, rows
        self.put: Callable[[Option], object] = lambda option: game.choose(option.id)
        """Takes an option into the plan that is being drawn up; `Planning` sets it."""

    # -- options --------------------------------------------------------------------------------------------------

    def pick(self, option: str) -> None:
        """Choose an option, or do it if it is chosen already. In a plan it is planned at once: that can be undone."""
        self.pointer.keyed = False
        self.pointer.let_be()
        if self.model.drafting and option in self.model.choices.by_id:
            self.put(self.model.choices.by_id[option])
            return
        if self.model.chosen == option:
            self.do_it()
            return
        self.model.take(option)
        chosen = self.model.option()
        if chosen is not None and chosen.unit:
            self.model.selected = chosen.unit
            if self.rows.carded:
                self.game.look_at_shot(chosen)
            elif self.rows.of_units:
                self.game.look_at(chosen.unit)

    def pick_and_do(self, option: str) -> None:
        """Choose an option and do it at once."""
        if self.model.chosen != option and not self.model.drafting:
            self.model.take(option)
        self.pick(option)

    def do_it(self) -> None:
        """Do the chosen option, with all units that move together; say what is missing if none is chosen."""
        if self.game.step_on():
            return
        option, units = self.model.option(), self.together()
        if option is not None and len(units) > 1 and self.model.mine:
            self.send(units, option.to)
        elif self.model.chosen and self.model.mine:
            attack = option.target if option is not None and option is self.model.opening else ""
            self.game.submit(Intent(self.model.chosen, path=self.model.path or None, attack=attack))
        elif self.model.mine and self.model.decision is not None:
            self.model.notice = self._how_to_choose()

    def do_pass(self, *, unasked: bool = False) -> None:
        """Pass. If that gives something up it is asked back, unless `unasked`."""
        passing = self.model.choices.passing
        if passing is None or not self.model.mine or self.model.drafting:
            return
        if unasked:
            self.game.choose(passing.id)
        else:
            self.game.submit(passing.id)

    def _how_to_choose(self) -> str:
        """A sentence on what has to be chosen before Enter does anything."""
        model, words = self.model, self.model.words
        decision, name = model.decision, model.selected.upper()
        if decision is not None and decision.kind == words.order_kind:
            keys = " or ".join(f"{order.key} ({order.title.lower()})" for order in words.orders)
            return f"Every unit needs a marker first: {keys} gives one to {name}."
        if decision is not None and decision.seat == DICE:
            return "Type the faces that you have rolled."
        refusal = model.plan_refusal() if model.drafting else None
        if refusal is not None:
            return f"The plan cannot be confirmed yet: {refusal.cited}."
        ways = [f"click {self.on_map()}"] if self.on_map() else []
        ways += ["press the number of an answer"] if model.listed() else []
        passing = model.choices.passing
        ways += [f"N: {uncapitalised(words_of(passing))}"] if passing is not None else []
        return f"Nothing is chosen yet: {', or '.join(ways)}." if ways else ""

    def on_map(self) -> str:
        """What a click on the map chooses for the selected unit, in words; "" if nothing can be chosen there."""
        model, name = self.model, self.model.selected.upper()
        if model.drafting or not any(model.moves()):
            return ""
        return f"where {name} is to go" + (", or an enemy to attack it" if model.attacks(model.selected) else "")

    def give(self, order: MarkerKind) -> None:
        """Give the selected unit a marker."""
        option = f"{self.model.selected}:{order}"
        if option in self.model.choices.by_id:
            self.game.choose(option)

    def step_rows(self, step: int) -> None:
        """Choose the next (1) or the previous (-1) row; with no row chosen, the first or the last."""
        rows = self.rows.order()
        if rows:
            start = -1 if step > 0 else len(rows)
            before = next((place for place, option in enumerate(rows) if option.id == self.model.chosen), start)
            self._go_to(rows[(before + step) % len(rows)])

    def by_card(self, dx: int, dy: int) -> bool:
        """Let an arrow key go to another card, or to another answer of the card's unit. False without such cards."""
        if not self.rows.carded:
            return False
        if dy:
            self.step_rows(dy)
        elif (option := self.rows.cards.within(dx)) is not None:
            self._go_to(option)
        return True

    def _go_to(self, option: Option) -> None:
        """Choose an option by key, and scroll its row into sight."""
        self.model.take(option.id)
        self.pointer.keyed = False
        self.pointer.let_be()
        self.rows.position.moved = False
        if self.rows.carded:
            self.model.selected = option.unit
            self.game.look_at_shot(option)

    def type_face(self, face: int) -> None:
        """Take a face of the player's own dice; once all dice have one, they are the roll."""
        decision = self.model.decision
        if decision is not None and decision.seat == DICE:
            self.model.notice = ""
            self.model.typed.append(face)
            if len(self.model.typed) == len(decision.dice):
                self.game.choose(Intent(faces=tuple(self.model.typed)))

    def refuse_digit(self, name: str) -> bool:
        """Refuse a digit that is no face of the die to be typed. Returns False for other keys, and without a die."""
        decision = self.model.decision
        if decision is None or decision.seat != DICE or not name.isdecimal():
            return False
        self.model.notice = f"This die has no {name}: type a face from 1 to {decision.dice[len(self.model.typed)]}."
        return True

    def take_face_back(self) -> None:
        """Forget the last face that was typed."""
        del self.model.typed[-1:]

    # -- units ----------------------------------------------------------------------------------------------------

    def select(self, unit: str) -> None:
        """Select a unit and bring it into sight; at the set-up select its whole formation, if it is another one."""
        model = self.model
        before, group = model.group_of(model.selected), model.group_of(unit)
        model.pick(unit)
        if model.deploying and model.mine and group != before and group in model.whole_formations:
            model.formation = group
        self.model.chosen = self._only_answer(unit)
        self.model.notice = ""
        if unit not in self.pointer.picked:
            self.pointer.picked = []
        self.rows.position.home()
        self.game.look_at(unit)

    def _only_answer(self, unit: str) -> str:
        """The id of the only answer of a unit, where the question is which unit acts; "" if it has none or several."""
        model = self.model
        if not model.mine or model.decision is None or model.decision.kind not in model.words.free:
            return ""
        own = [option.id for option in model.choices.by_id.values() if option.unit == unit]
        return own[0] if len(own) == 1 and not any(model.moves(unit)) else ""

    @property
    def turning(self) -> bool:
        """Whether every unit has its marker, so that a click on a unit changes its marker."""
        decision = self.model.decision
        return (
            decision is not None
            and decision.kind == self.model.words.order_kind
            and self.model.choices.confirm is not None
        )

    def touch(self, unit: str) -> None:
        """Select a unit that was clicked; once every unit has a marker, also give it the other one."""
        self.select(unit)
        if self.turning:
            marker_option = next((o.id for o in self.model.options() if o.unit == unit and o.marker), "")
            if marker_option:
                self.game.choose(marker_option)
                self.model.selected = unit

    def next_unit(self, step: int) -> None:
        """Select the next (1) or the previous (-1) unit that can act; if none can, the next of the viewer's."""
        model = self.model
        units = model.able() or [
            n for n, u in model.units.items() if u.seat in model.session.sight.answers and not u.out
        ]
        if units:
            here = model.selected if model.selected in units else model.head_of(model.group_of(model.selected))
            place = units.index(here) + step if here in units else 0
            self.select(units[place % len(units)])
            self.pointer.cursor = model.cell_of(model.selected)
            self.pointer.keyed = False
            self.pointer.unfocus()

    # -- cells ----------------------------------------------------------------------------------------------------

    def click_cell(self, cell: int, token: str = "") -> None:
        """Choose the point of a path, the move or the target at a cell that was clicked, or select the unit there.

        `token`: the unit whose token was hit, where several share the cell.
        """
        self.pointer.keyed = False
        model = self.model
        model.refuse(None)
        points = (o for o in model.choices.points.get(cell, ()) if not model.selected or o.unit == model.selected)
        point = next(points, None)
        if point is not None:
            self.pick(point.id)
        elif (move := self._move_meant(cell, token)) is not None:
            if model.chosen == move.id and cell == move.to:
                self.do_it()
            else:
                model.take(move.id)
                model.path, model.bends = (), []
        elif not token and (aimed := self._aimed_at(cell)) is not None:
            self.pick(aimed.id)
        else:
            self._click_unit(token or self._next_at(cell), cell)

    def _move_meant(self, cell: int, token: str) -> Option | None:
        """The move that a click on a cell chooses; None if there is none, or the click is meant for the unit there."""
        boarding = next((o for o in self.model.moves() if token and o.target == token), None)
        move = boarding or self.model.move_to(cell)
        return move if move is not None and (move.target == token or not self._means_unit(cell, token)) else None

    def _click_unit(self, unit: str, cell: int) -> None:
        """Attack or select a unit that was clicked ("": no unit); if neither is possible, say why."""
        model = self.model
        own = unit in model.units and model.units[unit].seat in model.session.sight.answers
        if not own and self._attack(unit, cell):
            return
        refusal = None if own and model.can(unit) else model.session.refused_at(model.selected, cell)
        if unit and (own or refusal is None or not model.can(model.selected)):
            self.touch(unit)
        model.refuse(refusal)

    def _attack(self, unit: str, cell: int) -> bool:
        """Choose an attack on an enemy that was clicked ("": no unit). Returns False if there is none."""
        model = self.model
        opening, attack, chosen = model.towards(model.selected, cell), model.aimed_at(unit), model.option()
        if opening is not None and opening != model.opening:
            self.begin(opening)
        elif attack is not None:
            refusal = self._not_by_selected(attack, cell)
            if refusal is None:
                self.pick(attack.id)
            model.refuse(refusal)
        else:
            attacked_already = chosen is not None and unit in (chosen.target, *chosen.targets)
            return bool(unit) and attacked_already
        return True

    def begin(self, option: Option) -> None:
        """Choose an option together with its target, which is asked about later."""
        model = self.model
        model.take(option.id, opening=option)
        model.path, model.bends, model.notice = (), [], ""

    def _not_by_selected(self, attack: Option, cell: int) -> Refusal | None:
        """Why the selected unit cannot make an attack on a cell that another unit can; None if it can, or need not."""
        model = self.model
        group = model.group_of(model.selected)
        own = attack.unit == model.selected or (group and group == model.group_of(attack.unit))
        if not attack.unit or own or not model.can(model.selected):
            return None
        return model.session.refused_at(model.selected, cell) if model.option() is None else None

    def _means_unit(self, cell: int, token: str) -> bool:
        """Whether a click on the goal of a move means a unit there: on squares any, on hexes one hit that can act."""
        if self.view.board.grid == "hex":
            return bool(token) and self.model.can(token)
        return bool(self.model.units_at(cell))

    def _aimed_at(self, cell: int) -> Option | None:
        """The answer that names a cell, or is aimed at what happens there; of several the next after the chosen one."""
        rows = self.model.listed()
        answers = [o for o in self.model.choices.aimed.get(cell, ()) if o in rows]
        if not answers and self.model.trigger_cell() == cell:
            answers = [o for o in rows if o.target or o.targets]
        others = [o for o in answers if o.id != self.model.chosen]
        return next(iter(others or answers), None)

    def _next_at(self, cell: int) -> str:
        """The unit that a click on a cell selects: on hexes one after the other, first those that can act."""
        units = self.model.units_at(cell)
        if self.view.board.grid == "hex":
            able = self.model.able()
            units = [n for n in units if n in able] or units
            place = units.index(self.model.selected) + 1 if self.model.selected in units else 0
            return units[place % len(units)] if units else ""
        return next(iter(units), "")

    def bend(self, cell: int) -> None:
        """Bend the path of the chosen move through a cell, if the engine allows it."""
        self.pointer.keyed = False
        model, option = self.model, self.model.option()
        if option is None or cell < 0 or (option.to >= 0 and option.unit not in model.units):
            return  # no unit walks there: it is a battle, or the place of a building
        model.bends.append(cell)
        if option.to < 0:
            return
        try:
            model.path = bent_path(model.session.match, option, model.bends) or ()
            model.notice = ""
        except WayRefused as error:
            model.notice = str(error)
            model.bends.pop()

    # -- several units of one cell, moved with one gesture and one choice each -------------------------------------

    def gather(self) -> None:
        """Pick all units in the cell of the selected one, or if they are picked let go of them."""
        units = self._beside(self.model.selected) if self.model.selected in self.model.units else []
        self.pointer.picked = [] if len(self.pointer.picked) == len(units) else units

    def add(self, unit: str) -> None:
        """Add a unit to those picked, or take it out again; units in other cells are let go."""
        pointer, model = self.pointer, self.model
        picked = pointer.picked or [model.selected]
        if unit in picked and len(picked) > 1:
            pointer.picked = [name for name in picked if name != unit]
        elif model.can(unit):
            pointer.picked = [*(name for name in picked if name in self._beside(unit) and name != unit), unit]
        if pointer.picked and model.selected not in pointer.picked:
            model.selected = pointer.picked[-1]

    def _beside(self, unit: str) -> list[str]:
        """The units in the cell of `unit` that can act now, with it if it can."""
        cell = self.model.cell_of(unit)
        return [name for name in self.model.able() if self.model.cell_of(name) == cell]

    def together(self) -> list[str]:
        """The units that make the chosen move: the selected one, then the others picked that can go there.

        Empty if the chosen option is no move, or the selected unit is not picked.
        """
        model, picked = self.model, self.pointer.picked
        option, lead = model.option(), model.selected
        if option is None or option.to < 0 or option.point >= 0 or lead not in picked:
            return []
        return [lead, *(name for name in picked if name != lead and model.move_to(option.to, name) is not None)]

    def send(self, units: list[str], goal: int) -> None:
        """Move units to a cell one after the other, until one may not go there or another seat is asked something."""
        with self.game.gesture():
            self._send(units, goal)

    def _send(self, units: list[str], goal: int) -> None:
        """Move the units; those that are left stay picked, and the notice says why."""
        model, pointer = self.model, self.pointer
        seat, pace, path = model.session.asked, model.pace, model.path or None
        for place, name in enumerate(units):
            remaining = units[place:]
            if place:
                path, model.pace = None, pace
            if model.session.asked != seat:
                self._wait(remaining)
                return
            option = model.move_to(goal, name)
            if option is None:
                pointer.picked = remaining
                stay = f"{written_ids(remaining)} {agreeing(len(remaining), 'stays', 'stay')}"
                why = f"{stay}: no move to {self.view.board.label(goal)} is on offer now."
                model.notice = model.notice or why
                return
            if not self.game.choose(Intent(option.id, path=path)) and place < len(units) - 1:
                self._wait(units[place + 1 :])
                return
        pointer.picked = []

    def _wait(self, remaining: list[str]) -> None:
        """Keep the units that have not moved picked, and say what comes before them."""
        seat = self.model.session.asked
        first = "the dice are thrown" if seat == DICE else f"{spoken(seat)} is asked"
        self.pointer.picked = remaining
        self.model.notice = (
            f"{written_ids(remaining)} {agreeing(len(remaining), 'stays', 'stay')} for now: {first} first."
        )
