"""Covering fire: giving it, the suppression it brings, the test of Courage and the delayed attack (SC-28 to SC-48)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decisions import Refusal
from game.engine.dice import Outcome, Read
from game.engine.events import Words
from game.engine.names import UnitId
from game.engine.options import Option, Sets
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.engine.throws import Throw
from game.rules.shared import foes
from game.rules.skirmishcorps.attack import shoot
from game.rules.skirmishcorps.chances import Shot, shot_refused
from game.rules.skirmishcorps.events import (
    CoveringFireGiven,
    DelayedAttackLapsed,
    DelayedAttackMade,
    Markers,
    Pinned,
    Steadied,
    Suppressed,
)
from game.rules.skirmishcorps.ground import friends
from game.rules.skirmishcorps.state import Corps, CorpsTable, Cover, Trooper


def covering_options(rules: Ruleset, state: Corps, giver: Trooper, trigger: int) -> Iterator[Sets]:
    """Every complete designation (SC-38): weapon, covered friend, and as many enemies as the weapon may take (SC-A12).

    The giver sees friend and enemy (SC-34, SC-35), the enemy sees the friend (SC-36) and is in range (SC-37).
    """
    visible, distance = state.board.visible, state.board.distance
    allies = [a for a in friends(state, giver) if visible(giver.at, a.at)]  # never the giver itself (SC-A30)
    enemies = [e for e in foes(state, giver.seat) if visible(giver.at, e.at)] if allies else []
    for place, weapon in enumerate(giver.weapons):
        kind = rules.weapon(weapon)
        if kind.thrown:  # SC-30, SC-59
            continue
        near = [e for e in enemies if distance(giver.at, e.at) <= kind.range]
        for ally in allies:
            fit = [e.id for e in near if visible(e.at, ally.at)]
            if fit:
                yield _designations(giver.id, ally.id, weapon, fit, kind.numbers["targets"], trigger, second=place > 0)


def _designations(
    giver: UnitId, ally: UnitId, weapon: str, fit: list[UnitId], most: int, trigger: int, *, second: bool
) -> Sets:
    """Covering fire for one friend with one weapon, on 1 to `most` of the enemies that fit; `second`: a spare weapon."""

    def make(id: str, targets: tuple[UnitId, ...]) -> Option:
        return Option(
            id,
            "covering_fire",
            giver,
            targets[0],
            targets,
            ally,
            weapon,
            value=trigger,
            clauses=("SC-28",),
            text=f"Cover {ally.upper()} against {' and '.join(name.upper() for name in targets)}",
        )

    return Sets(f"{giver}:covering_fire:", f":{ally}{f':{weapon}' if second else ''}", fit, most, make)


class Courage(Throw, frozen=True):
    """2D6 at or under Courage (SC-41)."""

    unit: UnitId
    need: int
    base: tuple[str, int]
    why = "courage"
    clauses = ("SC-41",)
    dice = (6, 6)

    @property
    def read(self) -> Read:
        """At or under Courage."""
        return ("at_most", self.need)

    @property
    def prompt(self) -> str:
        """Who tests, and what is needed."""
        return f"Roll Courage: {self.unit.upper()}, 2D6 ≤ {self.need}"

    def say(self, words: Words, faces: tuple[int, ...], outcome: Outcome) -> str:
        """The faces, what was needed, and the result."""
        shown = f"{', '.join(map(str, faces))} = {sum(faces)}, needs ≤ {self.need}"
        return f"{words.unit(self.unit)} tests Courage: {shown}: {'passed' if outcome else 'failed'}."


def courage_test(unit: Trooper) -> Courage:
    """The test of a suppressed unit."""
    need = unit.stats["CO"]
    return Courage(unit.id, need, ("CO", need))


@step
def suppress(t: CorpsTable, giver: str, targets: list[str], weapon: str, ally: str, overwatch: bool) -> None:
    """Covering fire is given: no throw, each designated enemy is suppressed (SC-39, SC-40)."""
    t.cause = t.emit(CoveringFireGiven(giver, targets, ally, weapon))
    for target in targets:
        unit = t.unit(target)
        laid: Markers = {"suppressed": "up"}
        t.change(unit, Suppressed(target, laid, giver))
        unit.put(laid)
        kept = [old for old in unit.covered_by if old.giver != giver]
        unit.covered_by = (*kept, Cover(giver, weapon, overwatch))


@step
def courage(t: CorpsTable, name: str) -> None:
    """A suppressed unit that wants to act tests Courage; a pass brings the delayed attacks first (SC-41 to SC-48)."""
    unit = t.unit(name)
    if unit.out or "suppressed" not in unit.markers:
        return
    passed = t.roll(courage_test(unit))
    covers, unit.covered_by = unit.covered_by, ()
    if not passed:
        orders = [kind for kind in ("move", "overwatch") if kind in unit.markers]
        laid: Markers = {**dict.fromkeys([*orders, "suppressed"]), "pinned": "up"}
        t.change(unit, Pinned(name, laid)).put(laid)
        unit.acted = True
        return
    laid = {"suppressed": None}
    t.change(unit, Steadied(name, laid)).put(laid)
    for cover in sorted(covers, key=lambda cover: -t.unit(cover.giver).stats["RE"]):  # SC-A9
        t.then(delayed_attack, cover.giver, cover.weapon, name, cover.overwatch)


@step
def delayed_attack(t: CorpsTable, giver: str, weapon: str, name: str, overwatch: bool) -> None:
    """The designated attack that caused the suppression, before the tested unit's action (SC-46, SC-A10, SC-A23)."""
    target = t.unit(name)
    shot = Shot(giver, name, target.at, weapon, overwatch)
    no = (
        Refusal("SC-A23", f"{giver.upper()} is out of action")
        if t.unit(giver).out
        else shot_refused(t.rules, t.state, shot)
    )
    if target.out or no is not None:
        t.emit(DelayedAttackLapsed(giver, name, no.reason if no else "target gone"))
        return
    t.cause = t.emit(DelayedAttackMade(giver, name))
    t.then(shoot, *shot)
