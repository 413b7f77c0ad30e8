"""Why a cell or unit that a player points at is no answer.

It may be closed ground, a target out of range or sight, or a unit that may not act now.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Decision, Refusal, Remark
from game.engine.names import Cell, UnitId
from game.engine.options import REACT, Option
from game.engine.ruleset import Ruleset
from game.rules.shared import foes, hands_free, still_could
from game.rules.skirmishcorps.action import blow_refused, own_shot_refused, prone_refused, stop_refused
from game.rules.skirmishcorps.activation import cannot_act, move_refused
from game.rules.skirmishcorps.chances import Shot, least_refused
from game.rules.skirmishcorps.covering import covering, covers_against
from game.rules.skirmishcorps.lineup import lineup
from game.rules.skirmishcorps.react import ready
from game.rules.skirmishcorps.state import Corps, Trooper
from game.rules.skirmishcorps.vocabulary import Questions, Verbs


def refused_at(rules: Ruleset, state: Corps, asked: Decision, unit: UnitId, cell: Cell) -> Refusal | None:
    """Why the cell, or the unit on it, is no answer to the question, or None; `unit` is the one the player picked."""
    there, picked = state.at(cell), state.units.get(asked.unit or unit)
    if asked.kind == Questions.ACTIVATE:
        return _acting(rules, state, asked, picked, there, cell)
    if asked.kind == REACT:
        return _reacting(rules, state, asked, picked, there, cell)
    if asked.kind == Questions.ATTACK and picked is not None:
        return _attacking(rules, state, picked, there, cell)
    if asked.kind == Questions.CARRY_OUT and picked is not None:
        if there is not None and covers_against(rules, state, picked, there.id):
            return None
        return stop_refused(state, state.queues[-1].action, cell)
    if asked.kind == Questions.POINT and all(option.to != cell for option in asked.options):
        off = Refusal(asked.clauses[0], f"the move does not lead over {state.board.label(cell)}", unit, cell=cell)
        return next((no for no in asked.refused if no.cell == cell), off)
    return Ruleset.refused_at(rules, state, asked, unit, cell)


def _acting(
    rules: Ruleset, state: Corps, asked: Decision, unit: Trooper | None, there: Trooper | None, cell: Cell
) -> Refusal | None:
    """Why that unit cannot act, or the picked unit cannot go there, or None."""
    if (
        there is not None
        and there.seat == asked.seat
        and ((no := cannot_act(there)) is not None or hands_free(asked, unit))
    ):
        return no.but(cell=cell) if no is not None else None
    if unit is None or unit.seat != asked.seat:
        return Refusal("SC-A34", "first pick the unit that acts", cell=cell)
    no = cannot_act(unit)
    if no is not None:
        return no.but(cell=cell)
    if there is not None and state.side(there.seat) != state.side(unit.seat):
        return None if covers_against(rules, state, unit, there.id) else _before_moving(rules, state, unit, there)
    return move_refused(state, unit, cell)


def _before_moving(rules: Ruleset, state: Corps, unit: Trooper, foe: Trooper) -> Refusal:
    """Why an enemy cannot be attacked yet: the unit must move or stand first. Adds whether it has a shot from here."""
    first = f"{foe.id.upper()} can be attacked only after a move or a stand"
    no = least_refused(rules, state, [Shot(unit.id, foe.id, foe.at, weapon, aimed=True) for weapon in unit.weapons])
    if no is not None:
        return no.but(reason=f"{first}; from here {no.reason}")
    return Refusal("SC-A35", f"{first}; from here there is a shot: stand and aim", unit.id, cell=foe.at)


def _reacting(
    rules: Ruleset, state: Corps, asked: Decision, unit: Trooper | None, there: Trooper | None, cell: Cell
) -> Refusal | None:
    """Why that unit cannot react, or the picked unit cannot react to what is there, or None.

    Of units of other seats nothing is said, whose markers may be face-down.
    """
    reactor = there if there is not None and there.seat == asked.seat else unit
    if reactor is None or reactor.seat != asked.seat:
        return Refusal("SC-03", "first pick the unit that reacts", cell=cell)
    answer = rules.why(state, reactor.id) if state.queues else ready(state, reactor.id)
    if isinstance(answer, Refusal):
        return answer.but(cell=cell)
    targets = {name for option in answer or () for name in (option.target, *option.targets) if name}
    meant = there is not None and (there.id in targets or (there is reactor and hands_free(asked, unit)))
    if meant or any(option.to == cell for option in answer or ()):
        return None
    if there is not None and there is not reactor:
        named = sorted(name.upper() for name in targets)
        words = f"{reactor.id.upper()} answers {' or '.join(named)}, not {there.id.upper()}"
        return Refusal("SC-57", words, reactor.id, cell=cell)
    return Refusal("SC-57", f"nothing happens on {state.board.label(cell)} that can be answered", reactor.id, cell=cell)


def _attacking(rules: Ruleset, state: Corps, unit: Trooper, there: Trooper | None, cell: Cell) -> Refusal | None:
    """Why the instigator cannot attack what is there, or None."""
    if there is None or state.side(there.seat) == state.side(unit.seat):
        return Refusal("SC-A35", f"there is no enemy on {state.board.label(cell)}", unit.id, cell=cell)
    queue = state.queues[-1]
    if unit.id != queue.instigator:
        words = f"{unit.id.upper()} may strike back only at the unit that struck it"
        return Refusal("SC-A45", words, unit.id, cell=cell)
    no = blow_refused(state, unit, there) and own_shot_refused(rules, state, queue, there.id, unit.weapons)
    return no.but(cell=cell) if no is not None else None


def missing(rules: Ruleset, state: Corps, asked: Decision, unit: UnitId) -> list[Refusal]:
    """Why a unit is not offered covering fire, a shot, a blow or going prone, where a player might expect it."""
    found = state.units.get(asked.unit or unit)
    if found is None or found.seat != asked.seat or not any(option.unit == found.id for option in asked.options):
        return []
    if asked.kind == Questions.ATTACK and found.id == state.queues[-1].instigator:
        return [no for no in _no_attack(rules, state, found) if no is not None]
    if asked.kind in (Questions.ACTIVATE, Questions.CARRY_OUT):
        covers = covering(rules, lineup(state), state.side(found.seat), found)
        return [covers] if isinstance(covers, Refusal) else []
    return []


def _no_attack(rules: Ruleset, state: Corps, unit: Trooper) -> Iterator[Refusal | None]:
    enemies = sorted(foes(state, unit.seat), key=lambda foe: (state.board.distance(unit.at, foe.at), foe.id))
    shots = [own_shot_refused(rules, state, state.queues[-1], foe.id, unit.weapons) for foe in enemies]
    if shots and None not in shots and (no := shots[0]) is not None:
        lead = "" if no.clause == "SC-A36" else f"no shot, not even at {enemies[0].id.upper()}: "
        yield no.but(reason=f"{lead}{no.reason}", cell=-1)
    if all(blow_refused(state, unit, foe) for foe in enemies):
        yield Refusal("SC-A44", "no blow: it touches no enemy", unit.id)
    yield prone_refused(unit)


def forfeits(state: Corps, asked: Decision, option: Option) -> Remark | None:
    """A warning if the seat ends its acting while units could still act, else None (SC-A34)."""
    if asked.kind == Questions.ACTIVATE and option.action == Verbs.END:
        return still_could(asked, "act this turn", "SC-A34")
    return None
