"""Overwatch: fire at an enemy formation that has moved or unloaded (EP-A32, EP-06, EP-21, EP-A17)."""

from __future__ import annotations

from game.engine.decisions import Option, Refusal
from game.engine.queue import Reaction, ReactionQueue, Trigger
from game.engine.reactions import declared, window
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.table import Table
from game.rules.epic.fire import Shot, shot
from game.rules.epic.formations import first, formation_of, marked, on_table, standing


def watched(t: Table, formation: str) -> None:
    """The formation has moved, were it by nothing: overwatch that sees it may fire before anything else happens."""
    queue = t.queue
    if queue.action.over or not standing(t.state, formation):
        return
    lead = first(t.state, formation)
    queue.kind = "react"
    queue.tags["moving"] = formation
    window(t, t.state.enemies(lead.seat), "moved", lead.id, cell=lead.at)


def ready(state: State, name: str) -> Refusal | None:
    """Why the formation of a stand cannot fire on overwatch at anything now."""
    formation = formation_of(state.units[name])
    if marked(state, "broken", formation):
        return Refusal("EP-A44", f"{formation.upper()} is broken", name)
    if not marked(state, "overwatch", formation):
        return Refusal("EP-A32", f"{formation.upper()} is not on overwatch", name)
    return None


def may_fire(rules: Ruleset, state: State, queue: ReactionQueue, trigger: Trigger, name: str) -> list[Option] | Refusal:
    """The formation's shot at the one that moved; it fires once (EP-A32)."""
    formation, target = formation_of(state.units[name]), queue.tags["moving"]
    if not standing(state, target):
        return Refusal("EP-A32", "nothing is left of the formation that moved", name)
    found = shot(rules, state, formation, target, 0)
    if isinstance(found, Refusal):
        return found._replace(unit=name)
    lead = first(state, formation)
    return [
        Option(
            f"{lead.id}:overwatch_fire:{target}",
            "overwatch_fire",
            lead.id,
            first(state, target).id,
            tuple(u.id for u in on_table(state, target)),
            formation=formation,
            value=trigger.id,
            clauses=("EP-A32",),
            text=f"{formation.upper()} fires at {target.upper()}",
        )
    ]


def declare(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """The marker goes; fire in a later turn than it was placed in is that turn's activation (EP-A32)."""
    formation = formation_of(t.unit(reaction.unit))
    declared(t, queue, reaction, ("EP-A32", "EP-06") if queue.action.kind == "engage" else ("EP-A32",))
    t.mark(
        "overwatch_spent",
        ("EP-A32",),
        facts={f"overwatch:{formation}": 0, f"activated:{formation}": 1},
        unit=reaction.unit,
        formation=formation,
    )


def carry_out(t: Table, queue: ReactionQueue, reaction: Reaction) -> None:
    """The fire, worked out at once."""
    t.then("shoot", formation_of(t.unit(reaction.unit)), queue.tags["moving"], 0)


def still_may(rules: Ruleset, state: State, queue: ReactionQueue, reaction: Reaction) -> Refusal | None:
    """Declared and carried out at once: only the target could have gone."""
    found = shot(rules, state, formation_of(state.units[reaction.unit]), queue.tags["moving"], 0)
    return None if isinstance(found, Shot) else found


STEPS = {"watched": watched}
