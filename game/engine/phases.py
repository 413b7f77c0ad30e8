"""The table of phases that a rulebook declares: what happens in a turn, in which order."""

from __future__ import annotations

from msgspec import Struct

from game.engine.steps import AnyStep


class Phase(Struct, frozen=True):
    """A row of the table. `steps` run in order when the phase begins; `next` is the phase after it, "" ends the turn.

    `short` is its name in the list of a turn's steps, where that is not its title.
    """

    id: str
    title: str
    steps: tuple[AnyStep, ...]
    next: str = ""
    clauses: tuple[str, ...] = ()
    short: str = ""
