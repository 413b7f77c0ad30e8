"""Who crosses ground how, touches whom, hides and from whom: what the other modules ask first. Distances in inches."""

from __future__ import annotations

from functools import lru_cache

from game.board.board import Board
from game.board.terrain import cover_of
from game.engine.names import Cell
from game.engine.ruleset import Ruleset
from game.rules.shared import foes
from game.rules.wh40k2.state import Battle, Squad

RUN_GAP = 8  # WH-A24


def mode(rules: Ruleset, squad: Squad) -> str:
    """How the unit crosses ground."""
    return "vehicle" if rules.army.profiles[squad.profile].tags.get("kind") == "vehicle" else "foot"


def in_contact(state: Battle, squad: Squad) -> list[Squad]:
    """The enemies in base contact."""
    near = state.board.neighbours(squad.at)
    return [foe for foe in foes(state, squad.seat) if foe.at in near]


@lru_cache(maxsize=1024)
def watched_from(board: Board, cell: Cell) -> frozenset[Cell]:
    """Cells within 8 inches of an enemy on `cell` and visible from it, where no run may lead (WH-A24)."""
    return frozenset(other for other in board.area(cell, RUN_GAP) if board.visible(other, cell))


def near_enemies(state: Battle, squad: Squad) -> frozenset[Cell]:
    """Cells where a run of the squad may not lead: near an enemy that it sees (WH-A24)."""
    spotted = [foe.at for foe in foes(state, squad.seat) if not hides_from(state, foe, squad)]
    return frozenset().union(*(watched_from(state.board, cell) for cell in spotted))


def hides_from(state: Battle, squad: Squad, watcher: Squad) -> bool:
    """Whether a hidden unit goes unseen by an enemy: it does beyond his Initiative in inches (WH-A26)."""
    return squad.hidden and state.board.distance(watcher.at, squad.at) > watcher.stats["I"]


def may_hide(rules: Ruleset, state: Battle, squad: Squad) -> bool:
    """Cover on its cell or beside it; vehicles do not hide (WH-A26, WH-A36)."""
    cells = (squad.at, *state.board.neighbours(squad.at))
    return mode(rules, squad) == "foot" and any(cover_of(state.board.terrain[cell]) for cell in cells)
