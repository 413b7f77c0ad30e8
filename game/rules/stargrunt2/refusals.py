"""Why a cell or unit that a player points at is no answer, and why an answer that a player may expect is missing."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Decision, Refusal, Remark
from game.engine.names import Cell, UnitId, Verb
from game.engine.options import REACT, Option
from game.engine.ruleset import Ruleset
from game.engine.wording import INCHES, agreeing, as_words, length, together
from game.rules.shared import firing, foes, way_closed
from game.rules.stargrunt2.morale import is_vehicle, role, sheltered
from game.rules.stargrunt2.options import (
    TRANSFERS,
    VOICE,
    clear_of,
    contacts,
    friends,
    longest_combat_move,
    lying_here,
    mode,
    move_budget,
    reach_of,
    within_voice,
)
from game.rules.stargrunt2.shots import line_of, refusal, weapon_groups
from game.rules.stargrunt2.state import BROKEN, LEVELS, Battle, BattleRules, Squad
from game.rules.stargrunt2.vocabulary import Questions, Verbs


def refused_at(rules: BattleRules, state: Battle, asked: Decision, unit: UnitId, cell: Cell) -> Refusal:
    """Why the cell, or the unit on it, is no answer to the question; `unit` is the one the player has picked."""
    there, picked = state.at(cell), state.units.get(asked.unit or unit)
    if asked.kind == Questions.ACTIVATE:
        own = there if there is not None and there.seat == asked.seat else None
        if own is not None and own.activated:
            return Refusal("SG-A32", "it has been activated this turn", own.id, cell=cell)
        return Refusal("SG-A32", "first pick the unit that is activated", cell=cell)
    if asked.kind == REACT:
        return _firing(rules, state, asked, picked, there, cell)
    if picked is not None and asked.kind in (Questions.ACTION, Questions.GO_ON):
        if there is not None and there is not picked and there.seat == picked.seat:
            words = f"{picked.id.upper()} is acting now, {there.id.upper()} has its own activation"
            return Refusal("SG-A32", words, cell=cell)
        if asked.kind == Questions.GO_ON:
            return _no_move(rules, state, picked, cell, ("what is left", state.queues[-1].action.left))
        if there is not None and there is not picked:
            return _at_enemy(rules, state, asked, picked, there)
        return _no_move(rules, state, picked, cell, _farthest(rules, picked))
    return Ruleset.refused_at(rules, state, asked, unit, cell)


def _farthest(rules: BattleRules, unit: Squad) -> tuple[str, int]:
    """The longest move of a unit, in words and in half inches."""
    if is_vehicle(rules, unit) or unit.confidence >= BROKEN:
        return "a move", move_budget(unit)
    return "a combat move at its best", longest_combat_move(unit)


def _held(unit: Squad) -> Refusal | None:
    """Why a unit cannot move at all, or None."""
    if unit.suppressed:
        return Refusal("SG-A38", f"suppressed: it has to {as_words(Verbs.REMOVE_SUPPRESSION)} before it moves", unit.id)
    if unit.immobile:
        return Refusal("SG-A45", "it has been stopped for good", unit.id)
    return None


def _no_move(rules: BattleRules, state: Battle, unit: Squad, cell: Cell, allowed: tuple[str, int]) -> Refusal:
    """Why a unit cannot move to a cell (SG-A39, SG-A40, SG-A46)."""
    no = _held(unit)
    if no is not None:
        return no.but(cell=cell)
    closed = way_closed(state, unit, cell, allowed, ("SG-A40", "SG-A40"), mode(rules, unit))
    near = next((foe for foe in foes(state, unit.seat) if cell in state.board.neighbours(foe.at)), None)
    if not clear_of(state, unit, [cell]) and near is not None and state.at(cell) is None:
        words = f"{state.board.label(cell)} touches {near.id.upper()}: that is close assault"
        return Refusal("SG-A46", words, unit.id, cell=cell)
    costs = reach_of(rules, state, unit).costs
    if unit.confidence >= BROKEN and costs.get(cell, allowed[1] + 1) <= allowed[1]:
        words = f"{LEVELS[unit.confidence]}: it seeks cover or keeps away from the enemy"
        return Refusal("SG-A39", words, unit.id, cell=cell)
    return closed


def _at_enemy(rules: BattleRules, state: Battle, asked: Decision, unit: Squad, foe: Squad) -> Refusal:
    """Why a unit cannot fire at an enemy in its own activation (SG-A9, SG-A35, SG-A38, SG-A39)."""
    if state.side(foe.seat) == state.side(unit.seat):
        return Refusal("SG-A32", f"{foe.id.upper()} is no enemy", unit.id, cell=foe.at)
    no = _silent(rules, unit)
    if no is not None:
        return no.but(cell=foe.at)
    if unit.confidence >= BROKEN and unit.id not in foe.fired_on:
        words = f"{LEVELS[unit.confidence]}: it fires only at units that have fired at it"
        return Refusal("SG-A39", words, unit.id, cell=foe.at)
    groups = weapon_groups(rules, unit)
    line = line_of(rules, state, unit, foe, groups[0], opportunity=False)
    return refusal(line, foe.at, moved=False) or Ruleset.refused_at(rules, state, asked, unit.id, foe.at)


def _silent(rules: BattleRules, unit: Squad) -> Refusal | None:
    """Why a unit cannot fire at any target, or None."""
    if unit.suppressed:
        return Refusal("SG-A38", "suppressed: it cannot fire", unit.id)
    if not weapon_groups(rules, unit):
        return Refusal("SG-A9", "its weapons have been used this turn", unit.id)
    return None


def _firing(
    rules: BattleRules, state: Battle, asked: Decision, unit: Squad | None, there: Squad | None, cell: Cell
) -> Refusal:
    """Why that unit cannot fire out of turn, or not at that point (SG-04 to SG-17)."""
    fires = firing(rules, state, asked, unit, cell, Refusal("SG-04", "first pick the unit that fires"))
    if isinstance(fires, Refusal):
        return fires
    own, options = fires
    if there is not None and there is not own:
        named = sorted({option.target.upper() for option in options if option.target})
        words = (
            f"{together(named)} {agreeing(len(named), 'has', 'have')} acted and may be fired at, not {there.id.upper()}"
        )
        return Refusal("SG-A10", words, own.id, cell=cell)
    return Refusal("SG-16", f"the path does not lead over {state.board.label(cell)}", own.id, cell=cell)


def missing(rules: BattleRules, state: Battle, asked: Decision, unit: UnitId) -> list[Refusal]:
    """Why actions, or choices about casualties, are missing from the options where a player may expect them."""
    squad = state.units.get(asked.unit or unit)
    if squad is None or asked.kind not in (Questions.ACTION, Questions.WOUNDED):
        return []
    offered = {option.action for option in asked.options}
    found = _actions(rules, state, squad) if asked.kind == Questions.ACTION else _casualties(squad)
    return [no.but(unit=squad.id) for action, no in found if action not in offered]


def _casualties(unit: Squad) -> Iterator[tuple[Verb, Refusal]]:
    if unit.wounded:
        yield Verbs.CARRY, Refusal("SG-A43", "no carrying: there are more wounded than fit men")
    else:
        yield Verbs.CARRY, Refusal("SG-A24", "nobody to carry: those who fell are dead")


def _actions(rules: BattleRules, state: Battle, unit: Squad) -> Iterator[tuple[Verb, Refusal]]:
    """For each action, the reason why it may be missing; a reason that bars several actions is given once."""
    suppressed, broken = bool(unit.suppressed), unit.confidence >= BROKEN
    if suppressed:
        yield Verbs.FIRE, Refusal("SG-A38", "suppressed: no move, fire, overwatch, position or assault")
    elif broken:
        yield Verbs.OVERWATCH, Refusal("SG-A39", f"{LEVELS[unit.confidence]}: no overwatch, position or assault")
    else:
        yield from _unhindered(rules, state, unit)
    if role(rules, unit) == "command" and not broken:
        if unit.transfers >= TRANSFERS:
            yield Verbs.TRANSFER, Refusal("SG-A42", f"no transfer: it has tried {TRANSFERS} this turn")
        elif suppressed:
            words = f"no transfer while suppressed except to friends within {length(VOICE, INCHES)}"
            yield Verbs.TRANSFER, Refusal("SG-A38", words)
        yield Verbs.RALLY, _no_rally(state, unit)
    if unit.wounded + lying_here(state, unit) and suppressed and not sheltered(state, unit.at):
        yield Verbs.REORGANISE, Refusal("SG-A38", "no reorganising while suppressed in the open")


def _no_rally(state: Battle, unit: Squad) -> Refusal:
    """Why a command unit cannot rally a friend."""
    lost = [friend for friend in friends(state, unit) if friend.confidence]
    if not lost:
        return Refusal("SG-A42", "no rally: nobody has lost confidence")
    if unit.suppressed and not any(within_voice(state.board, unit, friend) for friend in lost):
        return Refusal("SG-A38", f"no rally while suppressed except of friends within {length(VOICE, INCHES)}")
    return Refusal("SG-A32", "no second rally in one activation")


def _unhindered(rules: BattleRules, state: Battle, unit: Squad) -> Iterator[tuple[Verb, Refusal]]:
    """The same for a unit that is neither suppressed nor broken."""
    enemies, board = foes(state, unit.seat), state.board
    silent = _silent(rules, unit)
    if silent is not None:
        yield Verbs.FIRE, silent.but(reason=f"no fire: {silent.reason}")
    elif enemies:
        near = min(enemies, key=lambda foe: board.distance(unit.at, foe.at))
        line = line_of(rules, state, unit, near, weapon_groups(rules, unit)[0], opportunity=False)
        no = refusal(line, near.at, moved=False)
        if no is not None:
            yield Verbs.FIRE, no.but(reason=f"no fire, not even at {near.id.upper()}: {no.reason}")
    yield Verbs.OVERWATCH, Refusal("SG-35", "no overwatch after fire")
    if is_vehicle(rules, unit) or not enemies:
        return
    if not unit.in_position:
        yield Verbs.IN_POSITION, Refusal("SG-A41", "no second try in one activation to go in position")
    reach = reach_of(rules, state, unit)
    if any(contacts(state, unit, foe, reach) for foe in enemies if not is_vehicle(rules, foe)):
        yield Verbs.CLOSE_ASSAULT, Refusal("SG-A46", "no close assault as a second action: it takes both")
    else:
        best = length(longest_combat_move(unit) / 2, INCHES)
        words = f"no close assault: nobody within a combat move, {best} at its best"
        yield Verbs.CLOSE_ASSAULT, Refusal("SG-A46", words)


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
