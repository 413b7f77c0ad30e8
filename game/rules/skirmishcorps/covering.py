"""Covering fire: giving it, the suppression it brings, the test of Courage and the delayed attack (SC-28 to SC-48)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from game.engine.decisions import Option, Refusal
from game.engine.ruleset import Ruleset
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.shared import foes
from game.rules.skirmishcorps.chances import Shot, shot_refused
from game.rules.skirmishcorps.ground import friends


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


STEPS = {step.__name__: step for step in (suppress, courage, delayed_attack)}
