"""Copy-on-write lists, because a queue of thousands of reactions is copied at every step."""

from __future__ import annotations

import msgspec
import pytest

from game.board.board import Board
from game.engine.queue import Action, Reaction, ReactionQueue, Reactions, Trigger
from game.engine.sharing import PART, SharedList
from game.engine.state import State

MANY = 2 * PART + 7


def reactions(count=MANY, status="declared"):
    return Reactions(Reaction(i, f"u{i}", "a", 0, "drum", status=status) for i in range(count))


def test_a_copy_shares_each_piece_with_the_original_until_one_of_them_writes_it():
    first = reactions()
    twin = first.copy()
    assert all(one is other for one, other in zip(first, twin, strict=True))
    twin.own(PART).why = "written in the copy"
    first.own(3).why = "written in the first"
    assert [r.why for r in first if r.why] == ["written in the first"]
    assert [r.why for r in twin if r.why] == ["written in the copy"]
    assert twin[PART] is twin.own(PART), "it is copied once"


def test_appending_to_a_copy_leaves_the_original_alone():
    first = reactions(PART + 1)
    twin = first.copy()
    for number in range(PART + 1, MANY):
        twin.append(Reaction(number, "late", "a", 0, "drum"))
    assert (len(first), len(twin)) == (PART + 1, MANY)
    assert [r.id for r in twin] == list(range(MANY))
    assert [r.id for r in reversed(twin)] == list(range(MANY))[::-1]


def test_items_are_found_by_index_from_both_ends():
    kept = reactions()
    assert (kept[0].id, kept[PART].id, kept[-1].id, kept[-MANY].id) == (0, PART, MANY - 1, 0)
    assert [r.id for r in kept[PART - 1 : PART + 2]] == [PART - 1, PART, PART + 1]
    for outside in (MANY, -MANY - 1):
        with pytest.raises(IndexError):
            kept[outside]
        with pytest.raises(IndexError):
            kept.own(outside)
    full = reactions(PART)
    with pytest.raises(IndexError):
        full.own(-PART - 1)


def test_reactions_are_carried_out_by_rank_and_equal_ones_as_declared():
    kept = reactions(6)
    worth = [2, 1, 2, 0, 1, 0]
    asked = []

    def rank(reaction):
        asked.append(reaction.id)
        return (worth[reaction.id],)

    assert [r.id for r in kept.waiting(rank)] == [3, 5, 1, 4, 0, 2]
    kept.take_slot(3).status = "now"
    kept.own(1).status = "lapsed"
    later = kept.copy()
    assert [r.id for r in later.waiting(rank)] == [5, 4, 0, 2]
    assert asked == list(range(6)), "the order is worked out once"
    later.append(Reaction(6, "late", "a", 0, "drum"))
    worth.append(-1)
    later.declare(6)
    assert [r.id for r in later.waiting(rank)] == [6, 5, 4, 0, 2]
    assert [r.id for r in kept.waiting(rank)] == [5, 4, 0, 2]


def test_a_slot_counts_the_reactions_before_it_even_after_a_queue_is_loaded():
    kept = reactions(4)
    assert [kept.take_slot(place).slot for place in (2, 0)] == [0, 1]
    assert Reactions(kept).take_slot(1).slot == 2


def test_a_queue_goes_to_json_and_back():
    board = Board.from_rows(["..."])
    queue = ReactionQueue("beat", "a1", Action("beat", "a1"))
    queue.triggers.append(Trigger(0, 4, "a1", "beat", ["b"]))
    queue.reactions = reactions(3)
    state = State(board, ("a", "b"), {}, 1, queues=[queue])
    found = State.from_json(msgspec.json.decode(msgspec.json.encode(state.to_json())), board)
    assert found.key() == state.key()
    assert isinstance(found.queues[0].triggers, SharedList)
    assert [r.unit for r in found.queues[0].reactions.waiting(lambda r: (-r.id,))] == ["u2", "u1", "u0"]


def test_only_the_latest_triggers_are_open():
    queue = ReactionQueue("beat", "a1", Action("beat", "a1"))
    for number in range(3):
        queue.triggers.append(Trigger(number, number, "a1", "beat", ["b"]))
    before = queue.clone()
    queue.close_triggers()
    queue.triggers.append(Trigger(3, 3, "a1", "beat", ["b"]))
    assert [trigger.id for trigger in queue.open_triggers()] == [3]
    assert [trigger.id for trigger in before.open_triggers()] == [0, 1, 2]
