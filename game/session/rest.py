"""The rest of a plan in one gesture: each of several units takes the best of its ways, as far as the plan can be confirmed so."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from game.engine.decisions import Decision
from game.engine.names import UnitId
from game.engine.options import CONFIRM, UNPLAN, Option
from game.engine.wording import agreeing, written_ids
from game.session.session import Session


def plan_rest(session: Session, units: Sequence[UnitId]) -> str:
    """Plan the best way of each of these units, one choice after the other. Says in one sentence who has none then.

    As long as the plan cannot be confirmed one of them is taken out again: the one that keeps it from it, else the last.
    """
    placed: list[UnitId] = []
    for place, name in enumerate(units):
        way = _best_way(session, name, units[place + 1 :])
        if way is not None:
            session.choose(way.id)
            placed.append(name)
    while placed and (asked := session.decision) is not None and asked.option(CONFIRM.id) is None:
        amiss = asked.refused[0].unit if asked.refused else ""
        out = amiss if amiss in placed else placed[-1]
        session.choose(next(option.id for option in asked.options if (option.action, option.unit) == (UNPLAN, out)))
        placed.remove(out)
    left = [name for name in units if name not in placed]
    return (
        f"{written_ids(left)} {agreeing(len(left), 'stays', 'stay')}: the plan could not be confirmed." if left else ""
    )


def _best_way(session: Session, unit: UnitId, others: Collection[UnitId]) -> Option | None:
    """The way of a unit that leaves most of the `others` one, and of those the one whose plan is worth most; None without any."""
    ways = _ways(session.decision, {unit})
    if len(ways) < 2:
        return ways[0] if ways else None

    def comes_to(way: Option) -> tuple[int, float]:
        tried = session.match.clone()
        tried.choose(way.id)
        asked = tried.pending
        worth = tried.rules.plan_worth(tried.front, asked) if asked is not None else 0.0
        return len({option.unit for option in _ways(asked, others)}), worth

    return max(ways, key=comes_to)


def _ways(asked: Decision | None, units: Collection[UnitId]) -> list[Option]:
    """What is planned for any of these units by an answer, in the order of the decision."""
    return [o for o in asked.options if o.unit in units and o.action != UNPLAN] if asked is not None else []
