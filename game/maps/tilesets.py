"""Checks external tilesets (.tsx): a sheet that is cut into tiles, or a collection with one image for each tile."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from game.engine.foreign import fit
from game.engine.unfit import Unfit, shown
from game.maps.files import Fence, png_size, read_xml
from game.maps.tags import Tag, Value

MAX_TILES = 4096
MAX_IMAGES = 512
MAX_PIXELS = 64_000_000
FOOTPRINT = 16


Word = Annotated[str, Meta(max_length=60)]
Span = Annotated[int, Meta(ge=0, le=FOOTPRINT)]


class Tile(Struct, frozen=True):
    """The properties of a tile that the game reads. Artists may use others.

    `terrain` "" is decoration. `cells_w` and `cells_h` are the footprint in cells, 0 if unset. `kind` is its class, and
    `given` what an object that is drawn as this tile inherits: the properties that do not describe the ground.
    """

    terrain: Word = ""
    height: Annotated[int, Meta(ge=0, le=9)] = 0
    name: Word = ""
    cells_w: Span = 0
    cells_h: Span = 0
    kind: Word = ""
    given: Mapping[str, Value] = {}


GROUND = ("terrain", "height", "name", "cells_w", "cells_h")
"""The properties of a tile that describe the ground under it."""


class Tileset(Struct, frozen=True):
    """A checked tileset. `ids` are those of its tiles; in a map they are counted from `first`. `tiles`: id -> tile."""

    file: str
    first: int
    ids: frozenset[int]
    tiles: Mapping[int, Tile]

    @property
    def end(self) -> int:
        """The number after that of its last tile in a map."""
        return self.first + max(self.ids, default=-1) + 1


_State = tuple[int, int]
"""When a file was last changed, in ns, and its size in bytes; zeros if there is no file."""


class _Read(Struct, frozen=True):
    """A tileset that has been read, with the state of its file and its images at that time."""

    tileset: Tileset
    files: Mapping[Path, _State]

    def current(self) -> bool:
        """Whether no file has changed since."""
        return all(_state(path) == state for path, state in self.files.items())


_READ: dict[tuple[Path, Path, tuple[str, ...]], _Read] = {}
"""File, folder tree and terrains -> the tileset read.

Many maps share a tileset, and checking it takes longer than checking the rest of a map.
"""


def read_tileset(path: Path, first: int, fence: Fence, kinds: tuple[str, ...]) -> Tileset:
    """The tileset at `path`, its tiles numbered from `first`. `kinds` are the allowed terrains. Raises MapError."""
    read = _READ.get((path, fence.root, kinds))
    if read is None or not read.current():
        files = {path: _state(path)}
        read = _READ[path, fence.root, kinds] = _Read(_check_tileset(path, fence, kinds, files), files)
    return replace(read.tileset, first=first)


def _state(path: Path) -> _State:
    try:
        stat = path.stat()
    except OSError:
        return 0, 0
    return stat.st_mtime_ns, stat.st_size


def _check_tileset(path: Path, fence: Fence, kinds: tuple[str, ...], files: dict[Path, _State]) -> Tileset:
    """The checked tileset, numbered from 0. Each image is added to `files` before it is read."""
    file = fence.name(path)
    root = Tag(read_xml(path, file), file, "")
    if root.element.tag != "tileset":
        root.fail(f"the root is <{root.element.tag[:40]}>", "point to a tileset saved by Tiled")
    width, height = root.integer("tilewidth", 1, 2048), root.integer("tileheight", 1, 2048)
    root.properties()
    _check_plain(root)
    count = root.integer("tilecount", 0, MAX_TILES)
    sheet = root.element.find("image")
    entries = root.element.findall("tile")
    if sheet is not None:
        image_tag = root.child(sheet, "its image")
        _check_image(image_tag, path, fence, files)
        _check_sheet(root, image_tag, path, fence, (width, height, count))
        ids = frozenset(range(count))
    else:
        ids = frozenset(root.child(entry, "a tile").integer("id", 0, MAX_TILES) for entry in entries)
        if len(entries) > MAX_IMAGES:
            root.fail(f"it has {len(entries)} images", f"keep at most {MAX_IMAGES}")
    tiles: dict[int, Tile] = {}
    numbers: set[int] = set()
    pixels = 0
    for entry in entries:
        number = root.child(entry, "a tile").integer("id", 0, MAX_TILES)
        tag = root.child(entry, f"tile {number}")
        if number in numbers:
            tag.fail("the tile is listed twice", "remove one of them")
        numbers.add(number)
        if number not in ids:
            tag.fail(f"the tileset has only {count} tiles", "remove the tile or save it again in Tiled")
        image = entry.find("image")
        if (image is None) == (sheet is None):
            tag.fail("it mixes one sheet with single images", "make two tilesets of them")
        if image is not None:
            pixels += _check_image(tag.child(image, tag.place), path, fence, files)
        if pixels > MAX_PIXELS:
            root.fail("its images together are too large", f"keep them below {MAX_PIXELS} pixels")
        tiles[number] = _tile(tag, kinds)
    return Tileset(file, 0, ids, tiles)


def _check_plain(root: Tag) -> None:
    """Refuse settings by which Tiled draws all tiles of a tileset differently from the game."""
    offset = root.element.find("tileoffset")
    if offset is not None and {offset.get("x", "0"), offset.get("y", "0")} != {"0"}:
        root.fail("its tiles are drawn at an offset", "set its Drawing Offset to 0")
    if root.text("objectalignment", "unspecified") not in ("unspecified", "bottomleft"):
        root.fail("its objects are aligned another way", "set Object Alignment to Bottom Left")
    if root.text("tilerendersize", "tile") != "tile":
        root.fail("its tiles are scaled to the grid", "set Tile Render Size to Tile Size")


def _check_image(tag: Tag, path: Path, fence: Fence, files: dict[Path, _State]) -> int:
    """Check an image's path, format and declared size; returns its number of pixels."""
    if tag.text("trans"):
        tag.fail("one of its colours stands for transparent", "save the PNG with real transparency")
    file = fence.follow(path.parent, tag.text("source"), tag.file, tag.place)
    if file.suffix.lower() != ".png":
        tag.fail(f"{shown(file.name)} is not a PNG image", "export it as PNG")
    files[file] = _state(file)
    width, height = png_size(file, fence.name(file))
    claim = tag.integer("width", 1, 8192, width), tag.integer("height", 1, 8192, height)
    if claim != (width, height):
        tag.fail(
            f"it claims {claim[0]} x {claim[1]} pixels and {shown(file.name)} has {width} x {height}",
            "reload the image in Tiled and save",
        )
    return width * height


def _check_sheet(root: Tag, image: Tag, path: Path, fence: Fence, shape: tuple[int, int, int]) -> None:
    """Check that the sheet has as many tiles and columns as the tileset declares."""
    width, height, count = shape
    margin, spacing = root.integer("margin", 0, 256, 0), root.integer("spacing", 0, 256, 0)
    file = fence.follow(path.parent, image.text("source"), root.file, image.place)
    across, down = (
        (side - 2 * margin + spacing) // (size + spacing)
        for side, size in zip(png_size(file, fence.name(file)), (width, height), strict=True)
    )
    columns = root.integer("columns", 0, MAX_TILES, across)
    if columns != across or count != across * down:
        root.fail(
            f"it claims {count} tiles in {columns} columns and its image has {across} x {down}",
            "reload the image in Tiled and save",
        )


def _tile(tag: Tag, kinds: tuple[str, ...]) -> Tile:
    """A tile from its properties."""
    values = tag.properties()
    kind = tag.element.get("type") or tag.element.get("class") or ""
    of_ground = {name: value for name, value in values.items() if name in GROUND}
    try:
        tile = fit(of_ground, Tile)
    except Unfit as error:
        tag.fail(f"the property {error.place} is {shown(str(values.get(error.place)))}: {error.fault}", error.mend)
    if tile.terrain and tile.terrain not in kinds:
        tag.fail(f"the terrain {shown(tile.terrain)} is unknown", f"use one of {', '.join(kinds)}")
    given = {name: v for name, v in values.items() if name not in GROUND or (name == "name" and kind)}
    return replace(tile, kind=kind, given=given)
