"""The battle screen: map, prompt, options, ladder, log, dice. It shows what the engine says and passes on what is chosen."""

from __future__ import annotations

import pygame

from game.ui.battle import bottom, column, corners, draft, field, formations, overlay
from game.ui.battle.controls import Controls
from game.ui.battle.playback import SHOTS, cell_of, shot_of
from game.ui.battle.table import draw_reach, draw_running_action, draw_tokens, draw_under_hand
from game.ui.battle.topbar import draw_top
from game.ui.canvas import Canvas
from game.ui.palette import LINE2, PANEL, PAPER

TOP, BOTTOM, RIGHT = 48.0, 128.0, column.WIDE
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
        column.draw(self, canvas, right, TOP, high)
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
        view.ways, view.sited = field.roads(model), field.sited(model)
        view.draw_ground(surface)
        surface.set_clip(view.area)
        canvas.clip = view.area
        watched = {} if self.playback.running else model.watched()
        if watched:
            field.draw_watched(self.watched, canvas, model, view)
        field.draw_sites(canvas, model, view)
        overlay.draw_objectives(canvas, view, model.view.objectives, lambda seat: model.colours(seat).fill)
        if self.sight and model.selected in model.units:
            spot = model.units[model.selected].at
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
            field.draw_watch_dice(canvas, model, view, self.dice_shown(watched))
        formations.draw_badges(self, canvas)
        if planning:
            draft.draw_above(self, canvas)
        elif still:
            draw_under_hand(self, canvas)
        self._draw_playback(canvas)
        canvas.clip = None
        surface.set_clip(None)
        view.draw_rulers(canvas, ruler)
        corners.draw_mini(self, canvas)
        corners.draw_hints(self, canvas)

    def dice_shown(self, watched: dict[int, int]) -> dict[int, int]:
        """The watched hexes whose dice are told: all in a window and under `threat`, else those on the way in hand."""
        model = self.model
        if model.view.queue is not None or self.threat:
            return watched
        cell = self.hover if self.hover >= 0 else self.cursor
        option = model.option() or (model.move_to(cell) if cell >= 0 else None)
        way = model.path_of(option) if option is not None and option.to >= 0 and option.unit in model.units else ()
        return {cell: watched[cell] for cell in way if cell in watched}

    def _draw_playback(self, canvas: Canvas) -> None:
        """The shot that is shown: from everybody who fires to the nearest of those fired at, or to a cell."""
        event = self.playback.now
        if event is None:
            return
        board, view, units = self.map.board, self.map, self.model.units
        shooters, aimed = shot_of(event)
        start, cell = (cell_of(board, event, name) for name in ("start", "cell"))
        at = {name: units[name].at for name in (*shooters, *aimed) if name in units}
        goals = [cell] if cell >= 0 else [at[name] for name in aimed if name in at]
        share = min(1.0, self.playback.progress() * 2.5) if event["type"] in SHOTS else 1.0
        for name in shooters if goals else ():
            if name in at:
                a = start if start >= 0 else at[name]
                b = min(goals, key=lambda goal: (board.distance(a, goal), goal))
                seat = units[name].seat
                style = LINE_STYLE[self.model.side(seat)]
                if a != b:
                    overlay.draw_shot(canvas, view.at(a), view.at(b), self.model.colours(seat).edge, style, share)
