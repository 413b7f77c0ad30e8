"""What is counted in a game of Epic."""

from __future__ import annotations

from game.engine.events import ReactionDeclared
from game.engine.measures import COMMON, Count, GameLog, Measure
from game.rules.epic.events import AssaultDeclared, DrawnIn, OverwatchSpent


def assaults(log: GameLog) -> list[int]:
    """For each assault, how many stands have counter charged in it (EP-01 to EP-03)."""
    found: list[int] = []
    for entry in log.entries:
        match entry.event:
            case AssaultDeclared():
                found.append(0)
            case ReactionDeclared(action="move"):
                found[-1] += 1
    return found


def answered(log: GameLog) -> Count:
    """Assaults with a counter charge, of all."""
    found = assaults(log)
    return Count(sum(count > 0 for count in found), len(found))


def charges(log: GameLog) -> Count:
    """Stands that counter charge, for each assault."""
    found = assaults(log)
    return Count(sum(found), len(found))


MEASURES = (
    Measure("counter_charged", "assaults with a counter charge", "share", answered),
    Measure("counter_charges", "counter charges an assault", "rate", charges),
    Measure.in_games("drawn_in", "games with somebody drawn in", DrawnIn),
    Measure.a_turn("assaults", "assaults a turn", AssaultDeclared),
    Measure.a_turn("overwatch_shots", "formations firing on overwatch a turn", OverwatchSpent),
    *COMMON,
)
