"""The movement phase: moves and runs, each declared with its path, interrupted by overwatch, continued (WH-10, WH-17)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Option, Refusal
from game.engine.queue import Action, ReactionQueue
from game.engine.reactions import window
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.shared import occupied, touches, way_refused
from game.rules.wh40k2.ground import in_contact, may_hide, mode, near_enemies, touching_enemy


def idle(unit: Unit) -> Refusal | None:
    """Why a squad does nothing of its own this turn (WH-07, WH-A32), or None."""
    if "overwatch" in unit.markers:
        return Refusal("WH-07", "on overwatch: it does nothing in its own turn", unit.id)
    if "broken" in unit.markers:
        return Refusal("WH-A32", "broken", unit.id)
    return None


def may_move(unit: Unit, state: State) -> Refusal | None:
    """Why a squad cannot be moved in the remaining-moves part of the phase, or None."""
    if unit.fact("moved"):
        return Refusal("WH-A24", "it has moved", unit.id)
    if in_contact(state, unit):
        return Refusal("WH-A24", "in hand-to-hand", unit.id)
    return idle(unit)


def activations(rules: Ruleset, state: State) -> Iterator[Option]:
    """Moves and runs of every squad that has not moved; paths are filled in later."""
    board, taken = state.board, occupied(state)
    for unit in state.standing(state.seat):
        if may_move(unit, state) is not None:
            continue
        foot = mode(rules, unit) == "foot"
        for action in ("move", "run") if foot else ("move",):
            reach = board.reach(unit.at, budget(unit, action), taken - {unit.at}, mode(rules, unit))
            barred = near_enemies(state, unit) if action == "run" else frozenset()
            if unit.at in barred:
                continue
            for cell in reach.costs:
                if cell == unit.at or (barred and not barred.isdisjoint(reach.path(cell))):
                    continue
                if touching_enemy(state, unit, cell):
                    continue
                x, y = board.xy(cell)
                yield Option(f"{unit.id}:{action}:{x},{y}", action, unit.id, to=cell, pace=action)
        yield Option(f"{unit.id}:stand", "stand", unit.id, text=f"{unit.id.upper()} stays where it is")
        if "hidden" not in unit.markers and may_hide(rules, state, unit):
            yield Option(f"{unit.id}:hide", "hide", unit.id, clauses=("WH-A26",), text=f"{unit.id.upper()} hides")
    yield Option("end", "end", text="No more moves")


def budget(unit: Unit, action: str) -> int:
    """Half inches: M for a move, twice that for a run (WH-A24)."""
    return unit.stats["M"] * (4 if action == "run" else 2)


def path_refused(rules: Ruleset, state: State, option: Option, path: tuple[int, ...]) -> Refusal | None:
    """Whether a bent path of a move or run can be taken."""
    if option.action not in ("move", "run"):
        return Refusal("WH-A24", "this choice has no path", option.unit)
    unit = state.units[option.unit]
    allowed = budget(unit, option.action)
    no = way_refused(state, option, path, allowed, ("WH-A25", "WH-A24"), mode(rules, unit))
    if no is not None:
        return no
    if option.action == "run" and not near_enemies(state, unit).isdisjoint(path):
        return Refusal("WH-A24", 'a run may not come within 8" of an enemy it sees', unit.id)
    return None


def complete(rules: Ruleset, state: State, option: Option) -> Option:
    """A move or run with its shortest path."""
    if option.action not in ("move", "run") or option.path or option.to < 0:
        return option
    unit = state.units[option.unit]
    reach = state.board.reach(unit.at, budget(unit, option.action), occupied(state, but=unit.id), mode(rules, unit))
    return option._replace(path=reach.path(option.to))


def remaining_moves(t: Table) -> None:
    """One squad after the other moves, runs or stays, until the player is done."""
    state, rules, seat = t.state, t.rules, t.state.seat
    if all(may_move(u, state) is not None for u in state.standing(seat)):
        return
    choice = t.ask(
        seat,
        "activate",
        lambda: activations(rules, state),
        prompt=f"{rules.seat_name(seat)} decides: which squad moves, and where?",
        note="The whole path is declared; enemies on overwatch may fire at any point of it.",
        clauses=("WH-10",),
        default="end",
        refused=lambda: [no for u in state.standing(seat) if (no := idle(u)) is not None],
    )
    if choice.action == "end":
        return
    unit = t.unit(choice.unit)
    if choice.action == "stand":
        t.change(unit, "stood", (), facts={"moved": 1})
    elif choice.action == "hide":
        t.change(unit, "hid", ("WH-A26",), facts={"moved": 1}, markers={"hidden": "up"})
    else:
        begin_move(t, unit, choice.action, [unit.at, *complete(rules, state, choice).path], "")
    t.then_from(-1, "remaining_moves")


def begin_move(t: Table, unit: Unit, kind: str, path: list[int], target: str) -> None:
    """Declare a move with its end and open the one window it gives overwatch (WH-A14, WH-A15)."""
    inches = t.state.board.path_cost(path, mode="light") // 2  # as far as it goes, whatever the ground costs
    lost = {"hidden": None} if "hidden" in unit.markers else None
    n = t.change(
        unit,
        "move_declared",
        ("WH-A14",),
        facts={"moved": 1, kind: 1},
        markers=lost,
        also={"action": kind, "path": path, "target": target},
    )
    t.cause = n
    facts = {"inches": inches}
    t.begin(Action(kind, unit.id, path, pace=kind, target=target, contact=target, facts=facts), "move", n)
    window(t, t.state.enemies(unit.seat), "move", unit.id, path=path, cell=unit.at)
    t.then("q_end")


def advance(t: Table, point: int) -> None:
    """The mover comes as far as `point` of its path."""
    queue = t.queue
    action, unit = queue.action, t.unit(queue.action.unit)
    if unit.out or point <= action.done:
        return
    stretch = action.path[action.done : point + 1]
    action.done, action.status = point, "under_way"
    t.change(unit, "moved", ("WH-17",), cause=queue.n, at=stretch[-1], also={"path": stretch, "pace": action.kind})


def finish_move(t: Table) -> None:
    """The move is over; a charge that arrived is in contact, one that did not has failed (WH-A12)."""
    queue = t.queue
    action, unit = queue.action, t.unit(queue.action.unit)
    if action.over:
        return
    if unit.out:
        action.status = "lost"
        t.emit("move_lost", ("WH-A20",), cause=queue.n, unit=unit.id)
        return
    action.status = "done"
    if action.kind == "charge":
        target = t.unit(action.target)
        if touches(t.state, unit.at, target.at) and not target.out:
            t.change(unit, "charge_made", ("WH-A24",), facts={"charging": 1}, also={"target": target.id})
        else:
            t.change(unit, "charge_failed", ("WH-A12",), facts={"charged_short": 1}, also={"target": target.id})
    elif action.kind == "move" and may_hide(t.rules, t.state, unit):
        ask_hide(t, unit)


def ask_hide(t: Table, unit: Unit) -> None:
    """A squad that has moved into cover may hide (WH-A26)."""
    choice = t.ask(
        unit.seat,
        "hide",
        [
            Option(f"{unit.id}:hide", "hide", unit.id, clauses=("WH-A26",), text="Hide"),
            Option(f"{unit.id}:none", "none", unit.id, text="Stay in view"),
        ],
        prompt=f"{t.rules.seat_name(unit.seat)} decides: does {unit.id.upper()} hide?",
        note="Hidden, it is seen only from close by; it may not shoot without giving itself away.",
        clauses=("WH-A26",),
        default=f"{unit.id}:none",
        unit=unit.id,
    )
    if choice.action == "hide":
        t.change(unit, "hid", ("WH-A26",), markers={"hidden": "up"})


def go_on(t: Table, queue: ReactionQueue) -> None:
    """The interrupted movement is continued (WH-17)."""
    if queue.action.unit:
        t.then("advance", len(queue.action.path) - 1)
        t.then("finish_move")


STEPS = {step.__name__: step for step in (remaining_moves, advance, finish_move)}
