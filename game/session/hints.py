"""A hint: what the computer would answer for the person who is asked, in sentences. It looks only at what that seat may know."""

from __future__ import annotations

from typing import NamedTuple

from game.ai.thought import Thought, answer_sentence, dropped_sentence, sentence
from game.engine.decisions import DICE
from game.engine.names import Seat, spoken
from game.engine.options import Option
from game.engine.state import State
from game.records.tables import TableKind
from game.session.session import Session

DROPPED = 2
"""How many of the answers that were dropped are told, the best first."""


class Hint(NamedTuple):
    """What the computer would do, and why. `made`: how many choices had been made when it was asked.

    `said`: the answer and its reason; `expected`: the answer of the other side that is expected, "" for none; `dropped`:
    why others were not taken.
    """

    made: int
    seat: Seat
    option: Option
    said: str
    expected: str
    dropped: tuple[str, ...]


def refused(session: Session) -> str:
    """Why nobody is given a hint here, as a sentence; "" where the one who looks may have one."""
    asked = session.asked
    if not asked:
        return "The battle is over: there is nothing to be hinted at."
    if asked == DICE:
        return "Dice are to be rolled: nobody has to decide anything."
    if asked not in session.people:
        return f"{spoken(asked)} is played by the computer: a hint is for your own questions."
    if session.shared and session.viewer != asked:
        return (
            f"Everybody looks at this screen, and a hint for {spoken(asked)} would tell what its face-down markers are."
        )
    if session.secrets and session.viewer != asked:
        return f"It is {spoken(asked)} who is asked: a hint is for its own screen."
    return ""


def foreseen(session: Session) -> bool:
    """Whether what a computer player is about to do may be shown before it does it: on an open table with somebody there."""
    return session.table is TableKind.OPEN and bool(session.people) and session.waits_for_player


def hint_of(thought: Thought, state: State, made: int) -> Hint:
    """A thought in sentences, for a viewer who may know all that its seat knows."""
    return Hint(
        made,
        thought.seat,
        thought.option,
        f"{sentence(thought, state)}.",
        f"{said}." if (said := answer_sentence(thought, state)) else "",
        tuple(f"{dropped_sentence(thought, other, state)}." for other in thought.others[:DROPPED]),
    )
