"""The odds of an assault, estimated from where its stands are or would be: who wins, and what it costs each side.

It is an estimate, and is called one wherever it is shown. The chances of dice, saves and result are those of the throws
themselves; but only the number of losses in a round is worked out, not which stand takes which hit, and a tie is
counted as if it were decided like the other outcomes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum

from msgspec import Struct

from game.engine.dice import count_chances, spread
from game.engine.names import Cell, UnitId
from game.rules.epic.assault import Strength, modifiers
from game.rules.epic.counter import distance
from game.rules.epic.formations import formations, on_table, side_of, standing, weight
from game.rules.epic.ground import NEAR, disc, line_of_fire
from game.rules.epic.hits import bail_save, save_value
from game.rules.epic.state import Battle, FormationId, Stand
from game.rules.epic.throws import AttackersResult

HARDLY = 1e-4
"""Outcomes less likely than this are left out of the estimate."""
NEVER = 7
"""A need that no D6 meets."""


class Odds(Struct, frozen=True, gc=False):
    """A side's chances to win and to lose, with ties shared out, and the stands it is expected to kill and to lose.

    taken: killed; given: lost.
    """

    won: float
    lost: float
    taken: float
    given: float


class SideKey(Struct, frozen=True, gc=False):
    """One side of an assault as a key of the cache: many positions come to the same dice."""

    hits: tuple[float, ...]
    frail: tuple[float, ...]
    stands: int
    blast: int
    inspiring: int


@dataclass(slots=True)
class Fighters:
    """One side of an assault.

    hits: the chance of each of its dice to hit; frail: the chance of each of its stands that may be hit to fail a save;
    stands, blast, inspiring: what counts in the result.
    """

    hits: list[float] = field(default_factory=list)
    frail: list[float] = field(default_factory=list)
    stands: int = 0
    blast: int = 0
    inspiring: int = 0

    def key(self) -> SideKey:
        """The side as it is now, as a key."""
        return SideKey(tuple(self.hits), tuple(self.frail), self.stands, self.blast, self.inspiring)


@lru_cache(maxsize=16)
def chance(need: int) -> float:
    """The chance of one D6 to show `need` or more, as the throws of an assault read it; 0 for a need of 0."""
    return float(count_chances((6,), need)[1]) if need else 0.0


def frailty(state: Battle, unit: Stand, cell: Cell) -> float:
    """The chance that a stand on a cell fails its save against a hit, by armour or cover (EP-A37, EP-A46)."""
    return 1 - chance(save_value(state, unit, cell))


def falls_along(rider: Stand) -> float:
    """The chance that a passenger is lost with its transport (EP-A48)."""
    return 1 - chance(bail_save(rider).need)


# -- the sums ---------------------------------------------------------------------------------------------------------


def odds(ours: Fighters, theirs: Fighters) -> Odds:
    """The odds of one round with its result; a tie is shared out in the ratio of winning to losing."""
    return _odds(ours.key(), theirs.key())


@lru_cache(maxsize=1 << 12)
def _odds(ours: SideKey, theirs: SideKey) -> Odds:
    if not ours.stands or not theirs.stands:
        return Odds(float(ours.stands > 0), float(theirs.stands > 0), 0.0, 0.0)
    kills, losses = _spread(ours.hits, theirs.frail), _spread(theirs.hits, ours.frail)
    known = _results(ours.stands, ours.blast, ours.inspiring, theirs.stands, theirs.blast, theirs.inspiring)
    won = lost = taken = given = 0.0
    for killed, likely in enumerate(kills):
        if likely < HARDLY:
            continue
        for gone, also in enumerate(losses):
            share = likely * also
            if share < HARDLY:
                continue
            left, against = ours.stands - gone, theirs.stands - killed
            # 1: only we have engaged stands left; -1: only they have (EP-A38)
            swift = (killed == len(theirs.frail) > 0) - (gone == len(ours.frail) > 0)
            if swift or not left or not against:
                won += share * (swift > 0 or left > against == 0)
                lost += share * (swift < 0 or against > left == 0)
                taken, given = taken + share * killed, given + share * gone
                continue
            found = known.get((killed, gone))
            if found is None:
                ahead = _added(
                    Strength(killed, left, ours.blast, ours.inspiring),
                    Strength(gone, against, theirs.blast, theirs.inspiring),
                )
                found = known[killed, gone] = _result(ahead)
            win, lose, by, under = found
            decided = share / (win + lose)
            won, lost = won + decided * win, lost + decided * lose
            taken += share * (killed + min(against, by))
            given += share * (gone + min(left, under))
    return Odds(won, lost, taken, given)


@lru_cache(maxsize=256)
def _results(*sides: int) -> dict[tuple[int, int], tuple[float, float, float, float]]:
    """The results so far for two sides with these stands, markers and inspiring units, by (kills, losses); a cache."""
    return {}


def _added(ours: Strength, theirs: Strength) -> int:
    """What our side adds to its result, less what the other side adds."""
    return sum(value for _, value, _ in modifiers(ours, theirs)) - sum(value for _, value, _ in modifiers(theirs, ours))


def _spread(hits: Sequence[float], frail: Sequence[float]) -> list[float]:
    """The chances to lose 0, 1, 2 and so on of the stands that may be hit, as if each hit fell on an average stand."""
    table = [1.0] + [0.0] * len(frail)
    weak = fsum(frail) / max(1, len(frail))
    for hit in hits if frail else ():
        kill = hit * weak
        table[-1] += table[-2] * kill
        for count in range(len(frail) - 1, 0, -1):
            table[count] = table[count] * (1 - kill) + table[count - 1] * kill
        table[0] *= 1 - kill
    return table


@lru_cache(maxsize=128)
def _result(ahead: int) -> tuple[float, float, float, float]:
    """The chances to win and to lose when so far ahead before the dice, and the extra hits each way (EP-A40)."""
    win = lose = by = under = 0.0
    dice = [(die, float(share)) for die, share, _ in spread(AttackersResult.dice, AttackersResult.read).outcomes]
    for own, one in dice:
        for other, also in dice:
            share = one * also
            gap = own - other + ahead
            win, lose = win + share * (gap > 0), lose + share * (gap < 0)
            by, under = by + share * max(0, gap), under + share * max(0, -gap)
    if not win + lose:
        return 0.5, 0.5, 0.0, 0.0
    return win, lose, by, under


# -- the table --------------------------------------------------------------------------------------------------------

Opponents = tuple[tuple[FormationId, ...], tuple[FormationId, ...]]
"""The formations of the attackers, and those of the defenders."""


class Lines:
    """Assaults between formations of one table, with their stands on any cells; caches what the cells do not change."""

    def __init__(self, state: Battle) -> None:
        """`state`: no stand may be lost and no blast marker placed as long as this is used."""
        self._state = state
        self._rolls: dict[tuple[FormationId, ...], Fighters] = {}
        self._helpers: dict[Opponents, list[tuple[Stand, int]]] = {}
        self._bouts: dict[frozenset[Cell], dict[tuple[UnitId, Cell, bool], tuple[float, float] | None]] = {}
        self._sides: dict[Opponents, dict[UnitId, tuple[int, Stand]]] = {}

    def up(
        self,
        at: Mapping[UnitId, Cell],
        attackers: Sequence[FormationId],
        defenders: Sequence[FormationId],
        *,
        answered: bool = False,
    ) -> tuple[Fighters, Fighters]:
        """Both sides as they would fight with their stands at these cells, with supporting fire (EP-A36, EP-A39).

        `answered`: the defenders make the counter charges that help them, into contact or to where they can fire.
        """
        state = self._state
        names = tuple(attackers), tuple(defenders)
        sides = self._divided(names)
        both: tuple[list[tuple[Stand, int]], list[tuple[Stand, int]]] = [], []
        for name, cell in at.items():
            if (place := sides.get(name)) is not None:
                both[place[0]].append((place[1], cell))
        found = self._roll(names[0]), self._roll(names[1])
        cells = [frozenset([cell for _, cell in one]) for one in both]
        engaged: tuple[set[Cell], set[Cell]] = set(), set()
        for which, mine in enumerate(found):
            foes, reacts = cells[1 - which], answered and bool(which)
            bouts = self._bouts.setdefault(foes, {})
            for unit, cell in both[which]:
                key = unit.id, cell, reacts
                if key not in bouts:
                    bouts[key] = _fights(state, unit, cell, foes, distance(unit) if reacts else 0)
                fight = bouts[key]
                if fight is not None:
                    frail, hit = fight
                    engaged[which].add(cell)
                    mine.frail.append(frail)
                    if hit:
                        mine.hits.append(hit)
        for unit, which in self._help(names):
            victims = engaged[1 - which] & disc(state, unit.at, NEAR)
            if any(line_of_fire(state, unit.at, cell) for cell in victims):
                found[which].hits.append(chance(unit.stats["FF"]))
        return found

    def _divided(self, names: Opponents) -> dict[UnitId, tuple[int, Stand]]:
        """Id of each stand of both sides -> (0 for the attackers or 1 for the defenders, the stand)."""
        found = self._sides.get(names)
        if found is None:
            units = self._state.units.items()
            found = self._sides[names] = {
                name: (which, unit) for which in (0, 1) for name, unit in units if unit.formation in names[which]
            }
        return found

    def _roll(self, names: tuple[FormationId, ...]) -> Fighters:
        found = self._rolls.get(names)
        if found is None:
            found = self._rolls[names] = roll_call(self._state, names)
        return Fighters([], [], found.stands, found.blast, found.inspiring)

    def _help(self, names: Opponents) -> list[tuple[Stand, int]]:
        found = self._helpers.get(names)
        if found is None:
            found = self._helpers[names] = possible_supporters(self._state, *names)
        return found


def _fights(state: Battle, unit: Stand, cell: Cell, foes: frozenset[Cell], cm: int) -> tuple[float, float] | None:
    """The chances that a stand on a cell fails a save, and that it hits; None if it does not fight.

    It fights enemies on the cells `foes`: in contact, by fire, or in the better way after a counter charge of `cm`.
    """
    close, fire = unit.stats["CC"], unit.stats["FF"]
    if not foes.isdisjoint(state.board.neighbours(cell)):
        value = close
    elif cm and not foes.isdisjoint(disc(state, cell, cm)):
        value = min(close, fire or NEVER)
    elif any(line_of_fire(state, cell, other) for other in foes & disc(state, cell, NEAR + cm)):
        value = fire
    else:
        return None
    return frailty(state, unit, cell), chance(value)


def roll_call(state: Battle, names: Collection[FormationId]) -> Fighters:
    """What counts for a side in the result before any loss, without any dice yet."""
    members = [unit for name in names for unit in standing(state, name)]
    return Fighters(
        stands=len(members),
        blast=sum(weight(state, name) for name in names),
        inspiring=sum(u.stats["INSPIRES"] for u in members if not u.aboard),
    )


def possible_supporters(
    state: Battle, attackers: Collection[FormationId], defenders: Collection[FormationId]
) -> list[tuple[Stand, int]]:
    """The stands of other formations that may give supporting fire (EP-A39).

    Each is given with the side that it supports: 0 for the attackers, 1 for the defenders.
    """
    friends = [{side_of(state, name) for name in names} for names in (attackers, defenders)]
    found: list[tuple[Stand, int]] = []
    for name in formations(state):
        if name in attackers or name in defenders or state.formations[name].broken or state.formations[name].marched:
            continue
        for which, sides in enumerate(friends):
            if side_of(state, name) in sides:
                found += [(unit, which) for unit in on_table(state, name) if unit.stats["FF"]]
    return found
