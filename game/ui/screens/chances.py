"""Each side's chance of winning, turn by turn, as lines with their intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

import pygame

from game.ai.estimate import Estimate, wilson
from game.ai.findings import Chance, Costly, Found, Moment, Swing
from game.ai.review import Reviewer
from game.engine.match import Match
from game.engine.names import Seat, members_of
from game.ui import kit
from game.ui.canvas import Canvas
from game.ui.palette import INK3, LINE, Colour, SeatColours

PALE = 44
"""The opacity, of 255, of a side's colour in its interval."""
LOOKED = 0.4
"""Seconds for which the screen is shown before the analysis of the battle begins."""
MIDDLE = 48.0
"""The least height of a chart, in logical pixels, with a third number between those at its top and foot."""
Row = Sequence[tuple[int, Estimate]]
"""The points of a line: (turns that were over, chance)."""


class Findings:
    """The analysis of a finished battle, which goes on while its end or replay is shown.

    `moments`: those whose swings are wanted. `chances`: turn -> the results of playouts from its
    beginning; `swings`: choice of the record -> what it changed; `costly`: the choices that cost most, None until
    they have been worked out.
    """

    def __init__(self, match: Match, moments: Sequence[Moment] = ()) -> None:
        self.match, self.moments = match, moments
        self.chances: dict[int, Chance] = {}
        self.swings: dict[int, Swing] = {}
        self.costly: tuple[Costly, ...] | None = None
        self.reviewer: Reviewer | None = None
        self._shown_seconds = 0.0

    def tick(self, seconds: float) -> bool:
        """Begin the analysis after `LOOKED` seconds, then collect its news. Returns whether there was any."""
        self._shown_seconds += seconds
        if self._shown_seconds < LOOKED or self.match.outcome is None:
            return False
        if self.reviewer is None:
            try:
                self.reviewer = Reviewer(self.match, self.moments)
            except OSError:  # no process can be started: the screen stays without the analysis
                self._shown_seconds = -math.inf
                return False
        return self.take_in(self.reviewer.news())

    def take_in(self, news: Sequence[Found]) -> bool:
        """Add news to the findings. Returns whether there was any."""
        for finding in news:
            if isinstance(finding, Chance):
                self.chances[finding.turn] = finding
            elif isinstance(finding, Swing):
                self.swings[finding.choice] = finding
            else:
                self.costly = finding
        return bool(news)

    def close(self) -> None:
        """Stop the analysis."""
        if self.reviewer is not None:
            self.reviewer.close()


def rows(match: Match, chances: Mapping[int, Chance]) -> dict[Seat, Row]:
    """First seat of each side -> the points of its line; the last one is the result of the battle, which is certain."""
    front = match.front
    lines: dict[Seat, Row] = {}
    for side in front.sides():
        share = float(front.winner == side) if front.winner else 1 / len(front.sides())
        points = [(turn - 1, wilson(chance.won[side], chance.games)) for turn, chance in sorted(chances.items())]
        lines[members_of(side)[0]] = [*points, (front.turn, Estimate(share, share, share, 1))]
    return lines


def draw(
    canvas: Canvas, spot: kit.Spot, turns: int, lines: Mapping[Seat, Row], colours: Mapping[Seat, SeatColours]
) -> None:
    """Draw the chances, with their intervals as pale bands. The first side's line is solid, the others are dashed.

    The width of the spot holds `turns` turns. The scale is to its left, each side's mark to its right.
    """
    x0, w = spot.x, spot.w

    def at(turn: int, share: float) -> tuple[float, float]:
        return x0 + turn / turns * w, spot.bottom - 8 - share * (spot.h - 18)

    for level in (0.0, 0.5, 1.0) if spot.h >= MIDDLE else (0.0, 1.0):
        y = at(0, level)[1]
        canvas.rule(x0, y, w, LINE)
        canvas.write(f"{level:.0%}", x0 - 8, y, "label", 12, INK3, align="right", middle=True)
    for seat, row in lines.items():
        upper = [at(turn, chance.high) for turn, chance in row]
        lower = [at(turn, chance.low) for turn, chance in reversed(row)]
        _band(canvas, upper + lower, colours[seat].fill)
    for place, (seat, row) in enumerate(lines.items()):
        points = [at(turn, chance.value) for turn, chance in row]
        for start, end in pairwise(points):
            line(canvas, start, end, colours[seat], dashed=place > 0)
        canvas.seat_mark(colours[seat], points[-1][0] + 8, points[-1][1], 10)


def line(
    canvas: Canvas, first: tuple[float, float], last: tuple[float, float], colours: SeatColours, *, dashed: bool
) -> None:
    """Draw a line of a chart in a seat's colour, from `first` to `last` in logical pixels."""

    def at(share: float) -> tuple[int, int]:
        return canvas.px(first[0] + (last[0] - first[0]) * share), canvas.px(first[1] + (last[1] - first[1]) * share)

    steps = max(1, int(math.dist(first, last) // 5)) if dashed else 1
    for step in range(0, steps, 2):
        start, end = at(step / steps), at(min(1.0, (step + 1) / steps))
        pygame.draw.aaline(canvas.surface, colours.fill, start, end, max(2, canvas.px(2)))


def _band(canvas: Canvas, edge: Sequence[tuple[float, float]], colour: Colour) -> None:
    """Draw an area in a pale colour."""
    points = [(x * canvas.scale, y * canvas.scale) for x, y in edge]
    left, top = (min(point[axis] for point in points) for axis in (0, 1))
    right, foot = (max(point[axis] for point in points) for axis in (0, 1))
    wash = pygame.Surface((max(1, math.ceil(right - left)), max(1, math.ceil(foot - top))), pygame.SRCALPHA)
    pygame.draw.polygon(wash, (*colour[:3], PALE), [(x - left, y - top) for x, y in points])
    canvas.surface.blit(wash, (round(left), round(top)))
