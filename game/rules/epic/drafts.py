"""Drafts: the moves of a formation are planned stand by stand or all at once, judged as a whole, and then made.

The questions "move", "charge", "counter_charge", "withdraw" and "consolidate" are the same draft with different `Ways`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from game.board.board import Board, Reach
from game.engine.decisions import Refusal
from game.engine.names import Cell, QuestionKind, UnitId, Verb
from game.engine.options import Moves, Option, Part, Path
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
    doors_shut,
    free_exits,
    free_ways,
)
from game.rules.epic.events import Carried, Disembarked, Embarked, Moved
from game.rules.epic.formations import guide, on_table
from game.rules.epic.ground import LINK, disc, span, within
from game.rules.epic.plans import Layout, Plan, layout, plan_of
from game.rules.epic.state import ATTACKERS, Battle, EpicQueue, EpicTable, FormationId, Stand, current_assault
from game.rules.epic.vocabulary import Verbs

DRAFTS = (Verbs.MOVE, Verbs.CHARGE, Verbs.COUNTER_CHARGE, Verbs.WITHDRAW, Verbs.CONSOLIDATE)
DRAFT_QUESTIONS = tuple(map(QuestionKind, DRAFTS))
"""The kinds of question that drafts ask: a draft’s question has the name of its queue’s kind."""

CLAUSES: Mapping[Verb, tuple[str, ...]] = {
    Verbs.MOVE: ("EP-A29",),
    Verbs.CHARGE: ("EP-A34", "EP-A33"),
    Verbs.COUNTER_CHARGE: ("EP-09",),
    Verbs.WITHDRAW: ("EP-A42",),
    Verbs.CONSOLIDATE: ("EP-A43",),
}
"""Kind of draft -> the clauses behind its question."""

WaysOf = Callable[[Battle, EpicQueue, Layout, Stand], Ways | Refusal]

WAYS: Mapping[Verb, WaysOf] = {
    Verbs.MOVE: free_ways,
    Verbs.WITHDRAW: free_ways,
    Verbs.CONSOLIDATE: free_ways,
    Verbs.CHARGE: charge_ways,
    Verbs.COUNTER_CHARGE: counter_ways,
}
"""Kind of draft -> where a stand on the table may move."""

EXITS: Mapping[Verb, WaysOf] = {
    Verbs.MOVE: free_exits,
    Verbs.WITHDRAW: doors_shut,
    Verbs.CONSOLIDATE: doors_shut,
    Verbs.CHARGE: charge_exits,
    Verbs.COUNTER_CHARGE: counter_exits,
}
"""Kind of draft -> where a passenger may get out."""


def no_part(state: Battle, queue: EpicQueue, unit: Stand) -> Refusal:
    """Why a stand has no part in the open draft: another formation moves, or another side counter charges."""
    formation = unit.formation
    name = formation.upper()
    if queue.kind != Verbs.COUNTER_CHARGE:
        return Refusal(CLAUSES[queue.kind][0], f"{name} does not move now", unit.id)
    assault = current_assault(state)
    side = assault.side_of(formation)
    if side is None:
        return Refusal("EP-02" if assault.round == 1 else "EP-25", f"{name} is not in the assault", unit.id)
    if assault.round == 1:
        clause, does = (
            ("EP-A10", "is drawn in") if formation in assault.attackers.formations[1:] else ("EP-25", "attacks")
        )
        return Refusal(clause, f"{name} {does}, and attackers counter charge from round 2 on", unit.id)
    when = "attacks: it went first" if side == ATTACKERS else "is attacked: it goes second"
    return Refusal("EP-A14", f"{name} {when}", unit.id)


def ways_of(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand) -> Ways | Refusal:
    """The cells where a stand may move, or where a passenger may get out, or why there are none."""
    table = EXITS if unit.id in plan.aboard else WAYS
    return table[queue.kind](state, queue, plan, unit)


class _Moves(Moves):
    """A block of moves that share one way; each option is made once and kept."""

    def __init__(self, like: Option, cells: tuple[Cell, ...], width: int, reach: Reach) -> None:
        # Of a whole formation's move, and of a passenger that gets out, only the cell is told.
        walked = like.unit and like.action == Verbs.MOVE
        super().__init__(like, cells, len(cells), width, reach.path if walked else lambda _: ())
        self._options = _options(like, width)

    def _at(self, cell: Cell) -> Option:
        found = self._options.get(cell)
        if found is None:
            found = self._options[cell] = super()._at(cell)
        return found


@lru_cache(maxsize=256)
def _options(like: Option, width: int) -> dict[Cell, Option]:
    """The options made so far from `like` on boards so wide, by cell; a cache that `_Moves` fills."""
    return {}


def listed(board: Board, plain: Option, ways: Ways) -> list[Moves]:
    """An option for every cell of `ways`, without its path.

    `plain`: the option that they are made from; its id begins theirs.
    """
    found = ways.listed.get(plain)
    if found is None:
        found = ways.listed[plain] = []
        if ways.way is not None and ways.cells:
            found.append(_Moves(_by_way(plain, ways.way), ways.cells, board.width, ways.way.reach))
        for way, cells in groupby(ways.more, key=ways.more.__getitem__):
            found.append(_Moves(_by_way(plain, way), tuple(cells), board.width, way.reach))
    return found


def _by_way(plain: Option, way: Way) -> Option:
    """The option with the clauses, enemy and text of a way; that of a whole formation only with the clauses."""
    return _worded(plain, way.clauses) if plain.formation else _worded(plain, way.clauses, way.target, way.text)


@lru_cache(maxsize=1024)
def _worded(plain: Option, clauses: tuple[str, ...], target: UnitId = "", text: str = "") -> Option:
    return plain.but(clauses=clauses, target=target, text=text or plain.text)


# -- the options of one stand -----------------------------------------------------------------------------------------


def may_plan(state: Battle, queue: EpicQueue, trigger: Trigger, name: UnitId) -> Sequence[Part] | Refusal:
    """Every move that may be planned for a stand now, or why none; some list those of their formation (`speaks`)."""
    unit = state.units[name]
    if unit.formation not in queue.action.drafting:
        return no_part(state, queue, unit)
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
    found += [_embark(trigger, unit, carrier) for carrier in carriers_for(state, queue, plan, unit)]
    if queue.kind != Verbs.COUNTER_CHARGE and speaks(state, whole, unit):
        found += _formation_moves(state, queue, trigger, whole, unit.formation)
    return tuple(found) or no or Refusal("EP-A25", "there is nowhere for it to go", name)


def speaks(state: Battle, plan: Plan, unit: Stand) -> bool:
    """Whether the moves of the whole formation are listed with this stand.

    They are with its first stand that can move and has no plan yet; if all have one, with the first that can move.
    """
    own = [one.id for one in plan.cache.stands(state, unit.formation) if one.stats["SPEED"]]
    if len(own) <= 1:
        return False
    planned = {part.unit for part in plan.parts if part.status == "planned"}
    return unit.id == next((name for name in own if name not in planned), own[0])


def _moves(state: Battle, trigger: Trigger, unit: Stand, plan: Layout, ways: Ways, kind: Verb) -> list[Part]:
    """A stand's moves. `complete` adds their paths, but the few of a counter charge have theirs at once."""
    action = Verbs.DISEMBARK if unit.id in plan.aboard else Verbs.MOVE
    found = listed(state.board, Option(f"{unit.id}:{action}:", action, unit.id, trigger=trigger.id), ways)
    if kind == Verbs.COUNTER_CHARGE and action == Verbs.MOVE:
        return [one.but(path=ways[one.to].reach.path(one.to)) for block in found for one in block.all()]
    return [*found]


def _embark(trigger: Trigger, unit: Stand, carrier: UnitId) -> Option:
    text = f"{unit.id.upper()} gets into {carrier.upper()}"
    return Option(
        f"{unit.id}:embark:{carrier}",
        Verbs.EMBARK,
        unit.id,
        carrier,
        trigger=trigger.id,
        clauses=("EP-A48",),
        text=text,
    )


def _formation_moves(state: Battle, queue: EpicQueue, trigger: Trigger, plan: Plan, name: FormationId) -> list[Part]:
    """The moves of a whole formation: where its guide could go without the other stands; `planned` moves those, too."""
    lead = guide(state, name)
    ways = ways_of(state, queue, plan_without_mates(state, plan, name), lead)
    if isinstance(ways, Refusal):
        return []
    plain = Option(f"{name}:move:", Verbs.MOVE, formation=name, trigger=trigger.id, text=f"All of {name.upper()}")
    return [*listed(state.board, plain, ways)]


def plan_without_mates(state: Battle, plan: Plan, name: FormationId) -> Layout:
    """The plan with no stand of a formation on the table except its guide, which has not moved."""
    lead = guide(state, name)
    alone = plan.layout(but=lead.id).copy()
    for stand in plan.cache.stands(state, name):
        if stand.id != lead.id:
            alone.put(stand.id, -1)
    return alone


def pathfinder(state: Battle) -> Callable[[Option], Path | None]:
    """The paths of the moves of one stand."""

    def path_of(option: Option) -> Path | None:
        if not option.unit or option.action != Verbs.MOVE or not state.queues:
            return None
        queue = state.queues[-1]
        ways = ways_of(state, queue, layout(state, queue, but=option.unit), state.units[option.unit])
        return None if isinstance(ways, Refusal) or option.to not in ways else ways[option.to].reach.path(option.to)

    return path_of


def complete(state: Battle, option: Option) -> Option:
    """The option, with its path if it is the move of one stand."""
    return option.but(path=option.path or pathfinder(state)(option) or ())


def planned(state: Battle, queue: EpicQueue, option: Option) -> list[Option]:
    """The options that an option plans: a stand's move with its path, or the moves of all stands of a formation."""
    return shifted(state, queue, option) if option.formation else [complete(state, option)]


# -- a formation moved as a whole -------------------------------------------------------------------------------------


def shifted(state: Battle, queue: EpicQueue, option: Option) -> list[Option]:
    """The moves of all stands of a formation, in an order in which they can be made.

    The formation keeps its spacing if the ground allows it. Else each stand goes as near as it can to its cell in that
    spacing, within 5 cm of a stand already placed.
    """
    shift = _Shift(state, queue, option)
    return shift.in_step() or shift.linked()


class _Shift:
    """The move of a whole formation, worked out stand by stand; `goals` are the cells that keep its spacing."""

    def __init__(self, state: Battle, queue: EpicQueue, option: Option) -> None:
        self.state, self.queue, self.option = state, queue, option
        board = state.board
        self.lead = guide(state, option.formation)
        self.stands = on_table(state, option.formation)
        across, down = (b - a for a, b in zip(board.xy(self.lead.at), board.xy(option.to), strict=True))
        self.goals: dict[UnitId, Cell] = {}
        for unit in self.stands:
            x, y = board.xy(unit.at)
            x, y = min(max(x + across, 0), board.width - 1), min(max(y + down, 0), board.height - 1)
            self.goals[unit.id] = board.cell(x, y)
        # the stands in front move first and clear the ground for the others
        self.ahead = sorted(self.stands, key=lambda u: -(u.at % board.width * across + u.at // board.width * down))

    def before(self) -> Layout:
        """The plan without any moves of this formation."""
        found = layout(self.state, self.queue).copy()
        for unit in self.stands:
            found.put(unit.id, unit.at)
        return found

    def in_step(self) -> list[Option]:
        """Every stand moves by exactly the same columns and rows; empty if one of them cannot."""
        table, parts = self.before(), list[Option]()
        for unit in self.ahead:
            ways = ways_of(self.state, self.queue, table, unit)
            if isinstance(ways, Refusal) or self.goals[unit.id] not in ways:
                return []
            parts.append(self._part(unit, self.goals[unit.id], ways))
            table.put(unit.id, parts[-1].to)
        return parts

    def linked(self) -> list[Option]:
        """The guide moves to its cell, and the others follow along the links of the formation, each staying linked."""
        state, table = self.state, self.before()
        in_link = frozenset[Cell]()
        parts: list[Option] = []
        for unit in self._chain(table):
            ways = ways_of(state, self.queue, table, unit)
            to = unit.at
            if not isinstance(ways, Refusal):
                goal = self.goals[unit.id]
                near = ways.among(in_link)
                if unit.at in in_link:
                    near.add(unit.at)
                cells = near or ([*ways, unit.at] if not parts else [unit.at])
                to = goal if goal in cells else min(cells, key=lambda cell: (span(state, cell, goal), cell))
                parts.append(self._part(unit, to, ways))
            table.put(unit.id, to)
            in_link |= disc(state, to, LINK)
        return parts

    def _chain(self, table: Layout) -> list[Stand]:
        """The stands that cannot move, then the guide, then the others in the order in which links lead to them."""
        fixed = [unit for unit in self.stands if isinstance(ways_of(self.state, self.queue, table, unit), Refusal)]
        found = fixed if self.lead in fixed else [*fixed, self.lead]
        rest = [unit for unit in self.ahead if unit not in found]
        for one in found:
            near = [unit for unit in rest if within(self.state, one.at, unit.at, LINK)]
            found += near
            rest = [unit for unit in rest if unit not in near]
        return found + rest

    def _part(self, unit: Stand, to: Cell, ways: Ways) -> Option:
        part = Option("", Verbs.MOVE, unit.id, to=to, trigger=self.option.trigger)
        if to == unit.at:
            return part
        way = ways[to]
        return part.but(path=way.reach.path(to), target=way.target, clauses=way.clauses, text=way.text)


# -- making the moves -------------------------------------------------------------------------------------------------


def confirm(t: EpicTable, queue: EpicQueue, reaction: Reaction) -> None:
    """Carry out a confirmed move: a counter charge is declared as a reaction, any other move is made at once."""
    if queue.kind == Verbs.COUNTER_CHARGE:
        declared(t, queue, reaction, (reaction.clause or "EP-10",))
        return
    if reaction.action != Verbs.MOVE or reaction.path:
        clause = reaction.clause or "EP-A29"
        t.then(move_stand, reaction.unit, reaction.action, reaction.target, reaction.to, list(reaction.path), clause)
    queue.drop_plan({reaction.unit})


@step
def move_stand(
    t: EpicTable, name: UnitId, action: Verb, target: UnitId, to: Cell, path: list[Cell], clause: str
) -> None:
    """Move a stand with its passengers, or let it get out of or into a transport."""
    unit = t.state.units[name]
    if action == Verbs.EMBARK:
        door = t.state.units[target].at
        rider = t.change(name, Embarked(name, target, door, target), (clause,))
        rider.aboard, rider.at = target, door
    elif action == Verbs.DISEMBARK:
        rider = t.change(name, Disembarked(name, "", to, unit.aboard), (clause,))
        rider.aboard, rider.at = "", to
    else:
        t.change(name, Moved(name, to, [unit.at, *path], target), (clause,)).at = to
        for passenger in list(t.state.units.values()):
            if passenger.aboard == name and not passenger.out:
                t.change(passenger, Carried(passenger.id, to, name)).at = to
