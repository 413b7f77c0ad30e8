"""Why a click on a hex answers nothing, and why an expected answer is missing, each with its clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.engine.decisions import Decision, Refusal
from game.engine.names import Cell, QuestionKind, UnitId
from game.engine.options import REACT
from game.engine.wording import HEXES, length
from game.rules.shared import not_asked
from game.rules.viktory2.bombard import bombardments, may_bombard
from game.rules.viktory2.cargo import carried, loadings, may_board, stays_aboard
from game.rules.viktory2.ground import LAND, called, enemies, is_hard, is_port, is_water, keeps, on, sites_of
from game.rules.viktory2.moves import Ways, busy, may_move
from game.rules.viktory2.reserves import open_hexes
from game.rules.viktory2.state import FRIGATE, Islands, IslandsRules, Piece
from game.rules.viktory2.vocabulary import Questions, Verbs

BOMBARDED = "it has bombarded, which it may once a turn"


def refused_at(rules: IslandsRules, state: Islands, asked: Decision, unit: UnitId, cell: Cell) -> Refusal:
    """Why pointing at `cell`, with `unit` picked ("" for none), answers nothing."""
    own = state.units.get(unit)
    if own is not None and own.seat != asked.seat:
        return not_asked(asked, own, asked.clauses[0], cell)
    return _KINDS.get(asked.kind, _no_place)(rules, state, asked, own, cell).but(cell=cell)


def _no_place(rules: IslandsRules, state: Islands, asked: Decision, unit: Piece | None, cell: Cell) -> Refusal:
    """The refusal for a question that is not answered on the map."""
    return Refusal(asked.clauses[0], "this question is not answered on the map")


# -- moving and fighting ---------------------------------------------------------------------------------------------


def _no_act(rules: IslandsRules, state: Islands, asked: Decision, unit: Piece | None, cell: Cell) -> Refusal:
    """Why the unit cannot move to the hex, land or board there, or bombard it."""
    if unit is None:
        return Refusal("VK-A25", "first pick one of your units")
    no = busy(state, unit)
    if no is not None:
        return no
    if cell == unit.at and not unit.aboard:
        return Refusal("VK-A27", "it is there", unit.id)
    ships = [one for one in on(state, cell) if one.naval and one.seat == unit.seat]
    if unit.aboard:
        return _no_landing(state, unit, cell)
    if ships and unit.profile in LAND:
        return _no_boarding(state, unit, ships)
    ways = Ways(state, unit.seat)
    if cell in ways.foes and unit.stats["DICE"] and cell in state.board.neighbours(unit.at) and not may_bombard(unit):
        return Refusal("VK-A33", BOMBARDED, unit.id)
    return may_move(state, unit) or _out_of_reach(state, unit, ways, cell)


def _no_landing(state: Islands, unit: Piece, cell: Cell) -> Refusal:
    """Why a unit aboard a frigate cannot land on the hex."""
    frigate = state.units[unit.aboard]
    ship, label = frigate.id.upper(), state.board.label(cell)
    if unit.fought or busy(state, frigate) is not None:
        return stays_aboard(state, unit)
    if cell == frigate.at:
        return Refusal("VK-A32", f"it is aboard {ship}", unit.id)
    if cell not in state.board.neighbours(frigate.at):
        return Refusal("VK-A32", f"aboard {ship}, which lies {_hexes(state, frigate.at, cell)} from there", unit.id)
    if is_water(state.board, cell):
        return Refusal("VK-A32", f"{label} is water; from {ship} it can only go ashore", unit.id)
    if cell in state.repelled:
        return Refusal("VK-A34", f"{label} has held out this turn", unit.id)
    return Refusal("VK-A32", f"{ship} unloads at {state.board.label(frigate.shore)} this turn", unit.id)


def _no_boarding(state: Islands, unit: Piece, ships: list[Piece]) -> Refusal:
    """Why a land unit cannot board the first of these ships."""
    frigate = ships[0]
    ship = frigate.id.upper()
    if not may_board(state, unit):
        return may_move(state, unit) or Refusal(
            "VK-A32", "it has moved, and only a unit that has not can board", unit.id
        )
    if frigate.at not in state.board.neighbours(unit.at):
        away = _hexes(state, unit.at, frigate.at)
        return Refusal("VK-A32", f"{ship} lies {away} off; units board from a hex beside the ship", unit.id)
    no = busy(state, frigate)
    if no is not None:
        return Refusal(no.clause, f"{ship} is {no.reason}", unit.id)
    hold = frigate.stats["HOLD"]
    return Refusal("VK-A32", f"{ship} has carried {carried(state, frigate.id)} this turn, {hold} is the limit", unit.id)


def _out_of_reach(state: Islands, unit: Piece, ways: Ways, cell: Cell) -> Refusal:
    """Why no move of the unit ends on the hex."""
    board, sails, label = state.board, unit.naval, state.board.label(cell)
    left = unit.stats["MOVE"] - unit.spent
    if cell in state.repelled and cell in ways.enemy:
        return Refusal("VK-A34", f"{label} has held out this turn", unit.id)
    if is_water(board, cell) != sails:
        site = state.sites.get(cell)
        if sails and site is not None and site.seat == unit.seat and is_port(board, cell):
            return Refusal("VK-A31", "ships pass through a port and do not stop in it", unit.id)
        why = "ships keep to the water" if sails else f"{unit.name.lower()} crosses water only aboard a ship"
        return Refusal("VK-A27" if sails else "VK-A32", why, unit.id)
    away = board.distance(unit.at, cell)
    if away > left:
        return Refusal("VK-A27", f"it is {length(away, HEXES)} off, with {left} of its move left", unit.id)
    reach = ways.reach(unit)
    stops = [one for one in reach.before if one != unit.at and not ways.passage.goes_on(unit.profile, one)]
    near = min(stops, key=lambda one: (board.distance(one, cell), one), default=-1)
    if near >= 0 and board.distance(near, cell) < away:
        what = "an enemy" if near in ways.enemy else f"the {board.terrain[near]}"
        clause = "VK-A27" if near in ways.enemy else "VK-A28"
        if near in ways.enemy or is_hard(board, unit.profile, near, state.held):
            return Refusal(clause, f"{what} at {board.label(near)} stops it on the way", unit.id)
    return Refusal("VK-A27", f"no way of {length(left, HEXES)} leads there", unit.id)


def _hexes(state: Islands, a: Cell, b: Cell) -> str:
    return length(state.board.distance(a, b), HEXES)


# -- the other questions ---------------------------------------------------------------------------------------------


def _no_overwatch(rules: IslandsRules, state: Islands, asked: Decision, unit: Piece | None, cell: Cell) -> Refusal:
    """Why pointing at the hex is no overwatch fire: a gun fires only at the units that come, at the hex they enter."""
    trigger = state.queues[-1].open_triggers()[-1]
    if unit is not None:
        found = rules.why(state, unit.id)
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


def _no_placing(rules: IslandsRules, state: Islands, asked: Decision, unit: Piece | None, cell: Cell) -> Refusal:
    """Why a unit of the reserve cannot be placed on the hex."""
    if unit is None or not unit.out:
        what = "it is on the map already" if unit is not None else "first pick a unit of the reserve"
        return Refusal("VK-A42", what, unit.id if unit is not None else "")
    cells = open_hexes(state, unit)
    if isinstance(cells, Refusal):
        return cells
    site, kind = state.sites.get(cell), unit.profile
    if kind == FRIGATE:
        return Refusal("VK-A42", "ships are placed on the water nearest to a city that keeps them", unit.id)
    if site is None or site not in sites_of(state, unit.seat):
        return Refusal("VK-A42", "reserves are placed in towns and cities of one’s own", unit.id)
    name = called(state, site)
    if not keeps(state, site).get(kind, 0):
        return Refusal("VK-A41", f"{name} keeps no {kind}", unit.id)
    if not site.capital and any(beside in enemies(state, unit.seat) for beside in state.board.neighbours(cell)):
        return Refusal("VK-A42", f"an enemy is next to {name}", unit.id)
    return Refusal("VK-A42", f"{name} has taken its share of {kind} this turn", unit.id)


_KINDS: Mapping[QuestionKind, Callable[[IslandsRules, Islands, Decision, Piece | None, Cell], Refusal]] = {
    Questions.ACT: _no_act,
    REACT: _no_overwatch,
    Questions.VICTIM: _no_victim,
    Questions.RETREAT: _no_retreat,
    Questions.PLACE: _no_placing,
}


# -- missing answers ---------------------------------------------------------------------------------------------------


def missing(state: Islands, asked: Decision, unit: UnitId) -> list[Refusal]:
    """Why a unit has no option to move, board or bombard, for each of these that a player may expect."""
    own = state.units.get(unit)
    if asked.kind != Questions.ACT or own is None or own.seat != asked.seat or busy(state, own) is not None:
        return []
    ways = Ways(state, own.seat)
    found: list[Refusal] = []
    no = may_move(state, own) if not own.aboard else None
    if no is not None:
        found.append(no.but(reason=f"no move: {no.reason}"))
    if own.profile in LAND and own.at in ways.ships and not loadings(state, own, ways):
        no = _no_boarding(state, own, ways.ships[own.at])
        found.append(no.but(reason=f"no boarding: {no.reason}"))
    if own.stats["DICE"] and not own.aboard and not bombardments(state, own, ways):
        why = BOMBARDED if own.bombarded else "no enemy is in a hex beside it"
        found.append(Refusal("VK-A33", f"no bombardment: {why}", own.id))
    return found
