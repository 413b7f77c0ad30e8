"""A fire action at one target: whether it is possible, its dice, its exact chances (SG-10 to SG-17, SG-A35, SG-A36)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from game.board.board import Board
from game.board.sight import Sight
from game.board.terrain import Cover
from game.engine.decisions import Refusal
from game.engine.dice import chance, spread
from game.engine.forecast import Forecast
from game.engine.names import Cell, UnitId
from game.engine.options import Option
from game.engine.wording import INCHES, Modifier, length
from game.rules.shared import no_sight
from game.rules.stargrunt2.army import arm
from game.rules.stargrunt2.dice import (
    COVER_SHIFT,
    FIRE,
    IMPACT,
    LADDER,
    fire_result,
    range_band,
    range_die,
    rounded_die,
    shifted,
)
from game.rules.stargrunt2.morale import OPPORTUNITY, is_vehicle, motivation, reaction_throw
from game.rules.stargrunt2.state import Battle, BattleRules, Squad
from game.rules.stargrunt2.throws import Fire, OpportunityTest
from game.rules.stargrunt2.vocabulary import Verbs

NO_ECM = 4
"""The sides of the ECM die of a target without ECM."""
JOINED = "+"
"""Comes between the weapons of one fire action in a text."""


class Shot(NamedTuple):
    """One fire action at one target.

    `cell`: where the target is fired at. `weapons`: one of the unit's `weapon_groups`. `opportunity`: the range die is
    one larger (SG-10). `moved`: the target has begun to move, and so left its position.
    """

    firer: UnitId
    target: UnitId
    cell: Cell
    weapons: str
    opportunity: bool = False
    moved: bool = False


def weapon_groups(rules: BattleRules, unit: Squad) -> tuple[str, ...]:
    """The weapons of each fire action that is left: the squad's fire, or one separate weapon (SG-A31, SG-A9).

    The weapons of one action are joined to one text, as in an option; `weapons_of` takes it apart.
    """
    return _groups(rules, unit.weapons, tuple(unit.used))


@lru_cache(maxsize=512)
def _groups(rules: BattleRules, weapons: tuple[str, ...], used: tuple[str, ...]) -> tuple[str, ...]:
    fresh = [w for w in weapons if w not in used]
    kinds = {w: arm(rules, w).kind for w in fresh}
    support = [w for w in fresh if kinds[w] == "support"]
    groups = [JOINED.join([w, *support]) for w in fresh if kinds[w] == "small_arm"]
    return (*groups, *(w for w in fresh if kinds[w] != "small_arm"))


def weapons_of(named: str) -> tuple[str, ...]:
    """The weapons of a fire action, the leading one first."""
    return tuple(named.split(JOINED))


class Arms(NamedTuple):
    """The weapons of one fire action in an option: its `weapon`, the end of its id, and the end of its text.

    An id leaves out the first group that the unit may use; a text leaves out a group with the unit's first weapon.
    """

    weapons: str = ""
    suffix: str = ""
    said: str = ""


def arms_of(rules: BattleRules, unit: Squad) -> list[Arms]:
    """The `weapon_groups` of a unit, as its options name them."""
    found = []
    for place, weapons in enumerate(weapon_groups(rules, unit)):
        names = weapons_of(weapons)
        words = "" if unit.weapons[0] in names else f" with the {rules.weapon(names[0]).name.lower()}"
        found.append(Arms(weapons, f":{weapons}" if place else "", words))
    return found


class Line(NamedTuple):
    """What decides whether one unit can fire at a target, apart from the target's cell.

    `bands`: the range bands that its weapons reach, 0 for a missile, which has no range. `wrong`: the weapon is not
    for this kind of target (SG-A44, SG-A45). `dug`: the target is in position.
    """

    board: Board
    firer: UnitId
    at: Cell
    quality: int
    bands: int
    wrong: bool
    dug: bool
    opportunity: bool


def line_of(rules: BattleRules, state: Battle, unit: Squad, target: Squad, weapons: str, opportunity: bool) -> Line:
    """The line of fire of a unit with these weapons at a target."""
    missile = is_missile(rules, weapons)
    return Line(
        state.board,
        unit.id,
        unit.at,
        unit.stats["QUALITY"],
        0 if missile else reach_bands(rules, weapons),
        missile != is_vehicle(rules, target),
        target.in_position,
        opportunity,
    )


@lru_cache(maxsize=4096)
def along(line: Line, path: tuple[Cell, ...]) -> tuple[Refusal | None, ...]:
    """For each point of a path why the target cannot be fired at, or None; after the first it has moved (SG-A23)."""
    found = (refusal(line, cell, point > 0) for point, cell in enumerate(path))
    return tuple(no.but(point=point) if no is not None else None for point, no in enumerate(found))


def shot_refused(rules: BattleRules, state: Battle, shot: Shot) -> Refusal | None:
    """Why the fire is not possible, or None: no sight, no range die (SG-10), the wrong weapon (SG-A45)."""
    firer, target = state.units[shot.firer], state.units[shot.target]
    if target.out:
        return Refusal("SG-A5", "its target is gone", firer.id)
    line = line_of(rules, state, firer, target, shot.weapons, shot.opportunity)
    return refusal(line, shot.cell, shot.moved)


@lru_cache(maxsize=1 << 14)
def refusal(line: Line, cell: Cell, moved: bool = False) -> Refusal | None:
    """Why the target cannot be fired at on a cell, or None."""
    sight = line.board.sight(line.at, cell)
    if (no := no_sight(line.board, sight, "SG-13", line.firer, cell)) is not None:
        return no
    if line.wrong:
        words = "missiles are for vehicles" if not line.bands else "only missiles can harm a vehicle"
        return Refusal("SG-A45" if line.bands else "SG-A44", words, line.firer, cell=cell)
    shifts = range_shifts(sight.cover, line.dug and not moved, line.opportunity)
    shift = sum(number for _, number, _ in shifts)
    if not line.bands or range_die(sight.distance, line.quality, shift, line.bands):
        return None
    words = too_far(sight.distance, line.quality, line.bands, shifts)
    return Refusal("SG-10" if line.opportunity else "SG-A36", words, line.firer, cell=cell)


def too_far(distance: int, quality: int, bands: int, shifts: tuple[Modifier, ...]) -> str:
    """Why there is no range die, with the numbers."""
    band = range_band(distance, quality)
    where = f"{length(distance, INCHES)} is band {band} of {length(quality, INCHES)} each"
    if band > bands:
        return f"{where}, its weapon reaches {bands}"
    words = ", ".join(f"{name} +{number}" for name, number, _ in shifts)
    return f"{where}, D{LADDER[band - 1]}; {words} would go beyond D12"


@lru_cache(maxsize=512)
def reach_bands(rules: BattleRules, weapons: str) -> int:
    """How many range bands every weapon of a fire action reaches."""
    return min(rules.weapon(w).numbers["bands"] for w in weapons_of(weapons))


@lru_cache(maxsize=512)
def is_missile(rules: BattleRules, weapons: str) -> bool:
    """Whether the fire is a guided missile, which has no range die (SG-11)."""
    return arm(rules, weapons_of(weapons)[0]).kind == "missile"


def range_shifts(cover: Cover, dug: bool, opportunity: bool) -> tuple[Modifier, ...]:
    """Shifts of the range die at the target's cell (SG-10, SG-17): cover, in position, opportunity fire."""
    rows: list[Modifier] = []
    if cover:
        rows.append((f"{cover} cover", COVER_SHIFT[cover], "SG-A36"))
    if dug:
        rows.append(("in position", 1, "SG-A41"))
    if opportunity:
        rows.append(("opportunity fire", 1, "SG-10"))
    return tuple(rows)


def fire_dice(rules: BattleRules, firer: Squad, weapons: str) -> tuple[int, ...]:
    """The quality die, the firepower die of the men firing, and a die for each support weapon (SG-A35)."""
    dice = [firer.stats["QUALITY"]]
    for name in weapons_of(weapons):
        weapon = rules.weapon(name)
        kind = arm(rules, name).kind
        if kind == "small_arm":
            dice.append(rounded_die(firer.figures * weapon.numbers["fp"]))
        else:
            dice.append(weapon.numbers["guidance" if kind == "missile" else "firepower"])
    return tuple(dice)


def impact_dice(rules: BattleRules, target: Squad, weapons: str, cover: Cover) -> tuple[int, int]:
    """The impact die of the first weapon, and the armour die, which is larger in cover up to D12 (SG-A36)."""
    armour = shifted(target.stats["ARMOUR"], 0 if is_vehicle(rules, target) else COVER_SHIFT[cover])
    return rules.weapon(weapons_of(weapons)[0]).numbers["impact"], armour


def ecm_shifts(cover: Cover, opportunity: bool) -> tuple[Modifier, ...]:
    """Shifts of the ECM die of a missile's target: one for any cover, one for opportunity fire (SG-11)."""
    rows: list[Modifier] = [(f"{cover} cover", 1, "SG-A44")] if cover else []
    return (*rows, ("opportunity fire", 1, "SG-11")) if opportunity else tuple(rows)


def fire_throw(rules: BattleRules, state: Battle, shot: Shot) -> Fire:
    """The throw of a fire action that is possible."""
    firer, target = state.units[shot.firer], state.units[shot.target]
    sight, dug = state.board.sight(firer.at, shot.cell), target.in_position and not shot.moved
    return fire_along(rules, sight, firer, target, shot.weapons, dug=dug, opportunity=shot.opportunity)


def fire_along(
    rules: BattleRules, sight: Sight, firer: Squad, target: Squad, weapons: str, *, dug: bool, opportunity: bool
) -> Fire:
    """The throw of a fire action along a line of sight; it needs 0 where there is no range die (SG-10).

    A shifted ECM die is at most a D12 (SG-A27).
    """
    quality = firer.stats["QUALITY"]
    if is_missile(rules, weapons):
        name, base, rows = "ECM die", target.stats["ECM"] or NO_ECM, ecm_shifts(sight.cover, opportunity)
        sides = shifted(base, sum(number for _, number, _ in rows))
    else:
        name, base = "range die", LADDER[min(range_band(sight.distance, quality), len(LADDER)) - 1]
        rows = range_shifts(sight.cover, dug, opportunity)
        sides = range_die(sight.distance, quality, sum(number for _, number, _ in rows), reach_bands(rules, weapons))
    return Fire(firer.id, target.id, sides, (name, base), rows, (sides, *fire_dice(rules, firer, weapons)))


def hurts(impact: tuple[int, int]) -> Fraction:
    """The chance that a hit with these dice, impact and armour, wounds or kills (SG-A37)."""
    return 1 - chance(impact, IMPACT(), 0)


@lru_cache(maxsize=4096)
def fire_chances(dice: tuple[int, ...], impact: tuple[int, int], missile: bool) -> tuple[Fraction, Fraction]:
    """The chances that fire with these dice, the target's first, beats the target's die, and that it does harm.

    `impact` are the dice of each hit. A missile that beats the die hits once, other fire as in FireResult.
    """
    hurt = hurts(impact)
    p_hit = p_out = Fraction(0)
    for outcome, p, _ in spread(dice, FIRE(dice[0])).outcomes:
        result = fire_result(outcome)
        if result.beat:
            unhurt = 1 - hurt if missile else (1 - hurt) ** result.hits * (1 - Fraction(result.rest, dice[0]) * hurt)
            p_hit += p
            p_out += p * (1 - unhurt)
    return p_hit, p_out


def shot_sum(rules: BattleRules, state: Battle, shot: Shot) -> Forecast:
    """The dice on both sides, and the exact chances of suppressing and of a casualty."""
    throw, sight = fire_throw(rules, state, shot), state.board.sight(state.units[shot.firer].at, shot.cell)
    impact = impact_dice(rules, state.units[shot.target], shot.weapons, sight.cover)
    missile = is_missile(rules, shot.weapons)
    p_hit, p_out = fire_chances(throw.dice, impact, missile)
    return Forecast(
        throw=throw,
        p_hit=p_hit,
        p_out=p_out,
        distance=sight.distance,
        cover=sight.cover,
        note=f"impact D{impact[0]} against armour D{impact[1]}",
        target=shot.target,
        spot=shot.cell,
        hit="gets through" if missile else "suppressed",
        meaning="stopped or destroyed" if missile else "at least one casualty",
    )


def forecast(rules: BattleRules, state: Battle, option: Option) -> Forecast | None:
    """Dice and chances of an option to fire, its Reaction Test included (SG-06); None for any other option."""
    if not option.weapon or option.action not in (
        Verbs.FIRE,
        Verbs.OPPORTUNITY_FIRE,
        Verbs.OVERWATCH_FIRE,
        Verbs.REACTION_FIRE,
        Verbs.FINAL_FIRE,
    ):
        return None
    cell = option.to if option.to >= 0 else state.units[option.target].at
    opportunity = option.action in (Verbs.OPPORTUNITY_FIRE, Verbs.OVERWATCH_FIRE)
    total = shot_sum(
        rules, state, Shot(option.unit, option.target, cell, option.weapon, opportunity, moved=option.point > 0)
    )
    firer = state.units[option.unit]
    if option.action != Verbs.OPPORTUNITY_FIRE or firer.activated:  # activated: the test has been passed (SG-07)
        return total
    test = reaction_throw(rules, firer, OPPORTUNITY[motivation(rules, firer)], "SG-06", OpportunityTest)
    return total.after("to fire", test)
