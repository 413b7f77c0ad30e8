"""The bar on top: title and turn, the steps of the phase or procedure, the choices made, and the icon buttons."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.engine.names import spoken
from game.engine.view import StepRow
from game.ui import kit
from game.ui.battle.model import Model
from game.ui.battle.parts import icon_of
from game.ui.canvas import Action, Canvas
from game.ui.palette import CARD, INK, INK2, INK3, LINE2, PANEL, SAFFRON, SUNK, rgb
from game.ui.signs import icon

BARE_STEP = 28.0
"""The width of a step without a title. All lengths here are in logical pixels."""
WORDS, MOST_STEP, DISC = 222.0, 134.0, 27.0
"""The least width of the title, the greatest of a step, and the width of a step's disc."""
CHOICES = 178.0
"""The width of the line of choices."""
TITLES = (17.0, 14.5, 12.5)
"""The sizes of the title, of which the first that fits is taken."""
MOST_TICKS = 30
LIT = rgb("#E0D6BE")


class TopBar:
    """The bar of a battle: title and turn, steps, choices, and icon buttons, each of which has a key, too."""

    def __init__(
        self, model: Model, undo: Action, look_back: Action | None, open_rules: Action, open_menu: Action
    ) -> None:
        """`look_back` opens the choices made so far; None where another part leads through them."""
        self.model, self.undo, self.look_back = model, undo, look_back
        self.open_rules, self.open_menu = open_rules, open_menu

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        """Draw the bar; the title takes the room that the steps leave."""
        view = self.model.view
        acting = self.model.acting
        acts = f", {spoken(acting)} acts" if acting else ""
        turn = f"Turn {view.turn} of {view.turns}, {view.phase_title}{acts}"
        back = [self._choices_made(self.look_back)] if self.look_back is not None else []
        icons = self._icons()
        taken = 16 + len(view.steps) * MOST_STEP + sum(part.measure(canvas).w for part in (*back, icons))
        width = max(WORDS, min(canvas.width(view.title, "serif", TITLES[0]) + 20, spot.w - taken))
        size = next((size for size in TITLES if canvas.width(view.title, "serif", size) <= width - 7), TITLES[-1])
        words = kit.Column(
            kit.Text(view.title, "serif", size, lines=1, w=width),
            kit.Text(turn, "label", 13, INK2, lines=1),
            gap=0,
        )
        bar = kit.Row(kit.Space(16), FixedWidth(words, width), Steps(view.steps, grow=1), *back, icons, gap=0)
        kit.Card(bar, look="bare", fill=PANEL, pad=(0, 2), radius=0).draw(canvas, spot)
        canvas.rule(spot.x, spot.bottom, spot.w, LINE2)

    def _choices_made(self, look_back: Action) -> kit.Widget:
        """The button that shows the choices made so far, and opens them."""
        line = kit.Drawing(CHOICES, 42, self._draw_choices)
        tip = "Step back and look: S"
        return kit.Card(line, name="icon:back", action=look_back, look="bare", pad=(0, 0), tip=tip, h=42)

    def _draw_choices(self, canvas: Canvas, spot: kit.Spot) -> None:
        """The number of choices made, over a line with ticks."""
        count = self.model.choices_told()
        x, end, y = spot.x, spot.right, spot.y + 28
        words = f"choice {count}" if count else "nothing chosen yet"
        canvas.write(words, spot.centerx, y - 18, "label", 12.5, INK2, align="centre", middle=True)
        canvas.rule(x + 6, y, spot.w - 12, INK2)
        ticks = min(count, MOST_TICKS)
        for i in range(ticks + 1):
            tick = canvas.px(x + 6 + (spot.w - 12) * i / max(1, ticks))
            pygame.draw.line(canvas.surface, INK3, (tick, canvas.px(y - 3)), (tick, canvas.px(y + 3)))
        pygame.draw.aacircle(canvas.surface, INK, (canvas.px(end - 6), canvas.px(y)), canvas.px(5))

    def _icons(self) -> kit.Widget:
        """The icon buttons: undo, sight (if it means anything), threat, rules and menu."""
        buttons = (
            ("undo", "Z", self.undo, False),
            ("sight", "L", self.model.toggle_sight, self.model.sight),
            ("threat", "T", self.model.toggle_threat, self.model.threat),
            ("rules", "F3", self.open_rules, False),
            ("menu", "Esc", self.open_menu, False),
        )
        visible = (button for button in buttons if button[0] != "sight" or self.model.sighted)
        return kit.Row(
            kit.Space(16), *(icon_button(name, key, action, on=on) for name, key, action, on in visible), gap=2
        )


def icon_button(name: str, key: str, action: Action, *, on: bool = False) -> kit.Widget:
    """An icon with its key below, framed while it is `on`."""
    icon_and_key = kit.Column(icon_of(name, 19), kit.Label(key, "label", 11.5, INK2, w=36, align="centre"), gap=3)
    edge, fill = (LINE2, SUNK) if on else (None, None)
    return kit.Card(
        icon_and_key, name=f"icon:{name}", action=action, look="bare", fill=fill, edge=edge, pad=(1, 3), h=42
    )


class FixedWidth(kit.Widget):
    """A widget in a fixed width of `w` logical pixels."""

    def __init__(self, child: kit.Widget, w: float) -> None:
        super().__init__()
        self.child, self.w = child, w

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return kit.Size(self.w, self.child.measure(canvas, self.w).h)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        self.child.draw(canvas, spot)


class Steps(kit.Widget):
    """The list of steps: a tick on those done, the present one dark.

    If titles are too long for steps of equal width, each takes what it needs, and only those that fit are shown: the
    present one, those after it, then those before it.
    """

    def __init__(self, steps: Sequence[StepRow], *, grow: float) -> None:
        super().__init__(grow=grow)
        self.steps = steps

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return kit.Size(0.0, 42.0)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        if not self.steps:
            return
        step_width = min(MOST_STEP, spot.w / len(self.steps))
        crowded = any(_title_width(canvas, step) > step_width - 34 for step in self.steps)
        titled = _titled(canvas, self.steps, spot.w) if crowded else set(range(len(self.steps)))
        left = spot.x
        for place, step in enumerate(self.steps):
            has_title, title_width = place in titled, 0.0
            if has_title:
                title_width = _title_width(canvas, step)
            if has_title and not crowded:
                title_width = min(title_width, step_width - 40)
            _step(canvas, step, place + 1, left, title_width, named=has_title)
            if crowded:
                left += BARE_STEP + (title_width + 10 if has_title else 0)
                continue
            if place < len(self.steps) - 1 and step_width - title_width - 52 > 6:
                canvas.rule(left + title_width + 42, spot.centery, step_width - title_width - 52, LINE2)
            left += step_width


def _step(canvas: Canvas, step: StepRow, number: int, left: float, title_width: float, *, named: bool) -> None:
    """One step: its disc, and if it is `named` its title and clause in a width of `title_width`."""
    now, done = step.status == "now", step.status == "done"
    fill = SUNK if done else CARD
    if now:
        canvas.box(left - 6, 6, title_width + 42, 36, INK, None, 5)
        fill = SAFFRON
    cx, cy, radius = canvas.px(left + 10), canvas.px(24), canvas.px(10)
    pygame.draw.aacircle(canvas.surface, fill, (cx, cy), radius)
    if not now:
        pygame.draw.aacircle(canvas.surface, LINE2, (cx, cy), radius, 1)
    if done:
        canvas.surface.blit(icon("yes", canvas.px(12), INK2), (cx - canvas.px(6), cy - canvas.px(6)))
    else:
        ink = INK if now else INK2
        canvas.write(str(number), left + 10, 24, "label_bold", 12.5, ink, align="centre", middle=True)
    if named:
        title, clause = (PANEL, LIT) if now else (INK, INK3)
        canvas.write(step.title, left + DISC, 17, "label_semi", 14, title, middle=True, room=title_width + 6)
        canvas.write(step.clause, left + DISC, 32, "label", 11.5, clause, middle=True)


def _title_width(canvas: Canvas, step: StepRow) -> float:
    """The width that the title and the clause of a step need."""
    return max(canvas.width(step.title, "label_semi", 14), canvas.width(step.clause, "label", 11.5), 34.0)


def _titled(canvas: Canvas, steps: Sequence[StepRow], room: float) -> set[int]:
    """The numbers of the steps whose titles fit into `room`: the present one, those after it, then those before it."""
    now = next((i for i, step in enumerate(steps) if step.status == "now"), 0)
    remaining = room - BARE_STEP * len(steps)
    titled: set[int] = set()
    for i in [*range(now, len(steps)), *range(now - 1, -1, -1)]:
        remaining -= _title_width(canvas, steps[i]) + 10
        if remaining < 0:
            break
        titled.add(i)
    return titled or {now}
