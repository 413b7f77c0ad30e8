"""How a unit stands, on the screen: the one list that token, roster, card and hover card are made from."""

from __future__ import annotations

from game.engine.conditions import ABLE, ACTING, Condition
from game.engine.deployment import DEPLOY
from game.engine.view import GroupView, UnitView
from game.ui.battle.model import Model
from game.ui.tokens import Badge, Marks


def standing(model: Model, unit: UnitView) -> tuple[Condition, ...]:
    """All that is to be said of a unit: its own conditions, its formation's, whether it acts or can act.

    Of a unit that acts, or can act still, it is not said that it has done so.
    """
    acts, able = model.acts(unit.id), _asks(model) and model.can(unit.id)
    group = model.groups.get(model.group_of(unit.id))
    told = (*unit.conditions, *(_of_group(model, group) if group is not None else ()))
    if unit.out:
        return told
    kept = tuple(condition for condition in told if not (condition.over and (acts or able)))
    return (*kept, ACTING) if acts else (*kept, ABLE) if able else kept


def words_of_unit(model: Model, unit: UnitView, *, able: bool = True) -> str:
    """The same in words; that it can act only if that is to be told."""
    return ", ".join(condition.words for condition in standing(model, unit) if able or condition != ABLE)


def standing_of_group(model: Model, group: GroupView) -> tuple[Condition, ...]:
    """All that is to be said of a formation as one."""
    able = _asks(model) and not model.drafting and _can(model, group)
    return (*_of_group(model, group), *((ABLE,) if able else ()))


def _of_group(model: Model, group: GroupView) -> tuple[Condition, ...]:
    """What the rulebook says of a formation; not what it has done while it acts or can act."""
    busy = any(map(model.acts, group.units)) or (_asks(model) and _can(model, group))
    return tuple(condition for condition in group.conditions if not (condition.over and busy))


def _asks(model: Model) -> bool:
    """Whether the one who looks is asked what somebody does, and not only for the orders or places of his units."""
    return model.mine and model.decision is not None and model.decision.kind not in (model.words.order_kind, DEPLOY)


def _can(model: Model, group: GroupView) -> bool:
    return group.id in model.choices.formations or any(name in model.choices.units for name in group.units)


def marks_of(model: Model, unit: UnitView, *, shared: bool = True) -> Marks:
    """What a unit's token shows; what is said of its whole formation only if that is `shared` with it."""
    told = standing(model, unit)
    if not shared:
        group = model.groups.get(model.group_of(unit.id))
        told = tuple(condition for condition in told if group is None or condition not in group.conditions)
    return marks(told)


def marks(told: tuple[Condition, ...]) -> Marks:
    """Conditions as a token shows them: one as its order, a second one of that kind as a badge."""
    orders = [condition for condition in told if condition.drawn == "order"]
    count = next((condition.letters for condition in told if condition.drawn == "count"), "")
    badges = [condition for condition in told if condition.drawn == "badge"] + orders[1:]
    order = orders[0].sign or "" if orders else ""
    return Marks(order, tuple(Badge(condition.sign or "", condition.letters) for condition in badges), count)
