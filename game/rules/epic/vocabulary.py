"""The words of Epic."""

from __future__ import annotations

from game.engine import vocabulary
from game.engine.names import MarkerKind, Pace, PhaseId, QuestionKind, Verb


class Verbs(vocabulary.Verbs):
    """What is done."""

    ADVANCE = Verb("advance")
    ALLOCATE = Verb("allocate")
    CONSOLIDATE = Verb("consolidate")
    COUNTER_CHARGE = Verb("counter_charge")
    DOUBLE = Verb("double")
    EMBARK = Verb("embark")
    ENGAGE = Verb("engage")
    HAND_ON = Verb("hand_on")
    HOLD_FIRE = Verb("hold_fire")
    MARCH = Verb("march")
    MARSHAL = Verb("marshal")
    MOVED = Verb("moved")
    """A formation has made its move, even if it stayed where it was: overwatch may answer that."""
    PART_MOVE = Verb("part_move")
    PART_NOTHING = Verb("part_nothing")
    PART_REGROUP = Verb("part_regroup")
    PART_SHOOT = Verb("part_shoot")
    PLAN = Verb("plan")
    RETAIN = Verb("retain")
    SHOOT = Verb("shoot")
    SUSTAINED_FIRE = Verb("sustained_fire")
    WITHDRAW = Verb("withdraw")


class Questions(vocabulary.Questions):
    """What is asked."""

    ALLOCATE = QuestionKind("allocate")
    CONSOLIDATE = QuestionKind("consolidate")
    COUNTER_CHARGE = QuestionKind("counter_charge")
    MOVE = QuestionKind("move")
    PART = QuestionKind("part")
    RETAIN = QuestionKind("retain")
    WITHDRAW = QuestionKind("withdraw")


class MarkerKinds(vocabulary.MarkerKinds):
    """The markers of a formation."""

    BLAST = MarkerKind("blast")


class Paces:
    """How a formation moves; the pace is an action of its own."""

    ENGAGE = Pace(Verbs.ENGAGE)


class Phases:
    """The phases of a turn."""

    ACTION = PhaseId("action")
    END = PhaseId("end")
    STRATEGY = PhaseId("strategy")
