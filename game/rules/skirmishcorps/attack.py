"""Carrying an attack out: the shot, the blow, the throws to hit and for damage, the wound and the retaliation."""

from __future__ import annotations

from game.engine.decisions import Option, Refusal
from game.engine.forecast import Forecast
from game.engine.state import State, Unit
from game.engine.table import Table
from game.rules.shared import touches
from game.rules.skirmishcorps.chances import Shot, blow_sum, shot_sum


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


STEPS = {step.__name__: step for step in (shoot, blow, retaliation)}
