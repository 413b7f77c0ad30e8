"""Ground, contact and hiding: the basic questions of the other modules. Distances are in inches."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from game.board.board import Board
from game.board.terrain import Mode, cover_of
from game.engine.decisions import Refusal
from game.engine.names import Cell
from game.engine.rulebook import tagged
from game.engine.ruleset import Ruleset
from game.rules.shared import foes
from game.rules.wh40k2.state import Battle, Squad

RUN_GAP = 8
"""A run may not come within so many inches of an enemy that is seen (WH-A24)."""


class SquadKind(Struct, frozen=True, forbid_unknown_fields=True):
    """The tags of a profile."""

    kind: Literal["squad", "character", "vehicle"]


def mode(rules: Ruleset, squad: Squad) -> Mode:
    """How the unit crosses ground: as a vehicle or on foot."""
    return "vehicle" if is_vehicle(rules, squad) else "foot"


def is_vehicle(rules: Ruleset, squad: Squad) -> bool:
    """Whether the unit is a vehicle, not a squad or a character."""
    return squad_kind(rules, squad.profile) == "vehicle"


@lru_cache(maxsize=512)
def squad_kind(rules: Ruleset, profile: str) -> Literal["squad", "character", "vehicle"]:
    """The kind of a profile. Raises KeyError for an unknown profile, DataError if its tags are wrong."""
    return tagged(rules.army, rules.army.profiles[profile], SquadKind).kind


def in_contact(state: Battle, squad: Squad) -> list[Squad]:
    """The enemies in base contact."""
    around = state.board.neighbours(squad.at)
    near = [unit for unit in state.units.values() if unit.at in around and not unit.out]
    return near and [unit for unit in near if state.side(unit.seat) != state.side(squad.seat)]


def spotted(state: Battle, squad: Squad, reach: int) -> frozenset[Cell]:
    """The cells of enemies that are not hidden from the squad and that a run of `reach` inches may come near."""
    board, most = state.board, RUN_GAP + reach + 1
    enemies = [foe for foe in foes(state, squad.seat) if board.distance(squad.at, foe.at) <= most]
    return frozenset(foe.at for foe in enemies if not hides_from(state, foe, squad))


def near_enemies(board: Board, cells: Container[Cell], enemies: Iterable[Cell]) -> dict[Cell, Cell]:
    """Those of the `cells` that a run may not enter, each with the cell of an enemy that closes it (WH-A24).

    They are within `RUN_GAP` of an enemy that is visible from them.
    """
    return {
        cell: enemy
        for enemy in enemies
        for cell in board.area(enemy, RUN_GAP)
        if cell in cells and board.visible(cell, enemy)
    }


def hides_from(state: Battle, squad: Squad, watcher: Squad) -> bool:
    """Whether a squad is hidden and farther from the watcher than the watcher's Initiative in inches (WH-A26)."""
    return squad.hidden and state.board.distance(watcher.at, squad.at) > watcher.stats["I"]


def may_hide(rules: Ruleset, state: Battle, squad: Squad) -> Refusal | None:
    """Why a squad cannot hide where it is (WH-A26, WH-A36), or None."""
    if is_vehicle(rules, squad):
        return Refusal("WH-A36", "a vehicle does not hide", squad.id)
    cells = (squad.at, *state.board.neighbours(squad.at))
    if not any(cover_of(state.board.terrain[cell]) for cell in cells):
        return Refusal("WH-A26", "no cover on its cell or beside it", squad.id)
    return None
