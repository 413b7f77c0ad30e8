"""An oracle of Stargrunt II: which units may answer a move, worked out from the clauses without the rulebook's code.

It takes lines of sight, distances and cover from the board, and is given what every player can read on the table:
quality, weapons with their bands, and markers. `answers` returns every action, point and set of weapons a unit may
answer with.
"""

from __future__ import annotations

from typing import NamedTuple

SHIFT = {"": 0, "soft": 1, "low": 2, "hard": 2}
"""Cover -> how many types the range die shifts (SG-A36)."""
DICE = 5
"""The number of types of die: D4, D6, D8, D10, D12 (SG-A34)."""


class Weapons(NamedTuple):
    """The weapons of one fire action (SG-A31); `bands` is how many range bands they reach, 0 for a missile."""

    names: frozenset[str]
    bands: int


class Watcher(NamedTuple):
    """A unit that may fire. `nerve` is "broken", "routed" or any other level of confidence."""

    name: str
    at: int
    quality: int
    groups: tuple[Weapons, ...]
    activated: bool
    counter: bool
    suppressed: bool
    nerve: str


class Mover(NamedTuple):
    """A move that is being answered.

    `path` are the announced cells, the start first; `done` is the point that the unit has reached. `stands`: it has
    been stopped by fire, by its owner or by failing its first test (`failed`). `tried` are the units that have made
    their attempt, `furthest` the farthest point at which one was made. `second`: it is the second move of one
    activation, for which `reaction_taken` says whether reaction fire has been made. `fired_on` are the units at which
    the mover has fired at any time.
    """

    path: tuple[int, ...]
    done: int
    vehicle: bool
    dug: bool
    stands: bool = False
    failed: bool = False
    tried: frozenset[str] = frozenset()
    furthest: int = 0
    second: bool = False
    reaction_taken: bool = False
    fired_on: frozenset[str] = frozenset()


def groups(weapons, used, numbers):
    """Return the fire actions open to a unit: small arms with all support weapons, or one other weapon.

    A weapon fires once a turn (SG-A9). `numbers`: name of a weapon -> (its kind, its range bands).
    """
    fresh = [name for name in weapons if name not in used]
    support = [name for name in fresh if numbers[name][0] == "support"]
    sets = [[name, *support] if numbers[name][0] == "small_arm" else [name] for name in fresh]
    return tuple(
        Weapons(frozenset(one), 0 if numbers[one[0]][0] == "missile" else min(numbers[name][1] for name in one))
        for one in sets
    )


def can_fire(board, watcher, weapons, mover, cell, *, dug, larger):
    """Return whether the weapons may fire at a cell: it is seen, they fit the target, and there is such a range die."""
    sight = board.sight(watcher.at, cell)
    if not sight.visible or (weapons.bands == 0) != mover.vehicle:  # SG-13, SG-A44, SG-A45
        return False
    if weapons.bands == 0:
        return True
    band = max(1, -(-sight.distance // watcher.quality))
    shifted = band + SHIFT[sight.cover] + dug + larger  # SG-A36, SG-10, SG-17
    return band <= weapons.bands and shifted <= DICE


def points(mover, *, stop_ends):
    """Return the points of the path that may still be answered (SG-16, SG-A7, SG-A23)."""
    if mover.stands:
        return () if stop_ends and not mover.failed else (mover.done,)
    return range(max(mover.done, mover.furthest), len(mover.path))


def answers(board, mover, watcher, *, stop_ends=False):
    """Return every answer open to the unit as (action, point or -1, names of the weapons)."""
    if watcher.nerve == "routed" or watcher.suppressed:  # SG-15, SG-A8
        return set()
    found = set()
    broken = watcher.nerve == "broken"
    if watcher.name not in mover.tried and not broken:  # SG-09, SG-15
        ways = ["opportunity_fire"] * (not watcher.activated) + ["overwatch_fire"] * watcher.counter  # SG-05, SG-38
        for point in points(mover, stop_ends=stop_ends):
            for weapons in watcher.groups:
                dug = mover.dug and point == 0  # the position is left with the first step (SG-A23)
                if can_fire(board, watcher, weapons, mover, mover.path[point], dug=dug, larger=1):
                    found |= {(way, point, weapons.names) for way in ways}
        if any(way == "opportunity_fire" for way, _, _ in found):
            found.add(("test_only", -1, frozenset()))  # SG-A12
    waits = mover.second and not mover.reaction_taken and not mover.stands
    waits = waits and (not broken or watcher.name in mover.fired_on)  # SG-A39
    if waits and mover.done == 0 and mover.furthest == 0 and not watcher.activated:  # SG-01, SG-A21
        for weapons in watcher.groups:
            if can_fire(board, watcher, weapons, mover, mover.path[0], dug=mover.dug, larger=0):
                found.add(("reaction_fire", -1, weapons.names))
    return found
