"""The sum to hit, and the exact chances of a shot, a blow and covering fire (SC-58, SC-A36 to SC-A45)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import NamedTuple

from game.board.board import Board
from game.board.terrain import Cover
from game.engine.decisions import Refusal
from game.engine.dice import AT_MOST, HITS, REACHES, Read, chance
from game.engine.forecast import Forecast
from game.engine.names import NO_PACE, Cell, Pace, UnitId
from game.engine.rulebook import Weapon
from game.engine.ruleset import Ruleset
from game.engine.throws import Throw
from game.engine.wording import INCHES, Modifier, agreeing, length, written_ids
from game.rules.shared import no_sight
from game.rules.skirmishcorps.state import Corps, CoveringFire, Trooper
from game.rules.skirmishcorps.vocabulary import Effects, Paces

POINT_BLANK = 3
COVER = {"soft": 1, "low": 2, "hard": 3}
COVER_PRONE = {"": 2, "soft": 2, "low": 3, "hard": 3}
PACE_SEEN = {Paces.RUN: 1, Paces.SPRINT: 4}


class Shot(NamedTuple):
    """A ranged attack. `cell` is where the target is shot at, which may be a point of its move."""

    shooter: UnitId
    target: UnitId
    cell: Cell
    weapon: str
    overwatch: bool = False
    aimed: bool = False
    own_pace: Pace = NO_PACE
    target_pace: Pace = NO_PACE


def shot_refused(rules: Ruleset, state: Corps, shot: Shot) -> Refusal | None:
    """Why the shot cannot be taken: out of range (SC-A38) or out of sight (SC-57); None if it can."""
    weapon = rules.weapon(shot.weapon)
    return line_refused(state.board, shot.shooter, state.units[shot.shooter].at, shot.cell, weapon.name, weapon.range)


@lru_cache(maxsize=1 << 14)
def line_refused(board: Board, shooter: UnitId, at: Cell, cell: Cell, weapon: str, reach: int) -> Refusal | None:
    """Why a unit at `at` cannot shoot at a cell with a weapon of that name and range in inches, or None."""
    distance = board.distance(at, cell)
    if distance > reach:
        far = f"{length(distance, INCHES)} away, {weapon.lower()} reaches {length(reach, INCHES)}"
        return Refusal("SC-A38", far, shooter, cell=cell)
    return no_sight(board, board.sight(at, cell), "SC-57", shooter, cell)


def least_refused(rules: Ruleset, state: Corps, shots: Sequence[Shot]) -> Refusal | None:
    """Why none of the shots can be taken, told of the weapon with the longest range.

    None if one of them can be taken, or if there are none.
    """
    tried = sorted(shots, key=lambda shot: -rules.weapon(shot.weapon).range)
    refusals = [shot_refused(rules, state, shot) for shot in tried]
    return None if None in refusals else next(iter(refusals), None)


class ToHit(Throw, frozen=True):
    """2D6 at or under a value with its modifiers; a 2 always hits, a 12 never (SC-A37, SC-A44)."""

    unit: UnitId
    target: UnitId
    need: int
    base: tuple[str, int]
    modifiers: tuple[Modifier, ...]
    why = "to hit"
    lucky = "unit"
    dice = (6, 6)
    read = HITS("need")
    prompt = "Roll to hit: {unit} at {target}, 2D6 ≤ {need}"
    text = "{unit} rolls {faces} = {total}, needs ≤ {need}: {passed:hit|miss}."


class Damage(Throw, frozen=True):
    """D6 and the power of the attack against the defence (SC-A42)."""

    unit: UnitId
    target: UnitId
    plus: int
    need: int
    why = "damage"
    lucky = "unit"
    clauses = ("SC-A42",)
    dice = (6,)
    read = REACHES("plus", "need")
    prompt = "Roll damage: {unit} at {target}, D6 + {plus} ≥ {need}"
    text = "Damage {faces} + {plus}, needs ≥ {need}: {passed:|not }enough."


class Courage(Throw, frozen=True):
    """2D6 at or under Courage (SC-41)."""

    unit: UnitId
    need: int
    base: tuple[str, int]
    why = "courage"
    lucky = "unit"
    tested_first = True
    clauses = ("SC-41",)
    dice = (6, 6)
    read = AT_MOST("need")
    prompt = "Roll Courage: {unit}, 2D6 ≤ {need}"
    text = "{unit} tests Courage: {faces} = {total}, needs ≤ {need}: {passed:passed|failed}."

    @property
    def asks(self) -> str:
        """What the enemy that made the test necessary hopes for: more than Courage."""
        return f"2D6 > {self.need}"


def courage_test(unit: Trooper) -> Courage:
    """The test of a suppressed unit."""
    need = unit.stats["CO"]
    return Courage(unit.id, need, ("CO", need))


class Attack(NamedTuple):
    """The two throws of an attack, and what its card shows. `distance` in inches; `spot`: the target's cell."""

    hit: ToHit
    damage: Damage
    distance: int
    cover: Cover
    spot: Cell

    @property
    def odds(self) -> tuple[Fraction, Fraction]:
        """The chance to hit, and the chance to hit and to beat the defence."""
        return _odds(self.hit.read, self.damage.read)

    def forecast(self, target: Trooper) -> Forecast:
        """The exact chances of the throws."""
        p_hit, p_out = self.odds
        last = target.wounds + 1 >= target.stats.get("W", 1)
        return Forecast(
            throw=self.hit,
            p_hit=p_hit,
            p_out=p_out if last else Fraction(0),
            distance=self.distance,
            cover=self.cover,
            note=f"then {self.damage.asks}",
            target=target.id,
            spot=self.spot,
        )


@lru_cache(maxsize=1024)
def _odds(hit: Read, damage: Read) -> tuple[Fraction, Fraction]:
    p_hit = chance(ToHit.dice, hit)
    return p_hit, p_hit * chance(Damage.dice, damage)


def manner_rows(
    *,
    overwatch: bool = False,
    aimed: bool = False,
    own_pace: Pace = NO_PACE,
    target_pace: Pace = NO_PACE,
    target: UnitId = "",
) -> list[Modifier]:
    """The modifiers to hit by how a shot is made and how its target moves (SC-58, SC-A36, SC-A39)."""
    rows: list[Modifier] = []
    if overwatch:
        rows.append(("overwatch", -1, "SC-58"))
    if aimed:
        rows.append(("aim", 1, "SC-A39"))
    if own_pace == Paces.RUN:
        rows.append(("own run", -2, "SC-A36"))
    if target_pace in PACE_SEEN:
        verb = "runs" if target_pace == Paces.RUN else "sprints"
        rows.append((f"{target.upper()} {verb}", -PACE_SEEN[target_pace], "SC-A36"))
    return rows


def place_rows(board: Board, weapon: Weapon, shooter: Trooper, at: Cell, target: Trooper, cell: Cell) -> list[Modifier]:
    """The modifiers to hit by range, cover and lying down, for a shot from `at` at a target on `cell` (SC-A38, SC-A41).

    A unit that moves is not prone there: neither on its way, nor where it ends.
    """
    sight, rows = board.sight(at, cell), list[Modifier]()
    if sight.distance <= POINT_BLANK:
        rows.append(("point blank", 2, "SC-A38"))
    elif 2 * sight.distance > weapon.range:
        rows.append(("long range", -1, "SC-A38"))
    if target.prone and cell == target.at:
        rows.append((f"prone, {sight.cover} cover" if sight.cover else "prone", -COVER_PRONE[sight.cover], "SC-A41"))
    elif sight.cover:
        rows.append((f"{sight.cover} cover", -COVER[sight.cover], "SC-A40"))
    if shooter.prone and at == shooter.at and board.sight(cell, at).cover == "low":
        rows.append(("prone behind cover", -1, "SC-A41"))
    return rows


def shot_sum(rules: Ruleset, state: Corps, shot: Shot) -> Attack:
    """The throws of a shot, from marksmanship and every modifier (SC-A37)."""
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    rows = manner_rows(
        overwatch=shot.overwatch,
        aimed=shot.aimed,
        own_pace=shot.own_pace,
        target_pace=shot.target_pace,
        target=target.id,
    )
    return shot_from(state.board, rules.weapon(shot.weapon), shooter, shooter.at, target, shot.cell, rows)


def shot_from(
    board: Board,
    weapon: Weapon,
    shooter: Trooper,
    at: Cell,
    target: Trooper,
    cell: Cell,
    manner: list[Modifier],
) -> Attack:
    """The throws of a shot from `at` at a target on `cell`, with the modifiers for its `manner`."""
    rows = [*manner, *place_rows(board, weapon, shooter, at, target, cell)]
    sight, power = board.sight(at, cell), weapon.numbers["power"]
    return _attack(shooter, target, ("MK", shooter.stats["MK"]), rows, power, sight.distance, sight.cover, cell)


def blow_sum(attacker: Trooper, target: Trooper) -> Attack:
    """The throws of a blow: 2D6 against CC, then strength against defence (SC-A44)."""
    return _attack(attacker, target, ("CC", attacker.stats["CC"]), [], attacker.stats["ST"], 1, "", target.at)


def _none_of(chances: Sequence[Fraction]) -> Fraction:
    """The chance that none of several independent things happens."""
    return prod([1 - p for p in chances], start=Fraction(1))


def may_test(state: Corps, unit: Trooper) -> bool:
    """Whether a unit may still have to test Courage (SC-31).

    It may if it has its action left, or waits for its slot, even after an intercept that was made early (SC-A3).
    """
    if unit.pinned:
        return False
    waiting = state.queues[-1].reactions if state.queues else ()
    return not unit.acted or any(reaction.unit == unit.id and reaction.status == "declared" for reaction in waiting)


def falls_before(rules: Ruleset, state: Corps, unit: Trooper, covers: Sequence[CoveringFire]) -> Fraction:
    """The chance that delayed attacks put a unit out once it has passed its test, before it acts (SC-46)."""
    lasting = {0: Fraction(1)}  # wounds -> the chance that it takes so many
    for cover in covers:
        shot = Shot(cover.giver, unit.id, unit.at, cover.weapon, cover.overwatch)
        if state.units[cover.giver].out or shot_refused(rules, state, shot) is not None:
            continue
        p = shot_sum(rules, state, shot).odds[1]
        lasting = {
            wounds: lasting.get(wounds, Fraction(0)) * (1 - p) + lasting.get(wounds - 1, Fraction(0)) * p
            for wounds in range(len(lasting) + 1)
        }
    needed = unit.stats.get("W", 1) - unit.wounds
    return sum((p for wounds, p in lasting.items() if wounds >= needed), Fraction(0))


def cover_sum(rules: Ruleset, state: Corps, giver: Trooper, targets: tuple[UnitId, ...], weapon: str) -> Forecast:
    """The chance that covering fire stops a target: pinned, or out by the shot if it passes (SC-39, SC-41, SC-46).

    It holds if the targets want to act, from where they are. A target that has acted is suppressed but tests no more
    (SC-31), so nothing else comes of it.
    """
    units = [state.units[name] for name in targets]
    testing = [unit for unit in units if may_test(state, unit)]
    first, names = (testing or units)[0], written_ids(targets)
    alone = len(testing) == 1
    own = CoveringFire(giver.id, weapon, bool(state.queues) and state.queues[-1].instigator != giver.id)
    pins = [1 - courage_test(unit).chance() for unit in testing]
    outs = [
        (1 - pin) * falls_before(rules, state, unit, [*(c for c in unit.covered_by if c.giver != giver.id), own])
        for unit, pin in zip(testing, pins, strict=True)
    ]
    pinned, out = 1 - _none_of(pins), 1 - _none_of(outs)
    stopped = 1 - _none_of([pin + fallen for pin, fallen in zip(pins, outs, strict=True)])
    if alone:
        note = f"{first.id.upper()} is pinned if it fails Courage; else the shot follows"
    elif testing:
        note = "a unit that fails Courage is pinned; at one that passes, the shot follows"
    else:
        note = f"{names} {agreeing(len(units), 'has acted: it tests no more', 'have acted: they test no more')}"
    return Forecast(
        throw=courage_test(first),
        p_hit=stopped,
        p_out=out,
        distance=state.board.distance(giver.at, first.at),
        single=alone,
        note=note,
        target=first.id,
        spot=first.at,
        effect=Effects.STOPPED if testing else Effects.SUPPRESSED,
        results=(("pinned", pinned, "SC-41"), ("out of action", out, "SC-46"), ("acts", 1 - stopped, "SC-45"))
        if alone
        else (),
        meaning="" if alone or not testing else " or ".join([unit.id.upper() for unit in testing]) + " stopped",
        sure="" if testing else f"suppresses {names}",
        made_of=(("pinned", pinned), ("out", out)) if alone else (),  # of several, parts overlap
    )


def _attack(
    attacker: Trooper,
    target: Trooper,
    base: tuple[str, int],
    rows: list[Modifier],
    power: int,
    distance: int,
    cover: Cover,
    spot: Cell,
) -> Attack:
    need = base[1] + sum(value for _, value, _ in rows)
    hit = ToHit(attacker.id, target.id, need, base, tuple(rows))
    return Attack(hit, Damage(attacker.id, target.id, power, target.stats["DF"]), distance, cover, spot)
