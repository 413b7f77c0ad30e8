"""What can be told at a screen before an answer is given: what it gives up, what the plan in hand leads to, who has a part."""

from __future__ import annotations

from game.engine.decisions import Involved, Remark
from game.engine.options import Option
from game.session.session import Session


def forfeits(session: Session, option: Option) -> Remark | None:
    """What an answer that is shown gives up while something better is legal."""
    shown, front = session.asked_of(option.unit)
    return session.match.rules.forfeits(front, shown, option) if shown is not None and front is not None else None


def remarks(session: Session) -> tuple[Remark, ...]:
    """What follows from the plan in hand."""
    shown, front = session.asked_of("")
    return session.match.rules.remarks(front, shown) if shown is not None and front is not None else ()


def involved(session: Session, option: Option) -> Involved:
    """Who does what an answer that is shown says, and whom it is done to."""
    front = session.asked_of(option.unit)[1]
    return session.match.rules.involved(front, option) if front is not None else Involved()
