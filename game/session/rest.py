"""The rest of a plan in one gesture: each of several units takes the best of its ways, as far as that serves the plan."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from game.engine.decisions import Decision
from game.engine.match import Match
from game.engine.names import UnitId
from game.engine.options import CONFIRM, UNPLAN, Option
from game.engine.wording import agreeing, written_ids
from game.session.session import Session

DIGITS = 9
"""Plans whose worth differs only behind so many digits are worth the same: sums of the same terms in another order."""


def plan_rest(session: Session, units: Sequence[UnitId]) -> str:
    """Plan the best way of each of these units, one choice after the other. Says in a sentence who stays, and why.

    Where not all can be planned so, or the plan is worth more without some, it is the best plan found on the way.
    """
    rest = _Rest(session.match)
    found = [rest]
    for place, name in enumerate(units):
        rest = rest.with_best_way(name, units[place + 1 :])
        found.append(rest)
    found += rest.thinned() if rest.confirmable else [*rest.mended(), *found[0].grown(units)]
    best = max((one for one in found if one.confirmable), key=_Rest.comes_to, default=rest)
    for option in best.made:
        session.choose(option)
    left = [name for name in units if name not in best.placed]
    why = "the plan is better so" if rest.confirmable else "the plan could not be confirmed"
    return f"{written_ids(left)} {agreeing(len(left), 'stays', 'stay')}: {why}." if left else ""


class _Rest:
    """A plan that is tried, on a match that is never altered: `made` are the choices, `placed` the units that have a way by them."""

    def __init__(self, match: Match, made: Sequence[str] = (), placed: Sequence[UnitId] = ()) -> None:
        self.match, self.made, self.placed = match, [*made], [*placed]

    @property
    def confirmable(self) -> bool:
        """Whether it can be confirmed as it is."""
        return self.match.pending is not None and self.match.pending.option(CONFIRM.id) is not None

    def comes_to(self) -> tuple[float, int]:
        """By what plans are compared: the estimate that is told, 0 where nothing is estimated; then how many units move."""
        asked = self.match.pending
        worth = self.match.rules.plan_worth(self.match.front, asked) if asked is not None else 0.0
        return round(worth, DIGITS), len(self.placed)

    def with_best_way(self, unit: UnitId, others: Collection[UnitId]) -> _Rest:
        """The plan with a way of a unit, if it has one: that which leaves most of the `others` one, and of those the best plan."""

        def serves(plan: _Rest) -> tuple[int, bool, tuple[float, int]]:
            return len({way.unit for way in _ways(plan.match.pending, others)}), plan.confirmable, plan.comes_to()

        return max((self.with_way(way) for way in _ways(self.match.pending, {unit})), key=serves, default=self)

    def with_way(self, way: Option) -> _Rest:
        """The plan with that way of a unit, too."""
        more = _Rest(self.match.clone(), [*self.made, way.id], [*self.placed, way.unit])
        more.match.choose(way.id)
        return more

    def without(self, unit: UnitId) -> _Rest:
        """The plan without a unit that has a way."""
        asked = self.match.pending
        options = asked.options if asked is not None else ()
        out = next(option.id for option in options if (option.action, option.unit) == (UNPLAN, unit))
        less = _Rest(self.match.clone(), [*self.made, out], [name for name in self.placed if name != unit])
        less.match.choose(out)
        return less

    def mended(self) -> Iterator[_Rest]:
        """Where it cannot be confirmed, plans that may be: with another way for one unit, or with fewer and fewer units.

        The unit that is in the way is taken out first, else the last one.
        """
        for name in reversed(self.placed):
            less = self.without(name)
            yield from (less.with_way(way) for way in _ways(less.match.pending, {name}))
        less = self
        while less.placed and not less.confirmable:
            asked = less.match.pending
            amiss = asked.refused[0].unit if asked is not None and asked.refused else ""
            less = less.without(amiss if amiss in less.placed else less.placed[-1])
            yield less

    def grown(self, units: Sequence[UnitId]) -> Iterator[_Rest]:
        """The plan with one unit more each time, whose way leaves it fit to be confirmed and worth no less.

        Those who have no such way yet are tried again when others have theirs.
        """
        best, waiting, left = self, [*units], len(units) + 1
        while len(waiting) < left:
            left = len(waiting)
            for name in [*waiting]:
                ways = [best.with_way(way) for way in _ways(best.match.pending, {name})]
                more = max((one for one in ways if one.confirmable), key=_Rest.comes_to, default=best)
                if more.comes_to() > best.comes_to():
                    best = more
                    waiting.remove(name)
                    yield best

    def thinned(self) -> Iterator[_Rest]:
        """The plan without one unit, and without another, as long as it is better so."""
        best = self
        for name in reversed(self.placed):
            less = best.without(name)
            if less.confirmable and less.comes_to()[0] > best.comes_to()[0]:
                best = less
                yield best


def _ways(asked: Decision | None, units: Collection[UnitId]) -> list[Option]:
    """What is planned for any of these units by an answer, in the order of the decision."""
    return [o for o in asked.options if o.unit in units and o.action != UNPLAN] if asked is not None else []
