"""The turn: strategy roll, formations in alternation (EP-A26, EP-A27), the end phase with its rallies (EP-A45, EP-A49)."""

from __future__ import annotations

from game.engine.decisions import Option, Refusal
from game.engine.dice import Outcome, Reader
from game.engine.state import State
from game.engine.table import Table
from game.engine.turn import Phase
from game.rules.epic.actions import actions
from game.rules.epic.formations import against, first, formation_of, formations, initiative, marked, on_table, standing
from game.rules.epic.ground import within
from game.rules.shared import reckon, score_objectives, wiped_out

PHASES = (
    Phase("strategy", "Strategy phase", ("strategy_roll",), "action", ("EP-A26",), acts="none"),
    Phase("action", "Action phase", ("next_formation",), "end", ("EP-A26",), acts="alternate"),
    Phase("end", "End phase", ("rally_phase", "clear_up"), "", ("EP-A45",), acts="none"),
)

RALLY_NEAR = 30


def _strategy(faces: tuple[int, ...], *ratings: int) -> Outcome:
    totals = [face + rating for face, rating in zip(faces, ratings, strict=True)]
    return totals.index(max(totals)) if totals.count(max(totals)) == 1 else None


STRATEGY = {"strategy": Reader(_strategy)}
"""Which seat has the highest D6 and rating; equal: again."""


def rating(state: State, seat: str) -> int:
    """The strategy rating of a seat: the best among its stands (EP-A26)."""
    return max((u.stats["STRATEGY"] for u in state.standing(seat)), default=0)


def strategy_roll(t: Table) -> None:
    """D6 and strategy rating: the winner says who begins (EP-A26)."""
    state, rules = t.state, t.rules
    ratings = tuple(rating(state, seat) for seat in state.seats)
    won = t.roll(
        "strategy",
        (6,) * len(state.seats),
        ("strategy", *ratings),
        ("EP-A26",),
        prompt="Strategy roll: "
        + ", ".join(f"{rules.seat_name(s)} +{r}" for s, r in zip(state.seats, ratings, strict=True)),
        seats=list(state.seats),
        ratings=list(ratings),
    )
    winner = state.seats[int(won or 0)]
    choice = t.ask(
        winner,
        "start",
        [
            Option(
                f"start:{seat}", "start", formation=seat, clauses=("EP-A26",), text=f"{rules.seat_name(seat)} begins"
            )
            for seat in state.seats
        ],
        prompt=f"{rules.seat_name(winner)} decides: which side begins?",
        note=f"{rules.seat_name(winner)} has won the strategy roll.",
        clauses=("EP-A26",),
        default=f"start:{winner}",
    )
    state.seat = choice.formation
    t.emit("start_decided", ("EP-A26",), seat=state.seat)


# -- the action phase -------------------------------------------------------------------------------------------------


def waiting(state: State, seat: str) -> list[str]:
    """The formations of a seat that may still be activated this turn."""
    return [formation for formation in formations(state, seat) if spent(state, formation) is None]


def spent(state: State, formation: str) -> Refusal | None:
    """Why a formation cannot be activated (any more) this turn (EP-A26, EP-A44)."""
    lead = first(state, formation).id
    if marked(state, "broken", formation):
        return Refusal("EP-A44", f"{formation.upper()} is broken", lead)
    if marked(state, "activated", formation):
        return Refusal("EP-A26", f"{formation.upper()} has acted this turn", lead)
    return None


def next_formation(t: Table) -> None:
    """One side's next formation and its action; a side with nobody left to act is passed over (EP-A26)."""
    state, rules = t.state, t.rules
    over = wiped_out(state)
    if over is not None:
        t.end(over, "only one side is left", ("EP-A49",))
        return
    seat = next((seat for seat in state.rotation(state.seat) if waiting(state, seat)), "")
    if not seat:
        return
    if seat != state.seat:
        state.seat = seat
        state.tags.pop("retaining", None)
    retaining = state.tags.get("retaining") == seat
    mine = waiting(state, seat)
    choice = t.ask(
        seat,
        "activate",
        lambda: [option for formation in mine for option in actions(rules, state, formation)],
        prompt=f"{rules.seat_name(seat)} decides: which formation acts, and how?",
        note="It retains the initiative: 1 less on its test."
        if retaining
        else "Most actions take a test of its initiative.",
        clauses=("EP-A27", "EP-A29"),
        default=f"{mine[0]}:hold",
        refused=lambda: [no for formation in formations(state, seat) if (no := spent(state, formation)) is not None],
    )
    charged = choice.id.split(":")[2].split("+") if choice.action == "engage" else []
    t.then("act", choice.formation, choice.action, charged, retaining)
    t.then("handed_on", seat, retaining)
    t.then("next_formation")


def handed_on(t: Table, seat: str, retaining: bool) -> None:
    """After an action the side may retain the initiative, but not twice in a row (EP-A27)."""
    state, rules = t.state, t.rules
    state.tags.pop("retaining", None)
    others = [other for other in state.rotation(seat)[1:] if waiting(state, other)]
    if state.outcome or not others:
        return
    if not retaining and waiting(state, seat):
        choice = t.ask(
            seat,
            "retain",
            [
                Option("hand_on", "hand_on", clauses=("EP-A26",), text="Hand on"),
                Option("retain", "retain", clauses=("EP-A27",), text="Retain the initiative"),
            ],
            prompt=f"{rules.seat_name(seat)} decides: does another of its formations act straight away?",
            note="That formation tests with 1 less; after it the enemy acts in any case.",
            clauses=("EP-A27",),
            default="hand_on",
        )
        if choice.action == "retain":
            state.tags["retaining"] = seat
            t.emit("initiative_retained", ("EP-A27",), seat=seat)
            return
    state.seat = others[0]


# -- the end phase ----------------------------------------------------------------------------------------------------


def rally_phase(t: Table) -> None:
    """Every formation with markers, and every broken one, tries to rally (EP-A45)."""
    for formation in formations(t.state):
        if marked(t.state, "blast", formation) or marked(t.state, "broken", formation):
            t.then("rally", formation)


def rally(t: Table, formation: str) -> None:
    """D6 and what is added reach the initiative: half the markers go, the odd one too (EP-A45)."""
    state = t.state
    if not standing(state, formation):
        return
    lead, broken = first(state, formation), marked(state, "broken", formation)
    rows: list[list[object]] = [["broken", -2, "EP-A45"]] if broken else []
    if enemies_near(state, formation):
        rows.append([f"enemies within {RALLY_NEAR} cm", -1, "EP-A45"])
    need, plus = initiative(state, formation), sum(int(str(row[1])) for row in rows)
    passed = need - plus <= 1 or t.roll(
        "rally",
        (6,),
        ("reaches", plus, need),
        ("EP-A45",),
        prompt=f"{formation.upper()} rallies: {need - plus}+",
        unit=lead.id,
        formation=formation,
        need=need - plus,
        modifiers=rows,
    )
    if passed:
        count = len(standing(state, formation)) if broken else marked(state, "blast", formation)
        facts = {f"blast:{formation}": count // 2, f"broken:{formation}": 0}
        t.mark("rallied", ("EP-A45",), facts=facts, unit=lead.id, formation=formation, left=count // 2)
        return
    t.emit("rally_failed", ("EP-A45",), unit=lead.id, formation=formation)
    if broken:
        t.then("withdraw", formation)


def enemies_near(state: State, formation: str) -> bool:
    """Whether an enemy is within 30 cm of any of its stands."""
    return any(
        within(state, unit.at, foe.at, RALLY_NEAR)
        for unit in on_table(state, formation)
        for foe in against(state, unit.seat)
    )


def clear_up(t: Table) -> None:
    """Objectives are scored by unbroken formations; then everybody may act again (EP-A49)."""
    state = t.state
    score_objectives(t, lambda unit: not unit.aboard and not marked(state, "broken", formation_of(unit)), "EP-A49")
    used = {
        name: 0 for name, value in state.facts.items() if value and name.partition(":")[0] in ("activated", "marched")
    }
    if used:
        t.mark("turn_forgotten", ("EP-A26",), facts=used)
    over = wiped_out(state)
    if over is not None:
        t.end(over, "only one side is left", ("EP-A49",))


def verdict(state: State) -> tuple[str, str, tuple[str, ...]]:
    """More points, then more standing units (EP-A49)."""
    return reckon(state, "standing units", lambda _: 1, "EP-A49")


STEPS = {step.__name__: step for step in (strategy_roll, next_formation, handed_on, rally_phase, rally, clear_up)}
