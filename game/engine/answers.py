"""Choices, and whether a choice is a legal answer to the pending decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Self

from msgspec import Meta, Struct

from game.engine.decisions import Decision, Refusal
from game.engine.dice import rolled
from game.engine.foreign import PRINTABLE
from game.engine.options import CONFIRM, PASS, Option
from game.engine.ruleset import Ruleset
from game.engine.setup import Cell
from game.engine.state import State
from game.engine.table import Answer
from game.engine.unfit import clean

Faces = Annotated[tuple[Annotated[int, Meta(ge=0, le=1_000_000)], ...], Meta(max_length=1000)]
"""The faces of one roll, in the order of its dice."""


class Choice(Struct, frozen=True, omit_defaults=True):
    """An answer as matches and records keep it: an option by its id, or the `faces` of a roll.

    `path` has the cells after the start, if a move takes another path than the option's own. `until` says how long a
    pass holds, as a key of `Ruleset.pass_until`.
    """

    option: Annotated[str, Meta(max_length=500, pattern=PRINTABLE)] = ""
    faces: Faces | None = None
    path: Annotated[tuple[Cell, ...], Meta(max_length=100_000)] | None = None
    until: Annotated[str, Meta(max_length=40, pattern=PRINTABLE)] = ""

    @classmethod
    def of(cls, option: Option) -> Self:
        """The choice of an option with its own path and its own `until`."""
        return cls(option.id, path=option.path or None, until=option.until)

    @classmethod
    def by(cls, choice: Self | str) -> Self:
        """The choice itself, or the choice of an option by its id alone."""
        return cls(choice) if isinstance(choice, str) else choice


class IllegalChoice(ValueError):  # noqa: N818
    """The choice is not among the legal ones; `legal` lists their ids. Nothing has changed."""

    def __init__(self, message: str, legal: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.legal = tuple(legal)


class NoDecision(ValueError):  # noqa: N818
    """Nothing is being asked: the match is over."""


def checked_answer(rules: Ruleset, front: State, decision: Decision, choice: Choice) -> tuple[Answer, Choice]:
    """The answer for the running step, and the choice as a match keeps it, with a path only if it is not the option's.

    Raises IllegalChoice or DiceError.
    """
    if decision.throw is not None:
        if choice.faces is None:
            raise IllegalChoice(f'The roll "{decision.why}" is answered with its faces.')
        return rolled(decision.dice, decision.throw.read, choice.faces, decision.why), Choice(faces=choice.faces)
    option = decision.option(choice.option)
    if option is None:
        text = f'"{clean(choice.option, 200)}" is not a legal answer to "{decision.prompt}".'
        no = _unconfirmed(rules, front, decision) if choice.option == CONFIRM.id else None
        raise IllegalChoice(
            f"{text} The plan is refused by {no.clause}: {no.reason}." if no else text, _legal(decision)
        )
    path = choice.path
    if path == option.path and (path or not rules.complete(front, option).path):  # moves are listed without their paths
        path = None
    if path is not None:
        no = rules.path_refused(front, option, path)
        if no is not None:
            raise IllegalChoice(f"That path cannot be taken: {no.reason}.", _legal(decision))
        option = option.but(path=path)
    if choice.until:
        if option.action != PASS.action or choice.until not in rules.pass_until:
            words = " or ".join(f'"{word}"' for word in rules.pass_until)
            raise IllegalChoice(f'Only "pass" takes `until`, which is {words}.', _legal(decision))
        option = option.but(until=choice.until)
    return option, Choice(option.id, path=path, until=choice.until)


def _legal(decision: Decision) -> list[str]:
    return [option.id for option in decision.options]


def _unconfirmed(rules: Ruleset, front: State, decision: Decision) -> Refusal | None:
    """Why the present plan cannot be confirmed; None if it can, or if there is no plan."""
    queue = front.queues[-1] if front.queues else None
    return rules.plan_refused(front, queue, decision.seat) if queue and queue.plan(decision.seat) else None
