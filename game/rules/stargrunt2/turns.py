"""Alternate activation: which side begins, two actions a unit, turns owed for opportunity fire, the end of the turn."""

from __future__ import annotations

from collections import Counter

from game.engine.decisions import Refusal
from game.engine.events import Passed
from game.engine.names import NO_VERB, Seat, UnitId, Verb, spoken, verb
from game.engine.options import PASS, Option
from game.engine.phases import LAST, Phase
from game.engine.state import Verdict
from game.engine.steps import step
from game.rules.shared import by_turns, ends_alone, reckon, score_objectives
from game.rules.stargrunt2.actions import begin_action
from game.rules.stargrunt2.assault import begin_assault
from game.rules.stargrunt2.events import (
    ActionTaken,
    Activated,
    ActivationEnded,
    DebtLapsed,
    DebtsCancelled,
    StartDecided,
    TurnForgotten,
    TurnSkipped,
)
from game.rules.stargrunt2.morale import can_hold_ground
from game.rules.stargrunt2.moves import begin_move
from game.rules.stargrunt2.options import actions
from game.rules.stargrunt2.state import BROKEN, MOVES, Battle, BattleQueue, BattleTable, Squad
from game.rules.stargrunt2.throws import WhoChooses
from game.rules.stargrunt2.vocabulary import MarkerKinds, Phases, Questions, Verbs


def waiting(state: Battle, side: Seat) -> list[Squad]:
    """Units of the side that have not been activated this turn."""
    return [unit for unit in state.standing() if not activation_refused(unit) and state.side(unit.seat) == side]


def activation_refused(unit: Squad) -> Refusal | None:
    """Why a unit cannot be activated when its side's turn comes, or None."""
    return Refusal("SG-A32", "it has been activated this turn", unit.id) if unit.activated else None


@step
def who_begins(t: BattleTable) -> None:
    """The side with fewer units chooses which side begins; equal sides roll for the choice (SG-A32)."""
    state = t.state
    if state.opening:
        state.seat, state.opening = state.opening, ""
        return
    counts = Counter(state.side(unit.seat) for unit in state.standing())
    fewest = min(counts[side] for side in state.sides())
    small = [side for side in state.sides() if counts[side] == fewest]
    side = small[0]
    if len(small) > 1:
        side = small[t.roll(WhoChooses(tuple(small)))]
    firsts = {side: by_turns(state, side, {})[0] for side in state.sides()}
    chooser = firsts[side]
    choice = t.ask(
        chooser,
        Questions.START,
        [
            Option(
                f"start:{seat}",
                Verbs.START,
                seat=seat,
                clauses=("SG-A32",),
                text=f"{spoken(side)} {verb(side, 'begins', 'begin')}",
            )
            for side, seat in firsts.items()
        ],
        question="which side begins?",
        note="The side with fewer units chooses.",
        clauses=("SG-A32",),
        default=f"start:{chooser}",
    )
    state.seat = choice.seat
    t.emit(StartDecided(state.seat))


@step
def next_activation(t: BattleTable) -> None:
    """One side activates a unit, passes, or skips a turn it owes (SG-47, SG-A13); allied seats alternate."""
    state = t.state
    if ends_alone(t, "SG-A47"):
        return
    left = {side: waiting(state, side) for side in state.sides()}
    if not any(left.values()):
        return
    side, others = state.side(state.seat), state.sides()
    following = others[(others.index(side) + 1) % len(others)]
    settle_debts(t)
    owed = state.owes.get(side, 0)
    asked = state.seat
    state.seat = by_turns(state, following, state.latest)[0]
    if owed:
        state.owes[side] = owed - 1
        t.emit(TurnSkipped(side))
    if left[side] and not owed:
        ready = {unit.seat for unit in left[side]}
        seat = next(seat for seat in state.rotation(asked) if seat in ready)
        state.latest[side] = seat
        mine = [unit for unit in left[side] if unit.seat == seat]
        _takes_turn(t, seat, mine, may_pass=any(len(left[side]) < len(left[other]) for other in others))
    t.then(next_activation)


def _takes_turn(t: BattleTable, seat: Seat, mine: list[Squad], *, may_pass: bool) -> None:
    """The seat activates one of its units, or passes if its side has fewer left (SG-A32)."""
    options = [
        Option(f"{u.id}:activate", Verbs.ACTIVATE, u.id, clauses=("SG-A32",), text=f"Activate {u.id.upper()}")
        for u in mine
    ]
    if may_pass:
        options.append(PASS)
    choice = t.ask(
        seat,
        Questions.ACTIVATE,
        options,
        question="which unit is activated?",
        note="Each unit has two actions; passing is for the side with fewer units left.",
        clauses=("SG-A32",),
        default=options[0].id,
    )
    if choice.action == PASS.action:
        t.emit(Passed(seat), ("SG-A32",))
    else:
        t.state.activation += 1
        t.then(activate, choice.unit)


def settle_debts(t: BattleTable) -> None:
    """Cancel the turns that both sides owe (SG-A13)."""
    state = t.state
    both = min((state.owes.get(side, 0) for side in state.sides()), default=0)
    if both:
        state.owes = {side: owed - both for side, owed in state.owes.items()}
        t.emit(DebtsCancelled(both))


@step
def activate(t: BattleTable, name: UnitId, by_transfer: bool = False) -> None:
    """Begin an activation. Every activation takes away the unit's overwatch counter (SG-39).

    `by_transfer`: a leader's order has brought it about, so the unit may be activated a second time (SG-48).
    """
    unit = t.state.units[name]
    if unit.out:
        return
    counter = unit.watching
    event = Activated(name, counter, unit.without(MarkerKinds.OVERWATCH))
    clauses = ("SG-48",) if by_transfer else event.clauses
    t.change(unit, event, (*clauses, "SG-39") if counter else clauses).activated = True
    t.cause = t.last
    t.then(act, name, 1, NO_VERB)


@step
def act(t: BattleTable, name: UnitId, number: int, first: Verb) -> None:
    """The unit's first or second action (SG-33, SG-34)."""
    unit, rules = t.state.units[name], t.rules
    if unit.out or number > 2:
        return
    choice = t.ask(
        unit.seat,
        Questions.ACTION,
        lambda: actions(rules, t.state, unit, first),
        question=f"what does {name.upper()} do {'first' if number == 1 else 'next'}?",
        note=f"Action {number} of 2.",
        clauses=("SG-A32",),
        unit=name,
    )
    kind = choice.action
    if kind == Verbs.END:
        t.emit(ActivationEnded(name))
        return
    t.emit(ActionTaken(name, kind, number))
    begin(t, unit, choice, second_move=first in MOVES)
    if kind not in (Verbs.OVERWATCH, Verbs.CLOSE_ASSAULT):
        t.then(act, name, number + 1, kind)


def begin(t: BattleTable, unit: Squad, choice: Option, *, second_move: bool) -> None:
    """Begin the chosen action of a unit, but for the end of its activation."""
    if choice.action in MOVES:
        path = [unit.at, *t.rules.complete(t.state, choice).path]
        t.then(begin_move, unit.id, choice.action, path, second_move)
    elif choice.action == Verbs.CLOSE_ASSAULT:
        t.then(begin_assault, unit.id, choice.target)
    else:
        t.then(begin_action, unit.id, choice.action, choice.target, choice.weapon)


def ended(t: BattleTable, queue: BattleQueue) -> None:
    """A transferred action begins when the leader's own is over, fire at it included (SG-27, SG-48)."""
    if queue.action.heard:
        t.then(activate, queue.action.target, True)


@step
def clear_up(t: BattleTable) -> None:
    """Remove activation marks, but not counters (SG-40); score objectives, and end the game if one side is left."""
    state = t.state
    state.latest = {}
    for side in state.sides():
        if state.owes.pop(side, 0):
            t.emit(DebtLapsed(side))
    for unit in state.standing():
        if unit.activated or unit.transfers or unit.used:
            mine = t.change(unit, TurnForgotten(unit.id))
            mine.activated, mine.transfers, mine.used = False, 0, []
    score_objectives(t, can_hold_ground, "SG-A47")
    fit = {
        state.side(unit.seat)
        for unit in state.units.values()
        if unit.exited or (not unit.out and unit.confidence < BROKEN)
    }
    if len(fit) == 1:
        t.end(Verdict(fit.pop(), "the other side has no unit fit to fight", ("SG-A47",)))


def verdict(state: Battle) -> Verdict:
    """More points, then more fit men (SG-A47)."""
    return reckon(state, "fit men", lambda unit: unit.figures, "SG-A47")


PHASES = (
    Phase(Phases.ACTIVATE, "Activation", (who_begins, next_activation), Phases.END, ("SG-A32",)),
    Phase(Phases.END, "End of the turn", (clear_up,), LAST, ("SG-A32",)),
)
