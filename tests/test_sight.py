"""What a moment means at a screen is worked out once, and again after everything that can change it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.engine.answers import IllegalChoice
from game.engine.dice import DiceSource
from game.engine.standing import NEVER, Standing
from game.engine.viewers import PUBLIC
from game.records.tables import TableKind
from game.session.seats import ComputerSeat
from game.session.session import Session
from game.session.sight import Moment, Sight, sight_of
from game.sketch import read_sketch
from tests.sketches import LANE


def laid(table: TableKind, **overwatch: bool) -> Session:
    """A session at the first question after the markers: red is to activate a unit; those named watch, others move."""
    session = Session(read_sketch(LANE), dice=DiceSource(seed=5), table=table)
    while session.match.pending.kind == "assign":
        session.hand_over()
        unit = session.match.pending.unit
        session.choose(f"{unit}:{'overwatch' if overwatch.get(unit) else 'move'}" if unit else "confirm")
    while session.asked != "red":
        session.choose("end")
    session.hand_over()
    return session


def fresh(session: Session, *, barred: frozenset[str] = frozenset()) -> Sight:
    """The sight of the present moment, worked out now from what it rests on."""
    match, seat = session.match, session.asked
    openly = session.standings.openly(seat)
    place = session.people, session.table, session.viewer, session.answering
    return sight_of(match, Moment(match.pending, match.front, *place, openly, barred))


def seen(sight: Sight) -> tuple[object, ...]:
    """A sight as values that can be compared."""
    question = sight.question
    asked = (question.prompt, [option.id for option in question.options]) if question is not None else None
    called = sight.call.could if sight.call is not None else {}
    could = [(seat, [option.id for option in one.decision.options]) for seat, one in called.items()]
    rest = sight._replace(question=None, front=None, call=None, supposed=None)
    return rest, asked, sight.front.key(), could, sight.supposed is None


CHANGES: dict[str, Callable[[Session], object]] = {
    "a choice": lambda session: session.choose("r1:move:jog:9,0"),
    "a choice of the match alone": lambda session: session.match.choose("r1:move:jog:9,0"),
    "a step back": lambda session: session.undo(),
    "another viewer": lambda session: setattr(session, "viewer", "blue"),
    "another table": lambda session: session.sit_at(TableKind.OPEN),
    "a player that leaves": lambda session: session.release("blue"),
    "a standing answer": lambda session: session.stand("red", Standing(NEVER, openly=True)),
}


@pytest.mark.parametrize("kind", [TableKind.SHARED, TableKind.CURTAINS])
@pytest.mark.parametrize("what", CHANGES)
def test_a_sight_is_worked_out_once_and_again_after(what: str, kind: TableKind) -> None:
    session = laid(kind, b1=True)
    if what == "a player that leaves":
        session = Session(session.setup, match=session.match, table=kind, players={"blue": ComputerSeat()})
    before = session.sight
    assert session.sight is before
    CHANGES[what](session)
    after = session.sight
    assert session.sight is after
    assert after is not before
    assert seen(after) == seen(fresh(session))


def test_a_seat_that_says_wait_and_a_wrong_pick_change_what_is_seen() -> None:
    session = laid(TableKind.SHARED, b1=True)
    session.choose("r1:move:jog:9,0")
    called = session.sight
    assert (called.viewer, called.call is not None, called.answers) == (PUBLIC, True, ("blue",))
    with pytest.raises(IllegalChoice, match=r"^B2 cannot"):
        session.choose("b2:ranged_attack:r1")
    assert seen(session.sight) == seen(fresh(session, barred=frozenset({"b2"}))) != seen(called)
    session.wait("blue")
    assert [option.id for option in session.sight.question.options][-1] == "pass"
    assert seen(session.sight) == seen(fresh(session, barred=frozenset({"b2"})))


def test_where_nothing_is_asked_of_a_unit_there_is_no_question() -> None:
    """A question and its table come together or not at all."""
    session = laid(TableKind.SHARED, b1=True)
    session.choose("r1:move:jog:9,0")
    assert session.sight.question_for("r1") is None
    decision, front = session.sight.question_for("b1")
    assert (decision.seat, front.units["b1"].markers) == ("blue", {"overwatch": "down"})
    curtains = laid(TableKind.CURTAINS)
    curtains.hide()
    assert [curtains.sight.question_for(unit) for unit in ("", "r1", "b1")] == [None, None, None]
