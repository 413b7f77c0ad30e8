"""The measures that the lab counts in a game of Epic."""

from __future__ import annotations

from game.engine.events import ReactionDeclared
from game.engine.measures import COMMON, Count, GameLog, Measure
from game.rules.epic.events import AssaultDeclared, ChargeTaken, DrawnIn, OverwatchSpent
from game.rules.epic.vocabulary import Verbs


def assaults(log: GameLog) -> list[int]:
    """The number of counter charges in each assault in which a stand could make one (EP-01 to EP-05, EP-09).

    A passenger that only gets out is not counted as a counter charge.
    """
    found: list[int | None] = []  # None: no stand could make one, so far
    for entry in log.entries:
        match entry.event:
            case AssaultDeclared():
                found.append(None)
            case ReactionDeclared(action=Verbs.MOVE | Verbs.DISEMBARK as action):
                found[-1] = (found[-1] or 0) + (action == Verbs.MOVE)
            case ChargeTaken():
                found[-1] = found[-1] or 0
    return [count for count in found if count is not None]


def answered(log: GameLog) -> Count:
    """The assaults with a counter charge, out of those in which one could be made."""
    found = assaults(log)
    return Count(sum(count > 0 for count in found), len(found))


def charges(log: GameLog) -> Count:
    """The counter charges in all assaults in which one could be made, out of the number of those assaults."""
    found = assaults(log)
    return Count(sum(found), len(found))


MEASURES = (
    Measure(
        "counter_charged", "assaults with a counter charge, of those in which one could be made", "share", answered
    ),
    Measure("counter_charges", "counter charges an assault in which one could be made", "rate", charges),
    Measure.in_games("drawn_in", "games with somebody drawn in", DrawnIn),
    Measure.per_turn("assaults", "assaults a turn", AssaultDeclared),
    Measure.per_turn("overwatch_shots", "formations firing on overwatch a turn", OverwatchSpent),
    *COMMON,
)
