"""Where stands may go: the plan in hand laid out, moves of free choice, getting in and out of transports.

Every kind of draft asks the same of a stand, its `Ways`: cell -> how it gets there and for whom.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.board.board import Reach
from game.engine.decisions import Refusal
from game.engine.queue import Reaction, ReactionQueue
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.rules.epic.formations import against, formation_of
from game.rules.epic.ground import LINK, disc, half_cells, is_vehicle, mode, within, zones
from game.rules.epic.zones import field, outside

CONSOLIDATE = 5


class Layout(NamedTuple):
    """The table with what is planned or declared already made: cells by stand, carriers by passenger.

    `unloaded`: carriers that somebody gets out of.
    """

    at: dict[str, int]
    aboard: dict[str, str]
    unloaded: set[str]

    def taken(self, but: str = "") -> frozenset[int]:
        """The cells with a stand, that of `but` left out."""
        return frozenset(cell for name, cell in self.at.items() if name != but)


class Way(NamedTuple):
    """How a stand gets to a cell: the search that found it, the enemy it goes for, and why."""

    reach: Reach
    target: str = ""
    clauses: tuple[str, ...] = ()
    text: str = ""


Ways = Mapping[int, Way]


def layout(state: State, queue: ReactionQueue | None, *, until: Reaction | None = None, but: str = "") -> Layout:
    """The table as the plan leaves it, or as it stands before the planned `until`; what `but` plans is left out."""
    units = [u for u in state.units.values() if not u.out]
    found = Layout({u.id: u.at for u in units if not u.aboard}, {u.id: u.aboard for u in units if u.aboard}, set[str]())
    for reaction in queue.reactions if queue else ():
        if reaction is until:
            break
        if reaction.status in ("planned", "declared") and reaction.unit != but:
            _lay(found, reaction)
    return found


def _lay(found: Layout, reaction: Reaction) -> None:
    if reaction.action == "embark":
        found.at.pop(reaction.unit, None)
        found.aboard[reaction.unit] = reaction.target
    elif reaction.action == "disembark":
        found.unloaded.add(found.aboard.pop(reaction.unit, ""))
        found.at[reaction.unit] = reaction.to
    elif reaction.action == "move":
        found.at[reaction.unit] = reaction.to


# -- moves of free choice ---------------------------------------------------------------------------------------------


def free_ways(rules: Ruleset, state: State, queue: ReactionQueue, plan: Layout, unit: Unit) -> Ways | Refusal:
    """A move up to the Speed, past friends but not onto them, not into zones (EP-A29, EP-A33); 5 cm to consolidate.

    Who starts within a zone leaves it. A withdrawal pays no heed to zones (EP-A42).
    """
    no = stays(rules, plan, unit)
    if no is not None:
        return no
    clauses = {"withdraw": ("EP-A42",), "consolidate": ("EP-A43",)}.get(queue.kind, ("EP-A29",))
    foes, cm = against(state, unit.seat), allowance(queue, unit.stats["SPEED"])
    reach, cells = outside(field(rules, state, unit, cm, foes, [] if queue.kind == "withdraw" else foes))
    taken = plan.taken()
    return dict.fromkeys([cell for cell in cells if cell not in taken], Way(reach, clauses=clauses))


def allowance(queue: ReactionQueue, speed: int) -> int:
    """Centimetres of one move at a Speed: all of it, to consolidate 5 at most (EP-A29, EP-A43)."""
    return min(speed, CONSOLIDATE) if queue.kind == "consolidate" else speed


def stays(rules: Ruleset, plan: Layout, unit: Unit) -> Refusal | None:
    """Why a stand cannot move at all: no Speed, or passengers that get out of it (EP-A48)."""
    if not unit.stats["SPEED"]:
        return Refusal("EP-A21", "its Speed is 0", unit.id)
    if unit.id in plan.unloaded:
        return Refusal("EP-A48", "passengers get out of it, which ends its move", unit.id)
    return None


# -- transports -------------------------------------------------------------------------------------------------------


def carriers_for(rules: Ruleset, state: State, plan: Layout, unit: Unit) -> list[str]:
    """The transports of its formation with room that an infantry stand is within 5 cm of (EP-A48)."""
    if is_vehicle(rules, unit) or unit.id not in plan.at:
        return []
    formation = formation_of(unit)
    return [
        carrier.id
        for carrier in state.units.values()
        if carrier.id in plan.at
        and formation_of(carrier) == formation
        and list(plan.aboard.values()).count(carrier.id) < carrier.stats["CARRIES"]
        and carrier.id not in plan.unloaded
        and within(state, plan.at[unit.id], plan.at[carrier.id], LINK)
    ]


def exits(rules: Ruleset, state: State, plan: Layout, unit: Unit, clauses: tuple[str, ...] = ("EP-A48",)) -> Ways:
    """The free cells within 5 cm of its transport that a passenger can walk to, enemies' zones and all (EP-A48)."""
    door = plan.at[plan.aboard[unit.id]]
    walled = frozenset(foe.at for foe in against(state, unit.seat))
    reach = state.board.reach(door, half_cells(state, 2 * LINK) + 6, walled, mode(rules, unit))
    near = disc(state, door, LINK)
    return dict.fromkeys(sorted((reach.costs.keys() & near) - plan.taken()), Way(reach, clauses=clauses))


def free_exits(rules: Ruleset, state: State, queue: ReactionQueue, plan: Layout, unit: Unit) -> Ways:
    """As `exits`, but outside all zones of control (EP-A33)."""
    barred = zones(state, [foe.at for foe in against(state, unit.seat)])
    return {cell: way for cell, way in exits(rules, state, plan, unit).items() if cell not in barred}


def doors_shut(rules: Ruleset, state: State, queue: ReactionQueue, plan: Layout, unit: Unit) -> Refusal:
    """Nobody gets out while a formation withdraws or consolidates (EP-A42, EP-A43)."""
    kind = "withdrawing" if queue.kind == "withdraw" else "consolidating"
    return Refusal("EP-A48", f"it rides in {plan.aboard[unit.id].upper()}, which is {kind}", unit.id)
