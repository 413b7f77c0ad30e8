"""The surfaces of the ground: grass, park, road, paving, water, woods, rubble, fields; and the contours of hills."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from ground_art import paint
from ground_art.blob import FULL, band, depth
from ground_art.paint import CELL, Canvas, chance, colour, mix

VARIANTS = 4
GROUNDS = 8


def _spots(name: str, variant: int, count: int, margin: float = 8) -> list[tuple[float, float, float]]:
    """`count` random (x, y, turn) in the tile, `margin` pixels off its border; `turn` is from 0 to 1."""
    span = CELL - 2 * margin
    return [
        (
            margin + span * chance(name, variant, number, "x"),
            margin + span * chance(name, variant, number, "y"),
            chance(name, variant, number, "turn"),
        )
        for number in range(count)
    ]


def _tufts(canvas: Canvas, name: str, variant: int, count: int, ink: str) -> None:
    for x, y, turn in _spots(name, variant, count, 10):
        for lean in (-4, 0, 4):
            canvas.line([(x + lean * 0.5, y + 3), (x + lean, y - 3 - 2 * turn - (lean == 0))], ink, 1.5)


def _grass(canvas: Canvas, variant: int) -> None:
    _tufts(canvas, "ground", variant, (0, 1, 0, 0, 1, 0, 2, 0)[variant % 8], mix(paint.GROUND, paint.SHADE, 0.24))


def _park(canvas: Canvas, variant: int) -> None:
    _tufts(canvas, "park", variant, 1 + variant % 2, mix(paint.PARK, paint.TREE_EDGE, 0.36))


def _road(canvas: Canvas, variant: int) -> None:
    for x, y, turn in _spots("road", variant, 3 + variant % 2, 12):
        long = 5 + 6 * turn
        canvas.line([(x - long, y), (x + long, y + 2 * turn - 1)], mix(paint.ROAD, paint.SHADE, 0.13), 1.5)


def _paving(canvas: Canvas, variant: int) -> None:
    lines = mix(paint.PAVING, paint.SHADE, 0.16)
    for row in range(4):
        y, shift = row * 16, 16 * (row % 2)
        for x in (shift, shift + 32):
            if chance("slab", variant, row, x) < 0.14:
                canvas.box(x, y, x + 32, y + 16, mix(paint.PAVING, paint.SHADE, 0.06))
        canvas.line([(0, y), (CELL, y)], lines, 1.25)
        for x in (shift, shift + 32):
            canvas.line([(x, y), (x, y + 16)], lines, 1.25)


def _water(canvas: Canvas, variant: int) -> None:
    for x, y, turn in _spots("water", variant, 2 + variant % 2, 13):
        wide = 4 + 2 * turn
        wave = [(x - 2 * wide, y), (x - wide, y - 3), (x, y), (x + wide, y - 3), (x + 2 * wide, y)]
        canvas.line(wave, paint.WAVE, 1.75)


def _woods(canvas: Canvas, variant: int) -> None:
    _tufts(canvas, "woods", variant, 3, mix(paint.PARK, paint.TREE_EDGE, 0.55))


def _rough(canvas: Canvas, variant: int) -> None:
    edge = mix(paint.STONE, paint.INK, 0.5)
    for x, y, turn in _spots("rough", variant, 7, 9):
        size = 3 + 5 * turn
        shape = [
            (x + size * (0.75 + 0.4 * chance(x, corner)) * dx, y + size * 0.8 * dy)
            for corner, (dx, dy) in enumerate(((-1, -0.2), (-0.3, -1), (0.7, -0.7), (1, 0.3), (0.2, 1), (-0.8, 0.7)))
        ]
        canvas.polygon(shape, mix(paint.STONE, "#FFFFFF", 0.25 * turn), edge, 1.5)


def _field(canvas: Canvas, variant: int) -> None:
    for row in range(8):
        y = row * 8 + 4
        shift = 10 * chance("furrow", variant, row)
        furrow = mix(_FIELD, paint.SHADE, 0.15)
        canvas.line([(0, y), (20 + shift, y)], furrow, 1.5)
        canvas.line([(27 + shift, y), (CELL, y)], furrow, 1.5)


_FIELD = "#DED3A8"


@dataclass(frozen=True, slots=True)
class Surface:
    """A surface. `soft`: pixels by which its corners are rounded, 0 for square; `wobble`: how uneven its edge is."""

    name: str
    terrain: str
    fill: str
    edge: str
    marks: Callable[[Canvas, int], None]
    soft: float = 8
    wobble: int = 0
    line: int = 26
    joins: tuple[str, ...] = ()


SURFACES = (
    Surface("park", "open", paint.PARK, mix(paint.PARK, paint.TREE_EDGE, 0.3), _park, 9, 34, 20, ("woods", "water")),
    Surface("field", "open", _FIELD, mix(_FIELD, paint.SHADE, 0.25), _field, 6, 10, 30),
    Surface("rough", "rough", mix(paint.GROUND, paint.STONE, 0.55), paint.ROAD_EDGE, _rough, 10, 40, 14),
    Surface("road", "road", paint.ROAD, paint.ROAD_EDGE, _road, 7, 8, 34, ("paving", "bridge")),
    Surface("paving", "open", paint.PAVING, paint.ROAD_EDGE, _paving, 0),
    Surface("water", "water", paint.WATER, mix(paint.WAVE, paint.INK, 0.25), _water, 8, 26, 36, ("bridge",)),
    Surface("woods", "woods", mix(paint.PARK, paint.TREE_LIGHT, 0.42), paint.TREE_LIGHT, _woods, 10, 40, 16),
)
"""The surfaces in the order of the sheet. A surface has no edge towards those that it `joins`."""

_SET_IN = 196
"""The depth at which a patch ends: slightly inside its cells, so that concave corners stay inside, too."""


def ground(variant: int) -> Image.Image:
    """One tile of the bare ground."""
    canvas = Canvas(CELL, CELL)
    canvas.box(0, 0, CELL, CELL, paint.GROUND)
    _grass(canvas, variant)
    return canvas.done()


def patch(surface: Surface, bits: int, variant: int) -> Image.Image:
    """One tile of a surface, transparent where the patch ends."""
    canvas = Canvas(CELL, CELL)
    canvas.box(0, 0, CELL, CELL, surface.fill)
    surface.marks(canvas, variant)
    if surface.soft:
        field = depth(bits, surface.soft, surface.wobble)
        canvas.lay(band(field, _SET_IN, _SET_IN + surface.line), colour(surface.edge))
        canvas.cut(band(field, _SET_IN))
        return canvas.done()
    for bit, ends in {0: (0, 0, 1, 0), 2: (1, 0, 1, 1), 4: (0, 1, 1, 1), 6: (0, 0, 0, 1)}.items():
        if not bits >> bit & 1:
            x1, y1, x2, y2 = (end * CELL for end in ends)
            canvas.line([(x1, y1), (x2, y2)], surface.edge, 5)
    return canvas.done()


def contour(bits: int) -> Image.Image:
    """The rim of a hill: a line, hachures inside it, and a lighter top."""
    canvas = Canvas(CELL, CELL)
    field = depth(bits, 14, 30)
    canvas.lay(band(field, _SET_IN), colour("#F4ECD2", 0.38))
    slope = Canvas(CELL, CELL)
    for start in range(-CELL, CELL, 8):
        slope.line([(start, 0), (start + CELL, CELL)], paint.SHADE, 1.4)
    slope.cut(band(field, _SET_IN, _SET_IN + 38))
    canvas.lay(slope.image.getchannel("A"), colour(paint.SHADE, 0.42))
    canvas.lay(band(field, _SET_IN, _SET_IN + 12), colour(mix(paint.SHADE, paint.GROUND, 0.25)))
    return canvas.done()


__all__ = ["FULL", "GROUNDS", "SURFACES", "VARIANTS", "Surface", "contour", "ground", "patch"]
