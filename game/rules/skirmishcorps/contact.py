"""Moves into contact, the instigator's and those of announced intercepts (SC-49 to SC-53, SC-60, SC-A27b).

Which units they touch, whether they must be made, and where an interceptor may stand. Nothing here changes the state:
the questions are asked while reactions are declared and at every slot.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.engine.decisions import Refusal
from game.engine.names import Cell, UnitId
from game.engine.queue import Trigger
from game.engine.wording import INCHES, length
from game.rules.shared import foes, touches
from game.rules.skirmishcorps.ground import linked
from game.rules.skirmishcorps.state import Corps, CorpsQueue, Interception, Trooper
from game.rules.skirmishcorps.vocabulary import Verbs


class Approach(NamedTuple):
    """A move into contact as it can be answered now: as announced while it can still be made, else as made (SC-A3).

    `path`: its cells, start first. `touched`: the enemies that it brings into base contact. `made`: it has been made.
    `moved`: the units that stand elsewhere once it is made, and where; empty if it is `made`, else the units whose
    moves it follows, then its own.
    """

    unit: UnitId
    path: tuple[Cell, ...]
    touched: tuple[UnitId, ...]
    moved: tuple[tuple[UnitId, Cell], ...]
    made: bool

    def where(self, unit: Trooper) -> Cell:
        """The cell of a unit once the move has been made."""
        return next((cell for name, cell in self.moved if name == unit.id), unit.at)


def announced_moves(queue: CorpsQueue) -> Iterator[Trigger]:
    """The announced moves, which may lead into contact: the instigator's first, then the intercepts."""
    if queue.triggers[0].kind == Verbs.MOVE:
        yield queue.triggers[0]
    for interception in queue.action.interceptions:
        yield queue.triggers[interception.trigger]


def move_of(queue: CorpsQueue, name: UnitId) -> Trigger | None:
    """The announced move of a unit, if it has announced one."""
    return next((trigger for trigger in announced_moves(queue) if trigger.actor == name), None)


def interception_of(queue: CorpsQueue, name: UnitId) -> Interception | None:
    """The announced intercept of a unit, if it has announced one that can be answered (SC-A27b)."""
    return next((one for one in queue.action.interceptions if queue.triggers[one.trigger].actor == name), None)


def approach_of(state: Corps, queue: CorpsQueue, name: UnitId) -> Approach | None:
    """The move into contact of a unit; None if it has announced none, or will not make it any more."""
    unit = state.units[name]
    trigger = move_of(queue, name)
    if trigger is None or unit.out:
        return None
    interception = interception_of(queue, name)
    if interception is not None:
        return _interceptor_approach(state, queue, unit, interception)
    action = queue.action
    if action.walked:
        return Approach(name, tuple(action.path[: action.done + 1]), action.contact, (), True)
    if unit.pinned or action.over:
        return None
    return Approach(name, tuple(trigger.path), action.contact, ((name, trigger.path[-1]),), False)


def _interceptor_approach(
    state: Corps, queue: CorpsQueue, unit: Trooper, interception: Interception
) -> Approach | None:
    """The move of an interceptor: a straight line to its cell, after the move that it intercepts."""
    if interception.path:
        return Approach(unit.id, interception.path, interception.touched, (), True)
    reaction = queue.reactions[interception.reaction]
    pending = reaction.status in ("declared", "now") and reaction.action == Verbs.INTERCEPT
    target = approach_of(state, queue, reaction.target) if pending and not unit.pinned else None
    if target is None or reaction.ally not in target.touched:
        return None
    if intercept_refused(state, target, unit, reaction.ally) is not None:
        return None
    cells = places_beside(state, target, unit, state.units[reaction.ally])
    cell = reaction.to if reaction.to in cells else cells[0]
    touched = brought_to(state, target, unit, cell)
    return Approach(unit.id, straight_path(state, unit, cell), touched, (*target.moved, (unit.id, cell)), False)


def must_come(state: Corps, queue: CorpsQueue, name: UnitId) -> bool:
    """Whether a move into contact has to be made, because it or an intercept that follows it was cut off (SC-A3)."""
    own = interception_of(queue, name)
    return (queue.action.bound if own is None else own.bound) or any(
        queue.reactions[other.reaction].target == name
        and approach_of(state, queue, queue.reactions[other.reaction].unit) is not None
        and must_come(state, queue, queue.reactions[other.reaction].unit)
        for other in queue.action.interceptions
        if not other.path
    )


def places_beside(state: Corps, target: Approach, unit: Trooper, ally: Trooper) -> list[Cell]:
    """The cells where an interceptor may stand, the nearest first (SC-53, SC-A27).

    They are free and touch enemy and friend; if no cell does, they touch the enemy alone.
    """
    board = state.board
    taken = {target.where(other) for other in state.units.values() if not other.out and other.id != unit.id}
    around = board.neighbours(target.where(state.units[target.unit]))
    free = [cell for cell in around if cell not in taken and board.passable(cell)]
    both = [cell for cell in free if touches(state, cell, target.where(ally))]
    return sorted(both or free, key=lambda cell: (board.distance(unit.at, cell), cell))


def straight_path(state: Corps, unit: Trooper, cell: Cell) -> tuple[Cell, ...]:
    """The straight line of an interceptor to its cell, its own cell first.

    Cells that cannot be entered are left out, so that no unit falls on one when it is cut off.
    """
    return (unit.at, *(step for step in state.board.line(unit.at, cell)[1:] if state.board.passable(step)))


def brought_to(state: Corps, target: Approach, unit: Trooper, cell: Cell) -> tuple[UnitId, ...]:
    """The enemies that an interceptor touches on `cell` and does not touch where it stands (SC-49, SC-A27c)."""
    if cell == unit.at:
        return ()
    return tuple(
        foe.id
        for foe in foes(state, unit.seat)
        if touches(state, cell, target.where(foe)) and not touches(state, unit.at, target.where(foe))
    )


def cut_off_refused(state: Corps, unit: Trooper) -> Refusal | None:
    """Why a unit cannot cut off an enemy, or None: it has retaliated this turn (SC-A28)."""
    if unit.retaliated == state.turn:
        return Refusal("SC-A28", "it has retaliated this turn", unit.id)
    return None


def intercept_refused(state: Corps, target: Approach, unit: Trooper, ally_id: UnitId) -> Refusal | None:
    """Why a unit cannot intercept for `ally_id` (SC-50 to SC-53), or None. Difficult ground counts as normal (SC-56).

    Distances are to where the friend stands when it is touched. Walls in the way matter, units do not.
    """
    ally = state.units.get(ally_id)
    if ally is None or ally.out or ally.id == unit.id or state.side(ally.seat) != state.side(unit.seat):
        return Refusal("SC-49", "no friend is being contacted", unit.id)
    spot = target.where(ally)
    distance, speed = state.board.distance(unit.at, spot), unit.stats["SP"]
    if distance > speed:
        return Refusal("SC-50", f"{ally_id.upper()} is {length(distance, INCHES)} away, SP is {speed}", unit.id)
    wall = state.board.obstruction(unit.at, spot)
    if wall >= 0:
        return Refusal("SC-51", f"{state.board.describe(wall)} in the way", unit.id, blocked_by=wall)
    if not state.board.visible(unit.at, spot) and not linked(state, unit.at, spot):
        return Refusal("SC-52", f"neither sees nor hears {ally_id.upper()}", unit.id)
    if not places_beside(state, target, unit, ally):
        return Refusal("SC-53", "no free cell touches the enemy", unit.id)
    return None
