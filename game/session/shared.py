"""The call to a whole shared table: something has been announced, and whoever wants to answer it says "wait!".

Which seats could answer, with what, and whether there is a call at all, rests on public facts alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from msgspec import structs

from game.engine.decisions import Decision, Refusal
from game.engine.dice import DiceSource
from game.engine.match import Match, Supposed
from game.engine.names import UnitId
from game.engine.options import PASS, Option, Options, Part

WHOLE_TABLE = "The whole table"
NOBODY = PASS.but(text="Nobody answers")
NOT_FOR_THAT = "its marker is not for that"
NOTHING_AFTER_ALL = PASS.but(text="Nothing after all: back to the whole table")


class Call(NamedTuple):
    """One question for the whole table.

    `question` lists what anybody could answer by public facts, seat after seat, and last that nobody answers. `asked`:
    the people who would be asked if nobody answered, in order. `could`: those who could answer, each with the question
    as it would be put to that seat.
    """

    question: Decision
    asked: tuple[str, ...]
    could: Mapping[str, Supposed]

    def seat_of(self, option_id: str) -> str:
        """The seat that would give an answer, "" if there is none."""
        return next((seat for seat, put in self.could.items() if put.decision.option(option_id) is not None), "")


class Slips:
    """What wrong picks have told everybody at a shared table: for which questions of a turn a unit's marker is not."""

    def __init__(self) -> None:
        self._told: dict[tuple[int, str], frozenset[UnitId]] = {}

    def known(self, match: Match) -> frozenset[UnitId]:
        """The units of which everybody has heard in this turn that their markers are not for what is asked."""
        asked = match.pending
        return self._told.get((match.front.turn, asked.kind), frozenset()) if asked is not None else frozenset()

    def add(self, match: Match, unit: UnitId) -> None:
        """A unit was picked whose marker is not for what is asked: until the turn ends it is not offered for that again."""
        if match.pending is not None:
            self._told[match.front.turn, match.pending.kind] = self.known(match) | {unit}


def without(asked: Decision, units: Collection[UnitId]) -> Decision:
    """The question without the answers of units of which everybody knows that their markers are not for it."""
    named = [(part if isinstance(part, Option) else part[0]).unit for part in asked.options.parts]
    out = {unit for unit in named if unit in units}
    if not out:
        return asked
    left = Options([part for part, unit in zip(asked.options.parts, named, strict=True) if unit not in out])
    clause = next(iter(asked.clauses), "")
    barred = [Refusal(clause, NOT_FOR_THAT, unit) for unit in sorted(out)]
    return structs.replace(asked, options=left, refusing=lambda: [*asked.refused, *barred])


def call_of(match: Match, people: Collection[str], known: Collection[UnitId] = ()) -> Call | None:
    """The call at the pending reaction window, None where no person at the table could answer by public facts.

    `known`: units of which everybody has seen that their markers are not for it.
    """
    asked = match.pending
    if asked is None or match.window is None:
        return None
    seats: list[str] = []
    could: dict[str, Supposed] = {}
    reactions = len(match.front.queues[-1].reactions)
    for ahead in passing(match):
        pending = ahead.pending
        if pending is None or pending.seat not in people or len(ahead.front.queues[-1].reactions) != reactions:
            break
        seats.append(pending.seat)
        supposed = ahead.supposed()
        if supposed is not None and _at_stake(match, supposed):
            put = without(supposed.decision, known)
            answers = [part for part in put.options.parts if not _declines(part)]
            if answers:
                options = Options([*answers, NOTHING_AFTER_ALL])
                could[pending.seat] = supposed._replace(decision=structs.replace(put, options=options))
    if not could:
        return None
    parts: list[Part] = [p for put in could.values() for p in put.decision.options.parts if not _declines(p)]
    question = Decision(
        asked.seat,
        asked.kind,
        "does anybody answer?",
        Options([*parts, NOBODY]),
        asked.note,
        asked.clauses,
        NOBODY.id,
        who=WHOLE_TABLE,
        refusing=lambda: [no for put in could.values() for no in put.decision.refused],
    )
    return Call(question, tuple(seats), could)


def _at_stake(match: Match, put: Supposed) -> bool:
    """Whether there is anything to answer that changes something."""
    answers = any(option.action != PASS.action for option in put.decision.options)
    return answers and not match.rules.idle_answer(put.front, put.decision)


def passing(match: Match) -> list[Match]:
    """The match at each of the questions of this window that follow one another if every seat passes, itself first."""
    found: list[Match] = []
    seats: list[str] = []
    ahead = match
    while ahead.pending is not None and ahead.window is not None and ahead.pending.seat not in seats:
        found.append(ahead)
        seats.append(ahead.pending.seat)
        ahead = ahead.clone(DiceSource("ask"))
        ahead.choose(PASS.id)
    return found


def _declines(part: Part) -> bool:
    return isinstance(part, Option) and part.action == PASS.action
