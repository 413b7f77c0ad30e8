"""A reaction’s slot, its place in the order by RE (SC-11, SC-49 to SC-63).

Its owner may change the reaction, may force the instigator’s hand, and carries the reaction out.
"""

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
from game.rules.skirmishcorps.attack import CUT_OFF_SHOT, SNAP_SHOT, shoot
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
    """Begin a slot: the Courage test if the unit has been suppressed, then forcing, then the reaction (SC-A8)."""
    if t.state.units[reaction.unit].must_test:
        t.then(wish, reaction.id)
    t.then(slot, reaction.id)


@step
def slot(t: CorpsTable, reaction_id: int) -> None:
    """A reaction aimed at the instigator may force its hand before it is carried out (SC-14 to SC-18)."""
    queue = t.queue
    reaction = t.reaction(reaction_id)
    if reaction.action == Verbs.NOTHING or _lapses(t, reaction):
        return
    at_slot = t.rules.ruling("SC-A1") == "at_slot"
    if at_slot and forcible(t.state, queue) and direct(t.rules, t.state, queue, reaction):
        queue.action.asked_to_force += (reaction.unit,)
        reaction.forces = ask_force(t, reaction)
        if reaction.forces:
            _force_at_slot(t, reaction)
    t.then(resolve, reaction_id)


def _force_at_slot(t: CorpsTable, reaction: Reaction) -> None:
    """Force the instigator's hand, which may suppress the unit that forced it (SC-A8)."""
    force(t, reaction)
    t.then(wish, reaction.id)


def _lapses(t: CorpsTable, reaction: Reaction) -> bool:
    """Lapse the reaction if its unit has been put out or pinned since (SC-A16, SC-A29); whether it has lapsed."""
    no = still_may(t.state, t.queue, reaction)
    if no is not None:
        lapse(t, reaction, no)
    return no is not None


def still_may(state: Corps, queue: CorpsQueue, reaction: Reaction) -> Refusal | None:
    """Why a reaction lapses when its slot comes, or None."""
    unit = state.units[reaction.unit]
    if unit.out:
        return Refusal("SC-A29", "out of action before its slot", unit.id)
    if unit.pinned:
        return Refusal("SC-A16", "pinned before its slot", unit.id)
    return None


def direct(rules: Ruleset, state: Corps, queue: CorpsQueue, reaction: Reaction) -> bool:
    """Whether the reaction is aimed at the instigator, or answers it and could still be aimed at it (SC-11, SC-15).

    The owner of an answer to another reaction is asked about forcing in `resolve`, if it aims at the instigator there.
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
    """What the unit may do at its slot (SC-11, SC-A20, SC-A21).

    Doing nothing is always among it (SC-A6), unless the unit's move into contact must be made (SC-A3).
    """
    unit = state.units[reaction.unit]
    trigger = queue.triggers[reaction.trigger]
    found = shots(rules, state, trigger, unit, spots(state, queue, trigger, forced_too=False))
    for notice in queue.action.knows:
        if notice.unit == unit.id:
            found += contact_reactions(rules, state, queue, queue.triggers[notice.trigger], unit)
    nothing = Option(f"{unit.id}:nothing", Verbs.NOTHING, unit.id, text="Do nothing", clauses=("SC-A6",))
    found = [option.but(trigger=-1) for option in found]
    covers = covering_options(rules, state, unit)
    intercepts = interception_of(queue, unit.id) is not None and approach_of(state, queue, unit.id) is not None
    if not reaction.forces and not intercepts:
        return [*found, *covers, nothing]
    found += Options(covers)
    if reaction.forces:
        found = [option for option in found if aims_at_instigator(queue, option.target, option.targets)]
    if not intercepts:
        return [*found, nothing]
    declared = [option for option in found if _same(option, reaction)]
    bound = must_come(state, queue, unit.id)
    if bound or _is_answered(queue, unit.id):  # then the intercept ends on the declared cell, if it still can
        declared = [option for option in declared if option.to == reaction.to] or declared
    if bound and declared:
        return [*declared]
    return [*(option for option in found if option in declared or not _same(option, reaction)), nothing]


def _is_answered(queue: CorpsQueue, interceptor: UnitId) -> bool:
    """Whether a unit has answered an intercept as a move into contact, so that its path can't change (SC-A27b)."""
    return any(
        other.status == "declared" and other.target == interceptor and other.action in (Verbs.INTERCEPT, Verbs.CUT_OFF)
        for other in queue.reactions
    )


@step
def resolve(t: CorpsTable, reaction_id: int) -> None:
    """The slot itself: the owner may change the reaction, then it is carried out (SC-11)."""
    queue = t.queue
    reaction = t.reaction(reaction_id)
    if reaction.action == Verbs.NOTHING or _lapses(t, reaction):
        return
    rules, name = t.rules, reaction.unit
    interception = interception_of(queue, name)
    if interception is not None and interception.path:  # it has moved already: only its blow is left
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
            _force_at_slot(t, reaction)
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
    """The id of the declared reaction if it can still be carried out, else of the last option (nothing, if legal)."""
    if reaction.action == Verbs.COVERING_FIRE:
        found = options.find(designation_id(unit, reaction.targets, reaction.ally, reaction.weapon))
        return (found or options[-1]).id
    same = [option for part in options.parts if isinstance(option := part, Option) and _same(option, reaction)]
    return next((option.id for option in same if option.to == reaction.to), (same or [options[-1]])[0].id)


def _same(option: Option, reaction: Reaction) -> bool:
    """Whether an option is the declared reaction; an intercept may end on another cell."""
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
    """Shoot into a move into contact, which then must be made (SC-60, SC-61).

    Fails if the target will not make the move, because it cannot or its owner does not want to (SC-A8).
    """
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
    """Ask for the point of the path to shoot at (SC-19, SC-61), then shoot."""
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
    t.then(shoot, *shots[choice.point], CUT_OFF_SHOT if reaction.action == Verbs.CUT_OFF else SNAP_SHOT)


@step
def fall_at(t: CorpsTable, name: UnitId, cell: Cell) -> None:
    """A unit that a cut-off puts out of action falls at the chosen point; it never makes contact (SC-A3)."""
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
