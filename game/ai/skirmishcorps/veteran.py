"""A veteran's judgement of SkirmishCorps: a regular's, past the end of the action in hand, and without its taste for waiting."""

from __future__ import annotations

from game.ai.skirmishcorps.judgement import Stakes
from game.ai.skirmishcorps.outlook import Man
from game.ai.skirmishcorps.tactics import CorpsTactics
from game.engine.ruleset import Ruleset
from game.engine.vocabulary import Questions
from game.records.levels import Character


class CorpsOpponent(CorpsTactics):
    """The enemy, whose next action is thought of: as a regular, but at six answers at the most."""

    widest = 6


class CorpsVeteran(CorpsTactics):
    """A regular looks at five destinations of all its units, and no further than to the end of the action."""

    widest = 30
    runs = 12_000
    looks_beyond = frozenset({Questions.ACTIVATE})

    def __init__(self, rules: Ruleset, character: Character = Character.STEADY) -> None:
        super().__init__(rules, character)
        self._opponent = CorpsOpponent(rules)

    @property
    def opponent(self) -> CorpsOpponent:
        """A steady regular."""
        return self._opponent

    @staticmethod
    def beyond(man: Man, stakes: Stakes) -> float:
        """Nothing for ground that is held: overwatch is laid for what is foreseen to come of it."""
        return min(0.0, CorpsTactics.beyond(man, stakes))
