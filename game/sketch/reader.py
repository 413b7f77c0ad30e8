"""Reads sketches: first into typed rows, then into a setup, with every name and cell checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import replace

from game.board.board import Board
from game.board.terrain import GridKind, glyphs_of
from game.engine.foreign import Id, Key, Name, fit, json_of, says, toml_of
from game.engine.names import Deployment, Face
from game.engine.rulebook import Army, Rulebook, UnknownRuleset, load_army, load_rulebook
from game.engine.setup import (
    MARKERS,
    MOST_SEATS,
    MOST_UNITS,
    SEAT,
    Count,
    FaceSaid,
    Fact,
    Goal,
    Objective,
    Setup,
    SiteSpec,
    Stat,
    Turn,
    UnitSpec,
    check_setup,
    is_id,
    some,
)
from game.engine.unfit import Unfit, shown
from game.maps.tiled import passable

TEXT_LIMIT = 500_000
MAX_SIDE = 200
MAX_AREAS = 40_000
MAX_MARKERS = 30
WITH_ITS_CARRIER = -1
"""Stands for the cell of a passenger until that of its carrier is known."""


class SketchError(Unfit):
    """A sketch that is refused, in one sentence. `place` is the path to the fault, like "units[2].at"."""

    def __init__(self, place: str, fault: str, mend: str, file: str = "") -> None:
        super().__init__(file, place, fault, mend)


# -- what a sketch may hold -------------------------------------------------------------------------------------------

Coordinate = Annotated[int, Meta(ge=-10_000, le=10_000)]
At = Annotated[tuple[Coordinate, Coordinate], says("this is not a cell", "write [column, row] as small whole numbers")]
Area = Annotated[
    tuple[Coordinate, ...],
    Meta(min_length=2, max_length=4),
    says("this is not a cell", "write [column, row] or [column, row, columns, rows]"),
]
Areas = Annotated[tuple[Area, ...], Meta(min_length=1, max_length=MAX_AREAS)]
Way = Annotated[tuple[At, ...], Meta(min_length=1, max_length=MAX_AREAS)]
Row = Annotated[
    str, Meta(min_length=1, max_length=MAX_SIDE), says("this is not a row", f"make it a text of 1 to {MAX_SIDE} glyphs")
]
Rows = Annotated[tuple[Row, ...], Meta(max_length=MAX_SIDE)]
Seat = Annotated[str, Meta(pattern=rf"\A{SEAT}\Z"), says("{} cannot be a seat", 'use a word like "blue"')]
SeatOrNone = Annotated[str, Meta(pattern=rf"\A({SEAT})?\Z"), says("{} cannot be a seat", 'use a word like "blue"')]
Short = Annotated[str, Meta(max_length=60)]


class MarkerRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A marker in full. `face` is that of its kind in MARKERS by default; `count` is how many there are."""

    kind: Name
    face: FaceSaid | None = None
    count: Annotated[int, Meta(ge=1, le=MAX_MARKERS)] = 1


class UnitRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of a sketch. A passenger needs no cell."""

    id: Id
    seat: Seat
    profile: Name
    at: At | None = None
    marker: Name = ""
    markers: Annotated[tuple[Name | MarkerRow, ...], Meta(max_length=MAX_MARKERS)] = ()
    stats: Mapping[str, Stat] = field(default_factory=dict)
    weapon: Name = ""
    figures: Count = 0
    name: Short = ""
    group: Short = ""
    facts: Mapping[Key, Fact] = field(default_factory=dict)
    aboard: Short = ""


class ObjectiveRow(Struct, frozen=True, forbid_unknown_fields=True):
    """An objective. By default, its name is its id."""

    id: Id
    cells: Areas
    name: Short = ""
    seat: SeatOrNone = ""
    points: Count = 1
    goal: Goal | UnsetType = UNSET


class SiteRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A town or the like. `seat` is its holder, "" for nobody."""

    kind: Id
    at: At
    seat: SeatOrNone = ""
    name: Name = ""


class Sketch(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole sketch."""

    ruleset: Annotated[str, Meta(min_length=1, max_length=200), says("{} is unknown", 'add it, like "skirmishcorps"')]
    board: Rows
    grid: GridKind = "square"
    units: Annotated[tuple[UnitRow, ...], Meta(max_length=MOST_UNITS)] = ()
    phase: Name = ""
    seat: SeatOrNone = ""
    first: SeatOrNone = ""
    turn: Turn = 1
    turns: Turn = 8
    seats: Annotated[tuple[Seat, ...], Meta(max_length=MOST_SEATS)] = ()
    zones: Annotated[Mapping[Key, Areas], Meta(max_length=40)] = field(default_factory=dict)
    objectives: Annotated[tuple[ObjectiveRow, ...], Meta(max_length=100)] = ()
    heights: Rows = ()
    names: Annotated[Mapping[str, Areas], Meta(max_length=200)] = field(default_factory=dict)
    sites: Annotated[tuple[SiteRow, ...], Meta(max_length=MAX_AREAS)] = ()
    roads: Annotated[tuple[Way, ...], Meta(max_length=MAX_AREAS)] = ()
    deployment: Deployment = Deployment.FIXED
    head_start: Mapping[Seat, Count] = field(default_factory=dict)
    rulings: Annotated[Mapping[str, Name], Meta(max_length=200)] = field(default_factory=dict)
    options: Annotated[Mapping[Key, Annotated[str, Meta(max_length=10_000)]], Meta(max_length=200)] = field(
        default_factory=dict
    )
    title: Name = ""
    note: Annotated[str, Meta(max_length=2000)] = ""


# -- from a sketch to a setup -----------------------------------------------------------------------------------------


def parse_sketch(text: str) -> dict[str, object]:
    """The data of a JSON text, which starts with "{", or of a TOML text. Raises SketchError."""
    if len(text) > TEXT_LIMIT:
        raise SketchError("", f"it is over {TEXT_LIMIT} letters long", "make it shorter")
    try:
        return fit(json_of(text), dict[str, object]) if text.lstrip().startswith("{") else toml_of(text)
    except Unfit as error:
        raise SketchError("", error.fault, error.mend) from error


def read_sketch(source: Mapping[str, object] | str) -> Setup:
    """The setup of a sketch. Raises SketchError naming the first fault's place, or DataError for a broken rulebook."""
    table = parse_sketch(source) if isinstance(source, str) else source
    try:
        sketch = fit(table, Sketch)
    except Unfit as error:
        raise SketchError(error.place, error.fault, error.mend) from error
    try:
        book, army = load_rulebook(sketch.ruleset), load_army(sketch.ruleset)
    except UnknownRuleset as error:
        raise SketchError("ruleset", f"{shown(sketch.ruleset)} is unknown", error.mend) from error
    return _Reader(sketch, table, army).setup(book)


class _Reader:
    """Turns one sketch into a setup. An error names the place of the fault in the sketch."""

    def __init__(self, sketch: Sketch, table: Mapping[str, object], army: Army) -> None:
        self.sketch, self.table, self.army = sketch, table, army
        self.board = self._board()
        self.seats = self._seats()

    def setup(self, book: Rulebook) -> Setup:
        """The setup of the sketch. Raises SketchError."""
        sketch = self.sketch
        for name, seat in (("seat", sketch.seat), ("first", sketch.first)):
            self._playing(seat, name)
        for sentence in book.check(sketch.rulings):
            raise SketchError("rulings", sentence.rstrip("."), "mend or remove it")
        setup = Setup(
            ruleset=self.army.ruleset,
            title=sketch.title or "Sketch",
            board=self.board,
            seats=self.seats,
            units=self._units(),
            zones=self._zones(),
            objectives=self._objectives(),
            turns=sketch.turns,
            turn=sketch.turn,
            phase=sketch.phase,
            seat=sketch.seat,
            first=sketch.first,
            note=sketch.note,
            deployment=sketch.deployment,
            head_start=self._head_start(),
            rulings=sketch.rulings,
            options=sketch.options,
            sites=self._sites(),
            roads=self._roads(),
        )
        try:
            check_setup(setup)  # otherwise a save of its match could not be read
        except Unfit as error:
            raise SketchError(error.place, error.fault, error.mend) from error
        return setup

    def _board(self) -> Board:
        sketch, grid = self.sketch, self.sketch.grid
        if not sketch.board:
            raise SketchError("board", "the board has no rows", "draw it as a list of texts")
        _check_rows("board", sketch.board, glyphs_of(grid))
        _check_rows("heights", sketch.heights, "0123456789")
        if sketch.heights and [*map(len, sketch.heights)] != [*map(len, sketch.board)]:
            raise SketchError("heights", "they are not as large as the board", "give a digit for each cell")
        heights = [int(digit) for row in sketch.heights for digit in row] or None
        self.board = board = Board.from_rows(sketch.board, grid=grid, heights=heights)
        names = {
            cell: name[:60] for name, areas in sketch.names.items() for cell in self._cells(areas, f"names.{name}")
        }
        return Board.from_rows(sketch.board, grid=grid, heights=heights, names=names) if names else board

    def _seats(self) -> tuple[str, ...]:
        """The seats that the sketch lists, or those of its units, sites, `seat` and `first`, filled up to two."""
        sketch = self.sketch
        if sketch.seats:
            for number, seat in enumerate(sketch.seats):
                if seat in sketch.seats[:number]:
                    raise SketchError("seats", f"the seat {shown(seat)} appears twice", "name it once")
            return sketch.seats
        named = [unit.seat for unit in sketch.units] + [site.seat for site in sketch.sites if site.seat]
        # `seat` and `first` may name a second seat that has no unit; if there are two already, another is a mistake.
        if len(set(named)) < 2:
            named += [seat for seat in (sketch.seat, sketch.first) if seat]
        seats = list(dict.fromkeys(named))
        for seat in ("blue", "red"):
            if len(seats) < 2 and seat not in seats:
                seats.append(seat)
        if len(seats) > MOST_SEATS:
            raise SketchError("units", f"they belong to {len(seats)} seats", "four can play")
        return tuple(seats)

    def _playing(self, seat: str, place: str) -> str:
        """The seat, or "" for none. Raises SketchError if it does not play."""
        if seat and seat not in self.seats:
            raise SketchError(place, f"the seat {shown(seat)} does not play", f"use one of {', '.join(self.seats)}")
        return seat

    def _cell(self, at: tuple[int, int], place: str) -> int:
        board = self.board
        if not board.inside(*at):
            raise SketchError(place, f"[{at[0]}, {at[1]}] lies outside the board", _extent(board))
        return board.cell(*at)

    def _cells(self, areas: Sequence[tuple[int, ...]], place: str) -> tuple[int, ...]:
        """The cells of areas [column, row] or [column, row, columns, rows], each once, in reading order."""
        board = self.board
        cells: set[int] = set()
        total = 0
        for number, (x, y, *size) in enumerate(areas):
            width, height = 1, 1
            if size:
                width, height = size if len(size) == 2 else (0, 0)  # three numbers are no area
            if width < 1 or height < 1 or not (board.inside(x, y) and board.inside(x + width - 1, y + height - 1)):
                raise SketchError(f"{place}[{number}]", "it does not lie on the board", _extent(board))
            total += width * height
            if total > MAX_AREAS:
                raise SketchError(place, "its rectangles overlap too much", "name each cell once")
            cells.update(board.cell(x + dx, y + dy) for dy in range(height) for dx in range(width))
        return tuple(sorted(cells))

    def _zones(self) -> dict[str, tuple[int, ...]]:
        for name in self.sketch.zones:
            use, colon, seat = name.partition(":") if ":" in name else ("", "", name)
            if colon and not is_id(use):
                raise SketchError("zones", f"{shown(name)} is no name", 'use a seat, or "exit:" and a seat')
            if not name:
                raise SketchError("zones", "a zone has no name", "use a seat")
            self._playing(seat, "zones")
        return {name: self._cells(areas, f"zones.{name}") for name, areas in self.sketch.zones.items()}

    def _objectives(self) -> tuple[Objective, ...]:
        objectives: dict[str, Objective] = {}
        for number, row in enumerate(self.sketch.objectives):
            place = f"objectives[{number}]"
            if row.id in objectives:
                raise SketchError(f"{place}.id", f"{shown(row.id)} appears twice", "give it its own")
            cells = self._cells(row.cells, f"{place}.cells")
            seat = self._playing(row.seat, f"{place}.seat")
            objectives[row.id] = Objective(row.id, row.name or row.id, cells, seat, row.points, row.goal)
        return tuple(objectives.values())

    def _head_start(self) -> dict[str, int]:
        for seat in self.sketch.head_start:
            self._playing(seat, "head_start")
        return dict(self.sketch.head_start)

    def _sites(self) -> tuple[SiteSpec, ...]:
        sites = []
        for number, row in enumerate(self.sketch.sites):
            seat = self._playing(row.seat, f"sites[{number}].seat")
            sites.append(SiteSpec(row.kind, self._cell(row.at, f"sites[{number}].at"), seat, row.name))
        return tuple(sites)

    def _roads(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(self._cell(at, f"roads[{number}][{place}]") for place, at in enumerate(way))
            for number, way in enumerate(self.sketch.roads)
        )

    # -- units --------------------------------------------------------------------------------------------------------

    def _units(self) -> tuple[UnitSpec, ...]:
        """All units, each on a cell where it can stand or aboard a carrier of its seat."""
        units: list[UnitSpec] = []
        ids: set[str] = set()
        standing: dict[int, str] = {}
        for number, row in enumerate(self.sketch.units):
            unit = self._unit(row, f"units[{number}]")
            if unit.id in ids:
                raise SketchError(f"units[{number}].id", f"a unit {unit.id} is there already", "give it another id")
            ids.add(unit.id)
            units.append(unit)
            if not unit.aboard:
                self._check_ground(unit, standing, f"units[{number}].at")
                standing[unit.at] = unit.id
        return tuple(self._boarded(unit, number, units) for number, unit in enumerate(units))

    def _unit(self, row: UnitRow, place: str) -> UnitSpec:
        army, stats = self.army, self.army.stats
        _check_known(row.profile, army.profiles, f"{place}.profile")
        if row.weapon:
            _check_known(row.weapon, army.weapons, f"{place}.weapon")
        for name in row.stats:
            _check_known(name, stats, f"{place}.stats")
        if row.at is None and not row.aboard:
            raise SketchError(f"{place}.at", "it has no cell", "write [column, row]")
        markers, counts = _markers(row, place)
        return UnitSpec(
            id=row.id,
            seat=self._playing(row.seat, f"{place}.seat"),
            profile=row.profile,
            at=WITH_ITS_CARRIER if row.at is None else self._cell(row.at, f"{place}.at"),
            markers=markers,
            stats=row.stats,
            weapon=row.weapon,
            figures=row.figures,
            name=row.name,
            group=row.group,
            facts={**counts, **row.facts},
            aboard=row.aboard,
        )

    def _check_ground(self, unit: UnitSpec, standing: Mapping[int, str], place: str) -> None:
        """Raise SketchError if a unit on squares is on impassable ground, or on the cell of another unit."""
        board = self.board
        if board.grid != "square":
            return
        label = board.label(unit.at)
        if not passable(board, unit.at):
            fault = f"{unit.id} stands in {board.terrain[unit.at]} terrain on {label}"
            raise SketchError(place, fault, "move it to another cell")
        if unit.at in standing:
            raise SketchError(place, f"{unit.id} and {standing[unit.at]} stand on {label}", "move one")

    @staticmethod
    def _boarded(unit: UnitSpec, number: int, units: Sequence[UnitSpec]) -> UnitSpec:
        """The unit; if it has a carrier and no cell, on the cell of the carrier."""
        if not unit.aboard:
            return unit
        place = f"units[{number}].aboard"
        carrier = next((other for other in units if other.id == unit.aboard and other.seat == unit.seat), None)
        if carrier is None:
            raise SketchError(place, f"its seat has no unit {shown(unit.aboard)}", "name its carrier")
        if unit.at != WITH_ITS_CARRIER:
            return unit
        if carrier.at == WITH_ITS_CARRIER:
            raise SketchError(place, f"{carrier.id} is aboard another unit itself", "name the unit that carries both")
        return replace(unit, at=carrier.at)


def _markers(row: UnitRow, place: str) -> tuple[dict[str, Face], dict[str, int]]:
    """The faces of a unit's markers by kind, and the counts above 1, from its fields `marker` and `markers`."""
    entries = [(f"{place}.markers[{number}]", entry) for number, entry in enumerate(row.markers)]
    if row.marker:
        entries.insert(0, (f"{place}.marker", row.marker))
    faces: dict[str, Face] = {}
    counts: Counter[str] = Counter()
    for entry_place, entry in entries:
        marker = MarkerRow(entry) if isinstance(entry, str) else entry
        _check_known(marker.kind, MARKERS, entry_place)
        faces[marker.kind] = marker.face or MARKERS[marker.kind]
        counts[marker.kind] += marker.count
    return faces, {kind: count for kind, count in counts.items() if count > 1}


def _check_known(name: str, names: Mapping[str, object] | frozenset[str], place: str) -> None:
    if name not in names:
        raise SketchError(place, f"{shown(name)} is unknown", f"use one of {some(names)}")


def _check_rows(name: str, rows: Sequence[str], glyphs: Mapping[str, object] | str) -> None:
    """Raise SketchError unless all rows have the same length and consist of these glyphs."""
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            fault = f"the row has {len(row)} glyphs and the first {len(rows[0])}"
            raise SketchError(f"{name}[{y}]", fault, "make them equal")
        column = next((x for x, glyph in enumerate(row) if glyph not in glyphs), -1)
        if column >= 0:
            fault = f"the glyph {shown(row[column])} is unknown"
            raise SketchError(f"{name}[{y}], column {column}", fault, f"use one of {' '.join(sorted(glyphs))}")


def _extent(board: Board) -> str:
    return f"columns run from 0 to {board.width - 1} and rows from 0 to {board.height - 1}"
