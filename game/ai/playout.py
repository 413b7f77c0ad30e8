"""Playing a table to its end by quick answers and seeded dice, from which chances of winning are counted.

The dice come from a seed, so the same table with the same seed always ends the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any
from zlib import crc32

from game.ai.seatview import SeatView
from game.ai.tactics import Tactics
from game.engine.decisions import Decision
from game.engine.dice import seeded_die
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.table import Answer, run_step

MOST = 4000
"""The most steps a playout may run; a table that is not over by then is taken as it is."""


class Playout:
    """Plays one table on, every seat answering as a recruit would. `steps` counts the steps run so far.

    A die depends only on the seed and the throw it belongs to: who throws, in which step of which turn, and how often
    before. So two lines of play that differ once and then do the same thing have the same luck with it.
    """

    def __init__(self, rules: Ruleset, tactics: Tactics, seed: int) -> None:
        self.rules = rules
        self.tactics = tactics
        self.steps = 0
        self._seed = seed & 0xFFFFFFFF
        self._doing = ""
        self._thrown = Counter[str]()

    def play(self, state: State, answers: Sequence[Answer]) -> State:
        """The table at the end of the battle, played on from (state, answers)."""
        given: list[Answer] = [*answers]
        notes: dict[Hashable, Any] = {}
        for _ in range(MOST):
            if not state.agenda or state.outcome:
                break
            self.steps += 1
            step = state.agenda[-1]
            self._doing = f"{state.turn} {state.seat} {step.run.name} {step.args}"
            t, asked = run_step(state, self.rules, given, self._draw, silent=True, notes=notes)
            if asked is None:
                state, given, notes = t.state, [], {}
                continue
            given.append(self.answer(state, t.state, given, asked))
        return state

    def answer(self, state: State, front: State, given: Sequence[Answer], asked: Decision) -> Option:
        """A quick answer: the tactics' hasty one, else the best they judge without a look, else the best hunch."""
        view = SeatView.imagined(self.rules, state, front, given, asked)
        hasty = self.tactics.hasty(view, asked)
        if hasty is not None:
            return hasty
        judged = self.tactics.judged(view, asked)
        if judged:
            return max(judged, key=lambda one: one.value).option
        listed = self.tactics.shortlist(view, asked)
        return max(listed, key=lambda option: (self.tactics.hunch(view, option), option.id == asked.default))

    def _draw(self, why: str, dice: tuple[int, ...]) -> tuple[int, ...]:
        throw = f"{self._doing} {why}"
        self._thrown[throw] += 1
        seed = crc32(f"{throw} {self._thrown[throw]}".encode(), self._seed)
        return tuple([seeded_die(seed, place, sides) for place, sides in enumerate(dice)])
