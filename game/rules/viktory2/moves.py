"""Movement: units go one by one, hex by hex, and line up beside the hex they attack (VK-A27 to VK-A31, VK-A34)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Option, Refusal
from game.engine.queue import Action
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.viktory2.ground import (
    beside,
    called,
    cargo,
    site_at,
    site_tag,
    stops,
    target_of,
)
from game.rules.viktory2.overwatch import guns_on, offer
from game.rules.viktory2.ways import Ways

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
    """A unit that has moved may go on until another one moves, whatever became of it, with what movement it has left."""
    board = state.board
    if unit.fact("nth") < max(other.fact("nth") for other in state.units.values() if other.seat == unit.seat):
        return Refusal("VK-A17", "it has moved, and another unit since", unit.id)
    if unit.fact("spent") >= unit.stats["MOVE"]:
        return Refusal("VK-A27", f"it has moved its {unit.stats['MOVE']} hexes", unit.id)
    if stops(state, unit, unit.at):
        return Refusal("VK-A28", f"the {board.terrain[unit.at]} at {board.label(unit.at)} stops it", unit.id)
    return None


# -- where to ---------------------------------------------------------------------------------------------------------


def moves(state: State, unit: Unit, ways: Ways) -> Iterator[Option]:
    """The moves of a unit; paths are filled in later."""
    if may_move(state, unit) is not None:
        return
    board, name = state.board, unit.id.upper()
    for cell in sorted(ways.reach(unit)):
        x, y = board.xy(cell)
        option = Option(f"{unit.id}:move:{x},{y}", "move", unit.id, to=cell, clauses=("VK-A27",))
        if cell in ways.enemy:
            text = f"{name} lines up against {board.label(cell)}"
            option = option._replace(clauses=("VK-A34", "VK-14"), text=text)
        yield option


def complete(state: State, option: Option) -> Option:
    """A move with its way; that of the cheapest."""
    if option.action != "move" or option.path:
        return option
    unit = state.units[option.unit]
    return option._replace(path=Ways(state, unit.seat).reach(unit)[option.to].path[1:])


def complete_all(state: State, options: list[Option]) -> list[Option]:
    """Moves with their ways, worked out once for all; they are the moves of the seat in turn."""
    if all(option.action != "move" for option in options):
        return options
    ways = Ways(state, state.seat)
    return [
        o._replace(path=ways.reach(state.units[o.unit])[o.to].path[1:]) if o.action == "move" and not o.path else o
        for o in options
    ]


def path_refused(state: State, option: Option, path: tuple[int, ...]) -> Refusal | None:
    """Whether another way to the hex can be gone (VK-A7: a road's hexes are named)."""
    if option.action != "move":
        return Refusal("VK-A27", "this choice has no path", option.unit)
    unit = state.units[option.unit]
    if not path or path[-1] != option.to:
        return Refusal("VK-A27", f"it does not end at {state.board.label(option.to)}", unit.id)
    cost = Ways(state, unit.seat).cost(unit, path)
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
    ways = Ways(state, unit.seat)
    path = option.path or ways.reach(unit)[option.to].path[1:]
    cost = ways.cost(unit, path)
    if isinstance(cost, Refusal):
        raise TypeError(cost)
    nth = 1 + max(other.fact("nth") for other in state.units.values())
    facts = {"nth": nth, "spent": unit.fact("spent") + cost}
    end = path[-1] if path[-1] in ways.enemy else -1
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
    t.then_from(t.queue.n, "walk")


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
