"""Judging a Stargrunt II table: fire by its own dice, suppression and nerve as part of what a unit is worth."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from game.ai.seatview import SeatView
from game.ai.tactics import Tactics, Weights
from game.engine.decisions import Decision
from game.engine.dice import chance, spread
from game.engine.options import Option
from game.engine.state import State
from game.rules.stargrunt2.dice import COVER_SHIFT, FIRE, IMPACT, fire_result, range_die, shifted
from game.rules.stargrunt2.morale import role
from game.rules.stargrunt2.shots import fire_dice, is_missile, reach_bands, weapon_groups
from game.rules.stargrunt2.state import BROKEN, Squad

SUPPRESSION = 0.12  # of a unit, for the actions it takes to shake off
VEHICLE = 1.5  # figures, a vehicle being a single one


class FirefightTactics(Tactics[Squad]):
    """The estimates follow the rulebook's dice; the exact sum is left to the look ahead."""

    weights = Weights(exposed=0.4, aimed_at=0.5, suppressed=0.1)
    runs = 300
    nerve = (0.0, 0.05, 0.2, 0.6, 0.9)  # of a unit's worth, lost by level of confidence

    def obvious(self, view: SeatView, decision: Decision) -> Option | None:
        """Final fire costs nothing, neither an activation nor a turn (SG-A19): the shot that promises most."""
        if decision.kind != "final_fire":
            return None
        return max(decision.options, key=lambda option: self.promise(view.front, option))

    def worth(self, unit: Squad) -> float:
        """Men that can fight, less what their nerve has lost."""
        men = super().worth(unit) if unit.stats["figures"] > 1 else VEHICLE
        return men * (1 - self.nerve[unit.confidence])

    def condition(self, unit: Squad) -> float:
        """Markers of suppression, and a counter that still may fire."""
        value = -self.weights.suppressed * unit.suppressed
        return value + (self.weights.fresh if "overwatch" in unit.markers else 0.0)

    def readiness(self, state: State[Squad, Any], unit: Squad) -> float:
        """An activation or a counter still to come counts most."""
        if unit.confidence >= BROKEN or unit.suppressed:
            return self.weights.spent / 2
        waits = "overwatch" in unit.markers or not unit.activated
        return self.weights.ready if waits else self.weights.spent

    def stride(self, unit: Squad) -> float:
        """Two normal moves."""
        return 4.0 * unit.stats["MOVE"]

    def harm(self, state: State[Squad, Any], shooter: Squad, at: int, target: Squad, cell: int) -> float:
        """The share of `target` that one fire takes, suppression counting for a part."""
        sight = state.board.sight(at, cell)
        if not sight.visible:
            return 0.0
        rules, vehicle = self.rules, role(self.rules, target) == "vehicle"
        shift = COVER_SHIFT[sight.cover] + ("in_position" in target.markers and cell == target.at)
        best = 0.0
        for weapons in weapon_groups(rules, shooter) or shooter.weapons[:1]:
            weapon = rules.weapon(weapons.split("+")[0])
            if is_missile(rules, weapons) != vehicle:
                continue
            if vehicle:
                sides, armour = shifted(target.stats["ECM"] or 4, int(bool(sight.cover))), target.stats["ARMOUR"]
            else:
                sides = range_die(sight.distance, shooter.stats["QUALITY"], shift, reach_bands(rules, weapons))
                armour = shifted(target.stats["ARMOUR"], COVER_SHIFT[sight.cover])
            if sides:
                dice = fire_dice(rules, shooter, weapons)
                beaten, hits = _fire(sides, dice)
                hurt = _hurt(weapon.numbers["impact"], armour)
                share = beaten * hurt if vehicle else beaten * SUPPRESSION + hits * hurt / max(1, target.figures)
                best = max(best, share)
        return min(1.0, best)


@lru_cache(maxsize=4096)
def _fire(sides: int, dice: tuple[int, ...]) -> tuple[float, float]:
    """The chance that a die beats the range die, and the hits to be expected."""
    beaten = hits = 0.0
    for outcome, share, _ in spread((sides, *dice), FIRE(sides)).outcomes:
        result = fire_result(outcome)
        if result.beat:
            beaten += float(share)
            hits += float(share) * (result.hits + result.rest / sides)
    return beaten, hits


@lru_cache(maxsize=64)
def _hurt(impact: int, armour: int) -> float:
    """The chance that a hit wounds or kills."""
    return float(1 - chance((impact, armour), IMPACT(), 0))
