"""Policies: how a kind of trigger is handled, as data that one mechanism branches on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from game.engine.names import Verb
from game.engine.queue import ACTION, DECLARE, RESOLVE, Reaction, Stage
from game.engine.state import State

ANY = Verb("*")
"""Stands for every kind of trigger that has no policy of its own."""

OrderKey = Callable[[State, Reaction], int]
"""A number by which reactions are put in order, lower ones first. It does not change while the reaction waits."""


def as_declared(state: State, reaction: Reaction) -> int:
    """The order of declaring."""
    return reaction.id


class Policy(msgspec.Struct, frozen=True):
    """How a kind of trigger is handled; the engine branches on every field.

    asks: "others" (the seats named by the trigger) or "both" (those, then the acting side, until all have passed)
    declare: "until_passes" (nothing is carried out yet), "at_once" (each declaration is carried out at once) or
        "draft" (a seat plans a set of reactions that is judged and declared as a whole)
    grow: "merge" (a declaration is itself a trigger) or "none"
    order: by which numbers the declared reactions are put in order, the first that differs deciding
    ties: "owner" (the owner picks) or "delegates" (a roll-off between delegates of both sides)
    stages: in which order declaring, resolving and the interrupted action itself come
    freeze: whether closing keeps undeclared units out
    again: whether a declaration asks those once more who have passed in this window; else a chance passed up is gone
    """

    asks: Literal["others", "both"] = "others"
    declare: Literal["until_passes", "at_once", "draft"] = "until_passes"
    grow: Literal["merge", "none"] = "none"
    order: tuple[OrderKey, ...] = (as_declared,)
    ties: Literal["owner", "delegates"] = "owner"
    stages: tuple[Stage, ...] = (DECLARE, RESOLVE, ACTION)
    freeze: bool = False
    again: bool = True

    @property
    def drafts(self) -> bool:
        """Whether reactions are planned, then judged and declared as a whole."""
        return self.declare == "draft"

    def rank(self, state: State, reaction: Reaction) -> tuple[int, ...]:
        """A reaction's place in the order: lower ones are carried out first."""
        return tuple([key(state, reaction) for key in self.order])
