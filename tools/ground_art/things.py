"""Things on the ground: trees, crates, barrels, wagons, boats, market stalls, a fountain, a well, hay."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from ground_art import paint
from ground_art.paint import CELL, INK, ROOFS, SHADOW, Canvas, chance, mix

_WOOD, _PLANK = ROOFS["timber"][1], mix(ROOFS["timber"][0], "#FFFFFF", 0.2)
_STONE = mix(paint.STONE, "#FFFFFF", 0.2)


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing whose picture is `width` x `height` pixels and SHADOW more; without terrain it is decoration."""

    name: str
    width: int
    height: int
    draw: Callable[[Canvas], None]
    terrain: str = ""
    title: str = ""


def thing(kind: Thing) -> Image.Image:
    """The picture of a thing."""
    canvas = Canvas(kind.width + SHADOW, kind.height + SHADOW)
    kind.draw(canvas)
    return canvas.over_shadow(SHADOW - 4 if kind.terrain != "low" else 6).done()


def _tree(name: str, size: int, lobes: int) -> Callable[[Canvas], None]:
    return lambda canvas: crown(canvas, size / 2, size / 2, size, lobes, (name,))


def crown(canvas: Canvas, x: float, y: float, size: float, lobes: int, key: tuple[object, ...]) -> None:
    """Draw the round crown of a tree, made of lobes and lit from the upper left; `key` decides its shape."""
    ring = []
    for lobe in range(lobes):
        turn = math.tau * (lobe + 0.5 * chance(*key, lobe)) / lobes
        radius = size * (0.2 + 0.05 * chance(*key, lobe, "r"))
        reach = size / 2 - radius - 2
        ring.append((x + reach * math.cos(turn), y + reach * math.sin(turn), radius))
    # The lines of a small crown are thinner.
    unit = min(1.0, size / 50)
    for lobe_x, lobe_y, radius in ring:
        canvas.disc(lobe_x, lobe_y, radius + 1.75 * unit, paint.TREE_EDGE)
    canvas.disc(x, y, size * 0.3, paint.TREE_EDGE)
    for lobe_x, lobe_y, radius in ring:
        canvas.disc(lobe_x, lobe_y, radius - 1.25 * unit, paint.TREE_DARK)
    canvas.disc(x, y, size * 0.3, paint.TREE_DARK)
    for lobe_x, lobe_y, radius in ring:
        canvas.disc(lobe_x - 3 * unit, lobe_y - 3.5 * unit, radius * 0.72, paint.TREE_LIGHT)
    canvas.disc(x - 4 * unit, y - 5 * unit, size * 0.24, paint.TREE_LIGHT)
    pale = mix(paint.TREE_LIGHT, "#FFFFFF", 0.16)
    for spot in range(4):
        spot_x = x - 6 * unit + size * 0.34 * (chance(*key, spot, "x") - 0.6)
        spot_y = y - 8 * unit + size * 0.34 * (chance(*key, spot, "y") - 0.6)
        canvas.disc(spot_x, spot_y, size * 0.055, pale)


def _crate(canvas: Canvas) -> None:
    for left, top, side in ((8, 6, 28), (28, 30, 28)):
        canvas.framed((left, top, left + side, top + side), _PLANK, INK, 3)
        canvas.line([(left + 4, top + 4), (left + side - 4, top + side - 4)], _WOOD, 3)
        canvas.line([(left + side - 4, top + 4), (left + 4, top + side - 4)], _WOOD, 3)


def _barrels(canvas: Canvas) -> None:
    for x, y in ((20, 20), (43, 26), (26, 44)):
        canvas.disc(x, y, 12.5, INK)
        canvas.disc(x, y, 9.75, _PLANK)
        canvas.disc(x, y, 6, _WOOD)
        canvas.disc(x, y, 4.5, _PLANK)


def _wagon(canvas: Canvas) -> None:
    for x in (22, 90):
        for y in (5, 49):
            canvas.framed((x - 13, y, x + 13, y + 10), mix(_WOOD, INK, 0.35), INK, 2.5, 4)
    canvas.line([(104, 32), (126, 32)], INK, 4)
    canvas.framed((4, 11, 106, 53), _PLANK, INK, 4)
    for y in (21, 32, 43):
        canvas.line([(8, y), (102, y)], _WOOD, 2)
    for x in (30, 80):
        canvas.line([(x, 13), (x, 51)], mix(_WOOD, INK, 0.3), 3)


def _upright(draw: Callable[[Canvas], None], width: int, height: int) -> Callable[[Canvas], None]:
    """A function that draws the same thing turned from east-west to north-south."""

    def turned(canvas: Canvas) -> None:
        flat = Canvas(width, height)
        draw(flat)
        canvas.image.paste(flat.image.transpose(Image.Transpose.TRANSPOSE), (0, 0))

    return turned


def _fountain(canvas: Canvas) -> None:
    middle = CELL
    canvas.disc(middle, middle, 56, INK)
    canvas.disc(middle, middle, 52, _STONE)
    for spoke in range(12):
        turn = math.tau * spoke / 12
        x, y = math.cos(turn), math.sin(turn)
        canvas.line(
            [(middle + 41 * x, middle + 41 * y), (middle + 52 * x, middle + 52 * y)], mix(paint.STONE, INK, 0.4), 2
        )
    canvas.disc(middle, middle, 42, INK)
    canvas.disc(middle, middle, 39.5, paint.WATER)
    for radius in (32, 24):
        canvas.disc(middle, middle, radius, paint.WAVE)
        canvas.disc(middle, middle, radius - 1.75, paint.WATER)
    canvas.disc(middle, middle, 14, INK)
    canvas.disc(middle, middle, 11, _STONE)
    canvas.disc(middle, middle, 4, paint.WAVE)


def _well(canvas: Canvas) -> None:
    canvas.disc(32, 32, 24, INK)
    canvas.disc(32, 32, 21, _STONE)
    canvas.disc(32, 32, 13, INK)
    canvas.disc(32, 32, 11, mix(paint.WAVE, INK, 0.4))
    canvas.framed((4, 27, 60, 37), _WOOD, INK, 2.5)


def _hay(canvas: Canvas) -> None:
    light, dark = ROOFS["straw"]
    canvas.disc(32, 32, 27, INK)
    canvas.disc(32, 32, 24, light)
    for spoke in range(14):
        turn = math.tau * (spoke + 0.4 * chance("hay", spoke)) / 14
        near, far = 5 + 4 * chance("straw", spoke), 20
        canvas.line(
            [
                (32 + near * math.cos(turn), 32 + near * math.sin(turn)),
                (32 + far * math.cos(turn), 32 + far * math.sin(turn)),
            ],
            mix(dark, INK, 0.15),
            2,
        )


def _boat(canvas: Canvas) -> None:
    hull = [(4, 30), (22, 10), (100, 8), (124, 30), (100, 52), (22, 50)]
    canvas.polygon(hull, _PLANK, INK, 4)
    canvas.polygon([(16, 30), (28, 18), (94, 17), (108, 30), (94, 43), (28, 42)], _WOOD, INK, 2)
    for x in (42, 64, 86):
        canvas.box(x - 4, 16, x + 4, 44, _PLANK)


def _stall(canvas: Canvas) -> None:
    canvas.framed((4, 6, 124, 58), mix(paint.PAVING, "#FFFFFF", 0.4), INK, 3.5)
    for x in range(10, 118, 22):
        canvas.box(x, 10, x + 11, 54, ROOFS["clay"][0])


LIST = (
    Thing("tree_a", 102, 102, _tree("a", 102, 7)),
    Thing("tree_b", 92, 92, _tree("b", 92, 6)),
    Thing("tree_c", 112, 112, _tree("c", 112, 8)),
    Thing("bush", 52, 52, _tree("bush", 52, 5)),
    Thing("crates", 64, 64, _crate, "low", "crates"),
    Thing("barrels", 64, 64, _barrels, "low", "barrels"),
    Thing("wagon", 128, 64, _wagon, "high", "wagon"),
    Thing("wagon_up", 64, 128, _upright(_wagon, 128, 64), "high", "wagon"),
    Thing("fountain", 128, 128, _fountain, "low", "fountain"),
    Thing("well", 64, 64, _well, "low", "well"),
    Thing("hay", 64, 64, _hay, "low", "hay"),
    Thing("boat", 128, 64, _boat),
    Thing("boat_up", 64, 128, _upright(_boat, 128, 64)),
    Thing("stall", 128, 64, _stall, "low", "market stall"),
    Thing("stall_up", 64, 128, _upright(_stall, 128, 64), "low", "market stall"),
)
