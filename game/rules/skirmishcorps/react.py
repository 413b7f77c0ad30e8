"""Who may react from overwatch, by which of the four reactions, and declaring it (SC-01 to SC-06, SC-49 to SC-65)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress

from game.engine.decisions import Refusal
from game.engine.names import Cell, UnitId
from game.engine.options import Option, Part
from game.engine.queue import Reaction, Trigger
from game.engine.reactions import declared
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.rules.skirmishcorps.chances import Shot, shot_refused
from game.rules.skirmishcorps.covering import Designations, courage, covering
from game.rules.skirmishcorps.events import MarkerFlipped, Markers, ReactionFailed
from game.rules.skirmishcorps.ground import aware, interceptor_cell, linked, move_trigger, places
from game.rules.skirmishcorps.lineup import lineup
from game.rules.skirmishcorps.state import Corps, CorpsQueue, CorpsTable, Trooper

VERB = {
    "ranged_attack": "Fire at {target}",
    "cut_off": "Cut off {target}",
    "intercept": "Intercept {target} for {ally}",
}


def ready(state: Corps, name: str) -> Refusal | None:
    """Why a unit cannot react to anything now, or None. The order of the checks is the order of the answers."""
    unit = state.units[name]
    if unit.out:
        return Refusal("SC-A29", "out of action", name)
    if "pinned" in unit.markers:
        return Refusal("SC-42", "pinned until the End Phase", name)
    if "overwatch" not in unit.markers:
        return Refusal("SC-01", "no overwatch marker", name)
    if unit.markers["overwatch"] == "up":
        return Refusal("SC-A5", "its overwatch marker is face-up: it has reacted this turn", name)
    if state.queues and state.queues[-1].closed:
        return Refusal("SC-26", "frozen: the snowball has closed and its marker is face-down", name)
    return None


def may_react(rules: Ruleset, state: Corps, queue: CorpsQueue, trigger: Trigger, name: str) -> list[Part] | Refusal:
    """Every reaction of a ready unit to one event, or the first clause that forbids them all (SC-02, SC-65)."""
    triggers = queue.open_to(state.units[name].seat)
    return may_react_all(rules, state, queue, triggers, name)[triggers.index(trigger)]


def may_react_all(
    rules: Ruleset, state: Corps, queue: CorpsQueue, triggers: Sequence[Trigger], name: str
) -> list[list[Part] | Refusal]:
    """`may_react` for all events that the unit's seat may answer, in order (SC-A18)."""
    known, unit = lineup(state), state.units[name]
    side = state.side(unit.seat)
    covers = covering(rules, known, side, unit)
    aware = [bool(known.aware(unit, side, places(state, trigger))) for trigger in triggers]
    events = {event.actor: event.id for event in compress(triggers, aware)}
    answers: list[list[Part] | Refusal] = []
    for trigger, knows in zip(triggers, aware, strict=True):
        if not knows:
            answers.append(Refusal("SC-02", "not aware: no sight and no word of it", name))
            continue
        cells = aimed_at(state, queue, trigger)
        found: list[Part] = [*shots(rules, state, trigger, unit, cells)]
        if trigger.kind == "move":
            found += contact_reactions(rules, state, queue, trigger, unit)
        if covers:
            found.append(Designations(covers, events))
            covers = None  # one block for all of them
        answers.append(
            found
            or no_shot(rules, state, trigger, unit, cells)
            or Refusal("SC-65", "none of the four reactions is possible", name)
        )
    return answers


def spots(state: Corps, queue: CorpsQueue, trigger: Trigger, forced_too: bool) -> list[int]:
    """Where the trigger's unit may be shot at: all along a move that was forced (SC-19), else where it stands (SC-A4)."""
    actor = state.units[trigger.actor]
    if trigger.kind != "move":
        return [actor.at]
    if queue.action.walked:
        return queue.action.path[: queue.action.done + 1] if queue.action.open else [actor.at]
    return trigger.path if forced_too and not queue.action.over else [actor.at]


def shots(
    rules: Ruleset,
    state: Corps,
    trigger: Trigger,
    unit: Trooper,
    cells: Sequence[Cell],
    action: str = "ranged_attack",
) -> list[Option]:
    """Shots at the unit that is answered, one for each weapon that reaches it on one of `cells` (SC-57, SC-60)."""
    if state.units[trigger.actor].out:
        return []
    board, here = state.board, unit.at
    return [
        _option(action, unit.id, trigger.actor, trigger.id, weapon if place else "", weapon)
        for place, weapon in enumerate(unit.weapons)
        if any(board.distance(here, cell) <= rules.weapon(weapon).range and board.visible(here, cell) for cell in cells)
    ]


def no_shot(rules: Ruleset, state: Corps, trigger: Trigger, unit: Trooper, cells: Sequence[Cell]) -> Refusal | None:
    """Why there are no shots: what forbids the first; None without a weapon."""
    if state.units[trigger.actor].out:
        return Refusal("SC-A7", f"{trigger.actor.upper()} is out of action", unit.id)
    tried = [
        Shot(unit.id, trigger.actor, cell, weapon, overwatch=True) for weapon in unit.weapons[:1] for cell in cells
    ]
    return shot_refused(rules, state, tried[0]) if tried else None


def aimed_at(state: Corps, queue: CorpsQueue, trigger: Trigger) -> list[Cell]:
    """Where a shot may be meant when it is declared (SC-57): at the start, or all along a path that can be forced."""
    forced_too = trigger.actor == queue.instigator and not queue.action.over
    return spots(state, queue, trigger, forced_too)


@lru_cache(maxsize=1 << 12)
def _option(
    action: str, unit: UnitId, target: UnitId, trigger: int, suffix: str, weapon: str, ally: UnitId = ""
) -> Option:
    text = VERB[action].format(target=target.upper(), ally=ally.upper()) + (
        f" with the {suffix.replace('_', ' ')}" if suffix else ""
    )
    clause = {"ranged_attack": "SC-57", "cut_off": "SC-60", "intercept": "SC-49"}[action]
    name = ":".join(part for part in (unit, action, target, ally, suffix) if part)
    return Option(name, action, unit, target, ally=ally, weapon=weapon, value=trigger, clauses=(clause,), text=text)


def contact_reactions(
    rules: Ruleset, state: Corps, queue: CorpsQueue, trigger: Trigger, unit: Trooper
) -> Iterator[Option]:
    """Cutting off one's own attacker and intercepting a friend's (SC-49 to SC-53, SC-60)."""
    if trigger.kind != "move":
        return
    touched = contacted(state, queue, trigger)
    if unit.id in touched and cut_off_refused(state, unit) is None:
        yield from shots(rules, state, trigger, unit, path_of(queue, trigger), "cut_off")
    for ally in touched:
        if intercept_refused(state, queue, trigger, unit, ally) is None:
            yield _option("intercept", unit.id, trigger.actor, trigger.id, "", "", ally)


def contacted(state: Corps, queue: CorpsQueue, trigger: Trigger) -> list[str]:
    """Whom the move brings into base contact: as announced while it can still be made, or as really made (SC-A3)."""
    actor = state.units[trigger.actor]
    if queue.action.walked:
        return [] if actor.out else list(queue.action.touched)
    lost = actor.out or "pinned" in actor.markers or queue.action.over
    return [] if lost else list(queue.action.touched)


def path_of(queue: CorpsQueue, trigger: Trigger) -> list[int]:
    """The move to shoot into: as announced, or as really made once it has been."""
    return queue.action.path[: queue.action.done + 1] if queue.action.walked else trigger.path


def cut_off_refused(state: Corps, unit: Trooper) -> Refusal | None:
    """A unit that has retaliated this turn cannot cut off any more (SC-A28)."""
    if unit.retaliated == state.turn:
        return Refusal("SC-A28", "it has retaliated this turn", unit.id)
    return None


def intercept_refused(state: Corps, queue: CorpsQueue, trigger: Trigger, unit: Trooper, ally_id: str) -> Refusal | None:
    """Why a unit cannot intercept for `ally_id` (SC-50 to SC-53), or None. Difficult ground counts as normal (SC-56)."""
    ally = state.units.get(ally_id)
    if ally is None or ally.out or ally.id == unit.id or state.side(ally.seat) != state.side(unit.seat):
        return Refusal("SC-49", "no friend is being contacted", unit.id)
    distance, speed = state.board.distance(unit.at, ally.at), unit.stats["SP"]
    if distance > speed:
        return Refusal("SC-50", f'{ally_id.upper()} is {distance}" away, SP is {speed}', unit.id)
    wall = state.board.obstruction(unit.at, ally.at)
    if wall >= 0:
        return Refusal("SC-51", f"{state.board.describe(wall)} in the way", unit.id, blocked_by=wall)
    if not state.board.visible(unit.at, ally.at) and not linked(state, unit, ally):
        return Refusal("SC-52", f"neither sees nor hears {ally_id.upper()}", unit.id)
    end = path_of(queue, trigger)[-1]
    if interceptor_cell(state, unit, end, ally, trigger.actor) < 0:
        return Refusal("SC-53", "no free cell touches the enemy", unit.id)
    return None


def declare(t: CorpsTable, queue: CorpsQueue, reaction: Reaction) -> None:
    """Announce and turn the marker up (SC-03, SC-04); a unit suppressed earlier tests first (SC-A8)."""
    if "suppressed" in t.unit(reaction.unit).markers:
        t.then(courage, reaction.unit)
    t.then(flip, reaction.id)


@step
def flip(t: CorpsTable, reaction_id: int) -> None:
    """The marker is turned face-up, and the reaction is itself open to answers (SC-04, SC-06)."""
    queue = t.queue
    reaction = t.reaction(reaction_id)
    unit = t.unit(reaction.unit)
    if unit.out or "pinned" in unit.markers:
        reaction.status, reaction.why, reaction.clause = "failed", "it could not act", "SC-42"
        t.emit(ReactionFailed(unit.id, reaction.why))
        return
    root = move_trigger(queue)
    if root is not None and unit.seat in root.to and aware(t.state, root, unit):
        queue.action.knows += (unit.id,)  # whoever told it may be gone at the slot (SC-A20)
    laid: Markers = {"overwatch": "up"}
    t.change(unit, MarkerFlipped(unit.id, laid), cause=queue.triggers[reaction.trigger].n).put(laid)
    clauses = ("SC-03", "SC-05") if reaction.trigger == 0 else ("SC-03", "SC-06")
    declared(t, queue, reaction, clauses)
