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
    """A unit enters a hex, which overwatch may answer."""
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
    """What a battle may come to, besides losses."""

    HELD = Effect("held")
    TAKEN = Effect("taken")
