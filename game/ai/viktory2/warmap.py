"""The VIKTORY II table as one seat judges it: the worth of places, which units can strike where, what battles bring."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import fsum
from typing import NamedTuple

from game.ai.temper import STEADY, Temper
from game.ai.viktory2.clash import Bonus, Force, Result, clash, spread_of
from game.ai.viktory2.distances import Ways
from game.engine.names import Cell, Seat, UnitId
from game.rules.viktory2.battle import ground_dice
from game.rules.viktory2.ground import (
    LAND,
    cargo,
    hit_number,
    hostile,
    is_water,
    support,
)
from game.rules.viktory2.losses import WORTH
from game.rules.viktory2.overwatch import watched
from game.rules.viktory2.state import ARTILLERY, Islands, Piece, Site
from game.rules.viktory2.turns import points

UNIT, LOST = 0.5, 0.8  # the share of the rulebook's worth of a unit that counts: if it can be replaced, and if not
SPENT = 0.25  # the same in the last turn: a loss then decides nothing but a tie
SITE = {"town": 3.0, "city": 6.0, "capital": 6.0}  # 3 a point: what the place produces, and what the enemy goes without
THEIR_CAPITAL, OUR_CAPITAL = 14.0, 40.0  # added to that: without its capital, a seat is out
FREE_SITE = 1.0  # the factor for a place that nobody has: it counts as much in the end as one taken from an enemy
ATTACKED = 0.3  # how likely an enemy makes an attack that pays: its army cannot make them all in one turn
SHELLED = 0.3  # how likely an enemy gun bombards a hex beside it
SHELL = 0.5  # the chance that a die of bombardment hits
RIVALS = 2  # the most enemies that are expected to come: any more turn to somebody else
GUN_DICE = 2  # the dice of a gun in opening fire, and in overwatch beside its own side
NOBODY: Force = (0,)
HASTE, DARING = 3, 0.05  # turns before the end when a seat not ahead takes risks; its caution in the last turn


class Group(NamedTuple):
    """One side of a battle for a hex: its seat, the number of units of each kind, and the mean worth of one."""

    seat: Seat
    force: Force
    mean: float


class Attack(NamedTuple):
    """A group that attacks a hex, and its dice besides those for kinds."""

    group: Group
    bonus: Bonus


class WarMap:
    """The table at one decision of `seat`; everything is worked out once."""

    def __init__(self, state: Islands, seat: Seat, order: Sequence[str], ways: Ways, temper: Temper) -> None:
        """`order`: the seats in the order of their turns; `temper`: that of the player that judges."""
        self.state, self.seat, self.ways, self.temper = state, seat, ways, temper
        self.side = state.side(seat)
        later = order[order.index(seat) + 1 :]
        self.sites: dict[int, Site] = state.sites
        self.turns_left = state.turns - state.turn  # without the present one
        self.last = self.turns_left <= 0
        self.to_come = frozenset(later if self.last else order)
        self.units = [u for u in state.standing() if not u.aboard]
        self.own = [u for u in self.units if u.seat == seat]
        self.foes = [u for u in self.units if state.side(u.seat) != self.side]
        self.stacks: dict[int, list[Piece]] = {}
        for unit in self.units:
            self.stacks.setdefault(unit.at, []).append(unit)
        self._needs: dict[str, int] = {}
        self._costs: dict[tuple[str, str], float] = {}
        self._worths: dict[UnitId, float] = {}
        self._guards: dict[int, int] = {}
        self._raids: dict[int, Sequence[Attack]] = {}
        self._perils: dict[tuple[int, Force, int], float] = {}

    @cached_property
    def hostile(self) -> frozenset[int]:
        """The hexes with an enemy unit, town or city."""
        return hostile(self.state, self.seat)

    @cached_property
    def watched(self) -> dict[int, int]:
        """Hex -> the dice of all enemy guns that watch it."""
        return watched(self.state, self.seat)

    # -- what things are worth ------------------------------------------------------------------------------------

    def worth(self, unit: Piece) -> float:
        """The worth of a unit and what it carries; a unit that can come back at once counts less."""
        found = self._worths.get(unit.id)
        if found is None:
            found = fsum(self._cost(one.seat, one.profile) for one in (unit, *cargo(self.state, unit.id)))
            self._worths[unit.id] = found
        return found

    def _cost(self, seat: Seat, profile: str) -> float:
        found = self._costs.get((seat, profile))
        if found is None:
            standing = sum(unit.profile == profile for unit in self.state.standing(seat))
            comes_back = standing <= support(self.state, seat, profile)
            if self.last:
                share = SPENT
            elif comes_back:
                share = UNIT
            else:
                share = LOST
            found = self._costs[seat, profile] = share * WORTH[profile]
        return found

    def mean(self, units: Sequence[Piece]) -> float:
        """The mean worth of the units of a group."""
        return fsum(self.worth(unit) for unit in units) / len(units) if units else 0.0

    def toll(self, units: Iterable[Piece], dice: int, *, picked: bool = True) -> float:
        """The worth of the units that so many of our dice are expected to take, the most valuable first if `picked`."""
        values = sorted((self.worth(unit) for unit in units), reverse=picked)
        chances = spread_of(dice, self.need(self.seat))
        return fsum(chance * fsum(values[:hits]) for hits, chance in enumerate(chances))

    def prize(self, cell: Cell, seat: Seat) -> float:
        """What taking a hex brings a seat besides the units that are lost there."""
        site = self.sites.get(cell)
        if site is None or (site.seat and self.state.side(site.seat) == self.state.side(seat)):
            return 0.0
        capital = 0.0
        if site.capital and seat == self.seat:
            capital = THEIR_CAPITAL
        elif site.capital and site.seat == self.seat:
            capital = OUR_CAPITAL
        return SITE[site.kind] * (1 if site.seat else FREE_SITE) + capital

    def loss(self, cell: Cell) -> float:
        """What we lose with a hex that is taken: our place, and our units there."""
        held = self.own_at(cell)
        site = self.sites.get(cell)
        ours = site is not None and site.seat == self.seat
        return (self.prize(cell, self.state.seat) if ours else 0.0) + fsum(self.worth(unit) for unit in held)

    # -- battles --------------------------------------------------------------------------------------------------

    def force(self, units: Iterable[Piece]) -> Force:
        """The number of units of each kind; ships alone are one kind."""
        profiles = [unit.profile for unit in units]
        land = tuple([profiles.count(kind) for kind in LAND])
        return land if any(land) else (len(profiles),)

    def bonus(self, cell: Cell, sides: int, seat: Seat) -> Bonus:
        """The dice of a battle that `seat` begins, besides those for kinds (VK-A35)."""
        board = self.state.board
        if is_water(board, cell):
            return Bonus(sides)
        urban, ground = ground_dice(self.state, cell)
        side = self.state.side(seat)
        near = (unit for beside in board.neighbours(cell) for unit in self.stacks.get(beside, ()))
        ships = any(unit.naval and self.state.side(unit.seat) != side for unit in near)
        return Bonus(sides, max(0, ground - urban) + ships, urban)

    def group(self, units: Sequence[Piece]) -> Group:
        """Units of one seat, at least one, as a side of a battle."""
        return Group(units[0].seat, self.force(units), self.mean(units))

    def holders(self, cell: Cell, held: Sequence[Piece]) -> Group:
        """The defenders of a hex; a place without a unit defends itself."""
        return self.group(held) if held else Group(self._holder(cell), NOBODY, 0.0)

    def attack(self, cell: Cell, units: Sequence[Piece], sides: int) -> Attack:
        """An attack of units on a hex from `sides` hexes besides the first."""
        group = self.group(units)
        return Attack(group, self.bonus(cell, sides, group.seat))

    def battle(self, attack: Attack, held: Group, fire: int) -> Result:
        """What an attack on these defenders is expected to bring; `fire`: the dice of overwatch on the way in."""
        group, bonus = attack
        guns = GUN_DICE * _guns(group.force), GUN_DICE * _guns(held.force)
        hits = self.need(group.seat), self.need(held.seat)
        return clash(group.force, held.force, bonus, hits, (guns[0], guns[1] + fire))

    def need(self, seat: Seat) -> int:
        """The highest face of a die with which a seat hits."""
        if seat not in self._needs:
            self._needs[seat] = hit_number(self.state, seat)
        return self._needs[seat]

    def _holder(self, cell: Cell) -> str:
        site = self.sites.get(cell)
        return site.seat if site else ""

    def gain(self, cell: Cell, attack: Attack, held: Group, fire: int = 0) -> tuple[Result, float]:
        """A battle, and what it brings the attacker: places and units, weighed by our temper if the attack is ours."""
        result, group = self.battle(attack, held, fire), attack.group
        temper = self.temper if group.seat == self.seat else STEADY
        taken = result.win * self.prize(cell, group.seat) + temper.targets * result.killed * held.mean
        return result, taken - temper.danger * result.lost * group.mean

    # -- danger ---------------------------------------------------------------------------------------------------

    @cached_property
    def _places(self) -> dict[str, tuple[int, ...]]:
        """Seat -> its towns and cities."""
        found: dict[str, tuple[int, ...]] = dict.fromkeys(self.state.seats, ())
        for cell, site in self.sites.items():
            if site.seat:
                found[site.seat] += (cell,)
        return found

    def strike(self, unit: Piece) -> frozenset[int]:
        """The hexes that a unit can reach in a turn of its own, as if no unit were in the way."""
        return self.ways.strike(unit, self._places[unit.seat], self.state.roads)

    @cached_property
    def strikers(self) -> Mapping[int, Mapping[str, Sequence[Piece]]]:
        """Hex -> the enemy units, by seat, that can reach it in a turn of their own."""
        found: dict[int, dict[str, list[Piece]]] = defaultdict(lambda: defaultdict(list))
        for foe in (foe for foe in self.foes if foe.seat in self.to_come):
            reached = self.strike(foe)
            for cell in reached:
                found[cell][foe.seat].append(foe)
            if foe.naval:
                crew = self._crew(foe)
                for cell in self.ways.beside(reached) if crew else ():
                    group = found[cell][foe.seat]
                    group += [unit for unit in crew if unit not in group]
        return found

    def _crew(self, frigate: Piece) -> list[Piece]:
        """The units that could come with a frigate in its next turn: those aboard and those beside it."""
        near = self.state.board.neighbours(frigate.at)
        waiting = [u for u in self.foes if u.seat == frigate.seat and u.at in near and not u.naval]
        return [*cargo(self.state, frigate.id), *waiting][: frigate.stats["HOLD"]]

    def guards(self, cell: Cell, gun: Piece | None = None) -> int:
        """The number of own guns that watch a hex from beside it, without `gun`."""
        found = self._guards.get(cell)
        if found is None:
            near = (unit for beside in self.state.board.neighbours(cell) for unit in self.stacks.get(beside, ()))
            found = self._guards[cell] = sum(unit.artillery and unit.seat == self.seat for unit in near)
        if gun is None or cell not in self.state.board.neighbours(gun.at):
            return found
        return found - any(unit is gun for unit in self.stacks.get(gun.at, ()))

    def raids(self, cell: Cell) -> Sequence[Attack]:
        """What each enemy can bring against a hex in its own turn, whatever holds it then."""
        found = self._raids.get(cell)
        if found is None:
            groups = self.strikers.get(cell, {}).values()
            found = [self.attack(cell, group, min(5, len({unit.at for unit in group}) - 1)) for group in groups]
            self._raids[cell] = found
        return found

    def peril(self, cell: Cell, held: Sequence[Piece], guards: int = 0) -> float:
        """What the seat has to fear for a hex with `held` units in it: the best enemy attack, if it pays.

        `guards`: the number of own guns that watch it from beside.
        """
        force = self.force(held) if held else NOBODY
        found = self._perils.get((cell, force, guards))
        if found is None:
            found, fire, holders = 0.0, GUN_DICE * (guards + _guns(force)), self.holders(cell, held)
            for raid in self.raids(cell):
                found = max(found, self.gain(cell, raid, holders, fire)[1])
            dice = self.shellers.get(cell, 0)
            found = ATTACKED * found + SHELLED * holders.mean * min(len(held), SHELL * dice)
            self._perils[cell, force, guards] = found = self.rivals * self.caution * self.temper.danger * found
        return found

    @cached_property
    def rivals(self) -> int:
        """The number of enemies that are likely to come."""
        return min(RIVALS, len({foe.seat for foe in self.foes}))

    @cached_property
    def caution(self) -> float:
        """How much danger counts (0 to 1): a seat that is not ahead near the end has little to lose."""
        if self.turns_left > HASTE:
            return 1.0
        held = points(self.state)
        best = max((held[seat] for seat in self.state.seats if self.state.side(seat) != self.side), default=0)
        return 1.0 if held[self.seat] > best else DARING * (1 + 2 * self.turns_left)

    @cached_property
    def shellers(self) -> dict[int, int]:
        """Hex -> the dice of enemies beside it that can bombard it without moving."""
        found: dict[int, int] = {}
        for foe in (foe for foe in self.foes if foe.stats["DICE"] and foe.seat in self.to_come):
            for cell in self.state.board.neighbours(foe.at):
                found[cell] = found.get(cell, 0) + foe.stats["DICE"]
        return found

    def own_at(self, cell: Cell) -> list[Piece]:
        """The own units in a hex."""
        return [unit for unit in self.stacks.get(cell, ()) if unit.seat == self.seat]

    def enemies_at(self, cell: Cell) -> list[Piece]:
        """The enemy units in a hex."""
        return [unit for unit in self.stacks.get(cell, ()) if self.state.side(unit.seat) != self.side]


def _guns(force: Force) -> int:
    return force[LAND.index(ARTILLERY)] if len(force) == len(LAND) else 0
