"""Bombarding: artillery with two dice and its own choice of victims, frigates with one (VK-01, VK-03, VK-A33)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Option, Refusal
from game.engine.queue import Action
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.viktory2.ground import enemies_on, hit_number
from game.rules.viktory2.hits import scored
from game.rules.viktory2.moves import busy
from game.rules.viktory2.words import dice_words


def may_bombard(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot bombard this turn, or None."""
    no = busy(state, unit)
    if no is not None:
        return no
    if not unit.stats["DICE"]:
        return Refusal("VK-A33", f"{unit.name.lower()} does not bombard", unit.id)
    if unit.aboard:
        return Refusal("VK-A15", f"aboard {unit.aboard.upper()}, and cargo does not fight", unit.id)
    if unit.fact("bombarded"):
        return Refusal("VK-A33", "it has bombarded, and once a turn is the limit", unit.id)
    return None


def bombardments(state: State, unit: Unit) -> Iterator[Option]:
    """The hexes next to a unit with enemies in them."""
    if may_bombard(state, unit) is not None:
        return
    board = state.board
    clauses = ("VK-01", "VK-03") if unit.profile == "artillery" else ("VK-A33",)
    for cell in board.neighbours(unit.at):
        enemies = enemies_on(state, unit.seat, cell)
        if enemies:
            x, y = board.xy(cell)
            names = tuple(enemy.id for enemy in enemies)
            text = f"{unit.id.upper()} bombards {board.label(cell)}: {dice_words(unit.stats['DICE'])}"
            name = f"{unit.id}:bombard:{x},{y}"
            yield Option(name, "bombard", unit.id, targets=names, to=cell, clauses=clauses, text=text)


def begin_bombard(t: Table, option: Option) -> None:
    """It ends the unit's movement (VK-A33); whoever watched has fired as the unit came up (VK-08)."""
    unit = t.unit(option.unit)
    t.cause = t.change(
        unit, "bombarded", option.clauses, facts={"bombarded": 1}, also={"cell": option.to, "targets": option.targets}
    )
    action = Action("bombard", unit.id, [unit.at], targets=list(option.targets), facts={"cell": option.to})
    t.begin(action, "bombard", t.cause)
    t.then("bombard_fire")
    t.then("q_end")


def bombard_fire(t: Table) -> None:
    """Artillery picks what it hits (VK-03); of a frigate's hits only natural ones are selective (VK-A36)."""
    state, action = t.state, t.queue.action
    unit = t.unit(action.unit)
    need, dice = hit_number(state, unit.seat), (6,) * unit.stats["DICE"]
    cell, most = action.facts["cell"], len(action.targets)
    if unit.profile == "artillery":
        hits = t.roll("bombard", dice, ("count", need, most), ("VK-01",), unit=unit.id, need=need, cell=cell)
        t.then("losses", unit.seat, hits, action.targets, ["VK-03"])
    else:
        outcome = t.roll("bombard", dice, ("score", need, most, 0), ("VK-A33",), unit=unit.id, need=need, cell=cell)
        scored(t, outcome, unit.seat, t.unit(action.targets[0]).seat, action.targets)
    action.status = "done"


STEPS = {step.__name__: step for step in (bombard_fire,)}
