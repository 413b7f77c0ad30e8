"""The measures that the lab counts in a game of VIKTORY II."""

from __future__ import annotations

from game.engine.measures import COMMON, Measure
from game.rules.viktory2.events import ShotUsed

MEASURES = (Measure.per_turn("overwatch_shots", "overwatch shots a turn", ShotUsed), *COMMON)
