"""The state of a game of WH40K 2nd edition: squads, what they have done this turn, and the declared move."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.names import NO_PACE, Face, MarkerKind, Pace, Seat, UnitId
from game.engine.queue import Action, ReactionQueue
from game.engine.ruleset import TableOf
from game.engine.state import State, Unit
from game.rules.wh40k2.vocabulary import MarkerKinds, Paces

PACES = (Paces.CHARGE, Paces.RUN, Paces.MOVE)

DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight directions as (columns, rows), clockwise from up the map."""
FACINGS = ("all round", "up", "up and right", "right", "down and right", "down", "down and left", "left", "up and left")
"""The name of each value of `Squad.facing`: 0 is no facing, 1 to 8 are `DIRECTIONS`."""


class Squad(Unit):
    """A squad, a character or a vehicle. Every field but `facing` is cleared at the end of each player's turn.

    `pace`: how it moved ("move", "run", "charge"); `charges`: the enemy it has declared a charge at; `charging`: its
    charge has come into contact; `losses`: models it has lost since the last break tests; `fired`: it has shot from
    overwatch; `held_back`: models that did not fire then; `facing`: one of `FACINGS`, 0 if weapons have no arc.
    """

    moved: bool = False
    pace: Pace = NO_PACE
    shot: bool = False
    charges: UnitId = ""
    charging: bool = False
    losses: int = 0
    held_back: int = 0
    fired: bool = False
    facing: int = 0

    @property
    def watching(self) -> bool:
        """Whether it has an overwatch counter."""
        return MarkerKinds.OVERWATCH in self.markers

    @property
    def broken(self) -> bool:
        """Whether it has broken and has not rallied."""
        return MarkerKinds.BROKEN in self.markers

    @property
    def hidden(self) -> bool:
        """Whether it hides."""
        return MarkerKinds.HIDDEN in self.markers

    @property
    def acted(self) -> bool:
        """Whether `forget` has anything to clear."""
        moved, fired = self.moved or self.pace or self.charges or self.charging, self.shot or self.fired
        return bool(moved or fired or self.losses or self.held_back)

    def forget(self) -> None:
        """Clear what the squad has done, because the turn is over."""
        self.moved = self.shot = self.charging = self.fired = False
        self.pace, self.charges = NO_PACE, ""
        self.losses = self.held_back = 0


class SquadMove(Action):
    """A declared move; `inches` is the length of its path. Without a unit: the movement phase opens or closes."""

    inches: int = 0


class SquadState(State[Squad, SquadMove]):
    """A table of squads.

    `stirred`: the turn and the seat in whose movement phase a squad, perhaps lost since, has last moved or hidden.
    """

    stirred: tuple[int, Seat] = (0, "")


Battle = State[Squad, SquadMove]
"""A table of squads, as functions that only read it see it."""

SquadQueue = ReactionQueue[SquadMove]
SquadTable = TableOf[Squad, SquadMove, SquadState]


def place(unit: Squad, facts: Mapping[str, int]) -> None:
    """Set a squad as a setup describes it.

    `facts`: moved, shot, charging and the name of its pace (0 or 1), losses (models), facing (1 to 8).
    """
    unit.moved, unit.shot, unit.charging = (bool(facts.get(name)) for name in ("moved", "shot", "charging"))
    unit.pace = next((pace for pace in PACES if facts.get(pace)), NO_PACE)
    unit.losses, unit.facing = facts.get("losses", 0), facts.get("facing", 0)


def set_down(state: Battle, unit: Squad) -> tuple[Mapping[MarkerKind, Face], Mapping[str, int]]:
    """The squad's markers, and the facts that `place` reads back."""
    done = {"moved": unit.moved, unit.pace: bool(unit.pace), "charging": unit.charging, "shot": unit.shot}
    numbers = {"losses": unit.losses, "facing": unit.facing}
    return unit.markers, {name: 1 for name, true in done.items() if true} | numbers
