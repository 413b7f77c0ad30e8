"""Fire out of turn: opportunity fire, overwatch and Reaction Fire (SG-01 to SG-49).

Which units may fire, the test, the point of the path, and the shot.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from game.board.board import Board
from game.engine.decisions import Refusal
from game.engine.events import LogEntry
from game.engine.names import Cell, Seat, UnitId, Verb
from game.engine.options import Block, Option, Part
from game.engine.policies import ANY
from game.engine.queue import Reaction, Trigger
from game.engine.reactions import declared, lapse, q_end, window
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.rules.stargrunt2.events import (
    ActivatedOutOfTurn,
    AttemptFailed,
    CounterSpent,
    FireAnnounced,
    FireHeld,
    TurnOwed,
)
from game.rules.stargrunt2.fire import shoot
from game.rules.stargrunt2.morale import OPPORTUNITY, motivation, reaction_test
from game.rules.stargrunt2.moves import advance, after_fire
from game.rules.stargrunt2.shots import (
    Arms,
    Line,
    Shot,
    along,
    arms_of,
    line_of,
    refusal,
    shot_refused,
    weapon_groups,
)
from game.rules.stargrunt2.state import (
    BROKEN,
    LEVELS,
    MOVES,
    ROUTED,
    Battle,
    BattleQueue,
    BattleRules,
    BattleTable,
    Squad,
    SquadAction,
)
from game.rules.stargrunt2.throws import OpportunityTest
from game.rules.stargrunt2.vocabulary import MarkerKinds, Questions, Verbs

WORDS = {
    Verbs.OPPORTUNITY_FIRE: "Test and fire",
    Verbs.TEST_ONLY: "Test only, no fire",
    Verbs.OVERWATCH_FIRE: "Spend the counter and fire",
    Verbs.REACTION_FIRE: "Reaction fire",
}
CITED = {
    Verbs.OPPORTUNITY_FIRE: ("SG-06",),
    Verbs.TEST_ONLY: ("SG-A12",),
    Verbs.OVERWATCH_FIRE: ("SG-32", "SG-37"),
    Verbs.REACTION_FIRE: ("SG-01",),
}


def ready(state: Battle, unit: UnitId) -> Refusal | None:
    """Why a unit cannot fire out of turn now, or None: activation, suppression, confidence (SG-05, SG-A8, SG-15).

    A broken unit still has Reaction Fire, which is no opportunity fire, at units that have fired at it (SG-03, SG-A39).
    """
    squad = state.units[unit]
    if squad.out:
        return Refusal("SG-04", "nobody left", unit)
    if squad.confidence == ROUTED or (squad.confidence == BROKEN and (squad.suppressed or squad.activated)):
        return shattered(squad)
    if squad.suppressed:
        return Refusal("SG-A8", "suppressed infantry cannot fire", unit)
    if squad.activated and not squad.watching:
        return Refusal("SG-05", "activated already, and no overwatch counter", unit)
    return None


def may_try(state: Battle, squad: Squad) -> bool:
    """Whether a unit can try opportunity fire now: it is ready, and neither broken nor routed (SG-15)."""
    return squad.confidence < BROKEN and ready(state, squad.id) is None


def shattered(squad: Squad) -> Refusal:
    """Why a broken or routed unit may not fire (SG-15)."""
    return Refusal("SG-15", f"{LEVELS[squad.confidence]} units may not fire", squad.id)


def unasked(state: Battle, log: Sequence[LogEntry], unit: UnitId) -> Refusal:
    """Why a unit that may fire out of turn has nothing to answer: no enemy acts, or it is too late (SG-A7, SG-A10)."""
    queue = state.queues[-1] if state.queues else None
    if queue is None or not queue.triggers:
        return Refusal("SG-A10", "no action is under way, and an earlier one cannot be answered", unit)
    actor = state.units[queue.triggers[-1].actor]
    if state.side(actor.seat) == state.side(state.units[unit].seat):
        return Refusal("SG-04", f"{actor.id.upper()} is on its own side", unit)
    return Refusal("SG-A7", f"the time to answer {actor.id.upper()} here is past", unit)


def may_react(
    rules: BattleRules, state: Battle, queue: BattleQueue, trigger: Trigger, unit: UnitId
) -> list[Part] | Refusal:
    """The unit's options to fire at the trigger's unit: by test, by counter, or as Reaction Fire.

    At a mover there is an option for each point of its path (SG-16).
    """
    squad, target = state.units[unit], state.units[trigger.actor]
    if _pending(state, unit):
        return Refusal("SG-12", "it has a shot to make already", unit)
    if trigger.kind in MOVES and move_is_over(rules, queue):
        return Refusal("SG-A7", "that move is over", unit)
    tried = (trigger.id, unit) in queue.action.tried
    lines = [
        (arms, line_of(rules, state, squad, target, arms.weapons, opportunity=True)) for arms in arms_of(rules, squad)
    ]
    path, points = path_of(state, queue, trigger), points_left(queue, trigger)
    found: list[Part] = []
    for arms, line in () if target.out else lines:
        if not tried and squad.confidence < BROKEN:
            found += _attempts(trigger, squad, arms, line, path, points)
        if may_fire_between(queue, trigger, squad, target) and not refusal(line._replace(opportunity=False), path[0]):
            found.append(_option(Verbs.REACTION_FIRE, trigger, squad, arms))
    if not squad.activated and any(isinstance(part, Points) for part in found):
        found.append(_option(Verbs.TEST_ONLY, trigger, squad, Arms()))
    if found:
        return found
    if squad.confidence >= BROKEN:
        return shattered(squad)
    if tried:
        return Refusal("SG-09", "it has made its one attempt against this action", unit)
    if not lines:
        return Refusal("SG-A9", "its weapons have been used this turn", unit)
    if target.out:
        return Refusal("SG-A5", "its target is gone", unit, points.start)
    no = along(lines[0][1], path)[points.start] if points else None
    return no.but(point=points.start) if no is not None else Refusal("SG-04", "no target", unit)


def _attempts(
    trigger: Trigger, squad: Squad, arms: Arms, line: Line, path: tuple[Cell, ...], points: range
) -> list[Part]:
    """Fire by test or by counter: at a mover at the points left, at another unit where it stands (SG-16, SG-27)."""
    if trigger.kind not in MOVES:
        return [] if refusal(line, path[0]) else [_option(way, trigger, squad, arms) for way in ways(squad)]
    refusals = along(line, path)
    left = tuple(point for point in points if refusals[point] is None)
    return [Points(line.board, squad, trigger, arms, left)] if left else []


def _pending(state: Battle, name: UnitId) -> bool:
    """Whether a shot of the unit is declared or under way."""
    return any(r.unit == name and r.status in ("declared", "now") for q in state.queues for r in q.reactions)


def move_is_over(rules: BattleRules, queue: BattleQueue) -> bool:
    """Whether a move can no longer be answered (SG-A7). One that was stopped can, where the mover stands (SG-09)."""
    action = queue.action
    stopped = action.status == "stopped" and (action.failed or rules.ruling("SG-A7") == "path")
    return action.over and not stopped


def points_left(queue: BattleQueue, trigger: Trigger) -> range:
    """The points of a move at which fire is still possible: none passed or tried before (SG-A7).

    If the mover was stopped, only the point where it stands. For an action other than a move, only -1.
    """
    if trigger.kind not in MOVES:
        return range(-1, 0)
    if queue.action.over:
        return range(queue.action.done, queue.action.done + 1)
    return range(max(queue.action.done, queue.action.tried_at), len(queue.action.path))


def path_of(state: Battle, queue: BattleQueue, trigger: Trigger) -> tuple[Cell, ...]:
    """The cells where the unit that acts can be fired at: its path, or where it stands."""
    return tuple(queue.action.path) if trigger.kind in MOVES else (state.units[trigger.actor].at,)


def ways(unit: Squad) -> list[Verb]:
    """How a unit may fire: by test if it is not activated (SG-05), by counter if it has one (SG-32, SG-A22)."""
    by_test = [] if unit.activated else [Verbs.OPPORTUNITY_FIRE]
    return [*by_test, Verbs.OVERWATCH_FIRE] if unit.watching else by_test


def _option(way: Verb, trigger: Trigger, unit: Squad, arms: Arms) -> Option:
    return Option(
        f"{unit.id}:{way}:{trigger.actor}{arms.suffix}",
        way,
        unit.id,
        trigger.actor,
        weapon=arms.weapons,
        trigger=trigger.id,
        clauses=CITED[way],
        text=f"{WORDS[way]} on {trigger.actor.upper()}{arms.said}",
    )


class Points(Block):
    """Fire at a mover: for each point of its path, in each of the unit's ways (by test, by counter)."""

    def __init__(self, board: Board, unit: Squad, trigger: Trigger, arms: Arms, at: tuple[int, ...]) -> None:
        """`at` are the points, as indices into the trigger's path."""
        self.prefix = f"{unit.id}:"
        self._ways = [_option(way, trigger, unit, Arms(arms.weapons)) for way in ways(unit)]
        self._board, self._path, self._arms, self._at = board, trigger.path, arms, at

    @property
    def key(self) -> Hashable:
        return *self._ways, self._arms, self._at

    def __len__(self) -> int:
        return len(self._at) * len(self._ways)

    def __getitem__(self, place: int) -> Option:
        """The option at that place: point by point, and the ways at each point."""
        if not 0 <= place < len(self):
            raise IndexError(place)
        number, way = divmod(place, len(self._ways))
        like, point = self._ways[way], self._at[number]
        cell = self._path[point]
        words = f"{like.text} at {self._board.label(cell)}{self._arms.said}"
        return like.but(id=f"{like.id}:p{point}{self._arms.suffix}", to=cell, point=point, text=words)

    def find(self, rest: str) -> Option | None:
        option_id = f"{self.prefix}{rest}"
        for place in range(len(self)):
            number, way = divmod(place, len(self._ways))
            if option_id == f"{self._ways[way].id}:p{self._at[number]}{self._arms.suffix}":
                return self[place]
        return None


def may_fire_between(queue: BattleQueue, trigger: Trigger, unit: Squad, target: Squad) -> bool:
    """Whether a unit may use Reaction Fire: between two moves of one activation, one unit only (SG-01, SG-A21)."""
    action = queue.action
    if unit.confidence >= BROKEN and unit.id not in target.fired_on:  # as in its own activation (SG-A39)
        return False
    between = trigger.kind in MOVES and action.second and action.done == 0 and not action.over
    return between and action.tried_at == 0 and not action.reaction_fired and not unit.activated


def react_refusals(rules: BattleRules, state: Battle, queue: BattleQueue, seat: Seat) -> list[Refusal]:
    """Why points of the move cannot be fired at, then why units cannot fire."""
    barred: list[Refusal] = []
    for trigger in queue.open_triggers():
        if trigger.kind not in MOVES or seat not in trigger.to:
            continue
        path, points = path_of(state, queue, trigger), points_left(queue, trigger)
        target = state.units[trigger.actor]
        for unit in state.standing(seat):
            for weapons in weapon_groups(rules, unit)[:1] if may_try(state, unit) else ():
                line = line_of(rules, state, unit, target, weapons, opportunity=True)
                barred += [no for no in along(line, path)[points.start : points.stop] if no is not None]
    return [*barred, *Ruleset.react_refusals(rules, state, queue, seat)]


# -- declaring --------------------------------------------------------------------------------------------------------


def declare(rules: BattleRules, t: BattleTable, queue: BattleQueue, reaction: Reaction) -> None:
    """Make the attempt: a Reaction Test, unless a counter pays (SG-32); passing activates the unit (SG-06 to SG-09)."""
    unit, trigger = t.state.units[reaction.unit], queue.triggers[reaction.trigger]
    if reaction.action == Verbs.REACTION_FIRE:
        queue.action.reaction_fired = True
        activate(t, unit, ("SG-01",))
        declared(t, queue, reaction, ("SG-01", "SG-A21"))
        return
    queue.action.tried.append((trigger.id, unit.id))
    if trigger.kind in MOVES and rules.ruling("SG-A7") != "declared":
        # the mover gets to this point whether or not the test is passed
        queue.action.tried_at = max(queue.action.tried_at, reaction.point)
    if reaction.action == Verbs.OVERWATCH_FIRE:
        declared(t, queue, reaction, ("SG-36", "SG-37"))
        return
    if not reaction_test(t, unit, OPPORTUNITY[motivation(rules, unit)], ("SG-06",), OpportunityTest):
        reaction.status, reaction.why, reaction.clause = "failed", "the Reaction Test failed", "SG-08"
        t.emit(AttemptFailed(unit.id, reaction.target))
        return
    activate(t, unit, ("SG-07", "SG-12"))
    if reaction.action == Verbs.TEST_ONLY:
        queue.reactions.take_slot(reaction.id).status = "resolved"
        t.emit(FireHeld(unit.id))
        return
    declared(t, queue, reaction, ("SG-04", "SG-07"))


def activate(t: BattleTable, unit: Squad, clauses: tuple[str, ...]) -> None:
    """Activate a unit for its fire out of turn, for which its side owes a turn (SG-12, SG-A13)."""
    ruling, state = t.rules.ruling("SG-A13"), t.state
    side = state.side(unit.seat)
    t.change(unit, ActivatedOutOfTurn(unit.id, unit.without(MarkerKinds.OVERWATCH)), clauses).activated = True
    if ruling == "none" or (ruling == "one" and state.charged.get(side) == state.activation):
        return
    state.owes[side] = state.owes.get(side, 0) + 1
    state.charged[side] = state.activation
    t.emit(TurnOwed(side))


# -- carrying it out --------------------------------------------------------------------------------------------------


def still_may(rules: BattleRules, state: Battle, queue: BattleQueue, reaction: Reaction) -> Refusal | None:
    """Why a reaction lapses when its turn comes, or None: the unit or its target has changed since (SG-A5)."""
    unit, target = state.units[reaction.unit], state.units[reaction.target]
    if unit.out:
        return Refusal("SG-A5", "wiped out before it could fire")
    if unit.suppressed and rules.ruling("SG-A5") == "lost":
        return Refusal("SG-A5", "suppressed before it could fire")
    if unit.confidence >= BROKEN and reaction.action != Verbs.REACTION_FIRE:
        return Refusal("SG-15", "broken before it could fire")
    if queue.triggers[reaction.trigger].kind in MOVES:
        return Refusal("SG-A5", "its target is gone") if target.out else None
    shot = Shot(unit.id, target.id, target.at, reaction.weapon, opportunity=True)
    return shot_refused(rules, state, shot)  # sight is needed again when firing (SG-A30)


def carry_out(t: BattleTable, queue: BattleQueue, reaction: Reaction) -> None:
    """Bring a mover to the chosen point and fire at it; fire at another action only if still wanted (SG-16, SG-27)."""
    if queue.triggers[reaction.trigger].kind in MOVES:
        point = min(reaction.point, len(queue.action.path) - 1)  # the path may have been cut short meanwhile
        if point > queue.action.done:
            t.then(advance, point)
        t.then(fire_at_mover, reaction.id)
    elif wanted(t, reaction):
        spend_counter(t, reaction)
        at = t.state.units[reaction.target].at
        t.then(shoot, reaction.unit, reaction.target, at, reaction.weapon, True)


def carried_under(state: Battle, queue: BattleQueue, reaction: Reaction) -> tuple[str, ...]:
    """The clause by which it is a shot's turn: between two moves, at a point of a path, or after another action."""
    if reaction.action == Verbs.REACTION_FIRE:
        return ("SG-01",)
    if queue.triggers[reaction.trigger].kind in MOVES:
        return ("SG-16",)
    several = sum(one.status != "failed" for one in queue.reactions) > 1
    return ("SG-27", "SG-A5") if several else ("SG-27",)


def wanted(t: BattleTable, reaction: Reaction) -> bool:
    """Ask whether a unit still fires, after the action that it answers (SG-A12)."""
    name, target = reaction.unit, reaction.target
    fire = f"{name}:{reaction.action}:{target}"
    choice = t.ask(
        reaction.seat,
        Questions.RESOLVE,
        [
            Option(fire, reaction.action, name, target, weapon=reaction.weapon, clauses=("SG-27",), text="Fire"),
            Option(f"{name}:nothing", Verbs.NOTHING, name, clauses=("SG-A12",), text="Hold fire"),
        ],
        question=f"does {name.upper()} fire at {target.upper()}?",
        note="It may hold its fire; a counter is spent only by firing.",
        clauses=("SG-27", "SG-A12"),
        default=fire,
        unit=name,
    )
    if choice.action == Verbs.NOTHING:
        t.emit(FireHeld(name))
    return choice.action != Verbs.NOTHING


def spend_counter(t: BattleTable, reaction: Reaction) -> None:
    """Take away the counter as the shot is made, if it is overwatch fire (SG-36, SG-A5).

    Whether this is the activation of a unit that has not had one is a ruling; no turn is owed for it (SG-A22, SG-A13).
    """
    if reaction.action != Verbs.OVERWATCH_FIRE:
        return
    unit = t.change(reaction.unit, CounterSpent(reaction.unit, {MarkerKinds.OVERWATCH: None}))
    if t.rules.ruling("SG-A22") == "spends" and not unit.activated:
        t.change(unit, ActivatedOutOfTurn(unit.id), ("SG-A22",)).activated = True


@step
def fire_at_mover(t: BattleTable, reaction_id: int) -> None:
    """Fire at a mover where it is now; the other side may answer before the fire is resolved (SG-14, SG-A6)."""
    reaction, move = t.queue.reactions[reaction_id], t.queue.action
    unit, target = t.unit(reaction.unit), t.state.units[reaction.target]
    opportunity, moved = reaction.action != Verbs.REACTION_FIRE, move.done > 0
    no = shot_refused(t.rules, t.state, Shot(unit.id, target.id, target.at, reaction.weapon, opportunity, moved))
    if no is not None:
        lapse(t, reaction, no)
        return
    spend_counter(t, reaction)
    n = t.emit(FireAnnounced(unit.id, target.id), None if opportunity else ("SG-01",), cause=reaction.n)
    begin_fire(t, Shot(unit.id, target.id, target.at, reaction.weapon, opportunity, moved), n)
    t.then(after_fire, target.casualties, target.wounded, opportunity)


def begin_fire(t: BattleTable, shot: Shot, n: int) -> None:
    """Begin fire, announced by the event number `n`, that may be answered before it is resolved (SG-04, SG-14)."""
    unit = t.state.units[shot.firer]
    action = SquadAction(Verbs.FIRE, unit.id, [unit.at], target=shot.target, weapon=shot.weapons)
    action.opportunity, action.cell, action.moved = shot.opportunity, shot.cell, shot.moved
    t.begin(action, ANY, n)
    window(t, t.state.enemies(unit.seat), Verbs.FIRE, unit.id, cell=unit.at)
    t.then(q_end)
