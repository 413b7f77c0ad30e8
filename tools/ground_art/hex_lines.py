"""Lines along and across the borders of hexes: coasts, roads and ferries, with a tile for every set of borders.

A set of borders is six bits, clockwise from the north-east. Half of a coast is drawn in the land hex and half in the
water hex, so both have a tile.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from PIL import Image

from ground_art import paint
from ground_art.hexes import TALL, WIDE, border, shape, strokes
from ground_art.paint import INK, Canvas, Point, mix

SETS = 64

_INK_WIDE = 8.0
_SHOAL = mix(paint.WATER, "#FFFFFF", 0.4)
_SHORE_LINES = ((44.0, paint.WAVE), (41.5, paint.WATER), (27.0, _SHOAL))
"""(width, colour) of the strokes on the water side, outermost first: a thin line off the coast, the shoal along it."""

_ROAD, _ROAD_LINE = 15.0, 3.0
_FERRY, _DASH, _GAP = 4.5, 9, 7


def _borders(bits: int) -> Iterator[int]:
    return (number for number in range(6) if bits >> number & 1)


def coast(bits: int, *, water: bool) -> Image.Image:
    """The half of the coast that lies in a land or in a water hex, along the borders in `bits`."""
    canvas = Canvas(WIDE, TALL)
    lines = [border(number) for number in _borders(bits)]
    for wide, ink in _SHORE_LINES if water else ():
        strokes(canvas, lines, ink, wide)
    strokes(canvas, lines, INK, _INK_WIDE)
    canvas.cut(shape())
    return canvas.done()


def road(bits: int) -> Image.Image:
    """A road that leaves the hex over the borders in `bits`."""
    canvas = Canvas(WIDE, TALL)
    lines = _way(bits)
    strokes(canvas, lines, mix(paint.ROAD_EDGE, INK, 0.4), _ROAD)
    strokes(canvas, lines, mix(paint.ROAD, "#FFFFFF", 0.3), _ROAD - 2 * _ROAD_LINE)
    canvas.cut(shape())
    return canvas.done()


def ferry(bits: int) -> Image.Image:
    """The dashes of a ferry over a water hex."""
    canvas = Canvas(WIDE, TALL)
    for line in _way(bits):
        for dash in _dashes(line):
            canvas.line(dash, mix(paint.WAVE, INK, 0.62), _FERRY)
    canvas.cut(shape())
    return canvas.done()


def _way(bits: int) -> list[list[Point]]:
    """The lines of a road: a bend if it crosses two borders, else a spoke to each border."""
    middle = WIDE / 2, TALL / 2
    gates: list[Point] = []
    for number in _borders(bits):
        (x1, y1), (x2, y2) = border(number)
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        # A little beyond the border, so that the ends meet those of the next hex.
        gates.append((x + (x - middle[0]) * 0.05, y + (y - middle[1]) * 0.05))
    return [_bend(gates[0], middle, gates[1])] if len(gates) == 2 else [[gate, middle] for gate in gates]


def _bend(start: Point, by: Point, end: Point, steps: int = 16) -> list[Point]:
    """A curve between two points that leaves both ends in the direction of `by`."""
    points = []
    for step in range(steps + 1):
        t = step / steps
        parts = [(1 - t) ** 2, 2 * t * (1 - t), t**2]
        points.append(
            (
                sum(share * point[0] for share, point in zip(parts, (start, by, end), strict=True)),
                sum(share * point[1] for share, point in zip(parts, (start, by, end), strict=True)),
            )
        )
    return points


def _dashes(line: Sequence[Point]) -> Iterator[Sequence[Point]]:
    """Stretches of a line, `_DASH` pixels long and `_GAP` apart."""
    fine: list[Point] = []
    for (x1, y1), (x2, y2) in itertools.pairwise(line):
        steps = math.ceil(math.dist((x1, y1), (x2, y2)))
        fine += [(x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps) for step in range(steps)]
    return (fine[start : start + _DASH] for start in range(_GAP // 2, len(fine) - 1, _DASH + _GAP))
