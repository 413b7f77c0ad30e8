"""The numbers of the tiles, on which the tilesets and the maps made from them agree."""

from __future__ import annotations

from dataclasses import dataclass, field

from ground_art import hex_lines, hex_places, hexes, roofs, surfaces, things, walls
from ground_art.blob import BLOBS, FULL, plain
from ground_art.paint import CELL, SHADOW

COLUMNS = 10
_BLOCK = 50
"""Tiles of a surface in its sheet: the 47 blobs, and three more variants of the full one."""

SURFACE = {surface.name: number for number, surface in enumerate(surfaces.SURFACES)}
WALL = {kind.name: number for number, kind in enumerate(walls.WALLS)}
_FIRST_BLOCK = COLUMNS


def ground_tile(variant: int) -> int:
    """The number of a tile of bare ground in the sheet "surfaces"."""
    return variant % surfaces.GROUNDS


def surface_tile(name: str, bits: int, variant: int = 0) -> int:
    """The number of a surface's tile in the sheet "surfaces"; only the full one has variants."""
    first, bits = _FIRST_BLOCK + SURFACE[name] * _BLOCK, plain(bits)
    if bits == FULL:
        return first + len(BLOBS) - 1 + variant % surfaces.VARIANTS
    return first + BLOBS.index(bits)


def contour_tile(bits: int) -> int:
    """The number of a hill's tile in the sheet "contours"."""
    return BLOBS.index(plain(bits))


def wall_tile(name: str, bits: int) -> int:
    """The number of a wall's tile in the sheet "walls"."""
    return WALL[name] * 16 + bits


def deck_tile(bits: int, *, across: bool) -> int:
    """The number of a bridge's tile in the sheet "walls"."""
    return (len(WALL) + (0 if across else 1)) * 16 + bits


HEX_KINDS = hexes.VARIANTS + len(hexes.CLEARINGS)
"""Tiles of a terrain in the sheet "hexes": its variants, a clearing for a road, a clearing for a town."""


def hex_tile(kind: int, variant: int) -> int:
    """The number of a terrain's tile in the sheet "hexes"; `kind` is the terrain's place in hexes.GROUNDS."""
    return kind * HEX_KINDS + variant


def coast_tile(bits: int, *, water: bool) -> int:
    """The number of a coast's tile in the sheet "hex_lines"."""
    return bits + (hex_lines.SETS if water else 0)


def way_tile(bits: int, *, water: bool) -> int:
    """The number of a road's tile, or on water that of a ferry, in the sheet "hex_lines"."""
    return bits + (3 if water else 2) * hex_lines.SETS


@dataclass(frozen=True, slots=True)
class Picture:
    """One tile of a collection of images; `wide` x `tall` cells are its footprint, 0 for decoration."""

    name: str
    width: int
    height: int
    wide: int = 0
    tall: int = 0
    properties: dict[str, str] = field(default_factory=dict)


def _roof(kind: roofs.Roof) -> Picture:
    said = {"terrain": "high", "name": kind.title}
    return Picture(kind.name, kind.wide * CELL + SHADOW, kind.tall * CELL + SHADOW, kind.wide, kind.tall, said)


def _thing(kind: things.Thing) -> Picture:
    width, height = kind.width + SHADOW, kind.height + SHADOW
    if not kind.terrain:
        return Picture(kind.name, width, height)
    said = {"terrain": kind.terrain, "name": kind.title}
    return Picture(kind.name, width, height, kind.width // CELL, kind.height // CELL, said)


ROOFS = tuple(_roof(kind) for kind in roofs.LIST)
THINGS = tuple(_thing(kind) for kind in things.LIST)
PLACES = tuple(Picture(kind.name, kind.width, kind.height) for kind in hex_places.LIST)

TILESETS = {
    "surfaces": 1,
    "contours": 1001,
    "walls": 1101,
    "things": 1301,
    "roofs": 1401,
}
"""Tileset -> the number of its first tile in every generated map of squares."""

HEX_TILESETS = {"hexes": 1, "hex_lines": 101, "hex_places": 401}
"""Tileset -> the number of its first tile in every generated map of hexes."""

OBJECTS = {
    picture.name: (TILESETS[sheet] + number, picture)
    for sheet, pictures in (("roofs", ROOFS), ("things", THINGS))
    for number, picture in enumerate(pictures)
}
"""Name of a roof or thing -> its number in a map, and its picture."""

HEX_OBJECTS = {picture.name: (HEX_TILESETS["hex_places"] + number, picture) for number, picture in enumerate(PLACES)}
"""Name of a town or city -> its number in a map, and its picture."""
