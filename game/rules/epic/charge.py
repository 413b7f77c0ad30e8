"""A2: the charge move (EP-A33, EP-A34), and the limit of two in contact that it shares with counter charges (EP-11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from game.board.board import Reach
from game.engine.decisions import Refusal
from game.engine.queue import ReactionQueue
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.rules.epic.formations import against, formation_of
from game.rules.epic.ground import NEAR, ZONE, disc, gap, half_cells, mode, nearest, span, touching, within, zones
from game.rules.epic.moves import Layout, Way, Ways, exits, layout, stays

FULL = 2
"""So many stands of one side may be in contact with an enemy (EP-11)."""


Crowds = Mapping[str, Sequence[str]]


def crowds(state: State, plan: Layout, seat: str, but: str = "") -> Crowds:
    """By stand of a seat's enemies, the stands of its own side that touch it, the stand `but` left out."""
    side = state.side(seat)
    names = {cell: name for name, cell in plan.at.items() if name != but and state.side(state.units[name].seat) == side}
    near = state.board.neighbours
    return {foe.id: [names[c] for c in near(foe.at) if c in names] for foe in against(state, seat)}


def contact_cells(state: State, plan: Layout, foe: Unit, crowd: Crowds, but: str = "") -> set[int]:
    """The free cells beside an enemy in which no enemy gets a third stand in contact (EP-11)."""
    near = state.board.neighbours
    found = set(near(foe.at)) - plan.taken(but)
    for name, crowding in crowd.items():
        if len(crowding) >= FULL:
            found.difference_update(near(state.units[name].at))
    return found


def targets(state: State, queue: ReactionQueue) -> list[Unit]:
    """The stands that are charged."""
    charged = queue.tags["defenders"].split("+")
    return [u for u in state.units.values() if not u.out and not u.aboard and formation_of(u) in charged]


def live(state: State, crowd: Crowds) -> list[Unit]:
    """The enemies that still have a zone: those nobody of the unit's side touches (EP-A33)."""
    return [state.units[name] for name, crowding in crowd.items() if not crowding]


def charge_ways(rules: Ruleset, state: State, queue: ReactionQueue, plan: Layout, unit: Unit) -> Ways | Refusal:
    """One move of the Speed: outside all zones anywhere, or into contact with the nearest enemy whose zone is entered.

    A stand too slow for contact goes as far as it can, and may stop within the zone (EP-A33, EP-A34).
    """
    no = stays(rules, plan, unit)
    if no is not None:
        return no
    board, how, budget = state.board, mode(rules, unit), half_cells(state, unit.stats["SPEED"])
    foes = against(state, unit.seat)
    crowd, taken = crowds(state, plan, unit.seat, unit.id), plan.taken(unit.id)
    zoned = live(state, crowd)
    walls = frozenset(foe.at for foe in foes)
    barred = zones(state, [foe.at for foe in zoned])
    left = zones(state, [foe.at for foe in zoned if unit.at not in disc(state, foe.at, ZONE)])
    reach = board.reach(unit.at, budget, walls | left, how)
    beside = {cell for foe in foes for cell in board.neighbours(foe.at)}
    open_cells = reach.costs.keys() - taken - barred - beside - {unit.at}
    found = dict.fromkeys(sorted(open_cells), Way(reach, clauses=("EP-A34",)))
    for foe in targets(state, queue):
        nearer = [f.at for f in zoned if f is not foe and span(state, unit.at, f.at) < span(state, unit.at, foe.at)]
        shut = zones(state, nearer)
        goals = contact_cells(state, plan, foe, crowd, unit.id) - shut
        if not goals:
            continue
        reach = board.reach(unit.at, budget, walls | shut, how)
        got = (goals & reach.costs.keys()) - {unit.at}
        text = f"{unit.id.upper()} into contact with {foe.id.upper()}"
        found.update(dict.fromkeys(sorted(got), Way(reach, foe.id, ("EP-A33", "EP-A34"), text)))
        if not got and foe in zoned:
            short = falls_short(state, reach, foe, taken | beside | {unit.at})
            if short >= 0:
                text = f"{unit.id.upper()} as near to {foe.id.upper()} as it gets"
                found.setdefault(short, Way(reach, foe.id, ("EP-A33",), text))
    return found


def falls_short(state: State, reach: Reach, foe: Unit, closed: AbstractSet[int]) -> int:
    """The cell in an enemy's zone that brings a stand nearest to one it cannot touch; -1 if it gets into no zone."""
    cells = [cell for cell in disc(state, foe.at, ZONE) if cell in reach.costs and cell not in closed]
    return min(cells, key=lambda c: (span(state, c, foe.at), reach.costs[c], c), default=-1)


def touches_foe(state: State, unit: Unit, cell: int) -> bool:
    """Whether a cell is in contact with any enemy."""
    return any(touching(state, cell, foe.at) for foe in against(state, unit.seat))


def charge_exits(rules: Ruleset, state: State, queue: ReactionQueue, plan: Layout, unit: Unit) -> Ways:
    """Passengers get out of a charging transport outside all zones or into contact with the target (EP-A33, EP-A48)."""
    crowd = crowds(state, plan, unit.seat, unit.id)
    barred = zones(state, [foe.at for foe in live(state, crowd)])
    contact = {cell for foe in targets(state, queue) for cell in contact_cells(state, plan, foe, crowd, unit.id)}
    return {
        cell: way
        for cell, way in exits(rules, state, plan, unit).items()
        if cell in contact or (cell not in barred and not touches_foe(state, unit, cell))
    }


def too_far(rules: Ruleset, state: State, queue: ReactionQueue, plan: Layout) -> Refusal | None:
    """Why a set of charges is no charge: nobody ends within 15 cm of the target, though somebody could (EP-A34)."""
    foes = [foe.at for foe in targets(state, queue)]
    chargers = [u for u in state.units.values() if u.id in plan.at and formation_of(u) == queue.tags["attackers"]]
    if not foes or not chargers or any(within(state, plan.at[u.id], c, NEAR) for u in chargers for c in foes):
        return None
    near = frozenset[int]().union(*(disc(state, cell, NEAR) for cell in foes))
    fresh = layout(state, None)
    ways = [charge_ways(rules, state, queue, fresh, unit) for unit in chargers if unit.id in fresh.at]
    if all(isinstance(way, Refusal) or near.isdisjoint(way) for way in ways):
        return None
    best = min(chargers, key=lambda u: min(span(state, plan.at[u.id], c) for c in foes))
    cell = plan.at[best.id]
    away = gap(state, cell, nearest(state, cell, foes), NEAR)
    return Refusal("EP-A34", f"nobody ends within {NEAR} cm of the target; {best.id.upper()} is {away} off", best.id)
