"""What a computer player counts things for on a table: the only numbers of the judgement that fits every rulebook."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.ai.temper import Temper


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth, in figures put out of action."""

    unit: float = 1.0
    figure: float = 0.25
    point: float = 0.35
    hold: float = 0.3
    near: float = 0.03
    exposed: float = 0.3
    aimed_at: float = 0.6
    now: float = 0.75
    ready: float = 0.6
    spent: float = 0.3
    fresh: float = 0.05
    suppressed: float = 0.12
    pinned: float = 0.25
    win: float = 50.0
    believed: float = 0.5

    def of(self, temper: Temper) -> Weights:
        """The same as a player of that temper feels them."""
        return replace(self, exposed=self.exposed * temper.danger, aimed_at=self.aimed_at * temper.targets)
