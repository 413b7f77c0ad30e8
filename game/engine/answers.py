"""An answer to the pending decision: a legal option, perhaps on another path or held, or the faces of a roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from game.engine.decisions import Decision, Refusal
from game.engine.dice import rolled
from game.engine.options import CONFIRM, PASS
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.engine.table import Answer


class Choice(TypedDict, total=False):
    """An answer as a match keeps it: an option's id, perhaps with another path or a word for how long; or faces alone."""

    option: str
    path: list[int]
    until: str
    faces: list[int]


class IllegalChoice(ValueError):  # noqa: N818
    """The choice is not among the legal ones; `legal` lists their ids. Nothing has changed."""

    def __init__(self, message: str, legal: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.legal = tuple(legal)


class NoDecision(ValueError):  # noqa: N818
    """Nothing is being asked: the match is over."""


def checked_answer(
    rules: Ruleset,
    front: State,
    asked: Decision,
    option_id: str,
    *,
    path: Sequence[int] | None,
    until: str,
    faces: Sequence[int] | None,
) -> tuple[Answer, Choice]:
    """What the running step is given, and how a record stores it. Raises IllegalChoice, DiceError."""
    if asked.throw is not None:
        if faces is None:
            raise IllegalChoice(f'The roll "{asked.why}" is answered with its faces.')
        return rolled(asked.dice, asked.throw.read, faces, asked.why), {"faces": list(faces)}
    option = asked.option(option_id)
    if option is None:
        text = f'"{option_id}" is not a legal answer to "{asked.prompt}".'
        no = _unconfirmed(rules, front, asked) if option_id == CONFIRM.action else None
        raise IllegalChoice(f"{text} The plan is refused by {no.clause}: {no.reason}." if no else text, _legal(asked))
    choice: Choice = {"option": option.id}
    if path is not None and tuple(path) != option.path:
        no = rules.path_refused(front, option, tuple(path))
        if no is not None:
            raise IllegalChoice(f"That path cannot be taken: {no.reason}.", _legal(asked))
        option = option.but(path=tuple(path))
        choice["path"] = list(path)
    if until:
        if option.action != PASS.action or until not in rules.pass_until:
            words = " or ".join(f'"{word}"' for word in rules.pass_until)
            raise IllegalChoice(f'Only "pass" can hold, until {words}.', _legal(asked))
        option = option.but(until=until)
        choice["until"] = until
    return option, choice


def _legal(asked: Decision) -> list[str]:
    return [option.id for option in asked.options]


def _unconfirmed(rules: Ruleset, front: State, asked: Decision) -> Refusal | None:
    """Why the plan in hand cannot be confirmed, if a plan is asked for."""
    queue = front.queues[-1] if front.queues else None
    return rules.plan_refused(front, queue, asked.seat) if queue and queue.plan(asked.seat) else None
