"""Standing answers in the terminal: when a seat is asked to react."""

from __future__ import annotations

import pytest

from game.cli.text.table import Refused, TextTable
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.records.tables import TableKind
from game.records.timeline import Timeline
from game.rules import build
from game.sketch import read_sketch
from tests.sketches import LAID
from tests.talking import said


def lane(kind: TableKind = TableKind.CURTAINS) -> TextTable:
    """Red is asked what to do, behind its own curtain."""
    table = TextTable(Timeline(Match(read_sketch(LAID), build("skirmishcorps"), DiceSource(seed=5))), kind=kind)
    table.begin()
    return table


def test_standing_answers_are_set_and_read_for_all_units_and_for_one() -> None:
    table = lane()
    assert said(table, "when") == "Red is always asked to react."
    assert said(table, "when never") == "Red is never asked to react."
    told = said(table, "when r1 if danger odds 40 within 12 target veteran")
    assert told.splitlines() == [
        "Red is never asked to react.",
        "R1: asked to react if one of mine is in danger or the odds are 40% or better, within 12″, at veteran.",
    ]


def test_the_sensible_standing_answer_is_one_word() -> None:
    assert (
        said(lane(), "when sensible")
        == "Red is asked to react if one of mine is in danger or the odds are 40% or better."
    )


def test_a_standing_answer_holds_for_the_question_that_is_open() -> None:
    table = lane()
    said(table, "go r1 j1 jog")
    assert table.session.asked == "blue"
    said(table, "when never")
    assert table.session.asked == "red"
    assert table.timeline.standings[-1].seat == "blue"


def test_an_undo_suspends_the_standing_answers() -> None:
    table = lane()
    said(table, "go r1 j1 jog")
    said(table, "when never")
    said(table, "undo")
    assert table.session.asked == "blue"
    assert said(table, "when").startswith("Since a step back Blue is asked about everything, until it uses when again.")


@pytest.mark.parametrize(
    "words", ["when perhaps", "when if", "when if odds 200", "when if within x", "when r9 never", "when if target tank"]
)
def test_a_mistyped_standing_answer_is_refused_with_how_to_type_it(words: str) -> None:
    with pytest.raises(Refused, match=r"^Type it like this: when "):
        said(lane(), words)


def test_standing_answers_are_refused_at_a_shared_table() -> None:
    with pytest.raises(Refused, match=r"^Only the seat that is asked can say that"):
        said(lane(TableKind.SHARED), "when never")


def test_an_undo_that_is_refused_takes_nothing_back() -> None:
    """Blue has passed beforehand, so that Red's own move would be taken back, which showed a marker."""
    units = [
        {"id": "r1", "seat": "red", "profile": "trooper", "at": [0, 2], "marker": "move"},
        {"id": "r2", "seat": "red", "profile": "trooper", "at": [0, 0], "marker": "move"},
        {"id": "b1", "seat": "blue", "profile": "veteran", "at": [9, 2], "marker": "overwatch"},
        {"id": "b2", "seat": "blue", "profile": "trooper", "at": [9, 0], "marker": "move"},
    ]
    sketch = {**LAID, "board": ["..........", "...##.....", ".........."], "units": units}
    table = TextTable(Timeline(Match(read_sketch(sketch), build("skirmishcorps"))), kind=TableKind.CURTAINS)
    table.begin()
    said(table, "r1:hold")
    said(table, "when never")
    said(table, "b2:hold")
    assert "Blue passes." in said(table, "go r2 e1 jog")
    made = list(table.timeline.match.choices)
    with pytest.raises(Refused) as refused:
        said(table, "undo")
    assert str(refused.value) == (
        "To take this back the other side must agree: a face-down marker of R2 has been turned up. "
        "Type undo agreed once it has."
    )
    assert table.timeline.match.choices == made
    assert table.timeline.log == []
    said(table, "undo agreed")
    assert table.timeline.match.choices == made[:2]
