"""Laying markers for several units in one gesture: one kind for all units without a marker, or as in the last turn."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from game.engine.decisions import Decision
from game.engine.names import MarkerKind, UnitId
from game.engine.options import Option
from game.engine.wording import written_ids
from game.session.session import Session


def laid_before(session: Session) -> Mapping[UnitId, MarkerKind]:
    """The marker that each unit of the asked seat had in the last turn; empty if it is not asked for markers now."""
    match, asked = session.match, session.decision
    words, front = match.rules.presentation, match.front
    if asked is None or asked.kind != words.order_kind or asked.seat not in session.speakers:
        return {}
    since = takewhile(lambda state: state.turn >= front.turn - 1, (point.state for point in reversed(match.history)))
    laid = next((state for state in since if (state.turn, state.phase) == (front.turn - 1, front.phase)), None)
    if laid is None:
        return {}
    own = [unit.id for unit in front.standing() if unit.seat == asked.seat and unit.id in laid.units]
    return {name: card.marker for name in own for card in words.orders if card.marker in laid.units[name].markers}


def laying(asked: Decision, unit: UnitId, marker: MarkerKind) -> Option | None:
    """The answer that gives a unit a marker; None if it has it already."""
    return next((option for option in asked.options if (option.unit, option.marker) == (unit, marker)), None)


def lay_rest(session: Session, marker: MarkerKind) -> str:
    """Give the same marker to every unit that has none, by one choice each. Returns "": there is nothing to report."""
    kind = session.match.rules.presentation.order_kind
    while (asked := session.decision) is not None and asked.kind == kind and asked.unit:
        option = laying(asked, asked.unit, marker)
        if option is None:
            break
        session.choose(option.id)
    return ""


def lay_as_before(session: Session) -> str:
    """Lay the markers of the last turn, by one choice each. Returns a sentence that says what was done."""
    found = laid_before(session)
    for name, marker in found.items():
        asked = session.decision
        option = laying(asked, name, marker) if asked is not None else None
        if option is not None:
            session.choose(option.id)
    return laid_words(session, found)


def laid_words(session: Session, laid: Mapping[UnitId, MarkerKind]) -> str:
    """Which markers were laid as in the last turn, and which units had none then, in a sentence or two."""
    front, asked = session.match.front, session.asked
    cards = session.match.rules.presentation.orders
    parts = [
        f"{written_ids(units)} {card.title.lower()}"
        for card in cards
        if (units := [name for name, marker in laid.items() if marker == card.marker])
    ]
    new = [unit.id for unit in front.standing() if unit.seat == asked and unit.id not in laid]
    rest = f" {written_ids(new)} had none then." if new else ""
    return f"As last turn: {'; '.join(parts)}.{rest}" if parts else "No markers were given last turn."
