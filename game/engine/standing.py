"""Standing answers: when a seat wants to be asked about reactions, said once and beforehand.

A pass that is to hold and a condition for each unit are one thing: what is left of the questions of a window once it is
said. Whether a question is left is judged by what everybody can see, so that no pass tells what lies face-down.
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
    """Whose danger is a reason to be asked: nobody's, that of the unit itself, that of any unit of the seat."""

    NOBODY = "nobody"
    ITSELF = "itself"
    ANYBODY = "anybody"


class When(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """When a seat wants to be asked about one of its units. Where nothing is set: always.

    `within`: only for targets at most so many cells away, 0 for any; `targets`: only for these profiles, none for any.
    `danger` and `odds` (of the final result, in percent) are reasons: where any is set, one of them has to be there.
    """

    within: Cells = 0
    targets: tuple[str, ...] = ()
    danger: Danger = Danger.NOBODY
    odds: Percent = 0

    @property
    def always(self) -> bool:
        """Whether it asks for nothing."""
        return self == ALWAYS


ALWAYS: Final = When()
NEVER: Final = None


class Standing(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A standing answer: when to ask about each of the `units` named, and about the `rest`; None is never.

    `openly`: what is not a secret is to be asked on a screen that shows everybody what everybody may know, without a
    hand-over; what is picked there is checked against the truth.
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
        """The same with another answer for some units."""
        return Standing(self.rest, {**self.units, **dict.fromkeys(units, when)}, self.openly)


class Lasting(StrEnum):
    """How long a standing answer holds: for the action in hand, for the turn, or until another one is given."""

    ACTION = "action"
    TURN = "turn"
    GAME = "game"


class Stand(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A standing answer and how long it holds."""

    standing: Standing = Standing()
    lasts: Lasting = Lasting.TURN


ASK: Final = Standing(ALWAYS)
"""As if nothing had been said."""
PASS_ALL: Final = Standing()
"""A pass that holds: nothing is asked any more."""
