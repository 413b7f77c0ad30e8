"""Formations: the collar round a formation's stands, its markers on the map, and the panel that lists them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import pygame

from game.engine.view import GroupView
from game.ui import text
from game.ui.battle.draft import spots_of
from game.ui.battle.model import Model
from game.ui.battle.table import spot_of
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
    Colour,
)
from game.ui.shapes import dashed_box
from game.ui.signs import MARKERS, marker

if TYPE_CHECKING:
    from game.ui.screens.battle import BattleScreen

HEAD, PLATE_W, PLATE_H, GAP = 26.0, 32.0, 20.0, 6.0


# -- on the map -----------------------------------------------------------------------------------------------------------


def draw_collar(screen: BattleScreen, canvas: Canvas) -> None:
    """A soft outline round the stands of the selected unit's formation; saffron while all of it is in hand."""
    model, view = screen.model, screen.map
    group = model.group_of(model.selected)
    names = [n for n in model.standing(group) if not model.units[n].aboard or n in screen.places()]
    if len(names) < 2:
        return
    spots = spots_of(screen)
    colours = model.colours(model.units[names[0]].seat)
    fill, edge = (SAFFRON_TINT, SAFFRON_EDGE) if model.whole else (colours.tint, colours.fill)
    radius = max(6, round(view.grain * 0.72))
    places = [(round(spots[n][0]), round(spots[n][1])) for n in names if n in spots]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    made = _collar(tuple((x - left, y - top) for x, y in places), radius, fill, edge, max(1, canvas.px(1.6)))
    canvas.surface.blit(made, (left - radius, top - radius))


@lru_cache(maxsize=24)
def _collar(places: tuple[tuple[int, int], ...], radius: int, fill: Colour, edge: Colour, thick: int) -> pygame.Surface:
    """The union of discs of `radius`, with one edge round all of them."""
    size = (max(x for x, _ in places) + 2 * radius + 1, max(y for _, y in places) + 2 * radius + 1)
    large = pygame.Surface((2 * size[0], 2 * size[1]), pygame.SRCALPHA)
    for colour, less in (((*edge, 210), 0), ((*fill, 150), thick)):
        for x, y in places:
            pygame.draw.circle(large, colour, (2 * (x + radius), 2 * (y + radius)), 2 * (radius - less))
    return pygame.transform.smoothscale(large, size)


def draw_badges(screen: BattleScreen, canvas: Canvas) -> None:
    """How many ride in a carrier, and the markers of each formation at the stand it is found by."""
    model, view = screen.model, screen.map
    moved = screen.places()
    for name, unit in model.units.items():
        cargo = [n for n in model.cargo(name) if n not in moved]
        if cargo and not unit.out and view.board.grid == "square":
            x, y = spot_of(screen, name).point
            _count_plate(canvas, x + view.grain * 0.46, y + view.grain * 0.02, f"+{len(cargo)}", view.grain)
    for group, found in model.groups.items():
        head = model.head_of(group)
        size = max(9, round(view.grain * 0.5))
        x, y = spot_of(screen, head).point if head else (0.0, 0.0)
        for place, mark in enumerate(marks_of_group(found) if head else ()):
            left, top = round(x - view.grain * (0.62 - 0.42 * place)), round(y - view.grain * 0.78)
            canvas.surface.blit(marker(mark[0], size), (left, top))
            if mark[1] > 1:
                _count_plate(canvas, left + size * 0.9, top + size * 0.2, str(mark[1]), view.grain * 0.8)


def _count_plate(canvas: Canvas, x: float, y: float, words: str, size: float) -> None:
    """A number on a small white plate, its middle at real (x, y)."""
    letters = max(9, round(size * 0.34))
    wide = text.width(words, "label_bold", letters) + round(letters * 0.6)
    rect = pygame.Rect(0, 0, wide, round(letters * 1.15))
    rect.center = (round(x), round(y))
    pygame.draw.rect(canvas.surface, CARD, rect, border_radius=3)
    pygame.draw.rect(canvas.surface, INK, rect, 1, border_radius=3)
    text.draw(canvas.surface, words, rect.center, "label_bold", letters, INK, align="centre", middle=True)


def marks_of_group(group: GroupView) -> list[tuple[str, int]]:
    """The markers of a formation and how many there are of each, as far as there is a drawing for them."""
    found = [(marker.kind, marker.count or 1) for marker in group.markers if marker.kind in MARKERS]
    return [*found, ("drawn_in", 1)] if group.drawn_in else found


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
            if number > 1 or kind == "blast":
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
