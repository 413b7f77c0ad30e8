"""Intercepting, and moves into contact that are made early because a faster reaction needs them (SC-A3, SC-A27b)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.board.terrain import cost_of
from game.engine.names import Cell, UnitId
from game.engine.options import Option
from game.engine.steps import step
from game.rules.shared import touches
from game.rules.skirmishcorps.action import act_test, act_walk
from game.rules.skirmishcorps.attack import INTERCEPTORS_BLOW, offer_blow
from game.rules.skirmishcorps.contact import (
    approach_of,
    brought_to,
    interception_of,
    places_beside,
    straight_path,
)
from game.rules.skirmishcorps.events import Intercepted
from game.rules.skirmishcorps.state import Corps, CorpsTable, Interception, Trooper
from game.rules.skirmishcorps.vocabulary import Questions, Verbs
from game.rules.skirmishcorps.will import wish


def bring_in(t: CorpsTable, name: UnitId) -> None:
    """Make a unit's move into contact now and in full, after the moves that it follows (SC-A3)."""
    queue = t.queue
    interception = interception_of(queue, name)
    if interception is None:
        if not queue.action.walked:
            t.then(act_test)
            t.then(act_walk, True)
    elif not interception.path:
        bring_in(t, queue.reactions[interception.reaction].target)
        t.then(come, interception.reaction)


@step
def come(t: CorpsTable, reaction_id: int) -> None:
    """Move an interceptor before its slot, after its test if it is suppressed; its blow waits (SC-A27b, SC-A8)."""
    if approach_of(t.state, t.queue, t.queue.reactions[reaction_id].unit) is not None:
        t.then(wish, reaction_id)
        t.then(come_now, reaction_id)


@step
def come_now(t: CorpsTable, reaction_id: int) -> None:
    """Move the interceptor, which has passed its test if it had to take one."""
    move_in(t, reaction_id)


def make_certain(t: CorpsTable, name: UnitId) -> None:
    """Let suppressed units test before a cut-off: the unit that moves, and those whose moves it follows (SC-A8)."""
    queue = t.queue
    interception = interception_of(queue, name)
    if interception is None:
        if not queue.action.walked:
            t.then(act_test)
    elif not interception.path:
        make_certain(t, queue.reactions[interception.reaction].target)
        t.then(stand_by, interception.reaction)


@step
def stand_by(t: CorpsTable, reaction_id: int) -> None:
    """An interceptor that is about to be cut off tests Courage if it is suppressed."""
    if approach_of(t.state, t.queue, t.queue.reactions[reaction_id].unit) is not None:
        t.then(wish, reaction_id)


def bind(t: CorpsTable, name: UnitId) -> None:
    """Mark a move into contact that was cut off: it must be made (SC-A3)."""
    interception = interception_of(t.queue, name)
    if interception is None:
        t.queue.action.bound = True
    else:
        keep(t, replace(interception, bound=True))


def keep(t: CorpsTable, changed: Interception) -> None:
    """Put the changed intercept in the place of the old one."""
    action = t.queue.action
    action.interceptions = tuple(changed if one.reaction == changed.reaction else one for one in action.interceptions)


def move_in(t: CorpsTable, reaction_id: int) -> bool:
    """Place the interceptor in contact (SC-53, SC-55, SC-56); False if there is no contact to join or no free cell."""
    queue, state = t.queue, t.state
    reaction = t.reaction(reaction_id)
    unit, enemy, ally = t.unit(reaction.unit), t.unit(reaction.target), t.unit(reaction.ally)
    target = approach_of(state, queue, enemy.id)
    lost = unit.helpless or reaction.action != Verbs.INTERCEPT or ally.out
    if lost or target is None or not target.made or ally.id not in target.touched:
        return False
    cells = places_beside(state, target, unit, ally)
    if not cells:
        return False
    cell = reaction.to if reaction.to in cells else place(t, unit, enemy, cells)
    path, touched = straight_path(state, unit, cell), brought_to(state, target, unit, cell)
    t.change(unit, Intercepted(unit.id, cell, False, unit.at, enemy.id, ally.id), _joining(state, path, ally))
    unit.at, unit.prone, unit.acted = cell, False, True
    interception = interception_of(queue, unit.id)
    if interception is not None:
        keep(t, replace(interception, path=path, touched=touched))
    return True


def _joining(state: Corps, path: Sequence[Cell], ally: Trooper) -> tuple[str, ...]:
    """The clauses of an intercept along a path: both are touched, or the enemy alone; rough ground does not slow it."""
    where = "SC-53" if touches(state, path[-1], ally.at) else "SC-A27"
    rough = any(cost_of(state.board.terrain[cell]) > 1 for cell in path[1:])
    return (where, "SC-55", "SC-56") if rough else (where, "SC-55")


def place(t: CorpsTable, unit: Trooper, enemy: Trooper, cells: list[Cell]) -> Cell:
    """Ask the owner for another cell, since the chosen one is no longer possible (SC-A27)."""
    board, name = t.state.board, unit.id
    options = []
    for cell in cells:
        x, y = board.xy(cell)
        options.append(
            Option(
                f"{name}:place:{x},{y}",
                Verbs.PLACE,
                name,
                to=cell,
                clauses=("SC-53",),
                text=f"Stand on {board.label(cell)}",
            )
        )
    choice = t.ask(
        unit.seat,
        Questions.PLACE,
        options,
        question=f"where does {name.upper()} intercept {enemy.id.upper()}?",
        note="The cell that was chosen is taken, or touches no enemy any more.",
        clauses=("SC-53", "SC-A27"),
        default=options[0].id,
        unit=name,
    )
    return choice.to


@step
def strike(t: CorpsTable, reaction_id: int) -> None:
    """The interceptor may strike the enemy once (SC-54)."""
    reaction = t.queue.reactions[reaction_id]
    unit, enemy = t.unit(reaction.unit), t.unit(reaction.target)
    if enemy.out or not touches(t.state, unit.at, enemy.at):
        return
    note = f"{unit.id.upper()} has intercepted {enemy.id.upper()} and has one blow."
    offer_blow(t, unit.id, enemy.id, note, INTERCEPTORS_BLOW)
