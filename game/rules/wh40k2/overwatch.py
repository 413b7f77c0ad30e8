"""Overwatch: counters at the start of one's own turn, fire in the enemy's movement phase (WH-01 to WH-36)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from game.engine.decisions import Decision, Refusal
from game.engine.events import LogEntry
from game.engine.names import Seat, UnitId
from game.engine.options import Option
from game.engine.queue import Reaction, Trigger
from game.engine.reactions import declared, lapse
from game.engine.ruleset import Ruleset
from game.engine.standing import Stand, Standing, When
from game.engine.steps import step
from game.engine.wording import INCHES, length
from game.rules.shared import foes
from game.rules.wh40k2.division import at_moment, divisions, guns_of, share
from game.rules.wh40k2.events import CounterSpent, OverwatchPlaced
from game.rules.wh40k2.fire import fire
from game.rules.wh40k2.ground import hides_from, in_contact, squad_kind
from game.rules.wh40k2.movement import advance, charge_arrives, finish_move, idle
from game.rules.wh40k2.shots import (
    Shot,
    chargers,
    choosable_shots,
    easier_after,
    fighting_others,
    has_shot,
    may_fire_at_mover,
    mover_of,
    overwatch_shot,
    points_left,
    shot_refused,
    standing_shots,
)
from game.rules.wh40k2.state import (
    Battle,
    Squad,
    SquadQueue,
    SquadTable,
)
from game.rules.wh40k2.vocabulary import Phases, Questions, Verbs

HOLD = (4, 8, 12, 16)
"""The distances in inches that a standing pass may name: it holds until an enemy comes within that distance."""


# -- counters ---------------------------------------------------------------------------------------------------------


def prepare_refused(state: Battle, squad: Squad) -> Refusal | None:
    """Why a squad cannot be put on overwatch (WH-A17), or None. No option names a part of a squad (WH-04)."""
    if squad.broken:
        return Refusal("WH-A17", "broken", squad.id)
    if in_contact(state, squad):
        return Refusal("WH-A17", "in hand-to-hand", squad.id)
    if squad.watching:
        return Refusal("WH-06", "already on overwatch", squad.id)
    return None


def _counters(state: Battle) -> Iterator[Option]:
    for squad in state.standing(state.seat):
        if prepare_refused(state, squad) is None:
            text = f"{squad.id.upper()} goes on overwatch"
            yield Option(f"{squad.id}:overwatch", Verbs.OVERWATCH, squad.id, clauses=("WH-03",), text=text)
    yield Option("done", Verbs.DONE, text="No more squads")


@step
def place_counters(t: SquadTable) -> None:
    """The player puts whole squads on overwatch, before anything else in the turn (WH-03, WH-04, WH-05)."""
    state, seat = t.state, t.state.seat
    choice = t.ask(
        seat,
        Questions.OVERWATCH,
        lambda: _counters(state),
        question="which squads go on overwatch?",
        note="A squad on overwatch does nothing in its own turn and may fire in the enemy’s movement phase.",
        clauses=("WH-03", "WH-04"),
        default="done",
    )
    if choice.action == Verbs.OVERWATCH:
        lone = squad_kind(t.rules, state.units[choice.unit].profile) != "squad"
        placed = OverwatchPlaced(choice.unit)
        t.change(choice.unit, placed, ("WH-05", *placed.clauses) if lone else None)
        t.then(place_counters)


def idle_answer(rules: Ruleset, state: Battle, asked: Decision) -> str:
    """The id of "No more squads" or "No more charges" if no other answer could come to anything, else "".

    No enemy has a movement phase left in which a counter could be used, or no charge would come into contact.
    """
    if asked.kind == Questions.CHARGE:
        charges = (option for option in asked.options if option.action == Verbs.CHARGE)
        units = state.units
        arrives = any(charge_arrives(rules, state, units[one.unit], units[one.target]) for one in charges)
        return "" if arrives else asked.default
    if asked.kind != Questions.OVERWATCH or state.turn < state.turns:
        return ""
    order = state.turn_order()
    still_to_move = order[order.index(asked.seat) + 1 :]
    return "" if any(seat in still_to_move for seat in state.enemies(asked.seat)) else "done"


# -- who may fire at what ---------------------------------------------------------------------------------------------


def ready(rules: Ruleset, state: Battle, unit: UnitId) -> Refusal | None:
    """Why a squad cannot fire on overwatch at anything now (WH-06, WH-09), or None."""
    squad = state.units[unit]
    if squad.out:
        return Refusal("WH-01", "no model left", unit)
    if not squad.watching:
        if squad.held_back:
            reason = f"{squad.held_back} held their fire when the others shot; no part of a squad stays on overwatch"
            return Refusal("WH-04", reason, unit)
        if squad.fired:
            return Refusal("WH-16", "its counter came off as it shot", unit)
        if state.queues and chargers(state, squad):
            return Refusal("WH-22", "charged, and not on overwatch", unit)
        return Refusal("WH-06", "no overwatch counter", unit)
    if state.phase != Phases.MOVEMENT:
        return Refusal("WH-09", "overwatch fire is for the enemy’s movement phase only", unit)
    if squad.seat == state.seat:
        return Refusal("WH-A9", "overwatch is for the opponent’s turn", unit)
    if state.queues and fighting_others(state, state.queues[-1], squad):
        if rules.ruling("WH-A17") == "first_touch":
            return Refusal("WH-A17", "in hand-to-hand", unit)
        if not chargers(state, squad):
            return Refusal("WH-A17", "in hand-to-hand, and no other enemy charges it", unit)
    return None


def unasked(rules: Ruleset, state: Battle, log: Sequence[LogEntry], unit: UnitId) -> Refusal:
    """Why a squad that may fire in this phase has no shot now: it is between the moments for it (WH-A15)."""
    if state.queues:
        return Refusal("WH-A15", "a declared move is answered once, before this", unit)
    return Refusal("WH-A15", "it may fire when a move is declared, and as the phase opens and closes", unit)


def may_react(
    rules: Ruleset, state: Battle, queue: SquadQueue, trigger: Trigger, unit: UnitId
) -> list[Option] | Refusal:
    """A squad's shots at points of the declared move and at standing targets, or why it has none (WH-10 to WH-14)."""
    found: list[Option] = []
    first: Refusal | None = None
    for answer in _shots(rules, state, queue, trigger, state.units[unit]):
        if isinstance(answer, Option):
            found.append(answer)
        else:
            first = first or answer
    return found or first or Refusal("WH-12", "no enemy in sight and range", unit)


def window_public(rules: Ruleset, state: Battle, queue: SquadQueue, seat: Seat) -> bool:
    """Whether any squad of the seat has a shot."""
    return any(_has_shot(rules, state, queue, squad) for squad in state.standing(seat))


def _has_shot(rules: Ruleset, state: Battle, queue: SquadQueue, squad: Squad) -> bool:
    return (
        squad.watching
        and ready(rules, state, squad.id) is None
        and any(squad.seat in trigger.to for trigger in queue.open_triggers())
        and any(
            has_shot(rules, state, queue, squad, weapon) for weapon in squad.weapons if not rules.weapon(weapon).thrown
        )
    )


def _shots(
    rules: Ruleset, state: Battle, queue: SquadQueue, trigger: Trigger, squad: Squad
) -> Iterator[Option | Refusal]:
    """The squad's shots: at each point left of the path, at the mover after its arrival (WH-11), at standing enemies.

    A shot after the arrival is offered only if it is easier. Refused points come as refusals, as does a squad that has
    only grenades.
    """
    guns = guns_of(rules, squad)
    if not guns:
        yield Refusal("WH-15", "grenades cannot be thrown on overwatch", squad.id)
    moving: list[dict[int, Shot]] = []
    still: list[list[Shot]] = []
    for place, weapon in guns:
        suffix = weapon if place else ""
        like = Option("", Verbs.RANGED_ATTACK, squad.id, weapon=weapon, trigger=trigger.id)
        left = [*points_left(rules, state, queue, squad, weapon)] if may_fire_at_mover(state, queue, squad) else []
        yield from (no for _, _, no in left if no is not None)
        legal = {point: shot for point, shot, no in left if no is None}
        if left:
            yield from _at_mover(rules, state, queue, squad, like.but(target=trigger.actor), suffix, legal)
        shots = standing_shots(rules, state, queue, squad, weapon)
        for shot in choosable_shots(rules, state, shots, legal.get(queue.action.done)):
            yield like.but(
                id=_id(squad.id, shot.target, suffix),
                target=shot.target,
                clauses=("WH-11",) if state.units[shot.target].moved else ("WH-12",),
                text=f"Fire at {shot.target.upper()} where it stands",
            )
        moving.append(legal)
        still.append(shots)
    yield from divisions(rules, state, queue, squad, trigger.id, moving, still)


def _at_mover(
    rules: Ruleset, state: Battle, queue: SquadQueue, squad: Squad, like: Option, suffix: str, legal: Mapping[int, Shot]
) -> Iterator[Option]:
    """Fire at the mover at the `legal` points of its path, and after its arrival if that is easier (WH-11).

    `like`: an option with the squad, the weapon, and the mover as its target; ids end in `suffix`.
    """
    label, mover = state.board.label, like.target
    for point, shot in legal.items():
        yield like.but(
            id=_id(squad.id, mover, f"p{point}", suffix),
            to=shot.cell,
            point=point,
            clauses=("WH-11",),
            text=f"Fire at {mover.upper()} at {label(shot.cell)}{'' if point else ', before it moves'}",
        )
    if easier_after(rules, state, queue, squad, like.weapon):
        end = queue.action.path[-1]
        yield like.but(
            id=_id(squad.id, mover, "after", suffix),
            to=end,
            clauses=("WH-11",),
            text=f"Fire at {mover.upper()} once it has arrived at {label(end)}",
        )


def _id(unit: UnitId, *parts: str) -> str:
    return ":".join([unit, Verbs.RANGED_ATTACK, *(part for part in parts if part)])


def _refused_points(rules: Ruleset, state: Battle, queue: SquadQueue, seat: Seat) -> Iterator[Refusal]:
    """The points of the move that squads ready to fire cannot fire at, and grenades that would be in range."""
    mover = mover_of(state, queue)
    for squad in state.standing(seat):
        if ready(rules, state, squad.id) is not None:
            continue
        for _, gun in guns_of(rules, squad)[:1] if mover and may_fire_at_mover(state, queue, squad) else ():
            yield from (no for _, _, no in points_left(rules, state, queue, squad, gun) if no is not None)
        spots = queue.action.path if mover else [foe.at for foe in foes(state, seat)]
        for weapon in map(rules.weapon, squad.weapons):
            if weapon.thrown and any(state.board.distance(squad.at, cell) <= weapon.range for cell in spots):
                yield Refusal("WH-15", "grenades cannot be thrown on overwatch", squad.id)


def react_refusals(rules: Ruleset, state: Battle, queue: SquadQueue, seat: Seat) -> list[Refusal]:
    """The points that cannot be fired at, then the squads that cannot fire."""
    refused = list(_refused_points(rules, state, queue, seat))
    for squad in state.standing(seat):
        if not _has_shot(rules, state, queue, squad):
            answer = rules.why(state, squad.id)
            if isinstance(answer, Refusal):
                refused.append(answer)
    return refused


def why(rules: Ruleset, state: Battle, unit: UnitId) -> list[Option] | Refusal:
    """A unit's options or refusal, as in every rulebook; in its own turn also why a squad is idle (WH-07, WH-A32)."""
    squad = state.units[unit]
    if not state.queues and squad.seat == state.seat and not squad.out and (no := idle(squad)):
        return no
    return Ruleset.why(rules, state, unit)


def react_question(rules: Ruleset, state: Battle, queue: SquadQueue, seat: Seat) -> tuple[str, str]:
    """The question of an overwatch window, and its note: what is happening, and what a pass may mean."""
    action = queue.action
    if action.unit:
        what = f"{action.unit.upper()} {action.kind}s to {state.board.label(action.path[-1])}"
    else:
        what = "The movement phase begins" if action.kind == Verbs.PHASE_STARTED else "The movement phase ends"
    *nearer, last = (length(inches, INCHES) for inches in HOLD)
    note = f"{what}. A pass may hold until an enemy in sight comes within {', '.join(nearer)} or {last}."
    if action.kind == Verbs.PHASE_STARTED and rules.ruling("WH-A15") == "five_moments":
        note += " If nothing moves, any other pass is for the whole phase."
    return "who fires on overwatch, and when?", note


def until_near(inches: int) -> Stand:
    """The standing pass that holds until an enemy in sight comes within so many inches."""
    return Stand(Standing(When(within=inches)))


HOLDS = {f"within {inches}": inches for inches in HOLD}
"""The id of each such pass -> its inches."""


def standing_answer_passes(
    rules: Ruleset, state: Battle, queue: SquadQueue, seat: Seat, standing: Standing
) -> bool | None:
    """Whether a standing answer that names a distance alone passes here; None for any other standing answer.

    It stops passing when an enemy in sight comes within that distance (WH-10), and at the last moment of the phase.
    """
    inches = standing.rest.within if standing.rest is not None else 0
    if not inches or standing != until_near(inches).standing:
        return None
    if queue.action.kind == Verbs.PHASE_ENDING:
        return False
    board, mover = state.board, mover_of(state, queue)
    for squad in state.standing(seat):
        if ready(rules, state, squad.id) is None:
            ahead = queue.action.path[queue.action.done :]
            cells = ahead if mover else [foe.at for foe in foes(state, seat) if not hides_from(state, foe, squad)]
            if any(board.distance(squad.at, c) <= inches and board.visible(squad.at, c) for c in cells):
                return False
    return True


# -- the fire ---------------------------------------------------------------------------------------------------------


def declare(t: SquadTable, queue: SquadQueue, reaction: Reaction) -> None:
    """Declare when a squad fires, and at which target (WH-10)."""
    declared(t, queue, reaction, ("WH-10", "WH-A5"))


def still_may(state: Battle, queue: SquadQueue, reaction: Reaction) -> Refusal | None:
    """Why a declared reaction cannot be carried out: only if no model is left, since it is carried out at once."""
    return Refusal("WH-01", "no model left") if state.units[reaction.unit].out else None


def carry_out(t: SquadTable, queue: SquadQueue, reaction: Reaction) -> None:
    """Advance the mover to the chosen point, or to the end of its path; then the squad fires (WH-11, WH-17)."""
    if reaction.point >= 0:
        t.then(advance, reaction.point)
    elif reaction.to >= 0:
        t.then(advance, len(queue.action.path) - 1)
        t.then(finish_move)
    t.then(open_fire, reaction.id)


def carried_under(rules: Ruleset, state: Battle, queue: SquadQueue, reaction: Reaction) -> tuple[str, ...]:
    """The clauses by which a squad fires now; one of several squads is settled in full before the next (WH-A11)."""
    return (*rules.order_clauses, "WH-A11") if len(queue.reactions) > 1 else rules.order_clauses


@step
def open_fire(t: SquadTable, reaction_id: int) -> None:
    """The squad fires and loses its counter (WH-16). If its target has hidden since, the reaction lapses instead."""
    queue = t.queue
    reaction = queue.reactions[reaction_id]
    if reaction.action == Verbs.DIVIDE:
        unit = t.state.units[reaction.unit]
        shots = at_moment(t.rules, t.state, queue, unit, reaction.point, after=reaction.to >= 0)
        if not shots:
            lapse(t, reaction, Refusal("WH-12", "no enemy in sight and range", unit.id))
            return
        first, *later = share(t, unit, shots, reaction.point)
    else:
        first = overwatch_shot(t.state, queue, reaction.unit, reaction.target, reaction.weapon, reaction.point)
        later = []
        if reaction.point < 0 and (no := shot_refused(t.rules, t.state, first)) is not None:
            lapse(t, reaction, no)
            return
    squad = t.change(reaction.unit, CounterSpent(reaction.unit))
    squad.fired = True
    squad.held_back = squad.figures - sum(shot.figures or squad.figures for shot in (first, *later))
    t.then(fire, first, later)
