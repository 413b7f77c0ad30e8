"""The bar on top: where we are in the scenario, the steps of the running procedure, the choices made, the icon buttons."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.engine.view import StepRow
from game.ui.battle.model import Model
from game.ui.canvas import Action, Canvas
from game.ui.palette import CARD, INK, INK2, INK3, LINE2, PANEL, SAFFRON, SUNK
from game.ui.signs import icon

BARE_STEP = 28.0
"""Logical pixels that a step without a title takes."""


class TopBar:
    """Where we are, and the icon buttons: each of them a key, too."""

    def __init__(self, model: Model, undo: Action, open_rules: Action, open_menu: Action) -> None:
        self.model, self.undo, self.open_rules, self.open_menu = model, undo, open_rules, open_menu

    def draw(self, canvas: Canvas, wide: float, high: float) -> None:
        """The whole bar."""
        view = self.model.view
        canvas.box(0, 0, wide, high, PANEL, None, 0)
        canvas.rule(0, high, wide, LINE2)
        room = 215
        title = view.title
        size = 17 if canvas.width(title, "serif", 17) <= room else 14.5
        canvas.write(title, 16, 5 + (17 - size) / 2, "serif", size, room=room)
        seat = view.seat
        acts = f", {self.model.seat_name(seat)} acts" if seat else ""
        canvas.write(
            f"Turn {view.turn} of {view.turns}, {view.phase_title}{acts}", 16, 28, "label", 13, INK2, room=room
        )
        used = self._steps(canvas, 238, wide - 430, wide - 216)
        self._choices(canvas, max(wide - 404, used), wide - 216)
        self._icons(canvas, wide)

    def _steps(self, canvas: Canvas, x: float, end: float, most: float) -> float:
        """The step list: done with a tick, the present one lit; returns where it ends.

        Titles too long for equal steps take what they need, up to `most`; of too many those nearest to the present stay.
        """
        steps = self.model.view.steps
        if not steps:
            return x
        each = min(134.0, (end - x) / len(steps))
        titled = set(range(len(steps)))
        crowded = any(_title_width(canvas, step.title) > each - 34 for step in steps)
        if crowded:
            titled = _titled(canvas, steps, most - x)
        left = x
        for i, step in enumerate(steps):
            left = left if crowded else x + i * each
            now, done = step.status == "now", step.status == "done"
            title = step.title
            room = each - 40
            if crowded:
                room = _title_width(canvas, title) if i in titled else 0.0
            words = min(room, max(canvas.width(title, "label_semi", 14), 34)) if i in titled else 0.0
            if now:
                canvas.box(left - 6, 6, words + 42, 36, INK, None, 5)
            cx, cy = canvas.px(left + 10), canvas.px(24)
            radius = canvas.px(10)
            pygame.draw.aacircle(canvas.surface, SAFFRON if now else SUNK if done else CARD, (cx, cy), radius)
            if not now:
                pygame.draw.aacircle(canvas.surface, LINE2, (cx, cy), radius, 1)
            if done:
                canvas.surface.blit(icon("yes", canvas.px(12), INK2), (cx - canvas.px(6), cy - canvas.px(6)))
            else:
                canvas.write(
                    str(i + 1), left + 10, 24, "label_bold", 12.5, INK if now else INK2, align="centre", middle=True
                )
            if i in titled:
                canvas.write(title, left + 27, 17, "label_semi", 14, PANEL if now else INK, middle=True, room=room + 6)
                canvas.write(step.clause, left + 27, 32, "label", 11.5, (224, 214, 190) if now else INK3, middle=True)
            if crowded:
                left += BARE_STEP + (room + 10 if i in titled else 0)
                continue
            if i < len(steps) - 1 and each - words - 52 > 6:
                canvas.rule(left + words + 42, 24, each - words - 52, LINE2)
        return left if crowded else x + len(steps) * each

    def _choices(self, canvas: Canvas, x: float, end: float) -> None:
        """How many choices have been made, as a line with ticks."""
        count = len(self.model.session.match.history)
        if end - x < 60 or x < 640:
            return
        canvas.write(f"choice {count}", (x + end) / 2, 13, "label", 12.5, INK2, align="centre", middle=True)
        canvas.rule(x + 6, 31, end - x - 12, INK2)
        ticks = min(count, 30)
        for i in range(ticks + 1):
            at = canvas.px(x + 6 + (end - x - 12) * i / max(1, ticks))
            pygame.draw.line(canvas.surface, INK3, (at, canvas.px(28)), (at, canvas.px(34)))
        pygame.draw.aacircle(canvas.surface, INK, (canvas.px(end - 6), canvas.px(31)), canvas.px(5))

    def _icons(self, canvas: Canvas, wide: float) -> None:
        """Undo, sight, threat, rules, menu: each with its key below."""
        buttons = (
            ("undo", "Z", self.undo, False),
            ("sight", "L", self.model.toggle_sight, self.model.sight),
            ("threat", "T", self.model.toggle_threat, self.model.threat),
            ("rules", "F1", self.open_rules, False),
            ("menu", "Esc", self.open_menu, False),
        )
        for i, (name, key, action, on) in enumerate(buttons):
            if name == "sight" and not self.model.sighted:
                continue
            left = wide - 200 + i * 40
            rect = canvas.rect(left, 3, 38, 42)
            hover = canvas.zone(f"icon:{name}", rect, action, focusable=False)
            if hover or on:
                canvas.box(left, 3, 38, 42, SUNK, LINE2 if on else None, 5)
            canvas.surface.blit(icon(name, canvas.px(19)), (canvas.px(left + 9.5), canvas.px(7)))
            canvas.write(key, left + 19, 37, "label", 11.5, INK2, align="centre", middle=True)


def _title_width(canvas: Canvas, title: str) -> float:
    return max(canvas.width(title, "label_semi", 14), 34.0)


def _titled(canvas: Canvas, steps: Sequence[StepRow], room: float) -> set[int]:
    """The steps that can be named in `room`: the present one, then those to come, then those that are over."""
    now = next((i for i, step in enumerate(steps) if step.status == "now"), 0)
    left = room - BARE_STEP * len(steps)
    named: set[int] = set()
    for i in [*range(now, len(steps)), *range(now - 1, -1, -1)]:
        left -= _title_width(canvas, steps[i].title) + 10
        if left < 0:
            break
        named.add(i)
    return named or {now}
