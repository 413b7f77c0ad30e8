"""The state of an Epic game: stands, formations with their markers, and the current assault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, Self

import msgspec

from game.board.terrain import Mode
from game.engine.names import Seat, UnitId
from game.engine.queue import Action, ReactionQueue
from game.engine.ruleset import TableOf
from game.engine.state import State, Unit
from game.engine.structs import fresh

FormationId = UnitId
"""The id of a formation. Sentences write it in capitals, like that of a stand."""

Role = Literal["attackers", "defenders"]
"""A side of an assault."""
AssaultStep = Literal["A2", "A3", "A4", "A5", "A6", "A7", "A8"]
"""The steps of an assault, as the rulebook numbers them."""
ATTACKERS: Final = "attackers"
DEFENDERS: Final = "defenders"
SIDES: tuple[Role, ...] = (ATTACKERS, DEFENDERS)
OTHER: Mapping[Role, Role] = {ATTACKERS: DEFENDERS, DEFENDERS: ATTACKERS}


class Stand(Unit):
    """A stand. Its group is the id of its formation; a stand without a group is a formation of its own, with its id."""

    vehicle: bool = False

    @property
    def formation(self) -> FormationId:
        """The formation it belongs to."""
        return self.group or self.id

    @property
    def mode(self) -> Mode:
        """How it moves: infantry is stopped only by walls and water, vehicles need open ground (EP-A46)."""
        return "vehicle" if self.vehicle else "light"


class Formation(msgspec.Struct):
    """A formation: its seat, its stands (including lost ones), its markers, and what it has done this turn."""

    seat: Seat
    stands: tuple[UnitId, ...] = ()
    blast: int = 0
    broken: bool = False
    overwatch: bool = False
    activated: bool = False
    marched: bool = False


class Side(msgspec.Struct):
    """One side of an assault.

    formations: the first is the one that the side began with; kills: how many enemy stands it has killed; hits: those
    it has scored that the enemy has yet to take; engaged: its stands that were directly engaged when the round's
    attacks began; supporters: stands of other formations that gave supporting fire.
    """

    formations: list[FormationId]
    kills: int = 0
    hits: int = 0
    engaged: list[UnitId] = []
    supporters: list[UnitId] = []


class Assault(msgspec.Struct):
    """An assault.

    step: its current step; fighting: a stand that is lost now counts as a kill (EP-A22); decided: a side has won; lost:
    formation -> how many stands it has lost in the assault.
    """

    attackers: Side
    defenders: Side
    step: AssaultStep = "A2"
    round: int = 1
    fighting: bool = False
    decided: bool = False
    lost: dict[FormationId, int] = {}

    def side(self, role: Role) -> Side:
        """The attackers, or the defenders."""
        return self.attackers if role == ATTACKERS else self.defenders

    def side_of(self, formation: FormationId) -> Role | None:
        """The side that a formation fights on; None for neither."""
        return next((role for role in SIDES if formation in self.side(role).formations), None)

    def against(self, formation: FormationId) -> Role:
        """The side that a formation fights against. Raises LookupError for one that is not in the assault."""
        own = self.side_of(formation)
        if own is None:
            raise LookupError(f"{formation} is not in the assault.")
        return OTHER[own]

    def clone(self) -> Assault:
        """A deep copy."""
        twin = fresh(self)
        twin.attackers, twin.defenders = fresh(self.attackers), fresh(self.defenders)
        return twin


class EpicAction(Action):
    """What a formation does.

    drafting: the formations whose moves are planned now; number, of: which move that is, of how many; moving: the
    formation that has just moved, at which overwatch may fire.
    """

    drafting: list[FormationId] = msgspec.field(default_factory=list)
    moving: FormationId = ""
    number: int = 1
    of: int = 1


class StandKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tags of a profile."""

    role: Literal["infantry", "vehicle"]


class Battle(State[Stand, EpicAction]):
    """An Epic table.

    scale: the millimetres of a cell; retaining: the seat that retains the initiative (EP-A27); latest: side -> the seat
    of its formation that acted last.
    """

    scale: int = 10
    formations: dict[FormationId, Formation] = msgspec.field(default_factory=dict)
    retaining: Seat = ""
    latest: dict[str, Seat] = {}
    assault: Assault | None = None

    def clone(self) -> Self:
        twin = super().clone()
        twin.assault = self.assault.clone() if self.assault else None
        return twin


EpicQueue = ReactionQueue[EpicAction]
EpicTable = TableOf[Stand, EpicAction, Battle]


def current_assault(state: Battle) -> Assault:
    """The current assault. Raises LookupError if there is none."""
    if state.assault is None:
        raise LookupError("No assault is in hand.")
    return state.assault
