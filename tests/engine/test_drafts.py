"""Plans in the reaction queue: what a choice does to them, their order, looking ahead without planning."""

from __future__ import annotations

from tests.ui import drill
from tests.viewed import viewed

FIELD = [*["." for _ in range(4)], ". . l1 . l2 . l3 . . . . . . . . . h1 h2", *["." for _ in range(8)]]


def drafting(rows=FIELD, choice="l:advance", seat="blue"):
    match = drill.match(rows, seat)
    match.choose(choice)
    return match


def plan(match):
    return [(row.unit, match.setup.board.label(row.to)) for row in match.front.queues[-1].plan()]


def test_a_unit_planned_again_keeps_its_place_in_the_order():
    match = drafting()
    match.choose("l:l1:move:3,5")
    match.choose("l2:move:5,6")
    assert plan(match) == [("l3", "h6"), ("l2", "f7"), ("l1", "d6")]


def test_a_unit_goes_last_where_only_that_can_be_confirmed():
    match = drafting()
    match.choose("l1:move:3,5")
    match.choose("l2:move:4,6")
    match.choose("l1:move:4,4")
    assert plan(match) == [("l2", "e7"), ("l1", "e5")], "L2 has to be gone first"


def test_a_unit_keeps_its_place_where_neither_order_can_be_confirmed():
    match = drafting()
    match.choose("l1:move:3,5")
    match.choose("l2:move:5,6")
    match.choose("l1:move:0,7")
    assert match.pending.refused[0].clause == "DR-02"
    assert plan(match) == [("l1", "a8"), ("l2", "f7")]


def test_an_option_without_a_move_takes_its_unit_out_of_the_plan():
    match = drafting()
    match.choose("l:l1:move:3,5")
    match.choose("l2:unplan")
    assert plan(match) == [("l3", "h6"), ("l1", "d6")]
    assert [reaction.id for reaction in match.front.queues[-1].reactions] == [0, 1]


def test_looking_ahead_shows_what_the_plan_would_be_and_changes_nothing():
    match = drafting()
    match.choose("l1:move:3,5")
    before = match.hash()
    ahead = match.drafted(match.pending.option("l2:move:5,6"))
    assert [row.unit for row in ahead.plan] == ["l1", "l2"]
    assert ahead.refused is None
    assert ("l1", "l2") in ahead.overlay.plan.links
    far = match.drafted(match.pending.option("l1:move:0,7"))
    assert far.refused.clause == "DR-02"
    assert far.overlay.plan.apart == ("l1",)
    assert match.hash() == before
    assert plan(match) == [("l1", "d6")]


def test_an_unconfirmed_plan_is_seen_only_by_its_seat_and_the_referee():
    match = drafting()
    match.choose("l1:move:3,5")
    for seat, seen in ((None, ["l1"]), ("blue", ["l1"]), ("red", [])):
        view = viewed(match, seat)
        assert [row["unit"] for row in view["queue"]["plan"]] == seen
        assert bool(view["overlay"]) is bool(seen)


def test_the_log_says_nothing_of_a_plan_before_it_is_confirmed():
    match = drafting()
    told = len(match.events)
    match.choose("l:l1:move:3,5")
    match.choose("l2:move:5,6")
    assert len(match.events) == told
    match.choose("confirm")
    assert [event.fields["unit"] for event in match.events[told:] if event.type == "moved"] == ["l3", "l2", "l1"]
