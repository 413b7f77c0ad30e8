"""Placing reserves in one's own towns and cities, up to their support, without overwatch (VK-25, VK-A42)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache

from game.board.board import Board
from game.engine.decisions import Refusal
from game.engine.names import Cell
from game.engine.options import Option
from game.engine.reactions import q_end
from game.engine.steps import step
from game.rules.viktory2.battle import battle_round
from game.rules.viktory2.events import BattleDeclared, Placed
from game.rules.viktory2.ground import called, enemies, enemies_on, is_water, keeps, on, sites_of, support
from game.rules.viktory2.state import FRIGATE, Islands, IslandsTable, Operation, Piece, Site
from game.rules.viktory2.vocabulary import Questions, Verbs

Places = Sequence[tuple[Piece, list[Cell] | Refusal]]
"""The units of a reserve, each with the hexes where it may be placed, or why there are none."""


@step
def place_reserves(t: IslandsTable) -> None:
    """The player places one unit after the other; then ships that were placed among enemies fight."""
    state, seat = t.state, t.state.seat
    waiting = [unit for unit in state.units.values() if unit.reserve and unit.seat == seat and unit.out]
    places: Places = [(unit, open_hexes(state, unit)) for unit in waiting]
    if any(not isinstance(cells, Refusal) for _, cells in places):
        choice = t.ask(
            seat,
            Questions.PLACE,
            lambda: placements(state, places),
            question="which unit comes back, and where?",
            note="Placing triggers no overwatch, even from a gun next to the town.",
            clauses=("VK-A42", "VK-25"),
            default=_first_of(state, places),
            refused=lambda: [no for _, no in places if isinstance(no, Refusal)],
        )
        if choice.action == Verbs.PLACE:
            piece = t.change(choice.unit, Placed(choice.unit, choice.to))
            piece.at, piece.out, piece.reserve, piece.placed = choice.to, False, False, True
            t.then(place_reserves)
            return
    for cell in sorted({u.at for u in state.standing(seat) if u.placed and enemies_on(state, seat, u.at)}):
        t.then(reserve_battle, cell)


def _first_of(state: Islands, places: Places) -> str:
    """The id of the first option to place a unit."""
    unit, cell = next((unit, cells[0]) for unit, cells in places if not isinstance(cells, Refusal))
    return _placement_id(state, unit, cell)


def _placement_id(state: Islands, unit: Piece, cell: Cell) -> str:
    x, y = state.board.xy(cell)
    return f"{unit.id}:place:{x},{y}"


def placements(state: Islands, places: Places) -> Iterator[Option]:
    """The options to place each unit of the reserve in each hex that is open to it."""
    board = state.board
    for unit, cells in places:
        for cell in () if isinstance(cells, Refusal) else cells:
            text = f"{unit.id.upper()} to {board.label(cell)}"
            yield Option(
                _placement_id(state, unit, cell), Verbs.PLACE, unit.id, to=cell, clauses=("VK-A42",), text=text
            )
    yield Option("done", Verbs.DONE, clauses=("VK-A42",), text="Place no more")


def waits(state: Islands, unit: Piece) -> Refusal | None:
    """Why a unit of the active seat cannot be placed now, or None."""
    if unit.seat != state.seat:
        return None
    if not unit.out:
        return Refusal("VK-A25", "moving and fighting are over, reserves are placed now", unit.id)
    cells = open_hexes(state, unit)
    return cells if isinstance(cells, Refusal) else None


def open_hexes(state: Islands, unit: Piece) -> list[Cell] | Refusal:
    """The hexes where a unit of the reserve may be placed, or why there are none."""
    kind, most = unit.profile, support(state, unit.seat, unit.profile)
    standing = [u for u in state.units.values() if u.profile == kind and u.seat == unit.seat and not u.out]
    if len(standing) >= most:
        what = f"{len(standing)} {kind} on the map, towns and cities keep {most}"
        return Refusal("VK-A41", what, unit.id)
    foes = enemies(state, unit.seat)
    free = [site for site in sites_of(state, unit.seat) if supply_refused(state, unit, site, foes) is None]
    if not free:
        return Refusal("VK-A42", "an enemy is next to every town or city that keeps it", unit.id)
    if kind == FRIGATE:
        cells = sorted({cell for site in free for cell in _nearest_water(state.board, site.cell)})
        full = sum(u.placed for u in standing) >= len(free)
    else:
        cells = sorted(site.cell for site in free if share_refused(state, unit, site) is None)
        full = False
    if full or not cells:
        return Refusal("VK-A42", "every town or city that keeps it has taken its share this turn", unit.id)
    return cells


def supply_refused(state: Islands, unit: Piece, site: Site, foes: Container[Cell]) -> Refusal | None:
    """Why a unit of the reserve cannot come from a town or city of its seat (VK-A41, VK-A42), or None.

    `foes`: the hexes with enemies.
    """
    if not keeps(state, site).get(unit.profile, 0):
        return Refusal("VK-A41", f"{called(state, site)} keeps no {unit.profile}", unit.id)
    if not site.capital and any(beside in foes for beside in state.board.neighbours(site.cell)):
        return Refusal("VK-A42", f"an enemy is next to {called(state, site)}", unit.id)
    return None


def share_refused(state: Islands, unit: Piece, site: Site) -> Refusal | None:
    """Why no other land unit of that kind can be placed in a town or city in this turn (VK-A42), or None."""
    if sum(u.profile == unit.profile and u.placed for u in on(state, site.cell)) < keeps(state, site)[unit.profile]:
        return None
    return Refusal("VK-A42", f"{called(state, site)} has taken its share of {unit.profile} this turn", unit.id)


def place_refused(state: Islands, unit: Piece, cell: Cell) -> Refusal | None:
    """Why a unit of the reserve cannot be placed in a hex, or None."""
    cells = open_hexes(state, unit)
    if isinstance(cells, Refusal) or cell in cells:
        return cells if isinstance(cells, Refusal) else None
    if unit.profile == FRIGATE:
        return Refusal("VK-A42", "ships are placed on the water nearest to a city that keeps them", unit.id)
    site = state.sites.get(cell)
    if site is None or site.seat != unit.seat:
        return Refusal("VK-A42", "reserves are placed in towns and cities of one’s own", unit.id)
    return supply_refused(state, unit, site, enemies(state, unit.seat)) or share_refused(state, unit, site)


@lru_cache(maxsize=256)
def _nearest_water(board: Board, cell: Cell) -> tuple[Cell, ...]:
    """The water hexes nearest to a hex."""
    water = [sea for sea in range(len(board.terrain)) if is_water(board, sea)]
    near = min((board.distance(cell, sea) for sea in water), default=0)
    return tuple(sea for sea in water if board.distance(cell, sea) == near)


@step
def reserve_battle(t: IslandsTable, cell: Cell) -> None:
    """Ships that were placed among enemy ships fight at once, without overwatch (VK-A16)."""
    state = t.state
    names = [unit.id for unit in on(state, cell) if unit.seat == state.seat]
    t.cause = t.emit(BattleDeclared(names, cell, state.seat), ("VK-A16", "VK-A40"))
    t.begin(
        Operation(Verbs.BATTLE, names[0], [cell], targets=names, status="under_way", cell=cell), Verbs.BATTLE, t.cause
    )
    t.then(battle_round)
    t.then(q_end)
