"""Where a formation of the Epic table may stand: what it could shoot at from there, and what may come at it.

Everything is told of single cells and kept, since thousands of moves ask for the same few hundred of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from game.ai.epic.stakes import BROKEN, balance, worth
from game.engine.ruleset import Ruleset
from game.rules.epic.formations import against, on_table, standing, weight
from game.rules.epic.ground import NEAR
from game.rules.epic.odds import Fighters, chance, frailty, odds
from game.rules.epic.state import Battle, Stand

ROUND_THE_CORNER = 0.35
"""How much of an enemy's fire counts for which it has to move first."""

MARKER = 0.2
"""What a blast marker is worth, in stands."""

FRESH, USED = 1.0, 0.6
"""How much an enemy formation is feared that has yet to act this turn, and one that has acted."""

OVERLAP = 3
"""So many more than the attackers of a large formation are near enough to a charge to fight."""

PLUSES = (-1, 0, 1)
SPOKEN_FOR = 5
"""So many stands, evenly picked, speak for a large formation."""


class Foe(NamedTuple):
    """An enemy stand as all the sums need it: `formation` is a place in the list of enemy formations."""

    cell: int
    column: int
    row: int
    formation: int
    range: int
    values: tuple[int, int]
    speed: int
    fear: float
    vehicle: bool
    loss: float


class Look(NamedTuple):
    """An enemy stand as seen from a cell: centimetres off, cover that helps it `there` and whoever is `here`.

    `seen` is a line of fire that one of the two has the range to use.
    """

    foe: Foe
    away: float
    seen: bool
    there: bool
    here: bool


class Prospects:
    """What stands of one seat may expect of the cells of a table. Made for one table and thrown away with it."""

    def __init__(self, rules: Ruleset, state: Battle, seat: str, held: Mapping[str, float]) -> None:
        """`held`: what the ground is worth that enemy formations stand on."""
        self.rules = rules
        self.state = state
        self.seat = seat
        self._riders: dict[str, list[Stand]] = {}
        for unit in state.units.values():
            if unit.aboard and not unit.out:
                self._riders.setdefault(unit.aboard, []).append(unit)
        foes = against(state, seat)
        self.enemies = list(dict.fromkeys(foe.formation for foe in foes))
        self._foes = [self._foe(foe) for foe in foes]
        self._range = max((rules.weapon(u.weapons[0]).range for u in state.standing(seat)), default=0)
        self._tolls = [self._toll(name) for name in self.enemies]
        self._looks: dict[int, list[Look]] = {}
        self._fired_on: dict[tuple[int, str], list[float]] = {}
        self._gaps: dict[int, list[float]] = {}
        self._reached: dict[int, list[float]] = {}
        self._shots: dict[tuple[int, str], list[list[float]]] = {}
        self._duels: dict[tuple[str, str], tuple[float, float]] = {}
        self.held = held

    def _foe(self, unit: Stand) -> Foe:
        width, formation = self.state.board.width, unit.formation
        weapon = self.rules.weapon(unit.weapons[0])
        return Foe(
            unit.at,
            unit.at % width,
            unit.at // width,
            self.enemies.index(formation),
            weapon.range,
            (weapon.numbers["ap"], weapon.numbers["at"]),
            unit.stats["SPEED"],
            self.fear(formation),
            unit.vehicle,
            frailty(self.state, unit, unit.at) * (1 + sum(chance_lost for _, chance_lost in self._cargo(unit))),
        )

    def _cargo(self, unit: Stand) -> list[tuple[Stand, float]]:
        """The passengers of a transport, each with its chance to be lost with it (EP-A48)."""
        return [(rider, 1 - chance(rider.stats["ARMOUR"])) for rider in self._riders.get(unit.id, ())]

    def fear(self, formation: str) -> float:
        """How much an enemy formation's fire counts."""
        state = self.state
        if state.formations[formation].broken:
            return 0.0
        silent = state.formations[formation].blast / max(1, len(on_table(state, formation)))
        waits = state.formations[formation].overwatch or not state.formations[formation].activated
        return (FRESH if waits else USED) * max(0.0, 1 - silent)

    def looks(self, cell: int) -> list[Look]:
        """Every enemy stand from a cell."""
        found = self._looks.get(cell)
        if found is None:
            board, cm = self.state.board, self.state.scale / 10
            y, x = divmod(cell, board.width)
            found = self._looks[cell] = []
            for foe in self._foes:
                away = max(0.0, (sqrt((x - foe.column) ** 2 + (y - foe.row) ** 2) - 1) * cm)
                seen = away <= max(self._range, foe.range) and board.visible(cell, foe.cell)
                there = seen and away <= self._range and not foe.vehicle and bool(board.sight(cell, foe.cell).cover)
                here = seen and away <= foe.range and bool(board.sight(foe.cell, cell).cover)
                found.append(Look(foe, away, seen, there, here))
        return found

    def nearest(self, cell: int) -> float:
        """Centimetres to the nearest enemy; far away if there is none."""
        return min((look.away for look in self.looks(cell)), default=1000.0)

    # -- fire -----------------------------------------------------------------------------------------------------

    def fired_on(self, unit: Stand, cell: int) -> list[float]:
        """What each enemy formation would take of `unit` there with its next fire, were all of it aimed at this one."""
        key = (cell, unit.profile + unit.id * bool(unit.stats["CARRIES"]))
        found = self._fired_on.get(key)
        if found is None:
            vehicle = unit.vehicle
            found = self._fired_on[key] = [0.0] * len(self.enemies)
            for foe, away, seen, _, here in self.looks(cell):
                value = foe.values[vehicle]
                if value and away <= foe.range + foe.speed:
                    share = foe.fear if seen and away <= foe.range else ROUND_THE_CORNER * foe.fear
                    found[foe.formation] += share * chance(max(2, value + (here and not vehicle)))
            burden = worth(unit) + sum(worth(rider) * lost for rider, lost in self._cargo(unit))
            weak = frailty(self.state, unit, cell) * burden
            for place, hits in enumerate(found):
                found[place] = hits * weak
        return found

    def shots(self, unit: Stand, cell: int) -> list[list[float]]:
        """The stands that its shot from there is expected to take, passengers too: by `PLUSES`, then by enemy formation."""
        key = (cell, unit.profile)
        found = self._shots.get(key)
        if found is None:
            weapon = self.rules.weapon(unit.weapons[0])
            values, reach = (weapon.numbers["ap"], weapon.numbers["at"]), weapon.range
            found = self._shots[key] = [[0.0] * len(self.enemies) for _ in PLUSES]
            for foe, away, seen, there, _ in self.looks(cell):
                value = values[foe.vehicle]
                if value and seen and away <= reach:
                    for row, plus in zip(found, PLUSES, strict=True):
                        kills = chance(max(2, value - plus + there)) * foe.loss
                        row[foe.formation] = max(row[foe.formation], kills)
        return found

    def fire(self, formation: str, cells: Mapping[str, int], plus: int) -> float:
        """What the best shot of a formation standing like that is worth; 0 where there is none."""
        units, total = self.state.units, [0.0] * len(self.enemies)
        for name, cell in cells.items():
            for place, kills in enumerate(self.shots(units[name], cell)[PLUSES.index(plus)]):
                total[place] += kills
        silent = self.state.formations[formation].blast
        size = len(on_table(self.state, formation))
        heard = max(0, size - silent) / max(1, len(cells))
        values = (self.toll(place, kills * heard) for place, kills in enumerate(total) if kills and heard)
        return max(values, default=0.0)

    def _toll(self, target: str) -> tuple[int, float, int, int]:
        members = standing(self.state, target)
        each = sum(worth(unit) for unit in members) / max(1, len(members))
        return len(members), each, self.state.formations[target].blast, self.state.formations[target].broken

    def toll(self, place: int, kills: float) -> float:
        """What it is worth to take so many stands of an enemy formation by one shot: stands, markers, nerve."""
        size, each, blast, broken = self._tolls[place]
        value = min(kills, size) * each
        if broken:
            return value
        left = max(1.0, size - kills)
        strain = min(1.0, (blast + 1 + kills) / left)
        return value + MARKER * (1 + kills) + 0.6 * BROKEN * each * left * strain**3

    # -- assaults -------------------------------------------------------------------------------------------------

    def duel(self, attacker: str, defender: str) -> tuple[float, float]:
        """What a charge with everybody would bring the attacker, in stands, and the chance to win it: a rough sum.

        The defender fights with as many as the attacker and a few more: the others are too far off.
        """
        found = self._duels.get((attacker, defender))
        if found is None:
            ours, theirs = (self._all_in(name) for name in (attacker, defender))
            most = len(ours.frail) + OVERLAP
            theirs.hits, theirs.frail = theirs.hits[:most], theirs.frail[:most]
            chances = odds(ours, theirs)
            found = balance(self.state, chances, [attacker], [defender]), chances.won
            self._duels[attacker, defender] = found
        return found

    def _all_in(self, name: str) -> Fighters:
        members = on_table(self.state, name)
        return Fighters(
            [chance(min(unit.stats["CC"], unit.stats["FF"] or 7)) for unit in members],
            [frailty(self.state, unit, unit.at) for unit in members],
            len(standing(self.state, name)),
            weight(self.state, name),
            sum(unit.stats["INSPIRES"] for unit in members),
        )

    def menace(self, formation: str, cells: Mapping[str, int]) -> float:
        """What the best charge of a formation standing like that would bring, ground included, if it has its next move."""
        units = self.state.units
        best = 0.0
        for place, name in enumerate(self.enemies):
            if any(self.gaps(cell)[place] <= units[one].stats["SPEED"] for one, cell in cells.items()):
                gain, won = self.duel(formation, name)
                best = max(best, gain + won * self.held.get(name, 0.0))
        return best

    def gaps(self, cell: int) -> list[float]:
        """How many centimetres each enemy formation is off."""
        found = self._gaps.get(cell)
        if found is None:
            found = self._gaps[cell] = [1000.0] * len(self.enemies)
            for foe, away, *_ in self.looks(cell):
                found[foe.formation] = min(found[foe.formation], away)
        return found

    def reached(self, cell: int) -> list[float]:
        """How many centimetres each enemy formation lacks to fight somebody there after a charge."""
        found = self._reached.get(cell)
        if found is None:
            found = self._reached[cell] = [1000.0] * len(self.enemies)
            for foe, away, *_ in self.looks(cell):
                short = away - foe.speed - NEAR
                found[foe.formation] = min(found[foe.formation], short)
        return found

    def harm(self, formation: str, cells: Mapping[str, int]) -> float:
        """What enemies are expected to take of a formation standing like that before its next action, in stands."""
        state, units = self.state, self.state.units
        taken, short = [0.0] * len(self.enemies), [1000.0] * len(self.enemies)
        for name, cell in cells.items():
            for place, (hits, lack) in enumerate(
                zip(self.fired_on(units[name], cell), self.reached(cell), strict=True)
            ):
                taken[place] = max(taken[place], hits)
                short[place] = min(short[place], lack)
        charged = 0.0
        for foe, lack in zip(self.enemies, short, strict=True):
            if lack <= 0 and not state.formations[foe].broken:
                share = USED if state.formations[foe].activated else FRESH
                charged = max(charged, share * self.duel(foe, formation)[0])
        return sum(taken) + 0.6 * charged


def spokesmen(members: Sequence[Stand]) -> Sequence[Stand]:
    """A few stands for all of a large formation."""
    return members[:: -(-len(members) // SPOKEN_FOR)] if members else members


def moved(state: Battle, members: Sequence[Stand], lead: Stand, to: int) -> dict[str, int]:
    """Stands of a formation with its first one on `to` and the spacing kept, as far as the board goes."""
    width, height = state.board.width, state.board.height
    across, down = to % width - lead.at % width, to // width - lead.at // width
    return {
        unit.id: min(max(unit.at // width + down, 0), height - 1) * width
        + min(max(unit.at % width + across, 0), width - 1)
        for unit in members
    }
