"""The hint of a lesson on the map: a ring round a cell, a bubble on empty ground, and an arrow between them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

import pygame

from game.ui import kit
from game.ui.battle.glide import Point
from game.ui.battle.mapview import MapView
from game.ui.battle.model import Model
from game.ui.canvas import Canvas
from game.ui.palette import INK, INK2, SAFFRON
from game.ui.shapes import arrow_head

WIDTH, HEIGHT = 288.0, 76.0
"""The bubble, in logical pixels, as are all lengths here but the radius of the ring."""
RING = 35 / 48
"""Radius of the ring in cells: well outside a token."""
THICK = 5.0
AIR = 10.0
"""Between the bubble and the edge of the map."""
REACH = 34.0
"""Between the ring and the bubble, for the arrow."""
SHORT = 14.0
"""An arrow that would bend nearer to the ring than this is straight."""
CROSSED = 260.0
"""How much farther from the ring the bubble may stand to keep its arrow off units and flags."""
COVERED = 10_000.0
"""The same to keep the bubble off units: farther than any place on the screen."""
ROOFED = 160.0
"""The same to keep the bubble off roofs and walls."""


class MapHint(NamedTuple):
    """What to do and why, the cell it is about, and the cells of the move, which the bubble keeps off."""

    order: str
    reason: str
    cell: int
    way: tuple[int, ...] = ()


class HintPicture:
    """Draws a hint over the map. The place of its bubble is kept until something moves."""

    def __init__(self, model: Model, view: MapView) -> None:
        self.model, self.view = model, view
        self._cached_place: tuple[object, pygame.Rect] | None = None
        self.bubble = pygame.Rect(0, 0, 0, 0)
        """Where the bubble stood in the last drawing, in real pixels."""
        self._bend: Bend | None = None

    def draw(self, canvas: Canvas, hint: MapHint, flags: Sequence[pygame.Rect]) -> None:
        """Draw ring, arrow and bubble; the arrow keeps off units and `flags` (in real pixels)."""
        view, surface = self.view, canvas.surface
        self.bubble = self.placed(canvas, hint, flags)
        self._bend = _bend(canvas, self.bubble, view.at(hint.cell), view.grain * RING + canvas.px(5))
        x, y = view.at(hint.cell)
        radius = view.grain * RING
        clip = surface.get_clip()
        surface.set_clip(view.area)
        ring(canvas, (x, y), radius)
        surface.set_clip(clip)
        if self._bend is not None:
            _arrow(canvas, self._bend)
        text = kit.Column(
            kit.Text(hint.order, "serif", 18, lines=1), kit.Text(hint.reason, "body", 14, INK2, lines=1), gap=3
        )
        scale = canvas.scale
        spot = kit.Spot(self.bubble.x / scale, self.bubble.y / scale, WIDTH, HEIGHT)
        kit.Card(text, look="field", side=SAFFRON, pad=(14, 12), radius=6, h=HEIGHT).draw(canvas, spot)

    def crosses(self, rects: list[pygame.Rect]) -> bool:
        """Whether the arrow of the last drawing lies over one of these rectangles (in real pixels)."""
        return _crossed(self._bend, rects, round(THICK))

    # -- where the bubble stands --------------------------------------------------------------------------------------

    def placed(self, canvas: Canvas, hint: MapHint, flags: Sequence[pygame.Rect]) -> pygame.Rect:
        """The place of the bubble, in real pixels."""
        radius = self.view.grain * RING
        taken = self.taken(hint)
        key = (hint.cell, tuple(tuple(rect) for rect in (*taken, *flags)), tuple(self.view.area), canvas.scale)
        if self._cached_place is None or self._cached_place[0] != key:
            self._cached_place = (key, self._best(canvas, taken, flags, self.view.at(hint.cell), radius))
        return self._cached_place[1]

    def taken(self, hint: MapHint) -> list[pygame.Rect]:
        """What the bubble keeps off, in real pixels: units and their markers, objectives and their flags, paths."""
        view, model = self.view, self.model
        margin = round(view.size * 0.3)
        units = [view.rect_of(unit.at).inflate(margin, margin) for unit in model.units.values()]
        ground: list[pygame.Rect] = []
        for objective in model.view.objectives:
            area = view.rect_of(objective.cells[0]).unionall([view.rect_of(cell) for cell in objective.cells])
            ground.append(area.inflate(0, round(view.size)))
        running = model.view.action.path if model.view.action is not None else ()
        way = [view.rect_of(cell) for cell in (*hint.way, *running)]
        return [*units, *ground, *way]

    def _best(
        self,
        canvas: Canvas,
        taken: Sequence[pygame.Rect],
        flags: Sequence[pygame.Rect],
        place: Point,
        radius: float,
    ) -> pygame.Rect:
        """The place nearest to the ring where the bubble covers nothing, else the one where it covers least."""
        area, step = self.view.area, max(4, canvas.px(12))
        size = (canvas.px(WIDTH), canvas.px(HEIGHT))
        air = canvas.px(AIR)
        reach = radius + canvas.px(REACH)
        around = pygame.Rect(round(place[0] - reach), round(place[1] - reach), round(2 * reach), round(2 * reach))
        rects = [around, *taken]
        obstacles = [*(self.view.rect_of(unit.at) for unit in self.model.units.values()), *flags]
        obstacles = [obstacle for obstacle in obstacles if not obstacle.collidepoint(place)]
        board, arrow_width = self.view.board, canvas.px(THICK + 4)
        blocked = [self.view.rect_of(cell) for cell in range(board.width * board.height) if not board.passable(cell)]
        left, top = area.left + air, area.top + air
        spots = [
            pygame.Rect(x, y, *size)
            for x in range(left, max(left + 1, area.right - size[0] - air), step)
            for y in range(top, max(top + 1, area.bottom - size[1] - air), step)
        ]
        best, lowest = spots[0], math.inf
        for distance, rect in sorted(((math.dist(rect.center, place), rect) for rect in spots), key=itemgetter(0)):
            if distance >= lowest:
                break
            cost = distance + (ROOFED * canvas.scale if rect.collidelist(blocked) >= 0 else 0)
            covered = (rect.clip(rects[number]) for number in rect.collidelistall(rects))
            cost += sum(COVERED + overlap.w * overlap.h for overlap in covered)
            if cost < lowest and _crossed(_bend(canvas, rect, place, radius), obstacles, arrow_width):
                cost += CROSSED * canvas.scale
            if cost < lowest:
                best, lowest = rect, cost
        return best


def ring(canvas: Canvas, place: Point, radius: float) -> None:
    """A ring of saffron with ink at both edges; place and radius in real pixels."""
    middle = (round(place[0]), round(place[1]))
    thick = max(3, canvas.px(THICK))
    edge = max(1, canvas.px(1.4))
    pygame.draw.aacircle(canvas.surface, INK, middle, round(radius + thick / 2) + edge, thick + 2 * edge)
    pygame.draw.aacircle(canvas.surface, SAFFRON, middle, round(radius + thick / 2), thick)


class Bend(NamedTuple):
    """A bent arrow: its start, the point that it bends towards, the base of its head, and its tip. In real pixels."""

    start: Point
    mid: Point
    neck: Point
    end: Point

    @property
    def curve(self) -> list[Point]:
        """The points of the arrow up to its head, about two pixels apart."""
        steps = max(8, round(math.dist(self.start, self.end) / 2))
        return [_bent(self.start, self.mid, self.neck, i / steps) for i in range(steps + 1)]


def _bend(canvas: Canvas, bubble: pygame.Rect, place: Point, radius: float) -> Bend | None:
    """The arrow from the bubble to the ring; None if they are too near to one another for one."""
    start = (
        min(max(place[0], bubble.left + canvas.px(24)), bubble.right - canvas.px(24)),
        min(max(place[1], bubble.top + canvas.px(14)), bubble.bottom - canvas.px(14)),
    )
    if bubble.top < start[1] < bubble.bottom and bubble.left < start[0] < bubble.right:
        across = place[0] < bubble.left or place[0] > bubble.right
        if across and bubble.top <= place[1] <= bubble.bottom:
            start = (bubble.left if place[0] < bubble.left else bubble.right, start[1])
        else:
            start = (start[0], bubble.top if place[1] < bubble.centery else bubble.bottom)
    distance = math.dist(start, place)
    if distance <= radius + canvas.px(8):
        return None
    dx, dy = (place[0] - start[0]) / distance, (place[1] - start[1]) / distance
    bow = min(distance * 0.22, canvas.px(26))
    mid = ((start[0] + place[0]) / 2 - dy * bow, (start[1] + place[1]) / 2 + dx * bow)
    if math.dist(mid, place) < radius + canvas.px(SHORT):
        mid = start
    end = _towards(place, mid, radius)
    return Bend(start, mid, _towards(end, mid, canvas.px(11)), end)


def _crossed(bend: Bend | None, rects: list[pygame.Rect], thick: int) -> bool:
    """Whether an arrow `thick` pixels thick lies over one of these rectangles."""
    if bend is None:
        return False
    box = pygame.Rect(0, 0, thick, thick)
    for x, y in bend.curve[::3]:
        box.center = (round(x), round(y))
        if box.collidelist(rects) >= 0:
            return True
    return False


def _arrow(canvas: Canvas, bend: Bend) -> None:
    """Draw the arrow, in saffron with ink at its edges."""
    curve = bend.curve
    for colour, thickness in ((INK, THICK + 2.6), (SAFFRON, THICK)):
        radius = max(2, round(thickness * canvas.scale / 2))
        for x, y in curve:
            pygame.draw.aacircle(canvas.surface, colour, (round(x), round(y)), radius)
        size = canvas.px(18 if colour == INK else 14)
        tip = bend.end if colour == INK else _towards(bend.end, bend.mid, canvas.px(2.5))
        arrow_head(canvas.surface, bend.mid, tip, colour, size)


def _towards(here: Point, there: Point, length: float) -> Point:
    """The point at a distance of `length` from one point in the direction of another."""
    distance = max(1e-6, math.dist(here, there))
    return here[0] + (there[0] - here[0]) * length / distance, here[1] + (there[1] - here[1]) * length / distance


def _bent(a: Point, b: Point, c: Point, t: float) -> Point:
    """The point at share `t` (0 to 1) of the curve from `a` to `c` that bends towards `b`."""
    p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return p * a[0] + q * b[0] + r * c[0], p * a[1] + q * b[1] + r * c[1]
