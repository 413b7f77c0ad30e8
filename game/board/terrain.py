"""The one table of terrain kinds: what each looks like in a sketch, how it is crossed and what it hides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

MODES = ("foot", "vehicle", "light", "ship")
"""Ways to move: on foot, in a vehicle, on foot or hoof with difficult ground as normal (SC-56), on water."""

COVERS = ("", "soft", "low", "hard")
"""Cover classes from none to the best."""


class Terrain(NamedTuple):
    """One kind of ground. `rise` is how many levels it stands above its ground; `thins` hides by depth."""

    kind: str
    title: str
    glyph: str
    grids: tuple[str, ...]
    difficult: bool = False
    foot: bool = True
    vehicle: bool = True
    blocks: bool = False
    thins: bool = False
    cover: str = ""
    rise: int = 0


_SQUARE, _HEX, _BOTH = ("square",), ("hex",), ("square", "hex")

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

KINDS: dict[str, Terrain] = {terrain.kind: terrain for terrain in TABLE}

_NUMBERS = {terrain.kind: number for number, terrain in enumerate(TABLE)}

WOODS_SEEN_THROUGH = 2
"""Sight passes this many cells of woods strictly between; one more and it is blocked."""


def kinds_of(grid: str) -> tuple[str, ...]:
    """The kinds a "square" or a "hex" board may have, in table order."""
    return tuple(terrain.kind for terrain in TABLE if grid in terrain.grids)


def glyphs_of(grid: str) -> dict[str, str]:
    """Sketch glyph -> kind for a "square" or a "hex" board."""
    return {terrain.glyph: terrain.kind for terrain in TABLE if grid in terrain.grids}


def cost_of(kind: str, mode: str = "foot") -> int:
    """What entering multiplies a step's cost by: 1, 2 on difficult ground, 0 where it cannot be entered."""
    terrain = KINDS[kind]
    if mode == "ship":
        return 1 if kind == "water" else 0
    if not (terrain.vehicle if mode == "vehicle" else terrain.foot):
        return 0
    return 2 if terrain.difficult and mode != "light" else 1


def cover_of(kind: str) -> str:
    """The cover class of a target standing in it: "", "soft", "low" or "hard"."""
    return KINDS[kind].cover


def numbered(terrain: Sequence[str]) -> bytes:
    """The places of these kinds in the table, a byte each."""
    return bytes(map(_NUMBERS.__getitem__, terrain))


def by_number(fact: Callable[[Terrain], int]) -> bytes:
    """A number below 256 for every kind, for `bytes.translate` of what `numbered` gives."""
    return bytes(map(fact, TABLE)).ljust(256, b"\0")
