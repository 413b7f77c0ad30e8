"""One look ahead: the value of an answer by exact odds, every outcome of a roll weighed, until the action in hand is over.

What others (and oneself, later) would answer on the way is said by `Replies`, which also value the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from game.engine.decisions import DICE, Decision, Refusal
from game.engine.dice import Rolled
from game.engine.options import Listing, Option
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.steps import Step
from game.engine.table import Answer, Draw, Table, run_step

MOST_OUTCOMES = 8
"""Of a roll with more outcomes than this (a whole squad's dice at once) only the likeliest are weighed."""

MOST_STEPS = 200
"""So many runs of steps lead to the next question, or it is not looked for any further."""


class Replies(Protocol):
    """What a look ahead expects of everybody, and what it makes of the end."""

    def unasked(self, state: State, seat: str, kind: str) -> Option | None:
        """An answer that needs no list of options (listing costs most), or None."""

    def reply(self, state: State, asked: Decision) -> Option | None:
        """The answer expected to a later decision; None: stop looking here."""

    def evaluate(self, state: State) -> float:
        """How well things stand for the seat that looks."""


class _Reached(Exception):  # noqa: N818 - a signal, not an error
    """The question that was looked for has been come to; `state` is the table as it stands there."""

    def __init__(self, state: State) -> None:
        self.state = state


class _ThinkingTable(Table):
    """A table that does not list options which nobody is going to read."""

    def __init__(
        self,
        state: State,
        rules: Ruleset,
        answers: list[Answer],
        draw: Draw | None,
        first_event: int,
        *,
        step: Step,
        silent: bool,
        replies: Replies,
        depth: int,
    ) -> None:
        super().__init__(state, rules, answers, draw, first_event, step=step, silent=silent)
        self.replies = replies
        self.depth = depth

    def ask(
        self,
        seat: str,
        kind: str,
        options: Listing,
        *,
        prompt: str,
        note: str = "",
        clauses: Sequence[str] = (),
        default: str = "",
        unit: str = "",
        secret: bool = False,
        refused: Callable[[], Sequence[Refusal]] | None = None,
    ) -> Option:
        """As ever, but beyond the action in hand it is over, and some questions are answered unasked."""
        if self.used >= len(self.answers):
            if len(self.state.queues) < self.depth:
                raise _Reached(self.state)
            told = self.replies.unasked(self.state, seat, kind)
            if told is not None:
                self.answers.append(told)
        return super().ask(
            seat, kind, options, prompt=prompt, note=note, clauses=clauses, default=default, unit=unit, secret=secret
        )


class Lookahead:
    """Expected value of answers. After `limit` runs of steps the table is valued as it then stands."""

    def __init__(self, rules: Ruleset, replies: Replies, limit: int) -> None:
        self.rules = rules
        self.replies = replies
        self.limit = limit
        self._left = limit

    def value(self, state: State, answers: Sequence[Answer], option: Option) -> float:
        """The expected value of answering `option` to the question that (state, answers) stands at."""
        self._left = self.limit
        return self._value(state, [*answers, option], max(1, len(state.queues)))

    def _value(self, state: State, answers: list[Answer], depth: int) -> float:
        while state.agenda and not state.outcome:
            self._left -= 1
            try:
                t, asked = run_step(
                    state, self.rules, answers, table=_ThinkingTable, replies=self.replies, depth=depth, silent=True
                )
            except _Reached as reached:
                return self.replies.evaluate(reached.state)
            if asked is None:
                state, answers = t.state, []
                continue
            if self._left <= 0:
                return self.replies.evaluate(t.state)
            if asked.seat == DICE:
                return self._rolled(state, answers, asked, depth)
            option = self.replies.reply(t.state, asked)
            if option is None:
                return self.replies.evaluate(t.state)
            answers.append(option)
        return self.replies.evaluate(state)

    def _rolled(self, state: State, answers: list[Answer], asked: Decision, depth: int) -> float:
        outcomes = asked.outcomes
        if len(outcomes) > MOST_OUTCOMES:
            outcomes = tuple(sorted(outcomes, key=lambda row: (-row[1], str(row[0])))[:MOST_OUTCOMES])
        share = float(sum(chance for _, chance, _ in outcomes))
        return sum(
            float(chance) / share * self._value(state, [*answers, Rolled(faces, outcome)], depth)
            for outcome, chance, faces in outcomes
        )


class _RunningTable(Table):
    """A table that stops at the first question that is not answered yet, without listing what may be answered."""

    def ask(
        self,
        seat: str,
        kind: str,
        options: Listing,
        *,
        prompt: str,
        note: str = "",
        clauses: Sequence[str] = (),
        default: str = "",
        unit: str = "",
        secret: bool = False,
        refused: Callable[[], Sequence[Refusal]] | None = None,
    ) -> Option:
        """As ever, as long as there are answers."""
        if self.used >= len(self.answers):
            raise _Reached(self.state)
        return super().ask(
            seat, kind, options, prompt=prompt, note=note, clauses=clauses, default=default, unit=unit, secret=secret
        )


def next_question(
    rules: Ruleset, state: State, answers: Sequence[Answer], option: Option, lucky: Callable[[Decision], Rolled]
) -> State | None:
    """The table at the next question once `option` has been answered, rolls falling as `lucky` says; None at the end."""
    given: list[Answer] = [*answers, option]
    for _ in range(MOST_STEPS):
        if not state.agenda or state.outcome:
            return None
        try:
            t, asked = run_step(state, rules, given, table=_RunningTable, silent=True)
        except _Reached as reached:
            return reached.state
        if asked is None:
            state, given = t.state, []
        else:
            given.append(lucky(asked))
    return None
