"""The words of VIKTORY II."""

from __future__ import annotations

from game.engine import vocabulary
from game.engine.forecast import Effect
from game.engine.names import PhaseId, QuestionKind, Verb


class Verbs(vocabulary.Verbs):
    """What is done."""

    BATTLE = Verb("battle")
    BOMBARD = Verb("bombard")
    ENTER = Verb("enter")
    """What overwatch answers: somebody comes into a hex."""
    LOAD = Verb("load")
    REMOVE = Verb("remove")
    RETREAT = Verb("retreat")
    STAY = Verb("stay")
    UNLOAD = Verb("unload")


class Questions(vocabulary.Questions):
    """What is asked."""

    ACT = QuestionKind("act")
    RETREAT = QuestionKind("retreat")
    VICTIM = QuestionKind("victim")


class Phases:
    """The phases of a turn."""

    ACT = PhaseId("act")
    PLACE = PhaseId("place")


class Effects:
    """What an attack may come to, beside putting somebody out."""

    HELD = Effect("held")
    TAKEN = Effect("taken")
