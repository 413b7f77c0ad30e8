"""Why the computer player of the 2nd edition gives the answers that it estimates: the one place for these sentences."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.names import QuestionKind, Verb
from game.engine.options import PASS, REACT
from game.rules.wh40k2.vocabulary import Questions, Verbs

LAST_TURN = "no enemy will move any more, so overwatch would have no target"
NO_SHOT = "no shot here should take anything"
UNSEEN = "being seen should cost a hidden squad more than its shot takes"

REASONS: Mapping[QuestionKind, Mapping[Verb, str]] = {
    Questions.OVERWATCH: {
        Verbs.OVERWATCH: "what may come into its sight is worth more than a turn of its own",
        Verbs.DONE: "every squad left should do more by acting than by watching",
    },
    Questions.CHARGE: {
        Verbs.CHARGE: "the fight should bring more than shooting from where it is",
        Verbs.DONE: "no charge that is left should bring enough",
    },
    Questions.SHOOT: {
        Verbs.RANGED_ATTACK: "no shot that is left should take more",
        Verbs.THROW: "no shot that is left should take more",
        Verbs.DIVIDE: "no single target can take all of its fire",
        Verbs.END: "no shot that is left should take anything",
    },
    REACT: {
        Verbs.RANGED_ATTACK: "no better shot is to be expected later",
        Verbs.DIVIDE: "no single target can take all of its fire",
        PASS.action: "a better shot may still come",
    },
    Questions.SHARE: {Verbs.SHARE: "divided like this, the fire should take most"},
    Questions.FACING: {Verbs.FACE: "most of its targets are there"},
}
"""Kind of question -> action of the answer -> why."""
