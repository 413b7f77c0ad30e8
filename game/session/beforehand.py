"""What a screen can tell of an answer before it is given: what it gives up, what it leads to, which units take part."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.engine import suggest
from game.engine.decisions import Decision, Involved, Refusal, Remark
from game.engine.names import UnitId, spoken
from game.engine.options import Option
from game.engine.viewers import PUBLIC
from game.session.session import Session


def forfeits(session: Session, option: Option) -> Remark | None:
    """What a shown answer gives up while something better is legal, None if nothing.

    On a screen for everybody it rests on public facts; if face-down markers could make it untrue, it says so. In a
    call, a pick also gives up the secret of a marker that does not allow it: first it is asked whose pick it is.
    """
    sight = session.sight
    question = sight.question_for(option.unit)
    if question is None:
        return None
    if (pick := _whose(session, question.decision, option.unit)) is not None:
        return pick
    remark = session.match.rules.forfeits(question.front, question.decision, option)
    if remark is None or sight.viewer != PUBLIC or not sight.secrets:
        return remark
    units = {unit.id: unit for unit in session.match.view(PUBLIC).units}
    if any(all(marker.face != "down" for marker in units[name].markers) for name in remark.units):
        return remark
    return replace(remark, words=f"Unless face-down markers say otherwise, {remark.words}")


def _whose(session: Session, decision: Decision, name: UnitId) -> Remark | None:
    """Whose pick an answer to a call is, which anybody at the table could make; None once a seat has said "wait!"."""
    unit = session.match.front.units.get(name)
    if session.sight.call is None or session.answering or unit is None or not unit.has_face_down:
        return None
    words = f"only {spoken(unit.seat)} picks for {name.upper()}, and everybody hears whether its marker allows it"
    return Remark(words, next(iter((*decision.clauses, *session.match.rules.react_clauses))), (name,))


def remarks(session: Session) -> tuple[Remark, ...]:
    """The rulebook's remarks on the plan that is being drawn up."""
    question = session.sight.question_for("")
    return session.match.rules.remarks(question.front, question.decision) if question is not None else ()


def missing(session: Session, unit: UnitId) -> Sequence[Refusal]:
    """Why answers that a player may expect of a unit are missing."""
    question = session.sight.question_for(unit)
    return session.match.rules.missing(question.front, question.decision, unit) if question is not None else ()


def foretold(session: Session, option: Option) -> tuple[Remark, ...]:
    """What a shown answer leads to."""
    question = session.sight.question_for(option.unit)
    return session.match.rules.foretells(question.front, option) if question is not None else ()


def towards(session: Session, unit: UnitId, target: UnitId) -> Option | None:
    """The answer by which a unit begins an attack that is asked about only later, None if there is none."""
    question = session.sight.question_for(unit)
    return (
        session.match.rules.towards(question.front, question.decision, unit, target) if question is not None else None
    )


def involved(session: Session, option: Option) -> Involved:
    """The units that a shown answer concerns: those that act, and those acted upon."""
    question = session.sight.question_for(option.unit)
    return session.match.rules.involved(question.front, option) if question is not None else Involved()


def suggested(session: Session) -> str:
    """The id of the answer that Enter gives before anything is picked, "" if none."""
    question = session.sight.question_for("")
    return suggest.suggested(session.match.rules, question.front, question.decision) if question is not None else ""
