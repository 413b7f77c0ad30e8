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


def island(random: Random, width: int, height: int, depth: int) -> Island:
    """An island with the sea around it, `width` by `height` hexes, with zones of `depth` rows.

    Its middle row has to have an even number, counted from 0, so that the board can be rotated.
    """
    board = _ground(random, width, height, depth)
    seats = {
        "red": range(width, width * (1 + depth)),
        "blue": range(width * (height - 1 - depth), width * (height - 1)),
    }
    sites = _sites(random, board, depth)
    holders = {site.at: site.seat for site in sites}
    zones = {
        seat: tuple(c for c in cells if board.passable(c) and holders.get(c, seat) == seat)
        for seat, cells in seats.items()
    }
    return Island(board, sites, _roads(board, sites), zones)


def rotated(width: int, height: int, cell: Cell) -> Cell | None:
    """The cell after a rotation by 180 degrees; None off the board, because odd rows are half a hex further east."""
    y, x = divmod(cell, width)
    column = width - 1 - x - y % 2
    return None if column < 0 else (height - 1 - y) * width + column


def hex_measure(board: Board, depth: int) -> HexMeasure:
    """The qualities of the ground for units that have to cross it."""
    rows = [range(y * board.width, (y + 1) * board.width) for y in range(1 + depth, board.height - 1 - depth)]
    land = [[cell for cell in row if board.passable(cell)] for row in rows]
    count = sum(map(len, land))
    hard = sum(KINDS[board.terrain[cell]].difficult for row in land for cell in row) / max(1, count)
    open_shares = [sum(not KINDS[board.terrain[cell]].difficult for cell in row) / max(1, len(row)) for row in land]
    return HexMeasure(hard, min(open_shares))


def _ground(random: Random, width: int, height: int, depth: int) -> Board:
    best: tuple[float, Board] | None = None
    for _ in range(DRAWN):
        board = _drawing(random, width, height)
        off = hex_measure(board, depth).off
        if best is None or off < best[0]:
            best = off, board
        if off == 0:
            break
    return best[1] if best else _drawing(random, width, height)


def _drawing(random: Random, width: int, height: int) -> Board:
    glyphs = ["~"] * (width * height)
    for cell in range(width, width * (height // 2 + 1)):
        x, opposite = cell % width, rotated(width, height, cell)
        if opposite is not None and x > 0 and opposite % width > 0:
            glyphs[cell] = glyphs[opposite] = random.choice(LAND)
    glyphs[height // 2 * width + width // 2] = "."
    return Board.from_rows(["".join(glyphs[at : at + width]) for at in range(0, width * height, width)], "hex")


def _sites(random: Random, board: Board, depth: int) -> tuple[SiteSpec, ...]:
    """A capital, two cities and up to three towns for each side, and a town in the middle without a holder."""
    width, height = board.width, board.height
    rows = [[cell for cell in range(y * width, (y + 1) * width) if board.passable(cell)] for y in range(height)]
    back, front = rows[1], rows[1 + depth]
    places = [back[len(back) // 2], rows[2][0], rows[2][-1]]
    free = [cell for row in rows[2 : 1 + depth] for cell in row if cell not in places]
    places += [*random.sample(free, min(2, len(free))), random.choice(front)]
    kinds = ("capital", "city", "city", "town", "town", "town")
    sites = [SiteSpec("town", (height // 2) * width + width // 2, "", MIDDLE)]
    for kind, place, red, blue in zip(kinds, places, TOWNS["red"], TOWNS["blue"], strict=True):
        opposite = rotated(width, height, place)
        if opposite is not None and board.passable(opposite) and place != opposite:
            sites += [SiteSpec(kind, place, "red", red), SiteSpec(kind, opposite, "blue", blue)]
    return tuple(sites)


def _roads(board: Board, sites: tuple[SiteSpec, ...]) -> tuple[Road, ...]:
    """A road from each capital to the middle."""
    middle = sites[0].at
    roads: list[Road] = []
    for site in sites:
        if site.kind == "capital":
            reach = board.reach(site.at, ANYWHERE)
            if middle in reach.costs:
                roads.append((site.at, *reach.path(middle)))
    return tuple(roads)
