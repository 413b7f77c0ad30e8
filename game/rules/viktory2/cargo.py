"""Ships: boarding, going ashore, and what can be fired at meanwhile (VK-26 to VK-28, VK-A8, VK-A32)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Option, Refusal
from game.engine.queue import Action
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.viktory2.ground import LAND, beside, hostile, is_water, noted
from game.rules.viktory2.moves import busy, enter_free_site, line_up, may_move
from game.rules.viktory2.overwatch import offer


def carried(state: State, frigate: str) -> int:
    """How many land units the frigate has transported this turn, those still aboard included."""
    return sum(u.aboard == frigate or u.tags.get("ship") == frigate for u in state.units.values())


def may_board(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot be loaded this turn, or None: boarding takes the place of its own move (VK-A32)."""
    if unit.profile not in LAND:
        return Refusal("VK-A32", "a frigate is not loaded", unit.id)
    no = may_move(state, unit)
    if no is not None:
        return no
    if unit.fact("nth"):
        return Refusal("VK-A32", "it has moved", unit.id)
    return None


def takes_aboard(state: State, frigate: Unit) -> Refusal | None:
    """Why a frigate can take nobody else aboard this turn, or None."""
    no = busy(state, frigate)
    if no is not None:
        return no
    if carried(state, frigate.id) >= frigate.stats["HOLD"]:
        return Refusal("VK-A32", f"it has carried {frigate.stats['HOLD']} units this turn", frigate.id)
    return None


def loadings(state: State, unit: Unit) -> Iterator[Option]:
    """The frigates that a unit may board."""
    if may_board(state, unit) is not None:
        return
    for frigate in state.standing(unit.seat):
        beside_it = frigate.profile == "frigate" and state.board.distance(unit.at, frigate.at) == 1
        if beside_it and takes_aboard(state, frigate) is None:
            text = f"{unit.id.upper()} boards {frigate.id.upper()}"
            name = f"{unit.id}:load:{frigate.id}"
            yield Option(name, "load", unit.id, frigate.id, to=frigate.at, clauses=("VK-A32", "VK-26"), text=text)


def unloadings(state: State, unit: Unit) -> Iterator[Option]:
    """The hexes in which a unit aboard may land; a frigate unloads at one shore a turn."""
    if not unit.aboard or busy(state, unit) is not None:
        return
    frigate = state.units[unit.aboard]
    if busy(state, frigate) is not None:
        return
    board, enemy = state.board, hostile(state, unit.seat)
    for cell in board.neighbours(frigate.at):
        if is_water(board, cell) or (cell in enemy and cell in noted(state, "repelled")):
            continue
        if frigate.fact("shore") in (0, beside(state, frigate.at, cell)):
            x, y = board.xy(cell)
            text = f"{unit.id.upper()} lands at {board.label(cell)}"
            if cell in enemy:
                text = f"{unit.id.upper()} lines up to land against {board.label(cell)}"
            yield Option(
                f"{unit.id}:unload:{x},{y}", "unload", unit.id, to=cell, clauses=("VK-A32", "VK-A8"), text=text
            )


def stays_aboard(state: State, unit: Unit) -> Refusal:
    """Why a unit aboard has nowhere to land."""
    frigate, name = state.units[unit.aboard], unit.aboard.upper()
    no = busy(state, frigate)
    if no is not None:
        return no._replace(reason=f"aboard {name}, which is {no.reason}", unit=unit.id)
    side = frigate.fact("shore")
    if side:
        shore = state.board.label(state.board.neighbours(frigate.at)[side - 1])
        return Refusal("VK-A32", f"{name} unloads at {shore} this turn, and no attack goes in there", unit.id)
    return Refusal("VK-A32", f"aboard {name}, and no shore to land at", unit.id)


def begin_load(t: Table, option: Option) -> None:
    """The unit goes aboard; a shot is at it, not at the frigate (VK-26, VK-27, VK-A20)."""
    unit, frigate = t.unit(option.unit), t.unit(option.target)
    path = [unit.at, frigate.at]
    t.cause = t.change(
        unit,
        "loaded",
        ("VK-A32", "VK-26"),
        at=frigate.at,
        aboard=frigate.id,
        tags={"ship": frigate.id},
        also={"target": frigate.id, "path": path},
    )
    t.begin(Action("load", unit.id, path, len(path) - 1, "done", target=frigate.id), "load", t.cause)
    offer(t, "load", unit.id, frigate.at)
    t.then("q_end")


def begin_unload(t: Table, option: Option) -> None:
    """The frigate's movement is over; the unit lands, or lines up to (VK-A8, VK-A32)."""
    state, unit = t.state, t.unit(option.unit)
    frigate, cell = t.unit(unit.aboard), option.to
    path = [frigate.at, cell]
    if not frigate.fact("shore"):
        shore = {"shore": beside(state, frigate.at, cell)}
        t.cause = t.change(frigate, "unloaded", ("VK-A32",), facts=shore, also={"cell": cell})
    if cell in hostile(state, unit.seat):
        line_up(t, unit, cell, {})
        return
    t.cause = t.change(
        unit,
        "landed",
        ("VK-A32", "VK-A8"),
        at=cell,
        aboard="",
        facts={"landed": 1},
        tags={"ship": frigate.id},
        also={"path": path},
    )
    t.begin(Action("unload", unit.id, path, len(path) - 1, "done"), "enter", t.cause)
    enter_free_site(t, unit, cell)
    offer(t, "enter", unit.id, cell)
    t.then("q_end")
