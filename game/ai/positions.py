"""Where a formation of the Epic table may stand: what it could shoot at from there, what may come at it, what it holds.

Everything is told of single cells and kept, since thousands of moves ask for the same few hundred of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from game.ai.assaults import BROKEN, Fighters, balance, chance, frailty, odds, worth
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.rules.epic.formations import against, formation_of, marked, on_table, standing, weight
from game.rules.epic.ground import NEAR, is_vehicle, scale

SIGHTED, ROUND_THE_CORNER = 1.0, 0.35
"""How much of an enemy's fire counts: from where it stands, and after a move of its own."""

MARKER = 0.12
"""What a blast marker is worth, in stands."""

FRESH, USED = 1.0, 0.6
"""How much an enemy formation is feared that has yet to act this turn, and one that has acted."""


class Look(NamedTuple):
    """An enemy stand as seen from a cell: centimetres off, in line of fire, and with cover for whoever is on the cell."""

    foe: Unit
    away: float
    seen: bool
    here: bool
    there: bool


class Prospects:
    """What stands of one seat may expect of the cells of a table. Made for one table and thrown away with it."""

    def __init__(self, rules: Ruleset, state: State, seat: str) -> None:
        self.rules = rules
        self.state = state
        self.foes = against(state, seat)
        self.seat = seat
        self.fear = {foe.id: self._fear(formation_of(foe)) for foe in self.foes}
        self._looks: dict[int, list[Look]] = {}
        self._dangers: dict[tuple[int, str], list[float]] = {}
        self._shots: dict[tuple[int, str, int], dict[str, float]] = {}
        self._duels: dict[tuple[str, str], float] = {}

    def _fear(self, formation: str) -> float:
        state = self.state
        if marked(state, "broken", formation):
            return 0.0
        silent = max(0.0, 1 - marked(state, "blast", formation) / (2 * max(1, len(on_table(state, formation)))))
        if marked(state, "overwatch", formation) or not marked(state, "activated", formation):
            return FRESH * silent
        return USED * silent

    def looks(self, cell: int) -> list[Look]:
        """Every enemy stand from a cell."""
        found = self._looks.get(cell)
        if found is None:
            board, mm = self.state.board, scale(self.state)
            width = board.width
            y, x = divmod(cell, width)
            found = self._looks[cell] = []
            for foe in self.foes:
                v, u = divmod(foe.at, width)
                away = max(0.0, (sqrt((x - u) ** 2 + (y - v) ** 2) - 1) * mm / 10)
                ahead = board.sight(cell, foe.at)
                here = bool(board.sight(foe.at, cell).cover) if ahead.visible else False
                found.append(Look(foe, away, ahead.visible, here, bool(ahead.cover)))
        return found

    # -- fire -----------------------------------------------------------------------------------------------------

    def danger(self, unit: Unit, cell: int) -> list[float]:
        """What each enemy stand would take of `unit` there with a shot of its own, were it shot at."""
        key = (cell, unit.profile)
        found = self._dangers.get(key)
        if found is None:
            vehicle = is_vehicle(self.rules, unit)
            weak = frailty(self.rules, self.state, unit, cell)
            found = self._dangers[key] = []
            for look in self.looks(cell):
                weapon = self.rules.weapon(look.foe.weapons[0])
                value = weapon.numbers["at" if vehicle else "ap"]
                if not value or look.away > weapon.range + look.foe.stats["SPEED"]:
                    found.append(0.0)
                    continue
                near = look.seen and look.away <= weapon.range
                share = (SIGHTED if near else ROUND_THE_CORNER) * self.fear[look.foe.id]
                found.append(share * chance(max(2, value + (look.here and not vehicle))) * weak)
        return found

    def shots(self, unit: Unit, cell: int, plus: int) -> dict[str, float]:
        """The stands that its shot from there is expected to take, by enemy formation."""
        key = (cell, unit.profile, plus)
        found = self._shots.get(key)
        if found is None:
            found = self._shots[key] = {}
            weapon = self.rules.weapon(unit.weapons[0])
            for look in self.looks(cell):
                vehicle = is_vehicle(self.rules, look.foe)
                value = weapon.numbers["at" if vehicle else "ap"]
                if value and look.seen and look.away <= weapon.range:
                    hit = chance(max(2, value - plus + (look.there and not vehicle)))
                    kills = hit * frailty(self.rules, self.state, look.foe, look.foe.at)
                    name = formation_of(look.foe)
                    found[name] = max(found.get(name, 0.0), kills)
        return found

    def fire(self, formation: str, cells: Mapping[str, int], plus: int) -> tuple[float, str]:
        """What the best shot of a formation standing like that is worth, and at whom; 0 where there is none."""
        total: dict[str, float] = {}
        shooters = len(cells)
        for name, cell in cells.items():
            for target, kills in self.shots(self.state.units[name], cell, plus).items():
                total[target] = total.get(target, 0.0) + kills
        heard = 1 - min(1.0, marked(self.state, "blast", formation) // 2 / max(1, shooters))
        values = [(self.toll(target, kills * heard), target) for target, kills in total.items() if heard]
        return max(values, default=(0.0, ""), key=lambda row: (row[0], row[1]))

    def toll(self, target: str, kills: float) -> float:
        """What it is worth to take so many stands of a formation by one shot: the stands, the markers, the nerve."""
        members = standing(self.state, target)
        each = sum(worth(unit) for unit in members) / max(1, len(members))
        value = min(kills, len(members)) * each
        if marked(self.state, "broken", target):
            return value
        marks = 1 + kills
        strain = (marked(self.state, "blast", target) + marks) / max(1.0, len(members) - kills)
        return value + MARKER * marks + 0.6 * BROKEN * each * max(0.0, len(members) - kills) * min(1.0, strain**3)

    # -- assaults -------------------------------------------------------------------------------------------------

    def duel(self, attacker: str, defender: str) -> float:
        """What an assault of everybody on everybody would bring the attacker, in stands: a rough sum."""
        found = self._duels.get((attacker, defender))
        if found is None:
            sides = [self._all_in(name) for name in (attacker, defender)]
            found = balance(self.state, odds(*sides), [attacker], [defender])
            self._duels[attacker, defender] = found
        return found

    def _all_in(self, name: str) -> Fighters:
        members = on_table(self.state, name)
        best = [min(v for v in (unit.stats["CC"], unit.stats["FF"] or 7)) for unit in members]
        return Fighters(
            [chance(value) for value in best],
            [frailty(self.rules, self.state, unit, unit.at) for unit in members],
            len(members),
            weight(self.state, name),
            sum(unit.stats["INSPIRES"] for unit in members),
        )

    # -- the whole ------------------------------------------------------------------------------------------------

    def harm(self, formation: str, cells: Mapping[str, int]) -> float:
        """What enemies are expected to take of a formation standing like that before its next action, in stands."""
        state = self.state
        taken = [0.0] * len(self.foes)
        nearest: dict[str, float] = {}
        for name, cell in cells.items():
            unit = state.units[name]
            each = worth(unit)
            for place, share in enumerate(self.danger(unit, cell)):
                if share * each > taken[place]:
                    taken[place] = share * each
            for look in self.looks(cell):
                foe = formation_of(look.foe)
                short = look.away - look.foe.stats["SPEED"]
                if short < nearest.get(foe, NEAR + 1):
                    nearest[foe] = short
        fire = sum(taken)
        charged = 0.0
        for foe, short in nearest.items():
            if short <= NEAR and not marked(state, "broken", foe):
                charged = max(charged, self.duel(foe, formation) * (1 if not marked(state, "activated", foe) else USED))
        return fire + 0.6 * max(0.0, charged)


def moved(state: State, members: Sequence[Unit], lead: Unit, to: int) -> dict[str, int]:
    """A formation with its first stand on `to` and the spacing kept, as far as the board goes."""
    width, height = state.board.width, state.board.height
    across, down = to % width - lead.at % width, to // width - lead.at // width
    return {
        unit.id: min(max(unit.at // width + down, 0), height - 1) * width
        + min(max(unit.at % width + across, 0), width - 1)
        for unit in members
    }
