"""A table played on by quick answers and dice of its own: what a veteran samples, and what a chance of winning is counted from.

Nothing here is random: the dice come from a seed, so the same table with the same seed always ends the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from game.ai.seatview import SeatView
from game.ai.tactics import Tactics
from game.engine.decisions import Decision
from game.engine.dice import DiceSource
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.table import Answer, run_step

MOST = 4000
"""So many runs of steps a playout may take; a table that is not done by then is taken as it stands."""


class Playout:
    """One table, played on. `steps` counts the runs of steps so far: what it has cost."""

    def __init__(self, rules: Ruleset, tactics: Tactics, seed: int) -> None:
        self.rules = rules
        self.tactics = tactics
        self.steps = 0
        self._dice, self._rolled = DiceSource(seed=seed), 0

    def play(
        self,
        state: State,
        answers: Sequence[Answer],
        option: Option | None,
        until: int = 0,
    ) -> State:
        """The table after `option`, at the first question of turn number `until` (0: of none), or at the end."""
        given: list[Answer] = [*answers] if option is None else [*answers, option]
        notes: dict[Hashable, Any] = {}
        for _ in range(MOST):
            if not state.agenda or state.outcome:
                break
            self.steps += 1
            t, asked = run_step(state, self.rules, given, self._draw, silent=True, notes=notes)
            if asked is None:
                state, given, notes = t.state, [], {}
                continue
            if 0 < until <= t.state.turn:
                return t.state
            given.append(self.answer(state, t.state, given, asked))
        return state

    def answer(self, state: State, front: State, given: Sequence[Answer], asked: Decision) -> Option:
        """What is answered quickly: by a judgement of its own where the tactics have one, else by a glance."""
        view = SeatView.imagined(self.rules, state, front, given, asked)
        hasty = self.tactics.hasty(view, asked)
        if hasty is not None:
            return hasty
        judged = self.tactics.judged(view, asked)
        if judged:
            return max(judged, key=lambda one: one.value).option
        listed = self.tactics.shortlist(view, asked)
        return max(listed, key=lambda option: (self.tactics.hunch(view, option), option.id == asked.default))

    def _draw(self, why: str, dice: tuple[int, ...]) -> tuple[int, ...] | None:
        faces, self._rolled = self._dice.draw(self._rolled, why, dice)
        return faces
