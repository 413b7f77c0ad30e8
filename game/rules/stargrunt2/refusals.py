"""Why a cell or unit that a player points at is no answer, and why an answer that a player may expect is missing."""

from __future__ import annotations

from collections.abc import Iterable

from game.engine.decisions import Decision, Refusal, Remark
from game.engine.names import Cell, UnitId, Verb
from game.engine.options import REACT, Option
from game.engine.ruleset import Ruleset
from game.engine.wording import agreeing, together
from game.rules.shared import firing, foes, hands_free
from game.rules.stargrunt2.moves import carry_refused
from game.rules.stargrunt2.options import (
    ORDERS,
    action_refused,
    end_refused,
    ends_of,
    friends,
    menu,
    rest_ends,
    second_refused,
    target_refused,
)
from game.rules.stargrunt2.state import MOVES, Battle, BattleRules, Squad
from game.rules.stargrunt2.turns import activation_refused
from game.rules.stargrunt2.vocabulary import Questions, Verbs

AT_ENEMIES = (Verbs.FIRE, Verbs.CLOSE_ASSAULT)


def refused_at(rules: BattleRules, state: Battle, asked: Decision, unit: UnitId, cell: Cell) -> Refusal | None:
    """Why the cell, or the unit on it, is no answer to the question, or None; `unit` is the one the player picked."""
    there, picked = state.at(cell), state.units.get(asked.unit or unit)
    if asked.kind == Questions.ACTIVATE:
        if there is None or there.seat != asked.seat:
            return Refusal("SG-A32", "first pick the unit that is activated", cell=cell)
        no = activation_refused(there)
        return no.but(cell=cell) if no is not None else None
    if asked.kind == REACT:
        return _firing(rules, state, asked, picked, there, cell)
    if picked is not None and asked.kind == Questions.GO_ON:
        return end_refused(rules, state, picked, rest_ends(rules, state, picked), cell)
    if picked is not None and asked.kind == Questions.ACTION:
        if there is not None and there is not picked:
            return _at_unit(rules, state, asked, picked, there)
        no = action_refused(rules, state, picked, Verbs.MOVE)
        if no is not None:
            return no.but(cell=cell)
        return end_refused(rules, state, picked, ends_of(rules, state, picked), cell)
    return Ruleset.refused_at(rules, state, asked, unit, cell)


def _at_unit(rules: BattleRules, state: Battle, asked: Decision, unit: Squad, other: Squad) -> Refusal | None:
    """Why a unit neither fires at nor assaults an enemy, or gives a friend no order; None if one is offered."""
    friend = state.side(other.seat) == state.side(unit.seat)
    offered = {option.action for option in asked.options}.intersection(ORDERS if friend else AT_ENEMIES)
    if any(target_refused(rules, state, unit, action, other) is None for action in offered):
        return None
    if friend:
        words = f"{unit.id.upper()} is acting now, {other.id.upper()} has its own activation"
        return Refusal("SG-A32", words, cell=other.at)
    no = action_refused(rules, state, unit, Verbs.FIRE) or target_refused(rules, state, unit, Verbs.FIRE, other)
    return no.but(cell=other.at) if no is not None else None


def _firing(
    rules: BattleRules, state: Battle, asked: Decision, unit: Squad | None, there: Squad | None, cell: Cell
) -> Refusal | None:
    """Why that unit cannot fire out of turn, or not at that point, or None (SG-04 to SG-17)."""
    fires = firing(rules, state, asked, unit, cell, Refusal("SG-04", "first pick the unit that fires"))
    if isinstance(fires, Refusal):  # though one point is closed, the mover there may be fired at from others
        return fires if fires.point < 0 else Ruleset.refused_at(rules, state, asked, fires.unit, cell) and fires
    own, options = fires
    targets = {option.target for option in options}
    if (
        (there is own and hands_free(asked, unit))
        or cell in {option.to for option in options}
        or (there is not None and there.id in targets)
    ):
        return None
    if there is not None:
        named = sorted(name.upper() for name in targets)
        words = (
            f"{together(named)} {agreeing(len(named), 'has', 'have')} acted and may be fired at, not {there.id.upper()}"
        )
        return Refusal("SG-A10", words, own.id, cell=cell)
    return Refusal("SG-16", f"the path does not lead over {state.board.label(cell)}", own.id, cell=cell)


def missing(rules: BattleRules, state: Battle, asked: Decision, unit: UnitId) -> list[Refusal]:
    """Why actions, or choices about casualties, are missing from the options where a player may expect them."""
    squad = state.units.get(asked.unit or unit)
    if squad is None:
        return []
    offered = {option.action for option in asked.options}
    found: Iterable[Refusal | None] = ()
    if asked.kind == Questions.WOUNDED:
        found = (carry_refused(squad, wounded=Verbs.ABANDON in offered),)
    elif asked.kind == Questions.ACTION:
        actions = (one for one in menu(rules, state, squad) if one not in offered and one not in MOVES)
        found = (_barred(rules, state, squad, action) for action in actions)
    return list(dict.fromkeys(no.but(unit=squad.id, cell=-1) for no in found if no is not None))


def _barred(rules: BattleRules, state: Battle, unit: Squad, action: Verb) -> Refusal | None:
    """Why an action of the menu is not offered: by the unit's condition, for want of a target, or as the second."""
    no = action_refused(rules, state, unit, action)
    if no is not None:
        return no
    if action in (*AT_ENEMIES, *ORDERS):
        others = friends(state, unit) if action in ORDERS else foes(state, unit.seat)
        if action == Verbs.RALLY:
            others = [other for other in others if other.confidence] or others
        others.sort(key=lambda other: state.board.distance(unit.at, other.at))
        refusals = [target_refused(rules, state, unit, action, other) for other in others]
        if None not in refusals:
            near, no = next(zip(others, refusals, strict=True), (unit, None))
            lead = f"no fire, not even at {near.id.upper()}: " if action == Verbs.FIRE else ""
            return no and no.but(reason=f"{lead}{no.reason}")
    return next(filter(None, (second_refused(first, action) for first in (Verbs.FIRE, action))), None)


def forfeits(state: Battle, asked: Decision, option: Option) -> Remark | None:
    """A warning of what an answer gives up, or None.

    It may be an overwatch counter, an action, or wounded men that are left behind.
    """
    unit = state.units.get(option.unit)
    if unit is None:
        return None
    name = unit.id.upper()
    if option.action in (Verbs.ACTIVATE, Verbs.TRANSFER):
        given = state.units[option.target] if option.action == Verbs.TRANSFER else unit
        if given.watching and not _takes_any(state, asked):
            return Remark(f"{given.id.upper()} loses its overwatch counter as it is activated", "SG-39", (given.id,))
    if asked.kind == Questions.ACTION and option.action == Verbs.END and len(asked.options) > 1:
        return Remark(f"{name} has an action left, and could do something with it", "SG-34", (unit.id,))
    if asked.kind == Questions.WOUNDED and option.action == Verbs.ABANDON:
        return Remark(f"the wounded of {name} stay behind without help", "SG-26", (unit.id,))
    return None


def _takes_any(state: Battle, asked: Decision) -> bool:
    """Whether every answer is to activate a unit that has a counter, so that any answer loses one."""
    return all(option.action == Verbs.ACTIVATE and state.units[option.unit].watching for option in asked.options)
