"""The words of SkirmishCorps."""

from __future__ import annotations

from game.engine import vocabulary
from game.engine.forecast import Effect
from game.engine.names import MarkerKind, Pace, PhaseId, QuestionKind, Verb


class Verbs(vocabulary.Verbs):
    """What a unit does."""

    ASSIGN = Verb("assign")
    CLOSE_COMBAT = Verb("close_combat")
    COVERING_FIRE = Verb("covering_fire")
    CUT_OFF = Verb("cut_off")
    FORCE = Verb("force")
    INTERCEPT = Verb("intercept")
    POINT = Verb("point")
    PRONE = Verb("prone")
    TEST = Verb("test")
    WAIT = Verb("wait")


class Questions(vocabulary.Questions):
    """What a seat is asked."""

    ASSIGN = QuestionKind("assign")
    ATTACK = QuestionKind("attack")
    CARRY_OUT = QuestionKind("carry_out")
    COURAGE = QuestionKind("courage")
    FORCE = QuestionKind("force")
    POINT = QuestionKind("point")


class MarkerKinds(vocabulary.MarkerKinds):
    """What lies beside a unit."""

    MOVE = MarkerKind("move")
    PINNED = MarkerKind("pinned")


class Paces:
    """How fast a unit moves."""

    JOG = Pace("jog")
    SNEAK = Pace("sneak")
    RUN = Pace("run")
    SPRINT = Pace("sprint")


class Phases:
    """The phases of a turn."""

    ACT = PhaseId("act")
    ASSIGN = PhaseId("assign")
    END = PhaseId("end")


class Effects:
    """What an attack may do to its target, besides putting it out of action."""

    STOPPED = Effect("stopped")
    SUPPRESSED = Effect("suppressed")
