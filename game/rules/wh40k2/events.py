"""The events of WH40K 2nd edition, and its wordings of the engine's own events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

import msgspec

from game.engine import events as engine
from game.engine.events import UNSET, Event, Shown, UnsetType, Wording, Words
from game.engine.names import Cell, Face, MarkerKind, Markers, Pace, UnitId, Verb
from game.engine.wording import agreeing
from game.rules.wh40k2.state import FACINGS
from game.rules.wh40k2.vocabulary import MarkerKinds, Paces, Phases, Verbs


def _sets(kind: MarkerKind, face: Face | None) -> Any:
    """A field for the one marker that an event always lays (its face) or removes (None)."""
    return msgspec.field(default_factory=lambda: {kind: face})


# -- overwatch --------------------------------------------------------------------------------------------------------


class OverwatchPlaced(Event, frozen=True):
    """A whole squad goes on overwatch."""

    unit: UnitId
    markers: Markers = _sets(MarkerKinds.OVERWATCH, "up")
    clauses = ("WH-06", "WH-08")
    text = "{unit} goes on overwatch."


class CounterRemoved(Event, frozen=True):
    """A counter that was not used comes off as its owner's turn begins."""

    unit: UnitId
    markers: Markers = _sets(MarkerKinds.OVERWATCH, None)
    clauses = ("WH-26",)
    text = "{unit}’s overwatch counter comes off."


class OverwatchLost(Event, frozen=True):
    """A counter is lost: its squad has been shot at, or is in hand-to-hand."""

    unit: UnitId
    reason: str
    markers: Markers = _sets(MarkerKinds.OVERWATCH, None)
    clauses = ("WH-31", "WH-32")
    text = "{unit} loses its overwatch counter: {reason}."


class CounterSpent(Event, frozen=True):
    """The counter comes off as the squad shoots."""

    unit: UnitId
    markers: Markers = _sets(MarkerKinds.OVERWATCH, None)
    clauses = ("WH-16",)
    text = "{unit} shoots from overwatch; its counter comes off."


class NerveHeld(Event, frozen=True):
    """A squad that was shot at keeps its counter."""

    unit: UnitId
    clauses = ("WH-30",)
    text = "{unit} keeps its nerve and stays on overwatch."


# -- moving -----------------------------------------------------------------------------------------------------------


class ChargeDeclared(Event, frozen=True):
    """A charge is declared, before anything is measured."""

    unit: UnitId
    target: UnitId
    clauses = ("WH-A24",)
    begins = True
    text = "{unit} declares a charge at {target}."


class MoveDeclared(Event, frozen=True):
    """A move is declared with its whole path; `markers`: set if the move ends hiding."""

    unit: UnitId
    action: Verb
    path: list[Cell]
    target: UnitId
    markers: Markers | UnsetType = UNSET
    shown = Shown.LINE
    begins = True
    clauses = ("WH-A14",)

    def say(self, words: Words) -> str:
        goal = f" at {words.unit(self.target)}" if self.target else ""
        return f"{words.unit(self.unit)} declares a {self.action}{goal} to {words.cell(self.path[-1])}."


class Moved(Event, frozen=True):
    """A squad moves along its path as far as `at`."""

    unit: UnitId
    at: Cell
    path: list[Cell]
    pace: Pace
    shown = Shown.MOVE
    clauses = ("WH-A24",)
    text = "{unit} moves to {at}."


class MoveLost(Event, frozen=True):
    """The mover has been wiped out during its move."""

    unit: UnitId
    clauses = ("WH-A20",)
    text = "Nothing is left of {unit}; its move ends."


class ChargeMade(Event, frozen=True):
    """A charge has come into contact."""

    unit: UnitId
    target: UnitId
    clauses = ("WH-A24",)
    text = "{unit} is in contact with {target}."


class ChargeFailed(Event, frozen=True):
    """A charge has fallen short."""

    unit: UnitId
    target: UnitId
    clauses = ("WH-A24",)
    text = "{unit}’s charge falls short of {target}."


class Stood(Event, frozen=True):
    """A squad stays where it is."""

    unit: UnitId
    clauses = ("WH-A22",)
    text = "{unit} stays where it is."


class Hid(Event, frozen=True):
    """A squad hides."""

    unit: UnitId
    markers: Markers = _sets(MarkerKinds.HIDDEN, "up")
    clauses = ("WH-A26",)
    text = "{unit} hides."


class HidingLost(Event, frozen=True):
    """A hidden squad shoots and is no longer hidden."""

    unit: UnitId
    markers: Markers = _sets(MarkerKinds.HIDDEN, None)
    clauses = ("WH-A26",)
    text = "{unit} gives itself away."


class Faced(Event, frozen=True):
    """A squad changes its facing (1 to 8, clockwise from up the map)."""

    unit: UnitId
    facing: int
    clauses = ("WH-A37",)

    def say(self, words: Words) -> str:
        return f"{words.unit(self.unit)} faces {FACINGS[self.facing]}."


# -- fire -------------------------------------------------------------------------------------------------------------


class ShootingUsed(Event, frozen=True):
    """A squad shoots in its own shooting phase."""

    unit: UnitId
    clauses = ("WH-A22",)
    begins = True
    text = "{unit} shoots."


class Fired(Event, frozen=True):
    """A squad fires from `start` at a target on `cell`; each die needs `need`.

    `figures`: how many models fire, if the squad divides its fire; `thrown`: True if they throw grenades.
    """

    unit: UnitId
    target: UnitId
    weapon: str
    cell: Cell
    start: Cell
    need: int
    figures: int | UnsetType = UNSET
    thrown: bool | UnsetType = UNSET
    shown = Shown.SHOT

    def say(self, words: Words) -> str:
        unit, target = words.unit(self.unit), words.unit(self.target)
        fires, fire = ("throws", "throw") if self.thrown is True else ("fires", "fire")
        if isinstance(self.figures, int):
            return f"{self.figures} of {unit} {agreeing(self.figures, fires, fire)} at {target}."
        return f"{unit} {fires} at {target}."


class ModelsLost(Event, frozen=True):
    """Models are removed where they were hit; `wounds` are those that the next model has taken."""

    unit: UnitId
    figures: int
    wounds: int
    lost: int
    fate = "{units} loses {lost}, {figures} left"
    clauses = ("WH-A31",)
    text = "{unit} loses {lost} {lost:model|models}; {figures} left."


class Wounded(Event, frozen=True):
    """A model is wounded and has wounds left."""

    unit: UnitId
    figures: int
    wounds: int
    lost: int = 0
    clauses = ("WH-A31",)
    fate = "{units} wounded"
    text = "{unit} is wounded."


class WipedOut(Event, frozen=True):
    """The last model is removed, and the squad's markers with it."""

    unit: UnitId
    figures: int
    wounds: int
    out: bool
    lost: int
    markers: Markers | UnsetType
    shown = Shown.FALL
    clauses = ("WH-A31",)
    fate = "{units} wiped out"
    text = "{unit} is wiped out."

    @classmethod
    def of(cls, unit: UnitId, lost: int, markers: Iterable[MarkerKind]) -> Self:
        """The event for a squad that loses its last models and has markers of these kinds."""
        return cls(unit, 0, 0, True, lost, dict.fromkeys(markers) or UNSET)


class Saved(Event, frozen=True):
    """All wounds are saved."""

    unit: UnitId
    clauses = ("WH-A31",)
    fate = "the armour of {units} holds"
    text = "{unit}’s armour holds."


class Strayed(Event, frozen=True):
    """A stray shot comes down on `cell` (-1: off the board) and hits `target` ("" for no unit)."""

    unit: UnitId
    target: UnitId
    cell: Cell
    clauses = ("WH-A35",)

    def say(self, words: Words) -> str:
        return f"The stray shot hits {words.unit(self.target)}." if self.target else "The stray shot hits nobody."


# -- hand-to-hand, breaking, the end of the turn ----------------------------------------------------------------------


class FightBegun(Event, frozen=True):
    """Two squads in contact fight."""

    unit: UnitId
    target: UnitId
    clauses = ("WH-A33",)
    begins = True
    text = "{unit} and {target} fight hand-to-hand."


class LossesCounted(Event, frozen=True):
    """The models that a squad has lost in this phase are counted; `tests`: it must take a break test."""

    unit: UnitId
    losses: int
    tests: bool
    shown = Shown.QUIET
    clauses = ("WH-A32",)
    begins = True
    text = "{unit} has lost {losses} in this phase."


class StoodFirm(Event, frozen=True):
    """A squad passes its break test."""

    unit: UnitId
    clauses = ("WH-A32",)
    fate = "{units} stands firm"
    text = "{unit} stands firm."


class Broken(Event, frozen=True):
    """A squad breaks and loses all its other markers."""

    unit: UnitId
    markers: Markers
    clauses = ("WH-A32",)
    fate = "{units} breaks"
    text = "{unit} breaks."


class Fled(Event, frozen=True):
    """A broken squad flees as far from its enemies as it can."""

    unit: UnitId
    at: Cell
    path: list[Cell]
    pace: Pace = Paces.RUN
    shown = Shown.MOVE
    clauses = ("WH-A32",)
    text = "{unit} flees to {at}."


class Rallied(Event, frozen=True):
    """A broken squad rallies."""

    unit: UnitId
    markers: Markers = _sets(MarkerKinds.BROKEN, None)
    clauses = ("WH-A32",)
    fate = "{units} rallies"
    text = "{unit} rallies."


class StillBroken(Event, frozen=True):
    """A broken squad does not rally."""

    unit: UnitId
    clauses = ("WH-A32",)
    fate = "{units} stays broken"
    text = "{unit} stays broken."


class TurnForgotten(Event, frozen=True):
    """The record of what a squad has done in the turn is cleared."""

    unit: UnitId
    shown = Shown.QUIET
    clauses = ("WH-A22",)
    text = "{unit} is ready for the next turn."


def _over(event: engine.ActionEnded, words: Words) -> str:
    return f"{words.unit(event.unit)}’s move is over." if event.unit else "The movement phase goes on."


def _declared(event: engine.ReactionDeclared, words: Words) -> str:
    unit = words.unit(event.unit)
    if event.action == Verbs.DIVIDE:
        return f"{unit} divides its fire on overwatch."
    return f"{unit} fires on overwatch at {words.unit(event.target)}."


def _begun(event: engine.PhaseStarted, words: Words) -> str:
    return "The turn begins with rallying and overwatch." if event.phase == Phases.START else event.say(words)


WORDINGS: Mapping[type[Event], Wording[Any]] = {
    engine.TurnStarted: "Turn {turn}, {seat}.",
    engine.PhaseStarted: _begun,
    engine.ReactionDeclared: _declared,
    engine.WindowClosed: "No more overwatch fire.",
    engine.ActionEnded: _over,
}
