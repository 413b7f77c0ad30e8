"""What is counted in a game of Stargrunt II."""

from __future__ import annotations

from game.engine.measures import COMMON, Count, GameLog, Measure
from game.rules.stargrunt2.events import CounterSpent, Fired, OverwatchPlaced
from game.rules.stargrunt2.vocabulary import Verbs

SHOTS = (Verbs.OPPORTUNITY_FIRE, Verbs.OVERWATCH_FIRE)


def shots_out_of_turn(log: GameLog) -> Count:
    """Opportunity and overwatch fire that was carried out (SG-04, SG-36), for each turn."""
    fired = [log.answer(entry) for entry in log.entries if isinstance(entry.event, Fired)]
    return Count(sum(answer is not None and answer.action in SHOTS for answer in fired), log.turns)


MEASURES = (
    Measure("shots_out_of_turn", "opportunity and overwatch shots a turn", "rate", shots_out_of_turn),
    Measure.per_turn("overwatch_shots", "overwatch shots a turn", CounterSpent),
    Measure.per_turn("counters", "overwatch counters a turn", OverwatchPlaced),
    *COMMON,
)
