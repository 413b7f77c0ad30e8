"""Drafts: moves of a formation are planned stand by stand or all at once, judged as a whole, and then made.

Decision kinds "move", "charge", "counter_charge", "withdraw" and "consolidate" are the same draft with other `Ways`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from game.board.board import Board, Reach
from game.engine.decisions import Refusal
from game.engine.options import Moves, Option, Part
from game.engine.queue import Reaction, Trigger
from game.engine.reactions import declared
from game.engine.steps import step
from game.rules.epic.counter import counter_exits, counter_ways
from game.rules.epic.destinations import (
    Way,
    Ways,
    carriers_for,
    charge_exits,
    charge_ways,
    crowds,
    doors_shut,
    free_exits,
    free_ways,
    live,
    targets,
)
from game.rules.epic.events import Carried, Disembarked, Embarked, Moved
from game.rules.epic.formations import first, on_table, seat_of, standing
from game.rules.epic.ground import LINK, NEAR, ZONE, disc, gap, nearest, pieces, span, within
from game.rules.epic.plans import Layout, Plan, Planned, layout, plan_of
from game.rules.epic.state import ATTACKERS, Battle, EpicQueue, EpicTable, Stand, fought

DRAFTS = ("move", "charge", "counter_charge", "withdraw", "consolidate")

HELD = ("move", "charge")
"""Those in which a zone of control that a stand starts in is not to be stayed in (EP-A33)."""

CLAUSES: Mapping[str, tuple[str, ...]] = {
    "move": ("EP-A29",),
    "charge": ("EP-A34", "EP-A33"),
    "counter_charge": ("EP-09",),
    "withdraw": ("EP-A42",),
    "consolidate": ("EP-A43",),
}
"""By what rule each kind of draft asks."""

WAYS: Mapping[str, Callable[[Battle, EpicQueue, Layout, Stand], Ways | Refusal]] = {
    "move": free_ways,
    "withdraw": free_ways,
    "consolidate": free_ways,
    "charge": charge_ways,
    "counter_charge": counter_ways,
}

EXITS: Mapping[str, Callable[[Battle, EpicQueue, Layout, Stand], Ways | Refusal]] = {
    "move": free_exits,
    "withdraw": doors_shut,
    "consolidate": doors_shut,
    "charge": charge_exits,
    "counter_charge": counter_exits,
}


def idle(state: Battle, queue: EpicQueue, unit: Stand) -> Refusal:
    """Why a stand has no part in the draft that is open: another formation moves, or another side counter charges."""
    formation = unit.formation
    name = formation.upper()
    if queue.kind != "counter_charge":
        return Refusal(CLAUSES[queue.kind][0], f"{name} does not move now", unit.id)
    assault = fought(state)
    side = assault.side_of(formation)
    if not side:
        return Refusal("EP-02", f"{name} is not in the assault", unit.id)
    if assault.round == 1:
        return Refusal("EP-25", f"{name} attacks, and attackers counter charge from round 2 on", unit.id)
    when = "attacks: it went first" if side == ATTACKERS else "is attacked: it goes second"
    return Refusal("EP-A14", f"{name} {when}", unit.id)


def ways_of(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """Where a stand may be moved to, or where a passenger may get out."""
    table = EXITS if unit.id in plan.aboard else WAYS
    return table[queue.kind](state, queue, plan, unit)


class _Moves(Moves):
    """The moves of one stand that goes for nobody; each option is made once."""

    def __init__(self, like: Option, cells: tuple[int, ...], width: int, reach: Reach) -> None:
        walked = like.unit and like.action == "move"
        super().__init__(like, cells, len(cells), width, reach.path if walked else _no_path)
        self._options = _options(like, width)

    def _at(self, cell: int) -> Option:
        found = self._options.get(cell)
        if found is None:
            found = self._options[cell] = super()._at(cell)
        return found


def _no_path(cell: int) -> tuple[int, ...]:
    """The way of a whole formation, or out of a transport: the cell is all there is to say."""
    return ()


@lru_cache(maxsize=256)
def _options(like: Option, width: int) -> dict[int, Option]:
    """The options made so far of a stand that goes for nobody, on boards so wide: by cell, to be added to."""
    return {}


def listed(board: Board, plain: Option, ways: Ways) -> list[Moves]:
    """An option for every cell: `plain`, whose id heads theirs, with what the way there says; paths are left out."""
    found = ways.listed.get(plain)
    if found is None:
        found = ways.listed[plain] = []
        if ways.way is not None and ways.cells:
            found.append(_Moves(_told(plain, ways.way), ways.cells, board.width, ways.way.reach))
        for way, cells in groupby(ways.more, key=ways.more.__getitem__):
            found.append(_Moves(_told(plain, way), tuple(cells), board.width, way.reach))
    return found


def _told(plain: Option, way: Way) -> Option:
    """The option with what a way says; that of a formation says nothing of its first stand's enemy."""
    return _worded(plain, way.clauses) if plain.formation else _worded(plain, way.clauses, way.target, way.text)


@lru_cache(maxsize=1024)
def _worded(plain: Option, clauses: tuple[str, ...], target: str = "", text: str = "") -> Option:
    return plain.but(clauses=clauses, target=target, text=text or plain.text)


# -- the options of one stand -----------------------------------------------------------------------------------------


def may_plan(state: Battle, queue: EpicQueue, trigger: Trigger, name: str) -> Sequence[Part] | Refusal:
    """Every move that may be planned for a stand now; the first stand also speaks for its whole formation."""
    unit = state.units[name]
    if unit.formation not in queue.action.drafting:
        return idle(state, queue, unit)
    plan = plan_of(state, queue)
    key = ("offers", name, trigger.id)
    found: Sequence[Part] | Refusal | None = plan.answers.get(key)
    if found is None:
        found = plan.answers[key] = _offers(state, queue, trigger, plan, unit)
    return found


def _offers(state: Battle, queue: EpicQueue, trigger: Trigger, whole: Plan, unit: Stand) -> tuple[Part, ...] | Refusal:
    name = unit.id
    plan = whole.layout(but=name)
    ways = ways_of(state, queue, plan, unit)
    no = ways if isinstance(ways, Refusal) else None
    found: list[Part] = (
        [] if isinstance(ways, Refusal) or not ways else _moves(state, trigger, unit, plan, ways, queue.kind)
    )
    if queue.kind == "move":
        found += [_embark(trigger, unit, carrier) for carrier in carriers_for(state, plan, unit)]
    if queue.kind != "counter_charge" and speaks(state, whole, unit):
        found += _formation_moves(state, queue, trigger, whole, unit.formation)
    return tuple(found) or no or Refusal("EP-A29", "there is nowhere for it to go", name)


def speaks(state: Battle, plan: Plan, unit: Stand) -> bool:
    """Whether the moves of the whole formation are listed with this stand: the first one that is not planned yet."""
    own = [one.id for one in plan.muster.stands(state, unit.formation)]
    if len(own) <= 1:
        return False
    planned = {part.unit for part in plan.parts if part.status == "planned"}
    return unit.id == next((name for name in own if name not in planned), own[0])


def _moves(state: Battle, trigger: Trigger, unit: Stand, plan: Layout, ways: Ways, kind: str) -> list[Part]:
    """A stand's moves. Paths are filled in when one is looked at or chosen, but for the few of a counter charge."""
    action = "disembark" if unit.id in plan.aboard else "move"
    found = listed(state.board, Option(f"{unit.id}:{action}:", action, unit.id, value=trigger.id), ways)
    if kind == "counter_charge" and action == "move":
        return [one.but(path=ways[one.to].reach.path(one.to)) for block in found for one in block.all()]
    return [*found]


def _embark(trigger: Trigger, unit: Stand, carrier: str) -> Option:
    text = f"{unit.id.upper()} gets into {carrier.upper()}"
    return Option(
        f"{unit.id}:embark:{carrier}", "embark", unit.id, carrier, value=trigger.id, clauses=("EP-A48",), text=text
    )


def _formation_moves(state: Battle, queue: EpicQueue, trigger: Trigger, plan: Plan, name: str) -> list[Part]:
    """The whole formation by where its first stand could go if the others were not there; `planned` moves them along."""
    lead = first(state, name)
    ways = ways_of(state, queue, plan_without_mates(state, plan, name), lead)
    if isinstance(ways, Refusal):
        return []
    plain = Option(f"{name}:move:", "move", formation=name, value=trigger.id, text=f"All of {name.upper()}")
    return [*listed(state.board, plain, ways)]


def plan_without_mates(state: Battle, plan: Plan, name: str) -> Layout:
    """The plan with nobody of a formation on the table but its first stand, which has not moved."""
    lead = first(state, name)
    alone = plan.layout(but=lead.id).copy()
    for stand in plan.muster.stands(state, name):
        if stand.id != lead.id:
            alone.put(stand.id, -1)
    return alone


def complete(state: Battle, option: Option) -> Option:
    """A planned move with its path."""
    if option.path or not option.unit or option.action != "move" or not state.queues:
        return option
    queue = state.queues[-1]
    ways = ways_of(state, queue, layout(state, queue, but=option.unit), state.units[option.unit])
    if isinstance(ways, Refusal) or option.to not in ways:
        return option
    return option.but(path=ways[option.to].reach.path(option.to))


def planned(state: Battle, queue: EpicQueue, option: Option) -> list[Option]:
    """The move of a stand with its path; a formation's move as the moves of all its stands."""
    return shifted(state, queue, option) if option.formation else [complete(state, option)]


# -- a formation moved as a whole -------------------------------------------------------------------------------------


def shifted(state: Battle, queue: EpicQueue, option: Option) -> list[Option]:
    """The moves of all stands of a formation, in an order in which they can be made.

    Spacing is kept where the ground allows it; else every stand goes as near as it can to where it would have come,
    within 5 cm of those already placed.
    """
    shift = _Shift(state, queue, option)
    return shift.kept() or shift.bent()


class _Shift:
    """The move of a whole formation, worked out stand by stand in an order in which it can be made."""

    def __init__(self, state: Battle, queue: EpicQueue, option: Option) -> None:
        self.state, self.queue, self.option = state, queue, option
        board = state.board
        self.lead = first(state, option.formation)
        self.stands = on_table(state, option.formation)
        across, down = (b - a for a, b in zip(board.xy(self.lead.at), board.xy(option.to), strict=True))
        self.goals: dict[str, int] = {}
        for unit in self.stands:
            x, y = board.xy(unit.at)
            x, y = min(max(x + across, 0), board.width - 1), min(max(y + down, 0), board.height - 1)
            self.goals[unit.id] = board.cell(x, y)
        # who is ahead goes first and clears the ground for the others
        self.ahead = sorted(self.stands, key=lambda u: -(u.at % board.width * across + u.at // board.width * down))

    def before(self) -> Layout:
        """The table with nothing planned for this formation."""
        found = layout(self.state, self.queue).copy()
        for unit in self.stands:
            found.put(unit.id, unit.at)
        return found

    def kept(self) -> list[Option]:
        """Every stand by exactly the same stretch; nothing if one of them cannot."""
        table, parts = self.before(), list[Option]()
        for unit in self.ahead:
            ways = ways_of(self.state, self.queue, table, unit)
            if isinstance(ways, Refusal) or self.goals[unit.id] not in ways:
                return []
            parts.append(self._part(unit, self.goals[unit.id], ways))
            table.put(unit.id, parts[-1].to)
        return parts

    def bent(self) -> list[Option]:
        """The first stand to its cell, the others after it along the links of the formation, each linked to the rest."""
        state, table = self.state, self.before()
        linked = frozenset[int]()
        parts: list[Option] = []
        for unit in self._chain(table):
            ways = ways_of(state, self.queue, table, unit)
            to = unit.at
            if not isinstance(ways, Refusal):
                goal = self.goals[unit.id]
                near = ways.among(linked)
                if unit.at in linked:
                    near.add(unit.at)
                cells = near or ([*ways, unit.at] if not parts else [unit.at])
                to = goal if goal in cells else min(cells, key=lambda cell: (span(state, cell, goal), cell))
                parts.append(self._part(unit, to, ways))
            table.put(unit.id, to)
            linked |= disc(state, to, LINK)
        return parts

    def _chain(self, table: Layout) -> list[Stand]:
        """The stands that cannot move, then the first one, then the others in the order in which links lead to them."""
        fixed = [unit for unit in self.stands if isinstance(ways_of(self.state, self.queue, table, unit), Refusal)]
        found = fixed if self.lead in fixed else [*fixed, self.lead]
        rest = [unit for unit in self.ahead if unit not in found]
        for one in found:
            near = [unit for unit in rest if within(self.state, one.at, unit.at, LINK)]
            found += near
            rest = [unit for unit in rest if unit not in near]
        return found + rest

    def _part(self, unit: Stand, to: int, ways: Ways) -> Option:
        part = Option("", "move", unit.id, to=to, value=self.option.value)
        if to == unit.at:
            return part
        way = ways[to]
        return part.but(path=way.reach.path(to), target=way.target, clauses=way.clauses, text=way.text)


# -- the plan judged as a whole ---------------------------------------------------------------------------------------


def plan_refused(state: Battle, queue: EpicQueue, seat: str) -> Refusal | None:
    """Why a set of moves is refused as a whole: a move that another one spoilt, coherency, a charge too far off."""
    plan = plan_of(state, queue)
    key = ("judged", seat, *queue.action.drafting)
    if key not in plan.answers:
        plan.answers[key] = _refused(state, queue, seat, plan)
    found: Refusal | None = plan.answers[key]
    return found


def _refused(state: Battle, queue: EpicQueue, seat: str, plan: Plan) -> Refusal | None:
    no, after = _made(state, queue, seat, plan, len(plan.parts))
    if no is not None:
        return no
    no = _loose(state, queue, seat, after) if queue.plan(seat) else None
    return no or (held(state, queue, after) if queue.kind in HELD else None)


def _loose(state: Battle, queue: EpicQueue, seat: str, after: Layout) -> Refusal | None:
    """Why stands cannot end as they would: a formation falls apart, or a charge is none."""
    for formation in queue.action.drafting:
        if seat_of(state, formation) == seat:
            no = apart(state, formation, after, "EP-08" if queue.kind == "counter_charge" else "EP-A35")
            if no is not None:
                return no
    return too_far(state, queue, after) if queue.kind == "charge" else None


def completing(state: Battle, queue: EpicQueue, seat: str) -> str:
    """The move of a stand that must leave a zone of control, out of it by the shortest way that the plan allows (EP-A33).

    There is one wherever that is all that is wrong with the plan, and the next stand that must leave has one then: so
    every plan is completed with as many moves as there are stands to go.
    """
    no, after = _made(state, queue, seat, plan_of(state, queue), len(plan_of(state, queue).parts))
    if no or queue.kind not in HELD or (queue.plan(seat) and _loose(state, queue, seat, after)):
        return ""
    found = next(_stuck(state, queue, after), None)
    if found is None:
        return ""
    unit = found[0]
    nearest_first = sorted(_places(state, queue, after, unit), key=lambda cell: (span(state, unit.at, cell), cell))
    x, y = state.board.xy(next(cell for cell in nearest_first if _fits(state, queue, after, unit, cell)))
    return f"{unit.id}:move:{x},{y}"


def _made(state: Battle, queue: EpicQueue, seat: str, plan: Plan, count: int) -> tuple[Refusal | None, Layout]:
    """The table when so many parts of the plan are made, and why one of them cannot be; a longer plan goes on from it."""
    known = plan if count == len(plan.parts) else plan.muster.plan(plan.kind, plan.parts[:count])
    key = ("made", seat)
    found: tuple[Refusal | None, Layout] | None = known.answers.get(key)
    if found is None:
        found = known.answers[key] = _made_anew(state, queue, seat, plan, count)
    return found


def _made_anew(state: Battle, queue: EpicQueue, seat: str, plan: Plan, count: int) -> tuple[Refusal | None, Layout]:
    if not count:
        return None, Layout(plan.muster)
    part = plan.parts[count - 1]
    no, before = _made(state, queue, seat, plan, count - 1)
    if no is None and part.seat == seat and part.status == "planned":
        no = spoilt(state, queue, before, part)
    if no is not None:
        return no, before
    after = before.copy()
    after.make(part)
    return None, after


def spoilt(state: Battle, queue: EpicQueue, before: Layout, reaction: Planned) -> Refusal | None:
    """Why a planned move cannot be made any more as the plan has become, each in its turn (EP-A3)."""
    unit = state.units[reaction.unit]
    if reaction.action == "embark":
        ok = reaction.target in carriers_for(state, before, unit)
        return None if ok else Refusal("EP-A48", f"{reaction.target.upper()} is out of its reach or full", unit.id)
    if reaction.action == "move" and reaction.to == unit.at:
        return None
    ways = ways_of(state, queue, before, unit)
    if isinstance(ways, Refusal):
        return ways
    if reaction.to not in ways:
        label = state.board.label(reaction.to)
        why = f"what is planned before it leaves {unit.id.upper()} no move to {label}"
        return Refusal("EP-A3" if queue.kind == "counter_charge" else "EP-A25", why, unit.id)
    return None


def apart(state: Battle, formation: str, after: Layout, clause: str) -> Refusal | None:
    """Who would be out of coherency and by how much; a formation in pieces before may stay in as many (EP-A4, EP-A35)."""
    names = [u.id for u in standing(state, formation)]
    now = pieces(state, {name: after.at[name] for name in names if name in after.at})
    before = pieces(state, {u.id: u.at for u in standing(state, formation) if not u.aboard})
    if len(now) <= max(1, len(before)):
        return None
    lost, rest = now[-1], [after.at[name] for part in now[:-1] for name in part]
    name = min(lost, key=lambda one: span(state, after.at[one], nearest(state, after.at[one], rest)))
    cell = nearest(state, after.at[name], rest)
    other = next(one for part in now[:-1] for one in part if after.at[one] == cell)
    who = " and ".join(one.upper() for one in lost)
    away = gap(state, after.at[name], cell, LINK)
    return Refusal(
        clause, f"{who} out of coherency: {away} from {other.upper()}, the nearest; {LINK} cm is the limit", lost[0]
    )


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


def held(state: Battle, queue: EpicQueue, after: Layout) -> Refusal | None:
    """Why a stand cannot stay in the zone of control it starts in: it must charge or leave, if it can (EP-A33).

    It can if it gets somewhere where the plan could be confirmed: a formation need not fall apart for it.
    """
    for unit, foe in _stuck(state, queue, after):
        what = "charge or leave" if queue.kind == "charge" else "leave"
        return Refusal("EP-A33", f"it is in the zone of control of {foe.id.upper()}: it must {what}", unit.id)
    return None


def _stuck(state: Battle, queue: EpicQueue, after: Layout) -> Iterator[tuple[Stand, Stand]]:
    """The stands that stay in a zone of control though they could go, each with the enemy whose zone it is."""
    for formation in queue.action.drafting:
        for unit in on_table(state, formation):
            foe = holder(state, queue, after, unit)
            if foe is not None and may_go(state, queue, after, unit):
                yield unit, foe


def holder(state: Battle, queue: EpicQueue, after: Layout, unit: Stand) -> Stand | None:
    """The enemy in whose zone a stand stays put. Who stays before those that are charged charges them."""
    if after.at.get(unit.id) != unit.at:
        return None
    zoned = after.muster.foes(state, unit.seat).stands
    if queue.kind == "charge":
        if any(unit.at in disc(state, foe.at, ZONE) for foe in targets(state)):
            return None
        zoned = live(state, crowds(state, after, unit.seat))
    return next((foe for foe in zoned if unit.at in disc(state, foe.at, ZONE)), None)


def may_go(state: Battle, queue: EpicQueue, after: Layout, unit: Stand) -> bool:
    """Whether a stand that stays put could go somewhere with the rest of the plan as it is."""
    return any(_fits(state, queue, after, unit, cell) for cell in _places(state, queue, after, unit))


def _places(state: Battle, queue: EpicQueue, after: Layout, unit: Stand) -> tuple[int, ...]:
    """Where it can go, beside the others first: that is where it mostly fits."""
    ways = ways_of(state, queue, after, unit)
    if isinstance(ways, Refusal):
        return ()
    mates = [one.id for one in standing(state, unit.formation) if one.id != unit.id and one.id in after.at]
    near = frozenset[int]().union(*(disc(state, after.at[name], LINK) for name in mates))
    return (*sorted(ways.among(near)), *ways)


def _fits(state: Battle, queue: EpicQueue, after: Layout, unit: Stand, cell: int) -> bool:
    """Whether the rest of the plan lets a stand end there."""
    gone = after.copy()
    gone.put(unit.id, cell)
    if apart(state, unit.formation, gone, "EP-A35") is not None:
        return False
    return queue.kind != "charge" or too_far(state, queue, gone) is None


# -- making the moves -------------------------------------------------------------------------------------------------


def confirm(t: EpicTable, queue: EpicQueue, reaction: Reaction) -> None:
    """A counter charge is a reaction that waits for its turn; own moves are no reactions and are made at once."""
    if queue.kind == "counter_charge":
        declared(t, queue, reaction, (reaction.clause or "EP-10",))
        return
    if reaction.action != "move" or reaction.path:
        clause = reaction.clause or "EP-A29"
        t.then(move_stand, reaction.unit, reaction.action, reaction.target, reaction.to, list(reaction.path), clause)
    queue.drop_plan({reaction.unit})


@step
def move_stand(t: EpicTable, name: str, action: str, target: str, to: int, path: list[int], clause: str) -> None:
    """A stand is moved with its passengers, gets out, or gets in."""
    unit = t.state.units[name]
    if action == "embark":
        door = t.state.units[target].at
        rider = t.change(name, Embarked(name, target, door, target), (clause,))
        rider.aboard, rider.at = target, door
    elif action == "disembark":
        rider = t.change(name, Disembarked(name, "", to, unit.aboard), (clause,))
        rider.aboard, rider.at = "", to
    else:
        t.change(name, Moved(name, to, [unit.at, *path], target), (clause,)).at = to
        for passenger in list(t.state.units.values()):
            if passenger.aboard == name and not passenger.out:
                t.change(passenger, Carried(passenger.id, to, name)).at = to
