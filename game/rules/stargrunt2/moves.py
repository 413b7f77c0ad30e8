"""Moves under fire: a path declared, a mover stopped at the firer's point, what is left of the move (SG-16 to SG-26)."""

from __future__ import annotations

from game.engine.decisions import Option
from game.engine.queue import Action, ReactionQueue
from game.engine.reactions import window
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.shared import occupied
from game.rules.stargrunt2.actions import dares
from game.rules.stargrunt2.morale import reaction_test
from game.rules.stargrunt2.options import base_move, clear_of, mobility, mode

CARRY = 4  # half inches (SG-25)


def begin_move(t: Table, name: str, kind: str, path: list[int], second: int) -> None:
    """Declare a move; a combat mover rolls how far it comes (SG-A40), then the window opens."""
    unit = t.unit(name)
    if not dares(t, unit, path) or not leaves_at_once(t, unit):
        t.emit("action_failed", ("SG-A39", "SG-A41"), unit=name, action=kind)
        return
    leave_excess(t, unit)
    budget = 2 * base_move(unit)
    goal = path[-1]
    if kind == "combat_move":
        face = t.roll(
            "mobility", (mobility(unit),), ("total",), ("SG-A40",), prompt=f"{name.upper()} rolls mobility", unit=name
        )
        budget = 4 * int(face or 0)
        path = within(t, unit, path, budget)
    n = t.emit("move_declared", ("SG-04",), unit=name, action=kind, path=path, to=goal)
    t.cause = n
    action = Action(kind, name, path, pace=kind)
    action.facts = {"left": budget, "second_move": second, "goal": goal}
    t.begin(action, kind, n)
    window(t, t.state.enemies(unit.seat), kind, name, path=path, cell=unit.at)
    t.then("q_end")


def leaves_at_once(t: Table, unit: Unit) -> bool:
    """Moving out of a position that was not given up before takes a test at threat 2 (SG-A41)."""
    return "in_position" not in unit.markers or reaction_test(t, unit, 2, ("SG-A41",))


def leave_excess(t: Table, unit: Unit) -> None:
    """A unit on the move carries as many wounded as it has fit men; the rest are abandoned (SG-A43)."""
    excess = unit.fact("wounded") - unit.figures
    if excess > 0:
        abandon(t, unit, excess)


def abandon(t: Table, unit: Unit, men: int) -> None:
    """Wounded left where the unit stands count against its tests until it sees to them (SG-26, SG-A26)."""
    facts = {
        "wounded": unit.fact("wounded") - men,
        "abandoned": unit.fact("abandoned") + men,
        "abandoned_at": unit.at,
    }
    t.change(unit, "wounded_abandoned", ("SG-26", "SG-A26"), facts=facts, also={"men": men})


def within(t: Table, unit: Unit, path: list[int], budget: int) -> list[int]:
    """As much of the path (start first) as the half inches allow."""
    taken = occupied(t.state, but=unit.id)
    for end in range(len(path), 1, -1):
        if t.state.board.path_cost(path[:end], blocked=taken, mode=mode(t.rules, unit)) <= budget:
            return path[:end]
    return path[:1]


def advance(t: Table, point: int) -> None:
    """The mover comes as far as `point` of its path; distance used is taken off what is left."""
    queue = t.queue
    action, unit = queue.action, t.unit(queue.action.unit)
    if action.over or unit.out or point <= action.done:
        return
    stretch = action.path[action.done : point + 1]
    cost = t.state.board.path_cost(stretch, blocked=frozenset(), mode=mode(t.rules, unit))
    action.facts["left"] -= cost
    action.done, action.status = point, "under_way"
    also = {"path": stretch, "pace": action.kind}
    gone = {"in_position": None} if "in_position" in unit.markers else None  # from the first step on (SG-A23)
    t.change(unit, "moved", ("SG-16",), cause=queue.n, at=stretch[-1], markers=gone, also=also)


def after_fire(t: Table, casualties_before: int, wounded_before: int, opportunity: bool) -> None:
    """What the fire has done to the mover: stop, go on, or a choice (SG-18 to SG-26)."""
    queue = t.queue
    action, unit = queue.action, t.unit(queue.action.unit)
    if unit.out:
        action.status = "lost"
        return
    if unit.fact("suppressed") or unit.fact("immobile"):
        action.status = "stopped"
        t.emit("move_stopped", ("SG-21", "SG-49") if opportunity else ("SG-01",), cause=queue.n, unit=unit.id)
        return
    if not opportunity or action.over:
        return
    if action.kind == "combat_move":
        if unit.fact("casualties") > casualties_before:
            t.then("wounded_choice", max(0, unit.fact("wounded") - wounded_before))
        else:
            t.emit("keeps_course", ("SG-18", "SG-19"), cause=queue.n, unit=unit.id)
        return
    t.then("turn_elsewhere")


def wounded_choice(t: Table, wounded: int) -> None:
    """A combat mover with casualties stops, carries its wounded, or abandons them (SG-24 to SG-26, SG-A24)."""
    queue = t.queue
    action, unit = queue.action, t.unit(queue.action.unit)
    name = unit.id
    options = [Option(f"{name}:stop", "stop", name, clauses=("SG-24",), text="Stop here")]
    if wounded and unit.figures >= unit.fact("wounded"):  # one man for each (SG-A43)
        options.append(Option(f"{name}:carry", "carry", name, clauses=("SG-25",), text='Carry the wounded, 2" less'))
    if wounded:
        options.append(Option(f"{name}:abandon", "abandon", name, clauses=("SG-26",), text="Leave the wounded"))
    else:
        options.append(Option(f"{name}:go_on", "go_on", name, clauses=("SG-A24",), text="Go on"))
    choice = t.ask(
        unit.seat,
        "wounded",
        options,
        prompt=f"{t.rules.seat_name(unit.seat)} decides: what does {name.upper()} do with its wounded?",
        note="A combat mover goes on to its goal unless it stops for its casualties.",
        clauses=("SG-24", "SG-25", "SG-26"),
        default=options[1].id,
        unit=name,
    )
    if choice.action == "stop":
        action.status = "stopped"
        t.emit("move_stopped", ("SG-24",), cause=queue.n, unit=name)
    elif choice.action == "carry":
        t.emit("wounded_carried", ("SG-25", "SG-46"), cause=queue.n, unit=name, men=wounded)
        action.facts["left"] = max(0, action.facts["left"] - CARRY)
        rest = within(t, unit, action.path[action.done :], action.facts["left"])
        action.path = [*action.path[: action.done], *rest]
        reopen(t.state, queue)
    elif choice.action == "abandon":
        abandon(t, unit, wounded)


def turn_elsewhere(t: Table) -> None:
    """A normal mover may use what is left of its move in any direction; its new path can be answered (SG-20, SG-A7)."""
    queue = t.queue
    action, unit = queue.action, t.unit(queue.action.unit)
    options = elsewhere(t, action, unit)
    choice = t.ask(
        unit.seat,
        "go_on",
        options,
        prompt=f"{t.rules.seat_name(unit.seat)} decides: where does the rest of {unit.id.upper()}’s move lead?",
        note=f'{action.facts["left"] / 2:g}" are left, in any direction.',
        clauses=("SG-18", "SG-20"),
        default=options[0].id,
        unit=unit.id,
    )
    if choice.action == "stop":
        action.status = "stopped"
        t.emit("move_stopped", ("SG-20",), cause=queue.n, unit=unit.id)
        return
    path = list(t.rules.complete(t.state, choice).path)
    action.path = [*action.path[: action.done + 1], *path]
    t.emit("move_turned", ("SG-18", "SG-20"), cause=queue.n, unit=unit.id, path=[unit.at, *path])
    reopen(t.state, queue)


def reopen(state: State, queue: ReactionQueue) -> None:
    """The rest of the path is what may be answered now; points already passed stay passed."""
    for trigger in queue.open_triggers():
        trigger.path = list(queue.action.path)
    queue.passed = []


def elsewhere(t: Table, action: Action, unit: Unit) -> list[Option]:
    """Cells within what is left of a normal move, the first path's end first, and stopping."""
    board, taken = t.state.board, occupied(t.state, but=unit.id)
    reach = board.reach(unit.at, action.facts["left"], taken, mode(t.rules, unit))
    free = clear_of(t.state, unit, reach.costs)
    found = [
        Option(
            f"{unit.id}:go_on:{cell % board.width},{cell // board.width}",
            "go_on",
            unit.id,
            to=cell,
            text=f"Go on to {board.label(cell)}",
        )
        for cell in sorted(free, key=lambda c: (c != action.path[-1], reach.costs[c], c))
    ]
    return [*found, Option(f"{unit.id}:stop", "stop", unit.id, text="Stop here")]


def move_over(t: Table) -> None:
    """The move is over; a combat mover's suppression is placed now (SG-22, SG-46)."""
    queue = t.queue
    action, unit = queue.action, t.unit(queue.action.unit)
    if not action.over:
        action.status = "done"
    for _ in range(action.facts.get("suppress_after", 0)):
        if not unit.out:
            t.then("suppress", unit.id, False, ["SG-22", "SG-46"])


STEPS = {step.__name__: step for step in (begin_move, advance, after_fire, wounded_choice, turn_elsewhere, move_over)}
