"""Judging a draft as a whole: spoilt moves, coherency, charges that fall short, zones to be left. And completing it."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Refusal
from game.engine.names import Cell, Seat
from game.engine.wording import CM, length, written_ids
from game.rules.epic.destinations import charge_ways, charged_stands, embark_refused, zone_holder
from game.rules.epic.drafts import ways_of
from game.rules.epic.formations import on_table, seat_of, standing
from game.rules.epic.ground import LINK, NEAR, disc, gap, nearest, pieces, span, within
from game.rules.epic.plans import Layout, Plan, Planned, layout, plan_of
from game.rules.epic.state import Battle, EpicQueue, FormationId, Stand, current_assault
from game.rules.epic.vocabulary import Verbs

BOUND_BY_ZONES = (Verbs.MOVE, Verbs.CHARGE)
"""The kinds of draft in which a stand may not stay in a zone of control (EP-A33)."""


def plan_refused(state: Battle, queue: EpicQueue, seat: Seat) -> Refusal | None:
    """Why a set of moves is refused as a whole, or None."""
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
    return no or (must_leave(state, queue, after) if queue.kind in BOUND_BY_ZONES else None)


def _loose(state: Battle, queue: EpicQueue, seat: Seat, after: Layout) -> Refusal | None:
    """Why stands cannot end where the plan leaves them: out of coherency, or too far away for a charge. Else None."""
    for formation in queue.action.drafting:
        if seat_of(state, formation) == seat:
            no = out_of_coherency(state, formation, after, "EP-08" if queue.kind == Verbs.COUNTER_CHARGE else "EP-A35")
            if no is not None:
                return no
    return too_far(state, queue, after) if queue.kind == Verbs.CHARGE else None


def completing(state: Battle, queue: EpicQueue, seat: Seat) -> str:
    """The id of a move by which a stand leaves a zone that it must leave, to the nearest cell that fits (EP-A33).

    "" if something else is wrong with the plan. Else there is such a move, and after it the same holds for the next
    stand that must leave; so every plan can be completed.
    """
    no, after = _made(state, queue, seat, plan_of(state, queue), len(plan_of(state, queue).parts))
    if no or queue.kind not in BOUND_BY_ZONES or (queue.plan(seat) and _loose(state, queue, seat, after)):
        return ""
    found = next(_stuck(state, queue, after), None)
    if found is None:
        return ""
    unit = found[0]
    nearest_first = sorted(_places(state, queue, after, unit), key=lambda cell: (span(state, unit.at, cell), cell))
    x, y = state.board.xy(next(cell for cell in nearest_first if _fits(state, queue, after, unit, cell)))
    return f"{unit.id}:move:{x},{y}"


def _made(state: Battle, queue: EpicQueue, seat: Seat, plan: Plan, count: int) -> tuple[Refusal | None, Layout]:
    """Why one of the first `count` parts of the plan cannot be made (or None), and the table up to there.

    The answer is cached with the plan of those parts, so that a longer plan can go on from it.
    """
    known = plan if count == len(plan.parts) else plan.cache.plan(plan.kind, plan.parts[:count])
    key = ("made", seat)
    found: tuple[Refusal | None, Layout] | None = known.answers.get(key)
    if found is None:
        found = known.answers[key] = _made_anew(state, queue, seat, plan, count)
    return found


def _made_anew(state: Battle, queue: EpicQueue, seat: Seat, plan: Plan, count: int) -> tuple[Refusal | None, Layout]:
    if not count:
        return None, Layout(plan.cache)
    part = plan.parts[count - 1]
    no, before = _made(state, queue, seat, plan, count - 1)
    if no is None and part.seat == seat and part.status == "planned":
        no = spoilt(state, queue, before, part)
    if no is not None:
        return no, before
    after = before.copy()
    after.make(part)
    return None, after


def spoilt(state: Battle, queue: EpicQueue, before: Layout, part: Planned) -> Refusal | None:
    """Why a planned move cannot be made after the moves planned before it (EP-A3), or None."""
    unit = state.units[part.unit]
    if part.action == Verbs.EMBARK:
        return embark_refused(state, queue, before, unit, state.units[part.target])
    if part.action == Verbs.MOVE and part.to == unit.at:
        return None
    ways = ways_of(state, queue, before, unit)
    if isinstance(ways, Refusal):
        return ways
    if part.to not in ways:
        label = state.board.label(part.to)
        why = f"the moves planned before it leave {unit.id.upper()} no move to {label}"
        return Refusal("EP-A3" if queue.kind == Verbs.COUNTER_CHARGE else "EP-A25", why, unit.id)
    return None


def out_of_coherency(state: Battle, formation: FormationId, after: Layout, clause: str) -> Refusal | None:
    """The refusal that says which stands would be out of coherency, and by how much; None if none (EP-A4, EP-A35).

    A formation that was in several pieces may stay in as many.
    """
    names = [u.id for u in standing(state, formation)]
    now = pieces(state, {name: after.at[name] for name in names if name in after.at})
    before = pieces(state, {u.id: u.at for u in standing(state, formation) if not u.aboard})
    if len(now) <= max(1, len(before)):
        return None
    lost, rest = now[-1], [after.at[name] for part in now[:-1] for name in part]
    name = min(lost, key=lambda one: span(state, after.at[one], nearest(state, after.at[one], rest)))
    cell = nearest(state, after.at[name], rest)
    other = next(one for part in now[:-1] for one in part if after.at[one] == cell)
    stands, away = written_ids(lost), gap(state, after.at[name], cell, LINK)
    return Refusal(
        clause,
        f"{stands} out of coherency: {away} from {other.upper()}, the nearest; {length(LINK, CM)} is the limit",
        lost[0],
    )


def too_far(state: Battle, queue: EpicQueue, plan: Layout) -> Refusal | None:
    """Why a set of charge moves is no charge: no stand ends within 15 cm of the target, though one could (EP-A34)."""
    foes = [foe.at for foe in charged_stands(state)]
    attackers = current_assault(state).attackers.formations
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
    """The refusal of a plan in which a stand stays in a zone of control (EP-A33)."""


def must_leave(state: Battle, queue: EpicQueue, after: Layout) -> Held | None:
    """Why a stand cannot stay in the zone of control where it starts: it must charge or leave, if it can (EP-A33).

    It can if there is a cell with which the plan could be confirmed: it need not break the coherency of its formation.
    """
    for unit, foe in _stuck(state, queue, after):
        what = "charge or leave" if queue.kind == Verbs.CHARGE else "leave"
        return Held("EP-A33", f"it is in the zone of control of {foe.id.upper()}: it must {what}", unit.id)
    return None


def _stuck(state: Battle, queue: EpicQueue, after: Layout) -> Iterator[tuple[Stand, Stand]]:
    """The stands that stay in a zone of control though they could leave, each with the enemy whose zone it is."""
    for formation in queue.action.drafting:
        for unit in on_table(state, formation):
            foe = zone_holder(state, queue, after, unit)
            if foe is not None and may_go(state, queue, after, unit):
                yield unit, foe


def may_go(state: Battle, queue: EpicQueue, after: Layout, unit: Stand) -> bool:
    """Whether a stand could leave its cell with the rest of the plan as it is."""
    return any(_fits(state, queue, after, unit, cell) for cell in _places(state, queue, after, unit))


def _places(state: Battle, queue: EpicQueue, after: Layout, unit: Stand) -> tuple[Cell, ...]:
    """The cells where a stand may go, those near its formation first, because they are the likeliest to fit."""
    ways = ways_of(state, queue, after, unit)
    if isinstance(ways, Refusal):
        return ()
    mates = [one.id for one in standing(state, unit.formation) if one.id != unit.id and one.id in after.at]
    near = frozenset[Cell]().union(*(disc(state, after.at[name], LINK) for name in mates))
    return (*sorted(ways.among(near)), *ways)


def _fits(state: Battle, queue: EpicQueue, after: Layout, unit: Stand, cell: Cell) -> bool:
    """Whether the rest of the plan allows a stand to end on a cell."""
    gone = after.copy()
    gone.put(unit.id, cell)
    if out_of_coherency(state, unit.formation, gone, "EP-A35") is not None:
        return False
    return queue.kind != Verbs.CHARGE or too_far(state, queue, gone) is None
