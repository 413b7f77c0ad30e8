"""The turn: assign markers in secret, act alternately, end and score (SC-A33, SC-A34, SC-A54)."""

from __future__ import annotations

from game.engine.decisions import Option
from game.engine.state import State, Unit
from game.engine.table import Table
from game.engine.turn import Phase
from game.rules import shared
from game.rules.shared import wiped_out
from game.rules.skirmishcorps.activation import activations, announce

ORDERS = ("overwatch", "move")

PHASES = (
    Phase("assign", "Assign phase", ("assign_all",), "act", ("SC-01",)),
    Phase("act", "Act phase", ("who_starts", "act"), "end", ("SC-12",), acts="alternate"),
    Phase("end", "End phase", ("score_objectives", "clear_up"), "", ("SC-44",), acts="none"),
)


def assign_all(t: Table) -> None:
    """Each side in turn gives every unit one face-down marker."""
    for seat in t.rules.seat_order(t.state):
        t.then("assign", seat)


def assign(t: Table, seat: str) -> None:
    """One marker, or `confirm` once every unit has one. A marker may still be changed until then."""
    state, rules = t.state, t.rules
    units = state.standing(seat)
    if not units:
        return
    options = [
        Option(
            f"{unit.id}:{order}",
            "assign",
            unit.id,
            marker=order,
            clauses=("SC-01",),
            text=f"{order.capitalize()} for {unit.id.upper()}",
        )
        for unit in units
        for order in ORDERS
        if order not in unit.markers
    ]
    missing = [unit.id for unit in units if order_of(unit) == ""]
    if not missing:
        options.append(Option("confirm", "confirm", text="Hand over"))
    choice = t.ask(
        seat,
        "assign",
        options,
        prompt=f"{rules.seat_name(seat)} decides: which marker for {missing[0].upper()}?"
        if missing
        else f"{rules.seat_name(seat)} decides: are all markers right?",
        note="A marker lies face-down until its unit acts or reacts.",
        clauses=("SC-01",),
        default=f"{missing[0]}:overwatch" if missing else "confirm",
        unit=missing[0] if missing else "",
        secret=True,
    )
    if choice.action == "confirm":
        t.emit("markers_confirmed", ("SC-01",), seat=seat, units=len(units))
        return
    unit = t.unit(choice.unit)
    gone = {order: None for order in ORDERS if order != choice.marker and order in unit.markers}
    t.change(
        unit,
        "marker_assigned",
        ("SC-01",),
        sees=seat,
        hidden=("markers", "marker"),
        markers={**gone, choice.marker: "down"},
        also={"marker": choice.marker},
    )
    t.then("assign", seat)


def order_of(unit: Unit) -> str:
    """The unit's order, "" if it has none."""
    return next((order for order in ORDERS if order in unit.markers), "")


def who_starts(t: Table) -> None:
    """Both sides roll; the higher begins (SC-A34). A position that names who acts needs no roll."""
    state = t.state
    if state.tags.get("opening"):
        state.seat = state.tags.pop("opening")
        return
    sides = state.sides()
    winner = t.roll(
        "start",
        (6,) * len(sides),
        ("higher",),
        ("SC-A34",),
        prompt="Roll to see who acts first",
        seats=sides,
    )
    if isinstance(winner, int):
        state.seat = state.seats[state.seats_of(sides[winner])[0]]
    t.emit("start_decided", ("SC-A34",), seat=state.seat)


def can_act(state: State, seat: str) -> bool:
    """By public facts: the side has a unit whose marker lies face-down, and has not ended its acting."""
    return not state.facts.get(f"ended:{seat}") and any(
        "down" in unit.markers.values() and "pinned" not in unit.markers for unit in state.standing(seat)
    )


def act(t: Table) -> None:
    """One activation; then the other side, as long as anybody can act (SC-A34)."""
    state, rules = t.state, t.rules
    over = wiped_out(state)
    if over is not None:
        t.end(over, "only one side is left", ("SC-A55",))
        return
    order = state.rotation(state.seat)
    seat = next((seat for seat in order if can_act(state, seat)), "")
    if not seat:
        return
    state.seat = seat
    choice = t.ask(
        seat,
        "activate",
        lambda: activations(rules, state, seat),
        prompt=f"{rules.seat_name(seat)} decides: which unit acts, and how?",
        note="Only a unit with a move marker can be activated; end when none is left or wanted.",
        clauses=("SC-12",),
        default="end",
        secret=True,
    )
    state.seat = state.enemies(seat)[0]
    if choice.action == "end":
        t.mark("acting_ended", ("SC-A34",), facts={f"ended:{seat}": 1}, seat=seat)
    else:
        announce(t, t.unit(choice.unit), choice)
    t.then("act")


def clear_up(t: Table) -> None:
    """Pinned and suppressed markers and all orders come off (SC-44, SC-A23)."""
    for unit in t.state.standing():
        if unit.markers or unit.facts:
            kinds = [kind for kind in unit.markers if kind in ("pinned", "suppressed")]
            t.change(
                unit,
                "markers_removed",
                ("SC-44",),
                markers=dict.fromkeys(unit.markers),
                facts={"acted": 0},
                tags={"covered_by": ""},
                also={"kinds": kinds},
                hidden=("markers",),
            )
    for seat in t.state.seats:
        t.state.facts[f"ended:{seat}"] = 0


def able(unit: Unit) -> bool:
    """Whether a unit can hold ground (SC-A54)."""
    return "pinned" not in unit.markers


def score_objectives(t: Table) -> None:
    """Each objective gives its points to the side that alone has an unpinned unit on it (SC-A54)."""
    shared.score_objectives(t, able, "SC-A54")
    over = wiped_out(t.state)
    if over is not None:
        t.end(over, "only one side is left", ("SC-A55",))


def verdict(state: State) -> tuple[str, str, tuple[str, ...]]:
    """More points win; if equal, more units standing (SC-A55)."""
    return shared.reckon(state, "units standing", lambda unit: int(not unit.out), "SC-A55")


STEPS = {step.__name__: step for step in (assign_all, assign, who_starts, act, clear_up, score_objectives)}
