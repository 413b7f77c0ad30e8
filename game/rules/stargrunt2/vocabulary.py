"""The words of Stargrunt II."""

from __future__ import annotations

from game.engine import vocabulary
from game.engine.names import MarkerKind, Pace, PhaseId, QuestionKind, Verb


class Verbs(vocabulary.Verbs):
    """What a unit does."""

    ABANDON = Verb("abandon")
    ACTIVATE = Verb("activate")
    CARRY = Verb("carry")
    CLOSE_ASSAULT = Verb("close_assault")
    COMBAT_MOVE = Verb("combat_move")
    FINAL_FIRE = Verb("final_fire")
    FIRE = Verb("fire")
    GO_ON = Verb("go_on")
    IN_POSITION = Verb("in_position")
    LEAVE_POSITION = Verb("leave_position")
    OPPORTUNITY_FIRE = Verb("opportunity_fire")
    RALLY = Verb("rally")
    REACTION_FIRE = Verb("reaction_fire")
    REMOVE_SUPPRESSION = Verb("remove_suppression")
    REORGANISE = Verb("reorganise")
    STOP = Verb("stop")
    TEST_ONLY = Verb("test_only")
    TRANSFER = Verb("transfer")


class Questions(vocabulary.Questions):
    """What a seat is asked."""

    ACTION = QuestionKind("action")
    FINAL_FIRE = QuestionKind("final_fire")
    GO_ON = QuestionKind("go_on")
    WOUNDED = QuestionKind("wounded")


class MarkerKinds(vocabulary.MarkerKinds):
    """What lies beside a unit."""

    IN_POSITION = MarkerKind("in_position")


class Paces:
    """How fast a unit moves: each pace is an action of its own."""

    COMBAT_MOVE = Pace(Verbs.COMBAT_MOVE)
    MOVE = Pace(Verbs.MOVE)


class Phases:
    """The phases of a turn."""

    ACTIVATE = PhaseId("activate")
    END = PhaseId("end")
