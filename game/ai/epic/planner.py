"""Whole drafts in Epic: worked out once, named move by move, and compared with what a person has planned."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from functools import partial
from typing import NamedTuple

from game.ai.epic import assault, charge, marches, reasons
from game.ai.epic.objectives import Objectives
from game.ai.epic.plans import Draft, Signature, next_answer, settled, signature
from game.ai.epic.reasons import Outcome
from game.ai.thought import Parts, Weighed, difference
from game.engine.decisions import Decision
from game.engine.options import CONFIRM, Option
from game.rules.epic.actions import SHOOTS
from game.rules.epic.plans import layout
from game.rules.epic.state import Battle
from game.rules.epic.vocabulary import Verbs


class Made(NamedTuple):
    """A draft that has been worked out: its options, the plan after each of them, and what it should bring."""

    key: Hashable = None
    taken: list[Option] = []  # noqa: RUF012 - a field of a tuple
    signs: list[Signature] = []  # noqa: RUF012
    outcome: Outcome = Outcome(0.0, Parts)


class Planner:
    """The drafts of one player. `made`: the latest one, which the player keeps between its questions."""

    def __init__(self, tactics: Objectives, made: Made) -> None:
        self.tactics, self.made = tactics, made

    def next(self, base: Draft, state: Battle, decision: Decision) -> list[Weighed]:
        """The next move of the draft, and before the first move also the worth of leaving every stand where it is."""
        key = (decision.seat, base.state.mark())
        if self.made.key != key:
            made = self.worked_out(base)
            self.made = Made(key, made.taken, made.signs, self.brings(base, made))
        now = signature(state.queues[-1], decision.seat)
        _, taken, signs, outcome = self.made
        option = next_answer(decision, now, taken, signs)
        rows = [(outcome, option)]
        stays = decision.option(CONFIRM.id)
        if stays is not None and stays is not option and not now:
            rows.append((Outcome(0.0, Parts), stays))
        return reasons.weighed(rows)

    def compared(self, base: Draft, state: Battle, chosen: Option) -> tuple[Weighed, Weighed] | None:
        """What a confirmed plan and the player's own plan are worth; None before the plan is confirmed."""
        if chosen.action != CONFIRM.action:
            return None
        queue = state.queues[-1]
        planned = [reaction.unit for reaction in queue.plan(base.seat)]
        mine = self.outcome(base, layout(state, queue).at, planned)
        best = self.brings(base, self.worked_out(base))
        other = Option("", Verbs.PLAN, text="Other moves") if best.value > mine.value else chosen
        return reasons.weighed([(mine, chosen)])[0], reasons.weighed([(max(mine, best, key=_value), other)])[0]

    def brings(self, base: Draft, made: Draft) -> Outcome:
        """What a draft that has been worked out should bring."""
        planned = [reaction.unit for reaction in made.queue.plan(made.seat)]
        return self.outcome(base, layout(made.state, made.queue).at, planned)

    def outcome(self, base: Draft, at: Mapping[str, int], planned: Collection[str]) -> Outcome:
        """What stands at these cells should bring over leaving them where they are; `planned`: the units that move."""
        state, queue = base.state, base.queue
        start = layout(state, queue).at
        if queue.kind in (Verbs.CHARGE, Verbs.COUNTER_CHARGE):
            fight = assault.Assault(base, self.tactics.temper)
            gain, won = fight.weighed(at, planned)
            value = gain - fight.weighed(start)[0]
            return Outcome(value, partial(Parts, material=value), won)
        formation = queue.action.drafting[0]
        names = [unit.id for unit in state.standing() if unit.formation == formation]
        before, after = ({name: cells[name] for name in names if name in cells} for cells in (start, at))
        view = self.tactics.table(state, base.seat)
        if queue.kind == Verbs.WITHDRAW:
            refuge = self.tactics.refuge(view, formation)
            value = refuge.value(after) - refuge.value(before)
            return Outcome(value, partial(Parts, danger=value))
        goal = self.tactics.goals(state, base.seat).get(formation)
        judge = self.tactics.judge(view, formation, goal)
        plus = SHOOTS.get(queue.action.kind)
        parts = difference(judge.parts(after, plus), judge.parts(before, plus))
        holds = goal is not None and any(cell in goal.cells for cell in after.values())
        return Outcome(parts.total, partial(Parts, *parts), goal=goal.name if goal else "", holds=holds)

    def worked_out(self, base: Draft) -> Draft:
        """The whole set of moves for a draft."""
        queue, state, tactics = base.queue, base.state, self.tactics
        if queue.kind == Verbs.CHARGE:
            return settled(charge.charge(base, tactics.temper))
        if queue.kind == Verbs.COUNTER_CHARGE:
            return assault.counter_charge(base, tactics.temper)
        formation = queue.action.drafting[0]
        view = tactics.table(state, base.seat)
        after = queue.action.of - queue.action.number
        if queue.kind == Verbs.WITHDRAW:
            made = marches.march(base, formation, tactics.refuge(view, formation), None, after, free=True)
            return made if after else marches.pull_back(made, formation)
        goal = tactics.goals(state, base.seat).get(formation)
        judge = tactics.judge(view, formation, goal)(SHOOTS.get(queue.action.kind))
        made = settled(marches.march(base, formation, judge, goal, after))
        if after or not tactics.arrived(view, made, formation, goal):
            return made
        return marches.unload(marches.step_onto(made, formation, goal), formation, judge)


def _value(outcome: Outcome) -> float:
    return outcome.value
