"""The rest of a plan in one gesture: each of several units takes the first of its ways, as far as the plan can be confirmed so."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.names import UnitId
from game.engine.options import CONFIRM, UNPLAN
from game.engine.wording import agreeing, written_ids
from game.session.session import Session


def plan_rest(session: Session, units: Sequence[UnitId]) -> str:
    """Plan the first way of each of these units, one choice after the other. Says in one sentence who has none then.

    As long as the plan cannot be confirmed one of them is taken out again: the one that keeps it from it, else the last.
    """
    placed: list[UnitId] = []
    for name in units:
        asked = session.decision
        way = next((option for option in asked.options if option.unit == name), None) if asked is not None else None
        if way is not None and way.action != UNPLAN:
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
