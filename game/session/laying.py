"""Laying markers for several units in one gesture: one kind for all units without a marker, or as in the last turn."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from game.engine.decisions import Decision
from game.engine.names import MarkerKind, UnitId
from game.engine.options import Option
from game.engine.wording import written_ids
from game.session.session import Session


def last_markers(session: Session) -> Mapping[UnitId, MarkerKind]:
    """The marker that each unit of the asked seat had in the last turn; empty if it is not asked for markers now."""
    match, decision = session.match, session.decision
    words, front = match.rules.presentation, match.front
    if decision is None or decision.kind != words.order_kind or decision.seat not in session.sight.answers:
        return {}
    since = takewhile(lambda state: state.turn >= front.turn - 1, (point.state for point in reversed(match.history)))
    earlier = next((state for state in since if (state.turn, state.phase) == (front.turn - 1, front.phase)), None)
    if earlier is None:
        return {}
    units = [unit.id for unit in front.standing() if unit.seat == decision.seat and unit.id in earlier.units]
    return {name: card.marker for name in units for card in words.orders if card.marker in earlier.units[name].markers}


def laying(decision: Decision, unit: UnitId, marker: MarkerKind) -> Option | None:
    """The answer that gives a unit a marker; None if it has it already."""
    return next((option for option in decision.options if (option.unit, option.marker) == (unit, marker)), None)


def lay_rest(session: Session, marker: MarkerKind) -> str:
    """Give the same marker to every unit that has none, by one choice each. Returns "": there is nothing to report."""
    kind = session.match.rules.presentation.order_kind
    while (decision := session.decision) is not None and decision.kind == kind and decision.unit:
        option = laying(decision, decision.unit, marker)
        if option is None:
            break
        session.choose(option.id)
    return ""


def lay_as_before(session: Session) -> str:
    """Lay the markers of the last turn, by one choice each. Returns a sentence that says what was done."""
    markers = last_markers(session)
    for name, marker in markers.items():
        decision = session.decision
        option = laying(decision, name, marker) if decision is not None else None
        if option is not None:
            session.choose(option.id)
    return last_markers_words(session, markers)


def last_markers_words(session: Session, markers: Mapping[UnitId, MarkerKind]) -> str:
    """Which markers were laid as in the last turn, and which units had none then, in a sentence or two."""
    front, seat = session.match.front, session.asked
    cards = session.match.rules.presentation.orders
    parts = [
        f"{written_ids(units)} {card.title.lower()}"
        for card in cards
        if (units := [name for name, marker in markers.items() if marker == card.marker])
    ]
    unmarked = [unit.id for unit in front.standing() if unit.seat == seat and unit.id not in markers]
    rest = f" {written_ids(unmarked)} had none then." if unmarked else ""
    return f"As last turn: {'; '.join(parts)}.{rest}" if parts else "No markers were given last turn."
