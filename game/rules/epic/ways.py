"""Which moves each kind of draft allows a stand, the plan in hand given.

Decision kinds "move", "charge", "counter_charge", "withdraw" and "consolidate" are the same draft with other `Ways`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from game.board.board import Board
from game.engine.decisions import Option, Refusal
from game.engine.queue import ReactionQueue
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.rules.epic.charge import charge_exits, charge_ways
from game.rules.epic.counter import counter_exits, counter_ways
from game.rules.epic.formations import formation_of
from game.rules.epic.moves import Layout, Way, Ways, doors_shut, free_exits, free_ways

DRAFTS = ("move", "charge", "counter_charge", "withdraw", "consolidate")

CLAUSES: Mapping[str, tuple[str, ...]] = {
    "move": ("EP-A29",),
    "charge": ("EP-A34", "EP-A33"),
    "counter_charge": ("EP-09",),
    "withdraw": ("EP-A42",),
    "consolidate": ("EP-A43",),
}
"""By what rule each kind of draft asks."""

WAYS: Mapping[str, Callable[[Ruleset, State, ReactionQueue, Layout, Unit], Ways | Refusal]] = {
    "move": free_ways,
    "withdraw": free_ways,
    "consolidate": free_ways,
    "charge": charge_ways,
    "counter_charge": counter_ways,
}

EXITS: Mapping[str, Callable[[Ruleset, State, ReactionQueue, Layout, Unit], Ways | Refusal]] = {
    "move": free_exits,
    "withdraw": doors_shut,
    "consolidate": doors_shut,
    "charge": charge_exits,
    "counter_charge": counter_exits,
}


def drafting(queue: ReactionQueue) -> list[str]:
    """The formations whose moves are being planned."""
    return queue.tags["drafting"].split("+")


def idle(state: State, queue: ReactionQueue, unit: Unit) -> Refusal:
    """Why a stand has no part in the draft that is open: another formation moves, or another side counter charges."""
    formation = formation_of(unit)
    name = formation.upper()
    if queue.kind != "counter_charge":
        return Refusal(CLAUSES[queue.kind][0], f"{name} does not move now", unit.id)
    attacks = formation in queue.tags["attackers"].split("+")
    if not attacks and formation not in queue.tags["defenders"].split("+"):
        return Refusal("EP-02", f"{name} is not in the assault", unit.id)
    if queue.facts["round"] == 1:
        return Refusal("EP-25", f"{name} attacks, and attackers counter charge from round 2 on", unit.id)
    return Refusal(
        "EP-A14", f"{name} {'attacks: it went first' if attacks else 'is attacked: it goes second'}", unit.id
    )


def ways_of(rules: Ruleset, state: State, queue: ReactionQueue, plan: Layout, unit: Unit) -> Ways | Refusal:
    """Where a stand may be moved to, or where a passenger may get out."""
    table = EXITS if unit.id in plan.aboard else WAYS
    return table[queue.kind](rules, state, queue, plan, unit)


def listed(board: Board, plain: Option, ways: Ways) -> list[Option]:
    """An option for every cell: `plain`, whose id heads theirs, with what the way there says; paths are left out.

    A formation may have thousands of cells, listed again after each change to its plan: options are kept.
    """
    found: list[Option] = []
    way, told, made = None, plain, dict[int, Option]()
    for cell, one in ways.items():
        if one is not way:
            way, told = one, _told(plain, one)
            made = dict[int, Option]() if told.target else _made(board.width, told)
        option = made.get(cell)
        if option is None:
            y, x = divmod(cell, board.width)
            option = made[cell] = told._replace(id=f"{told.id}{x},{y}", to=cell)
        found.append(option)
    return found


def _told(plain: Option, way: Way) -> Option:
    """The option with what a way says; that of a formation says nothing of its first stand's enemy."""
    if plain.formation:
        return plain._replace(clauses=way.clauses)
    return plain._replace(target=way.target, clauses=way.clauses, text=way.text)


@lru_cache(maxsize=64)
def _made(width: int, told: Option) -> dict[int, Option]:
    """The options made so far of a stand that goes for nobody, on boards so wide: by cell, to be added to."""
    return {}
