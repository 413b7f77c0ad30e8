"""The shots of a reaction: at one point or another of a move, now or once the hand of the mover is forced (SC-19, SC-A4)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.forecast import Forecast
from game.engine.names import NO_PACE, Cell, UnitId
from game.engine.queue import Reaction, Trigger
from game.engine.ruleset import Ruleset
from game.rules.skirmishcorps.chances import Shot, shot_refused, shot_sum
from game.rules.skirmishcorps.react import spots
from game.rules.skirmishcorps.state import Corps, CorpsQueue
from game.rules.skirmishcorps.vocabulary import Verbs


def reaction_shot(queue: CorpsQueue, unit: UnitId, target: UnitId, weapon: str, cell: Cell, at_point: bool) -> Shot:
    """A shot from overwatch. The target's pace counts only at a point of its move (SC-A26); nobody aims."""
    pace = queue.action.pace if at_point and target == queue.instigator else NO_PACE
    return Shot(unit, target, cell, weapon, overwatch=True, target_pace=pace)


def best_shot(
    rules: Ruleset,
    state: Corps,
    queue: CorpsQueue,
    shooter: tuple[UnitId, UnitId, str],
    cells: Sequence[Cell],
    *,
    on_path: bool,
) -> Forecast | None:
    """The likeliest shot of a unit at a target with a weapon (`shooter`) on one of the cells; None where there is none."""
    unit, target, weapon = shooter
    shots = [reaction_shot(queue, unit, target, weapon, cell, on_path) for cell in cells]
    sums = [shot_sum(rules, state, shot) for shot in shots if shot_refused(rules, state, shot) is None]
    best = max(sums, key=lambda attack: attack.hit.need, default=None)
    return best.forecast(state.units[target]) if best else None


def unforced(
    rules: Ruleset, state: Corps, queue: CorpsQueue, trigger: Trigger, shooter: tuple[UnitId, UnitId, str]
) -> Forecast | None:
    """The shot at whoever is answered where it now stands, or along a move that has been forced already (SC-A4)."""
    cells = spots(state, queue, trigger, forced_too=False)
    return best_shot(rules, state, queue, shooter, cells, on_path=len(cells) > 1)


def forced(
    rules: Ruleset, state: Corps, queue: CorpsQueue, trigger: Trigger, shooter: tuple[UnitId, UnitId, str]
) -> Forecast | None:
    """The best shot along the path of an instigator that would be forced to move first (SC-19), and so would be up (SC-A41)."""
    if trigger.kind != Verbs.MOVE or shooter[1] != queue.instigator:
        return None
    cells = spots(state, queue, trigger, forced_too=True)
    if state.units[queue.instigator].prone and not queue.action.walked:
        state = state.apart()
        state.units[queue.instigator].prone = False
    return best_shot(rules, state, queue, shooter, cells, on_path=True)


def shot_of(queue: CorpsQueue, reaction: Reaction) -> tuple[UnitId, UnitId, str] | None:
    """Who shoots at whom with what by a reaction aimed at the instigator; None if it is no plain shot."""
    plain = reaction.action == Verbs.RANGED_ATTACK and reaction.target == queue.instigator
    return (reaction.unit, reaction.target, reaction.weapon) if plain else None
