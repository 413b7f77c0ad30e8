"""From a checked map to the setup the rules start from: terrain, heights, units, zones, objectives.

Everything the rules see is read here from the preflight's plain data, so a headless command never imports
pygame; pytmx (which does) serves the picture side only, in game.maps.picture.

Terrain of a cell is that of the topmost tile layer whose tile has the property `terrain`; the tile objects
of the layer "things" lie over all tile layers, later ones over earlier ones.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.board.board import Board
from game.board.terrain import cost_of
from game.engine.rulebook import Profile
from game.engine.setup import Objective, Setup, UnitSpec
from game.maps.errors import shown
from game.maps.fields import cell_under, only, text, whole
from game.maps.footprint import footprint
from game.maps.head import Head
from game.maps.names import FACES, FACTS_FROM_TO, MARKERS, STATS_FROM_TO, is_id, some, stat_names
from game.maps.places import roads, sites
from game.maps.preflight import CheckedMap, MapObject
from game.maps.tags import Tag, Value

_CLASSES = {
    "things": ("", "Thing"),
    "units": ("Unit",),
    "zones": ("Zone",),
    "objectives": ("Objective",),
    "heights": ("Height",),
    "sites": ("Site",),
    "roads": ("Road",),
}
_UNIT_TEXTS = ("seat", "profile", "weapon", "name", "group", "marker", "markers", "aboard")


def build(found: CheckedMap, source: str) -> Setup:
    """The setup of a checked map; MapError when what it says cannot be played."""
    for name, objects in found.objects.items():
        for each in objects:
            if each.kind not in _CLASSES[name]:
                allowed = " or ".join(filter(None, _CLASSES[name]))
                each.tag.fail(f"the class {shown(each.kind)} is unknown there", f"make it {allowed}")
    head = Head(found)
    board = _board(found)
    units = _units(found, board, head)
    zones = _zones(found, head.seats)
    for seat in head.seats:
        if seat not in zones and not any(unit.seat == seat for unit in units):
            found.tag.fail(f"the seat {shown(seat)} has neither unit nor zone", "place one or drop the seat")
    return Setup(
        ruleset=head.army.ruleset,
        title=head.title,
        board=board,
        seats=head.seats,
        units=units,
        zones=zones,
        objectives=_objectives(found, head.seats),
        turns=head.turns,
        first=head.first,
        source=source,
        note=head.note,
        rulings=head.rulings,
        options={**head.options, **_drawn(found, board, head)},
    )


def _drawn(found: CheckedMap, board: Board, head: Head) -> dict[str, str]:
    """The options that are drawn on the map: sites and roads, where there are any."""
    drawn = {"sites": sites(found, board, head.seats), "roads": roads(found, board)}
    return {name: said for name, said in drawn.items() if said}


def _board(found: CheckedMap) -> Board:
    grid = found.grid
    cells = grid.width * grid.height
    terrain, heights = [""] * cells, [0] * cells
    names: dict[int, str] = {}
    meanings = {number: found.tile(number) for layer in found.layers for number in set(layer.numbers)}
    for layer in found.layers:
        for cell, number in enumerate(layer.numbers):
            tile = meanings[number]
            if number and tile.terrain:
                terrain[cell], heights[cell] = tile.terrain, tile.height
                names.pop(cell, None)
                if tile.name:
                    names[cell] = tile.name
    for each in found.objects.get("things", ()):
        tile = found.tile(each.number)
        if not tile.terrain:
            continue
        covered = footprint(each, tile, grid)
        if not covered:
            each.tag.fail("it stands outside the map", "move it inside or delete it")
        for cell in covered:
            terrain[cell] = tile.terrain
            heights[cell] = tile.height or heights[cell]
            if tile.name:
                names[cell] = tile.name
    for each in found.objects.get("heights", ()):
        only(each, "level")
        level = whole(each.tag, each.properties, "level", (0, 9), 1)
        for cell in _rectangle(found, each):
            heights[cell] = level
    if "" in terrain:
        y, x = divmod(terrain.index(""), grid.width)
        found.tag.fail(f"column {x}, row {y} has no tile with the property 'terrain'", "draw ground on every cell")
    return Board(grid.kind, grid.width, grid.height, tuple(terrain), tuple(heights), names)


def passable(board: Board, cell: int) -> bool:
    """Whether a unit of any kind can stand on the cell."""
    return any(cost_of(board.terrain[cell], mode) for mode in ("foot", "vehicle"))


def _can_stand(board: Board, cell: int, profile: Profile) -> bool:
    """Whether a unit of the profile can stand there; on hexes, what is drawn as a frigate sails and all else walks."""
    if board.grid == "square":
        return passable(board, cell)
    return board.passable(cell, "ship" if profile.figure == "frigate" else "foot")


def _rectangle(found: CheckedMap, each: MapObject) -> tuple[int, ...]:
    """The cells of a rectangle (or of a point, its one cell); refused when it reaches over the edge."""
    if each.rotation or each.number:
        each.tag.fail("it is rotated or a tile", "draw a plain rectangle")
    if not each.width and not each.height:
        cell = found.grid.at(each.x, each.y)
        cells: tuple[int, ...] = (cell,) if cell >= 0 else ()
    else:
        cells = found.grid.within(each.x, each.y, each.width, each.height)
        if found.grid.overhangs(each.x, each.y, each.width, each.height):
            cells = ()
    if not cells:
        each.tag.fail("it does not lie inside the map", "draw it over cells of the map")
    return cells


def _units(found: CheckedMap, board: Board, head: Head) -> tuple[UnitSpec, ...]:
    units: list[UnitSpec] = []
    by_id: dict[str, MapObject] = {}
    standing: dict[int, str] = {}
    for each in found.objects.get("units", ()):
        unit = _unit(found, each, head)
        label = board.label(unit.at)
        if unit.id in by_id:
            each.tag.fail("another unit has this name", "give each unit a name of its own")
        if not unit.aboard:
            if not _can_stand(board, unit.at, head.army.profiles[unit.profile]):
                kind = board.names.get(unit.at) or board.terrain[unit.at]
                each.tag.fail(f"it stands in {shown(kind)} on {label}", "move it to a cell it can stand on")
            if board.grid == "square" and unit.at in standing:
                each.tag.fail(f"it stands on {label} with {standing[unit.at]}", "move one of the two")
        by_id[unit.id] = each
        if not unit.aboard:
            standing[unit.at] = unit.id
        units.append(unit)
    carriers = {(unit.seat, unit.id): unit for unit in units}
    for unit in units:
        if not unit.aboard:
            continue
        tag, carrier = by_id[unit.id].tag, carriers.get((unit.seat, unit.aboard))
        if carrier is None:
            tag.fail(f"there is no {shown(unit.aboard)} of its seat to be aboard", "name its carrier")
        if carrier.aboard:
            tag.fail(f"its carrier {carrier.id} is aboard {carrier.aboard}", "name one that stands on the map")
        if carrier.at != unit.at:
            fault = f"its carrier {carrier.id} stands on {board.label(carrier.at)}"
            tag.fail(fault, "put it on the cell of its carrier")
    return tuple(units)


def _unit(found: CheckedMap, each: MapObject, head: Head) -> UnitSpec:
    tag, values, army = each.tag, each.properties, head.army
    if not is_id(each.name):
        tag.fail("its name cannot be an id", "name it with letters and digits, like 'b1'")
    seat, profile, weapon = (text(tag, values, name) for name in ("seat", "profile", "weapon"))
    if seat not in head.seats:
        tag.fail(f"the seat {shown(seat)} does not play", f"use one of {', '.join(head.seats)}")
    if profile not in army.profiles:
        tag.fail(f"the profile {shown(profile)} is unknown", f"use one of {some(army.profiles)}")
    if weapon and weapon not in army.weapons:
        tag.fail(f"the weapon {shown(weapon)} is unknown", f"use one of {some(army.weapons)}")
    known = stat_names(army)
    stats: dict[str, int] = {}
    facts: dict[str, int] = {}
    for name in values:
        if name.isupper():
            if name not in known:
                tag.fail(f"the statistic {shown(name)} is unknown", f"use one of {some(known)}")
            stats[name] = whole(tag, values, name, STATS_FROM_TO, 0)
        elif name.startswith("fact_"):
            facts[name.removeprefix("fact_")] = whole(tag, values, name, FACTS_FROM_TO, 0)
        elif name not in (*_UNIT_TEXTS, "figures"):
            tag.fail(f"the property {shown(name)} is unknown", f"use {', '.join(_UNIT_TEXTS)} or a statistic")
    return UnitSpec(
        id=each.name,
        seat=seat,
        profile=profile,
        at=cell_under(found.grid, each),
        markers=_markers(tag, values),
        stats=stats,
        weapon=weapon,
        figures=whole(tag, values, "figures", (0, 99), 0),
        name=text(tag, values, "name", 60),
        group=text(tag, values, "group", 60),
        facts=facts,
        aboard=text(tag, values, "aboard", 60),
    )


def _markers(tag: Tag, values: Mapping[str, Value]) -> dict[str, str]:
    """Markers written as "overwatch" or "overwatch:up, suppressed"."""
    found: dict[str, str] = {}
    listed = f"{text(tag, values, 'marker')},{text(tag, values, 'markers')}"
    for word in filter(None, (part.strip() for part in listed.split(","))):
        kind, _, face = (part.strip() for part in word.partition(":"))
        if kind not in MARKERS or (face and face not in FACES):
            tag.fail(f"the marker {shown(word)} is unknown", f"use one of {', '.join(MARKERS)}")
        found[kind] = face or MARKERS[kind]
    return found


def _zones(found: CheckedMap, seats: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Deployment zones under their seat's id, other uses under "use:seat" ("use:" for nobody's)."""
    zones: dict[str, set[int]] = {}
    for each in found.objects.get("zones", ()):
        only(each, "seat", "use", "name")
        seat, use = (text(each.tag, each.properties, name) for name in ("seat", "use"))
        if seat not in seats and (seat or use in ("", "deploy")):
            each.tag.fail(f"the seat {shown(seat)} does not play", f"use one of {', '.join(seats)}")
        if use and not is_id(use):
            each.tag.fail(f"the use {shown(use)} is no word", "use 'deploy'")
        key = seat if use in ("", "deploy") else f"{use}:{seat}"
        zones.setdefault(key, set()).update(_rectangle(found, each))
    return {key: tuple(sorted(cells)) for key, cells in zones.items()}


def _objectives(found: CheckedMap, seats: tuple[str, ...]) -> tuple[Objective, ...]:
    objectives: list[Objective] = []
    for each in found.objects.get("objectives", ()):
        only(each, "name", "seat", "points")
        seat = text(each.tag, each.properties, "seat")
        if seat and seat not in seats:
            each.tag.fail(f"the seat {shown(seat)} does not play", f"use one of {', '.join(seats)}")
        if not is_id(each.name):
            each.tag.fail("its name cannot be an id", "name it with letters and digits, like 'bridge'")
        if any(other.id == each.name for other in objectives):
            each.tag.fail("another objective has this name", "give each a name of its own")
        name = text(each.tag, each.properties, "name", 60) or each.name
        points = whole(each.tag, each.properties, "points", (0, 99), 1)
        objectives.append(Objective(each.name, name, _rectangle(found, each), seat, points))
    return tuple(objectives)
