"""What is counted in a game of SkirmishCorps."""

from __future__ import annotations

from game.engine.events import TieSettled
from game.engine.measures import COMMON, Count, GameLog, Measure
from game.engine.names import MarkerKind, UnitId
from game.rules.skirmishcorps.events import CutOffMade, HandForced, Intercepted, MarkerAssigned, MarkersConfirmed
from game.rules.skirmishcorps.vocabulary import MarkerKinds


def overwatch_laid(log: GameLog) -> Count:
    """Overwatch markers out of all markers, counted when a seat confirms them; until then they may change (SC-01)."""
    laid, watching, lying = 0, 0, dict[UnitId, MarkerKind]()
    for entry in log.entries:
        match entry.event:
            case MarkerAssigned(unit=unit, marker=str(marker)):
                lying[unit] = marker
            case MarkersConfirmed():
                laid += len(lying)
                watching += sum(marker == MarkerKinds.OVERWATCH for marker in lying.values())
                lying.clear()
    return Count(watching, laid)


MEASURES = (
    Measure("overwatch_markers", "share of overwatch markers", "share", overwatch_laid),
    *COMMON,
    Measure.in_games("forced_hands", "games with a forced hand", HandForced),
    Measure.in_games("cut_offs", "games with a cut-off or an intercept", CutOffMade, Intercepted),
    Measure.in_games("ties", "games with a tie", TieSettled),
)
