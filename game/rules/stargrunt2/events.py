"""What happens in a Stargrunt II game, with its clauses and its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.engine.events import (
    UNSET,
    Event,
    PhaseStarted,
    ReactionDeclared,
    Shown,
    UnsetType,
    WindowClosed,
    Wording,
    Words,
)
from game.engine.names import Cell, Markers, Pace, Seat, UnitId, Verb
from game.engine.wording import as_words
from game.rules.stargrunt2.vocabulary import Phases


def declared(event: ReactionDeclared, words: Words) -> str:
    """The firer, its kind of fire and the target."""
    return f"{words.unit(event.unit)} declares {as_words(event.action)} on {words.unit(event.target)}."


def begun(event: PhaseStarted, words: Words) -> str:
    """The phase that begins."""
    return "The turn comes to its end." if event.phase == Phases.END else event.say(words)


WORDINGS: Mapping[type[Event], Wording[Any]] = {
    PhaseStarted: begun,
    ReactionDeclared: declared,
    WindowClosed: "No more fire is declared.",
}


# -- turns and activations --------------------------------------------------------------------------------------------


class StartDecided(Event, frozen=True):
    """The smaller side has chosen which side begins."""

    seat: Seat
    clauses = ("SG-A32",)
    text = "{seat} begins."


class TurnOwed(Event, frozen=True):
    """Firing out of turn costs the side a turn."""

    seat: Seat
    clauses = ("SG-A13",)
    text = "Firing out of turn costs {seat} the next turn."


class TurnSkipped(Event, frozen=True):
    """A side skips a turn that it owed."""

    seat: Seat
    clauses = ("SG-A13",)
    text = "The turn that {seat} owed is skipped."


class DebtsCancelled(Event, frozen=True):
    """Both sides owe turns; as many are cancelled on each side."""

    turns: int
    clauses = ("SG-A13",)
    text = "Turns owed by both sides cancel out."


class DebtLapsed(Event, frozen=True):
    """The turns that a side owes at the end of a turn are forgotten."""

    seat: Seat
    clauses = ("SG-A13",)
    text = "What {seat} owed lapses."


class Activated(Event, frozen=True):
    """A unit's activation begins. `counter`: it has an overwatch counter, which it loses (SG-39)."""

    unit: UnitId
    counter: bool
    markers: Markers | UnsetType = UNSET
    shown = Shown.QUIET
    clauses = ("SG-A32",)
    begins = True
    text = "{unit} is activated."


class ActivatedOutOfTurn(Event, frozen=True):
    """A unit fires out of turn, and that is its activation."""

    unit: UnitId
    markers: Markers | UnsetType = UNSET
    clauses = ("SG-07", "SG-12")
    text = "{unit} is marked activated: this fire is its whole activation."


class ActionTaken(Event, frozen=True):
    """A unit's first or second action has been chosen."""

    unit: UnitId
    action: Verb
    number: int
    shown = Shown.QUIET
    clauses = ("SG-A32",)
    begins = True
    text = "{unit} takes action {number}."


class ActivationEnded(Event, frozen=True):
    """A unit does nothing more."""

    unit: UnitId
    clauses = ("SG-A32",)
    text = "{unit}’s activation ends."


class TurnForgotten(Event, frozen=True):
    """A unit loses its mark of activation at the end of the turn."""

    unit: UnitId
    shown = Shown.QUIET
    clauses = ("SG-A32",)
    text = "{unit} may be activated again."


# -- actions ----------------------------------------------------------------------------------------------------------


class ActionAnnounced(Event, frozen=True):
    """An action other than a move is announced, and may be answered."""

    unit: UnitId
    action: Verb
    target: UnitId
    begins = True
    clauses = ("SG-04", "SG-28")

    def say(self, words: Words) -> str:
        at = f" ({words.unit(self.target)})" if self.target else ""
        return f"{words.unit(self.unit)} declares: {as_words(self.action)}{at}."


class ActionFailed(Event, frozen=True):
    """A unit has failed the test that its action needs."""

    unit: UnitId
    action: Verb
    clauses = ("SG-A28",)

    def say(self, words: Words) -> str:
        return f"{words.unit(self.unit)} fails: {as_words(self.action)}."


class OverwatchPlaced(Event, frozen=True):
    """A counter is placed."""

    unit: UnitId
    markers: Markers
    clauses = ("SG-31", "SG-33")
    text = "{unit} goes on overwatch."


class InPosition(Event, frozen=True):
    """A unit has dug in."""

    unit: UnitId
    markers: Markers
    clauses = ("SG-A41",)
    text = "{unit} is in position."


class PositionLeft(Event, frozen=True):
    """A unit spends an action to give up its position."""

    unit: UnitId
    markers: Markers
    clauses = ("SG-A41",)
    text = "{unit} leaves its position."


class SuppressionRemoved(Event, frozen=True):
    """One marker of suppression comes off."""

    unit: UnitId
    left: int
    markers: Markers | UnsetType = UNSET
    clauses = ("SG-A38",)
    text = "{unit} removes suppression; {left} left."


class Reorganised(Event, frozen=True):
    """The wounded have been treated; `fit` of them can fight again."""

    unit: UnitId
    figures: int
    fit: int
    clauses = ("SG-A43",)
    text = "{unit} reorganises; {fit} fit again."


class Rallied(Event, frozen=True):
    """A unit has gained a level of confidence."""

    unit: UnitId
    level: str
    clauses = ("SG-A42",)
    text = "{unit} rallies and is {level}."


class TransferTried(Event, frozen=True):
    """A leader tries to transfer an action to another unit."""

    unit: UnitId
    target: UnitId
    clauses = ("SG-A42",)
    text = "{unit} transfers an action to {target}."


# -- moves ------------------------------------------------------------------------------------------------------------


class MoveDeclared(Event, frozen=True):
    """A move is announced with its whole path, start first; `to` is its goal, which the path may not reach."""

    unit: UnitId
    action: Verb
    path: list[Cell]
    to: Cell
    shown = Shown.LINE
    clauses = ("SG-04",)

    def say(self, words: Words) -> str:
        return f"{words.unit(self.unit)} declares a {as_words(self.action)} to {words.cell(self.path[-1])}."


class Moved(Event, frozen=True):
    """A unit has moved a stretch of its path."""

    unit: UnitId
    at: Cell
    path: list[Cell]
    pace: Pace
    markers: Markers | UnsetType = UNSET
    shown = Shown.MOVE
    clauses = ("SG-A40",)
    text = "{unit} moves to {at}."


class MoveTurned(Event, frozen=True):
    """The rest of a normal move takes a new path."""

    unit: UnitId
    path: list[Cell]
    shown = Shown.LINE
    clauses = ("SG-18", "SG-20")

    def say(self, words: Words) -> str:
        return f"{words.unit(self.unit)} turns towards {words.cell(self.path[-1])}."


class MoveStopped(Event, frozen=True):
    """A move ends before its goal."""

    unit: UnitId
    clauses = ("SG-20",)
    text = "{unit} stops where it is."


class KeepsCourse(Event, frozen=True):
    """A combat mover without casualties goes on."""

    unit: UnitId
    clauses = ("SG-18", "SG-19")
    text = "{unit} keeps its course."


class WoundedCarried(Event, frozen=True):
    """A combat mover takes its wounded along."""

    unit: UnitId
    men: int
    clauses = ("SG-25", "SG-46")
    text = "{unit} carries its wounded."


class WoundedAbandoned(Event, frozen=True):
    """Wounded men are left where the unit stands."""

    unit: UnitId
    men: int
    clauses = ("SG-A43", "SG-A26")
    text = "{unit} leaves its wounded behind."


# -- fire -------------------------------------------------------------------------------------------------------------


class AttemptFailed(Event, frozen=True):
    """The test for opportunity fire has failed."""

    unit: UnitId
    target: UnitId
    clauses = ("SG-08", "SG-42")
    text = "{unit} may not fire now; it stays free to be activated."


class FireHeld(Event, frozen=True):
    """A unit that could fire does not."""

    unit: UnitId
    clauses = ("SG-A12",)
    text = "{unit} holds its fire."


class CounterSpent(Event, frozen=True):
    """An overwatch counter pays for a shot."""

    unit: UnitId
    markers: Markers
    clauses = ("SG-36", "SG-47")
    text = "{unit} spends its overwatch counter."


class FireAnnounced(Event, frozen=True):
    """Fire at a mover, which may itself be answered."""

    unit: UnitId
    target: UnitId
    clauses = ("SG-14",)
    text = "{unit} is about to fire at {target}."


class Fired(Event, frozen=True):
    """A unit fires from `start` at its target on `cell`; `weapon`: all the weapons it uses, joined by "+"."""

    unit: UnitId
    target: UnitId
    cell: Cell
    start: Cell
    weapon: str
    shown = Shown.SHOT
    clauses = ("SG-A35",)
    text = "{unit} fires at {target}."


class NoEffect(Event, frozen=True):
    """None of the dice has beaten the range die."""

    unit: UnitId
    target: UnitId
    clauses = ("SG-A35",)
    fate = "no effect on {target}"
    text = "The fire of {unit} has no effect on {target}."


class Suppressed(Event, frozen=True):
    """A unit gets a suppression marker; `count` is how many it has now."""

    unit: UnitId
    count: int
    markers: Markers
    clauses = ("SG-A38",)
    fate = "{units} suppressed ({count})"
    text = "{unit} is suppressed ({count})."


class SuppressionWaits(Event, frozen=True):
    """A combat mover will get its suppression marker at the end of its move."""

    unit: UnitId
    clauses = ("SG-22",)
    fate = "{units} will be suppressed"
    text = "{unit} will be suppressed at the end of its move."


class ManWounded(Event, frozen=True):
    """A man is wounded. `figures` are the men still fit; `out`: none is."""

    unit: UnitId
    figures: int
    out: bool
    markers: Markers | UnsetType = UNSET
    shown = Shown.FALL
    clauses = ("SG-A37",)
    fate = "{units}: a man wounded, {figures} fit"
    text = "A man of {unit} is wounded; {figures} fit."


class ManKilled(Event, frozen=True):
    """A man is killed; `figures` and `out` as in ManWounded."""

    unit: UnitId
    figures: int
    out: bool
    markers: Markers | UnsetType = UNSET
    shown = Shown.FALL
    clauses = ("SG-A37",)
    fate = "{units}: a man killed, {figures} fit"
    text = "A man of {unit} is killed; {figures} fit."


class WoundedManDied(Event, frozen=True):
    """A man is wounded a second time by one fire, and dies."""

    unit: UnitId
    clauses = ("SG-A37",)
    fate = "{units}: a wounded man dies"
    text = "A wounded man of {unit} is hit again and dies."


class ArmourHeld(Event, frozen=True):
    """A hit does no harm."""

    unit: UnitId
    clauses = ("SG-A37",)
    fate = "the armour of {units} holds"
    text = "The armour of {unit} holds."


class Destroyed(Event, frozen=True):
    """A vehicle is lost."""

    unit: UnitId
    out: bool
    figures: int
    markers: Markers | UnsetType = UNSET
    shown = Shown.FALL
    clauses = ("SG-A45",)
    fate = "{units} destroyed"
    text = "{unit} is destroyed."


class StoppedForGood(Event, frozen=True):
    """A vehicle can no longer move."""

    unit: UnitId
    clauses = ("SG-A45",)
    fate = "{units} stopped for good"
    text = "{unit} is stopped for good."


class ConfidenceHeld(Event, frozen=True):
    """A confidence test is passed."""

    unit: UnitId
    clauses = ("SG-A39",)
    fate = "{units} holds"
    text = "{unit} holds."


class ConfidenceLost(Event, frozen=True):
    """A confidence test is failed."""

    unit: UnitId
    level: str
    clauses = ("SG-A39",)
    fate = "{units} falls to {level}"
    text = "{unit}’s confidence falls to {level}."


# -- close assault ----------------------------------------------------------------------------------------------------


class AssaultFailed(Event, frozen=True):
    """An assault ends without blows."""

    unit: UnitId
    target: UnitId
    clauses = ("SG-A46",)
    text = "{unit}’s assault on {target} comes to nothing."


class FellBack(Event, frozen=True):
    """A unit falls back in an assault."""

    unit: UnitId
    at: Cell
    path: list[Cell]
    pace: Pace
    markers: Markers | UnsetType = UNSET
    shown = Shown.MOVE
    clauses = ("SG-A46",)
    text = "{unit} falls back."
