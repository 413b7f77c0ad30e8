"""A plan on squares: surfaces, walls, roofs, woods, hills, units; all places and sizes are in cells."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from ground_art.catalogue import OBJECTS
from ground_art.paint import CELL, chance

Value = str | int
Cell = tuple[int, int]

SEATS = {"b": "blue", "r": "red", "g": "gold", "p": "plum"}
"""First letter of a unit's id -> its seat."""


@dataclass(frozen=True, slots=True)
class Put:
    """A picture on the map; `left` and `top` are in pixels."""

    picture: str
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A rectangle on an object layer, or a point if its size is 0, with its properties."""

    kind: str
    name: str
    at: Cell
    size: Cell
    properties: dict[str, Value]


@dataclass(slots=True)
class Plan:
    """A map of squares being planned. Later additions cover earlier ones."""

    file: str
    width: int
    height: int
    head: dict[str, Value]
    surface: dict[Cell, str] = field(default_factory=dict)
    decks: dict[Cell, bool] = field(default_factory=dict)
    walls: dict[Cell, str] = field(default_factory=dict)
    hills: dict[int, set[Cell]] = field(default_factory=dict)
    roofs: list[Put] = field(default_factory=list)
    things: list[Put] = field(default_factory=list)
    marks: dict[str, list[Mark]] = field(default_factory=dict)

    def cells(self, x: int, y: int, wide: int, tall: int) -> Iterator[Cell]:
        """The cells of a rectangle that are on the map."""
        for row in range(max(0, y), min(self.height, y + tall)):
            for column in range(max(0, x), min(self.width, x + wide)):
                yield column, row

    def lay(self, surface: str, x: int, y: int, wide: int = 1, tall: int = 1) -> None:
        """Cover a rectangle with a surface, "" for bare ground."""
        for cell in self.cells(x, y, wide, tall):
            self.surface[cell] = surface

    def oval(self, surface: str, x: int, y: int, wide: int, tall: int) -> None:
        """Cover the oval inside a rectangle."""
        for column, row in self.cells(x, y, wide, tall):
            across, down = (column + 0.5 - x) / wide - 0.5, (row + 0.5 - y) / tall - 0.5
            if across * across + down * down <= 0.25:
                self.surface[column, row] = surface

    def way(self, surface: str, width: int, *corners: Cell) -> None:
        """Add a road or stream, `width` cells wide, with bends at these corners, which are its upper left cells."""
        for (x1, y1), (x2, y2) in itertools.pairwise(corners):
            steps = max(abs(x2 - x1), abs(y2 - y1), 1)
            for step in range(steps + 1):
                x, y = round(x1 + (x2 - x1) * step / steps), round(y1 + (y2 - y1) * step / steps)
                self.lay(surface, x, y, width, width)

    def bridge(self, x: int, y: int, wide: int, tall: int, *, across: bool) -> None:
        """Add the deck of a bridge over a rectangle; `across`: it is crossed east to west, else north to south."""
        for cell in self.cells(x, y, wide, tall):
            self.decks[cell] = across

    def wall(self, kind: str, *corners: Cell) -> None:
        """Add a wall through the cells between these corners, which are included."""
        for (x1, y1), (x2, y2) in itertools.pairwise(corners):
            for cell in self.cells(min(x1, x2), min(y1, y2), abs(x2 - x1) + 1, abs(y2 - y1) + 1):
                self.walls[cell] = kind

    def gap(self, x: int, y: int, wide: int = 1, tall: int = 1) -> None:
        """Remove the walls from a rectangle."""
        for cell in self.cells(x, y, wide, tall):
            self.walls.pop(cell, None)

    def ruin(self, x: int, y: int, wide: int, tall: int, *gaps: Cell) -> None:
        """Add a house without a roof: walls with these gaps, and rubble inside."""
        self.lay("rough", x, y, wide, tall)
        right, bottom = x + wide - 1, y + tall - 1
        self.wall("high wall", (x, y), (right, y), (right, bottom), (x, bottom), (x, y))
        for column, row in gaps:
            self.gap(column, row)

    def roof(self, picture: str, x: int, y: int) -> None:
        """Add a house, which is a picture of its roof."""
        self.roofs.append(Put(picture, x * CELL, y * CELL))

    def put(self, picture: str, x: int, y: int) -> None:
        """Add a thing."""
        self.things.append(Put(picture, x * CELL, y * CELL))

    def woods(self, x: int, y: int, wide: int, tall: int, *, round_off: bool = False) -> None:
        """Add woods, as a rectangle or as the oval inside it."""
        if round_off:
            self.oval("woods", x, y, wide, tall)
        else:
            self.lay("woods", x, y, wide, tall)

    def trees(self) -> Iterator[Put]:
        """A tree on most cells of woods, from the top of the map down, moved inside its edges."""
        for y in range(self.height):
            for x in range(self.width):
                if self.surface.get((x, y)) != "woods" or (lot := chance(self.file, x, y, "tree")) > 0.86:
                    continue
                picture = ("tree_a", "tree_b", "tree_c", "tree_a")[int(lot * 97) % 4]
                size = OBJECTS[picture][1].width, OBJECTS[picture][1].height
                left = (x + 0.5) * CELL - (size[0] - 12) / 2 + 18 * (chance(self.file, x, y, "x") - 0.5)
                top = (y + 0.5) * CELL - (size[1] - 12) / 2 + 18 * (chance(self.file, x, y, "y") - 0.5)
                left = min(max(left, 0.0), self.width * CELL - size[0])
                top = min(max(top, 0.0), self.height * CELL - size[1])
                yield Put(picture, round(left), round(top))

    def hill(self, level: int, *rectangles: tuple[int, int, int, int]) -> None:
        """Raise the ground to a level in these rectangles (x, y, wide, tall)."""
        for x, y, wide, tall in rectangles:
            self.hills.setdefault(level, set()).update(self.cells(x, y, wide, tall))
            self._mark("heights", Mark("Height", "", (x, y), (wide, tall), {"level": level}))

    def unit(self, ident: str, profile: str, x: int, y: int, **properties: Value) -> None:
        """Add a unit; the first letter of its id says its seat."""
        said = {"seat": SEATS[ident[0]], "profile": profile, **properties}
        self._mark("units", Mark("Unit", ident, (x, y), (0, 0), said))

    def line_up(self, side: str, *units: tuple[str, int, int]) -> None:
        """Add the units of a side, numbered from 1; each has a profile and a place."""
        for number, (profile, x, y) in enumerate(units, 1):
            self.unit(f"{side}{number}", profile, x, y)

    def formation(self, side: str, group: str, *stands: tuple[str, int, int], marker: str = "") -> list[str]:
        """Add the units of a formation, numbered after those that the side has. Returns their ids.

        `marker` is put beside the first of them.
        """
        number = sum(mark.name[0] == side for mark in self.marks.get("units", ()))
        ids = [f"{side}{number + place}" for place in range(1, len(stands) + 1)]
        for ident, (profile, x, y) in zip(ids, stands, strict=True):
            said = {"marker": marker} if marker and ident == ids[0] else {}
            self.unit(ident, profile, x, y, group=group, **said)
        return ids

    def load(self, carrier: str, *profiles: str) -> None:
        """Add units of a carrier's formation that begin aboard it."""
        mark = next(mark for mark in self.marks["units"] if mark.name == carrier)
        for profile in profiles:
            self.formation(carrier[0], str(mark.properties["group"]), (profile, *mark.at))
            self.marks["units"][-1].properties["aboard"] = carrier

    def watch(self, *units: str) -> None:
        """Let units begin in position and on overwatch."""
        for mark in self.marks["units"]:
            if mark.name in units:
                mark.properties["markers"] = "overwatch, in_position"

    def deploy(self, seat: str, x: int, y: int, wide: int, tall: int) -> None:
        """Add a zone in which a seat may set up."""
        self._mark("zones", Mark("Zone", "", (x, y), (wide, tall), {"seat": seat, "use": "deploy"}))

    def objective(
        self, name: str, title: str, x: int, y: int, wide: int, tall: int, points: int = 1, **goal: Value
    ) -> None:
        """Add an objective, scored each turn or as `goal` says: scored="last turn" or "exit", only=SEAT, by=UNIT."""
        said = {"name": title, "points": points, **goal}
        self._mark("objectives", Mark("Objective", name, (x, y), (wide, tall), said))

    def _mark(self, layer: str, mark: Mark) -> None:
        self.marks.setdefault(layer, []).append(mark)


def head(
    ruleset: str, title: str, turns: int, note: str, difficulty: int, first: str = "", seats: str = "blue,red"
) -> dict[str, Value]:
    """The properties of a map."""
    found: dict[str, Value] = {
        "ruleset": ruleset,
        "title": title,
        "seats": seats,
        "turns": turns,
        "note": note,
        "difficulty": difficulty,
    }
    return {**found, "first": first} if first else found


def epic_head(title: str, turns: int, note: str, difficulty: int) -> dict[str, Value]:
    """The properties of a map for Epic, on which a cell is 2.5 cm."""
    return {**head("epic", title, turns, note, difficulty), "scale": 25}
