"""One look ahead: the exact value of an answer, every outcome of every roll weighed, until the action in hand is over.

What others (and oneself, later) would answer on the way is said by a `Reply`; the end is valued by an `Evaluate`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine.decisions import DICE, Decision, Option
from game.engine.dice import Rolled, spread
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.table import Answer, Pause, Table

Reply = Callable[[State, Decision], Option | None]
"""The answer expected to a later decision; None: stop looking here."""

Evaluate = Callable[[State], float]


class Lookahead:
    """Expected value of answers. After `limit` runs of steps the table is valued as it then stands."""

    def __init__(self, rules: Ruleset, reply: Reply, evaluate: Evaluate, limit: int) -> None:
        self.rules = rules
        self.reply = reply
        self.evaluate = evaluate
        self.limit = limit
        self._left = limit

    def value(self, state: State, answers: Sequence[Answer], option: Option) -> float:
        """The expected value of answering `option` to the question that (state, answers) stands at."""
        self._left = self.limit
        return self._value(state, [*answers, option], max(1, len(state.queues)))

    def _value(self, state: State, answers: list[Answer], depth: int) -> float:
        while state.agenda and not state.outcome:
            work = state.clone()
            step = work.agenda.pop()
            self._left -= 1
            t = Table(work, self.rules, answers, None, 0, step, silent=True)
            try:
                self.rules.all_steps[step.name](t, *step.args)
            except Pause as pause:
                asked = pause.decision
                if self._left <= 0 or (asked.seat != DICE and len(work.queues) < depth):
                    return self.evaluate(work)
                if asked.seat == DICE:
                    return self._rolled(state, answers, asked, depth)
                option = self.reply(work, asked)
                if option is None:
                    return self.evaluate(work)
                answers.append(option)
                continue
            work.agenda.extend(reversed(t.pushed))
            state, answers = work, []
        return self.evaluate(state)

    def _rolled(self, state: State, answers: list[Answer], asked: Decision, depth: int) -> float:
        return sum(
            float(chance) * self._value(state, [*answers, Rolled(faces, outcome)], depth)
            for outcome, chance, faces in spread(self.rules.readers, asked.dice, asked.read).outcomes
        )
