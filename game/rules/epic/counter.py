"""A3: counter charges (EP-01 to EP-21): which stands may make one, how far, at which enemy, by which way.

Everything is worked out for the plan as it stands: the closest enemy is the closest one when the stand moves (EP-A3).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from game.board.board import Reach
from game.engine.decisions import Refusal
from game.engine.names import Cell, Seat, UnitId
from game.engine.wording import CM, length, written_ids
from game.rules.epic.destinations import FULL, Crowds, Way, Ways, contact_cells, crowded, crowds, exits
from game.rules.epic.direct import Approach, Direct, Walk, along_tape, along_way, direct, offset, open_length, walk
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

    It leads round enemies and closed ground and through friends, and ends on an empty cell (EP-17, EP-18). It stops
    short of an enemy that two stands touch already, or that has no free cell beside it (EP-11, EP-16). `passed`: why
    closer enemies are passed over.
    """
    enemy, away = foe.id.upper(), gap(state, unit.at, foe.at)
    if touching(state, unit.at, foe.at):
        return Aim(foe, {}, "EP-10", f"{enemy}, the closest enemy, is in contact with it already")
    foes = frozenset(e.at for e in against(state, unit.seat))
    beside = enterable(state, unit, state.board.neighbours(foe.at)) - foes
    places = beside & contact_cells(state, plan, [foe], crowd, unit.id)[foe.id]
    room = room_beside(foe, crowd, places)
    over = Approach(state.board, unit.mode, unit.at, foe.at, beside, foes)
    ground = direct(over) if beside else None
    if ground is None:
        reason = f"no way leads to {enemy}, {away} off" if beside else f"no place is left beside {enemy}, {away} off"
        return Aim(foe, {}, room.clause if room.full else "EP-A19", reason, reason)
    way = ground
    if not room.full:
        free = direct(over._replace(places=places))
        if free is None:
            room = Room("no way leads to a free place beside it", "EP-A19")
        else:
            way, over = free, over._replace(places=places)
    may_pass = f"{enemy} is closer, {away}, but {room.full}" if room.full else ""
    reached = walk(state.board, unit.mode, unit.at, foes, state.scale, 10 * distance(unit))
    if not reached.cells:
        reason = f"a step of the way to {enemy} is longer than its {length(distance(unit), CM)}"
        return Aim(foe, {}, "EP-A2", reason, may_pass)
    taken = plan.taken(unit.id)
    closed = reached.cells & taken.union(crowded(state, crowd))
    ends = frozenset[Cell]() if room.full else contacts(state, unit, foe, way, reached, bent=ground.bent)
    aside = False
    if not ends and ground.bent:
        ends, aside = first_open(along_way(over, way, reached), closed)
    elif not ends:
        ends, aside = first_open(along_tape(over, state.scale, distance(unit), reached), closed)
    if not ends:
        reason = f"no free cell within its {length(distance(unit), CM)} brings it nearer to {enemy}"
        return Aim(foe, {}, "EP-A2", reason, may_pass)
    words, clauses = describe_way(state, unit, foe, min(ends), room, passed)
    if way.bent or (aside and not room.full):
        clauses += ("EP-17",)
    ways = {}
    for end in sorted(ends):
        reach = reached.reach if end in reached.cells else way.reach
        ways[end] = Way(reach, foe.id, clauses + over_friends(reach, end, taken), words)
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


def contacts(state: Battle, unit: Stand, foe: Stand, way: Direct, reached: Walk, *, bent: bool) -> frozenset[Cell]:
    """The cells beside the enemy where a stand ends its direct way, if it gets there; of equals the owner chooses.

    It is where the straight line meets the enemy, or, if the ground makes the way `bent`, where the way meets the enemy
    first (EP-A25). A gap no longer than the stand's distance is enough, as long as the way goes round nothing (EP-11).
    """
    width, costs = state.board.width, way.reach.costs
    ends = way.ends & reached.cells
    if not ends and within(state, unit.at, foe.at, distance(unit)):
        least = min(costs[cell] for cell in way.ends)
        ends = frozenset(c for c in way.ends if costs[c] == least == open_length(width, unit.at, c))
    across, down = offset(width, unit.at, foe.at)

    def rank(cell: Cell) -> tuple[int, int]:
        x, y = offset(width, unit.at, cell)
        off_the_line = abs(x * down - y * across)
        return costs[cell] if bent else off_the_line, span(state, cell, foe.at)

    best = min(map(rank, ends), default=None)
    return frozenset(cell for cell in ends if rank(cell) == best)


def first_open(groups: Iterable[frozenset[Cell]], closed: frozenset[Cell]) -> tuple[frozenset[Cell], bool]:
    """The open cells of the first group that has any, and whether it is not the first group; none if all are closed."""
    aside = False
    for group in groups:
        if not group <= closed:
            return group - closed, aside
        aside = True
    return frozenset(), aside


def enterable(state: Battle, unit: Stand, cells: Collection[Cell]) -> frozenset[Cell]:
    """Those of the cells whose ground the stand can enter."""
    return frozenset(cell for cell in cells if state.board.passable(cell, unit.mode))


def over_friends(reach: Reach, end: Cell, taken: frozenset[Cell]) -> tuple[str, ...]:
    """The clause that allows a way through friends, if this way leads through some (EP-18)."""
    return () if taken.isdisjoint(reach.path(end)) else ("EP-18",)


def counter_exits(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """The cells where a passenger may get out as its counter charge, or why none (EP-05, EP-19, EP-A7, EP-A16)."""
    no = shut_in(state, plan, unit)
    if no is not None:
        return no
    crowd = assault_crowds(state, plan, unit.seat, unit.formation, unit.id)
    found = exits(state, plan, unit, ("EP-05", "EP-A7"), crowded(state, crowd))
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
