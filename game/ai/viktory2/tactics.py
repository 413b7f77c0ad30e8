"""Judging a VIKTORY II table: a turn by its plans, overwatch by what is likely to come, losses, retreats, reserves."""

from __future__ import annotations

from game.ai.seatview import SeatView
from game.ai.tactics import Tactics
from game.ai.viktory2.campaign import Campaign
from game.ai.viktory2.distances import Ways
from game.ai.viktory2.outlook import Outlook
from game.ai.viktory2.recruit import rush
from game.ai.viktory2.warmap import WarMap
from game.engine.decisions import Decision
from game.engine.options import PASS, Option
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.records.levels import Character
from game.rules.viktory2.battle import attackers
from game.rules.viktory2.ground import cargo, enemies_on
from game.rules.viktory2.overwatch import dice_at
from game.rules.viktory2.state import Islands

COMES, SAILS = 0.4, 0.7  # how likely a unit comes that could: any, and a frigate with units aboard
KEPT_BACK = -0.5  # a reserve that would lose more than this by coming in waits


class IslandTactics(Tactics):
    """Every question is answered by its own sum; nothing is looked ahead."""

    def __init__(self, rules: Ruleset, character: Character = Character.STEADY) -> None:
        super().__init__(rules, character)
        self._on: Ways | None = None

    def war(self, state: State, seat: str) -> WarMap:
        """The table as the seat judges it. Raises TypeError for that of another rulebook."""
        if not isinstance(state, Islands):
            raise TypeError(state)
        if self._on is None or self._on.board is not state.board:
            self._on = Ways(state.board)
        return WarMap(state, seat, self.rules.seat_order(state), self._on)

    def obvious(self, view: SeatView, decision: Decision) -> Option | None:
        """The answer to every kind of question that the rulebook asks."""
        war = self.war(view.front, view.seat)
        if decision.kind == "act":
            return Campaign(self.rules, war, decision).best()
        if decision.kind == "react":
            return self.overwatch(war, decision)
        if decision.kind == "victim":
            return self.victim(war, decision)
        if decision.kind == "retreat":
            return self.retreat(war, decision)
        return self.reserve(war, decision)

    def hasty(self, view: SeatView, decision: Decision) -> Option | None:
        """A recruit rushes, fires at the first who comes, gives up whoever is named first, and fights every battle to its end."""
        if decision.kind == "act":
            return rush(self.rules, self.war(view.front, view.seat), decision)
        if decision.kind == "react":
            return next((option for option in decision.options if option.targets), None)
        if decision.kind == "retreat":
            return decision.option("stay") or decision.options[0]
        return decision.options[0]

    # -- overwatch ------------------------------------------------------------------------------------------------

    def overwatch(self, war: WarMap, decision: Decision) -> Option:
        """Fire where the shot takes more than a later one in this turn is likely to; a gun in doubt keeps its shot."""
        shots = [(self.shot(war, o) - self.later(war, o), o.id, o) for o in decision.options if o.targets]
        good = [row for row in shots if row[0] >= 0]
        return max(good)[2] if good else PASS

    def shot(self, war: WarMap, option: Option) -> float:
        """What a shot is worth: the units it takes, and for a battle what it turns."""
        state = war.state
        cell = state.queues[-1].open_triggers()[-1].cell
        dice, _ = dice_at(state, state.units[option.unit], cell)
        taken = war.toll([state.units[name] for name in option.targets], dice)
        held, unmet = self.rules.forecast(state, option), self.rules.forecast(state, PASS)
        if held is None or unmet is None:  # the odds of a battle alone are told for letting it go, too
            return taken
        return taken + float(held.p_out - unmet.p_out) * war.loss(cell)

    def later(self, war: WarMap, option: Option) -> float:
        """What the gun may hope for in the rest of this turn: units that have not moved and could come beside it."""
        state = war.state
        gun = state.units[option.unit]
        area = state.board.area(gun.at, 1)
        dice = {cell: dice_at(state, gun, cell)[0] for cell in area}
        hopes = []
        for unit in state.standing(state.seat):
            busy = unit.busy or unit.target >= 0 or unit.shore >= 0
            if unit.id in option.targets or busy or unit.aboard:
                continue
            best = max((dice[cell] for cell in area if cell in war.ways.strike(unit) and cell != unit.at), default=0)
            if best:
                chance = SAILS if cargo(state, unit.id) else COMES
                hopes.append((war.toll([unit], best), chance))
        total, missed = 0.0, 1.0
        for value, chance in sorted(hopes, reverse=True):
            total += missed * chance * value
            missed *= 1 - chance
        return total

    # -- losses and retreats --------------------------------------------------------------------------------------

    def victim(self, war: WarMap, decision: Decision) -> Option:
        """Of the enemy's the one that fights best; of one's own the one that is missed least, kinds kept together."""
        units = {option.id: war.state.units[option.target] for option in decision.options}
        profiles = [unit.profile for unit in units.values()]
        value = {
            name: war.worth(unit) + (0.6 if profiles.count(unit.profile) == 1 else 0.0) for name, unit in units.items()
        }
        own = next(iter(units.values())).seat == war.seat
        return (min if own else max)(decision.options, key=lambda option: (value[option.id], option.id))

    def retreat(self, war: WarMap, decision: Decision) -> Option:
        """Fight on while it pays; back to where one stands best."""
        state = war.state
        stay = decision.option("stay")
        if stay is None:
            unit = state.units[decision.unit]
            return max(decision.options, key=lambda o: (-war.peril(o.to, [*war.holding(o.to), unit]), o.id))
        own, held = attackers(state, stay.to), enemies_on(state, war.seat, stay.to)
        total = self.rules.forecast(state, stay)
        chance = float(total.p_out) if total else 0.0
        gained = war.prize(stay.to, war.seat) + sum(war.worth(unit) for unit in held)
        risked = sum(war.worth(unit) for unit in own)
        return stay if chance * gained >= (1 - chance) * risked else decision.options[1]

    # -- reserves -------------------------------------------------------------------------------------------------

    def reserve(self, war: WarMap, decision: Decision) -> Option:
        """Where a unit is needed most, or is nearest to what may be taken."""
        outlook = Outlook(war)
        values = []
        for option in decision.options:
            if option.unit:
                unit, there = war.state.units[option.unit], war.holding(option.to)
                value = outlook.drawn(unit, option.to) - outlook.left_open(option.to, there, [*there, unit])
                value += outlook.covering(unit, option.to) if unit.profile == "artillery" else 0.0
                values.append((value, option.id, option))
        best = max(values, key=lambda row: row[:2], default=None)
        done = next((option for option in decision.options if not option.unit), None)
        if best is not None and (best[0] > KEPT_BACK or done is None):
            return best[2]
        return done or decision.options[-1]
