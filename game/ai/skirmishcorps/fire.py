"""The chances of a shot or a blow in SkirmishCorps for every pair of units: the rulebook's own sums, remembered.

They are asked for any cells, as if the units were there; units that stand in the line of sight are not looked at.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from game.board.board import Board
from game.engine.names import NO_PACE, Cell, Pace
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.rules.skirmishcorps.chances import blow_sum, manner_rows, shot_from
from game.rules.skirmishcorps.state import Trooper
from game.rules.skirmishcorps.vocabulary import Paces


@lru_cache(maxsize=64)
def manner(
    *, overwatch: bool = False, aimed: bool = False, own_pace: Pace = NO_PACE, target_pace: Pace = NO_PACE
) -> int:
    """What is added to a throw to hit for how the shot is made and how its target moves."""
    rows = manner_rows(overwatch=overwatch, aimed=aimed, own_pace=own_pace, target_pace=target_pace)
    return sum(value for _, value, _ in rows)


OVERWATCH = manner(overwatch=True)
AIMED = manner(aimed=True)

Between = tuple[float, float, float, float]
"""The chances of a unit and an enemy: the unit's aimed shot from where it is and its shot after its walk; the enemy's
overwatch shot at it where it is, and on its way."""

Chances = Sequence[tuple[int, float]]
"""Enemies by number, each with the chance that the shot puts its target out."""

MatchKey = tuple[Board | None, object]
"""What identifies a match: its board, and the statistics of the unit that is listed first."""

LINE_UPS = 256
"""The most line-ups whose pairs are kept; with one more all are forgotten."""


class Pairs(NamedTuple):
    """Which enemies a unit may shoot from where it is (`aim`) and after its walk (`moved`), and which may answer it.

    Those are on overwatch: `first` fire where the unit is, `late` on its way, by forcing its hand. Best shots first.
    """

    aim: Chances
    moved: Chances
    first: Chances
    late: Chances


class Fire:
    """The chance that one unit puts another out, remembered for the latest match."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.match: MatchKey = (None, None)
        self._known: dict[tuple[str, int, str, int, int, bool, bool, int], float] = {}
        self._stances: dict[object, int] = {}
        self._between: dict[tuple[int, int], Between] = {}
        self._stood: dict[tuple[int, int], float] = {}
        self._pairs: dict[Hashable, list[Pairs]] = {}

    def enter(self, state: State[Trooper, Any]) -> None:
        """Forget all chances if this table is of another match."""
        board, stats = self.match
        first = next(iter(state.units.values())).stats
        if state.board is not board or first is not stats:
            self.match, self._known, self._stances, self._between, self._pairs = (state.board, first), {}, {}, {}, {}
            self._stood = {}

    def stance(self, unit: Trooper) -> int:
        """A number for the unit as it is now. Units with the same number are hit and shoot alike. Needs `enter`."""
        return self._stances.setdefault((unit.id, unit.at, unit.prone, unit.wounds), len(self._stances))

    def going(self, stance: int, end: int, goal: int) -> int:
        """A number for a unit of that stance that would walk to the cell `end`, on its way to the objective `goal`."""
        return self._stances.setdefault((stance, end, goal), len(self._stances))

    def pairs(self, line_up: Hashable) -> list[Pairs]:
        """The pairs of all units of a line-up, in its order; an empty list, to be filled, if they are not known yet."""
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
        """What a unit that may walk `path` and an enemy can do to each other, by the numbers of both."""
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
        self, state: State[Trooper, Any], shooter: Trooper, at: Cell, target: Trooper, cell: Cell, extra: int = 0
    ) -> float:
        """The chance that `shooter`, on the cell `at`, puts `target` out on `cell`; a wound counts in part.

        `extra` modifies the throw to hit. The best weapon counts, or a blow at an adjacent target.
        """
        self.enter(state)
        return self.known(state.board, shooter, at, target, cell, extra)

    def known(self, board: Board, shooter: Trooper, at: Cell, target: Trooper, cell: Cell, extra: int = 0) -> float:
        """`harm` on the board of a match that was entered."""
        key = (
            shooter.id,
            at,
            target.id,
            cell,
            extra,
            shooter.prone and at == shooter.at,
            target.prone and cell == target.at,
            target.wounds,
        )
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._harm(board, shooter, at, target, cell, extra)
        return found

    def _harm(self, board: Board, shooter: Trooper, at: Cell, target: Trooper, cell: Cell, extra: int) -> float:
        if not board.visible(at, cell):  # sight blocked by other units is not looked at: that would take too long
            return 0.0
        distance, best = board.distance(at, cell), 0.0
        for name in shooter.weapons:
            weapon = self.rules.weapon(name)
            if distance <= weapon.range:
                attack = shot_from(board, weapon, shooter, at, target, cell, [("manner", extra, "")])
                best = max(best, float(attack.odds[1]))
        if cell in board.neighbours(at):
            best = max(best, float(blow_sum(shooter, target).odds[1]))
        return best / max(1, target.stats.get("W", 1) - target.wounds)

    def stood(self, state: State[Trooper, Any], shooter: Trooper, by: int, target: Trooper, aimed: int) -> float:
        """`harm` where both units are, by their stances (`by`, `aimed`), in a match that was entered."""
        found = self._stood.get((by, aimed))
        if found is None:
            found = self._stood[by, aimed] = self.harm(state, shooter, shooter.at, target, target.at)
        return found

    def on_path(
        self, state: State[Trooper, Any], shooter: Trooper, mover: Trooper, path: Sequence[int], pace: Pace
    ) -> float:
        """The best overwatch shot at any point of a path: what forcing the mover's hand makes possible (SC-19)."""
        self.enter(state)
        extra, board = manner(overwatch=True, target_pace=pace), state.board
        return max([self.known(board, shooter, shooter.at, mover, cell, extra) for cell in path], default=0.0)
