"""The panel of formations: each with its stands, markers and state."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.engine.conditions import ABLE
from game.ui import kit
from game.ui.battle.conditions import standing_of_group
from game.ui.battle.model import Model
from game.ui.battle.parts import Fitting, Flow, marker_of
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2, INK3, LINE2, SUNK
from game.ui.scroll import Position, Scroll
from game.ui.shapes import dashed_box

PLATE_W, PLATE_H = 32.0, 17.0
"""Logical pixels of a stand's plate."""


def panel(model: Model, select: Callable[[str], None], position: Position, *, low: bool) -> kit.Widget:
    """Every formation, the viewer's own first and with their stands, the others as one line each.

    If `low`, only the selected formation shows its stands.
    """
    seat = model.session.viewer or model.view.seat
    own = [g for g in model.groups if model.groups[g].seat == seat]
    groups = [*own, *(g for g in model.groups if g not in own)]
    if not groups:
        return kit.Space()
    standing = sum(1 for g in own if model.standing(g))
    chosen = model.group_of(model.selected)
    cards = (
        _card(model, name, select, full=name == chosen or (name in own and not low), chosen=name == chosen)
        for name in groups
    )
    watch = groups.index(chosen) if chosen in groups else -1
    listed = Scroll(kit.Column(*cards, gap=6), position, "formations", watch=watch, grow=0)
    return kit.Column(kit.Section("Formations", f"{standing} of {len(own)} standing" if own else ""), listed, grow=1)


def _card(model: Model, group: str, select: Callable[[str], None], *, full: bool, chosen: bool) -> kit.Widget:
    formation, head = model.groups[group], model.head_of(group)
    conditions = standing_of_group(model, formation) if head else ()
    able, state = ABLE in conditions, ", ".join(condition.words for condition in conditions)
    marks = [
        kit.Row(marker_of(condition.sign), kit.Label(condition.letters, "label_bold", 13.5), gap=2)
        for condition in conditions
        if condition.sign is not None
    ]
    face, ink = "label_bold" if chosen else "label_semi", INK if head else INK3
    name = kit.Label(model.group_name(group), face, 14.5, ink, grow=1)
    count = kit.Label(f"{len(model.standing(group))} of {len(model.members(group))}", "label", 13.5, INK2)
    words = kit.Text(state, "label", 13, INK2 if able else INK3)
    beside, without = kit.Row(name, words, *marks, count, gap=5), kit.Row(name, *marks, count, gap=5)
    parts: list[kit.Widget] = [Fitting(beside, kit.Column(without, words, gap=2))]
    if full:
        parts.append(Flow(*(StandPlate(model, name, select) for name in model.members(group)), gap=3))
    action = partial(select, head or model.selected)
    return kit.Card(
        kit.Column(*parts, gap=2),
        name=f"formation:{group}",
        action=action,
        look="chosen" if chosen else "card",
        side=model.colours(formation.seat).fill,
        pad=(8, 3),
        h=26,
    )


class StandPlate(kit.Widget):
    """The id of a stand: dashed if it has a place in the plan, struck through if it is out, in italics if aboard."""

    def __init__(self, model: Model, name: str, select: Callable[[str], None]) -> None:
        super().__init__()
        self.model, self.name, self.select = model, name, select

    def _measure(self, canvas: Canvas, room: float) -> kit.Size:
        return kit.Size(min(PLATE_W, room), PLATE_H)

    def draw(self, canvas: Canvas, spot: kit.Spot) -> None:
        model, name = self.model, self.name
        unit, zone, rect = model.units[name], f"unit:{name}", canvas.rect(*spot)
        hover = canvas.zone(zone, rect, partial(self.select, name))
        selected, planned = name == model.selected, any(row.unit == name for row in model.plan)
        colours = model.colours(unit.seat)
        fill = colours.tint if planned else CARD
        if unit.out or hover:
            fill = SUNK
        edge = INK if selected else LINE2
        canvas.frame(spot, fill, None if planned else edge, 3, 1.6 if selected else 1)
        if planned:
            dashed_box(canvas.surface, rect, INK if selected else colours.fill, canvas.px(3))
        canvas.ring(zone, rect, 3)
        face, size = ("italic", 11.5) if unit.aboard else ("label_bold", 12.5)
        ink, room = INK2 if unit.out else INK, spot.w - 4
        canvas.write(name.upper(), *spot.center, face, size, ink, align="centre", middle=True, room=room)
        if unit.out:
            pygame.draw.line(canvas.surface, INK2, (rect.left + 4, rect.centery), (rect.right - 5, rect.centery), 1)
