"""Stargrunt II on the screen."""

from __future__ import annotations

from game.engine.conditions import ON_OVERWATCH, MarkerLook
from game.engine.options import REACT
from game.engine.presentation import Presentation

ENGINE = Presentation()

PRESENTATION = Presentation(
    order_title="first declared, first resolved",
    verbs={
        "opportunity_fire": "opportunity fire on {target}",
        "overwatch_fire": "overwatch fire on {target}",
        "test_only": "a test, holding fire, on {target}",
        "reaction_fire": "reaction fire on {target}",
    },
    by_unit=(REACT, "action"),
    reach=("action", "go_on"),
    passes=("pass", "nothing", "end"),
    worded=("go_on",),
    plates={"combat_move": "COMBAT"},
    markers=(
        MarkerLook("suppressed", "suppressed", "suppressed"),
        MarkerLook("in_position", "in position", "in_position"),
        ON_OVERWATCH,
    ),
    hidden_stats=("figures",),
    quiet=(*ENGINE.quiet, "activated", "turn_forgotten", "action_taken"),
    moves=("moved", "fell_back"),
    shots=("fired",),
)
