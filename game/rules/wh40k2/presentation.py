"""How WH40K 2nd edition is shown on the screen."""

from __future__ import annotations

from game.engine.conditions import ON_OVERWATCH, MarkerLook
from game.engine.options import PASS, REACT
from game.engine.presentation import Presentation
from game.engine.view import UnitExtra
from game.rules.wh40k2.vocabulary import MarkerKinds, Questions, Verbs


class SquadExtra(UnitExtra, frozen=True, kw_only=True, omit_defaults=True):
    """The facing of a squad (1 to 8, clockwise from up the map), 0 if weapons have no arc (WH-A37)."""

    facing: int = 0


PRESENTATION = Presentation(
    order_title="owner’s order, each at once",
    verbs={Verbs.RANGED_ATTACK: "shot at {target}", Verbs.DIVIDE: "divided fire"},
    by_unit=(REACT, Questions.SHOOT),
    refusals=(REACT, Questions.ACTIVATE, Questions.SHOOT),
    passes=(PASS.action, Verbs.END, Verbs.DONE, Verbs.NONE),
    markers=(
        MarkerLook(MarkerKinds.BROKEN, "broken", "broken"),
        MarkerLook(MarkerKinds.HIDDEN, "hidden", "hidden"),
        ON_OVERWATCH,
    ),
    hidden_stats=("figures", "W"),
)
