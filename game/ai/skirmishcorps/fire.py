"""What a shot or a blow promises in SkirmishCorps, by the rulebook's own numbers, fast enough to be asked for every pair.

The exact sum of an attack is the rulebook's; here it is estimated from where both stand, and remembered.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from game.board.board import Board
from game.engine.dice import HITS, REACHES, chance
from game.engine.names import Pace
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.rules.skirmishcorps.chances import COVER, COVER_PRONE, PACE_SEEN, POINT_BLANK
from game.rules.skirmishcorps.state import Trooper
from game.rules.skirmishcorps.vocabulary import Paces

OVERWATCH = -1  # SC-58
AIMED = 1  # SC-A39
OWN_PACE = {Paces.RUN: -2}  # SC-A36


Between = tuple[float, float, float, float]
"""Aimed where it stands, after its walk; and from an enemy on overwatch where it stands, on its way."""

Chances = Sequence[tuple[int, float]]
"""Enemies by their numbers, and the chance that one of the two puts the other out."""

Match = tuple[Board | None, object]
"""What a match is known by: its board, and the statistics of the unit that is listed first."""

LINE_UPS = 256
"""What is known of so many tables is kept; then it is begun anew."""


class Pairs(NamedTuple):
    """Whom a unit may shoot standing (`aim`), and after its walk (`moved`); which enemies on overwatch may answer it.

    `first`: where it stands, `late`: on its way, its hand forced; the best of these shots first.
    """

    aim: Chances
    moved: Chances
    first: Chances
    late: Chances


class Fire:
    """The chance that one unit puts another out, remembered for the match that was asked about last."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.match: Match = (None, None)
        self._known: dict[tuple[str, int, str, int, int, bool, int], float] = {}
        self._stances: dict[object, int] = {}
        self._between: dict[tuple[int, int], Between] = {}
        self._stood: dict[tuple[int, int], float] = {}
        self._pairs: dict[Hashable, list[Pairs]] = {}

    def met(self, state: State[Trooper, Any]) -> None:
        """Forget what is known of another match."""
        board, stats = self.match
        first = next(iter(state.units.values())).stats
        if state.board is not board or first is not stats:
            self.match, self._known, self._stances, self._between, self._pairs = (state.board, first), {}, {}, {}, {}
            self._stood = {}

    def stance(self, unit: Trooper) -> int:
        """A number for the unit as it stands, on a table that was `met`: who has the same is hit and shoots as well."""
        return self._stances.setdefault((unit.id, unit.at, unit.prone, unit.wounds), len(self._stances))

    def going(self, stance: int, end: int, goal: int) -> int:
        """A number for a unit in that stance that would walk to `end`, the way to an objective."""
        return self._stances.setdefault((stance, end, goal), len(self._stances))

    def pairs(self, line_up: Hashable) -> list[Pairs]:
        """What is known of all units of a line-up, in its order; a list that is to be filled where nothing is known yet."""
        found = self._pairs.get(line_up)
        if found is None:
            if len(self._pairs) == LINE_UPS:
                self._pairs.clear()
            found = self._pairs[line_up] = []
        return found

    def between(
        self,
        state: State[Trooper, Any],
        going: int,
        unit: Trooper,
        end: int,
        path: Sequence[int],
        stance: int,
        foe: Trooper,
    ) -> Between:
        """All that a unit which may walk a path and an enemy can do to each other, by the numbers of both."""
        found = self._between.get((going, stance))
        if found is None:
            walks = end != unit.at
            found = self._between[going, stance] = (
                self.harm(state, unit, unit.at, foe, foe.at, AIMED),
                self.harm(state, unit, end, foe, foe.at) if walks else 0.0,
                self.harm(state, foe, foe.at, unit, unit.at, OVERWATCH),
                self.on_path(state, foe, unit, path, Paces.JOG) if path else 0.0,
            )
        return found

    def harm(
        self, state: State[Trooper, Any], shooter: Trooper, at: int, target: Trooper, cell: int, extra: int = 0
    ) -> float:
        """The chance to put `target`, standing on `cell`, out from `at`, a wound counting in part.

        `extra` modifies the throw to hit; the best weapon counts, or a blow at whoever is touched.
        """
        self.met(state)
        return self.known(state.board, shooter, at, target, cell, extra)

    def known(self, board: Board, shooter: Trooper, at: int, target: Trooper, cell: int, extra: int = 0) -> float:
        """`harm` on the board of a table that was `met`."""
        prone = target.prone and cell == target.at
        key = (shooter.id, at, target.id, cell, extra, prone, target.wounds)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._harm(board, shooter, at, target, cell, extra, prone=prone)
        return found

    def _harm(
        self, board: Board, shooter: Trooper, at: int, target: Trooper, cell: int, extra: int, *, prone: bool
    ) -> float:
        if not board.visible(at, cell):  # what is in the way would cost more to find
            return 0.0
        sight = board.sight(at, cell)
        cover = COVER_PRONE[sight.cover] if prone else COVER.get(sight.cover, 0)
        defence, best = target.stats["DF"], 0.0
        for name in shooter.weapons:
            numbers = self.rules.weapon(name).numbers
            reach = numbers.get("range", 0)
            if sight.distance <= reach:
                near = 2 if sight.distance <= POINT_BLANK else -1 if 2 * sight.distance > reach else 0
                best = max(best, _chance(shooter.stats["MK"] + extra + near - cover, numbers["power"], defence))
        if cell in board.neighbours(at):
            best = max(best, _chance(shooter.stats["CC"], shooter.stats["ST"], defence))
        return best / max(1, target.stats.get("W", 1) - target.wounds)

    def stood(self, state: State[Trooper, Any], shooter: Trooper, by: int, target: Trooper, aimed: int) -> float:
        """`harm` where both stand, by the stances of both (`by`, `aimed`), on a table that was `met`."""
        found = self._stood.get((by, aimed))
        if found is None:
            found = self._stood[by, aimed] = self.harm(state, shooter, shooter.at, target, target.at)
        return found

    def on_path(
        self, state: State[Trooper, Any], shooter: Trooper, mover: Trooper, path: Sequence[int], pace: Pace
    ) -> float:
        """The best shot from overwatch at any point of a path: what forcing the mover's hand exposes (SC-19)."""
        self.met(state)
        extra, board = OVERWATCH - PACE_SEEN.get(pace, 0), state.board
        return max([self.known(board, shooter, shooter.at, mover, cell, extra) for cell in path], default=0.0)


@lru_cache(maxsize=4096)
def _chance(need: int, power: int, defence: int) -> float:
    return float(chance((6, 6), HITS(need)) * chance((6,), REACHES(power, defence)))
