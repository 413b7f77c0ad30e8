"""What happens in SkirmishCorps, in the order of a turn: orders, the act phase, reactions, attacks, the end phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.engine.events import (
    UNSET,
    ActionEnded,
    Event,
    ReactionDeclared,
    ReactionStarted,
    Shown,
    UnsetType,
    WindowClosed,
    Wording,
    Words,
)
from game.engine.names import Cell, EventType, MarkerKind, Markers, Pace, Seat, UnitId, Verb
from game.rules.skirmishcorps.vocabulary import MarkerKinds, Verbs

# -- orders -----------------------------------------------------------------------------------------------------------


class MarkerAssigned(Event, frozen=True):
    """A unit gets its face-down order; only its own side knows which."""

    unit: UnitId
    marker: MarkerKind | UnsetType
    markers: Markers | UnsetType
    shown = Shown.QUIET
    clauses = ("SC-01",)
    hidden = ("markers", "marker")

    def say(self, words: Words) -> str:
        which = {MarkerKinds.OVERWATCH: "an overwatch", MarkerKinds.MOVE: "a move", UNSET: "a face-down"}[self.marker]
        return f"{words.unit(self.unit)} gets {which} marker."


class MarkersConfirmed(Event, frozen=True):
    """A seat has given an order to every unit."""

    seat: Seat
    units: int
    clauses = ("SC-01",)

    def say(self, words: Words) -> str:
        markers = f"{self.units} markers" if self.units > 1 else "only marker"
        return f"{words.seat(self.seat)} has given its {markers}."


class StartDecided(Event, frozen=True):
    """A side has won the roll for acting first."""

    seat: Seat
    clauses = ("SC-A34",)
    text = "{seat} acts first."


# -- acting -----------------------------------------------------------------------------------------------------------


class ActingEnded(Event, frozen=True):
    """A seat activates no more units this turn."""

    seat: Seat
    clauses = ("SC-A34",)
    text = "{seat} ends its acting for this turn."


class Held(Event, frozen=True):
    """A unit turns its move marker up and does nothing: no action, so nobody may react."""

    unit: UnitId
    markers: Markers
    clauses = ("SC-A19",)
    text = "{unit} holds."


class Activated(Event, frozen=True):
    """A unit turns its move marker up to act."""

    unit: UnitId
    markers: Markers
    shown = Shown.QUIET
    clauses = ("SC-A34",)
    begins = True
    text = "{unit} turns its move marker up."


class ActionAnnounced(Event, frozen=True):
    """The instigator announces its action.

    `path` starts where it stands; `contact`: the enemies that its move brings into base contact.
    """

    unit: UnitId
    action: Verb
    pace: Pace
    path: list[Cell]
    targets: list[UnitId]
    ally: UnitId
    contact: list[UnitId]
    shown = Shown.LINE
    begins = True
    clauses = ("SC-12",)

    def say(self, words: Words) -> str:
        name = words.unit(self.unit)
        if self.action == Verbs.MOVE:
            end = f" into contact with {words.units(self.contact)}" if self.contact else ""
            way = f"{words.cell(self.path[0])} to {words.cell(self.path[-1])}"
            return f"{name} announces a {self.pace}, {way}{end}. {name} is the instigator."
        if self.action == Verbs.COVERING_FIRE:
            aim = f"covering fire on {words.units(self.targets)} for {words.unit(self.ally)}"
            return f"{name} announces {aim}. {name} is the instigator."
        return f"{name} stands to act. {name} is the instigator."


class ActionChosen(Event, frozen=True):
    """After a snowball the instigator decides how much of the announced action it carries out."""

    unit: UnitId
    action: Verb
    path: list[Cell]
    shown = Shown.LINE

    def say(self, words: Words) -> str:
        name = words.unit(self.unit)
        if self.action == Verbs.MOVE:
            return f"{name} goes on to {words.cell(self.path[-1])}."
        return f"{name} {'does nothing after all' if self.action == Verbs.NOTHING else 'stays where it is'}."


class Moved(Event, frozen=True):
    """The instigator has made its move, or as much of it as it could."""

    unit: UnitId
    at: Cell
    prone: bool
    path: list[Cell]
    pace: Pace
    shown = Shown.MOVE
    text = "{unit} moves to {at}."


class WentProne(Event, frozen=True):
    """A unit goes down at the end of its action."""

    unit: UnitId
    prone: bool
    clauses = ("SC-A41",)
    text = "{unit} goes prone."


class ActionDone(Event, frozen=True):
    """The instigator has acted."""

    unit: UnitId
    text = "{unit} has acted."


class ActionLost(Event, frozen=True):
    """The instigator was put out of action or pinned before it could act."""

    unit: UnitId
    text = "{unit}’s action is lost."


# -- reacting ---------------------------------------------------------------------------------------------------------


class MarkerFlipped(Event, frozen=True):
    """A unit that reacts turns its overwatch marker face-up."""

    unit: UnitId
    markers: Markers
    shown = Shown.FLIP
    clauses = ("SC-04",)
    text = "{unit} turns its overwatch marker face-up."


class ReactionFailed(Event, frozen=True):
    """A unit that was about to react was pinned or put out by covering fire first."""

    unit: UnitId
    reason: str
    clauses = ("SC-42",)
    text = "{unit} declares nothing: {reason}."


class ReactionSpent(Event, frozen=True):
    """A unit carries out its reaction, which uses its action."""

    unit: UnitId
    shown = Shown.QUIET
    clauses = ("SC-A5",)
    text = "{unit} has used its action."


class ReactionLetGo(Event, frozen=True):
    """A unit does nothing at its slot."""

    unit: UnitId
    clauses = ("SC-A6",)
    text = "{unit} does nothing; its reaction is used up."


class InterceptAnnounced(Event, frozen=True):
    """An intercept that can be answered.

    `path` is its cells, start first; `contact`: the enemies that the interceptor will touch.
    """

    unit: UnitId
    path: list[Cell]
    contact: list[UnitId]
    shown = Shown.LINE
    clauses = ("SC-A27b",)

    def say(self, words: Words) -> str:
        end = f", into contact with {words.units(self.contact)}" if self.contact else ""
        return f"{words.unit(self.unit)} will go to {words.cell(self.path[-1])}{end}."


class HandForced(Event, frozen=True):
    """The instigator resolves its action now, before the unit that forces it, or before all that react (SC-A1)."""

    unit: UnitId
    target: UnitId
    shown = Shown.FLIP
    clauses = ("SC-14", "SC-16", "SC-17")
    text = "{unit} forces the hand of {target}, which resolves its action now."


class CutOffMade(Event, frozen=True):
    """A unit shoots into the move of the enemy that is about to touch it."""

    unit: UnitId
    target: UnitId
    clauses = ("SC-61", "SC-63")
    text = "{unit} cuts {target} off."


class CutOffFailed(Event, frozen=True):
    """The move that was to be cut off will not be made."""

    unit: UnitId
    target: UnitId
    clauses = ("SC-A3", "SC-A8")
    text = "{unit} has nothing to cut off: {target} does not come."


class Fell(Event, frozen=True):
    """A unit put out of action by a cut-off falls where it was shot."""

    unit: UnitId
    at: Cell
    clauses = ("SC-A3",)
    text = "{unit} falls on the way; the contact never happens."


class Intercepted(Event, frozen=True):
    """A unit moves from `start` into contact with the enemy that has touched its friend."""

    unit: UnitId
    at: Cell
    prone: bool
    start: Cell
    target: UnitId
    ally: UnitId
    shown = Shown.FLIP
    text = "{unit} intercepts {target} beside {ally}."


class InterceptFailed(Event, frozen=True):
    """The contact that was to be intercepted has not been made."""

    unit: UnitId
    target: UnitId
    clauses = ("SC-A3",)
    text = "{unit} has nothing to intercept: {target} made no contact."


# -- attacks ----------------------------------------------------------------------------------------------------------


class ShotFired(Event, frozen=True):
    """A ranged attack from the cell `start` at the cell `cell`, where the target stands or stood on its way."""

    unit: UnitId
    target: UnitId
    weapon: str
    cell: Cell
    start: Cell
    need: int
    shown = Shown.SHOT
    type = EventType("shot")
    text = "{unit} shoots at {target}."


class Struck(Event, frozen=True):
    """A blow in close combat. `retaliation`: the unit strikes back."""

    unit: UnitId
    target: UnitId
    retaliation: bool
    need: int
    shown = Shown.SHOT
    text = "{unit} strikes {target}."


class Retaliated(Event, frozen=True):
    """A struck unit strikes back."""

    unit: UnitId
    text = "{unit} strikes back."


class RetaliationRefused(Event, frozen=True):
    """A struck unit may not strike back."""

    unit: UnitId
    reason: str
    clauses = ("SC-63",)
    text = "{unit} may not strike back: {reason}."


class Missed(Event, frozen=True):
    """The attack has missed."""

    unit: UnitId
    target: UnitId
    fate = "{units} misses {target}"
    text = "{unit} misses {target}."


class Withstood(Event, frozen=True):
    """A hit was not strong enough."""

    unit: UnitId
    clauses = ("SC-A42",)
    fate = "{units} withstands the hit"
    text = "{unit} withstands the hit."


class Wounded(Event, frozen=True):
    """A unit is wounded, but not out of action."""

    unit: UnitId
    wounds: int
    clauses = ("SC-A43",)
    fate = "{units} wounded"
    text = "{unit} is wounded."


class PutOut(Event, frozen=True):
    """The last wound puts a unit out of action."""

    unit: UnitId
    wounds: int
    out: bool
    markers: Markers | UnsetType
    shown = Shown.FALL
    clauses = ("SC-A42",)
    hidden = ("markers",)
    fate = "{units} out of action"
    text = "{unit} is out of action."


# -- covering fire ----------------------------------------------------------------------------------------------------


class CoveringFireGiven(Event, frozen=True):
    """Covering fire: the enemies it names are suppressed, without a roll."""

    unit: UnitId
    targets: list[UnitId]
    ally: UnitId
    weapon: str
    shown = Shown.SHOT
    clauses = ("SC-39", "SC-32")
    text = "{unit} gives covering fire on {targets} for {ally}; no roll is made."


class CoveringFireLapsed(Event, frozen=True):
    """The covering fire that was announced is no longer possible."""

    unit: UnitId
    clauses = ("SC-38",)
    text = "{unit} has nobody left to cover or to fire on."


class Suppressed(Event, frozen=True):
    """A unit must test its Courage before it acts."""

    unit: UnitId
    markers: Markers
    by: UnitId
    shown = Shown.FLIP
    clauses = ("SC-40",)
    fate = "{units} suppressed by {by}"
    text = "{unit} is suppressed by {by}."


class Pinned(Event, frozen=True):
    """A unit has failed its test of Courage."""

    unit: UnitId
    markers: Markers
    shown = Shown.FLIP
    clauses = ("SC-42", "SC-43", "SC-48")
    fate = "{units} pinned"
    text = "{unit} is pinned and does nothing more this turn."


class Steadied(Event, frozen=True):
    """A unit has passed its test of Courage."""

    unit: UnitId
    markers: Markers
    clauses = ("SC-45", "SC-48")
    fate = "{units} keeps its nerve"
    text = "{unit} keeps its nerve and may act."


class DelayedAttackMade(Event, frozen=True):
    """The attack that had suppressed a unit is made, after it has passed its test and before it acts."""

    unit: UnitId
    target: UnitId
    clauses = ("SC-46", "SC-47")
    text = "{unit} now makes its delayed attack on {target}."


class DelayedAttackLapsed(Event, frozen=True):
    """The delayed attack can no longer be made."""

    unit: UnitId
    target: UnitId
    reason: str
    clauses = ("SC-A23",)
    text = "{unit}’s delayed attack on {target} lapses: {reason}."


# -- the end phase ----------------------------------------------------------------------------------------------------


class MarkersRemoved(Event, frozen=True):
    """Markers and orders are removed; `kinds` are the conditions, which everybody could see."""

    unit: UnitId
    markers: Markers | UnsetType
    kinds: list[MarkerKind]
    shown = Shown.QUIET
    clauses = ("SC-A33",)
    hidden = ("markers",)

    def say(self, words: Words) -> str:
        name = words.unit(self.unit)
        if self.kinds:
            return f"{name} is no longer {' or '.join(self.kinds)}."
        return f"The order of {name} is taken back."


# -- the engine's events in this rulebook's words ---------------------------------------------------------------------


def _declared(event: ReactionDeclared, words: Words) -> str:
    what = {
        Verbs.RANGED_ATTACK: f"a shot at {words.unit(event.target)}",
        Verbs.COVERING_FIRE: f"covering fire on {words.units(event.targets)} for {words.unit(event.ally)}",
        Verbs.INTERCEPT: f"an intercept of {words.unit(event.target)} for {words.unit(event.ally)}",
        Verbs.CUT_OFF: f"a cut-off of {words.unit(event.target)}",
    }[event.action]
    return f"{words.unit(event.unit)} reacts to {words.unit(event.answers)}: {what}."


WORDINGS: Mapping[type[Event], Wording[Any]] = {
    ReactionDeclared: _declared,
    WindowClosed: "The snowball is closed: {reactions} {reactions:reaction|reactions} declared. "
    "Face-down markers stay out.",
    ReactionStarted: "{unit}’s turn to react.",
    ActionEnded: "The action of {unit} is over.",
}
