"""The ground of hexagonal maps: five terrains in several variants, each hex 128 pixels wide with a corner at the top.

Tiled draws hexes in a regular shape only for even numbers: 128 wide, 148 high, sides of 74 (so a row is 111 lower than
the one above). That is a regular hexagon to within a quarter of a pixel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from ground_art import paint
from ground_art.paint import SCALE, Canvas, Point, chance, mix
from ground_art.things import crown

WIDE, TALL, SIDE = 128, 148, 74
ROW = (TALL + SIDE) // 2
CORNERS: tuple[Point, ...] = ((64, 0), (128, 37), (128, 111), (64, 148), (0, 111), (0, 37))
"""The corners, clockwise from the top. Border `n` runs from corner `n` to the next: the north-east first."""

VARIANTS = 8
CLEARINGS = (25.0, 48.0)
"""The radius, in pixels, that two more tiles of each terrain leave free in the middle, for a road and for a town."""

_MIDDLE: Point = (WIDE / 2, TALL / 2)
_OVER = 1.0
"""Pixels by which a tile overlaps its neighbours, so that there is no seam between two soft edges."""


def border(number: int) -> tuple[Point, Point]:
    """The two ends of a border of the hex."""
    return CORNERS[number], CORNERS[(number + 1) % 6]


def neighbour(x: int, y: int, number: int) -> tuple[int, int]:
    """The cell beyond a border; odd rows are shifted half a hex to the right."""
    shift = y % 2
    return (
        (x + shift, y - 1),
        (x + 1, y),
        (x + shift, y + 1),
        (x - 1 + shift, y + 1),
        (x - 1, y),
        (x - 1 + shift, y - 1),
    )[number]


def shape() -> Image.Image:
    """A mask of the hex at SCALE, slightly enlarged."""
    mask = Image.new("L", (WIDE * SCALE, TALL * SCALE), 0)
    grow = 1 + _OVER / (WIDE / 2)
    points = [tuple((m + (p - m) * grow) * SCALE for p, m in zip(corner, _MIDDLE, strict=True)) for corner in CORNERS]
    ImageDraw.Draw(mask).polygon(points, 255)
    return mask


def inside(x: float, y: float, margin: float) -> bool:
    """Whether a point is in the hex, at least `margin` pixels away from its borders."""
    across, down = abs(x - _MIDDLE[0]), abs(y - _MIDDLE[1])
    slant = (across + down * math.sqrt(3)) / 2
    return max(across, slant) <= WIDE / 2 - margin


def _spots(
    name: str, variant: int, count: int, margin: float, apart: float, clear: float
) -> list[tuple[float, float, float]]:
    """Up to `count` random (x, y, turn) inside the hex, lower ones last; `turn` is a random number from 0 to 1.

    They are at least `apart` pixels from one another, `margin` from the borders, and `clear` from the middle.
    """
    found: list[tuple[float, float, float]] = []
    for number in range(40 * count):
        x, y = (size * chance(name, variant, number, axis) for size, axis in ((WIDE, "x"), (TALL, "y")))
        free = math.dist((x, y), _MIDDLE) >= clear
        if free and inside(x, y, margin) and all(math.dist((x, y), other[:2]) >= apart for other in found):
            found.append((x, y, chance(name, variant, number, "turn")))
        if len(found) == count:
            break
    return sorted(found, key=lambda spot: spot[1])


def _tuft(canvas: Canvas, x: float, y: float, turn: float, ink: str) -> None:
    for lean in (-5, 0, 5):
        canvas.line([(x + lean * 0.5, y + 4), (x + lean, y - 4 - 3 * turn - (lean == 0))], ink, 2)


def _plains(canvas: Canvas, variant: int, clear: float) -> None:
    """Draw small fields of a few strips each, and tufts."""
    crops = (_FIELD, mix(paint.PARK, paint.GROUND, 0.45), mix(paint.GROUND, "#FFFFFF", 0.3))
    fields = (2, 1, 3, 0, 2, 1, 2, 1)[variant % 8]
    for number, (x, y, turn) in enumerate(_spots("plains", variant, fields, 30, 40, clear)):
        strips = 3 + int(3 * chance("strips", variant, number))
        _strips(canvas, (x, y), math.radians(-40 + 80 * turn), strips, crops[(variant + number) % 3])
    ink = mix(paint.GROUND, paint.SHADE, 0.26)
    for x, y, turn in _spots("plains tufts", variant, 2 + variant % 2, 14, 30, clear):
        _tuft(canvas, x, y, turn * 0.5, ink)


def _strips(canvas: Canvas, at: Point, turn: float, strips: int, fill: str) -> None:
    cos, sin = math.cos(turn), math.sin(turn)
    half, long = strips * 3.5, 17.0

    def place(u: float, v: float) -> Point:
        return at[0] + u * cos - v * sin, at[1] + u * sin + v * cos

    edge = mix(fill, paint.SHADE, 0.36)
    canvas.polygon([place(-long, -half), place(long, -half), place(long, half), place(-long, half)], fill, edge, 1.75)
    for strip in range(1, strips):
        v = -half + 7 * strip
        canvas.line([place(-long, v), place(long, v)], mix(fill, paint.SHADE, 0.24), 1.75)


def _grassland(canvas: Canvas, variant: int, clear: float) -> None:
    ink = mix(_GRASS, paint.TREE_EDGE, 0.5)
    for x, y, turn in _spots("grassland", variant, 7 + variant % 3, 13, 21, clear):
        _tuft(canvas, x, y, turn, ink)


def _forest(canvas: Canvas, variant: int, clear: float) -> None:
    """Round crowns over the hard shadow that they throw together."""
    trees = Canvas(WIDE, TALL)
    for number, (x, y, turn) in enumerate(_spots("forest", variant, 11 + variant % 3, 15, 23, clear)):
        crown(trees, x, y, 28 + 9 * turn, 6, ("forest", variant, number))
    canvas.image.alpha_composite(trees.over_shadow(6).image)


def _mountain(canvas: Canvas, variant: int, clear: float) -> None:
    """Draw three peaks, lit from the left, with a few stones; in a clearing, smaller peaks near the rim."""
    edge = mix(paint.STONE, paint.INK, 0.55)
    for x, y, turn in _spots("stones", variant, 7, 12, 16, clear):
        size = 3 + 3 * turn
        canvas.polygon([(x - size, y + 2), (x - 1, y - size), (x + size, y + 2)], paint.STONE, edge, 1.5)
    peaks = Canvas(WIDE, TALL)
    ranges = (((46, 78, 25), (86, 84, 22), (62, 112, 24)), ((82, 76, 26), (42, 88, 22), (72, 116, 21)))
    rim = ((36, 50, 16), (88, 52, 17), (62, 38, 18))
    for number, (x, foot, half) in enumerate(rim if clear else ranges[variant % 2]):
        lean = 8 * chance("peak", variant, number, "lean") - 4
        rise = 1.45 + 0.35 * chance("peak", variant, number, "rise")
        _peak(peaks, x + lean, foot + lean / 2, half, half * rise)
    canvas.image.alpha_composite(peaks.over_shadow(6).image)


def _peak(canvas: Canvas, x: float, foot: float, half: float, rise: float) -> None:
    top, left, right = (x, foot - rise), (x - half, foot), (x + half, foot)
    ridge = [top, (x + half * 0.14, foot - rise * 0.62), (x - half * 0.1, foot - rise * 0.3), (x + half * 0.05, foot)]
    light, dark = mix(paint.STONE, "#FFFFFF", 0.32), mix(paint.STONE, paint.SHADE, 0.2)
    canvas.polygon([left, *ridge], light, "", 0)
    canvas.polygon([right, *ridge], dark, "", 0)
    for share in (0.3, 0.52, 0.74):
        start = x + half * share * 0.95, foot - rise * (1 - share) * 0.98
        canvas.line([start, (start[0] - half * 0.22, start[1] + rise * 0.3)], mix(dark, paint.INK, 0.4), 1.75)
    canvas.line(ridge, mix(paint.STONE, paint.INK, 0.6), 1.75)
    canvas.line([left, top, right], paint.INK, 3)


def _water(canvas: Canvas, variant: int, clear: float) -> None:
    for x, y, turn in _spots("water", variant, (3, 1, 2, 0, 3, 2, 1, 2)[variant % 8], 24, 30, clear):
        wide = 6 + 3 * turn
        wave = [(x - 2 * wide, y), (x - wide, y - 4), (x, y), (x + wide, y - 4), (x + 2 * wide, y)]
        canvas.line(wave, paint.WAVE, 2.25)


_FIELD, _GRASS, _ROCK = "#DED3A8", paint.PARK, mix(paint.GROUND, paint.STONE, 0.62)


@dataclass(frozen=True, slots=True)
class Ground:
    """A terrain of hexagonal maps; `glyph` is its character in plans and sketches."""

    terrain: str
    glyph: str
    fill: str
    marks: Callable[[Canvas, int, float], None]


GROUNDS = (
    Ground("plains", ".", paint.GROUND, _plains),
    Ground("grassland", "g", _GRASS, _grassland),
    Ground("forest", "f", mix(paint.PARK, paint.TREE_LIGHT, 0.42), _forest),
    Ground("mountain", "m", _ROCK, _mountain),
    Ground("water", "~", paint.WATER, _water),
)
"""The terrains in the order of the sheet; each has VARIANTS tiles and then one for each of the CLEARINGS."""


def ground(kind: Ground, variant: int) -> Image.Image:
    """The tile of a terrain; the numbers after its variants are its clearings."""
    canvas = Canvas(WIDE, TALL)
    canvas.box(0, 0, WIDE, TALL, kind.fill)
    kind.marks(canvas, variant, (*(0.0,) * VARIANTS, *CLEARINGS)[variant])
    canvas.cut(shape())
    return canvas.done()


def strokes(canvas: Canvas, lines: Sequence[Sequence[Point]], ink: str, wide: float) -> None:
    """Draw lines with round joints and ends, so that they meet at corners."""
    for line in lines:
        canvas.line(line, ink, wide)
        for x, y in (line[0], line[-1]):
            canvas.disc(x, y, wide / 2, ink)


__all__ = ["CORNERS", "GROUNDS", "ROW", "SIDE", "TALL", "VARIANTS", "WIDE", "Ground", "border", "ground", "neighbour"]
