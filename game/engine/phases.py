"""The table of phases, with which a rulebook declares what happens in a turn, in which order."""

from __future__ import annotations

from msgspec import Struct

from game.engine.names import PhaseId
from game.engine.steps import AnyStep

LAST = PhaseId("")
"""The `next` of the phase that ends the turn."""


class Phase(Struct, frozen=True):
    """A row of the table. Its `steps` run in order; `next` is the phase after it, LAST for the end of the turn.

    `short` is its name in the list of phases, if that is not its title.
    """

    id: PhaseId
    title: str
    steps: tuple[AnyStep, ...]
    next: PhaseId = LAST
    clauses: tuple[str, ...] = ()
    short: str = ""
