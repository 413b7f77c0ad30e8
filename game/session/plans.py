"""Planning the remaining units in one gesture: each gets its best option, as long as that improves the plan."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from game.engine.decisions import Decision
from game.engine.match import Match
from game.engine.names import UnitId
from game.engine.options import CONFIRM, UNPLAN, Option
from game.engine.wording import agreeing, written_ids
from game.session.session import Session

DIGITS = 9
"""Digits to which two plans' worth is compared; beyond them the order in which terms are added makes a difference."""


def plan_rest(session: Session, units: Sequence[UnitId]) -> str:
    """Plan the best option of each of these units, by one choice each. Returns a sentence that says which stay and why.

    If not all can be planned, or the plan is worth more without some, the best plan found is used.
    """
    plan = _Plan(session.match)
    plans = [plan]
    for place, name in enumerate(units):
        plan = plan.with_best_option(name, units[place + 1 :])
        plans.append(plan)
    plans += plan.thinned() if plan.confirmable else [*plan.mended(), *plans[0].grown(units)]
    best = max((candidate for candidate in plans if candidate.confirmable), key=_Plan.worth, default=plan)
    for option in best.choices:
        session.choose(option)
    unplanned = [name for name in units if name not in best.placed]
    reason = "the plan is better so" if plan.confirmable else "the plan could not be confirmed"
    return f"{written_ids(unplanned)} {agreeing(len(unplanned), 'stays', 'stay')}: {reason}." if unplanned else ""


class _Plan:
    """A plan that is tried out: its `choices`, and the units `placed`, which they give an option. Never altered."""

    def __init__(self, match: Match, choices: Sequence[str] = (), placed: Sequence[UnitId] = ()) -> None:
        self.match, self.choices, self.placed = match, [*choices], [*placed]

    @property
    def confirmable(self) -> bool:
        """Whether the plan can be confirmed as it is."""
        return self.match.pending is not None and self.match.pending.option(CONFIRM.id) is not None

    def worth(self) -> tuple[float, int]:
        """By what plans are compared: the rulebook's estimate (0 if it has none), then the number of units."""
        decision = self.match.pending
        worth = self.match.rules.plan_worth(self.match.front, decision) if decision is not None else 0.0
        return round(worth, DIGITS), len(self.placed)

    def with_best_option(self, unit: UnitId, others: Collection[UnitId]) -> _Plan:
        """The plan with one option of a unit, if it has any.

        It is the option that leaves most of the `others` one; of several, that of the better plan.
        """

        def rank(plan: _Plan) -> tuple[int, bool, tuple[float, int]]:
            served = {option.unit for option in _options_of(plan.match.pending, others)}
            return len(served), plan.confirmable, plan.worth()

        return max((self.adding(option) for option in _options_of(self.match.pending, {unit})), key=rank, default=self)

    def adding(self, option: Option) -> _Plan:
        """The plan with an option of another unit."""
        plan = _Plan(self.match.clone(), [*self.choices, option.id], [*self.placed, option.unit])
        plan.match.choose(option.id)
        return plan

    def without(self, unit: UnitId) -> _Plan:
        """The plan without one of its units."""
        decision = self.match.pending
        options = decision.options if decision is not None else ()
        removal = next(option.id for option in options if (option.action, option.unit) == (UNPLAN, unit))
        plan = _Plan(self.match.clone(), [*self.choices, removal], [name for name in self.placed if name != unit])
        plan.match.choose(removal)
        return plan

    def mended(self) -> Iterator[_Plan]:
        """Plans that may be confirmable where this one is not: another option for one unit, or ever fewer units.

        The unit that the first refusal names is taken out first, else the last one.
        """
        for name in reversed(self.placed):
            plan = self.without(name)
            yield from (plan.adding(option) for option in _options_of(plan.match.pending, {name}))
        plan = self
        while plan.placed and not plan.confirmable:
            decision = plan.match.pending
            named = decision.refused[0].unit if decision is not None and decision.refused else ""
            plan = plan.without(named if named in plan.placed else plan.placed[-1])
            yield plan

    def grown(self, units: Sequence[UnitId]) -> Iterator[_Plan]:
        """The plan with one unit more each time, as long as it stays confirmable and is worth more.

        Units without such an option are tried again after others have been added.
        """
        best, waiting, count = self, [*units], len(units) + 1
        while len(waiting) < count:
            count = len(waiting)
            for name in [*waiting]:
                plans = [best.adding(option) for option in _options_of(best.match.pending, {name})]
                candidate = max((plan for plan in plans if plan.confirmable), key=_Plan.worth, default=best)
                if candidate.worth() > best.worth():
                    best = candidate
                    waiting.remove(name)
                    yield best

    def thinned(self) -> Iterator[_Plan]:
        """The plan without one unit, then without another, as long as each step makes it better."""
        best = self
        for name in reversed(self.placed):
            candidate = best.without(name)
            if candidate.confirmable and candidate.worth()[0] > best.worth()[0]:
                best = candidate
                yield best


def _options_of(decision: Decision | None, units: Collection[UnitId]) -> list[Option]:
    """The options that plan something for any of these units, in the order of the decision."""
    return [o for o in decision.options if o.unit in units and o.action != UNPLAN] if decision is not None else []
