"""What the computer player of the 2nd edition says of answers that it judges by their own sum: the one place for their sentences."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.options import REACT

LAST_TURN = "no enemy moves any more, so that overwatch would see nobody"
NO_SHOT = "no shot here should take anything"
UNSEEN = "to be seen should cost who hides more than a shot takes"

REASONS: Mapping[str, Mapping[str, str]] = {
    "overwatch": {
        "overwatch": "what may come before it is worth more than a turn of its own",
        "done": "all who are left should do more by acting than by waiting",
    },
    "charge": {
        "charge": "the fight should bring more than to shoot and stay away",
        "done": "no charge that is left should bring enough",
    },
    "shoot": {
        "ranged_attack": "no shot that is left should take more",
        "throw": "no shot that is left should take more",
        "divide": "no single target can take all of its fire",
        "end": "no shot that is left should take anything",
    },
    REACT: {
        "ranged_attack": "no better shot is to be expected later",
        "divide": "no single target can take all of its fire",
        "pass": "a better shot may still come",
    },
    "share": {"share": "so divided, the fire should take most"},
    "facing": {"face": "most of what it may shoot at stands there"},
}
"""Kind of question -> action of the answer -> why."""
