"""Setting up a formation in one gesture: its stands keep their relative places, as far as there is room."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from game.board.board import Board
from game.engine.decisions import Decision
from game.engine.deployment import DEPLOY
from game.engine.match import Match
from game.engine.names import Cell, UnitId
from game.engine.view import UnitView
from game.engine.wording import agreeing, written_ids
from game.rules.shared import units_offered
from game.session.session import Session


def offered_formations(match: Match, decision: Decision | None) -> dict[str, list[UnitId]]:
    """The formations that can be set up as one, with their stands; only on a grid of squares.

    Stands that ride in another are not among them: they begin with their carrier.
    """
    if decision is None or decision.kind != DEPLOY or match.setup.board.grid != "square":
        return {}
    offered = set(units_offered(decision))
    stands = {group.id: [name for name in group.units if name in offered] for group in match.rules.groups(match.front)}
    return {group: units for group, units in stands.items() if len(units) > 1}


def leading_stand(match: Match, decision: Decision | None, group: str) -> UnitId:
    """The stand by which a formation is set up unless another is picked: its leader, else its first."""
    stands, leader = offered_formations(match, decision)[group], match.rules.led_by(match.front, group)
    return leader if leader in stands else stands[0]


def places(session: Session, group: str, cell: Cell) -> dict[UnitId, Cell]:
    """The cells of a formation's stands if the stand that leads it is set up on `cell`; empty if it cannot be."""
    decision, match = session.decision, session.match
    offered: dict[UnitId, list[Cell]] = {name: [] for name in offered_formations(match, decision)[group]}
    for option in decision.options if decision is not None else ():
        if option.unit in offered:
            offered[option.unit].append(option.to)
    units = session.view().units
    at = {unit.id: unit.at for unit in units if unit.id in offered}
    return shifted(match.setup.board, at, open_to(units, offered), leading_stand(match, decision, group), cell)


def open_to(units: Iterable[UnitView], offered: Mapping[UnitId, Iterable[Cell]]) -> dict[UnitId, set[Cell]]:
    """The cells on which each unit could be set up: its own, and those `offered` that no other unit holds."""
    at = {unit.id: unit.at for unit in units if not unit.out and not unit.aboard}
    others = {cell for name, cell in at.items() if name not in offered}
    return {name: {at[name], *cells} - others for name, cells in offered.items()}


def shifted(
    board: Board, at: Mapping[UnitId, Cell], open_cells: Mapping[UnitId, Collection[Cell]], picked: UnitId, cell: Cell
) -> dict[UnitId, Cell]:
    """The cell of each unit if one of them, `picked`, goes to `cell`; empty if it cannot.

    `at`: where they stand now; `open_cells`: the cells that each could stand on, its own included. A unit whose cell is
    not open takes the nearest one left; the units nearest to `picked` choose first.
    """
    if cell not in open_cells[picked]:
        return {}
    origin, target = board.xy(at[picked]), board.xy(cell)
    shift = target[0] - origin[0], target[1] - origin[1]

    def squared(start: tuple[int, int], end: tuple[int, int]) -> int:
        return (start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2

    cells = {picked: cell}
    for name in sorted(at, key=lambda name: squared(board.xy(at[name]), origin)):
        x, y = board.xy(at[name])
        goal = x + shift[0], y + shift[1]
        free = [spot for spot in open_cells[name] if spot not in cells.values()]
        if name != picked and free:
            cells[name] = min(free, key=lambda spot: (squared(board.xy(spot), goal), spot))
    return cells


def set_up(session: Session, at: Mapping[UnitId, Cell], choose: Callable[[str], object]) -> str:
    """Set up each unit on its cell; `choose` makes the choices, one after the other.

    Returns a sentence that names the units that could not be set up there, "" if all could.
    """
    waiting = dict(at)
    while waiting and (decision := session.decision) is not None:
        option_ids = {(option.unit, option.to): option.id for option in decision.options if option.unit in waiting}
        ready = next((place for place in waiting.items() if place in option_ids), None)
        if ready is None:
            break
        choose(option_ids[ready])
        del waiting[ready[0]]
    cells_now = {unit.id: unit.at for unit in session.view().units}
    unplaced = [name for name, cell in waiting.items() if cells_now[name] != cell]
    return f"{written_ids(unplaced)} {agreeing(len(unplaced), 'finds', 'find')} no room there." if unplaced else ""
