"""Markers laid as in the turn before, for every unit that still stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.engine.names import UnitId
from game.session.session import Session


def laid_before(session: Session) -> Mapping[UnitId, str]:
    """The marker that each unit of the seat that is asked was given in the last turn; empty where it is not asked for any."""
    match, asked = session.match, session.decision
    words = match.rules.presentation
    if asked is None or asked.kind != words.order_kind or asked.seat not in session.speakers:
        return {}
    own = [unit.id for unit in match.front.standing() if unit.seat == asked.seat]
    laying = {f"{name}:{card.marker}": (name, card.marker) for name in own for card in words.orders}
    found = dict(laying[option] for option in match.chosen_in(match.front.turn - 1) if option in laying)
    return {name: found[name] for name in own if name in found}


def lay_as_before(session: Session) -> str:
    """Lay them, one choice after the other; what lies there already stays. Says in one sentence what was done."""
    found = laid_before(session)
    for name, marker in found.items():
        asked = session.decision
        option = f"{name}:{marker}"
        if asked is not None and asked.option(option) is not None:
            session.choose(option)
    return laid_words(session, found)


def laid_words(session: Session, laid: Mapping[UnitId, str]) -> str:
    """What was laid as in the last turn, and for whom there was nothing to go by."""
    front, asked = session.match.front, session.asked
    cards = session.match.rules.presentation.orders
    parts = [
        f"{_names(units)} {card.title.lower()}"
        for card in cards
        if (units := [name for name, marker in laid.items() if marker == card.marker])
    ]
    new = [unit.id for unit in front.standing() if unit.seat == asked and unit.id not in laid]
    rest = f" {_names(new)} had none then." if new else ""
    return f"As last turn: {'; '.join(parts)}.{rest}" if parts else "No markers were given last turn."


def _names(units: Sequence[UnitId]) -> str:
    return ", ".join(name.upper() for name in units)
