"""A table played on by quick answers and dice of its own: what a chance of winning is counted from.

Nothing here is random: the dice come from a seed, so the same table with the same seed always ends the same.
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
"""How many runs of steps a playout may take; a table that is not done by then is taken as it stands."""


class Playout:
    """One table, played on, everybody answering as a recruit would. `steps` counts the runs of steps so far: what it has cost.

    A die shows what its seed says for the throw it belongs to: who throws, in which step of which turn, for the how many-th
    time. So two lines of play that part and do the same thing later have the same luck with it.
    """

    def __init__(self, rules: Ruleset, tactics: Tactics, seed: int) -> None:
        self.rules = rules
        self.tactics = tactics
        self.steps = 0
        self._seed = seed & 0xFFFFFFFF
        self._doing = ""
        self._thrown = Counter[str]()

    def play(self, state: State, answers: Sequence[Answer]) -> State:
        """The table at the end of the battle, from where (state, answers) stands."""
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

    def _draw(self, why: str, dice: tuple[int, ...]) -> tuple[int, ...]:
        throw = f"{self._doing} {why}"
        self._thrown[throw] += 1
        seed = crc32(f"{throw} {self._thrown[throw]}".encode(), self._seed)
        return tuple([seeded_die(seed, place, sides) for place, sides in enumerate(dice)])
