"""Decisions in Epic: which formation acts and how, which enemies it shoots at or charges, and where it moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from math import fsum, inf
from operator import add

from game.ai.epic import charge, marches, reasons
from game.ai.epic.objectives import Judge, Objectives, Places, places
from game.ai.epic.planner import Made, Planner
from game.ai.epic.plans import Draft
from game.ai.epic.positions import MARKER, Prospects
from game.ai.epic.reasons import Outcome
from game.ai.epic.stakes import BROKEN, STRAIN, worth
from game.ai.lookahead import next_question
from game.ai.seatview import SeatView
from game.ai.thought import Parts, Weighed, difference
from game.engine.decisions import Decision
from game.engine.dice import Roll, spread
from game.engine.names import QuestionKind, Verb
from game.engine.options import CONFIRM, PASS, REACT, Option
from game.engine.ruleset import Ruleset
from game.engine.setup import Objective
from game.engine.throws import Throw
from game.records.levels import Character
from game.rules.epic.actions import MOVES, SHOOTS
from game.rules.epic.drafts import DRAFT_QUESTIONS
from game.rules.epic.fire import Shot, plus_of, shot
from game.rules.epic.formations import (
    action_test,
    first,
    formations,
    on_table,
    standing,
)
from game.rules.epic.odds import chance, frailty
from game.rules.epic.state import Battle
from game.rules.epic.vocabulary import Questions, Verbs

REGROUPED = 4.47
"""The mean number of blast markers that a regroup removes: the higher of two dice."""
WATCH = 0.5
"""How likely overwatch gets its shot: an enemy that can avoid it does."""
LANE = 0.4
"""The share of a shot at enemies that have yet to come into view: fewer than half do."""
LEAST_SHOT, LEAST_CHARGE = 0.2, 0.3
"""The least that an overwatch shot and a charge must bring, in stands: each costs a marker, or a place."""
HASTY_CHARGE, HASTY_SHOT = 0.5, 0.6
"""What a charge must promise at a glance for a recruit to make it, and what fire must bring for it not to walk on, in
stands."""
LAID_OUT = 12
"""The most charges that are laid out in one decision, the most promising at a glance; there are up to forty where
formations mingle. In 24 games the chosen one was never below twelfth. This halves the longest decision."""
WON, WON_ASIDE, LEFT = 1.2, 0.6, 0.4
"""The share of an objective's worth that a charge gains by winning the ground: of the formation's own, where an enemy
goes as well; of another; and the share that it loses by leaving its own."""
WATCHED, SEEN = 0.3, 0.2
"""The share of an overwatch shot that counts against a charge, since it may be spent on another formation; and what a
watching formation costs, in stands, that has no shot at the start of the charge but may get one."""
RETAIN = 1.0
"""What the next action must bring, in stands, for the initiative to be retained: its test is harder, and may fail."""


class EpicTactics(Objectives):
    """Each kind of answer has an estimate of its own; drafts are worked out whole and then named move by move."""

    def __init__(self, rules: Ruleset, character: Character = Character.STEADY) -> None:
        super().__init__(rules, character)
        self._made = Made()

    def judged(self, view: SeatView, decision: Decision) -> Sequence[Weighed]:
        by_kind: Mapping[QuestionKind, Callable[[SeatView, Decision], Sequence[Weighed]]] = {
            Questions.START: self.start,
            Questions.ACTIVATE: self.activate,
            Questions.RETAIN: self.retain,
            Questions.PART: self.part,
            Questions.SHOOT: self.shoot,
            REACT: self.react,
            Questions.ALLOCATE: self.allocate,
        }
        return by_kind.get(decision.kind, self.draft)(view, decision)

    def hasty(self, view: SeatView, decision: Decision) -> Option | None:
        """A recruit takes the first formation that may act, charges at a glance, and never acts twice running.

        It receives a charge without counter charging, which beginners forget first, and it charges the first enemy that
        it may hope to beat instead of looking for a better one.
        """
        if decision.kind == Questions.RETAIN:
            return decision.option("hand_on")
        if decision.kind == Questions.COUNTER_CHARGE:
            return decision.option(CONFIRM.id)
        return self.at_a_glance(view, decision) if decision.kind == Questions.ACTIVATE else None

    def at_a_glance(self, view: SeatView, decision: Decision) -> Option:
        """The first charge that a rough sum favours, else fire that is worth it, else a move towards the objective."""
        state, formation = battle(view), decision.options[0].formation
        prospects = self.table(state, decision.seat)
        options = [option for option in decision.options if option.formation == formation]
        charges = (option for option in options if option.action == Verbs.ENGAGE)
        promising = next((option for option in charges if self.glance(prospects, option) > HASTY_CHARGE), None)
        if promising is not None:
            return promising
        here, goal = places(state, formation), self.goals(state, decision.seat).get(formation)
        fires = prospects.fire(formation, here, 1) > HASTY_SHOT
        walks = Verbs.DOUBLE if goal is not None and self.off(state, here, goal) > 0.5 else Verbs.ADVANCE
        action = Verbs.SUSTAINED_FIRE if fires else walks
        return next((option for option in options if option.action == action), options[0])

    def compared(
        self, view: SeatView, decision: Decision, chosen: Option, listed: Callable[[], Sequence[Weighed]]
    ) -> tuple[Weighed, Weighed] | None:
        """Against what the same formation could have done instead, since others can act later; plans once confirmed."""
        state = battle(view)
        if decision.kind in DRAFT_QUESTIONS:
            return Planner(self, self._made).compared(Draft(self.rules, state, decision.seat), state, chosen)
        if decision.kind != Questions.ACTIVATE:
            return super().compared(view, decision, chosen, listed)
        own = [option for option in decision.options if option.formation == chosen.formation]
        goal = self.goals(state, decision.seat).get(chosen.formation)
        found = self.actions(self.table(state, decision.seat), view, chosen.formation, goal, own)
        best = min(own, key=lambda option: (-found[option.id].value, option.id != chosen.id, option.id))
        mine, other = (reasons.weighed([(found[option.id], option)])[0] for option in (chosen, best))
        return mine, other

    # -- which formation, and what --------------------------------------------------------------------------------

    def start(self, view: SeatView, decision: Decision) -> Sequence[Weighed]:
        """The seat that may choose begins."""
        begins = decision.option(decision.default) or decision.options[0]
        return reasons.listed([(0.0, begins, reasons.BEGINS)])

    def activate(self, view: SeatView, decision: Decision) -> Sequence[Weighed]:
        """The action that brings most over doing nothing, then the others."""
        rows = sorted(self.prospects(view, decision), key=lambda row: (-row[0].value, row[1].id))
        best = rows[0][1]
        units = battle(view).units
        charged = dict.fromkeys(units[name].formation for name in best.targets) if best.action == Verbs.ENGAGE else ()
        return reasons.weighed(rows, reasons.countered(list(charged)) if charged else None)

    def prospects(self, table: SeatView, decision: Decision) -> list[tuple[Outcome, Option]]:
        """What each action is expected to bring its side, without the charges that promise least if there are many."""
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
        """The options without the charges that promise least at a glance."""
        charges = [option for option in options if option.action == Verbs.ENGAGE]
        charges.sort(key=lambda option: (-self.glance(view, option), option.id))
        dropped = {option.id for option in charges[LAID_OUT:]}
        return [option for option in options if option.id not in dropped]

    def actions(
        self, view: Prospects, table: SeatView, formation: str, goal: Objective | None, options: Sequence[Option]
    ) -> dict[str, Outcome]:
        """What each action of a formation brings over standing still, failed tests included."""
        state = view.state
        own = ActionValues(self, view, formation, goal)
        retaining = state.retaining == table.seat
        found: dict[str, Outcome] = {}
        for option in options:
            action = option.action
            if action == Verbs.ENGAGE:
                brings, won = self.assault(view, table, option, goal)
                outcome = Outcome(brings.total, partial(Parts, *brings), won)
            else:
                outcome = own.outcome(action)
            passing = 1.0 if action == Verbs.HOLD else self.passing(state, formation, action, retaining=retaining)
            value = passing * outcome.value + (1 - passing) * own.failed
            found[option.id] = outcome._replace(value=value, passing=passing)
        return found

    def relief(self, state: Battle, formation: str) -> float:
        """What a regroup is worth: guns that fire again, better tests, and a formation further from breaking."""
        members = on_table(state, formation)
        blast = state.formations[formation].blast
        off = min(blast, REGROUPED)
        strain, after = (min(1.0, count / len(members)) for count in (blast, blast - off))
        return MARKER * off + STRAIN * BROKEN * fsum(map(worth, members)) * (strain**2 - after**2)

    def passing(self, state: Battle, formation: str, action: Verb, *, retaining: bool) -> float:
        """The chance to pass the action test."""
        return float(action_test(state, formation, action, retaining=retaining).chance())

    def reachable(
        self, state: Battle, formation: str, goal: Objective | None, moves: int, judge: Judge
    ) -> tuple[float, Mapping[str, int]]:
        """The value of the best place within so many moves, and the cells of a sample of the stands there."""
        cm, here = moves * marches.slowest(state, formation), places(state, formation)
        if not cm or not first(state, formation).stats["SPEED"]:  # the first stand leads the formation
            return judge.value(here), here
        cells = marches.reached(state, formation, cm)
        taken = {u.at for u in state.standing() if u.formation != formation and not u.aboard}
        ranked = marches.best_place(state, formation, (c for c in cells if c not in taken), judge, goal)
        found = next(ranked, None)
        if found is None:
            return judge.value(here), here
        value, cell = found
        return value, marches.sample_at(state, formation, cell)

    def watch(self, view: Prospects, formation: str, cells: Mapping[str, int]) -> float:
        """What overwatch is expected to bring: a shot at enemies that move in view, or that may come into view."""
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
        """What a charge promises before it is laid out: the best duel with one of its targets, and their ground."""
        best = -inf
        for name in dict.fromkeys(view.state.units[unit].formation for unit in option.targets):
            gain, won = view.duel(option.formation, name)
            best = max(best, gain + won * view.held.get(name, 0.0))
        return best

    def assault(self, view: Prospects, table: SeatView, option: Option, goal: Objective | None) -> tuple[Parts, float]:
        """What a charge is expected to bring and the chance to win, laid out as planned, with overwatch on the way."""
        state, formation = view.state, option.formation
        names = list(dict.fromkeys(state.units[name].formation for name in option.targets))
        ahead = next_question(self.rules, table.state, table.answers, option, self.lucky)
        if not isinstance(ahead, Battle) or not ahead.queues or ahead.queues[-1].kind != Verbs.CHARGE:
            return Parts(), 0.0
        gain, won = charge.prospect(Draft(self.rules, ahead, table.seat), self.temper)
        ground, fire = 0.0, 0.0
        for objective in state.objectives:
            if any(u.at in objective.cells for name in names for u in on_table(state, name)):
                ground += won * self.stakes(state, objective) * (WON if objective is goal else WON_ASIDE)
            if objective is goal and any(u.at in goal.cells for u in on_table(state, formation)):
                ground -= LEFT * self.stakes(state, objective)
        side = state.side(first(state, formation).seat)
        for name in formations(state):
            if state.formations[name].overwatch and state.side(first(state, name).seat) != side:
                found = shot(self.rules, state, name, formation, 0)
                if isinstance(found, Shot):
                    fire += WATCHED * fsum(v.dice * chance(v.need) for v in found.volleys)
                else:
                    fire += SEEN
        return Parts(material=gain - LEAST_CHARGE, ground=ground, danger=-fire), won

    def lucky(self, throw: Throw) -> Roll:
        """The best outcome of a roll."""
        outcome, _, faces = max(spread(throw.dice, throw.read).outcomes, key=lambda row: row[0])
        return Roll(faces, outcome)

    def retain(self, view: SeatView, decision: Decision) -> Sequence[Weighed]:
        """Retaining pays if a formation waits to fire at something that the enemy could still move out of its fire."""
        state = battle(view)
        seat = decision.seat
        prospects = self.table(state, seat)
        best = 0.0
        for formation in formations(state, seat):
            waits = not state.formations[formation].activated and not state.formations[formation].broken
            if waits and on_table(state, formation):
                passing = self.passing(state, formation, Verbs.SUSTAINED_FIRE, retaining=True)
                best = max(best, passing * prospects.fire(formation, places(state, formation), 1))
        acts = best > RETAIN
        values = {Verbs.RETAIN: best, Verbs.HAND_ON: RETAIN}
        whys = {
            Verbs.RETAIN: reasons.GETS_AWAY if acts else reasons.CAN_WAIT,
            Verbs.HAND_ON: reasons.ACT_FIRST if acts else reasons.CAN_WAIT,
        }
        rows = [(values[option.action], option, whys[option.action]) for option in decision.options]
        rows.sort(key=lambda row: (-row[0], row[1].action != Verbs.HAND_ON))
        return reasons.listed(rows)

    # -- fire -----------------------------------------------------------------------------------------------------

    def shot_at(self, view: Prospects, formation: str, target: str, plus: int) -> float:
        """What a shot by the rules is expected to be worth, in stands."""
        state = view.state
        found = shot(self.rules, state, formation, target, plus)
        if not isinstance(found, Shot):
            return 0.0
        victims = [state.units[name] for name in found.victims]
        weak = fsum(frailty(state, u, u.at) for u in victims) / len(victims)
        return view.toll(view.enemies.index(target), weak * fsum(v.dice * chance(v.need) for v in found.volleys))

    def shoot(self, view: SeatView, decision: Decision) -> Sequence[Weighed]:
        """Shoot at the formation that loses most."""
        state = battle(view)
        prospects = self.table(state, decision.seat)
        shots = [
            (self.shot_at(prospects, o.formation, state.units[o.target].formation, plus_of(o)), o)
            for o in decision.options
            if o.target
        ]
        shots.sort(key=lambda row: (-row[0], row[1].id))
        return reasons.listed([(value, option, reasons.worth(value)) for value, option in shots])

    def react(self, view: SeatView, decision: Decision) -> Sequence[Weighed]:
        """Overwatch fires, unless the shot is poor; then a better one may come."""
        state = battle(view)
        prospects = self.table(state, decision.seat)
        shots = [
            (self.shot_at(prospects, o.formation, state.units[o.target].formation, 0), o)
            for o in decision.options
            if o.target
        ]
        shots.sort(key=lambda row: (-row[0], row[1].id))
        passes = LEAST_SHOT, decision.option(PASS.id) or decision.options[-1], reasons.WAITS
        fires = [(value, option, reasons.worth(value)) for value, option in shots]
        if shots and shots[0][0] >= LEAST_SHOT:
            return reasons.listed([*fires, passes])
        return reasons.listed([passes, *fires])

    def allocate(self, view: SeatView, decision: Decision) -> Sequence[Weighed]:
        """The stand that is missed least takes the hit."""
        units = battle(view).units
        order = sorted(decision.options, key=lambda o: (worth(units[o.unit]), o.id))
        why = [reasons.MISSED_LEAST, *[reasons.MISSED_MORE] * (len(order) - 1)]
        return reasons.listed([(-worth(units[o.unit]), o, one) for o, one in zip(order, why, strict=True)])

    # -- moves ----------------------------------------------------------------------------------------------------

    def part(self, view: SeatView, decision: Decision) -> Sequence[Weighed]:
        """The one thing that a marshalling or holding formation does."""
        state = battle(view)
        formation = decision.options[0].formation
        goal = self.goals(state, decision.seat).get(formation)
        own = ActionValues(self, self.table(state, decision.seat), formation, goal)
        plus = -1 if state.queues[-1].action.kind == Verbs.MARSHAL else 0
        brings: Mapping[Verb, Callable[[], Outcome]] = {
            Verbs.PART_MOVE: lambda: own.walk,
            Verbs.PART_SHOOT: lambda: own.shoots(plus),
            Verbs.PART_REGROUP: own.regroups,
            Verbs.PART_NOTHING: lambda: Outcome(0.0, Parts),
        }
        rows = [(brings[option.action](), option) for option in decision.options]
        rows.sort(key=lambda row: (-row[0].value, row[1].id))
        return reasons.weighed(rows)

    def draft(self, view: SeatView, decision: Decision) -> Sequence[Weighed]:
        """The next move of the set that was worked out for this draft."""
        planner = Planner(self, self._made)
        found = planner.next(Draft(self.rules, battle(view), decision.seat), battle(view), decision)
        self._made = planner.made
        return found


class ActionValues:
    """What a formation's actions bring over standing still, from where it is or after a move; tests are left out."""

    def __init__(self, tactics: EpicTactics, view: Prospects, formation: str, goal: Objective | None) -> None:
        self.tactics, self.view, self.formation, self.goal = tactics, view, formation, goal
        self.here = places(view.state, formation)
        self.judge = tactics.judge(view, formation, goal)
        self.stay = self.judge(None).value(self.here)

    def outcome(self, action: Verb) -> Outcome:
        """What an action other than a charge brings."""
        if action in MOVES:
            return self.moved(MOVES[action], SHOOTS.get(action))
        if action == Verbs.OVERWATCH:
            value = self.tactics.watch(self.view, self.formation, self.here)
            return Outcome(value, partial(Parts, watch=value))
        if action == Verbs.SUSTAINED_FIRE:
            return self.shoots(1)
        if action == Verbs.MARSHAL:
            first, then = max(self.walk, self.shoots(-1), key=_value), self.regroups()
            return first._replace(value=first.value + then.value, parts=lambda: _both(first.parts(), then.parts()))
        return max(self.walk, self.shoots(0), self.regroups(), key=_value)

    @cached_property
    def hold(self) -> float:
        """What the formation does at least if its test fails."""
        return self.outcome(Verbs.HOLD).value

    @cached_property
    def failed(self) -> float:
        """What a failed test leads to: holding with one more blast marker, or breaking by it and leaving the ground."""
        state, name = self.view.state, self.formation
        stands, piece = standing(state, name), state.formations[name]
        if piece.broken or piece.blast + 1 < len(stands):
            return self.hold - 2 * MARKER
        cells = set(self.here.values())
        ground = fsum(self.tactics.stakes(state, goal) for goal in state.objectives if not cells.isdisjoint(goal.cells))
        return -BROKEN * fsum(map(worth, stands)) - ground

    @cached_property
    def walk(self) -> Outcome:
        """One move without a shot."""
        return self.moved(1, None)

    def moved(self, moves: int, plus: int | None) -> Outcome:
        """The best place within so many moves, and a shot from there with the modifier `plus`; None for no shot."""
        value, cells = self.tactics.reachable(self.view.state, self.formation, self.goal, moves, self.judge(plus))
        goal = self.goal
        holds = goal is not None and any(cell in goal.cells for cell in cells.values())
        # Not a bound method: this object keeps the outcome, which must not refer back to it.
        parts = partial(_gone, self.judge, self.here, cells, plus)
        return Outcome(value - self.stay, parts, goal=goal.name if goal else "", holds=holds)

    def shoots(self, plus: int) -> Outcome:
        """A shot from where the formation is."""
        value = self.view.fire(self.formation, self.here, plus)
        return Outcome(value, partial(Parts, material=value))

    def regroups(self) -> Outcome:
        """Removing blast markers."""
        value = self.tactics.relief(self.view.state, self.formation)
        return Outcome(value, partial(Parts, watch=value))


def _gone(judge: Places, here: Mapping[str, int], cells: Mapping[str, int], plus: int | None) -> Parts:
    """What going from here to these cells brings, with a shot from there."""
    return difference(judge.parts(cells, plus), judge.parts(here))


def _value(outcome: Outcome) -> float:
    return outcome.value


def _both(one: Parts, other: Parts) -> Parts:
    return Parts(*map(add, one, other))


def battle(view: SeatView) -> Battle:
    """The table that a seat sees. Raises TypeError for a table of another rulebook."""
    if not isinstance(view.front, Battle):
        raise TypeError(f"{view.rules.id} is not Epic.")
    return view.front
