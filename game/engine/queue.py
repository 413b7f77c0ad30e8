"""The reaction queue of an interrupted action, as data, and the policies that drive it.

It belongs to the action: windows open in it any number of times, and opening one closes the older triggers.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Generic, Self, TypeVar

import msgspec

from game.engine.structs import fresh

DECLARE, RESOLVE, ACTION = "declare", "resolve", "action"


class Policy(msgspec.Struct, frozen=True):
    """How a kind of trigger is handled; the kernel branches on every field.

    asks: "others" (the seats named by the trigger) or "both" (those, then the acting side, until all have passed)
    declare: "until_passes" (nothing is carried out yet), "at_once" (each declaration is carried out at once) or
        "draft" (a seat plans a set of reactions that is judged and declared as a whole)
    grow: "merge" (a declaration is itself a trigger) or "none"
    order: sort keys of `Ruleset.order_value`, "declared" being the order of declaration
    ties: "owner" (the owner picks) or "delegates" (a roll-off between delegates of both sides)
    stages: in which order declaring, resolving and the interrupted action itself come
    freeze: whether closing keeps undeclared units out
    again: whether a declaration asks those once more who have passed in this window; else a chance passed up is gone
    """

    asks: str = "others"
    declare: str = "until_passes"
    grow: str = "none"
    order: tuple[str, ...] = ("declared",)
    ties: str = "owner"
    stages: tuple[str, ...] = (DECLARE, RESOLVE, ACTION)
    freeze: bool = False
    again: bool = True


class Trigger(msgspec.Struct, gc=False):
    """Something that may be reacted to. `n`: its event; `by`: the reaction that is it (-1: the action itself)."""

    id: int
    n: int
    actor: str
    kind: str
    to: list[str]
    by: int = -1
    path: list[int] = []
    cell: int = -1
    contact: str = ""
    open: bool = True


class Reaction(msgspec.Struct, gc=False):
    """One reaction, planned in a draft or declared. status: planned declared failed now resolved lapsed.

    Cells, points and paths as in Option.
    """

    id: int
    unit: str
    seat: str
    trigger: int
    action: str
    n: int = -1
    target: str = ""
    targets: list[str] = []
    ally: str = ""
    weapon: str = ""
    point: int = -1
    to: int = -1
    path: list[int] = []
    status: str = "planned"
    why: str = ""
    clause: str = ""
    note: str = ""
    forces: bool = False
    tie: int = -1
    slot: int = -1


class Action(msgspec.Struct, gc=False):
    """The interrupted action: a record with a cursor. `path` has the start cell first; `done` is the index reached.

    status: waiting, under_way, done, lost, stopped.
    """

    kind: str
    unit: str
    path: list[int] = []
    done: int = 0
    status: str = "waiting"
    pace: str = ""
    target: str = ""
    targets: list[str] = []
    weapon: str = ""
    ally: str = ""
    contact: str = ""
    forced: bool = False
    bound: bool = False

    @property
    def over(self) -> bool:
        """Whether nothing is left of it."""
        return self.status in ("done", "lost", "stopped")


if TYPE_CHECKING:
    import typing_extensions

    ActionT_co = typing_extensions.TypeVar("ActionT_co", bound=Action, default=Action, covariant=True)
else:  # a default for a type variable is younger than Python 3.11
    ActionT_co = TypeVar("ActionT_co", bound=Action, covariant=True)


class Tie(msgspec.Struct, gc=False):
    """A roll-off: who rolled what, who won, whether he hesitated."""

    units: list[str]
    rolls: list[list[int]] = []
    winner: str = ""
    hesitated: bool = False


class ReactionQueue(msgspec.Struct, Generic[ActionT_co], gc=False):
    """Triggers and reactions of one interrupted action, and where its handling stands.

    Of a draft: `changes` made to the plan in hand, and how often each unit has been planned in it. `standing_passes`:
    until when a seat that has passed wants to be asked no more about this action.
    """

    kind: str
    instigator: str
    action: ActionT_co
    stage: str = DECLARE
    n: int = -1
    triggers: list[Trigger] = []
    reactions: list[Reaction] = []
    passed: list[str] = []
    asking: str = ""
    frozen: list[str] = []
    ties: list[Tie] = []
    closed: bool = False
    changes: int = 0
    planned_often: dict[str, int] = {}
    standing_passes: dict[str, str] = {}

    def clone(self) -> Self:
        """A copy down to the last list."""
        twin = fresh(self)
        twin.action = fresh(self.action)
        twin.triggers = [fresh(trigger) for trigger in self.triggers]
        twin.reactions = [fresh(reaction) for reaction in self.reactions]
        twin.ties = [fresh(tie) for tie in self.ties]
        return twin

    def open_triggers(self) -> list[Trigger]:
        """The triggers that may be answered now."""
        return [trigger for trigger in self.triggers if trigger.open]

    def plan(self, seat: str = "") -> list[Reaction]:
        """What a seat (or any) has planned and not yet declared, in the order of planning."""
        return [r for r in self.reactions if r.status == "planned" and seat in ("", r.seat)]

    def drop_plan(self, units: Collection[str]) -> None:
        """Forget what was planned for these units; what has been declared keeps its number."""
        self.reactions = [r for r in self.reactions if r.status != "planned" or r.unit not in units]
        self._number()

    def insert(self, place: int, reaction: Reaction) -> None:
        """Put a planned reaction at a place among those that are planned too, or last."""
        self.reactions.insert(place, reaction)
        self._number()

    def _number(self) -> None:
        for number, reaction in enumerate(self.reactions):
            reaction.id = number

    def take_slot(self, reaction: Reaction) -> None:
        """The reaction's turn has come: note as the how-manieth."""
        reaction.slot = 1 + max(r.slot for r in self.reactions)
