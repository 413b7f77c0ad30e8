"""The table of terrain kinds: the glyph of each in a sketch, who may enter it, its cover and what it hides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, get_args

GridKind = Literal["square", "hex"]
"""The shape of a board's cells."""
GRIDS: tuple[GridKind, ...] = get_args(GridKind)
CALLED: dict[GridKind, tuple[str, str]] = {"square": ("cell", "cells"), "hex": ("hex", "hexes")}
"""Grid -> what a cell of it is called, singular and plural."""

Mode = Literal["foot", "vehicle", "light", "ship"]
"""Ways to move: on foot, in a vehicle, on foot or hoof with difficult ground costing as normal (SC-56), on water."""
MODES: tuple[Mode, ...] = get_args(Mode)

Cover = Literal["", "soft", "low", "hard"]
"""Cover classes from none to the best."""
COVERS: tuple[Cover, ...] = get_args(Cover)


TerrainKind = Literal[
    "open", "rough", "low", "high", "woods", "road", "plains", "grassland", "forest", "mountain", "water",
]  # fmt: skip
"""The kinds of terrain."""


class Terrain(NamedTuple):
    """One kind of terrain. `rise`: levels from the ground to its top. `thins`: it takes several cells to hide."""

    kind: TerrainKind
    title: str
    glyph: str
    grids: tuple[GridKind, ...]
    difficult: bool = False
    foot: bool = True
    vehicle: bool = True
    blocks: bool = False
    thins: bool = False
    cover: Cover = ""
    rise: int = 0


_SQUARE: tuple[GridKind, ...] = ("square",)
_HEX: tuple[GridKind, ...] = ("hex",)
_BOTH: tuple[GridKind, ...] = ("square", "hex")

TABLE: tuple[Terrain, ...] = (
    Terrain("open", "open ground", ".", _SQUARE),
    Terrain("rough", "rough ground", ",", _SQUARE, difficult=True),
    Terrain("low", "low cover", "n", _SQUARE, difficult=True, cover="low", rise=1),
    Terrain("high", "a wall", "#", _SQUARE, foot=False, vehicle=False, blocks=True, cover="hard", rise=2),
    Terrain("woods", "woods", "T", _SQUARE, difficult=True, vehicle=False, thins=True, cover="soft", rise=2),
    Terrain("road", "road", "=", _SQUARE),
    Terrain("plains", "plains", ".", _HEX),
    Terrain("grassland", "grassland", "g", _HEX),
    Terrain("forest", "forest", "f", _HEX, difficult=True, thins=True, cover="soft", rise=2),
    Terrain("mountain", "mountain", "m", _HEX, difficult=True, blocks=True, cover="hard", rise=2),
    Terrain("water", "water", "~", _BOTH, foot=False, vehicle=False),
)

KINDS: dict[TerrainKind, Terrain] = {terrain.kind: terrain for terrain in TABLE}

NAMED: dict[str, TerrainKind] = {terrain.kind: terrain.kind for terrain in TABLE}
"""Name in data files -> kind of terrain."""

_NUMBERS = {terrain.kind: number for number, terrain in enumerate(TABLE)}

WOODS_SEEN_THROUGH = 2
"""A line of sight may cross this many cells of woods between its ends; one more blocks it. The default of `Board`."""


def kinds_of(grid: GridKind) -> tuple[TerrainKind, ...]:
    """The kinds of terrain that a board of that grid may have, in the order of TABLE."""
    return tuple(terrain.kind for terrain in TABLE if grid in terrain.grids)


def glyphs_of(grid: GridKind) -> dict[str, TerrainKind]:
    """Sketch glyph -> kind of terrain on a board of that grid."""
    return {terrain.glyph: terrain.kind for terrain in TABLE if grid in terrain.grids}


def cost_of(kind: TerrainKind, mode: Mode = "foot") -> int:
    """The factor on the cost of a step into such a cell: 1, or 2 on difficult ground; 0 if it cannot be entered."""
    terrain = KINDS[kind]
    if mode == "ship":
        return 1 if kind == "water" else 0
    if not (terrain.vehicle if mode == "vehicle" else terrain.foot):
        return 0
    return 2 if terrain.difficult and mode != "light" else 1


def cover_of(kind: TerrainKind) -> Cover:
    """The cover class of a target that stands in such a cell."""
    return KINDS[kind].cover


def numbered(terrain: Sequence[TerrainKind]) -> bytes:
    """The index in TABLE of each of these kinds, one byte each."""
    return bytes(map(_NUMBERS.__getitem__, terrain))


def by_number(fact: Callable[[Terrain], int]) -> bytes:
    """A table for `bytes.translate` that maps each kind, as `numbered` gives it, to its `fact`, a number below 256."""
    return bytes(map(fact, TABLE)).ljust(256, b"\0")
