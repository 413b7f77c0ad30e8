"""Why a click on a cell answers nothing, and why an expected answer is missing, each with its clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.engine.decisions import Decision, Refusal
from game.engine.names import Cell, QuestionKind, UnitId
from game.engine.options import REACT
from game.engine.ruleset import Ruleset
from game.engine.wording import CM, length, written_ids
from game.rules.epic.actions import charge_refused, refused
from game.rules.epic.counter import aims, assault_crowds, distance
from game.rules.epic.destinations import Ways, allowance, crowded, crowds, embark_refused, full
from game.rules.epic.drafts import CLAUSES, DRAFT_QUESTIONS, no_part, plan_without_mates, ways_of
from game.rules.epic.fire import Shot, plus_of, shot
from game.rules.epic.formations import against, formations, guide, on_table, side_of, spent
from game.rules.epic.ground import LINK, ZONE, disc, gap, half_cells, span, touching, within
from game.rules.epic.plans import Layout, layout, plan_of
from game.rules.epic.state import Battle, EpicQueue, FormationId, Stand
from game.rules.epic.vocabulary import Questions, Verbs
from game.rules.shared import not_asked

FAR = 400
"""The centimetres within which a way is searched for, in order to say how long it is."""


def refused_at(rules: Ruleset, state: Battle, asked: Decision, unit: UnitId, cell: Cell) -> Refusal | None:
    """Why pointing at `cell`, with the stand or formation `unit` picked ("" for none), answers nothing."""
    there = next((u for u in state.units.values() if u.at == cell and not u.out and not u.aboard), None)
    own = state.units.get(unit) or (guide(state, unit) if unit in state.formations else None)
    if own is not None and own.seat != asked.seat:
        return not_asked(asked, own, _clause(asked), cell)
    if asked.kind in DRAFT_QUESTIONS and own is not None:
        no = _no_move(state, state.queues[-1], own, cell, unit if unit not in state.units else "")
        return no.but(cell=cell) if no is not None else Ruleset.refused_at(rules, state, asked, unit, cell)
    if asked.kind in DRAFT_QUESTIONS:
        return Refusal(_clause(asked), "first pick a stand", cell=cell)
    return _OTHERS.get(asked.kind, _no_place)(rules, state, asked, own, there).but(cell=cell)


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
    no = charge_refused(state, own.formation, [foe])
    return no.but(unit=own.id) if no else Refusal("EP-A34", f"to charge {foe.upper()}, first pick {name}", own.id)


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


def _no_move(state: Battle, queue: EpicQueue, unit: Stand, cell: Cell, whole: FormationId) -> Refusal | None:
    """Why a stand, or the `whole` formation that it leads, cannot go to a cell in the open draft; None if it can."""
    if unit.formation not in queue.action.drafting:
        return no_part(state, queue, unit)
    if unit.out:
        return Refusal("EP-A37", "it is lost", unit.id)
    countering = queue.kind == Verbs.COUNTER_CHARGE
    if whole and countering:
        return Refusal("EP-10", "counter charges are made stand by stand", unit.id)
    plan = plan_without_mates(state, plan_of(state, queue), whole) if whole else layout(state, queue, but=unit.id)
    ways = ways_of(state, queue, plan, unit)
    if isinstance(ways, Refusal):
        return ways
    if cell in ways:
        return None
    if cell == plan.at.get(unit.id):
        return Refusal(CLAUSES[queue.kind][0], "it stands there; without a move in the plan it stays", unit.id)
    there = state.units.get(next((name for name, at in plan.at.items() if at == cell and name != unit.id), ""))
    foe = there if there is not None and state.side(there.seat) != state.side(unit.seat) else None
    if there is not None and foe is None and there.stats["CARRIES"] and there.id != unit.aboard:
        return embark_refused(state, queue, plan, unit, there)
    if unit.id in plan.aboard and (far := _off_door(state, plan, unit, cell)):
        return far
    if queue.kind == Verbs.CHARGE and foe is not None:
        return _no_contact(state, queue, plan, ways, unit, foe)
    no = _shut(state, unit, cell, there) if foe is None or not countering else None
    if no is None and countering and not unit.aboard:
        no = _not_straight(state, plan, unit)
    return no or _too_long(state, ways, unit, cell) or _zoned(state, queue, plan, ways, unit, cell)


def _off_door(state: Battle, plan: Layout, unit: Stand, cell: Cell) -> Refusal | None:
    """Why a passenger cannot get out on a cell that is too far from its transport, or None."""
    name = plan.aboard[unit.id]
    if within(state, plan.at[name], cell, LINK):
        return None
    away = gap(state, plan.at[name], cell, LINK)
    words = f"it gets out within {length(LINK, CM)} of {name.upper()}; that is {away}"
    return Refusal("EP-A48", words, unit.id)


def _shut(state: Battle, unit: Stand, cell: Cell, there: Stand | None) -> Refusal | None:
    """Why a cell is closed to a stand: another stand is there, or it cannot enter the ground. Else None."""
    if there is not None and state.side(there.seat) == state.side(unit.seat):
        words = f"{there.id.upper()} is there in this plan; other stands may pass, but not end there"
        return Refusal("EP-18", words, unit.id)
    if there is not None:
        return Refusal("EP-A25", f"{there.id.upper()} is there, and stands cannot move through enemies", unit.id)
    if not state.board.passable(cell, unit.mode):
        ground = state.board.describe(cell)
        return Refusal("EP-A46", f"{ground} is closed to {'vehicles' if unit.vehicle else 'infantry'}", unit.id)
    return None


def _no_contact(state: Battle, queue: EpicQueue, plan: Layout, ways: Ways, unit: Stand, foe: Stand) -> Refusal | None:
    """Why a charge cannot come into contact with an enemy that is pointed at; None if it can."""
    if any(way.target == foe.id and touching(state, cell, foe.at) for cell, way in ways.more.items()):
        return None
    name, speed = foe.id.upper(), unit.stats["SPEED"]
    if foe.formation not in queue.action.targets:
        return Refusal("EP-A34", f"{name} is not charged, only {written_ids(queue.action.targets)}", unit.id)
    no = full(crowds(state, plan, unit.seat, unit.id), foe.id, unit.id)
    if no is not None:
        return no
    if not within(state, unit.at, foe.at, speed):
        away = gap(state, unit.at, foe.at, speed)
        return Refusal(
            "EP-A34", f"{name} is {away} off, the move {length(speed, CM)}; click beside it to come nearer", unit.id
        )
    nearer = min(ways.zoned, key=lambda one: (span(state, unit.at, one.at), one.id), default=foe)
    if span(state, unit.at, nearer.at) < span(state, unit.at, foe.at):
        near = nearer.id.upper()
        words = f"{near} is nearer, and a stand that enters its zone goes for {near}, not for {name}"
        return Refusal("EP-A33", words, unit.id)
    return Refusal("EP-A25", f"no free way into contact with {name} is short enough", unit.id)


def _not_straight(state: Battle, plan: Layout, unit: Stand) -> Refusal:
    """The refusal of a cell that is not on the direct way of a counter charge."""
    aim = next((one for one in aims(state, plan, unit) if one.ways), None)
    if aim is None:
        return Refusal("EP-10", "there is no enemy to go for", unit.id)
    ends = " or ".join(state.board.label(end) for end in aim.ways)
    foe, far = aim.foe.id.upper(), length(distance(unit), CM)
    return Refusal("EP-10", f"a counter charge of {far} goes straight for {foe}, the closest, to {ends}", unit.id)


def _too_long(state: Battle, ways: Ways, unit: Stand, cell: Cell) -> Refusal | None:
    """Why the way to a cell is too long, past enemies but without their zones, or that there is none; else None."""
    if unit.aboard or ways.way is None:
        return None
    foes = frozenset(foe.at for foe in against(state, unit.seat))
    cost = state.board.reach(unit.at, half_cells(state, FAR), foes, unit.mode).costs.get(cell)
    if cost is None:
        return Refusal("EP-A25", "every way there is closed", unit.id)
    cm = allowance(state.queues[-1], unit.stats["SPEED"])
    if cost <= half_cells(state, cm):
        return None
    words = f"the way is {length(cost * state.scale / 20, CM)}, the move {length(cm, CM)}"
    return Refusal(ways.way.clauses[0], words, unit.id)


def _zoned(state: Battle, queue: EpicQueue, plan: Layout, ways: Ways, unit: Stand, cell: Cell) -> Refusal:
    """The refusal of a cell that is near enough, but closed by contact or by zones of control (EP-11, EP-A33)."""
    crowd = crowds(state, plan, unit.seat, unit.id)
    if queue.kind == Verbs.COUNTER_CHARGE:
        crowd = assault_crowds(state, plan, unit.seat, unit.formation, unit.id)
    no = full(crowd, third, unit.id) if (third := crowded(state, crowd).get(cell)) else None
    if no is not None:
        return no
    foes = sorted(ways.zoned, key=lambda one: (span(state, cell, one.at), one.id))
    name = foes[0].id.upper() if foes else ""
    if not foes or cell not in disc(state, foes[0].at, ZONE):
        if unit.aboard:
            return Refusal("EP-A48", "no way leads there from the transport’s door", unit.id)
        if foes:
            return Refusal("EP-A33", f"the way round the zones of enemies such as {name} is too long", unit.id)
        return Refusal("EP-A25", "no way leads there in this move", unit.id)
    if queue.kind != Verbs.CHARGE:
        words = f"it lies within {length(ZONE, CM)} of {name}: stands enter that zone only in an assault"
    elif foes[0].formation not in queue.action.targets:
        words = f"it lies in the zone of {name}, which is not charged"
    else:
        words = f"stands enter the zone of {name} only for contact, or to come as near as they can"
    return Refusal("EP-A33", words, unit.id)


# -- missing answers ---------------------------------------------------------------------------------------------------


def missing(rules: Ruleset, state: Battle, asked: Decision, unit: UnitId) -> list[Refusal]:
    """Why actions of a stand's formation, or getting into a transport, are missing among its answers."""
    stand = state.units.get(unit)
    if stand is None or stand.out or stand.seat != asked.seat:
        return []
    if asked.kind == Questions.ACTIVATE and spent(state, stand.formation) is None:
        return _no_actions(rules, state, stand)
    if asked.kind == Questions.MOVE and not stand.aboard and not stand.vehicle:
        queue = state.queues[-1]
        plan = layout(state, queue, but=unit)
        carriers = [u for u in on_table(state, stand.formation) if u.stats["CARRIES"]]
        found = (embark_refused(state, queue, plan, stand, one) for one in carriers)
        return [no.but(reason=f"no getting in: {no.reason}") for no in found if no is not None]
    return []


def _no_actions(rules: Ruleset, state: Battle, stand: Stand) -> list[Refusal]:
    """Why a formation cannot be activated for overwatch, sustained fire or a charge, for each of these."""
    formation = stand.formation
    enemies = [foe for foe in formations(state) if side_of(state, foe) != side_of(state, formation)]
    found = {
        "overwatch": refused(rules, state, formation, Verbs.OVERWATCH),
        "sustained fire": refused(rules, state, formation, Verbs.SUSTAINED_FIRE),
        "charge": charge_refused(state, formation, enemies) if enemies else None,
    }
    return [no.but(reason=f"no {what}: {no.reason}") for what, no in found.items() if no is not None]
