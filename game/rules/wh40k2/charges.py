"""Charges: declared before anything is measured, moved before other moves (WH-A12, WH-A24)."""

from __future__ import annotations

from game.engine.decisions import Option, Refusal
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.shared import foes, occupied, touches, toward
from game.rules.wh40k2.ground import hides_from, in_contact, mode, touching_enemy
from game.rules.wh40k2.movement import begin_move, idle


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
    t.then_from(-1, "move_chargers")


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


STEPS = {step.__name__: step for step in (declare_charges, move_chargers)}
