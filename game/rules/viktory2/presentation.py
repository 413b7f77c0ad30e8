"""How VIKTORY II is shown on the screen."""

from __future__ import annotations

from game.engine.options import PASS, REACT
from game.engine.presentation import Presentation
from game.engine.wording import HEXES
from game.rules.viktory2.vocabulary import Effects, Questions, Verbs

PRESENTATION = Presentation(
    lengths=HEXES,
    sight=False,
    ladder_title="Overwatch",
    order_title="owner’s order, each at once",
    last_note="waits for the guns",
    free=(Questions.ACT, Questions.PLACE),
    refusals=(REACT,),
    passes=(PASS.action, Verbs.END, Verbs.DONE),
    worded=(Verbs.MOVE, Verbs.LOAD, Verbs.UNLOAD),
    place_effects=(Effects.HELD, Effects.TAKEN),
)
