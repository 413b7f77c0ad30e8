"""What a SkirmishCorps table is worth: how the turn is expected to go, what is held then, and who is left."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from math import fsum, prod, tanh
from typing import Any, NamedTuple

from game.ai.beliefs import KNOWN, Beliefs
from game.ai.seatview import SeatView
from game.ai.skirmishcorps.fire import Fire, MatchKey
from game.ai.skirmishcorps.outlook import Aims, Outcome, Outlook, Post
from game.ai.tactics import Tactics
from game.ai.thought import Parts
from game.ai.ways import FAR
from game.ai.weights import Weights
from game.board.board import Board
from game.engine.names import Cell, MarkerKind, Seat, UnitId
from game.engine.ruleset import Ruleset
from game.engine.setup import Objective, Scored
from game.engine.state import Marks, State
from game.records.levels import Character
from game.rules.shared import foes as foes_of
from game.rules.skirmishcorps.state import Corps, Trooper
from game.rules.skirmishcorps.vocabulary import MarkerKinds, Phases

LEARNT = 0.4
"""How far a belief may go from the usual one to certainty: a sensible enemy may still have laid the other marker."""
SENSIBLE = 2.0
"""How fast it goes there: three quarters of the way if a marker is better by half a victory."""
WIN = 2.5
"""What winning the battle is worth: so much that a figure is worth about 1 in the middle of a battle."""
MATERIAL = 0.075
"""What a figure is worth besides the ground that it takes and holds: it decides where points are equal (SC-A55)."""
SURE, OPEN = 1.0, 0.3
"""A lead of `SURE` points plus the share `OPEN` of all points still to come is half a victory."""
EVEN = 0.15
"""Strength added for both sides, so that with hardly anyone left neither is far stronger."""


PATIENCE = 0.03
"""What a waiting marker is worth besides all that is foreseen. With 0.05 a quarter of the markers is offered an answer
but never turned up (238 of 909), with 0.03 a sixth (181 of 1,056). With 0.02 the first answer on Market Street comes
too late."""


SUPPORT = 0.3
"""How much a unit counts at ground that another unit of its side is to take."""
GROUND, FORCE = 0.35, 0.9
"""What the turns to come bring: the first share by who is near which ground, the second by who is left to take it."""


OUTLOOKS = 512
"""The most outlooks that are kept; with one more all are forgotten."""


class Stakes(NamedTuple):
    """What there is to win: turns to come, the lead that is half a victory, a figure's worth, points in later turns."""

    left: int
    scale: float
    figure: float
    later: float


class Marked(NamedTuple):
    """The marker planned for a unit, and what the turn is worth with it on overwatch, and on a move."""

    order: MarkerKind
    watching: Parts
    moving: Parts


Field = State[Trooper, Any]


def corps(state: Field) -> Corps:
    """The table with its own type. Raises TypeError for a table of another rulebook."""
    if not isinstance(state, Corps):
        raise TypeError(f"This is not a table of SkirmishCorps but a {type(state).__name__}.")
    return state


class CorpsJudgement(Tactics[Trooper]):
    """What a table is worth, by the outlook of its turn (`outlook`); `CorpsTactics` weighs the options by it."""

    weights = Weights(exposed=0.05, aimed_at=0.05, fresh=0.012, suppressed=0.03, pinned=0.06, believed=0.2)
    """Being seen at the end of the next turn counts little: the outlook has played that turn. Two markers of five are
    overwatch in battles between computer players, hardly any where a beginner plays: a fifth serves against both."""
    widest = 10
    helpless = frozenset({MarkerKinds.PINNED})
    other = MarkerKinds.MOVE
    runs = 4000

    def __init__(self, rules: Ruleset, character: Character = Character.STEADY) -> None:
        super().__init__(rules, character)
        self.fire = Fire(rules)
        self._walks: dict[tuple[int, str, int], tuple[int, ...]] = {}
        self._walked_on: Board | None = None
        self._aims: dict[object, dict[UnitId, Aims]] = {}
        self._aimed_in: tuple[Board | None, int] = (None, 0)
        self._planned: tuple[object, dict[UnitId, Marked]] = ((), {})
        self._outlooks: tuple[MatchKey, dict[Hashable, Outlook]] = (self.fire.match, {})

    def used(self, unit: Trooper) -> bool:
        return unit.acted

    def readiness(self, state: Field, unit: Trooper) -> float:
        """A unit with a face-down marker may still shoot this turn; any other counts for the next."""
        if unit.pinned:
            return self.weights.spent / 2
        return self.weights.ready if unit.has_face_down else self.weights.spent

    def harm(self, state: Field, shooter: Trooper, at: Cell, target: Trooper, cell: Cell, extra: int = 0) -> float:
        """The chance that `target` is put out, a wound counting in part; `extra` modifies the throw to hit."""
        return self.fire.harm(state, shooter, at, target, cell, extra)

    def losses(self, state: Field, units: Sequence[Trooper], guns: Sequence[tuple[Trooper, float]]) -> float:
        """As in general, but fast: whatever is the same for all units is looked up only once."""
        fire = self.fire
        fire.enter(state)
        rows = [(gun, fire.stance(gun), ready) for gun, ready in guns]

        def safe(unit: Trooper) -> float:
            aimed = fire.stance(unit)
            return prod([1 - fire.stood(state, gun, by, unit, aimed) * ready for gun, by, ready in rows])

        return fsum(self.worth(unit) * (1 - safe(unit)) for unit in units)

    def condition(self, unit: Trooper) -> float:
        """As in general; a watcher that has not fired yet may get a better shot than the one it is offered now."""
        waits = PATIENCE if unit.markers.get(MarkerKinds.OVERWATCH) == "down" else 0.0
        return super().condition(unit) + waits

    def hampered(self, unit: Trooper) -> bool:
        """A unit that has acted is not hampered: suppression is removed at the end of the turn (SC-44)."""
        return super().hampered(unit) and not self.used(unit)

    # -- the rest of the turn -------------------------------------------------------------------------------------

    def worth(self, unit: Trooper) -> float:
        """One for each unit, less once it is wounded."""
        toughness = unit.stats.get("W", 1)
        return self.weights.unit * (1 - unit.wounds / (2 * toughness))

    def stakes(self, state: Field) -> Stakes:
        """What there is still to win on this table."""
        left = self.turns_left(state) - 1
        later = fsum(goal.points * self.times(state, goal) for goal in state.objectives)
        now = fsum(goal.points for goal in state.objectives if self.pays_now(state, goal))
        standing = max(1.0, len(state.standing()) / 2)
        scale = SURE + OPEN * (now + later)
        figure = MATERIAL + WIN / standing * (later / scale if state.objectives else 1.0)
        return Stakes(left, scale, figure, later)

    def pays_now(self, state: Field, goal: Objective) -> bool:
        """Whether the objective scores at the end of this turn."""
        return goal.scoring.scored is not Scored.LAST_TURN or self.turns_left(state) == 1

    def times(self, state: Field, goal: Objective) -> float:
        """How often the objective may still score after this turn: at most once if it does not score every turn."""
        left = self.turns_left(state) - 1
        return float(left) if goal.scoring.scored is Scored.EACH_TURN else min(1.0, left)

    def aims(self, state: Field, stakes: Stakes) -> dict[UnitId, Aims]:
        """Where each unit would walk: the nearest to an objective has it to itself, the others support the nearest."""
        if self._aimed_in != (state.board, state.turn):
            self._aimed_in, self._aims = (state.board, state.turn), {}
        found: dict[UnitId, Aims] = {}
        sides: dict[Seat, list[Trooper]] = {side: [] for side in state.sides()}
        for unit in state.units.values():
            if not unit.out:
                sides[state.side(unit.seat)].append(unit)
        for units in sides.values():
            key = tuple([(unit.id, unit.at, unit.pinned) for unit in units])
            aims = self._aims.get(key)
            if aims is None:
                aims = self._aims[key] = {unit.id: aim for unit, aim in self._side_aims(state, stakes, units)}
            found |= aims
        return found

    def _side_aims(self, state: Field, stakes: Stakes, units: Sequence[Trooper]) -> Iterator[tuple[Trooper, Aims]]:
        goals = state.objectives
        nothing = (0.0,) * len(goals)
        given = {unit.id: goal for goal, unit, _ in self.claims(state, units)}
        for unit in units:
            goal = given.get(unit.id)
            share = 1.0 if goal is not None else SUPPORT
            if goal is None and goals:
                open_to = [one for one in goals if self.stake(state, one, unit)]
                goal = min(open_to, key=lambda one: (self.turns_away(state, unit, unit.at, one), one.id), default=None)
            if goal is None:
                yield unit, Aims(unit.at, (), 0.0, nothing, nothing)
                continue
            path = () if unit.at in goal.cells else self.walk(state, unit, goal)
            end = path[-1] if path else unit.at
            place = goals.index(goal)
            here, there = (share * self.near(state, unit, cell, goal) for cell in (unit.at, end))
            gain = WIN / stakes.scale * goal.points * (self.times(state, goal) + 1) * (there - here)
            near, later = ((*nothing[:place], value, *nothing[place + 1 :]) for value in (here, there))
            yield unit, Aims(end, path, gain, near, later, place)

    def near(self, state: Field, unit: Trooper, cell: Cell, goal: Objective) -> float:
        """How surely a unit on a cell will hold the objective in the turns to come (0 to 1): 1 on it."""
        if unit.pinned or not self.stake(state, goal, unit):
            return 0.0
        return self.closeness(self.turns_away(state, unit, cell, goal))

    def walk(self, state: Field, unit: Trooper, goal: Objective) -> tuple[int, ...]:
        """The cells of a jog towards an objective, as if no other unit were in the way."""
        if self._walked_on is not state.board:
            self._walked_on, self._walks = state.board, {}
        key = unit.at, goal.id, unit.stats["SP"]
        if key not in self._walks:
            ways = self.ways(state, goal)
            here, path = unit.at, list[int]()
            start = ways.get(here, FAR)
            while start < FAR and ways.get(here, FAR) > 0:
                nearest = min(state.board.neighbours(here), key=lambda cell: (ways.get(cell, FAR), cell))
                if ways.get(nearest, FAR) >= ways[here] or start - ways[nearest] > 2 * unit.stats["SP"]:
                    break
                path.append(nearest)
                here = nearest
            self._walks[key] = tuple(path)
        return self._walks[key]

    def outlook(self, state: Field, seat: Seat, stakes: Stakes) -> Outlook:
        """The rest of the turn as a side sees it, kept for tables on which the units are in the same state."""
        fire, aims, own = self.fire, self.aims(state, stakes), state.side(seat)
        fire.enter(state)
        if self._outlooks[0] is not fire.match or len(self._outlooks[1]) == OUTLOOKS:
            self._outlooks = fire.match, {}
        ended = {state.side(one) for one in corps(state).ended}
        units, posts = state.standing(), list[Post]()
        for unit in units:
            side = state.side(unit.seat)
            able = unit.has_face_down and not unit.pinned and not unit.acted
            if side in ended:
                able = able and MarkerKinds.MOVE not in unit.markers
            worth = stakes.figure * self.worth(unit)
            posts.append(Post(fire.stance(unit), int(side != own), worth, able, aims[unit.id]))
        starts = int(bool(state.seat) and state.side(state.seat) != own) if state.phase == Phases.ACT else -1
        key = starts, *posts
        found = self._outlooks[1].get(key)
        if found is None:
            found = self._outlooks[1][key] = Outlook(fire, corps(state), units, posts, starts)
        return found

    def evaluate(self, state: Field, seat: Seat) -> float:
        """How well `seat` stands if nothing more happens this turn: figures, points, and ground."""
        if state.outcome:
            return self.parts(state, seat).total
        stakes = self.stakes(state)
        outlook = self.outlook(state, seat, stakes)
        still = Outcome([1.0] * len(outlook.men), [0.0] * len(outlook.men))
        return MATERIAL * self._material(state, seat) + self.prospects(state, seat, outlook, still, stakes).total

    def parts(self, state: Field, seat: Seat, beliefs: Beliefs = KNOWN) -> Parts:
        """The parts of the table as the rest of the turn is expected to leave it."""
        if state.outcome:
            return Parts(result=self.result(state, seat), material=MATERIAL * self._material(state, seat))
        weights = self.weights
        stakes = self.stakes(state)
        outlook = self.outlook(state, seat, stakes)
        own = state.side(seat)
        watching = self.watching(state, seat, beliefs)
        expected = self.expected(state, seat, outlook, watching, stakes, again=self.again(stakes))
        ground = expected.ground
        enemies = foes_of(state, seat)
        mine = [u for u in state.units.values() if not u.out and state.side(u.seat) == own]
        against, ours = self.guns(state, enemies), self.guns(state, mine)
        danger, targets = self.losses(state, mine, against), self.losses(state, enemies, ours)
        if not state.objectives:  # there is nothing but the enemy to go for
            ground -= stakes.figure * fsum(self.away(state, unit, unit.at, enemies) for unit in mine)
        return Parts(
            expected.result,
            MATERIAL * self._material(state, seat),
            expected.points,
            ground,
            expected.danger - weights.exposed * stakes.figure * danger,
            expected.targets + weights.aimed_at * stakes.figure * targets,
            fsum(self.condition(unit) for unit in mine),
            expected.denied,
            expected.force,
            -fsum(self.condition(foe) for foe in enemies),
            expected.ceiling,
        )

    def mark(self, state: Field, marks: Marks) -> Hashable:
        """Without what is under way: the outlook plays the rest of the turn from where the units are."""
        return marks.of(state, "queues", "agenda")

    def prospects(
        self,
        state: Field,
        seat: Seat,
        outlook: Outlook,
        out: Outcome,
        stakes: Stakes,
        *,
        danger: float = 0.0,
        targets: float = 0.0,
    ) -> Parts:
        """The parts of a turn's end: points made and to come, ground in later turns, strength, and the enemy wiped out.

        A lead counts less, the greater it already is. Each part is what it would count in an even battle; `ceiling` is
        what all of them together count less.
        """
        points = self.lead(state, seat) + self.points_to_come(state, outlook, out)
        held = denied = 0.0
        for place, goal in enumerate(state.objectives):
            ours, theirs = outlook.strength(out, place)
            each = GROUND * self.times(state, goal) * goal.points
            held, denied = held + each * ours, denied - each * theirs
        ours, theirs = (count * count + EVEN for count in outlook.figures(out))
        force = (FORCE * stakes.later if state.objectives else 2) * (ours - theirs) / (ours + theirs)
        lead, worth = points + held + denied + force, WIN / stakes.scale
        return Parts(
            result=WIN * outlook.wiped(out),
            points=worth * points,
            ground=worth * held,
            danger=danger,
            targets=targets,
            denied=worth * denied,
            force=worth * force,
            ceiling=WIN * tanh(lead / stakes.scale) - worth * lead,
        )

    def expected(
        self,
        state: Field,
        seat: Seat,
        outlook: Outlook,
        watching: Sequence[float],
        stakes: Stakes,
        *,
        starts: int = -1,
        again: float = -1.0,
    ) -> Parts:
        """The parts of the end of a turn that is played so (`Outlook.play`), kept with the outlook."""
        key = (*outlook.able(watching), starts, again, stakes, self.lead(state, seat))
        found: Parts | None = outlook.worths.get(key)
        if found is None:
            out = outlook.play(watching, starts, again)
            found = outlook.worths[key] = self.worths(state, seat, outlook, out, stakes)
        return found

    def worths(self, state: Field, seat: Seat, outlook: Outlook, out: Outcome, stakes: Stakes) -> Parts:
        """The parts of the end of a turn: expected losses are danger, and those of the enemy are targets.

        What figures bring in the turns to come is in `force`; a bold or wary temper adds to it or takes from it here.
        """
        lost, taken = outlook.losses(out)
        share = MATERIAL / stakes.figure
        danger, targets = self.temper
        lost, taken = -(share + (danger - 1)) * lost, (share + (targets - 1)) * taken
        return self.prospects(state, seat, outlook, out, stakes, danger=lost, targets=taken)

    def points_to_come(self, state: Field, outlook: Outlook, out: Outcome) -> float:
        """The points that this turn is expected to bring, less those of the enemy."""
        total = 0.0
        for place, goal in enumerate(state.objectives):
            if goal.scoring.scored is Scored.EXIT:
                total += goal.points * outlook.leaving(out, goal.cells, place)
            elif self.pays_now(state, goal):
                ours, theirs = outlook.holding(out, goal.cells, place)
                total += goal.points * (ours - theirs)
        return total

    def beliefs(self, view: SeatView) -> Beliefs:
        """How likely each face-down enemy marker is overwatch, if the enemy lays markers sensibly.

        It is likelier, the more the rest of the turn gains for the enemy by it.
        """
        state: Field = view.front
        hidden = [unit for unit in foes_of(state, view.seat) if unit.has_face_down]
        if not hidden or state.phase != Phases.ACT:
            return KNOWN
        stakes = self.stakes(state)
        outlook = self.outlook(state, view.seat, stakes)
        watching = self.watching(state, view.seat, KNOWN)
        found = {}
        for unit in hidden:
            place = outlook.place[unit.id]
            values = []
            for watch in (0.0, 1.0):
                watching[place] = watch
                values.append(self.expected(state, view.seat, outlook, watching, stakes).total)
            watching[place] = self.weights.believed
            gain = values[0] - values[1]
            even = self.weights.believed
            found[unit.id] = even + (1 - even if gain > 0 else even) * LEARNT * tanh(SENSIBLE * gain)
        return found

    def again(self, stakes: Stakes) -> float:
        """How likely a unit is to be on overwatch in the next turn; below zero if there is no next turn."""
        return self.weights.believed if stakes.left > 0 else -1.0

    def watching(self, state: Field, seat: Seat, beliefs: Beliefs) -> list[float]:
        """How likely each standing unit has overwatch, as far as the seat knows; it is certain of its own side's."""
        own = state.side(seat)

        chances = list[float]()
        for unit in state.standing():
            if unit.markers.get(MarkerKinds.OVERWATCH) != "down":
                chances.append(0.0)
            elif state.side(unit.seat) == own:
                chances.append(1.0)
            else:
                chances.append(beliefs.get(unit.id, self.weights.believed))
        return chances
