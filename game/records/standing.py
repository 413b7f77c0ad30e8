"""A standing answer as a record stores it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from game.engine.foreign import PRINTABLE, Word
from game.engine.standing import Stand
from game.records.tape import Made


class StandingAnswer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When a seat wants to be asked about reactions, from the choice number `made` on.

    `action`: the number of the event that announced the action in hand then, -1 for none. `turn`: the turn then;
    `whose`: the seat in turn, if the rulebook gives each seat its own turns. `rests`: a step back has suspended it.
    """

    made: Made
    seat: Word
    stand: Stand
    action: Annotated[int, Meta(ge=-1, le=10_000_000)] = -1
    turn: Made = 0
    whose: Annotated[str, Meta(max_length=60, pattern=PRINTABLE)] = ""
    rests: bool = False
