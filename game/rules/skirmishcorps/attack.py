"""Attacks: the sum to hit, the throw, damage, the blow and the retaliation, covering fire and its delayed attack."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from game.engine.decisions import Option, Refusal
from game.engine.dice import chance
from game.engine.forecast import Forecast
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.shared import foes, touches
from game.rules.skirmishcorps.ground import friends

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


# -- carrying an attack out -------------------------------------------------------------------------------------------


def shoot(t: Table, *fields: object) -> None:
    """A ranged attack: to hit, then damage (SC-33, SC-58). `fields` are those of Shot."""
    shot = Shot(*fields)  # type: ignore[arg-type]
    if t.unit(shot.shooter).out or t.unit(shot.target).out:
        return
    total = shot_sum(t.rules, t.state, shot)
    clauses = ("SC-58",) if shot.overwatch else ("SC-33",)
    t.cause = t.emit(
        "shot",
        clauses,
        unit=shot.shooter,
        target=shot.target,
        weapon=shot.weapon,
        cell=shot.cell,
        start=t.unit(shot.shooter).at,
        need=total.need,
    )
    _attack(t, total, shot.shooter, shot.target, t.rules.weapon(shot.weapon).numbers["power"], clauses)


def blow(t: Table, attacker: str, target: str, back: bool) -> None:
    """A close-combat attack; a target that lives may retaliate once (SC-54, SC-63, SC-A45)."""
    striker, struck = t.unit(attacker), t.unit(target)
    if striker.out or struck.out or not touches(t.state, striker.at, struck.at):
        return
    clauses = ("SC-A45",) if back else ("SC-54",)
    total = blow_sum(striker, struck)
    t.cause = t.emit("struck", clauses, unit=attacker, target=target, retaliation=back, need=total.need)
    if back:
        t.change(striker, "retaliated", clauses, facts={"retaliated": t.state.turn})
    _attack(t, total, attacker, target, striker.stats["ST"], clauses)
    if not back:
        t.then("retaliation", target, attacker)


def _attack(t: Table, total: Forecast, attacker: str, target: str, power: int, clauses: tuple[str, ...]) -> None:
    who = f"{attacker.upper()} at {target.upper()}"
    hit = t.roll(
        "to hit",
        (6, 6),
        ("hits", total.need),
        clauses,
        prompt=f"Roll to hit: {who}, {total.dice}",
        unit=attacker,
        target=target,
        need=total.need,
        base=[total.base_name, total.base],
        modifiers=[list(row) for row in total.modifiers],
    )
    if not hit:
        t.emit("missed", clauses, unit=attacker, target=target)
        return
    defence = t.unit(target).stats["DF"]
    hurt = t.roll(
        "damage",
        (6,),
        ("reaches", power, defence),
        ("SC-A42",),
        prompt=f"Roll damage: {who}, D6 + {power} ≥ {defence}",
        unit=attacker,
        target=target,
        plus=power,
        need=defence,
    )
    if hurt:
        wound(t, target)
    else:
        t.emit("withstood", ("SC-A42",), unit=target)


def wound(t: Table, name: str) -> None:
    """A wound; the last one puts the unit out of action (SC-A42)."""
    unit = t.unit(name)
    wounds = unit.wounds + 1
    if wounds < unit.stats.get("W", 1):
        t.change(unit, "wounded", ("SC-A43",), wounds=wounds)
        return
    t.change(
        unit, "put_out", ("SC-A42",), wounds=wounds, out=True, markers=dict.fromkeys(unit.markers), hidden=("markers",)
    )


def may_retaliate(state: State, unit: Unit, attacker: Unit) -> Refusal | None:
    """Whether a struck unit may strike back: not if pinned (SC-A31) or if it has cut somebody off (SC-63)."""
    if unit.out:
        return Refusal("SC-A45", "out of action", unit.id)
    if "pinned" in unit.markers:
        return Refusal("SC-A31", "pinned", unit.id)
    if unit.fact("cut_off") == state.turn:
        return Refusal("SC-63", "it has cut an enemy off this turn", unit.id)
    if attacker.out:
        return Refusal("SC-A45", "nobody left to strike", unit.id)
    return None


def retaliation(t: Table, name: str, attacker: str) -> None:
    """The struck unit's owner decides whether it strikes back."""
    unit = t.unit(name)
    no = may_retaliate(t.state, unit, t.unit(attacker))
    if no is not None:
        if no.clause == "SC-63":
            t.emit("retaliation_refused", ("SC-63",), unit=name, reason=no.reason)
        return
    choice = t.ask(
        unit.seat,
        "attack",
        [
            Option(
                f"{name}:close_combat:{attacker}",
                "close_combat",
                name,
                attacker,
                text=f"Strike back at {attacker.upper()}",
            ),
            Option(f"{name}:none", "none", name, text="Do not strike back"),
        ],
        prompt=f"{t.rules.seat_name(unit.seat)} decides: does {name.upper()} strike back at {attacker.upper()}?",
        note=f"{name.upper()} has survived the blow; striking back costs no action.",
        clauses=("SC-A45",),
        default=f"{name}:close_combat:{attacker}",
        unit=name,
    )
    if choice.action == "close_combat":
        t.then("blow", name, attacker, True)


# -- covering fire ----------------------------------------------------------------------------------------------------


def covering_options(rules: Ruleset, state: State, giver: Unit, trigger: int) -> Iterator[Option]:
    """Every complete designation (SC-38): weapon, covered friend, and as many enemies as the weapon may take (SC-A12).

    The giver sees friend and enemy (SC-34, SC-35), the enemy sees the friend (SC-36) and is in range (SC-37).
    """
    visible, distance = state.board.visible, state.board.distance
    allies = [a for a in friends(state, giver) if visible(giver.at, a.at)]  # never the giver itself (SC-A30)
    enemies = [e for e in foes(state, giver.seat) if visible(giver.at, e.at)] if allies else []
    for place, weapon in enumerate(giver.weapons):
        suffix = f":{weapon}" if place else ""
        kind = rules.weapon(weapon)
        if kind.thrown:  # SC-30, SC-59
            continue
        near = [e for e in enemies if distance(giver.at, e.at) <= kind.range]
        for ally in allies:
            fit = [e.id for e in near if visible(e.at, ally.at)]
            for count in range(1, kind.numbers["targets"] + 1):
                for targets in combinations(fit, count):
                    names = "+".join(targets)
                    yield Option(
                        f"{giver.id}:covering_fire:{names}:{ally.id}{suffix}",
                        "covering_fire",
                        giver.id,
                        targets[0],
                        targets,
                        ally.id,
                        weapon,
                        value=trigger,
                        clauses=("SC-28",),
                        text=f"Cover {ally.id.upper()} against {names.upper().replace('+', ' and ')}",
                    )


def suppress(t: Table, giver: str, targets: list[str], weapon: str, ally: str, overwatch: bool) -> None:
    """Covering fire is given: no throw, each designated enemy is suppressed (SC-39, SC-40)."""
    t.cause = t.emit("covering_fire_given", ("SC-39", "SC-32"), unit=giver, targets=targets, ally=ally, weapon=weapon)
    for target in targets:
        unit = t.unit(target)
        entry = f"{giver}/{weapon}/{'overwatch' if overwatch else 'assigned'}"
        kept = [old for old in unit.tags.get("covered_by", "").split() if old.split("/")[0] != giver]
        t.change(
            unit,
            "suppressed",
            ("SC-40",),
            markers={"suppressed": "up"},
            tags={"covered_by": " ".join([*kept, entry])},
            also={"by": giver},
        )


def courage(t: Table, name: str) -> None:
    """A suppressed unit that wants to act tests Courage; a pass brings the delayed attacks first (SC-41 to SC-48)."""
    unit = t.unit(name)
    if unit.out or "suppressed" not in unit.markers:
        return
    need = unit.stats["CO"]
    passed = t.roll(
        "courage",
        (6, 6),
        ("at_most", need),
        ("SC-41",),
        prompt=f"Roll Courage: {name.upper()}, 2D6 ≤ {need}",
        unit=name,
        need=need,
        base=["CO", need],
    )
    givers = [entry.split("/") for entry in unit.tags.get("covered_by", "").split()]
    if not passed:
        orders = [kind for kind in ("move", "overwatch") if kind in unit.markers]
        gone = dict.fromkeys([*orders, "suppressed"])
        t.change(
            unit,
            "pinned",
            ("SC-42", "SC-43", "SC-48"),
            markers={**gone, "pinned": "up"},
            facts={"acted": 1},
            tags={"covered_by": ""},
        )
        return
    t.change(unit, "steadied", ("SC-45", "SC-48"), markers={"suppressed": None}, tags={"covered_by": ""})
    for giver, weapon, how in sorted(givers, key=lambda g: -t.unit(g[0]).stats["RE"]):  # SC-A9
        t.then("delayed_attack", giver, weapon, name, how == "overwatch")


def delayed_attack(t: Table, giver: str, weapon: str, name: str, overwatch: bool) -> None:
    """The designated attack that caused the suppression, before the tested unit's action (SC-46, SC-A10, SC-A23)."""
    target = t.unit(name)
    shot = Shot(giver, name, target.at, weapon, overwatch)
    no = (
        Refusal("SC-A23", f"{giver.upper()} is out of action")
        if t.unit(giver).out
        else shot_refused(t.rules, t.state, shot)
    )
    if target.out or no is not None:
        t.emit("delayed_attack_lapsed", ("SC-A23",), unit=giver, target=name, reason=no.reason if no else "target gone")
        return
    t.cause = t.emit("delayed_attack_made", ("SC-46", "SC-47"), unit=giver, target=name)
    t.then("shoot", *shot)


STEPS = {step.__name__: step for step in (shoot, blow, retaliation, suppress, courage, delayed_attack)}
