"""Drafts: moves of a formation are planned stand by stand or all at once, judged as a whole, and then made.

Decision kinds "move", "charge", "counter_charge", "withdraw" and "consolidate" are the same draft with other `Ways`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from game.engine.decisions import Option, Refusal
from game.engine.queue import Reaction, ReactionQueue, Trigger
from game.engine.reactions import declared
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.epic.charge import charge_exits, charge_ways, too_far
from game.rules.epic.counter import counter_exits, counter_ways
from game.rules.epic.formations import first, formation_of, on_table, seat_of, standing
from game.rules.epic.ground import LINK, disc, gap, nearest, pieces, span, within
from game.rules.epic.moves import Layout, Ways, carriers_for, doors_shut, free_exits, free_ways, layout

DRAFTS = ("move", "charge", "counter_charge", "withdraw", "consolidate")

CLAUSES: Mapping[str, tuple[str, ...]] = {
    "move": ("EP-A29",),
    "charge": ("EP-A34", "EP-A33"),
    "counter_charge": ("EP-09",),
    "withdraw": ("EP-A42",),
    "consolidate": ("EP-A43",),
}
"""By what rule each kind of draft asks."""

WAYS: Mapping[str, Callable[[Ruleset, State, ReactionQueue, Layout, Unit], Ways | Refusal]] = {
    "move": free_ways,
    "withdraw": free_ways,
    "consolidate": free_ways,
    "charge": charge_ways,
    "counter_charge": counter_ways,
}

EXITS: Mapping[str, Callable[[Ruleset, State, ReactionQueue, Layout, Unit], Ways | Refusal]] = {
    "move": free_exits,
    "withdraw": doors_shut,
    "consolidate": doors_shut,
    "charge": charge_exits,
    "counter_charge": counter_exits,
}

_new = tuple.__new__


@lru_cache(maxsize=64)
def _places(width: int, height: int) -> tuple[str, ...]:
    """Every cell as options name it, "x,y"."""
    return tuple(f"{x},{y}" for y in range(height) for x in range(width))


def drafting(queue: ReactionQueue) -> list[str]:
    """The formations whose moves are being planned."""
    return queue.tags["drafting"].split("+")


def ways_of(rules: Ruleset, state: State, queue: ReactionQueue, plan: Layout, unit: Unit) -> Ways | Refusal:
    """Where a stand may be moved to, or where a passenger may get out."""
    if unit.id not in plan.aboard:
        return WAYS[queue.kind](rules, state, queue, plan, unit)
    return EXITS[queue.kind](rules, state, queue, plan, unit)


# -- the options of one stand -----------------------------------------------------------------------------------------


def may_plan(rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, name: str) -> list[Option] | Refusal:
    """Every move that may be planned for a stand now; the first stand also speaks for its whole formation."""
    unit = state.units[name]
    if formation_of(unit) not in drafting(queue):
        return Refusal("EP-A29", "its formation does not move now", name)
    plan = layout(state, queue, but=name)
    ways = ways_of(rules, state, queue, plan, unit)
    no = ways if isinstance(ways, Refusal) else None
    found = [] if isinstance(ways, Refusal) else list(_moves(state, trigger, unit, plan, ways, queue.kind))
    if queue.kind == "move":
        found += [_embark(trigger, unit, carrier) for carrier in carriers_for(rules, state, plan, unit)]
    if queue.kind != "counter_charge" and speaks(state, queue, unit):
        found += _formation_moves(rules, state, queue, trigger, unit)
    return found or no or Refusal("EP-A29", "there is nowhere for it to go", name)


def speaks(state: State, queue: ReactionQueue, unit: Unit) -> bool:
    """Whether the moves of the whole formation are listed with this stand: the first one that is not planned yet."""
    own = on_table(state, formation_of(unit))
    planned = {reaction.unit for reaction in queue.plan()}
    return len(own) > 1 and unit is next((one for one in own if one.id not in planned), own[0])


def _moves(state: State, trigger: Trigger, unit: Unit, plan: Layout, ways: Ways, kind: str) -> Iterator[Option]:
    """Listed fast: a formation may have thousands of cells. Paths are filled in when one is looked at or chosen."""
    places = _places(state.board.width, state.board.height)
    action = "disembark" if unit.id in plan.aboard else "move"
    plain = Option("", action, unit.id, value=trigger.id)
    head, who, between, after = f"{unit.id}:{action}:", plain[1:3], plain[4:9], plain[11:15]
    for cell, way in ways.items():
        path = way.reach.path(cell) if kind == "counter_charge" and action == "move" else ()
        yield _new(Option, (head + places[cell], *who, way.target, *between, cell, path, *after, way.clauses, way.text))


def _embark(trigger: Trigger, unit: Unit, carrier: str) -> Option:
    text = f"{unit.id.upper()} gets into {carrier.upper()}"
    return Option(
        f"{unit.id}:embark:{carrier}", "embark", unit.id, carrier, value=trigger.id, clauses=("EP-A48",), text=text
    )


def _formation_moves(
    rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, unit: Unit
) -> Iterator[Option]:
    """The whole formation by where its first stand could go if the others were not there; `planned` moves them along."""
    lead = first(state, formation_of(unit))
    alone = layout(state, queue, but=lead.id)
    for stand in on_table(state, formation_of(unit)):
        if stand is not lead:
            alone.at.pop(stand.id, None)
    ways = ways_of(rules, state, queue, alone, lead)
    if isinstance(ways, Refusal):
        return
    places, name = _places(state.board.width, state.board.height), formation_of(unit)
    plain = Option("", "move", formation=name, value=trigger.id, text=f"All of {name.upper()}")
    head, before, after, text = f"{name}:move:", plain[1:9], plain[10:15], plain.text
    for cell, way in ways.items():
        yield _new(Option, (head + places[cell], *before, cell, *after, way.clauses, text))


def complete(rules: Ruleset, state: State, option: Option) -> Option:
    """A planned move with its path."""
    if option.path or not option.unit or option.action != "move" or not state.queues:
        return option
    queue = state.queues[-1]
    ways = ways_of(rules, state, queue, layout(state, queue, but=option.unit), state.units[option.unit])
    if isinstance(ways, Refusal) or option.to not in ways:
        return option
    return option._replace(path=ways[option.to].reach.path(option.to))


# -- planning ---------------------------------------------------------------------------------------------------------


def planned(rules: Ruleset, state: State, queue: ReactionQueue, option: Option) -> list[Option]:
    """The move of a stand with its path; a formation's move as the moves of all its stands.

    Spacing is kept where the ground allows it; else every stand goes as near as it can to where it would have come,
    within 5 cm of those already placed.
    """
    if not option.formation:
        return [complete(rules, state, option)]
    shift = _Shift(rules, state, queue, option)
    return shift.kept() or shift.bent()


class _Shift:
    """The move of a whole formation, worked out stand by stand in an order in which it can be made."""

    def __init__(self, rules: Ruleset, state: State, queue: ReactionQueue, option: Option) -> None:
        self.rules, self.state, self.queue, self.option = rules, state, queue, option
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
        found = layout(self.state, self.queue)
        found.at.update({unit.id: unit.at for unit in self.stands})
        return found

    def kept(self) -> list[Option]:
        """Every stand by exactly the same stretch; nothing if one of them cannot."""
        table, parts = self.before(), list[Option]()
        for unit in self.ahead:
            ways = ways_of(self.rules, self.state, self.queue, table, unit)
            if isinstance(ways, Refusal) or self.goals[unit.id] not in ways:
                return []
            parts.append(self._part(unit, self.goals[unit.id], ways))
            table.at[unit.id] = parts[-1].to
        return parts

    def bent(self) -> list[Option]:
        """The first stand to its cell, the others after it along the links of the formation, each linked to the rest."""
        state, table = self.state, self.before()
        linked = frozenset[int]()
        parts: list[Option] = []
        for unit in self._chain(table):
            ways = ways_of(self.rules, state, self.queue, table, unit)
            to = unit.at
            if not isinstance(ways, Refusal):
                goal = self.goals[unit.id]
                near = [cell for cell in (*ways, unit.at) if cell in linked]
                cells = near or ([*ways, unit.at] if not parts else [unit.at])
                to = min(cells, key=lambda cell: (span(state, cell, goal), cell))
                parts.append(self._part(unit, to, ways))
            table.at[unit.id] = to
            linked |= disc(state, to, LINK)
        return parts

    def _chain(self, table: Layout) -> list[Unit]:
        """The stands that cannot move, then the first one, then the others in the order in which links lead to them."""
        fixed = [
            unit
            for unit in self.stands
            if isinstance(ways_of(self.rules, self.state, self.queue, table, unit), Refusal)
        ]
        found = fixed if self.lead in fixed else [*fixed, self.lead]
        rest = [unit for unit in self.ahead if unit not in found]
        for one in found:
            near = [unit for unit in rest if within(self.state, one.at, unit.at, LINK)]
            found += near
            rest = [unit for unit in rest if unit not in near]
        return found + rest

    def _part(self, unit: Unit, to: int, ways: Ways) -> Option:
        part = Option("", "move", unit.id, to=to, value=self.option.value)
        if to == unit.at:
            return part
        way = ways[to]
        return part._replace(path=way.reach.path(to), target=way.target, clauses=way.clauses, text=way.text)


# -- judging the whole ------------------------------------------------------------------------------------------------


def plan_refused(rules: Ruleset, state: State, queue: ReactionQueue, seat: str) -> Refusal | None:
    """Why a set of moves is refused as a whole: a move that another one spoilt, coherency, a charge too far off."""
    plan = queue.plan(seat)
    if not plan:
        return None
    for reaction in plan:
        no = spoilt(rules, state, queue, reaction)
        if no is not None:
            return no
    after = layout(state, queue)
    for formation in drafting(queue):
        if seat_of(state, formation) == seat:
            no = apart(state, formation, after, "EP-08" if queue.kind == "counter_charge" else "EP-A35")
            if no is not None:
                return no
    return too_far(rules, state, queue, after) if queue.kind == "charge" else None


def spoilt(rules: Ruleset, state: State, queue: ReactionQueue, reaction: Reaction) -> Refusal | None:
    """Why a planned move cannot be made any more as the plan has become, each in its turn (EP-A3)."""
    unit = state.units[reaction.unit]
    before = layout(state, queue, until=reaction)
    if reaction.action == "embark":
        ok = reaction.target in carriers_for(rules, state, before, unit)
        return None if ok else Refusal("EP-A48", f"{reaction.target.upper()} is out of its reach or full", unit.id)
    if reaction.action == "move" and reaction.to == unit.at:
        return None
    ways = ways_of(rules, state, queue, before, unit)
    if isinstance(ways, Refusal):
        return ways
    if reaction.to not in ways:
        label = state.board.label(reaction.to)
        why = f"what is planned before it leaves {unit.id.upper()} no move to {label}"
        return Refusal("EP-A3" if queue.kind == "counter_charge" else "EP-A25", why, unit.id)
    return None


def apart(state: State, formation: str, after: Layout, clause: str) -> Refusal | None:
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


# -- making the moves -------------------------------------------------------------------------------------------------


def declare(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """A counter charge is a reaction that waits for its turn; own moves are no reactions and are made at once."""
    if queue.kind == "counter_charge":
        declared(t, queue, reaction, (reaction.clause or "EP-10",))
        return
    if reaction.action != "move" or reaction.path:
        clause = reaction.clause or "EP-A29"
        t.then("move_stand", reaction.unit, reaction.action, reaction.target, reaction.to, list(reaction.path), clause)
    queue.drop_plan({reaction.unit})


def move_stand(t: Table, name: str, action: str, target: str, to: int, path: list[int], clause: str) -> None:
    """A stand is moved with its passengers, gets out, or gets in."""
    unit = t.unit(name)
    if action == "embark":
        carrier = t.unit(target)
        t.change(unit, "embarked", (clause,), aboard=target, at=carrier.at, also={"target": target})
        return
    if action == "disembark":
        t.change(unit, "disembarked", (clause,), aboard="", at=to, also={"target": unit.aboard})
        return
    way = [unit.at, *path]
    t.change(unit, "moved", (clause,), at=to, also={"path": way, "target": target})
    for passenger in t.state.units.values():
        if passenger.aboard == name and not passenger.out:
            t.change(passenger, "carried", ("EP-A48",), at=to, also={"target": name})


STEPS = {"move_stand": move_stand}
