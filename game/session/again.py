"""Markers laid for several units in one gesture: the same for all that have none, or as in the turn before."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from game.engine.decisions import Decision
from game.engine.names import MarkerKind, UnitId
from game.engine.options import Option
from game.engine.wording import written_ids
from game.session.session import Session


def laid_before(session: Session) -> Mapping[UnitId, MarkerKind]:
    """The marker that each unit of the seat that is asked was given in the last turn; empty where it is not asked for any."""
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
    """The answer that gives a unit a marker; None where it has it already."""
    return next((option for option in asked.options if (option.unit, option.marker) == (unit, marker)), None)


def lay_rest(session: Session, marker: MarkerKind) -> str:
    """Give the same marker to every unit that has none yet, one choice after the other. There is nothing to be said of it."""
    kind = session.match.rules.presentation.order_kind
    while (asked := session.decision) is not None and asked.kind == kind and asked.unit:
        option = laying(asked, asked.unit, marker)
        if option is None:
            break
        session.choose(option.id)
    return ""


def lay_as_before(session: Session) -> str:
    """Lay them, one choice after the other; what lies there already stays. Says in one sentence what was done."""
    found = laid_before(session)
    for name, marker in found.items():
        asked = session.decision
        option = laying(asked, name, marker) if asked is not None else None
        if option is not None:
            session.choose(option.id)
    return laid_words(session, found)


def laid_words(session: Session, laid: Mapping[UnitId, MarkerKind]) -> str:
    """What was laid as in the last turn, and for whom there was nothing to go by."""
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
