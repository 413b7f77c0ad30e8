"""Who crosses ground how, touches whom, hides and from whom: what the other modules ask first. Distances in inches."""

from __future__ import annotations

from game.board.terrain import cover_of
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.rules.shared import foes, touches

RUN_GAP = 8  # WH-A24


def mode(rules: Ruleset, unit: Unit) -> str:
    """How the unit crosses ground."""
    return "vehicle" if rules.army.profiles[unit.profile].tags.get("kind") == "vehicle" else "foot"


def in_contact(state: State, unit: Unit) -> list[Unit]:
    """The enemies in base contact."""
    near = state.board.neighbours(unit.at)
    return [foe for foe in foes(state, unit.seat) if foe.at in near]


def touching_enemy(state: State, unit: Unit, cell: int) -> bool:
    """Only a charge may end in contact (WH-A24)."""
    return any(touches(state, cell, foe.at) for foe in foes(state, unit.seat))


def near_enemies(state: State, unit: Unit) -> frozenset[int]:
    """Cells within 8 inches of an enemy visible from them, where no run may lead (WH-A24)."""
    board = state.board
    out: set[int] = set()
    for foe in foes(state, unit.seat):
        if hides_from(state, foe, unit):
            continue
        out.update(cell for cell in board.area(foe.at, RUN_GAP) if board.visible(cell, foe.at))
    return frozenset(out)


def hides_from(state: State, unit: Unit, watcher: Unit) -> bool:
    """Whether a hidden unit goes unseen by an enemy: it does beyond his Initiative in inches (WH-A26)."""
    return "hidden" in unit.markers and state.board.distance(watcher.at, unit.at) > watcher.stats["I"]


def may_hide(rules: Ruleset, state: State, unit: Unit) -> bool:
    """Cover on its cell or beside it; vehicles do not hide (WH-A26, WH-A36)."""
    cells = (unit.at, *state.board.neighbours(unit.at))
    return mode(rules, unit) == "foot" and any(cover_of(state.board.terrain[cell]) for cell in cells)
