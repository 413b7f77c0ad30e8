"""Policies: data that says how the one reaction mechanism handles a kind of trigger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from game.engine.names import Verb
from game.engine.queue import ACTION, DECLARE, RESOLVE, Reaction, Stage
from game.engine.state import State

ANY = Verb("*")
"""The key of the policy for every kind of trigger without one of its own."""

OrderKey = Callable[[State, Reaction], int]
"""A sort key of reactions, lower first. It must not change while the reaction waits."""


def as_declared(state: State, reaction: Reaction) -> int:
    """The order in which reactions were declared."""
    return reaction.id


class Policy(msgspec.Struct, frozen=True):
    """How a kind of trigger is handled.

    asks: "others" (the seats named by the trigger) or "both" (those, then the acting side, until all have passed)
    declare: "until_passes" (nothing is carried out until all have passed), "at_once" (each declaration is carried out
        at once) or "draft" (a seat plans a set of reactions that is judged and declared as a whole)
    grow: "merge" (a declaration is itself a trigger) or "none"
    order: the keys that sort declared reactions; the first that differs decides
    ties: "owner" (the owner picks) or "delegates" (a roll-off between delegates of both sides)
    stages: the order of declaring, resolving and the interrupted action itself
    freeze: whether units that have not declared are kept out once the window closes
    again: whether seats that have passed in this window are asked again after a declaration
    once: whether a unit reacts only once in an action, however many windows open in it
    """

    asks: Literal["others", "both"] = "others"
    declare: Literal["until_passes", "at_once", "draft"] = "until_passes"
    grow: Literal["merge", "none"] = "none"
    order: tuple[OrderKey, ...] = (as_declared,)
    ties: Literal["owner", "delegates"] = "owner"
    stages: tuple[Stage, ...] = (DECLARE, RESOLVE, ACTION)
    freeze: bool = False
    again: bool = True
    once: bool = False

    @property
    def drafts(self) -> bool:
        """Whether reactions are planned first, then judged and declared as a whole."""
        return self.declare == "draft"

    def rank(self, state: State, reaction: Reaction) -> tuple[int, ...]:
        """The sort key of a reaction: lower ones are carried out first."""
        return tuple([key(state, reaction) for key in self.order])
