"""Placing reserves in one's own towns and cities, up to their support, without overwatch (VK-25, VK-A42)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from game.board.board import Board
from game.engine.decisions import Refusal
from game.engine.names import Cell
from game.engine.options import Option
from game.engine.reactions import q_end
from game.engine.steps import step
from game.rules.viktory2.battle import battle_round
from game.rules.viktory2.events import BattleDeclared, Placed
from game.rules.viktory2.ground import enemies, enemies_on, is_water, keeps, on, sites_of, support
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
    foes, near = enemies(state, unit.seat), state.board.neighbours
    keeping = [site for site in sites_of(state, unit.seat) if keeps(state, site).get(kind, 0)]
    free = [site for site in keeping if site.capital or not any(cell in foes for cell in near(site.cell))]
    if not free:
        return Refusal("VK-A42", "an enemy is next to every town or city that keeps it", unit.id)
    if kind == FRIGATE:
        cells = sorted({cell for site in free for cell in _nearest_water(state.board, site.cell)})
        full = sum(u.placed for u in standing) >= len(free)
    else:
        cells = sorted(site.cell for site in free if _taken(state, site, kind) < keeps(state, site)[kind])
        full = False
    if full or not cells:
        return Refusal("VK-A42", "every town or city that keeps it has taken its share this turn", unit.id)
    return cells


def _taken(state: Islands, site: Site, kind: str) -> int:
    """How many units of a kind have been placed at a site this turn."""
    return sum(u.profile == kind and u.placed for u in on(state, site.cell))


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
