"""Where a stand may go: moves of free choice, charges, getting in and out of transports.

Every kind of draft asks the same of a stand, its `Ways`: cell -> how it gets there and for whom. Zones of control
(EP-A33) are worked out for the ground and the enemies alone, the stand's own side left out: a draft asks this of every
stand after each change to the plan, and a change leaves it as it was for nearly all of them. So the answers are
remembered, each by everything that it depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple, cast

from game.board.board import Board, Reach
from game.board.terrain import Mode
from game.engine.decisions import Refusal
from game.engine.names import Cell, Seat, UnitId
from game.engine.options import Moves, Option
from game.rules.epic.ground import (
    LINK,
    ZONE,
    circle,
    disc,
    half_cells,
    pieces,
    span,
    square,
    union,
    within,
    zones,
)
from game.rules.epic.plans import Foes, Layout, Muster, muster
from game.rules.epic.state import Battle, EpicQueue, Stand, fought
from game.rules.epic.vocabulary import Verbs

CONSOLIDATE = 5
FULL = 2
"""How many stands of one side may be in contact with an enemy (EP-11)."""

LISTS = 1 << 6
"""How many lists of cells are remembered for a stand that moves freely."""


class Way(NamedTuple):
    """How a stand gets to a cell: the search that found it, the enemy it goes for, and why."""

    reach: Reach
    target: UnitId = ""
    clauses: tuple[str, ...] = ()
    text: str = ""


class Ways:
    """Where a stand may go: to many cells all in one `way`, then to some more, each in a way of its own.

    The `cells` are those of `come_to` that are not `closed`.
    """

    __slots__ = ("_closed", "_come_to", "cells", "listed", "more", "way")

    def __init__(
        self,
        way: Way | None,
        cells: tuple[Cell, ...],
        come_to: AbstractSet[Cell],
        closed: AbstractSet[Cell] = frozenset(),
        more: Mapping[Cell, Way] | None = None,
    ) -> None:
        self.way, self.cells, self.more = way, cells, more or {}
        self.listed: dict[Option, list[Moves]] = {}
        self._come_to, self._closed = come_to, closed

    def __len__(self) -> int:
        return len(self.cells) + len(self.more)

    def __iter__(self) -> Iterator[Cell]:
        yield from self.cells
        yield from self.more

    def __contains__(self, cell: Cell) -> bool:
        return (cell in self._come_to and cell not in self._closed) or cell in self.more

    def among(self, cells: frozenset[Cell]) -> set[Cell]:
        """Those of these cells that it may go to."""
        return {*((cells & self._come_to) - self._closed), *(self.more.keys() & cells)}

    def __getitem__(self, cell: Cell) -> Way:
        """The way to one of its cells."""
        return self.more.get(cell) or cast("Way", self.way)


# -- zones of control -------------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """What a move depends on beside its own side: `mm` of a cell, `budget` in half cells, the cells of enemies.

    `zoned` are the cells of those enemies that have a zone of control.
    """

    board: Board
    mm: int
    start: Cell
    budget: int
    mode: Mode
    foes: tuple[Cell, ...]
    zoned: tuple[Cell, ...]


@lru_cache(maxsize=128)
def outside(over: Field) -> tuple[Reach, tuple[Cell, ...], frozenset[Cell]]:
    """The cells in no zone that can be come to without entering one, ascending; who starts in zones may leave them."""
    board, mm = over.board, over.mm
    entered = tuple(cell for cell in over.zoned if over.start not in circle(board, mm, cell, ZONE))
    reach = board.reach(over.start, over.budget, union(board, mm, entered, ZONE).union(over.foes), over.mode)
    come_to = frozenset(reach.costs.keys() - union(board, mm, over.zoned, ZONE) - {over.start})
    return reach, tuple(sorted(come_to)), come_to


class ChargeWay(NamedTuple):
    """A charge at one enemy: the search and the zones of nearer enemies, in which it may not end.

    `zone`: the cells of the enemy's own zone that it comes to, the nearest to him first; none if he has no zone.
    """

    reach: Reach
    shut: frozenset[Cell]
    zone: tuple[Cell, ...]


@lru_cache(maxsize=256)
def charge_way(over: Field, foe: Cell) -> ChargeWay:
    """The way of a charge at the enemy on that cell: through zones, but not of those nearer than he is."""
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


# -- moves of free choice ---------------------------------------------------------------------------------------------


def free_ways(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """A move up to the Speed, past friends but not onto them, not into zones (EP-A29, EP-A33); 5 cm to consolidate.

    Who starts within a zone leaves it. A withdrawal pays no heed to zones (EP-A42).
    """
    no = stays(plan, unit)
    if no is not None:
        return no
    memo, key = plan.muster.memo, (queue.kind, unit.id)
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
        found = Ways(mover.way, left, mover.come_to, taken)
        mover.lists[taken] = found
    return found


class Mover(NamedTuple):
    """A stand that moves freely: the cells `near` enough to matter, those it comes to, and what is left of them.

    `lists`: by the cells that other stands have taken.
    """

    near: frozenset[Cell]
    way: Way
    cells: tuple[Cell, ...]
    come_to: frozenset[Cell]
    lists: dict[frozenset[Cell], Ways]


def _mover(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Mover:
    foes, cm = plan.muster.foes(state, unit.seat), allowance(queue, unit.stats["SPEED"])
    clauses = {Verbs.WITHDRAW: ("EP-A42",), Verbs.CONSOLIDATE: ("EP-A43",)}.get(queue.kind, ("EP-A29",))
    zoned = () if queue.kind == Verbs.WITHDRAW else foes.cells
    reach, cells, come_to = outside(field(state, unit, cm, foes, zoned))
    return Mover(disc(state, unit.at, cm), Way(reach, clauses=clauses), cells, come_to, {})


def may_leave(state: Battle, unit: Stand) -> bool:
    """Whether a stand can move out of all zones of control, and stay with others of its formation that cannot move (EP-A33)."""
    known = muster(state)
    speed, foes = unit.stats["SPEED"], known.foes(state, unit.seat)
    cells = outside(field(state, unit, speed, foes, foes.cells))[1] if speed else ()
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
    """Centimetres of one move at a Speed: all of it, to consolidate 5 at most (EP-A29, EP-A43)."""
    return min(speed, CONSOLIDATE) if queue.kind == Verbs.CONSOLIDATE else speed


def stays(plan: Layout, unit: Stand) -> Refusal | None:
    """Why a stand cannot move at all: no Speed, or passengers that get out of it (EP-A48)."""
    if not unit.stats["SPEED"]:
        return Refusal("EP-A21", "its Speed is 0", unit.id)
    if unit.id in plan.unloaded:
        return Refusal("EP-A48", "passengers get out of it, which ends its move", unit.id)
    return None


# -- transports -------------------------------------------------------------------------------------------------------


def carriers_for(state: Battle, plan: Layout, unit: Stand) -> list[UnitId]:
    """The transports of its formation with room that an infantry stand is within 5 cm of, if it carries nobody (EP-A48)."""
    if unit.vehicle or unit.id not in plan.at or unit.id in plan.aboard.values():
        return []
    return [
        carrier.id
        for carrier in plan.muster.carriers(state, unit.formation)
        if carrier.id != unit.id
        and carrier.id in plan.at
        and list(plan.aboard.values()).count(carrier.id) < carrier.stats["CARRIES"]
        and carrier.id not in plan.unloaded
        and within(state, plan.at[unit.id], plan.at[carrier.id], LINK)
    ]


def exits(state: Battle, plan: Layout, unit: Stand, clauses: tuple[str, ...], may_end: Callable[[Cell], bool]) -> Ways:
    """The free cells within 5 cm of its transport that a passenger can walk to, enemies' zones and all (EP-A48).

    Of those the ones on which it `may_end`.
    """
    door = plan.at[plan.aboard[unit.id]]
    walled = frozenset(plan.muster.foes(state, unit.seat).cells)
    reach = state.board.reach(door, half_cells(state, 2 * LINK) + 6, walled, unit.mode)
    cells = sorted((reach.costs.keys() & disc(state, door, LINK)) - plan.taken())
    free = tuple(filter(may_end, cells))
    return Ways(Way(reach, clauses=clauses), free, frozenset(free))


def goes_first(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Refusal | None:
    """Why a passenger cannot get out yet: that would end the move of a transport which has to leave a zone (EP-A33)."""
    carrier = state.units[plan.aboard[unit.id]]
    foe = None if carrier.id in plan.unloaded else holder(state, queue, plan, carrier)
    if foe is None or not may_leave(state, carrier):
        return None
    words = f"{carrier.id.upper()} has to leave the zone of control of {foe.id.upper()} first"
    return Refusal("EP-A33", words, unit.id)


def free_exits(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """As `exits`, but outside all zones of control, and not before the transport has left that it is in (EP-A33)."""
    no = goes_first(state, queue, plan, unit)
    if no is not None:
        return no
    barred = zones(state, plan.muster.foes(state, unit.seat).cells)
    return exits(state, plan, unit, ("EP-A48",), lambda cell: cell not in barred)


def doors_shut(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Refusal:
    """Nobody gets out while a formation withdraws or consolidates (EP-A42, EP-A43)."""
    kind = "withdrawing" if queue.kind == Verbs.WITHDRAW else "consolidating"
    return Refusal("EP-A48", f"it rides in {plan.aboard[unit.id].upper()}, which is {kind}", unit.id)


# -- contact ----------------------------------------------------------------------------------------------------------

Crowds = Mapping[UnitId, Sequence[UnitId]]


def crowds(state: Battle, plan: Layout, seat: Seat, but: UnitId = "") -> Crowds:
    """By stand of a seat's enemies, the stands of its own side that touch it, the stand `but` left out."""
    foes = plan.muster.foes(state, seat)
    names = {cell: name for cell, name in plan.near(foes) if name != but}
    key = ("crowds", seat, *names.items())
    found: Crowds | None = plan.muster.memo.get(key)
    if found is None:
        near = state.board.neighbours
        found = {foe.id: [names[c] for c in near(foe.at) if c in names] if names else [] for foe in foes.stands}
        plan.muster.memo[key] = found
    return found


def contact_cells(
    state: Battle, plan: Layout, foes: Iterable[Stand], crowd: Crowds, but: UnitId = ""
) -> dict[UnitId, set[Cell]]:
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


def holder(state: Battle, queue: EpicQueue, after: Layout, unit: Stand) -> Stand | None:
    """The enemy in whose zone of control a stand stays; None if that is nobody, or may be.

    A stand that stays in the zone of those that are charged charges them, so it need not leave.
    """
    if after.at.get(unit.id) != unit.at:
        return None
    zoned = after.muster.foes(state, unit.seat).stands
    if queue.kind == Verbs.CHARGE:
        if any(unit.at in disc(state, foe.at, ZONE) for foe in charged_stands(state)):
            return None
        zoned = live(state, crowds(state, after, unit.seat))
    return next((foe for foe in zoned if unit.at in disc(state, foe.at, ZONE)), None)


# -- the charge -------------------------------------------------------------------------------------------------------


def charged_stands(state: Battle) -> list[Stand]:
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
    foes = plan.muster.foes(state, unit.seat)
    touching = tuple([near for near in plan.near(foes) if near[1] != unit.id])
    taken = plan.taken(unit.id, _ranges(plan.muster, state, unit, foes))
    key = ("charge", unit.id, touching, taken)
    found: Ways | None = plan.muster.memo.get(key)
    if found is None:
        found = plan.muster.memo[key] = _charge(state, plan, unit, foes, taken)
    return found


def _ranges(known: Muster, state: Battle, unit: Stand, foes: Foes) -> frozenset[Cell]:
    """The cells on which other stands matter to a stand's charge: those in its reach, and those beside enemies."""
    key = ("ranges", unit.id)
    found: frozenset[Cell] | None = known.memo.get(key)
    if found is None:
        found = known.memo[key] = disc(state, unit.at, unit.stats["SPEED"]) | foes.beside
    return found


def _charge(state: Battle, plan: Layout, unit: Stand, foes: Foes, taken: frozenset[Cell]) -> Ways:
    speed = unit.stats["SPEED"]
    charged = [foe for foe in charged_stands(state) if within(state, unit.at, foe.at, speed + ZONE)]
    crowd = crowds(state, plan, unit.seat, unit.id)
    closed = taken | foes.beside
    over = field(state, unit, speed, foes, tuple([foe.at for foe in live(state, crowd)]))
    reach, cells, come_to = outside(over)
    more: dict[Cell, Way] = {}
    for name, places in contact_cells(state, plan, charged, crowd, unit.id).items():
        way = charge_way(over, state.units[name].at)
        goals = places - way.shut
        if not goals:
            continue
        got = (goals & way.reach.costs.keys()) - {unit.at}
        text = f"{unit.id.upper()} into contact with {name.upper()}"
        more.update(dict.fromkeys(sorted(got), Way(way.reach, name, ("EP-A33", "EP-A34"), text)))
        short = -1 if got else falls_short(way, closed | {unit.at})
        if short >= 0:
            text = f"{unit.id.upper()} as near to {name.upper()} as it gets"
            more.setdefault(short, Way(way.reach, name, ("EP-A33",), text))
    plain = tuple([cell for cell in cells if cell not in closed])
    return Ways(Way(reach, clauses=("EP-A34",)), plain, come_to, closed, more)


def falls_short(way: ChargeWay, closed: AbstractSet[Cell]) -> int:
    """The cell in an enemy's zone that brings a stand nearest to one it cannot touch; -1 if it gets into no zone."""
    return next((cell for cell in way.zone if cell not in closed), -1)


def charge_exits(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """Passengers get out of a charging transport outside all zones or into contact with the target (EP-A33, EP-A48).

    As for whoever walks, contact is with the nearest of those whose zones are entered on getting out.
    """
    no = goes_first(state, queue, plan, unit)
    if no is not None:
        return no
    crowd = crowds(state, plan, unit.seat, unit.id)
    zoned = [foe.at for foe in live(state, crowd)]
    barred = zones(state, zoned) | plan.muster.foes(state, unit.seat).beside
    door, contact = plan.at[plan.aboard[unit.id]], set[Cell]()
    for name, places in contact_cells(state, plan, charged_stands(state), crowd, unit.id).items():
        away = span(state, door, state.units[name].at)
        contact |= places - zones(state, [cell for cell in zoned if span(state, door, cell) < away])
    return exits(state, plan, unit, ("EP-A48",), lambda cell: cell in contact or cell not in barred)
