"""Alternate activation: who begins, two actions a unit, turns owed for opportunity fire, the end of the turn."""

from __future__ import annotations

from game.engine.events import Passed
from game.engine.names import Seat, UnitId
from game.engine.options import Option
from game.engine.phases import Phase
from game.engine.steps import step
from game.rules.shared import reckon, score_objectives, wiped_out
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
from game.rules.stargrunt2.morale import able
from game.rules.stargrunt2.moves import begin_move
from game.rules.stargrunt2.options import actions, complete
from game.rules.stargrunt2.state import BROKEN, MOVES, Battle, BattleQueue, BattleRules, BattleTable, Squad
from game.rules.stargrunt2.throws import WhoChooses


def waiting(state: Battle, seat: Seat) -> list[Squad]:
    """Units of the side that have not been activated this turn."""
    return [unit for unit in state.standing(seat) if not unit.activated]


@step
def who_begins(t: BattleTable) -> None:
    """The side with fewer units chooses who begins; equal sides roll (SG-A32)."""
    state, rules = t.state, t.rules
    if state.opening:
        state.seat, state.opening = state.opening, ""
        return
    counts = {seat: len(state.standing(seat)) for seat in state.seats}
    fewest = min(counts.values())
    small = [seat for seat in state.seats if counts[seat] == fewest]
    chooser = small[0]
    if len(small) > 1:
        chooser = small[int(t.roll(WhoChooses(tuple(small))) or 0)]
    choice = t.ask(
        chooser,
        "start",
        [
            Option(f"start:{seat}", "start", formation=seat, text=f"{rules.seat_name(seat)} begins")
            for seat in state.seats
        ],
        prompt=f"{rules.seat_name(chooser)} decides: which side begins?",
        note="The side with fewer units chooses.",
        clauses=("SG-A32",),
        default=f"start:{chooser}",
    )
    state.seat = choice.formation
    t.emit(StartDecided(state.seat))


@step
def next_activation(t: BattleTable) -> None:
    """One side activates a unit, passes, or skips a turn it owes (SG-47, SG-A13)."""
    state, rules = t.state, t.rules
    over = wiped_out(state)
    if over is not None:
        t.end(over, "only one side is left", ("SG-A47",))
        return
    if all(not waiting(state, seat) for seat in state.seats):
        return
    seat = state.seat
    others = state.enemies(seat)
    settle_debts(t)
    owed = state.owes.get(seat, 0)
    state.seat = others[0]
    if owed:
        state.owes[seat] = owed - 1
        t.emit(TurnSkipped(seat))
    mine = [] if owed else waiting(state, seat)
    if not mine:
        t.then(next_activation)
        return
    options = [Option(f"{u.id}:activate", "activate", u.id, text=f"Activate {u.id.upper()}") for u in mine]
    if any(len(mine) < len(waiting(state, other)) for other in others):
        options.append(Option("pass", "pass", text="Pass"))
    choice = t.ask(
        seat,
        "activate",
        options,
        prompt=f"{rules.seat_name(seat)} decides: which unit is activated?",
        note="Each unit has two actions; passing is for the side with fewer units left.",
        clauses=("SG-A32",),
        default=options[0].id,
    )
    if choice.action == "pass":
        t.emit(Passed(seat), ("SG-A32",))
    else:
        state.activation += 1
        t.then(activate, choice.unit)
    t.then(next_activation)


def settle_debts(t: BattleTable) -> None:
    """Turns owed by both sides cancel out (SG-A13)."""
    state = t.state
    both = min((state.owes.get(seat, 0) for seat in state.seats), default=0)
    if both:
        state.owes = {seat: owed - both for seat, owed in state.owes.items()}
        t.emit(DebtsCancelled(both))


@step
def activate(t: BattleTable, name: UnitId) -> None:
    """An activation of whatever kind takes an overwatch counter away (SG-39, SG-48)."""
    unit = t.state.units[name]
    if unit.out:
        return
    gone, counter = unit.without("overwatch"), "overwatch" in unit.markers
    unit = t.change(unit, Activated(name, counter, gone), ("SG-39", "SG-48") if counter else None)
    unit.drop(gone)
    unit.activated = True
    t.cause = t.last
    t.then(act, name, 1, "")


@step
def act(t: BattleTable, name: UnitId, number: int, first: str) -> None:
    """The unit's first or second action (SG-33, SG-34)."""
    unit, rules = t.state.units[name], t.rules
    if unit.out or number > 2:
        return
    choice = t.ask(
        unit.seat,
        "action",
        lambda: actions(rules, t.state, unit, first),
        prompt=f"{rules.seat_name(unit.seat)} decides: what does {name.upper()} do {'first' if number == 1 else 'next'}?",
        note=f"Action {number} of 2.",
        clauses=("SG-A32", "SG-34"),
        unit=name,
    )
    kind = choice.action
    if kind == "end":
        t.emit(ActivationEnded(name))
        return
    t.emit(ActionTaken(name, kind, number))
    if kind in MOVES:
        path = [unit.at, *complete(rules, t.state, choice).path]
        t.then(begin_move, name, kind, path, first in MOVES)
    elif kind == "close_assault":
        t.then(begin_assault, name, choice.target)
    else:
        t.then(begin_action, name, kind, choice.target, choice.weapon)
    if kind not in ("overwatch", "close_assault"):
        t.then(act, name, number + 1, kind)


def ended(rules: BattleRules, t: BattleTable, queue: BattleQueue) -> None:
    """A transferred action begins when the leader's own is over, fire at it included (SG-27, SG-48)."""
    if queue.action.heard:
        t.then(activate, queue.action.target)


@step
def clear_up(t: BattleTable) -> None:
    """Activation marks come off, counters stay (SG-40); objectives are scored."""
    state = t.state
    for seat in state.seats:
        if state.owes.pop(seat, 0):
            t.emit(DebtLapsed(seat))
    for unit in state.standing():
        if unit.activated or unit.transfers or unit.used:
            mine = t.change(unit, TurnForgotten(unit.id))
            mine.activated, mine.transfers, mine.used = False, 0, []
    score_objectives(t, able, "SG-A47")
    fit = {seat for seat in state.seats if any(unit.confidence < BROKEN for unit in state.standing(seat))}
    if len(fit) == 1:
        t.end(fit.pop(), "the other side has no unit fit to fight", ("SG-A47",))


def verdict(rules: BattleRules, state: Battle) -> tuple[str, str, tuple[str, ...]]:
    """More points, then more fit men (SG-A47)."""
    return reckon(state, "fit men", lambda unit: unit.figures, "SG-A47")


PHASES = (
    Phase("activate", "Activation", (who_begins, next_activation), "end", ("SG-A32",), acts="alternate"),
    Phase("end", "End of the turn", (clear_up,), "", ("SG-40",), acts="none"),
)
