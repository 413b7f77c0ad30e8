"""Covering fire: giving it, the suppression it causes, the test of Courage and the delayed attack (SC-28 to SC-48)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import accumulate, islice
from math import comb

from game.engine.decisions import Refusal
from game.engine.names import Markers, Seat, UnitId
from game.engine.options import Block, Option, Part, Sets
from game.engine.ruleset import Ruleset
from game.engine.steps import step
from game.engine.wording import INCHES, as_words, length, written_ids
from game.rules.skirmishcorps.attack import DELAYED_SHOT, shoot
from game.rules.skirmishcorps.chances import Shot, courage_test, shot_refused
from game.rules.skirmishcorps.events import (
    CoveringFireGiven,
    DelayedAttackLapsed,
    DelayedAttackMade,
    Pinned,
    Steadied,
    Suppressed,
)
from game.rules.skirmishcorps.lineup import COVERING, Covers, Lineup, lineup
from game.rules.skirmishcorps.state import Corps, CorpsTable, CoveringFire, Trooper
from game.rules.skirmishcorps.vocabulary import MarkerKinds, Verbs

ANSWERS = ":answers:"
"""Comes in an option's id before the unit whose event is answered, if several events could be."""

NO_EVENT: Mapping[UnitId, int] = {"": -1}
"""The events of covering fire as an action or at a slot, which answers none."""


class Designations(Block):
    """Every designation that a unit may make now (SC-38), as an answer to one of the events that it may answer.

    Covering fire on a unit answers that unit's event. If it is aimed at several units that have caused events, or at
    none, its owner chooses the event that it answers: there is an option for each (SC-A18).
    """

    def __init__(self, covers: Covers, events: Mapping[UnitId, int] = NO_EVENT) -> None:
        """`covers` is not empty; `events`: the units that have caused an event -> its number."""
        self.prefix = covers.prefix
        self._parts, self._events = covers.parts, events
        self._ends = covers.ends if len(events) == 1 else list(accumulate(self._counts()))

    @property
    def key(self) -> Hashable:
        """The giver's prefix: each unit has at most one block of designations."""
        return self.prefix

    def _counts(self) -> Iterator[int]:
        """How many options each part makes: for each set of targets one per actor in it, or one per event if none."""
        known: dict[tuple[tuple[UnitId, ...], int], int] = {}
        for part in self._parts:
            names, most = key = part.names, part.most
            if key not in known:
                actors = len(self._events.keys() & names)
                rest = len(names) - actors
                known[key] = sum(
                    len(self._events) * comb(rest, size) + actors * comb(len(names) - 1, size - 1)
                    for size in range(1, most + 1)
                )
            yield known[key]

    def __len__(self) -> int:
        return self._ends[-1]

    def __getitem__(self, place: int) -> Option:
        """The option at that place."""
        if not 0 <= place < len(self):
            raise IndexError(place)
        index = bisect_right(self._ends, place)
        place -= self._ends[index - 1] if index else 0
        if len(self._events) == 1:
            return self._answers(self._parts[index][place])[0]
        return next(islice(self._each(self._parts[index]), place, None))

    def find(self, rest: str) -> Option | None:
        plain = rest.partition(ANSWERS)[0]
        found = next((option for part in self._parts if (option := part.find(plain))), None)
        answers = self._answers(found) if found else []
        return next((option for option in answers if option.id == self.prefix + rest), None)

    def all(self) -> list[Option]:
        return [option for part in self._parts for option in self._each(part)]

    def _each(self, part: Sets) -> Iterator[Option]:
        for option in part.all():
            yield from self._answers(option)

    def _answers(self, option: Option) -> list[Option]:
        """The designation once for each event that it may answer."""
        actors = [name for name in self._events if name in option.targets] or list(self._events)
        if len(actors) == 1:
            trigger = self._events[actors[0]]
            return [option if option.trigger == trigger else option.but(trigger=trigger)]
        return [
            option.but(
                id=f"{option.id}{ANSWERS}{name}",
                trigger=self._events[name],
                text=f"{option.text}, in answer to {name.upper()}",
            )
            for name in actors
        ]


def covering(rules: Ruleset, known: Lineup, side: Seat, giver: Trooper) -> Covers | Refusal:
    """A unit's designations, or why it has none; remembered in the line-up."""
    key = giver.id, giver.at
    if key not in known.covers:
        found = _designations(rules, known, side, giver)
        known.covers[key] = found if isinstance(found, Refusal) else Covers(giver.id, found)
    return known.covers[key]


def covering_options(rules: Ruleset, state: Corps, giver: Trooper) -> list[Part]:
    """A unit's designations as an action or at its slot, in one block or none."""
    covers = covering(rules, lineup(state), state.side(giver.seat), giver)
    return [] if isinstance(covers, Refusal) else [Designations(covers)]


def covers_against(rules: Ruleset, state: Corps, giver: Trooper, foe: UnitId) -> bool:
    """Whether a unit may give covering fire on that enemy."""
    covers = covering(rules, lineup(state), state.side(giver.seat), giver)
    return not isinstance(covers, Refusal) and any(foe in part.names for part in covers.parts)


def _designations(rules: Ruleset, known: Lineup, side: Seat, giver: Trooper) -> list[Sets] | Refusal:
    """For each weapon and each friend that may be covered, up to as many enemies as the weapon can target (SC-A12).

    If there are none, the first condition that is not met.
    """
    seen, distance = known.seen(giver.at), known.board.distance
    guns = [weapon for weapon in map(rules.weapon, giver.weapons) if not weapon.thrown]  # SC-30, SC-59
    if not guns:
        return Refusal("SC-30", "no covering fire with thrown weapons", giver.id)
    allies = [name for name in known.of(side) if name in seen and name != giver.id]  # never the giver itself (SC-A30)
    if not allies:
        return Refusal("SC-34", "no covering fire: no friend in sight", giver.id)
    far = {name: distance(giver.at, known.cells[name]) for name in known.against(side) if name in seen}
    if not far:
        return Refusal("SC-35", "no covering fire: no enemy in sight", giver.id)
    reach = max(gun.range for gun in guns)
    if min(far.values()) > reach:
        return Refusal("SC-37", f"no covering fire: no enemy within {length(reach, INCHES)}", giver.id)
    found: list[Sets] = []
    for gun in guns:
        near = [name for name, inches in far.items() if inches <= gun.range]
        for ally in allies:
            watched = known.seen(known.cells[ally])
            fit = [name for name in near if name in watched]
            if fit:
                found.append(_covering(giver, ally, gun.id, fit, gun.numbers["targets"]))
    return found or Refusal("SC-36", "no covering fire: no enemy in range sees a friend that it sees", giver.id)


def _covering(giver: Trooper, ally: UnitId, weapon: str, fit: list[UnitId], most: int) -> Sets:
    """Covering fire for one friend with one weapon, on 1 to `most` of the enemies in `fit`."""
    name, with_weapon = giver.id, f" with the {as_words(weapon)}" if _is_spare(giver, weapon) else ""

    def make(id: str, targets: tuple[UnitId, ...]) -> Option:
        return Option(
            id,
            Verbs.COVERING_FIRE,
            name,
            targets[0],
            targets,
            ally,
            weapon,
            clauses=("SC-28",),
            text=f"Cover {ally.upper()} against {written_ids(targets)}{with_weapon}",
        )

    return Sets(f"{name}{COVERING}", _suffix(giver, ally, weapon), fit, most, make)


def designation_id(giver: Trooper, targets: Sequence[UnitId], ally: UnitId, weapon: str) -> str:
    """The id of the option for that covering fire, as an action or at a slot."""
    return f"{giver.id}{COVERING}{'+'.join(targets)}{_suffix(giver, ally, weapon)}"


def _suffix(giver: Trooper, ally: UnitId, weapon: str) -> str:
    return f":{ally}:{weapon}" if _is_spare(giver, weapon) else f":{ally}"


def _is_spare(giver: Trooper, weapon: str) -> bool:
    """Whether the weapon is not the giver's first, which an id leaves out."""
    return weapon != giver.weapons[0]


@step
def suppress(t: CorpsTable, giver: UnitId, targets: list[UnitId], weapon: str, ally: UnitId, overwatch: bool) -> None:
    """Give covering fire: each designated enemy is suppressed, without a throw (SC-39, SC-40)."""
    t.cause = t.emit(CoveringFireGiven(giver, targets, ally, weapon))
    for target in targets:
        unit = t.unit(target)
        covered = t.change(unit, Suppressed(target, {MarkerKinds.SUPPRESSED: "up"}, giver))
        others = [cover for cover in covered.covered_by if cover.giver != giver]
        covered.covered_by = (*others, CoveringFire(giver, weapon, overwatch))


@step
def courage(t: CorpsTable, name: UnitId) -> None:
    """A suppressed unit tests Courage: it is pinned, or the delayed attacks follow before it acts (SC-41 to SC-48)."""
    unit = t.unit(name)
    if not unit.must_test:
        return
    passed = t.roll(courage_test(unit))
    covers, unit.covered_by = unit.covered_by, ()
    if not passed:
        orders = [kind for kind in (MarkerKinds.MOVE, MarkerKinds.OVERWATCH) if kind in unit.markers]
        laid: Markers = {**dict.fromkeys([*orders, MarkerKinds.SUPPRESSED]), MarkerKinds.PINNED: "up"}
        t.change(unit, Pinned(name, laid)).acted = True
        return
    t.change(unit, Steadied(name, {MarkerKinds.SUPPRESSED: None}))
    for cover in sorted(covers, key=lambda cover: -t.state.units[cover.giver].stats["RE"]):  # SC-A9
        t.then(delayed_attack, cover.giver, cover.weapon, name, cover.overwatch)


@step
def delayed_attack(t: CorpsTable, giver: UnitId, weapon: str, name: UnitId, overwatch: bool) -> None:
    """The attack that had suppressed a unit, made before the unit acts (SC-46, SC-A10, SC-A23)."""
    target = t.state.units[name]
    shot = Shot(giver, name, target.at, weapon, overwatch)
    if t.state.units[giver].out:
        no: Refusal | None = Refusal("SC-A23", f"{giver.upper()} is out of action")
    else:
        no = shot_refused(t.rules, t.state, shot)
    if target.out or no is not None:
        t.emit(DelayedAttackLapsed(giver, name, no.reason if no else "target gone"))
        return
    t.cause = t.emit(DelayedAttackMade(giver, name))
    t.then(shoot, *shot, DELAYED_SHOT)
