"""Moves after a fight: a broken formation withdraws (EP-A42), a winner consolidates (EP-A43). Overwatch may fire at both."""

from __future__ import annotations

from game.engine.queue import Action
from game.engine.reactions import window
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.epic.formations import against, first, on_table, standing
from game.rules.epic.ground import NEAR, within

WITHDRAWALS = 2


def withdraw(t: Table, formation: str) -> None:
    """Two moves, any way, zones ignored; then who is still near an enemy is lost (EP-A42)."""
    if not standing(t.state, formation):
        return
    _begin(t, formation, "withdraw")
    for number in range(WITHDRAWALS):
        t.then("loose_move", formation, number + 1, WITHDRAWALS)
        t.then("watched", formation)
    t.then("cut_off", formation)
    t.then("q_end")


def consolidate(t: Table, formation: str) -> None:
    """Up to 5 cm for each stand (EP-A43)."""
    if not on_table(t.state, formation):
        return
    _begin(t, formation, "consolidate")
    t.then("loose_move", formation, 1, 1)
    t.then("watched", formation)
    t.then("q_end")


def _begin(t: Table, formation: str, kind: str) -> None:
    lead = first(t.state, formation)
    t.cause = t.emit(
        "withdrawal_begun" if kind == "withdraw" else "consolidation_begun",
        ("EP-A42",) if kind == "withdraw" else ("EP-A43",),
        unit=lead.id,
        formation=formation,
    )
    queue = t.begin(Action(kind, lead.id, pace=kind), kind, t.cause)
    queue.tags["drafting"] = formation


def loose_move(t: Table, formation: str, number: int, of: int) -> None:
    """One of these moves, planned as a draft."""
    queue = t.queue
    if not on_table(t.state, formation):
        return
    lead = first(t.state, formation)
    queue.kind = queue.action.kind
    queue.facts["number"], queue.facts["of"] = number, of
    window(t, [lead.seat], queue.kind, lead.id, cell=lead.at)


def hunted(state: State, unit: Unit) -> Unit | None:
    """An enemy within 15 cm of a stand that has withdrawn, if there is one."""
    return next((foe for foe in against(state, unit.seat) if within(state, unit.at, foe.at, NEAR)), None)


def cut_off(t: Table, formation: str) -> None:
    """Stands that end their withdrawal within 15 cm of an enemy are destroyed (EP-A42)."""
    lost = [(u, foe) for u in on_table(t.state, formation) if (foe := hunted(t.state, u)) is not None]
    for unit, foe in lost:
        t.change(unit, "cut_off", ("EP-A42",), out=True, also={"target": foe.id})
        for passenger in t.state.units.values():
            if passenger.aboard == unit.id and not passenger.out:
                t.change(passenger, "cut_off", ("EP-A42",), out=True, also={"target": foe.id})


STEPS = {step.__name__: step for step in (withdraw, consolidate, loose_move, cut_off)}
