"""The plan of a draft laid out over the table, and the caches of what has been worked out for the table and the plan.

A draft asks thousands of questions about the same table, and asks them all again after each change to its plan. What
they have in common is cached, each answer under everything that it depends on.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from msgspec import Struct

from game.engine.names import NO_VERB, Cell, Seat, UnitId, Verb
from game.engine.queue import ReactionStatus
from game.rules.epic.formations import against, on_table
from game.rules.epic.state import Battle, EpicQueue, FormationId, Stand
from game.rules.epic.vocabulary import Verbs


class TableCache:
    """The stands of a table, with the cached answers that hold as long as none of them is altered.

    memo: answers of other modules, each under a key of its module's own; plans: (kind, parts) -> plan.
    """

    __slots__ = ("_carriers", "_foes", "_stands", "aboard", "at", "memo", "plans", "seen", "units")

    def __init__(self, state: Battle) -> None:
        self.units = list(state.units.values())
        self.seen = _seen(state)
        standing = [u for u in self.units if not u.out]
        self.at = {u.id: u.at for u in standing if not u.aboard}
        self.aboard = {u.id: u.aboard for u in standing if u.aboard}
        self.memo: dict[Hashable, Any] = {}
        self.plans: dict[Hashable, Plan] = {}
        self._foes: dict[Seat, Foes] = {}
        self._stands: dict[FormationId, list[Stand]] = {}
        self._carriers: dict[FormationId, list[Stand]] = {}

    def foes(self, state: Battle, seat: Seat) -> Foes:
        """The enemies of a seat."""
        found = self._foes.get(seat)
        if found is None:
            stands = against(state, seat)
            seats = state.enemies(seat)
            found = self._foes[seat] = Foes(
                stands,
                tuple(foe.at for foe in stands),
                frozenset(cell for foe in stands for cell in state.board.neighbours(foe.at)),
                frozenset(unit.id for unit in self.units if unit.seat not in seats),
            )
        return found

    def plan(self, kind: Verb, parts: tuple[Planned, ...]) -> Plan:
        """The plan of these parts, with its cached answers."""
        found = self.plans.get((kind, parts))
        if found is None:
            found = self.plans[kind, parts] = Plan(self, kind, parts)
        return found

    def stands(self, state: Battle, formation: FormationId) -> list[Stand]:
        """The stands of a formation that are on the table, without passengers."""
        found = self._stands.get(formation)
        if found is None:
            found = self._stands[formation] = on_table(state, formation)
        return found

    def carriers(self, state: Battle, formation: FormationId) -> list[Stand]:
        """The transports among the stands of a formation."""
        found = self._carriers.get(formation)
        if found is None:
            found = self._carriers[formation] = [u for u in self.stands(state, formation) if u.stats["CARRIES"]]
        return found


class Foes(NamedTuple):
    """The enemies of a seat on the table, their cells, the cells beside them, and the ids of all stands of its side."""

    stands: list[Stand]
    cells: tuple[Cell, ...]
    beside: frozenset[Cell]
    friends: frozenset[UnitId]


TABLES, REMEMBERED, PLANS = 4, 1 << 12, 1 << 6
"""How many tables are kept, and how many answers and plans for each of them."""
_caches: list[TableCache] = []


def _seen(state: Battle) -> tuple[object, ...]:
    """What else moves depend on, besides the stands: the ground, the sides, the sides of the assault."""
    assault = state.assault
    sides = (*assault.attackers.formations, "", *assault.defenders.formations) if assault else ()
    return state.board, state.scale, state.seats, tuple(state.allies.items()), sides


def table_cache(state: Battle) -> TableCache:
    """The cache of a table: the one from last time if no stand has been altered since.

    A step that alters stands must ask for it again afterwards.
    """
    units, seen = list(state.units.values()), _seen(state)
    for place, known in enumerate(_caches):
        if known.units == units and known.seen == seen:
            if place:
                _caches.insert(0, _caches.pop(place))
            if len(known.memo) > REMEMBERED:
                known.memo.clear()
            if len(known.plans) > PLANS:
                known.plans.clear()
            return known
    for gone in _caches[TABLES - 1 :]:
        gone.plans.clear()  # plans refer back to their cache; without the circle it is freed at once
    _caches[:] = [TableCache(state), *_caches[: TABLES - 1]]
    return _caches[0]


class Layout:
    """The table with planned and declared moves made.

    at: stand on the table -> its cell; aboard: passenger -> its transport; unloaded: the transports that a passenger
    gets out of.
    """

    __slots__ = ("aboard", "at", "cache", "unloaded")

    def __init__(self, known: TableCache) -> None:
        self.cache = known
        self.at, self.aboard, self.unloaded = known.at.copy(), known.aboard.copy(), NOBODY

    def put(self, name: UnitId, cell: Cell) -> None:
        """Put a stand on a cell, or (-1) take it off the table."""
        if cell >= 0:
            self.at[name] = cell
        else:
            self.at.pop(name, None)

    def make(self, part: Planned) -> None:
        """Make what is planned for a stand."""
        if part.action == Verbs.EMBARK:
            self.put(part.unit, -1)
            self.aboard[part.unit] = part.target
        elif part.action == Verbs.DISEMBARK:
            self.unloaded |= {self.aboard.pop(part.unit, "")}
            self.put(part.unit, part.to)
        elif part.action == Verbs.MOVE:
            self.put(part.unit, part.to)

    def copy(self) -> Layout:
        """A copy, for a caller that changes it."""
        twin = object.__new__(Layout)
        twin.at, twin.aboard, twin.unloaded = self.at.copy(), self.aboard.copy(), self.unloaded
        twin.cache = self.cache
        return twin

    def taken(self, but: UnitId = "", among: frozenset[Cell] | None = None) -> frozenset[Cell]:
        """The cells with a stand other than `but`; `among`: only those of these cells."""
        cells = self.at.values()
        found = frozenset(cells) if among is None else among.intersection(cells)
        cell = self.at.get(but, -1)
        if cell in found and list(cells).count(cell) == 1:  # an unconfirmed plan may put two stands on one cell
            return found - {cell}
        return found

    def near(self, foes: Foes) -> list[tuple[Cell, UnitId]]:
        """The cells and ids of the stands of one's own side that touch one of these enemies."""
        beside, friends = foes.beside, foes.friends
        return [(cell, name) for name, cell in self.at.items() if cell in beside and name in friends]


NOBODY = frozenset[UnitId]()
PLANNED = ("planned", "declared")
"""The statuses of reactions that a plan takes into account."""


class Planned(Struct, frozen=True, gc=False):
    """What is planned or declared for a stand, as far as it distinguishes one plan from another."""

    unit: UnitId
    action: Verb
    target: UnitId
    to: Cell
    seat: Seat
    status: ReactionStatus


class Plan:
    """The parts of a draft, with the table as they leave it and the answers cached for them."""

    __slots__ = ("_units", "_whole", "answers", "cache", "kind", "parts")

    def __init__(self, known: TableCache, kind: Verb, parts: tuple[Planned, ...]) -> None:
        self.cache, self.kind, self.parts = known, kind, parts
        self.answers: dict[Hashable, Any] = {}
        self._whole: Layout | None = None
        self._units = {part.unit for part in parts}

    def layout(self, but: UnitId = "") -> Layout:
        """The table as the plan leaves it, without what is planned for `but`. Copy it before changing it."""
        if but in self._units:
            return self._laid_out(but)
        if self._whole is None:
            self._whole = self._laid_out("")
        return self._whole

    def _laid_out(self, but: UnitId) -> Layout:
        found = Layout(self.cache)
        for part in self.parts:
            if part.unit != but:
                found.make(part)
        return found


def plan_of(state: Battle, queue: EpicQueue | None) -> Plan:
    """The plan of a draft, with its cached answers; the empty plan if there is no draft."""
    known = table_cache(state)
    if queue is None:
        return known.plan(NO_VERB, ())
    reactions = [r for r in queue.reactions if r.status in PLANNED]
    return known.plan(
        queue.kind, tuple([Planned(r.unit, r.action, r.target, r.to, r.seat, r.status) for r in reactions])
    )


def layout(state: Battle, queue: EpicQueue | None, *, but: UnitId = "") -> Layout:
    """The table as a draft leaves it, without what is planned for `but`. Copy it before changing it."""
    return plan_of(state, queue).layout(but)
