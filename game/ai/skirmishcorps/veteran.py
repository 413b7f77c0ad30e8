"""A veteran's judgement of SkirmishCorps: a regular's, of three times the destinations."""

from __future__ import annotations

from game.ai.skirmishcorps.tactics import CorpsTactics


class CorpsVeteran(CorpsTactics):
    """A regular looks at five destinations of all its units, which are the best at a glance and not always the best."""

    widest = 30
    runs = 12_000
