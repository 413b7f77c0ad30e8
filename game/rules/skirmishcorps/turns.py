"""The turn: assign markers in secret, act alternately, end and score (SC-A33, SC-A34, SC-A54)."""

from __future__ import annotations

from functools import lru_cache

from game.engine.dice import HIGHER
from game.engine.events import UNSET
from game.engine.names import NO_MARKER, MarkerKind, Markers, Seat, UnitId
from game.engine.options import HAND_OVER, Option
from game.engine.phases import LAST, Phase
from game.engine.state import Verdict
from game.engine.steps import step
from game.engine.throws import Throw
from game.rules import shared
from game.rules.shared import by_turns, ends_alone
from game.rules.skirmishcorps.activation import activations, announce
from game.rules.skirmishcorps.events import (
    ActingEnded,
    MarkerAssigned,
    MarkersConfirmed,
    MarkersRemoved,
    StartDecided,
)
from game.rules.skirmishcorps.state import Corps, CorpsTable, Trooper
from game.rules.skirmishcorps.vocabulary import MarkerKinds, Phases, Questions, Verbs

ORDERS = (MarkerKinds.OVERWATCH, MarkerKinds.MOVE)


@lru_cache(maxsize=1 << 10)
def laying(name: UnitId, order: MarkerKind) -> Option:
    """The option to give a unit that order."""
    text = f"{order.capitalize()} for {name.upper()}"
    return Option(f"{name}:{order}", Verbs.ASSIGN, name, marker=order, clauses=("SC-01",), text=text)


@step
def assign_all(t: CorpsTable) -> None:
    """Each seat in turn gives every one of its units a face-down marker."""
    for seat in t.state.turn_order():
        t.then(assign, seat)


@step
def assign(t: CorpsTable, seat: Seat) -> None:
    """Ask for one marker; once every unit has one, the seat may also confirm. Markers can be changed until then."""
    state = t.state
    units = state.standing(seat)
    if not units:
        return
    missing = [unit.id for unit in units if not order_of(unit)]

    def options() -> list[Option]:
        found = [laying(unit.id, order) for unit in units for order in ORDERS if order not in unit.markers]
        return found if missing else [*found, HAND_OVER]

    choice = t.ask(
        seat,
        Questions.ASSIGN,
        options,
        question=f"which marker for {missing[0].upper()}?" if missing else "are all markers right?",
        note="A marker lies face-down until its unit acts or reacts.",
        clauses=("SC-01",),
        default=f"{missing[0]}:overwatch" if missing else HAND_OVER.id,
        unit=missing[0] if missing else "",
        secret=True,
    )
    if choice.action == HAND_OVER.action:
        t.emit(MarkersConfirmed(seat, len(units)))
        return
    unit = t.unit(choice.unit)
    replaced = {order: None for order in ORDERS if order != choice.marker and order in unit.markers}
    laid: Markers = {**replaced, choice.marker: "down"}
    t.change(unit, MarkerAssigned(unit.id, choice.marker, laid), sees=seat)
    t.then(assign, seat)


def order_of(unit: Trooper) -> MarkerKind:
    """The unit's order, NO_MARKER if it has none."""
    return next((order for order in ORDERS if order in unit.markers), NO_MARKER)


class Start(Throw, frozen=True):
    """A D6 for each side, in the order of `seats`; the higher acts first, equal ones roll again (SC-A34)."""

    seats: tuple[Seat, ...]
    why = "start"
    purpose = "to see who acts first"
    needs = "higher"
    clauses = ("SC-A34",)
    read = HIGHER()
    text = "Who starts: {rolls}{again}."

    @property
    def dice(self) -> tuple[int, ...]:
        return (6,) * len(self.seats)


@step
def who_starts(t: CorpsTable) -> None:
    """Both sides roll, and the higher begins (SC-A34); no roll if the setup names the seat that acts."""
    state = t.state
    if state.opening:
        state.seat, state.opening = state.opening, ""
        return
    sides = state.sides()
    winner = t.roll(Start(tuple(sides)))
    state.seat = state.seats[state.seats_of(sides[winner])[0]]
    t.emit(StartDecided(state.seat))


def can_act(state: Corps, seat: Seat) -> bool:
    """Whether, by public facts, the seat can activate a unit: one that is not pinned has a face-down marker."""
    return seat not in state.ended and any(unit.has_face_down and not unit.pinned for unit in state.standing(seat))


def in_turn(state: Corps) -> Seat:
    """The seat that activates a unit now, "" if none can.

    It is a seat of the side in turn, or of the other side if none of them can act. Allied seats alternate, in seat
    order (SC-A34).
    """
    side_in_turn = state.side(state.seat)
    sides = sorted(state.sides(), key=lambda side: side != side_in_turn)
    order = [state.seat, *(seat for side in sides for seat in by_turns(state, side, state.latest))]
    return next((seat for seat in order if can_act(state, seat)), "")


@step
def act(t: CorpsTable) -> None:
    """One activation, then the other side's turn, as long as a seat can act (SC-A34)."""
    state, rules = t.state, t.rules
    if ends_alone(t, "SC-A55"):
        return
    seat = in_turn(state)
    if not seat:
        return
    state.seat = state.latest[state.side(seat)] = seat
    choice = t.ask(
        seat,
        Questions.ACTIVATE,
        lambda: activations(rules, state, seat),
        question="which unit acts, and how?",
        note="Only a unit with a move marker can be activated; end when none is left or wanted.",
        clauses=("SC-A34", "SC-A35"),
        default="end",
        secret=True,
    )
    state.seat = by_turns(state, state.side(state.enemies(seat)[0]), state.latest)[0]
    if choice.action == Verbs.END:
        state.ended += (seat,)
        t.emit(ActingEnded(seat))
    else:
        announce(t, t.unit(choice.unit), choice)
    t.then(act)


@step
def clear_up(t: CorpsTable) -> None:
    """Remove pinned and suppressed markers and all orders (SC-44, SC-A23)."""
    for unit in t.state.standing():
        if unit.markers or unit.acted or unit.retaliated:
            public = [kind for kind in unit.markers if kind in (MarkerKinds.PINNED, MarkerKinds.SUPPRESSED)]
            clauses = ("SC-44",) if MarkerKinds.PINNED in public else None
            cleared = t.change(unit.id, MarkersRemoved(unit.id, dict.fromkeys(unit.markers) or UNSET, public), clauses)
            cleared.acted, cleared.covered_by = False, ()
    t.state.ended, t.state.latest = (), {}


def can_hold_ground(unit: Trooper) -> bool:
    """Whether a unit can hold ground (SC-A54)."""
    return not unit.pinned


@step
def score_objectives(t: CorpsTable) -> None:
    """Each objective gives its points to the side that alone has an unpinned unit on it (SC-A54)."""
    shared.score_objectives(t, can_hold_ground, "SC-A54")
    ends_alone(t, "SC-A55")


def verdict(state: Corps) -> Verdict:
    """More points win; if equal, more units standing (SC-A55)."""
    return shared.reckon(state, "units standing", lambda unit: int(not unit.out), "SC-A55")


PHASES = (
    Phase(Phases.ASSIGN, "Assign phase", (assign_all,), Phases.ACT, ("SC-A33",)),
    Phase(Phases.ACT, "Act phase", (who_starts, act), Phases.END, ("SC-A34",)),
    Phase(Phases.END, "End phase", (score_objectives, clear_up), LAST, ("SC-A33",)),
)
