"""Steps: the functions that rules are made of, in a form that can wait on the agenda.

    @step
    def flip(t: Table, reaction: int) -> None: ...

    t.then(flip, reaction.id)

A step is a pure function of (state, answers). Its arguments have to be JSON: numbers, texts, lists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

import msgspec

P = ParamSpec("P")
T_contra = TypeVar("T_contra", contravariant=True)

_STEPS: dict[str, StepFunction[Any, Any]] = {}


class StepFunction(Generic[T_contra, P]):
    """A rule that can wait on the agenda. Called directly, it runs as part of its caller."""

    def __init__(self, run: Callable[Concatenate[T_contra, P], None]) -> None:
        self.body = self.__wrapped__ = run
        self.name = f"{run.__module__.removeprefix('game.')}.{run.__qualname__}"
        self.__doc__ = run.__doc__

    def __call__(self, t: T_contra, *args: P.args, **kwargs: P.kwargs) -> None:
        """Run it on the table `t`."""
        self.body(t, *args, **kwargs)

    def __repr__(self) -> str:
        return self.name

    def __copy__(self) -> StepFunction[T_contra, P]:
        return self

    def __deepcopy__(self, memo: object) -> StepFunction[T_contra, P]:
        return self

    def __reduce__(self) -> tuple[Callable[[str], StepFunction[Any, Any]], tuple[str]]:
        return step_named, (self.name,)


def step(run: Callable[Concatenate[T_contra, P], None]) -> StepFunction[T_contra, P]:
    """Make a rule a step. Records know it by module and function. Raises ValueError if another step has that name."""
    function = StepFunction(run)
    if function.name in _STEPS and _STEPS[function.name].body.__code__ is not run.__code__:
        raise ValueError(f"There are two steps {function.name}.")
    _STEPS[function.name] = function
    return function


def step_named(name: str) -> StepFunction[Any, Any]:
    """The step of that name. Raises KeyError if its rulebook has no such step or has not been imported."""
    return _STEPS[name]


AnyStep = StepFunction[Any, Any]


class Step(msgspec.Struct, frozen=True, gc=False):
    """A rule on the agenda, with its JSON arguments and the number of the event that caused it, -1 for none."""

    run: AnyStep
    args: list[Any]
    cause: int = -1
