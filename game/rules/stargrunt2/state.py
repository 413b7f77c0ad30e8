"""What Stargrunt II remembers: squads with their confidence and wounds, the action in hand, turns owed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from game.engine.names import Cell, MarkerKind, Markers, Seat, UnitId
from game.engine.queue import Action, ReactionQueue
from game.engine.ruleset import Ruleset, TableOf
from game.engine.state import State, Unit
from game.rules.stargrunt2.vocabulary import MarkerKinds, Verbs

CONFIDENT, STEADY, SHAKEN, BROKEN, ROUTED = range(5)
LEVELS = ("confident", "steady", "shaken", "broken", "routed")
"""Levels of confidence (SG-A39); a level is an index into this."""

MOVES = (Verbs.MOVE, Verbs.COMBAT_MOVE)
"""The actions that are moves, and the triggers that are answered at a point of a path."""

COUNTED = (
    "activated",
    "confidence",
    "suppressed",
    "was_suppressed",
    "wounded",
    "casualties",
    "immobile",
    "motivation",
    "transfers",
)
"""The numbers in a setup that tell the past of a squad.

A setup may also have `used:WEAPON` and `fired_on:UNIT`. For men left behind it has `abandoned` with `abandoned_at` (a
cell), or `abandoned:CELL` for each place where men were left.
"""

NOWHERE = -1
"""The place of men left behind if the setup does not name one."""


class Squad(Unit):
    """A squad, team or vehicle. `figures` are its fit men, `confidence` an index into LEVELS.

    `suppressed` counts its suppression markers; `was_suppressed`: it has ever had one; `suppressions_waiting`: the
    markers to be placed at the end of its combat move (SG-22). `motivation`: 1 to 3, or 0 for that of the profile.
    `used`: the weapons it has fired this turn; `fired_on`: the units it has fired at in the game; `left_at`: the cells
    where it has left wounded men, with their number (SG-26).
    """

    activated: bool = False
    confidence: int = CONFIDENT
    suppressed: int = 0
    was_suppressed: bool = False
    suppressions_waiting: int = 0
    wounded: int = 0
    casualties: int = 0
    left_at: dict[Cell, int] = {}
    immobile: bool = False
    motivation: int = 0
    transfers: int = 0
    used: list[str] = []
    fired_on: list[UnitId] = []

    @property
    def watching(self) -> bool:
        """Whether it has an overwatch counter (SG-31)."""
        return MarkerKinds.OVERWATCH in self.markers

    @property
    def in_position(self) -> bool:
        """Whether it is in position (SG-A41)."""
        return MarkerKinds.IN_POSITION in self.markers

    @property
    def abandoned(self) -> int:
        """The number of men it has left behind."""
        return sum(self.left_at.values())

    def count(self, marker: MarkerKind) -> int:
        """How many suppression markers it has; other markers are not counted."""
        return self.suppressed if marker == MarkerKinds.SUPPRESSED else 0

    def without(self, *kinds: MarkerKind) -> Markers | UnsetType:
        """The change that takes these markers away; UNSET if the squad has none of them."""
        return {kind: None for kind in kinds if kind in self.markers} or UNSET

    def place(self, facts: Mapping[str, int]) -> None:
        """Read the squad's past from a setup: the numbers of COUNTED and the words described there."""
        for name, number in facts.items():
            fact, _, what = name.partition(":")
            if name in COUNTED:
                setattr(self, name, type(getattr(self, name))(number))
            elif fact == "used" and number:
                self.used.append(what)
            elif fact == "fired_on" and number:
                self.fired_on.append(what)
            elif name == "abandoned" and number:
                self.left_at[facts.get("abandoned_at", NOWHERE)] = number
            elif fact == "abandoned" and what.isdecimal() and number:
                self.left_at[int(what)] = number

    def remembered(self) -> dict[str, int]:
        """The inverse of `place`."""
        found = {name: int(number) for name in COUNTED if (number := getattr(self, name))}
        for place, (cell, men) in enumerate(self.left_at.items()):
            found |= {f"abandoned:{cell}": men} if place else {"abandoned": men, "abandoned_at": cell}
        return found | dict.fromkeys([*(f"used:{w}" for w in self.used), *(f"fired_on:{u}" for u in self.fired_on)], 1)


class SquadAction(Action):
    """An action of a squad.

    Of a move: `left` is what it may still cost, in half inches; `second`: it follows another move of the same
    activation; `failed`: it failed its first test (SG-A28). Of fire: `cell` is where the target is fired at,
    `opportunity` and `moved` are as in Shot. Of a transfer: `heard`, the order has come through.

    Of the fire that answers it: `tried` has the trigger and the unit of each attempt (SG-09), `tried_at` is the last
    point of the path at which an attempt was made, and `reaction_fired` says whether there was Reaction Fire (SG-01).
    """

    left: int = 0
    second: bool = False
    failed: bool = False
    cell: Cell = -1
    opportunity: bool = False
    moved: bool = False
    heard: bool = False
    tried: list[tuple[int, UnitId]] = []
    tried_at: int = 0
    reaction_fired: bool = False


class Battle(State[Squad, SquadAction]):
    """A table of Stargrunt II.

    `opening`: the seat that begins, if the setup names one. `activation` counts the activations so far. `owes`: the
    turns that each side owes for firing out of turn (SG-A13); `charged`: the activation in which it last came to owe
    one. `latest`: for each side, the seat that had its latest turn.
    """

    opening: Seat = ""
    activation: int = 0
    owes: dict[str, int] = {}
    charged: dict[str, int] = {}
    latest: dict[str, Seat] = {}


BattleTable = TableOf[Squad, SquadAction, Battle]
BattleRules = Ruleset[Squad, SquadAction, Battle]
BattleQueue = ReactionQueue[SquadAction]
