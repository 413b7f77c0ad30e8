"""The check that a map has to pass before anything else opens it: structure, sizes, paths, tile numbers.

Loaders for pictures accept many broken files silently, or spend seconds and gigabytes on them. This check reads the
file once and returns plain data, from which `game.maps.tiled` makes units, zones and objectives.
"""

from __future__ import annotations

import base64
import itertools
import math
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from xml.etree.ElementTree import Element

from msgspec import Struct

from game.board.terrain import kinds_of
from game.engine.unfit import one_of, shown
from game.maps.files import Faults, Fence, read_xml
from game.maps.grid import PixelGrid
from game.maps.project import Classes, class_defaults
from game.maps.tags import Tag, Value, decimal
from game.maps.tilesets import Tile, Tileset, read_tileset

MAX_SIDE = 200
MAX_LAYERS = 24
MAX_TILESETS = 32
MAX_OBJECTS = {
    "things": 2000,
    "units": 200,
    "zones": 100,
    "objectives": 100,
    "heights": 100,
    "sites": 100,
    "roads": 100,
}
OF_THE_GAME = {
    "Unit": "units",
    "Zone": "zones",
    "Objective": "objectives",
    "Height": "heights",
    "Site": "sites",
    "Road": "roads",
}
"""The classes of objects that the game reads, and their layers."""
MAX_POINTS = 200
MAX_TILE = 2048
DRAWN = ("things", "sites")
"""The object layers whose tiles are part of the picture. All things are tiles; sites may be points, too."""

POLYLINES = "roads"
"""The only object layer of polylines."""

FLIP_X, FLIP_Y, FLIP_DIAGONAL = 0x80000000, 0x40000000, 0x20000000
NUMBER = 0x0FFFFFFF
TURN_HEX = 0x10000000

_UNPAINTED = ("tintcolor", "parallaxx", "parallaxy", "mode")
_SHAPES = ("ellipse", "polygon", "text", "capsule")


class TileLayer(Struct, frozen=True):
    """Tile numbers in reading order, with flip bits; 0 for an empty cell."""

    name: str
    numbers: tuple[int, ...]


class MapObject(Struct, frozen=True):
    """An object as it is in the file, with positions in map pixels. `tag` is for errors.

    `points` are those of a polyline in pixels of the map, while the file has them relative to the object.
    """

    tag: Tag
    id: int
    name: str
    kind: str
    x: float
    y: float
    width: float
    height: float
    rotation: float
    number: int
    properties: Mapping[str, Value]
    points: tuple[tuple[float, float], ...] = ()


class CheckedMap(Struct, frozen=True):
    """A map that has passed: tile layers in file order, object layers by name, and the `order` of these layers.

    `classes` are the defaults of the classes of its Tiled project. A mapper's own object layers are left out.
    """

    tag: Tag
    grid: PixelGrid
    properties: Mapping[str, Value]
    tilesets: tuple[Tileset, ...]
    layers: tuple[TileLayer, ...]
    objects: Mapping[str, tuple[MapObject, ...]]
    order: tuple[str, ...]
    classes: Classes = {}

    def tile(self, number: int) -> Tile:
        """The tile of a tile number, whose flip bits are ignored."""
        plain = number & NUMBER
        for tileset in reversed(self.tilesets):
            if plain >= tileset.first:
                return tileset.tiles.get(plain - tileset.first, Tile())
        return Tile()


def check(path: Path, faults: Faults | None = None) -> CheckedMap:
    """Read and check the map at `path`. Faults are noted in `faults`, if given; else MapError is raised for them.

    MapError is always raised if nothing can be read: for broken XML, say, or no grid.
    """
    noted = Faults() if faults is None else faults
    found = _check(path, noted)
    if faults is None:
        noted.tell()
    return found


def _check(path: Path, faults: Faults) -> CheckedMap:
    """The map without what is at fault; faults are noted."""
    fence = Fence.around(path)
    root = Tag(read_xml(path, fence.file), fence.file, "")
    if root.element.tag != "map":
        root.fail(f"the root is <{root.element.tag[:40]}>", "open a map saved by Tiled")
    grid = _grid(root)
    tilesets = _tilesets(root, path.resolve(), fence, grid, faults)
    numbers = frozenset(tileset.first + tile_id for tileset in tilesets for tile_id in tileset.ids)
    if faults.found:  # without all tilesets nothing can be said about tiles
        faults.tell()
    layers: list[TileLayer] = []
    objects: dict[str, tuple[MapObject, ...]] = {}
    order: list[str] = []
    seen_ids: set[int] = set()
    for element in root.element:
        if element.tag in ("properties", "tileset", "editorsettings"):
            continue
        layer = root.child(element, f"layer {shown(element.get('name', ''))}")
        with faults:
            name = _layer_name(layer, order)
            if element.tag == "objectgroup" and name not in MAX_OBJECTS:
                _check_own(layer)
                continue
            order.append(name)
            if element.tag == "layer":
                layers.append(TileLayer(name, _numbers(layer, grid, numbers)))
            else:
                objects[name] = _objects(layer, name, numbers, seen_ids, faults)
    if not layers and root.element.find("layer") is None:
        root.fail("there is no tile layer", "draw the ground on a tile layer named 'ground'")
    return CheckedMap(
        root, grid, root.properties(), tilesets, tuple(layers), objects, tuple(order), class_defaults(path)
    )


def _grid(root: Tag) -> PixelGrid:
    if root.text("renderorder", "right-down") != "right-down":
        root.fail("the tiles are drawn in another order", "set Tile Render Order to Right Down")
    orientation = root.text("orientation", "orthogonal")
    if orientation not in ("orthogonal", "hexagonal"):
        root.fail(f"the orientation is {shown(orientation)}", "make the map orthogonal or hexagonal")
    if root.text("infinite", "0") != "0" or root.element.find("layer/data/chunk") is not None:
        root.fail("the map is infinite", "switch 'Infinite' off in Map Properties")
    width, height = root.integer("width", 1, MAX_SIDE), root.integer("height", 1, MAX_SIDE)
    tile = root.integer("tilewidth", 4, 512), root.integer("tileheight", 4, 512)
    if orientation == "orthogonal":
        if tile[0] != tile[1]:
            root.fail(f"the cells are {tile[0]} x {tile[1]} pixels", "make them square")
        return PixelGrid("square", width, height, *tile)
    if (root.text("staggeraxis"), root.text("staggerindex")) != ("y", "odd"):
        root.fail("the hexes are laid another way", "set Stagger Axis to Y and Stagger Index to Odd")
    side = root.integer("hexsidelength", 0, tile[1])
    if tile[0] % 2 or tile[1] % 2 or side % 2:
        root.fail(f"the hexes are {tile[0]} x {tile[1]} pixels with sides of {side}", "make the three numbers even")
    return PixelGrid("hex", width, height, *tile, side)


def _tilesets(root: Tag, path: Path, fence: Fence, grid: PixelGrid, faults: Faults) -> tuple[Tileset, ...]:
    kinds = kinds_of(grid.kind)
    elements = root.element.findall("tileset")
    if len(elements) > MAX_TILESETS:
        root.fail(f"it has {len(elements)} tilesets", f"keep at most {MAX_TILESETS}")
    tilesets: list[Tileset] = []
    for element in elements:
        with faults:
            source = element.get("source", "")
            tag = root.child(element, f"tileset {shown(source or element.get('name', ''))}")
            first = tag.integer("firstgid", 1, NUMBER)
            if not source or len(element):
                tag.fail("the tileset is embedded", "export it as a .tsx file beside the map")
            target = fence.follow(path.parent, source, fence.file, tag.place)
            if target.suffix != ".tsx":
                tag.fail("the tileset is no .tsx file", "export it as .tsx")
            if tilesets and first < tilesets[-1].end:
                tag.fail(f"its firstgid {first} overlaps the tileset before", "save the map again in Tiled")
            tilesets.append(read_tileset(target, first, fence, kinds))
    return tuple(tilesets)


def _layer_name(layer: Tag, names: list[str]) -> str:
    """The name of a direct child of the map. Raises MapError unless it is a tile or object layer that can be used."""
    tag, name = layer.element.tag, layer.text("name")
    if tag not in ("layer", "objectgroup"):
        layer.fail(f"<{tag[:40]}> is not used by the game", "use tile and object layers outside groups")
    if not name:
        layer.fail("the layer has no name", "name it")
    if name in names:
        layer.fail("two layers have this name", "rename one of them")
    if len(names) >= MAX_LAYERS:
        layer.fail("there are too many layers", f"keep at most {MAX_LAYERS}")
    if layer.number("offsetx") or layer.number("offsety"):
        layer.fail("the layer is shifted by an offset", "set its offsets to 0")
    if layer.text("visible", "1") != "1" and (tag == "layer" or name in DRAWN):
        layer.fail("the layer is hidden", "show it and save, so the map looks as it plays")
    if tag == "objectgroup" and name not in MAX_OBJECTS:
        mend = one_of(tuple(MAX_OBJECTS), name.strip().lower())
        if mend.startswith("write "):
            layer.fail("the game knows no object layer of this name", mend)
    unpainted = next((attribute for attribute in _UNPAINTED if layer.element.get(attribute)), "")
    if unpainted:
        layer.fail(f"the game does not paint {unpainted}", "clear it, so the map looks as it plays")
    layer.number("opacity", 1.0)
    layer.properties()
    return name


def _numbers(layer: Tag, grid: PixelGrid, numbers: frozenset[int]) -> tuple[int, ...]:
    size = layer.integer("width", 1, MAX_SIDE), layer.integer("height", 1, MAX_SIDE)
    if size != (grid.width, grid.height):
        layer.fail(f"it is {size[0]} x {size[1]} and the map {grid.width} x {grid.height}", "save it again in Tiled")
    data = layer.element.find("data")
    if data is None or not (data.text or "").strip():
        layer.fail("it has no tile data", "save it again in Tiled")
    text, cells = data.text or "", grid.width * grid.height
    if data.get("encoding") == "base64" and not len(data):
        text = _unpacked(layer, text, data.get("compression", ""), cells)
    elif data.get("encoding") != "csv" or data.get("compression") or len(data):
        layer.fail("its tile data is XML or unknown", "set Tile Layer Format to CSV in Map Properties")
    if text.count(",") != cells - 1:
        layer.fail(f"it has {text.count(',') + 1} tiles instead of {cells}", "save it again in Tiled")
    bad_flips = TURN_HEX if grid.kind == "square" else TURN_HEX | FLIP_DIAGONAL
    entries = text.split(",")
    parsed: dict[str, int] = {}  # a map has thousands of cells and a few dozen tiles
    for entry in dict.fromkeys(entries):
        word = entry.strip()
        number = int(word) if word.isascii() and word.isdigit() and len(word) <= 10 else -1
        if number and (number < 0 or number >> 32 or number & NUMBER not in numbers or number & bad_flips):
            y, x = divmod(entries.index(entry), grid.width)
            fault = f"column {x}, row {y} has the tile {shown(word)}, which is in no tileset or rotated"
            layer.fail(fault, "draw it again")
        parsed[entry] = number
    return tuple(parsed[entry] for entry in entries)


_WINDOWS = {"zlib": 15, "gzip": 31}
"""Compression -> the number by which zlib knows it."""


def _unpacked(layer: Tag, text: str, compression: str, cells: int) -> str:
    """Base64 tile data as CSV. No more is unpacked than a map of so many cells needs, 4 bytes each."""
    if compression not in ("", *_WINDOWS):
        layer.fail(f"its tile data is packed with {shown(compression)}", "set Tile Layer Format to CSV or zlib")
    whole = True
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
        if compression:
            packed = zlib.decompressobj(_WINDOWS[compression])
            data = packed.decompress(data, 4 * cells + 1)
            whole = packed.eof and not packed.unused_data
    except (ValueError, zlib.error):
        layer.fail(f"its tile data is no base64 {compression}".rstrip(), "save it again in Tiled")
    if len(data) <= 4 * cells and not whole:
        layer.fail("its tile data is cut short or followed by more", "save it again in Tiled")
    if len(data) != 4 * cells:
        several = "more than" if len(data) > 4 * cells else "only"
        layer.fail(
            f"its tile data unpacks to {several} {min(len(data) // 4, cells)} of {cells} tiles", "save it in Tiled"
        )
    return ",".join(map(str, struct.unpack(f"<{cells}I", data)))


def _check_own(layer: Tag) -> None:
    """Refuse a mapper's own object layer only for what Tiled shows and the game does not: tiles, units and the like."""
    for element in layer.element.findall("object"):
        tag = layer.child(element, f"{layer.place}, object {element.get('id', '?')[:10]}")
        kind = element.get("type") or element.get("class") or ""
        if kind in OF_THE_GAME:
            tag.fail(f"it is a {kind} in a layer that the game does not read", f"move it to '{OF_THE_GAME[kind]}'")
        if element.get("template"):
            tag.fail("templates are not followed", "use 'Detach' in Tiled")
        if element.get("gid") and layer.text("visible", "1") == "1":
            tag.fail("the game does not paint this tile", "move it to 'things' or hide the layer")


def _objects(
    layer: Tag, name: str, numbers: frozenset[int], seen_ids: set[int], faults: Faults
) -> tuple[MapObject, ...]:
    elements = layer.element.findall("object")
    if len(elements) > MAX_OBJECTS[name]:
        layer.fail(f"it has {len(elements)} objects", f"keep at most {MAX_OBJECTS[name]}")
    found: list[MapObject] = []
    for element in elements:
        with faults:
            found.append(_object(layer, element, numbers, seen_ids))
    return tuple(found)


def _object(layer: Tag, element: Element, numbers: frozenset[int], seen_ids: set[int]) -> MapObject:
    title = element.get("name", "")
    raw = element.get("id", "")
    place = f"object {raw[:10] or '?'}" + (f" ({title[:40]})" if title.isprintable() and title else "")
    tag = layer.child(element, f"{layer.place}, {place}")
    id = tag.integer("id", 1, 10**9)
    if id in seen_ids:
        tag.fail("another object has the same id", "cut it and paste it again in Tiled")
    seen_ids.add(id)
    if element.get("template"):
        tag.fail("templates are not followed", "use 'Detach' in Tiled")
    number = tag.integer("gid", 0, 0xFFFFFFFF, 0)
    if number and (number & NUMBER not in numbers or number & TURN_HEX):
        tag.fail(f"the tile {number & NUMBER} is in no tileset", "pick the tile again")
    shape = next((tag_name for tag_name in _SHAPES if element.find(tag_name) is not None), "")
    if shape:
        tag.fail(f"it has the shape {shape}", "use a rectangle, a point or a tile")
    points = _points(tag, layer.text("name"))
    width, height = tag.number("width"), tag.number("height")
    if width < 0 or height < 0:
        tag.fail("its size is negative", "draw it again")
    _check_drawn(tag, layer.text("name"), bool(number), max(width, height))
    # Tiled 1.9 wrote the class as `class`, all others write it as `type`.
    kind = element.get("type") or element.get("class") or ""
    return MapObject(
        tag,
        id,
        title,
        kind,
        tag.number("x"),
        tag.number("y"),
        width,
        height,
        tag.number("rotation"),
        number,
        tag.properties(),
        points,
    )


def _check_drawn(tag: Tag, layer: str, is_tile: bool, side: float) -> None:
    """Raise MapError for an object that the game would draw differently from Tiled."""
    if layer == "things" and not is_tile:
        tag.fail("it is no tile", "insert a tile or delete the object")
    if layer in DRAWN and side > MAX_TILE:
        tag.fail(f"it is over {MAX_TILE} pixels in size", "insert the tile again")
    if layer in DRAWN and tag.text("visible", "1") != "1":
        tag.fail("it is hidden", "show it and save, so the map looks as it plays")


def _points(tag: Tag, layer: str) -> tuple[tuple[float, float], ...]:
    """The points of a polyline. Raises MapError for a road that is none, and for any other object that is one."""
    line = tag.element.find("polyline")
    if (line is not None) != (layer == POLYLINES):
        if layer == POLYLINES:
            tag.fail("it is no polyline", "draw roads with Insert Polygon and end them with a right click")
        tag.fail("it has the shape polyline", "use a rectangle, a point or a tile")
    if line is None:
        return ()
    pairs = [pair.split(",") for pair in line.get("points", "").split(" ")]
    if len(pairs) > MAX_POINTS:
        tag.fail(f"it has {len(pairs)} points", f"keep at most {MAX_POINTS}")
    places = [(decimal(pair[0]), decimal(pair[1])) if len(pair) == 2 else (math.inf, math.inf) for pair in pairs]
    if math.inf in itertools.chain(*places):
        tag.fail("its points are no places", "draw it again")
    x, y = tag.number("x"), tag.number("y")
    return tuple((x + across, y + down) for across, down in places)
