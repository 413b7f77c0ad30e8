"""The turn manager: a state machine over the table of phases that a rulebook declares.

`State.turn`, `State.phase` and `State.seat` say where the game is. Only the steps in this module move them on.
"""

from __future__ import annotations

from game.engine.events import PhaseEnded, PhaseStarted, TurnEnded, TurnStarted
from game.engine.names import PhaseId
from game.engine.ruleset import RuledTable
from game.engine.state import State
from game.engine.steps import step


@step
def turn_begins(t: RuledTable) -> None:
    """Begin a turn with its first phase. With `player_turns` it is the turn of one seat."""
    if t.rules.player_turns and not t.state.seat:
        t.state.seat = t.state.turn_order()[0]
    t.emit(TurnStarted(t.state.turn, t.state.seat), t.rules.turn_clauses)
    t.then(phase_begins, t.rules.phases[0].id)


@step
def phase_begins(t: RuledTable, phase_id: PhaseId) -> None:
    """Enter a phase: emit its event, then run its steps, then leave it."""
    phase = t.rules.phase(phase_id)
    t.state.phase = phase_id
    t.emit(PhaseStarted(phase_id, phase.title, t.state.seat), phase.clauses)
    for run in phase.steps:
        t.then(run)
    t.then(phase_ends, phase_id)


def phase_over(state: State) -> bool:
    """Whether the next step ends the phase."""
    return state.agenda[-1].run is phase_ends


@step
def phase_ends(t: RuledTable, phase_id: PhaseId) -> None:
    """Leave a phase for the next one of the table, or end the turn."""
    following = t.rules.phase(phase_id).next
    t.emit(PhaseEnded(phase_id))
    if following:
        t.then(phase_begins, following)
    else:
        t.then(turn_ends)


@step
def turn_ends(t: RuledTable) -> None:
    """Go on to the next seat or turn, or end the game after the last."""
    state = t.state
    t.emit(TurnEnded(state.turn, state.seat), t.rules.turn_clauses)
    state.standing_passes.clear()
    if t.rules.player_turns:
        order = state.turn_order()
        later = [seat for seat in order[order.index(state.seat) + 1 :] if t.rules.in_play(state, seat)]
        if later:
            state.seat = later[0]
            t.then(turn_begins)
            return
        state.seat = next((seat for seat in order if t.rules.in_play(state, seat)), order[0])
    if state.turn >= state.turns:
        t.then(game_ends)
        return
    state.turn += 1
    t.then(turn_begins)


@step
def game_ends(t: RuledTable) -> None:
    """End the game with the verdict of the rulebook."""
    t.end(t.rules.verdict(t.state))
