"""What SkirmishCorps remembers of its units, of an action in hand and of the turn."""

from __future__ import annotations

from msgspec import Struct

from game.engine.names import Cell, Seat, UnitId
from game.engine.queue import Action, ReactionQueue
from game.engine.ruleset import TableOf
from game.engine.state import State, Unit
from game.rules.skirmishcorps.vocabulary import MarkerKinds


class CoveringFire(Struct, frozen=True):
    """Covering fire that a unit is under: the unit that gives it, its weapon, whether from overwatch (SC-40, SC-58)."""

    giver: UnitId
    weapon: str
    overwatch: bool


class Trooper(Unit):
    """A unit.

    `acted`: its one action is used (SC-A5). `retaliated`, `cut_off`: the turn in which it last did so, 0 for never.
    """

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
        """Whether it can do nothing more this turn: out of action or pinned (SC-42, SC-A29)."""
        return self.out or self.pinned

    @property
    def must_test(self) -> bool:
        """Whether it has to test Courage before it does anything (SC-41)."""
        return MarkerKinds.SUPPRESSED in self.markers and not self.helpless


class Notice(Struct, frozen=True):
    """A unit that has declared a reaction and knows of a move; `trigger` is the number of that event (SC-A20)."""

    trigger: int
    unit: UnitId


class Interception(Struct, frozen=True):
    """An announced intercept, which is itself a move into contact (SC-A27b).

    `trigger` and `reaction` are the numbers of its event and of its reaction. `bound`: it must be made (SC-A3). Once it
    has been made, `path` holds its cells (start first) and `touched` the enemies that it brought into contact.
    """

    trigger: int
    reaction: int
    bound: bool = False
    path: tuple[Cell, ...] = ()
    touched: tuple[UnitId, ...] = ()


class CorpsAction(Action):
    """An announced action, and which of its parts are done.

    `chosen`: the instigator has said how far it goes. `walked`, `attacked`: that part is done. `contact`: the enemies
    that the move brings into base contact (SC-49). `open`: any point of the move may be shot at (SC-19). `knows`: which
    reacting units know of which move. `asked_to_force`: the units whose owner has been asked whether they force the
    instigator's hand (SC-A1). `interceptions`: the announced intercepts that can be answered.
    """

    chosen: bool = False
    walked: bool = False
    attacked: bool = False
    open: bool = False
    knows: tuple[Notice, ...] = ()
    asked_to_force: tuple[UnitId, ...] = ()
    interceptions: tuple[Interception, ...] = ()


class Corps(State[Trooper, CorpsAction]):
    """The table.

    `opening`: the seat that acts first, if the setup names one. `ended`: the seats that activate no more units this
    turn. `latest`: for each side, the seat that acted last.
    """

    opening: Seat = ""
    ended: tuple[Seat, ...] = ()
    latest: dict[str, Seat] = {}


CorpsTable = TableOf[Trooper, CorpsAction, Corps]
CorpsQueue = ReactionQueue[CorpsAction]
