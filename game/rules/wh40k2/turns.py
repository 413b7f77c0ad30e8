"""A player's turn: start, charges, movement, shooting, hand-to-hand; and the reckoning (WH-A22, WH-A38)."""

from __future__ import annotations

from game.engine.queue import Action
from game.engine.reactions import window
from game.engine.state import State, Unit
from game.engine.table import Table
from game.engine.turn import Phase
from game.rules.shared import reckon, score_objectives, wiped_out
from game.rules.wh40k2.ground import in_contact

PHASES = (
    Phase(
        "start",
        "Start of the turn",
        ("drop_counters", "rally", "place_counters"),
        "charge",
        ("WH-03", "WH-26"),
        acts="one",
    ),
    Phase("charge", "Declare charges", ("declare_charges",), "movement", ("WH-A22",), acts="one"),
    Phase(
        "movement",
        "Movement phase",
        (
            "phase_opens",
            "move_chargers",
            "remaining_moves",
            "phase_closes",
            "contact_ends_watch",
            "break_tests",
            "one_side_left",
        ),
        "shooting",
        ("WH-09", "WH-A15"),
        acts="one",
    ),
    Phase(
        "shooting",
        "Shooting phase",
        ("shooting", "break_tests", "one_side_left"),
        "hand_to_hand",
        ("WH-A22",),
        acts="one",
    ),
    Phase(
        "hand_to_hand",
        "Hand-to-hand phase",
        ("hand_to_hand", "one_side_left", "turn_over"),
        "",
        ("WH-A33",),
        acts="one",
    ),
)


def drop_counters(t: Table) -> None:
    """Own counters that were not used come off, then new ones may be placed (WH-26, WH-27, WH-A1, WH-A18)."""
    for unit in t.state.standing(t.state.seat):
        if "overwatch" in unit.markers:
            t.change(unit, "counter_removed", ("WH-26",), markers={"overwatch": None})


def phase_opens(t: Table) -> None:
    """Targets that stand still may be fired at before anybody moves (WH-11, WH-12)."""
    _phase_window(t, "phase_started")


def phase_closes(t: Table) -> None:
    """The last moment of the movement phase (WH-A15)."""
    _phase_window(t, "phase_ending")


def _phase_window(t: Table, kind: str) -> None:
    t.begin(Action(kind, ""), kind, t.cause)
    window(t, t.state.enemies(t.state.seat), kind, "")
    t.then("q_end")


def contact_ends_watch(t: Table) -> None:
    """A watching squad that has been charged loses its counter when movement ends (WH-A17)."""
    for unit in t.state.standing():
        if "overwatch" in unit.markers and in_contact(t.state, unit):
            t.change(
                unit, "overwatch_lost", ("WH-A17",), markers={"overwatch": None}, also={"reason": "in hand-to-hand"}
            )


def turn_over(t: Table) -> None:
    """What a squad did is forgotten; after the last seat's turn objectives are scored."""
    state = t.state
    for unit in state.standing():
        if any(unit.facts.values()) or unit.tags.get("charges"):
            t.change(unit, "turn_forgotten", (), facts=dict.fromkeys(unit.facts, 0), tags={"charges": ""})
    state.tags.pop("fought", None)
    if state.seat == t.rules.seat_order(state)[-1]:
        score_objectives(t, able, "WH-A38")


def one_side_left(t: Table) -> None:
    """A side without models has lost (WH-A38)."""
    over = wiped_out(t.state)
    if over is not None:
        t.end(over, "only one side is left", ("WH-A38",))


def able(unit: Unit) -> bool:
    """Whether a squad can hold ground."""
    return "broken" not in unit.markers


def verdict(state: State) -> tuple[str, str, tuple[str, ...]]:
    """More points win; if equal, more models left (WH-A38)."""
    return reckon(state, "models left", lambda unit: unit.figures, "WH-A38")


STEPS = {
    step.__name__: step
    for step in (drop_counters, phase_opens, phase_closes, contact_ends_watch, one_side_left, turn_over)
}
