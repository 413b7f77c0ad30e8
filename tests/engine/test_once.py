"""A step that asks is run again for each answer; what it works out before a question is worked out only once."""

from __future__ import annotations

import pytest

from game.board.board import Board
from game.engine.options import Option
from game.engine.state import State
from game.engine.steps import Step, step
from game.engine.table import run_step

WORKED: list[int] = []
"""How many answers there were whenever something was worked out."""


@step
def asks_twice(t) -> None:
    """Two questions; before each of them something is worked out from the answers so far."""
    for question in ("first", "second"):
        found = t.once("legal", lambda: WORKED.append(t.used) or t.used)
        options = [Option(f"{question}:{found}", question), Option("stop", "stop")]
        if t.ask("a", question, options, question=f"The {question}?").action == "stop":
            return
    t.state.turn = 2


@pytest.fixture
def state():
    WORKED.clear()
    return State(Board.from_rows(["."]), ("a", "b"), {}, 9, agenda=[Step(asks_twice, [])])


def test_a_value_worked_out_before_a_question_is_kept_for_the_later_runs_of_the_step(state):
    notes = {}
    _, first = run_step(state, None, [], notes=notes)
    assert [option.id for option in first.options] == ["first:0", "stop"]
    _, second = run_step(state, None, [first.options[0]], notes=notes)
    assert [option.id for option in second.options] == ["second:1", "stop"]
    t, nothing = run_step(state, None, [first.options[0], second.options[0]], notes=notes)
    assert (nothing, t.state.turn) == (None, 2)
    assert WORKED == [0, 1], "before each question, and never again"


def test_without_notes_every_run_of_the_step_works_the_value_out_again(state):
    _, first = run_step(state, None, [])
    _, second = run_step(state, None, [first.options[0]])
    assert [option.id for option in second.options] == ["second:1", "stop"]
    assert WORKED == [0, 0, 1]
