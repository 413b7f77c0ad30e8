"""A turn of VIKTORY II: bombard, mass, attack, land from ships, then bring up or keep back what is left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from game.ai.viktory2.landings import Landings
from game.ai.viktory2.outlook import Outlook, Plan
from game.ai.viktory2.warmap import WarMap
from game.engine.decisions import Decision
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.rules.viktory2.ground import cargo
from game.rules.viktory2.state import Piece

WORTH_IT = 0.3  # the least gain for which an attack is made
QUIET = 0.12  # the least gain for which a unit moves without fighting
BETTER = 0.05  # the least for which one more unit joins an attack
SOFTENED = 1.2  # what a hit counts in a place that may be taken
UNDER_FIRE = 1.5  # ... and what one lost on the way to an attack costs, who is missing there


class Campaign:
    """The options of one decision in the act phase, and the best of them."""

    def __init__(self, rules: Ruleset, war: WarMap, decision: Decision) -> None:
        self.rules, self.war, self.state = rules, war, war.state
        self.units = war.state.units
        self.outlook = Outlook(war)
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

    def landings(self) -> Sequence[Plan]:
        """What ships may bring."""
        return tuple(Landings(self.outlook, self.free, self.of("load"), self.of("unload")).plans())

    # -- bombarding -----------------------------------------------------------------------------------------------

    def bombarding(self, name: str, cell: int) -> float:
        """What a unit's bombardment of a hex is expected to take; the gunner picks, a frigate's hits are the owner's."""
        unit = self.units[name]
        taken = self.war.toll(self.war.at(cell), unit.stats["DICE"], picked=unit.profile == "artillery")
        return taken * (SOFTENED if self.war.prize(cell, unit.seat) else 1.0)

    def shelling(self) -> list[Plan]:
        """Frigates that can bombard, and units that can come up to bombard."""
        found = [Plan(self.bombarding(o.unit, o.to), o, o.to) for o in self.of("bombard")]
        for option in self.free:
            unit = self.units[option.unit]
            if unit.stats["DICE"] and not unit.bombarded:
                beside = [cell for cell in self.state.board.neighbours(option.to) if self.war.at(cell)]
                if beside:
                    value, target = max((self.bombarding(unit.id, cell), cell) for cell in beside)
                    found.append(Plan(value + self.outlook.moving(unit, option.to), option, target))
        return found

    # -- attacks --------------------------------------------------------------------------------------------------

    @cached_property
    def entries(self) -> dict[str, int]:
        """Option id of a move that lines up -> the hex from which it does."""
        moves = [option for options in self.comers.values() for option in options]
        full = self.rules.complete_all(self.state, moves)
        return {o.id: o.path[-2] if len(o.path) > 1 else self.units[o.unit].at for o in full}

    def mustered(self, cell: int, lined: Sequence[Piece]) -> tuple[float, list[Option]]:
        """What attacking a hex brings with those lined up and the fewest that should join them, and who those are."""
        froms, kinds = {unit.at for unit in lined}, {unit.profile for unit in lined}
        group, joined, fire = list(lined), list[Option](), 0.0
        best = self.outlook.assault(cell, group, froms) if group else 0.0
        chosen: list[Option] = []
        left = list(self.comers.get(cell, ()))
        while left:
            option = min(left, key=lambda o: (*self.adds(o, kinds, froms), o.id))
            left = [o for o in left if o.unit != option.unit]
            unit, entry = self.units[option.unit], self.entries[option.id]
            group.append(unit)
            joined.append(option)
            froms.add(entry)
            kinds.add(unit.profile)
            fire += UNDER_FIRE * self.outlook.met(unit, entry) if entry != unit.at else 0.0
            gain = self.outlook.assault(cell, group, froms) - fire
            if gain > best + BETTER:
                best, chosen = gain, joined.copy()
        return best, chosen

    def adds(self, option: Option, kinds: set[str], froms: set[int]) -> tuple[bool, bool, float]:
        """How little a unit adds to a group: a kind that is there, a side that is taken, what may be lost."""
        unit = self.units[option.unit]
        return unit.profile in kinds, self.entries[option.id] in froms, self.war.worth(unit)

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
        _, group = self.mustered(battle.to, [self.units[name] for name in battle.targets])
        if group:
            return group[0]
        ships = [o for o in self.of("bombard") if o.to == battle.to and not cargo(self.state, o.unit)]
        return ships[0] if ships else battle

    # -- quiet moves ----------------------------------------------------------------------------------------------

    def quiet(self) -> list[Plan]:
        """Units that have not moved yet, each to where it brings most."""
        fresh = (o for o in self.free if not self.units[o.unit].nth)
        return [Plan(self.outlook.moving(self.units[o.unit], o.to), o) for o in fresh]


def _best(plans: Sequence[Plan]) -> Plan | None:
    """The plan that brings most, the first by id of equals."""
    return min(plans, key=lambda plan: (-plan.gain, plan.option.id), default=None)
