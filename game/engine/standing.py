"""Standing answers: a seat says beforehand when it wants to be asked about reactions.

A pass that holds and a condition for each unit are both standing answers. Whether a seat is still asked is judged by
public facts, so that a pass does not reveal face-down markers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from game.engine.names import UnitId

Cells = Annotated[int, Meta(ge=0, le=10_000)]
Percent = Annotated[int, Meta(ge=0, le=100)]


class Danger(StrEnum):
    """Whose danger is a reason to be asked: nobody's, that of the unit itself, or that of any unit of the seat."""

    NOBODY = "nobody"
    ITSELF = "itself"
    ANYBODY = "anybody"


class When(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """When a seat wants to be asked about one of its units; always, if no field is set.

    `within`: only for targets at most that many cells away (0: any). `targets`: only for targets of these profiles
    (empty: any). `danger` and `odds` (of the final result, in percent) are reasons to ask: if any is set, at least one
    has to be met.
    """

    within: Cells = 0
    targets: tuple[str, ...] = ()
    danger: Danger = Danger.NOBODY
    odds: Percent = 0

    @property
    def always(self) -> bool:
        """Whether it sets no condition."""
        return self == ALWAYS


ALWAYS: Final = When()
NEVER: Final = None


class Standing(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A standing answer: when to ask about each of the `units`, and about the `rest`; None means never.

    `openly`: questions that reveal no secret are asked on a screen that shows only what is public, without a hand-over;
    an answer picked there is checked against the true state.
    """

    rest: When | None = NEVER
    units: dict[UnitId, When | None] = {}
    openly: bool = False

    def of(self, unit: UnitId) -> When | None:
        """When to ask about a unit."""
        return self.units.get(unit, self.rest)

    def never(self, units: Iterable[UnitId]) -> bool:
        """Whether it asks about none of these units, whatever happens."""
        return all(self.of(unit) is NEVER for unit in units)

    def but(self, units: Collection[UnitId], when: When | None) -> Standing:
        """The same answer, but with `when` for these units."""
        return Standing(self.rest, {**self.units, **dict.fromkeys(units, when)}, self.openly)


class Lasting(StrEnum):
    """How long a standing answer holds: for the present action, for the turn, or until another one is given."""

    ACTION = "action"
    TURN = "turn"
    GAME = "game"


class Stand(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A standing answer and how long it holds."""

    standing: Standing = Standing()
    lasts: Lasting = Lasting.TURN


ASK: Final = Standing(ALWAYS)
"""Always ask: the same as no standing answer."""
PASS_ALL: Final = Standing()
"""Never ask: a pass that holds."""
