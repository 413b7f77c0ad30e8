"""Which event a SkirmishCorps reaction answers, worked out a second time from the words of the clauses alone.

Nothing here comes from the rulebook's code: it knows only the places of units, their weapons, and the log. Sight and
distance are the board's. It is slow on purpose: every set of targets is tried against every sentence.

SC-01 a unit on face-down overwatch may answer. SC-02 it sees the acting unit (for a move, a cell of its path) or is at
most eight inches from a friend that does. SC-57 a shot is at the enemy that is answered; SC-37 in range; SC-A19 a
moving unit may be shot at anywhere on its path; SC-A27b an announced intercept is seen anywhere on its way. SC-34 to
SC-38 covering fire: the giver sees a friend and each enemy, each enemy sees the friend and is in range; SC-30 nothing
thrown; SC-A12 as many enemies as the weapon takes. SC-A18 it answers the event of a unit that it is aimed at, one for
each such event; aimed at none, any event that the giver knows of.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

HEARD = 8


class Gun(NamedTuple):
    """A weapon: its reach in inches, how many it may take under covering fire, whether it is thrown."""

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
    """Something that may be answered: the number of its event, who did it, and where that is.

    `cells`: where it can be seen and shot at; `way`: of an intercept, the cells where it can be seen.
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
    """What has happened in the action under way, from the log: its announcement, and every declaration since."""
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
    """Every shot and covering fire that the watchers of a side may declare, each with the event that it answers."""
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
    """A move is seen and shot at all along its path, anything else where its unit stands."""
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
