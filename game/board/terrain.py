"""The one table of terrain kinds: what each looks like in a sketch, how it is crossed and what it hides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, get_args

GridKind = Literal["square", "hex"]
"""The shape of a board's cells."""
GRIDS: tuple[GridKind, ...] = get_args(GridKind)
CALLED: dict[GridKind, tuple[str, str]] = {"square": ("cell", "cells"), "hex": ("hex", "hexes")}
"""What its cells are called, one and many."""

Mode = Literal["foot", "vehicle", "light", "ship"]
"""Ways to move: on foot, in a vehicle, on foot or hoof with difficult ground as normal (SC-56), on water."""
MODES: tuple[Mode, ...] = get_args(Mode)

Cover = Literal["", "soft", "low", "hard"]
"""Cover classes from none to the best."""
COVERS: tuple[Cover, ...] = get_args(Cover)


TerrainKind = Literal[
    "open", "rough", "low", "high", "woods", "road", "plains", "grassland", "forest", "mountain", "water",
]  # fmt: skip
"""The kinds of ground that there are."""


class Terrain(NamedTuple):
    """One kind of ground. `rise` is how many levels it stands above its ground; `thins` hides by depth."""

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
"""Kind of terrain by the name that it has in data."""

_NUMBERS = {terrain.kind: number for number, terrain in enumerate(TABLE)}

WOODS_SEEN_THROUGH = 2
"""Sight passes this many cells of woods strictly between; one more and it is blocked."""


def kinds_of(grid: GridKind) -> tuple[TerrainKind, ...]:
    """The kinds of terrain that a board of that grid may have, in table order."""
    return tuple(terrain.kind for terrain in TABLE if grid in terrain.grids)


def glyphs_of(grid: GridKind) -> dict[str, TerrainKind]:
    """Sketch glyph -> kind of terrain on a board of that grid."""
    return {terrain.glyph: terrain.kind for terrain in TABLE if grid in terrain.grids}


def cost_of(kind: TerrainKind, mode: Mode = "foot") -> int:
    """What entering multiplies a step's cost by: 1, 2 on difficult ground, 0 where it cannot be entered."""
    terrain = KINDS[kind]
    if mode == "ship":
        return 1 if kind == "water" else 0
    if not (terrain.vehicle if mode == "vehicle" else terrain.foot):
        return 0
    return 2 if terrain.difficult and mode != "light" else 1


def cover_of(kind: TerrainKind) -> Cover:
    """The cover class of a target standing in it."""
    return KINDS[kind].cover


def numbered(terrain: Sequence[TerrainKind]) -> bytes:
    """The places of these kinds in the table, a byte each."""
    return bytes(map(_NUMBERS.__getitem__, terrain))


def by_number(fact: Callable[[Terrain], int]) -> bytes:
    """A number below 256 for every kind, for `bytes.translate` of what `numbered` gives."""
    return bytes(map(fact, TABLE)).ljust(256, b"\0")
