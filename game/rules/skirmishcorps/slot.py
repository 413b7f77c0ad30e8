"""A reaction’s slot: its owner thinks again, may force the instigator’s hand, and carries it out (SC-11, SC-49 to SC-63)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.decisions import Refusal
from game.engine.names import Cell, UnitId
from game.engine.options import Option, Options, Part
from game.engine.queue import Reaction
from game.engine.reactions import lapse
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.rules.skirmishcorps.aim import reaction_shot
from game.rules.skirmishcorps.attack import shoot
from game.rules.skirmishcorps.chances import shot_refused, shot_sum
from game.rules.skirmishcorps.contact import approach_of, interception_of, must_come
from game.rules.skirmishcorps.covering import covering_options, designation_id, suppress
from game.rules.skirmishcorps.events import (
    CutOffFailed,
    CutOffMade,
    Fell,
    InterceptFailed,
    ReactionLetGo,
    ReactionSpent,
)
from game.rules.skirmishcorps.force import aims_at_instigator, ask_force, force, forcible
from game.rules.skirmishcorps.intercept import bind, bring_in, make_certain, move_in, strike
from game.rules.skirmishcorps.react import aimed_at, contact_reactions, shots, spots
from game.rules.skirmishcorps.state import Corps, CorpsQueue, CorpsTable, Trooper
from game.rules.skirmishcorps.vocabulary import Questions, Verbs
from game.rules.skirmishcorps.will import wish


def carry_out(t: CorpsTable, queue: CorpsQueue, reaction: Reaction) -> None:
    """A slot: the Courage test if the snowball has suppressed the unit, then forcing, then the reaction (SC-A8)."""
    if t.state.units[reaction.unit].must_test:
        t.then(wish, reaction.id)
    t.then(slot, reaction.id)


@step
def slot(t: CorpsTable, reaction_id: int) -> None:
    """A reaction aimed at the instigator may force its hand before it is carried out (SC-14 to SC-18)."""
    queue = t.queue
    reaction = t.reaction(reaction_id)
    if reaction.action == Verbs.NOTHING or not still_able(t, reaction):
        return
    can = forcible(t.state, queue)
    if reaction.forces:  # announced when the snowball closed (SC-A1); of several the first slot is the one
        reaction.forces = can
    elif t.rules.ruling("SC-A1") == "at_slot" and can and direct(t.rules, t.state, queue, reaction):
        queue.action.asked_to_force += (reaction.unit,)
        reaction.forces = ask_force(t, reaction)
    if reaction.forces:
        force(t, reaction)
    t.then(resolve, reaction_id)


def still_able(t: CorpsTable, reaction: Reaction) -> bool:
    """Lapse the reaction if its unit has fallen or been pinned meanwhile (SC-A16, SC-A29)."""
    no = still_may(t.state, t.queue, reaction)
    if no is not None:
        lapse(t, reaction, no)
    return no is None


def still_may(state: Corps, queue: CorpsQueue, reaction: Reaction) -> Refusal | None:
    """Why a reaction is lost when its slot comes."""
    unit = state.units[reaction.unit]
    if unit.out:
        return Refusal("SC-A29", "out of action before its slot", unit.id)
    if unit.pinned:
        return Refusal("SC-A16", "pinned before its slot", unit.id)
    return None


def direct(rules: Ruleset, state: Corps, queue: CorpsQueue, reaction: Reaction) -> bool:
    """Whether the reaction is aimed at the instigator, or answers it and could still be turned on it (SC-11, SC-15).

    An answer to a reaction is asked again in `resolve` if it is turned on the instigator there.
    """
    if aims_at_instigator(queue, reaction.target, reaction.targets):
        return True
    trigger = queue.triggers[reaction.trigger]
    if trigger.by >= 0:
        return False
    unit = state.units[reaction.unit]
    parts = [
        *shots(rules, state, trigger, unit, aimed_at(state, queue, trigger)),
        *resolve_options(rules, state, queue, reaction),
    ]
    return any(aims_at_instigator(queue, option.target, option.targets) for option in Options(parts))


def resolve_options(rules: Ruleset, state: Corps, queue: CorpsQueue, reaction: Reaction) -> list[Part]:
    """What may be carried out at the slot after all (SC-11, SC-A20, SC-A21); always including nothing (SC-A6)."""
    unit = state.units[reaction.unit]
    trigger = queue.triggers[reaction.trigger]
    found = shots(rules, state, trigger, unit, spots(state, queue, trigger, forced_too=False))
    for notice in queue.action.knows:
        if notice.unit == unit.id:
            found += contact_reactions(rules, state, queue, queue.triggers[notice.trigger], unit)
    nothing = Option(f"{unit.id}:nothing", Verbs.NOTHING, unit.id, text="Do nothing", clauses=("SC-A6",))
    found = [option.but(value=-1) for option in found]
    covers = covering_options(rules, state, unit)
    comes = interception_of(queue, unit.id) is not None and approach_of(state, queue, unit.id) is not None
    if not reaction.forces and not comes:
        return [*found, *covers, nothing]
    found += Options(covers)
    if reaction.forces:
        found = [option for option in found if aims_at_instigator(queue, option.target, option.targets)]
    if comes:
        own = [option for option in found if _same(option, reaction)]
        due = must_come(state, queue, unit.id)
        if due or _counted_on(queue, unit.id):
            own = [option for option in own if option.to == reaction.to] or own
        if due and own:
            return [*own]
        found = [option for option in found if option in own or not _same(option, reaction)]
    return [*found, nothing]


def _counted_on(queue: CorpsQueue, interceptor: UnitId) -> bool:
    """Whether somebody has answered an intercept as a move into contact: then its way stays as announced (SC-A27b)."""
    return any(
        other.status == "declared" and other.target == interceptor and other.action in (Verbs.INTERCEPT, Verbs.CUT_OFF)
        for other in queue.reactions
    )


@step
def resolve(t: CorpsTable, reaction_id: int) -> None:
    """The slot itself: the owner may think again, then it is carried out (SC-11)."""
    queue = t.queue
    reaction = t.reaction(reaction_id)
    if reaction.action == Verbs.NOTHING or not still_able(t, reaction):
        return
    rules, name = t.rules, reaction.unit
    interception = interception_of(queue, name)
    if interception is not None and interception.path:  # it has come already: only its blow is left
        t.then(strike, reaction_id)
        return
    options = Options(resolve_options(rules, t.state, queue, reaction))
    choice = t.ask(
        reaction.seat,
        Questions.RESOLVE,
        options,
        question=f"what does {name.upper()} do now?",
        note="The declared reaction does not bind; doing nothing still uses it up.",
        clauses=("SC-11",),
        default=_as_declared(options, t.state.units[name], reaction),
        unit=name,
    )
    reaction.action, reaction.target, reaction.targets = choice.action, choice.target, list(choice.targets)
    reaction.ally, reaction.weapon, reaction.to = choice.ally, choice.weapon, choice.to
    if _may_force(rules, t.state, queue, reaction):
        queue.action.asked_to_force += (name,)
        reaction.forces = ask_force(t, reaction)
        if reaction.forces:
            force(t, reaction)
            t.then(resolve, reaction_id)
            return
    _carry(t, queue, reaction)


def _may_force(rules: Ruleset, state: Corps, queue: CorpsQueue, reaction: Reaction) -> bool:
    """Whether the unit may force the instigator's hand as it carries out its reaction (SC-A1)."""
    return (
        not reaction.forces
        and reaction.action != Verbs.NOTHING
        and rules.ruling("SC-A1") == "at_slot"
        and reaction.unit not in queue.action.asked_to_force
        and aims_at_instigator(queue, reaction.target, reaction.targets)
        and forcible(state, queue)
    )


def _as_declared(options: Options, unit: Trooper, reaction: Reaction) -> str:
    """The id of what has been declared, if it can still be carried out; else the last: nothing, if that is legal."""
    if reaction.action == Verbs.COVERING_FIRE:
        found = options.find(designation_id(unit, reaction.targets, reaction.ally, reaction.weapon))
        return (found or options[-1]).id
    same = [option for part in options.parts if isinstance(option := part, Option) and _same(option, reaction)]
    return next((option.id for option in same if option.to == reaction.to), (same or [options[-1]])[0].id)


def _same(option: Option, reaction: Reaction) -> bool:
    return (option.action, option.target, list(option.targets), option.ally, option.weapon) == (
        reaction.action,
        reaction.target,
        reaction.targets,
        reaction.ally,
        reaction.weapon,
    )


def _carry(t: CorpsTable, queue: CorpsQueue, reaction: Reaction) -> None:
    unit = t.unit(reaction.unit)
    t.change(unit, ReactionSpent(unit.id)).acted = True
    if reaction.action == Verbs.NOTHING:
        t.emit(ReactionLetGo(unit.id))
    elif reaction.action == Verbs.RANGED_ATTACK:
        _shoot_at_point(t, queue, reaction, spots(t.state, queue, queue.triggers[reaction.trigger], forced_too=False))
    elif reaction.action == Verbs.CUT_OFF:
        make_certain(t, reaction.target)
        t.then(cut_off, reaction.id)
    elif reaction.action == Verbs.COVERING_FIRE:
        t.then(suppress, unit.id, list(reaction.targets), reaction.weapon, reaction.ally, True)
    else:
        bring_in(t, reaction.target)
        t.then(join, reaction.id)


@step
def cut_off(t: CorpsTable, reaction_id: int) -> None:
    """A shot into a move that is really going to be made, if whoever has to make it can and will (SC-60, SC-61, SC-A8)."""
    queue = t.queue
    reaction = t.reaction(reaction_id)
    unit, approach = t.unit(reaction.unit), approach_of(t.state, queue, reaction.target)
    if approach is None or unit.id not in approach.touched:
        t.emit(CutOffFailed(unit.id, reaction.target))
        t.then(resolve, reaction_id)
        return
    bind(t, reaction.target)
    t.change(unit, CutOffMade(unit.id, reaction.target)).cut_off = t.state.turn
    _shoot_at_point(t, queue, reaction, approach.path)
    if not approach.made:
        t.then(fall_at, reaction.target, approach.path[reaction.point])


def _shoot_at_point(t: CorpsTable, queue: CorpsQueue, reaction: Reaction, path: Sequence[Cell]) -> None:
    """Ask for the point where there is a choice (SC-19, SC-61), then shoot."""
    rules, unit = t.rules, t.unit(reaction.unit)
    on_path, clause = len(path) > 1, "SC-61" if reaction.action == Verbs.CUT_OFF else "SC-19"
    shots = [reaction_shot(queue, unit.id, reaction.target, reaction.weapon, cell, on_path) for cell in path]
    refusals = [(point, shot_refused(rules, t.state, shot)) for point, shot in enumerate(shots)]
    legal = [point for point, no in refusals if no is None]
    choice = t.ask(
        reaction.seat,
        Questions.POINT,
        [
            Option(
                f"{unit.id}:point:{point}",
                Verbs.POINT,
                unit.id,
                reaction.target,
                weapon=reaction.weapon,
                to=path[point],
                point=point,
                clauses=(clause,),
                text=f"Fire at {t.state.board.label(path[point])}",
            )
            for point in legal
        ],
        question=f"where on {reaction.target.upper()}’s move does {unit.id.upper()} fire?",
        note="Any point of the move may be chosen; sight, range and cover are those of the point.",
        clauses=(clause,),
        default=f"{unit.id}:point:{max(legal, key=lambda p: (shot_sum(rules, t.state, shots[p]).hit.need, p))}",
        unit=unit.id,
        refused=lambda: [no.but(point=point) for point, no in refusals if no is not None],
    )
    reaction.point = choice.point
    t.then(shoot, *shots[choice.point])


@step
def fall_at(t: CorpsTable, name: UnitId, cell: Cell) -> None:
    """A unit cut off and put out falls at the chosen point; the contact never happens (SC-A3)."""
    unit = t.unit(name)
    if unit.out:
        t.change(unit, Fell(name, cell)).at = cell


@step
def join(t: CorpsTable, reaction_id: int) -> None:
    """The interceptor comes into contact and may strike once (SC-53 to SC-55)."""
    if move_in(t, reaction_id):
        t.then(strike, reaction_id)
        return
    reaction = t.queue.reactions[reaction_id]
    t.emit(InterceptFailed(reaction.unit, reaction.target))
    t.then(resolve, reaction_id)
