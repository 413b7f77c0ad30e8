"""Walls and hedges that join along their edges (16 tiles each), and the decks of bridges."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from ground_art import paint
from ground_art.paint import CELL, SCALE, Canvas, chance, mix

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The neighbours, as (x, y), in the order of their bits."""

_MIDDLE = CELL / 2


@dataclass(frozen=True, slots=True)
class Wall:
    """A kind of wall, `thick` pixels wide, with a shadow `tall` pixels long."""

    name: str
    terrain: str
    title: str
    thick: float
    edge: float
    tall: float


WALLS = (
    Wall("low wall", "low", "low wall", 24, 2.5, 5),
    Wall("high wall", "high", "wall", 34, 4.5, 10),
    Wall("hedge", "low", "hedge", 26, 2.5, 6),
)


def _arms(bits: int, half: float, past: float) -> list[tuple[float, float, float, float]]:
    """The middle, and an arm to each joined side, as boxes; arms extend `past` pixels beyond the border."""
    m, far = _MIDDLE, CELL + past
    boxes = [(m - half, m - half, m + half, m + half)]
    for bit, box in {
        NORTH: (m - half, -past, m + half, m),
        EAST: (m, m - half, far, m + half),
        SOUTH: (m - half, m, m + half, far),
        WEST: (-past, m - half, m, m + half),
    }.items():
        if bits & bit:
            boxes.append(box)
    return boxes


def wall(kind: Wall, bits: int) -> Image.Image:
    """The tile of a wall that is joined to the sides in `bits`."""
    pad = 24
    canvas = Canvas(CELL + 2 * pad, CELL + 2 * pad)
    half = kind.thick / 2
    green = kind.name == "hedge"
    body = paint.TREE_LIGHT if green else mix(paint.STONE, "#FFFFFF", 0.12 if kind.terrain == "low" else 0.0)
    for ink, less, r in ((paint.TREE_EDGE if green else paint.INK, 0.0, 7.0), (body, kind.edge, 5.0)):
        for left, top, right, bottom in _arms(bits, half - less, pad):
            canvas.box(left + pad, top + pad, right + pad, bottom + pad, ink, r if bits in (0, 1, 2, 4, 8) else 3)
            if bits in (NORTH, EAST, SOUTH, WEST):
                # Only the free end is round; the arm begins square in the middle.
                _square_start(canvas, bits, half - less, ink, pad)
    (_leaves if green else _stones)(canvas, kind, bits, half - kind.edge, pad)
    shaded = canvas.over_shadow(kind.tall)
    box = (pad * SCALE, pad * SCALE, (pad + CELL) * SCALE, (pad + CELL) * SCALE)
    tile = Canvas(CELL, CELL)
    tile.image = shaded.image.crop(box)
    return tile.done()


def _square_start(canvas: Canvas, bit: int, half: float, ink: str, pad: float) -> None:
    m = _MIDDLE + pad
    boxes = {
        NORTH: (m - half, m - 8, m + half, m),
        EAST: (m, m - half, m + 8, m + half),
        SOUTH: (m - half, m, m + half, m + 8),
        WEST: (m - 8, m - half, m, m + half),
    }
    canvas.box(*boxes[bit], ink)


def _stones(canvas: Canvas, kind: Wall, bits: int, half: float, pad: float) -> None:
    """Draw two courses of stones along every arm, with the joints of one course between those of the other."""
    joint = mix(paint.STONE, paint.INK, 0.42)
    high = kind.terrain == "high"
    if high:
        for left, top, right, bottom in _arms(bits, half - 5, pad):
            canvas.box(left + pad, top + pad, right + pad, bottom + pad, mix(paint.STONE, paint.INK, 0.12))
    m = _MIDDLE + pad
    steps = range(-pad, CELL + pad + 1, 16)
    for step in steps:
        along = step + pad
        for course, shift in ((-1, 0), (1, 8)):
            a, b = (m - half, m) if course < 0 else (m, m + half)
            at = along + shift
            if (bits & EAST and at > m) or (bits & WEST and at < m):
                canvas.line([(at, a), (at, b)], joint, 1.75)
            if (bits & SOUTH and at > m + half) or (bits & NORTH and at < m - half):
                canvas.line([(a, at), (b, at)], joint, 1.75)
    far = CELL + 2 * pad
    for bit, ends in {
        NORTH: ((m, 0), (m, m)),
        EAST: ((m, m), (far, m)),
        SOUTH: ((m, m), (m, far)),
        WEST: ((0, m), (m, m)),
    }.items():
        if bits & bit:
            canvas.line(ends, joint, 1.75)


def _leaves(canvas: Canvas, kind: Wall, bits: int, half: float, pad: float) -> None:
    """Draw round tufts along a hedge."""
    for number, (left, top, right, bottom) in enumerate(_arms(bits, half - 3, 0)):
        for spot in range(7):
            x = left + (right - left) * chance("leaf", number, spot, "x") + pad
            y = top + (bottom - top) * chance("leaf", number, spot, "y") + pad
            canvas.disc(x, y, 3.2, paint.TREE_DARK if spot % 2 else mix(paint.TREE_LIGHT, "#FFFFFF", 0.2))


def deck(bits: int, *, across: bool) -> Image.Image:
    """The tile of a bridge's deck. `bits`: the sides on which it continues; `across`: it is crossed east to west.

    The sides along the crossing on which it does not continue have a stone parapet.
    """
    canvas = Canvas(CELL, CELL)
    plank, gap = mix(paint.ROOFS["timber"][0], "#FFFFFF", 0.25), paint.ROOFS["timber"][1]
    canvas.box(0, 0, CELL, CELL, plank)
    for step in range(0, CELL + 1, 16):
        ends = [(step, 0), (step, CELL)] if across else [(0, step), (CELL, step)]
        canvas.line(ends, mix(gap, paint.INK, 0.25), 2)
    stone = mix(paint.STONE, "#FFFFFF", 0.12)
    shade = mix(plank, paint.SHADE, 0.26)
    for bit, box, shadow in (
        (NORTH, (0, 0, CELL, 13), (0, 13, CELL, 19)),
        (SOUTH, (0, CELL - 13, CELL, CELL), None),
        (WEST, (0, 0, 13, CELL), (13, 0, 19, CELL)),
        (EAST, (CELL - 13, 0, CELL, CELL), None),
    ):
        if bits & bit or (bit in (NORTH, SOUTH)) != across:
            continue
        if shadow:
            canvas.box(*shadow, shade)
        canvas.box(*box, stone)
        left, top, right, bottom = box
        for step in range(0, CELL + 1, 21):
            ends = [(step, top), (step, bottom)] if across else [(left, step), (right, step)]
            canvas.line(ends, mix(paint.STONE, paint.INK, 0.42), 1.75)
        for ends in (
            [(left, top), (right, top) if across else (left, bottom)],
            [(right, bottom), (left, bottom) if across else (right, top)],
        ):
            canvas.line(ends, paint.INK, 4)
    return canvas.done()
