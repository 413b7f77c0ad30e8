"""The events of VIKTORY II, and its wordings of the engine's own events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.engine.events import (
    UNSET,
    ActionEnded,
    Event,
    ReactionDeclared,
    Shown,
    TurnEnded,
    TurnStarted,
    UnsetType,
    WindowClosed,
    Wording,
    Words,
)
from game.engine.names import Cell, Seat, UnitId
from game.engine.wording import capitalised
from game.rules.viktory2.words import dice_words

# -- the turn ---------------------------------------------------------------------------------------------------------


class MovingBegun(Event, frozen=True):
    """A seat begins to move and fight; the hexes that it holds are noted, for forest and mountain."""

    seat: Seat
    clauses = ("VK-A28", "VK-A34")
    text = "{seat} moves and fights."


class TurnForgotten(Event, frozen=True):
    """The owner's turn is over, and the record of what the unit did in it is cleared."""

    unit: UnitId
    shown = Shown.QUIET
    clauses = ("VK-A25",)
    text = "{unit} is ready for its next turn."


class GunReady(Event, frozen=True):
    """A player's turn is over, so that a gun may fire overwatch again in the next player's turn."""

    unit: UnitId
    clauses = ("VK-18",)
    text = "{unit} has its overwatch again."


class Placed(Event, frozen=True):
    """A unit comes back from the reserve."""

    unit: UnitId
    at: Cell
    out: bool = False
    shown = Shown.LINE
    clauses = ("VK-A42", "VK-25")
    text = "{unit} comes back at {at}."


# -- moving -----------------------------------------------------------------------------------------------------------


class MoveDeclared(Event, frozen=True):
    """A unit sets out along `path`, which begins with its own hex. `attack`: it does not enter the last hex yet."""

    unit: UnitId
    path: list[Cell]
    attack: bool
    shown = Shown.LINE
    begins = True
    clauses = ("VK-A27",)

    def say(self, words: Words) -> str:
        return (
            f"{words.unit(self.unit)} {'advances on' if self.attack else 'sets out for'} {words.cell(self.path[-1])}."
        )


class Moved(Event, frozen=True):
    """A unit moves along `path`, a stretch of its way; `cargo`: the units that it carries, if any."""

    unit: UnitId
    at: Cell
    path: list[Cell]
    cargo: list[UnitId] | UnsetType = UNSET
    shown = Shown.MOVE
    clauses = ("VK-A27",)
    text = "{unit} comes to {at}."


class Carried(Event, frozen=True):
    """A unit aboard moves with its frigate, `target`."""

    unit: UnitId
    at: Cell
    target: UnitId
    clauses = ("VK-A32",)
    text = "{unit} sails with {target}."


class LinedUp(Event, frozen=True):
    """A unit is named for an attack on `cell` and stands beside that hex."""

    unit: UnitId
    cell: Cell
    clauses = ("VK-14", "VK-A34")
    text = "{unit} is lined up against {cell}."


class Loaded(Event, frozen=True):
    """A unit goes aboard a frigate, `target`."""

    unit: UnitId
    at: Cell
    aboard: UnitId
    target: UnitId
    path: list[Cell]
    shown = Shown.MOVE
    clauses = ("VK-A32",)
    text = "{unit} boards {target} at {at}."


class Unloaded(Event, frozen=True):
    """A frigate begins to unload at the shore `cell`; its movement is over."""

    unit: UnitId
    cell: Cell
    clauses = ("VK-A32",)
    text = "{unit} unloads at {cell}."


class Landed(Event, frozen=True):
    """A unit comes ashore."""

    unit: UnitId
    at: Cell
    aboard: UnitId
    path: list[Cell]
    shown = Shown.MOVE
    clauses = ("VK-A32",)
    text = "{unit} lands at {at}."


# -- shooting ---------------------------------------------------------------------------------------------------------


class Bombarded(Event, frozen=True):
    """A unit bombards `cell` and the enemies in it."""

    unit: UnitId
    cell: Cell
    targets: list[UnitId]
    shown = Shown.LINE
    clauses = ("VK-A33",)
    begins = True
    text = "{unit} bombards {cell}."


class ShotUsed(Event, frozen=True):
    """A gun fires overwatch, which it may not do again in this player's turn."""

    unit: UnitId
    clauses = ("VK-06",)
    text = "{unit} has used its overwatch."


class Eliminated(Event, frozen=True):
    """A land unit is lost and goes to the reserve."""

    unit: UnitId
    out: bool = True
    aboard: UnitId = ""
    shown = Shown.FALL
    clauses = ("VK-A10",)
    fate = "{units} lost"
    text = "{unit} is lost."


class Sunk(Event, frozen=True):
    """A frigate is lost and goes to the reserve."""

    unit: UnitId
    out: bool = True
    aboard: UnitId = ""
    shown = Shown.FALL
    clauses = ("VK-A10",)
    fate = "{units} sunk"
    text = "{unit} is sunk."


class WentDown(Event, frozen=True, kw_only=True):
    """A unit aboard is lost with its frigate, `target`."""

    unit: UnitId
    out: bool = True
    aboard: UnitId = ""
    target: UnitId
    shown = Shown.FALL
    clauses = ("VK-A10",)
    fate = "{units} down with {target}"
    text = "{unit} goes down with {target}."


# -- battles ----------------------------------------------------------------------------------------------------------


class BattleDeclared(Event, frozen=True):
    """The attackers of a hex are named, and start to move in."""

    units: list[UnitId]
    cell: Cell
    seat: Seat
    begins = True
    clauses = ("VK-A34", "VK-14")
    text = "{units} {units:attacks|attack} {cell}."


class BattleOff(Event, frozen=True):
    """Overwatch has left no attacker."""

    cell: Cell
    clauses = ("VK-A14",)
    text = "Nobody is left to attack {cell}."


class WentIn(Event, frozen=True, kw_only=True):
    """An attacker goes into the hex."""

    unit: UnitId
    aboard: UnitId = ""
    at: Cell
    path: list[Cell]
    shown = Shown.LINE
    clauses = ("VK-A34",)
    text = "{unit} goes into {at}."


class DefenceSuppressed(Event, frozen=True):
    """Hits beyond the last defender take dice from the defence of `seat`."""

    seat: Seat
    dice: int
    cell: Cell
    clauses = ("VK-A37",)

    def say(self, words: Words) -> str:
        return f"Surplus hits take {dice_words(self.dice)} from {words.seat(self.seat)}."


class Retreated(Event, frozen=True, kw_only=True):
    """A unit retreats from a battle; `aboard`: the ship to which it returns, `cargo`: the units that it carries."""

    unit: UnitId
    at: Cell
    aboard: UnitId | UnsetType = UNSET
    path: list[Cell]
    cargo: list[UnitId] | UnsetType = UNSET
    shown = Shown.MOVE
    clauses = ("VK-A38", "VK-A9")
    text = "{unit} retreats to {at}."


class AttackFailed(Event, frozen=True):
    """The defence of `seat` ("" for none) holds; the hex may not be attacked again in this turn."""

    cell: Cell
    seat: Seat
    clauses = ("VK-A34",)

    def say(self, words: Words) -> str:
        holds = f"; {words.seat(self.seat)} holds it" if self.seat else ""
        return f"The attack on {words.cell(self.cell)} fails{holds}."


class HexTaken(Event, frozen=True):
    """The attacker has taken the hex."""

    cell: Cell
    seat: Seat
    clauses = ("VK-A34",)
    text = "{seat} holds {cell}."


# -- towns, cities, capitals ------------------------------------------------------------------------------------------


class SiteTaken(Event, frozen=True):
    """A town or city has a new owner; `name`: its name in sentences."""

    seat: Seat
    cell: Cell
    name: str
    kind: str
    clauses = ("VK-A44",)
    text = "{seat} takes {name}."


class SeatBeaten(Event, frozen=True):
    """A seat has lost its capital and is out."""

    seat: Seat
    clauses = ("VK-A45",)
    text = "{seat} has lost its capital and is out."


class Withdrawn(Event, frozen=True):
    """A unit of a beaten seat leaves the map for good."""

    unit: UnitId
    out: bool = True
    aboard: UnitId = ""
    shown = Shown.FALL
    clauses = ("VK-A45",)
    text = "{unit} leaves the map."


class SiteAbandoned(Event, frozen=True):
    """A town or city of a beaten seat belongs to no seat any more."""

    cell: Cell
    name: str
    clauses = ("VK-A45",)

    def say(self, words: Words) -> str:
        return f"{capitalised(self.name)} is nobody’s now."


# -- the engine's events in this rulebook's words ---------------------------------------------------------------------


def _declared(event: ReactionDeclared, words: Words) -> str:
    target = words.unit(event.target) if event.target else "the attackers"
    return f"{words.unit(event.unit)} fires overwatch at {target}."


WORDINGS: Mapping[type[Event], Wording[Any]] = {
    TurnStarted: "Turn {turn}, {seat}.",
    TurnEnded: "Turn {turn}, {seat}, ends.",
    ReactionDeclared: _declared,
    WindowClosed: "No more overwatch.",
    ActionEnded: "The action of {unit} is over.",
}
