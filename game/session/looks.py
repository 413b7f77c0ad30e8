"""What has happened since a seat last looked, where a screen changes hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.engine.log import LogLine
from game.engine.match import Match
from game.engine.view import UnitView


class Since(NamedTuple):
    """What a seat has not seen: the sentences, in order, and the units as they stood when it last looked."""

    lines: Sequence[LogLine]
    before: Sequence[UnitView]


class Looks:
    """For every seat how many choices had been made when it last looked."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.begun = len(match.history)
        self._made: dict[str, int] = {}

    def looked(self, seat: str, made: int) -> None:
        """A seat has seen all that came of the first `made` choices."""
        self._made[seat] = made

    def since(self, seat: str) -> Since:
        """What a seat has not seen, from its own knowledge only; nothing of what was before the screen was taken up."""
        match = self.match
        made = min(self._made.get(seat, self.begun), len(match.history))
        events = match.history[made].events if made < len(match.history) else len(match.events)
        lines = match.log_for(seat, events)
        return Since(lines, match.at(made).view(seat).units if lines else ())
