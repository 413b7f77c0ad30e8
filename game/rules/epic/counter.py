"""A3: counter charges (EP-01 to EP-21). Who may, how far, at whom, by which way; what contact draws in.

Everything is worked out over the plan in hand: closest is whoever is closest when the stand is moved (EP-A3).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from typing import NamedTuple

from game.board.board import Reach
from game.engine.decisions import Refusal
from game.engine.events import Words
from game.rules.epic.destinations import FULL, Crowds, Way, Ways, contact_cells, crowds, exits
from game.rules.epic.formations import against
from game.rules.epic.ground import gap, half_cells, span, touching, within
from game.rules.epic.plans import Layout
from game.rules.epic.state import OTHER, Battle, EpicQueue, Stand, fought

FAST = 30
DOORS = 2
"""So many enemies in contact shut the doors of a transport (EP-19)."""


class Aim(NamedTuple):
    """An enemy that a stand may go for or pass over.

    `end` is where the counter charge ends, -1 if there is none: then `reason` says why not. `passed` says, under
    `clause`, why the enemy may be passed over.
    """

    foe: Stand
    end: int = -1
    way: Way | None = None
    clause: str = ""
    reason: str = ""
    passed: str = ""


def distance(unit: Stand) -> int:
    """Centimetres of a counter charge: 10 from Speed 30 on, else 5, none for Speed 0 (EP-03, EP-04, EP-A12)."""
    if not unit.stats["SPEED"]:
        return 0
    return 10 if unit.stats["SPEED"] >= FAST else 5


def opposing(state: Battle, unit: Stand) -> list[Stand]:
    """The stands of the other side of the assault."""
    assault = fought(state)
    other = assault.side(OTHER[assault.side_of(unit.formation)]).formations
    return [foe for foe in against(state, unit.seat) if foe.formation in other]


def touched_by(state: Battle, unit: Stand) -> list[Stand]:
    """The stands of the other side in contact with this one before anybody counter charges."""
    return [foe for foe in opposing(state, unit) if touching(state, unit.at, foe.at)]


def barred(state: Battle, plan: Layout, unit: Stand) -> Refusal | None:
    """Why a stand on the table has no counter charge (EP-02, EP-20, EP-A12, EP-A13, EP-A21)."""
    touched = touched_by(state, unit)
    if touched:
        return Refusal("EP-02", f"{touched[0].id.upper()} is in contact with it already", unit.id)
    if unit.id in plan.unloaded:
        return Refusal("EP-20", "passengers have got out of it, and that ends a move", unit.id)
    if not unit.stats["SPEED"]:
        return Refusal("EP-A21", "its Speed is 0", unit.id)
    return None


def counter_ways(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """One cell for each enemy that may be gone for: the closest, and the next where that one is full (EP-10, EP-16)."""
    no = barred(state, plan, unit)
    if no is not None:
        return no
    found: dict[int, Way] = {}
    first: Refusal | None = None
    fighting = {foe.id for foe in opposing(state, unit)}
    for aim in aims(state, plan, unit):
        if aim.way is not None:
            outside = () if aim.foe.id in fighting else ("EP-12", "EP-15")
            found.setdefault(aim.end, aim.way._replace(clauses=aim.way.clauses + outside))
        elif first is None:
            first = Refusal(aim.clause, aim.reason, unit.id)
    return (
        Ways(None, (), frozenset(), more=found)
        if found
        else first or Refusal("EP-10", "there is no enemy to go for", unit.id)
    )


def aims(state: Battle, plan: Layout, unit: Stand) -> Iterator[Aim]:
    """The enemies in order of distance until one need not be passed over (EP-15, EP-16, EP-A19)."""
    foes = sorted(against(state, unit.seat), key=lambda foe: span(state, unit.at, foe.at))
    crowd = crowds(state, plan, unit.seat, unit.id)
    passed: list[str] = []
    for _, equals in groupby(foes, key=lambda foe: span(state, unit.at, foe.at)):
        group = [aimed(state, plan, unit, foe, crowd, "; ".join(passed)) for foe in equals]
        yield from group
        if any(not aim.passed for aim in group):
            return
        passed += [aim.passed for aim in group]


def aimed(state: Battle, plan: Layout, unit: Stand, foe: Stand, crowd: Crowds, passed: str) -> Aim:
    """The direct way to one enemy: on until contact or until the 5 or 10 cm are used up (EP-10, EP-A2).

    It leads round enemies and closed ground and through friends, and ends on an empty cell (EP-17, EP-18). Towards an
    enemy that two touch already it stops beside it (EP-11, EP-16). `passed`: why closer ones are passed over.
    """
    name, enemy, away = unit.id.upper(), foe.id.upper(), gap(state, unit.at, foe.at)
    if touching(state, unit.at, foe.at):
        return Aim(foe, clause="EP-10", reason=f"{enemy}, the closest enemy, is in contact with it already")
    two = Words.units(list(crowd[foe.id][:FULL]))
    crowded = len(crowd[foe.id]) >= FULL
    over = f"{enemy} is closer, {away}, but {two} touch it already" if crowded else ""
    free = set(state.board.neighbours(foe.at)) - plan.taken(unit.id)
    beside = free if crowded else contact_cells(state, plan, [foe], crowd, unit.id)[foe.id]
    goals = {cell for cell in beside if state.board.passable(cell, unit.mode)}
    found = direct_way(state, unit, foe, goals)
    if found is None:
        reason = f"no way leads to {enemy}, {away} off" if goals else f"no place is left beside {enemy}, {away} off"
        return Aim(foe, clause="EP-16" if crowded else "EP-A19", reason=reason, passed=over or reason)
    reach, path = found
    taken, budget = plan.taken(unit.id), half_cells(state, distance(unit))
    walked = [cell for cell in path if reach.costs[cell] <= budget]
    if gets_to(state, unit, foe, reach, path[-1]):
        walked = list(path)
    while walked and (walked[-1] in taken or third(state, crowd, walked[-1])):
        walked.pop()
    if not walked:
        clause, reason = "EP-18", f"the way to {enemy} would end on a friend or as a third in contact"
        return Aim(foe, clause="EP-16" if crowded else clause, reason=reason, passed=over)
    end = walked[-1]
    how = "into contact" if touching(state, end, foe.at) else f"as far as {gap(state, end, foe.at)}"
    clauses: tuple[str, ...] = ("EP-10", "EP-03" if distance(unit) == 10 else "EP-04")
    text = f"{name} goes for {enemy}, {away} off, {how}"
    if crowded:
        clauses = ("EP-11", "EP-A2")
        text = f"{name} goes for {enemy}, {away} off, and stops beside it: {two} touch it already"
    elif passed:
        clauses, text = ("EP-16", "EP-10"), f"{text}; {passed}"
    if not unbent(state, unit, reach, path[-1]):
        clauses += ("EP-17",)
    if not taken.isdisjoint(walked):
        clauses += ("EP-18",)
    return Aim(foe, end, Way(reach, foe.id, clauses, text), "EP-16" if crowded else "", "", over)


def third(state: Battle, crowd: Crowds, cell: int) -> bool:
    """Whether a stand on that cell would be the third in contact with an enemy (EP-11)."""
    near = state.board.neighbours(cell)
    return any(len(crowding) >= FULL and state.units[name].at in near for name, crowding in crowd.items())


def direct_way(state: Battle, unit: Stand, foe: Stand, goals: set[int]) -> tuple[Reach, tuple[int, ...]] | None:
    """The shortest valid path to one of the cells beside an enemy, past friends but no enemies (EP-17); None if none.

    The search widens until it has found one or has seen all there is to see.
    """
    if not goals:
        return None
    board = state.board
    walls = frozenset(e.at for e in against(state, unit.seat))
    budget, seen = 3 * (1 + max(map(abs, offset(state, unit.at, foe.at)))), 0
    while True:
        reach = board.reach(unit.at, budget, walls, unit.mode)
        near = goals & reach.costs.keys()
        if near:
            return reach, reach.path(arrival(state, unit, foe, reach, near))
        if len(reach.costs) == seen:
            return None
        budget, seen = 2 * budget, len(reach.costs)


def arrival(state: Battle, unit: Stand, foe: Stand, reach: Reach, cells: Collection[int]) -> int:
    """Of cells beside an enemy the one that the direct way comes to.

    Nothing to go round and in reach: where the shortest way to the enemy's own cell comes in, nearest to the straight
    line (EP-10). Else the cheapest to go to.
    """
    across, down = offset(state, unit.at, foe.at)

    def bend(cell: int) -> tuple[int, int, int]:
        x, y = offset(state, unit.at, cell)
        last = 1 + span(state, cell, foe.at)  # half cells: 2 straight on, 3 diagonally
        return reach.costs[cell] + last, abs(x * down - y * across), cell

    direct = [c for c in cells if unbent(state, unit, reach, c) and gets_to(state, unit, foe, reach, c)]
    if direct:
        return min(direct, key=bend)
    return min(cells, key=lambda cell: (reach.costs[cell], span(state, unit.at, cell), cell))


def gets_to(state: Battle, unit: Stand, foe: Stand, reach: Reach, cell: int) -> bool:
    """Whether a counter charge gets to a cell beside an enemy: by its cells or, where nothing is gone round, by the gap."""
    if reach.costs[cell] <= half_cells(state, distance(unit)):
        return True
    return unbent(state, unit, reach, cell) and within(state, unit.at, foe.at, distance(unit))


def unbent(state: Battle, unit: Stand, reach: Reach, cell: int) -> bool:
    """Whether the way to a cell is as short as on an open board."""
    x, y = map(abs, offset(state, unit.at, cell))
    return reach.costs[cell] == 2 * max(x, y) + min(x, y)


def offset(state: Battle, a: int, b: int) -> tuple[int, int]:
    """Columns and rows from one cell to another."""
    width = state.board.width
    return b % width - a % width, b // width - a // width


def counter_exits(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """Where a passenger may get out as its counter charge (EP-05, EP-19, EP-A7, EP-A16)."""
    carrier = state.units[plan.aboard[unit.id]]
    door = plan.at[carrier.id]
    shut = [foe.id.upper() for foe in against(state, unit.seat) if touching(state, door, foe.at)]
    if len(shut) >= DOORS:
        return Refusal("EP-19", f"{' and '.join(shut)} are in contact with {carrier.id.upper()}", unit.id)
    crowd = crowds(state, plan, unit.seat, unit.id)
    found = exits(state, plan, unit, ("EP-05", "EP-A7"), lambda cell: not third(state, crowd, cell))
    return found or Refusal("EP-05", f"there is no room within 5 cm of {carrier.id.upper()}", unit.id)
