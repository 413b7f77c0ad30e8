"""Writes the XML of a Tiled map. Ids are counted in the order of the file, so a plan always gives the same file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from xml.sax.saxutils import quoteattr

from map_plans.plan import Cell, Mark, Value

_ENUMS = {"kind": "Place", "seat": "Seat", "profile": "Profile", "weapon": "Weapon"}


class Page:
    """A map that is written layer by layer."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.body: list[str] = []
        self.layers = 0
        self.objects = 0

    def tiles(self, name: str, tile: Callable[[Cell], int]) -> None:
        """Add a tile layer; `tile` returns the number of a cell's tile."""
        self.layers += 1
        rows = [",".join(str(tile((x, y))) for x in range(self.width)) for y in range(self.height)]
        data = ",\n".join(rows)
        self.body.append(
            f' <layer id="{self.layers}" name="{name}" width="{self.width}" height="{self.height}">\n'
            f'  <data encoding="csv">\n{data}\n</data>\n </layer>\n'
        )

    def group(self, name: str, objects: Iterable[str], more: str = "") -> None:
        """Add an object layer with texts from `picture`, `mark` and `line`."""
        self.layers += 1
        lines = "".join(objects)
        self.body.append(f' <objectgroup id="{self.layers}" name="{name}"{more}>\n{lines} </objectgroup>\n')

    def picture(self, number: int, left: float, foot: float, size: Cell, mark: Mark | None = None) -> str:
        """The text of a tile object; as in Tiled, its place is its lower left corner."""
        place = f' gid="{number}" x="{left:g}" y="{foot:g}" width="{size[0]}" height="{size[1]}"'
        if mark is None:
            return f"{self._start('', '')}{place}/>\n"
        said = properties(mark.properties, "   ")
        return f"{self._start(mark.name, mark.kind)}{place}>\n{said}  </object>\n"

    def mark(self, mark: Mark, left: float, top: float, size: tuple[float, float] = (0, 0)) -> str:
        """The text of a rectangle, or of a point if its size is 0."""
        place = f' x="{left:g}" y="{top:g}"'
        said = properties(mark.properties, "   ")
        start = self._start(mark.name, mark.kind)
        if size[0]:
            return f'{start}{place} width="{size[0]:g}" height="{size[1]:g}">\n{said}  </object>\n'
        return f"{start}{place}>\n{said}   <point/>\n  </object>\n"

    def line(self, kind: str, points: list[tuple[float, float]]) -> str:
        """The text of a polyline."""
        (x, y), *_ = points
        run = " ".join(f"{across - x:g},{down - y:g}" for across, down in points)
        return f'{self._start("", kind)} x="{x:g}" y="{y:g}">\n   <polyline points="{run}"/>\n  </object>\n'

    def _start(self, name: str, kind: str) -> str:
        self.objects += 1
        named = f" name={quoteattr(name)}" if name else ""
        return f'  <object id="{self.objects}"{named}' + (f' type="{kind}"' if kind else "")

    def text(self, shape: str, head: Mapping[str, Value], tilesets: Mapping[str, int]) -> str:
        """The text of the whole .tmx; `shape`: the attributes for the shape and arrangement of cells."""
        sets = "".join(
            f' <tileset firstgid="{first}" source="tilesets/{name}.tsx"/>\n' for name, first in tilesets.items()
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<map version="1.10" tiledversion="1.10.2" {shape}'
            f' nextlayerid="{self.layers + 1}" nextobjectid="{self.objects + 1}">\n'
            f"{properties(head, ' ')}{sets}{''.join(self.body)}</map>\n"
        )


def properties(values: Mapping[str, Value], indent: str) -> str:
    """The text of a <properties> block."""
    lines = []
    for name, value in sorted(values.items()):
        kind = ' type="int"' if isinstance(value, int) else ""
        if name in _ENUMS:
            kind = f' propertytype="{_ENUMS[name]}"'
        lines.append(f"{indent} <property name={quoteattr(name)}{kind} value={quoteattr(str(value))}/>\n")
    return f"{indent}<properties>\n{''.join(lines)}{indent}</properties>\n"
