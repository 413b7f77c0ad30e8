"""A battlefield by seed: ground that is the same for both sides, turned round, and two forces of equal points.

The ground is drawn again until its lanes and its cover are in measure (`measure`), so that there is always something to
cross under fire and something to cross it by. The same seed gives the same battle on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from random import Random
from typing import NamedTuple

from game.board.board import Board
from game.board.terrain import cover_of
from game.engine.names import Deployment
from game.engine.rulebook import Profile, UnknownRuleset, load_army
from game.engine.setup import Objective, Setup, UnitSpec
from game.engine.unfit import SetupError, shown

DRAWN = 24
"""So many drawings of the ground are tried; of those out of measure the best is taken."""


class Size(Enum):
    """How long a battle is to take: columns, rows, turns, and what a force may cost in middling units."""

    SHORT = (24, 18, 4, 5)
    EVENING = (32, 22, 6, 7)
    LONG = (42, 28, 8, 10)

    @property
    def columns(self) -> int:
        """Cells from west to east."""
        return self.value[0]

    @property
    def rows(self) -> int:
        """Cells from north to south."""
        return self.value[1]

    @property
    def turns(self) -> int:
        """Turns that are played."""
        return self.value[2]

    @property
    def units(self) -> int:
        """About so many units a side; their points follow from it."""
        return self.value[3]

    @property
    def words(self) -> str:
        """For people who choose."""
        return f"{self.name.lower()}, {self.columns} × {self.rows} cells, {self.turns} turns"


class Measure(NamedTuple):
    """What makes ground worth fighting over, as shares from 0 to 1.

    `lanes`: pairs of cells of the middle, 8 to 16 cells apart, that see one another; `cover`: cells of the middle from
    which cover is at most two steps away; `shelter`: cells of a zone that the other zone does not see.
    """

    lanes: float
    cover: float
    shelter: float

    @property
    def off(self) -> float:
        """How far it is out of measure, 0 if it is not."""
        rows = ((self.lanes, 0.25, 0.6), (self.cover, 0.45, 0.9), (self.shelter, 0.35, 1.0))
        return sum(max(low - share, 0.0, share - high) for share, low, high in rows)


def playable(ruleset: str) -> bool:
    """Whether the rulebook's army has points: only then a force can be drawn."""
    return any(profile.points for profile in load_army(ruleset).profiles.values())


@lru_cache(maxsize=8)
def battlefield(ruleset: str, seed: int, size: Size = Size.EVENING) -> Setup:
    """The battle of a seed. Raises SetupError where the rulebook's army has no points."""
    if not playable(ruleset):
        raise SetupError(f"The army of {ruleset} has no points, so that no force can be drawn; play one of its maps.")
    random = Random(f"{ruleset} {seed} {size.name}")  # noqa: S311 - battles, not secrets
    board = _ground(random, size)
    zones = {"red": _strip(board, 0), "blue": _strip(board, board.height - DEEP)}
    limit = size.units * _middling(ruleset)
    units = [unit for seat in ("blue", "red") for unit in _force(random, ruleset, seat, zones[seat], limit)]
    return Setup(
        ruleset=ruleset,
        title=f"Battlefield {seed}",
        board=board,
        seats=("blue", "red"),
        units=tuple(units),
        zones=zones,
        objectives=_objectives(board),
        turns=size.turns,
        note=f"Ground that is the same for both sides, turned round, and forces of {limit} points each.",
        deployment=Deployment.FREE,
    )


NAMED = re.compile(r"([a-z0-9_]+):([0-9]{1,9})(?::(short|evening|long))?")


def named(name: str) -> Setup | None:
    """The battle that a name means, "skirmishcorps:1234" or "skirmishcorps:1234:long"; None if it names no seed.

    Raises SetupError where there is no such rulebook, or its army has no points.
    """
    found = NAMED.fullmatch(name)
    if found is None:
        return None
    ruleset, seed, size = found.groups()
    try:
        return battlefield(ruleset, int(seed), Size[(size or "evening").upper()])
    except UnknownRuleset as error:
        raise SetupError(f"There is no rulebook {shown(ruleset)}: {error.mend}.") from error


# -- ground -----------------------------------------------------------------------------------------------------------

DEEP = 3
"""Rows of a zone."""


def measure(board: Board) -> Measure:
    """How the ground is for who has to cross it."""
    middle = [cell for cell in range(board.width * 4, board.width * (board.height - 4)) if board.passable(cell)]
    pairs = [
        (a, b)
        for a in middle[:: max(1, len(middle) // 24)]
        for b in middle[3 :: max(1, len(middle) // 24)]
        if 8 <= board.distance(a, b) <= 16
    ]
    seen = sum(board.sight(a, b).visible for a, b in pairs) / max(1, len(pairs))
    covered = sum(_near_cover(board, cell) for cell in middle) / max(1, len(middle))
    north, south = _strip(board, 0), _strip(board, board.height - DEEP)
    safe = sum(not any(board.sight(a, b).visible for b in south[::7]) for a in north[::3]) / len(north[::3])
    return Measure(seen, covered, safe)


def _ground(random: Random, size: Size) -> Board:
    best: tuple[float, Board] | None = None
    for _ in range(DRAWN):
        board = _Drawing(random, size).board
        off = measure(board).off if _joined(board) else 9.0
        if best is None or off < best[0]:
            best = (off, board)
        if off == 0:
            break
    return best[1] if best else _Drawing(random, size).board


ROAD = 0.6
"""How often a road leads across the middle."""
WOODED = 0.6
"""How often a patch is woods and not rough ground."""
HOUSES = ((4, 3), (3, 3), (5, 2), (3, 4), (2, 5))
"""Cells from west to east and from north to south."""


class _Drawing:
    """The northern half drawn at random, the southern half the same turned round; nothing lies on anything else."""

    def __init__(self, random: Random, size: Size) -> None:
        self.random, self.wide, self.high = random, size.columns, size.rows
        self.rows = [["."] * self.wide for _ in range(self.high)]
        area = self.wide * self.high
        if random.random() < ROAD:
            for x in range(self.wide):
                self._lay("=", x, self.high // 2)
        for _ in range(area // 110):
            self._house()
        for _ in range(area // 90):
            self._patch(",T"[random.random() < WOODED])
        for _ in range(area // 80):
            self._wall()

    @property
    def board(self) -> Board:
        """What has been drawn."""
        return Board.from_rows(["".join(row) for row in self.rows])

    def _free(self, x: int, y: int) -> bool:
        return 0 <= x < self.wide and 1 <= y < self.high - 1 and self.rows[y][x] in ".="

    def _lay(self, glyph: str, x: int, y: int) -> None:
        if self._free(x, y):
            self.rows[y][x] = self.rows[self.high - 1 - y][self.wide - 1 - x] = glyph

    def _somewhere(self) -> tuple[int, int]:
        return self.random.randrange(self.wide), self.random.randrange(2, self.high // 2 + 1)

    def _house(self) -> None:
        """With a cell of room all around, and none on the ground that is fought over."""
        (wide, tall), (left, top) = self.random.choice(HOUSES), self._somewhere()
        cells = [(left + dx, top + dy) for dx in range(wide) for dy in range(tall)]
        around = [(left + dx, top + dy) for dx in range(-1, wide + 1) for dy in range(-1, tall + 1)]
        middle = abs(left + wide / 2 - self.wide / 2) < 4 and abs(top + tall / 2 - self.high / 2) < 4
        if middle or top + tall > self.high // 2 or not all(self._free(x, y) for x, y in around):
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
        (x, y), long, across = self._somewhere(), self.random.randrange(3, 6), self.random.random() < 0.7
        for step in range(long):
            self._lay("n", x + step * across, y + step * (not across))


def _joined(board: Board) -> bool:
    """Whether every cell that can be stood on can be walked to."""
    start = next(cell for cell in range(board.width * board.height) if board.passable(cell))
    free = sum(board.passable(cell) for cell in range(board.width * board.height))
    return len(board.reach(start, 1 << 12).costs) >= free - 1


def _near_cover(board: Board, cell: int) -> bool:
    near = {cell, *board.neighbours(cell)}
    near |= {other for one in list(near) for other in board.neighbours(one)}
    return any(cover_of(board.terrain[one]) for one in near)


def _strip(board: Board, top: int) -> tuple[int, ...]:
    cells = range(board.width * top, board.width * (top + DEEP))
    return tuple(cell for cell in cells if board.passable(cell, "vehicle"))


def _objectives(board: Board) -> tuple[Objective, ...]:
    """Two points in the middle, one on each flank."""
    wide, high = board.width, board.height

    def ground(x: int, y: int) -> tuple[int, ...]:
        square = (
            board.cell(x + dx, y + dy) for dx in range(-2, 2) for dy in range(-2, 2) if board.inside(x + dx, y + dy)
        )
        return tuple(sorted(cell for cell in square if board.passable(cell)))

    rows = (
        ("middle", "The middle", ground(wide // 2, high // 2), 2),
        ("west", "West flank", ground(4, high // 2), 1),
        ("east", "East flank", ground(wide - 4, high // 2), 1),
    )
    return tuple(Objective(name, title, cells, points=points) for name, title, cells, points in rows if cells)


# -- forces -----------------------------------------------------------------------------------------------------------


def _middling(ruleset: str) -> int:
    """The points of a unit that is neither cheap nor dear."""
    costs = sorted(profile.points for profile in load_army(ruleset).profiles.values() if profile.points)
    return costs[len(costs) // 2]


def force(random: Random, profiles: Sequence[Profile], limit: int) -> Iterator[Profile]:
    """Profiles for at most so many points, as near to it as drawing goes; the same one at most three times."""
    left, taken = limit, dict.fromkeys((profile.id for profile in profiles), 0)
    while True:
        can = [one for one in profiles if 0 < one.points <= left and taken[one.id] < 3]
        if not can:
            return
        one = random.choice(can)
        taken[one.id] += 1
        left -= one.points
        yield one


def _force(random: Random, ruleset: str, seat: str, zone: Sequence[int], limit: int) -> Iterator[UnitSpec]:
    """A force side by side in its zone."""
    chosen = list(force(random, list(load_army(ruleset).profiles.values()), limit))
    for number, profile in enumerate(chosen, 1):
        yield UnitSpec(f"{seat[0]}{number}", seat, profile.id, zone[(2 * number - 1) * len(zone) // (2 * len(chosen))])
