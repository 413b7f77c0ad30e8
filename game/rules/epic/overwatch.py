"""Overwatch: fire at an enemy formation that has moved or unloaded (EP-A32, EP-06, EP-21, EP-A17)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.decisions import Refusal
from game.engine.events import LogEntry
from game.engine.names import UnitId
from game.engine.options import Option
from game.engine.queue import Reaction, Trigger
from game.engine.reactions import declared
from game.engine.ruleset import UNANSWERED, Ruleset
from game.rules.epic.breaking import editable
from game.rules.epic.events import OverwatchSpent
from game.rules.epic.fire import Shot, shoot, shot
from game.rules.epic.formations import first, on_table, side_of, standing
from game.rules.epic.state import Battle, EpicQueue, EpicTable
from game.rules.epic.vocabulary import Verbs


def ready(state: Battle, name: UnitId) -> Refusal | None:
    """Why the formation of a stand cannot fire on overwatch at anything now, or None."""
    formation = state.units[name].formation
    if state.formations[formation].broken:
        return Refusal("EP-A44", f"{formation.upper()} is broken", name)
    if not state.formations[formation].overwatch:
        return Refusal("EP-A32", f"{formation.upper()} is not on overwatch", name)
    return None


def unasked(state: Battle, log: Sequence[LogEntry], unit: UnitId) -> Refusal:
    """Why a formation on overwatch has nothing to fire at: no enemy has just moved (EP-A32, EP-06)."""
    queue = state.queues[-1] if state.queues else None
    if queue is None:
        return Refusal("EP-A32", UNANSWERED, unit)
    if queue.kind == Verbs.COUNTER_CHARGE:
        return Refusal("EP-06", "overwatch fires before the counter charges", unit)
    moving = queue.action.moving or state.units[queue.instigator].formation
    if side_of(state, moving) == side_of(state, state.units[unit].formation):
        return Refusal("EP-A32", f"{moving.upper()} is on its own side", unit)
    return Refusal("EP-A32", f"overwatch fires once, as soon as {moving.upper()} has moved", unit)


def may_fire(rules: Ruleset, state: Battle, queue: EpicQueue, trigger: Trigger, name: UnitId) -> list[Option] | Refusal:
    """The formation's one shot at the formation that moved, or why it has none (EP-A32)."""
    formation, target = state.units[name].formation, queue.action.moving
    if not standing(state, target):
        return Refusal("EP-A32", "nothing is left of the formation that moved", name)
    found = shot(rules, state, formation, target, 0)
    if isinstance(found, Refusal):
        return found.but(unit=name)
    lead = first(state, formation)
    return [
        Option(
            f"{lead.id}:overwatch_fire:{target}",
            Verbs.OVERWATCH_FIRE,
            lead.id,
            first(state, target).id,
            tuple(u.id for u in on_table(state, target)),
            formation=formation,
            trigger=trigger.id,
            clauses=("EP-A32",),
            text=f"{formation.upper()} fires at {target.upper()}",
        )
    ]


def declare(t: EpicTable, queue: EpicQueue, reaction: Reaction) -> None:
    """Declare overwatch fire: the marker goes, and the formation counts as activated this turn (EP-A32)."""
    formation = t.state.units[reaction.unit].formation
    declared(t, queue, reaction, ("EP-A32", "EP-06") if queue.action.kind == Verbs.ENGAGE else ("EP-A32",))
    own = editable(t, formation)
    own.overwatch, own.activated = False, True
    t.emit(OverwatchSpent(reaction.unit, formation))


def carry_out(t: EpicTable, queue: EpicQueue, reaction: Reaction) -> None:
    """Resolve the fire at once."""
    t.then(shoot, t.state.units[reaction.unit].formation, queue.action.moving, 0)


def still_may(rules: Ruleset, state: Battle, queue: EpicQueue, reaction: Reaction) -> Refusal | None:
    """Why declared fire is not possible any more, or None."""
    found = shot(rules, state, state.units[reaction.unit].formation, queue.action.moving, 0)
    return None if isinstance(found, Shot) else found
