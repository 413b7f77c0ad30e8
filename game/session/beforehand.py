"""What can be told at a screen before an answer is given: what it gives up, what the plan in hand leads to, who has a part."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.engine import suggest
from game.engine.decisions import Involved, Refusal, Remark
from game.engine.names import UnitId
from game.engine.options import Option
from game.engine.viewers import PUBLIC
from game.session.session import Session


def forfeits(session: Session, option: Option) -> Remark | None:
    """What an answer that is shown gives up while something better is legal.

    Where everybody looks it rests on what anybody may know: of units that lie face-down that is said as well.
    """
    shown, front = session.asked_of(option.unit)
    lost = session.match.rules.forfeits(front, shown, option) if shown is not None and front is not None else None
    if lost is None or session.viewer != PUBLIC or not session.secrets:
        return lost
    units = {unit.id: unit for unit in session.match.view(PUBLIC).units}
    if any(all(marker.face != "down" for marker in units[name].markers) for name in lost.units):
        return lost
    return replace(lost, words=f"Unless the markers that lie face-down say otherwise, {lost.words}")


def remarks(session: Session) -> tuple[Remark, ...]:
    """What follows from the plan in hand."""
    shown, front = session.asked_of("")
    return session.match.rules.remarks(front, shown) if shown is not None and front is not None else ()


def missing(session: Session, unit: UnitId) -> Sequence[Refusal]:
    """What a player may look for among the answers of a unit and does not find, with reasons."""
    shown, front = session.asked_of(unit)
    return session.match.rules.missing(front, shown, unit) if shown is not None and front is not None else ()


def foretold(session: Session, option: Option) -> tuple[Remark, ...]:
    """What an answer that is shown leads to."""
    front = session.asked_of(option.unit)[1]
    return session.match.rules.foretells(front, option) if front is not None else ()


def towards(session: Session, unit: UnitId, target: UnitId) -> Option | None:
    """The answer with which a unit begins an attack on another one that is asked about only later, None if there is none."""
    shown, front = session.asked_of(unit)
    return session.match.rules.towards(front, shown, unit, target) if shown is not None and front is not None else None


def involved(session: Session, option: Option) -> Involved:
    """Who does what an answer that is shown says, and whom it is done to."""
    front = session.asked_of(option.unit)[1]
    return session.match.rules.involved(front, option) if front is not None else Involved()


def suggested(session: Session) -> str:
    """The id of the answer that Enter gives at first to what is asked here, "" if none."""
    shown, front = session.asked_of("")
    if shown is None or front is None:
        return shown.default if shown is not None else ""
    return suggest.suggested(session.match.rules, front, shown)
