"""The beat of a shared table: something has been announced, and whoever wants to answer it says "wait!".

Which seats could answer, with what, and whether there is a beat at all, rests on public facts alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from game.engine.decisions import Decision
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.options import PASS


class Beat(NamedTuple):
    """One question for the whole table.

    `announced`: what may be answered, in a sentence. `asked`: the people who would be asked if nobody answered, in order.
    `could`: for those of them who could answer by public facts, their question with all its options.
    """

    announced: str
    asked: tuple[str, ...]
    could: Mapping[str, Decision]


def beat_of(match: Match, people: Collection[str]) -> Beat | None:
    """The beat at the pending reaction window, None where no person at the table could answer by public facts."""
    asked = match.pending
    if asked is None or asked.kind != "react":
        return None
    seats: list[str] = []
    could: dict[str, Decision] = {}
    ahead, reactions = match, len(match.front.queues[-1].reactions)
    while (pending := ahead.pending) is not None and pending.kind == "react" and pending.seat not in seats:
        if pending.seat not in people or len(ahead.front.queues[-1].reactions) != reactions:
            break
        seats.append(pending.seat)
        supposed = ahead.supposed()
        if supposed is not None and any(option.action != PASS.action for option in supposed.decision.options):
            could[pending.seat] = supposed.decision
        ahead = ahead.clone(DiceSource("ask"))
        ahead.choose(PASS.id)
    return Beat(asked.note, tuple(seats), could) if could else None
