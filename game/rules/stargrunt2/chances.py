"""The dice of a fire action and its exact chances: range die, firepower, armour, ECM (SG-10 to SG-17, SG-A35, SG-A36)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from game.engine.decisions import Refusal
from game.engine.dice import chance, spread
from game.engine.forecast import Forecast
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
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

NO_ECM = 4


class Shot(NamedTuple):
    """One fire action at one target. `weapons` joined with "+"; `cell`: where the target is fired at."""

    firer: str
    target: str
    cell: int
    weapons: str
    opportunity: bool = False
    moved: bool = False


def weapon_groups(rules: Ruleset, unit: Unit) -> list[str]:
    """What one fire action may use (SG-A31): the squad's fire, or one separate weapon; each once a turn (SG-A9)."""
    fresh = [w for w in unit.weapons if not unit.fact(f"used:{w}")]
    kinds = {w: rules.weapon(w).tags["kind"] for w in fresh}
    support = [w for w in fresh if kinds[w] == "support"]
    groups = ["+".join([w, *support]) for w in fresh if kinds[w] == "small_arm"]
    return [*groups, *(w for w in fresh if kinds[w] != "small_arm")]


def shot_refused(rules: Ruleset, state: State, shot: Shot) -> Refusal | None:
    """Why the fire is not possible: no sight, no range die (SG-10), or the wrong weapon for the target (SG-A45)."""
    firer, target, board = state.units[shot.firer], state.units[shot.target], state.board
    if target.out:
        return Refusal("SG-A5", "its target is gone", firer.id)
    sight = board.sight(firer.at, shot.cell)
    if not sight.visible:
        what = board.describe(sight.blocked_by)
        return Refusal("SG-13", f"no sight: {what} in the way", firer.id, cell=shot.cell, blocked_by=sight.blocked_by)
    vehicle = role(rules, target) == "vehicle"
    if is_missile(rules, shot) != vehicle:
        words = "only missiles can harm a vehicle" if vehicle else "missiles are for vehicles"
        return Refusal("SG-A45" if vehicle else "SG-A44", words, firer.id, cell=shot.cell)
    if not vehicle and range_sides(rules, state, shot) == 0:
        return Refusal("SG-10" if shot.opportunity else "SG-A36", too_far(rules, state, shot), firer.id, cell=shot.cell)
    return None


def too_far(rules: Ruleset, state: State, shot: Shot) -> str:
    """Why there is no range die, with the numbers."""
    quality = state.units[shot.firer].stats["QUALITY"]
    distance = state.board.distance(state.units[shot.firer].at, shot.cell)
    band, bands = range_band(distance, quality), reach_bands(rules, shot.weapons)
    if band > bands:
        return f'{distance}" is band {band} of {quality}" each, its weapon reaches {bands}'
    shifts = ", ".join(f"{name} +{number}" for name, number, _ in range_shifts(state, shot))
    return f'{distance}" is band {band} of {quality}" each, D{LADDER[band - 1]}; {shifts} would go beyond D12'


def reach_bands(rules: Ruleset, weapons: str) -> int:
    """How many range bands all the weapons of a fire reach."""
    return min(rules.weapon(w).numbers["bands"] for w in weapons.split("+"))


def is_missile(rules: Ruleset, shot: Shot) -> bool:
    """Whether the fire is a guided missile, which has no range die (SG-11)."""
    return rules.weapon(shot.weapons.split("+")[0]).tags["kind"] == "missile"


def range_shifts(state: State, shot: Shot) -> list[tuple[str, int, str]]:
    """Shifts of the range die at the point of fire (SG-10, SG-17): cover, in position, opportunity fire."""
    target = state.units[shot.target]
    cover = state.board.sight(state.units[shot.firer].at, shot.cell).cover
    rows: list[tuple[str, int, str]] = []
    if cover:
        rows.append((f"{cover} cover", COVER_SHIFT[cover], "SG-A36"))
    if "in_position" in target.markers and not shot.moved:
        rows.append(("in position", 1, "SG-A41"))
    if shot.opportunity:
        rows.append(("opportunity fire", 1, "SG-10"))
    return rows


def range_sides(rules: Ruleset, state: State, shot: Shot) -> int:
    """Sides of the range die, 0 when the fire is impossible."""
    firer = state.units[shot.firer]
    distance = state.board.distance(firer.at, shot.cell)
    shift = sum(number for _, number, _ in range_shifts(state, shot))
    return range_die(distance, firer.stats["QUALITY"], shift, reach_bands(rules, shot.weapons))


def fire_dice(rules: Ruleset, firer: Unit, weapons: str) -> tuple[int, ...]:
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


def armour_sides(rules: Ruleset, state: State, shot: Shot) -> int:
    """The armour die, larger in cover but never beyond D12 (SG-A36)."""
    target = state.units[shot.target]
    cover = state.board.sight(state.units[shot.firer].at, shot.cell).cover
    return shifted(target.stats["ARMOUR"], 0 if role(rules, target) == "vehicle" else COVER_SHIFT[cover])


def impact_sides(rules: Ruleset, shot: Shot) -> int:
    """The impact die of the first weapon of the fire."""
    return rules.weapon(shot.weapons.split("+")[0]).numbers["impact"]


def ecm_shifts(state: State, shot: Shot) -> list[tuple[str, int, str]]:
    """Shifts of the ECM die of a missile's target: any cover is one type, opportunity fire another (SG-11)."""
    cover = state.board.sight(state.units[shot.firer].at, shot.cell).cover
    rows = [(f"{cover} cover", 1, "SG-A44")] if cover else []
    return [*rows, ("opportunity fire", 1, "SG-11")] if shot.opportunity else rows


def ecm_sides(state: State, shot: Shot) -> int:
    """The ECM die as shifted, D12 at the most (SG-A27)."""
    own = state.units[shot.target].stats["ECM"] or NO_ECM
    return shifted(own, sum(number for _, number, _ in ecm_shifts(state, shot)))


def shot_sum(rules: Ruleset, state: State, shot: Shot) -> Forecast:
    """The dice on both sides, and the exact chances of suppressing and of a casualty."""
    firer = state.units[shot.firer]
    sight = state.board.sight(firer.at, shot.cell)
    dice = fire_dice(rules, firer, shot.weapons)
    impact = (impact_sides(rules, shot), armour_sides(rules, state, shot))
    hurt = 1 - chance(impact, ("impact",), 0, SG_READERS)
    if is_missile(rules, shot):
        name, base, rows = "ECM die D", state.units[shot.target].stats["ECM"] or NO_ECM, ecm_shifts(state, shot)
        sides = ecm_sides(state, shot)
        p_hit = 1 - chance((sides, *dice), ("fire", sides), 0, SG_READERS)
        p_out = p_hit * hurt
    else:
        name, base, rows = (
            "range die D",
            LADDER[range_band(sight.distance, firer.stats["QUALITY"]) - 1],
            range_shifts(state, shot),
        )
        sides = range_sides(rules, state, shot)
        p_hit = p_out = Fraction(0)
        for outcome, p, _ in spread(SG_READERS, (sides, *dice), ("fire", sides)).outcomes:
            result = fire_result(outcome)
            if result.beat:
                p_hit += p
            extra = Fraction(result.rest, sides)
            p_out += p * (1 - (1 - hurt) ** result.hits * (1 - extra * hurt))
    mine = ", ".join(f"D{n}" for n in dice)
    return Forecast(
        sight.distance,
        name,
        base,
        tuple(rows),
        sides,
        f"{mine} against D{sides}",
        p_hit,
        p_out,
        sight.cover,
        f"impact D{impact[0]} against armour D{impact[1]}",
        shot.target,
        shot.cell,
    )
