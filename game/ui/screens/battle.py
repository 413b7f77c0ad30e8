"""The battle screen: map, prompt, options, ladder, log, dice. It shows what the engine says and passes on what is chosen."""

from __future__ import annotations

from functools import partial

import pygame

from game.ui import ground
from game.ui.battle import (
    answers,
    bottom,
    draft,
    field,
    formations,
    moving,
    option_cards,
    options,
    overlay,
    panels,
    plan_panel,
    seats,
)
from game.ui.battle.choices import is_aimed
from game.ui.battle.controls import Controls
from game.ui.battle.ladder import draw_ladder
from game.ui.battle.model import Model
from game.ui.battle.playback import SHOTS
from game.ui.battle.table import draw_reach, draw_running_action, draw_tokens, draw_under_hand
from game.ui.battle.topbar import draw_top
from game.ui.canvas import Canvas, Zone
from game.ui.palette import CARD, INK, INK2, INK3, LINE2, PANEL, PAPER, SUNK

TOP, BOTTOM, RIGHT = 48.0, 128.0, 376.0
RULER = 16.0
LINE_STYLE = ("dotted", "dashed", "dotted", "dashed")


class BattleScreen(Controls):
    """One session in the window."""

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
            canvas,
            self.model,
            log,
            high - BOTTOM,
            right - log,
            BOTTOM,
            self.typed,
            self.type_face,
            self.take_face_back,
            shaking,
        )
        canvas.rule(0, high - BOTTOM, right, LINE2)

    def draw_map(self, canvas: Canvas, ruler: pygame.Rect) -> None:
        """Ground, what lies on it, tokens, and what is being asked or shown."""
        view, model, surface = self.map, self.model, canvas.surface
        view.ways, view.sited = field.roads(model, view), field.sited(model, view)
        view.draw_ground(surface)
        surface.set_clip(view.area)
        canvas.clip = view.area
        watched = {} if self.playback.running else model.watched()
        field.draw_watched(canvas, view, watched, field.watcher(model))
        field.draw_sites(canvas, model, view)
        objectives = model.view["objectives"]
        overlay.draw_objectives(
            canvas, view, objectives if isinstance(objectives, list) else [], lambda seat: model.colours(seat).fill
        )
        if self.sight and model.selected in model.units:
            spot = view.board.cell(*model.units[model.selected]["at"])  # type: ignore[misc]
            overlay.draw_field(surface, view, set(view.board.field(spot)))
            bands = self.session.match.rules.bands(model.selected, self.session.match.front)
            overlay.draw_ranges(canvas, view, spot, bands, model.length)
        if self.threat and model.sighted:
            overlay.draw_threat(canvas.surface, view, model.enemy_cells())
        still = not self.playback.running
        planning = still and (model.drafting or bool(model.plan))
        if still:
            draw_reach(self, canvas)
        if planning:
            draft.draw_below(self, canvas)
        elif still:
            draw_running_action(self, canvas)
        if still and model.groups:
            formations.draw_collar(self, canvas)
        draw_tokens(self, canvas)
        if still:
            field.draw_battles(canvas, model, view)
            field.draw_watch_dice(canvas, view, self.dice_shown(watched), field.watcher(model))
        formations.draw_badges(self, canvas)
        if planning:
            draft.draw_above(self, canvas)
        elif still:
            draw_under_hand(self, canvas)
        self._draw_playback(canvas)
        canvas.clip = None
        surface.set_clip(None)
        view.draw_rulers(canvas, ruler)
        self._draw_mini(canvas)
        self._draw_hints(canvas)

    def dice_shown(self, watched: dict[int, int]) -> dict[int, int]:
        """The watched hexes whose dice are told: all in a window and under `threat`, else those on the way in hand."""
        model = self.model
        if model.view["queue"] is not None or self.threat:
            return watched
        cell = self.hover if self.hover >= 0 else self.cursor
        option = model.option() or (model.move_to(cell) if cell >= 0 else None)
        way = model.path_of(option) if option is not None and option.to >= 0 and option.unit in model.units else ()
        return {cell: watched[cell] for cell in way if cell in watched}

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
        extent = ground.extent(board, self.map.size)
        whole = self.map.origin[0] <= 0 and self.map.origin[1] <= 0
        if whole and extent[0] <= self.map.area.width:
            return
        wide = canvas.px(146)
        high = round(wide * extent[1] / extent[0])
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
        x, y = self.app.mouse
        wide, high = ground.extent(self.map.board, 1000)
        self.map.look = (
            (x - zone.rect.x) / zone.rect.width * wide / 1000,
            (y - zone.rect.y) / zone.rect.height * high / 1000,
        )

    def _draw_hints(self, canvas: Canvas) -> None:
        if self.notice:
            overlay.label_plate(canvas, self.map.area.centerx, self.map.area.bottom - canvas.px(46), self.notice, INK2)
        at = self.map.area.x / canvas.scale + 20
        y = self.map.area.bottom / canvas.scale - 22
        room = self.map.area.width / canvas.scale - 190
        field.draw_legend(canvas, self.model, self.map, at, y - 46, room)
        hints: tuple[tuple[str, str], ...] = (
            ("T", "threat"),
            ("Tab", "next unit"),
            ("Space", "centre"),
            ("+ −", "zoom"),
        )
        if self.model.sighted:
            hints = (("L", "sight"), *hints)
        if self.map.board.grid == "hex":
            hints = (*hints, ("G", "whole hex"))
        if self.model.choices.whole:
            hints = (
                ("Tab", "next stand"),
                ("F", "whole formation"),
                ("Z", "back"),
                ("Space", "centre"),
                ("+ −", "zoom"),
            )
        wide = sum(
            canvas.width(words, "label", 13.5) + max(20, canvas.width(key, "label_semi", 12.5) + 10) + 24
            for key, words in hints
        )
        if wide > room:
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
        elif model.drafting:
            self._draft(canvas, inner, at, room, card)
        else:
            queue = model.view["queue"]
            for_ladder = 0.0
            if isinstance(queue, dict):
                for_ladder = min(330.0, 92.0 + 40 * max(1, len(queue["reactions"])))
            most = max(3, int((card - at - for_ladder - 90) // options.ROW))
            at = self._pace_row(canvas, inner, at, room)
            if option_cards.wanted(model):
                at += option_cards.draw(canvas, model, inner, at, room, self.pick, self.open_clause)
            else:
                at += self.rows.draw(canvas, model, inner, at, room, most, self.pick, self.open_clause)
            at = self._confirm(canvas, inner, at + 6, room)
            if isinstance(queue, dict):
                self._queue(canvas, inner, at, room, card)
            else:
                self._standing(canvas, inner, at + 8, room, card)
        shown = model.units.get(self.hovered()) or model.units.get(model.selected)
        if shown is not None:
            canvas.box(x + 1, card, RIGHT, 72, PANEL, None, 0)
            panels.unit_card(canvas, model, shown, x, card, RIGHT)

    def _queue(self, canvas: Canvas, x: float, y: float, w: float, foot: float) -> None:
        """The ladder; or who may answer, where answers never wait. Below it the seats, if there are many."""
        model = self.model
        if seats.wanted(model):
            needs = answers.height(canvas, model, w) if model.at_once() else 92.0 + 40 * len(model.reactions())
            high = seats.height(model, foot - y - needs, (foot - y) * 0.55)
            foot -= high
            seats.draw(canvas, model, x, foot, w, high)
        rect = canvas.rect(x, y, w, max(1.0, foot - y))
        canvas.zones.append(Zone("ladder", rect, None, "", focusable=False, wheel=self.scroll_ladder))
        draw = answers.draw if model.at_once() else draw_ladder
        draw(canvas, model, x, y + 4, w, foot - y - 8, self.ladder_first, self.open_clause)

    def _draft(self, canvas: Canvas, x: float, y: float, w: float, foot: float) -> None:
        """The plan, what the selected stand may do or why nothing, and the formations in what is left."""
        model = self.model
        rows = model.listed()
        no = model.refusal_of(model.selected)
        few = len(rows) <= plan_panel.MOST_WAYS
        high = plan_panel.ways_height(canvas, rows, w) if few else options.ROW * plan_panel.MOST_WAYS
        at = self.plan_rows.draw(self, canvas, x, y, w, foot - high - (options.ROW if no else 0) - 6)
        if rows and few:
            plan_panel.draw_ways(self, canvas, rows, x, at + 2, w)
            at += 4 + high
        elif rows:
            at += 4 + self.rows.draw(canvas, model, x, at + 2, w, plan_panel.MOST_WAYS, self.pick, self.open_clause)
        if no is not None:
            middle = at + options.ROW / 2
            chip = canvas.chip(no.clause, x + w - 8, middle, self.open_clause, right=True, tag="may not")
            words = no.reason if not no.unit else f"{no.unit.upper()}: {no.reason}"
            canvas.write(words, x + 8, middle, "italic", 12.5, INK3, middle=True, room=w - chip - 24)
            at += options.ROW
        if model.groups:
            self._own_units(canvas, x, at, w, foot)

    def _standing(self, canvas: Canvas, x: float, y: float, w: float, foot: float) -> None:
        """Between actions: points and what is left on all sides, and the units of the one who looks."""
        if seats.wanted(self.model):
            at = y + seats.draw(canvas, self.model, x, y, w, foot - y)
            self._own_units(canvas, x, at, w, foot)
            return
        score = self.model.view["score"]
        canvas.section("Standing", x, y + 6, w)
        at = y + 26
        for seat, points in score.items() if isinstance(score, dict) else ():
            left = sum(1 for u in self.model.units.values() if u["seat"] == seat and not u["out"])
            canvas.seat_mark(self.model.colours(seat), x + 7, at, 10)
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
        self._own_units(canvas, x, at, w, foot)

    def _own_units(self, canvas: Canvas, x: float, y: float, w: float, foot: float) -> None:
        """The formations where there are any, else the units of the one who looks."""
        if self.model.groups and foot - y > 60:
            self.formations.draw(canvas, self.model, x, y + 6, w, foot - y - 10, self.select)
        elif not self.model.groups and foot - y > 90:
            panels.roster(canvas, self.model, x, y + 6, w, foot - y - 10, self.select, assigning=False)

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
            one, many = ("hex", "hexes") if self.map.board.grid == "hex" else ("cell", "cells")
            canvas.write(
                f"{counts[pace]} {many if counts[pace] > 1 else one}",
                left + 30,
                y + 28,
                "label",
                12.5,
                INK2,
                middle=True,
            )
        return y + 46

    def _confirm(self, canvas: Canvas, x: float, y: float, w: float) -> float:
        """The sum of what is under the hand, and the button that does it."""
        model = self.model
        option = model.option()
        if not model.mine or model.decision is None:
            return y
        passing = next(
            (o for o in model.options() if o.action in ("pass", "nothing", "end", "done", "none", "wait")), None
        )
        if option is None:
            if passing is None:
                return y
            canvas.button("pass", x, y, w, 33, "N", options.words_of(passing), lambda: self.choose(passing.id))
            return y + 40
        total = model.forecast(option)
        if total is not None:
            options.sum_line(canvas, total, x, y, w)
            y += 34
        words = options.words_of(option)
        if option.to >= 0 and option.point < 0 and option.action != "go_on" and not is_aimed(option):
            pace = option.pace or option.action
            names = moving.in_hand(self)
            what = f" {len(names)} units" if len(names) > 1 else ""
            words = f"{pace.replace('_', ' ').capitalize()}{what} to {self.map.board.label(option.to)}"
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
                options.words_of(passing),
                lambda: self.choose(passing.id),
            )
        return self._pass_row(canvas, x, y + 38, w) if asked_to_react(model) else y + 40

    def _pass_row(self, canvas: Canvas, x: float, y: float, w: float) -> float:
        """A pass that holds: for this action, for this turn, or as the rulebook's standing answers have it."""
        words = self.session.match.rules.pass_until
        used = canvas.write("Pass for", x + 2, y + 11, "label", 13, INK2, middle=True)
        at = x + used + 10
        for i, until in enumerate(words):
            label = until if until in ("action", "turn") else f"{until}{self.session.match.rules.lengths[1]}"
            wide = canvas.width(label, "label_semi", 13) + 14 + (22 if i == 0 else 0)
            if at + wide > x + w:
                break
            rect = canvas.rect(at, y, wide, 22)
            name = f"until:{until}"
            hover = canvas.zone(name, rect, partial(self.choose, "pass", until=until), key="A" if i == 0 else "")
            canvas.box(at, y, wide, 22, SUNK if hover else CARD, LINE2, 4)
            canvas.ring(name, rect, 4)
            left = at + 7 + (canvas.key_cap("A", at + 3, y + 11, size=16) if i == 0 else 0)
            canvas.write(label, left, y + 11, "label_semi", 13, INK, middle=True)
            at += wide + 5
        return y + 28

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


def asked_to_react(model: Model) -> bool:
    """Whether a reaction window is open for the one who looks."""
    return model.decision is not None and model.decision.kind == "react" and model.mine
