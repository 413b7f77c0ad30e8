"""Generates a battlefield from a seed: ground that looks the same from both sides, and two forces of equal points.

One half of the ground is the other half rotated by 180 degrees. Squares are drawn here, hexes in `hexfield`; the army
of the rulebook says which of them, and how many points a force has.

The ground is drawn again until its lanes of fire and its cover are within bounds (`measure`), so that there is always
ground to cross under fire, and cover for crossing it. The same seed gives the same battle on every machine.
"""

from __future__ import annotations

import math
import re
from enum import Enum
from functools import lru_cache
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from game.board.board import Board
from game.board.terrain import CALLED, cover_of
from game.engine.forces import draw_force, playable, sizes_of
from game.engine.names import Deployment
from game.engine.rulebook import UnknownRuleset, load_army
from game.engine.setup import Objective, Setup
from game.engine.unfit import SetupError, shown
from game.maps.fielding import fielded
from game.maps.hexfield import ANYWHERE, island, outside

DRAWN = 24
"""How often the ground is drawn at most; if no drawing is within bounds, the best one is taken."""


class BattleSize(Enum):
    """How long a battle takes: its turns, its columns and rows of squares, and its columns and rows of hexes.

    The order is that of `Battles.sizes`, from the smallest force to the largest.
    """

    SHORT = (4, (24, 18), (9, 9))
    EVENING = (6, (32, 22), (11, 13))
    LONG = (8, (42, 28), (15, 13))

    def __init__(self, turns: int, squares: tuple[int, int], hexes: tuple[int, int]) -> None:
        self.turns, self.squares, self.hexes = turns, squares, hexes

    def cells(self, ruleset: str) -> tuple[int, int]:
        """Columns and rows of the board."""
        return self.hexes if load_army(ruleset).battles.grid == "hex" else self.squares

    def points(self, ruleset: str) -> int:
        """The most points of a force."""
        return dict(zip(BattleSize, sizes_of(ruleset), strict=True))[self]

    def words(self, ruleset: str) -> str:
        """The size in words, for a list to choose from."""
        columns, rows = self.cells(ruleset)
        cells = CALLED[load_army(ruleset).battles.grid][1]
        return f"{self.name.lower()}: {columns} × {rows} {cells}, {self.turns} turns, {self.points(ruleset)} points"


class GroundMeasure(NamedTuple):
    """Qualities of the ground, as shares from 0 to 1.

    `lanes`: of pairs of cells in the middle, 8 to 16 cells apart, those that see each other. `cover`: of cells in the
    middle, those with cover at most two steps away. `shelter`: of cells in one deployment zone, those that cannot be
    seen from the other.
    """

    lanes: float
    cover: float
    shelter: float

    @property
    def off(self) -> float:
        """How far the ground is out of bounds, 0 if it is within them."""
        return outside(self.lanes, *LANES) + outside(self.cover, *COVERED) + outside(self.shelter, *SHELTERED)


LANES, COVERED, SHELTERED = (0.25, 0.6), (0.45, 0.9), (0.35, 1.0)
"""The bounds of `lanes`, `cover` and `shelter`."""
LANE = range(8, 17)
"""The lengths of a lane, in cells."""
EDGE, ZONE = 4, 3
"""Rows at either end that are not the middle, and rows of a zone, where the ground is measured."""
SAMPLED = 24
"""About so many cells of the middle are compared with as many others."""


@lru_cache(maxsize=8)
def battlefield(ruleset: str, seed: int, size: BattleSize = BattleSize.EVENING) -> Setup:
    """The battle of a seed. Raises SetupError if the rulebook's army has no points."""
    if not playable(ruleset):
        raise SetupError(f"The army of {ruleset} has no points, so no force can be drawn; play one of its maps.")
    random = Random(f"{ruleset} {seed} {size.name}")  # noqa: S311 - battles, not secrets
    battles, limit = load_army(ruleset).battles, size.points(ruleset)
    empty = Setup(
        ruleset=ruleset,
        title=f"Battlefield {seed}",
        board=FRAME,
        seats=("blue", "red"),
        units=(),
        turns=size.turns,
        note=f"Ground that is the same for both sides, turned round, and forces of at most {limit} points each.",
        options=battles.options,
        deployment=Deployment.FREE,
    )
    if battles.grid == "hex":
        land = island(random, *size.cells(ruleset), battles.deep)
        field = replace(empty, board=land.board, zones=land.zones, sites=land.sites, roads=land.roads)
    else:
        board = _ground(random, *size.cells(ruleset))
        zones = {
            "red": _strip(board, 0, battles.deep),
            "blue": _strip(board, board.height - battles.deep, battles.deep),
        }
        field = replace(empty, board=board, zones=zones, objectives=_objectives(board))
    return fielded(field, {seat: draw_force(ruleset, limit, random.getrandbits(31)) for seat in ("blue", "red")})


NAMED = re.compile(r"([a-z0-9_]+):(-?[0-9]+)(?::(short|evening|long))?")


def read_ground(text: str) -> int:
    """The seed of a battlefield from typed text. Raises SetupError with one sentence."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise SetupError(f"A battlefield’s seed is a whole number of at most nine digits, not {shown(text)}.")
    return int(text)


def battle_named(name: str) -> Setup | None:
    """The battle of a name like "skirmishcorps:1234" or "skirmishcorps:1234:long"; None for any other name.

    Raises SetupError if there is no such rulebook, its army has no points, or the seed is too long.
    """
    match = NAMED.fullmatch(name)
    if match is None:
        return None
    ruleset, seed, size = match.groups()
    try:
        return battlefield(ruleset, read_ground(seed), BattleSize[(size or "evening").upper()])
    except UnknownRuleset as error:
        raise SetupError(f"There is no rulebook {shown(ruleset)}: {error.mend}.") from error


# -- ground -----------------------------------------------------------------------------------------------------------

FRAME = Board.from_rows(["."])
"""A placeholder for the ground until it is drawn."""


def measure(board: Board, limit: float = math.inf) -> GroundMeasure:
    """The qualities of the ground for units that have to cross it.

    If `lanes` and `shelter` alone are out of bounds by `limit` or more, `cover`, which takes longest to count, is not
    counted and given as within bounds.
    """
    middle = [cell for cell in range(board.width * EDGE, board.width * (board.height - EDGE)) if board.passable(cell)]
    stride = max(1, len(middle) // SAMPLED)
    pairs = [(a, b) for a in middle[::stride] for b in middle[3::stride] if board.distance(a, b) in LANE]
    lanes = sum(board.visible(a, b) for a, b in pairs) / max(1, len(pairs))
    north, south = _strip(board, 0, ZONE)[::3], _strip(board, board.height - ZONE, ZONE)[::7]  # samples, too
    shelter = sum(not any(board.visible(a, b) for b in south) for a in north) / len(north)
    measured = GroundMeasure(lanes, COVERED[0], shelter)
    if measured.off >= limit:
        return measured
    near_cover = _near_cover(board)
    return measured._replace(cover=sum(cell in near_cover for cell in middle) / max(1, len(middle)))


def _ground(random: Random, width: int, height: int) -> Board:
    best, best_off = FRAME, math.inf
    for _ in range(DRAWN):
        board = _Drawing(random, width, height).board
        off = measure(board, best_off).off
        if off < best_off and not _connected(board):  # the slowest check, so only for a drawing that would be the best
            off = APART
        if off < best_off:
            best, best_off = board, off
        if best_off == 0:
            break
    return best


APART = 9.0
"""How far ground is out of bounds if not every cell can be reached: further than any other ground."""
ROAD = 0.6
"""The chance that a road crosses the middle."""
WOODED = 0.6
"""The chance that a patch is woods and not rough ground."""
HOUSES = ((4, 3), (3, 3), (5, 2), (3, 4), (2, 5))
"""Columns and rows of houses."""
CELLS_PER_HOUSE, CELLS_PER_PATCH, CELLS_PER_WALL = 110, 90, 80
"""Cells of the board for each attempt to draw one of these."""


class _Drawing:
    """Ground whose northern half is drawn at random, with the southern half rotated to match. Nothing overlaps."""

    def __init__(self, random: Random, width: int, height: int) -> None:
        self.random, self.width, self.height = random, width, height
        self.rows = [["."] * self.width for _ in range(self.height)]
        area = self.width * self.height
        if random.random() < ROAD:
            for x in range(self.width):
                self._lay("=", x, self.height // 2)
        for _ in range(area // CELLS_PER_HOUSE):
            self._house()
        for _ in range(area // CELLS_PER_PATCH):
            self._patch("T" if random.random() < WOODED else ",")
        for _ in range(area // CELLS_PER_WALL):
            self._wall()

    @property
    def board(self) -> Board:
        """The ground that has been drawn."""
        return Board.from_rows(["".join(row) for row in self.rows])

    def _free(self, x: int, y: int) -> bool:
        return 0 <= x < self.width and 1 <= y < self.height - 1 and self.rows[y][x] in ".="

    def _lay(self, glyph: str, x: int, y: int) -> None:
        if self._free(x, y):
            self.rows[y][x] = self.rows[self.height - 1 - y][self.width - 1 - x] = glyph

    def _somewhere(self) -> tuple[int, int]:
        return self.random.randrange(self.width), self.random.randrange(2, self.height // 2 + 1)

    def _house(self) -> None:
        """Draw a house, unless it has less than a cell of room all around, or is in the middle of the board."""
        (width, height), (left, top) = self.random.choice(HOUSES), self._somewhere()
        cells = [(left + dx, top + dy) for dx in range(width) for dy in range(height)]
        around = [(left + dx, top + dy) for dx in range(-1, width + 1) for dy in range(-1, height + 1)]
        middle = abs(left + width / 2 - self.width / 2) < 4 and abs(top + height / 2 - self.height / 2) < 4
        if middle or top + height > self.height // 2 or not all(self._free(x, y) for x, y in around):
            return
        for x, y in cells:
            self._lay("#", x, y)

    def _patch(self, glyph: str) -> None:
        x, y = self._somewhere()
        for dx in range(-2, 3):
            for dy in range(-1, 2):
                if self.random.random() < 0.85 - 0.15 * abs(dx):
                    self._lay(glyph, x + dx, y + dy)

    def _wall(self) -> None:
        (x, y), length, across = self._somewhere(), self.random.randrange(3, 6), self.random.random() < 0.7
        for step in range(length):
            self._lay("n", x + step * across, y + step * (not across))


def _connected(board: Board) -> bool:
    """Whether every passable cell, with at most one exception, can be reached from the first."""
    start = next(cell for cell in range(board.width * board.height) if board.passable(cell))
    free = sum(board.passable(cell) for cell in range(board.width * board.height))
    return len(board.reach(start, ANYWHERE).costs) >= free - 1


def _near_cover(board: Board) -> set[int]:
    """The cells from which cover is at most two steps away."""
    cells = edge = {cell for cell, terrain in enumerate(board.terrain) if cover_of(terrain)}
    for _ in range(2):
        edge = {neighbour for cell in edge for neighbour in board.neighbours(cell)} - cells
        cells = cells | edge
    return cells


def _strip(board: Board, top: int, depth: int) -> tuple[int, ...]:
    cells = range(board.width * top, board.width * (top + depth))
    return tuple(cell for cell in cells if board.passable(cell, "vehicle"))


def _objectives(board: Board) -> tuple[Objective, ...]:
    """Objectives: the middle and each flank, for two points each, so that both wings together are worth more."""
    width, height = board.width, board.height

    def ground(x: int, y: int) -> tuple[int, ...]:
        square = (
            board.cell(x + dx, y + dy) for dx in range(-2, 2) for dy in range(-2, 2) if board.inside(x + dx, y + dy)
        )
        return tuple(sorted(cell for cell in square if board.passable(cell)))

    rows = (
        ("middle", "The middle", ground(width // 2, height // 2), 2),
        ("west", "West flank", ground(4, height // 2), 2),
        ("east", "East flank", ground(width - 4, height // 2), 2),
    )
    return tuple(Objective(name, title, cells, points=points) for name, title, cells, points in rows if cells)
