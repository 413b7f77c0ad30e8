"""What the computer player of the 2nd edition says of answers that it judges by their own sum: the one place for their sentences."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.names import QuestionKind, Verb
from game.engine.options import PASS, REACT
from game.rules.wh40k2.vocabulary import Questions, Verbs

LAST_TURN = "no enemy moves any more, so that overwatch would see nobody"
NO_SHOT = "no shot here should take anything"
UNSEEN = "to be seen should cost who hides more than a shot takes"

REASONS: Mapping[QuestionKind, Mapping[Verb, str]] = {
    Questions.OVERWATCH: {
        Verbs.OVERWATCH: "what may come before it is worth more than a turn of its own",
        Verbs.DONE: "all who are left should do more by acting than by waiting",
    },
    Questions.CHARGE: {
        Verbs.CHARGE: "the fight should bring more than to shoot and stay away",
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
    Questions.SHARE: {Verbs.SHARE: "so divided, the fire should take most"},
    Questions.FACING: {Verbs.FACE: "most of what it may shoot at stands there"},
}
"""Kind of question -> action of the answer -> why."""
