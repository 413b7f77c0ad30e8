"""A veteran's judgement of Epic: a regular's, of the best few actions, less what the enemy could do next."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from game.ai.epic.reasons import Outcome
from game.ai.epic.tactics import EpicTactics
from game.ai.seatview import SeatView
from game.engine.decisions import DICE, Decision
from game.engine.dice import Rolled
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.engine.table import Answer, run_step
from game.records.levels import Character

NEAR, FEW = 1.5, 4
"""Actions that a regular values so many stands below the best at most are looked at further, and no more than so many."""
FEARED = 0.6
"""How much counts of what the enemy's next action would bring him: it may fail its test, and he may choose another."""
LONGEST = 300
"""So many runs of steps lead to the enemy's next action, or it is not looked for any further."""


class EpicVeteran(EpicTactics):
    """A regular asks what an action brings; what it invites, he sees by the danger of a place alone."""

    def __init__(self, rules: Ruleset, character: Character = Character.STEADY) -> None:
        super().__init__(rules, character)
        self._enemy = Enemy(rules)

    def prospects(self, table: SeatView, decision: Decision) -> list[tuple[Outcome, Option]]:
        """Of the best few, what each brings less what it invites; nothing is said of the others."""
        rows = sorted(super().prospects(table, decision), key=lambda row: (-row[0].value, row[1].id))
        best = rows[0][0].value
        rows = [row for row in rows[:FEW] if row[0].value >= best - NEAR]
        if len(rows) == 1:
            return rows
        return [
            (outcome._replace(value=outcome.value - FEARED * self._enemy.next_action(table, option)), option)
            for outcome, option in rows
        ]


class Enemy(EpicTactics):
    """Who acts next, as a regular would, with fewer charges laid out."""

    laid_out = 4

    def next_action(self, table: SeatView, option: Option) -> float:
        """What the best action of the other side brings it after `option`, all dice falling as they most likely do.

        In stands; 0 where it does not act next.
        """
        state, given, notes = table.state, [*table.answers, option], dict[Hashable, Any]()
        for _ in range(LONGEST):
            if not state.agenda or state.outcome:
                break
            t, asked = run_step(state, self.rules, given, silent=True, notes=notes)
            if asked is None:
                state, given, notes = t.state, list[Answer](), {}
                continue
            if asked.seat == DICE:
                given.append(likeliest(asked))
                continue
            view = SeatView.imagined(self.rules, state, t.state, given, asked)
            if asked.kind == "activate":
                other = t.state.side(asked.seat) != t.state.side(table.seat)
                return max(outcome.value for outcome, _ in self.prospects(view, asked)) if other else 0.0
            given.append(self.answer(view, asked))
        return 0.0

    def answer(self, view: SeatView, asked: Decision) -> Option:
        """What is answered on the way: nobody keeps the initiative, so that it is seen what the other does with it."""
        handed_on = asked.option("hand_on")
        if handed_on is not None:
            return handed_on
        return asked.options[0] if len(asked.options) == 1 else self.judged(view, asked)[0].option


def likeliest(asked: Decision) -> Rolled:
    """The likeliest outcome of a roll."""
    outcome, _, faces = max(asked.outcomes, key=lambda row: (row[1], str(row[0])))
    return Rolled(faces, outcome)
