"""The turn manager: a state machine over the table of phases that a rulebook declares.

The state says in one place where in the turn we are (turn, phase, seat); only the steps here move it on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.engine.table import Table


@dataclass(frozen=True, slots=True)
class Phase:
    """A row of the table. `steps` run in order when the phase begins; `next` is the phase after it, "" ends the turn."""

    id: str
    title: str
    steps: tuple[str, ...]
    next: str = ""
    clauses: tuple[str, ...] = ()
    acts: str = "both"


def turn_begins(t: Table) -> None:
    """A turn (or, where every seat has a turn of its own, a seat's turn) begins with the first phase."""
    if t.rules.player_turns and not t.state.seat:
        t.state.seat = t.rules.first_seat(t.state)
    t.emit("turn_started", t.rules.turn_clauses, turn=t.state.turn, seat=t.state.seat)
    t.then("phase_begins", t.rules.phases[0].id)


def phase_begins(t: Table, phase_id: str) -> None:
    """Enter a phase: say so, run its steps, then leave it."""
    phase = t.rules.phase(phase_id)
    t.state.phase = phase_id
    t.emit("phase_started", phase.clauses, phase=phase_id, title=phase.title, seat=t.state.seat)
    for step in phase.steps:
        t.then(step)
    t.then("phase_ends", phase_id)


def phase_ends(t: Table, phase_id: str) -> None:
    """Leave a phase for the next one of the table, or end the turn."""
    following = t.rules.phase(phase_id).next
    t.emit("phase_ended", (), phase=phase_id)
    if following:
        t.then("phase_begins", following)
    else:
        t.then("turn_ends")


def turn_ends(t: Table) -> None:
    """Hand on to the next seat or turn, or end the game when the last one is over."""
    state = t.state
    t.emit("turn_ended", t.rules.turn_clauses, turn=state.turn, seat=state.seat)
    for name in [name for name in state.tags if name.startswith("hush:")]:
        del state.tags[name]
    if t.rules.player_turns:
        order = t.rules.seat_order(state)
        later = [seat for seat in order[order.index(state.seat) + 1 :] if t.rules.in_play(state, seat)]
        if later:
            state.seat = later[0]
            t.then("turn_begins")
            return
        state.seat = next((seat for seat in order if t.rules.in_play(state, seat)), order[0])
    if state.turn >= state.turns:
        t.then("game_ends")
        return
    state.turn += 1
    t.then("turn_begins")


def game_ends(t: Table) -> None:
    """The last turn is over: the rulebook says who has won."""
    winner, reason, clauses = t.rules.verdict(t.state)
    t.end(winner, reason, clauses)


STEPS = {step.__name__: step for step in (turn_begins, phase_begins, phase_ends, turn_ends, game_ends)}
