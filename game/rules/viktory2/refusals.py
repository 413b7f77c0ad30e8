"""Why a click on a hex answers nothing, and why an expected answer is missing, each with its clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.engine.decisions import Decision, Refusal
from game.engine.names import Cell, QuestionKind, UnitId
from game.engine.options import REACT
from game.engine.ruleset import Ruleset
from game.rules.shared import not_asked, unless_any
from game.rules.viktory2.bombard import bombardments, may_bombard
from game.rules.viktory2.cargo import board_refused, land_refused, may_land
from game.rules.viktory2.ground import LAND, on
from game.rules.viktory2.moves import Ways, busy, may_move
from game.rules.viktory2.reserves import place_refused
from game.rules.viktory2.state import Islands, IslandsRules, Piece
from game.rules.viktory2.vocabulary import Questions, Verbs


def refused_at(rules: IslandsRules, state: Islands, asked: Decision, unit: UnitId, cell: Cell) -> Refusal | None:
    """Why pointing at `cell`, with `unit` picked ("" for none), answers nothing."""
    own = state.units.get(unit)
    if own is not None and own.seat != asked.seat:
        return not_asked(asked, own, asked.clauses[0], cell)
    no = _KINDS[asked.kind](rules, state, asked, own, cell) if asked.kind in _KINDS else None
    return no.but(cell=cell) if no is not None else Ruleset.refused_at(rules, state, asked, unit, cell)


def _no_act(rules: IslandsRules, state: Islands, asked: Decision, unit: Piece | None, cell: Cell) -> Refusal | None:
    """Why the unit cannot move to the hex, land or board there, or bombard it."""
    if unit is None:
        return Refusal("VK-A25", "first pick one of your units")
    no, ways = busy(state, unit), Ways(state, unit.seat)
    if no is not None:
        return no
    if unit.aboard:
        return may_land(state, unit) or land_refused(state, unit, ways, cell)
    ships = [one for one in on(state, cell) if one.naval and one.seat == unit.seat]
    if ships and unit.profile in LAND:
        return unless_any(board_refused(state, unit, ship) for ship in ships)
    if cell in ways.foes and unit.stats["DICE"] and cell in state.board.neighbours(unit.at):
        return may_bombard(state, unit)
    return may_move(state, unit) or ways.refused(unit, cell)


def _no_overwatch(rules: IslandsRules, state: Islands, asked: Decision, unit: Piece | None, cell: Cell) -> Refusal:
    """Why pointing at the hex is no overwatch fire: a gun fires only at the units that come, at the hex they enter."""
    trigger = state.queues[-1].open_triggers()[-1]
    found = rules.why(state, unit.id) if unit is not None else None
    if isinstance(found, Refusal):
        return found
    target = "the attackers" if trigger.kind == Verbs.BATTLE else trigger.actor.upper()
    return Refusal("VK-22", f"the shot is at {target}, at {state.board.label(trigger.cell)}", unit.id if unit else "")


def _no_victim(rules: IslandsRules, state: Islands, asked: Decision, unit: Piece | None, cell: Cell) -> Refusal:
    """The refusal for pointing at a hex without a possible victim."""
    names = " or ".join(option.target.upper() for option in asked.options)
    return Refusal(asked.clauses[0], f"the hit cannot take a unit there, only {names}")


def _no_retreat(rules: IslandsRules, state: Islands, asked: Decision, unit: Piece | None, cell: Cell) -> Refusal:
    """The refusal for pointing at a hex other than that of the battle, or one to which a unit may retreat."""
    places = " or ".join(dict.fromkeys(state.board.label(option.to) for option in asked.options))
    if not asked.unit:
        return Refusal("VK-A38", f"the battle is at {places}: fight another round, or retreat")
    return Refusal("VK-A38", f"units retreat to hexes that attackers came from: {places}", asked.unit)


def _no_placing(rules: IslandsRules, state: Islands, asked: Decision, unit: Piece | None, cell: Cell) -> Refusal | None:
    """Why a unit of the reserve cannot be placed on the hex."""
    if unit is None:
        return Refusal("VK-A42", "first pick a unit of the reserve")
    return place_refused(state, unit, cell) if unit.out else Refusal("VK-A42", "it is on the map already", unit.id)


_KINDS: Mapping[QuestionKind, Callable[[IslandsRules, Islands, Decision, Piece | None, Cell], Refusal | None]] = {
    Questions.ACT: _no_act,
    REACT: _no_overwatch,
    Questions.VICTIM: _no_victim,
    Questions.RETREAT: _no_retreat,
    Questions.PLACE: _no_placing,
}


def missing(state: Islands, asked: Decision, unit: UnitId) -> list[Refusal]:
    """Why a unit has no option to move, board or bombard, for each of these that a player may expect."""
    own = state.units.get(unit)
    if asked.kind != Questions.ACT or own is None or own.seat != asked.seat or own.aboard or busy(state, own):
        return []
    ways = Ways(state, own.seat)
    found = {"move": may_move(state, own)}
    if own.profile in LAND and own.at in ways.ships:
        found["boarding"] = unless_any(board_refused(state, own, ship) for ship in ways.ships[own.at])
    if own.stats["DICE"] and not bombardments(state, own, ways):
        beside = Refusal("VK-A33", "no enemy is in a hex beside it", own.id)
        found["bombardment"] = may_bombard(state, own) or beside
    return [no.but(reason=f"no {what}: {no.reason}") for what, no in found.items() if no is not None]
