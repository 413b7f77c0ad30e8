"""The actions of an activation other than moves and assaults: announcing and carrying out (SG-27 to SG-35)."""

from __future__ import annotations

from game.engine.events import UNSET, UnsetType
from game.engine.names import Markers, UnitId, Verb
from game.engine.policies import ANY
from game.engine.reactions import q_end, window
from game.engine.steps import step
from game.rules.stargrunt2.events import (
    ActionAnnounced,
    ActionFailed,
    InPosition,
    OverwatchPlaced,
    PositionLeft,
    Rallied,
    Reorganised,
    SuppressionRemoved,
    TransferTried,
)
from game.rules.stargrunt2.fire import shoot
from game.rules.stargrunt2.morale import quality_test, reaction_test, sheltered
from game.rules.stargrunt2.moves import advance, move_over
from game.rules.stargrunt2.options import lying_here, near, within_voice
from game.rules.stargrunt2.state import (
    LEVELS,
    MOVES,
    BattleQueue,
    BattleTable,
    Squad,
    SquadAction,
)
from game.rules.stargrunt2.throws import Order, Rallying, SuppressionTest, Treatment
from game.rules.stargrunt2.vocabulary import MarkerKinds, Verbs

FIT = 6
"""The face on which a treated man can fight again (SG-A43)."""


@step
def begin_action(t: BattleTable, name: UnitId, kind: Verb, target: UnitId, weapon: str) -> None:
    """Announce an action other than a move, and open the window for opportunity fire (SG-04, SG-28)."""
    unit = t.state.units[name]
    t.cause = t.emit(ActionAnnounced(name, kind, target))
    t.begin(SquadAction(kind, name, [unit.at], target=target, weapon=weapon), ANY, t.cause)
    window(t, t.state.enemies(unit.seat), kind, name, cell=unit.at)
    t.then(q_end)


def go_on(t: BattleTable, queue: BattleQueue) -> None:
    """Carry out the announced action, after fire has been declared and before it is resolved (SG-27, SG-28)."""
    action = queue.action
    if action.kind in MOVES:
        t.then(advance, len(action.path) - 1)
        t.then(move_over)
        return
    if t.state.units[action.unit].out:
        return
    action.status = "done"
    if action.kind == Verbs.FIRE:
        cell = action.cell if action.cell >= 0 else t.state.units[action.target].at
        t.then(shoot, action.unit, action.target, cell, action.weapon, action.opportunity, action.moved)
    else:
        t.then(DO[action.kind], action.unit, action.target)


@step
def do_overwatch(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """Place an overwatch counter (SG-31)."""
    t.change(name, OverwatchPlaced(name, {MarkerKinds.OVERWATCH: "up"}))


@step
def do_in_position(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """Go in position by a test at threat 0 in cover, 2 in the open (SG-A41)."""
    unit = t.state.units[name]
    if reaction_test(t, unit, 0 if sheltered(t.state, unit.at) else 2, ("SG-A41",)):
        t.change(unit, InPosition(name, {MarkerKinds.IN_POSITION: "up"}))
    else:
        t.emit(ActionFailed(name, Verbs.IN_POSITION))


@step
def do_leave_position(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """Give up the position by an action, so that the next move needs no test (SG-A41)."""
    t.change(name, PositionLeft(name, {MarkerKinds.IN_POSITION: None}))


@step
def do_remove_suppression(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """Remove one suppression marker by a test of quality above leadership (SG-A38)."""
    unit = t.state.units[name]
    if not unit.suppressed:
        return
    if quality_test(t, SuppressionTest, unit, [], ("SG-A38",)):
        left = unit.suppressed - 1
        removed: Markers | UnsetType = UNSET if left else {MarkerKinds.SUPPRESSED: None}
        t.change(unit, SuppressionRemoved(name, left, removed)).suppressed = left
    else:
        t.emit(ActionFailed(name, Verbs.REMOVE_SUPPRESSION), ("SG-A38",))


@step
def do_reorganise(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """Treat each wounded man, and each abandoned one within reach: 1 or 2 dead, 3 to 5 stable, 6 fit (SG-A43)."""
    unit = t.state.units[name]
    fetched = lying_here(t.state, unit)
    elsewhere = {cell: men for cell, men in unit.left_at.items() if not near(t.state, unit, cell)}
    healed = sum(t.roll(Treatment(name)) == FIT for _ in range(unit.wounded + fetched))
    treated = Reorganised(name, unit.figures + healed, healed)
    unit = t.change(unit, treated, (*treated.clauses, "SG-A26") if fetched else None)
    unit.figures, unit.wounded = unit.figures + healed, 0
    unit.left_at = elsewhere


@step
def do_rally(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """Rally another unit: the order must come through, then it tests quality above both leaderships (SG-A42)."""
    unit, friend = t.state.units[name], t.state.units[target]
    adds = [("leader", unit.stats["LV"], "SG-A42")]
    if heard(t, unit, friend, Verbs.RALLY) and quality_test(t, Rallying, friend, adds, ("SG-A42",)):
        level = friend.confidence - 1
        t.change(friend, Rallied(target, LEVELS[level])).confidence = level
    else:
        t.emit(ActionFailed(name, Verbs.RALLY), ("SG-A42",))


@step
def do_transfer(t: BattleTable, name: UnitId, target: UnitId) -> None:
    """Transfer an action: if the order comes through, the other unit is activated after this action (SG-A42, SG-27)."""
    unit = t.change(name, TransferTried(name, target))
    unit.transfers += 1
    if heard(t, unit, t.state.units[target], Verbs.TRANSFER):
        t.queue.action.heard = True
    else:
        t.emit(ActionFailed(name, Verbs.TRANSFER), ("SG-A42",))


def heard(t: BattleTable, unit: Squad, friend: Squad, action: Verb) -> bool:
    """Whether an order comes through: within 6 inches always, else by a roll (SG-A42)."""
    if within_voice(t.state.board, unit, friend):
        return True
    return bool(t.roll(order(unit, friend, action)))


def order(unit: Squad, friend: Squad, action: Verb) -> Order:
    """The roll for an order beyond 6 inches: quality above the poorer leadership of the two units (SG-A42)."""
    poorer = max(unit.stats["LV"], friend.stats["LV"])
    return Order(unit.id, poorer, action, (unit.stats["QUALITY"],))


DO = {
    Verbs.OVERWATCH: do_overwatch,
    Verbs.IN_POSITION: do_in_position,
    Verbs.LEAVE_POSITION: do_leave_position,
    Verbs.REMOVE_SUPPRESSION: do_remove_suppression,
    Verbs.REORGANISE: do_reorganise,
    Verbs.RALLY: do_rally,
    Verbs.TRANSFER: do_transfer,
}
"""The step that carries out each action other than a move or fire."""
