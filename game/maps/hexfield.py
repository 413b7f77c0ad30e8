"""Generates ground of hexes from a seed: an island with towns, woods and roads, one half the other rotated by 180°."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from game.board.board import Board
from game.board.terrain import KINDS
from game.engine.names import Cell
from game.engine.setup import Road, SiteSpec

DRAWN = 40
"""How often the ground is drawn at most; if no drawing is within bounds, the best one is taken."""
LAND = ".....ggfffmm"
"""The glyphs of which one is drawn at random for each hex of land."""
TOWNS = {
    "red": ("Northhold", "Larkfield", "Rookery", "Ashby", "Fenwick", "Hollow"),
    "blue": ("Southhold", "Marlow", "Thornley", "Oakham", "Wexcombe", "Dale"),
}
"""Seat -> the names of its capital, its two cities and its three towns."""
ANYWHERE = 1 << 12
"""Half inches: more than to any cell of a generated board."""
MIDDLE = "Middle Cross"
"""The name of the town in the middle."""


def outside(share: float, low: float, high: float) -> float:
    """How far a share is outside the bounds `low` and `high`, 0 within them."""
    return max(low - share, 0.0, share - high)


class HexMeasure(NamedTuple):
    """Qualities of an island, as shares from 0 to 1.

    `hard`: of the hexes between the zones, those that are forest or mountain, which stop guns and give cover. `ways`:
    how much of the most closed row between the zones is open.
    """

    hard: float
    ways: float

    @property
    def off(self) -> float:
        """How far the ground is out of bounds, 0 if it is within them."""
        return outside(self.hard, *HARD) + outside(self.ways, *WAYS)


HARD, WAYS = (0.25, 0.5), (0.3, 1.0)
"""The bounds of `hard` and `ways`: cover without closing the island."""


class Island(NamedTuple):
    """The ground, its sites and roads, and the zone of each seat."""

    board: Board
    sites: tuple[SiteSpec, ...]
    roads: tuple[Road, ...]
    zones: dict[str, tuple[Cell, ...]]


def island(random: Random, wide: int, high: int, deep: int) -> Island:
    """An island with the sea around it, `wide` by `high` hexes, with zones `deep` rows deep.

    Its middle row has to have an even number, counted from 0, so that the board can be rotated.
    """
    board = _ground(random, wide, high, deep)
    seats = {"red": range(wide, wide * (1 + deep)), "blue": range(wide * (high - 1 - deep), wide * (high - 1))}
    sites = _sites(random, board, deep)
    taken = {site.at: site.seat for site in sites}
    zones = {
        seat: tuple(c for c in cells if board.passable(c) and taken.get(c, seat) == seat)
        for seat, cells in seats.items()
    }
    return Island(board, sites, _roads(board, sites), zones)


def turned(board_wide: int, board_high: int, cell: Cell) -> Cell | None:
    """The cell after a rotation by 180 degrees; None off the board, because odd rows are half a hex further east."""
    y, x = divmod(cell, board_wide)
    other = board_wide - 1 - x - y % 2
    return None if other < 0 else (board_high - 1 - y) * board_wide + other


def hex_measure(board: Board, deep: int) -> HexMeasure:
    """The qualities of the ground for units that have to cross it."""
    rows = [range(y * board.width, (y + 1) * board.width) for y in range(1 + deep, board.height - 1 - deep)]
    land = [[cell for cell in row if board.passable(cell)] for row in rows]
    count = sum(map(len, land))
    hard = sum(KINDS[board.terrain[cell]].difficult for row in land for cell in row) / max(1, count)
    open_ = [sum(not KINDS[board.terrain[cell]].difficult for cell in row) / max(1, len(row)) for row in land]
    return HexMeasure(hard, min(open_))


def _ground(random: Random, wide: int, high: int, deep: int) -> Board:
    best: tuple[float, Board] | None = None
    for _ in range(DRAWN):
        board = _drawing(random, wide, high)
        off = hex_measure(board, deep).off
        if best is None or off < best[0]:
            best = off, board
        if off == 0:
            break
    return best[1] if best else _drawing(random, wide, high)


def _drawing(random: Random, wide: int, high: int) -> Board:
    glyphs = ["~"] * (wide * high)
    for cell in range(wide, wide * (high // 2 + 1)):
        x, other = cell % wide, turned(wide, high, cell)
        if other is not None and x > 0 and other % wide > 0:
            glyphs[cell] = glyphs[other] = random.choice(LAND)
    glyphs[high // 2 * wide + wide // 2] = "."
    return Board.from_rows(["".join(glyphs[at : at + wide]) for at in range(0, wide * high, wide)], "hex")


def _sites(random: Random, board: Board, deep: int) -> tuple[SiteSpec, ...]:
    """A capital, two cities and up to three towns for each side, and a town in the middle without a holder."""
    wide, high = board.width, board.height
    rows = [[cell for cell in range(y * wide, (y + 1) * wide) if board.passable(cell)] for y in range(high)]
    behind, front = rows[1], rows[1 + deep]
    places = [behind[len(behind) // 2], rows[2][0], rows[2][-1]]
    free = [cell for row in rows[2 : 1 + deep] for cell in row if cell not in places]
    places += [*random.sample(free, min(2, len(free))), random.choice(front)]
    kinds = ("capital", "city", "city", "town", "town", "town")
    sites = [SiteSpec("town", (high // 2) * wide + wide // 2, "", MIDDLE)]
    for kind, place, red, blue in zip(kinds, places, TOWNS["red"], TOWNS["blue"], strict=True):
        other = turned(wide, high, place)
        if other is not None and board.passable(other) and place != other:
            sites += [SiteSpec(kind, place, "red", red), SiteSpec(kind, other, "blue", blue)]
    return tuple(sites)


def _roads(board: Board, sites: tuple[SiteSpec, ...]) -> tuple[Road, ...]:
    """A road from each capital to the middle."""
    middle = sites[0].at
    found: list[Road] = []
    for site in sites:
        if site.kind == "capital":
            reached = board.reach(site.at, ANYWHERE)
            if middle in reached.costs:
                found.append((site.at, *reached.path(middle)))
    return tuple(found)
