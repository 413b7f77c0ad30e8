"""A player's turn: start, charges, movement, shooting, hand-to-hand; and the final verdict (WH-A22, WH-A38)."""

from __future__ import annotations

from game.engine.names import Seat, Verb
from game.engine.phases import LAST, Phase
from game.engine.reactions import q_end, window
from game.engine.ruleset import Ruleset
from game.engine.state import Verdict
from game.engine.steps import step
from game.engine.view import StepRow, step_rows
from game.rules.shared import ends_alone, reckon, score_objectives
from game.rules.wh40k2.events import CounterRemoved, OverwatchLost, TurnForgotten
from game.rules.wh40k2.fighting import break_tests, hand_to_hand, rally, shooting
from game.rules.wh40k2.ground import in_contact
from game.rules.wh40k2.movement import declare_charges, move_chargers, remaining_moves
from game.rules.wh40k2.overwatch import place_counters
from game.rules.wh40k2.state import Battle, Squad, SquadMove, SquadTable
from game.rules.wh40k2.vocabulary import Phases, Verbs


@step
def drop_counters(t: SquadTable) -> None:
    """Take the active seat's unused counters off; new ones may be placed next (WH-26, WH-27, WH-A1, WH-A18)."""
    for squad in t.state.standing(t.state.seat):
        if squad.watching:
            t.change(squad, CounterRemoved(squad.id))


@step
def phase_opens(t: SquadTable) -> None:
    """Open a window for fire at targets that stand still, before anything moves (WH-11, WH-12)."""
    _phase_window(t, Verbs.PHASE_STARTED, [])


@step
def phase_closes(t: SquadTable) -> None:
    """Open a window for fire at the last moment of the movement phase, whatever has happened before (WH-10, WH-12).

    With the other choice of WH-A15, if nothing has moved, a seat that passed when the phase opened is not asked again,
    unless its pass is a standing answer.
    """
    state = t.state
    unasked: list[Seat] = []
    if t.rules.ruling("WH-A15") == "five_moments" and state.stirred != (state.turn, state.seat):
        unasked = [seat for seat in state.enemies(state.seat) if seat not in state.standing_passes]
    _phase_window(t, Verbs.PHASE_ENDING, unasked)


def _phase_window(t: SquadTable, kind: Verb, unasked: list[Seat]) -> None:
    """Open a window in which nothing moves. The `unasked` seats pass without a question, and the log shows it."""
    queue = t.begin(SquadMove(kind, ""), kind, t.cause)
    queue.standing_passes.update(dict.fromkeys(unasked, "action"))
    window(t, t.state.enemies(t.state.seat), kind, "")
    t.then(q_end)


@step
def contact_ends_watch(t: SquadTable) -> None:
    """Squads on overwatch that are in contact lose their counters when movement ends (WH-A17)."""
    for squad in t.state.standing():
        if squad.watching and in_contact(t.state, squad):
            t.change(squad, OverwatchLost(squad.id, "in hand-to-hand"), ("WH-A17",))


@step
def turn_over(t: SquadTable) -> None:
    """Clear what squads did in the turn; after the last seat's turn, score the objectives."""
    state = t.state
    for squad in state.standing():
        if squad.acted:
            t.change(squad, TurnForgotten(squad.id)).forget()
    if state.seat == state.turn_order()[-1]:
        score_objectives(t, able, "WH-A38")


@step
def one_side_left(t: SquadTable) -> None:
    """End the game if only one side has models left (WH-A38)."""
    ends_alone(t, "WH-A38")


def able(squad: Squad) -> bool:
    """Whether a squad can hold ground."""
    return not squad.broken


def verdict(state: Battle) -> Verdict:
    """The side with more points wins; if they are equal, the side with more models left (WH-A38)."""
    return reckon(state, "models left", lambda unit: unit.figures, "WH-A38")


PHASES = (
    Phase(Phases.START, "Start of the turn", (drop_counters, rally, place_counters), Phases.CHARGE, ("WH-03", "WH-26")),
    Phase(Phases.CHARGE, "Declaring charges", (declare_charges,), Phases.MOVEMENT, ("WH-A22",)),
    Phase(
        Phases.MOVEMENT,
        "Movement phase",
        (
            phase_opens,
            move_chargers,
            remaining_moves,
            phase_closes,
            contact_ends_watch,
            break_tests,
            one_side_left,
        ),
        Phases.SHOOTING,
        ("WH-09", "WH-A15"),
        short="Movement",
    ),
    Phase(
        Phases.SHOOTING,
        "Shooting phase",
        (shooting, break_tests, one_side_left),
        Phases.HAND_TO_HAND,
        ("WH-A22",),
        short="Shooting",
    ),
    Phase(
        Phases.HAND_TO_HAND,
        "Hand-to-hand phase",
        (hand_to_hand, one_side_left, turn_over),
        LAST,
        ("WH-A33",),
        short="Hand-to-hand",
    ),
)


def procedure(rules: Ruleset, state: Battle) -> list[StepRow]:
    """The phases of the player's turn, with the current one marked."""
    ids = [phase.id for phase in rules.phases]
    now = ids.index(state.phase) if state.phase in ids else 0
    return step_rows([(phase.short or phase.title, phase.clauses[0]) for phase in rules.phases], now)
