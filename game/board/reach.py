"""Reach: where a unit can get with a budget of half inches, and by which path.

An orthogonal step costs 2 half inches, a diagonal step 3, a step to a hex 2; a step that *enters* difficult ground
costs double. Cells that a mode of movement cannot enter (walls, water) are closed, and so are the cells that the caller
blocks (units in the way). A diagonal step may pass one closed cell but not squeeze between two, and never cuts the
corner of a wall. Levels do not matter for movement.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import pairwise

from game.board.grid import Grid, SquareGrid, Step
from game.board.terrain import KINDS, Mode, TerrainKind, by_number, cost_of, numbered

_KEPT = 512
_CELLS_KEPT = 1 << 19
_FAR = 1 << 60
_MODE_WORDS: dict[Mode, str] = {"foot": "on foot", "vehicle": "by a vehicle", "light": "on foot", "ship": "by a ship"}


class PathError(ValueError):
    """A path that cannot be taken, in one sentence that names the cell."""


class Reach:
    """Every cell within a budget. `costs`: cell -> half inches, cheapest first, beginning with the start at 0."""

    __slots__ = ("_backs", "_clear", "_goals", "_ground", "_paths", "_prices", "_taken", "costs", "start")

    def __init__(self, start: int, costs: Mapping[int, int], ground: Ground, taken: AbstractSet[int]) -> None:
        self.start = start
        self.costs = costs
        self._ground = ground
        self._taken = taken
        self._paths: dict[int, tuple[int, ...]] = {}
        self._backs: dict[int, tuple[tuple[int, int, int], ...]] = {}
        self._clear: _Clear | None = None
        self._goals: tuple[int, ...] | None = None
        self._prices: tuple[int, ...] = ()

    @property
    def goals(self) -> tuple[int, ...]:
        """Every cell within reach but the start, cheapest first."""
        if self._goals is None:
            self._goals = tuple(self.costs)[1:]
        return self._goals

    def within(self, budget: int) -> int:
        """How many of the goals cost no more than `budget` half inches."""
        if not self._prices:
            self._prices = tuple(self.costs.values())
        return bisect_right(self._prices, budget) - 1

    def __contains__(self, cell: int) -> bool:
        return cell in self.costs

    def path(self, cell: int) -> tuple[int, ...]:
        """A cheapest path to `cell`, without the start. Raises PathError if `cell` is out of reach.

        Of several, it is the one that, traced back from `cell`, stays nearest to the straight line at each step; in a
        tie it goes by the cell with the lowest number.
        """
        found = self._paths.get(cell)
        if found is None:
            if cell not in self.costs:
                raise PathError(f"{self._ground.grid.label(cell)} is out of reach.")
            found = self._paths[cell] = (
                self._trace(cell) if cell == self.start else self._open(cell) or self._trace(cell)
            )
        return found

    def before(self, cell: int) -> tuple[int, ...]:
        """The last cells before `cell`, which is within reach, on its cheapest paths, ascending; none for the start."""
        if cell == self.start:
            return ()
        return tuple([back for back, _, _ in self._backs.get(cell) or self._before(cell)])

    def crossing(self, cells: AbstractSet[int]) -> set[int]:
        """The cells within reach whose `path` enters one of `cells`."""
        costs = self.costs
        cheapest = min((costs[cell] for cell in cells if cell in costs and cell != self.start), default=_FAR)
        crossed: set[int] = set()
        by_some: set[int] = set()  # cells to which at least one of the cheapest paths crosses `cells`
        by_all: set[int] = set()  # cells to which all of them do
        for cell, cost in costs.items():
            if cost < cheapest:
                continue
            backs = [] if cell in cells else [back for back, _, _ in self._backs.get(cell) or self._before(cell)]
            if backs and by_some.isdisjoint(backs):
                continue
            by_some.add(cell)
            if by_all.issuperset(backs):
                by_all.add(cell)
                crossed.add(cell)
            elif not cells.isdisjoint(self.path(cell)):
                crossed.add(cell)
        return crossed

    def _open(self, goal: int) -> tuple[int, ...] | None:
        """The path over open squares, or None if anything on it costs more or anything beside it is closed."""
        ground, start = self._ground, self.start
        if not ground.square:
            return None
        clear, width = self._clear, ground.grid.width
        if clear is None:
            clear = self._clear = _Clear(start, self.costs, ground, self._taken)
        if not clear[goal]:
            return None
        path = tuple(
            [start + on for on in open_way(goal % width - start % width, goal // width - start // width, width)]
        )
        return path if all(map(clear.__getitem__, path)) else None

    def _trace(self, goal: int) -> tuple[int, ...]:
        start, cached = self.start, self._backs
        width = self._ground.grid.width
        along_x, along_y = goal % width - start % width, goal // width - start // width
        path: list[int] = []
        cell = goal
        while cell != start:
            path.append(cell)
            backs = cached.get(cell) or self._before(cell)
            cell, x, y = backs[0]
            if len(backs) > 1:
                best_off = abs(x * along_y - y * along_x)
                for back, x, y in backs:  # ascending, so a tie keeps the lowest cell
                    off = abs(x * along_y - y * along_x)
                    if off < best_off:
                        cell, best_off = back, off
        path.reverse()
        return tuple(path)

    def _before(self, cell: int) -> tuple[tuple[int, int, int], ...]:
        """As `before`, each cell with its column and row counted from the start."""
        ground, costs, taken = self._ground, self.costs, self._taken
        width = ground.grid.width
        start_y, start_x = divmod(self.start, width)
        factor, cost = ground.factors[cell], costs[cell]
        found = self._backs[cell] = tuple(
            (back, back % width - start_x, back // width - start_y)
            for back, price, flank, opposite in ground.steps(cell)
            if costs.get(back, _FAR) + price * factor == cost
            and not (flank >= 0 and taken and ground.squeezes(flank, opposite, taken))
        )
        return found


class _Clear(dict[int, bool]):
    """Square -> whether it is reached as over open ground: as cheaply, and with nothing closed beside it.

    Worked out for each square when it is first looked up.
    """

    def __init__(self, start: int, costs: Mapping[int, int], ground: Ground, taken: AbstractSet[int]) -> None:
        super().__init__()
        self._start, self._costs, self._ground = start, costs, ground
        self._beside = {step[0] for cell in taken for step in ground.grid.steps(cell)}

    def __missing__(self, cell: int) -> bool:
        width, start = self._ground.grid.width, self._start
        across, down = abs(cell % width - start % width), abs(cell // width - start // width)
        open_cost = across + down + max(across, down)
        found = self[cell] = (
            self._costs.get(cell) == open_cost and cell not in self._beside and not self._ground.tight(cell)
        )
        return found


@lru_cache(maxsize=1 << 14)
def open_way(x: int, y: int, width: int) -> tuple[int, ...]:
    """The path that `Reach.path` takes over open squares to the cell `x` columns and `y` rows away.

    Its cells are offsets from the start, on a board `width` cells wide.
    """
    path: list[int] = []
    across, down = x, y
    while across or down:
        path.append(down * width + across)
        step_x, step_y = (across > 0) - (across < 0), (down > 0) - (down < 0)
        before = [(across - step_x, down - step_y)] if across and down else []
        if abs(across) > abs(down):
            before.append((across - step_x, down))
        elif abs(down) > abs(across):
            before.append((across, down - step_y))
        across, down = min(before, key=lambda back: (abs(back[0] * y - back[1] * x), back[1], back[0]))
    return tuple(reversed(path))


Exits = tuple[tuple[int, ...], tuple[tuple[int, int, int], ...], tuple[Step, ...]]
"""The steps out of a cell as a search needs them: straight steps at cost 2, diagonal steps at cost 3, all dearer steps.

Cells are offsets from that cell. A dearer straight step has its goal for both flanks.
"""


class Ground:
    """The board for one mode of movement: cost factors, and the steps that walls leave open."""

    __slots__ = (
        "_alike",
        "_exits",
        "_spare",
        "_steps",
        "_tight",
        "_untouched",
        "_wall",
        "factors",
        "grid",
        "shut",
        "square",
    )

    def __init__(self, grid: Grid, terrain: Sequence[TerrainKind], mode: Mode) -> None:
        self.grid = grid
        kinds = numbered(terrain)
        self.factors = kinds.translate(by_number(lambda kind: cost_of(kind.kind, mode)))
        self.shut = self.factors.translate(b"\1" + bytes(255))
        self.square = isinstance(grid, SquareGrid)
        self._wall = kinds.translate(by_number(lambda kind: kind.blocks and not cost_of(kind.kind, mode)))
        # A search writes the cost of every cell so far into a copy of this list (-1: closed) and resets it afterwards;
        # the copies are kept in `_spare`.
        self._untouched = list(map((_FAR, -1).__getitem__, self.shut))
        self._spare: list[list[int]] = []
        self._steps: list[tuple[Step, ...] | None] = [None] * len(terrain)
        self._tight: dict[int, bool] = {}
        # Filled by searches. Cells with the same steps out share one object, which is then in the processor's cache.
        self._exits: list[Exits | None] = [None] * len(terrain)
        self._alike: dict[Exits, Exits] = {}

    def steps(self, cell: int) -> tuple[Step, ...]:
        """The steps that neither cut a wall's corner nor squeeze between closed cells, even if they lead into one."""
        found = self._steps[cell]
        if found is None:
            wall, shut = self._wall, self.shut
            found = self._steps[cell] = tuple(
                step
                for step in self.grid.steps(cell)
                if step[2] < 0 or not (wall[step[2]] or wall[step[3]] or (shut[step[2]] and shut[step[3]]))
            )
        return found

    def tight(self, cell: int) -> bool:
        """Whether a neighbour of the cell is closed."""
        found = self._tight.get(cell)
        if found is None:
            found = self._tight[cell] = any(self.shut[step[0]] for step in self.grid.steps(cell))
        return found

    def _exit(self, cell: int) -> Exits:
        factors = self.factors
        open_steps = [
            (to, cost * factors[to], flank, opposite) for to, cost, flank, opposite in self.steps(cell) if factors[to]
        ]
        steps = [
            (to - cell, price, (flank if flank >= 0 else to) - cell, (opposite if opposite >= 0 else to) - cell)
            for to, price, flank, opposite in open_steps
        ]
        found: Exits = (
            tuple([to for to, price, _, _ in steps if price == 2]),
            tuple([(to, flank, opposite) for to, price, flank, opposite in steps if price == 3]),
            tuple([step for step in steps if step[1] > 3]),
        )
        found = self._exits[cell] = self._alike.setdefault(found, found)
        return found

    def taken(self, start: int, blocked: AbstractSet[int]) -> frozenset[int]:
        """The blocked cells that are on the board, without the mover's own."""
        return frozenset(cell for cell in blocked if 0 <= cell < len(self.shut) and cell != start)

    def squeezes(self, flank: int, opposite: int, taken: AbstractSet[int]) -> bool:
        """Whether these two flanks of a diagonal step are both closed or taken."""
        return bool((self.shut[flank] or flank in taken) and (self.shut[opposite] or opposite in taken))

    def search(self, start: int, budget: int, blocked: frozenset[int]) -> Reach:  # noqa: C901, PLR0912 (a hot loop: a call for each cell costs)
        """Dijkstra's search over buckets of equal cost; cells in order of cost, then in the order they were found."""
        taken, untouched = self.taken(start, blocked), self._untouched
        dist = self._spare.pop() if self._spare else untouched[:]
        for cell in taken:
            dist[cell] = -1
        if not self.shut[start]:
            dist[start] = 0
        costs: dict[int, int] = {}
        buckets: list[list[int]] = [[] for _ in range(budget + 7)]
        buckets[0].append(start)
        exits = self._exits
        for cost in range(budget + 1):
            remaining, straight, slanting = budget - cost, cost + 2, cost + 3
            onto_straight, onto_slanting = buckets[straight].append, buckets[slanting].append
            for cell in buckets[cost]:
                if cell in costs:
                    continue
                costs[cell] = cost
                if remaining < 2:
                    continue
                sides, slants, slow = exits[cell] or self._exit(cell)
                for offset in sides:
                    to = cell + offset
                    if dist[to] > straight:
                        dist[to] = straight
                        onto_straight(to)
                for offset, flank, opposite in slants:
                    to = cell + offset
                    if dist[to] > slanting and (dist[cell + flank] >= 0 or dist[cell + opposite] >= 0):
                        dist[to] = slanting
                        onto_slanting(to)
                for offset, price, flank, opposite in slow:
                    to, total = cell + offset, cost + price
                    if dist[to] > total and (dist[cell + flank] >= 0 or dist[cell + opposite] >= 0):
                        dist[to] = total
                        buckets[total].append(to)
        for bucket in buckets:
            for cell in bucket:
                dist[cell] = untouched[cell]
        for cell in taken:
            dist[cell] = untouched[cell]
        self._spare.append(dist)
        return Reach(start, costs, self, taken)


class Movement:
    """Answers every question about movement on one board, and caches the latest answers."""

    def __init__(self, grid: Grid, terrain: Sequence[TerrainKind]) -> None:
        self._grid = grid
        self._terrain = terrain
        self._grounds: dict[Mode, Ground] = {}
        self._reaches: dict[tuple[int, int, frozenset[int], Mode], Reach] = {}
        self._cells = 0

    def ground(self, mode: Mode) -> Ground:
        """The board for that mode; cached."""
        found = self._grounds.get(mode)
        if found is None:
            found = self._grounds[mode] = Ground(self._grid, self._terrain, mode)
        return found

    def reach(self, start: int, budget: int, blocked: frozenset[int], mode: Mode) -> Reach:
        """Everything within `budget` half inches. The start may be in `blocked`; it is ignored."""
        # The blocked cells that it could come to or squeeze past: units further away cause no new search.
        near = frozenset(self._grid.near(start, blocked, budget)) - {start}
        key = (start, budget, near, mode)
        found = self._reaches.get(key)
        if found is None:
            found = self._reaches[key] = self.ground(mode).search(start, budget, near)
            self._cells += len(found.costs)
            while len(self._reaches) > 1 and (len(self._reaches) > _KEPT or self._cells > _CELLS_KEPT):
                self._cells -= len(self._reaches.pop(next(iter(self._reaches))).costs)
        return found

    def path_cost(
        self, path: Sequence[int], blocked: frozenset[int], mode: Mode, describe: Callable[[int], str]
    ) -> int:
        """The cost of a path whose first cell is the start. Raises PathError, worded with `describe`."""
        return self.path_costs(path, blocked, mode, describe)[-1]

    def path_costs(
        self, path: Sequence[int], blocked: frozenset[int], mode: Mode, describe: Callable[[int], str]
    ) -> list[int]:
        """The cost of the path up to each of its cells, 0 for the start. Raises PathError as `path_cost`."""
        size = len(self._terrain)
        if not path:
            raise PathError("The path is empty; it begins with the unit's own cell.")
        for cell in path:
            if not 0 <= cell < size:
                raise PathError(f"The path leads to cell {cell}, which is off the board.")
        ground, total, costs = self.ground(mode), 0, [0]
        taken = ground.taken(path[0], blocked)
        for here, to in pairwise(path):
            step = next((step for step in ground.steps(here) if step[0] == to), None)
            if step is None or not ground.factors[to] or to in taken:
                raise self._no_step((here, to), path[0], blocked, mode, describe)
            _, cost, flank, opposite = step
            if flank >= 0 and taken and ground.squeezes(flank, opposite, taken):
                raise self._no_step((here, to), path[0], blocked, mode, describe)
            total += cost * ground.factors[to]
            costs.append(total)
        return costs

    def _no_step(
        self,
        step_taken: tuple[int, int],
        start: int,
        blocked: frozenset[int],
        mode: Mode,
        describe: Callable[[int], str],
    ) -> PathError:
        """Why that step of a path cannot be taken."""
        (here, to), ground, label = step_taken, self.ground(mode), self._grid.label
        step = next((step for step in self._grid.steps(here) if step[0] == to), None)
        if step is None:
            return PathError(f"The path jumps from {label(here)} to {label(to)}; steps go to a neighbouring cell.")
        if not ground.factors[to]:
            return PathError(f"The path leads into {describe(to)}, which cannot be entered {_MODE_WORDS[mode]}.")
        if to in blocked and to != start:
            return PathError(f"The path leads to {label(to)}, which is taken.")
        _, _, flank, opposite = step
        if flank >= 0 and ground.squeezes(flank, opposite, ground.taken(start, blocked)):
            return PathError(
                f"The step from {label(here)} to {label(to)} squeezes between {label(flank)} and {label(opposite)}."
            )
        corner = flank if KINDS[self._terrain[flank]].blocks else opposite
        return PathError(f"The step from {label(here)} to {label(to)} cuts the corner of {describe(corner)}.")
