"""A veteran's judgement of SkirmishCorps: a regular's, of three times the destinations, and without its taste for waiting."""

from __future__ import annotations

from game.ai.skirmishcorps.judgement import Stakes
from game.ai.skirmishcorps.outlook import Man
from game.ai.skirmishcorps.tactics import CorpsTactics


class CorpsVeteran(CorpsTactics):
    """A regular looks at five destinations of all its units, which are the best at a glance and not always the best."""

    widest = 30
    runs = 12_000

    @staticmethod
    def beyond(man: Man, stakes: Stakes) -> float:
        """Nothing for ground that is held: overwatch is laid for what is foreseen to come of it."""
        return min(0.0, CorpsTactics.beyond(man, stakes))
