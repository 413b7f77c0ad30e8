"""VIKTORY II on the screen."""

from __future__ import annotations

from game.engine.options import REACT
from game.engine.presentation import Presentation
from game.engine.wording import HEXES

ENGINE = Presentation()

PRESENTATION = Presentation(
    lengths=HEXES,
    sight=False,
    ladder_title="Overwatch",
    order_title="owner’s order, each at once",
    last_note="waits for the guns",
    free=("act", "place"),
    refusals=(REACT,),
    passes=("pass", "end", "done"),
    worded=("move", "load", "unload"),
    place_effects=("held", "taken"),
    quiet=(*ENGINE.quiet, "turn_forgotten"),
    moves=("moved", "loaded", "landed", "retreated"),
)
