"""Judging an Epic table: which formation does what, whom it shoots at, when it charges, and where its moves lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from game.ai import charges, marches
from game.ai.assaults import Fighters, balance, chance, frailty, odds, worth
from game.ai.plans import Draft, Signature, next_answer, signature
from game.ai.positions import MARKER, Prospects
from game.ai.seatview import SeatView
from game.ai.tactics import FAR, Tactics, walking
from game.engine.decisions import CONFIRM, PASS, Decision, Option
from game.engine.setup import Objective
from game.engine.state import State, Unit
from game.rules.epic.actions import MOVES, SHOOTS
from game.rules.epic.counter import distance
from game.rules.epic.fire import Shot, shot
from game.rules.epic.formations import (
    first,
    formation_of,
    formations,
    initiative,
    initiative_rows,
    marked,
    on_table,
    standing,
    weight,
)
from game.rules.epic.ground import NEAR, half_cells, span, within

POINT = 0.6
"""What a point of an objective is worth, in stands."""
HARM, HOPE = 0.5, 0.4
"""How much counts what enemies may do to a place, and what could be shot at from it later."""
REGROUPED = 4.47
"""Blast markers that a regroup takes off: the higher of two dice."""
WATCH = 0.5
"""How likely overwatch comes to its shot."""
LEAST_SHOT = 0.2
LEAST_CHARGE = 0.3
RETAIN = 1.0
"""What the next action must bring for the initiative to be retained."""


class FormationTactics(Tactics):
    """Every answer by an estimate of its own; drafts are worked out whole and then named move by move."""

    def __init__(self, rules):  # type: ignore[no-untyped-def]
        super().__init__(rules)
        self._draft: tuple[object, list[Option], list[Signature]] = ((), [], [])

    def worth(self, unit: Unit) -> float:
        """A stand."""
        return worth(unit)

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

    # -- ground ---------------------------------------------------------------------------------------------------

    def turns_off(self, state: State, unit: Unit, cell: int, goal: Objective) -> float:
        """Turns of two moves from a cell to the objective; 0 on it."""
        board, found = self._ways.get(goal.id, (None, {}))
        if board is not state.board:
            found = walking(state.board, goal.cells)
            self._ways[goal.id] = (state.board, found)
        return found.get(cell, FAR) / max(1, 2 * half_cells(state, max(5, unit.stats["SPEED"])))

    def off(self, state: State, cells: Mapping[str, int], goal: Objective) -> float:
        """Turns for the nearest of these stands."""
        return min((self.turns_off(state, state.units[n], c, goal) for n, c in cells.items()), default=FAR)

    def goals(self, state: State, seat: str) -> dict[str, Objective]:
        """An objective for each formation of the seat that can take one: the nearest first, then the rest help out."""
        able = [f for f in formations(state, seat) if not marked(state, "broken", f) and on_table(state, f)]
        pairs = sorted(
            (self.off(state, _places(state, f), goal) - 0.1 * goal.points, f, place)
            for f in able
            for place, goal in enumerate(self.rules.objectives)
        )
        found: dict[str, Objective] = {}
        taken: list[int] = []
        for again in (False, True):
            for _, formation, place in pairs:
                if formation not in found and (again or place not in taken):
                    found[formation] = self.rules.objectives[place]
                    taken.append(place)
        return found

    def stakes(self, state: State, goal: Objective) -> float:
        """What an objective still brings, in stands."""
        return POINT * goal.points * min(4, self.turns_left(state))

    def hold(self, state: State, formation: str, cells: Mapping[str, int], goal: Objective) -> float:
        """What it is worth for a formation to stand like that as to its objective."""
        off = self.off(state, cells, goal)
        seat = first(state, formation).seat
        others = [u for u in state.standing() if u.at in goal.cells and not u.aboard and formation_of(u) != formation]
        enemies = [u for u in others if state.side(u.seat) != state.side(seat)]
        friends = len(others) > len(enemies)
        value = self.stakes(state, goal) * self.closeness(off)
        if friends and not enemies:
            return 0.15 * value
        return value

    def judge(self, view: Prospects, formation: str, goal: Objective | None, plus: int | None) -> marches.Judge:
        """How good it is for the formation to stand somewhere, with its shot at `plus` now if it has one."""
        state = view.state

        def value(cells: Mapping[str, int]) -> float:
            total = HOPE * view.fire(formation, cells, 0)[0] - HARM * view.harm(formation, cells)
            if plus is not None:
                total += view.fire(formation, cells, plus)[0]
            if goal is not None:
                return total + self.hold(state, formation, cells, goal)
            nearest = min((look.away for cell in cells.values() for look in view.looks(cell)), default=0.0)
            return total - 0.01 * nearest

        return value

    # -- which formation, and what --------------------------------------------------------------------------------

    def activate(self, view: SeatView, decision: Decision) -> Option:
        """The action that brings most over doing nothing."""
        values = self.prospects(view.front, decision)
        best = max(value for value, _ in values)
        return min((o for value, o in values if value == best), key=lambda o: o.id)

    def prospects(self, state: State, decision: Decision) -> list[tuple[float, Option]]:
        """What each action is expected to bring its side."""
        seat = decision.seat
        view = Prospects(self.rules, state, seat)
        goals = self.goals(state, seat)
        by_formation: dict[str, list[Option]] = {}
        for option in decision.options:
            by_formation.setdefault(option.formation, []).append(option)
        found = []
        for formation, options in by_formation.items():
            values = self.actions(view, formation, goals.get(formation), options)
            found += [(values[o.id], o) for o in options]
        return found

    def actions(
        self, view: Prospects, formation: str, goal: Objective | None, options: Sequence[Option]
    ) -> dict[str, float]:
        """What each action of a formation brings over standing still, tests that fail included."""
        state = view.state
        here = _places(state, formation)
        idle = self.judge(view, formation, goal, None)
        stay = idle(here)
        walk = self.reachable(view, formation, goal, 1, None)
        still = stay + view.fire(formation, here, 0)[0]
        blast = marked(state, "blast", formation)
        regroup = MARKER * 1.5 * min(blast, REGROUPED)
        hold = max(walk, still, stay + regroup)
        worth_of = {
            "hold": hold,
            "sustained_fire": stay + view.fire(formation, here, 1)[0],
            "overwatch": stay + self.watch(view, formation, here),
            "marshal": max(walk, stay + view.fire(formation, here, -1)[0]) + regroup,
        }
        found: dict[str, float] = {}
        for option in options:
            action = option.action
            if action == "engage":
                value = stay + self.assault(view, formation, option, goal)
            elif action in MOVES:
                value = self.reachable(view, formation, goal, MOVES[action], SHOOTS.get(action))
            else:
                value = worth_of[action]
            passing = 1.0 if action == "hold" else self.passing(state, formation, action)
            found[option.id] = passing * value + (1 - passing) * (hold - 2 * MARKER) - stay
        return found

    def passing(self, state: State, formation: str, action: str) -> float:
        """The chance of its action test."""
        retaining = state.tags.get("retaining") == first(state, formation).seat
        rows = initiative_rows(self.rules, state, formation, action, retaining)
        return chance(max(1, initiative(state, formation) - sum(int(str(row[1])) for row in rows)))

    def reachable(self, view: Prospects, formation: str, goal: Objective | None, moves: int, plus: int | None) -> float:
        """The value of the best place within so many moves."""
        state = view.state
        judge = self.judge(view, formation, goal, plus)
        cm = moves * marches.slowest(state, formation)
        if not cm:
            return judge(_places(state, formation))
        cells = marches.ways(self.rules, state, formation, cm).costs
        taken = {u.at for u in state.standing() if formation_of(u) != formation and not u.aboard}
        found = marches.best_place(state, formation, (c for c in cells if c not in taken), judge, goal)
        return found[0][0] if found else judge(_places(state, formation))

    def watch(self, view: Prospects, formation: str, cells: Mapping[str, int]) -> float:
        """What overwatch is expected to bring: a shot at who moves in view, half of that at who may come into view."""
        state = view.state
        seen = view.fire(formation, cells, 0)[0]
        lane = 0.0
        for name, cell in cells.items():
            unit = state.units[name]
            reach = self.rules.weapon(unit.weapons[0]).range
            if any(
                look.away <= reach + 2 * look.foe.stats["SPEED"] and view.fear[look.foe.id] for look in view.looks(cell)
            ):
                lane += chance(self.rules.weapon(unit.weapons[0]).numbers["ap"]) * 0.4 if reach > NEAR else 0.0
        return WATCH * max(seen, lane)

    def assault(self, view: Prospects, formation: str, option: Option, goal: Objective | None) -> float:
        """What a charge would bring, by how far everybody is off: an estimate."""
        state = view.state
        names = list(dict.fromkeys(formation_of(state.units[name]) for name in option.targets))
        ours, theirs = self.rough(state, formation, names)
        chances = odds(ours, theirs)
        gain = balance(state, chances, [formation], names)
        for objective in self.rules.objectives:
            if any(u.at in objective.cells for name in names for u in on_table(state, name)):
                gain += chances.won * self.stakes(state, objective) * (1.2 if objective is goal else 0.6)
            if objective is goal and any(u.at in goal.cells for u in on_table(state, formation)):
                gain -= 0.4 * self.stakes(state, objective)
        side = state.side(first(state, formation).seat)
        for name in formations(state):
            if marked(state, "overwatch", name) and state.side(first(state, name).seat) != side:
                found = shot(self.rules, state, name, formation, 0)
                gain -= 0.3 * sum(v.dice * chance(v.need) for v in found.volleys) if isinstance(found, Shot) else 0.2
        return gain - LEAST_CHARGE

    def rough(self, state: State, formation: str, names: Iterable[str]) -> tuple[Fighters, Fighters]:
        """Both sides of a charge before it is made: who would get where, as the crow flies."""
        own, foes = on_table(state, formation), [u for name in names for u in on_table(state, name)]
        ours, theirs = _side(state, [formation]), _side(state, names)
        places = {foe.id: 2 for foe in foes}
        touched: set[str] = set()
        for unit in sorted(own, key=lambda u: min(span(state, u.at, foe.at) for foe in foes)):
            speed = unit.stats["SPEED"]
            near = [foe for foe in foes if places[foe.id] and within(state, unit.at, foe.at, speed)]
            fires = any(within(state, unit.at, foe.at, speed + NEAR - 2) for foe in foes)
            close, far = unit.stats["CC"], unit.stats["FF"] or 7
            if near and speed and (close <= far or not fires):
                foe = min(near, key=lambda f: span(state, unit.at, f.at))
                places[foe.id] -= 1
                touched.add(foe.id)
                ours.hits.append(chance(close))
            elif fires and far < 7:
                ours.hits.append(chance(far))
            else:
                continue
            ours.frail.append(frailty(self.rules, state, unit, unit.at))
        for foe in foes:
            if foe.id in touched:
                value = foe.stats["CC"]
            elif any(within(state, unit.at, foe.at, unit.stats["SPEED"] + distance(foe)) for unit in own):
                value = min(foe.stats["CC"], foe.stats["FF"] or 7)
            elif any(within(state, unit.at, foe.at, unit.stats["SPEED"] + NEAR - 2) for unit in own):
                value = foe.stats["FF"]
            else:
                continue
            theirs.frail.append(frailty(self.rules, state, foe, foe.at))
            if value:
                theirs.hits.append(chance(value))
        return ours, theirs

    def retain(self, view: SeatView, decision: Decision) -> Option:
        """Acting again straight away pays where something waits that the enemy could still get away from."""
        state = view.front
        seat = decision.seat
        prospects = Prospects(self.rules, state, seat)
        best = 0.0
        for formation in formations(state, seat):
            if (
                marked(state, "activated", formation)
                or marked(state, "broken", formation)
                or not on_table(state, formation)
            ):
                continue
            here = _places(state, formation)
            need = initiative(state, formation) + 1 + bool(marked(state, "blast", formation))
            best = max(best, chance(max(1, need)) * prospects.fire(formation, here, 1)[0])
        return decision.option("retain" if best > RETAIN else "hand_on") or _default(view, decision)

    # -- fire -----------------------------------------------------------------------------------------------------

    def shot_at(self, view: Prospects, formation: str, target: str, plus: int) -> float:
        """What a shot of the rules is expected to be worth."""
        state = view.state
        found = shot(self.rules, state, formation, target, plus)
        if not isinstance(found, Shot):
            return 0.0
        victims = [state.units[name] for name in found.victims]
        weak = sum(frailty(self.rules, state, u, u.at) for u in victims) / len(victims)
        return view.toll(target, weak * sum(v.dice * chance(v.need) for v in found.volleys))

    def shoot(self, view: SeatView, decision: Decision) -> Option:
        """The formation that loses most by it."""
        state = view.front
        prospects = Prospects(self.rules, state, decision.seat)
        shots = [
            (-self.shot_at(prospects, o.formation, formation_of(state.units[o.target]), o.value), o.id, o)
            for o in decision.options
            if o.target
        ]
        return min(shots)[2]

    def react(self, view: SeatView, decision: Decision) -> Option:
        """Overwatch fires unless the shot is poor and more is to come."""
        state = view.front
        prospects = Prospects(self.rules, state, decision.seat)
        shots = [
            (-self.shot_at(prospects, o.formation, formation_of(state.units[o.target]), 0), o.id, o)
            for o in decision.options
            if o.target
        ]
        if shots and -min(shots)[0] >= LEAST_SHOT:
            return min(shots)[2]
        return decision.option(PASS.id) or decision.options[-1]

    def allocate(self, view: SeatView, decision: Decision) -> Option:
        """The stand that is missed least takes the hit."""
        state = view.front
        return min(decision.options, key=lambda o: (worth(state.units[o.unit]), o.id))

    # -- moves ----------------------------------------------------------------------------------------------------

    def part(self, view: SeatView, decision: Decision) -> Option:
        """The one thing that a marshalling or holding formation does."""
        state = view.front
        options = {o.action: o for o in decision.options}
        formation = decision.options[0].formation
        prospects = Prospects(self.rules, state, decision.seat)
        goal = self.goals(state, decision.seat).get(formation)
        here = _places(state, formation)
        stay = self.judge(prospects, formation, goal, None)(here)
        plus = -1 if state.queues[-1].action.kind == "marshal" else 0
        values = {
            "part_move": self.reachable(prospects, formation, goal, 1, None),
            "part_shoot": stay + prospects.fire(formation, here, plus)[0],
            "part_regroup": stay + MARKER * 1.5 * min(marked(state, "blast", formation), REGROUPED),
            "part_nothing": stay,
        }
        return min(options.values(), key=lambda o: (-values[o.action], o.id))

    def draft(self, view: SeatView, decision: Decision) -> Option:
        """The next move of the set that was worked out for this draft."""
        base = Draft(self.rules, view.front, decision.seat)
        key = (decision.seat, base.state.mark())
        if self._draft[0] != key:
            made = self.worked_out(base)
            self._draft = (key, made.told, made.signs)
        return next_answer(decision, signature(view.front.queues[-1], decision.seat), *self._draft[1:])

    def worked_out(self, base: Draft) -> Draft:
        """The whole set of moves for a draft."""
        queue, state = base.queue, base.state
        if queue.kind == "charge":
            return charges.charge(base)
        if queue.kind == "counter_charge":
            return charges.counter_charge(base)
        formation = queue.tags["drafting"]
        view = Prospects(self.rules, state, base.seat)
        after = queue.facts.get("of", 1) - queue.facts.get("number", 1)
        if queue.kind == "withdraw":
            made = marches.march(base, formation, self.refuge(view, formation), None, after, free=True)
            return made if after else marches.pull_back(made, formation)
        goal = self.goals(state, base.seat).get(formation)
        judge = self.judge(view, formation, goal, SHOOTS.get(queue.action.kind))
        made = marches.march(base, formation, judge, goal, after)
        if after:
            return made
        return marches.unload(marches.step_onto(made, formation, goal), formation, judge)

    def refuge(self, view: Prospects, formation: str) -> marches.Judge:
        """How good a place is for a formation that flees: nobody within 15 cm, better nobody within 30, and not shot at."""

        def value(cells: Mapping[str, int]) -> float:
            total = -0.3 * HARM * view.harm(formation, cells)
            closest = 60.0
            for cell in cells.values():
                away = min((look.away for look in view.looks(cell)), default=60.0)
                closest = min(closest, away)
                total -= 1.5 if away <= NEAR else 0.0
            return total - (0.8 if closest <= 30 else 0.0) + 0.005 * min(60.0, closest)

        return value


def _default(view: SeatView, decision: Decision) -> Option:
    return decision.option(decision.default) or decision.options[0]


def _places(state: State, formation: str) -> dict[str, int]:
    return {unit.id: unit.at for unit in on_table(state, formation)}


def _side(state: State, names: Iterable[str]) -> Fighters:
    members = [u for name in names for u in standing(state, name)]
    return Fighters(
        stands=len(members),
        blast=sum(weight(state, name) for name in names),
        inspiring=sum(u.stats["INSPIRES"] for u in members if not u.aboard),
    )


__all__ = ["CONFIRM", "FormationTactics"]
