"""The words that the engine and several rulebooks have in common: what is done, what is asked, what lies beside units.

A rulebook's own stand in its `vocabulary`, in classes that add to these. What the engine alone asks and answers has its
constant beside the mechanism (`options.REACT`, `deployment.DEPLOY`).
"""

from __future__ import annotations

from game.engine.names import MarkerKind, QuestionKind, Verb


class Verbs:
    """What is done."""

    CHARGE = Verb("charge")
    DISEMBARK = Verb("disembark")
    DONE = Verb("done")
    END = Verb("end")
    HOLD = Verb("hold")
    MOVE = Verb("move")
    NONE = Verb("none")
    NOTHING = Verb("nothing")
    OVERWATCH = Verb("overwatch")
    OVERWATCH_FIRE = Verb("overwatch_fire")
    PLACE = Verb("place")
    RANGED_ATTACK = Verb("ranged_attack")
    STAND = Verb("stand")
    START = Verb("start")


class Questions:
    """What is asked."""

    ACTIVATE = QuestionKind("activate")
    CHARGE = QuestionKind("charge")
    PLACE = QuestionKind("place")
    RESOLVE = QuestionKind("resolve")
    SHOOT = QuestionKind("shoot")
    START = QuestionKind("start")


class MarkerKinds:
    """What lies beside a unit."""

    BROKEN = MarkerKind("broken")
    EXITED = MarkerKind("exited")
    OVERWATCH = MarkerKind("overwatch")
    SUPPRESSED = MarkerKind("suppressed")
