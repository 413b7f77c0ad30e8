"""Judging a table of the 2nd edition: which charges pay, which squads watch, the best targets and moments to fire."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import fsum, sqrt

from msgspec.structs import replace

from game.ai.beliefs import KNOWN, Beliefs
from game.ai.seatview import SeatView
from game.ai.tactics import Tactics
from game.ai.thought import Parts, Weighed
from game.ai.ways import FAR
from game.ai.wh40k2.estimates import blows, hits, room
from game.ai.wh40k2.exchange import Aimed, Exchange, Gun, Share
from game.ai.wh40k2.reasons import LAST_TURN, NO_SHOT, REASONS, UNSEEN
from game.board.board import Reach
from game.board.terrain import Cover
from game.engine.decisions import Decision
from game.engine.names import Cell, Seat, UnitId
from game.engine.options import PASS, REACT, Option, by_unit
from game.engine.ruleset import Ruleset
from game.engine.setup import Objective
from game.records.levels import Character
from game.rules.shared import foes, occupied
from game.rules.wh40k2.chances import harms
from game.rules.wh40k2.division import at_moment, own_shots
from game.rules.wh40k2.facing import Turn, in_arc
from game.rules.wh40k2.fighting import quicker, skill
from game.rules.wh40k2.ground import hides_from, in_contact, mode
from game.rules.wh40k2.movement import may_move
from game.rules.wh40k2.shots import Shot, modifiers, needed, shot_of, summed
from game.rules.wh40k2.state import Battle, Squad
from game.rules.wh40k2.vocabulary import Paces, Phases, Questions, Verbs

MODEL = 0.08  # what the frailest model is worth: eight are about as much as two points of ground (`Weights.hold`)
USUAL_HIT = 4, 1  # Strength and save modifier of the hit by which models are compared: those of the commonest rifle
TOUGHEST = 0.05  # the fewest models that hit takes: otherwise a model no rifle can hurt would be worth infinitely much
FIRE_NOW, FIRE_LATER, FIRE_AT_US = 1.0, 0.55, 0.6  # the share of a shot that counts: this turn, next turn, the enemy's
SILENT = 0.1  # the same for a squad that is broken or in a fight, which may end before it fires
BROKEN = 0.5  # the share of its worth that a broken squad loses: about half of them rally in time to do something
BREAKS = 0.3  # the share lost where a shot takes the quarter that asks for a break test: a third of squads fail it
DISTURBED = 0.02  # added to a target on overwatch, to prefer it to an equal one: it would shoot before its own turn
AHEAD = 0.01  # for each enemy within the arc, to choose between facings with the same shot
NEXT_ROUND = 0.8  # the share of a fight's second round that counts, since one side may break before it
LEAST_CHARGE = 0.05  # a charge that promises less, half a model, is not worth being shot at in the open
COMES = 0.5  # how likely it is that an enemy takes its expected walk
UNDER_FIRE = 0.6  # the share of expected enemy fire that counts against a place
PROSPECT = 0.03  # a shot that promises less is not worth a turn
SETTLED, UNSETTLED = -0.04, 0.0  # what watching must bring more than acting: on an objective, and elsewhere
DIVIDING = 1.15  # fire is divided where that takes at least so many times as much
WAITING = 0.95  # a watcher fires unless a later moment promises more than this share of the present one


Armed = tuple[Sequence[str], Mapping[str, int], Mapping[str, int]]
"""What a rate of fire depends on: the weapons and stats of the shooter, and the stats of the target."""


class SquadTactics(Tactics[Squad]):
    """Fire is valued by the models it is expected to take, hand-to-hand by the losses of both sides in two rounds."""

    widest = 10

    def __init__(self, rules: Ruleset, character: Character = Character.STEADY) -> None:
        super().__init__(rules, character)
        self._kills: dict[tuple[int, ...], float] = {}  # this and the next two: a row for each kind of squad at most
        self._models: dict[tuple[int, int, int], float] = {}
        self._rates: dict[tuple[str, str], tuple[Armed, dict[tuple[int, str], float]]] = {}

    def kills(self, strength: int, save_mod: int, target: Squad) -> float:
        """The models that one hit is expected to take."""
        stats = target.stats
        key = (strength, save_mod, stats["T"], stats["SV"], stats["W"])
        found = self._kills.get(key)
        if found is None:
            found = self._kills[key] = float(harms(strength, save_mod, target)) / stats["W"]
        return found

    # -- what things are worth ------------------------------------------------------------------------------------

    def model(self, unit: Squad) -> float:
        """What one model is worth: more, the harder it is to kill."""
        stats = unit.stats
        key = (stats["T"], stats["SV"], stats["W"])
        found = self._models.get(key)
        if found is None:
            found = MODEL * sqrt(stats["W"] / max(stats["W"] * self.kills(*USUAL_HIT, unit), TOUGHEST))
            self._models[key] = found
        return found

    def worth(self, unit: Squad) -> float:
        """The worth of the squad's models, less wounds."""
        return self.model(unit) * (unit.figures - unit.wounds / unit.stats["W"])

    def harm(self, state: Battle, shooter: Squad, at: Cell, target: Squad, cell: Cell) -> float:
        """The share of `target` that the squad's best weapon is expected to take."""
        if not shooter.figures or (cell == target.at and hides_from(state, target, shooter)):
            return 0.0
        if at == shooter.at and not in_arc(state.board, shooter, cell):
            return 0.0
        if not state.board.visible(at, cell):
            return 0.0
        sight = state.board.sight(at, cell)
        return self.share_of(shooter, target)(sight.distance, sight.cover)

    def share_of(self, shooter: Squad, target: Squad) -> Share:
        """The share of a visible `target` that the squad's best weapon is expected to take, by distance and cover."""
        cached = self._rates.get((shooter.profile, target.profile))
        if cached is None or cached[0] != (shooter.weapons, shooter.stats, target.stats):
            cached = self._rates[shooter.profile, target.profile] = (shooter.weapons, shooter.stats, target.stats), {}
        rates = cached[1]

        def share(distance: int, cover: Cover) -> float:
            rate = rates.get((distance, cover))
            if rate is None:
                rate = rates[distance, cover] = self.rate(shooter, target, distance, cover)
            return min(1.0, rate * shooter.figures / max(1, target.figures))

        return share

    def exchange(self, state: Battle, unit: Squad, guns: Sequence[tuple[Squad, float]]) -> Exchange:
        """The fire between a squad, on any cell, and its enemies, each with its readiness (`guns`)."""
        aimed = [
            Aimed(foe.at, self.share_of(unit, foe), self.worth(foe))
            for foe, _ in guns
            if unit.figures and not hides_from(state, foe, unit)
        ]
        fired = [
            Gun(foe, self.share_of(foe, unit), ready, not hides_from(state, unit, foe))
            for foe, ready in guns
            if foe.figures
        ]
        return Exchange(state.board, unit, aimed, fired)

    def rate(self, shooter: Squad, target: Squad, distance: int, cover: Cover) -> float:
        """The models that one shot of the squad's best weapon is expected to take."""
        best = 0.0
        for name in shooter.weapons:
            weapon = self.rules.weapon(name)
            if distance <= weapon.range:
                need, _ = summed(shooter, modifiers(self.rules, weapon, target, distance, cover))
                numbers = weapon.numbers
                best = max(best, hits(need) * self.kills(numbers["strength"], numbers["save_mod"], target))
        return best

    def shot(self, state: Battle, unit: Squad, cell: Cell, enemies: Iterable[Squad]) -> float:
        """What the squad's best shot from a cell is expected to take, in figures."""
        taken = ((self.harm(state, unit, cell, foe, foe.at), foe) for foe in enemies)
        return max((share * self.worth(foe) for share, foe in taken if share), default=0.0)

    def readiness(self, state: Battle, unit: Squad) -> float:
        """How much a squad's next fire counts (0 to 1)."""
        if unit.broken or in_contact(state, unit):
            return SILENT
        if unit.seat != state.seat:
            return FIRE_AT_US
        idle = unit.watching or unit.shot or unit.pace in (Paces.RUN, Paces.CHARGE)
        return FIRE_LATER if idle or state.phase == Phases.HAND_TO_HAND else FIRE_NOW

    def melee(self, a: Squad, b: Squad) -> float:
        """What a round of hand-to-hand is expected to bring `a`, less its own losses."""
        ours, theirs = blows(a.stats["A"], b.stats["A"], skill(a) - skill(b), quicker(a, b))
        gain = min(b.figures, ours * min(a.figures, b.figures) * self.kills(a.stats["S"], 0, b)) * self.model(b)
        loss = min(a.figures, theirs * min(a.figures, b.figures) * self.kills(b.stats["S"], 0, a)) * self.model(a)
        return gain - loss

    def parts(self, state: Battle, seat: Seat, beliefs: Beliefs = KNOWN) -> Parts:
        """Models, points, ground, each side's best fire, and the fights under way."""
        weights = self.weights
        material = self._material(state, seat)
        if state.outcome:
            return Parts(result=self.result(state, seat), material=material)
        own = [unit for unit in state.units.values() if not unit.out and unit.seat == seat]
        enemies = foes(state, seat)
        fights = fsum(self.melee(unit, foe) for unit in own for foe in in_contact(state, unit))
        return Parts(
            0.0,
            material,
            weights.point * self.lead(state, seat),
            self.ground(state, own, enemies),
            -self.temper.danger * self.fire(state, enemies, own),
            self.temper.targets * self.fire(state, own, enemies) + fights,
            -BROKEN * fsum(self.worth(unit) for unit in own if unit.broken),
            denied=-self.held(state, enemies),
            hampers=BROKEN * fsum(self.worth(foe) for foe in enemies if foe.broken),
        )

    def fire(self, state: Battle, side: Sequence[Squad], others: Sequence[Squad]) -> float:
        """What the fire of a side is worth: each squad's best shot, as far as the squad is ready for it."""
        return fsum(self.readiness(state, unit) * self.shot(state, unit, unit.at, others) for unit in side)

    # -- decisions without a look ahead ---------------------------------------------------------------------------

    def hasty(self, view: SeatView, decision: Decision) -> Option | None:
        """A recruit watches with each squad that has a shot now, and fires at the nearest enemy as soon as it may."""
        state = view.front
        if decision.kind == Questions.OVERWATCH:
            enemies = () if last_turn(self.rules, state, decision.seat) else foes(state, decision.seat)
            units = ((o, state.units[o.unit]) for o in decision.options if o.action == Verbs.OVERWATCH)
            watchers = (option for option, unit in units if self.shot(state, unit, unit.at, enemies) > 0)
            return next(watchers, None) or decision.option("done")
        if decision.kind not in (Questions.SHOOT, REACT):
            return None

        def away(option: Option) -> int:
            return state.board.distance(state.units[option.unit].at, state.units[option.target].at)

        shots = (o for o in decision.options if o.action == Verbs.RANGED_ATTACK)
        return min(shots, key=away, default=decision.option(decision.default))

    def obvious(self, view: SeatView, decision: Decision) -> Option | None:
        """Everything but moves and hiding is decided by an estimate of its own."""
        state = view.front
        judged = {
            Questions.OVERWATCH: self.watcher,
            Questions.CHARGE: self.charges,
            Questions.SHOOT: self.shooting,
            REACT: self.moment,
            Questions.SHARE: self.sharing,
            Questions.FACING: self.facing,
        }
        if decision.kind in judged:
            return judged[decision.kind](state, decision)
        plain = decision.kind == Questions.FIGHT or all(option.action == Verbs.CHARGE for option in decision.options)
        return decision.option(decision.default) if plain else None

    def judged(self, view: SeatView, decision: Decision) -> Sequence[Weighed] | None:
        state, plain = view.front, self.obvious(view, decision)
        if plain is None:
            return None
        why = REASONS.get(decision.kind, {}).get(plain.action, "")
        if decision.kind == Questions.OVERWATCH and last_turn(self.rules, state, decision.seat):
            why = LAST_TURN
        elif plain.action == Verbs.END and any(self.taken(state, o) > 0 for o in decision.options if o.target):
            why = UNSEEN
        elif plain.action == PASS.action and not any(self.taken(state, o) > 0 for o in decision.options if o.weapon):
            why = NO_SHOT
        return [Weighed(plain, 0.0, reasons=(why,) if why else ())]

    def charges(self, state: Battle, decision: Decision) -> Option | None:
        """The charge that brings most, if one brings enough."""
        best = _best([(self.charge(state, o), o) for o in decision.options if o.target], LEAST_CHARGE)
        return best or decision.option("done")

    def shooting(self, state: Battle, decision: Decision) -> Option | None:
        """The shot that takes most, less what it costs the shooter to be seen."""
        shots = [option for option in decision.options if option.target]
        best = _best([(self.taken(state, o) - self.given_away(state, state.units[o.unit]), o) for o in shots], 0.0)
        return self.perhaps_divided(state, decision, best) if best else decision.option("end")

    def given_away(self, state: Battle, unit: Squad) -> float:
        """What it costs a hidden squad to be seen when it shoots: a regular ignores it."""
        return 0.0

    def taken(self, state: Battle, option: Option) -> float:
        """What a shot is expected to take by the rulebook's chances; more of a target that must test or is watching."""
        weapon = self.rules.weapon(option.weapon).numbers
        unit, target = state.units[option.unit], state.units[option.target]
        hit = hits(needed(self.rules, state, shot_of(state, option)))
        killed = min(target.figures, unit.figures * hit * self.kills(weapon["strength"], weapon["save_mod"], target))
        breaks = BREAKS * self.worth(target) if 4 * killed >= target.figures and target.stats["W"] == 1 else 0.0
        disturbed = DISTURBED if target.watching else 0.0
        return killed * self.model(target) + breaks + disturbed

    def charge(self, state: Battle, option: Option) -> float:
        """What a charge brings: two rounds of fighting and a silenced gun, less its own shot and fire on the way."""
        unit, target = state.units[option.unit], state.units[option.target]
        reach = state.board.reach(unit.at, 4 * unit.stats["M"], occupied(state, but=unit.id), "foot")
        if not any(cell in reach.costs for cell in state.board.neighbours(target.at)):
            return -1.0
        enemies = foes(state, unit.seat)
        own = state.standing(unit.seat)
        fight = self.melee(replace(unit, charging=True), target) + NEXT_ROUND * self.melee(unit, target)
        silent = FIRE_AT_US * self.shot(state, target, target.at, own)
        met = self.harm(state, target, target.at, unit, unit.at) * self.worth(unit)
        price = met if target.watching else 0.0
        held = sum(goal.points for goal in state.objectives if unit.at in goal.cells and target.at not in goal.cells)
        return fight + silent - FIRE_NOW * self.shot(state, unit, unit.at, enemies) - price - self.weights.hold * held

    def watcher(self, state: Battle, decision: Decision) -> Option | None:
        """Put the squad on overwatch that gains most by it over its own turn, one at a time, until none gains."""
        done = decision.option("done")
        if last_turn(self.rules, state, decision.seat):
            return done
        walks = self.walks(state, foes(state, decision.seat))
        own = state.standing(decision.seat)
        goals = {unit.id: goal for goal, unit, _ in self.claims(state, own)}
        values = []
        for option in decision.options:
            if option.action == Verbs.OVERWATCH:
                unit = state.units[option.unit]
                seen = self.watch(state, unit, walks)
                if seen > PROSPECT:
                    least = SETTLED if any(unit.at in goal.cells for goal in state.objectives) else UNSETTLED
                    values.append((seen - self.active(state, unit, goals.get(unit.id)) - least, option))
        return _best(values, 0.0) or done

    def watch(self, state: Battle, unit: Squad, walks: Mapping[UnitId, Sequence[Cell]]) -> float:
        """What a shot from overwatch is expected to take of a squad that is in sight, or comes into it."""
        best = 0.0
        for name, way in walks.items():
            foe = state.units[name]
            here = self.harm(state, unit, unit.at, foe, foe.at)
            comes = max((self.harm(state, unit, unit.at, foe, cell) for cell in way), default=0.0)
            best = max(best, self.worth(foe) * max(here, COMES * comes))
        return best

    def walks(self, state: Battle, squads: Sequence[Squad]) -> dict[UnitId, Sequence[Cell]]:
        """The cells that each of these squads passes on its expected walk, as far as it may run."""
        goals = {unit.id: goal for goal, unit, _ in self.claims(state, squads)}
        found: dict[UnitId, Sequence[Cell]] = {}
        for squad in squads:
            goal = goals.get(squad.id)
            waits = squad.at in goal.cells if goal is not None else bool(state.objectives)
            if squad.broken or squad.watching or waits:
                found[squad.id] = ()
                continue
            reach = self.walk(state, squad, 4)
            away = self.ways(state, goal) if goal is not None else self.nearer(state, squad, reach)
            end = min(reach.costs, key=lambda cell: (away.get(cell, FAR), reach.costs[cell]))
            found[squad.id] = reach.path(end) if end != squad.at else ()
        return found

    def nearer(self, state: Battle, squad: Squad, reach: Reach) -> Mapping[Cell, float]:
        """How far each cell is from the nearest enemy, in inches: without objectives, squads make for the enemy."""
        enemies = [foe.at for foe in foes(state, squad.seat)]
        return {cell: min((state.board.distance(cell, at) for at in enemies), default=0) for cell in reach.costs}

    def active(self, state: Battle, unit: Squad, goal: Objective | None) -> float:
        """What the squad gains by its turn: the best place to shoot from, or ground, counting the fire on it there."""
        guns = self.guns(state, foes(state, unit.seat))
        fires, worth = self.exchange(state, unit, guns), self.worth(unit)

        def place_value(cell: Cell) -> float:
            """What ground is worth there, less what fire is expected to take of the squad."""
            value = -self.temper.danger * UNDER_FIRE * fires.danger(cell) * worth
            if goal is not None:
                return value + self.weights.hold * self.promised(state, goal, unit, cell)
            return value - self.away(state, unit, cell, (foe for foe, _ in guns))

        here = place_value(unit.at)
        best = FIRE_NOW * fires.shot(unit.at)
        slow, fast = 2 * unit.stats["M"], self.walk(state, unit, 4).costs
        for place, (cell, cost) in enumerate(fast.items()):
            if place % 2:
                continue
            fire = FIRE_NOW * fires.shot(cell) if cost <= slow else 0.0
            best = max(best, fire + place_value(cell) - here)
        return best

    def walk(self, state: Battle, unit: Squad, times: int) -> Reach:
        """Where the squad gets with `times` half moves, each of M / 2 inches."""
        blocked = occupied(state, but=unit.id)
        return state.board.reach(unit.at, times * unit.stats["M"], blocked, mode(self.rules, unit))

    def moment(self, state: Battle, decision: Decision) -> Option:
        """Fire at the best moment of a move, unless a standing or a coming enemy is a better target."""
        queue = state.queues[-1]
        values = [(self.taken(state, o), o) for o in decision.options if o.action == Verbs.RANGED_ATTACK]
        best = _best(values, 0.0)
        if best is None:
            return PASS
        unit = state.units[best.unit]
        others = [squad for squad in still_to_move(state) if squad.id != queue.action.unit]
        later = self.later(state, unit, others)
        if not queue.action.unit:
            waits = queue.action.kind == Verbs.PHASE_STARTED and self.taken(state, best) < later
        else:
            own = [(value, option) for value, option in values if option.unit == best.unit]
            lasting = max((value for value, option in own if option.point < 0 and option.to < 0), default=0.0)
            fleeting = max((value for value, option in own if option.point >= 0 or option.to >= 0), default=0.0)
            waits = queue.action.target != best.unit and fleeting < max(WAITING * lasting, later)
        return PASS if waits else self.perhaps_divided(state, decision, best)

    def later(self, state: Battle, unit: Squad, others: Sequence[Squad]) -> float:
        """What the unit's best shot at squads that are still to move is expected to take."""
        best = 0.0
        for name, way in self.walks(state, others).items():
            foe = state.units[name]
            comes = max((self.harm(state, unit, unit.at, foe, cell) for cell in way), default=0.0)
            best = max(best, COMES * comes * self.worth(foe))
        return best

    # -- divided fire -----------------------------------------------------------------------------------------------

    def perhaps_divided(self, state: Battle, decision: Decision, best: Option) -> Option:
        """The best shot, or that squad's fire divided at the same moment if one target cannot take it all."""
        for option in decision.options:
            same = (option.unit, option.point, option.to) == (best.unit, best.point, best.to)
            if same and option.action == Verbs.DIVIDE and option.target in (best.target, ""):
                shots = self.shots(state, option)
                figures = state.units[best.unit].figures
                alone = max(self.spread(state, [shot], figures)[0] for shot in shots)
                if self.spread(state, shots, figures)[0] > DIVIDING * alone:
                    return option
        return best

    def shots(self, state: Battle, option: Option) -> list[Shot]:
        """The shots that models may choose from when their squad divides its fire."""
        squad = state.units[option.unit]
        if state.queues:
            after = option.to >= 0 and option.point < 0
            return at_moment(self.rules, state, state.queues[-1], squad, option.point, after=after)
        return [shot for weapon in squad.weapons for shot in own_shots(self.rules, state, squad, weapon)]

    def spread(self, state: Battle, shots: Sequence[Shot], figures: int) -> tuple[float, list[int]]:
        """Give each model the shot that adds most: what they take together, and the number of models at each shot."""
        targets = [state.units[shot.target] for shot in shots]
        rates, given, total = [], [0] * len(shots), 0.0
        for shot, target in zip(shots, targets, strict=True):
            numbers = self.rules.weapon(shot.weapon).numbers
            hit = hits(needed(self.rules, state, shot))
            rates.append(hit * self.kills(numbers["strength"], numbers["save_mod"], target))
        for _ in range(figures):
            gains = [
                self.model(target) * rate * room(count, rate, target.figures)
                for target, rate, count in zip(targets, rates, given, strict=True)
            ]
            total += max(gains)
            given[gains.index(max(gains))] += 1
        return total, given

    def sharing(self, state: Battle, decision: Decision) -> Option | None:
        """How many models fire at one of the targets, by `spread`; the rest is asked target by target."""
        groups: dict[tuple[str, str], list[Option]] = {}
        for option in decision.options:
            if option.action == Verbs.SHARE:
                groups.setdefault((option.target, option.weapon), []).append(option)
        shots = [shot_of(state, options[0]) for options in groups.values()]
        given = self.spread(state, shots, max(map(len, groups.values())))[1]
        options = [*groups.values()][given.index(max(given))]
        return options[max(given) - 1]

    def facing(self, state: Battle, decision: Decision) -> Option | None:
        """The facing with the best shot; the default of several equal ones."""
        unit, usual = state.units[decision.unit], decision.option(decision.default)
        enemies = foes(state, unit.seat)

        def ahead(option: Option) -> float:
            turned = replace(unit, facing=option.facing) if isinstance(option, Turn) else unit
            there = [foe for foe in enemies if in_arc(state.board, turned, foe.at)]
            return self.shot(state, turned, unit.at, there) + AHEAD * len(there)

        return max([usual, *decision.options] if usual else decision.options, key=ahead)

    # -- moves ----------------------------------------------------------------------------------------------------

    def best_moves(self, view: SeatView, moves: Sequence[Option]) -> list[Option]:
        """The best few destinations of each squad, by ground, the shot from there, and the fire on it there."""
        state = view.front
        by_name = by_unit(moves)
        quota = max(2, self.widest // max(1, len(by_name)))
        found: list[Option] = []
        for name, listed in by_name.items():
            unit = state.units[name]
            stands = self.end_value(state, unit, foes(state, unit.seat))
            places: dict[tuple[int, bool], float] = {}
            for option in listed:
                spot = (option.to, option.action == Verbs.RUN)
                if spot not in places:
                    places[spot] = stands(*spot)
            found += sorted(listed, key=lambda o: (-places[o.to, o.action == Verbs.RUN], o.id))[:quota]
        return found

    def end_value(self, state: Battle, unit: Squad, enemies: Sequence[Squad]) -> Callable[[Cell, bool], float]:
        """How good it is to end a move on a cell, after a run or not."""
        promised, worth = self.cell_promise(state, unit), self.worth(unit)
        fires = self.exchange(state, unit, self.guns(state, enemies))

        def value(cell: Cell, ran: bool) -> float:
            ground = self.weights.hold * promised(cell)
            if not state.objectives and enemies:
                ground -= self.away(state, unit, cell, enemies)
            shot = (FIRE_LATER if ran else FIRE_NOW) * fires.shot(cell)
            return ground + shot - self.temper.danger * UNDER_FIRE * fires.danger(cell) * worth

        return value


def _best(values: Sequence[tuple[float, Option]], least: float) -> Option | None:
    """The option of the highest value above `least`; of equals the first by id."""
    good = [(-value, option.id, option) for value, option in values if value > least]
    return min(good, key=lambda row: row[:2])[2] if good else None


def last_turn(rules: Ruleset, state: Battle, seat: Seat) -> bool:
    """Whether no enemy moves after this turn, so that overwatch would have no target (WH-09)."""
    order = state.turn_order()
    later = order[order.index(seat) + 1 :]
    return state.turn >= state.turns and not any(state.side(other) != state.side(seat) for other in later)


def still_to_move(state: Battle) -> Iterator[Squad]:
    """The squads of the acting side that may still move in this phase."""
    for squad in state.standing(state.seat):
        if may_move(squad, state) is None or (squad.charges and not squad.moved):
            yield squad
