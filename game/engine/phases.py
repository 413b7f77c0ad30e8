"""The table of phases that a rulebook declares: what happens in a turn, in which order."""

from __future__ import annotations

from msgspec import Struct

from game.engine.names import PhaseId
from game.engine.steps import AnyStep

LAST = PhaseId("")
"""What follows the phase that ends the turn."""


class Phase(Struct, frozen=True):
    """A row of the table. `steps` run in order when the phase begins; `next` is the phase after it, LAST if it ends the turn.

    `short` is its name in the list of a turn's steps, where that is not its title.
    """

    id: PhaseId
    title: str
    steps: tuple[AnyStep, ...]
    next: PhaseId = LAST
    clauses: tuple[str, ...] = ()
    short: str = ""
