"""Where a formation may be in Epic: what it could shoot at from there, and what may come at it.

Everything is worked out by cell and kept, since thousands of moves ask for the same few hundred cells.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from msgspec import Struct

from game.ai.epic.stakes import BROKEN, STRAIN, balance, stake, worth
from game.ai.temper import STEADY
from game.engine.names import Cell, Seat
from game.engine.rulebook import Weapon
from game.engine.ruleset import Ruleset
from game.rules.epic.fire import needed
from game.rules.epic.formations import against, on_table, standing, weight
from game.rules.epic.ground import NEAR
from game.rules.epic.odds import Fighters, chance, falls_along, frailty, odds
from game.rules.epic.state import Battle, Stand

ROUND_THE_CORNER = 0.35
"""The share of an enemy's fire that counts if it has to move first."""

MARKER = 0.2
"""What a blast marker is worth, in stands."""

FRESH, USED = 1.0, 0.6
"""How much an enemy formation is feared if it has yet to act this turn, and if it has acted."""

CHARGED = 0.6
"""The share of the worst charge that counts: enemies charge one formation at a time, and not always well."""

OVERLAP = 3
"""How many more stands than the attackers fight in a charge on a large formation: the others are too far off."""

PLUSES = (-1, 0, 1)
Kills = tuple[float, ...]
"""The stands that a shot is expected to take, by modifier (`PLUSES`)."""
NO_SHOT: Kills = (0.0,) * len(PLUSES)
NOWHERE = 1000.0
"""The distance in centimetres to an enemy if there is none."""

COMPANIES = 64
"""How many formations' results are kept: all of a large battle, as they are now and as they were a little earlier."""

SAMPLE = 5
"""How many stands, evenly picked, are looked at for a large formation."""


class Foe(NamedTuple):
    """An enemy stand as the sums need it.

    `needs`: what its weapon needs against infantry, in the open and in cover, and against vehicles; 0 for never.
    `loss`: the stands lost with a hit on it, passengers included.
    """

    cell: Cell
    column: int
    row: int
    range: int
    needs: tuple[tuple[int, int], tuple[int, int]]
    speed: int
    vehicle: bool
    loss: float


class Gap(Struct, frozen=True, gc=False):
    """Centimetres from a cell to an enemy formation, and how many it lacks to fight there by a charge or be there."""

    away: float
    charge: float
    coming: float


FAR_OFF = Gap(NOWHERE, NOWHERE, NOWHERE)


class Company:
    """An enemy formation, until one of its stands moves or falls: what it can do by cell, whatever is there."""

    def __init__(self, rules: Ruleset, state: Battle, formation: str) -> None:
        self.board, self.cm = state.board, state.scale / 10
        members = standing(state, formation)
        there = sorted((unit for unit in members if not unit.aboard), key=lambda unit: unit.id)
        self._foes = [_foe(rules, state, unit, members) for unit in there]
        self._speeds = [foe.speed for foe in self._foes]
        self._aways: dict[int, tuple[float, ...]] = {}
        self._gaps: dict[int, Gap] = {}
        self._hits: dict[tuple[int, bool], float] = {}
        self._shots: dict[tuple[int, str], Kills] = {}
        self._takes: dict[str, list[tuple[Kills, Kills]]] = {}

    def aways(self, cell: Cell) -> tuple[float, ...]:
        """The distance in centimetres from a cell to each stand."""
        found = self._aways.get(cell)
        if found is None:
            y, x = divmod(cell, self.board.width)
            cm = self.cm
            spans = [sqrt((x - foe.column) ** 2 + (y - foe.row) ** 2) - 1 for foe in self._foes]
            found = self._aways[cell] = tuple([span * cm if span > 0 else 0.0 for span in spans])
        return found

    def gap(self, cell: Cell) -> Gap:
        """How far off the formation is, and how far short of coming."""
        found = self._gaps.get(cell)
        if found is None:
            aways = self.aways(cell)
            found = self._gaps[cell] = FAR_OFF
            if aways:
                speeds = [away - speed for away, speed in zip(aways, self._speeds, strict=True)]
                twice = [away - speed for away, speed in zip(speeds, self._speeds, strict=True)]
                found = self._gaps[cell] = Gap(min(aways), min(speeds) - NEAR, min(twice))
        return found

    def hits(self, cell: Cell, *, vehicle: bool) -> float:
        """The expected hits of its next fire on one such stand there, if all of it is aimed at that stand."""
        found = self._hits.get((cell, vehicle))
        if found is None:
            found = 0.0
            for foe, away in zip(self._foes, self.aways(cell), strict=True):
                if foe.needs[vehicle][0] and away <= foe.range + foe.speed:
                    seen = away <= foe.range and self.board.visible(foe.cell, cell)
                    covered = seen and bool(self.board.sight(foe.cell, cell).cover)
                    found += (1.0 if seen else ROUND_THE_CORNER) * chance(foe.needs[vehicle][covered])
            self._hits[cell, vehicle] = found
        return found

    def shots(self, cell: Cell, weapon: Weapon) -> Kills:
        """The stands that one shot of a weapon from there is expected to take, by modifier.

        It is fired at the nearest stand that it can hit with that modifier (EP-A31).
        """
        found = self._shots.get((cell, weapon.id))
        if found is None:
            found, aways, takes = NO_SHOT, self.aways(cell), self._kills(weapon)
            for place in sorted(range(len(aways)), key=aways.__getitem__):
                if aways[place] > weapon.range or all(found):
                    break
                foe, (bare, covered) = self._foes[place], takes[place]
                if any(bare) and self.board.visible(cell, foe.cell):
                    hidden = self.board.sight(cell, foe.cell).cover
                    found = tuple(
                        [kills or more for kills, more in zip(found, covered if hidden else bare, strict=True)]
                    )
            self._shots[cell, weapon.id] = found
        return found

    def _kills(self, weapon: Weapon) -> list[tuple[Kills, Kills]]:
        """What one shot of a weapon in range takes of each stand in the open, and in cover."""
        found = self._takes.get(weapon.id)
        if found is None:
            found = self._takes[weapon.id] = [
                (_taken(foe, weapon, covered=False), _taken(foe, weapon, covered=True)) for foe in self._foes
            ]
        return found


def _taken(foe: Foe, weapon: Weapon, *, covered: bool) -> Kills:
    needs = [needed(weapon, plus, vehicle=foe.vehicle, covered=covered) for plus in PLUSES]
    return tuple([chance(need) * foe.loss for need in needs])


def _needs(weapon: Weapon, *, vehicle: bool) -> tuple[int, int]:
    """What a weapon needs against a stand in the open, and in cover."""
    open_, hidden = (needed(weapon, 0, vehicle=vehicle, covered=covered) for covered in (False, True))
    return open_, hidden


def _foe(rules: Ruleset, state: Battle, unit: Stand, members: Sequence[Stand]) -> Foe:
    weapon, width = rules.weapon(unit.weapons[0]), state.board.width
    aboard = fsum(falls_along(rider) for rider in members if rider.aboard == unit.id)
    return Foe(
        unit.at,
        unit.at % width,
        unit.at // width,
        weapon.range,
        (_needs(weapon, vehicle=False), _needs(weapon, vehicle=True)),
        unit.stats["SPEED"],
        unit.vehicle,
        frailty(state, unit, unit.at) * (1 + aboard),
    )


class Companies:
    """The formations of a table as their enemies see them, kept between decisions: most of them do not change."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._kept: dict[Hashable, Company] = {}

    def company(self, state: Battle, formation: str) -> Company:
        """A formation as it is now."""
        stands = tuple([(unit.id, unit.at, unit.aboard) for unit in standing(state, formation)])
        key = (formation, stands, state.scale)
        found = self._kept.pop(key, None)
        if found is None or found.board is not state.board:
            found = Company(self._rules, state, formation)
            if len(self._kept) >= COMPANIES:
                del self._kept[next(iter(self._kept))]
        self._kept[key] = found
        return found


class Prospects:
    """What stands of one seat may expect of cells. Made for one table and thrown away with it."""

    def __init__(
        self, companies: Companies, rules: Ruleset, state: Battle, seat: Seat, held: Mapping[str, float]
    ) -> None:
        """`held`: what the ground that enemy formations hold is worth, by formation."""
        self.rules = rules
        self.state = state
        self.seat = seat
        self.enemies = list(dict.fromkeys(foe.formation for foe in against(state, seat)))
        self._companies = [companies.company(state, name) for name in self.enemies]
        self._fears = [self.fear(name) for name in self.enemies]
        self._tolls = [self._toll(name) for name in self.enemies]
        self._burdens: dict[str, float] = {}
        self._fired_on: dict[tuple[int, str], list[float]] = {}
        self._gaps: dict[int, list[Gap]] = {}
        self._shots: dict[tuple[int, str], list[Kills]] = {}
        self._duels: dict[tuple[str, str], tuple[float, float]] = {}
        self._sizes: dict[str, int] = {}
        self.held = held

    def fear(self, formation: str) -> float:
        """How much an enemy formation's fire counts (0 to 1)."""
        state = self.state
        if state.formations[formation].broken:
            return 0.0
        silent = state.formations[formation].blast / max(1, len(on_table(state, formation)))
        waits = state.formations[formation].overwatch or not state.formations[formation].activated
        return (FRESH if waits else USED) * max(0.0, 1 - silent)

    def gaps(self, cell: Cell) -> list[Gap]:
        """The gap to each enemy formation."""
        found = self._gaps.get(cell)
        if found is None:
            found = self._gaps[cell] = [one.gap(cell) for one in self._companies]
        return found

    def comes_into(self, cell: Cell, reach: int) -> bool:
        """Whether an enemy that is feared can come within so many centimetres of a cell by two moves."""
        return any(gap.coming <= reach and fear for gap, fear in zip(self.gaps(cell), self._fears, strict=True))

    def nearest(self, cell: Cell) -> float:
        """The centimetres to the nearest enemy; `NOWHERE` if there is none."""
        return min((gap.away for gap in self.gaps(cell)), default=NOWHERE)

    def burden(self, unit: Stand) -> float:
        """What is lost with a stand: its worth, and its passengers' as likely as they are lost with it (EP-A48)."""
        found = self._burdens.get(unit.id)
        if found is None:
            found = worth(unit)
            if unit.stats["CARRIES"]:
                riders = [one for one in standing(self.state, unit.formation) if one.aboard == unit.id]
                found += fsum(worth(rider) * falls_along(rider) for rider in riders)
            self._burdens[unit.id] = found
        return found

    # -- fire -----------------------------------------------------------------------------------------------------

    def fired_on(self, unit: Stand, cell: Cell) -> list[float]:
        """What each enemy formation's next fire would take of `unit` there if all of it were aimed at that unit."""
        key = (cell, unit.profile + unit.id * bool(unit.stats["CARRIES"]))
        found = self._fired_on.get(key)
        if found is None:
            vehicle = unit.vehicle
            weak = frailty(self.state, unit, cell) * self.burden(unit)
            fears = zip(self._companies, self._fears, strict=True)
            found = self._fired_on[key] = [
                weak * fear * one.hits(cell, vehicle=vehicle) if fear else 0.0 for one, fear in fears
            ]
        return found

    def shots(self, unit: Stand, cell: Cell) -> list[Kills]:
        """The stands that the unit's shot from there is expected to take of each enemy formation, by modifier.

        Passengers count too. Empty if it has no shot at all.
        """
        key = (cell, unit.profile)
        found = self._shots.get(key)
        if found is None:
            weapon = self.rules.weapon(unit.weapons[0])
            kills = [one.shots(cell, weapon) for one in self._companies]
            found = self._shots[key] = kills if any(map(any, kills)) else []
        return found

    def fire(self, formation: str, cells: Mapping[str, int], plus: int) -> float:
        """What the best shot of a formation on these cells is worth; 0 if it has none."""
        units, row = self.state.units, PLUSES.index(plus)
        heard = max(0, self.size(formation) - self.state.formations[formation].blast) / max(1, len(cells))
        if not heard:
            return 0.0
        total = [0.0] * len(self.enemies)
        for name, cell in cells.items():
            for place, kills in enumerate(self.shots(units[name], cell)):
                total[place] += kills[row]
        return max((self.toll(place, kills * heard) for place, kills in enumerate(total) if kills), default=0.0)

    def size(self, formation: str) -> int:
        """The number of a formation's stands on the table."""
        found = self._sizes.get(formation)
        if found is None:
            found = self._sizes[formation] = len(on_table(self.state, formation))
        return found

    def _toll(self, target: str) -> tuple[int, float, int, int]:
        members = standing(self.state, target)
        each = fsum(worth(unit) for unit in members) / max(1, len(members))
        return len(members), each, self.state.formations[target].blast, self.state.formations[target].broken

    def toll(self, place: int, kills: float) -> float:
        """What a shot is worth that takes so many stands of an enemy formation: stands, markers, nerve."""
        size, each, blast, broken = self._tolls[place]
        value = min(kills, size) * each
        if broken:
            return value
        left = max(1.0, size - kills)
        strain = min(1.0, (blast + 1 + kills) / left)
        return value + MARKER * (1 + kills) + STRAIN * BROKEN * each * left * strain**3

    # -- assaults -------------------------------------------------------------------------------------------------

    def duel(self, attacker: str, defender: str) -> tuple[float, float]:
        """What a charge of all stands would bring the attacker, in stands, and the chance to win it: a rough sum.

        The defender fights with a few more stands than the attacker has: the others are too far off.
        """
        found = self._duels.get((attacker, defender))
        if found is None:
            ours, theirs = (self._all_in(name) for name in (attacker, defender))
            most = len(ours.frail) + OVERLAP
            theirs.hits, theirs.frail = theirs.hits[:most], theirs.frail[:most]
            chances = odds(ours, theirs)
            stakes = stake(self.state, [attacker]), stake(self.state, [defender])
            found = self._duels[attacker, defender] = balance(chances, *stakes, temper=STEADY), chances.won
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
        """What the formation's best charge from these cells would bring, ground included, at its next move."""
        units = self.state.units
        best, from_here = 0.0, [(self.gaps(cell), units[one].stats["SPEED"]) for one, cell in cells.items()]
        for place, name in enumerate(self.enemies):
            if any(gaps[place].away <= speed for gaps, speed in from_here):
                gain, won = self.duel(formation, name)
                best = max(best, gain + won * self.held.get(name, 0.0))
        return best

    def harm(self, formation: str, cells: Mapping[str, int]) -> float:
        """What enemies are expected to take of the formation on these cells before its next action, in stands."""
        state, units = self.state, self.state.units
        taken, short = [0.0] * len(self.enemies), [NOWHERE] * len(self.enemies)
        for name, cell in cells.items():
            taken = list(map(max, taken, self.fired_on(units[name], cell)))
            short = [min(least, gap.charge) for least, gap in zip(short, self.gaps(cell), strict=True)]
        charged = 0.0
        for foe, lack in zip(self.enemies, short, strict=True):
            if lack <= 0 and not state.formations[foe].broken:
                share = USED if state.formations[foe].activated else FRESH
                charged = max(charged, share * self.duel(foe, formation)[0])
        return fsum(taken) + CHARGED * charged


def sample(members: Sequence[Stand]) -> Sequence[Stand]:
    """A few stands, evenly picked, for all of a large formation."""
    return members[:: -(-len(members) // SAMPLE)] if members else members


def moved(state: Battle, members: Sequence[Stand], lead: Stand, to: Cell) -> dict[str, int]:
    """The cells of stands with the first one on `to`, in the same spacing as far as the board allows."""
    width, height = state.board.width, state.board.height
    across, down = to % width - lead.at % width, to // width - lead.at // width
    return {
        unit.id: min(max(unit.at // width + down, 0), height - 1) * width
        + min(max(unit.at % width + across, 0), width - 1)
        for unit in members
    }
