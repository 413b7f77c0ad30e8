"""The measures that the lab counts in a game of WH40K 2nd edition."""

from __future__ import annotations

from game.engine.measures import COMMON, Measure
from game.rules.wh40k2.events import CounterSpent, OverwatchPlaced

MEASURES = (
    Measure.per_turn("overwatch_shots", "overwatch shots a turn", CounterSpent),
    Measure.per_turn("counters", "overwatch counters a turn", OverwatchPlaced),
    *COMMON,
)
