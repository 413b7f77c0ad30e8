"""Turns a checked map into a setup: terrain, heights, units, zones, objectives.

Everything that the rules need is read here from the plain data of the preflight, so that commands without a window
never import pygame. pytmx, which does, is used only for the picture, in `game.maps.picture`.

The terrain of a cell is that of the topmost tile layer whose tile there has the property `terrain`. The tile objects of
the layer "things" are above all tile layers, later ones above earlier ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, get_args

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from game.board.board import Board
from game.board.terrain import NAMED, TerrainKind, cost_of
from game.engine.foreign import fit
from game.engine.names import FACES, Face
from game.engine.rulebook import Profile
from game.engine.setup import (
    HELD,
    MARKERS,
    Count,
    Fact,
    Goal,
    Objective,
    Road,
    Scored,
    Setup,
    SiteSpec,
    Stat,
    UnitSpec,
    is_id,
    some,
)
from game.engine.unfit import Unfit, shown
from game.maps.files import Faults
from game.maps.grid import PixelGrid
from game.maps.head import MapHead, ShortText, Text, fit_properties, must_play, refuse
from game.maps.preflight import FLIP_DIAGONAL, FLIP_X, FLIP_Y, CheckedMap, MapObject
from game.maps.tags import Tag, comma_separated
from game.maps.tilesets import Tile

SiteKind = Literal["town", "city", "capital"]
SITES: tuple[SiteKind, ...] = get_args(SiteKind)

_CLASSES = {
    "things": ("", "Thing"),
    "units": ("Unit",),
    "zones": ("Zone",),
    "objectives": ("Objective",),
    "heights": ("Height",),
    "sites": ("Site",),
    "roads": ("Road",),
}
_TURNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
"""Rotation in degrees -> its cosine and sine."""
_MAX_COVERED = 1024
"""Cells that one tile object may cover."""

# -- the properties of a map's objects --------------------------------------------------------------------------------


class UnitSays(Struct, forbid_unknown_fields=True):
    """The properties of a unit, without its statistics and facts."""

    seat: Text = ""
    profile: Text = ""
    weapon: Text = ""
    name: ShortText = ""
    group: ShortText = ""
    marker: Text = ""
    markers: Text = ""
    aboard: ShortText = ""
    figures: Count = 0


class ZoneSays(Struct, forbid_unknown_fields=True):
    """The properties of a zone: its seat, and its use ("": deployment)."""

    seat: Text = ""
    use: Text = ""
    name: Text = ""


class ObjectiveSays(Struct, forbid_unknown_fields=True):
    """The properties of an objective. `seat` holds it at the start; `scored`, `only` and `by` are its goal."""

    name: ShortText = ""
    seat: Text = ""
    points: Count = 1
    scored: Scored = Scored.EACH_TURN
    only: Text = ""
    by: Text = ""


class HeightSays(Struct, forbid_unknown_fields=True):
    """The properties of high ground."""

    level: Annotated[int, Meta(ge=0, le=9)] = 1


class SiteSays(Struct, forbid_unknown_fields=True):
    """The properties of a town or the like."""

    kind: SiteKind
    seat: Text = ""
    name: ShortText = ""


class RoadSays(Struct, forbid_unknown_fields=True):
    """A road has no properties."""


SAYS: Mapping[str, type[Struct]] = {
    "units": UnitSays,
    "zones": ZoneSays,
    "objectives": ObjectiveSays,
    "heights": HeightSays,
    "sites": SiteSays,
    "roads": RoadSays,
}
"""Object layer -> the properties of its objects."""

# -- from a checked map to a setup ------------------------------------------------------------------------------------


def build(checked: CheckedMap, source: str, faults: Faults) -> Setup:
    """The setup of a checked map. Raises MapError if it cannot be played, DataError for a broken rulebook.

    `faults` are those that the check has found; those found here are told with them.
    """
    checked = replace(
        checked,
        objects={name: tuple(_inherits(checked, name, i) for i in items) for name, items in checked.objects.items()},
    )
    for name, objects in checked.objects.items():
        for item in objects:
            with faults:
                if item.kind not in _CLASSES[name]:
                    allowed = " or ".join(filter(None, _CLASSES[name]))
                    item.tag.fail(f"the class {shown(item.kind)} is unknown there", f"make it {allowed}")
    head = board = None
    with faults:
        head = MapHead(checked)
    if len(checked.layers) == len(checked.tag.element.findall("layer")):  # else one has a fault, and leaves holes
        with faults:
            board = _board(checked)
    if head is None or board is None:  # then nothing can be said about what stands there
        raise faults.error()
    units = _units(checked, board, head, faults)
    zones = _zones(checked, head.seats, faults)
    objectives = _objectives(checked, head.seats, [item.name for item in checked.objects.get("units", ())], faults)
    sites, roads = _sites(checked, board, head.seats, faults), _roads(checked, board, faults)
    faults.tell()
    for seat in head.seats:
        if seat not in zones and not any(unit.seat == seat for unit in units):
            checked.tag.fail(f"the seat {shown(seat)} has neither unit nor zone", "place one or drop the seat")
    return Setup(
        ruleset=head.army.ruleset,
        title=head.title,
        board=board,
        seats=head.seats,
        units=units,
        zones=zones,
        objectives=objectives,
        turns=head.turns,
        first=head.first,
        source=source,
        note=head.note,
        rulings=head.rulings,
        options=head.options,
        deployment=head.deployment,
        head_start=head.head_start,
        sites=sites,
        roads=roads,
    )


def _inherits(checked: CheckedMap, layer: str, item: MapObject) -> MapObject:
    """The object with what it inherits, as Tiled shows it: from the tile it is drawn as, then from its class.

    Properties that the project has added to a class of the game are the mapper's own, and left alone.
    """
    says = SAYS.get(layer)
    if says is None:
        return item
    tile = checked.tile(item.number) if item.number else Tile()
    kind = item.kind or tile.kind
    of_class = checked.classes.get(kind, {})

    def known(name: str) -> bool:
        return name in says.__struct_fields__ or (layer == "units" and (name.isupper() or name.startswith("fact_")))

    values = {name: value for name, value in {**of_class, **tile.given}.items() if known(name)}
    values |= {name: value for name, value in item.properties.items() if known(name) or name not in of_class}
    return replace(item, kind=kind, properties=values)


def _board(checked: CheckedMap) -> Board:
    grid = checked.grid
    cells = grid.width * grid.height
    terrain: list[TerrainKind | None] = [None] * cells
    heights = [0] * cells
    names: dict[int, str] = {}
    meanings = {number: checked.tile(number) for layer in checked.layers for number in set(layer.numbers)}
    painted = (
        (cell, meanings[number]) for layer in checked.layers for cell, number in enumerate(layer.numbers) if number
    )
    for cell, tile in painted:
        if tile.terrain:
            terrain[cell], heights[cell] = NAMED[tile.terrain], tile.height
            names.pop(cell, None)
            if tile.name:
                names[cell] = tile.name
    _lay_things(checked, terrain, heights, names)
    for item in checked.objects.get("heights", ()):
        level = fit_properties(item.tag, item.properties, HeightSays).level
        for cell in _rectangle(checked, item):
            heights[cell] = level
    if None in terrain:
        y, x = divmod(terrain.index(None), grid.width)
        checked.tag.fail(f"column {x}, row {y} has no tile with the property 'terrain'", "draw ground on every cell")
    return Board(grid.kind, grid.width, grid.height, tuple(filter(None, terrain)), tuple(heights), names)


def _lay_things(
    checked: CheckedMap, terrain: list[TerrainKind | None], heights: list[int], names: dict[int, str]
) -> None:
    """Write terrain, height and name of each tile object into the cells it covers."""
    for item in checked.objects.get("things", ()):
        tile = checked.tile(item.number)
        if not tile.terrain:
            continue
        covered = _footprint(item, tile, checked.grid)
        if not covered:
            item.tag.fail("it stands outside the map", "move it inside or delete it")
        for cell in covered:
            terrain[cell] = NAMED[tile.terrain]
            heights[cell] = tile.height or heights[cell]
            if tile.name:
                names[cell] = tile.name


def _footprint(item: MapObject, tile: Tile, grid: PixelGrid) -> tuple[int, ...]:
    """The cells of the board under a tile's footprint, which starts at the upper left of its image.

    Tiled anchors a tile object at its lower left, and rotates it around that point, clockwise; before that, a flip
    mirrors the image in its own frame. Without `cells_w` and `cells_h`, the whole image is the footprint.
    """
    turn = round(item.rotation) % 360
    if turn not in _TURNS or abs(item.rotation - round(item.rotation)) > 0.01 or item.number & FLIP_DIAGONAL:
        item.tag.fail("it is turned askew and covers cells", "turn it by 0, 90, 180 or 270 degrees")
    if item.width <= 0 or item.height <= 0:
        item.tag.fail("it has no size", "insert the tile again")
    width = tile.cells_w * grid.cell_width if tile.cells_w else item.width
    height = tile.cells_h * grid.cell_height if tile.cells_h else item.height
    left = item.width - width if item.number & FLIP_X else 0.0
    top = (item.height - height if item.number & FLIP_Y else 0.0) - item.height
    cos, sin = _TURNS[turn]
    corners = [(x * cos - y * sin, x * sin + y * cos) for x in (left, left + width) for y in (top, top + height)]
    xs, ys = sorted(x for x, _ in corners), sorted(y for _, y in corners)
    cells = grid.within(item.x + xs[0], item.y + ys[0], xs[-1] - xs[0], ys[-1] - ys[0])
    if len(cells) > _MAX_COVERED:
        item.tag.fail(f"it covers {len(cells)} cells", "set cells_w and cells_h on its tile")
    return cells


def passable(board: Board, cell: int) -> bool:
    """Whether a unit of any kind can stand on the cell."""
    return any(cost_of(board.terrain[cell], mode) for mode in ("foot", "vehicle"))


def _can_stand(board: Board, cell: int, profile: Profile) -> bool:
    """Whether a unit of the profile can stand there. On hexes, units drawn as a frigate sail and all others walk."""
    if board.grid == "square":
        return passable(board, cell)
    return board.passable(cell, "ship" if profile.figure == "frigate" else "foot")


def _rectangle(checked: CheckedMap, item: MapObject) -> tuple[int, ...]:
    """The cells of a rectangle, or the cell of a point. Raises MapError if it extends over the edge."""
    if item.rotation or item.number:
        item.tag.fail("it is rotated or a tile", "draw a plain rectangle")
    if not item.width and not item.height:
        cell = checked.grid.at(item.x, item.y)
        cells: tuple[int, ...] = (cell,) if cell >= 0 else ()
    else:
        cells = checked.grid.within(item.x, item.y, item.width, item.height)
        if checked.grid.overhangs(item.x, item.y, item.width, item.height):
            cells = ()
    if not cells:
        item.tag.fail("it does not lie inside the map", "draw it over cells of the map")
    return cells


def _units(checked: CheckedMap, board: Board, head: MapHead, faults: Faults) -> tuple[UnitSpec, ...]:
    units: list[UnitSpec] = []
    by_id: dict[str, MapObject] = {}
    standing: dict[int, str] = {}
    for item in checked.objects.get("units", ()):
        with faults:
            unit = _unit(checked, item, head)
            label = board.label(unit.at)
            if unit.id in by_id:
                item.tag.fail("another unit has this name", "give each unit a name of its own")
            if not unit.aboard:
                if not _can_stand(board, unit.at, head.army.profiles[unit.profile]):
                    kind = board.names.get(unit.at) or board.terrain[unit.at]
                    item.tag.fail(f"it stands in {shown(kind)} on {label}", "move it to a cell it can stand on")
                if board.grid == "square" and unit.at in standing:
                    item.tag.fail(f"it stands on {label} with {standing[unit.at]}", "move one of the two")
            by_id[unit.id] = item
            if not unit.aboard:
                standing[unit.at] = unit.id
            units.append(unit)
    if not faults.found:
        with faults:
            _check_carriers(units, by_id, board)
    return tuple(units)


def _check_carriers(units: Sequence[UnitSpec], by_id: Mapping[str, MapObject], board: Board) -> None:
    """Raise MapError unless each passenger is on the cell of a carrier of its seat that is itself aboard nothing."""
    carriers = {(unit.seat, unit.id): unit for unit in units}
    for unit in units:
        if not unit.aboard:
            continue
        tag, carrier = by_id[unit.id].tag, carriers.get((unit.seat, unit.aboard))
        if carrier is None:
            tag.fail(f"its seat has no unit {shown(unit.aboard)} that could carry it", "name its carrier")
        if carrier.aboard:
            tag.fail(f"its carrier {carrier.id} is aboard {carrier.aboard}", "name one that stands on the map")
        if carrier.at != unit.at:
            fault = f"its carrier {carrier.id} stands on {board.label(carrier.at)}"
            tag.fail(fault, "put it on the cell of its carrier")


def _unit(checked: CheckedMap, item: MapObject, head: MapHead) -> UnitSpec:
    tag, army = item.tag, head.army
    if not is_id(item.name):
        tag.fail("its name cannot be an id", "name it with letters and digits, like 'b1'")
    stats = {name: value for name, value in item.properties.items() if name.isupper()}
    facts = {name: value for name, value in item.properties.items() if name.startswith("fact_")}
    properties = fit_properties(
        tag, {k: v for k, v in item.properties.items() if k not in stats and k not in facts}, UnitSays
    )
    must_play(tag, properties.seat, head.seats)
    if properties.profile not in army.profiles:
        tag.fail(f"the profile {shown(properties.profile)} is unknown", f"use one of {some(army.profiles)}")
    if properties.weapon and properties.weapon not in army.weapons:
        tag.fail(f"the weapon {shown(properties.weapon)} is unknown", f"use one of {some(army.weapons)}")
    for name in stats:
        if name not in army.stats:
            tag.fail(f"the statistic {shown(name)} is unknown", f"use one of {some(army.stats)}")
    try:
        levels, counts = fit(stats, dict[str, Stat]), fit(facts, dict[str, Fact])
    except Unfit as error:
        refuse(tag, error, item.properties)
    return UnitSpec(
        id=item.name,
        seat=properties.seat,
        profile=properties.profile,
        at=_cell_under(checked.grid, item),
        markers=_markers(tag, properties),
        stats=levels,
        weapon=properties.weapon,
        figures=properties.figures,
        name=properties.name,
        group=properties.group,
        facts={name.removeprefix("fact_"): count for name, count in counts.items()},
        aboard=properties.aboard,
    )


def _cell_under(grid: PixelGrid, item: MapObject) -> int:
    """The cell under the middle of a point, a rectangle or a tile, which Tiled anchors at its lower left."""
    rise = item.height if item.number else 0.0
    cell = grid.at(item.x + item.width / 2, item.y - rise + item.height / 2)
    if cell < 0 or item.rotation:
        item.tag.fail("it stands outside the map or is rotated", "place it upright on a cell")
    return cell


def _markers(tag: Tag, properties: UnitSays) -> dict[str, Face]:
    """Kind -> face of markers that are written like "overwatch" or "overwatch:up, suppressed"."""
    markers: dict[str, Face] = {}
    for word in comma_separated(f"{properties.marker},{properties.markers}"):
        kind, _, face = (part.strip() for part in word.partition(":"))
        marker_face = next((option for option in FACES if option == face), None) if face else MARKERS.get(kind)
        if kind not in MARKERS or marker_face is None:
            tag.fail(f"the marker {shown(word)} is unknown", f"use one of {', '.join(MARKERS)}")
        markers[kind] = marker_face
    return markers


def _zones(checked: CheckedMap, seats: tuple[str, ...], faults: Faults) -> dict[str, tuple[int, ...]]:
    """Key -> cells. A deployment zone has the seat as its key, another zone "use:seat", or "use:" without a seat."""
    zones: dict[str, set[int]] = {}
    for item in checked.objects.get("zones", ()):
        with faults:
            properties = fit_properties(item.tag, item.properties, ZoneSays)
            deploy = properties.use in ("", "deploy")
            if properties.seat or deploy:
                must_play(item.tag, properties.seat, seats)
            if properties.use and not is_id(properties.use):
                item.tag.fail(f"the use {shown(properties.use)} is no word", "use 'deploy'")
            key = properties.seat if deploy else f"{properties.use}:{properties.seat}"
            zones.setdefault(key, set()).update(_rectangle(checked, item))
    return {key: tuple(sorted(cells)) for key, cells in zones.items()}


def _objectives(
    checked: CheckedMap, seats: tuple[str, ...], units: Sequence[str], faults: Faults
) -> tuple[Objective, ...]:
    objectives: dict[str, Objective] = {}
    for item in checked.objects.get("objectives", ()):
        with faults:
            properties = fit_properties(item.tag, item.properties, ObjectiveSays)
            if properties.seat:
                must_play(item.tag, properties.seat, seats)
            if not is_id(item.name):
                item.tag.fail("its name cannot be an id", "name it with letters and digits, like 'bridge'")
            if item.name in objectives:
                item.tag.fail("another objective has this name", "give each a name of its own")
            if properties.by and properties.by not in units:
                item.tag.fail(f"there is no unit {shown(properties.by)} to score it", f"name one of {some(units)}")
            cells = _rectangle(checked, item)
            goal = Goal(properties.scored, properties.only, properties.by)
            if goal.seat or goal.scored is Scored.EXIT:
                must_play(item.tag, goal.seat, seats)
            objectives[item.name] = Objective(
                item.name,
                properties.name or item.name,
                cells,
                properties.seat,
                properties.points,
                UNSET if goal == HELD else goal,
            )
    return tuple(objectives.values())


def _sites(checked: CheckedMap, board: Board, seats: tuple[str, ...], faults: Faults) -> tuple[SiteSpec, ...]:
    """Towns and the like, in file order."""
    sites: list[SiteSpec] = []
    by_cell: dict[int, str] = {}
    for item in checked.objects.get("sites", ()):
        with faults:
            tag, properties = item.tag, fit_properties(item.tag, item.properties, SiteSays)
            if properties.seat:
                must_play(tag, properties.seat, seats)
            cell = _cell_under(checked.grid, item)
            label = board.label(cell)
            if not board.passable(cell):
                tag.fail(f"it lies in {shown(board.terrain[cell])} on {label}", "move it to a cell one can stand on")
            if cell in by_cell:
                tag.fail(f"it lies on {label} with {by_cell[cell]}", "move one of the two")
            by_cell[cell] = item.name or properties.kind
            sites.append(SiteSpec(properties.kind, cell, properties.seat, properties.name))
    return tuple(sites)


def _roads(checked: CheckedMap, board: Board, faults: Faults) -> tuple[Road, ...]:
    """The cells that each road crosses, each next to the one before."""
    roads: list[Road] = []
    for item in checked.objects.get("roads", ()):
        with faults:
            fit_properties(item.tag, item.properties, RoadSays)
            if item.rotation:
                item.tag.fail("it is rotated", "turn it back to 0 degrees")
            cells = [checked.grid.at(x, y) for x, y in item.points]
            if -1 in cells:
                item.tag.fail("it leaves the map", "move its points inside")
            path = [cell for cell, _ in itertools.groupby(cells)]
            if len(path) < 2:
                item.tag.fail("it does not leave its cell", "draw it on or delete it")
            for cell, following in itertools.pairwise(path):
                if following not in board.neighbours(cell):
                    fault = f"it jumps from {board.label(cell)} to {board.label(following)}"
                    item.tag.fail(fault, "give it a point in every cell on its way")
            roads.append(tuple(path))
    return tuple(roads)
