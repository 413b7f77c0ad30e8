"""Targets of overwatch fire: a point of the move, the mover once arrived, a squad that stands (WH-11 to WH-25)."""

from __future__ import annotations

from game.engine.decisions import Option, Refusal
from game.engine.queue import ReactionQueue
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.rules.shared import foes
from game.rules.wh40k2.chances import Shot, nearest_or_easier, shot_refused, shot_sum
from game.rules.wh40k2.ground import in_contact

FAST = 10


def moving(state: State, queue: ReactionQueue) -> str:
    """The unit whose declared move is not over yet, "" if there is none."""
    action = queue.action
    return action.unit if action.unit and not action.over and not state.units[action.unit].out else ""


def shot_at_point(state: State, queue: ReactionQueue, unit: Unit, weapon: str, point: int) -> Shot:
    """The fire at a point of the declared move, with what its being under way means."""
    action = queue.action
    charging = action.kind == "charge"
    return Shot(
        unit.id,
        action.unit,
        action.path[point],
        weapon,
        overwatch=True,
        flinch=flinches(state, unit, action.path) or (charging and action.target == unit.id),
        charging=charging,
        fast=action.facts.get("inches", 0) >= FAST,
    )


def flinches(state: State, shooter: Unit, path: list[int]) -> bool:
    """Whether the whole declared move crosses between cover and open for this shooter (WH-18, WH-20, WH-A13, WH-A14).

    Where on its way it is shot makes no difference (WH-A2), that its move is declared and not over does (WH-A3);
    a squad's models walk one way, so it is the same for each of them (WH-A4).
    """
    covered = {_covered(state, shooter, cell) for cell in path}
    return len(covered) == 2


def _covered(state: State, shooter: Unit, cell: int) -> bool:
    sight = state.board.sight(shooter.at, cell)
    return not sight.visible or bool(sight.cover)


def point_refused(
    rules: Ruleset, state: State, queue: ReactionQueue, unit: Unit, weapon: str, point: int
) -> Refusal | None:
    """Why the mover cannot be fired at on a point of its path (WH-13, WH-14, WH-25, WH-A7)."""
    shot = shot_at_point(state, queue, unit, weapon, point)
    no = shot_refused(rules, state, shot)
    if no is None and shot.charging and queue.action.target != unit.id:
        reach, board = rules.weapon(weapon).range, state.board
        seen = [c for c in queue.action.path if board.visible(unit.at, c)]
        if all(board.distance(unit.at, cell) > reach for cell in seen):
            no = Refusal("WH-A7", f'no visible point of the charge is within {reach}"', unit.id)
    return no._replace(point=point) if no else None


def after_arrival(queue: ReactionQueue, unit: Unit, weapon: str) -> Shot:
    """The fire at a mover that has finished: an ordinary target that stands where the path ends (WH-11, WH-A14)."""
    return Shot(unit.id, queue.action.unit, queue.action.path[-1], weapon, overwatch=True)


def easier_after(rules: Ruleset, state: State, queue: ReactionQueue, unit: Unit, weapon: str) -> bool:
    """Whether waiting until the mover has arrived makes a better shot than its last step; not once it is in contact."""
    action, board = queue.action, state.board
    enemies = (foe.at for foe in foes(state, state.units[action.unit].seat))
    if any(cell in board.neighbours(action.path[-1]) for cell in enemies):
        return False
    after = after_arrival(queue, unit, weapon)
    if shot_refused(rules, state, after) is not None:
        return False
    last = shot_at_point(state, queue, unit, weapon, len(action.path) - 1)
    return shot_sum(rules, state, after).need < shot_sum(rules, state, last).need


def still_targets(rules: Ruleset, state: State, queue: ReactionQueue, unit: Unit, weapon: str) -> list[Shot]:
    """Fire at enemies of the acting side that are not on the move now (WH-12): the nearest in sight, or easier (WH-A29)."""
    mover = moving(state, queue)
    targets = [foe for foe in foes(state, unit.seat) if foe.seat == state.seat and foe.id != mover]
    shots = [Shot(unit.id, foe.id, foe.at, weapon, overwatch=True) for foe in targets if not in_contact(state, foe)]
    if mover:  # it is in sight, too, and may be nearer
        shots.append(shot_at_point(state, queue, unit, weapon, queue.action.done))
    legal = [shot for shot in shots if shot_refused(rules, state, shot) is None]
    return [shot for shot in nearest_or_easier(rules, state, legal) if shot.target != mover]


def shot_of(state: State, queue: ReactionQueue, shooter: str, target: str, weapon: str, point: int) -> Shot:
    """The fire at a point of the path, or (point -1) at a target where it stands."""
    unit = state.units[shooter]
    if point >= 0:
        return shot_at_point(state, queue, unit, weapon, point)
    return Shot(shooter, target, state.units[target].at, weapon, overwatch=True)


def forecast_shot(state: State, option: Option) -> Shot:
    """The shot behind an option of an overwatch window."""
    queue = state.queues[-1]
    if option.to >= 0 and option.point < 0:
        return after_arrival(queue, state.units[option.unit], option.weapon)
    return shot_of(state, queue, option.unit, option.target, option.weapon, option.point)
