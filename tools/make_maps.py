"""Write the plans as Tiled maps, and the Tiled project: `python tools/make_maps.py` (after make_ground.py)."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path

from ground_art import catalogue, hexes
from ground_art.blob import AROUND
from ground_art.catalogue import HEX_OBJECTS, HEX_TILESETS, OBJECTS, TILESETS
from ground_art.paint import CELL, chance
from ground_art.surfaces import GROUNDS, SURFACES, VARIANTS
from ground_art.walls import SIDES
from map_plans.hex_plan import WATER, HexPlan, Site
from map_plans.plan import Cell, Mark, Plan
from map_plans.project import project
from map_plans.tmx import Page

MAPS = Path(__file__).resolve().parent.parent / "maps"
PLANS = (
    "market_street",
    "first_battle",
    "park_gate",
    "courtyards",
    "two_bridges",
    "old_quay",
    "parade_ground",
    "close_quarters",
    "sunken_road",
    "the_way_home",
    "ruined_mill",
    "crossroads",
    "fire_lanes",
    "canal_bridge",
    "prepared_position",
    "hill_farm",
    "rear_guard",
    "drawn_in",
    "past_the_guns",
    "three_farms",
    "elbow_to_elbow",
    "narrow_water",
    "gun_on_the_hill",
    "three_shores",
    "four_banks",
    "two_batteries",
)
_JOINS = {surface.name: {surface.name, *surface.joins} for surface in SURFACES}


def plan_of(name: str) -> Plan | HexPlan:
    """The plan in map_plans/<name>.py."""
    make: Callable[[], Plan | HexPlan] = import_module(f"map_plans.{name}").plan
    return make()


def written(plan: Plan | HexPlan) -> str:
    """The text of a plan's .tmx."""
    return HexWriter(plan).text() if isinstance(plan, HexPlan) else SquareWriter(plan).text()


class SquareWriter:
    """Writes a plan on squares: which tile is on which cell."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def text(self) -> str:
        """The whole .tmx."""
        plan, page = self.plan, Page(self.plan.width, self.plan.height)
        page.tiles("ground", self._ground)
        page.tiles("detail", self._detail)
        for level in sorted(plan.hills):
            page.tiles(f"contour {level}", self._contour(level))
        if plan.walls:
            page.tiles("walls", self._wall)
        objects = []
        for put in [*plan.roofs, *plan.things, *plan.trees()]:
            number, picture = OBJECTS[put.picture]
            size = picture.width, picture.height
            objects.append(page.picture(number, put.left, put.top + picture.height, size))
        page.group("things", objects, ' draworder="index"')
        for layer in ("heights", "zones", "objectives", "units"):
            if layer in plan.marks:
                page.group(layer, [_on_squares(page, mark) for mark in plan.marks[layer]])
        shape = (
            f'orientation="orthogonal" renderorder="right-down" width="{plan.width}" height="{plan.height}"'
            f' tilewidth="{CELL}" tileheight="{CELL}" infinite="0"'
        )
        return page.text(shape, plan.head, TILESETS)

    def _bits(self, cell: Cell, around: Iterable[Cell], same: Callable[[Cell], bool]) -> int:
        """A bit for each neighbour for which `same` is true; beyond the edge of the map it always is."""
        bits = 0
        for bit, (dx, dy) in enumerate(around):
            x, y = cell[0] + dx, cell[1] + dy
            if not (0 <= x < self.plan.width and 0 <= y < self.plan.height) or same((x, y)):
                bits |= 1 << bit
        return bits

    def _ground(self, cell: Cell) -> int:
        return TILESETS["surfaces"] + catalogue.ground_tile(int(chance(self.plan.file, *cell, "ground") * GROUNDS))

    def _detail(self, cell: Cell) -> int:
        plan = self.plan
        if cell in plan.decks:
            bits = self._bits(cell, SIDES, lambda other: other in plan.decks)
            return TILESETS["walls"] + catalogue.deck_tile(bits, across=plan.decks[cell])
        surface = plan.surface.get(cell, "")
        if not surface:
            return 0

        def same(other: Cell) -> bool:
            return ("bridge" if other in plan.decks else plan.surface.get(other, "")) in _JOINS[surface]

        variant = int(chance(plan.file, *cell, "surface") * VARIANTS)
        return TILESETS["surfaces"] + catalogue.surface_tile(surface, self._bits(cell, AROUND, same), variant)

    def _contour(self, level: int) -> Callable[[Cell], int]:
        hill = set().union(*(cells for other, cells in self.plan.hills.items() if other >= level))

        def tile(cell: Cell) -> int:
            bits = self._bits(cell, AROUND, lambda other: other in hill)
            return TILESETS["contours"] + catalogue.contour_tile(bits) if cell in hill else 0

        return tile

    def _wall(self, cell: Cell) -> int:
        kind = self.plan.walls.get(cell)
        if kind is None:
            return 0
        bits = self._bits(cell, SIDES, lambda other: self.plan.walls.get(other) == kind)
        return TILESETS["walls"] + catalogue.wall_tile(kind, bits)


def _on_squares(page: Page, mark: Mark) -> str:
    (x, y), (wide, tall) = mark.at, mark.size
    if wide:
        return page.mark(mark, x * CELL, y * CELL, (wide * CELL, tall * CELL))
    return page.mark(mark, x * CELL + CELL // 2, y * CELL + CELL // 2)


class HexWriter:
    """Writes a plan on hexes: which tile is on which cell."""

    def __init__(self, plan: HexPlan) -> None:
        self.plan = plan

    def text(self) -> str:
        """The whole .tmx."""
        plan, page = self.plan, Page(self.plan.width, self.plan.height)
        page.tiles("ground", self._ground)
        page.tiles("coast", self._coast)
        if plan.roads:
            page.tiles("ways", self._way)
        page.group("sites", [_site(page, site) for site in plan.sites])
        if plan.roads:
            page.group("roads", [page.line("Road", [_middle(cell) for cell in road]) for road in plan.roads])
        for layer, marks in plan.marks.items():
            page.group(layer, [page.mark(mark, *_middle(mark.at)) for mark in marks])
        shape = (
            f'orientation="hexagonal" renderorder="right-down" width="{plan.width}" height="{plan.height}"'
            f' tilewidth="{hexes.WIDE}" tileheight="{hexes.TALL}" infinite="0" hexsidelength="{hexes.SIDE}"'
            ' staggeraxis="y" staggerindex="odd"'
        )
        return page.text(shape, plan.head, HEX_TILESETS)

    def _ground(self, cell: Cell) -> int:
        variant = int(chance(self.plan.file, *cell, "ground") * hexes.VARIANTS)
        if any(site.at == cell for site in self.plan.sites):
            variant = hexes.VARIANTS + 1
        elif self.plan.road_bits(cell):
            variant = hexes.VARIANTS
        return HEX_TILESETS["hexes"] + catalogue.hex_tile(self.plan.kind(cell), variant)

    def _coast(self, cell: Cell) -> int:
        bits = self.plan.coast(cell)
        water = self.plan.kind(cell) == WATER
        return HEX_TILESETS["hex_lines"] + catalogue.coast_tile(bits, water=water) if bits else 0

    def _way(self, cell: Cell) -> int:
        bits = self.plan.road_bits(cell)
        water = self.plan.kind(cell) == WATER
        return HEX_TILESETS["hex_lines"] + catalogue.way_tile(bits, water=water) if bits else 0


def _middle(cell: Cell) -> tuple[float, float]:
    """The middle of a hex in pixels."""
    x, y = cell
    return (x + 0.5 + 0.5 * (y % 2)) * hexes.WIDE, y * hexes.ROW + hexes.TALL / 2


def _site(page: Page, site: Site) -> str:
    """A site as a tile object in the middle of its hex."""
    number, picture = HEX_OBJECTS[site.kind]
    x, y = _middle(site.at)
    said = {"kind": site.kind, "seat": site.seat, "name": site.name}
    mark = Mark("Site", site.name, site.at, (0, 0), {name: value for name, value in said.items() if value})
    return page.picture(number, x - picture.width / 2, y + picture.height / 2, (picture.width, picture.height), mark)


def main() -> None:
    """Write every map."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    drop_downs = project()
    for name in PLANS:
        plan = plan_of(name)
        (MAPS / f"{plan.file}.tmx").write_text(written(plan), "utf-8", newline="\n")
    (MAPS / "snowball.tiled-project").write_text(drop_downs, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
