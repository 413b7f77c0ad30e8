"""Carrying out the instigator’s action (SC-13, SC-20).

Each step does its part only once. A reaction may need a part early; at the instigator’s own turn it is then skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.engine.decisions import Refusal
from game.engine.names import NO_PACE, Cell, UnitId
from game.engine.options import Option, Options
from game.engine.queue import ActionStatus
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.engine.wording import as_words
from game.rules.shared import foes, occupied, touches
from game.rules.skirmishcorps.attack import OWN_BLOW, blow, shoot
from game.rules.skirmishcorps.chances import Shot, least_refused
from game.rules.skirmishcorps.contact import must_come
from game.rules.skirmishcorps.covering import courage, covering_options, suppress
from game.rules.skirmishcorps.events import ActionChosen, ActionDone, ActionLost, CoveringFireLapsed, Moved, WentProne
from game.rules.skirmishcorps.ground import contacts
from game.rules.skirmishcorps.state import Corps, CorpsAction, CorpsQueue, CorpsTable, Trooper
from game.rules.skirmishcorps.vocabulary import Paces, Questions, Verbs
from game.rules.skirmishcorps.will import acts_at_all


@step
def act_test(t: CorpsTable) -> None:
    """A suppressed instigator tests Courage when it is about to act, if its owner wants it to act (SC-A8).

    The owner has no choice once the instigator's move into contact has been cut off (SC-A3).
    """
    queue = t.queue
    action, unit = queue.action, t.state.units[queue.instigator]
    if action.over or not unit.must_test:
        return
    bound = not action.walked and must_come(t.state, queue, unit.id)
    if bound or acts_at_all(t, unit):
        t.then(courage, unit.id)
        return
    action.kind, action.path = Verbs.NOTHING, action.path[: action.done + 1]
    t.emit(ActionChosen(unit.id, action.kind, list(action.path)), ("SC-A6",), cause=queue.n)
    finish(t, queue, "done", "SC-A6")


def _is_over(t: CorpsTable, queue: CorpsQueue) -> bool:
    """Whether the action is over; it is lost here if the instigator can no longer act (SC-A7, SC-42)."""
    if queue.action.over:
        return True
    unit = t.state.units[queue.instigator]
    if not unit.helpless:
        return False
    finish(t, queue, "lost", "SC-A7" if unit.out else "SC-42")
    return True


def finish(t: CorpsTable, queue: CorpsQueue, status: ActionStatus, clause: str) -> None:
    """End the action as done or lost, under the clause that says why."""
    queue.action.status = status
    event = ActionDone(queue.instigator) if status == "done" else ActionLost(queue.instigator)
    t.change(queue.instigator, event, (clause,), cause=queue.n).acted = True


@step
def act_choose(t: CorpsTable) -> None:
    """After a snowball the instigator may shorten its move or stay, but take no other path (SC-20, SC-A22)."""
    queue = t.queue
    if _is_over(t, queue) or queue.action.walked or queue.action.chosen:
        return
    queue.action.chosen = True
    if not any(reaction.status != "failed" for reaction in queue.reactions):
        return  # nobody reacted: it acts as announced
    action, unit = queue.action, t.state.units[queue.instigator]
    if len(action.path) > 1 and must_come(t.state, queue, unit.id):
        return  # a contact that was cut off or intercepted must be made (SC-A3)
    rules = t.rules
    options = after_snowball(rules, t.state, action)
    default = options[0].id
    if action.kind == Verbs.COVERING_FIRE:
        planned = (action.targets, action.ally, action.weapon)
        default = next((o.id for o in options if (list(o.targets), o.ally, o.weapon) == planned), default)
    choice = t.ask(
        unit.seat,
        Questions.CARRY_OUT,
        options,
        question=f"what does {unit.id.upper()} do after all?",
        note="It may follow the announced path as far as it likes, or not move; no other path.",
        clauses=_carried_under(action),
        default=default,
        unit=unit.id,
    )
    stays_put = len(action.path) > 1 and choice.action != Verbs.MOVE
    if choice.action == Verbs.MOVE:
        action.path = action.path[: choice.point + 1]
    else:
        action.path = action.path[:1]
        action.kind = choice.action
        action.targets, action.ally, action.weapon = list(choice.targets), choice.ally, choice.weapon
    clause = "SC-20" if stays_put and action.forced else _carried_under(action)[0]
    t.emit(ActionChosen(unit.id, action.kind, list(action.path)), (clause,), cause=queue.n)


def _carried_under(action: CorpsAction) -> tuple[str, ...]:
    """The clauses by which the instigator acts now: last of all, or forced to, on a move (SC-19, SC-20) or not."""
    if not action.forced:
        return ("SC-A22",)
    return ("SC-19", "SC-20") if len(action.path) > 1 else ("SC-17",)


def after_snowball(rules: Ruleset, state: Corps, action: CorpsAction) -> list[Option]:
    """What the instigator may do after a snowball.

    It may follow its announced path to any cell (the farthest first), stand, give covering fire or do nothing.
    """
    unit, board = state.units[action.unit], state.board
    name, found = unit.id, []
    for point in range(free_stretch(state, action), 0, -1):
        x, y = board.xy(action.path[point])
        found.append(
            Option(
                f"{name}:move:{x},{y}",
                Verbs.MOVE,
                name,
                to=action.path[point],
                point=point,
                pace=action.pace,
                path=tuple(action.path[1 : point + 1]),
                clauses=("SC-A22",),
                text=f"Go on to {board.label(action.path[point])}",
            )
        )
    stands = ("SC-20",) if action.forced and len(action.path) > 1 else ("SC-A22",)
    found.append(Option(f"{name}:stand", Verbs.STAND, name, point=0, clauses=stands, text="Stand, aim and attack"))
    found += Options(covering_options(rules, state, unit))
    found.append(Option(f"{name}:nothing", Verbs.NOTHING, name, clauses=("SC-A6",), text="Do nothing"))
    return found


def free_stretch(state: Corps, action: CorpsAction) -> int:
    """How far along its path the unit can get before another unit is in the way (index into the path)."""
    taken = occupied(state, but=action.unit)
    for point, cell in enumerate(action.path[1:], 1):
        if cell in taken:
            return point - 1
    return len(action.path) - 1


def stop_refused(state: Corps, action: CorpsAction, cell: Cell) -> Refusal | None:
    """Why the unit cannot go on to a cell after a snowball, or None (SC-A22)."""
    label, end = state.board.label, free_stretch(state, action)
    if cell in action.path[1 : end + 1]:
        return None
    words = f"the move does not lead over {label(cell)}"
    if cell in action.path[end + 1 :]:
        blocker = next(unit for unit in state.standing() if unit.at == action.path[end + 1])
        words = f"{blocker.id.upper()} stands on {label(blocker.at)}"
    return Refusal("SC-A22", words, action.unit, cell=cell)


@step
def act_walk(t: CorpsTable, bound: bool = False) -> None:
    """The move part of the action. `bound`: an intercept needs it early and in full (SC-A3)."""
    queue = t.queue
    action = queue.action
    if _is_over(t, queue) or action.walked:
        return
    unit = t.state.units[queue.instigator]
    if bound:
        action.chosen = action.bound = True
    end = free_stretch(t.state, action)
    action.walked = True
    action.contact = contacts(t.state, unit, action.path[: end + 1])
    if action.forced:
        action.open = True  # any point of a forced move may be shot at (SC-19)
    action.status, action.done = "under_way", end
    if end:
        walked = action.path[: end + 1]
        clause = "SC-A3" if bound else _acts_under(queue, "SC-A36")
        moved = t.change(unit, Moved(unit.id, walked[-1], False, walked, action.pace), (clause,), cause=queue.n)
        moved.at, moved.prone = walked[-1], False


@step
def act_attack(t: CorpsTable) -> None:
    """The attack part: one shot or blow, chosen now, or the announced covering fire (SC-A22, SC-A35)."""
    queue = t.queue
    action = queue.action
    if _is_over(t, queue) or action.attacked:
        return
    action.attacked = True
    unit, rules = t.state.units[queue.instigator], t.rules
    if action.kind == Verbs.NOTHING:
        return
    if action.kind == Verbs.COVERING_FIRE:
        still_legal = any(
            (list(o.targets), o.ally, o.weapon) == (action.targets, action.ally, action.weapon)
            for o in Options(covering_options(rules, t.state, unit))
        )
        if still_legal:
            t.then(suppress, unit.id, list(action.targets), action.weapon, action.ally, False)
        else:
            t.emit(CoveringFireLapsed(unit.id))
        return
    choice = t.ask(
        unit.seat,
        Questions.ATTACK,
        lambda: list(attacks(rules, t.state, queue)),
        question=f"what does {unit.id.upper()} attack?",
        note=f"{unit.id.upper()} has moved." if action.done else f"{unit.id.upper()} has not moved and may aim.",
        clauses=("SC-A35",),
        default=f"{unit.id}:none",
        unit=unit.id,
    )
    if choice.action == Verbs.RANGED_ATTACK:
        t.then(shoot, *own_shot(t.state, queue, choice.target, choice.weapon))
    elif choice.action == Verbs.CLOSE_COMBAT:
        t.then(blow, unit.id, choice.target, OWN_BLOW)
    elif choice.action == Verbs.PRONE:
        t.change(unit, WentProne(unit.id, True)).prone = True


def arrived(state: Corps) -> Corps:
    """The table once the instigator has gone its whole path as announced, before it attacks; moving, it gets up."""
    ahead = state.apart()
    action, unit = ahead.queues[-1].action, ahead.units[ahead.queues[-1].instigator]
    unit.at, action.done = action.path[-1], len(action.path) - 1
    unit.prone = unit.prone and not action.done  # SC-A41
    return ahead


def own_shot(state: Corps, queue: CorpsQueue, target: UnitId, weapon: str) -> Shot:
    """A shot of the instigator's own action: aimed if it did not move, worse after a run (SC-A36, SC-A39)."""
    moved = queue.action.done > 0
    return Shot(
        queue.instigator,
        target,
        state.units[target].at,
        weapon,
        aimed=not moved,
        own_pace=queue.action.pace if moved else NO_PACE,
    )


def sprinted(queue: CorpsQueue) -> bool:
    """Whether the instigator has sprinted, after which it does not shoot (SC-A36)."""
    return queue.action.done > 0 and queue.action.pace == Paces.SPRINT


def own_shot_refused(
    rules: Ruleset, state: Corps, queue: CorpsQueue, target: UnitId, weapons: Sequence[str]
) -> Refusal | None:
    """Why the instigator cannot shoot at the target with any of the weapons, told of the one with the longest range."""
    if sprinted(queue):
        return Refusal("SC-A36", "no shot after a sprint", queue.instigator)
    return least_refused(rules, state, [own_shot(state, queue, target, weapon) for weapon in weapons])


def blow_refused(state: Corps, unit: Trooper, foe: Trooper) -> Refusal | None:
    """Why a unit cannot strike an enemy by its own action, or None."""
    if not touches(state, unit.at, foe.at):
        return Refusal("SC-A44", f"no blow: it does not touch {foe.id.upper()}", unit.id)
    return None


def prone_refused(unit: Trooper) -> Refusal | None:
    """Why a unit cannot go prone in place of an attack, or None."""
    return Refusal("SC-A41", "it cannot go prone: it is prone already", unit.id) if unit.prone else None


def attacks(rules: Ruleset, state: Corps, queue: CorpsQueue) -> Iterator[Option]:
    """The instigator's attacks from where it stands, going prone, or none."""
    unit = state.units[queue.instigator]
    for foe in foes(state, unit.seat):
        if blow_refused(state, unit, foe) is None:
            yield Option(
                f"{unit.id}:close_combat:{foe.id}",
                Verbs.CLOSE_COMBAT,
                unit.id,
                foe.id,
                text=f"Strike {foe.id.upper()}",
                clauses=("SC-A44",),
            )
        for place, weapon in enumerate(unit.weapons):
            if own_shot_refused(rules, state, queue, foe.id, [weapon]) is None:
                suffix = f":{weapon}" if place else ""
                words = f" with the {as_words(weapon)}" if place else ""
                yield Option(
                    f"{unit.id}:ranged_attack:{foe.id}{suffix}",
                    Verbs.RANGED_ATTACK,
                    unit.id,
                    foe.id,
                    weapon=weapon,
                    text=f"Fire at {foe.id.upper()}{words}",
                    clauses=("SC-A37",),
                )
    if prone_refused(unit) is None:
        yield Option(f"{unit.id}:prone", Verbs.PRONE, unit.id, text="Go prone", clauses=("SC-A41",))
    yield Option(f"{unit.id}:none", Verbs.NONE, unit.id, clauses=("SC-A35",), text="Do not attack")


@step
def act_finish(t: CorpsTable) -> None:
    """The action has been carried out."""
    queue = t.queue
    if not _is_over(t, queue):
        finish(t, queue, "done", _acts_under(queue, "SC-A35"))


def _acts_under(queue: CorpsQueue, unanswered: str) -> str:
    """The clause by which the instigator acts now: at once if it is forced, last after reactions, or `unanswered`."""
    if queue.action.forced:
        return "SC-17"
    return "SC-13" if any(reaction.status != "failed" for reaction in queue.reactions) else unanswered


ACT_STEPS = (act_test, act_choose, act_walk, act_attack, act_finish)
"""The parts of the instigator's action, in order."""
