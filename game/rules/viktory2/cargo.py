"""Ships: boarding and going ashore, both of which overwatch may answer (VK-26 to VK-28, VK-A8, VK-A32)."""

from __future__ import annotations

from game.engine.decisions import Refusal
from game.engine.names import Cell, UnitId
from game.engine.options import Option, Part
from game.engine.wording import HEXES, length
from game.rules.viktory2.events import Landed, Loaded, Unloaded
from game.rules.viktory2.ground import LAND, hostile, is_water
from game.rules.viktory2.moves import Ways, busy, end, enter_free_site, line_up, may_move
from game.rules.viktory2.overwatch import is_watched, offer
from game.rules.viktory2.state import Islands, IslandsTable, Operation, Piece
from game.rules.viktory2.vocabulary import Verbs


def carried(state: Islands, frigate: UnitId) -> int:
    """How many land units the frigate has carried this turn, including those still aboard."""
    return sum(frigate in (u.aboard, u.ship) for u in state.units.values())


def board_refused(state: Islands, unit: Piece, frigate: Piece) -> Refusal | None:
    """Why a land unit cannot board a frigate, or None: only a unit that has not moved can (VK-A32)."""
    ship, hold, board = frigate.id.upper(), frigate.stats["HOLD"], state.board
    no = may_move(state, unit)
    if no is not None:
        return no
    if unit.nth:
        return Refusal("VK-A32", "it has moved, and only a unit that has not can board", unit.id)
    if frigate.at not in board.neighbours(unit.at):
        away = length(board.distance(unit.at, frigate.at), HEXES)
        return Refusal("VK-A32", f"{ship} lies {away} off; units board from a hex beside the ship", unit.id)
    no = busy(state, frigate)
    if no is not None:
        return Refusal(no.clause, f"{ship} is {no.reason}", unit.id)
    aboard = carried(state, frigate.id)
    if aboard >= hold:
        return Refusal("VK-A32", f"{ship} has carried {aboard} this turn, {hold} is the limit", unit.id)
    return None


def loadings(state: Islands, unit: Piece, ways: Ways) -> list[Part]:
    """A unit's options to board a frigate."""
    found: list[Part] = []
    for frigate in ways.ships.get(unit.at, ()) if unit.profile in LAND else ():
        if board_refused(state, unit, frigate) is None:
            text = f"{unit.id.upper()} boards {frigate.id.upper()}"
            name = f"{unit.id}:load:{frigate.id}"
            clauses = ("VK-A32", "VK-26") if is_watched(state, unit.seat, frigate.at) else ("VK-A32",)
            found.append(Option(name, Verbs.LOAD, unit.id, frigate.id, to=frigate.at, clauses=clauses, text=text))
    return found


def may_land(state: Islands, unit: Piece) -> Refusal | None:
    """Why a unit aboard a frigate cannot land anywhere, or None.

    A unit that has retreated from a battle to its ship stays there (VK-A34, VK-A38).
    """
    if unit.fought:
        return Refusal("VK-A34", f"aboard {unit.aboard.upper()}, and it has fought", unit.id)
    no = busy(state, state.units[unit.aboard])
    if no is not None:
        no = no.but(reason=f"aboard {unit.aboard.upper()}, which is {no.reason}", unit=unit.id)
    return no or busy(state, unit)


def land_refused(state: Islands, unit: Piece, ways: Ways, cell: Cell) -> Refusal | None:
    """Why a unit aboard that may land cannot land at a hex, or None; a frigate unloads at one shore a turn (VK-A32)."""
    frigate, board = state.units[unit.aboard], state.board
    ship, label = frigate.id.upper(), board.label(cell)
    if cell == frigate.at:
        return Refusal("VK-A32", f"it is aboard {ship}", unit.id)
    if cell not in board.neighbours(frigate.at):
        away = length(board.distance(frigate.at, cell), HEXES)
        return Refusal("VK-A32", f"aboard {ship}, which lies {away} from there", unit.id)
    if is_water(board, cell):
        return Refusal("VK-A32", f"{label} is water; from {ship} it can only go ashore", unit.id)
    no = ways.passage.held_out(cell)
    if no is not None:
        return no.but(unit=unit.id)
    if frigate.shore not in (-1, cell):
        return Refusal("VK-A32", f"{ship} unloads at {board.label(frigate.shore)} this turn", unit.id)
    return None


def unloadings(state: Islands, unit: Piece, ways: Ways) -> list[Part]:
    """The options of a unit aboard to land."""
    found: list[Part] = []
    if not unit.aboard or may_land(state, unit) is not None:
        return found
    board = state.board
    for cell in board.neighbours(unit.at):
        if land_refused(state, unit, ways, cell) is None:
            x, y = board.xy(cell)
            text = f"{unit.id.upper()} lands at {board.label(cell)}"
            if cell in ways.enemy:
                text = f"{unit.id.upper()} attacks {board.label(cell)} from the sea, lining up"
            name = f"{unit.id}:unload:{x},{y}"
            clauses = ("VK-A32", "VK-A8") if is_watched(state, unit.seat, cell) else ("VK-A32",)
            found.append(Option(name, Verbs.UNLOAD, unit.id, to=cell, clauses=clauses, text=text))
    return found


def stays_aboard(state: Islands, unit: Piece) -> Refusal:
    """Why a unit aboard a frigate has nowhere to land."""
    frigate, name = state.units[unit.aboard], unit.aboard.upper()
    no = may_land(state, unit)
    if no is not None:
        return no
    if frigate.shore >= 0:
        shore = state.board.label(frigate.shore)
        return Refusal("VK-A32", f"{name} unloads at {shore} this turn, and {shore} has held out", unit.id)
    return Refusal("VK-A32", f"aboard {name}, and no shore to land at", unit.id)


def begin_load(t: IslandsTable, option: Option) -> None:
    """The unit boards; overwatch may fire at it, not at the frigate (VK-26, VK-27, VK-A20)."""
    unit, frigate = t.state.units[option.unit], t.state.units[option.target]
    path = [unit.at, frigate.at]
    passenger = t.change(unit, Loaded(unit.id, frigate.at, frigate.id, frigate.id, path))
    passenger.at, passenger.aboard, passenger.ship = frigate.at, frigate.id, frigate.id
    t.cause = t.last
    t.begin(Operation(Verbs.LOAD, unit.id, path, len(path) - 1, "done", target=frigate.id), Verbs.LOAD, t.cause)
    offer(t, Verbs.LOAD, unit.id, frigate.at)
    end(t)


def begin_unload(t: IslandsTable, option: Option) -> None:
    """The unit lands, or lines up to attack from the ship; the frigate's movement is over (VK-A8, VK-A32)."""
    state, unit = t.state, t.state.units[option.unit]
    frigate, cell = state.units[unit.aboard], option.to
    path = [frigate.at, cell]
    if frigate.shore < 0:
        t.change(frigate, Unloaded(frigate.id, cell)).shore = cell
        t.cause = t.last
    if cell in hostile(state, unit.seat):
        line_up(t, unit, cell)
        return
    landing = t.change(unit, Landed(unit.id, cell, "", path))
    landing.at, landing.aboard, landing.landed, landing.ship = cell, "", True, frigate.id
    t.cause = t.last
    t.begin(Operation(Verbs.UNLOAD, unit.id, path, len(path) - 1, "done"), Verbs.ENTER, t.cause)
    enter_free_site(t, unit.id, cell)
    offer(t, Verbs.ENTER, unit.id, cell)
    end(t)
