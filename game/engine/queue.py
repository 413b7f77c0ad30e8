"""The reaction queue of an interrupted action, as data.

It belongs to the action: windows open in it any number of times, and opening one closes the older triggers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Generic, Literal, Self, TypeVar

import msgspec

from game.engine.names import NO_PACE, Cell, Pace, Seat, UnitId, Verb
from game.engine.sharing import SharedList
from game.engine.structs import fresh

Stage = Literal["declare", "resolve", "action"]
"""How far the handling of a queue has come: reactions are declared, then carried out, then comes the action itself."""
DECLARE: Stage = "declare"
RESOLVE: Stage = "resolve"
ACTION: Stage = "action"

REACTION = Verb("reaction")
"""What a declaration is as a trigger."""

ReactionStatus = Literal["planned", "declared", "failed", "now", "resolved", "lapsed"]
ActionStatus = Literal["waiting", "under_way", "done", "lost", "stopped"]
OVER: tuple[ActionStatus, ...] = ("done", "lost", "stopped")
"""How an action stands of which nothing is left."""


class Trigger(msgspec.Struct, gc=False):
    """Something that may be reacted to: what `actor` does. `kind` finds the policy, `to` are the seats that may answer.

    `n`: the number of its event; `by`: the reaction that it is (-1: the action itself). `path` has the start cell
    first, `cell` is where it happens (-1: nowhere); `contact` are those whom it is to come into contact with. It can be
    answered while it is `open`.
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
    """One reaction, planned in a draft or declared. What it does stands in the same fields as in the Option it was.

    `trigger` is the one it answers, `n` the number of the event that declared it (-1: not yet), `slot` how many were
    carried out before it, `tie` its roll-off (-1: none). `why` and `clause` say why it was lost, `note` how a plan
    tells it or what came of it; `forces`: it forces the instigator’s hand.
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
    """Reactions in the order of declaring. The order of carrying out is remembered until one more is declared."""

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
        """The reaction waits for its turn from now on; it may be altered."""
        reaction = self.own(place)
        reaction.status = "declared"
        self.order = None
        return reaction

    def take_slot(self, place: int) -> Reaction:
        """The reaction's turn has come; its slot is how many came before it. It may be altered."""
        reaction = self.own(place)
        reaction.slot = self.slots
        self.slots += 1
        return reaction

    def waiting(self, rank: Callable[[Reaction], tuple[int, ...]]) -> Iterator[Reaction]:
        """Those that wait, the lowest rank first, equal ones as declared. While a reaction waits its rank must not change."""
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
    """The interrupted action: a record with a cursor. `path` has the start cell first; `done` is the index reached.

    `contact`: those whom its move brings it into contact with, as announced, then as made. `forced`: its hand was
    forced; `bound`: it has to be carried out as announced.
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
        """Whether nothing is left of it."""
        return self.status in OVER


if TYPE_CHECKING:
    import typing_extensions

    ActionT_co = typing_extensions.TypeVar("ActionT_co", bound=Action, default=Action, covariant=True)
else:  # a default for a type variable is younger than Python 3.11
    ActionT_co = TypeVar("ActionT_co", bound=Action, covariant=True)


class Tie(msgspec.Struct, gc=False):
    """A roll-off: who rolled what, who won, whether he hesitated."""

    units: list[UnitId]
    rolls: list[list[int]] = []
    winner: UnitId = ""
    hesitated: bool = False


class ReactionQueue(msgspec.Struct, Generic[ActionT_co], gc=False):
    """Triggers and reactions of one interrupted action, and where its handling stands.

    `kind` finds the policy, `n` is the number of the event that announced the action. `passed` are the seats that have
    passed in the window, `asking` the one that is asked, `frozen` the units kept out since it closed, `ties` the
    roll-offs so far. `standing_passes`: until when a seat that has passed does not want to be asked again about this action.
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

    def clone(self) -> Self:
        """A copy that can be written without touching this one; triggers and reactions are shared until they are."""
        twin = fresh(self)
        twin.action = fresh(self.action)
        twin.triggers, twin.reactions = self.triggers.copy(), self.reactions.copy()
        return twin

    def open_triggers(self) -> list[Trigger]:
        """The triggers that may be answered now: the latest ones, because those before a closed one are closed."""
        triggers = self.triggers
        first = last = len(triggers)
        while first and triggers[first - 1].open:
            first -= 1
        return [triggers[place] for place in range(first, last)]

    def open_to(self, seat: Seat) -> list[Trigger]:
        """The triggers that a seat may answer now."""
        return [trigger for trigger in self.open_triggers() if seat in trigger.to]

    def close_triggers(self) -> None:
        """What has happened so far can no longer be answered."""
        for trigger in self.open_triggers():
            self.triggers.own(trigger.id).open = False

    def plan(self, seat: Seat = "") -> list[Reaction]:
        """What a seat (or any) has planned and not yet declared, in the order of planning."""
        return [r for r in self.reactions if r.status == "planned" and seat in ("", r.seat)]

    def drop_plan(self, units: Collection[UnitId]) -> None:
        """Forget what was planned for these units; what has been declared keeps its number."""
        self._renumber(r for r in self.reactions if r.status != "planned" or r.unit not in units)

    def insert(self, place: int, reaction: Reaction) -> None:
        """Put a planned reaction at a place among those that are planned too, or last."""
        listed = list(self.reactions)
        listed.insert(place, reaction)
        self._renumber(listed)

    def _renumber(self, reactions: Iterable[Reaction]) -> None:
        kept = [fresh(reaction) for reaction in reactions]
        for number, reaction in enumerate(kept):
            reaction.id = number
        self.reactions = Reactions(kept)


def aimed_at(queue: ReactionQueue[Action], trigger: Trigger) -> Iterator[UnitId]:
    """The units that what has been announced is aimed at: by the action itself, or by the reaction that it is."""
    if trigger.by >= 0:
        reaction = queue.reactions[trigger.by]
        yield from (reaction.target, *reaction.targets)
    else:
        yield from (queue.action.target, *queue.action.targets, *trigger.contact)
