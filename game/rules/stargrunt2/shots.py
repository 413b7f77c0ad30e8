"""A fire action at one target: whether it can be made, its dice and its exact chances (SG-10 to SG-17, SG-A35, SG-A36)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from game.board.board import Board
from game.engine.decisions import Option, Refusal
from game.engine.dice import chance, spread
from game.engine.forecast import Forecast
from game.engine.names import Cell, UnitId
from game.rules.stargrunt2.dice import (
    COVER_SHIFT,
    LADDER,
    SG_READERS,
    fire_result,
    range_band,
    range_die,
    rounded_die,
    shifted,
)
from game.rules.stargrunt2.morale import role
from game.rules.stargrunt2.state import Battle, BattleRules, Squad
from game.rules.stargrunt2.throws import Fire, Row

NO_ECM = 4


class Shot(NamedTuple):
    """One fire action at one target. `weapons` joined with "+"; `cell`: where the target is fired at.

    `opportunity`: with the larger die of SG-10. `moved`: the target has left its position on the way.
    """

    firer: UnitId
    target: UnitId
    cell: Cell
    weapons: str
    opportunity: bool = False
    moved: bool = False


def weapon_groups(rules: BattleRules, unit: Squad) -> list[str]:
    """What one fire action may use (SG-A31): the squad's fire, or one separate weapon; each once a turn (SG-A9)."""
    fresh = [w for w in unit.weapons if w not in unit.used]
    kinds = {w: rules.weapon(w).tags["kind"] for w in fresh}
    support = [w for w in fresh if kinds[w] == "support"]
    groups = ["+".join([w, *support]) for w in fresh if kinds[w] == "small_arm"]
    return [*groups, *(w for w in fresh if kinds[w] != "small_arm")]


def shot_refused(rules: BattleRules, state: Battle, shot: Shot) -> Refusal | None:
    """Why the fire is not possible: no sight, no range die (SG-10), or the wrong weapon for the target (SG-A45)."""
    firer, target, board = state.units[shot.firer], state.units[shot.target], state.board
    if target.out:
        return Refusal("SG-A5", "its target is gone", firer.id)
    sight = board.sight(firer.at, shot.cell)
    if not sight.visible:
        what = board.describe(sight.blocked_by)
        return Refusal("SG-13", f"no sight: {what} in the way", firer.id, cell=shot.cell, blocked_by=sight.blocked_by)
    vehicle = role(rules, target) == "vehicle"
    if is_missile(rules, shot.weapons) != vehicle:
        words = "only missiles can harm a vehicle" if vehicle else "missiles are for vehicles"
        return Refusal("SG-A45" if vehicle else "SG-A44", words, firer.id, cell=shot.cell)
    if not vehicle and range_sides(rules, state, shot) == 0:
        return Refusal("SG-10" if shot.opportunity else "SG-A36", too_far(rules, state, shot), firer.id, cell=shot.cell)
    return None


def open_points(
    rules: BattleRules, state: Battle, unit: Squad, target: Squad, weapons: str, path: tuple[Cell, ...]
) -> tuple[int, ...]:
    """The places in a path of the target at which opportunity fire is not refused; the path begins where it stands."""
    missile = is_missile(rules, weapons)
    if target.out or missile != (role(rules, target) == "vehicle"):
        return ()
    bands = 0 if missile else reach_bands(rules, weapons)
    return _open_points(state.board, unit.at, path, unit.stats["QUALITY"], bands, "in_position" in target.markers)


@lru_cache(maxsize=4096)
def _open_points(
    board: Board, at: Cell, path: tuple[Cell, ...], quality: int, bands: int, dug: bool
) -> tuple[int, ...]:
    found = []
    for point, cell in enumerate(path):
        sight = board.sight(at, cell)
        shift = COVER_SHIFT[sight.cover] + 1 + (dug and point == 0)
        if sight.visible and (not bands or range_die(sight.distance, quality, shift, bands)):
            found.append(point)
    return tuple(found)


def too_far(rules: BattleRules, state: Battle, shot: Shot) -> str:
    """Why there is no range die, with the numbers."""
    quality = state.units[shot.firer].stats["QUALITY"]
    distance = state.board.distance(state.units[shot.firer].at, shot.cell)
    band, bands = range_band(distance, quality), reach_bands(rules, shot.weapons)
    if band > bands:
        return f'{distance}" is band {band} of {quality}" each, its weapon reaches {bands}'
    shifts = ", ".join(f"{name} +{number}" for name, number, _ in range_shifts(state, shot))
    return f'{distance}" is band {band} of {quality}" each, D{LADDER[band - 1]}; {shifts} would go beyond D12'


def reach_bands(rules: BattleRules, weapons: str) -> int:
    """How many range bands all the weapons of a fire reach."""
    return min(rules.weapon(w).numbers["bands"] for w in weapons.split("+"))


def is_missile(rules: BattleRules, weapons: str) -> bool:
    """Whether the fire is a guided missile, which has no range die (SG-11)."""
    return rules.weapon(weapons.split("+", maxsplit=1)[0]).tags["kind"] == "missile"


def range_shifts(state: Battle, shot: Shot) -> tuple[Row, ...]:
    """Shifts of the range die at the point of fire (SG-10, SG-17): cover, in position, opportunity fire."""
    target = state.units[shot.target]
    cover = state.board.sight(state.units[shot.firer].at, shot.cell).cover
    rows: list[Row] = []
    if cover:
        rows.append((f"{cover} cover", COVER_SHIFT[cover], "SG-A36"))
    if "in_position" in target.markers and not shot.moved:
        rows.append(("in position", 1, "SG-A41"))
    if shot.opportunity:
        rows.append(("opportunity fire", 1, "SG-10"))
    return tuple(rows)


def range_sides(rules: BattleRules, state: Battle, shot: Shot) -> int:
    """Sides of the range die, 0 when the fire is impossible."""
    firer = state.units[shot.firer]
    distance = state.board.distance(firer.at, shot.cell)
    shift = sum(number for _, number, _ in range_shifts(state, shot))
    return range_die(distance, firer.stats["QUALITY"], shift, reach_bands(rules, shot.weapons))


def fire_dice(rules: BattleRules, firer: Squad, weapons: str) -> tuple[int, ...]:
    """Quality die, firepower die of the men firing, a die for each support weapon (SG-A35)."""
    dice = [firer.stats["QUALITY"]]
    for name in weapons.split("+"):
        weapon = rules.weapon(name)
        kind = weapon.tags["kind"]
        if kind == "small_arm":
            dice.append(rounded_die(firer.figures * weapon.numbers["fp"]))
        else:
            dice.append(weapon.numbers["guidance" if kind == "missile" else "firepower"])
    return tuple(dice)


def impact_dice(rules: BattleRules, state: Battle, shot: Shot) -> tuple[int, int]:
    """The impact die of the first weapon, and the armour die: larger in cover but never beyond D12 (SG-A36)."""
    target = state.units[shot.target]
    cover = state.board.sight(state.units[shot.firer].at, shot.cell).cover
    armour = shifted(target.stats["ARMOUR"], 0 if role(rules, target) == "vehicle" else COVER_SHIFT[cover])
    return rules.weapon(shot.weapons.split("+")[0]).numbers["impact"], armour


def ecm_shifts(state: Battle, shot: Shot) -> tuple[Row, ...]:
    """Shifts of the ECM die of a missile's target: any cover is one type, opportunity fire another (SG-11)."""
    cover = state.board.sight(state.units[shot.firer].at, shot.cell).cover
    rows: list[Row] = [(f"{cover} cover", 1, "SG-A44")] if cover else []
    return (*rows, ("opportunity fire", 1, "SG-11")) if shot.opportunity else tuple(rows)


def fire_throw(rules: BattleRules, state: Battle, shot: Shot) -> Fire:
    """The dice of a fire that is possible; a shifted ECM die is D12 at the most (SG-A27)."""
    firer = state.units[shot.firer]
    if is_missile(rules, shot.weapons):
        name, base, rows = "ECM die D", state.units[shot.target].stats["ECM"] or NO_ECM, ecm_shifts(state, shot)
        sides = shifted(base, sum(number for _, number, _ in rows))
    else:
        band = range_band(state.board.distance(firer.at, shot.cell), firer.stats["QUALITY"])
        name, base, rows = "range die D", LADDER[band - 1], range_shifts(state, shot)
        sides = range_sides(rules, state, shot)
    dice = (sides, *fire_dice(rules, firer, shot.weapons))
    return Fire(firer.id, shot.target, sides, (name, base), rows, dice)


@lru_cache(maxsize=4096)
def fire_chances(dice: tuple[int, ...], impact: tuple[int, int], missile: bool) -> tuple[Fraction, Fraction]:
    """That a fire with these dice, the target's die first, beats that die, and that it harms anybody.

    `impact` are the dice of each hit. A missile that beats the die hits once, other fire as fire_result says.
    """
    hurt = 1 - chance(impact, ("impact",), 0, SG_READERS)
    p_hit = p_out = Fraction(0)
    for outcome, p, _ in spread(SG_READERS, dice, ("fire", dice[0])).outcomes:
        result = fire_result(outcome)
        if result.beat:
            unhurt = 1 - hurt if missile else (1 - hurt) ** result.hits * (1 - Fraction(result.rest, dice[0]) * hurt)
            p_hit += p
            p_out += p * (1 - unhurt)
    return p_hit, p_out


def shot_sum(rules: BattleRules, state: Battle, shot: Shot) -> Forecast:
    """The dice on both sides, and the exact chances of suppressing and of a casualty."""
    throw, impact = fire_throw(rules, state, shot), impact_dice(rules, state, shot)
    sight = state.board.sight(state.units[shot.firer].at, shot.cell)
    p_hit, p_out = fire_chances(throw.dice, impact, is_missile(rules, shot.weapons))
    return Forecast(
        sight.distance,
        *throw.base,
        throw.modifiers,
        throw.need,
        throw.against,
        p_hit,
        p_out,
        sight.cover,
        f"impact D{impact[0]} against armour D{impact[1]}",
        shot.target,
        shot.cell,
    )


def forecast(rules: BattleRules, state: Battle, option: Option) -> Forecast | None:
    """Dice and chances of a fire option, None for anything else."""
    if not option.weapon or option.action not in ("fire", "opportunity_fire", "overwatch_fire", "reaction_fire"):
        return None
    cell = option.to if option.to >= 0 else state.units[option.target].at
    opportunity = option.action in ("opportunity_fire", "overwatch_fire")
    return shot_sum(
        rules, state, Shot(option.unit, option.target, cell, option.weapon, opportunity, moved=option.point > 0)
    )
