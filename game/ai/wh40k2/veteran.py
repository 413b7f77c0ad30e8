"""A veteran's judgement of the 2nd edition: twice the options of a regular, longer looks, and squads kept hidden."""

from __future__ import annotations

from math import fsum

from msgspec.structs import replace

from game.ai.wh40k2.squads import UNDER_FIRE, SquadTactics
from game.rules.shared import foes
from game.rules.wh40k2.ground import hides_from
from game.rules.wh40k2.state import Battle, Squad
from game.rules.wh40k2.vocabulary import MarkerKinds


class SquadVeteran(SquadTactics):
    """Weighs twenty options instead of ten, since ten leave only two or three destinations for each squad."""

    widest = 20
    runs = 12_000

    def given_away(self, state: Battle, unit: Squad) -> float:
        """What the fire of enemies that do not see the squad yet is expected to take of it."""
        if not unit.hidden:
            return 0.0
        seen = replace(unit, markers={kind: face for kind, face in unit.markers.items() if kind != MarkerKinds.HIDDEN})
        danger = fsum(
            ready * self.harm(state, foe, foe.at, seen, unit.at)
            for foe, ready in self.guns(state, foes(state, unit.seat))
            if hides_from(state, unit, foe)
        )
        return UNDER_FIRE * min(1.0, danger) * self.worth(unit)
