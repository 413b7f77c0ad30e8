"""Where a stand may go: the plan in hand laid out, moves of free choice, charges, getting in and out of transports.

Every kind of draft asks the same of a stand, its `Ways`: cell -> how it gets there and for whom. Zones of control
(EP-A33) are worked out for the ground and the enemies alone, the stand's own side left out: a draft asks this of every
stand after each change to the plan, and a change leaves it as it was for nearly all of them. So the answers are
remembered, each by everything that it depends on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from game.board.board import Board, Reach
from game.engine.decisions import Refusal
from game.engine.queue import Reaction
from game.rules.epic.formations import against
from game.rules.epic.ground import (
    LINK,
    NEAR,
    ZONE,
    circle,
    disc,
    gap,
    half_cells,
    nearest,
    span,
    square,
    union,
    within,
    zones,
)
from game.rules.epic.state import Battle, EpicQueue, Stand, fought

CONSOLIDATE = 5
FULL = 2
"""So many stands of one side may be in contact with an enemy (EP-11)."""


class Layout(NamedTuple):
    """The table with what is planned or declared already made: cells by stand, carriers by passenger.

    `unloaded`: carriers that somebody gets out of.
    """

    at: dict[str, int]
    aboard: dict[str, str]
    unloaded: set[str]

    def taken(self, but: str = "") -> frozenset[int]:
        """The cells with a stand, that of `but` left out."""
        return frozenset(cell for name, cell in self.at.items() if name != but)


class Way(NamedTuple):
    """How a stand gets to a cell: the search that found it, the enemy it goes for, and why."""

    reach: Reach
    target: str = ""
    clauses: tuple[str, ...] = ()
    text: str = ""


Ways = Mapping[int, Way]


def layout(state: Battle, queue: EpicQueue | None, *, until: Reaction | None = None, but: str = "") -> Layout:
    """The table as the plan leaves it, or as it stands before the planned `until`; what `but` plans is left out."""
    units = [u for u in state.units.values() if not u.out]
    found = Layout({u.id: u.at for u in units if not u.aboard}, {u.id: u.aboard for u in units if u.aboard}, set[str]())
    for reaction in queue.reactions if queue else ():
        if reaction is until:
            break
        if reaction.status in ("planned", "declared") and reaction.unit != but:
            _lay(found, reaction)
    return found


def _lay(found: Layout, reaction: Reaction) -> None:
    if reaction.action == "embark":
        found.at.pop(reaction.unit, None)
        found.aboard[reaction.unit] = reaction.target
    elif reaction.action == "disembark":
        found.unloaded.add(found.aboard.pop(reaction.unit, ""))
        found.at[reaction.unit] = reaction.to
    elif reaction.action == "move":
        found.at[reaction.unit] = reaction.to


# -- zones of control -------------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """What a move depends on beside its own side: `mm` of a cell, `budget` in half cells, the cells of enemies.

    `zoned` are the cells of those enemies that have a zone of control.
    """

    board: Board
    mm: int
    start: int
    budget: int
    mode: str
    foes: tuple[int, ...]
    zoned: tuple[int, ...]


def field(state: Battle, unit: Stand, cm: int, foes: list[Stand], zoned: list[Stand]) -> Field:
    """The field of a stand's move of so many centimetres."""
    cells = tuple(foe.at for foe in foes), tuple(foe.at for foe in zoned)
    return Field(state.board, state.scale, unit.at, half_cells(state, cm), unit.mode, *cells)


@lru_cache(maxsize=128)
def outside(over: Field) -> tuple[Reach, tuple[int, ...]]:
    """The cells in no zone that can be come to without entering one, ascending; who starts in zones may leave them."""
    board, mm = over.board, over.mm
    entered = tuple(cell for cell in over.zoned if over.start not in circle(board, mm, cell, ZONE))
    reach = board.reach(over.start, over.budget, union(board, mm, entered, ZONE).union(over.foes), over.mode)
    return reach, tuple(sorted(reach.costs.keys() - union(board, mm, over.zoned, ZONE) - {over.start}))


class Approach(NamedTuple):
    """A charge at one enemy: the search and the zones of nearer enemies, in which it may not end.

    `zone`: the cells of the enemy's own zone that it comes to, the nearest to him first; none if he has no zone.
    """

    reach: Reach
    shut: frozenset[int]
    zone: tuple[int, ...]


@lru_cache(maxsize=256)
def approach(over: Field, foe: int) -> Approach:
    """The way of a charge at the enemy on that cell: through zones, but not of those nearer than he is."""
    board, mm, start = over.board, over.mm, over.start
    away = square(board, start, foe)
    shut = union(board, mm, tuple(cell for cell in over.zoned if square(board, start, cell) < away), ZONE)
    reach = board.reach(start, over.budget, shut.union(over.foes), over.mode)
    if foe not in over.zoned:
        return Approach(reach, shut, ())
    near = circle(board, mm, foe, ZONE) & reach.costs.keys()
    return Approach(
        reach, shut, tuple(sorted(near, key=lambda cell: (square(board, cell, foe), reach.costs[cell], cell)))
    )


# -- moves of free choice ---------------------------------------------------------------------------------------------


def free_ways(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """A move up to the Speed, past friends but not onto them, not into zones (EP-A29, EP-A33); 5 cm to consolidate.

    Who starts within a zone leaves it. A withdrawal pays no heed to zones (EP-A42).
    """
    no = stays(plan, unit)
    if no is not None:
        return no
    clauses = {"withdraw": ("EP-A42",), "consolidate": ("EP-A43",)}.get(queue.kind, ("EP-A29",))
    foes, cm = against(state, unit.seat), allowance(queue, unit.stats["SPEED"])
    reach, cells = outside(field(state, unit, cm, foes, [] if queue.kind == "withdraw" else foes))
    taken = plan.taken()
    return dict.fromkeys([cell for cell in cells if cell not in taken], Way(reach, clauses=clauses))


def allowance(queue: EpicQueue, speed: int) -> int:
    """Centimetres of one move at a Speed: all of it, to consolidate 5 at most (EP-A29, EP-A43)."""
    return min(speed, CONSOLIDATE) if queue.kind == "consolidate" else speed


def stays(plan: Layout, unit: Stand) -> Refusal | None:
    """Why a stand cannot move at all: no Speed, or passengers that get out of it (EP-A48)."""
    if not unit.stats["SPEED"]:
        return Refusal("EP-A21", "its Speed is 0", unit.id)
    if unit.id in plan.unloaded:
        return Refusal("EP-A48", "passengers get out of it, which ends its move", unit.id)
    return None


# -- transports -------------------------------------------------------------------------------------------------------


def carriers_for(state: Battle, plan: Layout, unit: Stand) -> list[str]:
    """The transports of its formation with room that an infantry stand is within 5 cm of (EP-A48)."""
    if unit.vehicle or unit.id not in plan.at:
        return []
    units = state.units
    return [
        carrier.id
        for carrier in map(units.__getitem__, state.formations[unit.formation].stands)
        if carrier.stats["CARRIES"]
        and carrier.id in plan.at
        and list(plan.aboard.values()).count(carrier.id) < carrier.stats["CARRIES"]
        and carrier.id not in plan.unloaded
        and within(state, plan.at[unit.id], plan.at[carrier.id], LINK)
    ]


def exits(state: Battle, plan: Layout, unit: Stand, clauses: tuple[str, ...] = ("EP-A48",)) -> Ways:
    """The free cells within 5 cm of its transport that a passenger can walk to, enemies' zones and all (EP-A48)."""
    door = plan.at[plan.aboard[unit.id]]
    walled = frozenset(foe.at for foe in against(state, unit.seat))
    reach = state.board.reach(door, half_cells(state, 2 * LINK) + 6, walled, unit.mode)
    near = disc(state, door, LINK)
    return dict.fromkeys(sorted((reach.costs.keys() & near) - plan.taken()), Way(reach, clauses=clauses))


def free_exits(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways:
    """As `exits`, but outside all zones of control (EP-A33)."""
    barred = zones(state, [foe.at for foe in against(state, unit.seat)])
    return {cell: way for cell, way in exits(state, plan, unit).items() if cell not in barred}


def doors_shut(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Refusal:
    """Nobody gets out while a formation withdraws or consolidates (EP-A42, EP-A43)."""
    kind = "withdrawing" if queue.kind == "withdraw" else "consolidating"
    return Refusal("EP-A48", f"it rides in {plan.aboard[unit.id].upper()}, which is {kind}", unit.id)


# -- contact ----------------------------------------------------------------------------------------------------------

Crowds = Mapping[str, Sequence[str]]


def crowds(state: Battle, plan: Layout, seat: str, but: str = "") -> Crowds:
    """By stand of a seat's enemies, the stands of its own side that touch it, the stand `but` left out."""
    foes = state.enemies(seat)
    names = {cell: name for name, cell in plan.at.items() if name != but and state.units[name].seat not in foes}
    near = state.board.neighbours
    return {foe.id: [names[c] for c in near(foe.at) if c in names] for foe in against(state, seat)}


def contact_cells(
    state: Battle, plan: Layout, foes: Iterable[Stand], crowd: Crowds, but: str = ""
) -> dict[str, set[int]]:
    """By enemy, the free cells beside it in which no enemy gets a third stand in contact (EP-11)."""
    near = state.board.neighbours
    closed = set(plan.taken(but))
    for name, crowding in crowd.items():
        if len(crowding) >= FULL:
            closed.update(near(state.units[name].at))
    return {foe.id: {cell for cell in near(foe.at) if cell not in closed} for foe in foes}


def live(state: Battle, crowd: Crowds) -> list[Stand]:
    """The enemies that still have a zone: those nobody of the unit's side touches (EP-A33)."""
    return [state.units[name] for name, crowding in crowd.items() if not crowding]


def beside(state: Battle, foes: Iterable[Stand]) -> set[int]:
    """The cells in contact with any of these."""
    return {cell for foe in foes for cell in state.board.neighbours(foe.at)}


# -- the charge -------------------------------------------------------------------------------------------------------


def targets(state: Battle) -> list[Stand]:
    """The stands that are charged."""
    charged = fought(state).defenders.formations
    return [u for u in state.units.values() if not u.out and not u.aboard and u.formation in charged]


def charge_ways(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """One move of the Speed: outside all zones anywhere, or into contact with the nearest enemy whose zone is entered.

    A stand too slow for contact goes as far as it can, and may stop within the zone (EP-A33, EP-A34).
    """
    no = stays(plan, unit)
    if no is not None:
        return no
    foes, speed = against(state, unit.seat), unit.stats["SPEED"]
    charged = [foe for foe in targets(state) if within(state, unit.at, foe.at, speed + ZONE)]
    crowd = crowds(state, plan, unit.seat, unit.id)
    closed = plan.taken(unit.id) | beside(state, foes)
    over = field(state, unit, speed, foes, live(state, crowd))
    reach, cells = outside(over)
    plain = Way(reach, clauses=("EP-A34",))
    found = dict.fromkeys([cell for cell in cells if cell not in closed], plain)
    for name, places in contact_cells(state, plan, charged, crowd, unit.id).items():
        way = approach(over, state.units[name].at)
        goals = places - way.shut
        if not goals:
            continue
        got = (goals & way.reach.costs.keys()) - {unit.at}
        text = f"{unit.id.upper()} into contact with {name.upper()}"
        found.update(dict.fromkeys(sorted(got), Way(way.reach, name, ("EP-A33", "EP-A34"), text)))
        short = -1 if got else falls_short(way, closed | {unit.at})
        if short >= 0:
            text = f"{unit.id.upper()} as near to {name.upper()} as it gets"
            found.setdefault(short, Way(way.reach, name, ("EP-A33",), text))
    return found


def falls_short(way: Approach, closed: AbstractSet[int]) -> int:
    """The cell in an enemy's zone that brings a stand nearest to one it cannot touch; -1 if it gets into no zone."""
    return next((cell for cell in way.zone if cell not in closed), -1)


def charge_exits(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways:
    """Passengers get out of a charging transport outside all zones or into contact with the target (EP-A33, EP-A48)."""
    crowd = crowds(state, plan, unit.seat, unit.id)
    barred = zones(state, [foe.at for foe in live(state, crowd)]) | beside(state, against(state, unit.seat))
    contact = set[int]().union(*contact_cells(state, plan, targets(state), crowd, unit.id).values())
    return {cell: way for cell, way in exits(state, plan, unit).items() if cell in contact or cell not in barred}


def too_far(state: Battle, queue: EpicQueue, plan: Layout) -> Refusal | None:
    """Why a set of charges is no charge: nobody ends within 15 cm of the target, though somebody could (EP-A34)."""
    foes = [foe.at for foe in targets(state)]
    attackers = fought(state).attackers.formations
    chargers = [u for u in state.units.values() if u.id in plan.at and u.formation in attackers]
    if not foes or not chargers or any(within(state, plan.at[u.id], c, NEAR) for u in chargers for c in foes):
        return None
    near = frozenset[int]().union(*(disc(state, cell, NEAR) for cell in foes))
    fresh = layout(state, None)
    ways = [charge_ways(state, queue, fresh, unit) for unit in chargers if unit.id in fresh.at]
    if all(isinstance(way, Refusal) or near.isdisjoint(way) for way in ways):
        return None
    best = min(chargers, key=lambda u: min(span(state, plan.at[u.id], c) for c in foes))
    cell = plan.at[best.id]
    away = gap(state, cell, nearest(state, cell, foes), NEAR)
    return Refusal("EP-A34", f"nobody ends within {NEAR} cm of the target; {best.id.upper()} is {away} off", best.id)
