"""Alternate activation: who begins, two actions a unit, turns owed for opportunity fire, the end of the turn."""

from __future__ import annotations

from game.engine.decisions import Option
from game.engine.state import State, Unit
from game.engine.table import Table
from game.engine.turn import Phase
from game.rules.shared import reckon, score_objectives, wiped_out
from game.rules.stargrunt2.morale import BROKEN, able, confidence
from game.rules.stargrunt2.options import TWICE, actions

PHASES = (
    Phase("activate", "Activation", ("who_begins", "next_activation"), "end", ("SG-A32",), acts="alternate"),
    Phase("end", "End of the turn", ("clear_up",), "", ("SG-40",), acts="none"),
)


def waiting(state: State, seat: str) -> list[Unit]:
    """Units of the side that have not been activated this turn."""
    return [u for u in state.standing(seat) if not u.fact("activated")]


def who_begins(t: Table) -> None:
    """The side with fewer units chooses who begins; equal sides roll (SG-A32)."""
    state, rules = t.state, t.rules
    if state.tags.get("opening"):
        state.seat = state.tags.pop("opening")
        return
    counts = {seat: len(state.standing(seat)) for seat in state.seats}
    fewest = min(counts.values())
    small = [seat for seat in state.seats if counts[seat] == fewest]
    chooser = small[0]
    if len(small) > 1:
        winner = t.roll(
            "start", (6,) * len(small), ("higher",), ("SG-A32",), prompt="Roll to see who chooses", seats=small
        )
        chooser = small[int(winner or 0)]
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
    t.emit("start_decided", ("SG-A32",), seat=state.seat)


def next_activation(t: Table) -> None:
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
    owed = state.facts.get(f"owes:{seat}", 0)
    state.seat = others[0]
    if owed:
        t.mark("turn_skipped", ("SG-A13",), facts={f"owes:{seat}": owed - 1}, seat=seat)
    mine = [] if owed else waiting(state, seat)
    if not mine:
        t.then("next_activation")
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
        t.emit("passed", ("SG-A32",), seat=seat)
    else:
        state.tags["activation"] = f"{state.turn}:{choice.unit}"
        t.then("activate", choice.unit)
    t.then("next_activation")


def settle_debts(t: Table) -> None:
    """Turns owed by both sides cancel out (SG-A13)."""
    state = t.state
    both = min((state.facts.get(f"owes:{seat}", 0) for seat in state.seats), default=0)
    if both:
        left = {f"owes:{seat}": state.facts.get(f"owes:{seat}", 0) - both for seat in state.seats}
        t.mark("debts_cancelled", ("SG-A13",), facts=left, turns=both)


def activate(t: Table, name: str) -> None:
    """An activation of whatever kind takes an overwatch counter away (SG-39, SG-48)."""
    unit = t.unit(name)
    if unit.out:
        return
    counter = "overwatch" in unit.markers
    clauses = ("SG-39", "SG-48") if counter else ("SG-A32",)
    t.cause = t.change(
        unit,
        "activated",
        clauses,
        facts={"activated": 1},
        markers={"overwatch": None} if counter else None,
        also={"counter": counter},
    )
    t.then("act", name, 1, "")


def act(t: Table, name: str, number: int, first: str) -> None:
    """The unit's first or second action (SG-33, SG-34)."""
    unit, rules = t.unit(name), t.rules
    if unit.out or number > 2:
        return

    def listed() -> list[Option]:
        return [o for o in actions(rules, t.state, unit, first) if o.action != first or o.action in TWICE]

    choice = t.ask(
        unit.seat,
        "action",
        listed,
        prompt=f"{rules.seat_name(unit.seat)} decides: what does {name.upper()} do {'first' if number == 1 else 'next'}?",
        note=f"Action {number} of 2.",
        clauses=("SG-A32", "SG-34"),
        unit=name,
    )
    if choice.action == "end":
        t.emit("activation_ended", (), unit=name)
        return
    t.emit("action_taken", (), unit=name, action=choice.action, number=number)
    packed = [list(part) if isinstance(part, tuple) else part for part in choice]
    t.then("begin_action", name, packed, first)
    if choice.action not in ("overwatch", "close_assault"):
        t.then("act", name, number + 1, choice.action)


def clear_up(t: Table) -> None:
    """Activation marks come off, counters stay (SG-40); objectives are scored."""
    state = t.state
    owed = [seat for seat in state.seats if state.facts.get(f"owes:{seat}")]
    for seat in owed:
        t.mark("debt_lapsed", ("SG-A13",), facts={f"owes:{seat}": 0}, seat=seat)
    for unit in state.standing():
        used = {fact: 0 for fact in unit.facts if fact.startswith("used:") or fact in ("activated", "transfers")}
        if any(unit.fact(fact) for fact in used):
            t.change(unit, "turn_forgotten", ("SG-40",), facts=used)
    score_objectives(t, able, "SG-A47")
    fit = {seat for seat in state.seats if any(confidence(u) < BROKEN for u in state.standing(seat))}
    if len(fit) == 1:
        t.end(fit.pop(), "the other side has no unit fit to fight", ("SG-A47",))


def verdict(state: State) -> tuple[str, str, tuple[str, ...]]:
    """More points, then more fit men (SG-A47)."""
    return reckon(state, "fit men", lambda unit: unit.figures, "SG-A47")


STEPS = {step.__name__: step for step in (who_begins, next_activation, activate, act, clear_up)}
