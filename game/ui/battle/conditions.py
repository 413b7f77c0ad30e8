"""The conditions of a unit on the screen: the one list that token, roster, card and hover card are made from."""

from __future__ import annotations

from functools import lru_cache

from game.engine.conditions import ABLE, ACTING, Condition
from game.engine.deployment import DEPLOY
from game.engine.view import GroupView, UnitView
from game.ui.battle.model import Model
from game.ui.tokens import Badge, Marks


def standing(model: Model, unit: UnitView) -> tuple[Condition, ...]:
    """The conditions of a unit: its own, those of its formation, and whether it acts or can act.

    Conditions such as "has acted" (`over`) are left out while the unit acts or can still act.
    """
    acts, able = model.acts(unit.id), _asks(model) and model.can(unit.id)
    group = model.groups.get(model.group_of(unit.id))
    conditions = (*unit.conditions, *(_of_group(model, group) if group is not None else ()))
    if unit.out:
        return conditions
    current = tuple(condition for condition in conditions if not (condition.over and (acts or able)))
    if acts:
        return (*current, ACTING)
    return (*current, ABLE) if able else current


def words_of_unit(model: Model, unit: UnitView, *, able: bool = True) -> str:
    """The conditions of a unit in words; that it can act is among them only if `able`."""
    return ", ".join(condition.words for condition in standing(model, unit) if able or condition != ABLE)


def standing_of_group(model: Model, group: GroupView) -> tuple[Condition, ...]:
    """The conditions of a formation, and whether it can act."""
    able = _asks(model) and not model.drafting and _can(model, group)
    return (*_of_group(model, group), *((ABLE,) if able else ()))


def _of_group(model: Model, group: GroupView) -> tuple[Condition, ...]:
    """The rulebook's conditions of a formation, without those such as "has acted" while it acts or can act."""
    busy = any(map(model.acts, group.units)) or (_asks(model) and _can(model, group))
    return tuple(condition for condition in group.conditions if not (condition.over and busy))


def _asks(model: Model) -> bool:
    """Whether the viewer is asked what a unit does, and not only for markers or places at the set-up."""
    return model.mine and model.decision is not None and model.decision.kind not in (model.words.order_kind, DEPLOY)


def _can(model: Model, group: GroupView) -> bool:
    return group.id in model.choices.formations or any(name in model.choices.units for name in group.units)


def marks_of(model: Model, unit: UnitView, *, shared: bool = True) -> Marks:
    """The marks on a unit's token; those of its formation's conditions only if they are `shared`."""
    conditions = standing(model, unit)
    if not shared:
        group = model.groups.get(model.group_of(unit.id))
        conditions = tuple(condition for condition in conditions if group is None or condition not in group.conditions)
    return marks(conditions)


@lru_cache(maxsize=512)
def marks(conditions: tuple[Condition, ...]) -> Marks:
    """Conditions as marks on a token. Only the first order is drawn as one; any others become badges."""
    orders = [condition for condition in conditions if condition.drawn == "order"]
    count = next((condition.letters for condition in conditions if condition.drawn == "count"), "")
    badges = [condition for condition in conditions if condition.drawn == "badge"] + orders[1:]
    order = orders[0].sign or "" if orders else ""
    return Marks(order, tuple(Badge(condition.sign or "", condition.letters) for condition in badges), count)
