"""A draft of moves judged as a whole: what spoils it, who is out of coherency, who must leave a zone; and what completes it."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Refusal
from game.engine.names import Cell, Seat
from game.engine.wording import CM, length, written_ids
from game.rules.epic.destinations import carriers_for, charge_ways, charged_stands, holder
from game.rules.epic.drafts import ways_of
from game.rules.epic.formations import on_table, seat_of, standing
from game.rules.epic.ground import LINK, NEAR, disc, gap, nearest, pieces, span, within
from game.rules.epic.plans import Layout, Plan, Planned, layout, plan_of
from game.rules.epic.state import Battle, EpicQueue, FormationId, Stand, fought
from game.rules.epic.vocabulary import Verbs

HELD = (Verbs.MOVE, Verbs.CHARGE)
"""Those in which a zone of control that a stand starts in is not to be stayed in (EP-A33)."""


def plan_refused(state: Battle, queue: EpicQueue, seat: Seat) -> Refusal | None:
    """Why a set of moves is refused as a whole: a move that another one spoilt, coherency, a charge too far off."""
    plan = plan_of(state, queue)
    key = ("judged", seat, *queue.action.drafting)
    if key not in plan.answers:
        plan.answers[key] = _refused(state, queue, seat, plan)
    found: Refusal | None = plan.answers[key]
    return found


def _refused(state: Battle, queue: EpicQueue, seat: Seat, plan: Plan) -> Refusal | None:
    no, after = _made(state, queue, seat, plan, len(plan.parts))
    if no is not None:
        return no
    no = _loose(state, queue, seat, after) if queue.plan(seat) else None
    return no or (held(state, queue, after) if queue.kind in HELD else None)


def _loose(state: Battle, queue: EpicQueue, seat: Seat, after: Layout) -> Refusal | None:
    """Why stands cannot end as they would: a formation falls apart, or a charge is none."""
    for formation in queue.action.drafting:
        if seat_of(state, formation) == seat:
            no = apart(state, formation, after, "EP-08" if queue.kind == Verbs.COUNTER_CHARGE else "EP-A35")
            if no is not None:
                return no
    return too_far(state, queue, after) if queue.kind == Verbs.CHARGE else None


def completing(state: Battle, queue: EpicQueue, seat: Seat) -> str:
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


def _made(state: Battle, queue: EpicQueue, seat: Seat, plan: Plan, count: int) -> tuple[Refusal | None, Layout]:
    """The table when so many parts of the plan are made, and why one of them cannot be; a longer plan goes on from it."""
    known = plan if count == len(plan.parts) else plan.muster.plan(plan.kind, plan.parts[:count])
    key = ("made", seat)
    found: tuple[Refusal | None, Layout] | None = known.answers.get(key)
    if found is None:
        found = known.answers[key] = _made_anew(state, queue, seat, plan, count)
    return found


def _made_anew(state: Battle, queue: EpicQueue, seat: Seat, plan: Plan, count: int) -> tuple[Refusal | None, Layout]:
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
    if reaction.action == Verbs.EMBARK:
        ok = reaction.target in carriers_for(state, before, unit)
        return None if ok else Refusal("EP-A48", f"{reaction.target.upper()} is out of its reach or full", unit.id)
    if reaction.action == Verbs.MOVE and reaction.to == unit.at:
        return None
    ways = ways_of(state, queue, before, unit)
    if isinstance(ways, Refusal):
        return ways
    if reaction.to not in ways:
        label = state.board.label(reaction.to)
        why = f"what is planned before it leaves {unit.id.upper()} no move to {label}"
        return Refusal("EP-A3" if queue.kind == Verbs.COUNTER_CHARGE else "EP-A25", why, unit.id)
    return None


def apart(state: Battle, formation: FormationId, after: Layout, clause: str) -> Refusal | None:
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
    who = written_ids(lost)
    away = gap(state, after.at[name], cell, LINK)
    return Refusal(
        clause,
        f"{who} out of coherency: {away} from {other.upper()}, the nearest; {length(LINK, CM)} is the limit",
        lost[0],
    )


def too_far(state: Battle, queue: EpicQueue, plan: Layout) -> Refusal | None:
    """Why a set of charges is no charge: nobody ends within 15 cm of the target, though somebody could (EP-A34)."""
    foes = [foe.at for foe in charged_stands(state)]
    attackers = fought(state).attackers.formations
    chargers = [u for u in state.units.values() if u.id in plan.at and u.formation in attackers]
    if not foes or not chargers or any(within(state, plan.at[u.id], c, NEAR) for u in chargers for c in foes):
        return None
    near = frozenset[Cell]().union(*(disc(state, cell, NEAR) for cell in foes))
    fresh = layout(state, None)
    ways = [charge_ways(state, queue, fresh, unit) for unit in chargers if unit.id in fresh.at]
    if all(isinstance(way, Refusal) or near.isdisjoint(way) for way in ways):
        return None
    best = min(chargers, key=lambda u: min(span(state, plan.at[u.id], c) for c in foes))
    cell = plan.at[best.id]
    away = gap(state, cell, nearest(state, cell, foes), NEAR)
    return Refusal(
        "EP-A34", f"nobody ends within {length(NEAR, CM)} of the target; {best.id.upper()} is {away} off", best.id
    )


class Held(Refusal, frozen=True, gc=False):
    """A stand may not stay where it is, in a zone of control (EP-A33)."""


def held(state: Battle, queue: EpicQueue, after: Layout) -> Held | None:
    """Why a stand cannot stay in the zone of control it starts in: it must charge or leave, if it can (EP-A33).

    It can if it gets somewhere where the plan could be confirmed: a formation need not fall apart for it.
    """
    for unit, foe in _stuck(state, queue, after):
        what = "charge or leave" if queue.kind == Verbs.CHARGE else "leave"
        return Held("EP-A33", f"it is in the zone of control of {foe.id.upper()}: it must {what}", unit.id)
    return None


def _stuck(state: Battle, queue: EpicQueue, after: Layout) -> Iterator[tuple[Stand, Stand]]:
    """The stands that stay in a zone of control though they could go, each with the enemy whose zone it is."""
    for formation in queue.action.drafting:
        for unit in on_table(state, formation):
            foe = holder(state, queue, after, unit)
            if foe is not None and may_go(state, queue, after, unit):
                yield unit, foe


def may_go(state: Battle, queue: EpicQueue, after: Layout, unit: Stand) -> bool:
    """Whether a stand that stays put could go somewhere with the rest of the plan as it is."""
    return any(_fits(state, queue, after, unit, cell) for cell in _places(state, queue, after, unit))


def _places(state: Battle, queue: EpicQueue, after: Layout, unit: Stand) -> tuple[Cell, ...]:
    """Where it can go, beside the others first: that is where it mostly fits."""
    ways = ways_of(state, queue, after, unit)
    if isinstance(ways, Refusal):
        return ()
    mates = [one.id for one in standing(state, unit.formation) if one.id != unit.id and one.id in after.at]
    near = frozenset[Cell]().union(*(disc(state, after.at[name], LINK) for name in mates))
    return (*sorted(ways.among(near)), *ways)


def _fits(state: Battle, queue: EpicQueue, after: Layout, unit: Stand, cell: Cell) -> bool:
    """Whether the rest of the plan lets a stand end there."""
    gone = after.copy()
    gone.put(unit.id, cell)
    if apart(state, unit.formation, gone, "EP-A35") is not None:
        return False
    return queue.kind != Verbs.CHARGE or too_far(state, queue, gone) is None
