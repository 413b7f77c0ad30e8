"""How a veteran comes to its answer: what a regular would do, unless something else proves better in worlds that might be true.

In each world the enemy's face-down markers lie as he is believed to have laid them, dice fall by a seed, and everybody goes
on as a regular would at a glance. The regular's answer and its rivals are tried in the same worlds with the same dice, so that
luck favours neither; a rival takes its place only if it is better by more than the differences between worlds explain.
Nothing is looked at but the seat's view.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple
from zlib import crc32

from msgspec.structs import replace

from game.ai.playout import Playout
from game.ai.seatview import SeatView
from game.ai.tactics import Tactics
from game.ai.thought import Weighed
from game.engine.decisions import Decision
from game.engine.dice import seeded_die
from game.engine.options import CONFIRM, RESET, Option
from game.engine.state import State
from game.engine.structs import fresh

WIDE = 6
"""So many answers beside the regular's are tried."""
GAP = 1.0
"""What is worth so much less to a regular, in figures, is not tried."""
SURE = 1.5
"""A rival must be better by so many standard errors of the difference: one in fifteen does so by luck."""
HOPELESS = 1.0
"""One that is worse by so many is given up: the worlds left are for the others."""
WORTH_IT = 0.03
"""So much it must be likely to add to the chance of winning, or no more time is spent on it."""
FEWEST, PROOF = 3, 8
"""So many worlds before a rival is given up, and before it may take the place of a regular's answer."""
SAME = 2
"""So many worlds in which a rival leads to just the same, and it is taken for the same in another order."""
LEAST_ERROR = 0.01
"""No difference is known better than that, in chances of winning: few worlds that agree prove little."""
FINE = 1_000_000


class Budget(NamedTuple):
    """What one decision may cost: runs of steps, and seconds of the clock (0: as long as the steps take).

    Without seconds the same view always gets the same answer.
    """

    steps: int
    seconds: float = 0.0


LAB = Budget(2000)
"""For games that are to be played again move by move."""
TABLE = Budget(6000, 1.0)
"""For people who wait."""


class Trial:
    """Answers to one question, tried in numbered worlds. `steps`: what it has cost so far; the clock runs from the start."""

    def __init__(self, view: SeatView, tactics: Tactics, budget: Budget = LAB) -> None:
        self.view, self.tactics, self.budget = view, tactics, budget
        self.end = time.perf_counter() + budget.seconds if budget.seconds else float("inf")
        self.beliefs = tactics.beliefs(view)
        self.key = crc32(view.state.key())
        self.until = view.front.turn + tactics.tried
        self.steps = 0

    @property
    def spent(self) -> bool:
        """Whether nothing more may be tried."""
        return self.steps >= self.budget.steps or time.perf_counter() >= self.end

    def value(self, option: Option, world: int) -> float:
        """The chance that the seat wins, judged by the table once the turns that are tried are over in that world."""
        view, seed = self.view, self.key * FINE + world
        playout = Playout(view.rules, self.tactics, seed)
        end = playout.play(self.world(seed), view.answers, option, self.until)
        self.steps += playout.steps
        return self.tactics.chance(end, view.seat)

    def world(self, seed: int) -> State:
        """A table that may be the true one, for all that the seat knows."""
        state = self.view.state
        if not self.beliefs:
            return state
        state = state.clone()
        for place, (name, chance) in enumerate(sorted(self.beliefs.items()), 1):
            if seeded_die(seed, -place, FINE) > chance * FINE:
                state.units[name] = unit = fresh(state.units[name])
                unit.take_face_down_for(self.tactics.other)
        return state


class Rival:
    """An answer that is tried, and by how much it did better than the regular's own, world by world."""

    def __init__(self, weighed: Weighed) -> None:
        self.weighed = weighed
        self.worlds, self._sum, self._squares = 0, 0.0, 0.0

    def add(self, gain: float) -> None:
        """One world more."""
        self.worlds += 1
        self._sum += gain
        self._squares += gain * gain

    @property
    def gain(self) -> float:
        """The mean."""
        return self._sum / max(1, self.worlds)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        spread = self._squares - self.worlds * self.gain**2
        return max(LEAST_ERROR, sqrt(max(0.0, spread) / max(1, self.worlds * (self.worlds - 1))))

    @property
    def hopeless(self) -> bool:
        """Whether nothing more is to be expected of it: it is worse, or makes next to no difference."""
        if self.worlds < FEWEST:
            return self.worlds >= SAME and not self._squares
        error = self.error
        return self.gain < -HOPELESS * error or self.gain + SURE * error < WORTH_IT

    @property
    def proven(self) -> bool:
        """Whether it is better by more than luck explains, and by enough to be told from what is only estimated."""
        return self.worlds >= PROOF and self.gain > max(WORTH_IT, SURE * self.error)

    @property
    def order(self) -> tuple[float, str]:
        """Sorts rivals, the best first: by the gain that is as good as certain."""
        return SURE * self.error - self.gain, self.weighed.option.id


def sampled(trial: Trial, decision: Decision, weighed: Sequence[Weighed]) -> Sequence[Weighed]:
    """The same answers, the regular's first unless a rival has proved better; each that was tried with its `gain`."""
    first, *others = weighed
    rivals = [Rival(one) for one in _worth_trying(trial, decision, first, others)]
    left, world = rivals, 0
    while left and not trial.spent:
        base = trial.value(first.option, world)
        for rival in left:
            if trial.spent:
                break
            rival.add(trial.value(rival.weighed.option, world) - base)
        world += 1
        left = [rival for rival in left if not rival.hopeless]
    tried = [replace(rival.weighed, gain=rival.gain) for rival in rivals if rival.worlds]
    if not tried:
        return weighed
    tried.sort(key=lambda one: (-(one.gain or 0.0), one.option.id))
    names = {one.option.id for one in tried}
    ranked = [replace(first, gain=0.0), *tried, *(one for one in others if one.option.id not in names)]
    best = min((rival for rival in rivals if rival.proven), key=lambda rival: rival.order, default=None)
    if best is None:
        return ranked
    place = next(place for place, one in enumerate(ranked) if one.option.id == best.weighed.option.id)
    chosen = ranked.pop(place)
    return [replace(chosen, value=max(first.value, chosen.value)), *ranked]


def _worth_trying(trial: Trial, decision: Decision, first: Weighed, others: Sequence[Weighed]) -> Sequence[Weighed]:
    """What a regular weighed and found not much worse; where it weighed nothing, what the tactics name."""
    if not trial.tactics.tried:
        return ()
    if others and not trial.tactics.names_rivals:
        return [one for one in others if one.value >= first.value - GAP][:WIDE]
    if any(decision.option(draft.id) for draft in (CONFIRM, RESET)):
        return ()
    named = {option.id: option for option in trial.tactics.rivals(trial.view, decision)}
    named.pop(first.option.id, None)
    return [Weighed(option, first.value) for option in [*named.values()][:WIDE]]
