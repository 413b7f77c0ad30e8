"""Stargrunt II on the screen."""

from __future__ import annotations

from game.engine.conditions import ON_OVERWATCH, MarkerLook
from game.engine.options import PASS, REACT
from game.engine.presentation import Presentation
from game.rules.stargrunt2.vocabulary import MarkerKinds, Paces, Questions, Verbs

PRESENTATION = Presentation(
    order_title="first declared, first resolved",
    verbs={
        Verbs.OPPORTUNITY_FIRE: "opportunity fire on {target}",
        Verbs.OVERWATCH_FIRE: "overwatch fire on {target}",
        Verbs.TEST_ONLY: "a test, holding fire, on {target}",
        Verbs.REACTION_FIRE: "reaction fire on {target}",
    },
    by_unit=(REACT, Questions.ACTION),
    reach=(Questions.ACTION, Questions.GO_ON),
    passes=(PASS.action, Verbs.NOTHING, Verbs.END),
    worded=(Verbs.GO_ON,),
    plates={Paces.COMBAT_MOVE: "COMBAT"},
    markers=(
        MarkerLook(MarkerKinds.SUPPRESSED, "suppressed", "suppressed"),
        MarkerLook(MarkerKinds.IN_POSITION, "in position", "in_position"),
        ON_OVERWATCH,
    ),
    hidden_stats=("figures",),
)
