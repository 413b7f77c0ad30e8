"""The panel of the formations: each with its stands, markers and state."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.engine.view import GroupView
from game.ui.battle.conditions import marks_of_group
from game.ui.battle.model import Model
from game.ui.canvas import Canvas, Zone
from game.ui.palette import (
    CARD,
    INK,
    INK2,
    INK3,
    LINE,
    LINE2,
    SAFFRON_EDGE,
    SAFFRON_TINT,
    SUNK,
    SUNK2,
)
from game.ui.shapes import dashed_box
from game.ui.signs import marker

HEAD, PLATE_W, PLATE_H, GAP = 26.0, 32.0, 20.0, 6.0


# -- the panel --------------------------------------------------------------------------------------------------------------


class FormationList:
    """Every formation with its stands, markers and state: one's own in full, the others as one line each."""

    def __init__(self) -> None:
        self.first = 0
        self._shown = ""

    def scroll(self, by: int) -> None:
        """Wheel steps."""
        self.first = max(0, self.first - by)

    def draw(
        self,
        canvas: Canvas,
        model: Model,
        x: float,
        y: float,
        w: float,
        room: float,
        select: Callable[[str], None],
    ) -> float:
        """As many as there is room for, one's own first; returns the height used."""
        seat = model.session.viewer or model.view.seat
        own = [g for g in model.groups if model.groups[g].seat == seat]
        names = [*own, *(g for g in model.groups if g not in own)]
        standing = sum(1 for g in own if model.standing(g))
        right = f"{standing} of {len(own)} standing" if own else ""
        canvas.section("Formations", x, y + 8, w, right)
        per_row = max(1, int((w - 14) // (PLATE_W + 3)))
        chosen = model.group_of(model.selected)
        full = {g: HEAD + GAP + PLATE_H * -(-len(model.members(g)) // per_row) for g in names}
        heights = {g: full[g] if g in own or g == chosen else HEAD for g in names}
        if sum(heights.values()) + GAP * len(names) > room - 22:
            heights = {g: full[g] if g == chosen else HEAD for g in names}
        at = y + 22
        last = len(names) - 1
        while last > 0 and sum(heights[g] + GAP for g in names[last - 1 :]) <= room - 22:
            last -= 1
        if chosen != self._shown and chosen in names:
            self._shown, place = chosen, names.index(chosen)
            tall = sum(heights[g] + GAP for g in names[self.first : place + 1])
            if place < self.first or tall > room - 22:
                self.first = place
        self.first = max(0, min(self.first, last))
        for name in names[self.first :]:
            if at + heights[name] > y + room + 1:
                break
            self._card(canvas, model, name, x, at, w, heights[name], per_row, select)
            at += heights[name] + GAP
        canvas.zones.insert(
            0,
            Zone("formations", canvas.rect(x, y, w, max(1.0, at - y)), None, "", focusable=False, wheel=self.scroll),
        )
        return at - y

    def _card(
        self,
        canvas: Canvas,
        model: Model,
        group: str,
        x: float,
        y: float,
        w: float,
        high: float,
        per_row: int,
        select: Callable[[str], None],
    ) -> None:
        found = model.groups[group]
        chosen = model.group_of(model.selected) == group
        head = model.head_of(group)
        rect = canvas.rect(x, y, w, HEAD)
        hover = canvas.zone(f"formation:{group}", rect, partial(select, head or model.selected))
        able = group in model.choices.formations or any(n in model.choices.units for n in model.members(group))
        fill = SAFFRON_TINT if chosen else SUNK2 if hover else CARD
        canvas.box(x, y, w, high, fill, SAFFRON_EDGE if chosen else LINE, 5)
        canvas.ring(f"formation:{group}", rect, 5)
        colours = model.colours(found.seat)
        canvas.box(x, y, 5, high, colours.fill, None, 2)
        middle = y + HEAD / 2
        at = x + w - 8
        count = f"{len(model.standing(group))} of {len(model.members(group))}"
        at -= canvas.write(count, at, middle, "label", 13.5, INK2, align="right", middle=True) + 8
        if found.activated:
            at -= 18
            canvas.surface.blit(marker("spent", canvas.px(17)), (canvas.px(at), canvas.px(middle - 8.5)))
            at -= 4
        for kind, number in reversed(marks_of_group(found)):
            if number:
                at -= canvas.write(str(number), at, middle, "label_bold", 13.5, INK, align="right", middle=True) + 2
            at -= 18
            canvas.surface.blit(marker(kind, canvas.px(17)), (canvas.px(at), canvas.px(middle - 8.5)))
            at -= 5
        state = "" if not head else "can act" if able and not model.drafting else state_of_group(found)
        if state:
            used = canvas.width(state, "label", 13)
            if at - used > x + 120:
                canvas.write(state, at, middle, "label", 13, INK3 if not able else INK2, align="right", middle=True)
                at -= used + 8
        canvas.write(
            model.group_name(group),
            x + 14,
            middle,
            "label_bold" if chosen else "label_semi",
            14.5,
            INK if head else INK3,
            middle=True,
            room=max(30.0, at - x - 18),
        )
        if high > HEAD:
            for place, name in enumerate(model.members(group)):
                row, column = divmod(place, per_row)
                left, top = x + 12 + column * (PLATE_W + 3), y + HEAD + row * PLATE_H
                _stand_plate(canvas, model, name, left, top, select)


def _stand_plate(canvas: Canvas, model: Model, name: str, x: float, y: float, select: Callable[[str], None]) -> None:
    """The id of a stand: dashed while it has a plan, sunk and struck through when it is out, in italics when aboard."""
    unit = model.units[name]
    rect = canvas.rect(x, y, PLATE_W, PLATE_H - 3)
    hover = canvas.zone(f"unit:{name}", rect, partial(select, name))
    chosen, out = name == model.selected, unit.out
    planned = any(row.unit == name for row in model.plan)
    colours = model.colours(unit.seat)
    fill = SUNK if out or hover else colours.tint if planned else CARD
    canvas.box(x, y, PLATE_W, PLATE_H - 3, fill, None if planned else INK if chosen else LINE2, 3, 1.6 if chosen else 1)
    if planned:
        dashed_box(canvas.surface, rect, INK if chosen else colours.fill, canvas.px(3))
    canvas.ring(f"unit:{name}", rect, 3)
    face = "italic" if unit.aboard else "label_bold"
    size = 11.5 if unit.aboard else 12.5
    canvas.write(
        name.upper(),
        x + PLATE_W / 2,
        y + (PLATE_H - 3) / 2,
        face,
        size,
        INK2 if out else INK,
        align="centre",
        middle=True,
        room=PLATE_W - 4,
    )
    if out:
        pygame.draw.line(canvas.surface, INK2, (rect.left + 4, rect.centery), (rect.right - 5, rect.centery), 1)


def state_of_group(group: GroupView) -> str:
    """A formation's condition in a word or two, beside its markers."""
    words = []
    if group.drawn_in:
        words.append("drawn in")
    if group.coherent is False:
        words.append("out of coherency")
    return ", ".join(words)
