"""Movement: units go one by one, hex by hex, and line up beside the hex they attack (VK-A27 to VK-A31, VK-A34)."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from game.engine.decisions import Option, Refusal
from game.engine.queue import Action
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.viktory2.ground import (
    beside,
    called,
    cargo,
    hostile,
    is_port,
    is_water,
    noted,
    routes,
    site_at,
    site_tag,
    stops,
    target_of,
)
from game.rules.viktory2.overwatch import guns_on, offer


class Way(NamedTuple):
    """A way to a hex: hexes of movement it costs, fire it meets, then the hexes themselves."""

    cost: int
    guns: int
    crowd: int
    length: int
    path: tuple[int, ...]


# -- who may move -----------------------------------------------------------------------------------------------------


def busy(state: State, unit: Unit) -> Refusal | None:
    """Why a unit can neither move, bombard, load nor unload, or None."""
    if unit.out:
        return Refusal("VK-A10", "in the reserve", unit.id)
    target = target_of(state, unit)
    if target >= 0:
        return Refusal("VK-A34", f"lined up for the attack on {state.board.label(target)}", unit.id)
    return None


def may_move(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot move (any more) this turn, or None."""
    no = busy(state, unit)
    if no is not None:
        return no
    if unit.aboard:
        return Refusal("VK-A32", f"aboard {unit.aboard.upper()}", unit.id)
    for fact, clause, reason in (
        ("bombarded", "VK-A33", "it has bombarded"),
        ("fought", "VK-A34", "it has fought"),
        ("landed", "VK-A32", "it has come ashore"),
        ("shore", "VK-A32", "it has unloaded"),
    ):
        if unit.fact(fact):
            return Refusal(clause, reason, unit.id)
    return _moved_on(state, unit) if unit.fact("nth") else None


def _moved_on(state: State, unit: Unit) -> Refusal | None:
    """A unit that has moved may go on until another one moves, with what movement it has left."""
    board = state.board
    if unit.fact("nth") < max(other.fact("nth") for other in state.standing(unit.seat)):
        return Refusal("VK-A17", "it has moved, and another unit since", unit.id)
    if unit.fact("spent") >= unit.stats["MOVE"]:
        return Refusal("VK-A27", f"it has moved its {unit.stats['MOVE']} hexes", unit.id)
    if stops(state, unit, unit.at):
        return Refusal("VK-A28", f"the {board.terrain[unit.at]} at {board.label(unit.at)} stops it", unit.id)
    return None


# -- where to ---------------------------------------------------------------------------------------------------------


def steps(state: State, unit: Unit, cell: int, enemy: frozenset[int]) -> Iterator[tuple[int, ...]]:
    """The hexes of every step that leads on from a hex, each for one hex of movement: a neighbour, or along a road."""
    board, sails = state.board, unit.profile == "frigate"
    repelled = noted(state, "repelled")
    for to in board.neighbours(cell):
        open_to = is_water(board, to) == sails or (sails and is_port(state, unit.seat, to))
        if open_to and (to not in enemy or to not in repelled):
            yield (to,)
    if not sails:
        yield from routes(state, unit.seat, cell, enemy)


def goes_on(state: State, unit: Unit, cell: int, enemy: frozenset[int]) -> bool:
    """Whether a unit that has come to a hex may leave it in the same move (VK-A27, VK-A28)."""
    return cell not in enemy and not stops(state, unit, cell)


def reach(state: State, unit: Unit) -> dict[int, Way]:
    """Every hex where the unit may end its move or line up against, with the cheapest way there.

    Of equally cheap ways the one that meets the fewest guns, lines up where nobody has yet, and is shortest.
    """
    enemy, guns = hostile(state, unit.seat), guns_on(state, unit.seat)
    taken = {(target_of(state, u), u.at) for u in state.standing(unit.seat) if u.fact("towards")}
    left = unit.stats["MOVE"] - unit.fact("spent")
    found: dict[int, Way] = {}
    heap = [Way(0, 0, 0, 0, (unit.at,))]
    while heap:
        way = heappop(heap)
        cell = way.path[-1]
        if cell in found:
            continue
        found[cell] = way
        if way.cost == left or (way.length and not goes_on(state, unit, cell, enemy)):
            continue
        for route in steps(state, unit, cell, enemy):
            to = route[-1]
            if to not in found:
                met = way.guns + sum(guns.get(entered, 0) for entered in route if entered not in enemy)
                crowd = int((to, cell) in taken)
                heappush(heap, Way(way.cost + 1, met, crowd, way.length + len(route), (*way.path, *route)))
    del found[unit.at]
    if unit.profile == "frigate":  # a port is passed through, never stopped in (VK-A31)
        found = {cell: way for cell, way in found.items() if is_water(state.board, cell)}
    return found


def cost_of(state: State, unit: Unit, path: tuple[int, ...]) -> int | Refusal:
    """The hexes of movement a path costs (`path` after the start), or why it cannot be gone."""
    enemy = hostile(state, unit.seat)
    line = (unit.at, *path)
    costs = {0: 0}
    for place in range(len(path)):
        if place not in costs or (place and not goes_on(state, unit, line[place], enemy)):
            continue
        for route in steps(state, unit, line[place], enemy):
            end = place + len(route)
            if line[place + 1 : end + 1] == route:
                costs[end] = min(costs.get(end, 99), costs[place] + 1)
    if len(path) in costs:
        return costs[len(path)]
    last = max(costs)
    return _step_refused(state, unit, line[last], line[last + 1], started=last > 0)


def _step_refused(state: State, unit: Unit, cell: int, to: int, *, started: bool) -> Refusal:
    """Why a step of a path cannot be made."""
    board, name = state.board, state.board.label(to)
    if started and not goes_on(state, unit, cell, hostile(state, unit.seat)):
        return Refusal("VK-A28", f"it must stop at {board.label(cell)}", unit.id, cell=cell)
    if to not in board.neighbours(cell):
        return Refusal("VK-A27", f"{name} is not next to {board.label(cell)}", unit.id, cell=to)
    if to in noted(state, "repelled"):
        return Refusal("VK-A34", f"{name} has held out this turn", unit.id, cell=to)
    return Refusal("VK-A27", f"{board.terrain[to]} at {name} is not for {unit.name.lower()}", unit.id, cell=to)


def moves(state: State, unit: Unit) -> Iterator[Option]:
    """The moves of a unit; paths are filled in later."""
    if may_move(state, unit) is not None:
        return
    board, name = state.board, unit.id.upper()
    enemy = hostile(state, unit.seat)
    for cell in sorted(reach(state, unit)):
        x, y = board.xy(cell)
        option = Option(f"{unit.id}:move:{x},{y}", "move", unit.id, to=cell, clauses=("VK-A27",))
        if cell in enemy:
            text = f"{name} lines up against {board.label(cell)}"
            option = option._replace(clauses=("VK-A34", "VK-14"), text=text)
        yield option


def complete(state: State, option: Option) -> Option:
    """A move with its way; that of the cheapest."""
    if option.action != "move" or option.path:
        return option
    return option._replace(path=reach(state, state.units[option.unit])[option.to].path[1:])


def complete_all(state: State, options: list[Option]) -> list[Option]:
    """Moves with their ways, each unit's reach looked up once."""
    reaches = {o.unit: reach(state, state.units[o.unit]) for o in options if o.action == "move" and not o.path}
    return [
        o._replace(path=reaches[o.unit][o.to].path[1:]) if o.action == "move" and not o.path else o for o in options
    ]


def path_refused(state: State, option: Option, path: tuple[int, ...]) -> Refusal | None:
    """Whether another way to the hex can be gone (VK-A7: a road's hexes are named)."""
    if option.action != "move":
        return Refusal("VK-A27", "this choice has no path", option.unit)
    unit = state.units[option.unit]
    if not path or path[-1] != option.to:
        return Refusal("VK-A27", f"it does not end at {state.board.label(option.to)}", unit.id)
    cost = cost_of(state, unit, path)
    if isinstance(cost, Refusal):
        return cost
    left = unit.stats["MOVE"] - unit.fact("spent")
    if cost > left:
        return Refusal("VK-A27", f"it costs {cost} hexes of movement, {left} are left", unit.id)
    return None


# -- going ------------------------------------------------------------------------------------------------------------


def begin_move(t: Table, option: Option) -> None:
    """Declare a move; a hex to be attacked is not entered yet, the unit lines up beside it (VK-14)."""
    state, unit = t.state, t.unit(option.unit)
    path = complete(state, option).path
    cost = cost_of(state, unit, path)
    if isinstance(cost, Refusal):
        raise TypeError(cost)
    nth = 1 + max(other.fact("nth") for other in state.units.values())
    facts = {"nth": nth, "spent": unit.fact("spent") + cost}
    end = path[-1] if path[-1] in hostile(state, unit.seat) else -1
    if len(path) == 1 and end >= 0:
        line_up(t, unit, end, facts)
        return
    clauses = ("VK-A34", "VK-14") if end >= 0 else ("VK-A27",)
    t.cause = t.change(unit, "move_declared", clauses, facts=facts, also={"path": [unit.at, *path], "attack": end >= 0})
    walk_to = path[:-1] if end >= 0 else path
    action = Action("move", unit.id, [unit.at, *walk_to], facts={"attack": end} if end >= 0 else {})
    t.begin(action, "enter", t.cause)
    t.then("walk")
    t.then("q_end")


def walk(t: Table) -> None:
    """The unit goes on to the next hex beside an enemy gun, or to its end (VK-22, VK-24, VK-A18, VK-A22)."""
    state, action = t.state, t.queue.action
    unit = t.unit(action.unit)
    if unit.out:
        action.status = "lost"
        return
    guns, last = guns_on(state, unit.seat), len(action.path) - 1
    if action.done == last:
        arrive(t, unit, action)
        return
    place = next((i for i in range(action.done + 1, last) if action.path[i] in guns), last)
    stretch = action.path[action.done : place + 1]
    action.done, action.status = place, "under_way"
    entry = go_to(t, unit, "moved", ("VK-A27",), stretch[-1], {"path": stretch})
    for cell in stretch[1:]:
        enter_free_site(t, unit, cell)
    t.cause = entry
    offer(t, "enter", unit.id, stretch[-1], stretch[-2])
    t.then("walk", cause=t.queue.n)


def go_to(t: Table, unit: Unit, event: str, clauses: tuple[str, ...], cell: int, also: dict[str, object]) -> int:
    """A unit comes to a hex, its cargo with it. Returns the number of the event."""
    aboard = cargo(t.state, unit.id)
    if aboard:
        also = {**also, "cargo": [u.id for u in aboard]}
    entry = t.change(unit, event, clauses, at=cell, also=also)
    for passenger in aboard:
        t.change(passenger, "carried", ("VK-A32",), at=cell, also={"target": unit.id})
    return entry


def enter_free_site(t: Table, unit: Unit, cell: int) -> None:
    """A town or city that is nobody's belongs to the first land unit that enters it (VK-A44)."""
    site = site_at(t.state, cell)
    if site and not site.seat and unit.profile != "frigate":
        tag = site_tag(site._replace(seat=unit.seat))
        t.mark(
            "site_taken", ("VK-A44",), tags=tag, seat=unit.seat, cell=cell, name=called(t.state, site), kind=site.kind
        )


def arrive(t: Table, unit: Unit, action: Action) -> None:
    """The end of the way: done, or lined up beside the hex to be attacked."""
    action.status = "done"
    if "attack" in action.facts:
        line_up(t, unit, action.facts["attack"], {})


def line_up(t: Table, unit: Unit, cell: int, facts: dict[str, int]) -> None:
    """Named for an attack, and positioned on its side of the hex (VK-14)."""
    towards = {"towards": beside(t.state, unit.at, cell), **facts}
    t.change(unit, "lined_up", ("VK-14", "VK-A34"), facts=towards, also={"cell": cell})


STEPS = {step.__name__: step for step in (walk,)}
