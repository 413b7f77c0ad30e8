"""Draw the plans out as Tiled maps and write the Tiled project: python tools/make_maps.py (after make_ground.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from xml.sax.saxutils import quoteattr

from ground_art import catalogue
from ground_art.blob import AROUND
from ground_art.catalogue import OBJECTS, TILESETS
from ground_art.paint import CELL, chance
from ground_art.surfaces import GROUNDS, SURFACES, VARIANTS
from ground_art.walls import SIDES
from map_plans.plan import Cell, Mark, Plan, Put
from map_plans.project import project

MAPS = Path(__file__).resolve().parent.parent / "maps"
PLANS = (
    "market_street",
    "park_gate",
    "courtyards",
    "two_bridges",
    "old_quay",
    "ruined_mill",
    "crossroads",
    "canal_bridge",
    "prepared_position",
    "hill_farm",
)
_JOINS = {surface.name: {surface.name, *surface.joins} for surface in SURFACES}
_ENUMS = {"seat": "Seat", "profile": "Profile", "weapon": "Weapon"}


def plan_of(name: str) -> Plan:
    """The plan in map_plans/<name>.py."""
    make: Callable[[], Plan] = import_module(f"map_plans.{name}").plan
    return make()


class Writer:
    """One map's XML. Ids are counted in file order, so a plan always gives the same file."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.layers = 0
        self.objects = 0

    def text(self) -> str:
        """The whole .tmx."""
        plan, cell = self.plan, self._cell
        body = [self._tiles("ground", self._ground), self._tiles("detail", self._detail)]
        body += [self._tiles(f"contour {level}", self._contour(level)) for level in sorted(plan.hills)]
        if plan.walls:
            body.append(self._tiles("walls", self._wall))
        body.append(self._things([*plan.roofs, *plan.things, *plan.trees()]))
        for layer in ("heights", "zones", "objectives", "units"):
            if layer in plan.marks:
                body.append(self._group(layer, (cell(mark) for mark in plan.marks[layer])))
        sets = "".join(
            f' <tileset firstgid="{first}" source="tilesets/{name}.tsx"/>\n' for name, first in TILESETS.items()
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<map version="1.10" tiledversion="1.10.2" orientation="orthogonal" renderorder="right-down"'
            f' width="{plan.width}" height="{plan.height}" tilewidth="{CELL}" tileheight="{CELL}" infinite="0"'
            f' nextlayerid="{self.layers + 1}" nextobjectid="{self.objects + 1}">\n'
            f"{_properties(plan.head, ' ')}{sets}{''.join(body)}</map>\n"
        )

    def _tiles(self, name: str, tile: Callable[[Cell], int]) -> str:
        self.layers += 1
        plan = self.plan
        rows = [",".join(str(tile((x, y))) for x in range(plan.width)) for y in range(plan.height)]
        data = ",\n".join(rows)
        return (
            f' <layer id="{self.layers}" name="{name}" width="{plan.width}" height="{plan.height}">\n'
            f'  <data encoding="csv">\n{data}\n</data>\n </layer>\n'
        )

    def _bits(self, cell: Cell, around: Iterable[Cell], same: Callable[[Cell], bool]) -> int:
        """Which neighbours go on; beyond the edge of the map everything does."""
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

    def _things(self, puts: Iterable[Put]) -> str:
        lines = []
        for put in puts:
            self.objects += 1
            number, picture = OBJECTS[put.picture]
            # Tiled holds a tile object by its lower left.
            lines.append(
                f'  <object id="{self.objects}" gid="{number}" x="{put.left:g}" y="{put.top + picture.height:g}"'
                f' width="{picture.width}" height="{picture.height}"/>\n'
            )
        return self._group("things", lines, ' draworder="index"')

    def _cell(self, mark: Mark) -> str:
        self.objects += 1
        name = f" name={quoteattr(mark.name)}" if mark.name else ""
        start = f'  <object id="{self.objects}"{name} type="{mark.kind}"'
        (x, y), (wide, tall) = mark.at, mark.size
        if wide:
            place = f' x="{x * CELL}" y="{y * CELL}" width="{wide * CELL}" height="{tall * CELL}">\n'
            return f"{start}{place}{_properties(mark.properties, '   ')}  </object>\n"
        place = f' x="{x * CELL + CELL // 2}" y="{y * CELL + CELL // 2}">\n'
        return f"{start}{place}{_properties(mark.properties, '   ')}   <point/>\n  </object>\n"

    def _group(self, name: str, lines: Iterable[str], more: str = "") -> str:
        self.layers += 1
        return f' <objectgroup id="{self.layers}" name="{name}"{more}>\n{"".join(lines)} </objectgroup>\n'


def _properties(values: dict[str, str | int], indent: str) -> str:
    lines = []
    for name, value in sorted(values.items()):
        kind = ' type="int"' if isinstance(value, int) else ""
        if name in _ENUMS:
            kind = f' propertytype="{_ENUMS[name]}"'
        lines.append(f"{indent} <property name={quoteattr(name)}{kind} value={quoteattr(str(value))}/>\n")
    return f"{indent}<properties>\n{''.join(lines)}{indent}</properties>\n"


def main() -> None:
    """Write every map."""
    for name in PLANS:
        plan = plan_of(name)
        (MAPS / f"{plan.file}.tmx").write_text(Writer(plan).text(), "utf-8", newline="\n")
    (MAPS / "snowball.tiled-project").write_text(project(), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
