"""A hint: what the computer would answer for the person who is asked, in sentences.

It rests only on what that person's seat may know.
"""

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
"""How many rejected answers are told, the best first."""


class Hint(NamedTuple):
    """What the computer would do, and why.

    `made`: how many choices had been made when the hint was asked for; `said`: the answer and its reason; `expected`:
    how the other side is expected to answer, "" for none; `dropped`: why other answers were rejected.
    """

    made: int
    seat: Seat
    option: Option
    said: str
    expected: str
    dropped: tuple[str, ...]


def why_no_hint(session: Session) -> str:
    """Why there is no hint here, as a sentence; "" if the viewer may have one."""
    seat = session.asked
    if not seat:
        return "The battle is over: there is nothing to decide."
    if seat == DICE:
        return "Dice are to be rolled: there is nothing to decide."
    if seat not in session.people:
        return f"{spoken(seat)} is played by the computer: a hint is for your own questions."
    if session.sight.shared and session.viewer != seat:
        return (
            f"Everybody looks at this screen, and a hint for {spoken(seat)} would tell what its face-down markers are."
        )
    if session.sight.secrets and session.viewer != seat:
        return f"{spoken(seat)} is asked: it gets its hints on its own screen."
    return ""


def foreseen(session: Session) -> bool:
    """Whether a computer player's next answer may be shown before it is given: at an open table with a person."""
    return session.table is TableKind.OPEN and bool(session.people) and session.waits_for_player


def hint_of(thought: Thought, state: State, made: int) -> Hint:
    """A thought in sentences, for a viewer that may know all that its seat knows."""
    return Hint(
        made,
        thought.seat,
        thought.option,
        f"{sentence(thought, state)}.",
        f"{answer}." if (answer := answer_sentence(thought, state)) else "",
        tuple(f"{dropped_sentence(thought, rejected, state)}." for rejected in thought.others[:DROPPED]),
    )
