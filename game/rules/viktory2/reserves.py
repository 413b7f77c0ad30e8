"""Placing reserves: in own towns and cities, up to what they keep; nothing of it causes overwatch (VK-25, VK-A42)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Option, Refusal
from game.engine.queue import Action
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.viktory2.ground import Site, enemies_on, is_water, keeps, on, sites, support


def reserve(state: State, seat: str) -> list[Unit]:
    """Units that wait to come back."""
    return [unit for unit in state.units.values() if unit.seat == seat and unit.out and unit.fact("reserve")]


def place_reserves(t: Table) -> None:
    """One unit after the other, until the player is done; then ships fight that were placed among enemies."""
    state, rules, seat = t.state, t.rules, t.state.seat
    waiting = reserve(state, seat)
    if any(not isinstance(open_hexes(state, unit), Refusal) for unit in waiting):
        choice = t.ask(
            seat,
            "place",
            lambda: placements(state, seat),
            prompt=f"{rules.seat_name(seat)} decides: which unit comes back, and where?",
            note="Placing causes no overwatch, whoever stands next to the town.",
            clauses=("VK-A42", "VK-25"),
            default="done",
            refused=lambda: [no for unit in waiting if isinstance(no := open_hexes(state, unit), Refusal)],
        )
        if choice.action == "place":
            facts = {"reserve": 0, "placed": 1, "came": 0}
            t.change(choice.unit, "placed", ("VK-A42", "VK-25"), at=choice.to, out=False, facts=facts)
            t.then("place_reserves")
            return
    for cell in sorted({u.at for u in state.standing(seat) if u.fact("placed") and enemies_on(state, seat, u.at)}):
        t.then("reserve_battle", cell)


def placements(state: State, seat: str) -> Iterator[Option]:
    """Every unit of the reserve with every hex that takes it."""
    for unit in reserve(state, seat):
        cells = open_hexes(state, unit)
        for cell in () if isinstance(cells, Refusal) else cells:
            x, y = state.board.xy(cell)
            text = f"{unit.id.upper()} to {state.board.label(cell)}"
            yield Option(f"{unit.id}:place:{x},{y}", "place", unit.id, to=cell, clauses=("VK-A42",), text=text)
    yield Option("done", "done", clauses=("VK-A42",), text="Place no more")


def waits(state: State, unit: Unit) -> Refusal | None:
    """Why a unit of the seat in turn is not placed now, or None."""
    if unit.seat != state.seat:
        return None
    if not unit.out:
        return Refusal("VK-A25", "moving and fighting are over, reserves are placed now", unit.id)
    cells = open_hexes(state, unit)
    return cells if isinstance(cells, Refusal) else None


def open_hexes(state: State, unit: Unit) -> list[int] | Refusal:
    """Where a unit of the reserve may be placed, or why nowhere."""
    kind, most = unit.profile, support(state, unit.seat, unit.profile)
    standing = sum(u.profile == kind for u in state.standing(unit.seat))
    if standing >= most:
        what = f"{standing} {kind} on the map, towns and cities keep {most}"
        return Refusal("VK-A41", what, unit.id)
    keeping = [site for site in sites(state, unit.seat) if keeps(state, site).get(kind, 0)]
    free = [site for site in keeping if site.capital or not _watched(state, site)]
    if not free:
        return Refusal("VK-A42", "an enemy is next to every town or city that keeps it", unit.id)
    if kind == "frigate":
        placed = sum(u.profile == kind and u.fact("placed") for u in state.standing(unit.seat))
        cells = sorted({cell for site in free for cell in _nearest_water(state, site.cell)})
        full = placed >= len(free)
    else:
        cells = sorted(site.cell for site in free if _taken(state, site, kind) < keeps(state, site)[kind])
        full = False
    if full or not cells:
        return Refusal("VK-A42", "every town or city that keeps it has taken its share this turn", unit.id)
    return cells


def _watched(state: State, site: Site) -> bool:
    return any(enemies_on(state, site.seat, cell) for cell in state.board.neighbours(site.cell))


def _taken(state: State, site: Site, kind: str) -> int:
    """How many of a kind have been placed in it this turn."""
    return sum(u.profile == kind and bool(u.fact("placed")) for u in on(state, site.cell))


def _nearest_water(state: State, cell: int) -> list[int]:
    board = state.board
    water = [sea for sea in range(len(board.terrain)) if is_water(board, sea)]
    near = min((board.distance(cell, sea) for sea in water), default=0)
    return [sea for sea in water if board.distance(cell, sea) == near]


def reserve_battle(t: Table, cell: int) -> None:
    """Ships placed among enemy ships fight at once, without any overwatch (VK-A16)."""
    names = [unit.id for unit in on(t.state, cell) if unit.seat == t.state.seat]
    t.cause = t.emit("battle_declared", ("VK-A16", "VK-A40"), units=names, cell=cell, seat=t.state.seat)
    action = Action("battle", names[0], [cell], targets=names, status="under_way", facts={"cell": cell})
    t.begin(action, "battle", t.cause)
    t.then("battle_round")
    t.then("q_end")


STEPS = {step.__name__: step for step in (place_reserves, reserve_battle)}
