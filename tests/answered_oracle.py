"""An oracle of SkirmishCorps: which event each reaction answers.

It works from the clauses, without the rulebook's code. It is given where units stand, their weapons and the log; lines
of sight and distances come from the board. It is slow on purpose: every set of targets is tried for every event.

- SC-01: a unit with a face-down overwatch marker may answer.
- SC-02: it must see the unit that acted (a mover on any cell of its path) or be within eight inches of a friend that
  does. SC-A27b: an announced intercept is seen anywhere on its way.
- SC-57, SC-37: a shot is at the unit that is answered, in range. SC-A19: a mover may be shot at anywhere on its path.
- SC-34 to SC-38: of covering fire, the giver sees a friend and each enemy, and each enemy sees the friend and is in
  range. SC-30: the weapon is not thrown. SC-A12: it takes a limited number of enemies.
- SC-A18: covering fire answers the event of an enemy it is aimed at, a separate option for each such event; if it is
  aimed at no enemy that has acted, it may answer any event that the giver is aware of.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

HEARD = 8
"""The distance in inches at which friends communicate (SC-A47)."""


class Gun(NamedTuple):
    """A weapon: its range in inches, how many enemies its covering fire may be aimed at, whether it is thrown."""

    id: str
    range: int
    targets: int
    thrown: bool


class Man(NamedTuple):
    """A unit in action."""

    id: str
    side: str
    at: int
    guns: tuple[Gun, ...]
    watching: bool


class Deed(NamedTuple):
    """An event that may be answered: its number and the unit that acted.

    `cells`: where the unit can be seen and shot at, empty for the cell where it stands; `way`: of an announced
    intercept, the cells where it can be seen.
    """

    n: int
    actor: str
    cells: tuple[int, ...]
    way: tuple[int, ...] = ()


class Answer(NamedTuple):
    """A reaction and the number of the event that it answers."""

    unit: str
    action: str
    targets: frozenset[str]
    ally: str
    weapon: str
    n: int


def deeds(events):
    """Return the deeds of the action under way, from the log: its announcement and every declaration since."""
    found = []
    for event in events:
        fields = event.fields
        if event.type == "action_announced":
            found = [Deed(event.n, fields["unit"], tuple(fields["path"]))]
        elif event.type == "reaction_declared":
            found.append(Deed(event.n, fields["unit"], ()))
        elif event.type == "intercept_announced":
            found[-1] = found[-1]._replace(way=tuple(fields["path"]))
        elif event.type == "action_ended":
            found = []
    return found


def answers(board, men, done, side):
    """Return every shot and covering fire that a side may declare, each with the event that it answers."""
    found = set()
    standing = {man.id: man for man in men}
    for man in men:
        if man.side != side or not man.watching:
            continue
        known = [deed for deed in done if standing.get(deed.actor, man).side != side and _knows(board, men, man, deed)]
        for deed in known:
            found.update(_shots(board, standing, man, deed))
        found.update(_fires(board, men, man, known))
    return found


def _where(standing, deed):
    """The cells where a deed may be shot at: the path of a move, else the cell where the unit stands."""
    return deed.cells or ((standing[deed.actor].at,) if deed.actor in standing else ())


def _knows(board, men, man, deed):
    standing = {one.id: one for one in men}
    cells = deed.way or _where(standing, deed)
    told = [man, *(one for one in men if one.side == man.side and board.distance(man.at, one.at) <= HEARD)]
    return any(board.visible(one.at, cell) for one in told for cell in cells)


def _shots(board, standing, man, deed):
    if deed.actor not in standing:
        return
    for gun in man.guns:
        if any(
            board.visible(man.at, cell) and board.distance(man.at, cell) <= gun.range for cell in _where(standing, deed)
        ):
            yield Answer(man.id, "ranged_attack", frozenset([deed.actor]), "", gun.id, deed.n)


def _fires(board, men, man, known):
    for gun in man.guns:
        for friend in men:
            if gun.thrown or friend.side != man.side or friend is man or not board.visible(man.at, friend.at):
                continue
            fit = [
                foe.id
                for foe in men
                if foe.side != man.side
                and board.visible(man.at, foe.at)
                and board.visible(foe.at, friend.at)
                and board.distance(man.at, foe.at) <= gun.range
            ]
            for size in range(1, gun.targets + 1):
                for targets in combinations(fit, size):
                    meant = [deed for deed in known if deed.actor in targets] or known
                    for deed in meant:
                        yield Answer(man.id, "covering_fire", frozenset(targets), friend.id, gun.id, deed.n)
