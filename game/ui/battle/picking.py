"""What a player does with options, cells and units: pick them, bend a path, and do what is chosen."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.decisions import DICE, Refusal
from game.engine.names import MarkerKind, spoken
from game.engine.options import Option
from game.engine.wording import agreeing, uncapitalised, written_ids
from game.session.intent import Intent
from game.session.ways import WayRefused, bent
from game.ui.battle.game import Game
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.options import OptionList
from game.ui.battle.pointer import Pointer
from game.ui.battle.sums import words_of


class Picking:
    """What a click or a key does with options, units and cells. All that is worked out here is which option is meant."""

    def __init__(self, game: Game, model: Model, view: MapView, pointer: Pointer, rows: OptionList) -> None:
        self.game, self.model, self.view, self.pointer, self.rows = game, model, view, pointer, rows
        self.put: Callable[[Option], object] = lambda option: game.choose(option.id)
        """Takes an answer into the plan that is drawn up."""

    # -- options --------------------------------------------------------------------------------------------------

    def pick(self, option: str) -> None:
        """Choose an option; choosing it a second time does it. In a draft it is planned at once: it can be changed."""
        self.pointer.keyed = False
        self.pointer.let_be()
        if self.model.drafting and option in self.model.choices.by_id:
            self.put(self.model.choices.by_id[option])
            return
        if self.model.chosen == option:
            self.do_it()
            return
        self.model.take(option)
        picked = self.model.option()
        if picked is not None and picked.unit:
            self.model.selected = picked.unit
            if self.rows.carded:
                self.game.look_at_shot(picked)
            elif self.rows.of_units:
                self.game.look_at(picked.unit)

    def pick_and_do(self, option: str) -> None:
        """Choose an option and do it, as with Shift."""
        if self.model.chosen != option and not self.model.drafting:
            self.model.take(option)
        self.pick(option)

    def do_it(self) -> None:
        """Do what is chosen, with all units that are in it."""
        if self.game.step_on():
            return
        option, names = self.model.option(), self.together()
        if option is not None and len(names) > 1 and self.model.mine:
            self.send(names, option.to)
        elif self.model.chosen and self.model.mine:
            attack = option.target if option is not None and option is self.model.begun else ""
            self.game.submit(Intent(self.model.chosen, path=self.model.path or None, attack=attack))
        elif self.model.mine and self.model.decision is not None:
            self.model.notice = self._to_do()

    def leave_it(self, *, unasked: bool = False) -> None:
        """Leave it at that, as N does also where Enter wears it; `unasked`: whatever is given up by it."""
        passing = self.model.choices.passing
        if passing is not None and self.model.mine and not self.model.drafting:
            (self.game.choose if unasked else self.game.submit)(passing.id)

    def _to_do(self) -> str:
        """What is to be done before Enter does anything."""
        model, words = self.model, self.model.words
        asked, name = model.decision, model.selected.upper()
        if asked is not None and asked.kind == words.order_kind:
            keys = " or ".join(f"{order.key} ({order.title.lower()})" for order in words.orders)
            return f"Every unit needs a marker first: {keys} gives one to {name}."
        if asked is not None and asked.seat == DICE:
            return "Type the faces that you have rolled."
        no = model.plan_refusal() if model.drafting else None
        if no is not None:
            return f"The plan cannot be confirmed yet: {no.cited}."
        ways = [f"click {self.on_map()}"] if self.on_map() else []
        ways += ["press the number of an answer"] if model.listed() else []
        passing = model.choices.passing
        ways += [f"N: {uncapitalised(words_of(passing))}"] if passing is not None else []
        return f"Nothing is chosen yet: {', or '.join(ways)}." if ways else ""

    def on_map(self) -> str:
        """What a click on the map chooses for the selected unit, "" where nothing can be chosen there."""
        model, name = self.model, self.model.selected.upper()
        if model.drafting or not any(model.moves()):
            return ""
        return f"where {name} is to go" + (", or an enemy to attack it" if model.attacks(model.selected) else "")

    def give(self, order: MarkerKind) -> None:
        """A marker for the selected unit, then on to the next without one."""
        name = f"{self.model.selected}:{order}"
        if name in self.model.choices.by_id:
            self.game.choose(name)

    def step_rows(self, step: int) -> None:
        """Choose the next or the previous listed option, however long the list is."""
        rows = self.rows.order()
        if rows:
            places = [place for place, option in enumerate(rows) if option.id == self.model.chosen]
            place = (places[0] + step) % len(rows) if places else 0 if step > 0 else len(rows) - 1
            self._go_to(rows[place])

    def by_card(self, dx: int, dy: int) -> bool:
        """Where answers are listed by unit, arrow keys go from card to card, and through the answers of one; else False."""
        if not self.rows.carded:
            return False
        if dy:
            self.step_rows(dy)
        elif (option := self.rows.cards.within(dx)) is not None:
            self._go_to(option)
        return True

    def _go_to(self, option: Option) -> None:
        self.model.take(option.id)
        self.pointer.keyed = False
        self.pointer.let_be()
        self.rows.position.moved = False
        if self.rows.carded:
            self.model.selected = option.unit
            self.game.look_at_shot(option)

    def type_face(self, face: int) -> None:
        """Own dice: one face; when all are there they count."""
        asked = self.model.decision
        if asked is not None and asked.seat == DICE:
            self.model.notice = ""
            self.model.typed.append(face)
            if len(self.model.typed) == len(asked.dice):
                self.game.choose(Intent(faces=tuple(self.model.typed)))

    def no_face(self, name: str) -> bool:
        """Own dice: a digit that is no face of the die that is to be typed is refused; False where it is none."""
        asked = self.model.decision
        if asked is None or asked.seat != DICE or not name.isdecimal():
            return False
        self.model.notice = f"This die has no {name}: type a face from 1 to {asked.dice[len(self.model.typed)]}."
        return True

    def take_face_back(self) -> None:
        """Own dice: the last face was mistyped."""
        del self.model.typed[-1:]

    # -- units ----------------------------------------------------------------------------------------------------

    def select(self, unit: str) -> None:
        """Select a unit and bring it into sight; at a set-up all of its formation, if that was not in hand before."""
        model = self.model
        before, group = model.group_of(model.selected), model.group_of(unit)
        model.pick(unit)
        if model.deploying and model.mine and group != before and group in model.wholes:
            model.whole = group
        self.model.chosen = self._all_it_can(unit)
        self.model.notice = ""
        if unit not in self.pointer.picked:
            self.pointer.picked = []
        self.rows.position.home()
        self.game.look_at(unit)

    def _all_it_can(self, unit: str) -> str:
        """The one answer of a unit, where the question is which unit and it has no other; else ""."""
        model = self.model
        if not model.mine or model.decision is None or model.decision.kind not in model.words.free:
            return ""
        own = [option.id for option in model.choices.by_id.values() if option.unit == unit]
        return own[0] if len(own) == 1 and not any(model.moves(unit)) else ""

    @property
    def turning(self) -> bool:
        """Whether every unit has its marker, so that a click on one turns it over."""
        asked = self.model.decision
        return (
            asked is not None and asked.kind == self.model.words.order_kind and self.model.choices.confirm is not None
        )

    def touch(self, unit: str) -> None:
        """A click on a unit selects it; once all markers are given it gets the next other one."""
        self.select(unit)
        if self.turning:
            other = next((o.id for o in self.model.options() if o.unit == unit and o.marker), "")
            if other:
                self.game.choose(other)
                self.model.selected = unit

    def next_unit(self, step: int) -> None:
        """The next unit that can do something, else the next of the side that looks."""
        model = self.model
        names = model.able() or [n for n, u in model.units.items() if u.seat in model.session.speakers and not u.out]
        if names:
            here = model.selected if model.selected in names else model.head_of(model.group_of(model.selected))
            place = names.index(here) + step if here in names else 0
            self.select(names[place % len(names)])
            self.pointer.cursor = model.cell_of(model.selected)
            self.pointer.keyed = False
            self.pointer.unfocus()

    # -- cells ----------------------------------------------------------------------------------------------------

    def click_cell(self, cell: int, token: str = "") -> None:
        """A click on the map: choose where to go, or select who stands there.

        `token`: the one that was hit, where several share the cell.
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
        """The move that a click on a cell chooses; None where there is none, or the click is meant for whoever stands there."""
        move = self._boarding(token) or self.model.move_to(cell)
        return move if move is not None and (move.target == token or not self._meant(cell, token)) else None

    def _click_unit(self, unit: str, cell: int) -> None:
        """A click on a unit (or on nobody, "") attacks it or selects it; where it does neither, say why."""
        model = self.model
        own = unit in model.units and model.units[unit].seat in model.session.speakers
        if not own and self._attacked(unit, cell):
            return
        no = None if own and model.can(unit) else model.session.refused_at(model.selected, cell)
        if unit and (own or no is None or not model.can(model.selected)):
            self.touch(unit)
        model.refuse(no)

    def _attacked(self, unit: str, cell: int) -> bool:
        """A click on an enemy (or on nobody, "") chooses an attack on it; False if there is none."""
        model = self.model
        begun, target, chosen = model.towards(model.selected, cell), model.aimed_at(unit), model.option()
        if begun is not None and begun != model.begun:
            self.begin(begun)
        elif target is not None:
            no = self._not_by_the_one_in_hand(target, cell)
            if no is None:
                self.pick(target.id)
            model.refuse(no)
        else:
            return chosen is not None and bool(unit) and unit in (chosen.target, *chosen.targets)  # chosen already
        return True

    def begin(self, option: Option) -> None:
        """Choose an answer and whom it is to attack once that is asked."""
        model = self.model
        model.take(option.id, begun=option)
        model.path, model.bends, model.notice = (), [], ""

    def _not_by_the_one_in_hand(self, target: Option, cell: int) -> Refusal | None:
        """Why the selected unit cannot do what another one can to whoever stands at a cell; None where it need not."""
        model = self.model
        group = model.group_of(model.selected)
        own = target.unit == model.selected or (group and group == model.group_of(target.unit))
        if not target.unit or own or not model.can(model.selected):
            return None
        return model.session.refused_at(model.selected, cell) if model.option() is None else None

    def _boarding(self, token: str) -> Option | None:
        """The move of the selected unit that is for a token, as one boards a ship."""
        return next((o for o in self.model.moves() if token and o.target == token), None)

    def _meant(self, cell: int, token: str) -> bool:
        """Whether a click on a cell one may move to is meant for whoever stands there: on hexes if it hits one who can do something."""
        if self.view.board.grid == "hex":
            return bool(token) and self.model.can(token)
        return bool(self.model.units_at(cell))

    def _aimed_at(self, cell: int) -> Option | None:
        """The answer that names a cell or is aimed at what happens there; a second click takes the next one."""
        rows = self.model.listed()
        found = [o for o in self.model.choices.aimed.get(cell, ()) if o in rows]
        if not found and self.model.trigger_cell() == cell:
            found = [o for o in rows if o.target or o.targets]
        later = [o for o in found if o.id != self.model.chosen]
        return next(iter(later or found), None)

    def _next_at(self, cell: int) -> str:
        """Who is selected by a click on a cell: one unit after the other, those that can do something first."""
        names = self.model.units_at(cell)
        if self.view.board.grid == "hex":
            able = self.model.able()
            names = [n for n in names if n in able] or names
            place = names.index(self.model.selected) + 1 if self.model.selected in names else 0
            return names[place % len(names)] if names else ""
        return next(iter(names), "")

    def bend(self, cell: int) -> None:
        """Bend the path of the chosen move through a cell, if the engine allows it."""
        self.pointer.keyed = False
        model, option = self.model, self.model.option()
        if option is None or cell < 0 or (option.to >= 0 and option.unit not in model.units):
            return  # nobody walks there: a battle, or a place for what is built
        model.bends.append(cell)
        if option.to < 0:
            return
        try:
            model.path = bent(model.session.match, option, model.bends) or ()
            model.notice = ""
        except WayRefused as error:
            model.notice = str(error)
            model.bends.pop()

    # -- several units of one cell with one gesture: gathered, dragged, sent as one choice after the other ----------

    def gather(self) -> None:
        """Take all units of the selected one's cell in hand, or let go of them."""
        found = self._beside(self.model.selected) if self.model.selected in self.model.units else []
        self.pointer.picked = [] if len(self.pointer.picked) == len(found) else found

    def add(self, unit: str) -> None:
        """Take a unit to those in hand, or out of them again; units of another cell are let go."""
        pointer, model = self.pointer, self.model
        held = pointer.picked or [model.selected]
        if unit in held and len(held) > 1:
            pointer.picked = [name for name in held if name != unit]
        elif model.can(unit):
            pointer.picked = [*(n for n in held if n in self._beside(unit) and n != unit), unit]
        if pointer.picked and model.selected not in pointer.picked:
            model.selected = pointer.picked[-1]

    def _beside(self, unit: str) -> list[str]:
        """The units that can do something now and are where `unit` is."""
        cell = self.model.cell_of(unit)
        return [name for name in self.model.able() if self.model.cell_of(name) == cell]

    def together(self) -> list[str]:
        """The units that a chosen move is for: the selected one first, then the others in hand that can go there."""
        model, picked = self.model, self.pointer.picked
        option, lead = model.option(), model.selected
        if option is None or option.to < 0 or option.point >= 0 or lead not in picked:
            return []
        return [lead, *(n for n in picked if n != lead and model.move_to(option.to, n) is not None)]

    def send(self, names: list[str], goal: int) -> None:
        """Move units to a cell one after the other, as long as each may and nobody else is asked anything."""
        with self.game.gesture():
            self._send(names, goal)

    def _send(self, names: list[str], goal: int) -> None:
        model, pointer = self.model, self.pointer
        seat, pace, path = model.session.asked, model.pace, model.path or None
        for place, name in enumerate(names):
            left = names[place:]
            if place:
                path, model.pace = None, pace
            if model.session.asked != seat:
                self._wait(left)
                return
            option = model.move_to(goal, name)
            if option is None:
                pointer.picked = left
                label = self.view.board.label(goal)
                model.notice = (
                    model.notice
                    or f"{written_ids(left)} {agreeing(len(left), 'stays', 'stay')}: no move to {label} is on offer now."
                )
                return
            if not self.game.choose(Intent(option.id, path=path)) and place < len(names) - 1:
                self._wait(names[place + 1 :])
                return
        pointer.picked = []

    def _wait(self, left: list[str]) -> None:
        asked = self.model.session.asked
        who = "the dice are thrown" if asked == DICE else f"{spoken(asked)} is asked"
        self.pointer.picked = left
        self.model.notice = f"{written_ids(left)} {agreeing(len(left), 'stays', 'stay')} for now: {who} first."
