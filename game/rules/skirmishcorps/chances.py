"""The sum to hit, and the exact chances of a shot, a blow and covering fire (SC-37, SC-58, SC-A36 to SC-A45)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from game.engine.decisions import Refusal
from game.engine.dice import chance
from game.engine.forecast import Forecast
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit

POINT_BLANK = 3
COVER = {"soft": 1, "low": 2, "hard": 3}
COVER_PRONE = {"": 2, "soft": 2, "low": 3, "hard": 3}
PACE_SEEN = {"run": 1, "sprint": 4}

Modifier = tuple[str, int, str]


class Shot(NamedTuple):
    """A ranged attack spelled out: `cell` is where the target is shot at, which need not be where it stands."""

    shooter: str
    target: str
    cell: int
    weapon: str
    overwatch: bool = False
    aimed: bool = False
    own_pace: str = ""
    target_pace: str = ""


def shot_refused(rules: Ruleset, state: State, shot: Shot) -> Refusal | None:
    """Why the shot cannot be taken: out of range (SC-37) or out of sight (SC-57); None if it can."""
    shooter = state.units[shot.shooter]
    weapon = rules.weapon(shot.weapon)
    distance = state.board.distance(shooter.at, shot.cell)
    if distance > weapon.range:
        return Refusal(
            "SC-37", f'{distance}" away, {weapon.name.lower()} reaches {weapon.range}"', shooter.id, cell=shot.cell
        )
    sight = state.board.sight(shooter.at, shot.cell)
    if not sight.visible:
        what = state.board.describe(sight.blocked_by)
        return Refusal("SC-57", f"no sight: {what} in the way", shooter.id, cell=shot.cell, blocked_by=sight.blocked_by)
    return None


def shot_sum(rules: Ruleset, state: State, shot: Shot) -> Forecast:
    """Marksmanship and every modifier, and the exact chances: the one place where a shot is worked out (SC-A37)."""
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    weapon = rules.weapon(shot.weapon)
    sight = state.board.sight(shooter.at, shot.cell)
    rows: list[Modifier] = []
    if shot.overwatch:
        rows.append(("overwatch", -1, "SC-58"))
    if shot.aimed:
        rows.append(("aim", 1, "SC-A39"))
    if shot.own_pace == "run":
        rows.append(("own run", -2, "SC-A36"))
    if shot.target_pace in PACE_SEEN:
        verb = "runs" if shot.target_pace == "run" else "sprints"
        rows.append((f"{target.id.upper()} {verb}", -PACE_SEEN[shot.target_pace], "SC-A36"))
    if sight.distance <= POINT_BLANK:
        rows.append(("point blank", 2, "SC-A38"))
    elif 2 * sight.distance > weapon.range:
        rows.append(("long range", -1, "SC-A38"))
    if target.prone and shot.cell == target.at:  # on its way it is up
        rows.append((f"prone, {sight.cover} cover" if sight.cover else "prone", -COVER_PRONE[sight.cover], "SC-A41"))
    elif sight.cover:
        rows.append((f"{sight.cover} cover", -COVER[sight.cover], "SC-A40"))
    if shooter.prone and state.board.sight(shot.cell, shooter.at).cover == "low":
        rows.append(("prone behind cover", -1, "SC-A41"))
    return _finish(
        "MK", shooter.stats["MK"], rows, weapon.numbers["power"], target, sight.distance, sight.cover, shot.cell
    )


def blow_sum(attacker: Unit, target: Unit) -> Forecast:
    """Close combat: 2D6 against CC, then strength against defence (SC-A44)."""
    return _finish("CC", attacker.stats["CC"], [], attacker.stats["ST"], target, 1, "", target.at)


def cover_sum(rules: Ruleset, state: State, giver: Unit, targets: tuple[str, ...]) -> Forecast:
    """Covering fire throws nothing (SC-39): the chance that one of the targets fails Courage if it wants to act (SC-41)."""
    units = [state.units[name] for name in targets]
    held = Fraction(1)
    for unit in units:
        if not unit.fact("acted"):  # SC-31
            held *= chance((6, 6), ("at_most", unit.stats["CO"]))
    first = units[0]
    need = first.stats["CO"]
    return Forecast(
        state.board.distance(giver.at, first.at),
        "CO",
        need,
        (),
        need,
        f"2D6 > {need}",
        1 - held,
        Fraction(0),
        note=f"{first.id.upper()} is pinned if it fails Courage; else the shot follows",
        target=first.id,
        spot=first.at,
        effect="pinned",
    )


def _finish(
    name: str, base: int, rows: list[Modifier], power: int, target: Unit, distance: int, cover: str, spot: int
) -> Forecast:
    need = base + sum(value for _, value, _ in rows)
    p_hit = chance((6, 6), ("hits", need))
    p_hurt = chance((6,), ("reaches", power, target.stats["DF"]))
    last = target.wounds + 1 >= target.stats.get("W", 1)
    return Forecast(
        distance,
        name,
        base,
        tuple(rows),
        need,
        f"2D6 ≤ {need}",
        p_hit,
        p_hit * p_hurt if last else Fraction(0),
        cover,
        f"then D6 + {power} ≥ {target.stats['DF']}",
        target.id,
        spot,
    )
