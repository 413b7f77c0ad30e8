"""The reaction queue of an interrupted action, as data.

An action has one queue. Any number of windows may open in it, and opening one closes the older triggers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Generic, Literal, Self, TypeVar

import msgspec

from game.engine.names import NO_PACE, Cell, Pace, Seat, UnitId, Verb
from game.engine.sharing import SharedList
from game.engine.steps import Step
from game.engine.structs import fresh

Stage = Literal["declare", "resolve", "action"]
"""The stage of a queue: reactions are declared, or carried out, or the action itself goes on."""
DECLARE: Stage = "declare"
RESOLVE: Stage = "resolve"
ACTION: Stage = "action"

REACTION = Verb("reaction")
"""The kind of a trigger that is a declared reaction."""

ReactionStatus = Literal["planned", "declared", "failed", "now", "resolved", "lapsed"]
ActionStatus = Literal["waiting", "under_way", "done", "lost", "stopped"]
OVER: tuple[ActionStatus, ...] = ("done", "lost", "stopped")
"""The statuses of an action of which nothing is left to do."""


class Trigger(msgspec.Struct, gc=False):
    """Something that `actor` does and that may be reacted to. `kind` is the key of its policy.

    `n` is the number of its event, `to` are the seats that may answer, `by` is the reaction that it is (-1: it is the
    action itself). `path` begins with the start cell, `cell` is where it happens (-1: nowhere), `contact` are the units
    that it is to come into contact with. It can be answered while it is `open`.
    """

    id: int
    n: int
    actor: UnitId
    kind: Verb
    to: list[Seat]
    by: int = -1
    path: list[Cell] = []
    cell: Cell = -1
    contact: tuple[UnitId, ...] = ()
    open: bool = True


class Reaction(msgspec.Struct, gc=False):
    """One reaction, planned in a draft or declared. It has the fields of the Option it was made from.

    `trigger` is the one it answers, `n` the number of the event that declared it (-1: not yet), `slot` how many
    reactions were carried out before it, `tie` its roll-off (-1: none). `why` and `clause` say why it has lapsed;
    `note` is its text in a plan, or its result. `forces`: it forces the instigator’s hand.
    """

    id: int
    unit: UnitId
    seat: Seat
    trigger: int
    action: Verb
    n: int = -1
    target: UnitId = ""
    targets: list[UnitId] = []
    ally: UnitId = ""
    weapon: str = ""
    point: int = -1
    to: Cell = -1
    path: list[Cell] = []
    status: ReactionStatus = "planned"
    why: str = ""
    clause: str = ""
    note: str = ""
    forces: bool = False
    tie: int = -1
    slot: int = -1


class Reactions(SharedList[Reaction]):
    """Reactions in the order of declaring. The order of carrying out is cached until another one is declared."""

    __slots__ = ("carried", "order", "slots")

    def __init__(self, reactions: Iterable[Reaction] = ()) -> None:
        super().__init__(reactions)
        self.order: tuple[int, ...] | None = None
        self.carried = 0  # how many at the beginning of the order no longer wait
        self.slots = sum(reaction.slot >= 0 for reaction in self)

    def copy(self) -> Self:
        """A list that can be written without touching this one."""
        twin = super().copy()
        twin.order, twin.carried, twin.slots = self.order, self.carried, self.slots
        return twin

    def declare(self, place: int) -> Reaction:
        """Mark a reaction as declared, and return it for altering."""
        reaction = self.own(place)
        reaction.status = "declared"
        self.order = None
        return reaction

    def take_slot(self, place: int) -> Reaction:
        """Give a reaction its slot, the number of those carried out before it, and return it for altering."""
        reaction = self.own(place)
        reaction.slot = self.slots
        self.slots += 1
        return reaction

    def waiting(self, rank: Callable[[Reaction], tuple[int, ...]]) -> Iterator[Reaction]:
        """The declared reactions, lowest rank first, then in the order of declaring.

        The rank of a reaction must not change while it waits.
        """
        if self.order is None:
            keyed = [(rank(reaction), reaction.id) for reaction in self if reaction.status == "declared"]
            self.order, self.carried = tuple(number for _, number in sorted(keyed)), 0
        order = self.order
        while self.carried < len(order) and self[order[self.carried]].status != "declared":
            self.carried += 1
        for place in range(self.carried, len(order)):
            reaction = self[order[place]]
            if reaction.status == "declared":
                yield reaction


class Action(msgspec.Struct, gc=False):
    """The interrupted action. `path` begins with the start cell; `done` is the index reached on it.

    `contact` are the units that its move brings it into contact with, first as announced, then as made. `forced`: its
    hand was forced. `bound`: it has to be carried out as announced.
    """

    kind: Verb
    unit: UnitId
    path: list[Cell] = []
    done: int = 0
    status: ActionStatus = "waiting"
    pace: Pace = NO_PACE
    target: UnitId = ""
    targets: list[UnitId] = []
    weapon: str = ""
    ally: UnitId = ""
    contact: tuple[UnitId, ...] = ()
    forced: bool = False
    bound: bool = False

    @property
    def over(self) -> bool:
        """Whether nothing is left to do of it."""
        return self.status in OVER


if TYPE_CHECKING:
    import typing_extensions

    ActionT_co = typing_extensions.TypeVar("ActionT_co", bound=Action, default=Action, covariant=True)
else:  # Python 3.11 has no defaults for type variables
    ActionT_co = TypeVar("ActionT_co", bound=Action, covariant=True)


class Tie(msgspec.Struct, gc=False):
    """A roll-off between delegates: their rolls, the winner, and whether it hesitated."""

    units: list[UnitId]
    rolls: list[list[int]] = []
    winner: UnitId = ""
    hesitated: bool = False


class ReactionQueue(msgspec.Struct, Generic[ActionT_co], gc=False):
    """Triggers and reactions of one interrupted action, and how far they have been handled.

    `kind` is the key of its policy, `n` the number of the event that announced the action. `passed` are the seats that
    have passed in the window, `asking` is the seat that is asked, `frozen` are the units kept out since the window
    closed, `ties` the roll-offs so far. `standing_passes`: seat -> how long its pass about this action holds.
    `results` are the steps that wait for the last throw, because they come at the same time (`Table.together`).
    """

    kind: Verb
    instigator: UnitId
    action: ActionT_co
    stage: Stage = DECLARE
    n: int = -1
    triggers: SharedList[Trigger] = msgspec.field(default_factory=SharedList)
    reactions: Reactions = msgspec.field(default_factory=Reactions)
    passed: tuple[Seat, ...] = ()
    asking: Seat = ""
    frozen: tuple[UnitId, ...] = ()
    ties: tuple[Tie, ...] = ()
    closed: bool = False
    standing_passes: dict[Seat, str] = {}
    results: tuple[Step, ...] | msgspec.UnsetType = msgspec.UNSET

    def clone(self) -> Self:
        """A copy that can be written without touching this one. Triggers and reactions are shared until written."""
        twin = fresh(self)
        twin.action = fresh(self.action)
        twin.triggers, twin.reactions = self.triggers.copy(), self.reactions.copy()
        return twin

    def open_triggers(self) -> list[Trigger]:
        """The triggers that may be answered now. They are the last ones, because all before a closed one are closed."""
        triggers = self.triggers
        first = last = len(triggers)
        while first and triggers[first - 1].open:
            first -= 1
        return [triggers[place] for place in range(first, last)]

    def open_to(self, seat: Seat) -> list[Trigger]:
        """The triggers that a seat may answer now."""
        return [trigger for trigger in self.open_triggers() if seat in trigger.to]

    def close_triggers(self) -> None:
        """Close all triggers, so that they can no longer be answered."""
        for trigger in self.open_triggers():
            self.triggers.own(trigger.id).open = False

    def plan(self, seat: Seat = "") -> list[Reaction]:
        """What a seat ("": any seat) has planned and not yet declared, in the order of planning."""
        return [r for r in self.reactions if r.status == "planned" and seat in ("", r.seat)]

    def drop_plan(self, units: Collection[UnitId]) -> None:
        """Drop what was planned for these units. Declared reactions keep their numbers."""
        self._renumber(r for r in self.reactions if r.status != "planned" or r.unit not in units)

    def insert(self, place: int, reaction: Reaction) -> None:
        """Insert a planned reaction at a place among the planned ones, or at the end."""
        listed = list(self.reactions)
        listed.insert(place, reaction)
        self._renumber(listed)

    def _renumber(self, reactions: Iterable[Reaction]) -> None:
        copies = [fresh(reaction) for reaction in reactions]
        for number, reaction in enumerate(copies):
            reaction.id = number
        self.reactions = Reactions(copies)


def aimed_at(queue: ReactionQueue[Action], trigger: Trigger) -> Iterator[UnitId]:
    """The units that a trigger is aimed at, whether it is the action itself or a reaction."""
    if trigger.by >= 0:
        reaction = queue.reactions[trigger.by]
        yield from (reaction.target, *reaction.targets)
    else:
        yield from (queue.action.target, *queue.action.targets, *trigger.contact)
