"""The places of tokens: alone in a cell, fanned out in a shared hex, or aboard a carrier; and which one is hit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import pygame

from game.engine.view import UnitView
from game.ui.battle.glide import Point
from game.ui.battle.mapview import MapView
from game.ui.canvas import Canvas
from game.ui.palette import CARD, INK, LINE2
from game.ui.shapes import box
from game.ui.tokens import PLATE, plate_rect

FANS: tuple[tuple[float, tuple[Point, ...]], ...] = (
    (0.4375, ((0.0, 0.0),)),
    (0.39, ((-0.235, 0.0), (0.235, 0.0))),
    (0.34, ((0.0, -0.22), (-0.235, 0.13), (0.235, 0.13))),
    (0.34, ((-0.2, -0.22), (0.2, -0.22), (-0.2, 0.13), (0.2, 0.13))),
)
"""For one to four tokens in a hex: their size, and the places of their middles, the back row first. In hex widths."""
HIT = 0.52
"""The radius round the middle of a token in which the pointer hits it, in sizes of the token."""
LOWER = 0.08
"""How far down one or two tokens are drawn below the roofs of a town, in widths of a hex."""
CARGO = 0.2
"""The size of a token aboard, in widths of a hex."""


PlaceKind = Literal["alone", "fan", "cargo"]
"""Whether a token has its cell to itself, shares it, or is aboard a carrier."""


class TokenPlace(NamedTuple):
    """Where a token is drawn: its middle, its size (both in real pixels), and how it shares its cell."""

    unit: str
    x: float
    y: float
    size: int
    kind: PlaceKind = "alone"

    @property
    def rect(self) -> pygame.Rect:
        """The square round the token."""
        square = pygame.Rect(0, 0, self.size, self.size)
        square.center = round(self.x), round(self.y)
        return square

    @property
    def plate(self) -> pygame.Rect:
        """The rectangle of the token's id plate, which juts out below the square."""
        return plate_rect(self.unit.upper(), self.x, self.y + self.size * PLATE, self.size)

    def holds(self, position: Point) -> bool:
        """Whether a position is on the token."""
        return (self.x - position[0]) ** 2 + (self.y - position[1]) ** 2 <= (self.size * HIT) ** 2


class More(NamedTuple):
    """The plate, such as "+2", with the number of units of a hex that are not drawn; its middle in real pixels."""

    x: float
    y: float
    unseen: int


class Stacks(NamedTuple):
    """The tokens of one drawing in drawing order, the plates that count units without one, and carriers' cargo."""

    places: list[TokenPlace]
    more: list[More]
    holds: list[list[TokenPlace]]

    def rects(self) -> list[pygame.Rect]:
        """The squares round all tokens, with their id plates."""
        drawn = (*self.places, *(aboard for hold in self.holds for aboard in hold))
        return [place.rect.union(place.plate) for place in drawn]

    def hit(self, position: Point) -> str:
        """The topmost unit at a position, "" if there is none."""
        aboard = [place for hold in self.holds for place in hold]
        return next((place.unit for place in reversed([*self.places, *aboard]) if place.holds(position)), "")


class UnitSpot(NamedTuple):
    """Where a unit is drawn: a point on the screen, and the cell whose middle that is (-1: between two cells)."""

    point: Point
    cell: int


def lay_out(view: MapView, spots: Mapping[str, UnitSpot], units: Mapping[str, UnitView], first: str) -> Stacks:
    """The places of all tokens. If more units share a hex than fit into it, `first` is among those that are drawn.

    Units in a hex keep the order of `units`, so that none changes its place when it is selected. Units aboard stand in
    a row above their carrier on hexes; on squares there is no room for that, and they are not drawn.
    """
    stacks = Stacks([], [], [])
    on_hexes = view.board.grid == "hex"
    aboard: dict[str, list[str]] = {}
    shared: dict[int, list[str]] = {}
    for name in [name for name in units if name in spots] if on_hexes else spots:
        spot, carrier = spots[name], units[name].aboard or ""
        if carrier in spots:
            aboard.setdefault(carrier, []).append(name)
        elif on_hexes and spot.cell >= 0:
            shared.setdefault(spot.cell, []).append(name)
        else:
            stacks.places.append(TokenPlace(name, *spot.point, view.token_size))
    for names in sorted(shared.values(), key=lambda names: first in names):
        spot = spots[names[0]]
        shift = LOWER if spot.cell in view.sited and len(names) < 3 else 0.0
        _fan(view, stacks, names, (spot.point[0], spot.point[1] + shift * view.size), first)
    if on_hexes:
        stacks.holds.extend(_loaded(view, place, aboard[place.unit]) for place in stacks.places if place.unit in aboard)
    return stacks


def _fan(view: MapView, stacks: Stacks, units: list[str], middle: Point, first: str) -> None:
    """Add the tokens of one hex to the stacks: at most four, with `first` in front of the others."""
    drawn = units[: len(FANS)]
    if first in units and first not in drawn:
        drawn[-1] = first
    share, offsets = FANS[len(drawn) - 1]
    size = max(8, round(view.size * share))
    kind: PlaceKind = "fan" if len(drawn) > 1 else "alone"
    fan = [
        TokenPlace(name, middle[0] + dx * view.size, middle[1] + dy * view.size, size, kind)
        for name, (dx, dy) in zip(drawn, offsets, strict=True)
    ]
    stacks.places.extend(sorted(fan, key=lambda place: place.unit == first))
    if len(units) > len(drawn):
        stacks.more.append(More(middle[0] + 0.4 * view.size, middle[1] - 0.04 * view.size, len(units) - len(drawn)))


def _loaded(view: MapView, carrier: TokenPlace, cargo: Sequence[str]) -> list[TokenPlace]:
    """The places of tokens aboard, in a row above their carrier."""
    size = max(7, round(view.size * CARGO))
    step = size + max(2, round(size * 0.18))
    left = carrier.x - step * (len(cargo) - 1) / 2
    top = carrier.y - carrier.size / 2 - size * 0.55
    return [TokenPlace(name, left + i * step, top, size, "cargo") for i, name in enumerate(cargo)]


def hold_plate(places: Sequence[TokenPlace]) -> pygame.Rect:
    """The rectangle of the plate under a row of tokens aboard."""
    rects = [pygame.Rect(round(p.x - p.size / 2), round(p.y - p.size / 2), p.size, p.size) for p in places]
    return rects[0].unionall(rects[1:]).inflate(6, 6)


def draw_hold(canvas: Canvas, places: Sequence[TokenPlace]) -> None:
    """Draw the plate that a carrier's cargo stands on."""
    box(canvas.surface, hold_plate(places), CARD, INK, canvas.px(4))


def draw_more(canvas: Canvas, plate: More) -> None:
    """Draw the plate that counts the units of a hex without a token."""
    words = f"+{plate.unseen}"
    width, x, y = canvas.width(words, "label_bold", 12) + 8, plate.x / canvas.scale, plate.y / canvas.scale
    canvas.box(x - width / 2, y - 8, width, 16, CARD, LINE2, 8)
    canvas.write(words, x, y, "label_bold", 12, INK, align="centre", middle=True)
