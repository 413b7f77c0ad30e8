"""Judging a Stargrunt II table: fire is estimated by its own dice; suppression and nerve lower a unit's worth."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from math import fsum
from typing import Any, NamedTuple

from game.ai.assignment import assigned
from game.ai.beliefs import KNOWN, Beliefs
from game.ai.seatview import SeatView
from game.ai.tactics import Prospect, Tactics
from game.ai.thought import NO_BIAS, Bias, Parts, Said
from game.ai.ways import FAR
from game.ai.weights import Weights
from game.board.board import Board
from game.board.sight import Sight
from game.engine.decisions import Decision
from game.engine.dice import spread
from game.engine.names import Cell, Seat, UnitId
from game.engine.options import Option
from game.engine.ruleset import Ruleset
from game.engine.setup import Objective, Scored
from game.engine.state import Marks, State
from game.records.levels import Character
from game.rules.shared import foes
from game.rules.stargrunt2.dice import FIRE, fire_result
from game.rules.stargrunt2.morale import is_vehicle
from game.rules.stargrunt2.shots import fire_along, hurts, impact_dice, is_missile, weapon_groups
from game.rules.stargrunt2.state import BROKEN, Squad
from game.rules.stargrunt2.turns import act, next_activation
from game.rules.stargrunt2.vocabulary import MarkerKinds, Questions, Verbs

# The share of a unit's worth that a suppression marker costs: it takes an action and a third to remove (SG-A38), of the
# twelve actions of a battle. An expected shot (`share`) and one that a look ahead plays out (`condition`) must count it
# alike. Counted as 0.1 figures in the second, a counter seemed better than a shot at a target in sight, and two of
# three counters were never spent.
SUPPRESSION = 0.12
VEHICLE = 1.5  # figures: what a vehicle, a single figure, is worth
COMES = 0.6  # how likely it is that an enemy takes its expected way
FIRES = 0.35  # the share of its shot that a watcher takes: half never fire, and a shot takes less than its estimate
LATER = 0.6  # the share of that which is left against an enemy that acts in the next turn at the earliest
FORGONE = 0.2  # figures: an action of a squad, given up where watching or the end is the first of two (SG-A1)
TEMPO = 0.15  # figures: an activation and a turn, lost by a shot out of turn unless by a counter (SG-12, SG-A13)
HASTE = 7 / 6  # a combat move leads so many times as far as a normal one, on average (SG-A4)
# The share of its points that an objective counts for the first squad sent to it, the second, and those behind: a
# single squad does not get through. With only two shares, attackers with more squads left the others where they began;
# those dug in there and got out again.
SENT = (1.0, 0.4, 0.25, 0.15)
LAPSES = 0.15  # figures: what is lost with an unspent counter, which ends with its squad's next activation (SG-39)
# The share of its best shot that counts for a squad to be activated: a look ahead to its first action sees only that
# the enemy has a gun less, so idle squads acted first and the enemy shot first. With it a regular won 13 of 18 games.
FIRST = 0.6
SECOND = 0.5  # the share of that if the target has acted or is suppressed already

SHOOTS_FIRST = Said(
    "it has a shot to make before the enemy acts",
    better="it has the better shot to make before the enemy acts",
    worse="it has no better shot to make first",
)
USES_COUNTER = Said(
    "its counter is used", better="its counter is used before it lapses", worse="its counter would be used"
)
SPENDS_ACTIVATION = Said(
    "", "it spends its activation", "it keeps its activation for later", "it spends its activation"
)
GIVES_UP_ACTION = Said(
    "", "it gives up its second action", "it keeps its second action", "it gives up its second action"
)


Shares = dict[int, float]
"""Target number (`_as_target`) -> the share of the target that fire takes, on its cell or on its way."""


class Course(NamedTuple):
    """An enemy that may act yet, and the cells of its expected way.

    `value`: its figures, fewer if it acts late. `here`, `comes`: its target numbers where it is, and on its way.
    """

    unit: Squad
    way: tuple[Cell, ...]
    value: float
    here: int
    comes: int


class FirefightTactics(Tactics[Squad]):
    """Estimates follow the rulebook's dice; the exact odds are left to the look ahead."""

    weights = Weights(exposed=0.4, aimed_at=0.5)
    runs = 300
    # The share of a unit's worth that is lost, by level of confidence: a shaken unit has to test before it advances, a
    # broken one seeks cover and only answers fire, a routed one runs.
    nerve = (0.0, 0.05, 0.2, 0.6, 0.9)

    def __init__(self, rules: Ruleset, character: Character = Character.STEADY) -> None:
        super().__init__(rules, character)
        self._board: Board | None = None
        self._shares: dict[Hashable, Shares] = {}
        self._targets: dict[Hashable, int] = {}
        # Guns -> target number -> the share of it that they take. Guns are identified by their `Shares` objects, which
        # is safe because both are forgotten together (`_forget_other_boards`).
        self._threats: dict[Hashable, dict[int, float]] = {}
        self._courses: dict[tuple[str, Cell, float], tuple[Cell, ...]] = {}

    def parts(self, state: State[Squad, Any], seat: Seat, beliefs: Beliefs = KNOWN) -> Parts:
        """As in general, with what the counters of both sides are expected to take."""
        found = super().parts(state, seat, beliefs)
        if state.outcome:
            return found
        watch = hampers = 0.0
        watching = [unit for unit in state.units.values() if MarkerKinds.OVERWATCH in unit.markers and not unit.out]
        for side in state.sides() if watching else ():
            watchers = [unit for unit in watching if state.side(unit.seat) == side]
            if watchers:
                ways = self.expected(state, foes(state, watchers[0].seat))
                value = fsum(self.watched(state, unit, ways) for unit in watchers)
                if side == state.side(seat):
                    watch += value
                else:
                    hampers -= value
        return found._replace(watch=found.watch + watch, hampers=found.hampers + hampers)

    def mark(self, state: State[Squad, Any], marks: Marks) -> Hashable:
        """As in general, without what is under way except for whose activation it is (`moves_left` depends on it)."""
        acting = [tuple(step.args) for step in state.agenda if step.run is act]
        return marks.of(state, "queues", "agenda"), *acting

    def expected(self, state: State[Squad, Any], units: Sequence[Squad]) -> list[Course]:
        """The units that may act yet, with their expected ways."""
        self._forget_other_boards(state.board)
        goals = {unit.id: goal for goal, unit, _ in self.claims(state, units)}
        last = state.turn >= state.turns
        found = []
        for unit in units:
            if unit.confidence < BROKEN and not (last and unit.activated):
                way = self.way(state, goals[unit.id], unit) if unit.id in goals else ()
                here, comes = (self._as_target(unit, place, opportunity=True) for place in (unit.at, way))
                found.append(Course(unit, way, (LATER if unit.activated else 1.0) * self.worth(unit), here, comes))
        return found

    def watched(self, state: State[Squad, Any], unit: Squad, expected: Sequence[Course]) -> float:
        """What a shot by counter is expected to take of an enemy that acts in sight, or comes there (SG-36, SG-44)."""
        if unit.confidence >= BROKEN or unit.suppressed:
            return 0.0
        best = 0.0
        shares = self._shares_of(state, unit, unit.at)
        for foe, way, value, at, along in expected:
            here, comes = shares.get(at), shares.get(along)
            if here is None:
                here = self.share(state, unit, unit.at, foe, foe.at, opportunity=True)
            if comes is None:
                taken = [self.share(state, unit, unit.at, foe, cell, opportunity=True) for cell in way]
                comes = shares[along] = max(taken, default=0.0)
            best = max(best, value * max(here, COMES * comes))
        return FIRES * best

    def way(self, state: State[Squad, Any], goal: Objective, unit: Squad) -> tuple[Cell, ...]:
        """The next cells on the shortest way to an objective, as far as two moves are expected to lead."""
        self._forget_other_boards(state.board)
        key = goal.id, unit.at, self.stride(unit)
        course = self._courses.get(key)
        if course is None:
            ways, cell, found = self.ways(state, goal), unit.at, list[Cell]()
            last = ways.get(cell, 0) - self.stride(unit)
            while ways.get(cell, 0) > max(0, last):
                cell = min(state.board.neighbours(cell), key=lambda near: ways.get(near, FAR))
                found.append(cell)
            course = self._courses[key] = tuple(found)
        return course

    def over(self, state: State[Squad, Any]) -> bool:
        """At the next activation. The points after a turn's last would count for the one option that ends the turn."""
        return state.agenda[-1].run is next_activation

    def obvious(self, view: SeatView, decision: Decision) -> Option | None:
        """Final fire costs neither an activation nor a turn (SG-A19), so the most promising shot is fired."""
        if decision.kind != Questions.FINAL_FIRE:
            return None
        return max(decision.options, key=lambda option: self.attack_gain(view.front, option))

    def hunch(self, view: SeatView, option: Option) -> float:
        """As in general; to remove suppression is worth what the marker costs."""
        return SUPPRESSION if option.action == Verbs.REMOVE_SUPPRESSION else super().hunch(view, option)

    def bias(self, view: SeatView, option: Option) -> Bias:
        """Favours squads that can shoot. Giving up the second action, or firing out of turn, costs something."""
        if option.action == Verbs.ACTIVATE:
            return Bias(FIRST * self.shot(view.front, view.front.units[option.unit]), SHOOTS_FIRST, "targets")
        if option.action == Verbs.OVERWATCH_FIRE:
            return Bias(LAPSES, USES_COUNTER)
        if option.action in (Verbs.OPPORTUNITY_FIRE, Verbs.REACTION_FIRE):
            return NO_BIAS if self.idle(view.front, option) else Bias(-TEMPO, SPENDS_ACTIVATION)
        step = view.state.agenda[-1]
        alone = option.action in (Verbs.OVERWATCH, Verbs.END) and step.run is act and step.args[1] == 1
        return Bias(-FORGONE, GIVES_UP_ACTION) if alone else NO_BIAS

    def shot(self, state: State[Squad, Any], unit: Squad) -> float:
        """What a unit's best shot from where it is is expected to take, in figures."""
        if unit.suppressed or unit.confidence >= BROKEN:
            return 0.0
        values = [
            self.harm(state, unit, unit.at, foe, foe.at)
            * self.worth(foe)
            * (SECOND if foe.activated or foe.suppressed else 1.0)
            for foe in foes(state, unit.seat)
        ]
        return max(values, default=0.0)

    def idle(self, state: State[Squad, Any], option: Option) -> bool:
        """Whether a unit loses nothing by firing out of turn: it has to stay where it is, and sees no other target."""
        unit = state.units[option.unit]
        others = [foe for foe in foes(state, unit.seat) if foe.id != option.target]
        if any(self.harm(state, unit, unit.at, foe, foe.at) for foe in others):
            return False
        return all(
            unit.at in goal.cells for goal, one, _ in self.claims(state, state.standing(unit.seat)) if one is unit
        )

    def worth(self, unit: Squad) -> float:
        """The figures that can fight, less what the unit's nerve has lost."""
        men = super().worth(unit) if unit.stats["figures"] > 1 else VEHICLE
        return men * (1 - self.nerve[unit.confidence])

    def condition(self, unit: Squad) -> float:
        """What suppression costs the unit; `parts` adds what counters are worth."""
        return -SUPPRESSION * self.worth(unit) * unit.suppressed if unit.suppressed else 0.0

    def readiness(self, state: State[Squad, Any], unit: Squad) -> float:
        """A unit that is still to be activated counts most."""
        if unit.confidence >= BROKEN or unit.suppressed:
            return self.weights.spent / 2
        return self.weights.spent if unit.activated else self.weights.ready

    def moves_left(self, state: State[Squad, Any], unit: Squad) -> float:
        """The activations still to come, and what is left of the present one."""
        turns = self.turns_left(state)
        if not unit.activated:
            return turns
        for step in state.agenda:
            if step.run is act and step.args[0] == unit.id:
                return turns - (int(step.args[1]) - 1) / 2
        return turns - 1

    def timely(self, state: State[Squad, Any], objective: Objective, unit: Squad, turns: float) -> float:
        """0 if the unit comes too late, otherwise less for the turns that pass until then.

        An objective that scores at the end needs a turn to spare, since something always gets in the way.
        """
        if turns <= 0:
            return 1.0
        moves = self.moves_left(state, unit)
        spare = moves - turns / HASTE
        if spare < 0:
            return 0.0
        if objective.scoring.scored is Scored.EACH_TURN:
            return min(moves, spare + 1) / self.turns_left(state)
        return min(1.0, (1 + spare) / 2)

    def goes_for(self, goal: Prospect) -> tuple[float, ...]:
        """The most promising objective first, then the nearest."""
        return -goal.points, goal.turns, goal.place

    def given_out(self, state: State[Squad, Any], units: Sequence[Squad]) -> list[tuple[Objective, UnitId, float]]:
        """Objectives given out for the greatest promise in all, each to as many units as `SENT` has shares.

        Any number of units may be given the same exit.
        """
        open_to = [(unit.id, goals) for unit in units if (goals := self.goals_of(state, unit))]
        places: list[tuple[int, float]] = []
        for place in sorted({one.place for _, goals in open_to for one in goals}):
            leave = state.objectives[place].scoring.scored is Scored.EXIT
            places += [(place, share) for share in ((1.0,) * len(open_to) if leave else SENT)]
        promised = [{one.place: one.points for one in goals} for _, goals in open_to]
        values = [[points.get(place, 0.0) * share for place, share in places] for points in promised]
        return [
            (state.objectives[places[column][0]], open_to[row][0], values[row][column])
            for row, column in assigned(values)
        ]

    def _prospect_key(self, state: State[Squad, Any], unit: Squad) -> tuple[Hashable, ...]:
        """As in general, with the turns that the unit has left."""
        return *super()._prospect_key(state, unit), self.moves_left(state, unit)

    def stride(self, unit: Squad) -> float:
        """How far two normal moves lead, in half inches."""
        return 2.0 * 2 * unit.stats["MOVE"]

    def harm(self, state: State[Squad, Any], shooter: Squad, at: Cell, target: Squad, cell: Cell) -> float:
        """The share of `target` that one fire is expected to take, suppression counting in part."""
        return self.share(state, shooter, at, target, cell)

    def losses(self, state: State[Squad, Any], units: Sequence[Squad], guns: Sequence[tuple[Squad, float]]) -> float:
        """As in general, but fast: rows are looked up once for all units, and results are kept by guns and target."""
        rows = self._rows(state, guns)
        threats = self._threats.setdefault(tuple([(id(shares), ready) for _, ready, shares in rows]), {})
        total = 0.0
        for unit in units:
            aimed = self._as_target(unit, unit.at, opportunity=False)
            found = threats.get(aimed)
            if found is None:
                found = threats[aimed] = self._threat(state, unit, unit.at, rows)
            total += self.worth(unit) * found
        return total

    def threat(self, state: State[Squad, Any], unit: Squad, cell: Cell, guns: Iterable[tuple[Squad, float]]) -> float:
        """As in general, but fast: rows are looked up once for all guns."""
        return self._threat(state, unit, cell, self._rows(state, guns))

    def targets(self, state: State[Squad, Any], unit: Squad, enemies: Sequence[Squad]) -> Callable[[Cell], float]:
        """As in general, but fast: whatever is the same for all cells is looked up only once."""
        aimed = [(foe, self._as_target(foe, foe.at, opportunity=False)) for foe in enemies]

        def most(cell: Cell) -> float:
            shares, best = self._shares_of(state, unit, cell), 0.0
            for foe, number in aimed:
                taken = shares.get(number)
                if taken is None:
                    taken = shares[number] = self._worked_out(state.board, cell, unit, foe, foe.at, 0)
                best = max(best, taken)
            return best

        return most

    def threats(
        self, state: State[Squad, Any], unit: Squad, guns: Sequence[tuple[Squad, float]]
    ) -> Callable[[Cell], float]:
        """As in general, but fast: rows are looked up once for all cells."""
        rows = self._rows(state, guns)
        return lambda cell: self._threat(state, unit, cell, rows)

    def _rows(self, state: State[Squad, Any], guns: Iterable[tuple[Squad, float]]) -> list[tuple[Squad, float, Shares]]:
        return [(foe, ready, self._shares_of(state, foe, foe.at)) for foe, ready in guns]

    def _threat(
        self, state: State[Squad, Any], unit: Squad, cell: Cell, rows: Iterable[tuple[Squad, float, Shares]]
    ) -> float:
        safe, aimed = 1.0, self._as_target(unit, cell, opportunity=False)
        for foe, ready, shares in rows:
            taken = shares.get(aimed)
            if taken is None:
                taken = shares[aimed] = self._worked_out(state.board, foe.at, foe, unit, cell, 0)
            if taken:
                safe *= 1 - taken * ready
        return 1 - safe

    def share(
        self,
        state: State[Squad, Any],
        shooter: Squad,
        at: Cell,
        target: Squad,
        cell: Cell,
        *,
        opportunity: bool = False,
    ) -> float:
        """`harm` with `opportunity` for fire out of turn (SG-10), kept as long as the board is the same."""
        shares, aimed = self._shares_of(state, shooter, at), self._as_target(target, cell, opportunity=opportunity)
        taken = shares.get(aimed)
        if taken is None:
            taken = shares[aimed] = self._worked_out(state.board, at, shooter, target, cell, int(opportunity))
        return taken

    def _shares_of(self, state: State[Squad, Any], shooter: Squad, at: Cell) -> Shares:
        """What such a squad takes from that cell, by target number, as far as it is known."""
        self._forget_other_boards(state.board)
        kind = shooter.stats["QUALITY"], shooter.weapons, tuple(shooter.used), shooter.figures, at
        found = self._shares.get(kind)
        if found is None:
            found = self._shares[kind] = {}
        return found

    def _forget_other_boards(self, board: Board) -> None:
        """Forget everything about another board."""
        if board is not self._board:
            self._board, self._shares, self._targets, self._threats, self._courses = board, {}, {}, {}, {}

    def _as_target(self, unit: Squad, cell: Cell | tuple[Cell, ...], *, opportunity: bool) -> int:
        """A number for all that matters of a target on a cell or way: with the same one, fire takes the same share."""
        dug = MarkerKinds.IN_POSITION in unit.markers and cell == unit.at
        stats = unit.stats
        kind = unit.profile, stats["ARMOUR"], stats["ECM"], unit.figures, dug, cell, opportunity
        return self._targets.setdefault(kind, len(self._targets))

    def _worked_out(  # noqa: PLR0917 (called for each cell: names would slow it down)
        self, board: Board, at: Cell, shooter: Squad, target: Squad, cell: Cell, opportunity: int
    ) -> float:
        if not board.visible(at, cell):
            return 0.0
        dug = MarkerKinds.IN_POSITION in target.markers and cell == target.at
        return self._share(board.sight(at, cell), shooter, target, dug, opportunity)

    def _share(self, sight: Sight, shooter: Squad, target: Squad, dug: int, opportunity: int) -> float:
        """The share that one fire takes. A position makes the range die larger, fire out of turn the ECM die, too."""
        rules, vehicle = self.rules, is_vehicle(self.rules, target)
        best = 0.0
        for weapons in weapon_groups(rules, shooter) or shooter.weapons[:1]:
            if is_missile(rules, weapons) != vehicle:
                continue
            throw = fire_along(rules, sight, shooter, target, weapons, dug=bool(dug), opportunity=bool(opportunity))
            if throw.need:
                beaten, hits = _fire(throw.dice)
                hurt = _hurt(impact_dice(rules, target, weapons, sight.cover))
                share = beaten * hurt if vehicle else beaten * SUPPRESSION + hits * hurt / max(1, target.figures)
                best = max(best, share)
        return min(1.0, best)


@lru_cache(maxsize=4096)
def _fire(dice: tuple[int, ...]) -> tuple[float, float]:
    """The chance that a die beats the first, the target's, and the expected number of hits."""
    beaten, hits, sides = 0.0, 0.0, dice[0]
    for outcome, share, _ in spread(dice, FIRE(sides)).outcomes:
        result = fire_result(outcome)
        if result.beat:
            beaten += float(share)
            hits += float(share) * (result.hits + result.rest / sides)
    return beaten, hits


@lru_cache(maxsize=64)
def _hurt(impact: tuple[int, int]) -> float:
    return float(hurts(impact))
