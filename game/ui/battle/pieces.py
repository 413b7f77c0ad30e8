"""The tokens on the map with their markers, the collar and the name of a formation, and the token under the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from game.ui import text
from game.ui.battle import stacks
from game.ui.battle.conditions import marks_of
from game.ui.battle.glide import Point
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.plan import Plan
from game.ui.battle.playback import Playback
from game.ui.battle.pointer import Pointer
from game.ui.battle.stacks import Stacks, TokenPlace, UnitSpot
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, SAFFRON_EDGE, SAFFRON_TINT, Colour
from game.ui.shapes import box
from game.ui.tokens import TokenState

ABOVE, BELOW, BESIDE = -1.2, 0.36, -0.4
"""How far down from a token the name of its formation is over it, under it and beside it, in square cells."""


class Pieces:
    """Draws the tokens. `stacks` has the tokens of the last drawing, `named` the plates of formations' names."""

    def __init__(self, model: Model, view: MapView, plan: Plan, playback: Playback, pointer: Pointer) -> None:
        self.model, self.view, self.plan, self.playback, self.pointer = model, view, plan, playback, pointer
        self.stacks = Stacks([], [], [])
        self.named: dict[str, pygame.Rect] = {}

    # -- tokens ---------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw every unit; those out of action first, the selected one last."""
        model, view = self.model, self.view
        spots = {name: self.spot_of(name) for name in model.units}
        selected_last = sorted(spots, key=lambda name: name == model.selected)
        for name in selected_last:
            if self._out(name) and not model.units[name].extra.lost_leave_map:
                self._token(canvas, TokenPlace(name, *spots[name].point, view.token_size), out=True)
        standing = {name: spots[name] for name in selected_last if not self._out(name)}
        self.stacks = stacks.lay_out(view, standing, model.units, model.selected)
        for place in self.stacks.places:
            self._token(canvas, place)
        for place in self.stacks.places:
            if place.kind == "fan":
                edge = model.colours(model.units[place.unit].seat).edge
                view.draw_plate(canvas.surface, (place.x, place.y), place.size, place.unit.upper(), edge)
        for hold in self.stacks.holds:
            stacks.draw_hold(canvas, hold)
            for place in hold:
                self._token(canvas, place)
        for plate in self.stacks.more:
            stacks.draw_more(canvas, plate)

    def _out(self, name: str) -> bool:
        return self.model.units[name].out

    def _token(self, canvas: Canvas, place: TokenPlace, *, out: bool = False) -> None:
        """Draw a token with its markers, and with its id plate if it is alone in its cell."""
        model, name = self.model, place.unit
        unit, decision = model.units[name], model.decision
        own = unit.seat == model.session.viewer
        marks = marks_of(model, unit, shared=model.head_of(model.group_of(name)) == name)
        if decision is not None and decision.kind == model.words.order_kind and own and not marks.order:
            marks = marks._replace(order="unassigned")
        if place.kind == "cargo":
            marks = marks._replace(order="")
        leaving = not self.playback.running and any(
            row.unit == name and row.to not in (-1, unit.at) for row in model.plan
        )
        if model.acts(name) and not out and name != model.selected:
            radius = round(place.size * 0.66)
            pygame.draw.aacircle(
                canvas.surface, CARD, (round(place.x), round(place.y)), radius + 1, max(3, canvas.px(4))
            )
            pygame.draw.aacircle(canvas.surface, INK, (round(place.x), round(place.y)), radius, max(2, canvas.px(2)))
        state: TokenState = "selected" if name in (model.selected, *self.pointer.picked) else "ready"
        self.view.draw_token(
            canvas.surface,
            (place.x, place.y),
            unit.figure,
            model.side(unit.seat),
            size=place.size,
            faint=leaving or self.playback.falling(name),
            palette=model.palette,
            state="out" if out else state,
            plate=name.upper() if place.kind == "alone" else "",
            marks=marks,
            prone=unit.prone,
        )

    def spot_of(self, name: str) -> UnitSpot:
        """The spot where a unit is shown now, which in playback may be between two cells."""
        start, end, share = self.playback.leg(name, self.model.units[name].at)
        a, b = self.view.at(start), self.view.at(end)
        point = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        return UnitSpot(point, -1 if start != end else end)

    def hit(self, position: tuple[int, int]) -> str:
        """The unit under the pointer or the cursor, "" if there is none."""
        cell = self.pointer.cell
        if self.view.board.grid == "hex" and self.pointer.hover >= 0 and (token := self.stacks.hit(position)):
            return token
        return next(iter(self.model.units_at(cell)), "") if cell >= 0 else ""

    # -- formations -----------------------------------------------------------------------------------------------

    def draw_collar(self, canvas: Canvas) -> None:
        """A soft outline round the stands of the selected unit's formation, saffron if it is selected as a whole."""
        model, view, planned = self.model, self.view, self.plan.places()
        group = model.group_of(model.selected)
        stands = [name for name in model.standing(group) if not model.units[name].aboard or name in planned]
        if len(stands) < 2:
            return
        spots = self.plan.spots(view)
        colours = model.colours(model.units[stands[0]].seat)
        fill, edge = (SAFFRON_TINT, SAFFRON_EDGE) if model.formation else (colours.tint, colours.fill)
        radius = max(6, round(view.grain * 0.72))
        places = [(round(spots[n][0]), round(spots[n][1])) for n in stands if n in spots]
        left, top = min(x for x, _ in places), min(y for _, y in places)
        collar = _collar(tuple((x - left, y - top) for x, y in places), radius, fill, edge, max(1, canvas.px(1.6)))
        canvas.surface.blit(collar, (left - radius, top - radius))

    def draw_badges(self, canvas: Canvas, flags: Sequence[pygame.Rect]) -> None:
        """The number of units in each carrier, and the name of each formation, off units and `flags` if it can be."""
        model, view, planned = self.model, self.view, self.plan.places()
        for name, unit in model.units.items():
            cargo = [aboard for aboard in model.cargo(name) if aboard not in planned]
            if cargo and not unit.out and view.board.grid == "square":
                x, y = self.spot_of(name).point
                _count_plate(canvas, x + view.grain * 0.46, y + view.grain * 0.02, f"+{len(cargo)}", view.grain)
        for group, formation in model.groups.items():
            head = model.head_of(group)
            if head and len(formation.units) > 1:
                edge = model.colours(formation.seat).edge
                words = formation.name or group.upper()
                place = self._place_of_name(group, words, flags)
                self.named[group] = view.plate_rect(place, view.token_size, words)
                view.draw_plate(canvas.surface, place, view.token_size, words, edge)

    def _place_of_name(self, group: str, words: str, flags: Sequence[pygame.Rect]) -> Point:
        """The place of a formation's name: over its head, under it, over another of its stands, or beside one.

        It is the first of these in sight that hides nothing, else the first in sight.
        """
        view, model = self.view, self.model
        head = model.head_of(group)
        ghosts = (view.rect_of(row.to) for row in self.plan.rows())
        taken = [*(place.rect for place in self.stacks.places), *ghosts, *flags]
        mates = [name for name in model.standing(group) if name != head and not model.units[name].aboard]
        x, y = self.spot_of(head).point
        first = x, y + view.grain * ABOVE
        aside = (view.token_size + view.plate_rect(first, view.token_size, words).w) / 2
        offsets = [(head, 0.0, ABOVE), (head, 0.0, BELOW), *((name, 0.0, ABOVE) for name in mates)]
        offsets += [(name, across, BESIDE) for name in (head, *mates) for across in (aside, -aside)]
        in_sight: Point | None = None
        for name, across, down in offsets:
            x, y = self.spot_of(name).point
            spot = x + across, y + view.grain * down
            plate = view.plate_rect(spot, view.token_size, words)
            if view.area.contains(plate):
                if plate.collidelist(taken) < 0:
                    return spot
                in_sight = in_sight or spot
        return in_sight or first


@lru_cache(maxsize=24)
def _collar(places: tuple[tuple[int, int], ...], radius: int, fill: Colour, edge: Colour, thick: int) -> pygame.Surface:
    """Discs of `radius` round some places as one shape, with one edge round all of them."""
    size = (max(x for x, _ in places) + 2 * radius + 1, max(y for _, y in places) + 2 * radius + 1)
    large = pygame.Surface((2 * size[0], 2 * size[1]), pygame.SRCALPHA)
    for colour, inset in (((*edge, 210), 0), ((*fill, 150), thick)):
        for x, y in places:
            pygame.draw.circle(large, colour, (2 * (x + radius), 2 * (y + radius)), 2 * (radius - inset))
    return pygame.transform.smoothscale(large, size)


def _count_plate(canvas: Canvas, x: float, y: float, words: str, size: float) -> None:
    """A number on a small white plate, its middle at (x, y), in real pixels."""
    letters = max(9, round(size * 0.34))
    width = text.width(words, "label_bold", letters) + round(letters * 0.6)
    rect = pygame.Rect(0, 0, width, round(letters * 1.15))
    rect.center = (round(x), round(y))
    box(canvas.surface, rect, CARD, INK, 3)
    text.draw(canvas.surface, words, rect.center, "label_bold", letters, INK, align="centre", middle=True)
