"""Moves under fire: the declared path, fire at a point of it, and the rest of the move (SG-16 to SG-26)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from game.engine.decisions import Refusal
from game.engine.names import Cell, Pace, UnitId, Verb
from game.engine.options import Option
from game.engine.reactions import q_end, window
from game.engine.steps import step
from game.engine.wording import INCHES, length
from game.rules.shared import foes, occupied
from game.rules.stargrunt2.events import (
    ActionFailed,
    KeepsCourse,
    Moved,
    MoveDeclared,
    MoveStopped,
    MoveTurned,
    WoundedAbandoned,
    WoundedCarried,
)
from game.rules.stargrunt2.fire import suppress_at_the_end
from game.rules.stargrunt2.morale import reaction_test, sheltered
from game.rules.stargrunt2.options import combat_budget, mobility, mode, move_budget, rest_ends
from game.rules.stargrunt2.state import SHAKEN, BattleQueue, BattleTable, Squad, SquadAction
from game.rules.stargrunt2.throws import Mobility
from game.rules.stargrunt2.vocabulary import MarkerKinds, Questions, Verbs

CARRY = 4  # half inches (SG-25)


@step
def begin_move(t: BattleTable, name: UnitId, kind: Verb, path: list[Cell], second: bool) -> None:
    """Declare a move, for a combat move after its roll for distance (SG-A40), and open the window for fire."""
    unit = t.state.units[name]
    if not shaken_test(t, unit, path) or not position_test(t, unit):
        fail_first_test(t, unit, kind, kind, ("SG-A39", "SG-A41"))
        return
    excess = unit.wounded - unit.figures
    if excess > 0:  # a unit on the move carries as many wounded as it has fit men (SG-A43)
        unit = abandon(t, unit, excess)
    budget, goal = move_budget(unit), path[-1]
    if kind == Verbs.COMBAT_MOVE:
        budget = combat_budget(t.roll(Mobility(name, (mobility(unit),))))
        path = affordable(t, unit, path, budget)
    start_move(t, SquadAction(kind, name, path, pace=Pace(kind), left=budget, second=second), kind, goal, ("SG-04",))
    t.then(q_end)


def start_move(t: BattleTable, action: SquadAction, kind: Verb, goal: Cell, clauses: tuple[str, ...]) -> None:
    """Announce a move towards `goal` and open the window for fire along its path; `kind` is the announced action."""
    unit = t.state.units[action.unit]
    t.cause = t.emit(MoveDeclared(unit.id, kind, action.path, goal), clauses)
    t.begin(action, action.kind, t.cause)
    window(t, t.state.enemies(unit.seat), action.kind, unit.id, path=action.path, cell=unit.at)


def fail_first_test(t: BattleTable, unit: Squad, kind: Verb, announced: Verb, clauses: tuple[str, ...]) -> None:
    """End a move or an assault that fails its first test; it can still be answered, where the unit stands (SG-A28)."""
    t.cause = t.emit(ActionFailed(unit.id, announced), (*clauses, "SG-A28"))
    t.begin(SquadAction(kind, unit.id, [unit.at], pace=Pace(kind), status="stopped", failed=True), kind, t.cause)
    window(t, t.state.enemies(unit.seat), kind, unit.id, path=[unit.at], cell=unit.at)
    t.then(q_end)


def shaken_test(t: BattleTable, unit: Squad, path: list[Cell]) -> bool:
    """Test a shaken unit that leaves cover or gets nearer to an enemy, at threat 2; whether it may move (SG-A39)."""
    if unit.confidence != SHAKEN:
        return True
    state = t.state
    enemies = foes(state, unit.seat)
    nearer = any(state.board.distance(path[-1], foe.at) < state.board.distance(path[0], foe.at) for foe in enemies)
    leaves_cover = sheltered(state, path[0]) and not sheltered(state, path[-1])
    return not (nearer or leaves_cover) or reaction_test(t, unit, 2, ("SG-A39",))


def position_test(t: BattleTable, unit: Squad) -> bool:
    """Test a unit that is still in position, at threat 2; whether it may move (SG-A41)."""
    return not unit.in_position or reaction_test(t, unit, 2, ("SG-A41",))


def abandon(t: BattleTable, unit: Squad, men: int, clauses: tuple[str, ...] = WoundedAbandoned.clauses) -> Squad:
    """Leave wounded men where the unit stands; they count against its tests until it treats them (SG-A26).

    `clauses` say why: by default it cannot carry them (SG-A43).
    """
    unit = t.change(unit, WoundedAbandoned(unit.id, men), clauses)
    unit.wounded -= men
    unit.left_at[unit.at] = unit.left_at.get(unit.at, 0) + men
    return unit


def affordable(t: BattleTable, unit: Squad, path: list[Cell], budget: int) -> list[Cell]:
    """As much of the path (start first) as a budget in half inches allows."""
    costs = t.state.board.path_costs(path, occupied(t.state, but=unit.id), mode(t.rules, unit))
    return path[: bisect_right(costs, budget)]


@step
def advance(t: BattleTable, point: int) -> None:
    """Bring the mover to `point` of its path, and take the distance off what is left of its move."""
    action = t.queue.action
    unit = t.state.units[action.unit]
    if action.over or unit.out or point <= action.done:
        return
    stretch = action.path[action.done : point + 1]
    assault = ("SG-A46",) if action.target else None
    action.left -= t.state.board.path_cost(stretch, blocked=frozenset(), mode=mode(t.rules, unit))
    action.done, action.status = point, "under_way"
    removed = unit.without(MarkerKinds.IN_POSITION)  # from the first step on (SG-A23)
    moved = Moved(unit.id, stretch[-1], stretch, action.pace, removed)
    on_the_way = point < len(action.path) - 1  # where the firing player has the mover come to
    t.change(unit, moved, ("SG-16",) if on_the_way else assault, cause=t.queue.n).at = stretch[-1]


@step
def after_fire(t: BattleTable, casualties_before: int, wounded_before: int, opportunity: bool) -> None:
    """After fire at it the mover stops, goes on, or chooses (SG-18 to SG-26)."""
    queue = t.queue
    action, unit = queue.action, t.state.units[queue.action.unit]
    if unit.out:
        action.status = "lost"
    elif action.over:
        return  # it had been stopped before this fire
    elif unit.suppressed or unit.immobile:
        stop(t, ("SG-21", "SG-49") if opportunity else ("SG-01",))
    elif opportunity and action.kind != Verbs.COMBAT_MOVE:
        t.then(turn_elsewhere)
    elif opportunity and unit.casualties > casualties_before:
        t.then(wounded_choice, max(0, unit.wounded - wounded_before))
    elif opportunity:
        t.emit(KeepsCourse(unit.id), cause=queue.n)


def stop(t: BattleTable, clauses: tuple[str, ...]) -> None:
    """End the move where the unit is."""
    t.queue.action.status = "stopped"
    t.emit(MoveStopped(t.queue.action.unit), clauses, cause=t.queue.n)


def carry_refused(unit: Squad, wounded: int) -> Refusal | None:
    """Why a combat mover cannot carry the men that this fire has wounded, or None: each takes a fit man (SG-A43)."""
    if not wounded:
        return Refusal("SG-A24", "nobody to carry: those who fell are dead", unit.id)
    if unit.figures < unit.wounded:
        return Refusal("SG-A43", "no carrying: there are more wounded than fit men", unit.id)
    return None


@step
def wounded_choice(t: BattleTable, wounded: int) -> None:
    """A combat mover with casualties stops, or goes on with or without its wounded (SG-24 to SG-26, SG-A24)."""
    queue = t.queue
    action, unit = queue.action, t.state.units[queue.action.unit]
    name = unit.id
    options = [Option(f"{name}:stop", Verbs.STOP, name, clauses=("SG-24",), text="Stop here")]
    if carry_refused(unit, wounded) is None:
        slower = f"Carry the wounded, {length(CARRY / 2, INCHES)} less"
        options.append(Option(f"{name}:carry", Verbs.CARRY, name, clauses=("SG-25",), text=slower))
    if wounded:
        options.append(Option(f"{name}:abandon", Verbs.ABANDON, name, clauses=("SG-26",), text="Leave the wounded"))
    else:
        options.append(Option(f"{name}:go_on", Verbs.GO_ON, name, clauses=("SG-A24",), text="Go on"))
    choice = t.ask(
        unit.seat,
        Questions.WOUNDED,
        options,
        question=f"what does {name.upper()} do with its wounded?",
        note="A combat mover goes on to its goal unless it stops for its casualties.",
        clauses=("SG-24", "SG-25", "SG-26"),
        default=options[1].id,
        unit=name,
    )
    if choice.action == Verbs.STOP:
        stop(t, ("SG-24",))
    elif choice.action == Verbs.CARRY:
        t.emit(WoundedCarried(name, wounded), cause=queue.n)
        action.left = max(0, action.left - CARRY)
        rest = affordable(t, unit, action.path[action.done :], action.left)
        action.path = [*action.path[: action.done], *rest]
        reopen(queue)
    elif choice.action == Verbs.ABANDON:
        abandon(t, unit, wounded, ("SG-26", "SG-A26"))


@step
def turn_elsewhere(t: BattleTable) -> None:
    """A normal mover may use the rest of its move in any direction; the new path can be answered (SG-20, SG-A7)."""
    queue = t.queue
    action, unit = queue.action, t.state.units[queue.action.unit]
    choice = t.ask(
        unit.seat,
        Questions.GO_ON,
        lambda: elsewhere(t, action, unit),
        question=f"where does the rest of {unit.id.upper()}’s move lead?",
        note=f"{length(action.left / 2, INCHES)} are left, in any direction.",
        clauses=("SG-18", "SG-20"),
        default=next(elsewhere(t, action, unit)).id,
        unit=unit.id,
    )
    if choice.action == Verbs.STOP:
        stop(t, ("SG-20",))
        return
    path = list(t.rules.complete(t.state, choice).path)
    action.path = [*action.path[: action.done + 1], *path]
    t.emit(MoveTurned(unit.id, [unit.at, *path]), cause=queue.n)
    reopen(queue)


def reopen(queue: BattleQueue) -> None:
    """Open the new rest of the path to answers; points already passed stay passed."""
    for trigger in queue.open_triggers():
        queue.triggers.own(trigger.id).path = list(queue.action.path)
    queue.passed = ()


def elsewhere(t: BattleTable, action: SquadAction, unit: Squad) -> Iterator[Option]:
    """The options for the rest of a normal move: every cell in reach, the announced goal first, and to stop."""
    board, goal, rest = t.state.board, action.path[-1], tuple(action.path[action.done + 1 :])
    reach, free, _, _ = rest_ends(t.rules, t.state, unit)
    for cell in sorted(free, key=lambda c: (c != goal, reach.costs[c], c)):
        x, y = board.xy(cell)
        path, text = rest if cell == goal else (), f"Go on to {board.label(cell)}"
        yield Option(
            f"{unit.id}:go_on:{x},{y}", Verbs.GO_ON, unit.id, to=cell, path=path, clauses=("SG-20",), text=text
        )
    yield Option(f"{unit.id}:stop", Verbs.STOP, unit.id, clauses=("SG-20",), text="Stop here")


@step
def move_over(t: BattleTable) -> None:
    """End the move; the suppression markers of a combat mover are placed now (SG-22, SG-46)."""
    action = t.queue.action
    if not action.over:
        action.status = "done"
    unit = t.state.units[action.unit]
    if not unit.out:
        for _ in range(unit.suppressions_waiting):
            t.then(suppress_at_the_end, unit.id)
