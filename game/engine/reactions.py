"""The steps of the reaction queue: asking seats, carrying out reactions in order, freezing units out.

All rulebooks use this one mechanism. They differ in a `Policy` and in the hooks of their `Ruleset`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import Any, TypeVar, cast

from game.engine import drafts
from game.engine.decisions import Refusal
from game.engine.dice import HIGHER, Roll, spread
from game.engine.events import (
    ActionEnded,
    ReactionDeclared,
    ReactionLapsed,
    ReactionResolved,
    ReactionStarted,
    TieSettled,
    WindowClosed,
)
from game.engine.names import Cell, QuestionKind, Seat, UnitId, Verb
from game.engine.offers import answerable, passes_unasked, planned_as, seats_asked
from game.engine.options import PASS, REACT, Listing, Option
from game.engine.queue import ACTION, DECLARE, REACTION, RESOLVE, Reaction, ReactionQueue, Tie, Trigger
from game.engine.ruleset import RuledTable, Ruleset
from game.engine.standing import Lasting
from game.engine.state import State
from game.engine.steps import Step, StepFunction, step
from game.engine.table import Table, run_to_question
from game.engine.throws import Roller, Throw

StateT = TypeVar("StateT", bound=State)

ORDER, DELEGATE, HESITATE = QuestionKind("order"), QuestionKind("delegate"), QuestionKind("hesitate")
"""The kinds of questions that settle the order of equal reactions: the owner picks, or delegates roll for it."""
TO_NEXT, TO_DELEGATE, GO_FIRST, TO_HESITATE = Verb("next"), Verb("delegate"), Verb("first"), Verb("hesitate")
TIE_QUESTIONS: Mapping[QuestionKind, tuple[Verb, ...]] = {
    ORDER: (TO_NEXT,),
    DELEGATE: (TO_DELEGATE,),
    HESITATE: (GO_FIRST, TO_HESITATE),
}
"""The verbs of their answers, as in `Ruleset.questions`."""


def window(
    t: RuledTable,
    to: list[Seat],
    kind: Verb,
    actor: UnitId,
    *,
    path: Sequence[Cell] = (),
    cell: Cell = -1,
    contact: Sequence[UnitId] = (),
) -> None:
    """Open a window in the present queue for what `actor` does, and put its stages on the agenda. Older triggers close.

    `to` are the seats that may answer. `path`, `cell` and `contact` are those of the Trigger.
    """
    add_trigger(t, to, kind, actor, path=path, cell=cell, contact=contact)
    for stage in t.rules.policy(t.queue.kind).stages:
        t.then(STAGES[stage])


def add_trigger(
    t: RuledTable,
    to: list[Seat],
    kind: Verb,
    actor: UnitId,
    *,
    by: int = -1,
    path: Sequence[Cell] = (),
    cell: Cell = -1,
    contact: Sequence[UnitId] = (),
) -> None:
    """Add a trigger to the present queue, as the only open one. The arguments are the fields of Trigger."""
    queue = t.queue
    queue.close_triggers()
    queue.triggers.append(
        Trigger(len(queue.triggers), t.cause, actor, kind, list(to), by, list(path), cell, tuple(contact))
    )
    queue.passed, queue.asking, queue.closed = (), "", False


@step
def q_declare(t: RuledTable) -> None:
    """Ask the next seat for one declaration, until all have passed in a row or no seat can react."""
    queue, rules = t.queue, t.rules
    queue.stage = DECLARE
    seat, listing = _next_asked(t, _not_passed(t))
    if not seat:
        close(t)
        return
    queue.asking = seat
    if not t.answers and passes_unasked(t.state, queue, rules, seat):  # same events and state as after a question
        _passes(t, seat)
    elif rules.policy(queue.kind).drafts:
        drafts.draft(t, queue, seat)
    else:
        choice = _reacts(t, seat, listing)
        if choice.action == PASS.action:
            _remember_pass(t, seat, choice.until)
            _passes(t, seat, choice.until)
        else:
            _declares(t, seat, choice)
    t.then(q_declare)


def _not_passed(t: RuledTable) -> list[Seat]:
    """The seats that have not passed, in asking order from the one that was asked last."""
    queue = t.queue
    order = seats_asked(t.state, queue, t.rules)
    start = order.index(queue.asking) if queue.asking in order else 0
    return [seat for seat in order[start:] + order[:start] if seat not in queue.passed]


def _next_asked(t: RuledTable, waiting: list[Seat]) -> tuple[Seat, Listing]:
    """The first of these seats that can react, and its reactions; "" if none can."""
    queue, rules = t.queue, t.rules
    if t.answers and len(waiting) == 1:  # this step has asked it already, and has its answer
        return waiting[0], ()
    enough = 1 if rules.policy(queue.kind).drafts else None  # a draft lists its options itself
    for seat in waiting:
        listing = t.once(seat, partial(answerable, t.state, queue, rules, seat, enough))
        if listing is not None:
            return seat, listing
    return "", ()


def _reacts(t: RuledTable, seat: Seat, listing: Listing) -> Option:
    """Ask the seat to declare one of its reactions or pass."""
    queue, rules = t.queue, t.rules
    question, note = rules.react_question(t.state, queue, seat)
    return t.ask(
        seat,
        REACT,
        lambda: [*(listing() if callable(listing) else listing), PASS],
        question=question,
        note=note,
        clauses=rules.asked_under(queue),
        default=PASS.id,
        secret=True,
        refused=lambda: rules.react_refusals(t.state, queue, seat),
    )


def _remember_pass(t: RuledTable, seat: Seat, until: str) -> None:
    """Keep a pass that holds beyond this window; any other pass ends an earlier one that does."""
    t.state.standing_passes.pop(seat, None)
    if until:
        brief = t.rules.pass_until[until].lasts is Lasting.ACTION
        passes = t.queue.standing_passes if brief else t.state.standing_passes
        passes[seat] = until


def _passes(t: RuledTable, seat: Seat, until: str = "") -> None:
    """Let the seat pass, for as long as `until` says ("": only in this window)."""
    queue, rules = t.queue, t.rules
    queue.passed += (seat,)
    t.emit(rules.passed(queue)(seat, until), rules.asked_under(queue), sees=seat)


def _declares(t: RuledTable, seat: Seat, choice: Option) -> None:
    """Declare a reaction. The policy says whether all are asked again, and whether it is carried out at once."""
    queue, rules = t.queue, t.rules
    policy = rules.policy(queue.kind)
    reaction = planned_as(queue, seat, choice)
    queue.reactions.append(reaction)
    if policy.again:
        queue.passed = ()
    rules.declare(t, queue, reaction)
    if policy.declare == "at_once":
        t.then(q_carry, reaction.id)


def declared(t: RuledTable, queue: ReactionQueue, reaction: Reaction, clauses: tuple[str, ...]) -> None:
    """Mark a reaction as declared and emit its event. With `grow="merge"` it becomes a trigger itself."""
    trigger = queue.triggers[reaction.trigger]
    reaction = queue.reactions.declare(reaction.id)
    reaction.n = t.emit(
        ReactionDeclared(
            reaction.unit,
            reaction.action,
            reaction.target,
            list(reaction.targets),
            reaction.ally,
            reaction.weapon,
            trigger.actor,
        ),
        clauses,
        cause=trigger.n,
    )
    if t.rules.policy(queue.kind).grow == "merge":
        queue.triggers.append(
            Trigger(
                len(queue.triggers),
                reaction.n,
                reaction.unit,
                REACTION,
                t.state.enemies(reaction.seat),
                by=reaction.id,
                cell=t.state.units[reaction.unit].at,
            )
        )


def close(t: RuledTable) -> None:
    """Close the window. With `freeze`, units that have not declared are kept out from now on."""
    queue, rules = t.queue, t.rules
    count = sum(r.status == "declared" and queue.triggers[r.trigger].open for r in queue.reactions)
    queue.closed = True
    queue.close_triggers()
    if rules.policy(queue.kind).freeze:
        queue.frozen = tuple(rules.frozen(t.state, queue))
    if count:
        t.emit(WindowClosed(count), rules.close_clauses)
    rules.closed(t, queue)


def waiting_in_order(state: State, queue: ReactionQueue, rules: Ruleset) -> Iterator[Reaction]:
    """The declared reactions, in the order in which they are going to be carried out."""
    policy = rules.policy(queue.kind)
    return queue.reactions.waiting(lambda reaction: policy.rank(state, reaction))


@step
def q_resolve(t: RuledTable) -> None:
    """Carry out the next reaction in order. The order of equal ones is settled by their owner or by delegates."""
    queue, rules = t.queue, t.rules
    queue.stage = RESOLVE
    waiting = waiting_in_order(t.state, queue, rules)
    first = next(waiting, None)
    if first is None:
        t.settle()
        return
    policy = rules.policy(queue.kind)
    rank = policy.rank(t.state, first)
    tied = [first, *takewhile(lambda reaction: policy.rank(t.state, reaction) == rank, waiting)]
    lost = [reaction for reaction in tied if rules.still_may(t.state, queue, reaction) is not None]
    if lost:  # units that can no longer react neither roll nor can be named as delegates
        for reaction in lost:
            t.then(q_carry, reaction.id)
        t.then(q_resolve)
        return
    if len(tied) > 1 and policy.ties == "delegates" and len({t.state.side(r.seat) for r in tied}) > 1:
        t.then(q_tie, [reaction.id for reaction in tied])
    else:
        t.then(q_carry, _owner_picks(t, tied).id)
    t.then(q_resolve)


def _owner_picks(t: RuledTable, tied: list[Reaction]) -> Reaction:
    """The reaction that its owner puts next, among equal ones of the first side."""
    seat, side = tied[0].seat, t.state.side(tied[0].seat)
    own = [reaction for reaction in tied if t.state.side(reaction.seat) == side]
    choice = t.ask(
        seat,
        ORDER,
        [
            Option(f"{r.unit}:next", TO_NEXT, unit=r.unit, clauses=t.rules.order_clauses, text=f"{r.unit.upper()} next")
            for r in own
        ],
        question="which of these reactions comes next?",
        note="They are equal in order, and all are yours.",
        clauses=t.rules.order_clauses,
        default=f"{own[0].unit}:next",
    )
    return next(reaction for reaction in own if reaction.unit == choice.unit)


class RollOff(Throw, frozen=True):
    """One die for each delegate, in the order of `units`. The higher wins; equal dice are rolled again."""

    units: tuple[UnitId, ...]
    need: str = "higher"
    why = "roll-off"
    purpose = "off"
    read = HIGHER()
    text = "Roll-off: {rolls}{again}."

    @property
    def dice(self) -> tuple[int, ...]:
        return (6,) * len(self.units)

    def question(self) -> dict[str, object]:
        return {**super().question(), "unit": self.units[0], "target": self.units[1]}

    @property
    def rollers(self) -> tuple[Roller, ...]:
        return tuple(Roller(unit) for unit in self.units)


@step
def q_tie(t: RuledTable, ids: list[int]) -> None:
    """Let each side name a delegate and roll; the winner goes first or hesitates."""
    queue, rules = t.queue, t.rules
    pair = _delegates(t, [queue.reactions[i] for i in ids])
    tie = Tie([r.unit for r in pair])
    rank = rules.policy(queue.kind).rank
    again = any(r.tie >= 0 and rank(t.state, r) == rank(t.state, pair[0]) for r in queue.reactions)
    clauses = (*rules.tie_clauses, *(rules.next_tie_clauses if again else ()))
    winner = t.roll(RollOff(tuple(tie.units)), clauses=clauses)
    tie.rolls = [list(faces) for faces in t.faces(RollOff.why)]
    ahead = pair[winner]
    tie.winner = ahead.unit
    tie.hesitated = _hesitates(t, ahead)
    for reaction in pair:
        t.reaction(reaction.id).tie = len(queue.ties)
    queue.ties += (tie,)
    t.emit(
        TieSettled(ahead.unit, tie.hesitated, tie.units),
        rules.hesitate_clauses if tie.hesitated else clauses,
    )
    rest = [reaction for reaction in pair if reaction is not ahead]
    for reaction in [*rest, ahead] if tie.hesitated else [ahead, *rest]:
        t.then(q_carry, reaction.id)


def _delegates(t: RuledTable, tied: Sequence[Reaction]) -> list[Reaction]:
    """One of the tied reactions for each side, in seat order. Their owners name them, the acting side last."""
    state, side_of = t.state, t.state.side
    acting = side_of(state.units[t.queue.instigator].seat)
    named: dict[str, Reaction] = {}
    for side in sorted({side_of(r.seat) for r in tied}, key=lambda side: (side == acting, state.seats_of(side))):
        own = [r for r in tied if side_of(r.seat) == side]
        choice = t.ask(
            own[0].seat,
            DELEGATE,
            [
                Option(
                    f"{r.unit}:delegate",
                    TO_DELEGATE,
                    unit=r.unit,
                    clauses=t.rules.tie_clauses,
                    text=f"Send {r.unit.upper()}",
                )
                for r in own
            ],
            question="which unit rolls for the tie?",
            note="One unit of each side rolls; the higher goes first, or waits for the lower.",
            clauses=t.rules.tie_clauses,
            default=f"{own[0].unit}:delegate",
        )
        named[side] = next(r for r in own if r.unit == choice.unit)
    return [named[side] for side in sorted(named, key=state.seats_of)]


def _hesitates(t: RuledTable, ahead: Reaction) -> bool:
    """Whether the winner of a roll-off waits for the loser."""
    rules, name = t.rules, ahead.unit.upper()
    choice = t.ask(
        ahead.seat,
        HESITATE,
        [
            Option("first", GO_FIRST, unit=ahead.unit, clauses=rules.hesitate_clauses, text=f"{name} goes first"),
            Option("hesitate", TO_HESITATE, unit=ahead.unit, clauses=rules.hesitate_clauses, text="Hesitate"),
        ],
        question=f"does {name} go first or hesitate?",
        note=f"{name} won the roll-off.",
        clauses=rules.hesitate_clauses,
        default="first",
        unit=ahead.unit,
    )
    return choice.action == TO_HESITATE


@step
def q_carry(t: RuledTable, reaction_id: int) -> None:
    """Carry out a reaction, or let it lapse with the reason if it is no longer possible."""
    queue = t.queue
    if queue.reactions[reaction_id].status != "declared":
        return
    reaction = queue.reactions.take_slot(reaction_id)
    no = t.rules.still_may(t.state, queue, reaction)
    if no is not None:
        lapse(t, reaction, no)
        return
    reaction.status = "now"
    clauses = t.rules.carried_under(t.state, queue, reaction)
    t.cause = t.emit(ReactionStarted(reaction.unit, reaction.action), clauses, cause=reaction.n)
    t.rules.carry_out(t, queue, reaction)
    t.then(q_done, reaction_id)


@step
def q_done(t: RuledTable, reaction_id: int) -> None:
    """Mark a reaction as resolved once it has been carried out."""
    if t.queue.reactions[reaction_id].status == "now":
        reaction = t.reaction(reaction_id)
        reaction.status = "resolved"
        t.emit(ReactionResolved(reaction.unit, reaction.action))


def lapse(t: RuledTable, reaction: Reaction, refusal: Refusal) -> None:
    """Mark a reaction as lapsed, and emit the reason."""
    lapsed = t.reaction(reaction.id)
    lapsed.status, lapsed.why, lapsed.clause = "lapsed", refusal.reason, refusal.clause
    t.emit(ReactionLapsed(reaction.unit, refusal.reason), (refusal.clause,), cause=reaction.n)


@step
def q_action(t: RuledTable) -> None:
    """Go on with the interrupted action."""
    t.queue.stage = ACTION
    t.rules.go_on(t, t.queue)


@step
def q_end(t: RuledTable) -> None:
    """End the action and its queue."""
    queue = t.state.queues[-1]
    t.rules.ended(t, queue)
    t.state.queues.pop()
    t.emit(ActionEnded(queue.instigator, queue.action.status), cause=queue.n)


STAGES = {DECLARE: q_declare, RESOLVE: q_resolve, ACTION: q_action}


# -- before an action is announced ------------------------------------------------------------------------------------


class _AtBest(Table):
    """A table on which every roll has its highest outcome."""

    def on_roll(self, throw: Throw, clauses: tuple[str, ...]) -> Roll:
        """The highest outcome, with faces that give it."""
        outcome, _, faces = max(spread(throw.dice, throw.read).outcomes)
        return Roll(faces, outcome)


def once_announced(rules: Ruleset, state: StateT, announce: Callable[[Any], None]) -> StateT:
    """The table once an action has been announced: when its window opens, or where something else is asked.

    `announce` announces it on the table that it is given, as the rule does: silently, and every roll is at its highest.
    """
    ahead = state.clone()
    ahead.agenda = [Step(StepFunction(announce), [])]
    at_window = run_to_question(ahead, rules, [], over=lambda state: state.agenda[-1].run is q_declare, table=_AtBest)
    return cast("StateT", at_window.front)


def could_react(rules: Ruleset, announced: State) -> tuple[UnitId, ...]:
    """The units that could react to what has just been announced, by public facts, in the order of the table."""
    seats = (
        [seat for trigger in announced.queues[-1].open_triggers() for seat in trigger.to] if announced.queues else []
    )
    supposed = {seat: rules.supposing(announced, seat, REACT) or announced for seat in seats}
    return tuple(
        unit.id
        for unit in announced.standing()
        if unit.seat in supposed and not isinstance(rules.why(supposed[unit.seat], unit.id), Refusal)
    )
