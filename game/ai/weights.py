"""What the judgement that fits every rulebook counts things for: its numbers, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.ai.temper import Temper
from game.ai.thought import Bias, Said

ON_THE_WAY = 0.75
"""What is left of an objective's promise for a unit just beside it, since the unit may be stopped. A turn of walking
halves that."""
CLOSE_BY, AT_REACH = 0.45, 0.2
"""The share of a target that an attack takes, from beside it and from the end of its weapon's range: about what a D6
that needs a 4, and one that needs a 6, leaves after armour."""
LEAST_ANSWER, MOST_ANSWERS = 0.1, 60
"""For later questions in a look ahead: an attack that promises no more than the first is not expected, and with more
options than the second the default is taken, to save time."""
NO_TARGET = 0.05
"""A watching unit with no shot that takes more than this has nothing to shoot at."""
WATCHES = Bias(0.1, Said("it watches ground that it holds", better="it watches ground that it holds"))
GIVES_UP = Bias(-0.2, Said("", "it gives up its own turn", "it keeps its own turn", "it gives up its own turn"))
"""For a unit that watches, beyond what a look ahead sees. On an objective and without a target it loses nothing, and
the enemy must come to it; anywhere else it gives up an action."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth, in figures put out of action unless another unit is named. A rulebook may have its own."""

    unit: float = 1.0
    """The first figure of a unit: everything else is measured by it."""
    figure: float = 0.25
    """Each further figure: a squad acts and is shot at as one, so eight men in a squad are far from eight units."""
    point: float = 0.35
    """A point scored: ground held for three turns makes up for the unit that was lost for it."""
    hold: float = 0.3
    """A point that ground promises: less than a scored one, since the ground may be lost before it counts."""
    near: float = 0.03
    """A turn of walking nearer: just enough to decide between places that are otherwise alike, so that units move."""
    exposed: float = 0.3
    """Own units expected to be put out: a player that feared this as much as it wants hits would never leave cover."""
    aimed_at: float = 0.6
    """Enemies expected to be put out: more than half of these hopes come true; the rest have moved away by then."""
    now: float = 0.75
    """How much of a shot counts in the unit's own turn before it has fired: all but what an enemy answer prevents."""
    ready: float = 0.6
    """The same for a unit that has yet to act but not now: an enemy acts first."""
    spent: float = 0.3
    """The same for a unit that has acted: it shoots next turn at the earliest, half as likely as one yet to act."""
    fresh: float = 0.05
    """A marker that is still face-down: the enemy must expect both kinds."""
    suppressed: float = 0.12
    """What suppression costs a unit: one action to recover, of about eight in a battle."""
    pinned: float = 0.25
    """What being pinned, broken or routed costs a unit: everything it would do in a turn or two."""
    target: float = 0.7
    """The share of a place's best target that counts: the target may leave, or shoot first, before the unit fires."""
    hit: float = 0.1
    """A hit that puts no figure out: it may wound or suppress."""
    once: float = 3.0
    """Points that are scored only once count like those of so many turns: they cannot be lost again."""
    lasts: int = 6
    """The most turns for which ground that scores every turn is counted: most battles last no longer."""
    off_goal: float = 4.0
    """Turns of walking beyond which the distance to a unit's objective makes no more difference."""
    off_enemy: float = 6.0
    """The same for the distance to the nearest enemy."""
    win: float = 50.0
    """Winning the game: more than all units and points of a table together."""
    believed: float = 0.5
    """How likely the enemy reacts wherever that pays, where nothing else is known of it."""

    def of(self, temper: Temper) -> Weights:
        """These weights as a player of that temper feels them."""
        return replace(self, exposed=self.exposed * temper.danger, aimed_at=self.aimed_at * temper.targets)
