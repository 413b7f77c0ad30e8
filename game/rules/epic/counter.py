"""A3: counter charges (EP-01 to EP-21). Who may, how far, at whom, by which way; what contact draws in.

Everything is worked out over the plan in hand: closest is whoever is closest when the stand is moved (EP-A3).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from game.board.board import Reach
from game.engine.decisions import Refusal
from game.engine.names import Cell, Seat, UnitId
from game.engine.wording import CM, length, written_ids
from game.rules.epic.destinations import FULL, Crowds, Way, Ways, contact_cells, crowds, exits
from game.rules.epic.direct import Approach, Direct, covered, direct, offset, open_length
from game.rules.epic.formations import against
from game.rules.epic.ground import LINK, gap, span, touching, within
from game.rules.epic.plans import Layout
from game.rules.epic.state import Battle, EpicQueue, FormationId, Stand, fought

FAST = 30
FAR, SHORT = 10, 5
DOORS = 2
"""How many enemies in contact shut the doors of a transport (EP-19)."""


class Aim(NamedTuple):
    """An enemy that a stand may go for or pass over.

    `ways`: where the counter charge may end, and how it gets there; if nowhere, `reason` says why not. `passed` says,
    under `clause`, why the enemy may be passed over.
    """

    foe: Stand
    ways: Mapping[Cell, Way]
    clause: str = ""
    reason: str = ""
    passed: str = ""


def distance(unit: Stand) -> int:
    """Centimetres of a counter charge: 10 from Speed 30 on, else 5, none for Speed 0 (EP-03, EP-04, EP-A12)."""
    if not unit.stats["SPEED"]:
        return 0
    return FAR if unit.stats["SPEED"] >= FAST else SHORT


def opposing(state: Battle, unit: Stand) -> list[Stand]:
    """The stands of the other side of the assault."""
    assault = fought(state)
    other = assault.side(assault.against(unit.formation)).formations
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
    """Where the direct ways end to enemies that may be gone for: the closest, and the next where he is full (EP-16)."""
    no = barred(state, plan, unit)
    if no is not None:
        return no
    found: dict[Cell, Way] = {}
    first: Refusal | None = None
    fighting = {foe.id for foe in opposing(state, unit)}
    for aim in aims(state, plan, unit):
        outside = () if aim.foe.id in fighting else ("EP-12", "EP-15")
        for end, way in aim.ways.items():
            found.setdefault(end, way._replace(clauses=way.clauses + outside))
        if not aim.ways and first is None:
            first = Refusal(aim.clause, aim.reason, unit.id)
    return (
        Ways(None, (), frozenset(), more=found)
        if found
        else first or Refusal("EP-10", "there is no enemy to go for", unit.id)
    )


def aims(state: Battle, plan: Layout, unit: Stand) -> Iterator[Aim]:
    """The enemies in order of distance until one need not be passed over (EP-15, EP-16, EP-A19).

    Who fights on the same side of the assault is no enemy as long as it lasts (EP-14).
    """
    assault = fought(state)
    own = assault.side_of(unit.formation)
    others = [foe for foe in against(state, unit.seat) if assault.side_of(foe.formation) != own]
    foes = sorted(others, key=lambda foe: span(state, unit.at, foe.at))
    crowd = crowded(state, plan, unit.seat, unit.formation, unit.id)
    passed: list[str] = []
    for _, equals in groupby(foes, key=lambda foe: span(state, unit.at, foe.at)):
        group = [aimed(state, plan, unit, foe, crowd, "; ".join(passed)) for foe in equals]
        yield from group
        if any(not aim.passed for aim in group):
            return
        passed += [aim.passed for aim in group]


def crowded(state: Battle, plan: Layout, seat: Seat, formation: FormationId, but: UnitId = "") -> Crowds:
    """As `crowds`, by who fights on a formation's side: stands of third sides that were drawn in count (EP-11, EP-14)."""
    found, assault = crowds(state, plan, seat, but), fought(state)
    own = assault.side_of(formation)
    strangers = [foe.id for foe in against(state, seat) if assault.side_of(foe.formation) == own]
    if not strangers:
        return found
    there, near = {plan.at[name]: name for name in strangers}, state.board.neighbours
    return {
        name: [*crowding, *(there[cell] for cell in near(state.units[name].at) if cell in there)]
        for name, crowding in found.items()
    }


def aimed(state: Battle, plan: Layout, unit: Stand, foe: Stand, crowd: Crowds, passed: str) -> Aim:
    """The direct way to one enemy: on until contact or until the 5 or 10 cm are used up (EP-10, EP-A2).

    It leads round enemies and closed ground and through friends, and ends on an empty cell: of all that the shortest
    ways come to, the one nearest to the enemy, equals by the owner's choice (EP-17, EP-18). Towards an enemy that two
    touch already, or beside whom no place is left, it stops short (EP-11, EP-16). `passed`: why closer ones are passed
    over.
    """
    enemy, away = foe.id.upper(), gap(state, unit.at, foe.at)
    if touching(state, unit.at, foe.at):
        return Aim(foe, {}, "EP-10", f"{enemy}, the closest enemy, is in contact with it already")
    foes = frozenset(e.at for e in against(state, unit.seat))
    beside = enter(state, unit, state.board.neighbours(foe.at)) - foes
    places = beside & contact_cells(state, plan, [foe], crowd, unit.id)[foe.id]
    room = room_beside(foe, crowd, places)
    over = f"{enemy} is closer, {away}, but {room.full}" if room.full else ""
    over_ground = Approach(state.board, unit.mode, unit.at, foe.at, beside, foes)
    way = direct(over_ground if room.full else over_ground._replace(places=places)) if beside else None
    if way is None:
        reason = f"no way leads to {enemy}, {away} off" if beside else f"no place is left beside {enemy}, {away} off"
        return Aim(foe, {}, room.clause if room.full else "EP-A19", reason, over or reason)
    taken = plan.taken(unit.id)
    far = reached(state, unit, foe, way)
    if not far:
        return Aim(
            foe, {}, "EP-A2", f"a step of the way to {enemy} is longer than its {length(distance(unit), CM)}", over
        )
    cells = [cell for cell in far if cell not in taken and not third(state, crowd, cell)]
    if not cells:
        return Aim(foe, {}, room.clause, f"the way to {enemy} would end on a friend or as a third in contact", over)
    ground = direct(over_ground)
    ends = arrivals(state, unit, foe, way, cells, bent=ground is None or ground.bent)
    words, clauses = told_of_way(state, unit, foe, ends[0], room, passed)
    if way.bent:
        clauses += ("EP-17",)
    ways = {end: Way(way.reach, foe.id, clauses + over_friends(way.reach, end, taken), words) for end in ends}
    return Aim(foe, ways, room.clause if room.full else "", "", over)


class Room(NamedTuple):
    """Why no place beside an enemy can be had, "" if one can; by which clause; and whether two touch it already."""

    full: str
    clause: str
    touched: bool = False


def room_beside(foe: Stand, crowd: Crowds, places: Collection[Cell]) -> Room:
    """Whether there is room beside an enemy, with these places left (EP-16, EP-A19)."""
    if len(crowd[foe.id]) >= FULL:
        return Room(f"{written_ids(crowd[foe.id][:FULL])} touch it already", "EP-16", touched=True)
    return Room("", "EP-18") if places else Room("no place is left beside it", "EP-A19")


def told_of_way(
    state: Battle, unit: Stand, foe: Stand, end: Cell, room: Room, passed: str
) -> tuple[str, tuple[str, ...]]:
    """What is said of a way to an enemy that ends on a cell, and the clauses by which it goes there."""
    words = f"{unit.id.upper()} goes for {foe.id.upper()}, {gap(state, unit.at, foe.at)} off"
    if room.full:
        how, clause = ("beside", "EP-11") if room.touched else ("short of", "EP-10")
        return f"{words}, and stops {how} it: {room.full}", (clause, "EP-A2")
    contact = touching(state, end, foe.at)
    words += ", into contact" if contact else f", and stops {gap(state, end, foe.at)} short of it"
    if passed:
        return f"{words}; {passed}", ("EP-16", "EP-10")
    return words, ("EP-10", "EP-03" if distance(unit) == FAR else "EP-04")


def arrivals(state: Battle, unit: Stand, foe: Stand, way: Direct, cells: Collection[Cell], *, bent: bool) -> list[Cell]:
    """Where on the direct way a stand ends that gets to these cells of it; of equals it is the owner's choice (EP-A2).

    In contact, if it gets there: where the straight line meets the enemy, or if the ground makes the way `bent` where it
    meets him first (EP-A25). Else as near to him as may be; on a bent way, as near as the way goes.
    """
    contact = [cell for cell in cells if cell in way.ends]
    across, down = offset(state.board.width, unit.at, foe.at)
    costs = way.reach.costs

    def worse(cell: Cell) -> tuple[int, int]:
        if contact and not bent:
            x, y = offset(state.board.width, unit.at, cell)
            first = abs(x * down - y * across)
        elif bent:
            first = costs[cell] if contact else -costs[cell]
        else:
            first = 0
        return first, span(state, cell, foe.at)

    left = contact or cells
    best = min(map(worse, left))
    return sorted(cell for cell in left if worse(cell) == best)


def enter(state: Battle, unit: Stand, cells: Collection[Cell]) -> frozenset[Cell]:
    """Those of some cells that the ground lets a stand into."""
    return frozenset(cell for cell in cells if state.board.passable(cell, unit.mode))


def over_friends(reach: Reach, end: Cell, taken: frozenset[Cell]) -> tuple[str, ...]:
    """The clause that lets a way lead through friends, where it does (EP-18)."""
    return () if taken.isdisjoint(reach.path(end)) else ("EP-18",)


def reached(state: Battle, unit: Stand, foe: Stand, way: Direct) -> list[Cell]:
    """The cells of the direct way that a counter charge gets to.

    If none is beside the enemy, where nothing is gone round the shortest way into contact also counts by the gap between
    the stands (EP-11).
    """
    cm, width, costs = distance(unit), state.board.width, way.reach.costs
    cells = covered(state.board, way, state.scale, 10 * cm)
    if way.ends.isdisjoint(cells) and within(state, unit.at, foe.at, cm):
        least = min(costs[cell] for cell in way.ends)
        open_ends = (cell for cell in way.ends if costs[cell] == open_length(width, unit.at, cell))
        cells += [cell for cell in open_ends if costs[cell] == least]
    return cells


def third(state: Battle, crowd: Crowds, cell: Cell) -> bool:
    """Whether a stand on that cell would be the third in contact with an enemy (EP-11)."""
    near = state.board.neighbours(cell)
    return any(len(crowding) >= FULL and state.units[name].at in near for name, crowding in crowd.items())


def counter_exits(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """Where a passenger may get out as its counter charge (EP-05, EP-19, EP-A7, EP-A16)."""
    no = shut_in(state, plan, unit)
    if no is not None:
        return no
    crowd = crowded(state, plan, unit.seat, unit.formation, unit.id)
    found = exits(state, plan, unit, ("EP-05", "EP-A7"), lambda cell: not third(state, crowd, cell))
    return found or Refusal(
        "EP-05", f"there is no room within {length(LINK, CM)} of {plan.aboard[unit.id].upper()}", unit.id
    )


def shut_in(state: Battle, plan: Layout, unit: Stand) -> Refusal | None:
    """Why a passenger cannot get out as its counter charge wherever there is room: enemies at the doors (EP-19)."""
    carrier = plan.aboard[unit.id]
    near = [foe.id for foe in against(state, unit.seat) if touching(state, plan.at[carrier], foe.at)]
    if len(near) < DOORS:
        return None
    return Refusal("EP-19", f"{written_ids(near)} are in contact with {carrier.upper()}", unit.id)
