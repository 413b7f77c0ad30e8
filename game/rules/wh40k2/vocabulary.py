"""The words of WH40K 2nd edition."""

from __future__ import annotations

from game.engine import vocabulary
from game.engine.names import MarkerKind, Pace, PhaseId, QuestionKind, Verb


class Verbs(vocabulary.Verbs):
    """What is done."""

    DIVIDE = Verb("divide")
    """A squad divides its fire (WH-A16)."""
    FACE = Verb("face")
    FIGHT = Verb("fight")
    HIDE = Verb("hide")
    PHASE_ENDING = Verb("phase_ending")
    PHASE_STARTED = Verb("phase_started")
    """This and `PHASE_ENDING` are the first and the last moment of the movement phase; nobody moves then (WH-A15)."""
    RUN = Verb("run")
    SHARE = Verb("share")
    """How many models of a squad that divides its fire shoot at one target (WH-A16)."""
    THROW = Verb("throw")


class Questions(vocabulary.Questions):
    """What is asked."""

    FACING = QuestionKind("facing")
    FIGHT = QuestionKind("fight")
    HIDE = QuestionKind("hide")
    OVERWATCH = QuestionKind("overwatch")
    SHARE = QuestionKind("share")


class MarkerKinds(vocabulary.MarkerKinds):
    """The markers beside a unit."""

    HIDDEN = MarkerKind("hidden")


class Paces:
    """How a squad moves; each pace is an action of its own."""

    CHARGE = Pace(Verbs.CHARGE)
    MOVE = Pace(Verbs.MOVE)
    RUN = Pace(Verbs.RUN)


class Phases:
    """The phases of a turn."""

    CHARGE = PhaseId("charge")
    HAND_TO_HAND = PhaseId("hand_to_hand")
    MOVEMENT = PhaseId("movement")
    SHOOTING = PhaseId("shooting")
    START = PhaseId("start")
