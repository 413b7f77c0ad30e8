"""Carrying fire out: dice against the range die, suppression, hits, casualties, confidence; missiles at vehicles."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.queue import Action
from game.engine.state import State
from game.engine.table import Table
from game.rules.stargrunt2.chances import Shot, armour_sides, fire_dice, impact_sides, is_missile, shot_sum
from game.rules.stargrunt2.dice import fire_result, rounded_die
from game.rules.stargrunt2.morale import confidence_threat


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
