"""How the rest of a turn of SkirmishCorps is expected to go: who acts, who answers from overwatch, who is put out.

There are no dice and no engine here: each unit is alive, on overwatch, or yet to act with some chance. The sides act
in turn, each with the unit that gains most, and a watcher fires at the first target that is worth it. So a marker is
worth what happens if it is laid, and a table what is left of it at the end of the turn.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from math import fsum
from typing import NamedTuple

from msgspec import Struct

from game.ai.skirmishcorps.fire import Between, Fire, Pairs
from game.ai.thought import Parts
from game.rules.skirmishcorps.state import Corps, Trooper

WORTH_A_SHOT = 0.1
"""A watcher does not fire with a smaller chance than this, which is about a long shot into hard cover."""
FIRING = 2
"""The most watchers that fire at one unit: a third would have little left to hit."""
READY = 0.35
"""The share of a target's worth that is added if it has yet to act: the action that it loses."""
SLIGHT = 0.03
"""Chances below this are ignored."""
LEAST = SLIGHT / 5
"""The least gain, in figures, for which a unit acts at all."""


class Aims(Struct, frozen=True, eq=False):
    """What a unit might do with its action: where it would walk, and what the ground there is worth to its side.

    `end` is a cell; `path` the cells to it, without the unit's own. `near`, `there`: how much the unit counts at each
    objective from where it is, and from `end`. `goal`: the number of the objective it makes for, -1 for none. They are
    made once for each state of a side, so they can be compared by identity, which is fast.
    """

    end: int
    path: tuple[int, ...]
    ground: float
    near: tuple[float, ...]
    there: tuple[float, ...]
    goal: int = -1


class Outcome(NamedTuple):
    """What may become of the units, by number: the chance that each is alive, and that it has made its walk.

    `soon`: the chance to be alive at the end of this turn if `alive` is for the end of the next.
    """

    alive: list[float]
    walked: list[float]
    soon: Sequence[float] = ()

    @property
    def at_end(self) -> Sequence[float]:
        """The chance of each unit to be alive when this turn ends and its points are scored."""
        return self.soon or self.alive


class Post(NamedTuple):
    """A unit as an outlook takes it: its stance (`Fire.stance`), side (0 for the side that looks), and worth.

    `open`: whether it may yet act or answer this turn.
    """

    stance: int
    side: int
    worth: float
    open: bool
    aims: Aims


class Man:
    """A unit in the outlook, as the inner loop reads it. `pairs` is filled in once all units are there."""

    __slots__ = ("at", "end", "ground", "name", "near", "open", "pairs", "quick", "side", "there", "worth")
    pairs: Pairs

    def __init__(self, unit: Trooper, post: Post) -> None:
        aims = post.aims
        self.name, self.side, self.worth, self.open = unit.id, post.side, post.worth, post.open
        self.quick: int = unit.stats["RE"]
        self.at, self.end, self.ground = unit.at, aims.end, aims.ground
        self.near, self.there = aims.near, aims.there


Best = tuple[float, int, float, float]
"""The best that a unit can do: gain, target (-1 for none), the chance to put it out, how likely the target was alive.

It remains the best while the target is just as likely to be alive, since the chances of others only fall. After
that, the gain is an upper limit. (A NamedTuple made the whole player 2 % slower.)
"""


class Outlook:
    """The rest of a turn from where the units are; `starts` is the side that acts first, -1 if either may.

    `worths` is for the caller's use: it keeps there what it made of each outcome.
    """

    def __init__(self, fire: Fire, state: Corps, units: Sequence[Trooper], posts: Sequence[Post], starts: int) -> None:
        """`units` are those of the posts, on a table that `fire` has entered."""
        self.men = [Man(unit, post) for unit, post in zip(units, posts, strict=True)]
        self.place = {unit.id: number for number, unit in enumerate(units)}
        self.starts = starts
        self.worths: dict[Hashable, Parts] = {}
        self._prizes = [(man.worth, 1 + READY * man.open) for man in self.men]
        self._sides = [[(number, man) for number, man in enumerate(self.men) if man.side == side] for side in (0, 1)]
        self._ground: dict[int, list[tuple[int, Man, bool, bool]]] = {}
        self._near: dict[int, list[tuple[int, Man]]] = {}
        going = [fire.going(post.stance, post.aims.end, post.aims.goal) for post in posts]
        known = fire.pairs((tuple([post.side for post in posts]), *going))
        for number, man in enumerate(self.men):
            if number == len(known):
                unit, path = units[number], posts[number].aims.path
                known.append(
                    _pairs(
                        (j, fire.between(state, going[number], unit, man.end, path, posts[j].stance, units[j]))
                        for j, _ in self._sides[1 - man.side]
                    )
                )
            man.pairs = known[number]
        whole = [1.0] * len(self.men)
        self._at_first = [self._best(man, whole, walks=walks) for man in self.men for walks in (False, True)]

    def play(self, watching: Sequence[float], starts: int = -1, again: float = -1.0) -> Outcome:
        """The rest of the turn if each unit is on overwatch with its chance in `watching`, and acts otherwise.

        `starts`: the side that acts first, -1 for that of the outlook. With `again` the next turn follows from where
        the units then are, and each is on overwatch in it with that chance.
        """
        men = self.men
        alive, walked = [1.0] * len(men), [0.0] * len(men)
        bests = list(self._at_first)
        shots = self.able(watching)
        acts = [1.0 - w if man.open else 0.0 for man, w in zip(men, watching, strict=True)]
        first = max(0, self.starts if starts < 0 else starts)
        self._turn(first, alive, walked, shots, acts, bests=bests)
        now = Outcome(alive, walked)
        if again < 0:
            return now
        alive, walked = list(alive), list(walked)
        acts = [(1 - again) * (1 - gone) for gone in walked]
        self._turn(1 - first, alive, walked, [again] * len(men), acts, bests=bests)
        return Outcome(alive, now.walked, now.alive)

    def able(self, watching: Sequence[float]) -> list[float]:
        """The chance that each unit has overwatch and may answer with it."""
        return [w if man.open else 0.0 for man, w in zip(self.men, watching, strict=True)]

    def _turn(
        self,
        side: int,
        alive: list[float],
        walked: list[float],
        shots: list[float],
        acts: list[float],
        *,
        bests: list[Best],
    ) -> None:
        """The sides act in turn, `side` first, each with the unit that gains most, until neither gains anything.

        `bests`: what each unit can do where it is (at 2 × its number), and after its walk (at that + 1).
        """
        idle = 0
        waiting = [[one for one in units if acts[one[0]] > SLIGHT] for units in self._sides]
        while idle < 2:
            best, plan = LEAST, None
            for i, man in waiting[side]:
                if alive[i] > SLIGHT:
                    ready = acts[i] * alive[i]
                    for walks in (False, True):
                        gain, target, chance, lived = bests[2 * i + walks]
                        if ready * gain <= best:  # the risk can only lower it
                            continue
                        if target >= 0 and alive[target] != lived:
                            gain, target, chance, _ = bests[2 * i + walks] = self._best(man, alive, walks=walks)
                            if ready * gain <= best:
                                continue
                        gain = ready * (gain - self._risk(man, alive, shots, gain, walks=walks))
                        if gain > best:
                            best, plan = gain, (i, walks, target, chance)
            if plan is None:
                idle += 1
            else:
                idle = 0
                self._act(plan, alive, walked, shots, acts)
                waiting[side].remove((plan[0], self.men[plan[0]]))
            side = 1 - side

    def losses(self, out: Outcome) -> tuple[float, float]:
        """What each side is expected to lose, in the worth of its units; the side that looks comes first."""
        lost = [0.0, 0.0]
        for man, alive in zip(self.men, out.alive, strict=True):
            lost[man.side] += man.worth * (1 - alive)
        return lost[0], lost[1]

    def holding(self, out: Outcome, cells: Collection[int], goal: int) -> tuple[float, float]:
        """The chance of each side to hold that ground alone when the turn ends; 0 for a side that cannot score it."""
        free, counts = [1.0, 1.0], [0.0, 0.0]
        for man, chance in self._there(out, cells, goal):
            free[man.side] *= 1 - chance
            counts[man.side] = max(counts[man.side], float(max(man.near[goal], man.there[goal]) > 0))
        return counts[0] * (1 - free[0]) * free[1], counts[1] * (1 - free[1]) * free[0]

    def leaving(self, out: Outcome, cells: Collection[int], goal: int) -> float:
        """The figures expected to leave the table there, less those of the other side."""
        return fsum(
            (1 - 2 * man.side) * chance
            for man, chance in self._there(out, cells, goal)
            if max(man.near[goal], man.there[goal]) > 0
        )

    def _there(self, out: Outcome, cells: Collection[int], goal: int) -> Iterator[tuple[Man, float]]:
        """The units that may be on the ground of an objective when the turn ends, each with its chance."""
        listed = self._ground.get(goal)
        if listed is None:
            listed = self._ground[goal] = [
                (number, man, here, there)
                for number, man in enumerate(self.men)
                if (here := man.at in cells) | (there := man.end in cells)
            ]
        alive, walked = out.at_end, out.walked
        for number, man, here, there in listed:
            yield man, alive[number] * ((1 - walked[number]) * here + walked[number] * there)

    def strength(self, out: Outcome, goal: int) -> tuple[float, float]:
        """How likely each side is to take and hold an objective after this turn; the side that looks comes first."""
        listed = self._near.get(goal)
        if listed is None:
            listed = self._near[goal] = [
                (number, man) for number, man in enumerate(self.men) if man.near[goal] or man.there[goal]
            ]
        free = [1.0, 1.0]
        for number, man in listed:
            walked = out.walked[number]
            free[man.side] *= 1 - out.alive[number] * (man.near[goal] * (1 - walked) + man.there[goal] * walked)
        return 1 - free[0], 1 - free[1]

    def figures(self, out: Outcome) -> tuple[float, float]:
        """The figures that each side is expected to have left; the side that looks comes first."""
        left = [0.0, 0.0]
        for man, alive in zip(self.men, out.alive, strict=True):
            left[man.side] += alive
        return left[0], left[1]

    def wiped(self, out: Outcome) -> float:
        """The chance that the other side is wiped out, less that of the own side."""
        gone = [1.0, 1.0]
        for man, alive in zip(self.men, out.alive, strict=True):
            gone[man.side] *= 1 - alive
        return gone[1] - gone[0]

    def _best(self, man: Man, alive: Sequence[float], *, walks: bool) -> Best:
        """The best that a unit can do from where it is, or after its walk, if it lives to do it."""
        best, target, chance = 0.0, -1, 0.0
        prizes = self._prizes
        for j, p in man.pairs.moved if walks else man.pairs.aim:
            worth, more = prizes[j]
            value = p * alive[j] * worth * more
            if value > best:
                best, target, chance = value, j, p
        lived = alive[target] if target >= 0 else 0.0
        return best + man.ground if walks else best, target, chance, lived

    def _risk(self, man: Man, alive: Sequence[float], shots: Sequence[float], gain: float, *, walks: bool) -> float:
        """What enemy answers are expected to cost: the unit, and the gain that is lost with it."""
        safe = 1.0
        for j, p in man.pairs.first[:FIRING]:
            safe *= 1 - p * shots[j] * alive[j]
        first = 1 - safe
        if walks:
            for j, p in man.pairs.late[:FIRING]:
                safe *= 1 - p * shots[j] * alive[j]
        return first * gain + (1 - safe) * man.worth

    def _act(
        self,
        plan: tuple[int, bool, int, float],
        alive: list[float],
        walked: list[float],
        shots: list[float],
        acts: list[float],
    ) -> None:
        """Let a unit act. `plan`: its number, whether it walks, its target (-1 for none), the chance to put it out."""
        i, walks, target, p = plan
        man, share = self.men[i], acts[i]
        acts[i] = 0.0
        lives = self._answered(i, man.pairs.first, share, alive, shots)
        if target >= 0:
            alive[target] *= 1 - share * alive[i] * lives * p
        if walks:
            walked[i] = share * lives
            lives *= self._answered(i, man.pairs.late, share * lives, alive, shots)
        alive[i] *= 1 - share * (1 - lives)

    def _answered(
        self, i: int, watchers: Sequence[tuple[int, float]], share: float, alive: list[float], shots: list[float]
    ) -> float:
        """The chance that a unit survives the watchers. Its own side's watchers answer them, each first if quicker."""
        lives, fired = 1.0, 0
        men = self.men
        for j, p in watchers:
            ready = shots[j] * alive[j]
            if ready < SLIGHT or fired >= FIRING:
                continue
            fired += 1
            held = 0.0
            for k, r in men[j].pairs.first:
                if k != i and shots[k] * alive[k] >= SLIGHT:
                    held = r * shots[k] * alive[k]
                    alive[j] *= 1 - share * shots[j] * held
                    shots[k] *= 1 - share * ready
                    if men[k].quick < men[j].quick:
                        held = 0.0
                    elif men[k].quick == men[j].quick:
                        held *= 0.5
                    break
            lives *= 1 - ready * p * (1 - held)
            shots[j] *= 1 - share
        return lives


def _pairs(between: Iterable[tuple[int, Between]]) -> Pairs:
    """What a unit and each of its enemies, by number, can do to each other, without slight chances."""
    aim: list[tuple[int, float]] = []
    moved: list[tuple[int, float]] = []
    first: list[tuple[int, float]] = []
    late: list[tuple[int, float]] = []
    for j, (aimed, walking, standing, on_the_way) in between:
        if aimed > SLIGHT:
            aim.append((j, aimed))
        if walking > SLIGHT:
            moved.append((j, walking))
        if standing >= WORTH_A_SHOT:
            first.append((j, standing))
        if on_the_way >= WORTH_A_SHOT and on_the_way >= standing:
            late.append((j, on_the_way))
    return Pairs(aim, moved, sorted(first, key=_likelier), sorted(late, key=_likelier))


def _likelier(one: tuple[int, float]) -> float:
    """The sort key that puts the best chances first."""
    return -one[1]
