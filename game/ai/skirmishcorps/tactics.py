"""Decisions in SkirmishCorps: which marker, which of thousands of moves, when to force a hand, what a path risks."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from math import fsum, prod

from game.ai.beliefs import Expects
from game.ai.lookahead import Doubt, Either, Reply
from game.ai.seatview import SeatView
from game.ai.skirmishcorps.fire import AIMED, OVERWATCH, manner
from game.ai.skirmishcorps.judgement import GROUND, MATERIAL, WIN, CorpsJudgement, Field, Marked, Stakes, corps
from game.ai.skirmishcorps.markers import leanings, vary
from game.ai.skirmishcorps.outlook import FIRING, WORTH_A_SHOT, Aims, Man, Outlook
from game.ai.thought import Parts, Weighed, difference, mean
from game.engine.decisions import Decision
from game.engine.names import NO_PACE, Cell, Pace, QuestionKind, Seat, UnitId, Verb
from game.engine.options import CONFIRM, PASS, REACT, Option
from game.engine.queue import Action, Trigger
from game.rules.shared import foes as foes_of
from game.rules.skirmishcorps.react import aimed_at, shots
from game.rules.skirmishcorps.state import CorpsAction, CorpsQueue, Trooper
from game.rules.skirmishcorps.vocabulary import MarkerKinds, Paces, Questions, Verbs

QUICKER = {Paces.SNEAK: 0, Paces.JOG: 1, Paces.RUN: 2, Paces.SPRINT: 3}
HOLDS, GOES, IDLE, NO_GROUND = 0.2, -0.1, 0.0, 0.1
"""What overwatch is worth in later turns, beyond what the outlook foresees. A unit that has ground and stays gains most
(`HOLDS`), since the enemy must come to it. One that has ground to take, worth `NO_GROUND` of a figure or more, loses
(`GOES`), since ground counts every turn. One without any ground, as in an ambush, gains nothing (`IDLE`): an enemy that
gets past it has won. With `HOLDS` for such a unit too, 2 of 26 battles on Sunken Road were won against a side that
never watches; with 0, 8 of 14. With 0.25 for `HOLDS`, half of all markers are overwatch and no more is answered; with
0.1, about two reactions a turn are left."""

TEMPTING = 0.4
"""The chance from which a recruit waits for a shot: that of a rifle in the open, within ten inches."""

TOLD = 0.05
"""The least difference between markers, in figures or in what points are worth, that is told."""
EITHER = "either marker would do"
SLIGHT = 0.001
"""What the planned marker counts above an equally good one."""

PLACES = 8
"""For so many of a unit's destinations, the best, the risk of the way is worked out."""

SHOTS, COVERING = 4, 2
"""The most shots, and the most ways to give covering fire, that are looked at in a reaction."""

STANDS, COVERS = 4, 2
"""The most aimed attacks, and the most covering fires, that are looked at as actions."""

SURELY = 0.95
"""A marker that is overwatch with at least this chance counts as overwatch."""
AFTER = 0.8
"""The share of a shot after the mover has acted: by then the mover may have put the shooter out."""
BETTER, BY = 1.1, 0.02
"""A hand is forced if the best shot on the way is at least `BETTER` times the present one plus `BY`: a mover whose hand
is forced shoots first if it is quicker."""


class CorpsTactics(CorpsJudgement):
    """How a computer player weighs its options: here by estimates, the exact odds being left to the look ahead."""

    # -- markers --------------------------------------------------------------------------------------------------

    def obvious(self, view: SeatView, decision: Decision) -> Option | None:
        """The markers are confirmed once all lie as planned."""
        return decision.option(CONFIRM.id) if decision.kind == Questions.ASSIGN and not decision.unit else None

    def judged(self, view: SeatView, decision: Decision) -> Sequence[Weighed] | None:
        """Markers are laid by a plan for the whole side, and judged by what each brings more or less than the other."""
        if decision.kind != Questions.ASSIGN or not decision.unit:
            return super().judged(view, decision)
        planned = self.marked(view.front, decision.unit, view.lot)
        gains = difference(planned.watching, planned.moving)
        brings = {MarkerKinds.OVERWATCH: gains, MarkerKinds.MOVE: difference(planned.moving, planned.watching)}
        better = brings[planned.order].total
        even = better < TOLD
        return [
            Weighed(
                option,
                max(better, SLIGHT) if option.marker == planned.order else 0.0,
                brings[option.marker],
                reasons=(EITHER,) if even else reasons_for(brings[option.marker]),
            )
            for option in decision.options
            if option.unit == decision.unit
        ]

    def hasty(self, view: SeatView, decision: Decision) -> Option | None:
        """A recruit lays overwatch on every unit that has a shot from where it is, and moves with the others."""
        if decision.kind != Questions.ASSIGN or not decision.unit:
            return None
        watches = self.standing_shot(view.front, decision.unit) >= TEMPTING
        order = MarkerKinds.OVERWATCH if watches else MarkerKinds.MOVE
        return next((o for o in decision.options if o.unit == decision.unit and o.marker == order), None)

    def marked(self, state: Field, name: str, lot: int) -> Marked:
        """The plan's marker for a unit; the plan is kept until the table changes."""
        seat = state.units[name].seat
        key = (seat, lot, state.turn, [(u.id, u.at, u.out, u.wounds) for u in state.units.values()], dict(state.score))
        if self._planned[0] != key:
            self._planned = key, self.plan(state, seat, lot)
        return self._planned[1][name]

    def plan(self, state: Field, seat: Seat, lot: int) -> dict[UnitId, Marked]:
        """A marker for each unit of the side, against an enemy that lays markers as sensibly.

        The best plan is what both sides lean to (`leanings`). Of the plans that are about as good, one is drawn by
        `lot`, so that nobody can predict it (`vary`).
        """
        laid = state.apart()
        for unit in laid.standing():
            unit.markers = {MarkerKinds.MOVE: "down"}
        stakes = self.stakes(laid)
        outlook = self.outlook(laid, seat, stakes)
        men = outlook.men
        armed = [place for place, unit in enumerate(laid.standing()) if self.armed(unit)]
        own = [place for place, man in enumerate(men) if man.side == 0]
        later = [self.beyond(man, stakes) for man in men]

        def worth(watching: Sequence[float]) -> Parts:
            return self.turn_parts(laid, seat, outlook, watching, stakes)

        watching, brings = leanings(men, armed, later, worth)
        for place in own:
            watching[place] = float(watching[place] > 0.5)

        def total() -> float:
            return worth(watching).total + fsum(later[place] * watching[place] for place in own)

        vary(watching, own, armed, total, lot + state.turn, keeps_watch=state.turn == 1)
        return {
            men[place].name: Marked(MarkerKinds.OVERWATCH if watching[place] else MarkerKinds.MOVE, *brings[place])
            for place in own
        }

    @staticmethod
    def beyond(man: Man, stakes: Stakes) -> float:
        """What overwatch is worth to a unit beyond what the outlook foresees."""
        if man.ground >= NO_GROUND * stakes.figure:
            return GOES
        return HOLDS if any(man.there) else IDLE

    def armed(self, unit: Trooper) -> bool:
        """Whether the unit has a ranged weapon: without one it can hardly answer anything."""
        return any(self.rules.weapon(name).numbers.get("range", 0) > 0 for name in unit.weapons)

    def turn_parts(
        self, state: Field, seat: Seat, outlook: Outlook, watching: Sequence[float], stakes: Stakes
    ) -> Parts:
        """What a turn is worth in which each unit is on overwatch with its chance: the mean over which side begins."""
        ends = [
            self.expected(state, seat, outlook, watching, stakes, starts=starts, again=self.again(stakes))
            for starts in (0, 1)
        ]
        return mean(ends, (0.5, 0.5))

    # -- moves ----------------------------------------------------------------------------------------------------

    def best_moves(self, view: SeatView, moves: Sequence[Option]) -> list[Option]:
        """The best destinations by place, attack and risk of the path; a cell at the calmest pace and at a sprint."""
        state = view.front
        stakes = self.stakes(state)
        aims = self.aims(state, stakes)
        units: dict[str, list[Option]] = {}
        for option in moves:
            units.setdefault(option.unit, []).append(option)
        found: list[tuple[float, str, Option]] = []
        for name, listed in units.items():
            unit = state.units[name]
            foes = foes_of(state, unit.seat)
            brings, danger = self.arriving(state, unit, foes, stakes, aims[name])
            stay = brings(unit.at, NO_PACE) - danger(unit.at)
            for loses, order, option in _best_places(_calmest(listed), brings, danger, stay):
                risk = stakes.figure * self.hazard(state, unit, view.complete(option), foes)
                found.append((-loses - risk, order, option))
        found.sort(key=lambda item: (-item[0], item[1]))
        most = max(2, self.widest // 2 // max(1, len(units)))
        counts: Counter[UnitId] = Counter()
        best = []
        for _, _, option in found:
            counts[option.unit] += 1
            if counts[option.unit] <= most:
                best.append(option)
        return best[: self.widest // 2]

    def arriving(
        self, state: Field, unit: Trooper, foes: Sequence[Trooper], stakes: Stakes, aim: Aims
    ) -> tuple[Callable[[Cell, Pace], float], Callable[[Cell], float]]:
        """Two functions: what ending a move on a cell at a pace brings, and the danger on that cell, both in figures.

        The first counts the ground and the attack that belongs to the move, the second the enemies that see the cell.
        Whatever is the same for every pace is worked out once for each cell.
        """
        goal = state.objectives[aim.goal] if aim.goal >= 0 else None
        held = WIN / stakes.scale * goal.points if goal is not None else 0.0
        later = GROUND * (self.times(state, goal) + 1) if goal is not None else 0.0
        guns = self.guns(state, foes)
        fire, board = self.fire, state.board
        fire.enter(state)

        @cache
        def ground(cell: Cell) -> float:
            if goal is not None:
                return held * ((cell in goal.cells) + later * self.near(state, unit, cell, goal))
            return -stakes.figure * self.away(state, unit, cell, foes) if foes and not state.objectives else 0.0

        def brings(cell: Cell, pace: Pace) -> float:
            if pace == Paces.SPRINT:
                return ground(cell)
            extra = manner(own_pace=pace)
            shots = [fire.known(board, unit, cell, foe, foe.at, extra) for foe in foes]
            return ground(cell) + stakes.figure * max(shots, default=0.0)

        @cache
        def danger(cell: Cell) -> float:
            safe = prod([1 - fire.known(board, foe, foe.at, unit, cell) * ready for foe, ready in guns])
            return self.weights.exposed * stakes.figure * (1 - safe)

        return brings, danger

    def hazard(self, state: Field, unit: Trooper, option: Option, foes: Sequence[Trooper]) -> float:
        """The chance to be put out on the way, each face-down enemy marker being overwatch with the usual chance."""
        safe = 1.0
        path = (unit.at, *option.path)
        for foe in foes:
            if foe.has_face_down:
                safe *= 1 - self.weights.believed * self.fire.on_path(state, foe, unit, path, option.pace)
        return 1 - safe

    def shortlist(self, view: SeatView, decision: Decision) -> list[Option]:
        """Of thousands of actions: the best moves, standing shots and covering fires, and one that holds or ends."""
        if decision.kind in (REACT, Questions.RESOLVE, Questions.CARRY_OUT):
            return self.answers(view.front, decision)
        if decision.kind != Questions.ACTIVATE:
            return super().shortlist(view, decision)
        state = view.front
        options = decision.options
        stands = sorted((-self.standing_shot(state, o.unit), o.id, o) for o in options if o.action == Verbs.STAND)
        covers = sorted((-self.covering(state, o), o.id, o) for o in options if o.action == Verbs.COVERING_FIRE)
        return [
            *self.best_moves(view, [o for o in options if o.action == Verbs.MOVE]),
            *[o for value, _, o in stands if value < 0][:STANDS],
            *[o for value, _, o in covers if value < 0][:COVERS],
            *[o for o in options if o.action == Verbs.HOLD][:1],
            *[o for o in options if o.action == Verbs.END],
        ]

    def answers(self, state: Field, decision: Decision) -> list[Option]:
        """In a snowball: the best cell for each intercept, the best shots and covering fires, and everything else."""
        best: dict[tuple[str, str, str], tuple[float, str]] = {}
        for option in decision.options:
            if option.action == Verbs.INTERCEPT:
                unit, way = state.units[option.unit], (option.unit, option.target, option.ally)
                others = [foe for foe in state.standing() if foe.seat != unit.seat and foe.id != option.target]
                rank = (-self.place(state, unit, option.to, others), option.id)
                best[way] = min(best.get(way, rank), rank)
        kept = {name for _, name in best.values()}
        intercepts = [option for option in decision.options if option.id in kept]
        shots = self._best(decision, Verbs.RANGED_ATTACK, SHOTS, lambda option: self.attack_gain(state, option))
        few = (Verbs.INTERCEPT, Verbs.RANGED_ATTACK, Verbs.COVERING_FIRE)
        found = [*(o for o in decision.options if o.action not in few), *intercepts, *shots]
        most = max(COVERING, self.widest - len(found))
        return [*found, *self._best(decision, Verbs.COVERING_FIRE, most, lambda option: self.stopping(state, option))]

    @staticmethod
    def _best(decision: Decision, action: Verb, most: int, worth: Callable[[Option], float]) -> list[Option]:
        options = [option for option in decision.options if option.action == action]
        return sorted(options, key=lambda option: (-worth(option), option.id))[:most]

    def stopping(self, state: Field, option: Option) -> float:
        """What covering fire prevents as an answer: a target about to act counts whole, whatever its own target."""
        if not state.queues:
            return self.covering(state, option)
        queue = state.queues[-1]
        about = {queue.instigator, *(r.unit for r in queue.reactions if r.status == "declared")}
        ours = state.standing(state.units[option.unit].seat)
        total = self.covering(state, option)
        for name in option.targets:
            foe = state.units[name]
            if name in about and MarkerKinds.SUPPRESSED not in foe.markers:
                total += max((self.harm(state, foe, foe.at, unit, unit.at) for unit in ours), default=0.0)
        return total

    def standing_shot(self, state: Field, name: str) -> float:
        """The chance of the unit's best aimed attack from where it is."""
        unit = state.units[name]
        foes = [foe for foe in state.standing() if foe.seat != unit.seat]
        return max((self.harm(state, unit, unit.at, foe, foe.at, AIMED) for foe in foes), default=0.0)

    def covering(self, state: Field, option: Option) -> float:
        """What covering fire prevents: the shots of ready enemies at the covered friend."""
        ally = state.units[option.ally]
        return fsum(
            self.harm(state, foe, foe.at, ally, ally.at) * self.readiness(state, foe)
            for foe in (state.units[name] for name in option.targets)
            if foe.has_face_down and MarkerKinds.SUPPRESSED not in foe.markers
        )

    def stopped(self, view: SeatView) -> Field:
        """The table once the seat's move markers are spent for this turn."""
        state = corps(view.front).clone()
        state.ended += (view.seat,)
        return state

    def worlds(self, view: SeatView) -> tuple[tuple[bool, float], ...]:
        """Only that each seat answers as is best for it: what it can answer with is weighed marker by marker."""
        return ((True, 1.0),)

    # -- expected answers -----------------------------------------------------------------------------------------

    def unasked(self, state: Field, asked: Seat, kind: QuestionKind, expects: Expects) -> Reply | None:
        """In a window, each side answers with its best shot, if that is worth the marker.

        Where a unit moves into contact, all its options are listed instead.
        """
        if kind != REACT:
            return None
        queue: CorpsQueue = state.queues[-1]
        declared = sum(reaction.seat == asked and reaction.status != "failed" for reaction in queue.reactions)
        if declared >= FIRING:
            return PASS
        shot = self._best_answer(state, queue, asked)
        if shot is None:
            return None if queue.action.contact and not declared else PASS
        unit, trigger = shot
        options = shots(self.rules, corps(state), trigger, unit, aimed_at(corps(state), queue, trigger))
        if not options:
            return PASS
        belief = (
            1.0
            if state.side(unit.seat) == state.side(expects.seat)
            else expects.beliefs.get(unit.id, self.weights.believed)
        )
        return Doubt(options[0], belief, unit.id, self.other) if belief < SURELY else options[0]

    def _best_answer(self, state: Field, queue: CorpsQueue, seat: Seat) -> tuple[Trooper, Trigger] | None:
        """A seat's best shot from overwatch, and the trigger it answers; None if none is worth a marker.

        No target is shot at twice.
        """
        shot_at = {reaction.target for reaction in queue.reactions[1:] if reaction.seat == seat}
        targets = [(trigger, state.units[trigger.actor]) for trigger in queue.open_to(seat)]
        best, found = WORTH_A_SHOT, None
        for unit in state.standing(seat):
            if unit.markers.get(MarkerKinds.OVERWATCH) != "down" or unit.pinned:
                continue
            for trigger, target in targets:
                if target.out or target.id in shot_at:
                    continue
                chance = self.answering(state, queue, trigger, unit, target)
                if chance > best:
                    best, found = chance, (unit, trigger)
        return found

    def answering(self, state: Field, queue: CorpsQueue, trigger: Trigger, unit: Trooper, target: Trooper) -> float:
        """The chance of a shot at the trigger's actor; a mover may be shot anywhere on its way, by forcing its hand."""
        here = self.fire.harm(state, unit, unit.at, target, target.at, OVERWATCH)
        if trigger.actor == queue.instigator and _still_to_move(queue.action):
            return max(here, AFTER * self.fire.on_path(state, unit, target, queue.action.path, queue.action.pace))
        return here

    def attack_gain(self, state: Field, option: Option) -> float:
        """As in general, but a mover may be shot at anywhere on its way, by forcing its hand."""
        if option.action == Verbs.RANGED_ATTACK and state.queues:
            queue = state.queues[-1]
            action = queue.action
            if option.target == queue.instigator and _still_to_move(action):
                shooter, mover = state.units[option.unit], state.units[option.target]
                return self.fire.on_path(state, shooter, mover, action.path, action.pace)
        return super().attack_gain(state, option)

    def reply(self, state: Field, asked: Decision) -> Option | Either | None:
        """A reaction is carried out as declared, except that a hand is forced for a clearly better shot on the way.

        A unit that has forced a hand takes its best shot. A mover whose hand is forced may stand and shoot instead.
        """
        if asked.kind == Questions.CARRY_OUT and state.queues[-1].action.forced:
            goes, stand = asked.option(asked.default), asked.option(f"{asked.unit}:{Verbs.STAND}")
            if goes is not None and stand is not None and self.standing_shot(state, asked.unit) > WORTH_A_SHOT:
                return Either((goes, stand))
        if asked.kind not in (Questions.FORCE, Questions.RESOLVE):
            return super().reply(state, asked)
        default = asked.option(asked.default)
        declared = next(reaction for reaction in state.queues[-1].reactions if reaction.unit == asked.unit)
        if asked.kind == Questions.FORCE:
            pays = declared.action == Verbs.RANGED_ATTACK and self.forcing_pays(state, asked)
            return asked.options[0] if pays else default
        lapsed = default is None or default.action == Verbs.NOTHING
        return super().reply(state, asked) if declared.forces or lapsed else default

    def forcing_pays(self, state: Field, asked: Decision) -> bool:
        """Whether a shot at the mover on its way is clearly better than one where it is."""
        queue = state.queues[-1]
        if not _still_to_move(queue.action):
            return False
        shooter, mover = state.units[asked.unit], state.units[queue.instigator]
        now = self.harm(state, shooter, shooter.at, mover, mover.at, OVERWATCH)
        return self.fire.on_path(state, shooter, mover, queue.action.path, queue.action.pace) > BETTER * now + BY


def reasons_for(brings: Parts) -> tuple[str, ...]:
    """What a marker gains and costs, compared with the other one: by figures, then by points."""
    taken, saved = brings.targets / MATERIAL, brings.danger / MATERIAL
    valued = [
        (taken, f"should put out {abs(taken):.1f} {'more' if taken > 0 else 'fewer'} enemies"),
        (saved, f"saves {saved:.1f} of its own" if saved > 0 else f"risks {-saved:.1f} more of its own"),
        (brings.points, "brings points this turn" if brings.points > 0 else "gives points away this turn"),
    ]
    if all(value < TOLD for value, _ in valued):
        later = brings.ground + brings.denied + brings.force + brings.ceiling
        valued.append((later, f"stands {'better' if later > 0 else 'worse'} in the turns to come"))
    good, bad = ([words for value, words in valued if sign * value >= TOLD] for sign in (1, -1))
    reasons = [f"it {' and '.join(good)}"] if good else []
    if bad:
        reasons.append(f"{'though ' if good else ''}it {' and '.join(bad)}")
    return tuple(reasons)


def _best_places(
    moves: Sequence[Option], brings: Callable[[Cell, Pace], float], danger: Callable[[Cell], float], stay: float
) -> list[tuple[float, str, Option]]:
    """The best `PLACES` moves, each with its loss against staying (the least first) and its id, which breaks ties."""
    promising = sorted((-brings(option.to, option.pace), option.id, option) for option in moves)
    ranked: list[tuple[float, str, Option]] = []
    for loses, order, option in promising:
        if len(ranked) >= PLACES and -loses - stay < -ranked[PLACES - 1][0]:
            break  # danger can only make this move worse, and so all that follow
        insort(ranked, (stay - (-loses - danger(option.to)), order, option))
    return ranked[:PLACES]


def _calmest(moves: Sequence[Option]) -> list[Option]:
    """Each destination at the calmest pace that is useful (a sneak saves nothing over a jog), and at a sprint."""
    calm: dict[int, Option] = {}
    for option in moves:
        old = calm.get(option.to)
        if option.pace != Paces.SNEAK and (old is None or QUICKER[option.pace] < QUICKER[old.pace]):
            calm[option.to] = option
    return [*calm.values(), *(o for o in moves if o.pace == Paces.SPRINT and calm[o.to].pace != Paces.SPRINT)]


def _still_to_move(action: Action) -> bool:
    """Whether an announced move has not been made yet."""
    return action.kind == Verbs.MOVE and isinstance(action, CorpsAction) and not action.walked
