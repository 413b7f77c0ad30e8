"""WH40K 2nd edition on the screen."""

from __future__ import annotations

from game.engine.presentation import Presentation
from game.rules.wh40k2.state import DIVIDE

ENGINE = Presentation()

PRESENTATION = Presentation(
    order_title="owner’s order, each at once",
    verbs={"ranged_attack": "shot at {target}", DIVIDE: "divided fire"},
    by_unit=("react", "shoot"),
    refusals=("react", "activate", "shoot"),
    passes=("pass", "end", "done", "none"),
    conditions=("broken", "hidden"),
    hidden_stats=("figures", "W"),
    quiet=(*ENGINE.quiet, "turn_forgotten", "losses_counted"),
    moves=("moved", "fled"),
    shots=("fired",),
)
