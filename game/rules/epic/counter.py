"""A3: counter charges (EP-01 to EP-21): which stands may make one, how far, at which enemy, by which way.

Everything is worked out for the plan as it stands: the closest enemy is the closest one when the stand moves (EP-A3).
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
from game.rules.epic.state import Battle, EpicQueue, FormationId, Stand, current_assault

FAST = 30
"""The Speed in cm from which on a counter charge is the long one (EP-03)."""
FAR, SHORT = 10, 5
"""The centimetres of a counter charge, of fast stands and of all others (EP-03, EP-04)."""
DOORS = 2
"""How many enemies in contact with a transport keep its passengers in (EP-19)."""


class Aim(NamedTuple):
    """An enemy that a stand may go for or pass over.

    ways: the cells where the counter charge may end, with the way to each; reason: why there are none; passed: why the
    enemy may be passed over, "" if it may not; clause: the clause of `reason` or `passed`.
    """

    foe: Stand
    ways: Mapping[Cell, Way]
    clause: str = ""
    reason: str = ""
    passed: str = ""


def distance(unit: Stand) -> int:
    """The centimetres of a stand's counter charge: 10 from Speed 30 on, else 5; 0 for Speed 0 (EP-03, EP-04)."""
    if not unit.stats["SPEED"]:
        return 0
    return FAR if unit.stats["SPEED"] >= FAST else SHORT


def opposing(state: Battle, unit: Stand) -> list[Stand]:
    """The stands of the other side of the assault."""
    assault = current_assault(state)
    other = assault.side(assault.against(unit.formation)).formations
    return [foe for foe in against(state, unit.seat) if foe.formation in other]


def touched_by(state: Battle, unit: Stand) -> list[Stand]:
    """The stands of the other side in contact with this one before any counter charge."""
    return [foe for foe in opposing(state, unit) if touching(state, unit.at, foe.at)]


def barred(state: Battle, plan: Layout, unit: Stand) -> Refusal | None:
    """Why a stand on the table cannot counter charge (EP-02, EP-20, EP-A12, EP-A13, EP-A21), or None."""
    touched = touched_by(state, unit)
    if touched:
        return Refusal("EP-02", f"{touched[0].id.upper()} is in contact with it already", unit.id)
    if unit.id in plan.unloaded:
        return Refusal("EP-20", "passengers have got out of it, and that ends a move", unit.id)
    if not unit.stats["SPEED"]:
        return Refusal("EP-A21", "its Speed is 0", unit.id)
    return None


def counter_ways(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """The ends of a stand's direct ways to the closest enemy, or to the next if that is full (EP-16); or why none."""
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
    if found:
        return Ways(None, (), frozenset(), more=found)
    return first or Refusal("EP-10", "there is no enemy to go for", unit.id)


def aims(state: Battle, plan: Layout, unit: Stand) -> Iterator[Aim]:
    """The enemies from the closest on, up to the first that may not be passed over (EP-15, EP-16, EP-A19).

    Stands on the same side of the assault are no enemies while it lasts (EP-14).
    """
    assault = current_assault(state)
    own = assault.side_of(unit.formation)
    others = [foe for foe in against(state, unit.seat) if assault.side_of(foe.formation) != own]
    foes = sorted(others, key=lambda foe: span(state, unit.at, foe.at))
    crowd = assault_crowds(state, plan, unit.seat, unit.formation, unit.id)
    passed: list[str] = []
    for _, equals in groupby(foes, key=lambda foe: span(state, unit.at, foe.at)):
        group = [aim_at(state, plan, unit, foe, crowd, "; ".join(passed)) for foe in equals]
        yield from group
        if any(not aim.passed for aim in group):
            return
        passed += [aim.passed for aim in group]


def assault_crowds(state: Battle, plan: Layout, seat: Seat, formation: FormationId, but: UnitId = "") -> Crowds:
    """The same as `crowds`, but by sides of the assault: a third player's drawn-in stands count (EP-11, EP-14)."""
    found, assault = crowds(state, plan, seat, but), current_assault(state)
    own = assault.side_of(formation)
    strangers = [foe.id for foe in against(state, seat) if assault.side_of(foe.formation) == own]
    if not strangers:
        return found
    there, near = {plan.at[name]: name for name in strangers}, state.board.neighbours
    return {
        name: [*crowding, *(there[cell] for cell in near(state.units[name].at) if cell in there)]
        for name, crowding in found.items()
    }


def aim_at(state: Battle, plan: Layout, unit: Stand, foe: Stand, crowd: Crowds, passed: str) -> Aim:
    """The direct way of a stand to one enemy, until contact or until its 5 or 10 cm are used up (EP-10, EP-A2).

    It leads round enemies and closed ground and through friends, and ends on an empty cell: of the cells on the
    shortest ways the one nearest to the enemy, of equals the owner's choice (EP-17, EP-18). It stops short of an enemy
    that two stands touch already, or that has no free cell beside it (EP-11, EP-16). `passed`: why closer enemies are
    passed over.
    """
    enemy, away = foe.id.upper(), gap(state, unit.at, foe.at)
    if touching(state, unit.at, foe.at):
        return Aim(foe, {}, "EP-10", f"{enemy}, the closest enemy, is in contact with it already")
    foes = frozenset(e.at for e in against(state, unit.seat))
    beside = enterable(state, unit, state.board.neighbours(foe.at)) - foes
    places = beside & contact_cells(state, plan, [foe], crowd, unit.id)[foe.id]
    room = room_beside(foe, crowd, places)
    may_pass = f"{enemy} is closer, {away}, but {room.full}" if room.full else ""
    by_ground = Approach(state.board, unit.mode, unit.at, foe.at, beside, foes)
    way = direct(by_ground if room.full else by_ground._replace(places=places)) if beside else None
    if way is None:
        reason = f"no way leads to {enemy}, {away} off" if beside else f"no place is left beside {enemy}, {away} off"
        return Aim(foe, {}, room.clause if room.full else "EP-A19", reason, may_pass or reason)
    taken = plan.taken(unit.id)
    reached = cells_reached(state, unit, foe, way)
    if not reached:
        reason = f"a step of the way to {enemy} is longer than its {length(distance(unit), CM)}"
        return Aim(foe, {}, "EP-A2", reason, may_pass)
    cells = [cell for cell in reached if cell not in taken and not third_in_contact(state, crowd, cell)]
    if not cells:
        reason = f"the way to {enemy} would end on a friend or as third stand in contact"
        return Aim(foe, {}, room.clause, reason, may_pass)
    ground = direct(by_ground)
    ends = arrivals(state, unit, foe, way, cells, bent=ground is None or ground.bent)
    words, clauses = describe_way(state, unit, foe, ends[0], room, passed)
    if way.bent:
        clauses += ("EP-17",)
    ways = {end: Way(way.reach, foe.id, clauses + over_friends(way.reach, end, taken), words) for end in ends}
    return Aim(foe, ways, room.clause if room.full else "", "", may_pass)


class Room(NamedTuple):
    """Why there is no room beside an enemy ("" if there is), with the clause; `touched`: two stands touch it."""

    full: str
    clause: str
    touched: bool = False


def room_beside(foe: Stand, crowd: Crowds, places: Collection[Cell]) -> Room:
    """Whether there is room beside an enemy with these free cells (EP-16, EP-A19)."""
    if len(crowd[foe.id]) >= FULL:
        return Room(f"{written_ids(crowd[foe.id][:FULL])} touch it already", "EP-16", touched=True)
    return Room("", "EP-18") if places else Room("no place is left beside it", "EP-A19")


def describe_way(
    state: Battle, unit: Stand, foe: Stand, end: Cell, room: Room, passed: str
) -> tuple[str, tuple[str, ...]]:
    """The text of a way to an enemy that ends on a cell, and its clauses."""
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
    """The cells where a stand may end its direct way, if it gets to `cells` of it; of equals the owner chooses (EP-A2).

    If it gets into contact, that is where the straight line meets the enemy, or, if the ground makes the way `bent`,
    where the way meets the enemy first (EP-A25). Else it is as near to the enemy as possible; on a bent way, as far
    along the way as possible.
    """
    contact = [cell for cell in cells if cell in way.ends]
    across, down = offset(state.board.width, unit.at, foe.at)
    costs = way.reach.costs

    def rank(cell: Cell) -> tuple[int, int]:
        """The lower, the better."""
        if contact and not bent:
            x, y = offset(state.board.width, unit.at, cell)
            first = abs(x * down - y * across)  # how far the cell is off the straight line
        elif bent:
            first = costs[cell] if contact else -costs[cell]
        else:
            first = 0
        return first, span(state, cell, foe.at)

    left = contact or cells
    best = min(map(rank, left))
    return sorted(cell for cell in left if rank(cell) == best)


def enterable(state: Battle, unit: Stand, cells: Collection[Cell]) -> frozenset[Cell]:
    """Those of the cells whose ground the stand can enter."""
    return frozenset(cell for cell in cells if state.board.passable(cell, unit.mode))


def over_friends(reach: Reach, end: Cell, taken: frozenset[Cell]) -> tuple[str, ...]:
    """The clause that allows a way through friends, if this way leads through some (EP-18)."""
    return () if taken.isdisjoint(reach.path(end)) else ("EP-18",)


def cells_reached(state: Battle, unit: Stand, foe: Stand, way: Direct) -> list[Cell]:
    """The cells of the direct way that a counter charge can reach.

    If none of them is beside the enemy but the gap between the stands is short enough, the cheapest cells in contact
    are added, as long as the way to them goes round nothing (EP-11).
    """
    cm, width, costs = distance(unit), state.board.width, way.reach.costs
    cells = covered(state.board, way, state.scale, 10 * cm)
    if way.ends.isdisjoint(cells) and within(state, unit.at, foe.at, cm):
        least = min(costs[cell] for cell in way.ends)
        open_ends = (cell for cell in way.ends if costs[cell] == open_length(width, unit.at, cell))
        cells += [cell for cell in open_ends if costs[cell] == least]
    return cells


def third_in_contact(state: Battle, crowd: Crowds, cell: Cell) -> bool:
    """Whether a stand on that cell would be the third in contact with an enemy (EP-11)."""
    near = state.board.neighbours(cell)
    return any(len(crowding) >= FULL and state.units[name].at in near for name, crowding in crowd.items())


def counter_exits(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """The cells where a passenger may get out as its counter charge, or why none (EP-05, EP-19, EP-A7, EP-A16)."""
    no = shut_in(state, plan, unit)
    if no is not None:
        return no
    crowd = assault_crowds(state, plan, unit.seat, unit.formation, unit.id)
    found = exits(state, plan, unit, ("EP-05", "EP-A7"), lambda cell: not third_in_contact(state, crowd, cell))
    return found or Refusal(
        "EP-05", f"there is no room within {length(LINK, CM)} of {plan.aboard[unit.id].upper()}", unit.id
    )


def shut_in(state: Battle, plan: Layout, unit: Stand) -> Refusal | None:
    """Why a passenger cannot get out as its counter charge: two enemies touch its transport (EP-19). Else None."""
    carrier = plan.aboard[unit.id]
    near = [foe.id for foe in against(state, unit.seat) if touching(state, plan.at[carrier], foe.at)]
    if len(near) < DOORS:
        return None
    return Refusal("EP-19", f"{written_ids(near)} are in contact with {carrier.upper()}", unit.id)
