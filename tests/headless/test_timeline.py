"""Going back and forth in a match, branching, noting: none of it changes the main line."""

from __future__ import annotations

import json
import random

import pytest
from tables import BOOKS, DUEL, begun, choose_any, field, played

from game.engine.answers import NoDecision
from game.engine.match import KEPT_WHOLE
from game.engine.names import MarkerKind
from game.records import moments, record
from game.records.moments import BY
from game.records.record import Extras, Mark
from game.records.timeline import Timeline, TimelineError, take_up_save, undo_needs_consent
from game.rules import build
from game.sketch import read_sketch, write_sketch
from tests.viewed import viewed


@pytest.mark.parametrize("book", BOOKS)
def test_the_timeline_can_go_back_to_every_choice(book):
    match, rng = begun(field(book, 3), 3), random.Random(3)
    hashes, asked = [match.hash()], [match.pending]
    while match.pending:
        choose_any(match, rng)
        hashes.append(match.hash())
        asked.append(match.pending)
    timeline = Timeline(match)
    for made in [*range(len(hashes) - 1, -1, -1), *range(len(hashes))]:
        shown = timeline.go(made)
        assert shown.hash() == hashes[made]
        assert shown.pending == asked[made]
        assert len(shown.history) == made
    assert match.hash() == hashes[-1]


@pytest.mark.parametrize("marks", [[], [Mark(0, "study")]])
def test_a_game_taken_up_from_a_save_notes_it_and_rolls_other_dice_except_in_a_study(marks):
    match = played("skirmishcorps", 4)
    while len(match.history) > 6:
        match.undo()
    dice, hashed, studied = match.dice, match.hash(), bool(marks)
    take_up_save(match, marks)
    assert match.hash() == hashed
    assert (match.dice == dice) == studied
    assert [(mark.made, mark.word) for mark in marks] == [(0, "study") if studied else (6, "loaded")]
    faces = [source.draw(match.dice_used, "", (20,) * 30)[0] for source in (dice, match.dice)]
    assert (faces[0] == faces[1]) == studied
    again = Timeline.open(record.read(json.loads(json.dumps(Timeline(match, Extras(marks=marks)).save()))), build)
    assert (again.match.dice, again.match.hash(), again.marks) == (match.dice, hashed, marks)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("by", BY)
def test_stepping_to_the_start_and_back_to_the_end_visits_the_same_places(book, by):
    match = played(book, 4)
    before = match.hash()
    timeline = Timeline(match)
    back = [timeline.place]
    while timeline.place != moments.first(match) and (not back[1:] or back[-1] != back[-2]):
        timeline.step(by, -1)
        back.append(timeline.place)
        assert len(timeline.shown.events) == timeline.place.events
    first = timeline.stops(by)[0]
    timeline.stand(first)
    forth = [timeline.place]
    while not timeline.at_end:
        timeline.step(by)
        forth.append(timeline.place)
    assert [place for place in reversed(back) if place in forth] == [place for place in forth if place in back]
    assert forth == list(timeline.stops(by))
    assert match.hash() == before


def test_between_two_choices_the_table_is_shown_as_it_was_then():
    match = begun(DUEL, 1)
    for option in ("r1:move:jog:4,2", "b1:ranged_attack:r1", "b1:force", "r1:move:4,2"):
        match.choose(option)
    moved = next(event for event in match.events if event.type == "moved")
    assert match.history[-1].events < moved.n
    timeline = Timeline(match)
    places = {place.events: place for place in timeline.stops("event")}
    assert timeline.stand(places[moved.n]).front.units["r1"].at == match.setup.board.cell(0, 2)
    assert timeline.shown.pending is None
    with pytest.raises(TimelineError):
        timeline.choose("pass")
    assert timeline.stand(places[moved.n + 1]).front.units["r1"].at == match.setup.board.cell(4, 2)
    assert viewed(timeline.shown, "blue")["units"][0]["at"] == [4, 2]


def test_stops_by_die_reaction_and_casualty_end_with_such_an_event():
    match = played("skirmishcorps", 11, units=5)
    timeline = Timeline(match)
    for by, test in (
        ("die", lambda event: event.type == "rolled"),
        ("reaction", lambda event: event.type == "reaction_declared"),
        ("casualty", lambda event: event.fields.get("out") is True),
    ):
        found = [place for place in timeline.stops(by) if place.events and test(match.events[place.events - 1])]
        assert len(found) == sum(map(test, match.events)) > 0


def test_undo_and_redo_come_out_the_same_dice_included():
    match = played("skirmishcorps", 9)
    timeline = Timeline(match)
    hashes, events = [match.hash()], list(match.events)
    while match.history:
        timeline.undo(study=True)
        hashes.append(match.hash())
    for expected in reversed(hashes[:-1]):
        timeline.redo()
        assert match.hash() == expected
    assert match.events == events
    with pytest.raises(NoDecision):
        timeline.redo()


def test_a_new_choice_forgets_the_choices_that_could_be_redone():
    timeline = Timeline(begun(DUEL))
    timeline.choose("r1:move:jog:4,2")
    timeline.undo(study=True)
    timeline.choose("r1:hold")
    with pytest.raises(NoDecision):
        timeline.redo()


def test_a_note_on_a_choice_that_was_taken_back_comes_back_with_it_and_goes_once_another_is_made():
    timeline = Timeline(begun(DUEL))
    timeline.note("Before.")
    timeline.choose("r1:move:jog:4,2")
    timeline.note("A jog.")
    timeline.undo("blue")
    timeline.redo()
    assert timeline.notes == {0: "Before.", 1: "A jog."}
    timeline.undo("blue")
    timeline.choose("r1:hold")
    assert timeline.notes == {0: "Before."}


def test_taking_back_dice_or_a_shown_marker_needs_consent_and_is_logged():
    match = begun(DUEL, 1)
    timeline = Timeline(match)
    assert undo_needs_consent(match) == ""
    timeline.choose("r1:move:jog:4,2")
    assert "R1" in undo_needs_consent(match)
    with pytest.raises(TimelineError, match="must agree"):
        timeline.undo()
    assert len(match.history) == 1
    for option in ("b1:ranged_attack:r1", "b1:wait"):
        timeline.choose(option)
    while not any(event.type == "rolled" for event in match.events):
        timeline.choose(match.pending.default)
    assert undo_needs_consent(match) == "dice have been rolled"
    assert undo_needs_consent(match, study=True) == ""
    made = len(match.history)
    timeline.undo("red")
    assert timeline.log == [record.Undone(made - 1, "dice have been rolled", "red")]
    assert record.read(json.loads(json.dumps(timeline.save()))).log[0].agreed_by == "red"


def test_a_branch_leaves_the_main_line_as_it_is():
    match = played("skirmishcorps", 10)
    before, length = match.hash(), len(match.history)
    timeline, rng = Timeline(match), random.Random(1)
    timeline.go(length // 2)
    branch = timeline.branch("what if")
    for _ in range(5):
        choose_any(branch, rng)
    assert timeline.follow().hash() == before
    assert len(match.history) == length
    assert timeline.follow("what if") is branch
    with pytest.raises(TimelineError):
        timeline.branch("what if")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("main", "Only the main line is called main: give the branch another name."),
        ("Main", "Only the main line is called main: give the branch another name."),
        ("x" * 201, "The name of a branch has at most 200 letters: give it a shorter one."),
        ("", "A branch needs a name."),
    ],
)
def test_a_name_that_no_branch_can_have_is_refused_and_changes_nothing(name, sentence):
    timeline = Timeline(begun(DUEL))
    with pytest.raises(TimelineError) as refused:
        timeline.branch(name)
    assert str(refused.value) == sentence
    assert list(timeline.lines) == [""]


def test_the_longest_name_of_a_branch_comes_back_from_the_record():
    timeline = Timeline(begun(DUEL))
    timeline.branch("x" * 200)
    again = Timeline.open(record.read(json.loads(json.dumps(timeline.save()))), build)
    assert list(again.lines) == ["", "x" * 200]


@pytest.mark.parametrize("name", ["", "twice"])
def test_a_branch_that_would_take_the_place_of_another_line_is_refused(name):
    branches = [record.Branch(called, 0, ()) for called in ("twice", name)]
    with pytest.raises(record.RecordError) as refused:
        Timeline(begun(DUEL), record.Extras(branches=branches))
    assert str(refused.value) == f"The branch “{name}” is twice in the record, or has no name."


def test_only_the_end_of_a_line_can_be_played_on():
    timeline = Timeline(begun(DUEL))
    timeline.choose("r1:move:jog:4,2")
    timeline.go(0)
    with pytest.raises(TimelineError, match="branch"):
        timeline.choose("r1:hold")


@pytest.mark.parametrize("book", BOOKS)
def test_branches_and_notes_are_kept_in_the_record(book):
    timeline, rng = Timeline(played(book, 12)), random.Random(3)
    timeline.go(4)
    timeline.note("A bold move.")
    timeline.branch("otherwise")
    for _ in range(4):
        choose_any(timeline.match, rng)
    timeline.go(2)
    timeline.branch("earlier still")
    choose_any(timeline.match, rng)
    again = Timeline.open(record.read(json.loads(json.dumps(timeline.save()))), build)
    assert again.notes == {4: "A bold move."}
    assert {name: line.match.hash() for name, line in again.lines.items()} == {
        name: line.match.hash() for name, line in timeline.lines.items()
    }


@pytest.mark.parametrize("taken_back", ["main", "branch"])
def test_a_branch_is_kept_whole_after_a_step_back_behind_the_place_where_it_left(taken_back):
    timeline, rng = Timeline(played("skirmishcorps", 12)), random.Random(3)
    timeline.go(6)
    timeline.branch("otherwise")
    choose_any(timeline.match, rng)
    if taken_back == "main":
        timeline.follow()
    while len(timeline.match.history) > 4:
        timeline.undo("red", study=True)
    if taken_back == "main":
        option = next(
            o for o in timeline.match.pending.options if o.id != timeline.lines["otherwise"].match.choices[4].option
        )
        timeline.choose(option.id)
    again = Timeline.open(record.read(json.loads(json.dumps(timeline.save()))), build)
    for name, line in timeline.lines.items():
        assert again.lines[name].match.hash() == line.match.hash()
        assert len(again.lines[name].match.history) == len(line.match.history)


def test_a_position_becomes_a_sketch_that_can_be_played():
    match = begun(field("skirmishcorps", 14, units=4), 14)
    rng = random.Random(14)
    while match.front.phase != "act" or match.front.queues:
        choose_any(match, rng)
    setup = Timeline(match).position()
    sketch = write_sketch(setup)
    again = begun(json.loads(json.dumps(sketch)))
    assert {u.id: (u.at, u.markers) for u in again.front.standing()} == {
        u.id: (u.at, u.markers) for u in match.front.standing()
    }
    assert (again.front.turn, again.front.phase) == (match.front.turn, match.front.phase)
    assert read_sketch(sketch).fingerprint() == setup.fingerprint()


def test_a_marker_that_only_a_plug_in_knows_stays_out_of_a_position():
    match = begun(DUEL)
    known = dict(match.front.units["r1"].markers)
    match.front.units["r1"].markers[MarkerKind("smoke")] = "up"
    setup = Timeline(match).position()
    assert next(unit.markers for unit in setup.units if unit.id == "r1") == known != {}
    assert read_sketch(write_sketch(setup)).fingerprint() == setup.fingerprint()


def test_a_position_in_the_middle_of_an_action_is_the_one_before_it():
    timeline = Timeline(begun(DUEL))
    timeline.choose("r1:move:jog:4,2")
    assert timeline.match.front.queues
    assert next(unit.markers for unit in timeline.position().units if unit.id == "r1") == {"move": "down"}


def test_old_moments_keep_no_question_but_give_it_when_asked():
    match = played("skirmishcorps", 15, units=6)
    assert len(match.history) > KEPT_WHOLE + 10
    assert match.history[0].front is None
    assert match.history[-1].front is not None
    assert match.at(0).pending.kind == "assign"
