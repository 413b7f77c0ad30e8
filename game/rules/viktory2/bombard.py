"""Bombardment: artillery throws two dice and picks its victims, frigates throw one (VK-01, VK-03, VK-A33)."""

from __future__ import annotations

from game.engine.decisions import Refusal
from game.engine.names import Cell
from game.engine.options import Option, Part
from game.engine.reactions import q_end
from game.engine.steps import step
from game.rules.viktory2.events import Bombarded
from game.rules.viktory2.ground import hit_number
from game.rules.viktory2.losses import remove, scored
from game.rules.viktory2.moves import Ways, busy
from game.rules.viktory2.state import Islands, IslandsTable, Operation, Piece
from game.rules.viktory2.throws import Bombardment, Broadside
from game.rules.viktory2.vocabulary import Verbs
from game.rules.viktory2.words import dice_words


def may_bombard(state: Islands, unit: Piece) -> Refusal | None:
    """Why a unit cannot bombard, or None: guns and ships may once a turn, unless lined up or cargo (VK-A15, VK-A33)."""
    if not unit.stats["DICE"]:
        return Refusal("VK-A33", f"{unit.name.lower()} does not bombard", unit.id)
    if unit.aboard:
        return Refusal("VK-A15", f"aboard {unit.aboard.upper()}", unit.id)
    if unit.bombarded:
        return Refusal("VK-A33", "it has bombarded, which it may once a turn", unit.id)
    return busy(state, unit)


def bombardments(state: Islands, unit: Piece, ways: Ways) -> list[Part]:
    """A unit's options to bombard, one for each hex beside it with enemies."""
    found: list[Part] = []
    if may_bombard(state, unit) is not None:
        return found
    board = state.board
    clauses = ("VK-01", "VK-03") if unit.artillery else ("VK-A33",)
    for cell in board.neighbours(unit.at):
        if cell in ways.foes:
            x, y = board.xy(cell)
            names = tuple([enemy.id for enemy in ways.foes[cell]])
            text = f"{unit.id.upper()} bombards {board.label(cell)} with {dice_words(unit.stats['DICE'])}"
            name = f"{unit.id}:bombard:{x},{y}"
            found.append(Option(name, Verbs.BOMBARD, unit.id, targets=names, to=cell, clauses=clauses, text=text))
    return found


def begin_bombard(t: IslandsTable, option: Option) -> None:
    """Declare a bombardment, which ends the unit's movement (VK-A33).

    It opens no window: enemy guns could fire when the unit moved up (VK-08).
    """
    unit, targets = t.state.units[option.unit], list(option.targets)
    gun = t.change(unit, Bombarded(unit.id, option.to, targets), option.clauses)
    gun.bombarded = True
    t.cause = t.last
    t.begin(Operation(Verbs.BOMBARD, gun.id, [gun.at], targets=targets, cell=option.to), Verbs.BOMBARD, t.cause)
    t.then(bombard_fire)
    t.then(q_end)


def bombardment(state: Islands, unit: Piece, cell: Cell, among: int) -> Bombardment:
    """The throw of a unit that bombards a hex with `among` enemies."""
    kind = Bombardment if unit.artillery else Broadside
    return kind(unit=unit.id, need=hit_number(state, unit.seat), cell=cell, dice=(6,) * unit.stats["DICE"], among=among)


@step
def bombard_fire(t: IslandsTable) -> None:
    """Roll the bombardment: artillery picks every victim (VK-03), a frigate only those of natural ones (VK-A36)."""
    state, action = t.state, t.queue.action
    unit = state.units[action.unit]
    hits = t.roll(bombardment(state, unit, action.cell, len(action.targets)))
    if unit.artillery:
        remove(t, unit.seat, hits, action.targets, ["VK-03"])
    else:
        scored(t, hits, unit.seat, state.units[action.targets[0]].seat, action.targets)
    action.status = "done"
