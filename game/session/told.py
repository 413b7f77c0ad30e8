"""What may be told of a computer player's thought: the one filter between what it weighed and what others may read."""

from __future__ import annotations

from typing import NamedTuple

from game.ai.thought import Thought, Weighed
from game.engine.match import Match
from game.engine.names import Seat
from game.engine.offers import drafting
from game.engine.state import State


class Told(NamedTuple):
    """A thought, as much of it as everybody may know (None: nothing), and the table before its answer."""

    thought: Thought
    public: Thought | None
    front: State


def told_of(match: Match, thought: Thought) -> Told:
    """A thought about the pending question of the match.

    Of an answer that is itself a secret (a marker, a place to begin, a part of a plan) the others learn nothing. While
    its seat has a face-down marker, whatever was weighed may depend on that, even whether anything was: then only the
    answer is told, with the chances that everybody can work out. Otherwise it was weighed by public facts.
    """
    rules, front, seat = match.rules, match.front, thought.seat
    if not rules.hidden_markers:
        return Told(thought, None if drafting(rules, front) else thought, front)
    supposed = match.supposed()
    if supposed is None or not may_tell_a_marker(match, seat):
        return Told(thought, None if supposed is None else thought, front)
    chances = rules.forecast(supposed.front, thought.option)
    return Told(thought, Thought(seat, Weighed(thought.option, 0.0), promise=chances), front)


def may_tell_a_marker(match: Match, seat: Seat) -> bool:
    """Whether, by public facts, what a seat answers and how long it weighs that may depend on a face-down marker."""
    return match.rules.hidden_markers and any(unit.has_face_down for unit in match.front.standing(seat))
