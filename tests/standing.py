"""Who may answer a unit on the move, worked out from the clauses alone: an oracle that uses no rule of the game.

It knows the board (what is seen, how far, with which cover) and numbers that are printed on the table: quality, weapons
and their bands, markers. `answers` says with which action, at which point and with which weapons a unit may fire.
"""

from __future__ import annotations

from typing import NamedTuple

SHIFT = {"": 0, "soft": 1, "low": 2, "hard": 2}
DICE = 5
"""So many types of die there are: D4, D6, D8, D10, D12 (SG-A34)."""


class Weapons(NamedTuple):
    """What one fire action uses (SG-A31); `bands` is how far it reaches, 0 for a missile."""

    names: frozenset[str]
    bands: int


class Watcher(NamedTuple):
    """A unit that may want to fire. `nerve` is "broken", "routed", or anything else."""

    name: str
    at: int
    quality: int
    groups: tuple[Weapons, ...]
    activated: bool
    counter: bool
    suppressed: bool
    nerve: str


class Mover(NamedTuple):
    """A move that is being answered: announced `path` (start first), how far the unit has come, what has been tried.

    `stands`: it was stopped, by fire, by its owner or by failing its first test (`failed`). `tried` are the units that
    have attempted, `furthest` the last point at which one has, `second` is a second move of one activation, at which
    reaction fire has been taken or not. `fired_on` are the units at which this one has ever fired.
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
    """The fire actions of a unit: small arms with all support weapons, or one other weapon; each once a turn (SG-A9).

    `numbers`: name of a weapon -> its kind and its bands.
    """
    fresh = [name for name in weapons if name not in used]
    support = [name for name in fresh if numbers[name][0] == "support"]
    sets = [[name, *support] if numbers[name][0] == "small_arm" else [name] for name in fresh]
    return tuple(
        Weapons(frozenset(one), 0 if numbers[one[0]][0] == "missile" else min(numbers[name][1] for name in one))
        for one in sets
    )


def can_fire(board, watcher, weapons, mover, cell, *, dug, larger):
    """Whether a fire action is possible at a cell: sight, the right weapon, a range die that exists."""
    sight = board.sight(watcher.at, cell)
    if not sight.visible or (weapons.bands == 0) != mover.vehicle:  # SG-13, SG-A44, SG-A45
        return False
    if weapons.bands == 0:
        return True
    band = max(1, -(-sight.distance // watcher.quality))
    shifted = band + SHIFT[sight.cover] + dug + larger  # SG-A36, SG-10, SG-17
    return band <= weapons.bands and shifted <= DICE


def points(mover, *, stop_ends):
    """The points of the path that may still be answered (SG-16, SG-A7, SG-A23)."""
    if mover.stands:
        return () if stop_ends and not mover.failed else (mover.done,)
    return range(max(mover.done, mover.furthest), len(mover.path))


def answers(board, mover, watcher, *, stop_ends=False):
    """All that the unit may do: (action, point or -1, names of the weapons)."""
    if watcher.nerve == "routed" or watcher.suppressed:  # SG-15, SG-A8
        return set()
    found = set()
    broken = watcher.nerve == "broken"
    if watcher.name not in mover.tried and not broken:  # SG-09, SG-15
        ways = ["opportunity_fire"] * (not watcher.activated) + ["overwatch_fire"] * watcher.counter  # SG-05, SG-38
        for point in points(mover, stop_ends=stop_ends):
            for weapons in watcher.groups:
                dug = mover.dug and point == 0  # gone from the first step on (SG-A23)
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
