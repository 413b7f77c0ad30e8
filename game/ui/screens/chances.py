"""The chance of winning of each side, turn by turn, as lines with their intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

import pygame

from game.ai.estimate import Estimate, wilson
from game.ai.findings import Chance, Costly, Found
from game.ai.review import Reviewer
from game.engine.match import Match
from game.engine.names import Seat, members_of
from game.ui import kit
from game.ui.canvas import Canvas
from game.ui.palette import INK3, LINE, Colour, SeatColours

PALE = 44
"""How much of a side's colour covers the chart in its interval, of 255."""
LOOKED = 0.4
"""How many seconds the end is looked at before the battle is looked at again."""
MIDDLE = 48.0
"""How high a chart is, in logical pixels, in which a number has room between those of its top and its foot."""
Row = Sequence[tuple[int, Estimate]]


class Findings:
    """What is found of a battle that is over, while the screen of its end stands there.

    `chances`: by turn, what playouts from its beginning came to; `costly`: the choices that cost most, None while they
    are worked out.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.chances: dict[int, Chance] = {}
        self.costly: tuple[Costly, ...] | None = None
        self.reviewer: Reviewer | None = None
        self._looked = 0.0

    def tick(self, seconds: float) -> bool:
        """Take in what has been found; whether there was any. It is begun once the end has been looked at for a moment."""
        self._looked += seconds
        if self._looked < LOOKED or self.match.outcome is None:
            return False
        if self.reviewer is None:
            try:
                self.reviewer = Reviewer(self.match)
            except OSError:  # without a process the screen is what it is
                self._looked = -math.inf
                return False
        return self.take_in(self.reviewer.news())

    def take_in(self, news: Sequence[Found]) -> bool:
        """It belongs to the findings now; whether there was any."""
        for found in news:
            if isinstance(found, Chance):
                self.chances[found.turn] = found
            else:
                self.costly = found
        return bool(news)

    def close(self) -> None:
        """Nobody looks any more."""
        if self.reviewer is not None:
            self.reviewer.close()


def rows(match: Match, chances: Mapping[int, Chance]) -> dict[Seat, Row]:
    """For the first seat of each side: turns that were over, and its chance then; last what it came to, which is certain."""
    front = match.front
    found: dict[Seat, Row] = {}
    for side in front.sides():
        share = float(front.winner == side) if front.winner else 1 / len(front.sides())
        counted = [(turn - 1, wilson(one.won[side], one.games)) for turn, one in sorted(chances.items())]
        found[members_of(side)[0]] = [*counted, (front.turn, Estimate(share, share, share, 1))]
    return found


def draw(
    canvas: Canvas, spot: kit.Spot, turns: int, told: Mapping[Seat, Row], colours: Mapping[Seat, SeatColours]
) -> None:
    """The chances with their intervals as pale bands; the first side solid, the others dashed, each ending in its shape.

    So many `turns` take the width of the spot; the numbers of the chances stand to its left, the shapes to its right.
    """
    x0, w, last = spot.x, spot.w, turns

    def at(turn: int, share: float) -> tuple[float, float]:
        return x0 + turn / last * w, spot.bottom - 8 - share * (spot.h - 18)

    for level in (0.0, 0.5, 1.0) if spot.h >= MIDDLE else (0.0, 1.0):
        y = at(0, level)[1]
        canvas.rule(x0, y, w, LINE)
        canvas.write(f"{level:.0%}", x0 - 8, y, "label", 12, INK3, align="right", middle=True)
    for seat, row in told.items():
        edge = [at(turn, one.high) for turn, one in row] + [at(turn, one.low) for turn, one in reversed(row)]
        _band(canvas, edge, colours[seat].fill)
    for place, (seat, row) in enumerate(told.items()):
        points = [at(turn, one.value) for turn, one in row]
        for one, two in pairwise(points):
            line(canvas, one, two, colours[seat], dashed=place > 0)
        canvas.seat_mark(colours[seat], points[-1][0] + 8, points[-1][1], 10)


def line(
    canvas: Canvas, one: tuple[float, float], two: tuple[float, float], colours: SeatColours, *, dashed: bool
) -> None:
    """A line of a chart in a seat's colour."""
    steps = max(1, int(math.dist(one, two) // 5)) if dashed else 1
    for step in range(0, steps, 2):
        a, b = step / steps, min(1.0, (step + 1) / steps)
        start, end = (
            (canvas.px(one[0] + (two[0] - one[0]) * t), canvas.px(one[1] + (two[1] - one[1]) * t)) for t in (a, b)
        )
        pygame.draw.aaline(canvas.surface, colours.fill, start, end, max(2, canvas.px(2)))


def _band(canvas: Canvas, edge: Sequence[tuple[float, float]], colour: Colour) -> None:
    """An area in a pale colour."""
    points = [(x * canvas.scale, y * canvas.scale) for x, y in edge]
    left, top = (min(point[axis] for point in points) for axis in (0, 1))
    right, foot = (max(point[axis] for point in points) for axis in (0, 1))
    wash = pygame.Surface((max(1, math.ceil(right - left)), max(1, math.ceil(foot - top))), pygame.SRCALPHA)
    pygame.draw.polygon(wash, (*colour[:3], PALE), [(x - left, y - top) for x, y in points])
    canvas.surface.blit(wash, (round(left), round(top)))
