"""A turn of VIKTORY II: bombard, mass, attack, land from ships, then bring up or keep back what is left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from game.ai.clash import spread_of
from game.ai.warmap import NEVER, WarMap
from game.engine.decisions import Decision, Option
from game.engine.ruleset import Ruleset
from game.engine.state import Unit
from game.rules.viktory2.ground import cargo, hit_number, is_water, noted

WORTH_IT = 0.3  # the least gain for which an attack is made
QUIET = 0.12  # the least gain for which a unit moves without fighting
PULL = 0.5  # what a place on the way counts of the place itself
FADING = 0.75  # ... and how much less for each turn of the way
FAINT = 0.15  # the least chance with which a place draws anybody
GARRISON = 1.5  # what the first unit in one's own capital is worth whoever is near
BETTER = 0.05
LATER = 1.0  # what is left of a place's worth for those who wait until more have come
ABOARD, ASHORE = 0.3, 0.4  # what going aboard costs beside the risk, and coming ashore is worth


class Plan(NamedTuple):
    """What an answer is expected to bring, with all that should follow it; `target` is the hex it is aimed at."""

    gain: float
    option: Option
    target: int = -1


class Campaign:
    """The options of one decision in the act phase, and the best of them."""

    def __init__(self, rules: Ruleset, war: WarMap, decision: Decision) -> None:
        self.rules, self.war, self.state = rules, war, war.state
        self.units = war.state.units
        self._drawn: dict[tuple[str, int], float] = {}
        self.by_action: dict[str, list[Option]] = {}
        for option in decision.options:
            self.by_action.setdefault(option.action, []).append(option)
        self.comers: dict[int, list[Option]] = {}  # hostile hex -> who can line up against it
        self.free: list[Option] = []  # moves into hexes without an enemy
        for option in chain(self.of("move"), self.of("unload")):
            if option.to in war.hostile:
                self.comers.setdefault(option.to, []).append(option)
            elif option.action == "move":
                self.free.append(option)

    def of(self, action: str) -> list[Option]:
        """The options of a kind."""
        return self.by_action.get(action, [])

    def best(self) -> Option:
        """Guns first, then the battle that is waiting, then what brings most; what softens its target goes before it."""
        guns = [o for o in self.of("bombard") if self.units[o.unit].profile == "artillery"]
        if guns:
            return max(guns, key=lambda o: (self.bombarding(o.unit, o.to), o.id))
        if self.of("battle"):
            return self.join(self.of("battle")[0])
        shelling = self.shelling()
        fights = [plan for plan in (*shelling, *self.attacks(), *self.landings()) if plan.gain > WORTH_IT]
        best = _best([*fights, *(plan for plan in self.quiet() if plan.gain > QUIET)])
        if best is None:
            return self.of("end")[0]
        first = _best([plan for plan in shelling if plan.target == best.target and plan.gain > 0])
        return best.option if first is None else first.option

    # -- bombarding -----------------------------------------------------------------------------------------------

    def bombarding(self, name: str, cell: int) -> float:
        """What a unit's bombardment of a hex is expected to take; the gunner picks, a frigate's hits are the owner's."""
        unit, targets = self.units[name], self.war.at(cell)
        values = sorted((self.war.worth(one) for one in targets), reverse=unit.profile == "artillery")
        chances = spread_of(unit.stats["DICE"], hit_number(self.state, unit.seat))
        taken = sum(chance * sum(values[:hits]) for hits, chance in enumerate(chances))
        return taken * (1.2 if self.war.prize(cell, unit.seat) else 1.0)

    def shelling(self) -> list[Plan]:
        """Frigates that can bombard, and units that can come up to bombard."""
        found = [Plan(self.bombarding(o.unit, o.to), o, o.to) for o in self.of("bombard")]
        for option in self.free:
            unit = self.units[option.unit]
            if unit.stats["DICE"] and not unit.fact("bombarded"):
                beside = [cell for cell in self.state.board.neighbours(option.to) if self.war.at(cell)]
                if beside:
                    value, target = max((self.bombarding(unit.id, cell), cell) for cell in beside)
                    found.append(Plan(value + self.moving(unit, option.to), option, target))
        return found

    # -- attacks --------------------------------------------------------------------------------------------------

    @cached_property
    def entries(self) -> dict[str, int]:
        """Option id of a move that lines up -> the hex from which it does."""
        moves = [option for options in self.comers.values() for option in options]
        full = self.rules.complete_all(self.state, moves)
        return {o.id: (self.units[o.unit].at, *o.path)[-2] if len(o.path) > 1 else self.units[o.unit].at for o in full}

    def mustered(self, cell: int, lined: Sequence[Unit]) -> tuple[float, list[Option]]:
        """The best group against a hex: those lined up and the fewest that should join them, with its gain."""
        war = self.war
        froms = {unit.at for unit in lined}
        kinds = {unit.profile for unit in lined}
        group, joined = list(lined), list[Option]()
        best = self.assault(cell, group, froms) if group else 0.0
        chosen: list[Option] = []
        left = list(self.comers.get(cell, ()))
        while left:
            option = min(
                left,
                key=lambda o: (
                    self.units[o.unit].profile in kinds,
                    self.entries[o.id] in froms,
                    war.worth(self.units[o.unit]),
                    o.id,
                ),
            )
            left = [o for o in left if o.unit != option.unit]
            unit = self.units[option.unit]
            group.append(unit)
            joined.append(option)
            froms.add(self.entries[option.id])
            kinds.add(unit.profile)
            gain = self.assault(cell, group, froms) - 1.5 * sum(
                self.met(self.units[o.unit], self.entries[o.id])
                for o in joined
                if self.entries[o.id] != self.units[o.unit].at
            )
            if gain > best + BETTER:
                best, chosen = gain, joined.copy()
        return best, chosen

    def assault(self, cell: int, group: Sequence[Unit], froms: set[int]) -> float:
        """What an attack brings and where it leads to, less what the attackers leave open behind them."""
        war = self.war
        result, gain = war.gain(cell, group, war.at(cell), len(froms) - 1, war.watched.get(cell, 0))
        gain += result.win * sum(self.drawn(unit, cell) - self.stood(unit) for unit in group)
        hope, army = self.draws.get(cell, (0.0, 1)) if war.turns_left > 0 else (0.0, 1)
        gain -= (1 - result.win) * LATER * hope * min(1.0, len(group) / army)
        return gain - max(0.0, self.behind([unit for unit in group if not unit.aboard and not unit.fact("towards")]))

    def behind(self, leaving: Sequence[Unit]) -> float:
        """How much worse the hexes stand that a group leaves."""
        names = {unit.id for unit in leaving}
        cost = 0.0
        for home in {unit.at for unit in leaving}:
            stack = self.war.holding(home)
            cost += self.left_open(home, stack, [unit for unit in stack if unit.id not in names])
        return cost

    def left_open(self, cell: int, before: Sequence[Unit], after: Sequence[Unit]) -> float:
        """How much worse a hex stands when of those before only some are left (less than nothing: better)."""
        war = self.war
        guards = war.guards(cell)
        site = war.sites.get(cell)
        bare = (
            GARRISON * war.caution if site and site.capital and site.seat == war.seat and before and not after else 0.0
        )
        return war.peril(cell, after, guards) - war.peril(cell, before, guards) + bare

    def attacks(self) -> list[Plan]:
        """Every hostile hex in reach with the group that should take it; the first of the group goes."""
        found = []
        for cell in self.comers:
            gain, group = self.mustered(cell, ())
            if group:
                found.append(Plan(gain, group[0], cell))
        return found

    def join(self, battle: Option) -> Option:
        """Who is still to line up, ships that soften the hex first, or the battle."""
        lined = [self.units[name] for name in battle.targets]
        _, group = self.mustered(battle.to, lined)
        if group:
            return group[0]
        ships = [o for o in self.of("bombard") if o.to == battle.to and not cargo(self.state, o.unit)]
        return ships[0] if ships else battle

    # -- ships ----------------------------------------------------------------------------------------------------

    def landings(self) -> list[Plan]:
        """Take aboard, sail, and go ashore where it pays: an attack from the sea, or a way that is shorter than by land."""
        found = []
        for frigate in self.war.own:
            if frigate.profile != "frigate" or frigate.fact("towards"):
                continue
            aboard = cargo(self.state, frigate.id)
            loads = [o for o in self.of("load") if o.target == frigate.id]
            crew = [*aboard, *_mixed([self.units[o.unit] for o in loads])][: frigate.stats["HOLD"]]
            if crew:
                found += self.voyages(frigate, crew, loads)
        return found

    def voyages(self, frigate: Unit, crew: Sequence[Unit], loads: Sequence[Option]) -> list[Plan]:
        """For every shore the frigate can come to: what landing there brings, and the next thing to do for it."""
        board, war = self.state.board, self.war
        sails = {o.to: o for o in self.free if o.unit == frigate.id}
        ashore = {(o.unit, o.to): o for o in self.of("unload")}
        spots: dict[int, int] = {}
        for spot in (frigate.at, *sorted(sails, key=lambda cell: (war.watched.get(cell, 0), cell))):
            for shore in board.neighbours(spot):
                if not is_water(board, shore):
                    spots.setdefault(shore, spot)
        found = []
        for shore, spot in spots.items():
            if shore in noted(self.state, "repelled") or (
                frigate.fact("shore") and not any(to == shore for _, to in ashore)
            ):
                continue
            gain, group = self.landing(shore, crew)
            gain -= self.met(frigate, spot) if spot != frigate.at else 0.0
            names = {unit.id for unit in group}
            waiting = [o for o in loads if o.unit in names]
            steps = [
                *waiting,
                *([sails[spot]] if spot != frigate.at else []),
                *(ashore[key] for key in ashore if key[0] in names and key[1] == shore),
            ]
            if steps and group:
                found.append(Plan(gain, steps[0]))
        return found

    def landing(self, shore: int, crew: Sequence[Unit]) -> tuple[float, Sequence[Unit]]:
        """What landing there brings, and who should."""
        best: tuple[float, Sequence[Unit]] = (0.0, ())
        for count in range(1, len(crew) + 1):
            party = crew[:count]
            if shore in self.war.hostile:
                gain = self.assault(shore, party, {shore}) - ABOARD * sum(not unit.aboard for unit in party)
            else:
                gain = self.ferry(shore, party)
            if gain > best[0]:
                best = gain, party
        return best

    def ferry(self, shore: int, party: Sequence[Unit]) -> float:
        """What a party gains ashore over the best it can walk to."""
        war, walkers = self.war, [unit for unit in party if not unit.aboard]
        if any(unit.at == shore for unit in walkers):
            return 0.0
        there = war.holding(shore)
        gain = war.prize(shore, war.seat) + sum(self.drawn(unit, shore) for unit in party)
        gain -= sum(self.stood(unit) - ASHORE if unit.aboard else self.walked(unit) + ABOARD for unit in party)
        gain -= self.behind(walkers)
        return gain - self.left_open(shore, there, [*there, *party])

    # -- quiet moves ----------------------------------------------------------------------------------------------

    @cached_property
    def draws(self) -> dict[int, tuple[float, int]]:
        """Places to be taken, each with what it is worth by the chance that those near it would take it together.

        And how many those are.
        """
        war, found = self.war, dict[int, tuple[float, int]]()
        army = [unit for unit in self.state.standing(war.seat) if unit.profile != "frigate"]
        for cell in war.sites:
            prize = war.prize(cell, war.seat)
            near = [u for u in army if u.aboard or war.ways.turns(u, cell).get(u.at, NEVER) <= 2]
            if prize:
                held, group = war.at(cell), near or army
                chance = war.battle(cell, group, held, min(2, len(group) - 1), 0).win if group else 0.0
                found[cell] = prize * max(FAINT, chance), max(1, len(group))
        return found

    def drawn(self, unit: Unit, cell: int) -> float:
        """How good it is for a unit to stand in a hex for what it may take from there."""
        if unit.profile == "frigate":
            return 0.0
        found = self._drawn.get((unit.profile, cell))
        if found is None:
            war = self.war
            ways, left = war.ways, war.turns_left
            values = (
                value * FADING**turns
                for goal, (value, _) in self.draws.items()
                if (turns := ways.turns(unit, goal).get(cell, NEVER)) <= left
            )
            found = self._drawn[unit.profile, cell] = PULL * max(values, default=0.0)
        return found

    def stood(self, unit: Unit) -> float:
        """The same for where it is; for a unit aboard the best shore beside the ship."""
        if not unit.aboard:
            return self.drawn(unit, unit.at)
        return max(self.drawn(unit, cell) for cell in self.state.board.neighbours(unit.at))

    def walked(self, unit: Unit) -> float:
        """The same for the best hex that it can come to by itself."""
        return max(self.drawn(unit, cell) for cell in (unit.at, *(o.to for o in self.free if o.unit == unit.id)))

    def met(self, unit: Unit, cell: int) -> float:
        """What overwatch is expected to cost a unit that comes to a hex."""
        dice = self.war.watched.get(cell, 0)
        return self.war.worth(unit) * (1 - 0.5**dice) if dice else 0.0

    def moving(self, unit: Unit, to: int) -> float:
        """What a quiet move brings: nearer to places to take, and both hexes better or worse held."""
        war = self.war
        here, there = war.holding(unit.at), war.holding(to)
        without = [other for other in here if other is not unit]
        gain = self.drawn(unit, to) - self.drawn(unit, unit.at) + war.prize(to, war.seat)
        gain -= self.left_open(unit.at, here, without) + self.left_open(to, there, [*there, unit])
        if unit.profile == "artillery":
            gain += self.covering(unit, to) - self.covering(unit, unit.at)
        return gain - self.met(unit, to)

    def covering(self, gun: Unit, at: int) -> float:
        """What the overwatch of a gun in a hex keeps from the hexes beside it."""
        war, found = self.war, 0.0
        for cell in self.state.board.neighbours(at):
            held = [unit for unit in war.holding(cell) if unit is not gun]
            if held or (cell in war.sites and war.sites[cell].seat == war.seat):
                others = war.guards(cell, gun)
                found += war.peril(cell, held, others) - war.peril(cell, held, others + 1)
        return found

    def quiet(self) -> list[Plan]:
        """Units that have not moved yet, each to where it brings most."""
        fresh = (o for o in self.free if not self.units[o.unit].fact("nth"))
        return [Plan(self.moving(self.units[o.unit], o.to), o) for o in fresh]


def _mixed(units: Sequence[Unit]) -> list[Unit]:
    """One of each kind first, then the others."""
    profiles = [unit.profile for unit in units]
    order = sorted(range(len(units)), key=lambda place: (profiles[:place].count(profiles[place]), place))
    return [units[place] for place in order]


def _best(plans: Sequence[Plan]) -> Plan | None:
    """The plan that brings most, the first by id of equals."""
    return min(plans, key=lambda plan: (-plan.gain, plan.option.id), default=None)
