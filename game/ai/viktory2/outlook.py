"""What the hexes of VIKTORY II are worth to a seat's units: what they may take from there, and what they leave open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import fsum
from typing import NamedTuple

from game.ai.thought import Parts
from game.ai.viktory2.distances import NEVER
from game.ai.viktory2.warmap import WarMap
from game.engine.names import Cell, UnitId
from game.engine.options import Option
from game.rules.viktory2.state import Piece

# The share of its worth by which a place draws units, against one enemy and against several: of several, one may go
# first and weaken the defenders.
PULL = 0.6, 0.5
FADING = 0.75  # the factor for each turn of the way to it
FAINT = 0.15  # the least chance of taking a place at which it draws units
LATER = 1.0  # the share of its worth that is left to units which wait until more have come
GARRISON = 1.5  # what the first unit in one's own capital is worth, whatever is near
MISSED = 0.5  # the chance that a die of overwatch misses


class Plan(NamedTuple):
    """What an option is expected to bring with all that should follow it; `target` is the hex it is aimed at.

    In `parts`, points are places taken; material is units lost on both sides, those lost to overwatch on the way
    included; ground is what may be taken next; danger is what is left open or held worse; watch is what guns cover. The
    measure is an infantry unit that can come back. `win`: the chance to take the hex, if it is attacked; `army`: how
    many units go.
    """

    parts: Parts
    option: Option
    target: int = -1
    win: float = 0.0
    army: int = 0

    @property
    def gain(self) -> float:
        """The sum."""
        return self.parts.total


class Outlook:
    """What it is worth on one table to be in a hex, or to go to one."""

    def __init__(self, war: WarMap) -> None:
        self.war, self.state = war, war.state
        self._drawn: dict[tuple[str, int], float] = {}
        self._ways: dict[str, Sequence[tuple[float, Mapping[int, float]]]] = {}
        self._left: dict[UnitId, float] = {}
        self._joined: dict[tuple[str, int], float] = {}
        self._moving: dict[tuple[UnitId, int], Parts] = {}  # asked twice of guns: to bombard there, and to stay there

    # -- what may be taken ----------------------------------------------------------------------------------------

    @cached_property
    def draws(self) -> dict[int, tuple[float, int]]:
        """Hex of a place to be taken -> its worth by the chance to take it with the units near it, and their number."""
        war, found = self.war, dict[int, tuple[float, int]]()
        army = [unit for unit in self.state.standing(war.seat) if not unit.naval]
        for cell in war.sites:
            prize = war.prize(cell, war.seat)
            near = [u for u in army if u.aboard or war.ways.turns(u, cell).get(u.at, NEVER) <= 2]
            if prize:
                held, group, chance = war.holders(cell, war.enemies_at(cell)), near or army, 0.0
                if group:
                    chance = war.battle(war.attack(cell, group, min(2, len(group) - 1)), held, 0).win
                found[cell] = prize * max(FAINT, chance), max(1, len(group))
        return found

    def drawn(self, unit: Piece, cell: Cell) -> float:
        """How good it is for a unit to be in a hex, for what it may take from there."""
        if unit.naval:
            return 0.0
        found = self._drawn.get((unit.profile, cell))
        if found is None:
            left = self.war.turns_left
            values = [
                value * FADING**turns for value, ways in self._goals(unit) if (turns := ways.get(cell, NEVER)) <= left
            ]
            found = self._drawn[unit.profile, cell] = PULL[self.war.rivals > 1] * max(values, default=0.0)
        return found

    def _goals(self, unit: Piece) -> Sequence[tuple[float, Mapping[int, float]]]:
        """For each place that draws units: its worth, and the turns to it from each hex for a unit of that kind."""
        found = self._ways.get(unit.profile)
        if found is None:
            found = [(value, self.war.ways.turns(unit, goal)) for goal, (value, _) in self.draws.items()]
            self._ways[unit.profile] = found
        return found

    def stood(self, unit: Piece) -> float:
        """`drawn` for the unit's own hex; for a unit aboard, for the best hex beside the ship."""
        if not unit.aboard:
            return self.drawn(unit, unit.at)
        return max(self.drawn(unit, cell) for cell in self.state.board.neighbours(unit.at))

    # -- what is left open ----------------------------------------------------------------------------------------

    def behind(self, leaving: Sequence[Piece]) -> float:
        """How much worse the hexes that a group leaves are held without it."""
        names = {unit.id for unit in leaving}
        cost = 0.0
        for home in {unit.at for unit in leaving}:
            stack = self.war.own_at(home)
            cost += self.left_open(home, stack, [unit for unit in stack if unit.id not in names])
        return cost

    def left_open(self, cell: Cell, before: Sequence[Piece], after: Sequence[Piece]) -> float:
        """How much worse a hex is held by the units `after` than by those `before` (negative: better)."""
        war = self.war
        guards = war.guards(cell)
        site = war.sites.get(cell)
        worse = war.peril(cell, after, guards) - war.peril(cell, before, guards)
        emptied = bool(before) and not after
        if emptied and site and site.capital and site.seat == war.seat:
            worse += GARRISON * war.caution
        return worse

    def left(self, unit: Piece) -> float:
        """How much worse a unit's hex is held without it."""
        found = self._left.get(unit.id)
        if found is None:
            here = self.war.own_at(unit.at)
            without = [other for other in here if other is not unit]
            found = self._left[unit.id] = self.left_open(unit.at, here, without)
        return found

    def joined(self, unit: Piece, cell: Cell) -> float:
        """How much worse a hex is held with a unit of that kind more (negative: better)."""
        found = self._joined.get((unit.profile, cell))
        if found is None:
            there = self.war.own_at(cell)
            found = self._joined[unit.profile, cell] = self.left_open(cell, there, [*there, unit])
        return found

    def covering(self, gun: Piece, at: Cell) -> float:
        """What danger the overwatch of a gun keeps from the hexes beside `at`."""
        war, found = self.war, 0.0
        for cell in self.state.board.neighbours(at):
            held = [unit for unit in war.own_at(cell) if unit is not gun]
            if held or (cell in war.sites and war.sites[cell].seat == war.seat):
                others = war.guards(cell, gun)
                found += war.peril(cell, held, others) - war.peril(cell, held, others + 1)
        return found

    # -- going ----------------------------------------------------------------------------------------------------

    def met(self, unit: Piece, cell: Cell) -> float:
        """What enemy overwatch is expected to cost a unit that enters a hex."""
        dice = self.war.watched.get(cell, 0)
        return self.war.temper.danger * self.war.worth(unit) * (1 - MISSED**dice) if dice else 0.0

    def moving(self, unit: Piece, to: Cell) -> Parts:
        """What a move without a battle brings: places to take come nearer, and both hexes are held better or worse."""
        found = self._moving.get((unit.id, to))
        if found is None:
            covers = self.covering(unit, to) - self.covering(unit, unit.at) if unit.artillery else 0.0
            found = self._moving[unit.id, to] = Parts(
                material=-self.met(unit, to),
                points=self.war.prize(to, self.war.seat),
                ground=self.drawn(unit, to) - self.drawn(unit, unit.at),
                danger=-self.left(unit) - self.joined(unit, to),
                watch=covers,
            )
        return found

    def assault(self, cell: Cell, group: Sequence[Piece], froms: set[int]) -> tuple[float, Parts]:
        """The chance to win an attack, and its parts: the battle, where it leads, and what the attackers leave open."""
        war = self.war
        attack, held = war.attack(cell, group, len(froms) - 1), war.holders(cell, war.enemies_at(cell))
        result, gain = war.gain(cell, attack, held, war.watched.get(cell, 0))
        taken = result.win * war.prize(cell, war.seat)
        hope, army = self.draws.get(cell, (0.0, 1)) if war.turns_left > 0 else (0.0, 1)
        ground = result.win * fsum(self.drawn(unit, cell) - self.stood(unit) for unit in group)
        ground -= (1 - result.win) * LATER * hope * min(1.0, len(group) / army)
        open_behind = self.behind([unit for unit in group if not unit.aboard and unit.target < 0])
        return result.win, Parts(
            material=gain - taken, points=taken, ground=ground, danger=-open_behind if open_behind > 0 else 0.0
        )

    def aim(self, unit: Piece, cell: Cell) -> int:
        """The place that draws a unit in that hex most; -1 for none."""
        ways, left = self.war.ways, self.war.turns_left
        values = {
            goal: value * FADING**turns
            for goal, (value, _) in self.draws.items()
            if (turns := ways.turns(unit, goal).get(cell, NEVER)) <= left
        }
        return max(values, key=lambda goal: (values[goal], goal), default=-1)
