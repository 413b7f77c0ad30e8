"""How Epic is shown on the screen."""

from __future__ import annotations

from game.engine.options import REACT
from game.engine.presentation import Presentation
from game.engine.wording import CM
from game.rules.epic.vocabulary import Questions, Verbs

PRESENTATION = Presentation(
    lengths=CM,
    order_title="the owner’s order",
    last_note="waits for overwatch and counter charges",
    verbs={Verbs.OVERWATCH_FIRE: "overwatch fire on {target}"},
    by_unit=(REACT, Questions.SHOOT),
    refusals=(REACT, Questions.ACTIVATE, Questions.SHOOT),
    as_one=(Questions.MOVE, Questions.WITHDRAW, Questions.CONSOLIDATE),
)
