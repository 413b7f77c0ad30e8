"""A plan judged as a whole: what spoils a move of it, coherency (EP-08, EP-A4, EP-A35), a charge too far off (EP-A34)."""

from __future__ import annotations

from game.engine.decisions import Refusal
from game.engine.queue import Reaction, ReactionQueue
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.rules.epic.charge import too_far
from game.rules.epic.formations import seat_of, standing
from game.rules.epic.ground import LINK, gap, nearest, pieces, span
from game.rules.epic.moves import Layout, carriers_for, layout
from game.rules.epic.ways import drafting, ways_of


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
