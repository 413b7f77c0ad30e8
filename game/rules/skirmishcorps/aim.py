"""The shots of a reaction: at any point of a move, before or after the instigator's hand is forced (SC-19, SC-A4)."""

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
    """A shot from overwatch, never aimed. The target's pace counts only at a point of its move (SC-A26)."""
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
    """The likeliest shot at one of the cells, None if there is none. `shooter`: the unit, its target and its weapon."""
    unit, target, weapon = shooter
    shots = [reaction_shot(queue, unit, target, weapon, cell, on_path) for cell in cells]
    sums = [shot_sum(rules, state, shot) for shot in shots if shot_refused(rules, state, shot) is None]
    best = max(sums, key=lambda attack: attack.hit.need, default=None)
    return best.forecast(state.units[target]) if best else None


def unforced(
    rules: Ruleset, state: Corps, queue: CorpsQueue, trigger: Trigger, shooter: tuple[UnitId, UnitId, str]
) -> Forecast | None:
    """The best shot without forcing: at the target's own cell, or along its path if it was forced already (SC-A4)."""
    cells = spots(state, queue, trigger, forced_too=False)
    return best_shot(rules, state, queue, shooter, cells, on_path=len(cells) > 1)


def forced(
    rules: Ruleset, state: Corps, queue: CorpsQueue, trigger: Trigger, shooter: tuple[UnitId, UnitId, str]
) -> Forecast | None:
    """The best shot if the instigator were forced to move first: along its path (SC-19), and not prone (SC-A41)."""
    if trigger.kind != Verbs.MOVE or shooter[1] != queue.instigator:
        return None
    cells = spots(state, queue, trigger, forced_too=True)
    if state.units[queue.instigator].prone and not queue.action.walked:
        state = state.apart()
        state.units[queue.instigator].prone = False
    return best_shot(rules, state, queue, shooter, cells, on_path=True)


def shot_of(queue: CorpsQueue, reaction: Reaction) -> tuple[UnitId, UnitId, str] | None:
    """Unit, target and weapon of a reaction that is a shot at the instigator; None if it is anything else."""
    if reaction.action == Verbs.RANGED_ATTACK and reaction.target == queue.instigator:
        return reaction.unit, reaction.target, reaction.weapon
    return None
