"""Judging an Epic table: which formation does what, whom it shoots at, when it charges, and where its moves lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf

from game.ai.epic import assault, charge, marches
from game.ai.epic.objectives import Judge, Objectives, places
from game.ai.epic.plans import Draft, Signature, next_answer, settled, signature
from game.ai.epic.positions import MARKER, Prospects
from game.ai.epic.stakes import BROKEN, worth
from game.ai.lookahead import next_question
from game.ai.seatview import SeatView
from game.engine.decisions import Decision
from game.engine.dice import Rolled
from game.engine.options import PASS, Option
from game.engine.ruleset import Ruleset
from game.engine.setup import Objective
from game.records.levels import Character
from game.rules.epic.actions import MOVES, SHOOTS
from game.rules.epic.fire import Shot, shot
from game.rules.epic.formations import (
    first,
    formations,
    initiative,
    initiative_rows,
    on_table,
)
from game.rules.epic.odds import chance, frailty
from game.rules.epic.state import Battle

REGROUPED = 4.47
"""Blast markers that a regroup takes off: the higher of two dice."""
WATCH = 0.5
"""How likely overwatch comes to its shot."""
LANE = 0.4
"""How much of a shot counts at who has yet to come into view."""
LEAST_SHOT, LEAST_CHARGE = 0.2, 0.3
"""What a shot on overwatch and a charge have to bring, in stands."""
HASTY_SHOT = 0.6
"""What fire has to bring that keeps a recruit from walking on, in stands."""
LAID_OUT = 12
"""Charges that are laid out in one decision, of up to forty where formations mingle: those that promise most at a glance. In
twenty-four games the one that was made was never further down than twelfth, and it cuts the longest decision by half."""
RETAIN = 1.0
"""What the next action must bring for the initiative to be retained."""


class EpicTactics(Objectives):
    """Every answer by an estimate of its own; drafts are worked out whole and then named move by move."""

    def __init__(self, rules: Ruleset, character: Character = Character.STEADY) -> None:
        super().__init__(rules, character)
        self._draft: tuple[object, list[Option], list[Signature]] = ((), [], [])

    def obvious(self, view: SeatView, decision: Decision) -> Option | None:
        """All there is to answer."""
        by_kind: Mapping[str, Callable[[SeatView, Decision], Option]] = {
            "start": _default,
            "activate": self.activate,
            "retain": self.retain,
            "part": self.part,
            "shoot": self.shoot,
            "react": self.react,
            "allocate": self.allocate,
        }
        return by_kind.get(decision.kind, self.draft)(view, decision)

    def hasty(self, view: SeatView, decision: Decision) -> Option | None:
        """A recruit takes the first formation that may act, charges at a glance, and never acts twice running."""
        if decision.kind == "retain":
            return decision.option("hand_on")
        return self.at_a_glance(view, decision) if decision.kind == "activate" else None

    def at_a_glance(self, view: SeatView, decision: Decision) -> Option:
        """A charge that a rough sum speaks for, else fire that is worth it, else on towards the objective."""
        state, formation = battle(view), decision.options[0].formation
        prospects = self.table(state, decision.seat)
        options = [option for option in decision.options if option.formation == formation]
        charges = [
            (self.glance(prospects, option), option.id, option) for option in options if option.action == "engage"
        ]
        if charges and max(charges)[0] > 0:
            return max(charges)[2]
        here, goal = places(state, formation), self.goals(state, decision.seat).get(formation)
        fires = prospects.fire(formation, here, 1) > HASTY_SHOT
        walks = "double" if goal is not None and self.off(state, here, goal) > 0.5 else "advance"
        action = "sustained_fire" if fires else walks
        return next((option for option in options if option.action == action), options[0])

    # -- which formation, and what --------------------------------------------------------------------------------

    def activate(self, view: SeatView, decision: Decision) -> Option:
        """The action that brings most over doing nothing."""
        values = self.prospects(view, decision)
        best = max(value for value, _ in values)
        return min((o for value, o in values if value == best), key=lambda o: o.id)

    def prospects(self, table: SeatView, decision: Decision) -> list[tuple[float, Option]]:
        """What each action is expected to bring its side; charges that promise little are left out where there are many."""
        state, seat = battle(table), decision.seat
        view = self.table(state, seat)
        goals = self.goals(state, seat)
        by_formation: dict[str, list[Option]] = {}
        for option in self.worth_a_look(view, decision.options):
            by_formation.setdefault(option.formation, []).append(option)
        found = []
        for formation, options in by_formation.items():
            values = self.actions(view, table, formation, goals.get(formation), options)
            found += [(values[o.id], o) for o in options]
        return found

    def worth_a_look(self, view: Prospects, options: Sequence[Option]) -> list[Option]:
        """All but the charges that promise least at a glance."""
        charges = [option for option in options if option.action == "engage"]
        charges.sort(key=lambda option: (-self.glance(view, option), option.id))
        dropped = {option.id for option in charges[LAID_OUT:]}
        return [option for option in options if option.id not in dropped]

    def actions(
        self, view: Prospects, table: SeatView, formation: str, goal: Objective | None, options: Sequence[Option]
    ) -> dict[str, float]:
        """What each action of a formation brings over standing still, tests that fail included."""
        state = view.state
        here = places(state, formation)
        judge = self.judge(view, formation, goal)
        stay = judge(None)(here)
        walk = self.reachable(state, formation, goal, 1, judge(None))
        still = stay + view.fire(formation, here, 0)
        regroup = self.relief(state, formation)
        hold = max(walk, still, stay + regroup)
        worth_of = {
            "hold": hold,
            "sustained_fire": stay + view.fire(formation, here, 1),
            "overwatch": stay + self.watch(view, formation, here),
            "marshal": max(walk, stay + view.fire(formation, here, -1)) + regroup,
        }
        retaining = state.retaining == table.seat
        found: dict[str, float] = {}
        for option in options:
            action = option.action
            if action == "engage":
                value = stay + self.assault(view, table, option, goal)
            elif action in MOVES:
                value = self.reachable(state, formation, goal, MOVES[action], judge(SHOOTS.get(action)))
            else:
                value = worth_of[action]
            passing = 1.0 if action == "hold" else self.passing(state, formation, action, retaining=retaining)
            found[option.id] = passing * value + (1 - passing) * (hold - 2 * MARKER) - stay
        return found

    def relief(self, state: Battle, formation: str) -> float:
        """What a regroup is worth: guns that speak again, better tests, and a formation further from breaking."""
        members = on_table(state, formation)
        blast = state.formations[formation].blast
        off = min(blast, REGROUPED)
        strain, after = (min(1.0, count / len(members)) for count in (blast, blast - off))
        return MARKER * off + 0.6 * BROKEN * sum(map(worth, members)) * (strain**2 - after**2)

    def passing(self, state: Battle, formation: str, action: str, *, retaining: bool) -> float:
        """The chance of its action test."""
        rows = initiative_rows(state, formation, action, retaining=retaining)
        return chance(max(1, initiative(state, formation) - sum(value for _, value, _ in rows)))

    def reachable(self, state: Battle, formation: str, goal: Objective | None, moves: int, judge: Judge) -> float:
        """The value of the best place within so many moves."""
        cm = moves * marches.slowest(state, formation)
        if not cm:
            return judge(places(state, formation))
        cells = marches.ways(self.rules, state, formation, cm).costs
        taken = {u.at for u in state.standing() if u.formation != formation and not u.aboard}
        found = marches.best_place(state, formation, (c for c in cells if c not in taken), judge, goal)
        return found[0][0] if found else judge(places(state, formation))

    def watch(self, view: Prospects, formation: str, cells: Mapping[str, int]) -> float:
        """What overwatch is expected to bring: a shot at who moves in view, or at who may come into view."""
        state = view.state
        seen = view.fire(formation, cells, 0)
        lane = 0.0
        for name, cell in cells.items():
            unit = state.units[name]
            weapon = self.rules.weapon(unit.weapons[0])
            if view.comes_into(cell, weapon.range):
                lane += LANE * chance(weapon.numbers["ap"])
        return WATCH * max(seen, lane)

    def glance(self, view: Prospects, option: Option) -> float:
        """What a charge promises before it is laid out: the best of the duels with those it is at, and their ground."""
        best = -inf
        for name in dict.fromkeys(view.state.units[unit].formation for unit in option.targets):
            gain, won = view.duel(option.formation, name)
            best = max(best, gain + won * view.held.get(name, 0.0))
        return best

    def assault(self, view: Prospects, table: SeatView, option: Option, goal: Objective | None) -> float:
        """What a charge would bring: laid out as it would be planned, with ground, and with overwatch on the way."""
        state, formation = view.state, option.formation
        names = list(dict.fromkeys(state.units[name].formation for name in option.targets))
        ahead = next_question(self.rules, table.state, table.answers, option, self.lucky)
        if not isinstance(ahead, Battle) or not ahead.queues or ahead.queues[-1].kind != "charge":
            return 0.0
        gain, won = charge.prospect(Draft(self.rules, ahead, table.seat))
        for objective in state.objectives:
            if any(u.at in objective.cells for name in names for u in on_table(state, name)):
                gain += won * self.stakes(state, objective) * (1.2 if objective is goal else 0.6)
            if objective is goal and any(u.at in goal.cells for u in on_table(state, formation)):
                gain -= 0.4 * self.stakes(state, objective)
        side = state.side(first(state, formation).seat)
        for name in formations(state):
            if state.formations[name].overwatch and state.side(first(state, name).seat) != side:
                found = shot(self.rules, state, name, formation, 0)
                gain -= 0.3 * sum(v.dice * chance(v.need) for v in found.volleys) if isinstance(found, Shot) else 0.2
        return gain - LEAST_CHARGE

    def lucky(self, asked: Decision) -> Rolled:
        """The roll comes out as well as it can."""
        outcomes = asked.outcomes
        outcome, _, faces = max(outcomes, key=lambda row: int(row[0] or 0))
        return Rolled(faces, outcome)

    def retain(self, view: SeatView, decision: Decision) -> Option:
        """Acting again straight away pays where something waits that the enemy could still get away from."""
        state = battle(view)
        seat = decision.seat
        prospects = self.table(state, seat)
        best = 0.0
        for formation in formations(state, seat):
            waits = not state.formations[formation].activated and not state.formations[formation].broken
            if waits and on_table(state, formation):
                passing = self.passing(state, formation, "sustained_fire", retaining=True)
                best = max(best, passing * prospects.fire(formation, places(state, formation), 1))
        return decision.option("retain" if best > RETAIN else "hand_on") or _default(view, decision)

    # -- fire -----------------------------------------------------------------------------------------------------

    def shot_at(self, view: Prospects, formation: str, target: str, plus: int) -> float:
        """What a shot of the rules is expected to be worth."""
        state = view.state
        found = shot(self.rules, state, formation, target, plus)
        if not isinstance(found, Shot):
            return 0.0
        victims = [state.units[name] for name in found.victims]
        weak = sum(frailty(state, u, u.at) for u in victims) / len(victims)
        return view.toll(view.enemies.index(target), weak * sum(v.dice * chance(v.need) for v in found.volleys))

    def shoot(self, view: SeatView, decision: Decision) -> Option:
        """The formation that loses most by it."""
        state = battle(view)
        prospects = self.table(state, decision.seat)
        shots = [
            (-self.shot_at(prospects, o.formation, state.units[o.target].formation, o.value), o.id, o)
            for o in decision.options
            if o.target
        ]
        return min(shots)[2]

    def react(self, view: SeatView, decision: Decision) -> Option:
        """Overwatch fires unless the shot is poor and more is to come."""
        state = battle(view)
        prospects = self.table(state, decision.seat)
        shots = [
            (-self.shot_at(prospects, o.formation, state.units[o.target].formation, 0), o.id, o)
            for o in decision.options
            if o.target
        ]
        if shots and -min(shots)[0] >= LEAST_SHOT:
            return min(shots)[2]
        return decision.option(PASS.id) or decision.options[-1]

    def allocate(self, view: SeatView, decision: Decision) -> Option:
        """The stand that is missed least takes the hit."""
        state = battle(view)
        return min(decision.options, key=lambda o: (worth(state.units[o.unit]), o.id))

    # -- moves ----------------------------------------------------------------------------------------------------

    def part(self, view: SeatView, decision: Decision) -> Option:
        """The one thing that a marshalling or holding formation does."""
        state = battle(view)
        options = {o.action: o for o in decision.options}
        formation = decision.options[0].formation
        prospects = self.table(state, decision.seat)
        goal = self.goals(state, decision.seat).get(formation)
        here = places(state, formation)
        judge = self.judge(prospects, formation, goal)(None)
        stay = judge(here)
        plus = -1 if state.queues[-1].action.kind == "marshal" else 0
        values = {
            "part_move": self.reachable(state, formation, goal, 1, judge),
            "part_shoot": stay + prospects.fire(formation, here, plus),
            "part_regroup": stay + self.relief(state, formation),
            "part_nothing": stay,
        }
        return min(options.values(), key=lambda o: (-values[o.action], o.id))

    def draft(self, view: SeatView, decision: Decision) -> Option:
        """The next move of the set that was worked out for this draft."""
        base = Draft(self.rules, battle(view), decision.seat)
        key = (decision.seat, base.state.mark())
        if self._draft[0] != key:
            made = self.worked_out(base)
            self._draft = (key, made.told, made.signs)
        return next_answer(decision, signature(battle(view).queues[-1], decision.seat), *self._draft[1:])

    def worked_out(self, base: Draft) -> Draft:
        """The whole set of moves for a draft."""
        queue, state = base.queue, base.state
        if queue.kind == "charge":
            return settled(charge.charge(base))
        if queue.kind == "counter_charge":
            return assault.counter_charge(base)
        formation = queue.action.drafting[0]
        view = self.table(state, base.seat)
        after = queue.action.of - queue.action.number
        if queue.kind == "withdraw":
            made = marches.march(base, formation, self.refuge(view, formation), None, after, free=True)
            return made if after else marches.pull_back(made, formation)
        goal = self.goals(state, base.seat).get(formation)
        judge = self.judge(view, formation, goal)(SHOOTS.get(queue.action.kind))
        made = settled(marches.march(base, formation, judge, goal, after))
        if after or not self.arrived(view, made, formation, goal):
            return made
        return marches.unload(marches.step_onto(made, formation, goal), formation, judge)


def battle(view: SeatView) -> Battle:
    """The table that a seat sees. Raises TypeError where that is none of Epic."""
    if not isinstance(view.front, Battle):
        raise TypeError(f"{view.rules.id} is not Epic.")
    return view.front


def _default(view: SeatView, decision: Decision) -> Option:
    return decision.option(decision.default) or decision.options[0]
