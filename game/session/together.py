"""A formation set up in one gesture: its stands keep their places to one another, as far as there is room."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from game.board.board import Board
from game.engine.names import Cell, UnitId
from game.engine.view import UnitView
from game.engine.wording import agreeing, written_ids
from game.session.session import Session


def open_to(units: Iterable[UnitView], offered: Mapping[UnitId, Iterable[Cell]]) -> dict[UnitId, set[Cell]]:
    """The cells on which each of several units could be set up: its own, and of those that are offered where nobody else is."""
    at = {unit.id: unit.at for unit in units if not unit.out and not unit.aboard}
    others = {cell for name, cell in at.items() if name not in offered}
    return {name: {at[name], *cells} - others for name, cells in offered.items()}


def shifted(
    board: Board, at: Mapping[UnitId, Cell], open_to: Mapping[UnitId, Collection[Cell]], held: UnitId, cell: Cell
) -> dict[UnitId, Cell]:
    """Where each of several units comes to stand if one of them, `held`, goes to a cell; nothing if it cannot.

    `at`: where they stand; `open_to`: the cells that each could stand on, the one it stands on among them. Whoever has no
    room where it should come takes the nearest cell that is left, and those next to the one that is held choose first.
    """
    if cell not in open_to[held]:
        return {}
    here, there = board.xy(at[held]), board.xy(cell)
    by = there[0] - here[0], there[1] - here[1]

    def away(one: tuple[int, int], other: tuple[int, int]) -> int:
        return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2

    found = {held: cell}
    for name in sorted(at, key=lambda name: away(board.xy(at[name]), here)):
        x, y = board.xy(at[name])
        goal = x + by[0], y + by[1]
        left = [one for one in open_to[name] if one not in found.values()]
        if name != held and left:
            found[name] = min(left, key=lambda one: (away(board.xy(one), goal), one))
    return found


def set_up(session: Session, places: Mapping[UnitId, Cell]) -> str:
    """Set up each of several units at its place, one choice after the other. Says in one sentence who could not get there."""
    waiting = dict(places)
    while waiting and (asked := session.decision) is not None:
        there = {(option.unit, option.to): option.id for option in asked.options if option.unit in waiting}
        step = next((place for place in waiting.items() if place in there), None)
        if step is None:
            break
        session.choose(there[step])
        del waiting[step[0]]
    stand = {unit.id: unit.at for unit in session.view().units}
    left = [name for name, cell in waiting.items() if stand[name] != cell]
    return f"{written_ids(left)} {agreeing(len(left), 'finds', 'find')} no room there." if left else ""
