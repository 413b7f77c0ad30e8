"""A turn of VIKTORY II: bombard, gather, attack, land from ships, then bring up or keep back the rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from game.ai.thought import Parts, difference
from game.ai.viktory2.landings import Landings
from game.ai.viktory2.outlook import Outlook, Plan
from game.ai.viktory2.warmap import WarMap
from game.engine.decisions import Decision
from game.engine.names import Cell, Verb
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.rules.viktory2.ground import cargo
from game.rules.viktory2.state import Piece
from game.rules.viktory2.vocabulary import Verbs

WORTH_IT = 0.3  # the least gain for which an attack is made
QUIET = 0.12  # the least gain for which a unit moves without fighting
BETTER = 0.05  # the least gain for which one more unit joins an attack
SOFTENED = 1.2  # the factor for hits in a place that may be taken
UNDER_FIRE = 1.5  # the factor for units lost on the way to an attack, which will miss them


class Muster(NamedTuple):
    """An attack: its gain, the moves that should still join it, in order, its parts, and the chance to take the hex."""

    gain: float
    joining: tuple[Option, ...]
    parts: Parts
    win: float


class Campaign:
    """The options of one decision in the act phase, and the best plans for them."""

    def __init__(self, rules: Ruleset, war: WarMap, decision: Decision) -> None:
        self.rules, self.war, self.state = rules, war, war.state
        self.units = war.state.units
        self.outlook = Outlook(war)
        self.by_action: dict[Verb, list[Option]] = {}
        for option in decision.options:
            self.by_action.setdefault(option.action, []).append(option)
        self.comers: dict[int, list[Option]] = {}  # hostile hex -> moves that line up against it
        self.free: list[Option] = []  # moves into hexes without an enemy
        for option in chain(self.of(Verbs.MOVE), self.of(Verbs.UNLOAD)):
            if option.to in war.hostile:
                self.comers.setdefault(option.to, []).append(option)
            elif option.action == Verbs.MOVE:
                self.free.append(option)

    def of(self, action: Verb) -> list[Option]:
        """The options with that action."""
        return self.by_action.get(action, [])

    def plans(self) -> Sequence[Plan]:
        """The plan to follow, then the others, best first, one for each unit and target.

        Guns fire first, then a waiting battle is fought, then comes the best plan, after whatever softens its target.
        """
        guns = [o for o in self.of(Verbs.BOMBARD) if self.units[o.unit].artillery]
        if guns:
            return sorted(map(self.bombardment, guns), key=lambda plan: (plan.gain, plan.option.id), reverse=True)
        if self.of(Verbs.BATTLE):
            return self.join(self.of(Verbs.BATTLE)[0])
        shelling = self.shelling()
        fights = [*shelling, *self.attacks(), *self.landings()]
        quiet = self.quiet()
        best = _best([*(p for p in fights if p.gain > WORTH_IT), *(p for p in quiet if p.gain > QUIET)])
        rest = _first_of_each([*fights, *quiet])
        if best is None:
            return [Plan(Parts(), self.of(Verbs.END)[0]), *rest]
        first = _best([plan for plan in shelling if plan.target == best.target and plan.gain > 0]) or best
        return [first, *(plan for plan in rest if plan.option is not first.option)]

    def landings(self) -> Sequence[Plan]:
        """The plans for ships."""
        return tuple(Landings(self.outlook, self.free, self.of(Verbs.LOAD), self.of(Verbs.UNLOAD)).plans())

    def open_to(self, name: str) -> Sequence[Plan]:
        """The plans for one unit, best first: its part in every attack that it may join, and its own moves."""
        fights = [plan for plan in (*self.shelling(), *self.landings()) if plan.option.unit == name]
        for cell, comers in self.comers.items():
            option = next((option for option in comers if option.unit == name), None)
            if option is not None:
                fights.append(self.attack(cell, option))
        quiet = [plan for plan in self.quiet() if plan.option.unit == name]
        return sorted([*fights, *quiet], key=lambda plan: (-plan.gain, plan.option.id))

    def attack(self, cell: Cell, option: Option) -> Plan:
        """What a unit adds to an attack and those that should join it; nothing if they do as well without it."""
        lined = self.lined(cell)
        muster = self.mustered(cell, [*lined, self.units[option.unit]], but=option.unit)
        without = self.mustered(cell, lined, but=option.unit)
        parts = difference(muster.parts, without.parts if without.gain > 0 else Parts())
        return Plan(parts, option, cell, muster.win, len(lined) + 1 + len(muster.joining))

    def joined(self, cell: Cell, option: Option) -> Plan:
        """The whole attack that a unit joins, even if the others could do without it."""
        lined = [*self.lined(cell), self.units[option.unit]]
        muster = self.mustered(cell, lined, but=option.unit)
        return Plan(muster.parts, option, cell, muster.win, len(lined) + len(muster.joining))

    def lined(self, cell: Cell) -> list[Piece]:
        """The units that are lined up against a hex already."""
        return [self.units[name] for battle in self.of(Verbs.BATTLE) if battle.to == cell for name in battle.targets]

    # -- bombarding -----------------------------------------------------------------------------------------------

    def bombarding(self, name: str, cell: Cell) -> float:
        """What a bombardment is expected to take: artillery picks its victims, for a frigate their owner does."""
        unit = self.units[name]
        taken = self.war.toll(self.war.enemies_at(cell), unit.stats["DICE"], picked=unit.artillery)
        return taken * (SOFTENED if self.war.prize(cell, unit.seat) else 1.0)

    def bombardment(self, option: Option) -> Plan:
        """A bombardment as a plan."""
        return Plan(Parts(material=self.bombarding(option.unit, option.to)), option, option.to)

    def shelling(self) -> list[Plan]:
        """Plans to bombard now, and to move up and bombard."""
        found = [self.bombardment(o) for o in self.of(Verbs.BOMBARD)]
        for option in self.free:
            unit = self.units[option.unit]
            if unit.stats["DICE"] and not unit.bombarded:
                beside = [cell for cell in self.state.board.neighbours(option.to) if self.war.enemies_at(cell)]
                if beside:
                    value, target = max((self.bombarding(unit.id, cell), cell) for cell in beside)
                    parts = self.outlook.moving(unit, option.to)
                    found.append(Plan(parts._replace(material=parts.material + value), option, target))
        return found

    # -- attacks --------------------------------------------------------------------------------------------------

    @cached_property
    def entries(self) -> dict[str, int]:
        """Option id of a move that lines up -> the hex from which it enters."""
        moves = [option for options in self.comers.values() for option in options]
        full = self.rules.complete_all(self.state, moves)
        return {o.id: o.path[-2] if len(o.path) > 1 else self.units[o.unit].at for o in full}

    def mustered(self, cell: Cell, lined: Sequence[Piece], but: str = "") -> Muster:
        """An attack on a hex by the units lined up and the fewest that should join them, without the unit `but`."""
        froms, kinds = {unit.at for unit in lined}, {unit.profile for unit in lined}
        group, joined, fire = list(lined), list[Option](), 0.0
        win, parts = self.outlook.assault(cell, group, froms) if group else (0.0, Parts())
        best = Muster(parts.total, (), parts, win)
        left = [option for option in self.comers.get(cell, ()) if option.unit != but]
        while left:
            option = min(left, key=lambda o: (*self.adds(o, kinds, froms), o.id))
            left = [o for o in left if o.unit != option.unit]
            unit, entry = self.units[option.unit], self.entries[option.id]
            group.append(unit)
            joined.append(option)
            froms.add(entry)
            kinds.add(unit.profile)
            fire += UNDER_FIRE * self.outlook.met(unit, entry) if entry != unit.at else 0.0
            win, parts = self.outlook.assault(cell, group, froms)
            gain = parts.total - fire
            if gain > best.gain + BETTER:
                best = Muster(gain, tuple(joined), parts._replace(material=parts.material - fire), win)
        return best

    def adds(self, option: Option, kinds: set[str], froms: set[int]) -> tuple[bool, bool, float]:
        """The sort key of joining units: first a new kind, then from a new side, then the cheapest."""
        unit = self.units[option.unit]
        return unit.profile in kinds, self.entries[option.id] in froms, self.war.worth(unit)

    def attacks(self) -> list[Plan]:
        """An attack on each hostile hex in reach by the group that should take it; its first unit moves next."""
        found = []
        for cell in self.comers:
            muster = self.mustered(cell, ())
            if muster.joining:
                found.append(Plan(muster.parts, muster.joining[0], cell, muster.win, len(muster.joining)))
        return found

    def join(self, battle: Option) -> Sequence[Plan]:
        """The next unit to line up, or ships to soften the hex first; last the battle as it is."""
        lined = [self.units[name] for name in battle.targets]
        muster = self.mustered(battle.to, lined)
        now = self.begun(battle)
        if muster.joining:
            army = len(lined) + len(muster.joining)
            return [Plan(muster.parts, muster.joining[0], battle.to, muster.win, army), now]
        ships = [o for o in self.of(Verbs.BOMBARD) if o.to == battle.to and not cargo(self.state, o.unit)]
        return [*map(self.bombardment, ships[:1]), now]

    def begun(self, battle: Option) -> Plan:
        """A battle with the units lined up now and no others."""
        lined = [self.units[name] for name in battle.targets]
        win, parts = self.outlook.assault(battle.to, lined, {unit.at for unit in lined})
        return Plan(parts, battle, battle.to, win, len(lined))

    # -- quiet moves ----------------------------------------------------------------------------------------------

    def quiet(self) -> list[Plan]:
        """The moves without a battle of units that have not moved yet."""
        fresh = (o for o in self.free if not self.units[o.unit].nth)
        return [Plan(self.outlook.moving(self.units[o.unit], o.to), o) for o in fresh]


def _first_of_each(plans: Sequence[Plan]) -> list[Plan]:
    """The best plan for each unit and target, best first."""
    first: dict[tuple[str, int], Plan] = {}
    for plan in sorted(plans, key=lambda plan: (-plan.gain, plan.option.id)):
        first.setdefault((plan.option.unit, plan.target), plan)
    return list(first.values())


def _best(plans: Sequence[Plan]) -> Plan | None:
    """The plan with the greatest gain; of equals the first by id."""
    return min(plans, key=lambda plan: (-plan.gain, plan.option.id), default=None)
