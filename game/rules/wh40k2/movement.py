"""The movement phase: charges first, then moves and runs; each is declared with its path, interrupted, continued."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.terrain import cover_of
from game.engine.decisions import Option, Refusal
from game.engine.queue import Action, ReactionQueue
from game.engine.reactions import window
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.shared import foes, occupied, touches, toward, way_refused
from game.rules.wh40k2.fire import hides_from, in_contact

RUN_GAP = 8  # WH-A24


def idle(unit: Unit) -> Refusal | None:
    """Why a squad does nothing of its own this turn (WH-07, WH-A32), or None."""
    if "overwatch" in unit.markers:
        return Refusal("WH-07", "on overwatch: it does nothing in its own turn", unit.id)
    if "broken" in unit.markers:
        return Refusal("WH-A32", "broken", unit.id)
    return None


def mode(rules: Ruleset, unit: Unit) -> str:
    """How the unit crosses ground."""
    return "vehicle" if rules.army.profiles[unit.profile].tags.get("kind") == "vehicle" else "foot"


# -- charges ----------------------------------------------------------------------------------------------------------


def declare_charges(t: Table) -> None:
    """Charges are declared before anything is measured (WH-A24)."""
    state, seat, rules = t.state, t.state.seat, t.rules
    able = [u for u in state.standing(seat) if may_charge(rules, state, u) is None and not u.tags.get("charges")]
    options = [
        Option(
            f"{u.id}:charge:{foe.id}",
            "charge",
            u.id,
            foe.id,
            clauses=("WH-A24",),
            text=f"{u.id.upper()} charges {foe.id.upper()}",
        )
        for u in able
        for foe in foes(state, seat)
        if state.board.visible(u.at, foe.at) and not hides_from(state, foe, u)
    ]
    choice = t.ask(
        seat,
        "charge",
        [*options, Option("done", "done", text="No more charges")],
        prompt=f"{rules.seat_name(seat)} decides: which squads charge?",
        note="Distance is not measured first; a charge that falls short stops as near as it can.",
        clauses=("WH-A24",),
        default="done",
        refused=lambda: [no for u in state.standing(seat) if (no := may_charge(rules, state, u)) is not None],
    )
    if choice.action == "charge":
        t.change(
            choice.unit, "charge_declared", ("WH-A24",), tags={"charges": choice.target}, also={"target": choice.target}
        )
        t.then("declare_charges")


def may_charge(rules: Ruleset, state: State, unit: Unit) -> Refusal | None:
    """Why a squad cannot declare a charge, or None."""
    if mode(rules, unit) == "vehicle":
        return Refusal("WH-A36", "a vehicle does not charge", unit.id)
    if in_contact(state, unit):
        return Refusal("WH-A24", "in hand-to-hand", unit.id)
    return idle(unit)


def move_chargers(t: Table) -> None:
    """Charges are moved before other moves, in their owner's order."""
    state = t.state
    waiting = [u for u in state.standing(state.seat) if u.tags.get("charges") and not u.fact("moved")]
    if not waiting:
        return
    choice = t.ask(
        state.seat,
        "activate",
        [
            Option(f"{u.id}:charge", "charge", u.id, u.tags["charges"], text=f"Move {u.id.upper()}’s charge")
            for u in waiting
        ],
        prompt=f"{t.rules.seat_name(state.seat)} decides: which charge is moved next?",
        clauses=("WH-A24",),
        default=f"{waiting[0].id}:charge",
    )
    unit = t.unit(choice.unit)
    path = charge_path(t.rules, state, unit, state.units[unit.tags["charges"]])
    begin_move(t, unit, "charge", path, unit.tags["charges"])
    t.then("move_chargers")


def charge_path(rules: Ruleset, state: State, unit: Unit, target: Unit) -> list[int]:
    """The shortest way into contact, or as near as 2 M allows (WH-A12, WH-A24); start cell first."""
    taken = occupied(state, but=unit.id)
    reach = state.board.reach(unit.at, 4 * unit.stats["M"], taken, mode(rules, unit))
    contact = {c: n for c, n in reach.costs.items() if touches(state, c, target.at)}
    if contact:
        goal = min(contact, key=lambda c: (contact[c], c))
    else:  # only the enemy that is charged may be touched
        free = {c: n for c, n in reach.costs.items() if c == unit.at or not touching_enemy(state, unit, c)}
        goal = toward(state, unit.at, free, target.at)
    return [unit.at, *(reach.path(goal) if goal != unit.at else ())]


# -- moves ------------------------------------------------------------------------------------------------------------


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


def touching_enemy(state: State, unit: Unit, cell: int) -> bool:
    """Only a charge may end in contact (WH-A24)."""
    return any(touches(state, cell, foe.at) for foe in foes(state, unit.seat))


def budget(unit: Unit, action: str) -> int:
    """Half inches: M for a move, twice that for a run (WH-A24)."""
    return unit.stats["M"] * (4 if action == "run" else 2)


def near_enemies(state: State, unit: Unit) -> frozenset[int]:
    """Cells within 8 inches of an enemy visible from them, where no run may lead (WH-A24)."""
    board = state.board
    out: set[int] = set()
    for foe in foes(state, unit.seat):
        if hides_from(state, foe, unit):
            continue
        out.update(cell for cell in board.area(foe.at, RUN_GAP) if board.visible(cell, foe.at))
    return frozenset(out)


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
    t.then("remaining_moves")


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


def may_hide(rules: Ruleset, state: State, unit: Unit) -> bool:
    """Cover on its cell or beside it; vehicles do not hide (WH-A26, WH-A36)."""
    cells = (unit.at, *state.board.neighbours(unit.at))
    return mode(rules, unit) == "foot" and any(cover_of(state.board.terrain[cell]) for cell in cells)


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


STEPS = {step.__name__: step for step in (declare_charges, move_chargers, remaining_moves, advance, finish_move)}
