"""What the player does on the battle screen: picking options, cells and units, typing dice, scrolling."""

from __future__ import annotations

from game.engine.decisions import Option
from game.ui.battle import bottom, moving
from game.ui.battle.sitting import Sitting
from game.ui.screens.cards import ClauseCard


class Hand(Sitting):
    """What is under the player's hand, and what a click on the map means."""

    def pick(self, option: str) -> None:
        """Take an option under the hand; a second time does it."""
        self.pointed = False
        if self.model.chosen == option:
            self.do_it()
        else:
            self.model.chosen = option
            picked = self.model.option()
            if picked is not None and picked.unit:
                self.model.selected = picked.unit

    def do_it(self) -> None:
        """Do what is under the hand, with all units that are in it."""
        option = self.model.option()
        names = moving.in_hand(self)
        if option is not None and len(names) > 1 and self.model.mine:
            moving.send(self, names, option.to)
        elif self.model.chosen and self.model.mine:
            self.choose(self.model.chosen, path=self.model.path or None)

    def give(self, order: str) -> None:
        """A marker for the selected unit, then on to the next without one."""
        name = f"{self.model.selected}:{order}"
        if name in self.model.choices.by_id:
            self.choose(name)

    def give_rest(self, order: str) -> None:
        """The same marker for every unit that has none yet, one choice after the other."""
        while (asked := self.session.decision) is not None and asked.kind == "assign" and asked.unit:
            self.session.choose(f"{asked.unit}:{order}")
        self.notice, self.session.complaint = self.session.complaint, ""
        self.model.refresh()

    def select(self, unit: str) -> None:
        """Select a unit."""
        self.model.selected = unit
        if unit not in self.picked:
            self.picked = []
        self.model.chosen = self.model.pace = self.model.whole = ""
        self.model.path, self.model.bends = (), []
        self.rows.first = 0
        self._look_at(unit)

    def set_pace(self, pace: str) -> None:
        """Fix the pace, or let it go again."""
        self.model.pace = "" if self.model.pace == pace else pace
        self.model.chosen, self.model.path = "", ()

    def next_unit(self, step: int) -> None:
        """The next unit that can do something, else the next of the side that looks."""
        names = self.model.able() or [
            n for n, u in self.model.units.items() if u.seat == self.session.viewer and not u.out
        ]
        if names:
            group = self.model.group_of(self.model.selected)
            here = self.model.selected if self.model.selected in names else self.model.head_of(group)
            place = names.index(here) + step if here in names else 0
            self.select(names[place % len(names)])
            unit = self.model.units[self.model.selected]
            self.cursor = unit.at
            self.pointed, self.focus = False, ""

    def click_cell(self, cell: int, *, right: bool = False, token: str = "") -> None:
        """A click on the map: choose where to go, or select who stands there. The right button bends the path.

        `token`: the one that was hit, where several share the cell.
        """
        self.pointed = False
        option = self.model.move_to(cell)
        if right:
            if self.model.option() is not None and cell >= 0:
                self.model.bends.append(cell)
                self._bend()
            return
        point = next(
            (
                o
                for o in self.model.choices.points.get(cell, ())
                if not self.model.selected or o.unit == self.model.selected
            ),
            None,
        )
        if point is not None:
            self.pick(point.id)
        elif option is not None and not self._meant(cell, token):
            if self.model.chosen == option.id and cell == option.to:
                self.do_it()
            else:
                self.model.chosen, self.model.path, self.model.bends = option.id, (), []
        elif not token and (aimed := self._aimed_at(cell)) is not None:
            self.pick(aimed.id)
        else:
            unit = token or self._next_at(cell)
            target = self.model.aimed_at(unit)
            own = unit in self.model.units and self.model.units[unit].seat == self.session.viewer
            if target is not None and not own:
                self.pick(target.id)
            elif unit:
                self.select(unit)

    def _meant(self, cell: int, token: str) -> bool:
        """Whether a click on a cell one may move to is meant for who stands there: on hexes only if it hits an own token."""
        if self.map.board.grid == "hex":
            return bool(token) and self.model.units[token].seat == self.session.viewer
        return bool(self.units_at(cell))

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
        names = self.units_at(cell)
        if self.map.board.grid == "hex":
            able = self.model.able()
            names = [n for n in names if n in able] or names
            place = names.index(self.model.selected) + 1 if self.model.selected in names else 0
            return names[place % len(names)] if names else ""
        return next(iter(names), "")

    def _bend(self) -> None:
        """A path through the bends, if the engine allows it."""
        option = self.model.option()
        if option is None or option.to < 0:
            return
        match = self.session.match
        board = match.setup.board
        start = match.front.units[option.unit].at
        taken = frozenset(u.at for u in self.model.units.values() if not u.out) - {start}
        path: list[int] = []
        here = start
        for goal in (*self.model.bends, option.to):
            reach = board.reach(here, 80, taken)
            if goal not in reach.costs:
                break
            path += reach.path(goal) if goal != here else ()
            here = goal
        no = match.rules.path_refused(match.front, option, tuple(path))
        if no is None:
            self.model.path = tuple(path)
            self.notice = ""
        else:
            self.notice = f"That way cannot be taken: {no.reason} ({no.clause})."
            self.model.bends.pop()

    def units_at(self, cell: int) -> list[str]:
        """The units on a cell, standing ones first; who rides in another is found there."""
        on_map = ((n, u) for n, u in self.model.units.items() if not u.aboard)
        found = [n for n, u in on_map if u.at == cell]
        return sorted(found, key=lambda n: bool(self.model.units[n].out))

    def sharing(self, unit: str) -> list[str]:
        """The standing units of a hex that a unit shares, those aboard with them; on squares it is alone."""
        board = self.map.board
        if board.grid != "hex" or self.model.units[unit].out:
            return [unit]
        at = self.model.units[unit].at
        return [n for n, u in self.model.units.items() if u.at == at and not u.out]

    def cell_of(self, unit: str) -> int:
        """Where a unit is."""
        return self.model.units[unit].at

    def hovered(self) -> str:
        """The unit under the pointer or the cursor, or an empty string."""
        cell = self.hover if self.hover >= 0 else self.cursor
        if self.map.board.grid == "hex" and self.hover >= 0:
            token = self.stacks.hit(self.app.mouse)
            if token:
                return token
        return next(iter(self.units_at(cell)), "") if cell >= 0 else ""

    def type_face(self, face: int) -> None:
        """Own dice: one face; when all are there they count."""
        asked = self.model.decision
        if asked is not None and asked.seat == "dice":
            self.typed.append(face)
            if len(self.typed) == len(asked.dice):
                self.choose(faces=self.typed)

    def take_face_back(self) -> None:
        """Own dice: the last face was mistyped."""
        del self.typed[-1:]

    def open_clause(self, clause: str) -> None:
        """Show a clause or ruling; from its card the others on the screen can be reached."""
        asked = self.model.decision
        on_screen = [zone.id.split(":")[1] for zone in self.zones if zone.id.startswith("chip:")]
        names = list(dict.fromkeys([*(asked.clauses if asked else ()), *on_screen]))
        if clause or names:
            self.app.push(ClauseCard(self.app, self.session.match.rules.book, clause or names[0], names))

    def step_rows(self, step: int) -> None:
        """The next or the previous listed option under the hand, however long the list is."""
        rows = self.rows.order(self.model)
        if rows:
            places = [place for place, option in enumerate(rows) if option.id == self.model.chosen]
            place = (places[0] + step) % len(rows) if places else 0 if step > 0 else len(rows) - 1
            self.model.chosen, self.pointed = rows[place].id, False
            self.rows.reveal(place)

    def scroll_ladder(self, by: int) -> None:
        """Wheel over the ladder."""
        most = len(self.model.reactions()) - 1
        self.ladder_first = max(0, min(most, self.ladder_first - by))

    def scroll_log(self, by: int) -> None:
        """Wheel over the log."""
        most = max(0, len(bottom.log_lines(self.model.events)) - 4)
        self.log_back = max(0, min(most, self.log_back + by))
