"""Facings, in games where weapons have a front arc of 90 degrees; in all others squads have no facing (WH-A37)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import ClassVar

from game.board.board import Board
from game.engine.names import Cell, UnitId
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.rules.shared import foes
from game.rules.wh40k2.events import Faced
from game.rules.wh40k2.state import DIRECTIONS, FACINGS, Battle, Squad, SquadTable
from game.rules.wh40k2.vocabulary import Questions, Verbs


class Turn(Option, frozen=True, gc=False, omit_defaults=True):
    """A squad turns to one of `FACINGS` (WH-A37)."""

    facing: int = 0
    sent_as: ClassVar = {**Option.sent_as, "facing": "value"}


def has_arcs(rules: Ruleset) -> bool:
    """Whether weapons have an arc in this game."""
    return rules.ruling("WH-A37") == "front_arc"


def in_arc(board: Board, squad: Squad, cell: Cell) -> bool:
    """Whether a cell lies within 45 degrees of the squad's facing; its own cell does. True if it has no facing."""
    if not squad.facing:
        return True
    x, y = DIRECTIONS[squad.facing - 1]
    (to_x, to_y), (at_x, at_y) = board.xy(cell), board.xy(squad.at)
    along, aside = (to_x - at_x) * x + (to_y - at_y) * y, (to_x - at_x) * y - (to_y - at_y) * x
    return along >= abs(aside)


def toward(board: Board, start: Cell, end: Cell) -> int:
    """The facing nearest to the direction from one cell to another, 0 for the same cell."""
    if start == end:
        return 0
    (to_x, to_y), (at_x, at_y) = board.xy(end), board.xy(start)
    gains = [((to_x - at_x) * x + (to_y - at_y) * y) / hypot(x, y) for x, y in DIRECTIONS]
    return 1 + gains.index(max(gains))


def at_first(state: Battle, squad: Squad) -> int:
    """The facing that the setup gives a squad, else the one toward the nearest enemy; up the map if there is none."""
    if 0 < squad.facing < len(FACINGS):
        return squad.facing
    enemies = foes(state, squad.seat)
    if not enemies:
        return 1
    return toward(state.board, squad.at, min(enemies, key=lambda foe: state.board.distance(squad.at, foe.at)).at)


def arc(rules: Ruleset, board: Board, squad: Squad) -> tuple[Cell, ...]:
    """The cells in the squad's arc, in sight and in range of its first weapon, except its own cell."""
    reach = rules.weapon(squad.weapons[0]).range
    return tuple(
        cell
        for cell in board.field(squad.at)
        if cell != squad.at and in_arc(board, squad, cell) and board.distance(squad.at, cell) <= reach
    )


@step
def choose_facing(t: SquadTable, name: UnitId) -> None:
    """The owner chooses the facing of a squad that has moved or stays where it is (WH-A37)."""
    squad = t.state.units[name]
    if squad.out or not squad.facing:
        return
    choice = t.ask(
        squad.seat,
        Questions.FACING,
        [
            Turn(f"{name}:face:{way}", Verbs.FACE, name, facing=way, clauses=("WH-A37",), text=f"Face {FACINGS[way]}")
            for way in range(1, len(FACINGS))
        ],
        question=f"which way does {name.upper()} face?",
        note="It can fire at targets within 45 degrees of its facing.",
        clauses=("WH-A37",),
        default=f"{name}:face:{squad.facing}",
        unit=name,
    )
    if isinstance(choice, Turn):
        _face(t, name, choice.facing)


def face_along(t: SquadTable, name: UnitId, path: Sequence[Cell]) -> None:
    """A squad that has a facing faces along the last step of a path."""
    if len(path) > 1:
        _face(t, name, toward(t.state.board, path[-2], path[-1]))


def _face(t: SquadTable, name: UnitId, facing: int) -> None:
    if t.state.units[name].facing not in (0, facing):
        t.change(name, Faced(name, facing)).facing = facing
