"""Why a cell or unit that a player points at is no answer.

It may be closed ground, a target out of range or sight, or a unit that may not act now.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from game.engine.decisions import Decision, Refusal, Remark
from game.engine.names import Cell, UnitId, Verb
from game.engine.options import REACT, Option
from game.engine.ruleset import Ruleset
from game.engine.wording import INCHES, length
from game.rules.shared import foes, still_could, way_closed
from game.rules.skirmishcorps.action import own_shot
from game.rules.skirmishcorps.activation import cannot_act
from game.rules.skirmishcorps.chances import Shot, least_refused
from game.rules.skirmishcorps.ground import pace_budget
from game.rules.skirmishcorps.lineup import lineup
from game.rules.skirmishcorps.react import ready
from game.rules.skirmishcorps.state import Corps, Trooper
from game.rules.skirmishcorps.vocabulary import Paces, Questions, Verbs


def refused_at(rules: Ruleset, state: Corps, asked: Decision, unit: UnitId, cell: Cell) -> Refusal:
    """Why the cell, or the unit on it, is no answer to the question; `unit` is the one the player has picked."""
    there, picked = state.at(cell), state.units.get(unit)
    if asked.kind == Questions.ACTIVATE:
        return _acting(rules, state, asked, picked, there, cell)
    if asked.kind == REACT:
        return _reacting(rules, state, asked, picked, there, cell)
    if asked.kind == Questions.ATTACK and picked is not None:
        return _attacking(rules, state, asked, picked, there, cell)
    if asked.kind in (Questions.POINT, Questions.CARRY_OUT):
        return _on_the_way(state, asked, unit, cell)
    return Ruleset.refused_at(rules, state, asked, unit, cell)


def _acting(
    rules: Ruleset, state: Corps, asked: Decision, unit: Trooper | None, there: Trooper | None, cell: Cell
) -> Refusal:
    """Why that unit cannot act, or the picked unit cannot go there."""
    if there is not None and there.seat == asked.seat and (no := cannot_act(there)) is not None:
        return no.but(cell=cell)
    if unit is None or unit.seat != asked.seat:
        return Refusal("SC-A34", "first pick the unit that acts", cell=cell)
    no = cannot_act(unit)
    if no is not None:
        return no.but(cell=cell)
    if there is not None and state.side(there.seat) != state.side(unit.seat):
        return _before_moving(rules, state, unit, there)
    return way_closed(state, unit, cell, ("a sprint", pace_budget(unit, Paces.SPRINT)), ("SC-A52", "SC-A36"))


def _before_moving(rules: Ruleset, state: Corps, unit: Trooper, foe: Trooper) -> Refusal:
    """Why an enemy cannot be attacked yet: the unit must move or stand first. Adds whether it has a shot from here."""
    first = f"{foe.id.upper()} can be attacked only after a move or a stand"
    no = least_refused(rules, state, [Shot(unit.id, foe.id, foe.at, weapon, aimed=True) for weapon in unit.weapons])
    if no is not None:
        return no.but(reason=f"{first}; from here {no.reason}")
    return Refusal("SC-A35", f"{first}; from here there is a shot: stand and aim", unit.id, cell=foe.at)


def _reacting(
    rules: Ruleset, state: Corps, asked: Decision, unit: Trooper | None, there: Trooper | None, cell: Cell
) -> Refusal:
    """Why that unit cannot react, or the picked unit cannot react to what is there.

    Of units of other seats nothing is said, whose markers may be face-down.
    """
    reactor = there if there is not None and there.seat == asked.seat else unit
    if reactor is None or reactor.seat != asked.seat:
        return Refusal("SC-03", "first pick the unit that reacts", cell=cell)
    answer = rules.why(state, reactor.id) if state.queues else ready(state, reactor.id)
    if isinstance(answer, Refusal):
        return answer.but(cell=cell)
    if there is not None and there is not reactor:
        named = sorted({option.target.upper() for option in answer or () if option.target})
        words = f"{reactor.id.upper()} answers {' or '.join(named)}, not {there.id.upper()}"
        return Refusal("SC-57", words, reactor.id, cell=cell)
    return Refusal("SC-57", f"nothing happens on {state.board.label(cell)} that can be answered", reactor.id, cell=cell)


def _attacking(
    rules: Ruleset, state: Corps, asked: Decision, unit: Trooper, there: Trooper | None, cell: Cell
) -> Refusal:
    """Why the instigator cannot attack what is there."""
    if there is None or state.side(there.seat) == state.side(unit.seat):
        return Refusal("SC-A35", f"there is no enemy on {state.board.label(cell)}", unit.id, cell=cell)
    queue = state.queues[-1]
    if unit.id != queue.instigator:
        return Refusal(
            "SC-A45", f"{unit.id.upper()} may strike back only at the unit that struck it", unit.id, cell=cell
        )
    if queue.action.done and queue.action.pace == Paces.SPRINT:
        return Refusal("SC-A36", "no shot after a sprint, and it is not in contact", unit.id, cell=cell)
    no = least_refused(rules, state, [own_shot(state, queue, there.id, weapon) for weapon in unit.weapons])
    if no is not None:
        return no
    return Ruleset.refused_at(rules, state, asked, unit.id, cell)


def _on_the_way(state: Corps, asked: Decision, unit: UnitId, cell: Cell) -> Refusal:
    """Why a cell of the move cannot be chosen, or that the move does not lead there."""
    no = next((no for no in asked.refused if no.cell == cell), None)
    if no is not None:
        return no
    words = f"the move does not lead over {state.board.label(cell)}"
    clause = "SC-A22" if asked.kind == Questions.CARRY_OUT else asked.clauses[0]
    taken = state.at(cell)
    if cell in state.queues[-1].action.path and taken is not None:
        words = f"{taken.id.upper()} stands on {state.board.label(cell)}"
    return Refusal(clause, words, unit, cell=cell)


def missing(rules: Ruleset, state: Corps, asked: Decision, unit: UnitId) -> list[Refusal]:
    """Why a unit is not offered covering fire, a shot, a blow or going prone, where a player might expect it."""
    found, offered = state.units.get(asked.unit or unit), {option.action for option in asked.options}
    if found is None or found.seat != asked.seat or not any(option.unit == found.id for option in asked.options):
        return []
    if asked.kind == Questions.ATTACK and found.id == state.queues[-1].instigator:
        return list(_no_attack(rules, state, found, offered))
    covered = any(option.unit == found.id and option.action == Verbs.COVERING_FIRE for option in asked.options)
    if asked.kind in (Questions.ACTIVATE, Questions.CARRY_OUT) and not covered:
        return [_no_cover(rules, state, found)]
    return []


def _no_attack(rules: Ruleset, state: Corps, unit: Trooper, offered: Collection[Verb]) -> Iterator[Refusal]:
    action, enemies = state.queues[-1].action, foes(state, unit.seat)
    near = min(enemies, key=lambda foe: (state.board.distance(unit.at, foe.at), foe.id), default=None)
    if Verbs.RANGED_ATTACK not in offered and near is not None and unit.weapons:
        tried = [own_shot(state, state.queues[-1], near.id, weapon) for weapon in unit.weapons]
        no = least_refused(rules, state, tried)
        if action.done and action.pace == Paces.SPRINT:
            yield Refusal("SC-A36", "no shot after a sprint", unit.id)
        elif no is not None:
            yield no.but(reason=f"no shot, not even at {near.id.upper()}: {no.reason}")
    if Verbs.CLOSE_COMBAT not in offered:
        yield Refusal("SC-A44", "no blow: it touches no enemy", unit.id)
    if Verbs.PRONE not in offered:
        yield Refusal("SC-A41", "it cannot go prone: it is prone already", unit.id)


def _no_cover(rules: Ruleset, state: Corps, unit: Trooper) -> Refusal:
    """Why the unit cannot give covering fire: the first condition that is not met (SC-30, SC-34 to SC-37)."""
    known, side = lineup(state), state.side(unit.seat)
    guns = [weapon for weapon in map(rules.weapon, unit.weapons) if not weapon.thrown]
    seen = known.seen(unit.at)
    allies = [name for name in known.of(side) if name in seen and name != unit.id]
    enemies = [name for name in known.against(side) if name in seen]
    if not guns:
        return Refusal("SC-30", "no covering fire with thrown weapons", unit.id)
    if not allies:
        return Refusal("SC-34", "no covering fire: no friend in sight", unit.id)
    if not enemies:
        return Refusal("SC-35", "no covering fire: no enemy in sight", unit.id)
    reach = max(gun.range for gun in guns)
    if all(state.board.distance(unit.at, known.cells[name]) > reach for name in enemies):
        return Refusal("SC-37", f"no covering fire: no enemy within {length(reach, INCHES)}", unit.id)
    return Refusal("SC-36", "no covering fire: no enemy in range sees a friend that it sees", unit.id)


def forfeits(state: Corps, asked: Decision, option: Option) -> Remark | None:
    """A warning if the seat ends its acting while units could still act, else None (SC-A34)."""
    if asked.kind == Questions.ACTIVATE and option.action == Verbs.END:
        return still_could(asked, "act this turn", "SC-A34")
    return None
