"""Why a click on a cell answers nothing, and why an expected answer is missing, each with its clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.engine.decisions import Decision, Refusal
from game.engine.names import Cell, QuestionKind, UnitId
from game.engine.options import REACT
from game.engine.ruleset import Ruleset
from game.engine.wording import CM, length, written_ids
from game.rules.epic.actions import near_enough, refused
from game.rules.epic.counter import aims, assault_crowds, distance, shut_in, third_in_contact
from game.rules.epic.destinations import FULL, allowance, carriers_for, crowds, doors_shut, with_zones
from game.rules.epic.drafts import CLAUSES, DRAFT_QUESTIONS, no_part, plan_without_mates, ways_of
from game.rules.epic.fire import Shot, plus_of, shot
from game.rules.epic.formations import against, first, formations, guide, on_table, side_of, spent
from game.rules.epic.ground import LINK, NEAR, ZONE, disc, gap, half_cells, nearest, span, touching, within
from game.rules.epic.plans import Layout, layout, plan_of
from game.rules.epic.state import Battle, EpicQueue, FormationId, Stand
from game.rules.epic.vocabulary import Questions, Verbs
from game.rules.shared import not_asked

FAR = 400
"""The centimetres within which a way is searched for, in order to say how long it is."""


def refused_at(rules: Ruleset, state: Battle, asked: Decision, unit: UnitId, cell: Cell) -> Refusal:
    """Why pointing at `cell`, with the stand or formation `unit` picked ("" for none), answers nothing."""
    there = next((u for u in state.units.values() if u.at == cell and not u.out and not u.aboard), None)
    own = state.units.get(unit) or (guide(state, unit) if unit in state.formations else None)
    if own is not None and own.seat != asked.seat:
        return not_asked(asked, own, _clause(asked), cell)
    if asked.kind in DRAFT_QUESTIONS and own is not None:
        whole = unit if unit not in state.units else ""
        return _no_move(state, state.queues[-1], own, cell, whole).but(cell=cell)
    if asked.kind in DRAFT_QUESTIONS:
        return Refusal(_clause(asked), "first pick a stand", cell=cell)
    found = _OTHERS.get(asked.kind, _no_place)(rules, state, asked, own, there)
    return found.but(cell=cell)


def _clause(asked: Decision) -> str:
    """The first clause of a question."""
    return asked.clauses[0] if asked.clauses else "EP-A29"


# -- questions other than drafts -------------------------------------------------------------------------------------


def _no_place(rules: Ruleset, state: Battle, asked: Decision, own: Stand | None, there: Stand | None) -> Refusal:
    """The refusal for a question that is not answered on the map."""
    return Refusal(_clause(asked), "this question is not answered on the map")


def _no_activation(rules: Ruleset, state: Battle, asked: Decision, own: Stand | None, there: Stand | None) -> Refusal:
    """Why pointing at the cell gives a formation no action: it has none on the map but to charge an enemy."""
    if own is None:
        return Refusal("EP-A26", "first pick one of your formations")
    no = spent(state, own.formation)
    if no is not None:
        return no
    name = own.formation.upper()
    if there is None:
        return Refusal("EP-A29", f"first choose an action for {name}; its stands move after the test", own.id)
    foe = there.formation
    if side_of(state, foe) == side_of(state, own.formation):
        return Refusal("EP-A26", f"{foe.upper()} is on {name}’s side", own.id)
    if near_enough(state, own.formation, foe):
        return Refusal("EP-A34", f"to charge {foe.upper()}, first pick {name}", own.id)
    return _beyond(state, own.formation, foe).but(unit=own.id)


def _beyond(state: Battle, formation: FormationId, foe: FormationId) -> Refusal:
    """The refusal that says how far away an enemy formation is, and how far a charge and its fire reach."""
    reach = max(unit.stats["SPEED"] for unit in on_table(state, formation)) + NEAR
    a, b = _closest(state, formation, foe)
    away = gap(state, a.at, b.at, reach)
    return Refusal(
        "EP-A34", f"{b.id.upper()} is {away} from {a.id.upper()}, a charge and its fire reach {length(reach, CM)}"
    )


def _closest(state: Battle, one: FormationId, other: FormationId) -> tuple[Stand, Stand]:
    """The stands of two formations that are closest to each other."""
    pairs = ((a, b) for a in on_table(state, one) for b in on_table(state, other))
    return min(pairs, key=lambda pair: (span(state, pair[0].at, pair[1].at), pair[0].id, pair[1].id))


def _no_shot(rules: Ruleset, state: Battle, asked: Decision, own: Stand | None, there: Stand | None) -> Refusal:
    """Why the formation cannot shoot at the stand on the cell."""
    unit = state.units[asked.unit] if asked.unit else own
    if unit is None or there is None:
        return Refusal("EP-A31", "no enemy is there")
    if side_of(state, there.formation) == side_of(state, unit.formation):
        return Refusal("EP-A31", f"{there.id.upper()} is on {unit.formation.upper()}’s side", unit.id)
    plus = next((plus_of(option) for option in asked.options if option.action == Verbs.SHOOT), 0)
    found = shot(rules, state, unit.formation, there.formation, plus)
    if isinstance(found, Shot):
        return Refusal("EP-A31", f"{there.formation.upper()} is shot at as a whole", unit.id)
    return found


def _no_overwatch(rules: Ruleset, state: Battle, asked: Decision, own: Stand | None, there: Stand | None) -> Refusal:
    """Why pointing at the cell is no overwatch fire: it is only at the formation that has moved."""
    moving = state.queues[-1].action.moving
    if own is not None:
        found = rules.why(state, own.id)
        if isinstance(found, Refusal):
            return found
    what = "no stand is there" if there is None else f"{there.formation.upper()} has not moved"
    return Refusal("EP-A32", f"{what}; overwatch fires at {moving.upper()}, which has moved")


def _no_hit(rules: Ruleset, state: Battle, asked: Decision, own: Stand | None, there: Stand | None) -> Refusal:
    """Why the hit cannot fall on the cell: it falls on one of the nearest stands."""
    names = " or ".join(option.unit.upper() for option in asked.options)
    what = f"{there.id.upper()} is not the next to be hit" if there is not None else "no stand is there"
    return Refusal("EP-A37", f"{what}; the hit falls on the nearest: {names}")


_OTHERS: Mapping[QuestionKind, Callable[[Ruleset, Battle, Decision, Stand | None, Stand | None], Refusal]] = {
    Questions.ACTIVATE: _no_activation,
    Questions.SHOOT: _no_shot,
    REACT: _no_overwatch,
    Questions.ALLOCATE: _no_hit,
}


# -- moves -----------------------------------------------------------------------------------------------------------


def _no_move(state: Battle, queue: EpicQueue, unit: Stand, cell: Cell, whole: FormationId) -> Refusal:
    """Why a stand, or the `whole` formation that it leads, cannot go to a cell in the open draft."""
    if unit.formation not in queue.action.drafting:
        return no_part(state, queue, unit)
    if unit.out:
        return Refusal("EP-A37", "it is lost", unit.id)
    if whole and queue.kind == Verbs.COUNTER_CHARGE:
        return Refusal("EP-10", "counter charges are made stand by stand", unit.id)
    plan = plan_without_mates(state, plan_of(state, queue), whole) if whole else layout(state, queue, but=unit.id)
    ways = ways_of(state, queue, plan, unit)
    if isinstance(ways, Refusal):
        return ways
    there = next((name for name, at in plan.at.items() if at == cell and name != unit.id), "")
    if cell == plan.at.get(unit.id):
        return Refusal(CLAUSES[queue.kind][0], "it stands there; without a move in the plan it stays", unit.id)
    countering = queue.kind == Verbs.COUNTER_CHARGE
    no = _not_aboard(state, queue, plan, unit, there) or _not_beside_door(state, queue, plan, unit, cell)
    if no is None and queue.kind == Verbs.CHARGE:
        no = _no_contact(state, queue, plan, unit, there)
    if no is None and not (countering and _enemy(state, unit, there)):
        no = _shut(state, unit, cell, there)
    if no is None and countering:
        no = _not_straight(state, plan, unit, cell)
    return (
        no
        or _too_long(state, queue, unit, cell)
        or _zoned(state, queue, plan, unit, cell)
        or _round_about(state, queue, unit, cell)
    )


def _not_aboard(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand, there: UnitId) -> Refusal | None:
    """Why a stand cannot get into the transport that stands there; None if there is none, or it can."""
    carrier = state.units.get(there)
    if carrier is None or carrier.seat != unit.seat or not carrier.stats["CARRIES"] or there in (unit.id, unit.aboard):
        return None
    name = there.upper()
    if unit.vehicle:
        return Refusal("EP-A48", f"{name} carries infantry, not vehicles", unit.id)
    if unit.id in plan.aboard.values():
        return Refusal("EP-A48", "it carries others itself", unit.id)
    if carrier.formation != unit.formation:
        return Refusal("EP-A48", f"{name} belongs to {carrier.formation.upper()}", unit.id)
    if unit.id in plan.aboard:
        return Refusal("EP-A48", f"it rides in {plan.aboard[unit.id].upper()} and gets out first", unit.id)
    if queue.kind != Verbs.MOVE:
        return Refusal("EP-A48", "stands get in only with a move action, not in a fight", unit.id)
    if there in carriers_for(state, plan, unit):
        return None
    if list(plan.aboard.values()).count(there) >= carrier.stats["CARRIES"]:
        return Refusal("EP-A48", f"{name} is full: it carries {carrier.stats['CARRIES']}", unit.id)
    if there in plan.unloaded:
        return Refusal("EP-A48", f"passengers get out of {name} now", unit.id)
    return Refusal(
        "EP-A48",
        f"{name} is {gap(state, unit.at, plan.at[there], LINK)} off, and {length(LINK, CM)} is the limit",
        unit.id,
    )


def _not_beside_door(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand, cell: Cell) -> Refusal | None:
    """Why a passenger cannot get out on a cell because of its transport, or None."""
    if unit.id not in plan.aboard:
        return None
    door = plan.at[plan.aboard[unit.id]]
    name = plan.aboard[unit.id].upper()
    if queue.kind in (Verbs.WITHDRAW, Verbs.CONSOLIDATE):
        return doors_shut(state, queue, plan, unit)
    if not within(state, door, cell, LINK):
        return Refusal(
            "EP-A48",
            f"it gets out within {length(LINK, CM)} of {name}; that is {gap(state, door, cell, LINK)}",
            unit.id,
        )
    return shut_in(state, plan, unit) if queue.kind == Verbs.COUNTER_CHARGE else None


def _shut(state: Battle, unit: Stand, cell: Cell, there: UnitId) -> Refusal | None:
    """Why a cell is closed to a stand: another stand is there, or it cannot enter the ground. Else None."""
    if there and _enemy(state, unit, there) is None:
        words = f"{there.upper()} is there in this plan; other stands may pass, but not end there"
        return Refusal("EP-18", words, unit.id)
    if there:
        return Refusal("EP-A25", f"{there.upper()} is there, and stands cannot move through enemies", unit.id)
    if not state.board.passable(cell, unit.mode):
        ground = state.board.describe(cell)
        return Refusal("EP-A46", f"{ground} is closed to {'vehicles' if unit.vehicle else 'infantry'}", unit.id)
    return None


def _enemy(state: Battle, unit: Stand, there: UnitId) -> Stand | None:
    """The enemy with that id, None if it is no enemy of the stand or the id is ""."""
    foe = state.units.get(there)
    return foe if foe is not None and state.side(foe.seat) != state.side(unit.seat) else None


def _no_contact(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand, there: UnitId) -> Refusal | None:
    """Why a charge cannot come into contact with the enemy that is pointed at; None if it is no enemy."""
    foe = _enemy(state, unit, there)
    if foe is None:
        return None
    name = there.upper()
    if foe.formation not in queue.action.targets:
        return Refusal("EP-A34", f"{name} is not charged, only {written_ids(queue.action.targets)}", unit.id)
    crowd = crowds(state, plan, unit.seat, unit.id)
    if len(crowd[there]) >= FULL:
        return Refusal("EP-11", f"{written_ids(crowd[there][:FULL])} touch {name} already, two at most", unit.id)
    speed = unit.stats["SPEED"]
    if not within(state, unit.at, foe.at, speed):
        away = gap(state, unit.at, foe.at, speed)
        return Refusal(
            "EP-A34", f"{name} is {away} off, the move {length(speed, CM)}; click beside it to come nearer", unit.id
        )
    nearer = [one for one in with_zones(state, crowd) if span(state, unit.at, one.at) < span(state, unit.at, foe.at)]
    if nearer:
        first_one = min(nearer, key=lambda one: (span(state, unit.at, one.at), one.id))
        near = first_one.id.upper()
        words = f"{near} is nearer, and a stand that enters its zone goes for {near}, not for {name}"
        return Refusal("EP-A33", words, unit.id)
    return Refusal("EP-A25", f"no free way into contact with {name} is short enough", unit.id)


def _too_long(state: Battle, queue: EpicQueue, unit: Stand, cell: Cell) -> Refusal | None:
    """Why the way to a cell is too long, past enemies but without their zones, or that there is none; else None."""
    cm = allowance(queue, unit.stats["SPEED"])
    if unit.aboard:
        return None
    foes = frozenset(foe.at for foe in against(state, unit.seat))
    cost = state.board.reach(unit.at, half_cells(state, FAR), foes, unit.mode).costs.get(cell)
    clause = {Verbs.WITHDRAW: "EP-A42", Verbs.CONSOLIDATE: "EP-A43", Verbs.CHARGE: "EP-A34"}.get(queue.kind, "EP-A29")
    if cost is None:
        return Refusal("EP-A25", "every way there is closed", unit.id)
    if cost <= half_cells(state, cm):
        return None
    return Refusal(clause, f"the way is {length(cost * state.scale / 20, CM)}, the move {length(cm, CM)}", unit.id)


def _zoned(state: Battle, queue: EpicQueue, plan: Layout, unit: Stand, cell: Cell) -> Refusal | None:
    """Why a stand may not end on a cell because of contact or a zone of control (EP-11, EP-A33), or None."""
    crowd = crowds(state, plan, unit.seat, unit.id)
    full = [
        name
        for name, crowding in crowd.items()
        if len(crowding) >= FULL and touching(state, state.units[name].at, cell)
    ]
    if full:
        two = written_ids(crowd[full[0]][:FULL])
        return Refusal("EP-11", f"{two} touch {full[0].upper()} already, two at most", unit.id)
    foes = with_zones(state, crowd) if queue.kind == Verbs.CHARGE else against(state, unit.seat)
    foes = [foe for foe in foes if cell in disc(state, foe.at, ZONE)]
    if queue.kind == Verbs.WITHDRAW or not foes:
        return None
    foe = min(foes, key=lambda one: (span(state, cell, one.at), one.id))
    name = foe.id.upper()
    if queue.kind != Verbs.CHARGE:
        words = f"it lies within {length(ZONE, CM)} of {name}: stands enter that zone only in an assault"
        return Refusal("EP-A33", words, unit.id)
    if foe.formation not in queue.action.targets:
        return Refusal("EP-A33", f"it lies in the zone of {name}, which is not charged", unit.id)
    words = f"stands enter the zone of {name} only for contact, or to come as near as they can"
    return Refusal("EP-A33", words, unit.id)


def _not_straight(state: Battle, plan: Layout, unit: Stand, cell: Cell) -> Refusal | None:
    """Why a cell is not on the direct way of a counter charge, or where its passenger may not get out; else None."""
    if unit.id in plan.aboard:
        crowd = assault_crowds(state, plan, unit.seat, unit.formation, unit.id)
        no = third_in_contact(state, crowd, cell)
        return Refusal("EP-11", "an enemy beside it is touched by two already", unit.id) if no else None
    aim = next((one for one in aims(state, plan, unit) if one.ways), None)
    if aim is None:
        return Refusal("EP-10", "there is no enemy to go for", unit.id)
    ends = " or ".join(state.board.label(end) for end in aim.ways)
    foe, far = aim.foe.id.upper(), length(distance(unit), CM)
    return Refusal("EP-10", f"a counter charge of {far} goes straight for {foe}, the closest, to {ends}", unit.id)


def _round_about(state: Battle, queue: EpicQueue, unit: Stand, cell: Cell) -> Refusal:
    """Why a stand cannot get to a cell though the ground is open and near enough: the way round zones is too long."""
    foes = [foe.at for foe in against(state, unit.seat)]
    if unit.aboard:
        return Refusal("EP-A48", "no way leads there from the transport’s door", unit.id)
    if queue.kind in (Verbs.MOVE, Verbs.CHARGE, Verbs.CONSOLIDATE) and foes:
        foe = nearest(state, cell, foes)
        name = next(one.id.upper() for one in against(state, unit.seat) if one.at == foe)
        return Refusal("EP-A33", f"the way round the zones of enemies such as {name} is too long", unit.id)
    return Refusal("EP-A25", "no way leads there in this move", unit.id)


# -- missing answers ---------------------------------------------------------------------------------------------------


def missing(rules: Ruleset, state: Battle, asked: Decision, unit: UnitId) -> list[Refusal]:
    """Why actions of a stand's formation, or getting into a transport, are missing among its answers."""
    stand = state.units.get(unit)
    if stand is None or stand.out or stand.seat != asked.seat:
        return []
    if asked.kind == Questions.ACTIVATE and spent(state, stand.formation) is None:
        return _no_actions(rules, state, stand)
    if asked.kind == Questions.MOVE and not stand.aboard:
        queue = state.queues[-1]
        plan = layout(state, queue, but=unit)
        carriers = [u.id for u in on_table(state, stand.formation) if u.stats["CARRIES"] and u.id != unit]
        found = (_not_aboard(state, queue, plan, stand, name) for name in carriers)
        return [no.but(reason=f"no getting in: {no.reason}") for no in found if no is not None and not stand.vehicle]
    return []


def _no_actions(rules: Ruleset, state: Battle, stand: Stand) -> list[Refusal]:
    """Why a formation cannot be activated for overwatch, sustained fire or a charge, for each of these."""
    formation = stand.formation
    lead = first(state, formation).id
    found: list[Refusal] = []
    for action, words in ((Verbs.OVERWATCH, "no overwatch"), (Verbs.SUSTAINED_FIRE, "no sustained fire")):
        no = refused(rules, state, formation, action)
        if no is not None:
            found.append(no.but(reason=f"{words}: {no.reason}"))
    foes = [foe for foe in formations(state) if side_of(state, foe) != side_of(state, formation)]
    if foes and not any(near_enough(state, formation, foe) for foe in foes):
        near = min(foes, key=lambda foe: span(state, *(u.at for u in _closest(state, formation, foe))))
        no = _beyond(state, formation, near)
        found.append(no.but(reason=f"no charge: {no.reason}"))
    return [no.but(unit=lead) for no in found]
