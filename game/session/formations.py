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


def wholes(match: Match, asked: Decision | None) -> dict[str, list[UnitId]]:
    """The formations that can be set up as one, with their stands; only on a grid of squares.

    Stands that ride in another are not among them: they begin with their carrier.
    """
    if asked is None or asked.kind != DEPLOY or match.setup.board.grid != "square":
        return {}
    offered = set(units_offered(asked))
    found = {group.id: [name for name in group.units if name in offered] for group in match.rules.groups(match.front)}
    return {group: units for group, units in found.items() if len(units) > 1}


def led(match: Match, asked: Decision | None, group: str) -> UnitId:
    """The stand by which a formation is set up unless another is picked: its leader, else its first."""
    stands, leader = wholes(match, asked)[group], match.rules.led_by(match.front, group)
    return leader if leader in stands else stands[0]


def places(session: Session, group: str, cell: Cell) -> dict[UnitId, Cell]:
    """The cells of a formation's stands if the stand that leads it is set up on `cell`; empty if it cannot be."""
    asked, match = session.decision, session.match
    offered: dict[UnitId, list[Cell]] = {name: [] for name in wholes(match, asked)[group]}
    for option in asked.options if asked is not None else ():
        if option.unit in offered:
            offered[option.unit].append(option.to)
    units = session.view().units
    at = {unit.id: unit.at for unit in units if unit.id in offered}
    return shifted(match.setup.board, at, open_to(units, offered), led(match, asked, group), cell)


def open_to(units: Iterable[UnitView], offered: Mapping[UnitId, Iterable[Cell]]) -> dict[UnitId, set[Cell]]:
    """The cells on which each unit could be set up: its own, and those `offered` that no other unit holds."""
    at = {unit.id: unit.at for unit in units if not unit.out and not unit.aboard}
    others = {cell for name, cell in at.items() if name not in offered}
    return {name: {at[name], *cells} - others for name, cells in offered.items()}


def shifted(
    board: Board, at: Mapping[UnitId, Cell], open_to: Mapping[UnitId, Collection[Cell]], held: UnitId, cell: Cell
) -> dict[UnitId, Cell]:
    """The cell of each unit if one of them, `held`, goes to `cell`; empty if it cannot.

    `at`: where they stand now; `open_to`: the cells that each could stand on, its own included. A unit whose cell is
    not open takes the nearest one left; the units nearest to `held` choose first.
    """
    if cell not in open_to[held]:
        return {}
    here, there = board.xy(at[held]), board.xy(cell)
    shift = there[0] - here[0], there[1] - here[1]

    def squared(one: tuple[int, int], other: tuple[int, int]) -> int:
        return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2

    found = {held: cell}
    for name in sorted(at, key=lambda name: squared(board.xy(at[name]), here)):
        x, y = board.xy(at[name])
        goal = x + shift[0], y + shift[1]
        left = [one for one in open_to[name] if one not in found.values()]
        if name != held and left:
            found[name] = min(left, key=lambda one: (squared(board.xy(one), goal), one))
    return found


def set_up(session: Session, at: Mapping[UnitId, Cell], choose: Callable[[str], object]) -> str:
    """Set up each unit on its cell; `choose` makes the choices, one after the other.

    Returns a sentence that names the units that could not be set up there, "" if all could.
    """
    waiting = dict(at)
    while waiting and (asked := session.decision) is not None:
        there = {(option.unit, option.to): option.id for option in asked.options if option.unit in waiting}
        ready = next((place for place in waiting.items() if place in there), None)
        if ready is None:
            break
        choose(there[ready])
        del waiting[ready[0]]
    now = {unit.id: unit.at for unit in session.view().units}
    left = [name for name, cell in waiting.items() if now[name] != cell]
    return f"{written_ids(left)} {agreeing(len(left), 'finds', 'find')} no room there." if left else ""
