"""Steps that run without events up to the next question, and the marks that tell the resulting tables apart."""

from __future__ import annotations

import pytest

from game.board.board import Board
from game.engine.decisions import DICE
from game.engine.options import Option
from game.engine.reactions import RollOff
from game.engine.state import Marks, State, Unit, Verdict
from game.engine.steps import Step, step
from game.engine.structs import fresh
from game.engine.table import run_step, run_to_question

BOARD = Board.from_rows(["..."])


@step
def goes_on(t) -> None:
    """A step that asks nothing: the turn is one later."""
    t.state.turn += 1


@step
def asks_whether(t) -> None:
    """Going on is two turns, stopping none."""
    answer = t.ask("a", "go", [Option("go", "go"), Option("stop", "stop")], question="Go on?")
    t.state.turn += 2 * (answer.action == "go")


@step
def turns_and_asks(t) -> None:
    """It is another turn already when the question is asked."""
    t.state.turn = 7
    t.ask("b", "go", [Option("go", "go"), Option("stop", "stop")], question="Go on?")


@step
def throws(t) -> None:
    """Two units roll off, and a turn is over."""
    t.roll(RollOff(("a1", "b1")))
    t.state.turn += 1


@step
def wins(t) -> None:
    """The game is over."""
    t.state.outcome = Verdict("a", "nobody is left")


def standing(*steps):
    """A table on which these steps are to be run, in this order."""
    agenda = [Step(one, []) for one in reversed(steps)]
    units = {"a1": Unit("a1", "a", "sort", 0, {}), "b1": Unit("b1", "b", "sort", 2, {})}
    return State(BOARD, ("a", "b"), units, 99, agenda=agenda)


def to_do(state):
    return [one.run for one in reversed(state.agenda)]


# -- the run ----------------------------------------------------------------------------------------------------------


def test_steps_run_until_one_asks_and_the_table_before_that_step_is_kept():
    first = standing(goes_on, goes_on, asks_whether, goes_on)
    state, answers, front, asked, runs = run_to_question(first, None, [])
    assert (asked.seat, asked.kind, [option.id for option in asked.options]) == ("a", "go", ["go", "stop"])
    assert (state.turn, answers, front.turn, runs) == (3, [], 3, 3)
    assert to_do(state) == [asks_whether, goes_on]
    assert (first.turn, to_do(first)) == (1, [goes_on, goes_on, asks_whether, goes_on]), "it was run on a copy"
    answered = run_to_question(state, None, [*answers, asked.option("go")])
    assert (answered.state.turn, answered.decision, answered.runs) == (6, None, 2)


def test_an_answer_goes_to_the_step_that_asked_and_to_no_later_one():
    first = standing(asks_whether, asks_whether)
    stop = Option("stop", "stop")
    state, answers, _, asked, _ = run_to_question(first, None, [stop])
    assert (asked.kind, answers, to_do(state)) == ("go", [], [asks_whether])


def test_changes_a_step_made_before_its_question_are_only_on_the_front_table():
    found = run_to_question(standing(turns_and_asks), None, [])
    assert (found.state.turn, found.front.turn, found.decision.seat) == (1, 7, "b")


def test_a_roll_stops_the_run_like_a_question():
    found = run_to_question(standing(goes_on, throws, goes_on), None, [])
    assert (found.decision.seat, found.decision.why, found.decision.dice) == (DICE, "roll-off", (6, 6))
    assert (found.state.turn, to_do(found.state), found.runs) == (2, [throws, goes_on], 2)


def test_without_steps_nothing_is_asked():
    found = run_to_question(standing(goes_on), None, [])
    assert (found.decision, found.state.turn, found.runs) == (None, 2, 1)
    assert found.front is found.state


def test_a_game_that_is_over_runs_no_further_step():
    found = run_to_question(standing(wins, asks_whether), None, [])
    assert (found.decision, found.state.outcome.winner, to_do(found.state), found.runs) == (
        None,
        "a",
        [asks_whether],
        1,
    )


def test_a_run_stops_when_the_game_is_over_or_its_number_of_steps_is_used_up():
    steps = [goes_on] * 4 + [asks_whether]
    over = run_to_question(standing(*steps), None, [], over=lambda state: state.turn == 4)
    assert (over.decision, over.state.turn, over.runs) == (None, 4, 3)
    most = run_to_question(standing(*steps), None, [], most_steps=2)
    assert (most.decision, most.state.turn, most.runs) == (None, 3, 2)
    already = run_to_question(standing(*steps), None, [], over=lambda _: True)
    assert (already.state.turn, already.runs) == (1, 0)


# -- the marks --------------------------------------------------------------------------------------------------------


def moved(state, name, cell):
    """A table on which one unit stands elsewhere; all others are the same objects."""
    twin = state.clone()
    unit = fresh(twin.units[name])
    unit.at = cell
    twin.units = {**twin.units, name: unit}
    return twin


def test_equal_tables_have_the_same_mark_whether_they_share_units_or_not():
    marks, state = Marks(), standing(goes_on)
    assert marks.of(state) == marks.of(state.clone()) == marks.of(state.apart())
    there = moved(state, "b1", 1)
    assert marks.of(moved(there, "b1", 2)) == marks.of(state), "it has come back"


@pytest.mark.parametrize("other", [
    lambda state: moved(state, "a1", 1),
    lambda state: moved(state, "b1", 1),
    lambda state: run_step(state, None, [])[0].state,
])  # fmt: skip
def test_different_tables_have_different_marks(other):
    marks, state = Marks(), standing(goes_on)
    assert marks.of(state) != marks.of(other(state))


def test_two_units_that_have_changed_places_give_another_mark():
    marks, state = Marks(), standing()
    assert marks.of(state) != marks.of(moved(moved(state, "a1", 2), "b1", 0))


def test_fields_left_out_of_a_mark_do_not_change_it():
    marks, state = Marks(), standing(goes_on)
    later, _ = run_step(state, None, [])
    assert marks.of(state, "turn", "agenda") == marks.of(later.state, "turn", "agenda")
    assert marks.of(state, "turn") != marks.of(later.state, "turn"), "there is less to do"


def test_a_new_unit_at_the_memory_address_of_a_freed_one_gives_another_mark():
    marks, state = Marks(), standing()
    assert len({marks.of(moved(state, "b1", cell)) for cell in range(1000)}) == 1000
