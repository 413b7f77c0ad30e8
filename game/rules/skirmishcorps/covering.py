"""Covering fire: giving it, the suppression it brings, the test of Courage and the delayed attack (SC-28 to SC-48)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from game.engine.decisions import Refusal
from game.engine.dice import Outcome, Read
from game.engine.events import Words
from game.engine.names import UnitId
from game.engine.options import Option, Part, Sets
from game.engine.queue import Trigger
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


class Designation(NamedTuple):
    """Covering fire by `giver` for `ally` with one weapon, on 1 to `most` of the enemies that `fit`; `spare`: not its first."""

    giver: UnitId
    ally: UnitId
    weapon: str
    fit: list[UnitId]
    most: int
    spare: bool

    def block(self, names: list[UnitId], trigger: int, answering: UnitId = "") -> Sets:
        """Every set of `names` as an answer to that event (-1: to none)."""

        def make(id: str, targets: tuple[UnitId, ...]) -> Option:
            return self._option(id, targets, trigger, answering)

        return Sets(f"{self.giver}:covering_fire:", self._suffix(answering), names, self.most, make)

    def one(self, targets: tuple[UnitId, ...], trigger: int, answering: UnitId) -> Option:
        """One set as an answer to that event."""
        id = f"{self.giver}:covering_fire:{'+'.join(targets)}{self._suffix(answering)}"
        return self._option(id, targets, trigger, answering)

    def _suffix(self, answering: UnitId) -> str:
        """How its ids end; `answering` names whose event is meant where several could be."""
        return f":{self.ally}{f':{self.weapon}' if self.spare else ''}{f':answers:{answering}' if answering else ''}"

    def _option(self, id: str, targets: tuple[UnitId, ...], trigger: int, answering: UnitId) -> Option:
        text = f"Cover {self.ally.upper()} against {' and '.join(name.upper() for name in targets)}"
        return Option(
            id,
            "covering_fire",
            self.giver,
            targets[0],
            targets,
            self.ally,
            self.weapon,
            value=trigger,
            clauses=("SC-28",),
            text=f"{text}, in answer to {answering.upper()}" if answering else text,
        )


def covering_options(rules: Ruleset, state: Corps, giver: Trooper) -> Iterator[Sets]:
    """Covering fire as an action, or at a slot: every complete designation (SC-38), as an answer to nothing."""
    for way in designations(rules, state, giver):
        yield way.block(way.fit, -1)


def covering_answers(
    rules: Ruleset, state: Corps, giver: Trooper, trigger: Trigger, actors: list[UnitId]
) -> Iterator[Part]:
    """Covering fire as a reaction to one of the events that the giver could answer, those of `actors` (SC-A18).

    It answers the event of a unit that it is aimed at. Aimed at two of them, or at none, its owner says which it answers.
    """
    actor = trigger.actor
    for way in designations(rules, state, giver):
        if actors == [actor]:
            yield way.block(way.fit, trigger.id)
            continue
        if actor in way.fit:
            others = [name for name in way.fit if name != actor]
            for size in range(way.most):
                for more in combinations(others, size):
                    targets = tuple(name for name in way.fit if name == actor or name in more)
                    yield way.one(targets, trigger.id, actor if any(name in actors for name in more) else "")
        rest = [name for name in way.fit if name not in actors]
        if rest:
            yield way.block(rest, trigger.id, actor)


def designations(rules: Ruleset, state: Corps, giver: Trooper) -> Iterator[Designation]:
    """Each weapon and covered friend, with the enemies that fit and how many of them the weapon may take (SC-A12).

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
                yield Designation(giver.id, ally.id, weapon, fit, kind.numbers["targets"], place > 0)


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
