"""A veteran's judgement of SkirmishCorps: like a regular's, but beyond the action in hand and less fond of waiting."""

from __future__ import annotations

from game.ai.skirmishcorps.judgement import Stakes
from game.ai.skirmishcorps.outlook import Man
from game.ai.skirmishcorps.tactics import CorpsTactics
from game.engine.ruleset import Ruleset
from game.engine.vocabulary import Questions
from game.records.levels import Character


class CorpsOpponent(CorpsTactics):
    """The enemy in a look at its next action: a regular that weighs only six options."""

    widest = 6


class CorpsVeteran(CorpsTactics):
    """Weighs fifteen destinations where a regular weighs five, and the best options beyond the end of the action."""

    widest = 30
    runs = 12_000
    looks_beyond = frozenset({Questions.ACTIVATE})

    def __init__(self, rules: Ruleset, character: Character = Character.STEADY) -> None:
        super().__init__(rules, character)
        self._opponent = CorpsOpponent(rules)

    @property
    def opponent(self) -> CorpsOpponent:
        return self._opponent

    @staticmethod
    def beyond(man: Man, stakes: Stakes) -> float:
        """No bonus for ground that is held: a veteran lays overwatch only for what the outlook foresees of it."""
        return min(0.0, CorpsTactics.beyond(man, stakes))
