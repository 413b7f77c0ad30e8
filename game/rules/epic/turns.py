"""The turn: strategy roll, sides acting in alternation (EP-A26, EP-A27), rallies and the end (EP-A45, EP-A49)."""

from __future__ import annotations

from game.engine.names import Seat, spoken, verb
from game.engine.options import Option
from game.engine.phases import LAST, Phase
from game.engine.state import Verdict
from game.engine.steps import step
from game.engine.wording import CM, Modifier, length
from game.rules.epic.actions import act, actions
from game.rules.epic.breaking import editable, withdraw
from game.rules.epic.events import InitiativeRetained, Rallied, RallyFailed, StartDecided, TurnForgotten
from game.rules.epic.formations import (
    RALLY_NEAR,
    enemies_near,
    first,
    formations,
    initiative,
    rating,
    spent,
    standing,
    waiting,
)
from game.rules.epic.state import Battle, EpicTable, FormationId, Stand
from game.rules.epic.throws import Rally, StrategyRoll
from game.rules.epic.vocabulary import Phases, Questions, Verbs
from game.rules.shared import by_turns, ends_alone, reckon, score_objectives


@step
def strategy_roll(t: EpicTable) -> None:
    """Each side with stands rolls a D6 and adds its strategy rating; the winner chooses which side begins (EP-A26)."""
    state = t.state
    standing_seats = {unit.seat for unit in state.standing()}
    firsts = {state.side(seat): seat for seat in reversed(state.seats) if seat in standing_seats}
    sides = [side for side in state.sides() if side in firsts]
    if len(sides) <= 1:
        return
    winner = sides[t.roll(StrategyRoll(sides, [rating(state, side) for side in sides]))]
    choice = t.ask(
        firsts[winner],
        Questions.START,
        [
            Option(
                f"start:{firsts[side]}",
                Verbs.START,
                seat=firsts[side],
                clauses=("EP-A26",),
                text=f"{spoken(side)} {verb(side, 'begins', 'begin')}",
            )
            for side in sides
        ],
        question="which side begins?",
        note=f"{spoken(winner)} {verb(winner, 'has', 'have')} won the strategy roll.",
        clauses=("EP-A26",),
        default=f"start:{firsts[winner]}",
    )
    state.seat = choice.seat
    t.emit(StartDecided(state.seat))


# -- the action phase -------------------------------------------------------------------------------------------------


def allies_by_turns(state: Battle, side: Seat) -> list[Seat]:
    """The seats of a side that still have formations to act, in the order of their turns."""
    return [seat for seat in by_turns(state, side, state.latest) if waiting(state, seat)]


def sides_after(state: Battle, side: Seat) -> list[Seat]:
    """All other sides in the order in which they follow this one."""
    sides = state.sides()
    place = sides.index(side)
    return [*sides[place + 1 :], *sides[:place]]


@step
def next_formation(t: EpicTable) -> None:
    """A side activates its next formation; a side with no formation left to act is passed over (EP-A26)."""
    state, rules = t.state, t.rules
    if ends_alone(t, "EP-A49"):
        return
    side = state.side(state.seat)
    ready = [seat for one in (side, *sides_after(state, side)) for seat in allies_by_turns(state, one)]
    if not ready:
        return
    seat = state.seat if state.seat in ready else ready[0]
    if seat != state.seat:
        state.seat = seat
        state.retaining = ""
    state.latest[state.side(seat)] = seat
    retaining = state.retaining == seat
    mine = waiting(state, seat)
    choice = t.ask(
        seat,
        Questions.ACTIVATE,
        lambda: [option for formation in mine for option in actions(rules, state, formation)],
        question="which formation acts, and how?",
        note="It retains the initiative: 1 less on its test."
        if retaining
        else "Most actions take a test of its initiative.",
        clauses=("EP-A27", "EP-A29"),
        default=f"{mine[0]}:advance",
        refused=lambda: [no for formation in formations(state, seat) if (no := spent(state, formation)) is not None],
    )
    named = {state.units[name].formation for name in choice.targets}
    charged = [formation for formation in formations(state) if formation in named]
    t.then(act, choice.formation, choice.action, charged, retaining)
    t.then(handed_on, seat, retaining)
    t.then(next_formation)


@step
def handed_on(t: EpicTable, seat: Seat, retaining: bool) -> None:
    """After an action the side may retain the initiative, not twice in a row (EP-A27); else the next acts (EP-A26).

    If no enemy formation is left to act, the side's own seats go on by turns, and nothing is retained.
    """
    state, side = t.state, t.state.side(seat)
    state.retaining = ""
    others = [other for one in sides_after(state, side) for other in allies_by_turns(state, one)]
    if state.outcome:
        return
    if not others:
        state.seat = next(iter(allies_by_turns(state, side)), seat)
        return
    if not retaining and waiting(state, seat):
        choice = t.ask(
            seat,
            Questions.RETAIN,
            [
                Option("hand_on", Verbs.HAND_ON, clauses=("EP-A26",), text="Hand on"),
                Option("retain", Verbs.RETAIN, clauses=("EP-A27",), text="Retain the initiative"),
            ],
            question="does another of its formations act straight away?",
            note="That formation tests with 1 less; after it the enemy acts in any case.",
            clauses=("EP-A27",),
            default="hand_on",
        )
        if choice.action == Verbs.RETAIN:
            state.retaining = seat
            t.emit(InitiativeRetained(seat))
            return
    state.seat = others[0]


# -- the end phase ----------------------------------------------------------------------------------------------------


@step
def rally_phase(t: EpicTable) -> None:
    """Every formation with markers, and every broken one, tries to rally (EP-A45)."""
    for formation in formations(t.state):
        if t.state.formations[formation].blast or t.state.formations[formation].broken:
            t.then(rally, formation)


@step
def rally(t: EpicTable, formation: FormationId) -> None:
    """A formation rallies if a modified D6 reaches its initiative: half its markers go, rounded up (EP-A45)."""
    state = t.state
    if not standing(state, formation):
        return
    lead, broken = first(state, formation), state.formations[formation].broken
    rows: list[Modifier] = [("broken", -2, "EP-A45")] if broken else []
    if enemies_near(state, formation):
        rows.append((f"enemies within {length(RALLY_NEAR, CM)}", -1, "EP-A45"))
    test = Rally.against(initiative(state, formation), lead.id, formation, rows)
    if test.need <= 1 or t.roll(test):
        own = editable(t, formation)
        own.blast = (len(standing(state, formation)) if broken else own.blast) // 2
        own.broken = False
        t.emit(Rallied(lead.id, formation, own.blast))
        return
    t.emit(RallyFailed(lead.id, formation))
    if broken:
        t.then(withdraw, formation)


@step
def clear_up(t: EpicTable) -> None:
    """Score objectives, which unbroken formations hold; then all formations may act again (EP-A49)."""
    state = t.state
    score_objectives(t, lambda unit: holds(state, state.units[unit.id]), "EP-A49")
    used = [name for name, own in state.formations.items() if own.activated or own.marched]
    for name in used:
        own = editable(t, name)
        own.activated = own.marched = False
    if used:
        t.emit(TurnForgotten())
    ends_alone(t, "EP-A49")


def holds(state: Battle, unit: Stand) -> bool:
    """Whether a stand counts for an objective: it is on the table, and its formation is not broken (EP-A49)."""
    return not unit.aboard and not state.formations[unit.formation].broken


def verdict(state: Battle) -> Verdict:
    """The side with more points wins; if they are equal, the side with more standing units (EP-A49)."""
    return reckon(state, "standing units", lambda _: 1, "EP-A49")


PHASES = (
    Phase(Phases.STRATEGY, "Strategy phase", (strategy_roll,), Phases.ACTION, ("EP-A26",)),
    Phase(Phases.ACTION, "Action phase", (next_formation,), Phases.END, ("EP-A26",)),
    Phase(Phases.END, "End phase", (rally_phase, clear_up), LAST, ("EP-A45",)),
)
