"""Patches of ground that join their neighbours: 47 tiles for each surface, one for every way its edges can run.

A tile is numbered by the neighbours that have its surface, one bit each, clockwise from the north. A corner counts
only if both sides beside it have the surface, too, which leaves 47 of 256 numbers.
"""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageChops, ImageFilter

from ground_art.paint import CELL, SCALE, chance

AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The neighbours in the order of their bits (and of Tiled's wang ids)."""

FULL = 255
_HALF = 2
_LOBES = 6


def plain(bits: int) -> int:
    """The bits without those of corners that do not count."""
    for corner in (1, 3, 5, 7):
        if not (bits >> (corner - 1) & 1 and bits >> ((corner + 1) % 8) & 1):
            bits &= ~(1 << corner)
    return bits


BLOBS = tuple(sorted({plain(bits) for bits in range(256)}))
"""The numbers of the 47 tiles, ascending; the last one is surrounded on all sides."""


@cache
def _wobble(amount: int) -> Image.Image:
    """A soft noise around grey that repeats from cell to cell, three cells wide and high."""
    lobes = Image.new("L", (_LOBES, _LOBES))
    lobes.putdata([round(128 + amount * (2 * chance("wobble", spot) - 1)) for spot in range(_LOBES * _LOBES)])
    tiled = Image.new("L", (_LOBES * 5, _LOBES * 5))
    for spot in range(25):
        tiled.paste(lobes, (spot % 5 * _LOBES, spot // 5 * _LOBES))
    side = CELL * _HALF
    return tiled.resize((side * 5, side * 5), Image.Resampling.BICUBIC).crop((side, side, side * 4, side * 4))


@cache
def depth(bits: int, soft: float, wobble: int) -> Image.Image:
    """How deep inside the patch each point of the tile is, 0 to 255, at SCALE; `soft` pixels blur its edge."""
    side = CELL * _HALF
    cells = Image.new("L", (side * 3, side * 3), 0)
    cells.paste(255, (side, side, side * 2, side * 2))
    for bit, (x, y) in enumerate(AROUND):
        if bits >> bit & 1:
            cells.paste(255, ((x + 1) * side, (y + 1) * side, (x + 2) * side, (y + 2) * side))
    field = cells.filter(ImageFilter.GaussianBlur(soft * _HALF))
    if wobble:
        field = ImageChops.add(field, _wobble(wobble), 1, -128)
    return field.crop((side, side, side * 2, side * 2)).resize((CELL * SCALE, CELL * SCALE), Image.Resampling.BICUBIC)


def band(field: Image.Image, low: int, high: int = 256) -> Image.Image:
    """A mask that is white where the depth is at least `low` and below `high`."""
    return field.point(lambda value: 255 if low <= value < high else 0)
