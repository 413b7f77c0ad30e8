"""SkirmishCorps on the screen."""

from __future__ import annotations

from game.engine.conditions import OVERWATCH, MarkerLook
from game.engine.options import PASS
from game.engine.presentation import OrderCard, Presentation
from game.rules.skirmishcorps.vocabulary import MarkerKinds, Paces, Questions, Verbs

ORDERS = (
    OrderCard(
        MarkerKinds.OVERWATCH,
        "O",
        "Overwatch",
        "V",
        "Rest watch",
        (
            ("Reacts to what it sees or hears of", "once"),
            ("Enemies in sight now", "{in_sight} of {foes}"),
            ("Ground watched", "{watched} cells"),
        ),
    ),
    OrderCard(
        MarkerKinds.MOVE,
        "M",
        "Move",
        "B",
        "Rest move",
        (
            ("May act: move, then attack", "once"),
            ("Cannot react while it waits", ""),
            ("Enemies that see it", "{in_sight}"),
        ),
    ),
)

PRESENTATION = Presentation(
    ladder_title="Snowball ladder",
    order_title="by RE, highest first",
    last_title="last",
    last_note="instigator: acts after all reactions",
    last_clauses=("SC-13", "SC-17"),
    freeze_clause="SC-27",
    frozen_note="whatever the enemy still holds face-down",
    frozen_all="whatever anybody still holds face-down",
    verbs={
        Verbs.RANGED_ATTACK: "shot at {target}",
        Verbs.COVERING_FIRE: "covering fire on {targets}",
        Verbs.INTERCEPT: "intercept of {target}",
        Verbs.CUT_OFF: "cut-off of {target}",
    },
    order_kind=Questions.ASSIGN,
    orders=ORDERS,
    passes=(PASS.action, Verbs.NOTHING, Verbs.END, Verbs.NONE, Verbs.WAIT),
    slow=(Paces.SNEAK,),
    markers=(
        MarkerLook(MarkerKinds.PINNED, "pinned", "pinned"),
        MarkerLook(MarkerKinds.SUPPRESSED, "suppressed", "suppressed"),
        OVERWATCH,
        MarkerLook(MarkerKinds.MOVE, "move", "move", "own_move", order=True),
    ),
    hidden_stats=("W",),
    roster_stat="RE",
    weapon_words={"power": "P{}"},
)
