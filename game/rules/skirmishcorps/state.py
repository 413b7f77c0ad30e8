"""What SkirmishCorps remembers of its units, of an action in hand and of the turn."""

from __future__ import annotations

from msgspec import Struct

from game.engine.names import Cell, Seat, UnitId
from game.engine.queue import Action, ReactionQueue
from game.engine.ruleset import TableOf
from game.engine.state import State, Unit
from game.rules.skirmishcorps.vocabulary import MarkerKinds


class CoveringFire(Struct, frozen=True):
    """Covering fire that a unit is under: who gives it, with what, and whether from overwatch (SC-40, SC-58)."""

    giver: UnitId
    weapon: str
    overwatch: bool


class Trooper(Unit):
    """A unit. `acted`: its one action is used (SC-A5); `retaliated`, `cut_off`: the turn in which it last did so."""

    acted: bool = False
    retaliated: int = 0
    cut_off: int = 0
    covered_by: tuple[CoveringFire, ...] = ()

    @property
    def pinned(self) -> bool:
        """Whether it is pinned until the End Phase (SC-42)."""
        return MarkerKinds.PINNED in self.markers

    @property
    def helpless(self) -> bool:
        """Whether it does nothing more in this turn: out of action or pinned (SC-42, SC-A29)."""
        return self.out or self.pinned

    @property
    def must_test(self) -> bool:
        """Whether it tests Courage before it does anything (SC-41)."""
        return MarkerKinds.SUPPRESSED in self.markers and not self.helpless


class Notice(Struct, frozen=True):
    """A unit that has declared a reaction knows of a move: `trigger` is the number of that event (SC-A20)."""

    trigger: int
    unit: UnitId


class Interception(Struct, frozen=True):
    """An announced intercept, itself a move into contact (SC-A27b): the numbers of its event and of its reaction.

    `bound`: it must be made (SC-A3). Once it has been made, `path` is its way (cells, start first) and `touched` are
    the enemies it has come to touch.
    """

    trigger: int
    reaction: int
    bound: bool = False
    path: tuple[Cell, ...] = ()
    touched: tuple[UnitId, ...] = ()


class CorpsAction(Action):
    """An announced action and how far its parts have come.

    `contact` are enemies, in base contact (SC-49). `open`: any point of its move may be shot at (SC-19). `knows`: who
    knows of which move. `asked_to_force`: those that have been asked whether they force its hand (SC-A1).
    `interceptions`: the announced intercepts that can be answered.
    """

    chosen: bool = False
    walked: bool = False
    attacked: bool = False
    open: bool = False
    knows: tuple[Notice, ...] = ()
    asked_to_force: tuple[UnitId, ...] = ()
    interceptions: tuple[Interception, ...] = ()


class Corps(State[Trooper, CorpsAction]):
    """The table. `opening`: who acts first where the position says so; `ended`: who has ended its acting this turn.

    `latest` is the seat of each side that has had the side's latest turn to act.
    """

    opening: Seat = ""
    ended: tuple[Seat, ...] = ()
    latest: dict[str, Seat] = {}


CorpsTable = TableOf[Trooper, CorpsAction, Corps]
CorpsQueue = ReactionQueue[CorpsAction]
