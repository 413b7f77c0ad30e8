"""A2: the charge move (EP-A33, EP-A34), and the limit of two in contact that it shares with counter charges (EP-11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from game.engine.decisions import Refusal
from game.engine.queue import ReactionQueue
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.rules.epic.formations import against, formation_of
from game.rules.epic.ground import NEAR, ZONE, disc, gap, nearest, span, within, zones
from game.rules.epic.moves import Layout, Way, Ways, exits, layout, stays
from game.rules.epic.zones import Approach, approach, field, outside

FULL = 2
"""So many stands of one side may be in contact with an enemy (EP-11)."""


Crowds = Mapping[str, Sequence[str]]


def crowds(state: State, plan: Layout, seat: str, but: str = "") -> Crowds:
    """By stand of a seat's enemies, the stands of its own side that touch it, the stand `but` left out."""
    foes = state.enemies(seat)
    names = {cell: name for name, cell in plan.at.items() if name != but and state.units[name].seat not in foes}
    near = state.board.neighbours
    return {foe.id: [names[c] for c in near(foe.at) if c in names] for foe in against(state, seat)}


def contact_cells(
    state: State, plan: Layout, foes: Iterable[Unit], crowd: Crowds, but: str = ""
) -> dict[str, set[int]]:
    """By enemy, the free cells beside it in which no enemy gets a third stand in contact (EP-11)."""
    near = state.board.neighbours
    closed = set(plan.taken(but))
    for name, crowding in crowd.items():
        if len(crowding) >= FULL:
            closed.update(near(state.units[name].at))
    return {foe.id: {cell for cell in near(foe.at) if cell not in closed} for foe in foes}


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
    foes, speed = against(state, unit.seat), unit.stats["SPEED"]
    charged = [foe for foe in targets(state, queue) if within(state, unit.at, foe.at, speed + ZONE)]
    crowd = crowds(state, plan, unit.seat, unit.id)
    closed = plan.taken(unit.id) | beside(state, foes)
    over = field(rules, state, unit, speed, foes, live(state, crowd))
    reach, cells = outside(over)
    plain = Way(reach, clauses=("EP-A34",))
    found = dict.fromkeys([cell for cell in cells if cell not in closed], plain)
    for name, places in contact_cells(state, plan, charged, crowd, unit.id).items():
        way = approach(over, state.units[name].at)
        goals = places - way.shut
        if not goals:
            continue
        got = (goals & way.reach.costs.keys()) - {unit.at}
        text = f"{unit.id.upper()} into contact with {name.upper()}"
        found.update(dict.fromkeys(sorted(got), Way(way.reach, name, ("EP-A33", "EP-A34"), text)))
        short = -1 if got else falls_short(way, closed | {unit.at})
        if short >= 0:
            text = f"{unit.id.upper()} as near to {name.upper()} as it gets"
            found.setdefault(short, Way(way.reach, name, ("EP-A33",), text))
    return found


def falls_short(way: Approach, closed: AbstractSet[int]) -> int:
    """The cell in an enemy's zone that brings a stand nearest to one it cannot touch; -1 if it gets into no zone."""
    return next((cell for cell in way.zone if cell not in closed), -1)


def beside(state: State, foes: Iterable[Unit]) -> set[int]:
    """The cells in contact with any of these."""
    return {cell for foe in foes for cell in state.board.neighbours(foe.at)}


def charge_exits(rules: Ruleset, state: State, queue: ReactionQueue, plan: Layout, unit: Unit) -> Ways:
    """Passengers get out of a charging transport outside all zones or into contact with the target (EP-A33, EP-A48)."""
    crowd = crowds(state, plan, unit.seat, unit.id)
    barred = zones(state, [foe.at for foe in live(state, crowd)]) | beside(state, against(state, unit.seat))
    contact = set[int]().union(*contact_cells(state, plan, targets(state, queue), crowd, unit.id).values())
    return {cell: way for cell, way in exits(rules, state, plan, unit).items() if cell in contact or cell not in barred}


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
