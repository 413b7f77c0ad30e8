"""The VIKTORY II table as one seat judges it: what places are worth, who can strike where, what a battle would bring."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from game.ai.temper import STEADY, Temper
from game.ai.viktory2.clash import Bonus, Force, Result, clash, spread_of
from game.ai.viktory2.distances import Ways
from game.engine.names import UnitId
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

UNIT, LOST = 0.5, 0.8  # what the rulebook's own measure of a unit counts here: one that can be replaced, and one not
SPENT = 0.25  # the same in the last turn: what is lost then decides nothing but a tie
SITE = {"town": 3.0, "city": 6.0, "capital": 6.0}  # three for a point: what it brings forth, and what the enemy lacks
THEIR_CAPITAL, OUR_CAPITAL = 14.0, 40.0  # on top: a seat is out
FREE_SITE = 1.0  # a place of nobody's, beside one that is taken from an enemy: it counts the same in the end
ATTACKED = 0.3  # how likely an enemy makes an attack that pays: his army cannot make all of those in one turn
SHELLED = 0.3  # ... and bombards what lies beside a gun of his
SHELL = 0.5  # how often a die that bombards hits
RIVALS = 2  # so many enemies are reckoned with: of more, the others have somebody else to turn to
GUN_DICE = 2  # of opening fire, and of overwatch where one's own are
NOBODY: Force = (0,)
HASTE, DARING = 3, 0.05  # turns before the end when who is not ahead begins to dare; what he fears in the last one


class Group(NamedTuple):
    """One side of a battle for a hex: whose it is, how many there are of each kind, and what one of them is worth."""

    seat: str
    force: Force
    mean: float


class Attack(NamedTuple):
    """A group that attacks a hex, and the dice that hex and group bring beside those of the kinds present."""

    group: Group
    bonus: Bonus


class WarMap:
    """One moment, worked out once for a decision of `seat`."""

    def __init__(self, state: Islands, seat: str, order: Sequence[str], ways: Ways, temper: Temper) -> None:
        """`order`: the seats in the order of their turns; `temper`: that of whoever judges."""
        self.state, self.seat, self.ways, self.temper = state, seat, ways, temper
        self.side = state.side(seat)
        later = order[order.index(seat) + 1 :]
        self.sites: dict[int, Site] = state.sites
        self.turns_left = state.turns - state.turn  # the present one not counted
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
        """Hexes with an enemy unit, town or city."""
        return hostile(self.state, self.seat)

    @cached_property
    def watched(self) -> dict[int, int]:
        """Hex -> dice of all enemy guns at a unit of ours that enters it."""
        return watched(self.state, self.seat)

    # -- what things are worth ------------------------------------------------------------------------------------

    def worth(self, unit: Piece) -> float:
        """A unit with what it carries; one that can come back at once counts less."""
        found = self._worths.get(unit.id)
        if found is None:
            found = sum(self._cost(one.seat, one.profile) for one in (unit, *cargo(self.state, unit.id)))
            self._worths[unit.id] = found
        return found

    def _cost(self, seat: str, profile: str) -> float:
        found = self._costs.get((seat, profile))
        if found is None:
            standing = sum(unit.profile == profile for unit in self.state.standing(seat))
            comes_back = standing <= support(self.state, seat, profile)
            share = SPENT if self.last else UNIT if comes_back else LOST
            found = self._costs[seat, profile] = share * WORTH[profile]
        return found

    def mean(self, units: Sequence[Piece]) -> float:
        """The worth of one unit of a group."""
        return sum(self.worth(unit) for unit in units) / len(units) if units else 0.0

    def toll(self, units: Iterable[Piece], dice: int, *, picked: bool = True) -> float:
        """The worth of the units that so many dice of ours are expected to take, the best first if we pick."""
        values = sorted((self.worth(unit) for unit in units), reverse=picked)
        chances = spread_of(dice, self.need(self.seat))
        return sum(chance * sum(values[:hits]) for hits, chance in enumerate(chances))

    def prize(self, cell: int, seat: str) -> float:
        """What taking a hex brings a seat beside the units that fall there."""
        site = self.sites.get(cell)
        if site is None or (site.seat and self.state.side(site.seat) == self.state.side(seat)):
            return 0.0
        loser = THEIR_CAPITAL if seat == self.seat else OUR_CAPITAL if site.seat == self.seat else 0.0
        return SITE[site.kind] * (1 if site.seat else FREE_SITE) + (loser if site.capital else 0.0)

    def loss(self, cell: int) -> float:
        """What we lose with a hex of ours that is taken: the place, and those who stand there."""
        held = self.holding(cell)
        site = self.sites.get(cell)
        ours = site is not None and site.seat == self.seat
        return (self.prize(cell, self.state.seat) if ours else 0.0) + sum(self.worth(unit) for unit in held)

    # -- battles --------------------------------------------------------------------------------------------------

    def force(self, units: Iterable[Piece]) -> Force:
        """How many there are of each kind; ships alone are one kind."""
        profiles = [unit.profile for unit in units]
        land = tuple([profiles.count(kind) for kind in LAND])
        return land if any(land) else (len(profiles),)

    def bonus(self, cell: int, sides: int, seat: str) -> Bonus:
        """The dice of a battle that `seat` begins, beside those of the kinds present (VK-A35)."""
        board = self.state.board
        if is_water(board, cell):
            return Bonus(sides)
        urban, ground = ground_dice(self.state, cell)
        side = self.state.side(seat)
        near = (unit for beside in board.neighbours(cell) for unit in self.stacks.get(beside, ()))
        ships = any(unit.naval and self.state.side(unit.seat) != side for unit in near)
        return Bonus(sides, max(0, ground - urban) + ships, urban)

    def group(self, units: Sequence[Piece]) -> Group:
        """Units of one seat as a side of a battle; there is at least one."""
        return Group(units[0].seat, self.force(units), self.mean(units))

    def holders(self, cell: int, held: Sequence[Piece]) -> Group:
        """Those who hold a hex; without a unit its place defends itself."""
        return self.group(held) if held else Group(self._holder(cell), NOBODY, 0.0)

    def attack(self, cell: int, units: Sequence[Piece], sides: int) -> Attack:
        """An attack of units on a hex from so many further hexes."""
        group = self.group(units)
        return Attack(group, self.bonus(cell, sides, group.seat))

    def battle(self, attack: Attack, held: Group, fire: int) -> Result:
        """What an attack on those who hold the hex is expected to bring; `fire`: dice of overwatch on the way in."""
        group, bonus = attack
        guns = GUN_DICE * _guns(group.force), GUN_DICE * _guns(held.force)
        hits = self.need(group.seat), self.need(held.seat)
        return clash(group.force, held.force, bonus, hits, (guns[0], guns[1] + fire))

    def need(self, seat: str) -> int:
        """What a die of a seat may show at most to hit."""
        if seat not in self._needs:
            self._needs[seat] = hit_number(self.state, seat)
        return self._needs[seat]

    def _holder(self, cell: int) -> str:
        site = self.sites.get(cell)
        return site.seat if site else ""

    def gain(self, cell: int, attack: Attack, held: Group, fire: int = 0) -> tuple[Result, float]:
        """A battle, and what it brings the attacker in the measure of places and units; our own as we feel them."""
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
        """The hexes that a unit can come to in a turn of its own, whoever may be in the way."""
        return self.ways.strike(unit, self._places[unit.seat], self.state.roads)

    @cached_property
    def strikers(self) -> Mapping[int, Mapping[str, Sequence[Piece]]]:
        """Hex -> the enemy units, by seat, that can come to it in a turn of theirs."""
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
        """Who could come with a frigate in its next turn: those aboard and those beside it."""
        near = self.state.board.neighbours(frigate.at)
        waiting = [u for u in self.foes if u.seat == frigate.seat and u.at in near and not u.naval]
        return [*cargo(self.state, frigate.id), *waiting][: frigate.stats["HOLD"]]

    def guards(self, cell: int, gun: Piece | None = None) -> int:
        """Own guns that watch a hex from beside it, `gun` left out."""
        found = self._guards.get(cell)
        if found is None:
            near = (unit for beside in self.state.board.neighbours(cell) for unit in self.stacks.get(beside, ()))
            found = self._guards[cell] = sum(unit.artillery and unit.seat == self.seat for unit in near)
        if gun is None or cell not in self.state.board.neighbours(gun.at):
            return found
        return found - any(unit is gun for unit in self.stacks.get(gun.at, ()))

    def raids(self, cell: int) -> Sequence[Attack]:
        """What each enemy can bring against a hex in a turn of his: the same whoever holds it then."""
        found = self._raids.get(cell)
        if found is None:
            groups = self.strikers.get(cell, {}).values()
            found = [self.attack(cell, group, min(5, len({unit.at for unit in group}) - 1)) for group in groups]
            self._raids[cell] = found
        return found

    def peril(self, cell: int, held: Sequence[Piece], guards: int = 0) -> float:
        """What the seat has to fear for a hex if `held` are there: the best attack of any enemy, if it pays him.

        `guards` guns watch from beside it.
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
        """How many enemies are likely to come."""
        return min(RIVALS, len({foe.seat for foe in self.foes}))

    @cached_property
    def caution(self) -> float:
        """How much danger counts: who is behind near the end has little to lose."""
        if self.turns_left > HASTE:
            return 1.0
        held = points(self.state)
        best = max((held[seat] for seat in self.state.seats if self.state.side(seat) != self.side), default=0)
        return 1.0 if held[self.seat] > best else DARING * (1 + 2 * self.turns_left)

    @cached_property
    def shellers(self) -> dict[int, int]:
        """Hex -> dice of the enemies that lie beside it and can bombard it without a move."""
        found: dict[int, int] = {}
        for foe in (foe for foe in self.foes if foe.stats["DICE"] and foe.seat in self.to_come):
            for cell in self.state.board.neighbours(foe.at):
                found[cell] = found.get(cell, 0) + foe.stats["DICE"]
        return found

    def holding(self, cell: int) -> list[Piece]:
        """Own units in a hex."""
        return [unit for unit in self.stacks.get(cell, ()) if unit.seat == self.seat]

    def at(self, cell: int) -> list[Piece]:
        """Enemies in a hex."""
        return [unit for unit in self.stacks.get(cell, ()) if self.state.side(unit.seat) != self.side]


def _guns(force: Force) -> int:
    return force[LAND.index(ARTILLERY)] if len(force) == len(LAND) else 0
