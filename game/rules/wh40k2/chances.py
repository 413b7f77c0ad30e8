"""The sum to hit and the exact chances, and who may be fired at: 7 − BS, to wound, armour (WH-12, WH-A27 to WH-A31)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from game.engine.decisions import Refusal
from game.engine.dice import chance
from game.engine.forecast import Forecast
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.rules.wh40k2.ground import hides_from, mode

COVER = {"soft": 1, "low": 2, "hard": 2}
SECOND_DIE = {7: 4, 8: 5, 9: 6}


class Shot(NamedTuple):
    """A squad's fire, spelled out. `cell`: where the target is shot at; `flinch`: the one overwatch modifier."""

    shooter: str
    target: str
    cell: int
    weapon: str
    overwatch: bool = False
    flinch: bool = False
    charging: bool = False
    fast: bool = False


def shot_refused(rules: Ruleset, state: State, shot: Shot) -> Refusal | None:
    """Why the fire is not possible from where the shooter stands: hidden, out of sight, out of range; None if it is."""
    shooter, target, board = state.units[shot.shooter], state.units[shot.target], state.board
    sight = board.sight(shooter.at, shot.cell)
    if not sight.visible:
        what = board.describe(sight.blocked_by)
        return Refusal("WH-12", f"no sight: {what} in the way", shooter.id, cell=shot.cell, blocked_by=sight.blocked_by)
    if hides_from(state, target, shooter):
        return Refusal("WH-A26", f"{target.id.upper()} is hidden", shooter.id, cell=shot.cell)
    reach = rules.weapon(shot.weapon).range
    if sight.distance > reach and not shot.charging:
        return Refusal("WH-14", f'{sight.distance}" away, range {reach}"', shooter.id, cell=shot.cell)
    return None


def nearest_or_easier(rules: Ruleset, state: State, shots: list[Shot]) -> list[Shot]:
    """The nearest target, and any that is easier to hit (WH-A29). `shots` are legal ones at different targets."""
    if not shots:
        return []
    sums = {shot: shot_sum(rules, state, shot) for shot in shots}
    nearest = min(total.distance for total in sums.values())
    easiest = min(total.need for total in sums.values() if total.distance == nearest)
    return [shot for shot, total in sums.items() if total.distance == nearest or total.need < easiest]


def shot_sum(rules: Ruleset, state: State, shot: Shot) -> Forecast:
    """7 - BS and every modifier, with exact chances of losing at least one model (WH-A27, WH-A28)."""
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    weapon = rules.weapon(shot.weapon)
    sight = state.board.sight(shooter.at, shot.cell)
    rows: list[tuple[str, int, str]] = []
    near = sight.distance <= weapon.numbers["short"] or shot.charging
    span = weapon.numbers["short_mod" if near else "long_mod"]
    if span:
        rows.append(("short range" if near else "long range", span, "WH-25" if shot.charging else "WH-A28"))
    if sight.cover:
        rows.append((f"{sight.cover} cover", -COVER[sight.cover], "WH-A28"))
    if shot.flinch:  # one, whatever causes it has (WH-24, WH-A6)
        rows.append(("overwatch", -1, "WH-18"))
    if shot.fast:
        rows.append(("moving fast", -1, "WH-A28"))
    if mode(rules, target) == "vehicle":
        rows.append(("large target", 1, "WH-A28"))
    base = 7 - shooter.stats["BS"]
    need = base - sum(value for _, value, _ in rows)
    wound = wound_need(weapon.numbers["strength"], target.stats["T"])
    save = save_need(target, weapon.numbers["save_mod"])
    hit = hit_chance(need)
    kill = hit * chance((6,), ("reaches", 0, wound)) * (1 - chance((6,), ("reaches", 0, save)))
    none = (1 - kill) ** shooter.figures
    return Forecast(
        sight.distance,
        "7 − BS",
        base,
        tuple(rows),
        need,
        f"{shooter.figures} × D6 ≥ {max(2, need)}" if need <= 6 else _second_chance(shooter.figures, need),
        1 - (1 - hit) ** shooter.figures,
        1 - none,
        sight.cover,
        f"wound {wound}+, save {f'{save}+' if save <= 6 else 'none'}; on average {float(kill * shooter.figures):.1f} wounds",
        target.id,
        shot.cell,
    )


def _second_chance(figures: int, need: int) -> str:
    return f"{figures} × 6, then {SECOND_DIE[need]}+" if need in SECOND_DIE else "out of reach"


def hit_chance(need: int) -> Fraction:
    """The chance of one die; a 1 always misses, and above 6 a second die decides (WH-A27)."""
    if need <= 6:
        return chance((6,), ("reaches", 0, max(2, need)))
    return Fraction(1, 6) * chance((6,), ("reaches", 0, SECOND_DIE.get(need, 7)))


def wound_need(strength: int, toughness: int) -> int:
    """D6 needed to wound (WH-A30); 7 means never."""
    gap = strength - toughness
    if gap >= 2:
        return 2
    return {1: 3, 0: 4, -1: 5, -2: 6, -3: 6}.get(gap, 7)


def save_need(target: Unit, save_mod: int) -> int:
    """D6 needed to save; 7 and more is none (WH-A31)."""
    return target.stats["SV"] + save_mod
