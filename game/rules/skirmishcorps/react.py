"""Which units may react from overwatch, their reactions, and declaring them (SC-01 to SC-06, SC-49 to SC-65)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress

from game.engine.decisions import Refusal
from game.engine.events import LogEntry
from game.engine.names import Cell, UnitId, Verb
from game.engine.options import Option, Part
from game.engine.queue import Reaction, Trigger
from game.engine.reactions import declared
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.engine.wording import as_words
from game.rules.skirmishcorps.chances import Shot, least_refused, line_refused
from game.rules.skirmishcorps.contact import (
    announced_moves,
    approach_of,
    cut_off_refused,
    intercept_refused,
    places_beside,
    straight_path,
)
from game.rules.skirmishcorps.covering import Designations, courage, covering
from game.rules.skirmishcorps.events import InterceptAnnounced, MarkerFlipped, ReactionFailed
from game.rules.skirmishcorps.ground import aware, places
from game.rules.skirmishcorps.lineup import lineup
from game.rules.skirmishcorps.state import Corps, CorpsQueue, CorpsTable, Interception, Notice, Trooper
from game.rules.skirmishcorps.vocabulary import MarkerKinds, Phases, Verbs

WORDS = {
    Verbs.RANGED_ATTACK: "Fire at {target}",
    Verbs.CUT_OFF: "Cut off {target}",
    Verbs.INTERCEPT: "Intercept {target} for {ally}",
}


def ready(state: Corps, name: UnitId) -> Refusal | None:
    """Why a unit cannot react to anything now, or None. The first check that fails gives the reason."""
    unit = state.units[name]
    if unit.out:
        return Refusal("SC-A29", "out of action", name)
    if unit.pinned:
        return Refusal("SC-42", "pinned until the End Phase", name)
    if MarkerKinds.OVERWATCH not in unit.markers:
        return Refusal("SC-01", "no overwatch marker", name)
    if unit.markers[MarkerKinds.OVERWATCH] == "up":
        return Refusal("SC-A5", "its overwatch marker is face-up: it has reacted this turn", name)
    if state.queues and state.queues[-1].closed:
        return Refusal("SC-26", "frozen: the snowball has closed and its marker is face-down", name)
    return None


def unasked(state: Corps, log: Sequence[LogEntry], unit: UnitId) -> Refusal:
    """Why a unit on overwatch has nothing to answer: only what an enemy does, as it is announced, can be answered."""
    events = state.queues[-1].open_triggers() if state.queues else []
    if events:
        event = events[-1]
        clause, what = ("SC-01", "acts for") if event.by < 0 else ("SC-06", "reacts for")
        return Refusal(clause, f"{event.actor.upper()} {what} its own side", unit)
    if state.phase == Phases.ASSIGN:
        return Refusal("SC-A19", "orders are given, and only actions are answered", unit)
    return Refusal("SC-A24", "an action is answered when it is announced", unit)


def may_react(rules: Ruleset, state: Corps, queue: CorpsQueue, trigger: Trigger, name: UnitId) -> list[Part] | Refusal:
    """Every reaction of a ready unit to one event, or the first clause that forbids them all (SC-02, SC-65)."""
    triggers = queue.open_to(state.units[name].seat)
    return may_react_all(rules, state, queue, triggers, name)[triggers.index(trigger)]


def may_react_all(
    rules: Ruleset, state: Corps, queue: CorpsQueue, triggers: Sequence[Trigger], name: UnitId
) -> list[list[Part] | Refusal]:
    """`may_react` for all events that the unit's seat may answer, in order (SC-06 to SC-08, SC-A18)."""
    known, unit, movers = lineup(state), state.units[name], {move.id for move in announced_moves(queue)}
    side = state.side(unit.seat)
    designations = covering(rules, known, side, unit)
    covers = None if isinstance(designations, Refusal) else designations
    aware_of = [known.aware(unit, side, places(state, trigger)) for trigger in triggers]
    numbers = {trigger.actor: trigger.id for trigger in compress(triggers, aware_of)}
    answers: list[list[Part] | Refusal] = []
    for trigger, is_aware in zip(triggers, aware_of, strict=True):
        if not is_aware:
            answers.append(Refusal("SC-02", "not aware: no sight and no word of it", name))
            continue
        cells = aimed_at(state, queue, trigger)
        found: list[Part] = [*shots(rules, state, trigger, unit, cells)]
        if trigger.id in movers:
            found += contact_reactions(rules, state, queue, trigger, unit)
        if covers:
            found.append(Designations(covers, numbers))
            covers = None  # one block for all of them
        answers.append(
            found
            or no_shot(rules, state, trigger, unit, cells)
            or Refusal("SC-65", "none of the four reactions is possible", name)
        )
    return answers


def spots(state: Corps, queue: CorpsQueue, trigger: Trigger, forced_too: bool) -> list[Cell]:
    """The cells on which the trigger's unit may be shot at: its path if it was forced (SC-19), else its own (SC-A4).

    `forced_too`: also its path if the move has not been made yet, since it can still be forced.
    """
    actor = state.units[trigger.actor]
    if trigger.kind != Verbs.MOVE:
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
    action: Verb = Verbs.RANGED_ATTACK,
) -> list[Option]:
    """Shots at the trigger's unit, one for each weapon that reaches it on one of `cells` (SC-57, SC-60)."""
    if state.units[trigger.actor].out:
        return []
    board, name, here = state.board, unit.id, unit.at
    return [
        _option(action, name, trigger.actor, trigger.id, weapon.id if place else "", weapon.id)
        for place, weapon in enumerate(map(rules.weapon, unit.weapons))
        if any(line_refused(board, name, here, cell, weapon.name, weapon.range) is None for cell in cells)
    ]


def no_shot(rules: Ruleset, state: Corps, trigger: Trigger, unit: Trooper, cells: Sequence[Cell]) -> Refusal | None:
    """Why there are no shots, for the weapon with the longest range at the first cell; None without a weapon."""
    if state.units[trigger.actor].out:
        return Refusal("SC-A7", f"{trigger.actor.upper()} is out of action", unit.id)
    tried = [Shot(unit.id, trigger.actor, cells[0], weapon, overwatch=True) for weapon in unit.weapons]
    return least_refused(rules, state, tried)


def aimed_at(state: Corps, queue: CorpsQueue, trigger: Trigger) -> list[Cell]:
    """The cells at which a shot may be declared (SC-57): the unit's own, or its path if it can still be forced."""
    forced_too = trigger.actor == queue.instigator and not queue.action.over
    return spots(state, queue, trigger, forced_too)


@lru_cache(maxsize=1 << 12)
def _option(
    action: Verb, unit: UnitId, target: UnitId, trigger: int, suffix: str, weapon: str, ally: UnitId = ""
) -> Option:
    text = WORDS[action].format(target=target.upper(), ally=ally.upper()) + (
        f" with the {as_words(suffix)}" if suffix else ""
    )
    clause = {Verbs.RANGED_ATTACK: "SC-57", Verbs.CUT_OFF: "SC-60", Verbs.INTERCEPT: "SC-49"}[action]
    name = ":".join(part for part in (unit, action, target, ally, suffix) if part)
    return Option(name, action, unit, target, ally=ally, weapon=weapon, trigger=trigger, clauses=(clause,), text=text)


def contact_reactions(
    rules: Ruleset, state: Corps, queue: CorpsQueue, trigger: Trigger, unit: Trooper
) -> Iterator[Option]:
    """Cut-offs of the unit's own attacker, and intercepts of a friend's, on every free cell (SC-49 to SC-53, SC-60).

    None for a move that follows the unit's own intercept: without that intercept it would not be made.
    """
    approach = approach_of(state, queue, trigger.actor)
    if approach is None or any(name == unit.id for name, _ in approach.moved):
        return
    if unit.id in approach.touched and cut_off_refused(state, unit) is None:
        yield from shots(rules, state, trigger, unit, approach.path, Verbs.CUT_OFF)
    for ally in approach.touched:
        if intercept_refused(state, approach, unit, ally) is None:
            for place, cell in enumerate(places_beside(state, approach, unit, state.units[ally])):
                yield _intercept(state, trigger, unit, ally, cell, nearest=place == 0)


def _intercept(state: Corps, trigger: Trigger, unit: Trooper, ally: UnitId, cell: Cell, *, nearest: bool) -> Option:
    """An intercept that ends on `cell`; the nearest cell is not named in its id."""
    plain = _option(Verbs.INTERCEPT, unit.id, trigger.actor, trigger.id, "", "", ally)
    x, y = state.board.xy(cell)
    return plain.but(
        id=plain.id if nearest else f"{plain.id}:{x},{y}",
        targets=(plain.target,),
        to=cell,
        path=straight_path(state, unit, cell)[1:],
        text=f"{plain.text} on {state.board.label(cell)}",
    )


def declare(t: CorpsTable, queue: CorpsQueue, reaction: Reaction) -> None:
    """Declare and turn the marker face-up (SC-03, SC-04); a suppressed unit tests Courage first (SC-A8)."""
    if t.state.units[reaction.unit].must_test:
        t.then(courage, reaction.unit)
    t.then(flip, reaction.id)


@step
def flip(t: CorpsTable, reaction_id: int) -> None:
    """The marker is turned face-up, and the reaction is itself open to answers (SC-04, SC-06)."""
    queue = t.queue
    reaction = t.reaction(reaction_id)
    unit = t.unit(reaction.unit)
    if unit.helpless:
        reaction.clause = "SC-46" if unit.out else "SC-42"  # put out by the delayed attack, or pinned
        reaction.status, reaction.why = "failed", "it could not act"
        t.emit(ReactionFailed(unit.id, reaction.why), (reaction.clause,))
        return
    for move in announced_moves(queue):  # the friend that told it of the move may be gone at the slot (SC-A20)
        _note(t, move, unit)
    t.change(unit, MarkerFlipped(unit.id, {MarkerKinds.OVERWATCH: "up"}), cause=queue.triggers[reaction.trigger].n)
    declared(t, queue, reaction, ("SC-03", *_answers_under(queue, reaction)))
    if reaction.action == Verbs.INTERCEPT and t.rules.ruling("SC-A27b") == "answered":
        announce_intercept(t, reaction)


def _answers_under(queue: CorpsQueue, reaction: Reaction) -> Iterator[str]:
    """The clauses of answering this event: the action, a reaction, or an answer to one; and as one of several."""
    trigger = queue.triggers[reaction.trigger]
    several = any(one.trigger == trigger.id and one.status == "declared" for one in queue.reactions)
    if trigger.by < 0:
        yield from ("SC-05",) if several else ()
        return
    deep = queue.triggers[queue.reactions[trigger.by].trigger].by >= 0
    yield "SC-08" if deep else "SC-06"
    if several:
        yield "SC-07"


def announce_intercept(t: CorpsTable, reaction: Reaction) -> None:
    """Open the intercept to answers as a move into contact, for units that see any cell of its path (SC-A27b)."""
    queue = t.queue
    event = queue.triggers[-1]
    queue.action.interceptions += (Interception(event.id, reaction.id),)
    approach = approach_of(t.state, queue, reaction.unit)
    if approach is not None:
        event = queue.triggers.own(event.id)
        event.path = list(approach.path)
        t.emit(InterceptAnnounced(reaction.unit, list(approach.path), list(approach.touched)), cause=event.n)
    for other in queue.reactions:
        if other.status == "declared":
            _note(t, event, t.state.units[other.unit])


def _note(t: CorpsTable, move: Trigger, unit: Trooper) -> None:
    """Note that the unit knows of that move, if it does."""
    if unit.seat in move.to and aware(t.state, move, unit):
        t.queue.action.knows += (Notice(move.id, unit.id),)
