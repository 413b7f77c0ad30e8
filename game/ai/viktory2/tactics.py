"""Decisions in VIKTORY II: a turn by plans, overwatch by what may still come, losses, retreats and reserves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum

from game.ai.seatview import SeatView
from game.ai.tactics import Tactics
from game.ai.thought import Parts, Weighed
from game.ai.viktory2 import reasons
from game.ai.viktory2.campaign import Campaign
from game.ai.viktory2.distances import Ways
from game.ai.viktory2.outlook import Outlook, Plan
from game.ai.viktory2.recruit import rush, saved
from game.ai.viktory2.warmap import WarMap
from game.engine.decisions import Decision
from game.engine.names import Seat
from game.engine.options import PASS, REACT, Option
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.records.levels import Character
from game.rules.viktory2.battle import attackers
from game.rules.viktory2.ground import cargo, enemies_on
from game.rules.viktory2.overwatch import dice_at
from game.rules.viktory2.state import Islands
from game.rules.viktory2.vocabulary import Questions, Verbs

COMES, SAILS = 0.25, 0.7  # how likely a unit comes that could: any unit, and a frigate with units aboard
ALONE = 0.6  # what the last unit of its kind in a stack is worth besides itself: each kind has a die of its own
KEPT_BACK = -0.5  # a reserve that would lose more than this by coming in waits
TOLD = 3  # the other options that are kept with an answer: one more than a hint shows


class IslandTactics(Tactics):
    """Each kind of question has an estimate of its own, without a look ahead."""

    def __init__(self, rules: Ruleset, character: Character = Character.STEADY) -> None:
        super().__init__(rules, character)
        self._on: Ways | None = None

    def war(self, state: State, seat: Seat) -> WarMap:
        """The table as the seat judges it. Raises TypeError for a table of another rulebook."""
        if not isinstance(state, Islands):
            raise TypeError(state)
        if self._on is None or self._on.board is not state.board:
            self._on = Ways(state.board)
        return WarMap(state, seat, state.turn_order(), self._on, self.temper)

    def judged(self, view: SeatView, decision: Decision) -> Sequence[Weighed]:
        war = self.war(view.front, view.seat)
        if decision.kind == Questions.ACT:
            campaign = Campaign(self.rules, war, decision)
            return reasons.weighed(campaign.outlook, campaign.plans(), TOLD, campaign.entries)
        if decision.kind == REACT:
            return self.overwatch(war, decision)
        if decision.kind == Questions.VICTIM:
            return self.victim(war, decision)
        if decision.kind == Questions.RETREAT:
            return self.retreat(war, decision)
        return self.reserve(war, decision)

    def compared(
        self, view: SeatView, decision: Decision, chosen: Option, listed: Callable[[], Sequence[Weighed]]
    ) -> tuple[Weighed, Weighed] | None:
        """In a turn, against what the same unit could have done instead: other units can still act afterwards.

        Ending the turn is compared with the best plan of all.
        """
        if decision.kind != Questions.ACT:
            return super().compared(view, decision, chosen, listed)
        campaign = Campaign(self.rules, self.war(view.front, view.seat), decision)
        if chosen.action in (Verbs.END, Verbs.BATTLE):
            plans = campaign.plans()
            mine = Plan(Parts(), chosen) if chosen.action == Verbs.END else campaign.begun(chosen)
        else:
            stays = Option("", Verbs.END, chosen.unit, text=f"{chosen.unit.upper()} stays where it is")
            plans = [*campaign.open_to(chosen.unit), Plan(Parts(), stays)]
            found = next((plan for plan in plans if plan.option.id == chosen.id), None)
            if chosen.to in campaign.comers and chosen.action in (Verbs.MOVE, Verbs.UNLOAD):
                found = campaign.joined(chosen.to, chosen)
            elif found is None and chosen.action == Verbs.MOVE:
                found = Plan(campaign.outlook.moving(view.front.units[chosen.unit], chosen.to), chosen)
            if found is None:
                return None  # loading and unloading are steps of a plan that is valued only as a whole
            mine, plans = found, [plan for plan in plans if plan.option.id != chosen.id]
        best = max((mine, *plans), key=lambda plan: plan.gain)
        outlook = campaign.outlook
        one, other = (reasons.weighed(outlook, [plan], 0)[0] for plan in (mine, best))
        return one, other

    def hasty(self, view: SeatView, decision: Decision) -> Option | None:
        """A recruit rushes, saves its guns for an army, loses the suggested unit, and fights each battle to the end."""
        if decision.kind == Questions.ACT:
            return rush(self.rules, self.war(view.front, view.seat), decision)
        if decision.kind == REACT:
            return saved(decision)
        if decision.kind == Questions.RETREAT:
            return decision.option("stay") or decision.options[0]
        if decision.kind == Questions.VICTIM:
            return decision.option(decision.default) or decision.options[0]
        return decision.options[0]

    # -- overwatch ------------------------------------------------------------------------------------------------

    def overwatch(self, war: WarMap, decision: Decision) -> Sequence[Weighed]:
        """Fire if the shot takes more than a later one this turn is likely to; otherwise keep the shot."""
        found = []
        for option in decision.options:
            if option.targets:
                now, later = self.shot(war, option), self.later(war, option)
                why = reasons.FIRES if now >= later else reasons.BETTER_TARGET
                parts = Parts(material=now, watch=-later)
                found.append(Weighed(option, now - later, parts, reasons=why))
        found.sort(key=lambda one: (one.value, one.option.id), reverse=True)
        keeps = Weighed(PASS, -reasons.ASIDE, Parts(), reasons=reasons.BETTER_TARGET)
        return [*found, keeps] if found and found[0].value >= 0 else [keeps, *found]

    def shot(self, war: WarMap, option: Option) -> float:
        """What a shot is worth: the units it takes, and the difference it makes to a battle."""
        state = war.state
        cell = state.queues[-1].open_triggers()[-1].cell
        dice, _ = dice_at(state, state.units[option.unit], cell)
        taken = war.toll([state.units[name] for name in option.targets], dice)
        held, unmet = self.rules.forecast(state, option), self.rules.forecast(state, PASS)
        if held is None or unmet is None:  # only in a battle does letting the unit go have odds
            return taken
        return taken + float(held.p_out - unmet.p_out) * war.loss(cell)

    def later(self, war: WarMap, option: Option) -> float:
        """What the gun may hope for later in this turn: units that have not moved and could come beside it."""
        state = war.state
        gun = state.units[option.unit]
        area = state.board.area(gun.at, 1)
        dice = {cell: dice_at(state, gun, cell)[0] for cell in area}
        hopes = []
        for unit in state.standing(state.seat):
            busy = unit.acted or unit.target >= 0 or unit.shore >= 0
            if unit.id in option.targets or busy or unit.aboard:
                continue
            best = max((dice[cell] for cell in area if cell in war.strike(unit) and cell != unit.at), default=0)
            if best:
                chance = SAILS if cargo(state, unit.id) else COMES
                hopes.append((war.toll([unit], best), chance))
        total, missed = 0.0, 1.0
        for value, chance in sorted(hopes, reverse=True):
            total += missed * chance * value
            missed *= 1 - chance
        return total

    # -- losses and retreats --------------------------------------------------------------------------------------

    def victim(self, war: WarMap, decision: Decision) -> Sequence[Weighed]:
        """Of the enemy, the unit that fights best; of one's own, the one missed least, so that kinds last."""
        units = {option.id: war.state.units[option.target] for option in decision.options}
        profiles = [unit.profile for unit in units.values()]
        value = {
            name: war.worth(unit) + (ALONE if profiles.count(unit.profile) == 1 else 0.0)
            for name, unit in units.items()
        }
        own = next(iter(units.values())).seat == war.seat
        sign, why, less = (
            (-1, reasons.MISSED_LEAST, reasons.MISSED_MORE) if own else (1, reasons.FIGHTS_BEST, reasons.FIGHTS_WORSE)
        )
        order = sorted(decision.options, key=lambda option: (value[option.id], option.id), reverse=not own)
        return reasons.listed([(Parts(material=sign * value[option.id]), option) for option in order], why, less)

    def retreat(self, war: WarMap, decision: Decision) -> Sequence[Weighed]:
        """Fight on while that pays; retreat to the safest hex."""
        state = war.state
        stay = decision.option("stay")
        if stay is None:
            unit = state.units[decision.unit]
            rows = [(-war.peril(o.to, [*war.own_at(o.to), unit]), o.id, o) for o in decision.options]
            safest = [(Parts(danger=value), o) for value, _, o in sorted(rows, reverse=True)]
            return reasons.listed(safest, reasons.SAFEST, reasons.LESS_SAFE)
        own, held = attackers(state, stay.to), enemies_on(state, war.seat, stay.to)
        total = self.rules.forecast(state, stay)
        chance = float(total.p_out) if total else 0.0
        gained = war.prize(stay.to, war.seat) + fsum(war.worth(unit) for unit in held)
        risked = fsum(war.worth(unit) for unit in own)
        goes_on = Parts(points=chance * gained, material=-self.temper.danger * (1 - chance) * risked)
        both = [(goes_on, stay), (Parts(), decision.options[1])]
        if goes_on.total >= 0:
            return reasons.listed(both, reasons.FIGHTS_ON, reasons.FIGHTS_ON)
        return reasons.listed(both[::-1], reasons.GIVES_UP, reasons.GIVES_UP)

    # -- reserves -------------------------------------------------------------------------------------------------

    def reserve(self, war: WarMap, decision: Decision) -> Sequence[Weighed]:
        """Bring a unit in where it is needed most, or where it is nearest to places to be taken."""
        outlook = Outlook(war)
        plans = []
        for option in decision.options:
            if option.unit:
                unit, there = war.state.units[option.unit], war.own_at(option.to)
                covers = outlook.covering(unit, option.to) if unit.artillery else 0.0
                safer = -outlook.left_open(option.to, there, [*there, unit])
                plans.append(Plan(Parts(ground=outlook.drawn(unit, option.to), danger=safer, watch=covers), option))
        plans.sort(key=lambda plan: (plan.gain, plan.option.id), reverse=True)
        done = next((option for option in decision.options if not option.unit), None)
        if plans and (plans[0].gain > KEPT_BACK or done is None):
            return reasons.weighed(outlook, plans, TOLD)
        keeping_back = (Parts(danger=KEPT_BACK), done or decision.options[-1])
        return reasons.listed(
            [keeping_back, *((plan.parts, plan.option) for plan in plans)], reasons.KEEPS_BACK, reasons.KEEPS_BACK
        )
