"""Where a stand may go: free moves, charges, getting into and out of transports.

Every kind of draft asks for the `Ways` of a stand: cell -> how it gets there, and to which enemy. A draft asks this of
every stand after each change to its plan, and most answers stay the same. So they are cached, each under everything
that it depends on; zones of control (EP-A33) depend on the ground and the enemies alone, not on the stand's own side.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple, cast

from game.board.board import Board, Reach
from game.board.terrain import Mode
from game.engine.decisions import Refusal
from game.engine.names import Cell, Seat, UnitId
from game.engine.options import Moves, Option
from game.engine.wording import CM, length, written_ids
from game.rules.epic.ground import (
    LINK,
    ZONE,
    circle,
    disc,
    gap,
    half_cells,
    pieces,
    span,
    square,
    union,
    within,
    zones,
)
from game.rules.epic.plans import Foes, Layout, TableCache, table_cache
from game.rules.epic.state import Battle, EpicQueue, Stand, current_assault
from game.rules.epic.vocabulary import Verbs

CONSOLIDATE = 5
"""The centimetres of a consolidation (EP-A43)."""
FULL = 2
"""How many stands of one side may be in contact with an enemy (EP-11)."""

LISTS = 1 << 6
"""How many lists of cells are cached for a stand that moves freely."""


class Way(NamedTuple):
    """How a stand gets to a cell: the search that found the cell, the enemy it goes for ("" for none), and why."""

    reach: Reach
    target: UnitId = ""
    clauses: tuple[str, ...] = ()
    text: str = ""


class Ways:
    """The cells where a stand may go: many that share one `way`, and some `more`, each with its own.

    The `cells` that share a way are those of `reachable` that are not `closed`. `zoned`: the enemies whose zones of
    control close cells.
    """

    __slots__ = ("_closed", "_reachable", "cells", "listed", "more", "way", "zoned")

    def __init__(
        self,
        way: Way | None,
        cells: tuple[Cell, ...],
        reachable: AbstractSet[Cell],
        closed: AbstractSet[Cell] = frozenset(),
        more: Mapping[Cell, Way] | None = None,
        zoned: Sequence[Stand] = (),
    ) -> None:
        self.way, self.cells, self.more, self.zoned = way, cells, more or {}, zoned
        self.listed: dict[Option, list[Moves]] = {}
        self._reachable, self._closed = reachable, closed

    def __len__(self) -> int:
        return len(self.cells) + len(self.more)

    def __iter__(self) -> Iterator[Cell]:
        yield from self.cells
        yield from self.more

    def __contains__(self, cell: Cell) -> bool:
        return (cell in self._reachable and cell not in self._closed) or cell in self.more

    def among(self, cells: frozenset[Cell]) -> set[Cell]:
        """Those of the given cells where it may go."""
        return {*((cells & self._reachable) - self._closed), *(self.more.keys() & cells)}

    def __getitem__(self, cell: Cell) -> Way:
        """The way to a cell, which must be one where it may go."""
        return self.more.get(cell) or cast("Way", self.way)


# -- zones of control -------------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """What a move depends on, apart from the other stands of its side.

    mm: millimetres of a cell; budget: in half cells; foes: the cells of enemies; zoned: the cells of those that have a
    zone of control.
    """

    board: Board
    mm: int
    start: Cell
    budget: int
    mode: Mode
    foes: tuple[Cell, ...]
    zoned: tuple[Cell, ...]


@lru_cache(maxsize=128)
def outside_zones(over: Field) -> tuple[Reach, tuple[Cell, ...], frozenset[Cell]]:
    """The reach of a move that enters no zone of control, and its cells outside all zones, ascending and as a set.

    A stand that starts in zones may move through those.
    """
    board, mm = over.board, over.mm
    entered = tuple(cell for cell in over.zoned if over.start not in circle(board, mm, cell, ZONE))
    reach = board.reach(over.start, over.budget, union(board, mm, entered, ZONE).union(over.foes), over.mode)
    reachable = frozenset(reach.costs.keys() - union(board, mm, over.zoned, ZONE) - {over.start})
    return reach, tuple(sorted(reachable)), reachable


class ChargeWay(NamedTuple):
    """A charge at one enemy: its reach, and the zones of nearer enemies, which are shut to it.

    zone: the cells of the enemy's own zone that it reaches, the nearest to the enemy first; empty if it has no zone.
    """

    reach: Reach
    shut: frozenset[Cell]
    zone: tuple[Cell, ...]


@lru_cache(maxsize=256)
def charge_way(over: Field, foe: Cell) -> ChargeWay:
    """The way of a charge at the enemy on a cell: through zones, except those of nearer enemies."""
    board, mm, start = over.board, over.mm, over.start
    away = square(board, start, foe)
    shut = union(board, mm, tuple(cell for cell in over.zoned if square(board, start, cell) < away), ZONE)
    reach = board.reach(start, over.budget, shut.union(over.foes), over.mode)
    if foe not in over.zoned:
        return ChargeWay(reach, shut, ())
    near = circle(board, mm, foe, ZONE) & reach.costs.keys()
    return ChargeWay(
        reach, shut, tuple(sorted(near, key=lambda cell: (square(board, cell, foe), reach.costs[cell], cell)))
    )


# -- free moves -------------------------------------------------------------------------------------------------------


def free_ways(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """The free moves of a stand, or why it has none: up to its Speed, past friends, not into zones (EP-A29, EP-A33).

    A consolidation is at most 5 cm (EP-A43); a withdrawal ignores zones (EP-A42).
    """
    no = immobile(plan, unit)
    if no is not None:
        return no
    memo, key = plan.cache.memo, (queue.kind, unit.id)
    mover: Mover | None = memo.get(key)
    if mover is None:
        mover = memo[key] = _mover(state, queue, plan, unit)
    taken = plan.taken(among=mover.near)
    found = mover.lists.get(taken)
    if found is None:
        if len(mover.lists) > LISTS:
            mover.lists.clear()
        cells = mover.cells
        left = tuple([cell for cell in cells if cell not in taken]) if taken else cells
        found = Ways(mover.way, left, mover.reachable, taken, zoned=mover.zoned)
        mover.lists[taken] = found
    return found


class Mover(NamedTuple):
    """A stand that moves freely, for one kind of draft.

    near: the cells within its move; way: how it goes to all of them; cells, reachable: where it may go if there is no
    other stand, ascending and as a set; zoned: the enemies whose zones it keeps out of; lists: cells taken by other
    stands -> where it may go then.
    """

    near: frozenset[Cell]
    way: Way
    cells: tuple[Cell, ...]
    reachable: frozenset[Cell]
    zoned: Sequence[Stand]
    lists: dict[frozenset[Cell], Ways]


def _mover(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Mover:
    """The free moves of a stand in this kind of draft, worked out anew."""
    foes, cm = plan.cache.foes(state, unit.seat), allowance(queue, unit.stats["SPEED"])
    clauses = {Verbs.WITHDRAW: ("EP-A42",), Verbs.CONSOLIDATE: ("EP-A43",)}.get(queue.kind, ("EP-A29",))
    zoned = [] if queue.kind == Verbs.WITHDRAW else foes.stands
    reach, cells, reachable = outside_zones(field(state, unit, cm, foes, tuple([foe.at for foe in zoned])))
    return Mover(disc(state, unit.at, cm), Way(reach, clauses=clauses), cells, reachable, zoned, {})


def may_leave(state: Battle, unit: Stand) -> bool:
    """Whether a stand can leave all zones of control (EP-A33).

    If the rest of its formation cannot move, it must also stay linked to it.
    """
    known = table_cache(state)
    speed, foes = unit.stats["SPEED"], known.foes(state, unit.seat)
    cells = outside_zones(field(state, unit, speed, foes, foes.cells))[1] if speed else ()
    taken = set(known.at.values())
    free = [cell for cell in cells if cell not in taken]
    mates = {one.id: one.at for one in known.stands(state, unit.formation) if one.id != unit.id}
    if not mates or any(state.units[name].stats["SPEED"] for name in mates):
        return bool(free)
    now = len(pieces(state, {**mates, unit.id: unit.at}))
    return any(len(pieces(state, {**mates, unit.id: cell})) <= now for cell in free)


def field(state: Battle, unit: Stand, cm: int, foes: Foes, zoned: tuple[Cell, ...]) -> Field:
    """The field of a stand's move of so many centimetres."""
    return Field(state.board, state.scale, unit.at, half_cells(state, cm), unit.mode, foes.cells, zoned)


def allowance(queue: EpicQueue, speed: int) -> int:
    """The centimetres of one move at a Speed: all of it, but at most 5 to consolidate (EP-A29, EP-A43)."""
    return min(speed, CONSOLIDATE) if queue.kind == Verbs.CONSOLIDATE else speed


def immobile(plan: Layout, unit: Stand) -> Refusal | None:
    """Why a stand cannot move at all: its Speed is 0, or passengers get out of it (EP-A48). Else None."""
    if not unit.stats["SPEED"]:
        return Refusal("EP-A21", "its Speed is 0", unit.id)
    if unit.id in plan.unloaded:
        return Refusal("EP-A48", "passengers get out of it, which ends its move", unit.id)
    return None


# -- transports -------------------------------------------------------------------------------------------------------


def embark_refused(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand, carrier: Stand) -> Refusal | None:
    """Why a stand cannot get into a transport (EP-A48), or None: infantry of its formation, within 5 cm, with room."""
    name, room = carrier.id.upper(), carrier.stats["CARRIES"]
    no = ""
    if unit.vehicle:
        no = f"{name} carries infantry, not vehicles"
    elif unit.id in plan.aboard.values():
        no = "it carries others itself"
    elif carrier.formation != unit.formation:
        no = f"{name} belongs to {carrier.formation.upper()}"
    elif unit.id in plan.aboard:
        no = f"it rides in {plan.aboard[unit.id].upper()} and gets out first"
    elif queue.kind != Verbs.MOVE:
        no = "stands get in only with a move action, not in a fight"
    elif list(plan.aboard.values()).count(carrier.id) >= room:
        no = f"{name} is full: it carries {room}"
    elif carrier.id in plan.unloaded:
        no = f"passengers get out of {name} now"
    elif not within(state, unit.at, plan.at[carrier.id], LINK):
        no = f"{name} is {gap(state, unit.at, plan.at[carrier.id], LINK)} off, and {length(LINK, CM)} is the limit"
    return Refusal("EP-A48", no, unit.id) if no else None


def carriers_for(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> list[UnitId]:
    """The transports of its formation that a stand can get into."""
    return [
        carrier.id
        for carrier in plan.cache.carriers(state, unit.formation)
        if carrier.id != unit.id and embark_refused(state, queue, plan, unit, carrier) is None
    ]


def exits(
    state: Battle,
    plan: Layout,
    unit: Stand,
    clauses: tuple[str, ...],
    barred: Container[Cell],
    zoned: Sequence[Stand] = (),
) -> Ways:
    """The free cells within 5 cm of its transport to which a passenger can walk, except those `barred` (EP-A48).

    Enemy zones matter only as far as they are `barred`; `zoned` are the enemies that have them.
    """
    door = plan.at[plan.aboard[unit.id]]
    walled = frozenset(plan.cache.foes(state, unit.seat).cells)
    # twice the distance, to walk round obstacles, and on coarse grids one diagonal step on difficult ground
    reach = state.board.reach(door, half_cells(state, 2 * LINK) + 6, walled, unit.mode)
    cells = sorted((reach.costs.keys() & disc(state, door, LINK)) - plan.taken())
    free = tuple([cell for cell in cells if cell not in barred])
    return Ways(Way(reach, clauses=clauses), free, frozenset(free), zoned=zoned)


def goes_first(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Refusal | None:
    """Why a passenger cannot get out yet, or None.

    Getting out ends the move of its transport, which may have to leave a zone of control first (EP-A33).
    """
    carrier = state.units[plan.aboard[unit.id]]
    foe = None if carrier.id in plan.unloaded else zone_holder(state, queue, plan, carrier)
    if foe is None or not may_leave(state, carrier):
        return None
    words = f"{carrier.id.upper()} has to leave the zone of control of {foe.id.upper()} first"
    return Refusal("EP-A33", words, unit.id)


def free_exits(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """The same as `exits`, but outside all zones, and only once the transport has left the zone it is in (EP-A33)."""
    no = goes_first(state, queue, plan, unit)
    if no is not None:
        return no
    foes = plan.cache.foes(state, unit.seat)
    return exits(state, plan, unit, ("EP-A48",), zones(state, foes.cells), foes.stands)


def doors_shut(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Refusal:
    """The refusal to get out while a formation withdraws or consolidates (EP-A42, EP-A43)."""
    kind = "withdrawing" if queue.kind == Verbs.WITHDRAW else "consolidating"
    return Refusal("EP-A48", f"it rides in {plan.aboard[unit.id].upper()}, which is {kind}", unit.id)


# -- contact ----------------------------------------------------------------------------------------------------------

Crowds = Mapping[UnitId, Sequence[UnitId]]
"""Enemy stand -> the stands of one's own side that touch it."""


def crowds(state: Battle, plan: Layout, seat: Seat, but: UnitId = "") -> Crowds:
    """Each enemy of a seat -> the stands of the seat's side that touch it under the plan, except the stand `but`."""
    foes = plan.cache.foes(state, seat)
    names = {cell: name for cell, name in plan.near(foes) if name != but}
    key = ("crowds", seat, *names.items())
    found: Crowds | None = plan.cache.memo.get(key)
    if found is None:
        near = state.board.neighbours
        found = {foe.id: [names[c] for c in near(foe.at) if c in names] if names else [] for foe in foes.stands}
        plan.cache.memo[key] = found
    return found


def contact_cells(
    state: Battle, plan: Layout, foes: Iterable[Stand], crowd: Crowds, but: UnitId = ""
) -> dict[UnitId, set[Cell]]:
    """Each of the enemies -> the free cells beside it where a stand would not touch an enemy as the third (EP-11)."""
    closed = plan.taken(but).union(crowded(state, crowd))
    return {foe.id: {cell for cell in state.board.neighbours(foe.at) if cell not in closed} for foe in foes}


def full(crowd: Crowds, foe: UnitId, unit: UnitId = "") -> Refusal | None:
    """Why no other stand may come into contact with an enemy: two touch it already (EP-11); None if one may."""
    if len(crowd[foe]) < FULL:
        return None
    return Refusal("EP-11", f"{written_ids(crowd[foe][:FULL])} touch {foe.upper()} already, two at most", unit)


def crowded(state: Battle, crowd: Crowds) -> dict[Cell, UnitId]:
    """The cells where a stand would be the third in contact with an enemy (EP-11), each with that enemy."""
    names = [name for name in crowd if full(crowd, name) is not None]
    return {cell: name for name in names for cell in state.board.neighbours(state.units[name].at)}


def with_zones(state: Battle, crowd: Crowds) -> list[Stand]:
    """The enemies that still have a zone of control: those that no stand touches (EP-A33)."""
    return [state.units[name] for name, crowding in crowd.items() if not crowding]


def zone_holder(state: Battle, queue: EpicQueue, after: Layout, unit: Stand) -> Stand | None:
    """The enemy in whose zone of control a stand stays though it may not; None if there is none.

    A stand that stays in the zone of charged enemies charges them, and so need not leave.
    """
    if after.at.get(unit.id) != unit.at:
        return None
    zoned = after.cache.foes(state, unit.seat).stands
    if queue.kind == Verbs.CHARGE:
        if any(unit.at in disc(state, foe.at, ZONE) for foe in charged_stands(state)):
            return None
        zoned = with_zones(state, crowds(state, after, unit.seat))
    return next((foe for foe in zoned if unit.at in disc(state, foe.at, ZONE)), None)


# -- the charge -------------------------------------------------------------------------------------------------------


def charged_stands(state: Battle) -> list[Stand]:
    """The stands on the table of the formations that are charged."""
    charged = current_assault(state).defenders.formations
    return [u for u in state.units.values() if not u.out and not u.aboard and u.formation in charged]


def charge_ways(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """The charge moves of a stand, or why it has none: one move of its Speed (EP-A33, EP-A34).

    It ends outside all zones, or in contact with the nearest enemy whose zone it enters. A stand too slow for contact
    goes as far as it can, and may stop in the zone.
    """
    no = immobile(plan, unit)
    if no is not None:
        return no
    foes = plan.cache.foes(state, unit.seat)
    touching = tuple([near for near in plan.near(foes) if near[1] != unit.id])
    taken = plan.taken(unit.id, _ranges(plan.cache, state, unit, foes))
    key = ("charge", unit.id, touching, taken)
    found: Ways | None = plan.cache.memo.get(key)
    if found is None:
        found = plan.cache.memo[key] = _charge(state, plan, unit, foes, taken)
    return found


def _ranges(known: TableCache, state: Battle, unit: Stand, foes: Foes) -> frozenset[Cell]:
    """The cells where other stands matter to a stand's charge: those in its reach, and those beside enemies."""
    key = ("ranges", unit.id)
    found: frozenset[Cell] | None = known.memo.get(key)
    if found is None:
        found = known.memo[key] = disc(state, unit.at, unit.stats["SPEED"]) | foes.beside
    return found


def _charge(state: Battle, plan: Layout, unit: Stand, foes: Foes, taken: frozenset[Cell]) -> Ways:
    """The charge moves of a stand, worked out anew."""
    speed = unit.stats["SPEED"]
    charged = [foe for foe in charged_stands(state) if within(state, unit.at, foe.at, speed + ZONE)]
    crowd = crowds(state, plan, unit.seat, unit.id)
    closed = taken | foes.beside
    zoned = with_zones(state, crowd)
    over = field(state, unit, speed, foes, tuple([foe.at for foe in zoned]))
    reach, cells, reachable = outside_zones(over)
    more: dict[Cell, Way] = {}
    for name, places in contact_cells(state, plan, charged, crowd, unit.id).items():
        way = charge_way(over, state.units[name].at)
        goals = places - way.shut
        if not goals:
            continue
        contact = (goals & way.reach.costs.keys()) - {unit.at}
        text = f"{unit.id.upper()} into contact with {name.upper()}"
        more.update(dict.fromkeys(sorted(contact), Way(way.reach, name, ("EP-A33", "EP-A34"), text)))
        short = -1 if contact else falls_short(way, closed | {unit.at})
        if short >= 0:
            text = f"{unit.id.upper()} as near to {name.upper()} as it gets"
            more.setdefault(short, Way(way.reach, name, ("EP-A33",), text))
    plain = tuple([cell for cell in cells if cell not in closed])
    return Ways(Way(reach, clauses=("EP-A34",)), plain, reachable, closed, more, zoned)


def falls_short(way: ChargeWay, closed: AbstractSet[Cell]) -> int:
    """The free cell in an enemy's zone nearest to that enemy, which the stand cannot touch; -1 if there is none."""
    return next((cell for cell in way.zone if cell not in closed), -1)


def charge_exits(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """The cells where a passenger may get out in a charge: outside all zones, or in contact (EP-A33, EP-A48).

    As for a stand that walks, contact must be with the nearest enemy whose zone is entered. A refusal if the passenger
    cannot get out yet.
    """
    no = goes_first(state, queue, plan, unit)
    if no is not None:
        return no
    crowd = crowds(state, plan, unit.seat, unit.id)
    zoned = with_zones(state, crowd)
    barred = zones(state, [foe.at for foe in zoned]) | plan.cache.foes(state, unit.seat).beside
    door, contact = plan.at[plan.aboard[unit.id]], set[Cell]()
    for name, places in contact_cells(state, plan, charged_stands(state), crowd, unit.id).items():
        away = span(state, door, state.units[name].at)
        contact |= places - zones(state, [foe.at for foe in zoned if span(state, door, foe.at) < away])
    return exits(state, plan, unit, ("EP-A48",), barred - contact, zoned)
