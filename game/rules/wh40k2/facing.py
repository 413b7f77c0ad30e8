"""Which way a squad faces, where weapons have an arc of 90 degrees to the front; else none does (WH-A37)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from game.board.board import Board
from game.engine.names import Cell, UnitId
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.rules.shared import foes
from game.rules.wh40k2.events import Faced
from game.rules.wh40k2.state import FACINGS, WAYS, Battle, Squad, SquadTable
from game.rules.wh40k2.vocabulary import Questions, Verbs


def has_arcs(rules: Ruleset) -> bool:
    """Whether weapons have an arc in this game."""
    return rules.ruling("WH-A37") == "front_arc"


def in_arc(board: Board, squad: Squad, cell: Cell) -> bool:
    """Whether a cell lies within 45 degrees of where the squad faces; its own cell does."""
    if not squad.facing:
        return True
    x, y = WAYS[squad.facing - 1]
    (to_x, to_y), (at_x, at_y) = board.xy(cell), board.xy(squad.at)
    along, aside = (to_x - at_x) * x + (to_y - at_y) * y, (to_x - at_x) * y - (to_y - at_y) * x
    return along >= abs(aside)


def toward(board: Board, start: Cell, end: Cell) -> int:
    """The facing nearest to the way from one cell to another, 0 for the same cell."""
    if start == end:
        return 0
    (to_x, to_y), (at_x, at_y) = board.xy(end), board.xy(start)
    gains = [((to_x - at_x) * x + (to_y - at_y) * y) / hypot(x, y) for x, y in WAYS]
    return 1 + gains.index(max(gains))


def at_first(state: Battle, squad: Squad) -> int:
    """Where a squad faces as the setup says, else to the nearest enemy; up the map where there is none."""
    if 0 < squad.facing < len(FACINGS):
        return squad.facing
    enemies = foes(state, squad.seat)
    if not enemies:
        return 1
    return toward(state.board, squad.at, min(enemies, key=lambda foe: state.board.distance(squad.at, foe.at)).at)


def arc(rules: Ruleset, board: Board, squad: Squad) -> tuple[Cell, ...]:
    """The cells that the squad can fire into: in its arc, in sight and in range of its weapon, its own left out."""
    reach = rules.weapon(squad.weapons[0]).range
    return tuple(
        cell
        for cell in board.field(squad.at)
        if cell != squad.at and in_arc(board, squad, cell) and board.distance(squad.at, cell) <= reach
    )


@step
def choose_facing(t: SquadTable, name: UnitId) -> None:
    """A squad that has moved, or stays where it is, faces where its owner wishes (WH-A37)."""
    squad = t.state.units[name]
    if squad.out or not squad.facing:
        return
    choice = t.ask(
        squad.seat,
        Questions.FACING,
        [
            Option(f"{name}:face:{way}", Verbs.FACE, name, value=way, clauses=("WH-A37",), text=f"Face {FACINGS[way]}")
            for way in range(1, len(FACINGS))
        ],
        question=f"which way does {name.upper()} face?",
        note="It can fire at what lies within 45 degrees of that.",
        clauses=("WH-A37",),
        default=f"{name}:face:{squad.facing}",
        unit=name,
    )
    _face(t, name, choice.value)


def turned(t: SquadTable, name: UnitId, path: Sequence[Cell]) -> None:
    """A squad faces along the last step of a path."""
    if len(path) > 1:
        _face(t, name, toward(t.state.board, path[-2], path[-1]))


def _face(t: SquadTable, name: UnitId, way: int) -> None:
    if t.state.units[name].facing not in (0, way):
        t.change(name, Faced(name, way)).facing = way
