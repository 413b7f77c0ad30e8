"""The reaction queue of an interrupted action, as data, and the policies that drive it.

It belongs to the action: windows open in it any number of times, and opening one closes the older triggers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter

DECLARE, RESOLVE, ACTION = "declare", "resolve", "action"


@dataclass(frozen=True, slots=True)
class Policy:
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


@dataclass(slots=True)
class Trigger:
    """Something that may be reacted to. `n`: its event; `by`: the reaction that is it (-1: the action itself)."""

    id: int
    n: int
    actor: str
    kind: str
    to: list[str]
    by: int = -1
    path: list[int] = field(default_factory=list)
    cell: int = -1
    contact: str = ""
    open: bool = True


@dataclass(slots=True)
class Reaction:
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
    targets: list[str] = field(default_factory=list)
    ally: str = ""
    weapon: str = ""
    point: int = -1
    to: int = -1
    path: list[int] = field(default_factory=list)
    status: str = "planned"
    why: str = ""
    clause: str = ""
    note: str = ""
    forces: bool = False
    tie: int = -1
    slot: int = -1


@dataclass(slots=True)
class Action:
    """The interrupted action: a record with a cursor. `path` has the start cell first; `done` is the index reached.

    status: waiting, under_way, done, lost, stopped.
    """

    kind: str
    unit: str
    path: list[int] = field(default_factory=list)
    done: int = 0
    status: str = "waiting"
    pace: str = ""
    target: str = ""
    targets: list[str] = field(default_factory=list)
    weapon: str = ""
    ally: str = ""
    contact: str = ""
    forced: bool = False
    bound: bool = False
    facts: dict[str, int] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Whether nothing is left of it."""
        return self.status in ("done", "lost", "stopped")


@dataclass(slots=True)
class Tie:
    """A roll-off: who rolled what, who won, whether he hesitated."""

    units: list[str]
    rolls: list[list[int]] = field(default_factory=list)
    winner: str = ""
    hesitated: bool = False


@dataclass(slots=True)
class ReactionQueue:
    """Triggers and reactions of one interrupted action, and where its handling stands."""

    kind: str
    instigator: str
    action: Action
    stage: str = DECLARE
    n: int = -1
    triggers: list[Trigger] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    asking: str = ""
    frozen: list[str] = field(default_factory=list)
    ties: list[Tie] = field(default_factory=list)
    closed: bool = False
    facts: dict[str, int] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)

    def clone(self) -> ReactionQueue:
        """A copy down to the last list."""
        action = Action(*_ACTION(self.action))
        action.path, action.targets, action.facts = action.path.copy(), action.targets.copy(), action.facts.copy()
        triggers = [Trigger(*_TRIGGER(trigger)) for trigger in self.triggers]
        for trigger in triggers:
            trigger.to, trigger.path = trigger.to.copy(), trigger.path.copy()
        reactions = [Reaction(*_REACTION(reaction)) for reaction in self.reactions]
        for reaction in reactions:
            reaction.targets, reaction.path = reaction.targets.copy(), reaction.path.copy()
        return ReactionQueue(
            self.kind,
            self.instigator,
            action,
            self.stage,
            self.n,
            triggers,
            reactions,
            self.passed.copy(),
            self.asking,
            self.frozen.copy(),
            [Tie(t.units.copy(), [roll.copy() for roll in t.rolls], t.winner, t.hesitated) for t in self.ties],
            self.closed,
            self.facts.copy(),
            self.tags.copy(),
        )

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> ReactionQueue:
        """The inverse of the state's JSON."""
        whole = dict(data)
        whole["action"] = Action(**data["action"])  # type: ignore[arg-type]
        whole["triggers"] = [Trigger(**item) for item in data["triggers"]]  # type: ignore[attr-defined]
        whole["reactions"] = [Reaction(**item) for item in data["reactions"]]  # type: ignore[attr-defined]
        whole["ties"] = [Tie(**item) for item in data["ties"]]  # type: ignore[attr-defined]
        return cls(**whole)  # type: ignore[arg-type]

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


_TRIGGER, _REACTION, _ACTION = (attrgetter(*(f.name for f in fields(kind))) for kind in (Trigger, Reaction, Action))
