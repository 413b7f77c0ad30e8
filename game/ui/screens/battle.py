"""The battle screen: map, prompt, options, ladder, log, dice. It shows what the engine says and passes on what is chosen."""

from __future__ import annotations

from functools import partial

import pygame

from game.engine.dice import DiceError
from game.engine.match import IllegalChoice, NoDecision
from game.session import Session
from game.ui.app import App, Screen
from game.ui.battle import bottom, overlay, panels
from game.ui.battle.ladder import draw_ladder
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Json, Model
from game.ui.battle.playback import SHOTS, Playback
from game.ui.battle.topbar import draw_top
from game.ui.canvas import Canvas
from game.ui.palette import INK2, LINE2, PANEL, PAPER
from game.ui.screens.cards import ClauseCard

TOP, BOTTOM, RIGHT = 48.0, 128.0, 376.0
RULER = 16.0
LINE_STYLE = ("dotted", "dashed", "dotted", "dashed")


class BattleScreen(Screen):
    """One session in the window."""

    foot = 0.0
    """Logical pixels at the foot of the map kept free for a caption."""

    def __init__(self, app: App, session: Session, picture: pygame.Surface | None = None) -> None:
        super().__init__(app)
        self.session = session
        self.model = Model(session, app.settings.palette)
        self.map = MapView(session.setup.board, picture)
        self.playback = Playback(reduced=app.settings.reduced_motion)
        self.rows = panels.OptionList()
        self.hover = -1
        self.cursor = -1
        self.sight = self.threat = False
        self.typed: list[int] = []
        self.log_back = 0
        self.ladder_first = 0
        self.notice = ""
        self.drag: tuple[int, int] | None = None
        self.wait = 0.0
        self.model.refresh()
        self._look_at_action()

    # -- what happens ---------------------------------------------------------------------------------------------

    def entered(self) -> None:
        """Back on top: settings may have changed."""
        self.model.palette = self.app.settings.palette
        self.playback.reduced = self.app.settings.reduced_motion
        self.session.curtains = self.app.settings.curtains

    def choose(
        self, option: str = "", *, path: tuple[int, ...] | None = None, faces: list[int] | None = None, until: str = ""
    ) -> None:
        """Pass a choice to the engine and play back what came of it."""
        before = list(self.model.units.values())
        since = len(self.session.match.events)
        try:
            self.session.choose(option, path=path, faces=faces, until=until)
        except (IllegalChoice, NoDecision, DiceError) as error:
            self.notice = str(error)
            return
        self._after(before, since)

    def _after(self, before: list[Json], since: int) -> None:
        self.notice = ""
        self.typed = []
        self.log_back = self.rows.first = self.ladder_first = 0
        if self.session.curtain_needed:
            self._curtain()
            return
        self.session.hand_over()
        self.model.refresh()
        self.playback.start(self.session.events(since), before)
        self._look_at_action()

    def _curtain(self) -> None:
        from game.ui.screens.curtain import CurtainScreen

        self.playback.skip()
        self.app.push(CurtainScreen(self.app, self.session, self._lifted))

    def _lifted(self) -> None:
        self.session.hand_over()
        self.model.refresh()
        self._look_at_action()

    def _look_at_action(self) -> None:
        """Bring the unit that is asked about into sight."""
        asked = self.model.decision
        name = (asked.unit if asked else "") or self.model.selected
        unit = self.model.units.get(name)
        if unit is not None and self.map.area.width > 1:
            cell = self.session.setup.board.cell(*unit["at"])  # type: ignore[misc]
            if not self.map.in_sight(cell):
                self.map.centre_on(cell)

    def undo(self) -> None:
        """Take the last choice back."""
        if self.session.match.history:
            self.session.undo()
            self.playback.skip()
            self.session.hand_over()
            self.model.refresh()

    def tick(self, seconds: float) -> bool:
        """Play back, and let computer players answer when nothing moves."""
        if self.playback.tick(seconds):
            return True
        if self.session.waits_for_player and self.app.top is self:
            self.wait += seconds
            if self.wait > 0.25:
                self.wait = 0.0
                before = list(self.model.units.values())
                since = len(self.session.match.events)
                self.session.let_player_choose()
                self._after(before, since)
                self.app.dirty = True
            return True
        return False

    def skip(self) -> bool:
        """Any key finishes all running motion."""
        return self.playback.skip()

    # -- drawing --------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Everything, from the map upwards."""
        wide, high = canvas.surface.get_width() / canvas.scale, canvas.surface.get_height() / canvas.scale
        canvas.surface.fill(PAPER)
        right = wide - RIGHT
        map_high = high - TOP - BOTTOM
        self.map.place(canvas.rect(8, TOP + RULER, right - 12, map_high - RULER - 4 - self.foot), canvas.scale)
        self.draw_map(canvas, canvas.rect(0, TOP, right, RULER))
        draw_top(canvas, self, wide, TOP)
        canvas.box(right, TOP, RIGHT, high - TOP, PANEL, None, 0)
        pygame.draw.line(canvas.surface, LINE2, (canvas.px(right), canvas.px(TOP)), (canvas.px(right), canvas.px(high)))
        self.draw_right(canvas, right, high)
        log = max(220.0, right - 300)
        bottom.draw_log(
            canvas, self.model, 0, high - BOTTOM, log, BOTTOM, self.log_back, self.scroll_log, self.open_clause
        )
        event = self.playback.now
        shaking = int(self.playback.clock * 20) + 1 if event is not None and event["type"] == "rolled" else 0
        bottom.draw_dice(
            canvas, self.model, log, high - BOTTOM, right - log, BOTTOM, self.typed, self.type_face, shaking
        )
        canvas.rule(0, high - BOTTOM, right, LINE2)

    def draw_map(self, canvas: Canvas, ruler: pygame.Rect) -> None:
        """Ground, what lies on it, tokens, and what is being asked or shown."""
        view, model, surface = self.map, self.model, canvas.surface
        view.draw_ground(surface)
        surface.set_clip(view.area)
        canvas.clip = view.area
        objectives = model.view["objectives"]
        overlay.draw_objectives(
            canvas, view, objectives if isinstance(objectives, list) else [], lambda seat: model.colours(seat).fill
        )
        from game.ui.battle.table import draw_reach, draw_running_action, draw_tokens, draw_under_hand

        if self.sight and model.selected in model.units:
            spot = view.board.cell(*model.units[model.selected]["at"])  # type: ignore[misc]
            overlay.draw_field(surface, view, set(view.board.field(spot)))
        if self.threat:
            overlay.draw_threat(canvas.surface, view, model.enemy_cells())
        if not self.playback.running:
            draw_reach(self, canvas)
            draw_running_action(self, canvas)
        draw_tokens(self, canvas)
        if not self.playback.running:
            draw_under_hand(self, canvas)
        self._draw_playback(canvas)
        canvas.clip = None
        surface.set_clip(None)
        view.draw_rulers(canvas, ruler)
        self._draw_mini(canvas)
        self._draw_hints(canvas)

    def _draw_playback(self, canvas: Canvas) -> None:
        event = self.playback.now
        if event is None or event["type"] not in SHOTS:
            return
        units = self.model.units
        shooter = units.get(str(event["unit"]))
        if shooter is None:
            return
        board = self.map.board
        start = event.get("start")
        a = self.map.at(board.cell(*start)) if isinstance(start, list) else self.map.at(board.cell(*shooter["at"]))  # type: ignore[misc]
        cell = event.get("cell")
        target = units.get(str(event["target"]))
        spot = cell if isinstance(cell, list) else target["at"] if target else None
        if isinstance(spot, list):
            side = self.model.side(str(shooter["seat"]))
            share = min(1.0, self.playback.progress() * 2.5)
            overlay.draw_shot(
                canvas,
                a,
                self.map.at(board.cell(*spot)),
                self.model.colours(str(shooter["seat"])).edge,
                LINE_STYLE[side],
                share,
            )

    def _draw_mini(self, canvas: Canvas) -> None:
        board = self.map.board
        whole = self.map.origin[0] <= 0 and self.map.origin[1] <= 0
        if whole and self.map.size * board.width <= self.map.area.width:
            return
        wide = canvas.px(146)
        high = round(wide * board.height / board.width)
        rect = pygame.Rect(
            self.map.area.right - wide - canvas.px(14), self.map.area.bottom - high - canvas.px(14), wide, high
        )
        dots = {
            board.cell(*u["at"]): self.model.colours(str(u["seat"])).fill  # type: ignore[misc]
            for u in self.model.units.values()
            if not u["out"]
        }
        self.map.draw_mini(canvas, rect, dots)
        canvas.zone("mini", rect, self._jump, focusable=False)

    def _jump(self) -> None:
        zone = next(z for z in self.zones if z.id == "mini")
        x, y = pygame.mouse.get_pos()
        board = self.map.board
        self.map.look = (
            (x - zone.rect.x) / zone.rect.width * board.width,
            (y - zone.rect.y) / zone.rect.height * board.height,
        )

    def _draw_hints(self, canvas: Canvas) -> None:
        if self.notice:
            overlay.label_plate(canvas, self.map.area.centerx, self.map.area.bottom - canvas.px(46), self.notice, INK2)
        at = self.map.area.x / canvas.scale + 20
        y = self.map.area.bottom / canvas.scale - 22
        hints = (("L", "sight"), ("T", "threat"), ("Tab", "next unit"), ("Space", "centre"), ("+ −", "zoom"))
        wide = sum(
            canvas.width(words, "label", 13.5) + max(20, canvas.width(key, "label_semi", 12.5) + 10) + 24
            for key, words in hints
        )
        if wide > self.map.area.width / canvas.scale - 190:
            return
        canvas.box(at, y - 14, wide + 4, 27, PANEL, LINE2, 6)
        at += 10
        for key, words in hints:
            at += canvas.key_cap(key, at, y - 0.5) + 6
            at += canvas.write(words, at, y - 0.5, "label", 13.5, INK2, middle=True) + 18

    def draw_right(self, canvas: Canvas, x: float, high: float) -> None:
        """Prompt, options, ladder, unit card."""
        model = self.model
        at = TOP + panels.prompt(canvas, model, x, TOP, RIGHT, self.open_clause) + 8
        inner, room = x + 8, RIGHT - 16
        card = high - 72
        asked = model.decision
        if asked is not None and asked.kind == "assign" and model.mine:
            at += panels.assign_cards(canvas, model, inner, at, room, self.give, self.open_clause)
            at = self._assign_buttons(canvas, inner, at, room)
            panels.roster(canvas, model, inner, at + 4, room, card - at - 8, self.select)
        else:
            queue = model.view["queue"]
            for_ladder = 0.0
            if isinstance(queue, dict):
                for_ladder = min(330.0, 92.0 + 40 * max(1, len(queue["reactions"])))
            most = max(3, int((card - at - for_ladder - 90) // panels.ROW))
            at = self._pace_row(canvas, inner, at, room)
            at += self.rows.draw(canvas, model, inner, at, room, most, self.pick, self.open_clause)
            at = self._confirm(canvas, inner, at + 6, room)
            if isinstance(queue, dict):
                draw_ladder(canvas, model, inner, at + 4, room, card - at - 8, self.ladder_first, self.open_clause)
            else:
                self._standing(canvas, inner, at + 8, room)
        shown = model.units.get(self.hovered()) or model.units.get(model.selected)
        if shown is not None:
            canvas.box(x + 1, card, RIGHT, 72, PANEL, None, 0)
            panels.unit_card(canvas, model, shown, x, card, RIGHT)

    def _standing(self, canvas: Canvas, x: float, y: float, w: float) -> None:
        """Between actions: points and what is left on both sides."""
        score = self.model.view["score"]
        canvas.section("Standing", x, y + 6, w)
        at = y + 26
        for seat, points in score.items() if isinstance(score, dict) else ():
            left = sum(1 for u in self.model.units.values() if u["seat"] == seat and not u["out"])
            canvas.box(
                x + 2, at - 5, 10, 10, self.model.colours(seat).fill, None, 5 if self.model.side(seat) == 0 else 1
            )
            canvas.write(self.model.seat_name(seat), x + 22, at, "label_semi", 14.5, middle=True)
            canvas.write(
                f"{left} standing, {points} point{'' if points == 1 else 's'}",
                x + w - 6,
                at,
                "label",
                14,
                INK2,
                align="right",
                middle=True,
            )
            at += 22

    def _pace_row(self, canvas: Canvas, x: float, y: float, w: float) -> float:
        """For moves: which paces there are, how far each goes; the cell is picked on the map."""
        paces = self.model.paces()
        if not paces or not self.model.mine:
            return y
        counts: dict[str, int] = {}
        for option in self.model.moves():
            pace = option.pace or option.action
            counts[pace] = counts.get(pace, 0) + 1
        wide = (w - 6 * (len(paces) - 1)) / len(paces)
        for i, pace in enumerate(paces):
            left = x + i * (wide + 6)
            rect = canvas.rect(left, y, wide, 40)
            name = f"pace:{pace}"
            hover = canvas.zone(name, rect, partial(self.set_pace, pace), key="QWER"[i] if i < 4 else "")
            chosen = self.model.pace == pace
            canvas.box(
                left,
                y,
                wide,
                40,
                (248, 230, 188) if chosen else (242, 234, 216) if hover else (255, 253, 247),
                LINE2,
                5,
            )
            canvas.ring(name, rect, 5)
            canvas.key_cap("QWER"[i], left + 6, y + 20, size=18)
            canvas.write(
                pace.replace("_", " ").capitalize(), left + 30, y + 12, "label_semi", 14, middle=True, room=wide - 34
            )
            canvas.write(f"{counts[pace]} cells", left + 30, y + 28, "label", 12.5, INK2, middle=True)
        return y + 46

    def _confirm(self, canvas: Canvas, x: float, y: float, w: float) -> float:
        """The sum of what is under the hand, and the button that does it."""
        model = self.model
        option = model.option()
        if option is None or not model.mine:
            return y
        total = model.forecast(option)
        if total is not None:
            panels.sum_line(canvas, total, x, y, w)
            y += 34
        words = panels.words_of(option)
        if option.to >= 0 and option.point < 0 and option.action != "go_on":
            pace = option.pace or option.action
            words = f"{pace.replace('_', ' ').capitalize()} to {self.map.board.label(option.to)}"
        passing = next(
            (o for o in model.options() if o.action in ("pass", "nothing", "end", "done", "none", "wait")), None
        )
        wide = w if passing is None or passing.id == option.id else w * 0.62
        canvas.button("do", x, y, wide, 33, "Enter", words, self.do_it, primary=True)
        if passing is not None and passing.id != option.id:
            canvas.button(
                "pass",
                x + wide + 6,
                y,
                w - wide - 6,
                33,
                "N",
                panels.words_of(passing),
                lambda: self.choose(passing.id),
            )
        return y + 40

    def _assign_buttons(self, canvas: Canvas, x: float, y: float, w: float) -> float:
        third = (w - 12) / 3
        ready = any(o.action == "confirm" for o in self.model.options())
        if ready:
            canvas.button(
                "confirm",
                x,
                y,
                w,
                33,
                "Enter",
                "Hand over: all markers are given",
                lambda: self.choose("confirm"),
                primary=True,
            )
        else:
            canvas.button("next", x, y, third, 33, "Tab", "Next unit", lambda: self.next_unit(1))
            canvas.button("rest:o", x + third + 6, y, third, 33, "V", "Rest watch", lambda: self.give_rest("overwatch"))
            canvas.button("rest:m", x + 2 * third + 12, y, third, 33, "B", "Rest move", lambda: self.give_rest("move"))
        return y + 40

    # -- what the player does -------------------------------------------------------------------------------------

    def pick(self, option: str) -> None:
        """Take an option under the hand; a second time does it."""
        if self.model.chosen == option:
            self.do_it()
        else:
            self.model.chosen = option
            picked = self.model.option()
            if picked is not None and picked.unit:
                self.model.selected = picked.unit

    def do_it(self) -> None:
        """Do what is under the hand."""
        if self.model.chosen and self.model.mine:
            self.choose(self.model.chosen, path=self.model.path or None)

    def give(self, order: str) -> None:
        """A marker for the selected unit, then on to the next without one."""
        name = f"{self.model.selected}:{order}"
        if any(o.id == name for o in self.model.options()):
            self.choose(name)

    def give_rest(self, order: str) -> None:
        """The same marker for every unit that has none yet, one choice after the other."""
        while (asked := self.session.decision) is not None and asked.kind == "assign" and asked.unit:
            self.session.choose(f"{asked.unit}:{order}")
        self.model.refresh()

    def select(self, unit: str) -> None:
        """Select a unit."""
        self.model.selected = unit
        self.model.chosen = self.model.pace = ""
        self.model.path, self.model.bends = (), []
        self.rows.first = 0

    def set_pace(self, pace: str) -> None:
        """Fix the pace, or let it go again."""
        self.model.pace = "" if self.model.pace == pace else pace
        self.model.chosen, self.model.path = "", ()

    def next_unit(self, step: int) -> None:
        """The next unit that can do something, else the next of the side that looks."""
        names = self.model.able() or [
            n for n, u in self.model.units.items() if u["seat"] == self.session.viewer and not u["out"]
        ]
        if names:
            place = names.index(self.model.selected) + step if self.model.selected in names else 0
            self.select(names[place % len(names)])
            self._look_at_action()
            unit = self.model.units[self.model.selected]
            self.cursor = self.map.board.cell(*unit["at"])  # type: ignore[misc]

    def click_cell(self, cell: int, *, right: bool = False) -> None:
        """A click on the map: choose where to go, or select who stands there. The right button bends the path."""
        option = self.model.move_to(cell)
        if right:
            if self.model.option() is not None and cell >= 0:
                self.model.bends.append(cell)
                self._bend()
            return
        point = next(
            (
                o
                for o in self.model.options()
                if o.point >= 0 and o.to == cell and (not self.model.selected or o.unit == self.model.selected)
            ),
            None,
        )
        if point is not None:
            self.pick(point.id)
        elif option is not None and not any(u for u in self.units_at(cell)):
            if self.model.chosen == option.id and cell == option.to:
                self.do_it()
            else:
                self.model.chosen, self.model.path, self.model.bends = option.id, (), []
        else:
            unit = next(iter(self.units_at(cell)), "")
            target = next(
                (o for o in self.model.listed() if unit and o.target == unit and o.id != self.model.chosen), None
            )
            own = self.model.units.get(unit, {}).get("seat") == self.session.viewer
            if target is not None and not own:
                self.pick(target.id)
            elif unit:
                self.select(unit)

    def _bend(self) -> None:
        """A path through the bends, if the engine allows it."""
        option = self.model.option()
        if option is None or option.to < 0:
            return
        match = self.session.match
        board = match.setup.board
        start = match.front.units[option.unit].at
        taken = frozenset(board.cell(*u["at"]) for u in self.model.units.values() if not u["out"]) - {start}  # type: ignore[misc]
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
        """The units on a cell, standing ones first."""
        board = self.map.board
        found = [n for n, u in self.model.units.items() if board.cell(*u["at"]) == cell]  # type: ignore[misc]
        return sorted(found, key=lambda n: bool(self.model.units[n]["out"]))

    def hovered(self) -> str:
        """The unit under the pointer or the cursor, or an empty string."""
        cell = self.hover if self.hover >= 0 else self.cursor
        return next(iter(self.units_at(cell)), "") if cell >= 0 else ""

    def type_face(self, face: int) -> None:
        """Own dice: one face; when all are there they count."""
        asked = self.model.decision
        if asked is not None and asked.seat == "dice":
            self.typed.append(face)
            if len(self.typed) == len(asked.dice):
                self.choose(faces=self.typed)

    def open_clause(self, clause: str) -> None:
        """Show a clause or ruling."""
        self.app.push(ClauseCard(self.app, self.session.match.rules.book, clause))

    def scroll_log(self, by: int) -> None:
        """Wheel over the log."""
        most = max(0, len(bottom.log_lines(self.model.events)) - 4)
        self.log_back = max(0, min(most, self.log_back + by))

    # -- keys and mouse -------------------------------------------------------------------------------------------

    def move_focus(self, step: int) -> None:
        """Tab goes from unit to unit; the focus ring is moved with F6."""
        self.next_unit(step)

    def key(self, name: str, event: pygame.event.Event) -> bool:
        """Keys of the screen."""
        arrows = {"Up": (0, -1), "Down": (0, 1), "Left": (-1, 0), "Right": (1, 0)}
        if name in arrows:
            dx, dy = arrows[name]
            if event.mod & pygame.KMOD_SHIFT:
                self.map.pan(dx * 60, dy * 60)
            else:
                self._move_cursor(dx, dy)
        elif name == "Enter":
            if self.model.option() is not None and (self.cursor < 0 or self.model.option().to in (-1, self.cursor)):  # type: ignore[union-attr]
                self.do_it()
            elif self.cursor >= 0:
                self.click_cell(self.cursor)
        elif name == "Space":
            self._look_at(self.model.selected)
        elif name in ("+", "=", "KP+"):
            self.map.zoom_by(1)
        elif name in ("-", "KP-"):
            self.map.zoom_by(-1)
        elif name == "Z":
            self.undo()
        elif name == "L":
            self.toggle_sight()
        elif name == "T":
            self.toggle_threat()
        elif name == "F6":
            Screen.move_focus(self, -1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif name in ("PgUp", "PgDn"):
            self.rows.scroll(5 if name == "PgUp" else -5)
        elif name == "F1":
            self.open_rules()
        elif name == "Esc":
            self.open_menu()
        elif name == "A" and self.model.mine and any(o.action == "pass" for o in self.model.options()):
            self.choose("pass", until="action")
        else:
            return False
        return True

    def toggle_sight(self) -> None:
        """Show what the selected unit sees."""
        self.sight, self.threat = not self.sight, False

    def toggle_threat(self) -> None:
        """Show which cells enemies see."""
        self.sight, self.threat = False, not self.threat

    def _look_at(self, unit: str) -> None:
        if unit in self.model.units:
            self.map.centre_on(self.map.board.cell(*self.model.units[unit]["at"]))  # type: ignore[misc]

    def _move_cursor(self, dx: int, dy: int) -> None:
        board = self.map.board
        start = self.cursor
        if start < 0:
            unit = self.model.units.get(self.model.selected)
            start = board.cell(*unit["at"]) if unit else 0  # type: ignore[misc]
        x, y = board.xy(start)
        if board.inside(x + dx, y + dy):
            self.cursor = board.cell(x + dx, y + dy)
            self.hover = -1
            if not self.map.in_sight(self.cursor):
                self.map.centre_on(self.cursor)

    def open_menu(self) -> None:
        """The pause menu."""
        from game.ui.screens.menu import MenuScreen

        self.app.push(MenuScreen(self.app, self))

    def open_rules(self) -> None:
        """The rulebook in play."""
        from game.ui.screens.cards import RulesScreen

        self.app.push(RulesScreen(self.app, self.session.match.rules.book))

    def mouse(self, event: pygame.event.Event) -> bool:
        """Hover, click, drag, wheel on the map."""
        if event.type == pygame.MOUSEMOTION:
            if self.drag is not None and event.buttons[0] + event.buttons[1] > 0:
                self.map.pan(self.drag[0] - event.pos[0], self.drag[1] - event.pos[1])
                self.drag = event.pos
                return True
            before = self.hover
            self.hover = self.map.cell_at(event.pos)
            return self.hover != before
        if not self.map.area.collidepoint(getattr(event, "pos", pygame.mouse.get_pos())):
            return False
        if event.type == pygame.MOUSEWHEEL:
            self.map.zoom_by(1 if event.y > 0 else -1, pygame.mouse.get_pos())
            return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            if self.playback.skip():
                return True
            cell = self.map.cell_at(event.pos)
            self.cursor = -1
            if event.button == 2 or (event.button == 1 and not self._useful(cell)):
                self.drag = event.pos
            elif event.button in (1, 3):
                self.click_cell(cell, right=event.button == 3)
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            self.drag = None
        return False

    def _useful(self, cell: int) -> bool:
        return cell >= 0 and (
            bool(self.units_at(cell))
            or self.model.move_to(cell) is not None
            or any(o.to == cell for o in self.model.options())
        )
