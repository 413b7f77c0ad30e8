"""Carrying out an attack: the shot, the blow, the throws to hit and for damage, the wound and the retaliation."""

from __future__ import annotations

from game.engine.events import UNSET
from game.engine.names import NO_PACE, Cell, Pace, UnitId
from game.engine.options import Option
from game.engine.steps import step
from game.engine.wording import capitalised
from game.rules.shared import touches
from game.rules.skirmishcorps.chances import Attack, Shot, blow_sum, shot_sum
from game.rules.skirmishcorps.events import (
    Missed,
    PutOut,
    Retaliated,
    RetaliationRefused,
    ShotFired,
    Struck,
    Withstood,
    Wounded,
)
from game.rules.skirmishcorps.state import CorpsTable
from game.rules.skirmishcorps.vocabulary import Questions, Verbs

OWN_BLOW, INTERCEPTORS_BLOW, RETALIATION = ("SC-A44",), ("SC-54",), ("SC-A45",)
"""The clauses of a blow: as an action of one's own, by an interceptor, and struck back."""
OWN_SHOT, SNAP_SHOT, CUT_OFF_SHOT, DELAYED_SHOT = ("SC-A37",), ("SC-58",), ("SC-61", "SC-58"), ("SC-33", "SC-46")
"""The clauses of a shot: as one's own action, as a reaction, to cut off, as the delayed attack of covering fire."""


@step
def shoot(
    t: CorpsTable,
    shooter: UnitId,
    target: UnitId,
    cell: Cell,
    weapon: str,
    overwatch: bool = False,
    aimed: bool = False,
    own_pace: Pace = NO_PACE,
    target_pace: Pace = NO_PACE,
    clauses: tuple[str, ...] = OWN_SHOT,
) -> None:
    """A ranged attack under these clauses: the throw to hit, then damage. The other arguments are those of Shot."""
    shot = Shot(shooter, target, cell, weapon, overwatch, aimed, own_pace, target_pace)
    units = t.state.units
    if units[shot.shooter].out or units[shot.target].out:
        return
    attack = shot_sum(t.rules, t.state, shot)
    start = units[shot.shooter].at
    t.cause = t.emit(ShotFired(shot.shooter, shot.target, shot.weapon, shot.cell, start, attack.hit.need), clauses)
    _throw(t, attack, clauses)


@step
def blow(t: CorpsTable, attacker: UnitId, target: UnitId, clauses: tuple[str, ...]) -> None:
    """A close-combat attack under these clauses; a target that survives may retaliate once (SC-63, SC-A45)."""
    striker, struck = t.state.units[attacker], t.state.units[target]
    if striker.out or struck.out or not touches(t.state, striker.at, struck.at):
        return
    back = clauses == RETALIATION
    attack = blow_sum(striker, struck)
    t.cause = t.emit(Struck(attacker, target, back, attack.hit.need), clauses)
    if back:
        t.change(striker, Retaliated(attacker), clauses).retaliated = t.state.turn
    _throw(t, attack, clauses)
    if not back:
        t.then(retaliation, target, attacker)


def _throw(t: CorpsTable, attack: Attack, clauses: tuple[str, ...]) -> None:
    hit, target = attack.hit, attack.hit.target
    if not t.roll(hit, clauses=clauses):
        t.emit(Missed(hit.unit, target), clauses)
    elif t.roll(attack.damage):
        wound(t, target)
    else:
        t.emit(Withstood(target))


def wound(t: CorpsTable, name: UnitId) -> None:
    """A wound; the last one puts the unit out of action (SC-A42)."""
    unit = t.unit(name)
    wounds = unit.wounds + 1
    if wounds < unit.stats.get("W", 1):
        t.change(unit, Wounded(name, wounds)).wounds = wounds
        return
    fallen = t.change(unit, PutOut(name, wounds, True, dict.fromkeys(unit.markers) or UNSET))
    fallen.wounds, fallen.out = wounds, True


@step
def retaliation(t: CorpsTable, name: UnitId, attacker: UnitId) -> None:
    """The struck unit's owner decides whether it strikes back.

    It cannot if it is pinned (SC-A31), has cut off an enemy this turn (SC-63) or its attacker is out (SC-A45).
    """
    unit = t.state.units[name]
    if unit.helpless:
        return
    if unit.cut_off == t.state.turn:
        t.emit(RetaliationRefused(name, "it has cut an enemy off this turn"))
        return
    if t.state.units[attacker].out:
        return
    offer_blow(t, name, attacker, f"{name.upper()} has survived the blow; striking back costs no action.", RETALIATION)


def offer_blow(t: CorpsTable, name: UnitId, enemy: UnitId, note: str, clauses: tuple[str, ...]) -> None:
    """Ask a unit's owner whether it strikes an enemy, or strikes it back, under these clauses, and have it done."""
    back = clauses == RETALIATION
    verb, strike = ("strike back", f"strike back at {enemy.upper()}") if back else ("strike", f"strike {enemy.upper()}")
    yes = f"{name}:close_combat:{enemy}"
    choice = t.ask(
        t.state.units[name].seat,
        Questions.ATTACK,
        [
            Option(yes, Verbs.CLOSE_COMBAT, name, enemy, clauses=clauses, text=capitalised(strike)),
            Option(f"{name}:none", Verbs.NONE, name, clauses=clauses, text=f"Do not {verb}"),
        ],
        question=f"does {name.upper()} {strike}?",
        note=note,
        clauses=clauses,
        default=yes,
        unit=name,
    )
    if choice.action == Verbs.CLOSE_COMBAT:
        t.then(blow, name, enemy, clauses)
