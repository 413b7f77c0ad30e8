"""How a computer player judges a table: the part that fits every rulebook.

A rulebook that can be judged better has a subclass in a folder of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import fsum, prod
from typing import Any, ClassVar, Generic, NamedTuple

from msgspec import json, structs

from game.ai.beliefs import KNOWN, Beliefs, Expects
from game.ai.lookahead import Either, Fall, Reply, falls
from game.ai.seatview import SeatView
from game.ai.temper import TEMPERS
from game.ai.thought import NO_BIAS, Bias, Parts, Weighed
from game.ai.ways import FAR, walking
from game.ai.weights import (
    AT_REACH,
    CLOSE_BY,
    GIVES_UP,
    LEAST_ANSWER,
    MOST_ANSWERS,
    NO_TARGET,
    ON_THE_WAY,
    WATCHES,
    Weights,
)
from game.board.board import Board
from game.board.terrain import Cover
from game.engine.decisions import Decision
from game.engine.names import NO_MARKER, Cell, MarkerKind, QuestionKind, Seat, UnitId, Verb
from game.engine.options import PASS, REACT, Option, by_unit
from game.engine.ruleset import Ruleset, UnitT
from game.engine.setup import Objective, Scored
from game.engine.state import Marks, State
from game.engine.throws import Throw
from game.engine.vocabulary import MarkerKinds, Verbs
from game.records.levels import Character
from game.rules.shared import foes


class Prospect(NamedTuple):
    """What the objective at `place` in the list promises a unit: its points, and the turns of walking to it."""

    points: float
    turns: float
    place: int


class _Known(NamedTuple):
    """What prospects depend on: while these stay the same, every unit keeps its objectives and its ways to them."""

    board: Board
    objectives: tuple[Objective, ...]
    allies: Mapping[Seat, str]
    turn: int
    turns: int

    def of(self, state: State) -> bool:
        """Whether they are the same on this table."""
        return (
            self.board is state.board
            and self.objectives is state.objectives
            and self.allies is state.allies
            and self.turn == state.turn
            and self.turns == state.turns
        )


class Tactics(Generic[UnitT]):
    """Judgement under one rulebook. What an instance remembers can all be worked out again from board and rules."""

    weights: Weights = Weights()
    widest: ClassVar[int] = 8  # the options looked at with exact odds in one decision, give or take a few
    runs: ClassVar[int] = 450  # runs of steps for one decision, shared by those options
    # the share of hits left: what -1 and -2 leave of a D6 that needs a 3
    cover: ClassVar[dict[Cover, float]] = {"": 1.0, "soft": 0.75, "low": 0.6, "hard": 0.45}
    helpless: ClassVar[frozenset[MarkerKind]] = frozenset({MarkerKinds.BROKEN})
    other: ClassVar[MarkerKind] = NO_MARKER  # the kind of a face-down marker that is not the rulebook's `guess`
    stops: ClassVar[frozenset[Verb]] = frozenset({Verbs.END, Verbs.DONE})
    looks_beyond: ClassVar[frozenset[QuestionKind]] = frozenset()  # where the enemy's next action is looked at too

    def __init__(self, rules: Ruleset, character: Character = Character.STEADY) -> None:
        self.rules = rules
        self.temper = TEMPERS[character]
        self.weights = type(self).weights.of(self.temper)
        self._ways: dict[str, tuple[Board, dict[int, int]]] = {}
        self._known: _Known | None = None
        self._goals: dict[tuple[Hashable, ...], tuple[Prospect, ...]] = {}
        self._claims: dict[tuple[Hashable, ...], list[tuple[Objective, UnitId, float]]] = {}
        self._places: tuple[object, dict[bytes, dict[Cell, float]]] = (None, {})

    @property
    def opponent(self) -> Tactics[UnitT]:
        """The tactics that the enemy is assumed to use in a look at its next action."""
        return self

    # -- valuing a table ------------------------------------------------------------------------------------------

    def worth(self, unit: UnitT) -> float:
        """What a unit is worth as it is: one for a single figure, more for a squad, less for wounds."""
        toughness = max(1, unit.stats.get("W", 1))
        squad = 1 + self.weights.figure * (max(1, unit.figures) - 1)
        return self.weights.unit * squad * (1 - unit.wounds / (2 * toughness))

    def readiness(self, state: State[UnitT, Any], unit: UnitT) -> float:
        """How much the unit's fire counts (0 to 1): most in its own turn before it fires, less if it has to wait."""
        if not self.helpless.isdisjoint(unit.markers):
            return self.weights.spent / 2
        used = self.used(unit)
        if self.rules.player_turns:  # all units act again in their own turn
            return self.weights.ready if used or state.seat != unit.seat else self.weights.now
        return self.weights.spent if used else self.weights.ready

    def used(self, unit: UnitT) -> bool:
        """Whether the unit has had its action of this turn."""
        return False

    def harm(self, state: State[UnitT, Any], shooter: UnitT, at: Cell, target: UnitT, cell: Cell) -> float:
        """The share of `target` on `cell` that one attack of `shooter` from `at` is expected to take: an estimate."""
        if not state.board.visible(at, cell):
            return 0.0
        sight = state.board.sight(at, cell)
        reaches = (self.rules.weapon(name).range for name in shooter.weapons)
        shares = (1 - sight.distance / max(1, reach) for reach in reaches if sight.distance <= reach)
        best = max((AT_REACH + (CLOSE_BY - AT_REACH) * near for near in shares), default=0.0)
        return min(1.0, best * self.cover.get(sight.cover, 1.0) * max(1, shooter.figures) / max(1, target.figures))

    def evaluate(self, state: State[UnitT, Any], seat: Seat) -> float:
        """How well `seat` stands, in figures put out of action."""
        return self.parts(state, seat).total

    def beliefs(self, view: SeatView) -> Beliefs:
        """How likely each face-down enemy marker is of the rulebook's `guess`; empty if none is hidden."""
        return KNOWN

    def parts(self, state: State[UnitT, Any], seat: Seat, beliefs: Beliefs = KNOWN) -> Parts:
        """What `evaluate` adds up: material, points, ground, danger, targets."""
        weights = self.weights
        material = self._material(state, seat)
        if state.outcome:
            return Parts(result=self.result(state, seat), material=material)
        enemies = foes(state, seat)
        own = [u for u in state.units.values() if not u.out and state.side(u.seat) == state.side(seat)]
        against, ours = self.guns(state, enemies), self.guns(state, own)
        return Parts(
            0.0,
            material,
            weights.point * self.lead(state, seat),
            self.ground(state, own, enemies),
            -weights.exposed * self.losses(state, own, against),
            weights.aimed_at * self.losses(state, enemies, ours),
            fsum(self.condition(unit) for unit in own),
            denied=-self.held(state, enemies),
            hampers=-fsum(self.condition(foe) for foe in enemies),
        )

    def mark(self, state: State[UnitT, Any], marks: Marks) -> Hashable:
        """A key of all that `parts` depends on: tables with the same key are worth the same."""
        return marks.of(state)

    def result(self, state: State[UnitT, Any], seat: Seat) -> float:
        """What the end of the battle is worth to a seat, which wins or loses with its side."""
        if not state.winner:
            return 0.0
        return self.weights.win if state.winner == state.side(seat) else -self.weights.win

    def lead(self, state: State[UnitT, Any], seat: Seat) -> int:
        """The points of the seat's side less those of every other side."""
        points = {state.side(name): value for name, value in self.rules.score(state).items()}
        return 2 * points.get(state.side(seat), 0) - sum(points.values())

    def _material(self, state: State[UnitT, Any], seat: Seat) -> float:
        """Own units less the enemy's, those that have left the table alive included."""
        own = state.side(seat)
        alive = [unit for unit in state.units.values() if not unit.out or unit.exited]
        return fsum(self.worth(unit) if state.side(unit.seat) == own else -self.worth(unit) for unit in alive)

    def condition(self, unit: UnitT) -> float:
        """What the state of the unit adds or takes: fresh, suppressed, pinned."""
        weights = self.weights
        fresh = weights.fresh if unit.has_face_down else 0.0
        hampered = weights.suppressed if self.hampered(unit) else 0.0
        pinned = 0.0 if self.helpless.isdisjoint(unit.markers) else weights.pinned
        return fresh - hampered - pinned

    def hampered(self, unit: UnitT) -> bool:
        """Whether suppression costs the unit anything."""
        return MarkerKinds.SUPPRESSED in unit.markers

    def guns(self, state: State[UnitT, Any], units: Iterable[UnitT]) -> list[tuple[UnitT, float]]:
        """Units with their readiness."""
        return [(unit, self.readiness(state, unit)) for unit in units]

    def losses(self, state: State[UnitT, Any], units: Sequence[UnitT], guns: Sequence[tuple[UnitT, float]]) -> float:
        """What these guns are expected to take of the units where they are, in figures."""
        return fsum(self.worth(unit) * self.threat(state, unit, unit.at, guns) for unit in units)

    def threat(self, state: State[UnitT, Any], unit: UnitT, cell: Cell, guns: Iterable[tuple[UnitT, float]]) -> float:
        """The share of `unit` that these guns would be expected to take if it were on `cell`."""
        return 1 - prod(1 - self.harm(state, foe, foe.at, unit, cell) * ready for foe, ready in guns)

    # -- ground ---------------------------------------------------------------------------------------------------

    def turns_left(self, state: State[UnitT, Any]) -> int:
        """The turns to go, this one included."""
        return max(1, state.turns - state.turn + 1)

    def stride(self, unit: UnitT) -> float:
        """How far a unit walks in a turn, in half inches."""
        return 2.0 * max(1, unit.stats.get("SP", unit.stats.get("M", 6)))

    def away(self, state: State[UnitT, Any], unit: UnitT, cell: Cell, foes: Iterable[UnitT]) -> float:
        """What it costs a unit without an objective to be on `cell`: more, the farther it is from the nearest enemy."""
        nearest = min((state.board.distance(cell, foe.at) for foe in foes), default=0)
        return self.weights.near * min(self.weights.off_enemy, 2 * nearest / self.stride(unit))

    def turns_away(self, state: State[UnitT, Any], unit: UnitT, cell: Cell, objective: Objective) -> float:
        """The turns of walking from `cell` to the objective; 0 on it."""
        return self.ways(state, objective).get(cell, FAR) / self.stride(unit)

    def ways(self, state: State[UnitT, Any], objective: Objective) -> dict[int, int]:
        """Half inches of walking from every cell to an objective."""
        board, ways = self._ways.get(objective.id, (None, {}))
        if board is not state.board:
            ways = walking(state.board, objective.cells)
            self._ways[objective.id] = (state.board, ways)
        return ways

    def closeness(self, away: float) -> float:
        """The share of an objective's points that a unit `away` turns from it may expect: 1 at 0, then falling."""
        return 1.0 if away <= 0 else ON_THE_WAY / (1 + away)

    def ground(self, state: State[UnitT, Any], own: Sequence[UnitT], enemies: Sequence[UnitT]) -> float:
        """What ground is worth: the objectives a side may hold, and how near each unit is to its own or the enemy."""
        weights = self.weights
        total = self.held(state, own)
        for unit in own:
            goals = self.goals_of(state, unit)
            if goals:
                total -= weights.near * min(weights.off_goal, goals[0].turns)
            elif enemies:
                total -= self.away(state, unit, unit.at, enemies)
        return total

    def held(self, state: State[UnitT, Any], units: Sequence[UnitT]) -> float:
        """What the objectives promise a side, in figures."""
        return self.weights.hold * fsum(points for _, _, points in self.claims(state, units))

    def stake(self, state: State[UnitT, Any], objective: Objective, unit: UnitT) -> float:
        """The points the unit may yet bring its side by an objective; 0 if the unit cannot score it."""
        goal = objective.scoring
        if (goal.seat and state.side(goal.seat) != state.side(unit.seat)) or goal.unit not in ("", unit.id):
            return 0.0
        return objective.points * (
            min(self.turns_left(state), self.weights.lasts) if goal.scored is Scored.EACH_TURN else self.weights.once
        )

    def promised(self, state: State[UnitT, Any], objective: Objective, unit: UnitT, cell: Cell) -> float:
        """The points the unit may expect to bring by an objective if it stands on `cell`."""
        stake = self.stake(state, objective, unit)
        if not stake:
            return 0.0
        turns = self.turns_away(state, unit, cell, objective)
        return stake * self.closeness(turns) * self.timely(state, objective, unit, turns)

    def cell_promise(self, state: State[UnitT, Any], unit: UnitT) -> Callable[[Cell], float]:
        """By cell, the points of the objective that promises the unit most there.

        Whatever is the same on every cell is looked up only once.
        """
        goals = [
            (stake, self.ways(state, goal), goal)
            for goal in state.objectives
            if (stake := self.stake(state, goal, unit))
        ]
        stride = self.stride(unit)

        def most(cell: Cell) -> float:
            best = 0.0
            for stake, ways, goal in goals:
                turns = ways.get(cell, FAR) / stride
                best = max(best, stake * self.closeness(turns) * self.timely(state, goal, unit, turns))
            return best

        return most

    def timely(self, state: State[UnitT, Any], objective: Objective, unit: UnitT, turns: float) -> float:
        """The share of a stake that is left if the unit arrives after so many `turns` of walking."""
        return 1.0

    def goals_of(self, state: State[UnitT, Any], unit: UnitT) -> tuple[Prospect, ...]:
        """What the objectives promise a unit where it is, the one it makes for first; kept while the turn lasts."""
        self._forget_stale(state)
        key = self._prospect_key(state, unit)
        found = self._goals.get(key)
        if found is None:
            goals = [
                Prospect(points, self.turns_away(state, unit, unit.at, objective), place)
                for place, objective in enumerate(state.objectives)
                if (points := self.promised(state, objective, unit, unit.at))
            ]
            found = self._goals[key] = tuple(sorted(goals, key=self.goes_for))
        return found

    def goes_for(self, goal: Prospect) -> tuple[float, ...]:
        """The sort key of a unit's objectives; it makes for the first. Here the nearest."""
        return goal.turns, goal.place

    def claims(self, state: State[UnitT, Any], units: Sequence[UnitT]) -> list[tuple[Objective, UnitT, float]]:
        """The objectives given out to units of a side, each with the points that it promises."""
        self._forget_stale(state)
        free = [unit for unit in units if self.helpless.isdisjoint(unit.markers)]
        key = tuple(self._prospect_key(state, unit) for unit in free)
        found = self._claims.get(key)
        if found is None:
            found = self._claims[key] = self.given_out(state, free)
        return [(goal, state.units[name], points) for goal, name, points in found]

    def given_out(self, state: State[UnitT, Any], units: Sequence[UnitT]) -> list[tuple[Objective, UnitId, float]]:
        """Give the objectives out, nearest first, one to a unit; only an exit may be given to several units."""
        near = sorted(
            (one.turns, unit.id, one.place, one.points) for unit in units for one in self.goals_of(state, unit)
        )
        used: set[UnitId] = set()
        given: set[int] = set()
        found = []
        for away, name, place, points in near:
            if name not in used and place not in given and away < FAR / 100:
                used.add(name)
                if state.objectives[place].scoring.scored is not Scored.EXIT:
                    given.add(place)
                found.append((state.objectives[place], name, points))
        return found

    def _forget_stale(self, state: State[UnitT, Any]) -> None:
        """Forget the prospects of another turn or table."""
        if self._known is None or not self._known.of(state):
            self._known = _Known(state.board, state.objectives, state.allies, state.turn, state.turns)
            self._goals, self._claims = {}, {}

    def _prospect_key(self, state: State[UnitT, Any], unit: UnitT) -> tuple[Hashable, ...]:
        """Everything about a unit that its prospects depend on."""
        return unit.id, unit.seat, unit.at, self.stride(unit)

    # -- deciding -------------------------------------------------------------------------------------------------

    def obvious(self, view: SeatView, decision: Decision) -> Option | None:
        """An answer that needs no look ahead, or None."""
        return None

    def judged(self, view: SeatView, decision: Decision) -> Sequence[Weighed] | None:
        """The options valued without a look ahead, where the tactics can do so; None where a look ahead is needed."""
        plain = self.obvious(view, decision)
        return None if plain is None else [Weighed(plain, 0.0)]

    def compared(
        self, view: SeatView, decision: Decision, chosen: Option, listed: Callable[[], Sequence[Weighed]]
    ) -> tuple[Weighed, Weighed] | None:
        """`chosen` and the best option as `listed` weighs them; None if `chosen` is not valued part by part."""
        weighed = {one.option.id: one for one in listed() if one.parts is not None}
        if chosen.id not in weighed:
            return None
        return weighed[chosen.id], max(weighed.values(), key=lambda one: one.value)

    def hasty(self, view: SeatView, decision: Decision) -> Option | None:
        """A recruit's answer, at once, under a rulebook whose options it does not weigh; None where it weighs them."""
        return None

    def hunch(self, view: SeatView, option: Option) -> float:
        """An option's worth at a glance, in figures: the place it leads to, or what its attack promises."""
        state = view.front
        if option.to >= 0 and option.point < 0 and option.unit:
            unit = state.units[option.unit]
            enemies = foes(state, unit.seat)
            return self.place(state, unit, option.to, enemies) - self.place(state, unit, unit.at, enemies)
        return self.attack_gain(state, option)

    def shortlist(self, view: SeatView, decision: Decision) -> list[Option]:
        """The options worth looking at with exact odds: all if they are few, else the best of a quick ordering."""
        options = decision.options
        if len(options) <= self.widest:
            return list(options)
        moves = [o for o in options if o.to >= 0 and o.point < 0 and o.unit]
        shots = [o for o in options if not (o.to >= 0 and o.point < 0 and o.unit)]
        if len(shots) > self.widest:
            ranked = sorted(shots, key=lambda o: (-self.attack_gain(view.front, o), o.id))
            shots = [*ranked[: self.widest], *(o for o in ranked[self.widest :] if not o.target and o.point < 0)]
        return [*self.best_moves(view, moves), *shots]

    def best_moves(self, view: SeatView, moves: Sequence[Option]) -> list[Option]:
        """The best few destinations of each unit, by position alone."""
        by_name = by_unit(moves)
        quota = max(2, self.widest // max(1, len(by_name)))
        found: list[Option] = []
        for name, listed in by_name.items():
            unit = view.front.units[name]
            value = self.cell_value(view.front, unit, foes(view.front, unit.seat))
            values = {cell: value(cell) for cell in {option.to for option in listed}}
            found += sorted(listed, key=lambda o: (-values[o.to], o.id))[:quota]
        return found

    def place(self, state: State[UnitT, Any], unit: UnitT, cell: Cell, enemies: Sequence[UnitT]) -> float:
        """How good a place `cell` is for `unit`: ground, targets, danger."""
        return self.cell_value(state, unit, enemies)(cell)

    def cell_value(self, state: State[UnitT, Any], unit: UnitT, enemies: Sequence[UnitT]) -> Callable[[Cell], float]:
        """`place` by cell; whatever is the same on every cell is looked up only once."""
        weights, promised = self.weights, self.cell_promise(state, unit)
        targets, threat = self.targets(state, unit, enemies), self.threats(state, unit, self.guns(state, enemies))

        def value(cell: Cell) -> float:
            ground = weights.hold * promised(cell)
            if not ground and enemies:
                ground = -self.away(state, unit, cell, enemies)
            return ground + weights.target * targets(cell) - weights.exposed * threat(cell)

        return value

    def targets(self, state: State[UnitT, Any], unit: UnitT, enemies: Sequence[UnitT]) -> Callable[[Cell], float]:
        """By the cell that `unit` is on, the largest share of an enemy that it is expected to take."""
        return lambda cell: max((self.harm(state, unit, cell, foe, foe.at) for foe in enemies), default=0.0)

    def threats(
        self, state: State[UnitT, Any], unit: UnitT, guns: Sequence[tuple[UnitT, float]]
    ) -> Callable[[Cell], float]:
        """By the cell that `unit` is on, the share of it that these guns are expected to take."""
        return lambda cell: self.threat(state, unit, cell, guns)

    def places(
        self, state: State[UnitT, Any], unit: UnitT, cells: Iterable[Cell], enemies: Sequence[UnitT]
    ) -> dict[Cell, float]:
        """By cell, how good a place it is for `unit`: these cells, perhaps more, and not valid for the cell it is on.

        Kept for all units of the same kind until an enemy moves.
        """
        around = state.board, state.objectives, [(foe.id, foe.at) for foe in enemies]
        if around != self._places[0]:
            self._places = around, {}
        named = any(goal.scoring.unit == unit.id for goal in state.objectives)  # such a unit is a kind of its own
        kind = json.encode(structs.replace(unit, id=unit.id if named else "", name="", at=0))
        known = self._places[1].setdefault(kind, {})
        value = self.cell_value(state, unit, enemies)
        known |= {cell: value(cell) for cell in cells if cell not in known}
        return known

    def attack_gain(self, state: State[UnitT, Any], option: Option) -> float:
        """The share of its target that an attack is expected to take, hits counted in part; 0 for other options."""
        total = self.rules.forecast(state, option)
        return 0.0 if total is None else float(total.p_out) + self.weights.hit * float(total.p_hit)

    def unasked(self, state: State[UnitT, Any], asked: Seat, kind: QuestionKind, expects: Expects) -> Reply | None:
        """PASS for a reaction in a look ahead that is not expected, which saves listing its options; else None."""
        if kind != REACT:
            return None
        declared = sum(reaction.seat == asked for reaction in state.queues[-1].reactions)
        return PASS if asked == expects.seat or not expects.alarmed or declared >= 2 else None

    def reply(self, state: State[UnitT, Any], asked: Decision) -> Option | Either | None:
        """The answer expected to a later question of a look ahead: the most promising attack, else the default."""
        default = asked.option(asked.default)
        if any(option.target for option in asked.options) and len(asked.options) <= MOST_ANSWERS:
            promised = [(self.attack_gain(state, option), option is default) for option in asked.options]
            if (best := max(promised))[0] > LEAST_ANSWER:
                return asked.options[promised.index(best)]
        return default

    def falls(self, state: State[UnitT, Any], throw: Throw) -> Sequence[Fall]:
        """The outcomes of a throw as far as a look ahead tells them apart; `state` is before the step that rolls."""
        return falls(throw.dice, throw.read)

    def over(self, state: State[UnitT, Any]) -> bool:
        """Whether a look ahead ends before the next step, which no longer depends on the option looked at."""
        return False

    def stopped(self, view: SeatView) -> State[UnitT, Any]:
        """The table after the seat has said that it does no more, before anything else happens."""
        return view.front

    def bias(self, view: SeatView, option: Option) -> Bias:
        """What is added for what lies beyond a look ahead: a unit that watches gives up its own turn."""
        if option.action != Verbs.OVERWATCH:
            return NO_BIAS
        state, unit = view.front, view.front.units[option.unit]
        now = max((self.harm(state, unit, unit.at, foe, foe.at) for foe in foes(state, unit.seat)), default=0.0)
        holds = any(unit.at in goal.cells for goal in state.objectives)
        return WATCHES if holds and now < NO_TARGET else GIVES_UP

    def worlds(self, view: SeatView) -> tuple[tuple[bool, float], ...]:
        """The enemy's behaviours to weigh: (alarmed, weight). During an action it is enough that it holds back."""
        if view.front.queues:
            return ((False, 1.0),)
        return ((False, 1 - self.weights.believed), (True, self.weights.believed))
