"""A declared attack is asked about again only if its conditions have changed."""

from __future__ import annotations

from game.engine.dice import DiceSource
from game.records.tables import TableKind
from game.session.session import Session
from tests.firefight import Firefight


def declared(action: str) -> Session:
    """A1 does that, and B1 with its counter declares fire at it; two people at one open screen."""
    scene = Firefight("a1 .*12 b1", ".*13 b2", b1="watch").acts("a1")
    scene.match.dice = DiceSource(seed=3)
    session = Session(scene.setup, match=scene.match, table=TableKind.OPEN)
    for option in (f"a1:{action}", "b1:overwatch_fire:a1", "pass"):
        session.choose(option)
    return session


def test_a_shot_unchanged_since_its_declaration_is_fired_without_asking() -> None:
    """SG-A12: the engine asks whether it fires."""
    match = declared("overwatch").match
    assert "fired" in {entry.type for entry in match.events}
    made = [choice.option for choice in match.choices]
    assert made.count("b1:overwatch_fire:a1") == 2, "declared, and carried out: the answer stands in the record"


def test_a_shot_at_a_unit_that_has_gone_in_position_since_is_asked_about() -> None:
    asked = declared("in_position").match.pending
    assert asked is not None
    assert (asked.seat, asked.kind, asked.unit) == ("b", "resolve", "b1")


def test_after_a_step_back_a_declared_shot_can_be_withheld() -> None:
    session = declared("overwatch")
    session.undo()
    asked = session.match.pending
    assert asked is not None
    assert (asked.seat, asked.kind) == ("b", "resolve")
    session.choose("b1:nothing")
    assert "fire_held" in {entry.type for entry in session.match.events}
