"""The typed words that the engine and several rulebooks share: verbs, kinds of questions, kinds of markers.

A rulebook declares its own in its module `vocabulary`, in classes that extend these. A word that only one mechanism of
the engine uses is a constant beside that mechanism (`options.REACT`, `deployment.DEPLOY`).
"""

from __future__ import annotations

from game.engine.names import MarkerKind, QuestionKind, Verb


class Verbs:
    """What an option, an action or a reaction does."""

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
    """What a question is about."""

    ACTIVATE = QuestionKind("activate")
    CHARGE = QuestionKind("charge")
    PLACE = QuestionKind("place")
    RESOLVE = QuestionKind("resolve")
    SHOOT = QuestionKind("shoot")
    START = QuestionKind("start")


class MarkerKinds:
    """Kinds of markers that lie beside a unit."""

    BROKEN = MarkerKind("broken")
    EXITED = MarkerKind("exited")
    OVERWATCH = MarkerKind("overwatch")
    SUPPRESSED = MarkerKind("suppressed")
