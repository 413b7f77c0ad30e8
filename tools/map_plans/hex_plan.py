"""A plan on hexes, drawn in the characters of sketches. Places are labels, column and row from 1, as in "0507"."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from ground_art.hexes import GROUNDS, neighbour

from map_plans.plan import SEATS, Cell, Mark, Value

KINDS = {ground.glyph: number for number, ground in enumerate(GROUNDS)}
WATER = next(number for number, ground in enumerate(GROUNDS) if ground.terrain == "water")
BORDERS = range(6)


@dataclass(frozen=True, slots=True)
class Site:
    """A town, city or capital on its cell; if `seat` is "", nobody holds it."""

    kind: str
    seat: str
    at: Cell
    name: str


@dataclass(slots=True)
class HexPlan:
    """A map of hexes being planned; cells are counted from 0."""

    file: str
    drawn: Sequence[str]
    head: dict[str, Value]
    sites: list[Site] = field(default_factory=list)
    roads: list[list[Cell]] = field(default_factory=list)
    marks: dict[str, list[Mark]] = field(default_factory=dict)

    @property
    def rows(self) -> list[str]:
        """The rows of characters, without the blanks by which a plan may show how rows are shifted."""
        return [row.replace(" ", "") for row in self.drawn]

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def kind(self, cell: Cell) -> int:
        """The terrain of a cell, as its place in hexes.GROUNDS."""
        return KINDS[self.rows[cell[1]][cell[0]]]

    def inside(self, cell: Cell) -> bool:
        """Whether the cell is on the map."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def coast(self, cell: Cell) -> int:
        """The borders of a cell that have water on one side and land on the other, one bit each."""
        bits = 0
        for number in BORDERS:
            other = neighbour(*cell, number)
            if self.inside(other) and (self.kind(other) == WATER) != (self.kind(cell) == WATER):
                bits |= 1 << number
        return bits

    def road_bits(self, cell: Cell) -> int:
        """The borders over which roads leave a cell, one bit each."""
        steps = {frozenset(step) for road in self.roads for step in itertools.pairwise(road)}
        return sum(1 << number for number in BORDERS if frozenset((cell, neighbour(*cell, number))) in steps)

    def turned(self, label: str, sixths: int) -> str:
        """The label of a cell after a turn of so many sixths clockwise about the middle of the map."""
        q, r = self._axial(_cell(label))
        for _ in range(sixths):
            q, r = -r, q + r
        return self._label(q, r)

    def mirrored(self, label: str, *, across: bool, down: bool) -> str:
        """The label of a cell after mirroring left to right (`across`) and top to bottom (`down`)."""
        q, r = self._axial(_cell(label))
        if across:
            q = -q - r
        if down:
            q, r = q + r, -r
        return self._label(q, r)

    def _axial(self, cell: Cell) -> Cell:
        """A cell as steps to the east and to the south-east from the middle of the map."""
        row = cell[1] - self.height // 2
        return _column(cell) - _column((self.width // 2, self.height // 2)), row

    def _label(self, q: int, r: int) -> str:
        row = r + self.height // 2
        column = q + _column((self.width // 2, self.height // 2)) + row // 2
        return f"{column + 1:02}{row + 1:02}"

    def site(self, kind: str, seat: str, at: str, name: str = "") -> None:
        """Add a town, city or capital."""
        self.sites.append(Site(kind, seat, _cell(at), name))

    def road(self, *labels: str) -> None:
        """Add a road from hex to hex; each must be next to the one before."""
        self.roads.append([_cell(label) for label in labels])

    def unit(self, ident: str, profile: str, at: str, **properties: Value) -> None:
        """Add a unit; the first letter of its id says its seat."""
        said = {"seat": SEATS[ident[0]], "profile": profile, **properties}
        self._mark("units", Mark("Unit", ident, _cell(at), (0, 0), said))

    def line_up(self, side: str, *units: tuple[str, str]) -> None:
        """Add the units of a side, numbered from 1; each has a profile and a place."""
        for number, (profile, at) in enumerate(units, 1):
            self.unit(f"{side}{number}", profile, at)

    def _mark(self, layer: str, mark: Mark) -> None:
        self.marks.setdefault(layer, []).append(mark)


def _column(cell: Cell) -> int:
    """The number of the slanting line through a cell, from the north-west to the south-east."""
    return cell[0] - cell[1] // 2


def _cell(label: str) -> Cell:
    """The cell of a label: "0507" is column 5, row 7."""
    return int(label[:2]) - 1, int(label[2:]) - 1
