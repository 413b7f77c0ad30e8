"""Retreating out of a battle, unit by unit, to hexes that attackers came from (VK-A9, VK-A38)."""

from __future__ import annotations

from game.engine.decisions import Option
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.viktory2.ground import came_from, is_water
from game.rules.viktory2.moves import go_to
from game.rules.viktory2.overwatch import offer


def retreats(state: State, unit: Unit, cell: int) -> list[int]:
    """Hexes to which a unit may retreat: those that attackers came from; back to sea only who came by sea (VK-A38)."""
    sails, own = unit.profile == "frigate", came_from(state, unit, cell)
    group = [state.units[name] for name in state.queues[-1].action.targets]
    found = []
    for back in sorted({came_from(state, other, cell) for other in group} - {-1}):
        ship = state.units.get(unit.tags.get("ship", ""))
        aboard = not sails and back == own and ship is not None and not ship.out and ship.at == back
        if is_water(state.board, back) == sails or aboard:
            found.append(back)
    return found


def fall_back(t: Table, name: str) -> None:
    """One unit goes back; that is no movement and causes no overwatch, unless a ruling says otherwise (VK-A9)."""
    state, unit = t.state, t.unit(name)
    cell = t.queue.action.facts["cell"]
    board = state.board
    options = [
        Option(
            f"{name}:retreat:{board.xy(back)[0]},{board.xy(back)[1]}",
            "retreat",
            name,
            to=back,
            clauses=("VK-A38",),
            text=f"{name.upper()} back to {board.label(back)}",
        )
        for back in retreats(state, unit, cell)
    ]
    choice = t.ask(
        unit.seat,
        "retreat",
        options,
        prompt=f"{t.rules.seat_name(unit.seat)} decides: where does {name.upper()} retreat?",
        note="Units go back to hexes from which attackers came.",
        clauses=("VK-A38",),
        default=options[0].id,
        unit=name,
    )
    ship = unit.tags.get("ship", "") if is_water(board, choice.to) and unit.profile != "frigate" else ""
    if ship:
        entry = t.change(unit, "retreated", ("VK-A38",), at=choice.to, aboard=ship, also={"path": [cell, choice.to]})
    else:
        entry = go_to(t, unit, "retreated", ("VK-A38", "VK-A9"), choice.to, {"path": [cell, choice.to]})
    if t.rules.ruling("VK-A9") == "yes":
        t.cause = entry
        offer(t, "enter", name, choice.to)


STEPS = {step.__name__: step for step in (fall_back,)}
