"""A hint that a person asked for: a card in the column that says what the computer would do, and a ring on the map."""

from __future__ import annotations

import pygame

from game.engine.names import spoken
from game.session.hints import Hint
from game.ui import kit
from game.ui.battle.hint import RING, ring
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.overlay import label_plate
from game.ui.canvas import Canvas
from game.ui.palette import INK, INK2, SAFFRON

KEY = "H"
LABEL = 14.0
"""Logical pixels from the ring down to the middle of its label."""


def card(model: Model, *, low: bool) -> kit.Widget:
    """What the computer would do and why, the answer it expects, and unless `low` what it dropped.

    Empty where there is no hint.
    """
    hint = model.hint
    if hint is None:
        return kit.Space()
    own = hint.seat in model.session.people
    head = "Hint: the computer would" if own else f"Next: {spoken(hint.seat)} means to"
    lines: list[kit.Widget] = [
        kit.Row(
            kit.Label(head, "label_bold", 12.5, INK2, grow=1),
            kit.Label("Enter does it" if own and model.chosen == hint.option.id else "", "label", 12.5, INK2),
            kit.Label("" if own else "Enter goes on", "label", 12.5, INK2),
        ),
        kit.Text(hint.said, "serif", 14.5),
        kit.Text(hint.expected, "body", 12.5, INK2, lines=2),
    ]
    if not low:
        lines += [kit.Text(f"Dropped: {words}", "body", 12.5, INK2, lines=2) for words in hint.dropped]
    return kit.Card(kit.Column(*lines, gap=2), look="field", side=SAFFRON, pad=(12, 6), radius=6)


def draw(canvas: Canvas, model: Model, view: MapView) -> None:
    """A ring round the cell that the hint is about, or with the label BETTER round that of a better choice."""
    choices, better = model.better
    if choices != len(model.session.match.history) or model.moment is not None:
        better = -1
    cell = place(model, model.hint) if model.hint is not None else better
    if cell < 0:
        return
    clip = canvas.surface.get_clip()
    canvas.surface.set_clip(pygame.Rect(view.area))
    x, y = view.at(cell)
    ring(canvas, (x, y), view.grain * RING)
    if model.hint is None:
        label_plate(canvas, x, y + view.grain * RING + canvas.px(LABEL), "BETTER", INK)
    canvas.surface.set_clip(clip)


def place(model: Model, hint: Hint) -> int:
    """The cell that a hint is about: the goal of a move, or where the target or the unit is; -1 if it has none."""
    option, units = hint.option, model.units
    if option.to >= 0:
        return option.to
    concerned = (option.target, option.unit)
    return next((units[name].at for name in concerned if name in units and units[name].at >= 0), -1)
