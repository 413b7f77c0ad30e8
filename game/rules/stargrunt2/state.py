"""What a Stargrunt II game must remember: squads with their nerve and wounds, the action in hand, turns owed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from game.engine.names import Cell, MarkerKind, Markers, Seat, UnitId
from game.engine.queue import Action, ReactionQueue
from game.engine.ruleset import Ruleset, TableOf
from game.engine.state import State, Unit
from game.rules.stargrunt2.vocabulary import MarkerKinds, Verbs

"""The action of SG-A38, as the rulebook calls it; whatever is said of it is said in these words."""
CONFIDENT, STEADY, SHAKEN, BROKEN, ROUTED = range(5)
LEVELS = ("confident", "steady", "shaken", "broken", "routed")
"""Levels of confidence (SG-A39) by their number."""

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
"""The numbers by which a setup may say what a squad has been through.

Beside them `used:WEAPON`, `fired_on:UNIT`, and for the men left behind `abandoned` with `abandoned_at` (a cell), or
`abandoned:CELL` for each place where some lie.
"""

NOWHERE = -1
"""Where those lie of whom a setup does not say it."""


class Squad(Unit):
    """A squad, team or vehicle. `figures` are its fit men, `confidence` an index into LEVELS.

    `suppressed` counts its markers, `was_suppressed` remembers that it ever had one, and `suppressions_waiting` are
    those to be placed at the end of a combat move (SG-22). `motivation` is 1 to 3 where it is not that of the profile.
    `used` are the weapons fired this turn, `fired_on` the units fired at in the game, `left_at` the places where it has
    left wounded men behind, with their number (SG-26).
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
        """The men left behind, wherever they lie."""
        return sum(self.left_at.values())

    def count(self, marker: MarkerKind) -> int:
        """Markers of suppression are counted."""
        return self.suppressed if marker == MarkerKinds.SUPPRESSED else 0

    def without(self, *kinds: MarkerKind) -> Markers | UnsetType:
        """Those of the markers that the squad has, as taken away; UNSET if it has none of them."""
        return {kind: None for kind in kinds if kind in self.markers} or UNSET

    def place(self, facts: Mapping[str, int]) -> None:
        """Take over what a setup says of the squad."""
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
        """What `place` reads: the inverse."""
        found = {name: int(number) for name in COUNTED if (number := getattr(self, name))}
        for place, (cell, men) in enumerate(self.left_at.items()):
            found |= {f"abandoned:{cell}": men} if place else {"abandoned": men, "abandoned_at": cell}
        return found | dict.fromkeys([*(f"used:{w}" for w in self.used), *(f"fired_on:{u}" for u in self.fired_on)], 1)


class SquadAction(Action):
    """An action of a squad. `left` is what a move may still cost, in half inches.

    Of a move: whether it is the `second` after another move, and whether it `failed` its first test (SG-A28). Of fire:
    `cell` where the target is fired at, `opportunity` and `moved` as in Shot. Of a transfer: whether it was `heard`. Of
    what answers it: `tried` (trigger and unit of each attempt, SG-09), `tried_at` the furthest point fired or tried at, and whether
    `reaction_fired` (SG-01).
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
    """A table of Stargrunt II. `opening` is the seat that a position begins with.

    `activation` counts the activations so far, `owes` the turns that each side owes for firing out of turn (SG-A13), and
    `charged` is the activation in which it was last made to owe one. `latest` is the seat of each side that has had the
    side's latest turn.
    """

    opening: Seat = ""
    activation: int = 0
    owes: dict[str, int] = {}
    charged: dict[str, int] = {}
    latest: dict[str, Seat] = {}


BattleTable = TableOf[Squad, SquadAction, Battle]
BattleRules = Ruleset[Squad, SquadAction, Battle]
BattleQueue = ReactionQueue[SquadAction]
