"""The likeliest way to an outcome on the map: who acts in which order, which shots do harm, who falls and where."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from game.engine.foresight import Foresight, Stage
from game.engine.names import Cell, UnitId
from game.engine.wording import percent
from game.ui import text
from game.ui.battle import overlay
from game.ui.battle.glide import Point
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.battle.stacks import TokenPlace, UnitSpot, lay_out
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, INK2, LINE2, SAFFRON_EDGE, SAFFRON_TINT, Colour
from game.ui.shapes import arrow_head, box, dotted

HARMLESS, HARM = (CARD, LINE2), (SAFFRON_TINT, SAFFRON_EDGE)
"""Fill and edge of a plate."""
PLATE, LETTERS, DISC = 18.0, 12.5, 9.0
"""The height of a plate and of its letters, and the radius of the disc of a step, in logical pixels."""
LIFTS = (0, -22, 22, -44, 44)
"""How far above or below its shot a plate may stand, in logical pixels, the best first."""


class WayPicture:
    """Draws an outcome's way over the map: the whole of it, or up to one of its steps.

    `stages` are the steps that are drawn, none for no way; `now` is the number of the one looked at, -1 for all.
    """

    def __init__(self, model: Model, view: MapView) -> None:
        self.model, self.view = model, view
        self.stages: Sequence[Stage] = ()
        self.now = -1
        self._places: dict[UnitId, TokenPlace] = {}
        """Where units stand now."""
        self._taken: list[pygame.Rect] = []
        """What the next plate keeps off, in real pixels."""

    def draw_shots(self, canvas: Canvas) -> None:
        """The lines of the shots, which lie under tokens and steps."""
        standing = {name: UnitSpot(self.view.at(u.at), u.at) for name, u in self.model.units.items() if not u.out}
        stacks = lay_out(self.view, standing, self.model.units, self.model.selected)
        self._places = {place.unit: place for place in stacks.places}
        for stage in self.stages:
            shot = self._shot(stage)
            if shot is not None:
                self._line(canvas, stage, *shot)

    def draw_ghosts(self, canvas: Canvas) -> None:
        """The units that have moved, where they are then, and those that fall, where they do, crossed out."""
        fallen = {name for stage in self.stages for name in stage.fallen}
        for name in dict.fromkeys(stage.unit for stage in self.stages):
            if name in self.model.units and name not in fallen:
                self._ghost(canvas, name, self._place(name))
        for stage in self.stages:
            for name in (name for name in stage.fallen if name in self.model.units):
                place = self._place(name, stage.cell if name == stage.target else -1)
                self._ghost(canvas, name, place)
                arm = round(place.size * 0.36)
                _cross(canvas, (place.x, place.y), CARD, arm, canvas.px(6))
                _cross(canvas, (place.x, place.y), INK, arm, canvas.px(3.5))

    def draw_marks(self, canvas: Canvas, plates: Sequence[pygame.Rect]) -> None:
        """The order, and what the shots do, off the `plates` that are drawn already (in real pixels)."""
        view, action = self.view, self.model.view.action
        path = [view.rect_of(cell) for cell in (action.path if action is not None else ())]
        tokens = [place.rect for place in self._places.values()]
        self._taken = [*plates, *view.plates, *tokens, *(rect.inflate(-rect.w // 5, -rect.h // 5) for rect in path)]
        self._draw_order(canvas)
        self._taken += overlay.tokens_at(view, [unit.at for unit in self.model.units.values() if not unit.out])
        for stage in self.stages:
            shot = self._shot(stage)
            if shot is not None:
                self._say(canvas, stage, *shot)

    def _end_of(self, name: UnitId) -> Cell:
        """Where a unit is once it has moved."""
        moves = (stage for stage in reversed(self.stages) if stage.unit == name and stage.chance is None)
        return next((stage.cell for stage in moves if stage.cell >= 0), self.model.units[name].at)

    def _place(self, name: UnitId, cell: Cell = -1) -> TokenPlace:
        """Where a unit stands in a cell, or for -1 in the one where it is once it has moved."""
        cell = cell if cell >= 0 else self._end_of(name)
        if name in self._places and cell == self.model.units[name].at:
            return self._places[name]
        return TokenPlace(name, *self.view.at(cell), self.view.token_size)

    def _shot(self, stage: Stage) -> tuple[Point, Point] | None:
        """From where to where a step shoots; None for one that is no shot."""
        units = self.model.units
        formation = self.model.standing(stage.target) if stage.target in self.model.groups else ()
        target = next((name for name in (stage.target, *stage.fallen, *formation) if name in units), "")
        if stage.sort != "throw" or stage.unit not in units or not target:
            return None
        start, end = self._place(stage.unit), self._place(target, stage.cell)
        return ((start.x, start.y), (end.x, end.y)) if math.dist(start[1:3], end[1:3]) > 1 else None

    def _line(self, canvas: Canvas, stage: Stage, a: Point, b: Point) -> None:
        """A solid line with an arrow where harm is done, else a thin one that ends in a cross."""
        length = math.dist(a, b)
        share = min(0.3, self.view.token_size * overlay.AIR / length)
        start = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        end = (b[0] - (b[0] - a[0]) * share, b[1] - (b[1] - a[1]) * share)
        edge = self.model.colours(self.model.units[stage.unit].seat).edge
        if stage.fallen:
            pygame.draw.line(canvas.surface, CARD, start, end, canvas.px(6))
            pygame.draw.line(canvas.surface, edge, start, end, canvas.px(3))
            arrow_head(canvas.surface, a, end, edge, canvas.px(10))
        else:
            dotted(canvas.surface, start, end, edge, max(1.0, canvas.scale), canvas.px(5))
            _cross(canvas, end, edge, canvas.px(5), canvas.px(2))

    def _ghost(self, canvas: Canvas, name: UnitId, place: TokenPlace) -> None:
        """A unit that has left its place, faint; nothing of one that is still there."""
        if place == self._places.get(name):
            return
        unit, at = self.model.units[name], (place.x, place.y)
        pygame.draw.aacircle(canvas.surface, CARD, (round(place.x), round(place.y)), round(place.size * 0.5))
        self.view.draw_token(
            canvas.surface, at, unit.figure, self.model.side(unit.seat), faint=True, palette=self.model.palette
        )

    def _say(self, canvas: Canvas, stage: Stage, a: Point, b: Point) -> None:
        """What a shot does, with its chance, on a plate on or near the shot where it hides least."""
        words = f"{stage.words} {percent(stage.chance)}" if stage.chance is not None else stage.words
        width = canvas.px(max(24.0, canvas.width(words, "label_semi", LETTERS) + 12))
        spots = []
        for lift in LIFTS:
            for share in (0.5, 0.38, 0.62, 0.26, 0.74):
                x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share + canvas.px(lift)
                plate = pygame.Rect(0, 0, width, canvas.px(PLATE)).move_to(center=(round(x), round(y)))
                spots.append(plate.clamp(self.view.area))
        best = min(spots, key=lambda spot: overlay.hidden_by(spot, self._taken))
        self._taken.append(best)
        x, y = best.centerx / canvas.scale, best.centery / canvas.scale
        box(canvas.surface, best, *(HARM if stage.fallen else HARMLESS), canvas.px(4))
        canvas.write(words, x, y, "label_semi", LETTERS, INK, align="centre", middle=True)

    def _draw_order(self, canvas: Canvas) -> None:
        """The number of each step beside the unit that takes it, on the side of its token that is freest."""
        radius = canvas.px(DISC)
        for number, stage in enumerate(self.stages):
            place = self._places.get(stage.unit)
            if place is None:
                continue
            x, y, out = place.x, place.y, place.size * 0.56 + radius
            beside = (-out, 0), (out, 0), (0, -out), (0, out), (-out, 2 * radius), (out, 2 * radius)
            spots = [
                pygame.Rect(0, 0, 2 * radius, 2 * radius).move_to(center=(round(x + a), round(y + b)))
                for a, b in beside
            ]
            spots = [spot.clamp(self.view.area) for spot in spots]
            best = min(spots, key=lambda spot: overlay.hidden_by(spot, self._taken))
            self._taken.append(best)
            pygame.draw.aacircle(canvas.surface, CARD, best.center, radius + canvas.px(1.5))
            pygame.draw.aacircle(canvas.surface, INK if self.now in (-1, number) else INK2, best.center, radius)
            at = best.centerx / canvas.scale, best.centery / canvas.scale
            canvas.write(str(number + 1), *at, "label_bold", LETTERS, CARD, align="centre", middle=True)


def _cross(canvas: Canvas, at: Point, colour: Colour, arm: int, thick: int) -> None:
    x, y = at
    for slant in (arm, -arm):
        pygame.draw.line(canvas.surface, colour, (x - arm, y - slant), (x + arm, y + slant), max(1, thick))


def draw_stops(canvas: Canvas, view: MapView, whole: Foresight, falls: Cell = -1) -> list[pygame.Rect]:
    """Over each step of a move the chance that the unit falls by which answers are told apart, if it stops there.

    The step where it `falls` is marked. Returns the plates, in real pixels.
    """
    plates = []
    for cell, chance in whole.stops.items():
        x, y = view.at(cell)
        size = max(9, round(view.size * 0.26))
        words = percent(chance).removesuffix("%")
        plate = pygame.Rect(0, 0, round(text.width(words, "label_bold", size)) + 8, size + 2)
        plate.center = round(x), round(y - view.size * 0.46)
        fill, edge = HARM if cell == falls else (CARD, INK)
        box(canvas.surface, plate, fill, edge, 3)
        place = (plate.centerx - text.width(words, "label_bold", size) / 2, plate.centery)
        text.draw(canvas.surface, words, place, "label_bold", size, INK, middle=True)
        plates.append(plate)
    return plates
