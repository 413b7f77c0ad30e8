"""Fire: dice against the range die, hits against armour, suppression, casualties, confidence; missiles at vehicles."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from game.engine.decisions import Refusal
from game.engine.dice import chance, spread
from game.engine.forecast import Forecast
from game.engine.queue import Action
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
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
from game.rules.stargrunt2.morale import confidence_threat, role

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


# -- carrying it out --------------------------------------------------------------------------------------------------


def shoot(t: Table, *fields: object) -> None:
    """The fire itself: opportunity fire is worked out like any other (SG-30)."""
    shot = Shot(*fields)  # type: ignore[arg-type]
    firer, target, rules = t.unit(shot.firer), t.unit(shot.target), t.rules
    total = shot_sum(rules, t.state, shot)
    clauses = ("SG-10", "SG-30") if shot.opportunity else ("SG-A35",)
    t.cause = t.change(
        firer,
        "fired",
        clauses,
        facts={**{f"used:{w}": 1 for w in shot.weapons.split("+")}, f"fired_on:{target.id}": 1},
        also={"target": target.id, "cell": shot.cell, "start": firer.at, "weapon": shot.weapons},
    )
    missile = is_missile(rules, shot)
    sides = total.need
    outcome = t.roll(
        "fire",
        (sides, *fire_dice(rules, firer, shot.weapons)),
        ("fire", sides),
        clauses,
        prompt=f"Roll {firer.id.upper()} at {target.id.upper()}: {total.dice} (the target’s die first)",
        unit=firer.id,
        target=target.id,
        need=sides,
        base=[total.base_name, total.base],
        modifiers=[list(row) for row in total.modifiers],
    )
    result = fire_result(outcome)
    if not result.beat:
        t.emit("no_effect", clauses, unit=firer.id, target=target.id)
        return
    impact, armour = impact_sides(rules, shot), armour_sides(rules, t.state, shot)
    if missile:
        t.then("strike_vehicle", target.id, impact, armour)
        return
    hits = result.hits
    if result.beat > 1 and result.rest:
        why = f"{target.id.upper()} rolls for the remainder: above {result.rest}"
        more = t.roll(
            "remainder", (sides,), ("at_most", result.rest), clauses, prompt=why, unit=target.id, need=result.rest
        )
        hits += int(bool(more))
    t.then("suppress", target.id, shot.opportunity)
    t.then("hit", target.id, hits, impact, armour, [])
    t.then("aftermath", target.id, target.fact("casualties"), int(not target.fact("was_suppressed")))


def suppress(t: Table, name: str, opportunity: bool, clauses: Sequence[str] = ()) -> None:
    """A suppression marker, three at most (SG-A38); opportunity fire on a combat mover marks it at the end (SG-22)."""
    unit = t.unit(name)
    move = moving(t.state, name)
    if move is not None and move.kind == "combat_move" and opportunity:
        move.facts["suppress_after"] = move.facts.get("suppress_after", 0) + 1
        t.change(unit, "suppression_waits", ("SG-22",), facts={"was_suppressed": 1})
        return
    count = min(3, unit.fact("suppressed") + 1)
    t.change(
        unit,
        "suppressed",
        clauses or (("SG-21", "SG-49") if move is not None and opportunity else ("SG-A38",)),
        markers={"suppressed": "up"},
        facts={"suppressed": count, "was_suppressed": 1},
        also={"count": count},
    )


def moving(state: State, name: str) -> Action | None:
    """The move that the unit is in the middle of, if any."""
    moves = (q.action for q in state.queues if q.action.unit == name and q.action.kind in ("move", "combat_move"))
    return next((move for move in moves if not move.over), None)


def hit(t: Table, name: str, left: int, impact: int, armour: int, wounded: list[int]) -> None:
    """One potential hit: who is struck, impact against armour; a second wound kills (SG-A37)."""
    unit = t.unit(name)
    if not left or unit.out or unit.figures == 0:
        return
    die = rounded_die(unit.figures + len(wounded))
    several = left > 1 or bool(wounded)
    who = t.roll("who is hit", (die,), ("total",) if several else ("const",), ("SG-A37",), unit=name)
    man = (int(who or 1) - 1) % (unit.figures + len(wounded)) if several else -1
    result = t.roll("impact", (impact, armour), ("impact",), ("SG-A37",), unit=name, need=armour)
    again = wounded
    if result and man in wounded:
        t.change(unit, "wounded_man_died", ("SG-A37",), facts={"wounded": max(0, unit.fact("wounded") - 1)})
    elif result:
        fallen = {"casualties": unit.fact("casualties") + 1}
        if result == 1:
            fallen["wounded"] = unit.fact("wounded") + 1
            again = [*wounded, man] if several else wounded
        kind = "man_wounded" if result == 1 else "man_killed"
        last = unit.figures == 1
        gone = dict.fromkeys(unit.markers) if last else None
        t.change(unit, kind, ("SG-A37",), figures=unit.figures - 1, out=last, markers=gone, facts=fallen)
    else:
        t.emit("armour_held", ("SG-A37",), unit=name)
    if result == 2 or (result and man in wounded):  # the dead are not counted off any more; those behind close up
        again = [place - (place > man) for place in wounded if place != man]
    t.then("hit", name, left - 1, impact, armour, again)


def strike_vehicle(t: Table, name: str, impact: int, armour: int) -> None:
    """Greater than the armour stops a vehicle for good, more than twice as great destroys it (SG-A45)."""
    unit = t.unit(name)
    result = t.roll("impact", (impact, armour), ("impact",), ("SG-A45",), unit=name, need=armour)
    if result == 2:
        t.change(unit, "destroyed", ("SG-A45",), out=True, figures=0, markers=dict.fromkeys(unit.markers))
    elif result == 1:
        t.change(unit, "stopped_for_good", ("SG-A45",), facts={"immobile": 1})
    else:
        t.emit("armour_held", ("SG-A45",), unit=name)


def aftermath(t: Table, name: str, casualties_before: int, first: int) -> None:
    """After fire and hits comes the confidence test, at the highest threat that applies (SG-A25, SG-A39)."""
    unit = t.unit(name)
    if unit.out:
        return
    threat = confidence_threat(t.rules, unit, unit.fact("casualties") - casualties_before, bool(first))
    if threat >= 0:
        t.then("confidence_test", name, threat)


STEPS = {step.__name__: step for step in (shoot, suppress, hit, strike_vehicle, aftermath)}
