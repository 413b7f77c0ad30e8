"""The call to a whole shared table after an announcement; a seat that wants to answer says "wait!".

Whether there is a call, which seats could answer, and with what, rests on public facts alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from msgspec import structs

from game.engine.decisions import Decision, Refusal
from game.engine.dice import DiceSource
from game.engine.match import Match
from game.engine.names import QuestionKind, UnitId
from game.engine.options import PASS, Option, Options, Part
from game.engine.state import State

WHOLE_TABLE = "The whole table"
NOBODY = PASS.but(text="Nobody answers")
NOT_FOR_THAT = "its marker is not for that"
NOTHING_AFTER_ALL = PASS.but(text="Nothing after all: back to the whole table")


class Question(NamedTuple):
    """A question, and the table on which everything is worked out that is told of its answers."""

    decision: Decision
    front: State


class Call(NamedTuple):
    """One question for the whole table.

    `question` lists every answer that public facts allow, seat after seat, and last that nobody answers. `asked`: the
    seats that would be asked in turn if each passed. `could`: the seats that could answer, each with its own question.
    """

    question: Decision
    asked: tuple[str, ...]
    could: Mapping[str, Question]

    def seat_of(self, option_id: str) -> str:
        """The seat that an answer belongs to, "" if none."""
        return next(
            (seat for seat, question in self.could.items() if question.decision.option(option_id) is not None), ""
        )


class Slips:
    """What wrong picks at a shared table have told everybody: units whose marker does not fit a kind of question."""

    def __init__(self) -> None:
        self._units: dict[tuple[int, QuestionKind], frozenset[UnitId]] = {}

    def misfits(self, match: Match) -> frozenset[UnitId]:
        """The units whose markers, as everybody has heard this turn, do not fit the pending question."""
        decision = match.pending
        return self._units.get((match.front.turn, decision.kind), frozenset()) if decision is not None else frozenset()

    def add(self, match: Match, unit: UnitId) -> None:
        """Note a wrong pick: until the turn ends, the unit is not offered again for this kind of question."""
        if match.pending is not None:
            self._units[match.front.turn, match.pending.kind] = self.misfits(match) | {unit}


def without(decision: Decision, units: Collection[UnitId]) -> Decision:
    """The question without the answers of these units, each with a refusal instead."""
    owners = [(part if isinstance(part, Option) else part[0]).unit for part in decision.options.parts]
    barred_units = {unit for unit in owners if unit in units}
    if not barred_units:
        return decision
    options = Options(
        [part for part, unit in zip(decision.options.parts, owners, strict=True) if unit not in barred_units]
    )
    clause = next(iter(decision.clauses), "")
    barred = [Refusal(clause, NOT_FOR_THAT, unit) for unit in sorted(barred_units)]
    return structs.replace(decision, options=options, refusing=lambda: [*decision.refused, *barred])


def public_question(match: Match, barred: Collection[UnitId] = ()) -> Question | None:
    """The pending question by public facts, None if even the question is secret.

    `barred`: units that are left out, as in `Slips.misfits`.
    """
    supposed = match.supposed()
    return Question(without(supposed.decision, barred), supposed.front) if supposed is not None else None


def call_of(match: Match, people: Collection[str], barred: Collection[UnitId] = ()) -> Call | None:
    """The call at the pending reaction window, None if by public facts none of the `people` could answer."""
    decision = match.pending
    if decision is None or match.window is None:
        return None
    seats: list[str] = []
    could: dict[str, Question] = {}
    reactions = len(match.front.queues[-1].reactions)
    for ahead in matches_if_all_pass(match):
        pending = ahead.pending
        if pending is None or pending.seat not in people or len(ahead.front.queues[-1].reactions) != reactions:
            break
        seats.append(pending.seat)
        supposed = ahead.supposed()
        if supposed is not None and _at_stake(match, *supposed):
            offered = without(supposed.decision, barred)
            answers = [part for part in offered.options.parts if not _declines(part)]
            if answers:
                options = Options([*answers, NOTHING_AFTER_ALL])
                could[pending.seat] = Question(structs.replace(offered, options=options), supposed.front)
    if not could:
        return None
    parts: list[Part] = [p for one in could.values() for p in one.decision.options.parts if not _declines(p)]
    question = Decision(
        decision.seat,
        decision.kind,
        "does anybody answer?",
        Options([*parts, NOBODY]),
        decision.note,
        decision.clauses,
        NOBODY.id,
        who=WHOLE_TABLE,
        refusing=lambda: [no for one in could.values() for no in one.decision.refused],
    )
    return Call(question, tuple(seats), could)


def _at_stake(match: Match, decision: Decision, front: State) -> bool:
    """Whether any answer would change something."""
    answers = any(option.action != PASS.action for option in decision.options)
    return answers and not match.rules.idle_answer(front, decision)


def matches_if_all_pass(match: Match) -> list[Match]:
    """The match at this question and at each that follows in this window if every seat passes."""
    matches: list[Match] = []
    seats: list[str] = []
    ahead = match
    while ahead.pending is not None and ahead.window is not None and ahead.pending.seat not in seats:
        matches.append(ahead)
        seats.append(ahead.pending.seat)
        ahead = ahead.clone(DiceSource("ask"))
        ahead.choose(PASS.id)
    return matches


def _declines(part: Part) -> bool:
    return isinstance(part, Option) and part.action == PASS.action
