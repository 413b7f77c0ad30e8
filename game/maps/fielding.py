"""Puts forces on a table: the same battle with other units, placed in the zone of their seat."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from game.board.board import Board
from game.engine.forces import JOINING, LARGEST, MOST, Force, Part, playable, profiles_of
from game.engine.names import Cell, Seat
from game.engine.rulebook import load_army
from game.engine.setup import Setup, UnitSpec
from game.engine.unfit import SetupError
from game.maps import LoadedMap

STEP = 2
"""The spacing of units in a formation, in cells."""
NAMES = (
    ("Ash", "Birch", "Cedar", "Elm", "Hazel", "Larch", "Maple", "Oak", "Pine", "Rowan"),
    ("Badger", "Crane", "Falcon", "Heron", "Kestrel", "Lynx", "Otter", "Raven", "Stoat", "Wolf"),
    ("Amber", "Basalt", "Chalk", "Flint", "Garnet", "Jasper", "Marl", "Onyx", "Quartz", "Slate"),
    ("Barley", "Clover", "Fern", "Heather", "Ivy", "Moss", "Nettle", "Reed", "Sorrel", "Thyme"),
)
"""The names of formations, by the place of their seat; further formations are numbered."""


def fielded(setup: Setup, forces: Mapping[Seat, Force]) -> Setup:
    """The same battle with these forces in place of their seats' units, each in its zone. Raises SetupError."""
    units: list[UnitSpec] = [unit for unit in setup.units if unit.seat not in forces]
    for seat, force in forces.items():
        if seat not in setup.seats:
            raise SetupError(f'There is no seat "{seat}" in this battle; it has {", ".join(setup.seats)}.')
        if force.ruleset != setup.ruleset:
            raise SetupError(f"This force is for {force.ruleset}; the battle is for {setup.ruleset}.")
        force.check()
        if refused := force_refused(setup, seat):
            raise SetupError(refused)
        units += _placed_units(setup, seat, force, {unit.id for unit in units})
    ordered = sorted(units, key=lambda unit: setup.seats.index(unit.seat))
    return replace(setup, units=tuple(ordered))


def with_forces(source: LoadedMap | Setup, forces: Mapping[Seat, Force]) -> LoadedMap | Setup:
    """The map or setup with these forces. Raises SetupError."""
    if isinstance(source, Setup):
        return fielded(source, forces)
    return replace(source, setup=fielded(source.setup, forces))


def setup_of(source: LoadedMap | Setup) -> Setup:
    """The setup of a map, or the setup itself."""
    return source if isinstance(source, Setup) else source.setup


def force_refused(setup: Setup, seat: Seat) -> str:
    """Why a seat cannot field a force of its own in this battle, in a sentence, or ""."""
    units = {unit.id for unit in setup.units if unit.seat == seat}
    for objective in setup.objectives:
        if objective.scoring.unit in units:
            name = objective.scoring.unit.upper()
            return f"This battle is about {name}, so {seat} plays it with the units of the map."
    if not playable(setup.ruleset):
        return f"The army of {setup.ruleset} has no points."
    if not setup.zones.get(seat):
        return f"This map has no zone for {seat}, where a force could be set up."
    return ""


def own_force(setup: Setup, seat: Seat) -> Force | None:
    """The units of a seat in this battle as a force; None if no force could have them."""
    counts = Counter(unit.profile for unit in setup.units if unit.seat == seat)
    profiles = [profile.id for profile in profiles_of(setup.ruleset)]
    if not counts or not counts.keys() <= set(profiles) or max(counts.values()) > MOST:
        return None
    return Force(setup.ruleset, tuple(Part(name, counts[name]) for name in profiles if name in counts))


def _placed_units(setup: Setup, seat: Seat, force: Force, ids: set[str]) -> Iterator[UnitSpec]:
    """The units of a force, each on its own cell."""
    groups = _groups(setup.ruleset, force, setup.seats.index(seat))
    rooms = _rooms(setup, seat, [len(profiles) for _, profiles in groups])
    letter = seat[0] if len({other[0] for other in setup.seats}) == len(setup.seats) else seat
    number = 0
    for (name, profiles), cells in zip(groups, rooms, strict=True):
        for profile, cell in zip(profiles, cells, strict=True):
            number += 1
            while f"{letter}{number}" in ids:
                number += 1
            yield UnitSpec(f"{letter}{number}", seat, profile, cell, group=name)


def _groups(ruleset: str, force: Force, place: int) -> list[tuple[str, list[str]]]:
    """The name and the profiles of each formation; without formations, each unit alone, with no name.

    `place` is that of the seat in the order of seats.
    """
    if not load_army(ruleset).battles.formations:
        return [("", [part.profile]) for part in force.parts for _ in range(part.count)]
    formations: list[list[str]] = []
    joining: list[str] = []
    for part in force.parts:
        if part.count <= JOINING:
            joining += [part.profile] * part.count
            continue
        count = math.ceil(part.count / (LARGEST + JOINING))
        size, rest = divmod(part.count, count)  # `rest` of the pieces have one unit more
        formations += [[part.profile] * (size + (nth < rest)) for nth in range(count)]
    if not formations:
        formations.append([])
    formations[0] += joining
    names = NAMES[place]
    return [
        (names[nth] if nth < len(names) else f"{names[nth % len(names)]}{nth}", profiles)
        for nth, profiles in enumerate(formations)
    ]


def _rooms(setup: Setup, seat: Seat, counts: Sequence[int]) -> list[list[Cell]]:
    """For each group as many cells of the zone as it has units, the groups side by side. Raises SetupError."""
    board = setup.board
    others = {unit.at for unit in setup.units if unit.seat != seat} | {
        site.at for site in setup.sites if site.seat != seat
    }
    free = [cell for cell in setup.zones[seat] if cell not in others and board.passable(cell, "vehicle")]
    if len(free) < sum(counts):
        free = [cell for cell in setup.zones[seat] if cell not in others and board.passable(cell)]
    if len(free) < sum(counts):
        raise SetupError(f"The zone of {seat} has room for {len(free)} units; the force has {sum(counts)}.")
    width, depth = _extents(board, free)
    across = width >= depth
    ordered = sorted(free, key=lambda cell: _along(board, cell, across=across))
    rooms: list[list[Cell]] = []
    start, placed, total = 0, 0, sum(counts)
    for count in counts:
        placed += count
        end = max(start + count, len(ordered) * placed // total)
        rooms.append(_block(board, ordered[start:end], count, ordered))
        start = end
    return rooms


def _along(board: Board, cell: Cell, *, across: bool) -> tuple[int, int]:
    x, y = board.xy(cell)
    return (x, y) if across else (y, x)


def _extents(board: Board, cells: Sequence[Cell]) -> tuple[int, int]:
    """How many columns, and how many rows, the first and the last of the cells are apart."""
    xs, ys = zip(*map(board.xy, cells), strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def _block(board: Board, cells: Sequence[Cell], count: int, zone: Sequence[Cell]) -> list[Cell]:
    """`count` of the cells: for a single unit one in the middle, for a formation spread loosely around the middle."""
    middle_x, middle_y = _middle(board, cells)
    if count == 1:
        middle_y = _middle(board, zone)[1]

    def far(cell: Cell) -> tuple[float, int]:
        x, y = board.xy(cell)
        return max(abs(x - middle_x), abs(y - middle_y)), cell

    chosen = [min(cells, key=far)]
    while len(chosen) < count:
        chosen.append(
            min(set(cells).difference(chosen), key=lambda cell: (_spacing_fault(board, cell, chosen), far(cell)))
        )
    return sorted(chosen)


def _middle(board: Board, cells: Sequence[Cell]) -> tuple[float, float]:
    xs, ys = zip(*map(board.xy, cells), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _spacing_fault(board: Board, cell: Cell, chosen: Sequence[Cell]) -> int:
    """How bad a cell's spacing is: 0 at `STEP` from the nearest chosen cell, 1 if closer, otherwise the distance."""
    x, y = board.xy(cell)
    distance = min(max(abs(x - column), abs(y - row)) for column, row in map(board.xy, chosen))
    if distance == STEP:
        return 0
    return 1 if distance < STEP else distance
