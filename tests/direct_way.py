"""An oracle of Epic: the cells where a counter charge may end, from the clauses without the game's code.

The clauses are EP-02 to EP-04, EP-10, EP-11, EP-15 to EP-18, EP-A2 and EP-A19. A table is columns and rows, a cell is
(column, row), and `mm` is the millimetres of a cell. It is slow and plain on
purpose: it searches the whole board, and finds the shortest ways by their lengths from both ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from heapq import heappop, heappush

Cell = tuple[int, int]
STRAIGHT, DIAGONAL = 2, 3
"""The cost of a step in half cells, a diagonal being one and a half."""
FULL = 2
"""The stands of one side that may touch an enemy (EP-11)."""


@dataclass
class Floor:
    """The table for one stand: `walls` are closed to all, `enemies` and `friends` are the cells of other stands."""

    width: int
    height: int
    mm: int
    walls: frozenset[Cell]
    enemies: dict[str, Cell]
    friends: set[Cell] = field(default_factory=set)
    _steps: dict[Cell, list[tuple[Cell, int]]] = field(default_factory=dict)
    _lengths: dict[Cell, dict[Cell, int]] = field(default_factory=dict)
    _slants: dict[Cell, dict[Cell, set[int]]] = field(default_factory=dict)

    def around(self, cell: Cell) -> list[Cell]:
        """Return the cells that touch a cell, diagonally too."""
        x, y = cell
        near = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        return [(i, j) for i, j in near if 0 <= i < self.width and 0 <= j < self.height]

    def steps(self, cell: Cell) -> list[tuple[Cell, int]]:
        """Return the cells that one step reaches, with its cost.

        No diagonal step cuts the corner of a wall or passes between two enemies.
        """
        if cell in self._steps:
            return self._steps[cell]
        held = set(self.enemies.values())
        found = self._steps[cell] = []
        for to in self.around(cell):
            if to in self.walls or to in held:
                continue
            sides = [(to[0], cell[1]), (cell[0], to[1])] if to[0] != cell[0] and to[1] != cell[1] else []
            if any(side in self.walls for side in sides):
                continue
            if sides and all(side in held for side in sides):
                continue
            found.append((to, DIAGONAL if sides else STRAIGHT))
        return found

    def lengths(self, start: Cell) -> dict[Cell, int]:
        """Return the cost of the shortest way to every cell; it is the same in both directions."""
        if start not in self._lengths:
            found, heap = {start: 0}, [(0, start)]
            while heap:
                cost, cell = heappop(heap)
                if cost > found[cell]:
                    continue
                for to, price in self.steps(cell):
                    if cost + price < found.get(to, 1 << 30):
                        found[to] = cost + price
                        heappush(heap, (cost + price, to))
            self._lengths[start] = found
        return self._lengths[start]

    def slants(self, start: Cell) -> dict[Cell, set[int]]:
        """Return for every cell the numbers of diagonal steps that its shortest ways have."""
        if start not in self._slants:
            far = self.lengths(start)
            found = self._slants[start] = {start: {0}}
            for cell in sorted(far, key=far.__getitem__):
                for to, price in self.steps(cell):
                    if far.get(to) == far[cell] + price:
                        found.setdefault(to, set()).update(n + (price == DIAGONAL) for n in found[cell])
        return self._slants[start]

    def crowd(self, enemy: Cell) -> int:
        """Return how many friends touch an enemy."""
        return sum(cell in self.friends for cell in self.around(enemy))

    def third(self, cell: Cell) -> bool:
        """Return whether a stand on that cell would be the third to touch an enemy (EP-11)."""
        return any(enemy in self.around(cell) and self.crowd(enemy) >= FULL for enemy in self.enemies.values())


def square(a: Cell, b: Cell) -> int:
    """Return the square of a distance in cells."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def open_length(a: Cell, b: Cell) -> int:
    """Return the cost of the shortest way on an open table."""
    far, near = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])), reverse=True)
    return STRAIGHT * (far - near) + DIAGONAL * near


def fits(straight: int, diagonal: int, mm: int, limit: int) -> bool:
    """Return whether the steps are at most `limit` millimetres long in truth, with a diagonal of root two cells.

    The comparison is exact, in whole numbers.
    """
    left = limit - straight * mm
    return left >= 0 and 2 * (diagonal * mm) ** 2 <= left**2


def ends(floor: Floor, start: Cell, cm: int) -> set[Cell]:
    """Return every cell where the stand on `start` may end its counter charge of `cm` centimetres."""
    found: set[Cell] = set()
    for away in sorted({square(start, enemy) for enemy in floor.enemies.values()}):
        group = [enemy for enemy in floor.enemies.values() if square(start, enemy) == away]
        answers = [towards(floor, start, enemy, cm) for enemy in group]
        for cells, _ in answers:
            found |= cells
        if not all(passed for _, passed in answers):  # one of the closest enemies may not be passed over (EP-15)
            break
    return found


def towards(floor: Floor, start: Cell, enemy: Cell, cm: int) -> tuple[set[Cell], bool]:
    """Return where it may end if it goes for that enemy, and whether it may pass it over (EP-16, EP-A2, EP-A19)."""
    if enemy in floor.around(start):
        return set(), False
    held = set(floor.enemies.values())
    doors = {cell for cell in floor.around(enemy) if cell not in floor.walls and cell not in held}
    free = {cell for cell in doors if cell not in floor.friends and not floor.third(cell)}
    full = floor.crowd(enemy) >= FULL or not free
    shortest, _ = whole_way(floor, start, enemy, doors)
    if not shortest:
        return set(), True
    if not full and not whole_way(floor, start, enemy, free)[0]:  # only friends' cells beside it can be got to
        full = True
    aims = doors if full else free
    way, inner = whole_way(floor, start, enemy, aims)
    gone_round = shortest != open_length(start, enemy)
    far = floor.lengths(start)
    within = {cell for cell in far if cell != start and reaches(floor, start, cell, 10 * cm)}
    if not full:
        touching = within & inner
        if not touching and square(start, enemy) * floor.mm**2 <= (10 * cm + floor.mm) ** 2:
            straight = {door for door in inner if far[door] == open_length(start, door)}
            touching = {door for door in straight if far[door] == min(far[one] for one in inner)}
        if touching:
            return first_contact(start, enemy, touching, far, gone_round=gone_round), False
    stand = {cell for cell in within if cell not in floor.friends and not floor.third(cell)}
    if gone_round:
        on_way = {cell for door in inner for cell in between(floor, start, door)} & within or {start}
        ends = least(least(on_way, lambda cell: -far[cell]), lambda cell: square(cell, enemy))
        nearer = {cell for cell in stand if 0 < whole_way(floor, cell, enemy, aims)[0] < way}
        return least(nearer, lambda cell: min(square(cell, end) for end in ends)), full
    nearer = {cell for cell in stand if square(cell, enemy) < square(start, enemy)}
    tape = tape_end(floor, start, enemy, cm)
    return least(nearer, lambda cell: off(cell, tape)), full


def least(cells: set[Cell], rank: Callable[[Cell], object]) -> set[Cell]:
    """Return the cells that rank lowest."""
    lowest = min(map(rank, cells), default=None)
    return {cell for cell in cells if rank(cell) == lowest}


def first_contact(start: Cell, enemy: Cell, doors: set[Cell], far: dict[Cell, int], *, gone_round: bool) -> set[Cell]:
    """Return where it touches the enemy: where the straight line comes in, or where the way does first (EP-A25)."""
    dx, dy = enemy[0] - start[0], enemy[1] - start[1]

    def rank(cell: Cell) -> tuple[int, int]:
        aside = abs((cell[0] - start[0]) * dy - (cell[1] - start[1]) * dx)
        return far[cell] if gone_round else aside, square(cell, enemy)

    return least(doors, rank)


def tape_end(floor: Floor, start: Cell, enemy: Cell, cm: int) -> tuple[Decimal, Decimal]:
    """Return where a tape of `cm` ends that is laid from the stand straight at the enemy, up to contact at most."""
    away = Decimal(square(start, enemy)).sqrt()
    tape = min(Decimal(10 * cm) / floor.mm, away - 1) / away
    return start[0] + (enemy[0] - start[0]) * tape, start[1] + (enemy[1] - start[1]) * tape


def off(cell: Cell, tape: tuple[Decimal, Decimal]) -> Decimal:
    """Return how far a cell is from the tape's end, so rounded that equals are equal."""
    return round((cell[0] - tape[0]) ** 2 + (cell[1] - tape[1]) ** 2, 18)


def whole_way(floor: Floor, start: Cell, enemy: Cell, doors: set[Cell]) -> tuple[int, set[Cell]]:
    """Return the cost of the shortest way to an enemy through one of these cells beside it, and which it uses."""
    far = floor.lengths(start)
    lengths = {door: far[door] + open_length(door, enemy) for door in doors if door in far}
    shortest = min(lengths.values(), default=0)
    return shortest, {door for door, length in lengths.items() if length == shortest}


def between(floor: Floor, start: Cell, end: Cell) -> set[Cell]:
    """Return every cell on a shortest way, both ends included."""
    out, back = floor.lengths(start), floor.lengths(end)
    return {cell for cell, cost in out.items() if cell in back and cost + back[cell] == out[end]}


def reaches(floor: Floor, start: Cell, end: Cell, limit: int) -> bool:
    """Return whether one of the shortest ways to a cell is at most `limit` millimetres long in truth."""
    cost = floor.lengths(start)[end]
    return any(
        fits((cost - DIAGONAL * slants) // STRAIGHT, slants, floor.mm, limit)
        for slants in floor.slants(start)[end]
        if cost >= DIAGONAL * slants
    )
