"""Reacting from overwatch: who may, declaring, forcing the instigator's hand, and a reaction's slot (SC-01 to SC-63)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Option, Refusal
from game.engine.queue import Reaction, ReactionQueue, Trigger
from game.engine.reactions import declared, lapse
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.skirmishcorps.action import ACT_STEPS
from game.rules.skirmishcorps.attack import Shot, covering_options, shot_refused, shot_sum
from game.rules.skirmishcorps.ground import aware, interceptor_cell, linked, move_trigger, places

VERB = {
    "ranged_attack": "Fire at {target}",
    "cut_off": "Cut off {target}",
    "intercept": "Intercept {target} for {ally}",
}


def ready(state: State, name: str) -> Refusal | None:
    """Why a unit cannot react to anything now, or None. The order of the checks is the order of the answers."""
    unit = state.units[name]
    if unit.out:
        return Refusal("SC-A29", "out of action", name)
    if "pinned" in unit.markers:
        return Refusal("SC-42", "pinned until the End Phase", name)
    if "overwatch" not in unit.markers:
        return Refusal("SC-01", "no overwatch marker", name)
    if unit.markers["overwatch"] == "up":
        return Refusal("SC-A5", "its overwatch marker is face-up: it has reacted this turn", name)
    if state.queues and state.queues[-1].closed:
        return Refusal("SC-26", "frozen: the snowball has closed and its marker is face-down", name)
    return None


def may_react(
    rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, name: str
) -> list[Option] | Refusal:
    """Every reaction of a ready unit to one event, or the first clause that forbids them all (SC-02, SC-65)."""
    unit = state.units[name]
    if not aware(state, trigger, unit):
        return Refusal("SC-02", "not aware: no sight and no word of it", name)
    found: list[Option] = []
    shots, no = _shots(rules, state, queue, trigger, unit)
    found += shots
    found += _contact_reactions(rules, state, queue, trigger, unit)
    found += covering_options(rules, state, unit, trigger.id)
    return found or (no or Refusal("SC-65", "none of the four reactions is possible", name))


def spots(state: State, queue: ReactionQueue, trigger: Trigger, forced_too: bool) -> list[int]:
    """Where the trigger's unit may be shot at: all along a move that was forced (SC-19), else where it stands (SC-A4)."""
    actor = state.units[trigger.actor]
    if trigger.kind != "move":
        return [actor.at]
    if queue.action.facts.get("walked"):
        return queue.action.path[: queue.action.done + 1] if queue.action.facts.get("open") else [actor.at]
    return trigger.path if forced_too and not queue.action.over else [actor.at]


def _shots(
    rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, unit: Unit
) -> tuple[list[Option], Refusal | None]:
    """Plain shots at the unit that is answered (SC-57): from its start, or anywhere on its path if that can be forced."""
    found: list[Option] = []
    no: Refusal | None = None
    if state.units[trigger.actor].out:
        return found, Refusal("SC-A7", f"{trigger.actor.upper()} is out of action", unit.id)
    forcible = trigger.actor == queue.instigator and not queue.action.over
    for place, weapon in enumerate(unit.weapons):
        for cell in spots(state, queue, trigger, forcible):
            no_shot = shot_refused(rules, state, Shot(unit.id, trigger.actor, cell, weapon, overwatch=True))
            if no_shot is None:
                found.append(_option("ranged_attack", unit, trigger, weapon if place else "", unit.weapons[place]))
                break
            no = no or no_shot
    return found, no


def _option(action: str, unit: Unit, trigger: Trigger, suffix: str, weapon: str, ally: str = "") -> Option:
    target = trigger.actor
    text = VERB[action].format(target=target.upper(), ally=ally.upper()) + (
        f" with the {suffix.replace('_', ' ')}" if suffix else ""
    )
    clause = {"ranged_attack": "SC-57", "cut_off": "SC-60", "intercept": "SC-49"}[action]
    name = ":".join(part for part in (unit.id, action, target, ally, suffix) if part)
    return Option(
        name, action, unit.id, target, ally=ally, weapon=weapon, value=trigger.id, clauses=(clause,), text=text
    )


def _contact_reactions(
    rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, unit: Unit
) -> Iterator[Option]:
    """Cutting off one's own attacker and intercepting a friend's (SC-49 to SC-53, SC-60)."""
    if trigger.kind != "move":
        return
    touched = contacted(state, queue, trigger)
    if unit.id in touched and cut_off_refused(state, unit) is None:
        for place, weapon in enumerate(unit.weapons):
            path = path_of(queue, trigger)
            if any(
                shot_refused(rules, state, Shot(unit.id, trigger.actor, cell, weapon, overwatch=True)) is None
                for cell in path
            ):
                yield _option("cut_off", unit, trigger, weapon if place else "", weapon)
    for ally in touched:
        if intercept_refused(state, queue, trigger, unit, ally) is None:
            yield _option("intercept", unit, trigger, "", "", ally)


def contacted(state: State, queue: ReactionQueue, trigger: Trigger) -> list[str]:
    """Whom the move brings into base contact: as announced while it can still be made, or as really made (SC-A3)."""
    actor = state.units[trigger.actor]
    if queue.action.facts.get("walked"):
        return [] if actor.out else queue.action.contact.split()
    lost = actor.out or "pinned" in actor.markers or queue.action.over
    return [] if lost else trigger.contact.split()


def path_of(queue: ReactionQueue, trigger: Trigger) -> list[int]:
    """The move to shoot into: as announced, or as really made once it has been."""
    return queue.action.path[: queue.action.done + 1] if queue.action.facts.get("walked") else trigger.path


def cut_off_refused(state: State, unit: Unit) -> Refusal | None:
    """A unit that has retaliated this turn cannot cut off any more (SC-A28)."""
    if unit.fact("retaliated") == state.turn:
        return Refusal("SC-A28", "it has retaliated this turn", unit.id)
    return None


def intercept_refused(state: State, queue: ReactionQueue, trigger: Trigger, unit: Unit, ally_id: str) -> Refusal | None:
    """Why a unit cannot intercept for `ally_id` (SC-50 to SC-53), or None. Difficult ground counts as normal (SC-56)."""
    ally = state.units.get(ally_id)
    if ally is None or ally.out or ally.id == unit.id or state.side(ally.seat) != state.side(unit.seat):
        return Refusal("SC-49", "no friend is being contacted", unit.id)
    distance, speed = state.board.distance(unit.at, ally.at), unit.stats["SP"]
    if distance > speed:
        return Refusal("SC-50", f'{ally_id.upper()} is {distance}" away, SP is {speed}', unit.id)
    wall = state.board.obstruction(unit.at, ally.at)
    if wall >= 0:
        return Refusal("SC-51", f"{state.board.describe(wall)} in the way", unit.id, blocked_by=wall)
    if not state.board.visible(unit.at, ally.at) and not linked(state, unit, ally):
        return Refusal("SC-52", f"neither sees nor hears {ally_id.upper()}", unit.id)
    end = path_of(queue, trigger)[-1]
    if interceptor_cell(state, unit, end, ally, trigger.actor) < 0:
        return Refusal("SC-53", "no free cell touches the enemy", unit.id)
    return None


# -- declaring --------------------------------------------------------------------------------------------------------


def declare(t: Table, reaction: Reaction) -> None:
    """Announce and turn the marker up (SC-03, SC-04); a unit suppressed earlier tests first (SC-A8)."""
    if "suppressed" in t.unit(reaction.unit).markers:
        t.then("courage", reaction.unit)
    t.then("flip", reaction.id)


def flip(t: Table, reaction_id: int) -> None:
    """The marker is turned face-up, and the reaction is itself open to answers (SC-04, SC-06)."""
    queue = t.queue
    reaction = queue.reactions[reaction_id]
    unit = t.unit(reaction.unit)
    if unit.out or "pinned" in unit.markers:
        reaction.status, reaction.why, reaction.clause = "failed", "it could not act", "SC-42"
        t.emit("reaction_failed", ("SC-42",), unit=unit.id, reason=reaction.why)
        return
    root = move_trigger(queue)
    if root is not None and unit.seat in root.to and aware(t.state, root, unit):
        queue.facts[f"knows:{unit.id}"] = 1  # whoever told it may be gone at the slot (SC-A20)
    t.change(unit, "marker_flipped", ("SC-04",), markers={"overwatch": "up"}, cause=queue.triggers[reaction.trigger].n)
    clauses = ("SC-03", "SC-05") if reaction.trigger == 0 else ("SC-03", "SC-06")
    declared(t, queue, reaction, clauses)


# -- the slot ---------------------------------------------------------------------------------------------------------


def forcible(state: State, queue: ReactionQueue) -> bool:
    """Whether the instigator's hand can still be forced (SC-17, SC-A21)."""
    instigator = state.units[queue.instigator]
    return not (queue.action.over or queue.action.forced or instigator.out or "pinned" in instigator.markers)


def aims_at_instigator(queue: ReactionQueue, target: str, targets: tuple[str, ...] | list[str]) -> bool:
    """Only a reaction aimed at the instigator itself is direct (SC-15)."""
    return target == queue.instigator or queue.instigator in targets


def still_able(t: Table, reaction: Reaction) -> bool:
    """Lapse the reaction if its unit has fallen or been pinned meanwhile (SC-A16, SC-A29)."""
    no = slot_refused(t.state, reaction)
    if no is not None:
        lapse(t, reaction, no)
    return no is None


def slot_refused(state: State, reaction: Reaction) -> Refusal | None:
    """Why a reaction is lost when its slot comes."""
    unit = state.units[reaction.unit]
    if unit.out:
        return Refusal("SC-A29", "out of action before its slot", unit.id)
    if "pinned" in unit.markers:
        return Refusal("SC-A16", "pinned before its slot", unit.id)
    return None


def carry_out(t: Table, reaction: Reaction) -> None:
    """A slot: the Courage test if the snowball has suppressed the unit, then forcing, then the reaction (SC-A8)."""
    if "suppressed" in t.unit(reaction.unit).markers:
        t.then("courage", reaction.unit)
    t.then("slot", reaction.id)


def slot(t: Table, reaction_id: int) -> None:
    """A reaction aimed at the instigator may force its hand before it is carried out (SC-14 to SC-18)."""
    queue = t.queue
    reaction = queue.reactions[reaction_id]
    if not still_able(t, reaction):
        return
    can = forcible(t.state, queue)
    if reaction.forces:  # announced when the snowball closed (SC-A1); of several the first slot is the one
        reaction.forces = can
    elif t.rules.ruling("SC-A1") == "at_slot" and can and direct(t.rules, t.state, queue, reaction):
        queue.facts[f"asked:{reaction.unit}"] = 1
        reaction.forces = ask_force(t, reaction)
    if reaction.forces:
        force(t, reaction)
    t.then("resolve", reaction_id)


def direct(rules: Ruleset, state: State, queue: ReactionQueue, reaction: Reaction) -> bool:
    """Whether the reaction is aimed at the instigator, or answers it and could still be turned on it (SC-11, SC-15).

    An answer to a reaction is asked again in `resolve` if it is turned on the instigator there.
    """
    if aims_at_instigator(queue, reaction.target, reaction.targets):
        return True
    trigger = queue.triggers[reaction.trigger]
    if trigger.by >= 0:
        return False
    options = [
        *_shots(rules, state, queue, trigger, state.units[reaction.unit])[0],
        *resolve_options(rules, state, queue, reaction),
    ]
    return any(aims_at_instigator(queue, option.target, option.targets) for option in options)


def ask_force(t: Table, reaction: Reaction) -> bool:
    """Whether the owner forces the instigator's hand (SC-16)."""
    name = reaction.unit.upper()
    instigator = t.queue.instigator.upper()
    choice = t.ask(
        reaction.seat,
        "force",
        [
            Option(
                f"{reaction.unit}:force",
                "force",
                reaction.unit,
                t.queue.instigator,
                clauses=("SC-14",),
                text=f"Force {instigator}’s hand",
            ),
            Option(
                f"{reaction.unit}:wait",
                "wait",
                reaction.unit,
                t.queue.instigator,
                text=f"Leave {instigator} until last",
            ),
        ],
        prompt=f"{t.rules.seat_name(reaction.seat)} decides: does {name} force {instigator}’s hand?",
        note=f"Forced, {instigator} acts now, before {name}; after a move any point of it may be shot at.",
        clauses=("SC-14", "SC-19"),
        default=f"{reaction.unit}:wait",
        unit=reaction.unit,
    )
    return choice.action == "force"


def force(t: Table, reaction: Reaction) -> None:
    """The instigator resolves its action at once (SC-17, SC-18)."""
    queue = t.queue
    queue.action.forced = True
    t.emit("hand_forced", ("SC-14", "SC-16", "SC-17"), unit=reaction.unit, target=queue.instigator)
    for step in ACT_STEPS:
        t.then(step)
    t.then("courage", reaction.unit)  # the instigator may have suppressed it just now (SC-A8)


def announce_forces(t: Table) -> None:
    """Ruling SC-A1 "at_close": all forcing is announced before the first slot; the first slot of those is the one."""
    queue = t.queue
    aimed = [r for r in queue.reactions if r.status == "declared" and aims_at_instigator(queue, r.target, r.targets)]
    for reaction in sorted(aimed, key=lambda r: (-t.unit(r.unit).stats["RE"], r.id)):
        t.then("announce_force", reaction.id)


def announce_force(t: Table, reaction_id: int) -> None:
    """One unit says beforehand whether it will force (SC-16)."""
    reaction = t.queue.reactions[reaction_id]
    reaction.forces = ask_force(t, reaction)
    if reaction.forces:
        t.emit("force_announced", ("SC-16",), unit=reaction.unit, target=t.queue.instigator)


def resolve_options(rules: Ruleset, state: State, queue: ReactionQueue, reaction: Reaction) -> list[Option]:
    """What may be carried out at the slot after all (SC-11, SC-A20, SC-A21); always including nothing (SC-A6)."""
    unit = state.units[reaction.unit]
    trigger = queue.triggers[reaction.trigger]
    found = [option._replace(value=-1) for option in _now_shots(rules, state, queue, trigger, unit)]
    root = move_trigger(queue)
    if root is not None and queue.facts.get(f"knows:{unit.id}"):
        found += [o._replace(value=-1) for o in _contact_reactions(rules, state, queue, root, unit)]
    found += [option._replace(value=-1) for option in covering_options(rules, state, unit, -1)]
    if reaction.forces:
        found = [option for option in found if aims_at_instigator(queue, option.target, option.targets)]
    return [*found, Option(f"{unit.id}:nothing", "nothing", unit.id, text="Do nothing", clauses=("SC-A6",))]


def _now_shots(rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, unit: Unit) -> Iterator[Option]:
    """Plain shots at the recorded trigger as things stand at the slot."""
    if state.units[trigger.actor].out:
        return
    for place, weapon in enumerate(unit.weapons):
        if any(
            shot_refused(rules, state, Shot(unit.id, trigger.actor, cell, weapon, overwatch=True)) is None
            for cell in spots(state, queue, trigger, forced_too=False)
        ):
            yield _option("ranged_attack", unit, trigger, weapon if place else "", weapon)


def resolve(t: Table, reaction_id: int) -> None:
    """The slot itself: the owner may think again, then it is carried out (SC-11)."""
    queue = t.queue
    reaction = queue.reactions[reaction_id]
    if not still_able(t, reaction):
        return
    rules, name = t.rules, reaction.unit
    options = resolve_options(rules, t.state, queue, reaction)
    planned = next((o.id for o in options if _same(o, reaction)), options[-1].id)
    choice = t.ask(
        reaction.seat,
        "resolve",
        options,
        prompt=f"{rules.seat_name(reaction.seat)} decides: what does {name.upper()} do now?",
        note="The declared reaction does not bind; doing nothing still uses it up.",
        clauses=("SC-11",),
        default=planned,
        unit=name,
    )
    reaction.action, reaction.target, reaction.targets = choice.action, choice.target, list(choice.targets)
    reaction.ally, reaction.weapon = choice.ally, choice.weapon
    if (
        not reaction.forces
        and choice.action != "nothing"
        and rules.ruling("SC-A1") == "at_slot"
        and not queue.facts.get(f"asked:{name}")
        and aims_at_instigator(queue, choice.target, choice.targets)
        and forcible(t.state, queue)
    ):
        queue.facts[f"asked:{name}"] = 1
        reaction.forces = ask_force(t, reaction)
        if reaction.forces:
            force(t, reaction)
            t.then("resolve", reaction_id)
            return
    _carry(t, queue, reaction)


def _same(option: Option, reaction: Reaction) -> bool:
    return (option.action, option.target, list(option.targets), option.ally, option.weapon) == (
        reaction.action,
        reaction.target,
        reaction.targets,
        reaction.ally,
        reaction.weapon,
    )


def _carry(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    unit = t.unit(reaction.unit)
    t.change(unit, "reaction_spent", ("SC-A5",), facts={"acted": 1})
    if reaction.action == "nothing":
        t.emit("reaction_let_go", ("SC-A6",), unit=unit.id)
    elif reaction.action == "ranged_attack":
        _shoot_at_point(t, queue, reaction, spots(t.state, queue, queue.triggers[reaction.trigger], forced_too=False))
    elif reaction.action == "cut_off":
        trigger = move_trigger(queue)
        if trigger is None:
            raise KeyError("move")
        queue.action.bound = True
        t.change(
            unit, "cut_off_made", ("SC-61", "SC-63"), facts={"cut_off": t.state.turn}, also={"target": reaction.target}
        )
        _shoot_at_point(t, queue, reaction, path_of(queue, trigger))
    elif reaction.action == "covering_fire":
        t.then("suppress", unit.id, list(reaction.targets), reaction.weapon, reaction.ally, True)
    else:
        queue.action.bound = True
        t.then("act_test")
        t.then("act_walk", True)
        t.then("join", reaction.id)


def reaction_shot(queue: ReactionQueue, unit: str, target: str, weapon: str, cell: int, at_point: bool) -> Shot:
    """A shot from overwatch. The target's pace counts only at a point of its move (SC-A26); nobody aims."""
    pace = queue.action.pace if at_point and target == queue.instigator else ""
    return Shot(unit, target, cell, weapon, overwatch=True, target_pace=pace)


def _shoot_at_point(t: Table, queue: ReactionQueue, reaction: Reaction, path: list[int]) -> None:
    """Ask for the point where there is a choice (SC-19, SC-61), then shoot."""
    rules, unit = t.rules, t.unit(reaction.unit)
    on_path = len(path) > 1
    shots = [reaction_shot(queue, unit.id, reaction.target, reaction.weapon, cell, on_path) for cell in path]
    refusals = [(point, shot_refused(rules, t.state, shot)) for point, shot in enumerate(shots)]
    legal = [point for point, no in refusals if no is None]
    choice = t.ask(
        reaction.seat,
        "point",
        [
            Option(
                f"{unit.id}:point:{point}",
                "point",
                unit.id,
                reaction.target,
                weapon=reaction.weapon,
                to=path[point],
                point=point,
                clauses=("SC-19",),
                text=f"Fire at {t.state.board.label(path[point])}",
            )
            for point in legal
        ],
        prompt=f"{rules.seat_name(reaction.seat)} decides: where on {reaction.target.upper()}’s move does {unit.id.upper()} fire?",
        note="Any point of the move may be chosen; sight, range and cover are those of the point.",
        clauses=("SC-61",) if reaction.action == "cut_off" else ("SC-19",),
        default=f"{unit.id}:point:{max(legal, key=lambda p: (shot_sum(rules, t.state, shots[p]).need, p))}",
        unit=unit.id,
        refused=lambda: [no._replace(point=point) for point, no in refusals if no is not None],
    )
    reaction.point = choice.point
    t.then("shoot", *shots[choice.point])
    if reaction.action == "cut_off" and not queue.action.facts.get("walked"):
        t.then("fall_at", reaction.target, path[choice.point])


def fall_at(t: Table, name: str, cell: int) -> None:
    """A unit cut off and put out falls at the chosen point; the contact never happens (SC-A3)."""
    unit = t.unit(name)
    if unit.out:
        t.change(unit, "fell", ("SC-A3",), at=cell)


def join(t: Table, reaction_id: int) -> None:
    """The interceptor is placed in contact and strikes once (SC-53, SC-54, SC-55)."""
    queue = t.queue
    reaction = queue.reactions[reaction_id]
    unit, enemy, ally = t.unit(reaction.unit), t.unit(reaction.target), t.unit(reaction.ally)
    cell = interceptor_cell(t.state, unit, enemy.at, ally, enemy.id)
    made = queue.action.facts.get("walked") and ally.id in queue.action.contact.split()
    if enemy.out or not made or cell < 0:
        t.emit("intercept_failed", ("SC-A3",), unit=unit.id, target=enemy.id)
        t.then("resolve", reaction_id)
        return
    t.change(
        unit,
        "intercepted",
        ("SC-53", "SC-55", "SC-56"),
        at=cell,
        prone=False,
        also={"start": unit.at, "target": enemy.id, "ally": ally.id},
    )
    t.then("blow", unit.id, enemy.id, False)


STEPS = {step.__name__: step for step in (flip, slot, announce_forces, announce_force, resolve, fall_at, join)}

__all__ = ["STEPS", "may_react", "places", "ready"]
