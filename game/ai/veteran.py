"""How a veteran comes to its answer: what a regular weighed, tried out in worlds that might be the true one.

In each world the enemy's face-down markers lie as he is believed to have laid them, dice fall by a seed, and everybody goes
on by quick answers until the turn is over. What a regular would do and what is to be compared with it are tried in the same
worlds, so that luck favours neither; after each round the worse half is dropped. Nothing is looked at but the seat's view.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
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

WIDE = 5
"""So many answers beside the regular's are tried."""
GAP = 1.0
"""What is worth so much less to a regular, in figures, is not tried."""
PRIOR = 4.0
"""What a regular makes of an answer counts like so many worlds: few worlds are mostly luck."""
UNTOLD = 0.25
"""So much less, in figures, an answer is taken to be worth than the one that a judgement named alone."""
FINE = 1_000_000


class Budget(NamedTuple):
    """What one decision may cost: runs of steps, and seconds of the clock (0: as long as the steps take).

    Without seconds the same view always gets the same answer.
    """

    steps: int
    seconds: float = 0.0


LAB = Budget(400)
"""For games that are to be played again move by move."""
TABLE = Budget(6000, 1.0)
"""For people who wait."""


class Trial:
    """Answers to one question, tried in numbered worlds. `steps`: what it has cost so far."""

    def __init__(self, view: SeatView, tactics: Tactics, turns: int = 1) -> None:
        self.view, self.tactics = view, tactics
        self.beliefs = tactics.beliefs(view)
        self.key = crc32(view.state.key())
        self.until = view.front.turn + turns
        self.steps = 0

    def value(self, option: Option, world: int) -> float:
        """What the table is worth to the seat once the turn is over in that world, after `option`."""
        view, seed = self.view, self.key * FINE + world
        playout = Playout(view.rules, self.tactics, seed)
        end = playout.play(self.world(seed), view.answers, option, self.until)
        self.steps += playout.steps
        return self.tactics.parts(end, view.seat).total

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


def sampled(
    view: SeatView, decision: Decision, tactics: Tactics, weighed: Sequence[Weighed], budget: Budget
) -> Sequence[Weighed]:
    """The same answers; those that were tried are worth what a regular made of them and what came of them, taken together."""
    first, *others = sorted(weighed, key=lambda one: (-one.value, one.option.id))
    if len(weighed) == 1 and not any(decision.option(draft.id) for draft in (CONFIRM, RESET)):
        listed = [option for option in tactics.shortlist(view, decision) if option.id != first.option.id]
        others = [Weighed(option, first.value - UNTOLD) for option in listed]
    rivals = [one for one in others if one.value >= first.value - GAP][:WIDE]
    if not rivals or not tactics.samples:
        return weighed
    trial, world = Trial(view, tactics), 0
    until = time.perf_counter() + budget.seconds if budget.seconds else float("inf")
    gains, counts = dict.fromkeys(range(len(rivals)), 0.0), dict.fromkeys(range(len(rivals)), 0)

    def value(place: int) -> float:
        known = PRIOR * (rivals[place].value - first.value)
        return first.value + (known + gains[place]) / (PRIOR + counts[place])

    left, rounds = list(gains), len(rivals).bit_length()
    for number in range(rounds):
        while trial.steps < budget.steps * (number + 1) // rounds and time.perf_counter() < until:
            base = trial.value(first.option, world)
            for place in left:
                gains[place] += trial.value(rivals[place].option, world) - base
                counts[place] += 1
            world += 1
        left.sort(key=lambda place: (-value(place), rivals[place].option.id))
        left = left[: (len(left) + 1) // 2]
    return [first, *(replace(one, value=value(place)) for place, one in enumerate(rivals)), *others[len(rivals) :]]
