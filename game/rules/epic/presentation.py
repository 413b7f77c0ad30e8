"""Epic on the screen."""

from __future__ import annotations

from game.engine.options import REACT
from game.engine.presentation import Presentation
from game.engine.wording import CM

ENGINE = Presentation()

PRESENTATION = Presentation(
    lengths=CM,
    order_title="the owner’s order",
    last_note="waits for overwatch and counter charges",
    verbs={"overwatch_fire": "overwatch fire on {target}"},
    by_unit=(REACT, "shoot"),
    refusals=(REACT, "activate", "shoot"),
    as_one=("move", "withdraw", "consolidate"),
    quiet=(*ENGINE.quiet, "turn_forgotten"),
    shots=("fired",),
)
